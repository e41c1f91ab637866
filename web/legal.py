"""What might have been played, as far as a page may tell.

Owns how much of it is listed, and what a view is not told. What is legal the replay says.
"""

from __future__ import annotations

from typing import Any, Final

from paipu.replay import Audit
from paipu.replay.alternatives import legal_plays_of

__all__ = ["LEGAL_SHOWN", "TRIED", "legal_plays_seen"]

LEGAL_SHOWN: Final = 60
"""Legal plays that are listed for one play."""
TRIED: Final = 20_000
"""Candidates looked at for them: beyond, an example must do."""


def legal_plays_seen(audited: Audit, view: str) -> dict[str, dict[str, Any]]:
    """`legal_plays_of` a hand as far as a view may know: a seat its own, without what variations tell."""
    found = legal_plays_of(audited, LEGAL_SHOWN, TRIED)
    if view == "all":
        return found
    return {at: each for at, each in found.items() if each["seat"] == view and "/" not in at}
