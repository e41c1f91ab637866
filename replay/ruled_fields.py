"""The fields of an incident that say what was ruled, as values: numbers, levels, who deals.

Owns how they are read; what is not readably one of them is None. Weighs nothing (`rulings`).
"""

from __future__ import annotations

import re
from typing import Final

from paipu.grammar.cards import Rank, Seat, Side
from paipu.grammar.seats import Naming, NotASeatError

__all__ = ["dealer_in", "levels_in", "number_in"]

_LEVEL: Final = re.compile(r"([A-Z]{2,4})\s*(?:([+-]\d{1,2})|[:=]\s*(10|[2-9TJQKA]))")


def number_in(text: str | None, *, signed: bool = False) -> int | None:
    """A number of up to six digits.

    >>> number_in("-10", signed=True), number_in("-10")
    (-10, None)
    """
    digits = (text or "").lstrip("+-") if signed else text or ""
    return int(text) if text and digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


def levels_in(text: str | None, naming: Naming) -> dict[Side, int | Rank] | None:
    """Levels awarded: ``NS+1``, ``EW-1 NS+2``, or the rank set, ``NS:J``."""
    if not text or _LEVEL.sub("", text).strip(" ,"):
        return None
    try:
        return {
            naming.side(name): int(by) if by else rank.replace("10", "T")
            for name, by, rank in _LEVEL.findall(text)
        }
    except NotASeatError:
        return None


def dealer_in(text: str | None, naming: Naming) -> Seat | Side | None:
    """Who deals by a ruling: a seat or a side."""
    try:
        return naming.party(text or "")
    except NotASeatError:
        return None
