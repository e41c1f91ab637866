"""What differs between two versions of a hand, in words that a reader understands.

Owns `differences`. Comments are told as their texts, glyphs as glyphs, variations and incidents as they
are written. Knows nothing of who changed what, nor of what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from .addresses import Line, hand_names, plays_of
from .edit_lines import line_plays
from .matching import anchored, bare, incident_key, line_keys, shared, stretches, variation_keys
from .model import Bid, Bury, Call, Dealt, Incident, Play, Record, Variation
from .seats import Naming
from .writer import canonical, part_text, tag_text

__all__ = ["Change", "Slot", "differences", "tail_texts"]

Slot = Literal["before", "after", "glyphs", "variations", "incidents", "deal", "facts"]
"""What of an element changed; `deal` are the hands supposed for a variation, `facts` what editing never
changes."""


class Change(NamedTuple):
    """What went from one place, and what came to it.

    `at` is an address in the later version, in the earlier one where the element has gone.
    """

    at: str
    slot: Slot
    removed: tuple[str, ...]
    added: tuple[str, ...]


def differences(before: Record, after: Record) -> tuple[Change, ...]:
    """What differs between two versions of a hand, in the order of the hand; () if they say the same.

    >>> from paipu.grammar.reader import loads
    >>> [before] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SA / W S3\\n= *\\n')
    >>> [after] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SA {good} / W S3\\n= *\\n')
    >>> differences(before, after)
    (Change(at='1.1', slot='after', removed=(), added=('good',)),)
    """
    before, after = canonical(before), canonical(after)
    return tuple(_Walk(before.naming, after.naming).record(before, after))


def tail_texts(line: Line, start: int, naming: Naming) -> tuple[str, ...]:
    """The tricks of a line from its play number `start` on (from 0), as they are written."""
    texts = []
    left = start
    for trick in line.tricks:
        plays = trick.plays[min(left, len(trick.plays)) :]
        left -= len(trick.plays) - len(plays)
        if plays:
            texts.append(part_text(replace(trick, plays=plays), naming))
    return tuple(texts)


class _Walk:
    """Two records side by side, each with the names it gives its seats."""

    def __init__(self, before: Naming, after: Naming) -> None:
        self._before = before
        self._after = after

    def record(self, before: Record, after: Record) -> Iterator[Change]:
        for tags in ("inherited", "tags"):
            yield from _listed(
                "deal", "facts", *([tag_text(tag) for tag in getattr(each, tags)] for each in (before, after))
            )
        yield from _listed("deal", "after", _texts(before.comments), _texts(after.comments))
        yield from self._hands("deal", before.deal, after.deal)
        yield from self._element("kitty", before.kitty, after.kitty)
        yield from self._auction(before.auction, after.auction)
        yield from self._line("", before, after)
        yield from self._element("result", before.result, after.result)

    # -- elements

    def _written(self, before: Any, after: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (
            (_text(before, self._before),) if before is not None else (),
            (_text(after, self._after),) if after is not None else (),
        )

    def _element(self, at: str, before: Any, after: Any, slot: Slot = "facts") -> Iterator[Change]:
        """What is noted on an element, and the element itself, either of which may be missing."""
        texts = self._written(
            None if before is None else bare(before), None if after is None else bare(after)
        )
        if texts[0] != texts[1]:
            yield Change(at.partition("/deal/")[0] if slot == "deal" else at, slot, *texts)
        yield from _notes(at, before, after)

    def _hands(
        self, at: str, before: tuple[Dealt, ...], after: tuple[Dealt, ...], slot: Slot = "facts"
    ) -> Iterator[Change]:
        first = dict(zip(hand_names(before), before, strict=True))
        second = dict(zip(hand_names(after), after, strict=True))
        for name in dict.fromkeys([*second, *first]):
            yield from self._element(f"{at}/{name}", first.get(name), second.get(name), slot)

    def _auction(
        self,
        before: tuple[Bid | Call | Bury | Incident, ...],
        after: tuple[Bid | Call | Bury | Incident, ...],
    ) -> Iterator[Change]:
        first, behind_first = anchored(before)
        second, behind_second = anchored(after)
        at, number = "deal", 0
        for n in range(max(len(behind_first), len(behind_second))):
            behind = behind_second if n < len(behind_second) else behind_first
            if n:
                number += 1
                at = f"a{number}"
                old, new = (items[n - 1] if n <= len(items) else None for items in (first, second))
                yield from self._element(at, old, new)
            pair = [each[n] if n < len(each) else [] for each in (behind_first, behind_second)]
            yield from self._incidents(at, "a", number, *pair)
            number += len(behind[n])

    def _incidents(
        self,
        at: str,
        prefix: str,
        number: int,
        before: Sequence[Incident],
        after: Sequence[Incident],
    ) -> Iterator[Change]:
        """The incidents at one place, whose addresses in the later version count on from `number`."""
        i = j = 0
        keys = [list(map(incident_key, each)) for each in (before, after)]
        for i1, i2, j1, j2 in [*stretches(*keys), (len(before), len(before), len(after), len(after))]:
            for old, new in zip(before[i:i1], after[j:j1], strict=True):
                texts = self._written(bare(old), bare(new))
                if texts[0] != texts[1]:
                    yield Change(at, "incidents", *texts)
                yield from _notes(f"{prefix}{number + j + 1}", old, new)
                j += 1
            if i1 < i2 or j1 < j2:
                gone = tuple(_text(each, self._before) for each in before[i1:i2])
                come = tuple(_text(each, self._after) for each in after[j1:j2])
                yield Change(at, "incidents", gone, come)
            i, j = i2, j2

    # -- lines

    def _line(self, prefix: str, before: Line, after: Line) -> Iterator[Change]:
        """The plays of a line, `prefix` being what stands before addresses in it."""
        same = shared(line_keys(before), line_keys(after))
        plays = zip(plays_of(after), line_plays(before)[:same], line_plays(after)[:same], strict=False)
        for (t, p), old, new in plays:
            yield from self._play(f"{prefix}{after.tricks[t].number}.{p + 1}", old, new, before)
        gone, come = tail_texts(before, same, self._before), tail_texts(after, same, self._after)
        if not gone and not come:
            return
        if prefix:
            yield Change(prefix[:-1], "variations", gone, come)
            return
        longer = after if come else before
        t, p = plays_of(longer)[same]
        yield Change(f"{longer.tricks[t].number}.{p + 1}", "facts", gone, come)

    def _play(self, at: str, before: Play, after: Play, parent: Line) -> Iterator[Change]:
        if before == after:
            return
        yield from _notes(at, before, after)
        yield from self._variations(at, before.variations, after.variations, parent)
        yield from self._incidents(at, f"{at}i", 0, before.incidents, after.incidents)

    def _variations(
        self, at: str, before: tuple[Variation, ...], after: tuple[Variation, ...], parent: Line
    ) -> Iterator[Change]:
        first = dict(zip(variation_keys(before, parent), before, strict=True))
        second = dict(zip(variation_keys(after, parent), after, strict=True))
        gone = [key for key in first if key not in second]
        come = [key for key in second if key not in first]
        if gone or come:
            yield Change(
                at,
                "variations",
                tuple(part_text(first[key], self._before) for key in gone),
                tuple(part_text(second[key], self._after) for key in come),
            )
        stay = [key for key in first if key in second]
        moved = [key for key in second if key in first]
        if stay != moved:
            yield Change(
                at,
                "variations",
                tuple(part_text(first[key], self._before) for key in stay),
                tuple(part_text(second[key], self._after) for key in moved),
            )
        for number, (key, new) in enumerate(second.items(), 1):
            if key in first and first[key] != new:
                yield from self._variation(f"{at}v{number}", first[key], new)

    def _variation(self, at: str, before: Variation, after: Variation) -> Iterator[Change]:
        yield from _listed(at, "before", _texts(before.before), _texts(after.before))
        yield from self._hands(f"{at}/deal", before.deal, after.deal, "deal")
        yield from self._line(f"{at}/", before, after)


def _text(part: Any, naming: Naming) -> str:
    drawn = "Draw: " if isinstance(part, Dealt) and part.drawn else ""
    return drawn + part_text(part, naming)


def _texts(comments: Sequence[Any]) -> list[str]:
    return [comment.text for comment in comments]


def _notes(at: str, before: Any, after: Any) -> Iterator[Change]:
    """Comments and glyphs of an element, either version of which may be missing."""
    yield from _listed(at, "before", _noted(before, "before"), _noted(after, "before"))
    glyphs = [tuple(each.glyphs) if each is not None else () for each in (before, after)]
    if glyphs[0] != glyphs[1]:
        yield Change(at, "glyphs", *glyphs)
    yield from _listed(at, "after", _noted(before, "after"), _noted(after, "after"))


def _noted(element: Any, slot: str) -> list[str]:
    return [] if element is None else _texts(getattr(element, slot))


def _listed(at: str, slot: Slot, before: list[str], after: list[str]) -> Iterator[Change]:
    found = stretches(before, after)
    if found:
        gone = (text for i1, i2, _, _ in found for text in before[i1:i2])
        come = (text for _, _, j1, j2 in found for text in after[j1:j2])
        yield Change(at, slot, tuple(gone), tuple(come))
