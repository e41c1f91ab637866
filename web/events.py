"""Calls and incidents in words: what was called in the auction, what the referee was called for.

Owns the sentence and the details of such a step, in the language of the request. Must not know how a
page looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import pgettext

from paipu.grammar.cards import SEATS
from paipu.grammar.vocabulary import INCIDENTS

from .i18n import is_chinese, pick
from .words import seat_name, side_name

__all__ = ["Event", "call_words", "event_of", "field_names", "spelled", "value_names"]

Step = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A call or an incident, told."""

    said: str
    details: tuple[tuple[str, str], ...] = ()
    """Names and values of what the sentence leaves out."""


def event_of(step: Step) -> Event | None:
    """What a step tells; None for bids, plays and whatever speaks for itself."""
    if step["kind"] == "call":
        return Event(said=_call(step["call"], step.get("seat")))
    if step["kind"] == "incident":
        return Event(said=_incident(step), details=_details(step["fields"]))
    return None


def _call(kind: str, seat: str | None) -> str:
    who = None if seat is None else _party(seat)
    return call_words(who).get(kind, kind if who is None else f"{who} {kind}")


def call_words(who: str | None) -> dict[str, str]:
    """What each call says, of somebody or of nobody in particular."""
    if who is None:
        return {
            "pass": _("Nobody bids"),
            "flip": _("The kitty is turned up"),
            "redeal": _("A new deal is called"),
            "rebel": _("Rebellion: the hand is laid open"),
            "lot": _("The dealer is drawn by lot"),
        }
    return {
        "pass": _("%(who)s passes", who=who),
        "flip": _("%(who)s turns up the kitty", who=who),
        "redeal": _("%(who)s calls a new deal", who=who),
        "rebel": _("%(who)s rebels and lays the hand open", who=who),
        "lot": _("%(who)s is the dealer by lot", who=who),
    }


def _incident(step: Step) -> str:
    """As in "Referee: West – a wrong follow, or cards concealed (trick 3) → 10 points to EW"."""
    kind, fields = step["incident"], step["fields"]
    english, chinese = INCIDENTS.get(kind, (kind, kind))
    what = pick(english, chinese)
    if step.get("party"):
        what = _("%(who)s – %(what)s", who=_party(step["party"]), what=what)
    if kind not in ("claim", "concede"):  # these the players settle
        what = _("Referee: %(what)s", what=what)
    if fields.get("trick"):
        what = _("%(what)s (trick %(trick)s)", what=what, trick=fields["trick"])
    return f"{what} → {fields['ruling']}" if fields.get("ruling") else what


def _party(party: str) -> str:
    """A seat or a side as it stands in a sentence."""
    named: str = (
        pgettext("in a sentence", "%(seat)s", seat=seat_name(party))
        if party in SEATS
        else pgettext("in a sentence", "%(side)s", side=side_name(party))
    )
    return named


def _details(fields: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    names = field_names()
    return tuple(
        (names.get(name, name), _value(name, value))
        for name, value in fields.items()
        if name not in ("trick", "ruling")
    )


def _value(name: str, value: str) -> str:
    """A value in words where it is one of those the specification names, else as written."""
    if name in ("by", "deal"):
        return seat_name(value) or side_name(value)
    if name in ("cards", "should"):
        return spelled(value)
    if name == "levels":
        return " ".join(_levels(part) for part in value.split())
    return value_names().get(f"{name}.{value}", value)


def _levels(part: str) -> str:
    written = part.rstrip("+-0123456789:=AKQJT")
    side = side_name(written)
    level = part[len(written) :].lstrip(":=").replace("T", "10")
    return part if side == written else f"{side} {level}"


def spelled(cards: str) -> str:
    """Cards with a symbol each; what is no card is left as it stands.

    >>> spelled("HKQ")
    '♥K♥Q'
    """
    symbols = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    jokers = {"B": "大王", "L": "小王"} if is_chinese() else {"B": "big joker", "L": "little joker"}
    parts, suit = [], ""
    for sign in cards:
        if sign in symbols:
            suit = symbols[sign]
        elif sign in jokers:
            parts.append(jokers[sign])
        elif sign in "23456789TJQKA?":
            parts.append(suit + sign.replace("T", "10"))
        else:
            parts.append(sign)
    return "".join(parts)


def field_names() -> dict[str, str]:
    """What the fields of an incident are called."""
    return {
        "cards": _("Cards"),
        "count": _("Number of cards"),
        "should": _("Should have played"),
        "found": _("Found"),
        "by": _("By"),
        "choice": _("Choice"),
        "action": _("While"),
        "seconds": _("Seconds used"),
        "limit": _("Seconds allowed"),
        "minutes": _("Minutes late"),
        "reason": _("Reason"),
        "tricks": pgettext("field", "Tricks"),
        "points": _("Points"),
        "levels": pgettext("field", "Levels"),
        "deal": _("Dealer"),
        "replay": _("Played again"),
        "finding": _("Finding"),
        "decision": _("Decision"),
    }


def value_names() -> dict[str, str]:
    """What some values of fields mean, as `field.value`."""
    return {
        "decision.upheld": pgettext("decision", "upheld"),
        "decision.dismissed": pgettext("decision", "dismissed"),
        "found.before_next": _("before the next play"),
        "found.after_next": _("after the next play"),
        "found.trick_end": _("at the end of the trick"),
        "found.later_trick": _("in a later trick"),
        "found.after_hand": _("after the hand"),
        "found.after_reshuffle": _("after the cards were shuffled"),
        "choice.play_on": _("play on"),
        "choice.end": _("end the hand"),
        "choice.correct": _("correct it"),
        "choice.leave": _("leave it"),
        "action.play": _("playing"),
        "action.bury": _("burying"),
        "action.overturn": _("overturning"),
        "tricks.all": _("all the rest"),
        "points.all": _("all the rest"),
        "replay.yes": _("yes"),
        "replay.no": _("no"),
    }
