"""The questions of `paipu judge` as JSON: their fields, read and checked.

Owns what a question may hold and what is said about one that cannot be read. Knows no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar, get_args

from paipu.grammar.cards import RANKS, SEATS, Cards, Rank, Seat, Side, parse_cards, side_of
from paipu.replay.rules import RuleError, RuleSet, load_rules, value_text

from .incidents import INCIDENT_TYPES, Action, Choice, Found, Incident
from .order import Order, order_for

__all__ = [
    "Question",
    "QuestionError",
    "cards_of",
    "hand_no_of",
    "incident_of",
    "level_of",
    "order_of",
    "plays_of",
    "rules_of",
    "seat_of",
]

T = TypeVar("T", bound=str)


Question = Mapping[str, Any]


class QuestionError(ValueError):
    """A question that cannot be read; `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def rules_of(question: Question) -> RuleSet:
    spec = question.get("rules", "standard")
    changes = question.get("set") or {}
    if not isinstance(spec, str) or not isinstance(changes, Mapping):
        raise QuestionError("question.rules", "rules is a string, set an object")
    decks = question.get("decks", 2)
    if decks not in (1, 2, 3, 4) or isinstance(decks, bool):
        raise QuestionError("question.decks", f"decks is 1, 2, 3 or 4, not {decks!r}")
    if decks != 2 and "deck_count" not in changes:
        changes = {"deck_count": decks, **changes}
    parts = [spec, *(f"{name}={_spelled(value)}" for name, value in changes.items())]
    try:
        return load_rules("; ".join(parts))
    except RuleError as error:
        raise QuestionError("question.rules", str(error)) from None


def _spelled(value: Any) -> str:
    return value_text(tuple(value) if isinstance(value, list) else value)


def order_of(question: Question, rules: RuleSet) -> Order:
    trump = question.get("trump")
    if trump not in ("S", "H", "C", "D", "NT"):
        raise QuestionError("question.trump", f"trump is S H C D or NT, not {trump!r}")
    return order_for(rules, trump, level_of(question))


def level_of(question: Question) -> Rank:
    level = question.get("level")
    if not isinstance(level, str) or len(level) != 1 or level not in RANKS:
        raise QuestionError("question.level", f"level is 2..9 T J Q K A, not {level!r}")
    return level  # type: ignore[return-value]


def cards_of(value: Any, field: str, *, least: int = 0) -> Cards:
    if not isinstance(value, str):
        raise QuestionError("question.cards", f"{field} is a string of cards, not {value!r}")
    try:
        cards = parse_cards(value)
    except ValueError as error:
        raise QuestionError("question.cards", f"{field}: {error}") from None
    if any(card >= 54 for card in cards):
        raise QuestionError("question.cards", f"{field}: unknown cards cannot be judged")
    if len(cards) < least:
        raise QuestionError("question.cards", f"{field}: at least {least} card expected")
    return cards


def plays_of(question: Question, field: str, length: int | None = None) -> list[Cards]:
    values = question.get(field)
    if not isinstance(values, list) or (length is not None and len(values) != length):
        raise QuestionError("question.cards", f"{field} is a list of {length or 'some'} strings of cards")
    return [cards_of(value, field) for value in values]


def seat_of(question: Question, field: str) -> Seat:
    seat = question.get(field)
    for known in SEATS:
        if seat == known:
            return known
    raise QuestionError("question.seat", f"{field} is E N W or S, not {seat!r}")


def hand_no_of(question: Question) -> int:
    number = question.get("hand_no", 2)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise QuestionError("question.hand_no", f"hand_no counts from 1, not {number!r}")
    return number


def incident_of(question: Question) -> Incident:
    """The incident a question describes; fields that no incident of its type has are passed over."""
    kind = _word(question.get("type"), "type", INCIDENT_TYPES)
    if kind is None:
        raise QuestionError("question.type", f"type is one of {', '.join(INCIDENT_TYPES)}")
    seat, dealer = (seat_of(question, field) if field in question else None for field in ("seat", "dealer"))
    side = _word(question.get("side"), "side", _AT_FAULT)
    dealer_side = _word(question.get("dealer_side"), "dealer_side", _SIDES)
    if seat and side and side != side_of(seat):
        raise QuestionError("question.side", f"seat {seat} is not of side {side}")
    if dealer and dealer_side and dealer_side != side_of(dealer):
        raise QuestionError("question.side", f"dealer {dealer} is not of side {dealer_side}")
    if kind not in _NOBODYS and not ((seat or side) and dealer_side):
        raise QuestionError("question.side", "seat or side at fault and dealer_side are needed")
    found = question.get("found")
    return Incident(
        type=kind,
        side=side_of(seat) if seat else side,
        dealer_side=dealer_side,
        seat=seat,
        dealer=dealer,
        count=_number(question, "count", least=1),
        cards=cards_of(question.get("cards", ""), "cards"),
        led=cards_of(question.get("led", ""), "led"),
        found=_word(found.removesuffix("_play") if isinstance(found, str) else found, "found", _FOUND),
        choice=_word(question.get("choice"), "choice", _CHOICES),
        level=level_of(question) if question.get("level") is not None else None,
        points_in_hand=_number(question, "points_in_hand"),
        trumps_in_hand=_number(question, "trumps_in_hand"),
        action=_word(question.get("action"), "action", _ACTIONS),
        seconds=_number(question, "seconds"),
        limit=_number(question, "limit"),
        minutes=_number(question, "minutes"),
        hand_no=hand_no_of(question) if "hand_no" in question else 1,
    )


_SIDES: Final[tuple[Side, ...]] = get_args(Side)


_AT_FAULT: Final[tuple[Side | Literal["both"], ...]] = (*_SIDES, "both")


_FOUND: Final[tuple[Found, ...]] = get_args(Found)


_CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)


_ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


_NOBODYS: Final = frozenset({"kitty_count", "redeal", "time_up", "late", "forfeit", "substitution"})
"""Types of incident that may come without a side at fault."""


def _word(value: Any, field: str, allowed: tuple[T, ...]) -> T | None:
    """One of the words allowed, or None where none is given."""
    for word in allowed:
        if value == word:
            return word
    if value is not None:
        raise QuestionError(
            f"question.{field}", f"{field} is one of {', '.join(map(str, allowed))}, not {value!r}"
        )
    return None


def _number(question: Question, field: str, *, least: int = 0) -> int | None:
    number = question.get(field)
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise QuestionError("question.number", f"{field} is a whole number from {least} on, not {number!r}")
    return number
