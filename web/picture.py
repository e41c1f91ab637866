"""A position of a hand as a picture of its own, with the words about it.

Owns title and lines above the drawing, in the language of the context. What is drawn is `positions`',
how it is drawn `position_svg`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from .events import event_of
from .i18n import html_language
from .position_svg import svg_file
from .positions import drawing_at, step_at
from .words import name_seats, place_name, seat_name

__all__ = ["picture_at"]


def picture_at(timeline: Mapping[str, Any], at: str, view: str) -> str | None:
    """The position after the step at `at` as SVG; None where there is no such address."""
    name_seats(timeline["names"])
    drawing, step = drawing_at(timeline, at, view), step_at(timeline, at)
    if drawing is None or step is None:
        return None
    return svg_file(
        drawing,
        timeline["players"],
        timeline["dealer"],
        title=timeline["title"] or _("Untitled game"),
        lines=[_moment(timeline, step), _state(timeline, drawing)],
        language=html_language(),
    )


def _moment(timeline: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    """Which hand, trick and play, and whose view it is."""
    event = event_of(step)
    play = _("play %(play)s", play=step["play"]) if step.get("play") else ""
    hand = timeline["tags"].get("Hand") or timeline["hand"] or ""
    parts = (_("Hand %(n)s", n=hand) if hand else "", place_name(step), play, event.said if event else "")
    return " · ".join(part for part in parts if part)


def _state(timeline: Mapping[str, Any], drawing: Mapping[str, Any]) -> str:
    """Level, trump and points."""
    trump = {"NT": _("none"), "S": "♠", "H": "♥", "C": "♣", "D": "♦"}.get(timeline["trump"] or "", "?")
    points = drawing["captured"]
    return " · ".join(
        (
            f"{_('Level')} {(timeline['level'] or '?').replace('T', '10')}",
            f"{_('Trump')} {trump}",
            f"{_('Dealer')} {seat_name(timeline['dealer']) or '?'}",
            f"{_('Attackers')} {'?' if points is None else points}",
        )
    )
