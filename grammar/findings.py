"""Findings: what a check has to say, as values.

Owns the one shape that text checks, audits, the command line, the HTTP API and the viewer
share. Knows neither rules nor messages: whoever finds, writes the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .cards import Seat, format_cards

__all__ = ["Finding", "Phase", "Severity", "Status", "worst"]

Severity = Literal["error", "warning", "note"]
Phase = Literal["text", "deal", "bids", "kitty", "tricks", "score", "match", "incident"]
Status = Literal["stated", "restored", "basic", "ambiguous", "inferred", "filled"]

_RANK: dict[str, int] = {"note": 0, "warning": 1, "error": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found in a record.

    `trick` and `play` count from 1, `line` and `column` from 1 in characters. Fields that do
    not apply are None (empty for readings and cards). `element` is the address of the
    element meant (`"2.3"`, `"d14"`, `"b1"`; see `paipu.grammar.model`), for viewers.
    """

    code: str
    severity: Severity
    phase: Phase
    message: str
    message_zh: str
    trick: int | None = None
    play: int | None = None
    seat: Seat | None = None
    line: int | None = None
    column: int | None = None
    parameter: str | None = None
    clause: str | None = None
    status: Status | None = None
    readings: tuple[str, ...] = ()
    readings_zh: tuple[str, ...] = ()
    expected: str | None = None
    expected_zh: str | None = None
    element: str | None = None
    cards: tuple[int, ...] = ()
    """The cards that break the rule, as played or written."""
    held: tuple[int, ...] = ()
    """The cards with which the duty could have been met."""
    seat_name: str | None = None
    """What the hand calls the seat, where that is not the name inside."""
    loses_data: bool = False
    """Whether the text meant cannot be kept in the record."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `paipu audit`; keys that do not apply are left out.

        >>> Finding(code="follow.suit", severity="error", phase="tricks", message="m",
        ...         message_zh="中", trick=3).to_dict()["trick"]
        3
        """
        found: dict[str, Any] = {}
        for name in _JSON_ORDER:
            value = getattr(self, name)
            if value is None or value == () or value is False:
                continue
            if name == "seat" and self.seat_name:
                value = self.seat_name
            if name in ("cards", "held"):
                value = format_cards(value)
            found[name] = list(value) if isinstance(value, tuple) else value
        return found


_JSON_ORDER = (
    "code",
    "severity",
    "phase",
    "trick",
    "play",
    "seat",
    "line",
    "column",
    "message",
    "message_zh",
    "parameter",
    "clause",
    "status",
    "readings",
    "readings_zh",
    "expected",
    "expected_zh",
    "element",
    "cards",
    "held",
    "loses_data",
)


def worst(findings: tuple[Finding, ...] | list[Finding]) -> Severity | None:
    """The highest severity among findings, None without any."""
    return max((f.severity for f in findings), key=_RANK.__getitem__, default=None)
