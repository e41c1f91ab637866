"""The record library: uploads kept byte for byte, the hands read from them, and their verdicts.

Owns the database: what is stored, ids, search. Knows neither rules (it asks for an audit and keeps
what it says) nor the web.

No upload is ever lost: its bytes are stored before anything tries to read them, and a file that
cannot be read stays and can be opened with its findings. The same bytes are the same upload.
A hand that is edited gets a new revision; the newest is what is shown and found, and none is ever changed.
One connection, guarded by a lock, serves all threads of a process; reading and auditing a file
happen outside the lock.
"""

from __future__ import annotations

import base64
import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from paipu.grammar import loads
from paipu.grammar.model import Record
from paipu.replay import audit_hands

from .formats import MAX_UPLOAD, import_bytes, limited
from .imported import Imported
from .revising import UnfitError, judged_again, places_of, revised, same_hand
from .rows import (
    NOTHING_READ,
    UPLOAD_COLUMNS,
    Audited,
    Counts,
    Hand,
    Revision,
    Upload,
    hand_row,
    now,
    record_of,
    storable,
    summary_change,
    summary_row,
    text_of,
    upload_of,
)
from .schema import MIGRATIONS

__all__ = ["Audited", "Auditor", "Counts", "Hand", "Library", "Revision", "UnfitError", "Upload"]

ID_LENGTH: Final = 10
"""Characters of an upload's id: base32 of its SHA-256, 50 bits. One more is taken where two collide."""

MAX_NAME: Final = 255
"""Characters kept of an upload's name, and of the name of who edited a hand."""

_LARGEST: Final = 2**63 - 1

Auditor = Callable[[Iterable[Record]], Iterable[Audited]]


