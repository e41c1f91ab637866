"""What a revision changes, as its history shows it: incidents in words, comments with the words that differ.

Owns that HTML. Must not know how changes are found, nor who made them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from flask_babel import pgettext
from markupsafe import Markup

from paipu.grammar import loads
from paipu.grammar.differences import Change
from paipu.grammar.matching import stretches
from paipu.grammar.model import Incident

from .events import event_of
from .present import dress

__all__ = ["change_html"]

_COMMAND: Final = re.compile(r"(\[%[^\]\n]*\])")
_WORD: Final = re.compile(r"\[%[^\]\n]*\]|\s+|[\u3400-\u9fff]|[^\s\[\u3400-\u9fff]+|\[")
_ALIKE: Final = 0.3
"""The share of a text that stays, from which on the words that changed are marked in it."""


def change_html(change: Change, seats: str | None = None) -> Markup:
    """What goes and what comes by one change; `seats` is the tag that names the seats of the hand.

    >>> str(change_html(Change("1.1", "after", ("a good play",), ("a bad play",))))
    '<p class="reworded" dir="auto">a <del>good</del><ins>bad</ins> play</p>'
    """
    if change.slot == "incidents":
        removed, added = ([_incident_html(text, seats) for text in each] for each in change[2:])
        return _whole(removed, added)
    if change.slot in ("before", "after") and len(change.removed) == len(change.added):
        pairs = zip(change.removed, change.added, strict=True)
        return Markup("").join(_reworded(before, after) for before, after in pairs)
    return _whole(map(_text_html, change.removed), map(_text_html, change.added))


def _whole(removed: Iterable[Markup], added: Iterable[Markup]) -> Markup:
    return Markup("").join(
        Markup('<{0} dir="auto">{1}</{0}>').format(name, html)
        for name, texts in (("del", removed), ("ins", added))
        for html in texts
    )


def _text_html(text: str) -> Markup:
    """A text with its commands, which readers rarely look for, in small."""
    return Markup("").join(
        Markup('<small class="command">{}</small>').format(part) if n % 2 else dress(part)
        for n, part in enumerate(_COMMAND.split(text))
    )


def _reworded(before: str, after: str) -> Markup:
    """One text that became another: with its changed words marked, or both whole if little is left of it."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    changed = stretches(old, new)
    gone = sum(len(word) for i1, i2, _, _ in changed for word in old[i1:i2] if word.strip())
    size = sum(len(word) for word in old if word.strip())
    if size - gone < _ALIKE * size or not size:
        return _whole([_text_html(before)], [_text_html(after)])
    return Markup('<p class="reworded" dir="auto">{}</p>').format(Markup("").join(_marked(old, new, changed)))


def _marked(old: list[str], new: list[str], changed: list[tuple[int, int, int, int]]) -> Iterator[Markup]:
    at = 0
    for i1, i2, j1, j2 in changed:
        yield _text_html("".join(new[at:j1]))
        if i1 < i2:
            yield Markup("<del>{}</del>").format(_text_html("".join(old[i1:i2])))
        if j1 < j2:
            yield Markup("<ins>{}</ins>").format(_text_html("".join(new[j1:j2])))
        at = j2
    yield _text_html("".join(new[at:]))


def _incident_html(text: str, seats: str | None) -> Markup:
    """An incident as the page of the hand tells it; as written if it does not read."""
    incident = _read(text, seats)
    if incident is None:
        return _text_html(text)
    step = {
        "kind": "incident",
        "incident": incident.kind,
        "party": incident.party,
        "fields": dict(incident.fields),
    }
    event = event_of(step)
    assert event is not None
    colon = pgettext("after a label", ": ")
    told = [dress(event.said)]
    if event.details:
        details = Markup(" · ").join(
            Markup("{}{}<b>{}</b>").format(name, colon, dress(value)) for name, value in event.details
        )
        told.append(Markup('<small class="event-details">{}</small>').format(details))
    told += [Markup("“{}”").format(_text_html(each.text)) for each in (*incident.before, *incident.after)]
    return Markup(" ").join((*told, *incident.glyphs))


@lru_cache(maxsize=256)
def _read(text: str, seats: str | None) -> Incident | None:
    tag = f'[Seats "{seats}"]\n' if seats else ""
    records = loads(f'[SJN "1"]\n{tag}\nBids:\n{text}\n')
    items = records[0].auction if len(records) == 1 else ()
    return items[0] if len(items) == 1 and isinstance(items[0], Incident) else None
