"""What one file, one hand and one element may hold.

Owns the limits of the reader and why they are what they are. A text beyond a limit is never an
exception: it gets the finding `text.limit`, and the rest is read as far as the limit allows.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "MAX_BID",
    "MAX_BYTES",
    "MAX_CARDS",
    "MAX_FINDINGS",
    "MAX_HAND",
    "MAX_HANDS",
    "MAX_NESTING",
    "MAX_PROBLEMS",
]

MAX_BID: Final = 4
"""Cards of one bid: a card from each of four decks, or two pairs. A longer one is reported and left out."""

MAX_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a file (characters of a string); a hand takes about 1.5 KiB. What is beyond is not read."""

MAX_HAND: Final = 256 * 1024
"""Characters of one hand: a fully annotated one takes about 20 KiB. A longer one is kept as source only."""

MAX_HANDS: Final = 100_000
"""Hands of a file. The hands beyond are not read."""

MAX_NESTING: Final = 32
"""Depth of variations inside variations. A trick line that goes deeper is reported and left out."""

MAX_CARDS: Final = 216
"""Cards of one element: four whole decks. An element with more is reported, but kept."""

MAX_FINDINGS: Final = 100
"""Findings of one hand. After that many the rest of a damaged hand is reported as one finding."""

MAX_PROBLEMS: Final = 10_000
"""Errors and warnings of one file. After that many only hands in canonical form are still read: the rest
is noise."""
