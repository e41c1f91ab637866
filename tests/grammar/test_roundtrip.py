"""Properties of reader and writer over records of every shape."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.grammar import Element, Incident, Record, Trick, Variation, canonical, dumps, loads, write
from paipu.grammar.coarse import read_coarse
from paipu.grammar.fine import read_fine
from paipu.grammar.traced import Places
from tests.strategies import flat_records, full_hands, records

slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)


def placed(value: object) -> object:
    """A value with its places, which equality leaves out, as nested tuples."""
    if isinstance(value, tuple):
        return tuple(placed(item) for item in value)
    if is_dataclass(value):
        return (type(value), *(placed(getattr(value, field.name)) for field in fields(value)))
    return value


@slow
@given(records)
def test_what_is_written_reads_back(record: Record) -> None:
    text = write(record)
    [back] = loads(text)
    assert back == record
    assert not [f for f in back.findings if f.severity == "error"]
    assert not [f for f in back.findings if f.code == "text.import_form"]
    assert write(back) == text


@slow
@given(full_hands())
def test_a_full_hand_reads_back_without_findings(record: Record) -> None:
    [back] = loads(write(record), strict=True)
    assert back == record
    assert back.findings == ()


@slow
@given(flat_records)
def test_both_roads_give_the_same_record_and_places(record: Record) -> None:
    record = replace(record, inherited=())
    text = write(record)
    coarse = read_coarse(text, 1)
    assert coarse is not None, "canonical text without variations takes the coarse road"
    fine = read_fine(text, Places(text).at, record.naming)
    assert fine.findings == []
    assert placed(coarse) == placed(fine.record)


@slow
@given(st.one_of(flat_records, full_hands()), st.data())
def test_what_the_coarse_road_takes_the_fine_road_takes_alike(record: Record, data: st.DataObject) -> None:
    text = mutated(write(replace(record, inherited=())), data)
    coarse = read_coarse(text, 1)
    if coarse is not None:
        assert placed(coarse) == placed(read_fine(text, Places(text).at, coarse.naming).record)


@slow
@given(st.lists(records, max_size=3))
def test_hands_in_a_file_equal_hands_alone(hands: list[Record]) -> None:
    text = dumps(hands)
    together = loads(text)
    assert together == hands
    assert dumps(together) == text
    for record in together:
        [alone] = loads(record.source)
        assert alone == replace(record, inherited=alone.inherited), "all but what the match block says"
        assert [f.code for f in alone.findings] == [f.code for f in record.findings]


@slow
@given(st.lists(st.one_of(records, full_hands()), min_size=1, max_size=2), st.data())
def test_damaged_text_never_raises_and_no_line_vanishes(hands: list[Record], data: st.DataObject) -> None:
    text = mutated(dumps(hands), data)
    read = loads(text)
    sources = "".join(record.source for record in read)
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        assert line.strip() in sources
    for record in read:
        again = canonical(record)
        [back] = loads(write(again))
        assert back == again, "whatever was read can be written"


@slow
@given(st.one_of(st.text(), st.binary()))
def test_noise_never_raises(noise: str | bytes) -> None:
    for record in loads(noise):
        assert record.findings


@slow
@given(records)
def test_places_point_at_the_element(record: Record) -> None:
    text = write(record)
    lines = text.split("\n")
    [back] = loads(text)

    def starts(element: object) -> str:
        place = getattr(element, "place", None)
        assert place is not None
        return lines[place.line - 1][place.column - 1 :]

    called = back.naming.called
    for dealt in back.deal:
        assert starts(dealt).startswith(called(dealt.seat))
    for bid in back.bids:
        assert starts(bid).startswith(called(bid.seat) if bid.draw is None else str(bid.draw))
    if back.result:
        assert starts(back.result)[0] == "="
    for element in _elements(back.tricks):
        if isinstance(element, Trick):
            assert starts(element).startswith(f"{element.number}.")
        elif isinstance(element, Variation):
            assert starts(element)[0] == "("
        elif isinstance(element, Incident):
            assert starts(element).startswith(f"<{element.kind}")
        else:
            assert starts(element).startswith(called(element.seat))  # type: ignore[attr-defined]
            assert all(starts(comment)[0] == "{" for comment in (*element.before, *element.after))


def _elements(tricks: tuple[Trick, ...]) -> list[Trick | Variation | Element]:
    found: list[Trick | Variation | Element] = []
    for trick in tricks:
        found.append(trick)
        for play in trick.plays:
            found += [play, *play.incidents]
            for variation in play.variations:
                found += [variation, *_elements(variation.tricks)]
    return found


def mutated(text: str, data: st.DataObject) -> str:
    """The text with one to three characters replaced, removed or put in."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        removed = data.draw(st.integers(0, 2))
        put = data.draw(st.text(st.sampled_from('{}()[]"\\/>=?!$.: \nSHCDENWBLJ059KA大王♠１｛'), max_size=2))
        text = text[:at] + put + text[at + removed :]
    return text
