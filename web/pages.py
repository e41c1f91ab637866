"""The pages of the library: list, upload, one file, one hand, downloads.

Owns these routes and their answers to bad input. Must not know rules or SQL: what there is to show
comes from the `Catalogue`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from paipu.replay.rules import RuleError, load_rules, rule_ids

from .catalogue import Catalogue, counts_of, excerpt
from .changes import Told, told
from .present import comments_of, events_of, finding_places, record_rows, seats_of
from .words import action_words, page_words

__all__ = ["UPLOAD_LIMIT", "blueprint"]

UPLOAD_LIMIT = 16 * 1024 * 1024
"""Bytes of one upload."""
FILES_A_PAGE = 50
HANDS_A_PAGE = 200

T = TypeVar("T")

blueprint = Blueprint("records", __name__)


def _catalogue() -> Catalogue:
    catalogue: Catalogue = current_app.extensions["paipu"]
    return catalogue


def _or_404(value: T | None) -> T:
    if value is None:
        abort(404)
    return value


@blueprint.get("/")
def index() -> str:
    return _index()


def _index(problem: str | None = None) -> str:
    page, query = _page(), request.args.get("q", "").strip()
    uploads = _catalogue().recent(
        offset=(page - 1) * FILES_A_PAGE, limit=FILES_A_PAGE + 1, query=query or None
    )
    return render_template(
        "index.html",
        uploads=uploads[:FILES_A_PAGE],
        page=page,
        more=len(uploads) > FILES_A_PAGE,
        query=query,
        problem=problem,
        limit=UPLOAD_LIMIT,
    )


def _page() -> int:
    return min(max(1, request.args.get("page", 1, type=int)), 1_000_000)


@blueprint.post("/upload")
def add() -> BaseResponse | tuple[str, int]:
    """Keep what was sent, then show what is in it. The bytes are kept whatever they are."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)
    name, data = _sent()
    if len(data) > UPLOAD_LIMIT:
        abort(413)
    if not data.strip():
        return _index(problem=_("There is nothing in it: choose a file or paste a record.")), 400
    upload_id, known = _catalogue().add(name, data)
    return redirect(url_for(".upload", upload_id=upload_id, known=1 if known else None), 303)


def _sent() -> tuple[str, bytes]:
    """Name and bytes of the file of the form, or of the text pasted into it."""
    file = request.files.get("file")
    if file is not None:
        with closing(file):
            data = file.read()
        if data:
            return file.filename or "", data
    return _("pasted text"), request.form.get("text", "").encode("utf-8", "surrogatepass")


@blueprint.get("/r/<upload_id>")
def upload(upload_id: str) -> str:
    page = _page()
    view = _or_404(_catalogue().upload(upload_id, offset=(page - 1) * HANDS_A_PAGE, limit=HANDS_A_PAGE))
    return render_template(
        "upload.html",
        view=view,
        page=page,
        more=view.listed.hands > page * HANDS_A_PAGE,
        known=request.args.get("known") == "1",
    )


@blueprint.get("/r/<upload_id>/<int:hand>")
def hand(upload_id: str, hand: int) -> str:
    timeline, hands = _timeline(upload_id, hand)
    link: Callable[[int], str] = lambda n: url_for(".hand", upload_id=upload_id, hand=n)  # noqa: E731
    places, lines = finding_places(timeline), timeline["source"].split("\n")
    return render_template(
        "game.html",
        timeline=timeline,
        upload_id=upload_id,
        hands=hands,
        heading=timeline["tags"].get("Event") or _catalogue().name(upload_id) or _("Untitled game"),
        previous=link(hand - 1) if hand > 1 else None,
        following=link(hand + 1) if hand < hands else None,
        counts=counts_of(timeline),
        places=places,
        excerpts={i: excerpt(lines, f) for i, f in enumerate(timeline["findings"]) if f["phase"] == "text"},
        first_finding=next(iter(places.values()), None),
        rows=record_rows(timeline),
        seats=seats_of(timeline),
        comments=comments_of(timeline),
        events=events_of(timeline),
        sheets=[load_rules(each) for each in rule_ids()],
        asked=request.args.get("rules"),
        changes=_changes(upload_id, hand),
        words=page_words(),
        actions=action_words(),
    )


def _changes(upload_id: str, hand: int) -> Told | None:
    """What the rules that the address asks for judge otherwise than those of the record."""
    spec = request.args.get("rules")
    found = _catalogue().comparison(upload_id, hand, spec) if spec else None
    return told(found) if found else None


@blueprint.get("/r/<upload_id>/<int:hand>.json")
def timeline_json(upload_id: str, hand: int) -> Response:
    return jsonify(_timeline(upload_id, hand)[0])


def _timeline(upload_id: str, hand: int) -> tuple[dict[str, Any], int]:
    """The hand, judged by the rules of its header or by those the address asks for (`?rules=`)."""
    try:
        return _or_404(_catalogue().timeline(upload_id, hand, request.args.get("rules")))
    except RuleError:
        abort(404)


@blueprint.get("/r/<upload_id>.sjn")
def text(upload_id: str) -> Response:
    """The records of a file in canonical notation."""
    return Response(
        _or_404(_catalogue().text(upload_id)),
        mimetype="text/plain",
        headers={"Content-Disposition": f'inline; filename="{_file_name(upload_id)}.sjn"'},
    )


@blueprint.get("/r/<upload_id>/source")
def source(upload_id: str) -> Response:
    """The bytes as they were uploaded; a browser must not take them for a page."""
    return Response(
        _or_404(_catalogue().source(upload_id)),
        mimetype="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{_file_name(upload_id)}.original"'},
    )


def _file_name(upload_id: str) -> str:
    return "".join(c for c in upload_id if c.isascii() and c.isalnum()) or "record"
