"""Which part of one record is which part of another that was edited from it, or beside it.

Owns the matching that comparing and merging share: stretches in which two lists differ, variations by the
play with which they depart, incidents by what they follow. Knows nothing of what is done with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, Final

from .addresses import Line, plays_of
from .edit_lines import departure, line_plays
from .model import Bid, Bury, Call, Incident, Play, Record, Variation
from .profiles import reduced
from .writer import canonical

__all__ = ["anchored", "bare", "facts", "incident_key", "line_keys", "shared", "stretches", "variation_keys"]

_MOST: Final = 40_000
"""Pairs of items that are looked at one by one; longer lists differ as a whole where they differ."""


def facts(record: Record) -> Record:
    """The main line alone: what editing never changes."""
    alone = reduced(canonical(record))
    tricks = (
        replace(trick, plays=tuple(replace(play, incidents=()) for play in trick.plays))
        for trick in alone.tricks
    )
    auction = tuple(item for item in alone.auction if not isinstance(item, Incident))
    return replace(alone, auction=auction, tricks=tuple(tricks))


def bare(element: Any) -> Any:
    """An element without comments and glyphs, a play without what follows it either."""
    plain = replace(element, before=(), glyphs=(), after=())
    return replace(plain, variations=(), incidents=()) if isinstance(plain, Play) else plain


def stretches(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[tuple[int, int, int, int]]:
    """Where two lists differ: from and to in the first, from and to in the second.

    >>> stretches("abcd", "axcde")
    [(1, 2, 1, 2), (4, 4, 4, 5)]
    """
    start = shared(before, after)
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    first, second = before[start : len(before) - end], after[start : len(after) - end]
    if not first and not second:
        return []
    if not first or not second or len(first) * len(second) > _MOST:
        return [(start, start + len(first), start, start + len(second))]
    codes = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    return [
        (start + i1, start + i2, start + j1, start + j2) for tag, i1, i2, j1, j2 in codes if tag != "equal"
    ]


def shared(before: Sequence[object], after: Sequence[object]) -> int:
    """How many items two lists begin with alike."""
    pairs = zip(before, after, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))


def line_keys(line: Line) -> list[Hashable]:
    """What makes each play of a line the same play in another version of it."""
    return [
        (t, line.tricks[t].number, play.seat, play.cards, play.tried)
        for (t, _), play in zip(plays_of(line), line_plays(line), strict=True)
    ]


def variation_keys(variations: Sequence[Variation], parent: Line) -> list[Hashable]:
    """What makes a variation the same in another version: how it goes up to the play with which it departs.

    `parent` is the line it departs from, of one version for all that are matched.
    """
    seen: Counter[Hashable] = Counter()
    keys: list[Hashable] = []
    for variation in variations:
        own = line_plays(variation)[: departure(variation, parent)[0] + 1]
        key = (variation.tricks[0].number, *((play.seat, play.cards, play.tried) for play in own))
        seen[key] += 1
        keys.append((key, seen[key]))
    return keys


def incident_key(incident: Incident) -> Hashable:
    """What makes an incident the same one with other fields."""
    return incident.kind, incident.party


def anchored(
    auction: Sequence[Bid | Call | Bury | Incident],
) -> tuple[list[Bid | Call | Bury], list[list[Incident]]]:
    """The bids, calls and buries, and the incidents before the first and behind each of them."""
    items: list[Bid | Call | Bury] = []
    behind: list[list[Incident]] = [[]]
    for item in auction:
        if isinstance(item, Incident):
            behind[-1].append(item)
        else:
            items.append(item)
            behind.append([])
    return items, behind
