"""Hands of one seat that stand on more than one line.

Owns when such lines are one hand: where together they are no more than the usual hand. Knows the usual
size by the number of decks, and no other rule of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Final

from .cards import Cards, is_unknown, sort_cards
from .model import Dealt, Record

__all__ = ["one_hand_each"]

_USUAL: Final = {"1": 12, "2": 25, "3": 39, "4": 52}
_HAND_SIZE: Final = re.compile(r"\bhand_size[ \t]*=[ \t]*([0-9]{1,3})\b")


def one_hand_each(record: Record) -> tuple[Record, tuple[Dealt, ...]]:
    """The record with the lines of one hand put together, and the lines that were added to others.

    Lines stay apart where together they have more cards than a hand has or more copies of a card than
    there are decks, where one only repeats the other, and where some are dealt and some drawn.

    >>> spades, hearts = Dealt(seat="E", cards=(0, 1)), Dealt(seat="E", cards=(13,))
    >>> one_hand_each(Record(deal=(spades, hearts)))[0].deal[0].cards
    (1, 0, 13)
    """
    if len({dealt.seat for dealt in record.deal}) == len(record.deal):
        return record, ()
    decks, size = _deck_and_hand(record)
    drawn = {dealt.seat for dealt in record.deal if dealt.drawn}
    mixed = drawn & {dealt.seat for dealt in record.deal if not dealt.drawn}
    hands: list[Dealt] = []
    added: list[Dealt] = []
    at: dict[str, int] = {}
    for dealt in record.deal:
        first = at.setdefault(dealt.seat, len(hands))
        if first == len(hands) or dealt.seat in mixed:
            hands.append(dealt)
        elif _fit(hands[first].cards, dealt.cards, decks, size):
            hands[first] = _both(hands[first], dealt)
            added.append(dealt)
        else:
            hands.append(dealt)
    return (replace(record, deal=tuple(hands)) if added else record), tuple(added)


def _deck_and_hand(record: Record) -> tuple[int, int]:
    """Decks and cards of a hand as the tags of this hand say; what a match block says is not looked at,
    since a hand must read the same alone."""
    said = {tag.name: tag.value for tag in record.tags}
    decks = said.get("Decks", "2")
    decks = decks if decks in _USUAL else "2"
    own = _HAND_SIZE.search(said.get("Rules", ""))
    return int(decks), int(own[1]) if own else _USUAL[decks]


def _fit(first: Cards, second: Cards, decks: int, size: int) -> bool:
    if len(first) + len(second) > size:
        return False
    held, more = Counter(first), Counter(second)
    if more <= held:
        return False
    return all(count <= decks for card, count in (held + more).items() if not is_unknown(card))


def _both(first: Dealt, second: Dealt) -> Dealt:
    cards = first.cards + second.cards
    return replace(
        first,
        cards=cards if first.drawn else sort_cards(cards),
        glyphs=first.glyphs + second.glyphs,
        after=(*first.after, *second.before, *second.after),
    )
