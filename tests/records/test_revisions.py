"""Revisions: the upload stays as it came, each edit is a text of its own, nobody's work is overwritten."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from paipu.grammar import Comment, Record, Tag, edited, loads, write
from paipu.grammar.findings import Finding
from paipu.records import library as library_module
from paipu.records.library import Library, Revision
from paipu.records.revising import MATCH

TWO = """[SJN "1"]
[Event "League"]
[Hand "1"]

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
    verdict: str
    findings: tuple[Finding, ...] = ()


class Judge:
    """An audit that finds every incident of a hand and of those before it; it notes what it reads."""

    def __init__(self) -> None:
        self.read: list[list[str | None]] = []

    def __call__(self, records: Iterable[Record]) -> list[Verdict]:
        records = list(records)
        self.read.append([record.tag("Hand") for record in records])
        said = Finding(code="incident.x", severity="error", phase="incident", message="m", message_zh="z")
        found: list[Verdict] = []
        count = 0
        for record in records:
            count += len(list(record.incidents()))
            found.append(Verdict("findings" if count else "clean", (said,) * count))
        return found


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def library(judge: Judge) -> Iterator[Library]:
    made = Library(None, audit=judge)
    yield made
    made.close()


@pytest.fixture
def upload_id(library: Library) -> str:
    return library.add_upload("two.sjn", TWO.encode()).id


def comment(text: str, at: str = "deal") -> dict[str, Any]:
    return {"do": "comment", "at": at, "text": text}


INCIDENT = {"do": "incident", "at": "deal", "kind": "late", "party": "N"}


def revise(library: Library, upload_id: str, number: int, *edits: dict[str, Any], author: str = "A") -> Any:
    hand = library.hand(upload_id, number)
    assert hand is not None
    record = edited(hand.record(), edits).record
    return library.revise(upload_id, number, record, base=hand.revision, author=author, newest=hand.revision)


def test_a_hand_never_edited_has_the_revision_of_its_upload(library, upload_id):
    assert library.hand(upload_id, 1).revision == 0
    (first,) = library.revisions(upload_id, 1)
    assert first == Revision(0, 0, library.upload(upload_id).received_at, "", library.hand(upload_id, 1).sjn)
    assert library.revision(upload_id, 1, 0) == library.hand(upload_id, 1).record()
    assert library.revision(upload_id, 1, 1) is None


@pytest.mark.parametrize(
    ("name", "number"), [("nosuchid", 1), (None, 0), (None, 3), (None, -1), (None, 10**30)]
)
def test_hands_that_are_not_there(library, upload_id, name, number):
    assert library.revisions(name or upload_id, number) == []
    assert library.revision(name or upload_id, number, 0) is None
    assert library.revise(name or upload_id, number, Record(), base=0, author="", newest=0) is None


def test_an_edit_is_the_next_revision(library, upload_id):
    before = library.upload(upload_id)
    original = library.hand(upload_id, 1)
    first = revise(library, upload_id, 1, comment("first"), author="A")
    second = revise(library, upload_id, 1, comment("second"), author="B")
    assert [(each.number, each.base, each.author) for each in (first, second)] == [(1, 0, "A"), (2, 1, "B")]
    revisions = library.revisions(upload_id, 1)
    assert revisions[1:] == [first, second]
    assert (revisions[0].sjn, revisions[0].author) == (original.sjn, "")
    assert first.saved_at < second.saved_at
    comments = [library.revision(upload_id, 1, n).comments for n in range(3)]
    assert [[each.text for each in found] for found in comments] == [[], ["first"], ["first", "second"]]
    hand = library.hand(upload_id, 1)
    assert (hand.revision, hand.sjn, hand.title) == (2, second.sjn, original.title)
    assert hand.record() == library.revision(upload_id, 1, 2)
    assert library.data(upload_id) == TWO.encode()
    after = library.upload(upload_id)
    assert after.read_at != before.read_at
    assert replace(after, read_at=before.read_at) == before
    assert library.hand(upload_id, 2).revision == 0


def test_the_newest_text_is_what_is_found(library, upload_id):
    revise(library, upload_id, 1, comment("a rare word"))
    assert [hand.number for hand in library.search("rare word")] == [1]
    revise(library, upload_id, 1, {"do": "comment", "at": "deal", "index": 0, "text": ""})
    assert library.search("rare word") == []


