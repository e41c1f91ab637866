"""Games and positions to look at, made without a server: what `paipu export` writes.

Owns the way from records to these files. How they look is `game_file`'s and `picture`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from paipu.grammar.model import Record
from paipu.replay import audit, timeline
from paipu.replay.match import audit_hands
from paipu.replay.views import timeline_for

from .game_file import GameHand, game_html
from .legal import legal_plays_seen
from .picture import picture_at
from .report_file import speaking

__all__ = ["game_file", "position_file"]


def game_file(records: Iterable[Record], language: Literal["en", "zh"], *, view: str = "all") -> str:
    """The viewer with these hands in one HTML file, judged by the rules of their headers."""
    audits = list(audit_hands(records))
    with speaking(language):
        return game_html(
            [GameHand(timeline_for(done, view), legal_plays_seen(done, view)) for done in audits]
        )


def position_file(record: Record, at: str, language: Literal["en", "zh"], *, view: str = "all") -> str | None:
    """The position after the step at `at` as SVG; None where the hand has no such address."""
    with speaking(language):
        return picture_at(timeline(audit(record)), at, view)
