"""Cards as small ints, and how SJN spells them.

Owns: card codes, the strict (export) spelling and its reader. Knows no rule: which card is
trump, or higher, is the business of `paipu.replay`.

A card is an int: ``suit * 13 + rank`` for the 52 suit cards (suits S H C D = 0..3, ranks
2..A = 0..12), 52 the little joker `L`, 53 the big joker `B`. Cards a partial record does not
know have codes too: 54 is `?` (any card), 55..58 are `S?` `H?` `C?` `D?` (suit known). Two
equal cards are the same int and are never told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

__all__ = [
    "BIG_JOKER",
    "LITTLE_JOKER",
    "RANKS",
    "SEATS",
    "SUITS",
    "UNKNOWN",
    "Card",
    "Cards",
    "Rank",
    "Seat",
    "Side",
    "Suit",
    "Trump",
    "card",
    "card_text",
    "format_cards",
    "is_unknown",
    "parse_cards",
    "partner",
    "points_of",
    "rank_of",
    "side_of",
    "sort_cards",
    "suit_of",
]

Card = int
Cards = tuple[int, ...]
Seat = Literal["E", "N", "W", "S"]
Side = Literal["NS", "EW"]
Suit = Literal["S", "H", "C", "D"]
Trump = Literal["S", "H", "C", "D", "NT"]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]

SEATS: Final[tuple[Seat, ...]] = ("E", "N", "W", "S")
"""The four seats counter-clockwise, the usual direction of play."""
SUITS: Final = "SHCD"
RANKS: Final = "23456789TJQKA"
LITTLE_JOKER: Final[Card] = 52
BIG_JOKER: Final[Card] = 53
UNKNOWN: Final[Card] = 54

_TEXT: Final = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    "L",
    "B",
    "?",
    *(suit + "?" for suit in SUITS),
)
_CODE: Final = {text: code for code, text in enumerate(_TEXT)}
_POINTS: Final = {"5": 5, "T": 10, "K": 10}
_STRICT: Final = re.compile(r"\?|[SHCD][?2-9TJQKA]+|[BL]")


def card(text: str) -> Card:
    """The code of one card; `ValueError` if it is not one.

    >>> card("SA"), card("B"), card("?")
    (12, 53, 54)
    """
    try:
        return _CODE[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def card_text(code: Card) -> str:
    """The SJN spelling of one card.

    >>> card_text(12), card_text(52), card_text(55)
    ('SA', 'L', 'S?')
    """
    return _TEXT[code]


def suit_of(code: Card) -> Suit | None:
    """The printed suit, None for jokers and `?`."""
    if code < 52:
        return SUITS[code // 13]  # type: ignore[return-value]
    return SUITS[code - 55] if code > UNKNOWN else None  # type: ignore[return-value]


def rank_of(code: Card) -> Rank | None:
    """The printed rank, None for jokers and unknown cards."""
    return RANKS[code % 13] if code < 52 else None  # type: ignore[return-value]


def is_unknown(code: Card) -> bool:
    """Whether the record does not know this card, or not its rank."""
    return code >= UNKNOWN


def points_of(code: Card) -> int:
    """Points of a card: 5 counts 5, ten and king 10.

    >>> sum(points_of(c) for c in range(54)) * 2
    200
    """
    return _POINTS.get(rank_of(code) or "", 0)


def _export_key(code: Card) -> tuple[int, int]:
    """Unknown cards, then jokers, then S H C D, each from high to low."""
    if code == UNKNOWN:
        return (0, 0)
    if code > UNKNOWN:
        return (2 + code - 55, -100)
    if code >= 52:
        return (1, -code)
    return (2 + code // 13, -(code % 13))


def sort_cards(cards: Iterable[Card]) -> Cards:
    """Cards in the canonical order of a play: `?`, jokers, then S H C D, each from high to low."""
    return tuple(sorted(cards, key=_export_key))


def format_cards(cards: Iterable[Card], separator: str = " ") -> str:
    """Spell cards in the order given, neighbours of one suit as one group.

    `separator` stands between groups: a blank in deals, nothing in plays.

    >>> format_cards(parse_cards("S5HKC3C3BB"))
    'S5 HK C33 BB'
    >>> format_cards(parse_cards("BB S2 S2"), "")
    'BBS22'
    """
    groups: list[str] = []
    last: str | None = None
    for code in cards:
        text = _TEXT[code]
        head = text[0]
        if groups and head == last:
            groups[-1] += text[-1]
        elif groups and head in "BL" and last in ("B", "L"):
            groups[-1] += text
        else:
            groups.append(text)
        last = head
    return separator.join(groups)


def parse_cards(text: str) -> Cards:
    """Read the strict spelling: groups, touching or spaced, in the order written.

    The wider spellings of the import form are the reader's business. Raises `ValueError` that
    names the first offending character.

    >>> parse_cards("SAAK BL") == (12, 12, 11, 53, 52)
    True
    """
    cards: list[Card] = []
    end = len(text)
    at = 0
    while at < end:
        if text[at] == " ":
            at += 1
            continue
        match = _STRICT.match(text, at)
        if match is None:
            raise ValueError(f"not a card at character {at + 1}: {text[at : at + 3]!r}")
        group = match.group()
        if len(group) == 1:
            cards.append(_CODE[group])
        else:
            cards.extend(_CODE[group[0] + rank] for rank in group[1:])
        at = match.end()
    return tuple(cards)


def partner(seat: Seat) -> Seat:
    """The seat across the table."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def side_of(seat: Seat) -> Side:
    """The partnership of a seat."""
    return "NS" if seat in ("N", "S") else "EW"
