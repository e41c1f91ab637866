"""Edits of a record: comments, glyphs, marks, variations and incidents, as a page sends them.

Owns `edited`, a pure function from a record and a list of JSON objects to the next record. What was played,
bid, buried and written down never changes. Knows nothing of who edits, nor of where revisions are kept.
"""

# Without the future import, whose name is that of a function here.
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from .addresses import Path, depth, elements, find, held, put
from .cards import format_cards
from .commands import without_marks
from .edit_lines import Done, play_made, promoted, removed, supposed
from .edit_values import (
    EditError,
    address_in,
    cards_in,
    fields_in,
    glyphs_in,
    index_in,
    party_in,
    refused,
    seats_in,
    slot_in,
    text_in,
    word_in,
)
from .limits import MAX_HAND
from .model import Comment, Element, Incident, Record, Variation
from .seats import COMPASS, Naming, rename_words
from .writer import canonical, write

__all__ = ["EditError", "Edited", "annotations", "edited"]

_Json = Mapping[str, Any]
_NAMED_FIELDS: Final = ("by", "deal", "levels")
"""Fields whose values name seats or sides."""


_CUT: Final = "text.unclosed_comment"


class Edited(NamedTuple):
    """A record after edits, and the address of what the last one made or touched."""

    record: Record
    at: str | None
    idle: bool = False
    """Whether the last edit changed nothing."""


def edited(record: Record, edits: Sequence[_Json]) -> Edited:
    """The record after some edits, in canonical order; `EditError` for a malformed or impossible one.

    What it gives can be written and reads back the same. A record of whose text something was lost is
    not edited, since its canonical text would hide that.

    >>> from paipu.grammar.reader import loads
    >>> [record] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SA / W S3\\n= *\\n')
    >>> after = edited(record, [{"do": "play", "after": "1.1", "seat": "W", "cards": ["S4"]}])
    >>> after.at
    '1.2v1/1.2'
    >>> print(write(after.record).splitlines()[3])
    1. N SA / W S3 ( 1. N SA / W S4 )
    """
    if not isinstance(edits, list | tuple):
        raise refused("edits")
    done = before = Done(canonical(record), None)
    for index, edit in enumerate(edits):
        try:
            if any(finding.loses_data or finding.code == _CUT for finding in record.findings):
                raise refused("damaged")
            before, done = done, _done(done.record, edit)
        except EditError as error:
            error.index = index
            raise
    made = replace(canonical(done.record), source="")
    if edits and len(write(replace(made, inherited=()))) > MAX_HAND:
        too_long = refused("size", limit=MAX_HAND)
        too_long.index = len(edits) - 1
        raise too_long
    idle = bool(edits) and (
        before.record is done.record or replace(canonical(before.record), source="") == made
    )
    return Edited(made, done.at, idle)


