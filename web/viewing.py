"""A record that is only looked at: in the fragment of an address, or judged and not kept.

Owns these routes. `GET /view` gets nothing of a record: its page reads it from its own address. Rules
need the program, so a record is judged only where its reader sends it, and it is not stored then.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask_babel import gettext as _
from flask_babel import pgettext

from paipu.grammar import loads
from paipu.grammar.seats import CORNERS, NAMINGS
from paipu.grammar.vocabulary import INCIDENTS
from paipu.records.formats import import_bytes
from paipu.replay import audit
from paipu.replay.match import audit_hands
from paipu.replay.views import findings_seen, timeline_for

from .events import call_words, field_names, value_names
from .hand_page import hand_context
from .i18n import pick
from .legal import legal_plays_seen
from .pages import from_elsewhere
from .words import compass, seat_name, side_name

__all__ = ["LARGEST", "blueprint", "more_words"]

LARGEST: Final = 1024 * 1024
"""Bytes of a record that is looked at without being uploaded."""

blueprint = Blueprint("viewing", __name__)


@blueprint.get("/view")
def view() -> str:
    """The viewer with no record yet; its script takes the one of the address, or the one pasted."""
    empty = timeline_for(audit(loads('[SJN "1"]\n\n= *\n')[0]), "all")
    context = hand_context(empty)
    context["words"].update(more_words())
    return render_template(
        "game.html",
        layout="view.html",
        alone=True,
        hands=1,
        heading=_("View a record"),
        limit=LARGEST,
        **context,
    )


@blueprint.post("/view")
def judge() -> tuple[str, int] | str:
    """Judge what was sent up to the hand asked for, and show that one; nothing is kept."""
    if from_elsewhere():
        abort(403)
    text = request.form.get("text", "")
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > LARGEST:
        abort(413)
    imported = import_bytes(data, "")
    if not imported.records:
        return render_template("unread.html", text=text, findings=imported.findings), 400
    count = len(imported.records)
    asked = request.form.get("hand", 1, type=int)
    number = asked if 1 <= asked <= count else 1
    done = next(islice(audit_hands(imported.records), number - 1, None))
    shown = timeline_for(done, "all")
    shown |= {"hand": number, "told": findings_seen(shown)}
    return render_template(
        "game.html",
        layout="judged.html",
        alone=True,
        legal=legal_plays_seen(done, "all"),
        hands=count,
        heading=shown["tags"].get("Event") or _("Untitled game"),
        text=text,
        **hand_context(shown),
    )


def more_words() -> dict[str, str]:
    """What the script of this page says for what elsewhere the server says."""
    return {
        **{f"call.{kind}": words for kind, words in call_words("{who}").items()},
        **{f"call.{kind}.nobody": words for kind, words in call_words(None).items()},
        **{f"incident.{kind}": pick(english, chinese) for kind, (english, chinese) in INCIDENTS.items()},
        **{f"field.{name}": words for name, words in field_names().items()},
        **{f"seat.{seat}": seat_name(seat) for seat in CORNERS.seats.values()},
        **{f"compass.{seat}": compass(seat) for naming in NAMINGS for seat in naming.seats.values()},
        **{f"side.{side}": side_name(side) for side in CORNERS.sides.values()},
        **_in_sentences(),
        **{f"value.{name}": words for name, words in value_names().items()},
        "row.trick": _("Trick"),
        "row.bid": pgettext("row", "bid"),
        "row.bury": pgettext("row", "bury"),
        "row.call": pgettext("row", "call"),
        "row.end": pgettext("row", "end"),
        "column.points": pgettext("column", "pts"),
        "prev.hand": _("Previous hand"),
        "next.hand": _("Next hand"),
        "comment": _("comment"),
        "supposing": _("supposing"),
        "incident.trick": _("%(what)s (trick %(trick)s)", what="{what}", trick="{trick}"),
        "incident.by": _("%(who)s – %(what)s", who="{who}", what="{what}"),
        "incident.referee": _("Referee: %(what)s", what="{what}"),
        "untitled": _("Untitled game"),
        "hand": _("Hand {n}"),
        "comments": _("Comments"),
        "findings": _("Findings"),
        "record.empty": _("No play is recorded."),
        "comments.empty": _("This hand has no comments."),
        "comments.covered": _(
            "Comments, glyphs and variations may name any card: they are shown with all hands."
        ),
        "findings.empty": _("Not judged: nothing was checked."),
        "not_canonical": _("This page reads the canonical form alone, and this record is not in it."),
        "broken": _("The record in this address cannot be read: the address may have been cut short."),
        "several": _("{n} hands are in it. Show hand"),
        "variation": _("variation"),
        "none.trump": _("none"),
        "level": _("Level"),
        "rules": _("Rules"),
    }  # fmt: skip


def _in_sentences() -> dict[str, str]:
    """Seats and sides as they stand in a sentence, under all their names."""
    seats = [seat for naming in NAMINGS for seat in naming.seats.values()]
    sides = [side for naming in NAMINGS for side in naming.sides.values()]
    return {
        **{f"who.{seat}": pgettext("in a sentence", "%(seat)s", seat=seat_name(seat)) for seat in seats},
        **{f"who.{side}": pgettext("in a sentence", "%(side)s", side=side_name(side)) for side in sides},
    }
