"""The pages of the library: list, upload, one file, one hand, downloads.

Owns these routes and their answers to bad input. Must not know rules or SQL: what there is to show
comes from the `Catalogue`.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from paipu.grammar.profiles import VIEWS
from paipu.replay.rules import RuleError, load_rules, rule_ids

from .catalogue import Catalogue
from .changes import Told, told
from .drafts import AUTHOR, standing
from .edit_words import editor_words, glyph_choices, incident_choices
from .hand_page import hand_context
from .rulebook import UnknownRules

__all__ = [
    "UPLOAD_LIMIT",
    "blueprint",
    "file_name",
    "from_elsewhere",
    "hand_html",
    "or_404",
    "page_asked",
    "revision_asked",
]

UPLOAD_LIMIT = 16 * 1024 * 1024
"""Bytes of one upload."""
FILES_A_PAGE = 50
HANDS_A_PAGE = 200
_NAME_LIMIT: Final = 120

T = TypeVar("T")

blueprint = Blueprint("records", __name__)


def _catalogue() -> Catalogue:
    catalogue: Catalogue = current_app.extensions["paipu"]
    return catalogue


def or_404(value: T | None) -> T:
    """The value, or the page that says there is none."""
    if value is None:
        abort(404)
    return value


@blueprint.get("/")
def index() -> str:
    return _index()


def _index(*, empty: bool = False) -> str:
    page, query = page_asked(), request.args.get("q", "").strip()
    uploads = _catalogue().recent(
        offset=(page - 1) * FILES_A_PAGE, limit=FILES_A_PAGE + 1, query=query or None
    )
    return render_template(
        "index.html",
        uploads=uploads[:FILES_A_PAGE],
        page=page,
        more=len(uploads) > FILES_A_PAGE,
        query=query,
        empty=empty,
        limit=UPLOAD_LIMIT,
    )


def page_asked() -> int:
    """The number of the page of a list that the address asks for, from 1."""
    return min(max(1, request.args.get("page", 1, type=int)), 1_000_000)


@blueprint.get("/upload")
def upload_box() -> BaseResponse:
    """Where the box is: the page that refuses an upload has this address, and its links lead here."""
    return redirect(url_for(".index", lang=request.args.get("lang"), _anchor="upload"))


@blueprint.post("/upload")
def add() -> BaseResponse | tuple[str, int]:
    """Keep what was sent, then show what is in it. The bytes are kept whatever they are."""
    if from_elsewhere():
        abort(403)
    name, data = _sent()
    if len(data) > UPLOAD_LIMIT:
        abort(413)
    if not data.strip():
        return _index(empty=True), 400
    upload_id, known = _catalogue().add(name, data)
    return redirect(url_for(".upload", upload_id=upload_id, known=1 if known else None), 303)


def from_elsewhere() -> bool:
    """Whether a browser says that the form stood on another site (`null`: on a page of no site)."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        return True
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc != request.host
    except ValueError:
        return True


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
    page = page_asked()
    view = or_404(_catalogue().upload(upload_id, offset=(page - 1) * HANDS_A_PAGE, limit=HANDS_A_PAGE))
    return render_template(
        "upload.html",
        view=view,
        page=page,
        more=view.listed.hands > page * HANDS_A_PAGE,
        known=request.args.get("known") == "1",
    )


@blueprint.get("/r/<upload_id>/")
@blueprint.get("/r/<upload_id>/<number:hand>/")
def with_slash(**_parts: object) -> BaseResponse:
    query = request.query_string.decode("latin-1")
    return redirect(quote(request.path.rstrip("/")) + (f"?{query}" if query else ""), 308)


@blueprint.get("/r/<upload_id>/<number:hand>")
def hand(upload_id: str, hand: int) -> str:
    timeline, hands = _timeline(upload_id, hand)
    editable = timeline["view"] == "all" and _cut() is None and revision_asked() is None
    return hand_html(
        upload_id, timeline, hands, standing(_catalogue(), upload_id, hand) if editable else None
    )


