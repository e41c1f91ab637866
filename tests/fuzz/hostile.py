"""Texts made to hang a reader: each shape repeated up to a megabyte.

Owns the shapes and the measure of growth. A hand longer than the limit is kept without being read, so
a shape stands as four hands just below it, which are read to their end, and as one hand beyond it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from paipu.grammar import iter_headers, loads
from paipu.grammar.limits import MAX_HAND
from paipu.records.formats import import_bytes

from .properties import Cost

__all__ = ["PATIENCE", "SHAPES", "Measured", "growth", "seconds_beyond", "text_of"]

PATIENCE: Final = 20.0
"""Seconds for a megabyte beyond the limit of a hand; it takes about one."""

_UNITS: Final = {
    "open brackets": "[",
    "open braces": "{",
    "closed braces": "}",
    "escaped braces": "\\{",
    "backslashes": "\\",
    "open parentheses": "(",
    "closed parentheses": ")",
    "spaced parentheses": "( ",
    "open angles": "<",
    "quotes": '"',
    "brackets and quotes": '["',
    "open variations": "( 1. N SA ",
    "variations side by side": "( 1. N SA ) ",
    "variations on lines": "( 1. N SA\n",
    "one long word": "x",
    "one long number": "1",
    "one long line of plays": "/ W S3 ",
    "plays on lines": "/ W S3\n",
    "slashes": "/",
    "slashes on lines": "/\n",
    "tricks": "1. N SA / W S3 / S S5 / E S7\n",
    "tricks without seats": "1. N SA / S3 / S5 / S7\n",
    "bad tricks": "1. N SA / W S1\n",
    "run of cards": "SA",
    "run of one suit": "A",
    "run of jokers": "BL",
    "run of tens": "S10",
    "run of bare tens": "10",
    "cards written suit last": "A♠",
    "cards in words": "黑桃A",
    "run of unknown cards": "?",
    "suit and unknown cards": "S?",
    "joiners": "2-",
    "glyphs": "!",
    "glyphs with numbers": "$22 ",
    "comments": "{a}",
    "comments on lines": "{a}\n",
    "open comments on lines": "{a\n",
    "spaced comments": "{a} ",
    "open tags": '[A "',
    "tags": '[A "b"]\n',
    "tags without end": '[A "b"\n',
    "wide tags": "［A “b”］",
    "incidents": "<revoke W>\n",
    "incidents with fields": "<a x=1 ",
    "incidents with open quotes": '<a x="',
    "long incident": " x=1",
    "sections": "Tricks:\n",
    "foreign sections": "Weather:\n",
    "bids and buries": "Bids:\nN S2\nBury:\nN S3\n",
    "calls": "N pass\n",
    "results on a line": "= 5 ",
    "results without score": "= x\n",
    "kitties": "Kitty S5\n",
    "seats": "N ",
    "seats in words": "北",
    "colons": ":",
    "blank space": " ",
    "blank lines": "\n",
    "blank lines with tabs": "\t\n",
    "CR LF": "\r\n",
    "CR and CR LF": "\r\r\n",
    "CR, LF and plays": "1. N SA\r\n\r/ W S3\n\r",
    "wide blanks": "\u3000",
    "pictures of cards": "🂡",
    "private characters": "\ue000",
    "hands": '[SJN "1"]\n= *\n\n',
    "heads of hands": '[SJN "1"]\n',
    "match blocks": '[SJN "1"]\n[Match "m"]\n',
}
_PLACES: Final = {
    "head": '[SJN "1"]\n',
    "Deal:": '[SJN "1"]\n\nDeal:\nN SA ',
    "Bids:": '[SJN "1"]\n\nBids:\nN S2 ',
    "incident": '[SJN "1"]\n\nBids:\n<revoke W> ',
    "Tricks:": '[SJN "1"]\n\nTricks:\n1. N SA ',
    "trick incident": '[SJN "1"]\n\nTricks:\n1. N SA\n<revoke W> ',
    "result": '[SJN "1"]\n= * ',
}
SHAPES: Final = (
    *(f"{name}, {place}" for name in _UNITS for place in _PLACES),
    "deep variations, head",
    "one long comment, head",
    "one long value, head",
)


@dataclass(frozen=True, slots=True)
class Measured(Cost):
    """The processor time a text took."""

    def is_linear_to(self, small: Cost) -> bool:
        """Whether the time grew with the size, and not nearly with its square."""
        return self.seconds < 2.2 * self.characters / small.characters * small.seconds + 0.5


def text_of(name: str, size: int) -> str:
    """A hand of this shape, of about `size` characters."""
    if name == "deep variations, head":
        one = "( 1. N SA " * 32 + ") " * 32
        return '[SJN "1"]\n\nTricks:\n' + f"1. N SA {one}\n" * (size // len(one)) + "= *\n"
    if name == "one long comment, head":
        return '[SJN "1"]\n{' + "a\\}\n" * (size // 4) + "}\n= *\n"
    if name == "one long value, head":
        return '[SJN "1"]\n[X-A "' + '\\"' * (size // 2) + '"]\n= *\n'
    unit, _, place = name.rpartition(", ")
    return _PLACES[place] + _UNITS[unit] * (size // len(_UNITS[unit])) + "\n= *\n"


def growth(name: str, hands: int = 4) -> tuple[Measured, Measured]:
    """The time to read a quarter of a hand, and `hands` whole ones, each just below the limit."""
    size = MAX_HAND - 1000
    return _measured(text_of(name, size // 4)), _measured("\n".join([text_of(name, size)] * hands))


def seconds_beyond(name: str, size: int = 1_000_000) -> float:
    """The time for one hand beyond the limit by all that takes whole files: reader, index, import."""
    data = text_of(name, size).encode()
    start = time.process_time()
    loads(data)
    list(iter_headers(data))
    import_bytes(data)
    return time.process_time() - start


def _measured(text: str) -> Measured:
    start = time.process_time()
    loads(text)
    return Measured(time.process_time() - start, len(text))
