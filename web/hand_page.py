"""What the template of a hand prints, whether the page stands on a server or in a file of its own.

Owns that list, made of a timeline alone. Must not know storage or addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .catalogue import counts_of
from .excerpts import excerpt
from .i18n import in_script
from .present import breaches_of, comments_of, events_of, finding_places, has_glyphs, record_rows, seats_of
from .words import action_words, name_seats, page_words

__all__ = ["SOURCE_LIMIT", "hand_context"]

SOURCE_LIMIT: Final = 64 * 1024
"""Bytes of the text of a hand that its page carries; the JSON and the original file have all."""


def hand_context(timeline: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `game.html` that follow from the timeline."""
    name_seats(timeline["names"])
    source = _shortened(timeline["source"])
    places, lines = finding_places(timeline), timeline["source"].split("\n")
    return {
        "timeline": in_script({**timeline, "source": source}),
        "cut": SOURCE_LIMIT if source != timeline["source"] else None,
        "counts": counts_of(timeline),
        "places": places,
        "excerpts": {
            i: excerpt(lines, f) for i, f in enumerate(timeline["findings"]) if f["phase"] == "text"
        },
        "first_finding": next(iter(places.values()), None),
        "rows": record_rows(timeline),
        "seats": seats_of(timeline),
        "comments": comments_of(timeline),
        "glyphs": has_glyphs(timeline),
        "events": events_of(timeline),
        "breaches": breaches_of(timeline),
        "words": page_words(),
        "actions": action_words(),
    }


def _shortened(source: str) -> str:
    data = source.encode("utf-8", "surrogatepass")
    return source if len(data) <= SOURCE_LIMIT else data[:SOURCE_LIMIT].decode("utf-8", "ignore")