def test_who_does_not_know_the_newest_writes_nothing(library, upload_id):
    base = library.hand(upload_id, 1).record()
    revise(library, upload_id, 1, comment("theirs"))
    before = library.upload(upload_id), library.hands(upload_id), library.revisions(upload_id, 1)
    mine = edited(base, [comment("mine")]).record
    for newest in (0, 2, -1):
        assert library.revise(upload_id, 1, mine, base=0, author="A", newest=newest) is None
    assert (library.upload(upload_id), library.hands(upload_id), library.revisions(upload_id, 1)) == before
    assert library.revise(upload_id, 1, mine, base=0, author="A", newest=1).number == 2


def test_what_says_the_same_is_no_revision(library, upload_id):
    assert revise(library, upload_id, 1).number == 0
    assert [hand.revision for hand in library.hands(upload_id)] == [0, 0]
    first = revise(library, upload_id, 1, comment("x"))
    before = library.upload(upload_id)
    assert revise(library, upload_id, 1) == first
    assert library.upload(upload_id) == before


def without_last_play(record: Record) -> Record:
    (trick,) = record.tricks
    return replace(record, tricks=(replace(trick, plays=trick.plays[:-1]),))


@pytest.mark.parametrize(
    "change",
    [
        without_last_play,
        lambda record: replace(record, tags=(*record.tags, Tag("Rules", "standard"))),
        lambda record: replace(record, result=None),
        lambda record: Record(),
        lambda record: replace(record, comments=(Comment("x" * 300_000),)),
        lambda record: replace(record, comments=(Comment("\ud800"),)),
    ],
)
def test_what_is_no_revision_of_the_hand_is_refused(library, upload_id, change):
    record = change(library.hand(upload_id, 1).record())
    before = library.upload(upload_id)
    with pytest.raises(ValueError, match=r"revision|written"):
        library.revise(upload_id, 1, record, base=0, author="A", newest=0)
    assert library.upload(upload_id) == before


@pytest.mark.parametrize("base", [-1, 1])
def test_a_revision_is_made_from_one_there_is(library, upload_id, base):
    record = edited(library.hand(upload_id, 1).record(), [comment("x")]).record
    with pytest.raises(ValueError, match="made from"):
        library.revise(upload_id, 1, record, base=base, author="A", newest=0)


def test_a_loss_is_not_hidden(library):
    """The text says that a line was lost; the revision would not, and what stood there would be missing."""
    text = '[SJN "1"]\n\nTricks:\n1. N SA / W S3\n2. N what\n= *\n'
    upload = library.add_upload("lost.sjn", text.encode())
    record = replace(library.hand(upload.id, 1).record(), comments=(Comment("x"),), findings=())
    with pytest.raises(ValueError, match="hide"):
        library.revise(upload.id, 1, record, base=0, author="A", newest=0)


@pytest.mark.parametrize("author", ["", "裁判", "a\0b", "\ud800", "x" * 9999, '"; DROP TABLE revisions; --'])
def test_authors_may_be_anything(library, upload_id, author):
    kept = revise(library, upload_id, 1, comment("x"), author=author).author
    assert kept == author.encode("utf-8", "replace").decode().replace("\0", "\ufffd")[:255]
    assert library.revisions(upload_id, 1)[1].author == kept


def test_what_a_hand_inherits_stays_with_it(library):
    text = (
        '[SJN "1"]\n[Match "Final"]\n[Rules "hbut_2013"]\n\n{of the match}\n\n[SJN "1"]\n[Hand "1"]\n\n= *\n'
    )
    upload = library.add_upload("match.sjn", text.encode())
    revise(library, upload.id, 1, comment("x"))
    record = library.hand(upload.id, 1).record()
    assert record.tag("Rules") == "hbut_2013"
    assert [each.text for each in record.comments] == ["of the match", "x"]
    assert library.revision(upload.id, 1, 1) == record
    assert library.revision(upload.id, 1, 0).inherited == record.inherited


# --- verdicts


def match(*numbers: int, event: str = "League") -> str:
    return "\n".join(f'[SJN "1"]\n[Event "{event}"]\n[Hand "{number}"]\n\n= 80\n' for number in numbers)


