"""What the pages show of a library: summaries, verdicts, timelines, findings with their lines.

Owns the step from stored hands to values that templates print, and asks the layers below for
everything else: the library for hands, the replay for audits and timelines. Knows no HTML.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from paipu.grammar.encoding import decode
from paipu.grammar.model import Record
from paipu.records.formats import import_bytes
from paipu.records.library import Hand, Library, Upload
from paipu.replay import Audit, Comparison, audit, compare
from paipu.replay.chain import Standing, follows
from paipu.replay.match import audit_hands, ledger_row
from paipu.replay.rules import load_rules
from paipu.replay.views import shows_play, timeline_for, until

from .excerpts import Excerpt, excerpt
from .legal import legal_plays_seen
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
_LOCKS: Final = 64
REPORTED: Final = 200
"""Hands of a file that one page reports on, or that are audited as one match."""

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
class Chain:
    """The hands of one match within a file: its ledger, and what each hand leaves for the next."""

    first: int
    rows: tuple[dict[str, Any], ...]
    standings: tuple[Standing | None, ...]


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
        self.library = library
        self._saving = tuple(threading.Lock() for _ in range(_LOCKS))
        # All are pure functions of stored text: the same hand gives the same timeline.
        self._text_findings = lru_cache(maxsize=16)(self._read_text_findings)
        self._follows = lru_cache(maxsize=8192)(self._read_follows)
        self._chain = lru_cache(maxsize=32)(self._audit_chain)
        self._audit = lru_cache(maxsize=32)(self._audit_in_match)
        self._timeline = lru_cache(maxsize=64)(self._make_timeline)
        self._comparison = lru_cache(maxsize=64)(_comparison_of)
        self._report = lru_cache(maxsize=8)(_report_of)
        self._hand_report = lru_cache(maxsize=16)(_hand_report_of)

    def saving(self, upload_id: str) -> threading.Lock:
        """The lock under which a hand of a file is revised: whoever has it need not start anew.

        One for all hands of a file, since a revision of one judges those behind it again.
        """
        return self._saving[hash(upload_id) % len(self._saving)]

    def add(self, name: str, data: bytes) -> tuple[str, bool]:
        """Keep a file; its id, and whether it was here already."""
        upload = self.library.add_upload(name, data)
        return upload.id, not upload.new

    def recent(self, *, offset: int, limit: int, query: str | None = None) -> list[Listed]:
        """Files, newest first."""
        uploads = self.library.list_uploads(limit=limit, offset=offset, query=query)
        return [self._listed(upload) for upload in uploads]

    def upload(self, upload_id: str, *, offset: int, limit: int) -> FileView | None:
        """One file with some of its hands."""
        upload = self.library.upload(upload_id)
        if upload is None:
            return None
        hands = self.library.hands(upload_id)[offset : offset + limit]
        return FileView(
            listed=self._listed(upload),
            format=upload.format,
            size=upload.size,
            rows=tuple(_hand_row(hand) for hand in hands),
            findings=self._text_findings(upload_id, upload.read_at),
        )

    def timeline(
        self,
        upload_id: str,
        number: int,
        rules: str | None = None,
        *,
        view: str = "all",
        at: str | None = None,
        revision: int | None = None,
    ) -> tuple[dict[str, Any], int] | None:
        """The timeline of one hand as `view` shows it, and how many hands the file has.

        With `at` it is cut behind that element, for readers who want to know no more. It is judged in
        its match, by the rules its header names or by those of the spec `rules`; a spec that does not
        exist is a `RuleError`, a view that does not, a `ValueError`. `revision` is an earlier one.
        """
        upload = self.library.upload(upload_id)
        if upload is None or not 1 <= number <= upload.hands:
            return None
        if revision is None:
            shown = self._timeline(upload_id, upload.read_at, number, rules, view)
        else:
            record = self.library.revision(upload_id, number, revision)
            if record is None:
                return None
            shown = timeline_for(self.audit_as(upload, number, record, rules), view)
        shown = {**shown, "id": upload_id, "hand": number}
        return {"next": None, **shown} if at is None else until(shown, at), upload.hands

    def ledger(self, upload_id: str, number: int, rules: str | None = None) -> list[dict[str, Any]]:
        """The hands of the match that one hand belongs to, with both ledgers; [] for a hand by itself.

        ``number`` is that of the hand in its file.
        """
        upload = self.library.upload(upload_id)
        if upload is None or not 1 <= number <= upload.hands:
            return []
        chain = self._chain(upload_id, upload.read_at, self._first_of(upload, number), rules)
        rows = [{**row, "number": chain.first + at} for at, row in enumerate(chain.rows)]
        return rows if len(rows) > 1 else []

    def legal_plays(
        self,
        upload_id: str,
        number: int,
        rules: str | None = None,
        *,
        view: str = "all",
        at: str | None = None,
    ) -> dict[str, Any] | None:
        """What might have been played instead of each play, by its address; None without such a hand.

        Of each ``seat``, ``plays``, whether those are ``all``, an ``example``. Plays are left out where the
        hand or what was led is not known, and where this view does not show it; with `at` also what a
        reader has not seen who has come so far.
        """
        upload = self.library.upload(upload_id)
        if upload is None or not 1 <= number <= upload.hands:
            return None
        shown = self.timeline(upload_id, number, rules, view=view, at=at) if at is not None else None
        found = legal_plays_seen(self._audit(upload_id, upload.read_at, number, rules), view)
        return found if shown is None else {p: each for p, each in found.items() if shows_play(shown[0], p)}

    def comparison(self, upload_id: str, number: int, rules: str) -> Comparison | None:
        """What the set of the spec `rules` judges otherwise than the set the hand names.

        None where both are one set, or there is no such hand.
        """
        hand = self.library.hand(upload_id, number)
        return self._comparison(hand, rules) if hand else None

    def report(self, upload_id: str, number: int | None, rules: str | None = None) -> Reported | None:
        """The referee's report on one hand, or on the first hands of a file (`REPORTED`).

        The rules are as for `timeline`.
        """
        upload = self.library.upload(upload_id)
        if upload is None or (number is not None and number > upload.hands):
            return None
        every = self.library.hands(upload_id)
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
        upload = self.library.upload(upload_id)
        return upload.name if upload else None

    def records(
        self, upload_id: str, number: int | None = None, revision: int | None = None
    ) -> list[Record] | None:
        """The records of a file, or the one of this number, also an earlier `revision`; else None."""
        if number is not None and revision is not None:
            record = self.library.revision(upload_id, number, revision)
            return [record] if record else None
        if number is not None:
            hand = self.library.hand(upload_id, number)
            return [hand.record()] if hand else None
        if self.library.upload(upload_id) is None:
            return None
        return [hand.record() for hand in self.library.hands(upload_id)]

    def source(self, upload_id: str) -> bytes | None:
        """The bytes of a file as they came in."""
        return self.library.data(upload_id)

    def _hand(self, upload_id: str, number: int) -> Hand:
        hand = self.library.hand(upload_id, number)
        if hand is None:  # removed by somebody else meanwhile
            raise LookupError(f"{upload_id}/{number}")
        return hand

    def _read_follows(self, upload_id: str, read_at: str | None, number: int) -> bool:
        """Whether a hand goes on with the match of the one before it (`read_at` dates the cache)."""
        hands = [self.library.hand(upload_id, each) for each in (number - 1, number)]
        before, after = (hand.record() if hand else None for hand in hands)
        return before is not None and after is not None and follows(after, before)

    def _first_of(self, upload: Upload, number: int) -> int:
        """The hand with which the match of a hand begins; of a very long one, some hands before."""
        first = number
        while first > 1 and self._follows(upload.id, upload.read_at, first):
            first -= 1
            if number - first >= REPORTED:
                # The same for all hands around, so that they share what is audited.
                return (number // (REPORTED // 2) - 1) * (REPORTED // 2) + 1
        return first

    def _audit_chain(self, upload_id: str, read_at: str | None, first: int, rules: str | None) -> Chain:
        """Audit a match from its first hand on, each hand once."""
        last = first
        while last - first + 1 < REPORTED and self._follows(upload_id, read_at, last + 1):
            last += 1
        records = (self._hand(upload_id, number).record() for number in range(first, last + 1))
        rows, standings = [], []
        before: Audit | None = None
        for done in audit_hands(records, load_rules(rules) if rules else None):
            rows.append(ledger_row(done, before))
            standings.append(done.after)
            before = done
        return Chain(first, tuple(rows), tuple(standings))

    def _audit_in_match(self, upload_id: str, read_at: str | None, number: int, rules: str | None) -> Audit:
        upload = self.library.upload(upload_id)
        if upload is None:  # removed by somebody else meanwhile
            raise LookupError(upload_id)
        return self.audit_as(upload, number, self._hand(upload_id, number).record(), rules)

    def audit_as(self, upload: Upload, number: int, record: Record, rules: str | None = None) -> Audit:
        """The audit of a text of one hand that may be another than the newest, in the match of the hand."""
        first = self._first_of(upload, number)
        before = None
        if first < number:
            before = self._chain(upload.id, upload.read_at, first, rules).standings[number - first - 1]
        last = not self._follows(upload.id, upload.read_at, number + 1)
        return audit(record, load_rules(rules) if rules else None, before=before, last=last)

    def _make_timeline(
        self, upload_id: str, read_at: str | None, number: int, rules: str | None, view: str
    ) -> dict[str, Any]:
        return timeline_for(self._audit(upload_id, read_at, number, rules), view)

    def _listed(self, upload: Upload) -> Listed:
        first = self.library.hand(upload.id, 1)
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
        upload, data = self.library.upload(upload_id), self.library.data(upload_id)
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
