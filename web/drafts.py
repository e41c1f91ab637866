"""Annotations on the way into a record: a draft, its legal plays, a revision, the history of a hand.

Owns the step from edits that a page sends to a record of the library. Knows no HTML; what an edit does
to a record is the notation's (`paipu.grammar.editing`), what is legal the replay's.
"""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import Seat
from paipu.grammar.differences import Change, differences
from paipu.grammar.editing import EditError, edited
from paipu.grammar.editing import annotations as annotations_of
from paipu.grammar.merging import Conflict, Side, merged
from paipu.grammar.model import Record
from paipu.records.library import Revision
from paipu.records.rows import record_of
from paipu.replay.alternatives import legal_plays_after
from paipu.replay.views import timeline_for

from .catalogue import Catalogue
from .legal import LEGAL_SHOWN, TRIED

__all__ = [
    "AUTHOR",
    "EDITS",
    "REVISIONS",
    "BusyError",
    "Conflict",
    "Drafted",
    "Entry",
    "History",
    "Legal",
    "Request",
    "Saved",
    "Side",
    "author_of",
    "bring_back",
    "drafted",
    "history",
    "legal_after",
    "save",
    "standing",
]

EDITS: Final = 5_000
"""Edits of one draft."""
AUTHOR: Final = 80
"""Characters kept of an author's name."""
REVISIONS: Final = 50
"""Revisions on one page of a history."""
_ATTEMPTS: Final = 12
_PAUSE: Final = 0.05
"""Seconds to wait at most after the first attempt, twice as many after the second, and so on."""

Json = dict[str, Any]


class BusyError(Exception):
    """Other processes keep saving the same hand."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a page sends: edits, and the revision they were made upon."""

    base: int
    edits: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A hand as it would be: its timeline, how many hands the file has, and what the editor needs."""

    timeline: Json
    hands: int
    editor: Json


@dataclass(frozen=True, slots=True)
class Legal:
    """What may be played at a place of a draft; None where that is not known."""

    plays: Json | None


@dataclass(frozen=True, slots=True)
class Saved:
    """The outcome of saving: the newest revision, whether it joins the work of two, or what conflicts."""

    revision: int
    merged: bool = False
    conflicts: tuple[Conflict, ...] = ()
    new: bool = False
    """Whether there was anything to keep."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A revision with what it changes in the one before; of the upload itself nothing."""

    revision: Revision
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Some revisions of a hand, newest first: the newest of all, and whether there are older ones."""

    newest: int
    entries: tuple[Entry, ...]
    more: bool


_PROBE: Final[Json] = {"do": "comment", "at": "deal", "text": "?"}


def standing(catalogue: Catalogue, upload_id: str, hand: int) -> Json | None:
    """What the editor needs of a hand that nobody has begun to edit; None if there is no such hand.

    ``refused`` says in both languages why a hand cannot be edited, such as one of whose text something
    was lost.
    """
    kept = catalogue.library.hand(upload_id, hand)
    if kept is None:
        return None
    record = kept.record()
    try:
        edited(record, [_PROBE])
    except EditError as error:
        return {"refused": (error.message, error.message_zh)}
    return _editor(record, kept.revision)


def _editor(record: Record, base: int, at: str | None = None, *, idle: bool = False) -> Json:
    """`at` is what the last edit made or touched; `idle`, that it changed nothing."""
    return {"base": base, "at": at, "idle": idle, "annotations": annotations_of(record)}


def drafted(
    catalogue: Catalogue, upload_id: str, hand: int, asked: Request, rules: str | None
) -> Drafted | None:
    """The hand with edits that are not saved; None if there is no such hand or base.

    `paipu.grammar.editing.EditError` for an edit that cannot be made.
    """
    upload = catalogue.library.upload(upload_id)
    base = catalogue.library.revision(upload_id, hand, asked.base)
    if upload is None or base is None:
        return None
    done = edited(base, asked.edits)
    timeline = timeline_for(catalogue.audit_as(upload, hand, done.record, rules), "all")
    return Drafted(
        {"next": None, **timeline, "id": upload_id, "hand": hand},
        upload.hands,
        _editor(done.record, asked.base, done.at, idle=done.idle),
    )


def legal_after(
    catalogue: Catalogue,
    upload_id: str,
    hand: int,
    asked: Request,
    rules: str | None,
    *,
    after: str,
    seat: Seat | None,
    deal: Mapping[Seat, Sequence[str]] | None,
) -> Legal | None:
    """What may be played after an address of the draft; None if there is no such hand or base."""
    upload = catalogue.library.upload(upload_id)
    base = catalogue.library.revision(upload_id, hand, asked.base)
    if upload is None or base is None:
        return None
    audited = catalogue.audit_as(upload, hand, edited(base, asked.edits).record, rules)
    return Legal(legal_plays_after(audited, after, seat=seat, deal=deal, limit=LEGAL_SHOWN, tries=TRIED))


def save(
    catalogue: Catalogue,
    upload_id: str,
    hand: int,
    asked: Request,
    *,
    author: str,
    answers: Mapping[Conflict, Side] | None = None,
) -> Saved | None:
    """Keep the edits as a revision, joined with whatever was saved since their base.

    Nothing is written while both have changed the same thing and `answers` do not say whose is to stand:
    of two conflicts, of one that came up meanwhile, or of one whose texts are no longer those answered.
    None if there is no such hand or base; `BusyError` if other processes leave no moment for it.
    """
    base = catalogue.library.revision(upload_id, hand, asked.base)
    if base is None:
        return None
    mine = edited(base, asked.edits).record
    with catalogue.saving(upload_id):
        for _attempt in _attempts():
            kept = catalogue.library.hand(upload_id, hand)
            if kept is None:
                return None
            record, joined = mine, kept.revision != asked.base
            if joined:
                found = merged(base, mine, kept.record(), answers)
                if found.conflicts:
                    return Saved(kept.revision, conflicts=found.conflicts)
                record = found.record
            done = catalogue.library.revise(
                upload_id, hand, record, base=asked.base, author=author, newest=kept.revision
            )
            if done is not None:
                return Saved(done.number, joined, new=done.number != kept.revision)
    raise BusyError(f"{upload_id}/{hand}")


def _attempts() -> Iterator[int]:
    """Attempts to save what another process may have saved meanwhile, further and further apart."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(random.uniform(0, _PAUSE * attempt))
        yield attempt


