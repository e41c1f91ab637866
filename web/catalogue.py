"""What the pages show of a library: summaries, verdicts, timelines, findings with their lines.

Owns the step from stored hands to values that templates print, and asks the layers below for
everything else: the library for hands, the replay for audits and timelines. Knows no HTML.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from paipu.grammar import dumps
from paipu.grammar.encoding import decode
from paipu.records.formats import import_bytes
from paipu.records.library import Hand, Library, Upload
from paipu.replay import Comparison, audit, compare, timeline
from paipu.replay.chain import follows
from paipu.replay.match import audit_hands
from paipu.replay.rules import load_rules

from .excerpts import Excerpt, excerpt
from .report import Judged, parts_of

__all__ = [
    "Catalogue",
    "Counts",
    "FileView",
    "HandRow",
    "Listed",
    "Reported",
    "TextFinding",
    "counts_of",
]

MAX_READ_AGAIN: Final = 400
"""Hands of a file whose text findings are shown together with their lines; beyond, on each hand's page."""
REPORTED: Final = 200
"""Hands of a file that one page reports on."""

_SEATS: Final = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many findings of each severity, and how many hands cannot be read.

    `text` is how many of the errors lie in the text, not in the play; 0 where that is not known.
    """

    error: int
    warning: int
    note: int
    unreadable: int = 0
    text: int = 0

    @property
    def offences(self) -> int:
        """Errors that accuse somebody."""
        return self.error - self.text


@dataclass(frozen=True, slots=True)
class TextFinding:
    """A finding about the text: as a JSON object, the hand it stands in, and the line."""

    hand: int | None
    finding: Mapping[str, Any]
    excerpt: Excerpt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A file as the list shows it; what it is called comes from its first hand."""

    id: str
    name: str
    added: str
    title: str
    date: str
    players: tuple[str, ...]
    rules: str
    hands: int
    counts: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """A hand as the page of its file shows it."""

    number: int
    round: str | None
    table: str | None
    written_number: str | None
    """The number of the hand in its own header."""
    level: str | None
    trump: str | None
    dealer: str | None
    players: tuple[str, ...]
    rules: str | None
    attackers: int | None
    counts: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class FileView:
    """A file as its own page shows it."""

    listed: Listed
    format: str | None
    size: int
    rows: tuple[HandRow, ...]
    findings: tuple[TextFinding, ...]


@dataclass(frozen=True, slots=True)
class Reported:
    """The report on a file or on one of its hands: its parts, and on how many hands of how many."""

    parts: list[dict[str, Any]]
    title: str
    shown: int
    hands: int


