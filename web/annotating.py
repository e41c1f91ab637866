"""The annotator's routes: a draft shown, what is legal in it, saving, the history of a hand.

Owns what they take and answer. A page of another site cannot send to them; what is sent is JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from paipu.grammar.cards import SEATS
from paipu.grammar.editing import EditError
from paipu.replay.rules import RuleError, load_rules

from . import drafts
from .catalogue import Catalogue
from .edit_words import address_words, slot_words
from .i18n import pick
from .pages import from_elsewhere, hand_html, or_404
from .rulebook import UnknownRules
from .words import name_seats

__all__ = ["LARGEST", "blueprint"]

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of one draft."""

blueprint = Blueprint("annotating", __name__)

Json = dict[str, Any]


def _catalogue() -> Catalogue:
    found: Catalogue = current_app.extensions["paipu"]
    return found


@blueprint.errorhandler(EditError)
def _cannot(error: EditError) -> tuple[Response, int]:
    return jsonify({"edit": error.index, "message": pick(error.message, error.message_zh)}), 400


@blueprint.errorhandler(ValueError)
def _unfit(error: ValueError) -> tuple[Response, int]:
    """The library does not take it: another hand stands there since the file was read anew."""
    current_app.logger.warning("%s refused: %s", request.path, error)
    message = _("This hand was read anew meanwhile, and what it records has changed.")
    return jsonify({"message": message}), 409


def _rules() -> str | None:
    """The rule set the address asks for; the page that says so where there is no such set."""
    spec = request.args.get("rules") or None
    try:
        if spec:
            load_rules(spec)
    except RuleError:
        raise UnknownRules from None
    return spec


@blueprint.post("/r/<upload_id>/<number:hand>/draft")
def draft(upload_id: str, hand: int) -> str:
    """The page of a hand with edits that are not saved: `{"base": 0, "edits": [...]}`."""
    asked = _asked(_sent())
    made = or_404(drafts.drafted(_catalogue(), upload_id, hand, asked, _rules()))
    return hand_html(upload_id, made.timeline, made.hands, made.editor)


@blueprint.post("/r/<upload_id>/<number:hand>/legal.json")
def legal(upload_id: str, hand: int) -> Response:
    """What may be played after an address of a draft: `after`, `seat`, supposed hands as `deal`."""
    sent = _sent()
    after, seat, deal = sent.get("after"), sent.get("seat"), sent.get("deal")
    if not isinstance(after, str) or not (seat is None or seat in SEATS) or not _is_deal(deal):
        abort(400)
    return jsonify(
        drafts.legal_after(
            _catalogue(),
            upload_id,
            hand,
            _asked(sent),
            _rules(),
            after=after,
            seat=seat,
            deal=deal,
        )
    )


def _is_deal(deal: object) -> bool:
    if deal is None:
        return True
    return isinstance(deal, dict) and all(
        seat in SEATS and isinstance(cards, list) and all(isinstance(card, str) for card in cards)
        for seat, cards in deal.items()
    )


@blueprint.post("/r/<upload_id>/<number:hand>/revisions")
def save(upload_id: str, hand: int) -> tuple[Response, int]:
    """Keep a draft as a revision; 409 with what conflicts if others have changed the same meanwhile."""
    sent = _sent()
    author, prefer, seen = sent.get("author", ""), sent.get("prefer"), sent.get("newest")
    if not isinstance(author, str) or prefer not in (None, "mine", "theirs"):
        abort(400)
    if not (seen is None or isinstance(seen, int)):
        abort(400)
    done = or_404(
        drafts.save(
            _catalogue(),
            upload_id,
            hand,
            _asked(sent),
            author=drafts.author_of(author),
            prefer=cast("drafts.Prefer | None", prefer),
            seen=seen,
        )
    )
    if done.conflicts:
        return jsonify({"newest": done.revision, "conflicts": [_told(each) for each in done.conflicts]}), 409
    return jsonify({"revision": done.revision, "merged": done.merged, "new": done.new}), 201


def _told(conflict: drafts.Conflict) -> Json:
    return {
        "at": conflict.at,
        "slot": conflict.slot,
        "place": f"{address_words(conflict.at)} · {slot_words(conflict.slot)}",
        "mine": list(conflict.mine),
        "theirs": list(conflict.theirs),
    }


@blueprint.get("/r/<upload_id>/<number:hand>/history")
def history(upload_id: str, hand: int) -> str:
    """The revisions of a hand, newest first, with what each changes."""
    entries = or_404(drafts.history(_catalogue(), upload_id, hand) or None)
    record = or_404(_catalogue().records(upload_id, hand))[0]
    name_seats(dict(record.naming.names))
    return render_template(
        "history.html",
        upload_id=upload_id,
        hand=hand,
        heading=record.tag("Event") or _catalogue().name(upload_id) or _("Untitled game"),
        tags={tag.name: tag.value for tag in (*record.inherited, *record.tags)},
        entries=entries,
        author_limit=drafts.AUTHOR,
    )


@blueprint.post("/r/<upload_id>/<number:hand>/history")
def bring_back(upload_id: str, hand: int) -> BaseResponse:
    """Make an earlier revision the newest again; none is lost by it."""
    if from_elsewhere():
        abort(403)
    revision = request.form.get("revision", type=int)
    author = drafts.author_of(request.form.get("author", ""))
    if revision is None:
        abort(400)
    or_404(drafts.bring_back(_catalogue(), upload_id, hand, revision, author))
    return redirect(url_for(".history", upload_id=upload_id, hand=hand), 303)


def _sent() -> Mapping[str, Any]:
    """The JSON object of the request, from a page of this site."""
    if from_elsewhere():
        abort(403)
    if (request.content_length or 0) > LARGEST:
        abort(413)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        abort(make_response(jsonify({"message": _("That is not what this address takes.")}), 400))
    return sent


def _asked(sent: Mapping[str, Any]) -> drafts.Request:
    base, edits = sent.get("base"), sent.get("edits")
    if not isinstance(base, int) or isinstance(base, bool) or not isinstance(edits, list):
        abort(400)
    if len(edits) > drafts.EDITS:
        abort(413)
    return drafts.Request(base, edits)
