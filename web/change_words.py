"""What a revision changes, as its history shows it: parts of the hand in words, comments with what differs.

Owns that HTML. Must not know how changes are found, nor who made them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from paipu.grammar import loads
from paipu.grammar.differences import Change, Slot
from paipu.grammar.matching import stretches
from paipu.grammar.model import Record, Variation
from paipu.grammar.seats import COMPASS, naming_called
from paipu.grammar.vocabulary import GLYPHS
from paipu.grammar.writer import part_text

from .i18n import pick
from .part_words import Part, part_html, text_html

__all__ = ["change_html", "change_text", "part_of"]

_PARTS: Final = ("incidents", "variations", "deal")
"""What is told in words, where a change has it as it is written."""
_WORD: Final = re.compile(r"\[%[^\]\n]*\]|\s+|[\u3400-\u9fff]|[^\s\[\u3400-\u9fff]+|\[")
_ALIKE: Final = 0.3
"""The share of a text that stays, from which on the words that changed are marked in it."""


def change_html(change: Change, seats: str | None = None) -> Markup:
    """What goes and what comes by one change; `seats` is the tag that names the seats of the hand.

    >>> str(change_html(Change("1.1", "after", ("a good play",), ("a bad play",))))
    '<p class="reworded" dir="auto">a <del>good</del><ins>bad</ins> play</p>'
    """
    if change.slot in _PARTS:
        removed, added = ([_part_html(text, seats) for text in each] for each in change[2:])
        return _whole(removed, added)
    if change.slot in ("before", "after") and len(change.removed) == len(change.added):
        pairs = zip(change.removed, change.added, strict=True)
        return Markup("").join(_reworded(before, after) for before, after in pairs)
    if change.slot == "glyphs":
        return _whole(*(map(text_html, map(_glyph_said, each)) for each in change[2:]))
    return _whole(map(text_html, change.removed), map(text_html, change.added))


def change_text(slot: Slot, text: str, seats: str | None = None) -> str:
    """One of the texts of a change, where there are no marks and no colours.

    >>> change_text("glyphs", "a <good> play")
    'a <good> play'
    """
    if slot in _PARTS:
        return _part_html(text, seats).striptags()
    if slot == "glyphs":
        return _glyph_said(text)
    return text_html(text).striptags() if slot in ("before", "after") else text


def _glyph_said(glyph: str) -> str:
    """A glyph that is a number with a meaning in words, others as they are written."""
    return pick(*GLYPHS[glyph]) if glyph.startswith("$") and glyph in GLYPHS else glyph


def _whole(removed: Iterable[Markup], added: Iterable[Markup]) -> Markup:
    return Markup("").join(
        Markup('<{0} dir="auto">{1}</{0}>').format(name, html)
        for name, texts in (("del", removed), ("ins", added))
        for html in texts
    )


def _reworded(before: str, after: str) -> Markup:
    """One text that became another: with its changed words marked, or both whole if little is left of it."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    changed = stretches(old, new)
    gone = sum(len(word) for i1, i2, _, _ in changed for word in old[i1:i2] if word.strip())
    size = sum(len(word) for word in old if word.strip())
    if size - gone < _ALIKE * size or not size:
        return _whole([text_html(before)], [text_html(after)])
    return Markup('<p class="reworded" dir="auto">{}</p>').format(Markup("").join(_marked(old, new, changed)))


def _marked(old: list[str], new: list[str], changed: list[tuple[int, int, int, int]]) -> Iterator[Markup]:
    at = 0
    for i1, i2, j1, j2 in changed:
        yield text_html("".join(new[at:j1]))
        if i1 < i2:
            yield Markup("<del>{}</del>").format(text_html("".join(old[i1:i2])))
        if j1 < j2:
            yield Markup("<ins>{}</ins>").format(text_html("".join(new[j1:j2])))
        at = j2
    yield text_html("".join(new[at:]))


def _part_html(text: str, seats: str | None) -> Markup:
    """A part of a hand in words; as written if it does not read."""
    part = part_of(text, seats)
    return text_html(text) if part is None else part_html(part)


@lru_cache(maxsize=1024)
def part_of(text: str, seats: str | None) -> Part | None:
    """The part of a hand that a text is; None if it says less than the text, or more."""
    naming = naming_called(seats) or COMPASS
    section, parts_in = _place_of(text, naming.seats["N"])
    records = loads(f'[SJN "1"]\n[Seats "{naming.value}"]\n\n{section}\n{text}\n')
    parts = parts_in(records[0]) if len(records) == 1 else ()
    if len(parts) != 1 or not isinstance(parts[0], Part):
        return None
    return parts[0] if part_text(parts[0], naming) == text else None


def _place_of(text: str, seat: str) -> tuple[str, Callable[[Record], Sequence[object]]]:
    """What stands before a part in a hand, by how it begins, and where it is then found.

    A variation stands behind some play, here one of no known card.
    """
    if re.match(r"(?:\{[^}]*\}\s*)*<", text):  # an incident, comments before it are its own
        return "Bids:", lambda record: record.auction
    if text.startswith("("):
        return f"Tricks:\n1. {seat} ?", _variations
    if text[:1].isdigit():
        return "Tricks:", lambda record: record.tricks
    return "Deal:", lambda record: record.deal


def _variations(record: Record) -> Sequence[Variation]:
    """Those behind the only play of a hand."""
    plays = [play for trick in record.tricks for play in trick.plays]
    return plays[0].variations if len(plays) == 1 else ()
