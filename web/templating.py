"""What every template may use: filters for cards, seats, sides, statuses, and the tests of links.

Owns the list of them, shared by the pages and by reports that stand in a file of their own. Must not
know any page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context

from paipu.replay.views import is_said_openly

from . import change_words, edit_words, i18n, markdown, position_svg, present, report_words, rulebook, words

__all__ = ["FOLDER", "dress_templates"]

FOLDER: Final = Path(__file__).parent
"""Where templates, static files and translations lie."""


def dress_templates(app: Flask) -> None:
    """Give an app its languages and what its templates use."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(FOLDER / "translations")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    i18n.init_app(app)
    app.jinja_env.globals.update(pick=i18n.pick)
    app.jinja_env.tests["said_openly"] = is_said_openly
    app.jinja_env.tests["known_rules"] = lambda spec: bool(spec) and rulebook.is_known(spec)
    filters: dict[str, Callable[..., object]] = {
        "address": edit_words.address_words,
        "anchor": edit_words.anchor,
        "change_html": change_words.change_html,
        "slot": edit_words.slot_words,
        "cards_html": present.cards_html,
        "comment_html": markdown.comment_html,
        "comment_line": markdown.comment_line,
        "clock": present.clock_of,
        "dress": present.dress,
        "face_html": present.face_html,
        "glyph_html": present.glyph_html,
        "glyph_words": present.glyph_words,
        "suit_html": present.suit_html,
        "compass": words.compass,
        "event": present.event_of,
        "place": words.place_name,
        "position_svg": position_svg.inline_svg,
        "phase": words.phase_name,
        "report_place": report_words.place,
        "report_title": report_words.title,
        "report_verdict": report_words.verdict,
        "seat": words.seat_name,
        "severity": words.severity_name,
        "sheet_name": words.sheet_name,
        "side": words.side_name,
        "spoken": present.spoken,
        "status": words.status_name,
        "worded": i18n.worded,
    }
    app.jinja_env.filters.update({name: _at_run_time(word) for name, word in filters.items()})


def _at_run_time(word: Callable[..., object]) -> Callable[..., object]:
    """A filter that Jinja does not apply while it compiles: `"NS" | side` differs from request to request."""

    @pass_context
    @wraps(word)
    def filtered(_context: Context, *values: object) -> object:
        return word(*values)

    return filtered