def test_what_an_incident_bears_on_is_judged_again(library, judge):
    upload = library.add_upload("m.sjn", (match(1, 2, 3, 4) + "\n" + match(1, 2, event="Cup")).encode())
    assert (upload.clean, upload.flagged, upload.errors) == (6, 0, 0)
    revise(library, upload.id, 2, INCIDENT)
    assert [hand.errors for hand in library.hands(upload.id)] == [0, 1, 1, 1, 0, 0]
    assert [hand.verdict for hand in library.hands(upload.id)][:2] == ["clean", "findings"]
    after = library.upload(upload.id)
    assert (after.hands, after.clean, after.flagged, after.errors) == (6, 3, 3, 3)
    # The match, and one hand more to see where it ends.
    assert judge.read[-1] == ["1", "2", "3", "4", "1"]
    revise(library, upload.id, 2, {"do": "remove", "at": "a1"})
    assert replace(library.upload(upload.id), read_at=None) == replace(upload, read_at=None, new=False)
    assert library.counts().clean == 6


def test_a_comment_bears_on_no_other_hand(library, judge):
    upload = library.add_upload("m.sjn", match(1, 2, 3, 4).encode())
    revise(library, upload.id, 2, comment("x"), {"do": "glyphs", "at": "result", "glyphs": ["!"]})
    assert judge.read[-1] == ["1", "2", "3"]
    revise(library, upload.id, 2, comment("[%mark SA] [%seat N] [%other 1]"))
    assert judge.read[-1] == ["1", "2", "3"]
    revise(library, upload.id, 2, comment("[%emt 0:59]"))
    assert judge.read[-1] == ["1", "2", "3", "4"]


def test_of_a_long_match_the_hands_around_are_judged(library, judge):
    upload = library.add_upload("m.sjn", match(*range(1, 2 * MATCH + 100)).encode())
    revise(library, upload.id, MATCH + 50, INCIDENT)
    assert judge.read[-1] == [str(n) for n in range(50, 2 * MATCH + 52)]
    errors = [hand.errors for hand in library.hands(upload.id)]
    assert errors == [0] * (MATCH + 49) + [1] * (MATCH + 1) + [0] * 49
    assert library.upload(upload.id).errors == MATCH + 1


def test_a_hand_to_be_played_again_joins_what_follows(library, judge):
    """By the incident the next hand may have the same number, and so is of the same match."""
    upload = library.add_upload("m.sjn", match(1, 1).encode())
    revise(library, upload.id, 1, {**INCIDENT, "fields": {"replay": "yes"}})
    assert [hand.errors for hand in library.hands(upload.id)] == [1, 1]


HEAD = """[SJN "1"]
[Rules "standard"]
[Trump "H"]
[Dealer "{}"]
[Levels "{}"]
[Level "{}"]
[Hand "{}"]

= 60 {}
"""


def test_a_ruling_explains_the_levels_of_the_next_hand():
    """By the audit itself: 60 points are one level, which the record says; by the ruling it is seven."""
    text = (
        HEAD.format("N", "NS:2 EW:2", "2", "1", "NS+1") + "\n" + HEAD.format("S", "NS:9 EW:2", "9", "2", "")
    )
    library = Library(None)
    upload = library.add_upload("m.sjn", text.encode())
    assert [hand.errors for hand in library.hands(upload.id)] == [0, 1]
    revise(library, upload.id, 1, {**INCIDENT, "fields": {"levels": "NS+7", "deal": "S"}})
    hands = library.hands(upload.id)
    assert [hand.errors for hand in hands] == [1, 0]
    other = Library(None)
    fresh = other.add_upload("m.sjn", "\n".join(hand.sjn for hand in hands).encode())
    assert [(h.verdict, h.warnings, h.notes) for h in hands] == [
        (h.verdict, h.warnings, h.notes) for h in other.hands(fresh.id)
    ]
    counted = library.upload(upload.id)
    assert replace(fresh, **{name: getattr(counted, name) for name in NOT_COUNTED}) == counted
    library.close()
    other.close()


NOT_COUNTED = ("id", "sha256", "size", "received_at", "read_at", "new")


# --- reading again, taking away


def test_reading_again_keeps_revisions(library, upload_id, judge, monkeypatch):
    revise(library, upload_id, 1, comment("x"), INCIDENT)
    revisions = library.revisions(upload_id, 1)
    hands = library.hands(upload_id)
    upload = library.reread(upload_id)
    assert library.hands(upload_id) == hands
    assert library.revisions(upload_id, 1) == revisions
    assert (upload.flagged, upload.errors) == (2, 2)


