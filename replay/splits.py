"""What a lead obliges to where sets come in several widths: its splits, from large parts to small.

Owns the splits of a lead and the search for the first that a hand can fill: that one is owed. With
one or two decks, where every set is a pair, `follow` counts instead. No rule sheet plays more than
two decks; this is the way of the programs that do (`follow_draw`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paipu.grammar.cards import Cards

from .order import Group, Order
from .parts import Component
from .wide import Widths, placements

__all__ = ["Owed", "Split", "owed", "played", "splits_of"]

Split = tuple[Widths, ...]
"""The runs that a lead is split into, the largest first; singles are left out, they can always be laid."""


@dataclass(frozen=True, slots=True)
class Owed:
    """The first split that cards can fill, its place among the splits, and the cards that fill it."""

    split: Split
    place: int
    cards: Cards


def owed(lead: Sequence[Component], suit: Cards, group: Group, order: Order) -> Owed:
    """What a hand owes to a lead, read into components: the first split its suit can fill.

    Under a policy that protects longer sets only those count which the hand holds in that width.
    """
    return _first_filled(tuple(lead), tuple(sorted(suit)), group, order)


def played(lead: Sequence[Component], play: Cards, group: Group, order: Order) -> Owed:
    """What a play of the suit answers to a lead; under protection a longer set answers no shorter one."""
    return _first_filled(tuple(lead), tuple(sorted(play)), group, order)


@lru_cache(maxsize=1 << 12)
def _first_filled(lead: tuple[Component, ...], cards: Cards, group: Group, order: Order) -> Owed:
    whole = order.rules.word("follow_draw").startswith("longer_protected")
    for place, split in enumerate(splits_of(lead, order)):
        found = _fill(cards, split, group, order, whole)
        if found is not None:
            return Owed(split, place, found)
    raise AssertionError("the last split has singles only")


def _fill(cards: Cards, split: Split, group: Group, order: Order, whole: bool) -> Cards | None:
    """Cards that lay all runs of a split side by side, None if there are none.

    With `whole` a set is laid only with all the cards of its kind.
    """
    counts = Counter(cards)
    if sum(map(sum, split)) > len(cards):
        return None
    return _lay(cards, split, group, order, counts if whole else None)


def _lay(cards: Cards, split: Split, group: Group, order: Order, whole: Counter[int] | None) -> Cards | None:
    if not split:
        return ()
    if all(len(run) == 1 for run in split):
        return _lone(cards, [run[0] for run in split], whole)
    first, *rest = split
    for part in placements(cards, first, group, order):
        if whole is not None and any(whole[card] != n for card, n in Counter(part.cards).items()):
            continue
        left = tuple(sorted((Counter(cards) - Counter(part.cards)).elements()))
        more = _lay(left, tuple(rest), group, order, whole)
        if more is not None:
            return (*part.cards, *more)
    return None


def _lone(cards: Cards, widths: Sequence[int], whole: Counter[int] | None) -> Cards | None:
    """Sets of these widths, the widest first, each out of the cards held least often: () to None."""
    counts = Counter(cards)
    laid: list[int] = []
    for width in sorted(widths, reverse=True):
        able = [c for c, n in counts.items() if (n >= width if whole is None else n == width == whole[c])]
        if not able:
            return None
        # An odd set gives its odd card away first: of three and four alike a pair leaves one and two.
        card = min(able, key=lambda card: (counts[card], card))
        counts[card] -= width
        laid += [card] * width
    return tuple(laid)


# --- the splits -----------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def splits_of(lead: tuple[Component, ...], order: Order) -> tuple[Split, ...]:
    """The splits of a lead that its rules know, from large parts to small, nothing owed the last."""
    thrown = len(lead) > 1
    if order.rules["follow_draw"] == "none" or (thrown and order.rules["follow_throw"] == "suit_only"):
        return ((),)
    found: set[Split] = {()}
    for part in lead:
        ways = set(_ways(part, order, by_number=thrown and order.rules["follow_throw"] == "pairs_by_number"))
        found = {tuple(sorted((*split, *way), reverse=True)) for split in found for way in ways}
    return tuple(sorted(found, key=_size, reverse=True))


def _size(split: Split) -> tuple[Widths, Widths, Split]:
    """Wider sets first, then more of them, then longer runs."""
    sets = sorted((width for run in split for width in run), reverse=True)
    return tuple(sets), tuple(sorted(map(len, split), reverse=True)), split


def _ways(part: Component, order: Order, *, by_number: bool) -> Iterator[Split]:
    """The ways to split one component."""
    rules = order.rules
    tractor = rules["follow_tractor"]
    if part.pairs == 0:
        yield ()
        return
    owes_run = part.pairs > 1 and tractor != "pairs_else_any" and not by_number
    if owes_run:
        yield ((part.width,) * part.pairs,)
    if part.pairs > 1 and tractor == "tractor_else_any":
        yield ()
        return
    rule, least = rules["follow_longer_tractor"], rules.number("tractor_min_pairs")
    drawn = not rules.word("follow_draw").endswith("tractors_for_tractors")
    for sets in _partitions(len(part.cards), part.width):
        apart = tuple((width,) for width in sets if width > 1)
        yield apart
        if rule == "best_decomposition" and (owes_run or (part.pairs == 1 and drawn and not by_number)):
            grouped = _grouped(tuple(width for width in sets if width > 1))
            yield from (
                split for split in grouped if all(len(run) == 1 or len(run) >= least for run in split)
            )
        elif rule == "shorter_required" and owes_run:
            for length in range(max(2, least), sets.count(part.width) + 1):
                yield ((part.width,) * length, *apart[length:])


@lru_cache(maxsize=256)
def _partitions(number: int, most: int) -> tuple[Widths, ...]:
    """The ways to write a number as a sum of numbers up to `most`, large ones first.

    >>> _partitions(4, 2)
    ((2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    if number == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for first in range(min(number, most), 0, -1)
        for rest in _partitions(number - first, first)
    )


@lru_cache(maxsize=256)
def _grouped(sets: Widths) -> frozenset[Split]:
    """All ways to group sets into runs.

    >>> sorted(_grouped((2, 2)))
    [((2,), (2,)), ((2, 2),)]
    """
    if not sets:
        return frozenset({()})
    first, rest = sets[0], sets[1:]
    found: set[Split] = set()
    for split in _grouped(rest):
        found.add(tuple(sorted(((first,), *split), reverse=True)))
        for at, run in enumerate(split):
            grown = tuple(sorted((first, *run), reverse=True))
            found.add(tuple(sorted((grown, *split[:at], *split[at + 1 :]), reverse=True)))
    return frozenset(found)
