"""The parts cards decompose into, and runs of sets on the ladder.

Owns `Component` and the search for runs, on which shapes, duties and comparisons are built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from paipu.grammar.cards import Cards

from .order import TRUMPS, Group, Order

__all__ = ["Component", "Run", "runs"]

Run = tuple[int, ...]
"""The steps of a run of pairs, from low to high."""


@dataclass(frozen=True, slots=True)
class Component:
    """A single, a pair or a tractor; with three or four decks also three or four alike.

    `pairs` counts its sets: 0 for a single, 1 for a pair, else the length of the tractor. `width` is
    how many cards a set has, 2 with two decks. `top` is the strength of its highest card.
    """

    pairs: int
    cards: Cards
    top: int
    width: int = 2

    @property
    def shape(self) -> Literal["single", "pair", "three", "four", "tractor"]:
        if self.pairs > 1:
            return "tractor"
        return _ALIKE[self.width] if self.pairs else "single"


_ALIKE: Final[dict[int, Literal["pair", "three", "four"]]] = {2: "pair", 3: "three", 4: "four"}


def runs(room: Mapping[int, int], length: int, group: Group, order: Order) -> Iterator[Run]:
    """All runs of `length` pairs on linked steps; `room` says how many pairs each step holds.

    On a twin step a run may use two pairs, elsewhere one.
    """
    for step in sorted(step for step, count in room.items() if count):
        yield from _runs_from((step,), room, length, group, order)


def _runs_from(run: Run, room: Mapping[int, int], length: int, group: Group, order: Order) -> Iterator[Run]:
    if len(run) == length:
        yield run
        return
    last = run[-1]
    # Two pairs on a twin step join, but a third does not.
    if group == TRUMPS and last in order.twins and run.count(last) == 1 and room.get(last, 0) > 1:
        yield from _runs_from((*run, last), room, length, group, order)
    for step in order.above(group, last, start=len(run) == 1):
        if room.get(step, 0):
            yield from _runs_from((*run, step), room, length, group, order)