def test_revision_0_is_as_the_importer_now_reads(library, upload_id, monkeypatch):
    revise(library, upload_id, 1, comment("x"))
    newest = library.hand(upload_id, 1).sjn
    reads = library_module.import_bytes

    def otherwise(data: bytes, name: str) -> Any:
        return reads(data.replace(b'[Event "League"]', b'[Event "Cup"]'), name)

    monkeypatch.setattr(library_module, "import_bytes", otherwise)
    library.reread(upload_id)
    assert library.revision(upload_id, 1, 0).tag("Event") == "Cup"
    assert [hand.event for hand in library.hands(upload_id)] == ["League", "Cup"]
    assert (library.hand(upload_id, 1).sjn, library.hand(upload_id, 1).revision) == (newest, 1)


def other_reader(monkeypatch, change: Callable[[bytes], bytes]) -> None:
    """From now on the importer reads the file as if it were changed so."""
    reads = library_module.import_bytes
    monkeypatch.setattr(library_module, "import_bytes", lambda data, name: reads(change(data), name))


FIRST, SECOND = TWO.split("\n\n[SJN", 1)[0] + "\n", "[SJN" + TWO.split("\n\n[SJN", 1)[1]
ANOTHER = '[SJN "1"]\n[Event "League"]\n[Hand "0"]\n\nTricks:\n1. N CA / W C3 / S C4 / E C5\n= *\n'


def said(library: Library, upload_id: str) -> list[list[str]]:
    return [[each.text for each in hand.record().comments] for hand in library.hands(upload_id)]


@pytest.mark.parametrize("edited_hands", [(1,), (2,), (1, 2)])
def test_revisions_go_with_their_hand(library, upload_id, monkeypatch, edited_hands):
    """An importer that once left out the first hand reads it now."""
    for number in edited_hands:
        revise(library, upload_id, number, comment(f"x{number}"))
    kept = {number: library.revisions(upload_id, number) for number in edited_hands}
    other_reader(monkeypatch, lambda data: f"{ANOTHER}\n".encode() + data)
    for _again in range(2):
        library.reread(upload_id)
        assert said(library, upload_id) == [[], *([f"x{n}"] if n in edited_hands else [] for n in (1, 2))]
        for number in edited_hands:
            assert library.revisions(upload_id, number + 1) == kept[number]
        assert [each.number for each in library.revisions(upload_id, 1)] == [0]


def test_revisions_of_a_hand_that_is_no_more_stay_in_the_history(library, upload_id, monkeypatch):
    revise(library, upload_id, 1, comment("x"))
    kept = library.revisions(upload_id, 1)
    other_reader(monkeypatch, lambda data: data.replace(b"S S4", b"S S6"))
    for _again in range(2):
        library.reread(upload_id)
        revisions = library.revisions(upload_id, 1)
        assert revisions[:2] == kept
        assert [(each.number, each.base, each.author) for each in revisions[2:]] == [(2, 0, "")]
        hand = library.hand(upload_id, 1)
        assert (hand.revision, hand.sjn) == (2, revisions[2].sjn)
        assert "S S6" in hand.sjn
        assert said(library, upload_id) == [[], []]
    # It goes on from there.
    revise(library, upload_id, 1, comment("y"))
    library.reread(upload_id)
    assert said(library, upload_id) == [["y"], []]
    assert [each.number for each in library.revisions(upload_id, 1)] == [0, 1, 2, 3]


def test_revisions_do_not_take_the_place_of_others(library, upload_id, monkeypatch):
    """The first hand is gone, the second stands in its place: the history there is that of the first."""
    revise(library, upload_id, 1, comment("x"))
    revise(library, upload_id, 2, comment("y"))
    kept = [library.revisions(upload_id, number) for number in (1, 2)]
    reads = library_module.import_bytes
    other_reader(monkeypatch, lambda data: SECOND.encode())
    library.reread(upload_id)
    assert said(library, upload_id) == [[]]
    assert [each.number for each in library.revisions(upload_id, 1)] == [0, 1, 2]
    monkeypatch.setattr(library_module, "import_bytes", reads)
    library.reread(upload_id)  # as it was: nothing of either is lost
    assert library.revisions(upload_id, 2) == kept[1]
    assert said(library, upload_id)[1] == ["y"]
    assert library.revisions(upload_id, 1)[:2] == kept[0]


