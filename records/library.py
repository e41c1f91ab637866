"""The record library: uploads kept byte for byte, the hands read from them, and their verdicts.

Owns the database: what is stored, ids, search. Knows neither rules (it asks for an audit and keeps
what it says) nor the web.

No upload is ever lost: its bytes are stored before anything tries to read them, and a file that
cannot be read stays and can be opened with its findings. The same bytes are the same upload.
One connection, guarded by a lock, serves all threads of a process; reading and auditing a file
happen outside the lock.
"""

from __future__ import annotations

import base64
import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from paipu.grammar.model import Record
from paipu.replay import audit_hands

from .formats import MAX_UPLOAD, import_bytes, limited
from .rows import (
    NOTHING_READ,
    UPLOAD_COLUMNS,
    Audited,
    Counts,
    Hand,
    Upload,
    hand_row,
    now,
    storable,
    summary_row,
    upload_of,
)
from .schema import MIGRATIONS

__all__ = ["Audited", "Auditor", "Counts", "Hand", "Library", "Upload"]

ID_LENGTH: Final = 10
"""Characters of an upload's id: base32 of its SHA-256, 50 bits. One more is taken where two collide."""

MAX_NAME: Final = 255
"""Characters kept of an upload's name."""

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
        """Read a stored file again, after an importer or a rule set has changed."""
        row, data = self._row(upload_id), self.data(upload_id)
        if row is None or data is None:
            return None
        self._read(upload_id, row["name"], data)
        return self.upload(upload_id)

    def remove(self, upload_id: str) -> bool:
        """Remove an upload and its hands; False if it is not here."""
        with self._writing():
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
        audits = zip(imported.records, self._audit(imported.records), strict=True)
        rows = [hand_row(upload_id, number, *judged) for number, judged in enumerate(audits, 1)]
        with self._writing():
            self._db.execute("DELETE FROM hands WHERE upload_id = ?", [upload_id])
            if self._row(upload_id) is None:
                return
            self._db.table("hands").insert_all(rows, pk=("upload_id", "number"))
            self._db.table("uploads").update(upload_id, summary_row(imported, rows))

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