def annotations(record: Record) -> dict[str, dict[str, list[str]]]:
    """Comments and glyphs of every element that has any, by its address: texts as written, commands included.

    They are counted as `edited` counts them.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for noted in elements(canonical(record)):
        value = noted.value
        slots = {slot: [each.text for each in _comments(value, slot)] for slot in ("before", "after")}
        slots["glyphs"] = list(value.glyphs) if isinstance(value, Element) else []
        if any(slots.values()):
            found.setdefault(noted.at, slots)
    return found


def _done(record: Record, edit: object) -> Done:
    if not isinstance(edit, Mapping):
        raise refused("edits")
    what = edit.get("do")
    if not isinstance(what, str) or what not in _EDITS:
        raise refused("do", what)
    make, keys = _EDITS[what]
    unknown = next((key for key in edit if key != "do" and key not in keys), None)
    if unknown is not None:
        raise refused("key", unknown)
    return make(record, edit)


# --- comments and glyphs --------------------------------------------------------------------------


def _noted(record: Record, edit: _Json) -> tuple[str, Path]:
    address = address_in(edit)
    path = find(record, address)
    if path is None:
        raise refused("at", address)
    return address, path


def _member(value: object, slot: str) -> str | None:
    """The name of the member that holds these comments; None where such cannot stand."""
    match value:
        case Record():
            return "comments" if slot == "after" else None
        case Variation():
            return "before" if slot == "before" else None
        case _:
            return slot


def _comments(value: object, slot: str) -> tuple[Comment, ...]:
    member = _member(value, slot)
    return getattr(value, member) if member else ()


def _comment(record: Record, edit: _Json) -> Done:
    address, path = _noted(record, edit)
    value = held(record, path)
    slot = slot_in(edit, "before" if isinstance(value, Variation) else "after")
    member = _member(value, slot)
    if member is None or (slot == "before" and path[-2:-1] == ("incidents",)):
        raise refused("no_place", address)
    text, index = text_in(edit.get("text"), "text"), index_in(edit)
    comments = list(getattr(value, member))
    if index is None:
        if not text.strip():
            raise refused("empty")
        comments.append(Comment(text))
    elif not 0 <= index < len(comments):
        raise refused("no_comment", address)
    elif text.strip():
        comments[index] = replace(comments[index], text=text)
    else:
        del comments[index]
    return Done(put(record, (*path, member), tuple(comments)), address)


def _glyphs(record: Record, edit: _Json) -> Done:
    address, path = _noted(record, edit)
    glyphs = glyphs_in(edit)
    if not isinstance(held(record, path), Element):
        raise refused("no_place", address)
    return Done(put(record, (*path, "glyphs"), glyphs), address)


def _mark(record: Record, edit: _Json) -> Done:
    address, path = _noted(record, edit)
    cards = cards_in(edit.get("cards") or [], "cards", smallest=0)
    seats = seats_in(edit.get("seats") or [], "seats")
    # Written as a play is, and with the names of the hand, as every text is.
    marks = [
        *([f"[%mark {format_cards(cards, '')}]"] if cards else []),
        *([f"[%seat {' '.join(map(record.naming.called, seats))}]"] if seats else []),
    ]
    value = held(record, path)
    for slot in ("before", "after"):
        member = _member(value, slot)
        if member is None:
            continue
        comments = [each for each in map(without_marks, getattr(value, member)) if each is not None]
        record = put(record, (*path, member), tuple(comments))
    if marks:
        into: Path = (*path, "before" if isinstance(value, Variation) else _member(value, "after") or "")
        record = put(record, into, (*held(record, into), Comment(" ".join(marks))))
    return Done(record, address)


# --- incidents ------------------------------------------------------------------------------------


def _incident(record: Record, edit: _Json) -> Done:
    address, path = _noted(record, edit)
    fields = edit.get("fields")
    made = Incident(
        kind=word_in(edit.get("kind"), "kind"),
        party=party_in(edit.get("party")),
        fields=_named({} if fields is None else fields, record.naming),
    )
    if record.is_match_block:
        raise refused("block")
    value = held(record, path)
    if isinstance(value, Incident):
        # Comments, glyphs and the place in the text are those of the old one.
        changed = replace(value, kind=made.kind, party=made.party, fields=made.fields)
        return Done(put(record, path, changed), address)
    if isinstance(value, Variation) or (depth(path) and path[-2:-1] == ("deal",)):
        raise refused("no_place", address)
    if address == "result":
        path, address = _end(record)
    if path[-2:-1] == ("plays",):
        into: Path = (*path, "incidents")
        before = held(record, into)
        return Done(put(record, into, (*before, made)), f"{address}i{len(before) + 1}")
    place = 0
    if path[:1] == ("auction",):
        place = int(path[1]) + 1
        while place < len(record.auction) and isinstance(record.auction[place], Incident):
            place += 1
    auction = (*record.auction[:place], made, *record.auction[place:])
    return Done(replace(record, auction=auction), f"a{place + 1}")


def _end(record: Record) -> tuple[Path, str]:
    """The last play; without plays the last element of the auction; without one the head."""
    if record.tricks:
        trick, play = len(record.tricks) - 1, len(record.tricks[-1].plays) - 1
        return ("tricks", trick, "plays", play), f"{record.tricks[-1].number}.{play + 1}"
    last = len(record.auction)
    return (("auction", last - 1), f"a{last}") if last else ((), "deal")


def _named(fields: object, naming: Naming) -> tuple[tuple[str, str], ...]:
    """Fields as the hand writes them: where they name seats or sides, by its names."""
    read = fields_in(fields)
    if naming is COMPASS:
        return read
    return tuple((name, rename_words(text, naming) if name in _NAMED_FIELDS else text) for name, text in read)


_EDITS: Final[dict[str, tuple[Callable[[Record, _Json], Done], tuple[str, ...]]]] = {
    "comment": (_comment, ("at", "where", "index", "text")),
    "glyphs": (_glyphs, ("at", "glyphs")),
    "mark": (_mark, ("at", "cards", "seats")),
    "play": (play_made, ("after", "seat", "cards", "tried", "deal")),
    "deal": (supposed, ("at", "hands")),
    "remove": (removed, ("at",)),
    "promote": (promoted, ("at",)),
    "incident": (_incident, ("at", "kind", "party", "fields")),
}
"""Every edit with the keys it may have."""