def hand_html(
    upload_id: str, timeline: Mapping[str, Any], hands: int, editor: Mapping[str, Any] | None = None
) -> str:
    """The page of a hand, whatever text of it the timeline is of.

    `editor` is what the annotator needs: None where a view hides what there is to annotate.
    """
    hand, cut, revision = timeline["hand"], _cut(), revision_asked()
    ledger = _catalogue().ledger(upload_id, hand, request.args.get("rules"))
    link: Callable[[int], str] = lambda n: url_for("records.hand", upload_id=upload_id, hand=n, **_kept())  # noqa: E731
    kept = or_404(_catalogue().library.hand(upload_id, hand))
    context = hand_context(timeline)
    context["words"].update(editor_words())
    return render_template(
        "game.html",
        upload_id=upload_id,
        hands=hands,
        heading=timeline["tags"].get("Event") or _catalogue().name(upload_id) or _("Untitled game"),
        link=link,
        previous=link(hand - 1) if hand > 1 else None,
        following=link(hand + 1) if hand < hands else None,
        kept=_kept(),
        spoiler_free=cut is not None,
        in_match=bool(ledger),
        ledger=ledger if cut is None else [row for row in ledger if row["number"] < hand],
        sheets=[load_rules(each) for each in rule_ids()],
        asked=request.args.get("rules"),
        changes=_changes(upload_id, hand) if timeline["view"] == "all" and cut is None else None,
        newest=kept.revision,
        revision=revision,
        editor=editor,
        author_limit=AUTHOR,
        glyph_choices=glyph_choices(),
        incident_choices=incident_choices(),
        **context,
    )


def revision_asked() -> int | None:
    """The earlier revision that the address asks for (`?rev=2`); 404 for what is no number."""
    if "rev" not in request.args:
        return None
    return or_404(request.args.get("rev", type=int))


def _view() -> str:
    """Whose cards the address asks for; what is no view is all of them."""
    seat = request.args.get("seat", "all")
    return seat if seat in VIEWS else "all"


def _cut() -> str | None:
    """How far a reader who wants no spoilers has come (`?spoil=0&at=7.3`); None where all may be told."""
    return request.args.get("at", "deal") if request.args.get("spoil") == "0" else None


def _kept() -> dict[str, Any]:
    """What of the address holds for the neighbouring hands too."""
    asked = ("seat", "spoil", "original", "home")
    return {name: request.args[name][:20] for name in asked if name in request.args}


def _changes(upload_id: str, hand: int) -> Told | None:
    """What the rules that the address asks for judge otherwise than those of the record."""
    spec = request.args.get("rules")
    found = _catalogue().comparison(upload_id, hand, spec) if spec else None
    return told(found) if found else None


@blueprint.get("/r/<upload_id>/<number:hand>.json")
def timeline_json(upload_id: str, hand: int) -> Response:
    return jsonify(_timeline(upload_id, hand)[0])


def _timeline(upload_id: str, hand: int) -> tuple[dict[str, Any], int]:
    """The hand as the address asks for it: whose cards, how far, by which rules."""
    try:
        rules = request.args.get("rules")
        return or_404(
            _catalogue().timeline(upload_id, hand, rules, view=_view(), at=_cut(), revision=revision_asked())
        )
    except RuleError:
        raise UnknownRules from None


@blueprint.get("/r/<upload_id>/<number:hand>/legal.json")
def legal_json(upload_id: str, hand: int) -> Response:
    """What might have been played instead of each play, by its address, as far as it is known and shown."""
    try:
        found = _catalogue().legal_plays(upload_id, hand, request.args.get("rules"), view=_view(), at=_cut())
    except RuleError:
        raise UnknownRules from None
    return jsonify(or_404(found))


@blueprint.get("/r/<upload_id>/source")
def source(upload_id: str) -> Response:
    """The bytes as they were uploaded; a browser must not take them for a page."""
    data = or_404(_catalogue().source(upload_id))
    name = _safe_name(_catalogue().name(upload_id) or "") or f"{file_name(upload_id)}.original"
    return send_file(
        io.BytesIO(data), mimetype="application/octet-stream", as_attachment=True, download_name=name
    )


def _safe_name(name: str) -> str:
    """A file name as every system takes it: no folders, no control characters; "" if nothing is left.

    >>> _safe_name("../a/决赛 <1>.sjn")
    '决赛 1.sjn'
    """
    last = re.split(r"[/\\]", name)[-1]
    kept = (c for c in last if c not in '<>:"|?*' and unicodedata.category(c)[0] != "C")
    return "".join(kept)[-_NAME_LIMIT:].strip(". ")


def file_name(upload_id: str) -> str:
    """The id of an upload as a file name in a header may hold it."""
    return "".join(c for c in upload_id if c.isascii() and c.isalnum()) or "record"
