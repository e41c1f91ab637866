"""The tables of the library, as named migrations in order.

Owns every statement that changes the schema. A migration that has been released is never edited;
a change of the schema is a new one at the end.
"""

from __future__ import annotations

from typing import Final

from sqlite_utils import Database, Migrations

__all__ = ["MIGRATIONS"]

MIGRATIONS: Final = Migrations("paipu.records")


@MIGRATIONS()
def uploads_and_hands(db: Database) -> None:
    """Uploads with their bytes, the hands read from them, and a place for settings."""
    db.table("uploads").create(
        {
            "id": str,
            "sha256": str,
            "name": str,
            "received_at": str,
            "read_at": str,
            "format": str,
            "size": int,
            "data": bytes,
            "hands": int,
            "clean": int,
            "flagged": int,
            "unreadable": int,
            "errors": int,
            "warnings": int,
            "notes": int,
            "findings": str,
        },
        pk="id",
        not_null={"sha256", "name", "received_at", "size", "data"},
    )
    db.table("uploads").create_index(["sha256"], unique=True)
    db.table("uploads").create_index(["received_at"])
    db.table("hands").create(
        {
            "upload_id": str,
            "number": int,
            "title": str,
            "event": str,
            "date": str,
            "round": str,
            "table_no": str,
            "hand": str,
            "north": str,
            "east": str,
            "south": str,
            "west": str,
            "rules": str,
            "level": str,
            "trump": str,
            "dealer": str,
            "attackers": int,
            "sjn": str,
            "verdict": str,
            "errors": int,
            "warnings": int,
            "notes": int,
        },
        pk=("upload_id", "number"),
        foreign_keys=[("upload_id", "uploads", "id")],
        not_null={"title", "sjn", "verdict"},
    )
    db.table("settings").create({"name": str, "value": str}, pk="name")


@MIGRATIONS()
def inherited_tags(db: Database) -> None:
    """The tags a hand has from the match block before it, which are not in its own text."""
    db.table("hands").add_column("inherited", str, not_null_default="[]")


@MIGRATIONS()
def revisions(db: Database) -> None:
    """What hands became by editing: every text of an edited hand, 0 the one read from the upload."""
    db.table("revisions").create(
        {
            "upload_id": str,
            "hand": int,
            "number": int,
            "base": int,
            "saved_at": str,
            "author": str,
            "sjn": str,
        },
        pk=("upload_id", "hand", "number"),
        foreign_keys=[("upload_id", "uploads", "id")],
        not_null={"base", "saved_at", "author", "sjn"},
    )
    db.table("hands").add_column("revision", int, not_null_default=0)
