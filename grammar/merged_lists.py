"""Lists that two sides changed, item by item and by key.

Owns where additions go: those of both sides stay, theirs first. Knows nothing of what the items are; what
becomes of one that both sides have changed is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from .matching import stretches

__all__ = ["in_order", "merged_list"]

_Item = TypeVar("_Item", bound=Hashable)


def merged_list(
    base: Sequence[_Item],
    mine: Sequence[_Item],
    theirs: Sequence[_Item],
    key: Callable[[_Item], Hashable],
    one: Callable[..., _Item | None],
) -> tuple[_Item, ...]:
    """A list that both sides changed: what came in on either side, and what `one` makes of each old item."""
    if mine in (base, theirs):
        return tuple(theirs)
    if theirs == base:
        return tuple(mine)
    fate, came = _fates(base, mine, key)
    their_fate, their_came = _fates(base, theirs, key)
    made: list[_Item] = []
    index = 0
    for n in range(len(base) + 1):
        known = set(their_came[n])
        made += [*their_came[n], *(item for item in came[n] if item not in known)]
        index += len(their_came[n])
        if n == len(base):
            break
        item = one(index, base[n], fate[n], their_fate[n])
        index += their_fate[n] is not None
        if item is not None:
            made.append(item)
    return tuple(made)


def _fates(
    base: Sequence[_Item], side: Sequence[_Item], key: Callable[[_Item], Hashable]
) -> tuple[list[_Item | None], list[list[_Item]]]:
    """What became of each old item (None: it went), and what came in before each and behind the last."""
    fate: list[_Item | None] = []
    came: list[list[_Item]] = [[] for _ in range(len(base) + 1)]
    j = 0
    found = stretches(list(map(key, base)), list(map(key, side)))
    for i1, i2, j1, j2 in [*found, (len(base), len(base), len(side), len(side))]:
        fate += side[j:j1]
        changed = min(i2 - i1, j2 - j1)
        fate += [*side[j1 : j1 + changed], *[None] * (i2 - i1 - changed)]
        came[i2] += side[j1 + changed : j2]
        j = j2
    return fate, came


def in_order(
    first: Iterable[Hashable],
    second: Mapping[Hashable, object],
    kept: Mapping[Hashable, object],
    old: Mapping[Hashable, object],
) -> list[Hashable]:
    """What is kept in the order of `first`; what only `second` has, behind what it follows there.

    And behind what `first` added at the same place.
    """
    order = [key for key in first if key in kept]
    known = set(order)
    following: dict[Hashable, list[Hashable]] = {}
    before: Hashable = None
    for key in second:
        if key in known:
            before = key
        elif key in kept:
            following.setdefault(before, []).append(key)
    made: list[Hashable] = []
    waiting = following.get(None, [])
    for key in order:
        if key in old or key in second:
            made += waiting
            waiting = following.get(key, [])
        made.append(key)
    return made + waiting
