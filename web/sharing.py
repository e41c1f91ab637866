"""What can be taken away: records as text and JSON, pictures of positions, sheets of paper, one file.

Owns these routes. What a view hides is in none of them: each is made of what that view has seen.
Must not know rules or SQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for

from paipu.grammar import dumps
from paipu.grammar.jsonform import to_json
from paipu.grammar.model import Record
from paipu.grammar.profiles import VIEWS
from paipu.replay.rules import RuleError

from .catalogue import Catalogue
from .game_file import GameHand, game_html
from .pages import file_name, or_404, revision_asked
from .picture import picture_at
from .qr import qr_svg
from .rulebook import UnknownRules
from .sheet import sheet_of
from .shown import profiled
from .words import name_seats

__all__ = ["blueprint", "timeline_of", "view_asked"]

HANDS_A_FILE = 60
"""Hands that one HTML file of the viewer holds; the command makes larger ones."""

blueprint = Blueprint("sharing", __name__)


def catalogue() -> Catalogue:
    found: Catalogue = current_app.extensions["paipu"]
    return found


def view_asked() -> str:
    """The view the address asks for; 404 for one that is none."""
    view = request.args.get("seat") or "all"
    if view not in VIEWS:
        abort(404)
    return view


def timeline_of(upload_id: str, hand: int, view: str) -> tuple[dict[str, Any], int]:
    """The timeline of a hand as this view has seen it, and how many hands there are."""
    try:
        return or_404(catalogue().timeline(upload_id, hand, request.args.get("rules"), view=view))
    except RuleError:
        raise UnknownRules from None


# --- records ------------------------------------------------------------------------------------------


@blueprint.get("/r/<upload_id>.sjn", defaults={"hand": None})
@blueprint.get("/r/<upload_id>/<number:hand>.sjn")
def text(upload_id: str, hand: int | None) -> Response:
    """Records in canonical notation: `profile=reduced`, or `seat=S&at=7.3` for what a seat knew."""
    return Response(
        dumps(_records(upload_id, hand)),
        mimetype="text/plain",
        headers=_named(upload_id, hand, "sjn", "inline"),
    )


@blueprint.get("/r/<upload_id>.json", defaults={"hand": None})
@blueprint.get("/r/<upload_id>/<number:hand>/record.json")
def record_json(upload_id: str, hand: int | None) -> Response:
    """Records as JSON (docs: Tools), with the profiles of `text`."""
    response = jsonify([to_json(record) for record in _records(upload_id, hand)])
    response.headers.update(_named(upload_id, hand, "json", "inline"))
    return response


def _records(upload_id: str, hand: int | None) -> list[Record]:
    profile, at = request.args.get("profile", "full"), request.args.get("at", "result")
    records = or_404(catalogue().records(upload_id, hand, revision_asked() if hand else None))
    try:
        return [profiled(record, profile, view_asked(), at) for record in records]
    except ValueError:
        abort(404)


def _named(upload_id: str, hand: int | None, suffix: str, disposition: str) -> dict[str, str]:
    number = f"-{hand}" if hand else ""
    return {"Content-Disposition": f'{disposition}; filename="{file_name(upload_id)}{number}.{suffix}"'}


# --- pictures -----------------------------------------------------------------------------------------


@blueprint.get("/r/<upload_id>/<number:hand>/position.svg")
def position(upload_id: str, hand: int) -> Response:
    """The position at `at`, with the hands that `seat` sees."""
    view = view_asked()
    timeline, _count = timeline_of(upload_id, hand, view)
    drawn = or_404(picture_at(timeline, request.args.get("at", "deal"), view))
    return Response(drawn, mimetype="image/svg+xml", headers=_named(upload_id, hand, "svg", "inline"))


# --- paper --------------------------------------------------------------------------------------------


@blueprint.get("/r/<upload_id>/<number:hand>/print")
def paper(upload_id: str, hand: int) -> str:
    """A sheet of A4: everything of a hand that can be printed, with the address it came from."""
    view = view_asked()
    timeline, hands = timeline_of(upload_id, hand, view)
    rules = request.args.get("rules") or None
    seat = None if view == "all" else view
    name_seats(timeline["names"])
    address = url_for("records.hand", upload_id=upload_id, hand=hand, rules=rules, seat=seat, _external=True)
    return render_template(
        "print.html",
        timeline=timeline,
        upload_id=upload_id,
        hands=hands,
        view=view,
        asked=rules,
        address=address,
        qr=qr_svg(address),
        **sheet_of(timeline, view),
    )


# --- one file -----------------------------------------------------------------------------------------


@blueprint.get("/r/<upload_id>.html", defaults={"hand": None})
@blueprint.get("/r/<upload_id>/<number:hand>.html")
def one_file(upload_id: str, hand: int | None) -> Response:
    """The game as one HTML file that works from disk; it is saved, not shown as a page of this site."""
    view = view_asked()
    count = len(or_404(catalogue().records(upload_id)))
    numbers: Sequence[int] = [hand] if hand else range(1, min(count, HANDS_A_FILE) + 1)
    rules = request.args.get("rules")
    hands = [
        GameHand(
            timeline_of(upload_id, number, view)[0],
            catalogue().legal_plays(upload_id, number, rules, view=view) or {},
        )
        for number in numbers
    ]
    if not hands:
        abort(404)
    name = catalogue().name(upload_id) or ""
    return Response(
        game_html(hands, name=name),
        mimetype="text/html",
        headers=_named(upload_id, hand, "html", "attachment"),
    )
