"""Where one hand ends and the next begins.

Owns the record boundaries. A hand begins at a line that begins with ``[SJN ``, whatever is open
there, or at the first text after a ``=`` line; it can be found without reading any other hand.
Text between hands that is no hand goes to the hand before it, as junk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .spellings import COMMENT, TAG
from .words import SECTION_WORDS

__all__ = ["Chunk", "split"]

_START: Final = re.compile(r"^[\[［]SJN[ \t]", re.MULTILINE)
_END: Final = re.compile(
    rf"{TAG}|{COMMENT}|^[ \t\u3000]*+[=＝](?=[ \t]*+(?:[-+]?\d|[*?＊？{{]))(?:[^\n{{]|{COMMENT}|\{{)*",
    re.MULTILINE,
)
_ONLY_COMMENTS: Final = re.compile(rf"(?:\s|{COMMENT})*\Z")
_HAND_LIKE: Final = re.compile(
    r"^[ \t\u3000]*+(?:[\[［【][ \t]*\w|(?:deal|draw|bids|bury|tricks)[ \t]*[:：]"
    rf"|(?:{'|'.join(word for word in SECTION_WORDS if not word.isascii())})[ \t\u3000]*(?:[:：]|$)"
    r"|底牌|\d+[.．][ \t]*\w|第[ \t]*[\d一二三四五六七八九十]+[ \t]*[墩轮輪圈]"
    r"|[=＝][ \t]*+(?:[-+]?\d|[*?＊？{]))",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """The text of one hand: the file from `start` to `end`, beginning with line `line`.

    `before` and `after` are the offsets where the hand itself begins and ends: what lies outside
    them, within the chunk, is junk.
    """

    source: str
    line: int
    before: int
    after: int

    @property
    def hand(self) -> str:
        return self.source[self.before : self.after]


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    is_hand: bool


def split(text: str) -> Iterator[Chunk]:
    """The chunks of a file, in order; together they hold all of its text.

    >>> [chunk.hand for chunk in split('[SJN "1"]\\n= 80\\n\\n[SJN "1"]\\n= *\\n')]
    ['[SJN "1"]\\n= 80\\n', '[SJN "1"]\\n= *\\n']
    """
    line = line_at = 0
    held: list[_Piece] = []

    def chunk() -> Chunk:
        nonlocal line, line_at
        first = held[0].start
        line += text.count("\n", line_at, first)
        line_at = first
        hand = next((piece for piece in held if piece.is_hand), None)
        source = text[first : held[-1].end]
        if hand is None:
            return Chunk(source, line + 1, len(source), len(source))
        return Chunk(source, line + 1, hand.start - first, hand.end - first)

    for piece in _pieces(text):
        if piece.is_hand and any(before.is_hand for before in held):
            yield chunk()
            held = []
        held.append(piece)
    if held:
        yield chunk()


def _pieces(text: str) -> Iterator[_Piece]:
    """Hands and the junk between them, blank text left out, comments joined to the hand they precede."""
    starts = [match.start() for match in _START.finditer(text)]
    waiting: int | None = None
    for begin, end in zip([0, *starts], [*starts, len(text)], strict=True):
        spans = list(_spans(text, begin, end))
        for number, (start, stop) in enumerate(spans):
            piece = text[start:stop]
            if not piece.strip():
                continue
            if number == len(spans) - 1 and end < len(text) and _ONLY_COMMENTS.match(piece):
                waiting = start
                continue
            yield _Piece(start if waiting is None else waiting, stop, bool(_HAND_LIKE.search(piece)))
            waiting = None


def _spans(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """What lies between two starts, cut after each result line; blank lines ahead are dropped."""
    start = _skip_blank_lines(text, begin, end)
    for match in _END.finditer(text, begin, end):
        if text[match.start()] in "{[［【<":
            continue
        stop = min(match.end() + 1, end)
        yield start, stop
        start = _skip_blank_lines(text, stop, end)
    if start < end:
        yield start, end


_BLANK_LINES: Final = re.compile(r"(?:[ \t\u3000]*+\n)*+")


def _skip_blank_lines(text: str, start: int, end: int) -> int:
    match = _BLANK_LINES.match(text, start, end)
    return match.end() if match else start