def history(catalogue: Catalogue, upload_id: str, hand: int, page: int = 1) -> History | None:
    """A page of the revisions of a hand, counted from 1, newest first; None if there is no such hand."""
    kept = catalogue.library.hand(upload_id, hand)
    if kept is None:
        return None
    last = kept.revision - (page - 1) * REVISIONS
    first = last - REVISIONS + 1
    # The one before the oldest shown tells what that one changed.
    revisions = catalogue.library.revisions(upload_id, hand, max(first - 1, 0), last) if last >= 0 else []
    entries: list[Entry] = []
    before: Record | None = None
    for revision in revisions:
        record = record_of(revision.sjn, kept.inherited)
        if revision.number >= first:
            entries.append(Entry(revision, differences(before, record) if before else ()))
        before = record
    return History(kept.revision, tuple(entries[::-1]), first > 0)


def bring_back(catalogue: Catalogue, upload_id: str, hand: int, revision: int, author: str) -> int | None:
    """Make an earlier revision the newest, as a revision of its own; its number, None without such a one."""
    record = catalogue.library.revision(upload_id, hand, revision)
    if record is None:
        return None
    with catalogue.saving(upload_id):
        for _attempt in _attempts():
            kept = catalogue.library.hand(upload_id, hand)
            if kept is None:
                return None
            done = catalogue.library.revise(
                upload_id, hand, record, base=revision, author=author, newest=kept.revision
            )
            if done is not None:
                return done.number
    raise BusyError(f"{upload_id}/{hand}")


def author_of(text: str) -> str:
    """A name as it is kept: one line, no control characters, not too long.

    >>> author_of("  A\\n B ")
    'A B'
    """
    plain = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    return " ".join(plain.split())[:AUTHOR].strip()
