"""The words of the annotator: where an address of a hand is, what a change concerns, what its scripts say.

Owns those words, in the language of the request. Must not know how a page looks.
"""

from __future__ import annotations

import re
from typing import Final

from flask_babel import gettext as _
from flask_babel import pgettext

from paipu.grammar.vocabulary import GLYPHS, INCIDENTS

from .i18n import pick
from .words import seat_name

__all__ = [
    "SLOTS",
    "address_words",
    "anchor",
    "editor_words",
    "glyph_choices",
    "incident_choices",
    "slot_words",
]

SLOTS: Final = ("before", "after", "glyphs", "variations", "incidents", "deal", "facts")
"""What a change or a conflict may concern, as `paipu.grammar.differences` names it."""
KEYS: Final = ("!", "?", "!!", "??", "!?", "?!", "$10", "$20", "$24")
"""The glyphs that the keys 1 to 9 set."""

_SUPPOSED: Final = re.compile(r"(?:^|/)deal/[A-Z]+[0-9]*$")
_PIECE: Final = re.compile(r"([0-9]+\.[0-9]+)|v([0-9]+)|i([0-9]+)|/")


def glyph_choices() -> list[tuple[str, str, str]]:
    """Each glyph with a meaning: the glyph, its meaning, and its key or nothing; those with keys first."""
    keyed = [(glyph, pick(*GLYPHS[glyph]), str(key)) for key, glyph in enumerate(KEYS, 1)]
    return [*keyed, *((glyph, pick(*words), "") for glyph, words in GLYPHS.items() if glyph not in KEYS)]


def incident_choices() -> list[tuple[str, str]]:
    """Each kind of incident with its meaning."""
    return [(kind, pick(*words)) for kind, words in INCIDENTS.items()]


def anchor(at: str) -> str:
    """The address on the page of a hand that shows an address of an annotation.

    >>> anchor("deal/E2"), anchor("7.3v1/deal/W2"), anchor("7.3")
    ('deal', '7.3v1', '7.3')
    """
    return "deal" if at == "kitty" else _SUPPOSED.sub("", at) or "deal"


def address_words(at: str) -> str:
    """An address in words, as in "Trick 7 · play 3 · variation 1 · trick 8 · play 1"."""
    names: dict[str, str] = {"deal": _("The deal"), "kitty": _("Kitty"), "result": _("Result")}
    if at in names:
        return names[at]
    if at.startswith("deal/"):
        return " · ".join((names["deal"], _hand_of(at[5:])))
    if at[:1] == "a":
        auction: str = _("Auction, item %(n)s", n=at[1:])
        return auction
    line, _slash, supposed = at.partition("/deal/")
    parts: list[str] = [_part(match) for match in _PIECE.finditer(line) if match[0] != "/"]
    if supposed:
        parts.append(_("supposed hand of %(seat)s", seat=_hand_of(supposed)))
    return " · ".join(parts) or at


def _hand_of(name: str) -> str:
    """Whose hand it is, with the number of a second one: `E2`."""
    seat = name.rstrip("0123456789")
    return f"{seat_name(seat) or seat} {name[len(seat) :]}".rstrip()


def _part(match: re.Match[str]) -> str:
    play, variation, incident = match.groups()
    words: str
    if play:
        trick, number = play.split(".")
        words = _("Trick %(trick)s, play %(play)s", trick=trick, play=number)
    elif variation:
        words = _("variation %(n)s", n=variation)
    else:
        words = _("incident %(n)s", n=incident)
    return words


def slot_words(slot: str) -> str:
    """What a change or a conflict concerns."""
    names: dict[str, str] = {
        "before": _("comment before it"),
        "after": _("comment"),
        "glyphs": _("glyphs"),
        "variations": _("variation"),
        "incidents": _("incident"),
        "deal": _("supposed hand"),
        "facts": _("what was recorded"),
    }
    return names.get(slot, slot)


def editor_words() -> dict[str, str]:
    """The dictionary of the annotator's scripts; `{name}` stands for a value."""
    return {
        "edit.before": _("Comment before it"),
        "edit.after": _("Comment"),
        "edit.variation": _("Comment on the variation"),
        "edit.of_hand": _("Comment on the hand of {seat}"),
        "edit.of_kitty": _("Comment on the kitty"),
        "edit.delete": _("Delete this comment"),
        "edit.count": _("{count} changes, not saved"),
        "edit.count.one": _("1 change, not saved"),
        "edit.count.none": _("No changes"),
        "edit.kept": _("Kept in this browser until you save or discard it."),
        "edit.saved": _("Saved as revision {revision}"),
        "edit.merged": _("Saved as revision {revision}, joined with what others saved meanwhile"),
        "edit.same": _("Nothing has changed: there is nothing to save."),
        "edit.discarded": _("Discarded. Redo brings it back."),
        "edit.turn": _("{seat} is to play"),
        "edit.turn.count": _("{seat} is to play {count} cards"),
        "edit.turn.nobody": _("Whose turn it is, is not known: choose cards of a hand."),
        "edit.over": _("The hand is over."),
        "edit.no_cards": _("These cards cannot be read. Write them as in SAK H5, ♠A♠K or 黑桃A."),
        "edit.decision_open": _("A decision is filled in, not yet written. Write it, or save without it."),
        "edit.no_line": _("There is no play to depart from."),
        "edit.behind": _(
            "The server cannot be reached: this can be changed once the page shows your last changes."
        ),
        "edit.flagged": _("Against the rules; it is flagged in the variation."),
        "edit.supposed": _("{seat}: {given} of {needed} cards"),
        "edit.holds": _("{seat} holds (a click takes a card away)"),
        "edit.may_hold": _("Not yet played (a click gives it)"),
        "edit.failed": _("It could not be saved; your changes are still here."),
        "edit.mine": _("Mine"),
        "edit.theirs": _("Theirs"),
        "edit.nothing": pgettext("of two versions", "nothing"),
        "edit.to_choose": _("Still to choose: {count}"),
        "edit.proposed": _("The rules give:"),
        "edit.decided.upheld": _("Upheld"),
        "edit.decided.dismissed": _("Dismissed"),
        "edit.saved_elsewhere": _("Saved in another tab."),
        "edit.restored": _("Changes of your last visit that are not saved are shown."),
        **{f"slot.{slot}": slot_words(slot) for slot in SLOTS},
    }
