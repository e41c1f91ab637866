"""What of a record a download holds: all of it, none of its annotations, or what a view saw.

Owns the names that addresses use for it. Must not know storage or pages.
"""

from __future__ import annotations

from paipu.grammar import reduced
from paipu.grammar.model import Record
from paipu.grammar.profiles import moment, seen

__all__ = ["profiled"]


def profiled(record: Record, profile: str, view: str, at: str) -> Record:
    """A record for a download; `ValueError` for a profile, a view or an address that is none."""
    if profile not in ("full", "reduced"):
        raise ValueError(f"not a profile: {profile!r}")
    moment(at)
    if view != "all":
        return seen(record, view, at)
    if at != "result":
        raise ValueError("a record up to a play is that of one who did not see more")
    return reduced(record) if profile == "reduced" else record
