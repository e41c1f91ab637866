"""The small charts of a report: levels over the hands, attackers' points of each hand.

Owns their geometry, in units of the drawing. Pure functions from rows of the table of hands to plain
values; knows no SVG and no language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["HEIGHT", "WIDTH", "levels_chart", "points_chart"]

Json = dict[str, Any]
Row = Mapping[str, Any]

WIDTH: Final = 340
HEIGHT: Final = 168
_LEFT: Final = 26
_RIGHT: Final = 318
_TOP: Final = 16
_BOTTOM: Final = 140
_SIDES: Final = ("NS", "EW")
_LABELS: Final = 12
"""Hands numbered below a chart at most; of more only every second, third, ... has its number."""


def levels_chart(rows: Sequence[Row], ladder: Sequence[str]) -> Json | None:
    """Both sides' levels as replayed, before each hand and after the last; `stated` where they differ.

    A level not known leaves a gap in its line; None where fewer than two are known of each side.
    """
    counted = _columns(rows, "levels_before", "levels_after")
    written = _columns(rows, "levels_before_stated", "levels_after_stated")
    heights = {rank: step for step, rank in enumerate(ladder)}
    known = [heights[r] for column in (*counted, *written) for r in column.values() if r in heights]
    if len(rows) < 2 or sum(rank in heights for column in counted for rank in column.values()) < 4:
        return None
    low, high = min(known), max(max(known), min(known) + 2)
    step = (_RIGHT - _LEFT) / (len(counted) - 1)

    def y(rank: str) -> float:
        return _round(_BOTTOM - (heights[rank] - low) * (_BOTTOM - _TOP) / (high - low))

    def line(side: str, columns: Sequence[Mapping[str, str]]) -> Json:
        points = [
            (_round(_LEFT + at * step), y(column[side])) if column.get(side) in heights else None
            for at, column in enumerate(columns)
        ]
        return {"side": side, "runs": _runs(points)}

    apart = [
        side
        for side in _SIDES
        if any(a.get(side, b[side]) != b[side] for a, b in zip(counted, written, strict=True) if side in b)
    ]
    shown = range(low, high + 1)
    every = max(1, -(-len(shown) // 7))
    return {
        "lines": [line(side, counted) for side in _SIDES],
        "stated": [line(side, written) for side in apart],
        "grid": [{"y": y(ladder[at]), "text": ladder[at]} for at in shown if (at - low) % every == 0],
        "labels": _labels([row["number"] for row in rows], lambda at: _LEFT + (at + 0.5) * step),
        "left": _LEFT,
        "right": _RIGHT,
        "bottom": _BOTTOM,
    }


def _columns(rows: Sequence[Row], before: str, after: str) -> list[Mapping[str, str]]:
    return [*(row[before] for row in rows), *(row[after] for row in rows[-1:])]


def points_chart(rows: Sequence[Row], target: int) -> Json | None:
    """A bar of attackers' points a hand, as counted, else as stated; `target` takes the deal."""
    values = [row["attackers"] if row["attackers"] is not None else row["attackers_stated"] for row in rows]
    numbers = [value for value in values if value is not None]
    if len(rows) < 2 or not numbers:
        return None
    high = max(*numbers, target + 20)
    low = min(*numbers, 0)
    room = (_RIGHT - _LEFT) / len(rows)
    width = min(room * 0.62, 26)

    def y(points: int) -> float:
        return _round(_BOTTOM - (points - low) * (_BOTTOM - _TOP) / (high - low))

    bars = []
    for at, (row, value) in enumerate(zip(rows, values, strict=True)):
        middle = _LEFT + (at + 0.5) * room
        if value is not None:
            top, foot = sorted((y(value), y(0)))
            bars.append(
                {
                    "x": _round(middle - width / 2),
                    "y": _round(min(top, foot - 1.5)),
                    "width": _round(width),
                    "height": _round(max(foot - top, 1.5)),
                    "middle": _round(middle),
                    "text": value,
                    "taken": value >= target,
                    "fault": bool(row["errors"]),
                }
            )
    return {
        "bars": bars,
        "numbered": room >= 18,
        "target": {"y": y(target), "text": target},
        "zero": y(0),
        "labels": _labels([row["number"] for row in rows], lambda at: _LEFT + (at + 0.5) * room),
        "left": _LEFT,
        "right": _RIGHT,
        "bottom": _BOTTOM,
    }


def _runs(points: Sequence[tuple[float, float] | None]) -> list[list[tuple[float, float]]]:
    """The points without the gaps, each stretch by itself."""
    runs: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is not None:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _labels(numbers: Sequence[str], x: Any) -> list[Json]:
    every = -(-len(numbers) // _LABELS)
    return [{"x": _round(x(at)), "text": text} for at, text in enumerate(numbers) if at % every == 0]


def _round(value: float) -> float:
    return round(value, 1)
