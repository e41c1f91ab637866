"""A game in one HTML file: the viewer with its data, styles and scripts inside, for a disk or a mail.

Owns that form, in the context of a request or without any (`paipu export --to html`). How the page of
a hand looks is the templates', what it does the scripts'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from flask import render_template
from flask_babel import gettext as _
from markupsafe import Markup

from paipu.replay.views import findings_seen

from .bundle import bundled
from .hand_page import hand_context
from .policy import file_policy
from .report_file import program_version
from .templating import FOLDER

__all__ = ["GameHand", "game_html"]

_STYLES: Final = ("base", "cards", "pages", "game", "file")


class GameHand(NamedTuple):
    """A hand of a file: its timeline, and what might have been played, by the address of the play."""

    timeline: Mapping[str, Any]
    legal: Mapping[str, Any]


def game_html(hands: Sequence[GameHand], *, name: str = "") -> str:
    """One HTML file of some hands, in the language of the context; `name` heads untitled ones."""
    title = hands[0].timeline["tags"].get("Event") or name or _("Untitled game")
    pages = [_page(hand, number, len(hands), title) for number, hand in enumerate(hands, 1)]
    style, script = _style(), bundled("in_file") + bundled("main")
    return render_template(
        "one_file.html",
        title=title,
        pages=pages,
        version=program_version(),
        policy=file_policy(style, script),
        style=Markup(style),
        script=Markup(script),
    )


def _page(hand: GameHand, number: int, count: int, title: str) -> Markup:
    timeline = {**hand.timeline, "id": None, "hand": number, "told": findings_seen(hand.timeline)}
    return Markup(
        render_template(
            "game.html",
            layout="one_hand.html",
            alone=True,
            legal=hand.legal,
            hands=count,
            heading=timeline["tags"].get("Event") or title,
            previous=f"?hand={number - 1}" if number > 1 else None,
            following=f"?hand={number + 1}" if number < count else None,
            **hand_context(timeline),
        )
    )


@lru_cache(maxsize=1)
def _style() -> str:
    folder = FOLDER / "static" / "css"
    return "\n".join((folder / f"{name}.css").read_text("utf-8") for name in _STYLES)
