"""A short run of the fuzzer, what longer ones found, and that each property can fail.

`./dev fuzz` runs longer: see docs/contributing.md.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from paipu.grammar import Record, Tag, dumps, iter_headers, loads
from paipu.grammar.splitting import split

from . import hostile, properties
from .coverage import dictionary
from .edits import TOKENS, nth_input
from .failures import fails_like, kind_of
from .properties import Cost, check
from .shrink import shortest

DATA = Path(__file__).parents[1] / "data" / "fuzz"
FOUND = sorted(DATA.iterdir())
SEED = 2013
BATCHES = 8
INPUTS = 100
"""In a batch; each is some three edits."""
HAND = (
    '[SJN "1"]\n[Event "x"]\n\nDeal:\nN SAK\n\nTricks:\n1. N SA {a} / W S3 <revoke W>\n2. N SK / W S4\n= 5\n'
)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_edited_hands(batch: int) -> None:
    for number in range(batch * INPUTS, (batch + 1) * INPUTS):
        given = nth_input(SEED, number)
        try:
            check(given.data, thorough=number % 10 == 0)
        except Exception as error:
            error.add_note(f"input {number} of seed {SEED}: {given.data!r}")
            raise


def test_the_run_is_as_long_as_it_says() -> None:
    assert sum(nth_input(SEED, number).edits for number in range(BATCHES * INPUTS)) >= 2000


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    check(path.read_bytes())


@pytest.mark.parametrize(
    "name",
    [
        "incidents, Tricks:",
        "comments, Bids:",
        "comments, incident",
        "comments, trick incident",
        "variations side by side, Tricks:",
        "CR and CR LF, head",
        "deep variations, head",
    ],
)
def test_hostile_text(name: str) -> None:
    """The shapes that once took the square of their length, at a quarter of a megabyte."""
    costs = []
    for _ in range(3):  # what takes the square of the length does so every time
        small, large = hostile.growth(name, hands=1)
        if large.is_linear_to(small):
            return
        costs.append((small, large))
    pytest.fail(f"not linear: {costs}")


def test_the_nth_input_is_always_the_same() -> None:
    assert nth_input(SEED, 7) == nth_input(SEED, 7) != nth_input(SEED, 8)


def test_the_dictionary_says_every_token() -> None:
    """libFuzzer takes quoted words with hexadecimal escapes, one a line."""
    words = [literal_eval(f"b{line}") for line in dictionary().splitlines()]
    assert words == [token.encode("utf-8", "surrogatepass") for token in TOKENS]


def test_a_failing_input_is_shortened() -> None:
    assert shortest(HAND, lambda text: "<revoke" in text) == "<revoke"  # type: ignore[operator]
    assert shortest(b"\xff one \x00 two", lambda data: 0 in data) == b"\x00"  # type: ignore[operator]


# --- what the runs found --------------------------------------------------------------------------


def test_a_last_line_that_moves_up_stays_a_line() -> None:
    [record] = loads('[SJN "1"]\n1. W H3\nDeal\nE SA')
    assert [trick.number for trick in record.tricks] == [1]
    assert [dealt.seat for dealt in record.deal] == ["E"]
    assert not any(finding.loses_data for finding in record.findings)


def test_a_match_block_without_a_hand_is_kept() -> None:
    """3.4: a match block with no hand behind it is a record of its own, also before another block."""
    text = (DATA / "block_behind_block.sjn").read_text("utf-8")
    alone, hand = loads(text)
    assert (alone.tag("Match"), alone.tag("Event"), alone.inherited) == ("a", "x", ())
    assert hand.inherited == (Tag("Match", "b"),)
    assert dumps([alone, hand]) == text.replace("= *", "\n= *")
    assert [header.tags for header in iter_headers(text.encode())] == [alone.tags, hand.tags]


def test_nothing_is_inherited_from_a_damaged_block() -> None:
    [damaged, hand] = loads('[SJN "1"]\n[Match "a"]\nnoise\n\n[SJN "1"]\n= *\n')
    assert damaged.is_match_block
    assert hand.inherited == ()
    assert loads(dumps([damaged, hand]))[1].inherited == ()


# --- each property can fail -----------------------------------------------------------------------


def without_a_trick(record: Record) -> Record:
    return replace(record, tricks=record.tricks[1:])


def without_a_comment(record: Record) -> Record:
    first, *rest = record.tricks
    bare = tuple(replace(play, after=()) for play in first.plays)
    return replace(record, tricks=(replace(first, plays=bare), *rest))


def without_an_incident(record: Record) -> Record:
    first, *rest = record.tricks
    bare = tuple(replace(play, incidents=()) for play in first.plays)
    return replace(record, tricks=(replace(first, plays=bare), *rest))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (without_a_trick, "comments lost"),
        (without_a_comment, "comments lost"),
        (without_an_incident, "incidents lost"),
        (lambda record: replace(record, tags=record.tags[:1]), "tags lost"),
        (lambda record: replace(record, deal=()), "signs in the text"),
        (lambda record: replace(record, tricks=record.tricks[:1]), "signs in the text"),
        (lambda record: replace(record, result=None), "signs in the text"),
    ],
)
def test_a_lost_word_is_seen(damage: Callable[[Record], Record], said: str) -> None:
    [record], [chunk] = loads(HAND), split(HAND)
    properties.all_that_reads_is_in_the_record(record, chunk)
    with pytest.raises(AssertionError, match=said):
        properties.all_that_reads_is_in_the_record(damage(record), chunk)


def test_a_lost_line_of_a_damaged_hand_is_seen() -> None:
    text = HAND.replace("N SAK", "N S1").replace("2. N", "2. N SK / W S4\n3. N")
    [record], [chunk] = loads(text), split(text)
    properties.all_that_reads_is_in_the_record(record, chunk)
    less = replace(record, tricks=(record.tricks[0], record.tricks[2]))
    with pytest.raises(AssertionError, match="line 9 is in no element"):
        properties.all_that_reads_is_in_the_record(less, chunk)


def test_lost_text_is_seen() -> None:
    records = loads(HAND + "noise\n" + HAND)
    properties.all_text_is_kept(HAND + "noise\n" + HAND, records)
    with pytest.raises(AssertionError, match="are not the text"):
        properties.all_text_is_kept(HAND + "noise\n" + HAND, records[1:])


@pytest.mark.parametrize("change", [without_a_trick, lambda record: None], ids=["other", "none"])
def test_a_fast_reader_that_differs_is_seen(
    change: Callable[[Record], Record | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    canonical = dumps(loads(HAND))
    real = properties.read_coarse
    properties.fast_readers_agree(canonical)
    monkeypatch.setattr(properties, "read_coarse", lambda hand, line: change(real(canonical, line)))
    if change is without_a_trick:
        with pytest.raises(AssertionError, match="another record"):
            properties.fast_readers_agree(canonical)
    else:
        properties.fast_readers_agree(canonical)  # it may decline anything


def test_a_fast_reader_that_takes_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(properties, "_accepts", lambda hand, start: True)
    with pytest.raises(AssertionError, match="take what the grammar rejects"):
        properties.fast_readers_agree(HAND.replace("S4", "S1"))


def test_growth_with_the_square_is_seen() -> None:
    small = hostile.Measured(0.2, 62_500)
    assert hostile.Measured(4.0, 1_000_000).is_linear_to(small)
    assert not hostile.Measured(0.2 * 16**2, 1_000_000).is_linear_to(small)
    assert Cost(2.0, 1000).rate > properties.SECONDS_A_CHARACTER > Cost(2.0, 1_000_000).rate


def test_failures_are_told_apart_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("tags lost: 17")

    monkeypatch.setattr(properties, "writing_is_stable", fail)
    with pytest.raises(AssertionError) as raised:
        check(HAND)
    kind = kind_of(raised.value)
    assert kind == "AssertionError in test_fuzz.py:fail: tags lost"
    assert fails_like("x", kind)
    assert not fails_like("x", "another")
