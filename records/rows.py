"""What the library keeps of a file and of a hand, as values and as rows.

Owns `Upload`, `Hand` and the way from a record and its audit to a row. Knows no SQL.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Protocol

from paipu.grammar import loads, write
from paipu.grammar.findings import Finding
from paipu.grammar.model import Record, Tag

from .imported import Imported

__all__ = [
    "NOTHING_READ",
    "UPLOAD_COLUMNS",
    "Audited",
    "Counts",
    "Hand",
    "Revision",
    "Upload",
    "hand_row",
    "now",
    "record_of",
    "storable",
    "summary_change",
    "summary_row",
    "text_of",
    "title_of",
    "upload_of",
]


class Audited(Protocol):
    """What the library keeps of an audit."""

    @property
    def verdict(self) -> str: ...
    @property
    def findings(self) -> Sequence[Finding]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One stored hand: its SJN text, what its header says, and the verdict of the audit."""

    upload_id: str
    number: int
    title: str
    event: str | None
    date: str | None
    round: str | None
    table_no: str | None
    hand: str | None
    north: str | None
    east: str | None
    south: str | None
    west: str | None
    rules: str | None
    level: str | None
    trump: str | None
    dealer: str | None
    attackers: int | None
    sjn: str
    verdict: str
    errors: int
    warnings: int
    notes: int
    inherited: str = "[]"
    """The tags of the match block before it, names and values as JSON."""
    revision: int = 0
    """Which revision of the hand this is, always the newest; 0 if it was never edited."""

    def record(self) -> Record:
        """The record that the text says, with the tags it inherits."""
        return record_of(self.sjn, self.inherited)


@dataclass(frozen=True, slots=True)
class Revision:
    """One text of a hand, and which it was made from; number 0 is the one read from the upload."""

    number: int
    base: int
    saved_at: str
    author: str
    sjn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """One file as it came in. `findings` are those of the import, as JSON objects."""

    id: str
    sha256: str
    name: str
    received_at: str
    read_at: str | None
    format: str | None
    size: int
    hands: int
    clean: int
    flagged: int
    unreadable: int
    errors: int
    warnings: int
    notes: int
    findings: tuple[dict[str, Any], ...] = ()
    new: bool = False
    """Whether the call that returned it brought these bytes in; False: already here since `received_at`."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is in the library."""

    uploads: int
    hands: int
    clean: int
    flagged: int
    unreadable: int


UPLOAD_COLUMNS: Final = ", ".join(field.name for field in fields(Upload) if field.name not in ("new",))
NOTHING_READ: Final[dict[str, object]] = {
    "read_at": None,
    "format": None,
    **dict.fromkeys(("hands", "clean", "flagged", "unreadable", "errors", "warnings", "notes"), 0),
    "findings": "[]",
}


def now() -> str:
    """The time in UTC, to the microsecond so that it also orders."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def storable(text: str) -> str:
    """Text that SQLite can keep: lone surrogates replaced, no NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def upload_of(row: dict[str, Any]) -> Upload:
    """The value of a row that has `UPLOAD_COLUMNS`."""
    return Upload(**{**row, "findings": tuple(json.loads(row["findings"]))})


@lru_cache(maxsize=8)
def record_of(sjn: str, inherited: str) -> Record:
    """The record of a stored text, with the tags it inherits, which are JSON."""
    tags = tuple(Tag(name, value) for name, value in json.loads(inherited))
    return replace(loads(sjn)[0], inherited=tags)


def text_of(record: Record) -> str:
    """The text of a hand as it is stored: as it came, else as it is written."""
    return storable(record.source or write(replace(record, inherited=())))


def title_of(record: Record, number: int) -> str:
    """What a hand is called in a list: the event and where in it the hand was played.

    >>> from paipu.grammar.model import Record, Tag
    >>> title_of(Record(tags=(Tag("Event", "League"), Tag("Round", "3"), Tag("Hand", "4"))), 1)
    'League, round 3, hand 4'
    """
    named = [f"{label} {value}" for label in ("round", "table") if (value := record.tag(label.capitalize()))]
    event = record.tag("Event")
    return ", ".join((*([event] if event else []), *named, f"hand {record.tag('Hand') or number}"))


def hand_row(
    upload_id: str, number: int, record: Record, audit: Audited, revision: int = 0
) -> dict[str, object]:
    """The row of a hand: what its header says, its text and what the audit said."""
    severities = Counter(finding.severity for finding in audit.findings)
    row: dict[str, object] = {
        "upload_id": upload_id,
        "number": number,
        "title": title_of(record, number),
        "event": record.tag("Event"),
        "date": record.tag("Date"),
        "round": record.tag("Round"),
        "table_no": record.tag("Table"),
        "hand": record.tag("Hand"),
        "north": record.player("N"),
        "east": record.player("E"),
        "south": record.player("S"),
        "west": record.player("W"),
        "rules": record.tag("Rules"),
        "level": record.tag("Level"),
        "trump": record.tag("Trump"),
        "dealer": record.tag("Dealer"),
        "attackers": record.result.attackers if record.result else None,
        "sjn": text_of(record),
        "inherited": json.dumps([(tag.name, tag.value) for tag in record.inherited], ensure_ascii=False),
        "verdict": audit.verdict,
        "errors": severities["error"],
        "warnings": severities["warning"],
        "notes": severities["note"],
        "revision": revision,
    }
    return {key: storable(value) if isinstance(value, str) else value for key, value in row.items()}


_SEVERITIES: Final = ("errors", "warnings", "notes")
_COLUMN: Final = {"clean": "clean", "findings": "flagged", "unreadable": "unreadable"}
"""The count of an upload that a verdict goes into."""


def summary_change(
    upload: Upload, before: Sequence[Hand], rows: Sequence[dict[str, object]]
) -> dict[str, int]:
    """The counts of an upload after the verdicts on some of its hands have changed."""
    counts = Counter({name: getattr(upload, name) for name in (*_COLUMN.values(), *_SEVERITIES)})
    for hand, row in zip(before, rows, strict=True):
        counts[_COLUMN[hand.verdict]] -= 1
        counts[_COLUMN[str(row["verdict"])]] += 1
        for name in _SEVERITIES:
            counts[name] += int(str(row[name])) - int(getattr(hand, name))
    return dict(counts)


def summary_row(imported: Imported, rows: list[dict[str, object]]) -> dict[str, object]:
    """What reading a file adds to its row: the format, the counts over its hands, the findings."""
    verdicts = Counter(str(row["verdict"]) for row in rows)
    severities = Counter(finding.severity for finding in imported.findings)
    return {
        "read_at": now(),
        "format": imported.format,
        "hands": len(rows),
        "clean": verdicts["clean"],
        "flagged": verdicts["findings"],
        "unreadable": verdicts["unreadable"],
        **{
            f"{severity}s": severities[severity] + sum(int(str(row[f"{severity}s"])) for row in rows)
            for severity in ("error", "warning", "note")
        },
        "findings": storable(json.dumps([finding.to_dict() for finding in imported.findings])),
    }
