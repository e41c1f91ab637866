"""Where the elements of a record are: from an address to an element, and back.

Owns the addresses of everything that can carry a note, those of lines of variations included, as paths
through the record, and the one way to put something else at a path. Knows nothing of what is put there.

===================  ==================================================================
``deal``             the head of the record: the comments on the hand as a whole
``deal/E``           the hand dealt to a seat; ``deal/E2`` if the seat is dealt again
``kitty``            the kitty
``7.3v1``            a variation; ``7.3v1/7.4v2/8.1`` a play inside one
``7.3v1/deal/W``     a hand supposed for a variation
===================  ==================================================================

The others are those of `paipu.grammar.model`. Of two tricks with one number the first is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar, cast

from .model import Dealt, Element, Record, Variation

__all__ = [
    "Line",
    "Noted",
    "Path",
    "depth",
    "elements",
    "find",
    "hand_names",
    "held",
    "plays_of",
    "put",
    "taken_out",
]

Path = tuple[str | int, ...]
"""Names of members and indices in them, from the record on; the empty path is the record itself."""

Line = Record | Variation
"""What has tricks: the main line or a variation."""

_Value = TypeVar("_Value")
_NUMBER: Final = r"(?:0|[1-9][0-9]{0,5})"
_PLAY: Final = re.compile(rf"(?P<trick>{_NUMBER})\.(?P<play>{_NUMBER})(?:(?P<kind>[vi])(?P<item>{_NUMBER}))?")
_AUCTION: Final = re.compile(rf"a({_NUMBER})")


class Noted(NamedTuple):
    """Something that can carry a note: its address, its path, and itself."""

    at: str
    path: Path
    value: Element | Line


def held(record: Record, path: Path) -> Any:
    """What is at a path."""
    value: Any = record
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def put(value: _Value, path: Path, new: object) -> _Value:
    """The same with something else at a path."""
    if not path:
        return cast("_Value", new)
    step, *rest = path
    if isinstance(step, str):
        changed = put(getattr(value, step), tuple(rest), new)
        return cast("_Value", replace(cast("Any", value), **{step: changed}))
    items = cast("tuple[object, ...]", value)
    return cast("_Value", (*items[:step], put(items[step], tuple(rest), new), *items[step + 1 :]))


def taken_out(record: Record, path: Path) -> Record:
    """The record without the item at a path that ends in an index."""
    *into, index = path
    items = held(record, tuple(into))
    assert isinstance(index, int)
    return put(record, tuple(into), (*items[:index], *items[index + 1 :]))


def depth(path: Path) -> int:
    """How many variations deep a path leads."""
    return path.count("variations")


def plays_of(line: Line) -> list[tuple[int, int]]:
    """The places of the plays of a line: index of the trick, and of the play in it."""
    return [(t, p) for t, trick in enumerate(line.tricks) for p in range(len(trick.plays))]


def hand_names(deal: tuple[Dealt, ...]) -> list[str]:
    """What the hands of a deal are called in addresses: by the seat, a second one of it with a number."""
    seen: Counter[str] = Counter()
    names = []
    for dealt in deal:
        seen[dealt.seat] += 1
        names.append(dealt.seat + (str(seen[dealt.seat]) if seen[dealt.seat] > 1 else ""))
    return names


def find(record: Record, address: str) -> Path | None:
    """The path of an address; None if the record has no such element.

    >>> from paipu.grammar.reader import loads
    >>> [record] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SA / W S3 ( 1. N SA / W S4 )\\n= *\\n')
    >>> find(record, "1.2v1/1.2")
    ('tricks', 0, 'plays', 1, 'variations', 0, 'tricks', 0, 'plays', 1)
    >>> find(record, "1.2v2") is None
    True
    """
    if address == "deal":
        return ()
    if address in ("kitty", "result"):
        return (address,) if getattr(record, address) else None
    if item := _AUCTION.fullmatch(address):
        return ("auction", int(item[1]) - 1) if 1 <= int(item[1]) <= len(record.auction) else None
    *before, last = address.split("/")
    supposed = before[-1:] == ["deal"]
    path = _line(record, before[:-1] if supposed else before)
    if path is None:
        return None
    if not supposed:
        return _in_line(record, path, last)
    hands = hand_names(held(record, path).deal)
    return (*path, "deal", hands.index(last)) if last in hands else None


def elements(record: Record) -> Iterator[Noted]:
    """Everything that has an address, in the order of the hand; the record itself stands for its head."""
    yield Noted("deal", (), record)
    for index, name in enumerate(hand_names(record.deal)):
        yield Noted(f"deal/{name}", ("deal", index), record.deal[index])
    if record.kitty:
        yield Noted("kitty", ("kitty",), record.kitty)
    for number, item in enumerate(record.auction):
        yield Noted(f"a{number + 1}", ("auction", number), item)
    yield from _elements_of(record, "", ())
    if record.result:
        yield Noted("result", ("result",), record.result)


def _elements_of(line: Line, prefix: str, path: Path) -> Iterator[Noted]:
    numbers = [trick.number for trick in line.tricks]
    for t, p in plays_of(line):
        trick = line.tricks[t]
        if trick.number in numbers[:t]:
            continue
        play, at = trick.plays[p], f"{prefix}{trick.number}.{p + 1}"
        here = (*path, "tricks", t, "plays", p)
        yield Noted(at, here, play)
        for v, variation in enumerate(play.variations):
            inner, below = f"{at}v{v + 1}", (*here, "variations", v)
            yield Noted(inner, below, variation)
            for index, name in enumerate(hand_names(variation.deal)):
                yield Noted(f"{inner}/deal/{name}", (*below, "deal", index), variation.deal[index])
            yield from _elements_of(variation, f"{inner}/", below)
        for i, incident in enumerate(play.incidents):
            yield Noted(f"{at}i{i + 1}", (*here, "incidents", i), incident)


def _line(record: Record, parts: list[str]) -> Path | None:
    """The path of a line: of the record without parts, else of the variation they lead to."""
    path: Path | None = ()
    for part in parts:
        path = None if path is None else _in_line(record, path, part)
        if path is None or path[-2] != "variations":
            return None
    return path


def _in_line(record: Record, line: Path, part: str) -> Path | None:
    match = _PLAY.fullmatch(part)
    if match is None:
        return None
    number, place = int(match["trick"]), int(match["play"]) - 1
    tricks = held(record, line).tricks
    index = next((t for t, trick in enumerate(tricks) if trick.number == number), None)
    if index is None or not 0 <= place < len(tricks[index].plays):
        return None
    path: Path = (*line, "tricks", index, "plays", place)
    if match["kind"] is None:
        return path
    name, item = ("variations" if match["kind"] == "v" else "incidents"), int(match["item"]) - 1
    return (*path, name, item) if 0 <= item < len(getattr(held(record, path), name)) else None
