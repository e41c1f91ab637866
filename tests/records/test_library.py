"""The library: nothing is lost, the same bytes are the same upload, and everything can be opened."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from paipu.grammar import edited, loads
from paipu.grammar.findings import Finding
from paipu.grammar.model import Record
from paipu.records import library as library_module
from paipu.records.formats import MAX_UPLOAD
from paipu.records.library import Counts, Library
from paipu.records.sample_games import load_samples, samples

TWO = b"""[SJN "1"]
[Event "League"]
[Round "3"]
[Hand "1"]
[North "A_1"]
[Rules "standard"]
[Level "2"]
[Dealer "N"]
[Trump "H"]

Tricks:
1. N SA / W S3 / S S4 / E S5
= *

[SJN "1"]
[Event "League"]
[Hand "2"]

= 85 EW+0
"""


@dataclass(frozen=True)
class Verdict:
    verdict: str = "clean"
    findings: tuple[Finding, ...] = ()


def clean(records: Iterable[Record]) -> list[Verdict]:
    return [Verdict() for _ in records]


def flag_second(records: Iterable[Record]) -> list[Verdict]:
    said = Finding(code="score.points", severity="error", phase="score", message="m", message_zh="z")
    flagged = Verdict("findings", (said, said))
    return [flagged if record.tag("Hand") == "2" else Verdict() for record in records]


@pytest.fixture
def library() -> Iterator[Library]:
    made = Library(None, audit=clean)
    yield made
    made.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


def test_an_upload_keeps_its_bytes_and_its_hands(library):
    upload = library.add_upload("two.sjn", TWO)
    assert (upload.new, upload.name, upload.format, upload.size, upload.hands) == (
        True,
        "two.sjn",
        "sjn",
        len(TWO),
        2,
    )
    assert library.data(upload.id) == TWO
    hand = library.hand(upload.id, 1)
    assert (hand.title, hand.event, hand.north, hand.level, hand.trump, hand.dealer, hand.rules) == (
        "League, round 3, hand 1",
        "League",
        "A_1",
        "2",
        "H",
        "N",
        "standard",
    )
    assert library.hand(upload.id, 2).attackers == 85
    assert [hand.number for hand in library.hands(upload.id)] == [1, 2]


def test_the_text_of_a_hand_says_alone_what_it_said_in_its_file(library):
    upload = library.add_upload("two.sjn", TWO)
    records = [hand.record() for hand in library.hands(upload.id)]
    assert [record.tag("Hand") for record in records] == ["1", "2"]
    assert records[0].tricks[0].plays[3].seat == "E"


def test_every_hand_keeps_what_it_inherits_from_its_match(library):
    """The rules of a match stand once, before its first hand."""
    text = '[SJN "1"]\n[Match "Final"]\n[Rules "hbut_2013"]\n[East "A"]\n\n'
    text += "".join(f'[SJN "1"]\n[Hand "{number}"]\n\n= *\n\n' for number in (1, 2, 3))
    upload = library.add_upload("match.sjn", text.encode())
    records = [hand.record() for hand in library.hands(upload.id)]
    assert [record.tag("Rules") for record in records] == ["hbut_2013"] * 3
    assert [record.tag("East") for record in records] == ["A"] * 3
    assert records == loads(text)


@pytest.mark.parametrize("number", [0, -1, 3, 10**30])
def test_hands_that_are_not_there(library, number):
    upload = library.add_upload("two.sjn", TWO)
    assert library.hand(upload.id, number) is None
    assert library.hand("nosuchid", 1) is None
    assert library.upload("nosuchid") is None
    assert library.data("nosuchid") is None


def test_ids_are_ten_characters_of_base32(library):
    upload = library.add_upload("two.sjn", TWO)
    assert len(upload.id) == 10
    assert set(upload.id) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_the_same_bytes_are_the_same_upload_under_its_first_name(library):
    first = library.add_upload("two.sjn", TWO)
    again = library.add_upload("other name.txt", TWO)
    assert (again.id, again.new, again.name) == (first.id, False, "two.sjn")
    assert again.received_at == first.received_at
    assert library.counts().uploads == 1


def test_ids_that_collide_get_longer(library, monkeypatch):
    monkeypatch.setattr(library_module, "ID_LENGTH", 0)
    ids = [library.add_upload("x", bytes([n])).id for n in range(40)]
    assert len(set(ids)) == 40
    assert {len(one) for one in ids} >= {0, 1}


def test_verdicts_and_counts_are_stored():
    library = Library(None, audit=flag_second)
    upload = library.add_upload("two.sjn", TWO)
    assert (upload.clean, upload.flagged, upload.unreadable, upload.errors) == (1, 1, 0, 2)
    assert [(hand.verdict, hand.errors) for hand in library.hands(upload.id)] == [
        ("clean", 0),
        ("findings", 2),
    ]
    assert library.counts() == Counts(uploads=1, hands=2, clean=1, flagged=1, unreadable=0)
    library.close()


JUNK = {
    "nothing": b"",
    "zeros": bytes(1000),
    "all bytes": bytes(range(256)),
    "broken json": b'{"requests": [',
    "not a game": b'{"a": 1}',
    "html": b"<!doctype html><script>alert(1)</script>",
    "prose": "从前有座山".encode(),
}


@pytest.mark.parametrize("name", JUNK)
def test_what_cannot_be_read_is_kept_and_can_be_opened(library, name):
    upload = library.add_upload(name, JUNK[name])
    assert library.data(upload.id) == JUNK[name]
    assert library.upload(upload.id).read_at is not None
    hands = library.hands(upload.id)
    assert upload.findings or any(hand.record().findings for hand in hands)


def test_gb18030_is_read_and_its_bytes_are_kept(library):
    data = '[SJN "1"]\n[Event "友谊赛"]\n[North "张"]\n\n= *\n'.encode("gb18030")
    upload = library.add_upload("gb.sjn", data)
    assert library.data(upload.id) == data
    assert library.hand(upload.id, 1).event == "友谊赛"
    assert [found.id for found in library.list_uploads(query="张")] == [upload.id]


@pytest.mark.parametrize(
    "name",
    [
        '"; DROP TABLE uploads; --',
        "<script>alert(1)</script>",
        "🀄牌谱.sjn",
        "a\0b",
        "\ud800",
        "",
        "%_\\",
        "x" * 9999,
    ],
)
def test_names_may_be_anything(library, name):
    upload = library.add_upload(name, TWO)
    assert upload.name == name.encode("utf-8", "replace").decode().replace("\0", "\ufffd")[:255]
    assert [found.id for found in library.list_uploads(query=upload.name)] == [upload.id]
    assert library.list_uploads(query="zz" + name) == []


def test_a_query_is_text_and_no_pattern(library):
    library.add_upload("two.sjn", TWO)
    assert len(library.list_uploads(query="A_1")) == 1
    assert library.list_uploads(query="A%1") == []
    assert library.list_uploads(query="Ax1") == []
    assert len(library.search("league")) == 2
    assert [hand.number for hand in library.search("85 EW")] == [2]
    assert library.search("t%o") == []


def test_the_list_is_newest_first_and_in_pages(library):
    ids = [library.add_upload(f"{n}", b'[SJN "1"]\n[Hand "%d"]\n\n= *\n' % n).id for n in range(5)]
    assert [upload.id for upload in library.list_uploads()] == ids[::-1]
    assert [upload.id for upload in library.list_uploads(limit=2, offset=1)] == [ids[3], ids[2]]
    assert library.list_uploads(limit=-1, offset=-5) == []
    assert len(library.list_uploads(limit=10**30)) == 5
    assert (library.count_uploads(), library.count_uploads("3")) == (5, 1)


def test_more_than_the_limit_is_refused(library):
    with pytest.raises(ValueError, match="more than"):
        library.add_upload("big", bytes(MAX_UPLOAD + 1))
    assert library.counts().uploads == 0


def test_bytes_survive_an_audit_that_fails_and_are_read_later(path):
    def fails(records: Iterable[Record]) -> list[Verdict]:
        raise RuntimeError("fault in a rule")

    broken = Library(path, audit=fails)
    with pytest.raises(RuntimeError):
        broken.add_upload("two.sjn", TWO)
    (kept,) = broken.list_uploads()
    assert (kept.read_at, broken.data(kept.id)) == (None, TWO)
    broken.close()
    mended = Library(path, audit=clean)
    assert mended.add_upload("two.sjn", TWO).hands == 2
    mended.close()


def test_a_file_can_be_read_again_by_a_better_audit(path):
    first = Library(path, audit=clean)
    upload = first.add_upload("two.sjn", TWO)
    first.close()
    second = Library(path, audit=flag_second)
    assert second.reread(upload.id).flagged == 1
    assert second.reread("nosuchid") is None
    assert len(second.hands(upload.id)) == 2
    second.close()


def test_an_upload_can_be_removed_and_come_back(library):
    upload = library.add_upload("two.sjn", TWO)
    assert library.remove(upload.id)
    assert not library.remove(upload.id)
    assert library.hands(upload.id) == []
    assert library.counts() == Counts(0, 0, 0, 0, 0)
    assert library.add_upload("two.sjn", TWO).new


def test_a_library_in_a_file_is_there_when_opened_again(path):
    first = Library(path, audit=clean)
    upload = first.add_upload("two.sjn", TWO)
    first.close()
    again = Library(path, audit=clean)
    assert again.upload(upload.id) == again.list_uploads()[0]
    assert again.data(upload.id) == TWO
    again.close()


def test_the_schema_is_what_the_migrations_made(path):
    Library(path, audit=clean).close()
    Library(path, audit=clean).close()
    connection = sqlite3.connect(path)
    applied = connection.execute("SELECT name FROM _sqlite_migrations").fetchall()
    mode = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()
    assert sorted(applied) == [("inherited_tags",), ("revisions",), ("uploads_and_hands",)]
    assert mode == ("wal",)


def test_a_library_of_before_is_brought_up_to_date(path):
    library = Library(path, audit=clean)
    upload = library.add_upload("two.sjn", TWO)
    library.close()
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE hands DROP COLUMN inherited")
    connection.execute("ALTER TABLE hands DROP COLUMN revision")
    connection.execute("DROP TABLE revisions")
    connection.execute("DELETE FROM _sqlite_migrations WHERE name IN ('inherited_tags', 'revisions')")
    connection.commit()
    connection.close()
    again = Library(path, audit=clean)
    assert [hand.record().tag("Hand") for hand in again.hands(upload.id)] == ["1", "2"]
    assert [hand.revision for hand in again.hands(upload.id)] == [0, 0]
    (first,) = again.revisions(upload.id, 2)
    assert (first.number, first.sjn) == (0, again.hand(upload.id, 2).sjn)
    record = edited(
        again.hand(upload.id, 2).record(), [{"do": "comment", "at": "result", "text": "x"}]
    ).record
    assert again.revise(upload.id, 2, record, base=0, author="A", newest=0).number == 1
    again.close()


def test_many_threads_add_the_same_and_different_files(path):
    library = Library(path, audit=clean)
    files = [b'[SJN "1"]\n[Hand "%d"]\n\n= *\n' % (n % 10) for n in range(60)]
    start = threading.Barrier(8)

    def add(lot: int) -> list[bool]:
        start.wait()
        return [library.add_upload("x", data).new for data in files[lot::8]]

    with ThreadPoolExecutor(8) as pool:
        new = [flag for flags in pool.map(add, range(8)) for flag in flags]
    assert sum(new) == 10
    assert library.counts() == Counts(uploads=10, hands=10, clean=10, flagged=0, unreadable=0)
    assert all(library.hand(upload.id, 1) for upload in library.list_uploads())
    library.close()


def test_two_libraries_write_to_one_file(path):
    libraries = [Library(path, audit=clean) for _ in range(3)]

    def add(number: int) -> str:
        return libraries[number % 3].add_upload("x", b'[SJN "1"]\n[Hand "%d"]\n\n= *\n' % (number % 20)).id

    with ThreadPoolExecutor(6) as pool:
        ids = set(pool.map(add, range(60)))
    assert len(ids) == 20
    assert [library.counts().hands for library in libraries] == [20] * 3
    for library in libraries:
        library.close()


# Samples


def test_samples_come_once(path):
    library = Library(path, audit=clean)
    count = load_samples(library)
    assert count == len(list(samples())) == library.counts().uploads
    for upload in library.list_uploads():
        library.remove(upload.id)
    assert load_samples(library) == 0
    library.close()
    again = Library(path, audit=clean)
    assert load_samples(again) == 0
    assert again.counts().uploads == 0
    again.close()


def test_the_audit_of_the_library_is_the_audit():
    library = Library(None)
    load_samples(library)
    (upload,) = library.list_uploads(query="botzone_2023")
    hand = library.hand(upload.id, 1)
    assert (hand.verdict, hand.errors) == ("findings", 11)
    (rooms,) = library.list_uploads(query="rooms_three")
    assert (rooms.hands, rooms.clean) == (3, 3)
    library.close()


def test_hands_of_a_file_are_judged_as_a_match():
    """The second hand begins at a level that the first did not lead to."""
    text = TWO.replace(b"= *", b"= 60 NS+1").replace(b'[Hand "2"]', b'[Hand "2"]\n[North "A_1"]\n[Level "9"]')
    text = text.replace(b'[Hand "1"]', b'[Hand "1"]\n[Levels "NS:2 EW:2"]').replace(b'[Round "3"]\n', b"")
    text = text.replace(
        b'[Level "9"]', b'[Levels "NS:9 EW:2"]\n[Level "9"]\n[Dealer "S"]\n[Rules "standard"]'
    )
    library = Library(None)
    upload = library.add_upload("match.sjn", text)
    assert [hand.errors for hand in library.hands(upload.id)] == [0, 1]
    library.close()
