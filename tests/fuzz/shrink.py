"""The shortest input that fails in the same way."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["shortest"]


def shortest(data: str | bytes, fails: Callable[[str | bytes], bool], tries: int = 1500) -> str | bytes:
    """Leave out ever smaller pieces, as long as what is left still fails.

    >>> shortest("a long text with an x in it", lambda text: "x" in text)
    'x'
    """
    size = len(data) // 2
    while size and tries > 0:
        at = 0
        while at < len(data) and tries > 0:
            less = data[:at] + data[at + size :]  # type: ignore[operator]
            tries -= 1
            if fails(less):
                data = less
            else:
                at += size
        size = min(size // 2, len(data) // 2) if size > 1 else 0
    return data
