"""The annotator's routes: a draft shown, what is legal in it, saving, the history of a hand.

Owns what they take and answer. A page of another site cannot send to them; what is sent is JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeVar, cast

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

from paipu.grammar.cards import SEATS, Seat, parse_cards
from paipu.grammar.editing import EditError
from paipu.records.library import UnfitError
from paipu.replay.rules import RuleError, load_rules

from . import drafts
from .catalogue import Catalogue
from .change_words import change_text
from .edit_words import SLOTS, address_words, slot_words
from .i18n import pick
from .pages import from_elsewhere, hand_html, or_404, page_asked
from .rulebook import UnknownRules
from .words import name_seats

__all__ = ["LARGEST", "blueprint"]

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of one draft."""
VERSIONS: Final = ("base", "mine", "theirs")
"""The texts of a conflict."""

blueprint = Blueprint("annotating", __name__)

Json = dict[str, Any]
T = TypeVar("T")


def _catalogue() -> Catalogue:
    found: Catalogue = current_app.extensions["paipu"]
    return found


@blueprint.errorhandler(EditError)
def _cannot(error: EditError) -> tuple[Response, int]:
    return jsonify({"edit": error.index, "message": pick(error.message, error.message_zh)}), 400


@blueprint.errorhandler(UnfitError)
def _unfit(error: UnfitError) -> tuple[Response, int]:
    """The library does not take it: another hand stands there since the file was read anew."""
    current_app.logger.warning("%s refused: %s", request.path, error)
    message = _("This hand was read anew meanwhile, and what it records has changed.")
    return jsonify({"message": message}), 409


@blueprint.errorhandler(drafts.BusyError)
def _busy(error: drafts.BusyError) -> tuple[Response, int, dict[str, str]]:
    current_app.logger.warning("%s refused: others keep saving %s", request.path, error)
    message = _("Others are saving this hand just now. Please try again.")
    return jsonify({"message": message}), 503, {"Retry-After": "1"}


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
    made = _there(drafts.drafted(_catalogue(), upload_id, hand, asked, _rules()))
    return hand_html(upload_id, made.timeline, made.hands, made.editor)


@blueprint.post("/r/<upload_id>/<number:hand>/legal.json")
def legal(upload_id: str, hand: int) -> Response:
    """What may be played after an address of a draft: `after`, `seat`, supposed hands as `deal`."""
    sent = _sent()
    after, seat, deal = sent.get("after"), sent.get("seat"), sent.get("deal")
    if not isinstance(after, str) or not (seat is None or seat in SEATS):
        _refuse()
    found = drafts.legal_after(
        _catalogue(), upload_id, hand, _asked(sent), _rules(), after=after, seat=seat, deal=_deal(deal)
    )
    return jsonify(_there(found).plays)


def _deal(deal: object) -> dict[Seat, list[str]] | None:
    """The hands supposed, as `{"W": ["SA", "HKQ"]}`; 400 for what is none."""
    if deal is None:
        return None
    if not isinstance(deal, dict):
        _refuse()
    for seat, cards in deal.items():
        if seat not in SEATS or not isinstance(cards, list) or not all(map(_are_cards, cards)):
            _refuse()
    return deal


def _are_cards(text: object) -> bool:
    try:
        return isinstance(text, str) and bool(parse_cards(text))
    except ValueError:
        return False


@blueprint.post("/r/<upload_id>/<number:hand>/revisions")
def save(upload_id: str, hand: int) -> tuple[Response, int]:
    """Keep a draft as a revision; 409 with what conflicts if others have changed the same meanwhile.

    Each of the conflicts is sent back in ``answers``, as it was told, with ``keep`` for whose is to stand.
    """
    sent = _sent()
    author = sent.get("author", "")
    if not isinstance(author, str):
        _refuse()
    done = _there(
        drafts.save(
            _catalogue(),
            upload_id,
            hand,
            _asked(sent),
            author=drafts.author_of(author),
            answers=_answers(sent.get("answers", [])),
        )
    )
    if done.conflicts:
        seats = _seats_of(upload_id, hand)
        return jsonify({"conflicts": [_told(each, seats) for each in done.conflicts]}), 409
    return jsonify({"revision": done.revision, "merged": done.merged, "new": done.new}), 201


