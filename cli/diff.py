"""A unified diff of two texts that correspond block by block.

Owns the lines of the diff. Compared block by block it takes linear time over a file of many hands, where
comparing the whole would not end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

import click

__all__ = ["coloured", "unified"]

_CONTEXT: Final = 3
_NO_END: Final = "\\ No newline at end of file"
_Step = tuple[str, int, int, int, int]


def unified(name: str, blocks: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The lines of the diff of all blocks one after the other, each a text before and after.

    >>> print("\\n".join(unified("a.sjn", [("same\\n", "same\\n"), ("old\\n", "new\\n")])))
    --- a.sjn
    +++ a.sjn
    @@ -1,2 +1,2 @@
     same
    -old
    +new
    """
    before: list[str] = []
    after: list[str] = []
    steps: list[_Step] = []
    for old, new in blocks:
        old_lines, new_lines = _lines(old), _lines(new)
        steps += _shifted(old_lines, new_lines, len(before), len(after))
        before += old_lines
        after += new_lines
    if before == after:
        return  # lines that only went from one block to the next
    matcher: SequenceMatcher[str] = SequenceMatcher(None, (), ())
    matcher.opcodes = list(_joined(steps))  # type: ignore[attr-defined]
    for number, group in enumerate(matcher.get_grouped_opcodes(_CONTEXT)):
        if number == 0:
            yield from (f"--- {name}", f"+++ {name}")
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@"
        for kind, start, end, new_start, new_end in group:
            if kind == "equal":
                yield from _signed(" ", before[start:end])
                continue
            yield from _signed("-", before[start:end])
            yield from _signed("+", after[new_start:new_end])


def coloured(line: str) -> str:
    """A line of the diff in the colours people know."""
    if line.startswith(("---", "+++")):
        return click.style(line, bold=True)
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour) if colour else line


def _lines(text: str) -> list[str]:
    """Lines with their ends, cut at line feeds only."""
    pieces = text.split("\n")
    return [*(piece + "\n" for piece in pieces[:-1]), *filter(None, pieces[-1:])]


def _shifted(old: list[str], new: list[str], at: int, new_at: int) -> Iterator[_Step]:
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        yield kind, start + at, end + at, new_start + new_at, new_end + new_at


def _joined(steps: Iterable[_Step]) -> Iterator[_Step]:
    """Neighbours of one kind made one, so that no context stands twice."""
    last: _Step | None = None
    for step in steps:
        if last is not None and last[0] == step[0]:
            last = (last[0], last[1], step[2], last[3], step[4])
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


def _range(start: int, end: int) -> str:
    """Lines from one to another as a diff counts them."""
    if end - start == 1:
        return str(start + 1)
    return f"{start + (end > start)},{end - start}"


def _signed(sign: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _NO_END