class Catalogue:
    """A library as the pages see it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        # All are pure functions of stored text: the same hand gives the same timeline.
        self._text_findings = lru_cache(maxsize=16)(self._read_text_findings)
        self._timeline = lru_cache(maxsize=64)(_timeline_of)
        self._comparison = lru_cache(maxsize=64)(_comparison_of)
        self._report = lru_cache(maxsize=8)(_report_of)
        self._hand_report = lru_cache(maxsize=16)(_hand_report_of)

    def add(self, name: str, data: bytes) -> tuple[str, bool]:
        """Keep a file; its id, and whether it was here already."""
        upload = self._library.add_upload(name, data)
        return upload.id, not upload.new

    def recent(self, *, offset: int, limit: int, query: str | None = None) -> list[Listed]:
        """Files, newest first."""
        uploads = self._library.list_uploads(limit=limit, offset=offset, query=query)
        return [self._listed(upload) for upload in uploads]

    def upload(self, upload_id: str, *, offset: int, limit: int) -> FileView | None:
        """One file with some of its hands."""
        upload = self._library.upload(upload_id)
        if upload is None:
            return None
        hands = self._library.hands(upload_id)[offset : offset + limit]
        return FileView(
            listed=self._listed(upload),
            format=upload.format,
            size=upload.size,
            rows=tuple(_hand_row(hand) for hand in hands),
            findings=self._text_findings(upload_id, upload.read_at),
        )

    def timeline(
        self, upload_id: str, number: int, rules: str | None = None
    ) -> tuple[dict[str, Any], int] | None:
        """The timeline of one hand, and how many hands the file has.

        It is judged by the rules its header names, or by those of the spec `rules`; a spec that
        does not exist is a `RuleError`.
        """
        upload, hand = self._library.upload(upload_id), self._library.hand(upload_id, number)
        if upload is None or hand is None:
            return None
        return {**self._timeline(hand, rules), "id": upload_id, "hand": number}, upload.hands

    def comparison(self, upload_id: str, number: int, rules: str) -> Comparison | None:
        """What the set of the spec `rules` judges otherwise than the set the hand names.

        None where both are one set, or there is no such hand.
        """
        hand = self._library.hand(upload_id, number)
        return self._comparison(hand, rules) if hand else None

    def report(self, upload_id: str, number: int | None, rules: str | None = None) -> Reported | None:
        """The referee's report on one hand, or on the first hands of a file (`REPORTED`).

        The rules are as for `timeline`.
        """
        upload = self._library.upload(upload_id)
        if upload is None or (number is not None and number > upload.hands):
            return None
        every = self._library.hands(upload_id)
        if number is None:
            shown = tuple(every[:REPORTED])
            parts = self._report(shown, rules)
        else:
            # The hands before it and the one behind say how it stands in its match.
            shown = tuple(every[number - 1 : number])
            parts = self._hand_report(tuple(every[max(0, number - REPORTED) : number + 1]), number, rules)
        title = (shown and shown[0].event) or upload.name
        return Reported(parts, title, len(shown), upload.hands)

    def name(self, upload_id: str) -> str | None:
        """The name a file came in with."""
        upload = self._library.upload(upload_id)
        return upload.name if upload else None

    def text(self, upload_id: str) -> str | None:
        """The hands of a file in canonical notation."""
        if self._library.upload(upload_id) is None:
            return None
        return dumps([hand.record() for hand in self._library.hands(upload_id)])

    def source(self, upload_id: str) -> bytes | None:
        """The bytes of a file as they came in."""
        return self._library.data(upload_id)

    def _listed(self, upload: Upload) -> Listed:
        first = self._library.hand(upload.id, 1)
        return Listed(
            id=upload.id,
            name=upload.name,
            added=f"{upload.received_at[:16].replace('T', ' ')} UTC",
            title=(first and first.event) or "",
            date=(first and first.date) or "",
            players=_players(first) if first else (),
            rules=(first and first.rules) or "",
            hands=upload.hands,
            counts=Counts(upload.errors, upload.warnings, upload.notes, _unread(upload)),
        )

    def _read_text_findings(self, upload_id: str, read_at: str | None) -> tuple[TextFinding, ...]:
        """Findings about the file and its text, with the lines they stand in (`read_at` dates the cache)."""
        upload, data = self._library.upload(upload_id), self._library.data(upload_id)
        if upload is None or data is None:
            return ()
        if not (upload.errors or upload.warnings or upload.notes) or upload.hands > MAX_READ_AGAIN:
            return tuple(TextFinding(None, finding, None) for finding in upload.findings)
        imported = import_bytes(data, upload.name)
        original = decode(data)[0].split("\n")
        lines = imported.sjn_text.split("\n") if imported.format != "sjn" else original
        return (
            *(TextFinding(None, finding, excerpt(original, finding)) for finding in upload.findings),
            *(
                TextFinding(number, finding.to_dict(), excerpt(lines, finding.to_dict()))
                for number, record in enumerate(imported.records, 1)
                for finding in record.findings
            ),
        )


def counts_of(timeline: Mapping[str, Any]) -> Counts:
    """How much was found in one hand."""
    found = [(finding["severity"], finding["phase"]) for finding in timeline["findings"]]
    severities = [severity for severity, _ in found]
    return Counts(
        severities.count("error"),
        severities.count("warning"),
        severities.count("note"),
        int(timeline["verdict"] == "unreadable"),
        found.count(("error", "text")),
    )


def _timeline_of(hand: Hand, rules: str | None) -> dict[str, Any]:
    return timeline(audit(hand.record(), load_rules(rules) if rules else None))


def _report_of(hands: tuple[Hand, ...], rules: str | None) -> list[dict[str, Any]]:
    audits = audit_hands((hand.record() for hand in hands), load_rules(rules) if rules else None)
    return parts_of(Judged(done, hand.number) for hand, done in zip(hands, audits, strict=True))


def _hand_report_of(hands: tuple[Hand, ...], number: int, rules: str | None) -> list[dict[str, Any]]:
    """The report on the hand of this number, audited in the match that it belongs to."""
    records = [(hand.number, hand.record()) for hand in hands]
    at = next(at for at, (each, _) in enumerate(records) if each == number)
    first = at
    while first and follows(records[first][1], records[first - 1][1]):
        first -= 1
    audits = audit_hands((record for _, record in records[first:]), load_rules(rules) if rules else None)
    return parts_of([Judged(next(islice(audits, at - first, None)), number)])


def _comparison_of(hand: Hand, rules: str) -> Comparison | None:
    found = compare(hand.record(), None, load_rules(rules))
    return None if found.first.rules == found.second.rules else found


def _unread(upload: Upload) -> int:
    """A file without any hand counts as one that cannot be read."""
    return upload.unreadable or int(not upload.hands)


def _players(hand: Hand) -> tuple[str, ...]:
    return tuple(name for seat in _SEATS if (name := getattr(hand, seat)))


def _hand_row(hand: Hand) -> HandRow:
    return HandRow(
        number=hand.number,
        round=hand.round,
        table=hand.table_no,
        written_number=hand.hand,
        level=hand.level,
        trump=hand.trump,
        dealer=hand.dealer,
        players=_players(hand),
        rules=hand.rules,
        attackers=hand.attackers,
        counts=Counts(hand.errors, hand.warnings, hand.notes, int(hand.verdict == "unreadable")),
    )