class Library:
    """A library in a file, or in memory without a path.

    >>> library = Library(None)
    >>> upload = library.add_upload("empty.txt", b"")
    >>> upload.new, upload.hands, library.add_upload("again.txt", b"").id == upload.id
    (True, 0, True)
    >>> library.close()
    """

    def __init__(self, path: str | Path | None, *, audit: Auditor = audit_hands) -> None:
        """Open a library and bring its schema up to date; `audit` judges the hands of a new file."""
        self._audit = audit
        self._lock = threading.RLock()
        connection = sqlite3.connect(
            ":memory:" if path is None else str(path), timeout=30, check_same_thread=False
        )
        self._db = Database(connection)
        if path is not None:
            self._db.enable_wal()
        connection.execute("PRAGMA foreign_keys = ON")
        with self._writing():
            MIGRATIONS.apply(self._db)

    def close(self) -> None:
        """Close the database; the library cannot be used afterwards."""
        with self._lock:
            self._db.close()

    # Adding

    def add_upload(self, name: str, data: bytes) -> Upload:
        """Keep a file and read it; the same bytes give back the upload that is already here.

        More than `MAX_UPLOAD` bytes are a `ValueError`; whatever else stands in a file is kept.
        """
        if len(data) > MAX_UPLOAD:
            raise ValueError(f"{len(data)} bytes are more than the {MAX_UPLOAD} of one upload")
        upload_id, new = self._keep(name, data)
        kept = self._row(upload_id)
        if kept is not None and kept["read_at"] is None:
            self._read(upload_id, kept["name"], data)
        upload = self.upload(upload_id)
        if upload is None:  # removed by somebody else meanwhile
            raise LookupError(upload_id)
        return replace(upload, new=new)

    def reread(self, upload_id: str) -> Upload | None:
        """Read a stored file again, after an importer or a rule set has changed.

        Revisions stay: an edited hand keeps its newest text, only its revision 0 is as now read. They go with
        the hand where another one stands at its number now; if it is nowhere, what is now read is the newest
        text of that number, behind them.
        """
        row, data = self._row(upload_id), self.data(upload_id)
        if row is None or data is None:
            return None
        self._read(upload_id, row["name"], data)
        return self.upload(upload_id)

    def remove(self, upload_id: str) -> bool:
        """Remove an upload, its hands and their revisions; False if it is not here."""
        with self._writing():
            self._db.execute("DELETE FROM revisions WHERE upload_id = ?", [upload_id])
            self._db.execute("DELETE FROM hands WHERE upload_id = ?", [upload_id])
            return bool(self._db.execute("DELETE FROM uploads WHERE id = ?", [upload_id]).rowcount)

    def once(self, name: str) -> bool:
        """True the first time a library is asked about a name, for what is to happen only once."""
        with self._writing():
            row = {"name": name, "value": now()}
            before = self._db.table("settings").count
            self._db.table("settings").insert(row, pk="name", ignore=True)
            return self._db.table("settings").count > before

    def _keep(self, name: str, data: bytes) -> tuple[str, bool]:
        """Store the bytes, unless they are here; the id, and whether they are new."""
        digest = hashlib.sha256(data)
        code = base64.b32encode(digest.digest()).decode().lower().rstrip("=")
        with self._writing():
            here = self._query("SELECT id FROM uploads WHERE sha256 = ?", [digest.hexdigest()])
            if here:
                return str(here[0]["id"]), False
            alike = self._query("SELECT id FROM uploads WHERE id LIKE ?", [code[:ID_LENGTH] + "%"])
            taken = {row["id"] for row in alike}
            upload_id = next(code[:n] for n in range(ID_LENGTH, len(code) + 1) if code[:n] not in taken)
            self._db.table("uploads").insert(
                {
                    "id": upload_id,
                    "sha256": digest.hexdigest(),
                    "name": storable(name)[:MAX_NAME],
                    "received_at": now(),
                    "size": len(data),
                    "data": data,
                    **NOTHING_READ,
                },
                pk="id",
            )
            return upload_id, True

    def _read(self, upload_id: str, name: str, data: bytes) -> None:
        """Read and audit a file, then store what came of it in one transaction."""
        imported = limited(import_bytes(data, name))
        while not self._stored(upload_id, imported):
            pass

    def _stored(self, upload_id: str, imported: Imported) -> bool:
        """Audit the hands and store them; False if one of them was edited meanwhile."""
        edited = self._newest(upload_id)
        places = places_of({n: loads(row["sjn"])[0] for n, row in edited.items()}, imported.records)
        shown = {place: edited[number] for number, place in places.items()}
        records = [_as_edited(record, shown.get(number)) for number, record in enumerate(imported.records, 1)]
        # Revisions of a hand that is no more: what is now read at their number comes behind them.
        behind = {
            number: Revision(row["number"] + 1, 0, now(), "", text_of(records[number - 1]))
            for number, row in edited.items()
            if number not in places and number <= len(records)
        }
        newest = {n: row["number"] for n, row in shown.items()} | {n: r.number for n, r in behind.items()}
        audits = zip(records, self._audit(records), strict=True)
        rows = [
            hand_row(upload_id, number, *judged, newest.get(number, 0))
            for number, judged in enumerate(audits, 1)
        ]
        with self._writing():
            if self._newest(upload_id) != edited:
                return False
            self._db.execute("DELETE FROM hands WHERE upload_id = ?", [upload_id])
            if self._row(upload_id) is None:
                return True
            self._db.table("hands").insert_all(rows, pk=("upload_id", "number"))
            self._move_revisions(upload_id, places)
            for number in shown:
                self._read_anew(upload_id, number, imported.records[number - 1])
            for number, revision in behind.items():
                row = {"upload_id": upload_id, "hand": number, **asdict(revision)}
                self._db.table("revisions").insert(row, pk=("upload_id", "hand", "number"))
            self._db.table("uploads").update(upload_id, summary_row(imported, rows))
            return True

    def _move_revisions(self, upload_id: str, places: Mapping[int, int]) -> None:
        moves = {number: place for number, place in places.items() if number != place}
        for number, place in moves.items():  # by way of numbers that no hand has
            where = [-place, upload_id, number]
            self._db.execute("UPDATE revisions SET hand = ? WHERE upload_id = ? AND hand = ?", where)
        if moves:
            where = [upload_id]
            self._db.execute("UPDATE revisions SET hand = -hand WHERE upload_id = ? AND hand < 0", where)

    def _read_anew(self, upload_id: str, number: int, record: Record) -> None:
        """Revision 0 of a hand is as now read, unless that is the text of a hand that is no more."""
        key = (upload_id, number, 0)
        if same_hand(loads(self._db.table("revisions").get(key)["sjn"])[0], record):
            self._db.table("revisions").update(key, {"sjn": text_of(record)})

    def _newest(self, upload_id: str) -> dict[int, dict[str, Any]]:
        """The newest revisions of the hands of an upload that were edited, by the number of the hand."""
        rows = self._query(
            "SELECT hand, max(number) AS number, sjn FROM revisions WHERE upload_id = ? GROUP BY hand",
            [upload_id],
        )
        return {row["hand"]: row for row in rows}

    # Editing

    def revise(
        self, upload_id: str, hand: int, record: Record, *, base: int, author: str, newest: int
    ) -> Revision | None:
        """Keep a record as the next revision of a hand, which was made from revision `base`.

        None if `newest` is no longer the newest revision, or the hand is not here; then nothing is written.
        A record that says the same as the newest makes no revision. The hand, and what follows it in its
        match, is judged again. `UnfitError` if the record is no revision of this hand.
        """
        while True:
            upload, before = self.upload(upload_id), self.hand(upload_id, hand)
            if upload is None or before is None or before.revision != newest:
                return None
            if not 0 <= base <= newest:
                raise UnfitError(f"revision {base} is none that this could be made from")
            made = revised(before.record(), record)
            if made is None:
                return self.revisions(upload_id, hand, newest)[-1]
            hands, rows = judged_again(before, made, lambda number: self.hand(upload_id, number), self._audit)
            revision = Revision(newest + 1, base, now(), storable(author)[:MAX_NAME], str(rows[0]["sjn"]))
            with self._writing():
                kept = self.upload(upload_id)
                # Whatever is written to an upload dates it anew: then what was judged may not hold.
                if kept == upload:
                    self._keep_revision(before, revision, upload)
                    for each, row in zip(hands, rows, strict=True):
                        self._db.table("hands").update((upload_id, each.number), row)
                    changed = summary_change(upload, hands, rows)
                    read_at = _later(upload.read_at)
                    self._db.table("uploads").update(upload_id, {**changed, "read_at": read_at})
                    return revision

    def _keep_revision(self, before: Hand, revision: Revision, upload: Upload) -> None:
        """Store a revision, and before the first one the text it was all made from."""
        kept = [revision]
        if not before.revision:
            kept.insert(0, Revision(0, 0, upload.received_at, "", before.sjn))
        rows = [{"upload_id": upload.id, "hand": before.number, **asdict(each)} for each in kept]
        self._db.table("revisions").insert_all(rows, pk=("upload_id", "hand", "number"))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, write lock first: a reader turned writer would fail, not wait, on a conflict."""
        with self._lock:
            self._db.conn.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.conn.rollback()
                raise
            self._db.conn.commit()

    # Reading

    def upload(self, upload_id: str) -> Upload | None:
        """An upload by its id, without its bytes."""
        row = self._row(upload_id)
        return None if row is None else upload_of(row)

    def data(self, upload_id: str) -> bytes | None:
        """The bytes of an upload, exactly as they came in."""
        rows = self._query("SELECT data FROM uploads WHERE id = ?", [upload_id])
        return bytes(rows[0]["data"]) if rows else None

    def hand(self, upload_id: str, number: int) -> Hand | None:
        """One hand of an upload, counted from 1 in the order of the file."""
        rows = self._query(
            "SELECT * FROM hands WHERE upload_id = ? AND number = ?", [upload_id, _window(number, 0)[0]]
        )
        return Hand(**rows[0]) if rows else None

    def hands(self, upload_id: str) -> list[Hand]:
        """All hands of an upload in order."""
        rows = self._query("SELECT * FROM hands WHERE upload_id = ? ORDER BY number", [upload_id])
        return [Hand(**row) for row in rows]

    def revisions(self, upload_id: str, hand: int, first: int = 0, last: int | None = None) -> list[Revision]:
        """The revisions of a hand, the upload's own first; [] if there is no such hand.

        With `first` and `last` those of these numbers.
        """
        last = _LARGEST if last is None else last
        with self._lock:
            here, upload = self.hand(upload_id, hand), self.upload(upload_id)
            rows = self._query(
                "SELECT number, base, saved_at, author, sjn FROM revisions"
                " WHERE upload_id = ? AND hand = ? AND number BETWEEN ? AND ? ORDER BY number",
                [upload_id, _window(hand, 0)[0], first, last],
            )
        if here is None or upload is None:
            return []
        if not rows and here.revision == 0 and first <= 0 <= last:
            return [Revision(0, 0, upload.received_at, "", here.sjn)]
        return [Revision(**row) for row in rows]

    def revision(self, upload_id: str, hand: int, number: int) -> Record | None:
        """The record of one revision of a hand; None if there is none of this number."""
        with self._lock:
            here = self.hand(upload_id, hand)
            rows = self._query(
                "SELECT sjn FROM revisions WHERE upload_id = ? AND hand = ? AND number = ?",
                [upload_id, *_window(hand, number)],
            )
        if here is None or number < 0:
            return None
        if rows:
            return record_of(rows[0]["sjn"], here.inherited)
        return here.record() if number == here.revision == 0 else None

    def list_uploads(self, limit: int = 50, offset: int = 0, query: str | None = None) -> list[Upload]:
        """Uploads, newest first; with `query` those whose name, event or players contain it."""
        where, parameters = _matching(query)
        rows = self._query(
            f"SELECT {UPLOAD_COLUMNS} FROM uploads{where}"
            " ORDER BY received_at DESC, rowid DESC LIMIT ? OFFSET ?",
            [*parameters, *_window(limit, offset)],
        )
        return [upload_of(row) for row in rows]

    def count_uploads(self, query: str | None = None) -> int:
        """How many uploads `list_uploads` has in all."""
        where, parameters = _matching(query)
        return int(self._query(f"SELECT count(*) AS n FROM uploads{where}", parameters)[0]["n"])

    def search(self, query: str, limit: int = 50, offset: int = 0) -> list[Hand]:
        """Hands whose title, players or text contain `query`, newest uploads first."""
        rows = self._query(
            "SELECT hands.* FROM hands JOIN uploads ON uploads.id = upload_id"
            " WHERE title || ' ' || hands.sjn LIKE ? ESCAPE '\\'"
            " ORDER BY received_at DESC, uploads.rowid DESC, number LIMIT ? OFFSET ?",
            [_pattern(query), *_window(limit, offset)],
        )
        return [Hand(**row) for row in rows]

    def counts(self) -> Counts:
        """How much is in the library."""
        row = self._query(
            "SELECT count(*) AS uploads, coalesce(sum(hands), 0) AS hands, coalesce(sum(clean), 0) AS clean,"
            " coalesce(sum(flagged), 0) AS flagged, coalesce(sum(unreadable), 0) AS unreadable FROM uploads",
            [],
        )[0]
        return Counts(**row)

    def _row(self, upload_id: str) -> dict[str, Any] | None:
        rows = self._query(f"SELECT {UPLOAD_COLUMNS} FROM uploads WHERE id = ?", [upload_id])
        return rows[0] if rows else None

    def _query(self, sql: str, parameters: Sequence[object]) -> list[dict[str, Any]]:
        safe = [storable(value) if isinstance(value, str) else value for value in parameters]
        with self._lock:
            return list(self._db.query(sql, safe))


def _as_edited(record: Record, revision: dict[str, Any] | None) -> Record:
    """A hand as it was edited; what it inherits is as now read."""
    return replace(loads(revision["sjn"])[0], inherited=record.inherited) if revision else record


def _later(read_at: str | None) -> str:
    """The time, other than the one that dates what was read before."""
    while (time := now()) == read_at:
        pass
    return time


def _window(limit: int, offset: int) -> tuple[int, int]:
    """Limit and offset as SQLite takes them: neither negative nor beyond its integers."""
    return min(max(limit, 0), _LARGEST), min(max(offset, 0), _LARGEST)


def _pattern(query: str) -> str:
    """A `LIKE` pattern for text that contains the query, of which 200 characters count."""
    escaped = query[:200].replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _matching(query: str | None) -> tuple[str, list[object]]:
    if not query:
        return "", []
    within = " || ' ' || ".join(
        f"coalesce({name}, '')" for name in ("title", "north", "east", "south", "west")
    )
    clause = (
        " WHERE uploads.name LIKE ? ESCAPE '\\' OR EXISTS"
        f" (SELECT 1 FROM hands WHERE upload_id = uploads.id AND {within} LIKE ? ESCAPE '\\')"
    )
    return clause, [_pattern(query)] * 2
