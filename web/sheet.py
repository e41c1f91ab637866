"""A hand on a sheet of paper: what stands where.

Owns the choice of what is printed. Must not know how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .catalogue import counts_of
from .positions import drawing_at
from .present import comments_of, events_of, record_rows, seats_of

__all__ = ["sheet_of"]


def sheet_of(timeline: Mapping[str, Any], view: str) -> dict[str, Any]:
    """The values of `print.html` that follow from the timeline, as `view` has seen it."""
    rows = record_rows(timeline)
    return {
        "deal": drawing_at(timeline, "deal", view),
        "opening": [row for row in rows if row.kind != "play"][: _opening(rows)],
        "rows": rows[_opening(rows) :],
        "seats": seats_of(timeline),
        "comments": comments_of(timeline),
        "events": events_of(timeline),
        "counts": counts_of(timeline),
    }


def _opening(rows: list[Any]) -> int:
    """How many rows there are before the first trick."""
    return next((n for n, row in enumerate(rows) if row.kind == "play"), len(rows))
