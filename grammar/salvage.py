"""What of a damaged line still reads once its bad incidents and variations are cut out.

Owns the cutting: which incident or variation is bad, the innermost one of several. Does not know how a
piece is read (it is handed what tells so), nor how a loss is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Generic, TypeVar

from .spellings import COMMENT, TAG
from .traced import Traced, inserted, joined

__all__ = ["ASIDE", "OPENERS", "Cut", "salvage"]

OPENERS: Final = ("<", "‹", "〈", "《", "«")
"""How a line begins that is perhaps meant for an incident."""
_CLOSERS: Final = ">›〉》»"
ASIDE: Final = (
    rf"{TAG}|{COMMENT}"
    rf"|[{''.join(OPENERS)}](?:\"[^\"\n{{]*\"|[^\n{''.join(OPENERS)}{_CLOSERS}{{/\"]|/(?=\S)|\")*[{_CLOSERS}]?"
)
"""A tag, an incident or a comment, and what was perhaps meant for an incident: that ends with its bracket,
or before the blank slash, the comment or the line end that no incident holds."""
_PIECE: Final = re.compile(rf"{ASIDE}|[()\n]")
_ONLY_COMMENTS: Final = re.compile(rf"(?:[ \t\n]|{COMMENT})*\Z")
_STUB: Final = "( 1. N SA )"
_Error = TypeVar("_Error")


@dataclass(frozen=True, slots=True)
class Cut(Generic[_Error]):
    """A piece that is left out: from where to where, how it reads alone, and why it does not."""

    start: int
    end: int
    text: Traced
    error: _Error | None


@dataclass(slots=True)
class _Open(Generic[_Error]):
    """A parenthesis not closed yet, with the asides inside: each one and what stands in its place."""

    start: int
    inside: list[tuple[int, int, str]] = field(default_factory=list)
    cuts: list[Cut[_Error]] = field(default_factory=list)


def salvage(
    line: Traced, section: str, error: Callable[[str, str], _Error | None]
) -> tuple[Traced, list[Cut[_Error]]] | None:
    """The line without its bad incidents and variations, and these; None if that does not read either.

    `error(text, start)` says why a text does not read as `start` of the grammar. Every character is
    handed to it a fixed number of times, whatever nests.
    """
    top: _Open[_Error] = _Open(0)
    opened = [top]
    breaks: list[int] = []
    for match in _PIECE.finditer(line.text):
        sign = match.group()
        if sign == "(":
            opened.append(_Open(match.start()))
        elif sign == ")":
            if len(opened) > 1:
                _close(line, opened, match.end(), error)
        elif sign == "\n":
            if len(opened) == 1:
                breaks.append(match.start())
        elif sign[0] in OPENERS and (why := error(sign, "item_bids")) is not None:
            _cut(line, opened[-1], *match.span(), why)
    _cut_unclosed(line, opened, error)
    rest = _without(line, 0, len(line.text), top.inside)
    if not top.cuts or not _reads(rest.text, section, error):
        _cut_behind(line, top, breaks)
        rest = _without(line, 0, len(line.text), top.inside)
        if not top.cuts or not _reads(rest.text, section, error):
            return None
    kept = [(start, end, "") for start, end, stub in top.inside if not stub]
    spans = {(start, end) for start, end, _ in kept}
    deeper = [(cut.start, cut.end, "") for cut in top.cuts if (cut.start, cut.end) not in spans]
    return _without(line, 0, len(line.text), sorted(kept + deeper)), top.cuts


def _reads(text: str, section: str, error: Callable[[str, str], _Error | None]) -> bool:
    return _ONLY_COMMENTS.match(text) is not None or error(text, section) is None


def _cut(line: Traced, where: _Open[_Error], start: int, end: int, why: _Error | None) -> None:
    where.inside.append((start, end, ""))
    where.cuts.append(Cut(start, end, line.slice(start, end), why))


def _close(
    line: Traced, opened: list[_Open[_Error]], end: int, error: Callable[[str, str], _Error | None]
) -> None:
    """A variation: a stub stands for it where it reads, and it is cut out with all its own where not."""
    one = opened.pop()
    own = _without(line, one.start, end, one.inside)
    why = error(own.text, "item_variation")
    if why is None:
        opened[-1].inside.append((one.start, end, _STUB))
        opened[-1].cuts += one.cuts
    else:
        opened[-1].inside.append((one.start, end, ""))
        opened[-1].cuts.append(Cut(one.start, end, own, why))


def _cut_unclosed(
    line: Traced, opened: list[_Open[_Error]], error: Callable[[str, str], _Error | None]
) -> None:
    """A variation that is not closed ends with its line; what stands below is outside of it."""
    top, done = opened[0], -1
    for one in opened[1:]:
        if one.start >= done:
            at = line.text.find("\n", one.start)
            done = len(line.text) if at < 0 else at
            piece = line.slice(one.start, done)
            _cut(line, top, one.start, done, error(piece.text, "item_variation"))
        top.inside += [piece for piece in one.inside if piece[0] >= done]
        top.cuts += [cut for cut in one.cuts if cut.start >= done]


def _cut_behind(line: Traced, top: _Open[_Error], breaks: list[int]) -> None:
    """Cut out the lines that begin with an incident or a variation and go on with something else."""
    bounds = [*breaks, len(line.text)]
    pieces = iter(sorted(top.inside))
    piece = next(pieces, None)
    added: list[tuple[int, int]] = []
    for start, end in pairwise(bounds):
        inside: list[tuple[int, int, str]] = []
        while piece is not None and piece[0] < end:
            if piece[0] >= start:
                inside.append(piece)
            piece = next(pieces, None)
        written = line.text[start:end].strip()
        if not written.startswith(("(", *OPENERS)):
            continue
        rest = _without(line, start, end, inside).text.strip()
        if not rest.startswith("/") and not _ONLY_COMMENTS.match(_PIECE.sub("", rest)):
            added.append((start + 1, end))
    for start, end in added:
        top.inside = [one for one in top.inside if not start <= one[0] < end]
        top.cuts = [one for one in top.cuts if not start <= one.start < end]
    for start, end in added:
        _cut(line, top, start, end, None)
    top.inside.sort()


def _without(line: Traced, start: int, end: int, inside: list[tuple[int, int, str]]) -> Traced:
    """A piece of a line with other text in place of some of it."""
    parts: list[Traced] = []
    for first, last, instead in inside:
        parts += [line.slice(start, first), inserted(instead, line.slice(first, last))]
        start = last
    return joined([*parts, line.slice(start, end)])