def test_an_edit_while_the_file_is_read_again_is_kept(judge):
    library = Library(None, audit=judge)
    upload_id = library.add_upload("two.sjn", TWO.encode()).id
    meanwhile: list[Callable[[], Any]] = [lambda: revise(library, upload_id, 1, comment("x"))]

    def judging(records: Iterable[Record]) -> list[Verdict]:
        if meanwhile:
            meanwhile.pop()()
        return judge(records)

    library._audit = judging
    library.reread(upload_id)
    assert library.hand(upload_id, 1).revision == 1
    assert [each.text for each in library.hand(upload_id, 1).record().comments] == ["x"]
    library.close()


def test_a_hand_judged_by_what_is_no_more_is_judged_again(judge):
    """Somebody rules on the hand before while this one is being judged."""
    library = Library(None, audit=judge)
    upload_id = library.add_upload("m.sjn", match(1, 2).encode()).id
    meanwhile: list[Callable[[], Any]] = [lambda: revise(library, upload_id, 1, INCIDENT)]

    def judging(records: Iterable[Record]) -> list[Verdict]:
        found = judge(records)
        if meanwhile:
            meanwhile.pop()()
        return found

    library._audit = judging
    assert revise(library, upload_id, 2, INCIDENT).number == 1
    assert [hand.errors for hand in library.hands(upload_id)] == [1, 2]
    assert library.upload(upload_id).errors == 3
    library.close()


def test_revisions_go_with_their_upload(library, upload_id):
    revise(library, upload_id, 1, comment("x"))
    assert library.remove(upload_id)
    assert library.revisions(upload_id, 1) == []
    again = library.add_upload("two.sjn", TWO.encode())
    assert [hand.revision for hand in library.hands(again.id)] == [0, 0]
    assert len(library.revisions(again.id, 1)) == 1


# --- several at once


def test_of_two_who_save_at_once_one_wins(tmp_path: Path):
    libraries = [Library(tmp_path / "library.sqlite", audit=Judge()) for _ in range(3)]
    upload_id = libraries[0].add_upload("two.sjn", TWO.encode()).id
    for newest in range(5):
        record = libraries[0].hand(upload_id, 1).record()
        start = threading.Barrier(6)

        def save(number: int, newest: int = newest, record: Record = record, start: Any = start) -> Any:
            mine = edited(record, [comment(f"{newest} {number}")]).record
            start.wait()
            return libraries[number % 3].revise(
                upload_id, 1, mine, base=newest, author=str(number), newest=newest
            )

        with ThreadPoolExecutor(6) as pool:
            saved = [each for each in pool.map(save, range(6)) if each]
        assert [each.number for each in saved] == [newest + 1]
        assert libraries[1].revisions(upload_id, 1)[-1] == saved[0]
    assert len(libraries[2].revisions(upload_id, 1)) == 6
    for library in libraries:
        library.close()


def test_edits_of_different_hands_at_once_are_all_kept_and_counted(tmp_path: Path):
    libraries = [Library(tmp_path / "library.sqlite", audit=Judge()) for _ in range(2)]
    upload_id = libraries[0].add_upload("m.sjn", match(*range(1, 7)).encode()).id
    start = threading.Barrier(6)

    def save(number: int) -> Any:
        start.wait()
        return revise(libraries[number % 2], upload_id, number, INCIDENT)

    with ThreadPoolExecutor(6) as pool:
        saved = list(pool.map(save, range(1, 7)))
    assert [each.number for each in saved] == [1] * 6
    assert [hand.errors for hand in libraries[0].hands(upload_id)] == [1, 2, 3, 4, 5, 6]
    upload = libraries[1].upload(upload_id)
    assert (upload.errors, upload.clean, upload.flagged) == (21, 0, 6)
    for library in libraries:
        library.close()


def test_a_revision_reads_back_as_it_was_given(library, upload_id):
    edits = [
        {"do": "play", "after": "1.1", "seat": "W", "cards": ["SK"], "deal": {"S": ["SQ"]}},
        comment("多行\n{x}", "1.2v1"),
    ]
    record = edited(library.hand(upload_id, 1).record(), edits).record
    kept = revise(library, upload_id, 1, *edits)
    assert kept.sjn == write(record)
    assert library.hand(upload_id, 1).record() == record
    assert loads(kept.sjn) == [record]