def _seats_of(upload_id: str, hand: int) -> str:
    """What the tag of a hand that names its seats says; they are called so for the rest of the request."""
    naming = or_404(_catalogue().records(upload_id, hand))[0].naming
    name_seats(dict(naming.names))
    return naming.value


def _told(conflict: drafts.Conflict, seats: str) -> Json:
    """A conflict with what people read of it: where it is, and the two versions in words."""
    return {
        "at": conflict.at,
        "slot": conflict.slot,
        "place": f"{address_words(conflict.at)} · {slot_words(conflict.slot)}",
        "told": {
            side: [change_text(conflict.slot, text, seats) for text in getattr(conflict, side)]
            for side in ("mine", "theirs")
        },
        **{name: list(getattr(conflict, name)) for name in VERSIONS},
    }


def _answers(sent: object) -> dict[drafts.Conflict, drafts.Side]:
    """The conflicts as they were told, each with the side whose version is to stand; 400 for what is none."""
    if not isinstance(sent, list) or not all(isinstance(each, dict) for each in sent):
        _refuse()
    return {_answered(each): each["keep"] for each in sent}


def _answered(sent: Json) -> drafts.Conflict:
    at, slot, versions = sent.get("at"), sent.get("slot"), [sent.get(name) for name in VERSIONS]
    if not isinstance(at, str) or slot not in SLOTS or sent.get("keep") not in ("mine", "theirs"):
        _refuse()
    if not all(
        isinstance(texts, list) and all(isinstance(each, str) for each in texts) for texts in versions
    ):
        _refuse()
    return drafts.Conflict(at, slot, *(tuple(cast("list[str]", texts)) for texts in versions))


@blueprint.get("/r/<upload_id>/<number:hand>/history")
def history(upload_id: str, hand: int) -> str:
    """The revisions of a hand, newest first, with what each changes."""
    page = page_asked()
    found = or_404(drafts.history(_catalogue(), upload_id, hand, page))
    record = or_404(_catalogue().records(upload_id, hand))[0]
    name_seats(dict(record.naming.names))
    return render_template(
        "history.html",
        upload_id=upload_id,
        hand=hand,
        heading=record.tag("Event") or _catalogue().name(upload_id) or _("Untitled game"),
        tags={tag.name: tag.value for tag in (*record.inherited, *record.tags)},
        entries=found.entries,
        newest=found.newest,
        page=page,
        more=found.more,
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
    try:
        or_404(drafts.bring_back(_catalogue(), upload_id, hand, revision, author))
    except UnfitError:
        abort(409)
    except drafts.BusyError:
        abort(503)
    return redirect(url_for(".history", upload_id=upload_id, hand=hand), 303)


def _refuse() -> NoReturn:
    abort(make_response(jsonify({"message": _("That is not what this address takes.")}), 400))


def _there(value: T | None) -> T:
    """The value, or the answer that there is no such hand or revision."""
    if value is None:
        message = _("This hand, or this revision of it, is no longer there.")
        abort(make_response(jsonify({"message": message}), 404))
    return value


def _sent() -> Mapping[str, Any]:
    """The JSON object of the request, from a page of this site."""
    if from_elsewhere():
        abort(403)
    if (request.content_length or 0) > LARGEST:
        abort(413)
    try:
        sent = request.get_json(silent=True)
    except RecursionError:  # nested deeper than anything this takes
        sent = None
    return sent if isinstance(sent, dict) else _refuse()


def _asked(sent: Mapping[str, Any]) -> drafts.Request:
    base, edits = sent.get("base"), sent.get("edits")
    if not isinstance(base, int) or isinstance(base, bool) or not isinstance(edits, list):
        _refuse()
    if len(edits) > drafts.EDITS:
        abort(413)
    return drafts.Request(base, edits)
