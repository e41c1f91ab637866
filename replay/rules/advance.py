"""Level tables: from the attackers' points of a hand to who deals next and who rises how far.

Owns the tables named by the parameter `advance_table`, read from `advance_tables.toml`. Must not
know caps, bonuses for overturning or must-play levels: those are parameters of their own, applied
by the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from .schema import RuleError, read_data

__all__ = ["AdvanceRow", "AdvanceTable", "advance_table"]

AdvanceSide = Literal["dealer", "attackers"]


@dataclass(frozen=True, slots=True)
class AdvanceRow:
    """A range of points, both ends included (None is open), and its result.

    `side` deals next and rises by `levels`; None where the sheet gives no figure.
    """

    low: int | None
    high: int | None
    side: AdvanceSide
    levels: int | None

    def shifted(self, points: int, levels: int) -> AdvanceRow:
        """The same row further along a table that continues in equal steps."""
        low = None if self.low is None else self.low + points
        high = None if self.high is None else self.high + points
        return AdvanceRow(low, high, self.side, None if self.levels is None else self.levels + levels)


@dataclass(frozen=True, slots=True)
class AdvanceTable:
    """Rows from low to high, and how the table goes on beyond them.

    Above the last row every `step` points more are one level more for the attackers, below the
    first every `step_below` points fewer one more for the dealer side; None: it does not go on.
    """

    code: str
    rows: tuple[AdvanceRow, ...]
    step: int | None = None
    step_below: int | None = None

    def row(self, points: int) -> AdvanceRow | None:
        """The row that holds these points; None in a table without rows.

        >>> advance_table("std40").row(85)
        AdvanceRow(low=80, high=115, side='attackers', levels=0)
        >>> advance_table("std40").row(240)
        AdvanceRow(low=240, high=275, side='attackers', levels=4)
        """
        if not self.rows:
            return None
        first, last = self.rows[0], self.rows[-1]
        if self.step_below and first.low is not None and points < first.low:
            steps = -((points - first.low) // self.step_below)
            return first.shifted(-steps * self.step_below, steps)
        if self.step and last.low is not None and points > last.low:
            steps = (points - last.low) // self.step
            return last.shifted(steps * self.step, steps)
        # Points between two rows do not occur in play; they belong to the lower row.
        return max((row for row in self.rows if row.low is None or row.low <= points), key=_low)


def _low(row: AdvanceRow) -> float:
    return float("-inf") if row.low is None else row.low


@lru_cache(maxsize=64)
def advance_table(code: str) -> AdvanceTable:
    """The level table of this code; `RuleError` if there is none."""
    tables = read_data("advance_tables.toml")
    if code not in tables:
        raise RuleError(f"no such level table: {code!r}; known: {', '.join(tables)}")
    data = tables[code]
    return AdvanceTable(code, tuple(map(_row, data["rows"])), data.get("step"), data.get("step_below"))


def _row(data: dict[str, Any]) -> AdvanceRow:
    return AdvanceRow(data.get("low"), data.get("high"), data["side"], data.get("levels"))
