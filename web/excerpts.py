"""A line of text around the place of a finding.

Owns where it is cut. Must not know where the text comes from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["Excerpt", "excerpt"]

_AROUND: Final = 44
"""Characters shown on either side of a finding."""

_WORD: Final = re.compile(r"\S+|\s")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of text with the place of a finding in it."""

    before: str
    at: str
    after: str


def excerpt(lines: Sequence[str], finding: Mapping[str, Any]) -> Excerpt | None:
    """The line a finding points at, cut around its place.

    >>> excerpt(["1. N SA / W X9"], {"line": 1, "column": 13})
    Excerpt(before='1. N SA / W ', at='X9', after='')
    """
    number, column = finding.get("line"), finding.get("column", 1)
    if not number or not 0 < number <= len(lines):
        return None
    line, start = lines[number - 1], column - 1
    word = _WORD.match(line, start)
    end = min(word.end(), start + _AROUND) if word else start
    before, after = line[max(0, start - _AROUND) : start], line[end : end + _AROUND]
    return Excerpt(
        f"…{before}" if start > _AROUND else before,
        line[start:end] or "¶",
        f"{after}…" if end + _AROUND < len(line) else after,
    )
