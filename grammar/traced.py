"""Text that remembers where it came from.

Owns the bookkeeping that lets the reader rewrite spellings and still report every line and column
as they stand in the file. Knows nothing of the notation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from .model import Place

__all__ = ["Places", "Traced", "inserted", "joined"]


class Traced:
    """A text under rewriting, with the original offset of each of its characters.

    `origin` is None while nothing has moved; else it has one entry more than `text` has
    characters, for the end. Values are never changed: each step gives a new one.

    >>> Traced("a--b").sub(re.compile("--"), lambda match: "+").offset(2)
    3
    """

    __slots__ = ("origin", "text")

    def __init__(self, text: str, origin: list[int] | None = None) -> None:
        self.text = text
        self.origin = origin

    def offset(self, at: int) -> int:
        """Where the character at `at` stood in the original text."""
        return at if self.origin is None else self.origin[at]

    def offsets(self) -> list[int]:
        """The origin of every character, and of the end."""
        return list(range(len(self.text) + 1)) if self.origin is None else self.origin

    def translate(self, table: dict[int, str | int]) -> Traced:
        """Replace single characters by single characters."""
        return Traced(self.text.translate(table), self.origin)

    def sub(self, pattern: re.Pattern[str], meant: Callable[[re.Match[str]], str]) -> Traced:
        """Like `pattern.sub(meant, text)`, keeping the origins."""
        text = self.text
        pieces: list[str] = []
        origin: list[int] = []
        old: list[int] | None = None
        last = 0
        for match in pattern.finditer(text):
            new = meant(match)
            if new == match.group():
                continue
            old = old or self.offsets()
            start, end = match.span()
            pieces += (text[last:start], new)
            origin += old[last:start]
            origin += [old[min(start + i, max(start, end - 1))] for i in range(len(new))]
            last = end
        if old is None:
            return self
        pieces.append(text[last:])
        origin += old[last:]
        return Traced("".join(pieces), origin)

    def slice(self, start: int, end: int) -> Traced:
        """A piece of it; its origins still count from the start of the original."""
        return Traced(self.text[start:end], self.offsets()[start : end + 1])


def inserted(text: str, like: Traced) -> Traced:
    """Inserted text that says it stands where `like` begins.

    >>> inserted("Deal:", Traced("N SA").slice(2, 4)).offset(4)
    2
    """
    return Traced(text, [like.offset(0)] * (len(text) + 1))


def joined(parts: list[Traced]) -> Traced:
    """The parts as one text, each character with its origin."""
    origin: list[int] = []
    for part in parts:
        origin += part.offsets()[:-1]
    end = parts[-1].offset(len(parts[-1].text)) if parts else 0
    return Traced("".join(part.text for part in parts), [*origin, end])


class Places:
    """Lines and columns of a piece of a file that begins with line `line`.

    >>> Places("ab\\ncd", 7).at(4)
    Place(line=8, column=2)
    """

    __slots__ = ("_line", "_starts")

    def __init__(self, text: str, line: int = 1) -> None:
        self._line = line
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> Place:
        """The place of the character at `offset`."""
        index = bisect_right(self._starts, offset) - 1
        return Place(self._line + index, offset - self._starts[index] + 1)
