"""One Botzone match, still in Botzone's own card numbers.

Owns the neutral `Match` that both kinds of Botzone file are read into, the meaning of the card
numbers, and the decision which of the two suit orders a file uses. Knows neither JSON nor SJN.

A card is a number 0..107; modulo 54 it is 52 little joker, 53 big joker, else
``A234567890JQK[n // 4]`` of suit ``order[n % 4]``. The judge of 2023 counts suits h d s c, the
later ones s h c d, and nothing in a file says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from paipu.grammar.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, UNKNOWN, Card, Rank

__all__ = ["Call", "Ending", "Match", "Move", "SuitOrder", "card_of", "level_of", "suit_order"]

OLD_SUITS: Final = "hdsc"
NEW_SUITS: Final = "shcd"

_POINTS: Final = "A23456789TJQK"
_SUIT_LETTERS: Final = frozenset("shcd")
_LEVELS: Final[dict[str, Rank]] = {"0": "T", "10": "T", "1": "A"}

Ids = tuple[int, ...]
Evidence = Literal["call", "cards", "format", "assumed"]


@dataclass(frozen=True, slots=True)
class Move:
    """Cards one player put down; `tried` is the whole of a throw that failed."""

    seat: int
    ids: Ids
    tried: Ids | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One bid: `ids` are empty when another player's cards were not in the file, `size` is their number.

    `major` is the trump it made, a letter of ``shcdn``, "" if that is not known.
    """

    seat: int
    ids: Ids
    size: int
    draw: int | None
    major: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended: attackers' points, the judge's scores by seat, errors as (seat, code)."""

    points: int | None = None
    scores: tuple[int | None, ...] = ()
    errors: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What a Botzone file says about one hand."""

    kind: Literal["log", "view"]
    level: Rank | None = None
    first_round: bool | None = None
    """None in files of the 2023 judge, which did not know this field."""
    later_judge: bool = False
    """Whether the file has a field that only the later judges write."""
    hands: dict[int, Ids] = field(default_factory=dict)
    kitty: Ids = ()
    calls: tuple[Call, ...] = ()
    bury: Move | None = None
    tricks: tuple[tuple[Move, ...], ...] = ()
    banker: int | None = None
    major: str = ""
    ending: Ending | None = None
    unread: int = 0
    """How many cards were not numbers from 0 to 107."""


@dataclass(frozen=True, slots=True)
class SuitOrder:
    """The suit order of a file and what it was recognised by."""

    letters: str
    evidence: Evidence


def level_of(text: object) -> Rank | None:
    """The level as a rank; Botzone writes ten as ``0``.

    >>> level_of("0"), level_of("2"), level_of(None)
    ('T', '2', None)
    """
    if not isinstance(text, str | int):
        return None
    name = str(text).upper()
    return _LEVELS.get(name) or next((rank for rank in get_args(Rank) if rank == name), None)


def card_of(number: int, order: str) -> Card:
    """The card of a Botzone number under a suit order; `?` for -1, which stands for an unreadable one.

    >>> from paipu.grammar.cards import card_text
    >>> card_text(card_of(61, "hdsc")), card_text(card_of(61, "shcd")), card_text(card_of(106, "shcd"))
    ('C2', 'D2', 'L')
    """
    if not 0 <= number < 108:
        return UNKNOWN
    in_deck = number % 54
    if in_deck >= 52:
        return LITTLE_JOKER if in_deck == 52 else BIG_JOKER
    suit = SUITS.index(order[in_deck % 4].upper())
    return suit * 13 + RANKS.index(_POINTS[in_deck // 4])


def suit_order(match: Match) -> SuitOrder:
    """Which suit order a match uses.

    A call shows it at once: the level card on the table against the suit it made trump. Without
    one, each order is tried on what is known, and the one that contradicts itself less is kept;
    when both fit, a field that only the later judges write decides.
    """
    for call in match.calls:
        shown = [number % 54 for number in call.ids if number >= 0 and number % 54 < 52]
        if shown and call.major in _SUIT_LETTERS:
            for order in (OLD_SUITS, NEW_SUITS):
                if order[shown[0] % 4] == call.major:
                    return SuitOrder(order, "call")
    old, new = (_contradictions(match, order) for order in (OLD_SUITS, NEW_SUITS))
    if old != new:
        return SuitOrder(OLD_SUITS if old < new else NEW_SUITS, "cards")
    if match.later_judge:
        return SuitOrder(NEW_SUITS, "format")
    return SuitOrder(NEW_SUITS, "assumed")


def _contradictions(match: Match, order: str) -> int:
    """How often an order makes a bid impossible or a discard a revoke."""
    if match.level is None or match.major not in _SUIT_LETTERS | {"n"}:
        return 0
    impossible = sum(1 for call in match.calls if _impossible(match, call, order))
    return 10 * impossible + _revokes(match, order)


def _impossible(match: Match, call: Call, order: str) -> bool:
    """Whether the cards an unseen bid must have shown are seen with somebody else."""
    if call.ids or call.major not in _SUIT_LETTERS or match.level is None:
        return False
    shown = _POINTS.index(match.level) * 4 + order.index(call.major)
    elsewhere = {
        number for seat, number in _whereabouts(match) if seat != call.seat and number in (shown, shown + 54)
    }
    return len(elsewhere) > 2 - call.size


def _whereabouts(match: Match) -> Iterator[tuple[int, int]]:
    """Who has which card; the kitty belongs to nobody, and what its taker plays may come from it."""
    for seat, hand in match.hands.items():
        yield from ((seat, number) for number in hand)
    yield from ((-1, number) for number in match.kitty)
    for trick in match.tricks:
        for move in trick:
            if move.seat != match.banker:
                yield from ((move.seat, number) for number in move.ids)


def _revokes(match: Match, order: str) -> int:
    """Plays short of the suit led by players who later play that suit."""
    trump = None if match.major == "n" else order.index(match.major)
    level = _POINTS.index(match.level) if match.level else None
    count = 0
    later: dict[int, set[int]] = {seat: set() for seat in range(4)}
    for trick in reversed(match.tricks):
        if trick and trick[0].ids:
            led = _group(trick[0].ids[0], trump, level)
            for move in trick[1:]:
                followed = sum(1 for number in move.ids if _group(number, trump, level) == led)
                if followed < len(trick[0].ids) and led in later[move.seat]:
                    count += 1
        for move in trick:
            later[move.seat] |= {_group(number, trump, level) for number in move.ids}
    return count


def _group(number: int, trump: int | None, level: int | None) -> int:
    """The suit to follow of a card number: 0..3, or 4 for the trumps."""
    in_deck = number % 54
    if in_deck >= 52 or in_deck // 4 == level or in_deck % 4 == trump:
        return 4
    return in_deck % 4
