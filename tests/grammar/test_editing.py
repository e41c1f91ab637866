"""Edits of a record: what each does, that the result can be written, and that nothing else is ever raised."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.grammar import Record, dumps, edit_lines, loads, write
from paipu.grammar.addresses import Line, elements, find, held
from paipu.grammar.cards import format_cards
from paipu.grammar.edit_lines import departure
from paipu.grammar.editing import EditError, annotations, edited
from paipu.grammar.limits import MAX_CARDS, MAX_HAND, MAX_NESTING
from paipu.grammar.model import Variation
from tests.strategies import records, words

slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)

HAND = """[SJN "1"]
[Level "2"]

{head}

Deal:
N SA {north}

Bids:
9 N H2
<misdraw W>
E pass

Tricks:
1. N SA / W S3! {low} / S S5 / E S4
2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7
= *
"""


def hand(text: str = HAND) -> Record:
    [record] = loads(text)
    assert write(record) == text
    return record


def after(*edits: dict[str, Any], text: str = HAND) -> tuple[list[str], str | None]:
    """The lines that edits change, and the address."""
    record, at, _ = edited(hand(text), edits)
    assert loads(dumps([record])) == [record]
    new = write(record).splitlines()
    return [line for line in new if line not in text.splitlines()], at


def refusal(*edits: Any, text: str = HAND) -> EditError:
    with pytest.raises(EditError) as caught:
        edited(hand(text), edits)
    assert caught.value.message
    assert caught.value.message_zh
    return caught.value


# --- comments, glyphs, marks


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        ({"at": "1.1", "text": "good {x}"}, "1. N SA {good \\{x\\}} / W S3! {low} / S S5 / E S4"),
        ({"at": "1.2", "text": "lower", "index": 0}, "1. N SA / W S3! {lower} / S S5 / E S4"),
        ({"at": "1.2", "text": " ", "index": 0}, "1. N SA / W S3! / S S5 / E S4"),
        ({"at": "1.2", "where": "before", "text": "a\r\nb"}, "1. N SA / {a\\nb} W S3! {low} / S S5 / E S4"),
        ({"at": "deal", "text": "second"}, "{second}"),
        ({"at": "deal/N", "text": "x"}, "N SA {north} {x}"),
        ({"at": "a1", "text": "x"}, "9 N H2 {x}"),
        ({"at": "a2", "text": "x"}, "<misdraw W> {x}"),
        ({"at": "a2", "where": "before", "text": "x"}, "{x} <misdraw W>"),
        ({"at": "result", "where": "before", "text": "x"}, "= {x} *"),
        (
            {"at": "2.2v1", "text": "x"},
            "2. N HA / W H3 ( {or} {x} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7",
        ),
        (
            {"at": "2.2v1/2.3", "index": 0, "text": "x"},
            "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {x} ) / S H6 / E H7",
        ),
    ],
)
def test_comments(edit: dict[str, Any], line: str) -> None:
    assert after({"do": "comment", **edit}) == ([line], edit["at"])


def test_a_comment_taken_away_leaves_nothing() -> None:
    record, *_ = edited(hand(), [{"do": "comment", "at": "deal", "index": 0, "text": ""}])
    assert record.comments == ()


@pytest.mark.parametrize(
    "edit",
    [
        {"at": "1.1", "text": "x", "index": 0},
        {"at": "1.2", "text": "x", "index": 1},
        {"at": "1.2", "text": "x", "index": -1},
        {"at": "1.2", "text": "x", "index": True},
        {"at": "1.2", "text": "x", "index": 10**30},
        {"at": "1.1", "text": ""},
        {"at": "1.1"},
        {"text": "x"},
        {"at": "9.9", "text": "x"},
        {"at": "kitty", "text": "x"},
        {"at": "1.1v1", "text": "x"},
        {"at": "1.0", "text": "x"},
        {"at": "a0", "text": "x"},
        {"at": "01.1", "text": "x"},
        {"at": "", "text": "x"},
        {"at": "1.1/1.2", "text": "x"},
        {"at": "2.2v1/deal/N", "text": "x"},
        {"at": "2.2v1", "where": "after", "text": "x"},
        {"at": "deal", "where": "before", "text": "x"},
        {"at": "1.1", "where": "above", "text": "x"},
        {"at": "1.1", "where": ["after"], "text": "x"},
        {"at": "1.1", "text": "a\0b"},
        {"at": "1.1", "text": "a\x1b[0m"},
        {"at": "1.1", "text": "\ud800"},
        {"at": "1.1", "text": 5},
        {"at": ["1.1"], "text": "x"},
        {"at": "1.1", "text": "x", "colour": "red"},
        {"at": "1.1", "text": "x" * MAX_HAND},
    ],
)
def test_comments_that_cannot_be(edit: dict[str, Any]) -> None:
    first = {"do": "comment", "at": "1.1", "text": "fine"}
    assert refusal({"do": "comment", **edit}).index == 0
    assert refusal({**first}, {"do": "comment", "at": "99.1", "text": "x"}).index == 1


def test_a_comment_before_an_incident_behind_a_play_is_one_of_the_play() -> None:
    incident = {"do": "incident", "at": "1.1", "kind": "revoke"}
    assert refusal(incident, {"do": "comment", "at": "1.1i1", "where": "before", "text": "x"}).index == 1


def test_glyphs_are_set_each_once() -> None:
    lines, at = after({"do": "glyphs", "at": "1.2", "glyphs": ["?", "$20", "?", "!!"]})
    assert (lines, at) == (["1. N SA / W S3? $20 !! {low} / S S5 / E S4"], "1.2")
    lines, _ = after({"do": "glyphs", "at": "1.2", "glyphs": []})
    assert lines == ["1. N SA / W S3 {low} / S S5 / E S4"]


@pytest.mark.parametrize("glyphs", [None, "!", ["+"], ["$1234"], ["$?"], [["!"]], [None], {"!": 1}])
def test_what_is_no_glyph(glyphs: object) -> None:
    refusal({"do": "glyphs", "at": "1.2", "glyphs": glyphs})


@pytest.mark.parametrize("at", ["deal", "2.2v1"])
def test_places_without_glyphs(at: str) -> None:
    refusal({"do": "glyphs", "at": at, "glyphs": ["!"]})


def test_marks_replace_those_that_stood() -> None:
    first = {"do": "mark", "at": "1.2", "cards": ["SK", "SA", "B"], "seats": ["N", "W", "N"]}
    lines, at = after(first)
    assert (lines, at) == (["1. N SA / W S3! {low} {[%mark BSAK] [%seat N W]} / S S5 / E S4"], "1.2")
    lines, _ = after(
        first,
        {"do": "comment", "at": "1.2", "index": 0, "text": "see [%mark S2] here [%clk 0:01][%seat E]"},
        {"do": "mark", "at": "1.2", "cards": ["H2"]},
    )
    assert lines == ["1. N SA / W S3! {see here [%clk 0:01]} {[%mark H2]} / S S5 / E S4"]
    assert after(first, {"do": "mark", "at": "1.2", "cards": [], "seats": None}) == ([], "1.2")


def test_marks_of_a_variation_and_of_the_hand() -> None:
    lines, _ = after(
        {"do": "mark", "at": "2.2v1", "seats": ["S"]}, {"do": "mark", "at": "deal", "cards": ["SA"]}
    )
    assert lines == [
        "{[%mark SA]}",
        "2. N HA / W H3 ( {or} {[%seat S]} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7",
    ]


@pytest.mark.parametrize("more", [{"cards": ["ZZ"]}, {"seats": ["NE"]}, {"seats": "N"}, {"cards": 5}])
def test_marks_that_cannot_be(more: dict[str, Any]) -> None:
    refusal({"do": "mark", "at": "1.2", **more})


# --- playing


def played(at: str, seat: str, *cards: str, **more: Any) -> dict[str, Any]:
    return {"do": "play", "after": at, "seat": seat, "cards": list(cards), **more}


@pytest.mark.parametrize(
    ("edit", "line", "at"),
    [
        # In the middle of a trick, at its start, before the first.
        (
            played("1.2", "S", "S9", "SK"),
            "1. N SA / W S3! {low} / S S5 ( 1. N SA / W S3 / S SK9 ) / E S4",
            "1.3v1/1.3",
        ),
        (
            played("1.4", "N", "D5"),
            "2. N HA ( 2. N D5 ) / W H3 ( {or} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7",
            "2.1v1/2.1",
        ),
        (
            played("deal", "N", "D5", tried=["D6", "D5"]),
            "1. N SA ( 1. N D65>D5 ) / W S3! {low} / S S5 / E S4",
            "1.1v1/1.1",
        ),
        (
            played("a3", "N", "D5", deal={"W": ["SK"], "E": ["?", "H2"]}),
            "1. N SA ( Deal: E ? H2 / W SK 1. N D5 ) / W S3! {low} / S S5 / E S4",
            "1.1v1/1.1",
        ),
        # Behind the last play: the next trick.
        (
            played("2.4", "E", "CA"),
            "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7 ( 3. E CA )",
            "2.4v1/3.1",
        ),
        # At the end of a variation, within it, at its start.
        (
            played("2.2v1/2.3", "E", "HK"),
            "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} / E HK ) / S H6 / E H7",
            "2.2v1/2.4",
        ),
        (
            played("2.2v1/2.2", "S", "HK"),
            "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} ( 2. N HA / W H4 / S HK ) ) / S H6 / E H7",
            "2.2v1/2.3v1/2.3",
        ),
        # What stands there already: in the line, and in a variation.
        (played("1.2", "S", "S5"), None, "1.3"),
        (played("2.1", "W", "H4"), None, "2.2v1/2.2"),
        (played("2.2v1/2.2", "S", "H5"), None, "2.2v1/2.3"),
    ],
)
def test_plays(edit: dict[str, Any], line: str | None, at: str) -> None:
    assert after(edit) == ([line] if line else [], at)


def test_a_line_grows_trick_by_trick() -> None:
    record, at = hand(), "2.1"
    for seat, card in (("W", "H8"), ("S", "H9"), ("E", "HT"), ("N", "DA"), ("W", "D3")):
        record, at, _ = edited(record, [played(at, seat, card)])
    assert at == "2.2v2/3.2"
    assert write(replace(record, tricks=record.tricks[1:])).splitlines()[-2] == (
        "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} )"
        " ( 2. N HA / W H8 / S H9 / E HT 3. N DA / W D3 ) / S H6 / E H7"
    )


def test_other_hands_make_another_variation() -> None:
    record, at, _ = edited(hand(), [played("2.1", "W", "H4", deal={"E": ["H9"]})])
    assert at == "2.2v2/2.2"
    assert edited(record, [played("2.1", "W", "H4", deal={"E": ["H9"]})]) == (record, "2.2v2/2.2", True)
    assert edited(record, [played("2.1", "W", "H4")]) == (record, "2.2v1/2.2", True)


def test_an_unfinished_trick_is_gone_on_with() -> None:
    text = '[SJN "1"]\n\nTricks:\n1. N SA / W S3\n= *\n'
    lines, at = after(played("1.2", "S", "S4"), text=text)
    assert (lines, at) == (["1. N SA / W S3 ( 1. N SA / W S3 / S S4 )"], "1.2v1/1.3")
    again, at = after(played("1.2", "S", "S4"), played("1.2", "S", "S4"), text=text)
    assert (again, at) == (lines, "1.2v1/1.3")


@pytest.mark.parametrize(
    "edit",
    [
        played("result", "N", "SA"),
        played("9.9", "N", "SA"),
        played("1.1", "NS", "SA"),
        played("1.1", "W"),
        played("1.1", "W", "XX"),
        played("1.1", "W", "SAK"),
        played("1.1", "W", *["SA"] * (MAX_CARDS + 1)),
        played("1.1", "W", "SA", tried=[]),
        played("1.1", "W", "SA", tried="SAK"),
        played("1.1", "W", "SA", deal=[]),
        played("1.1", "W", "SA", deal={"X": ["SA"]}),
        played("1.1", "W", "SA", deal={"E": []}),
        played("2.2v1/2.3", "E", "SA", deal={"E": ["SA"]}),
        {"do": "play", "after": "1.1", "seat": "W"},
        {"do": "play", "after": "1.1", "cards": ["SA"]},
        {"do": "play", "after": "1.1", "seat": {}, "cards": [{}]},
    ],
)
def test_plays_that_cannot_be(edit: dict[str, Any]) -> None:
    refusal(edit)


def test_a_record_without_plays_has_no_variations() -> None:
    refusal(played("deal", "N", "SA"), text='[SJN "1"]\n\n= *\n')


def test_nesting_has_an_end() -> None:
    record, at = hand(), "1.1"
    seats = cycle("WSEN")
    for depth in range(MAX_NESTING):
        seat = next(seats)
        if depth:
            record = edited(record, [played(at, seat, "SK")]).record
        record, made, _ = edited(record, [played(at, seat, "SA")])
        at = str(made)
    assert at.count("v") == MAX_NESTING
    assert loads(dumps([record])) == [record]
    seat = next(seats)
    record = edited(record, [played(at, seat, "SK")]).record
    with pytest.raises(EditError, match="32"):
        edited(record, [played(at, seat, "S2")])


def test_other_plays_in_the_same_place_stand_side_by_side() -> None:
    """Also from what a variation repeats: one play of South is replaced, three times."""
    record, at, _ = edited(hand(), [played("1.2", "S", "SK")])
    assert at == "1.3v1/1.3"
    record, at, _ = edited(record, [played("1.3v1/1.2", "S", "SQ")])
    assert at == "1.3v2/1.3"
    record, at, _ = edited(record, [played("1.3v2/1.2", "S", "SJ")])
    assert at == "1.3v3/1.3"
    # What the first one has is not made again; what the trick has before it is a variation of that.
    assert edited(record, [played("1.3v2/1.2", "S", "SK")]) == (record, "1.3v1/1.3", True)
    assert edited(record, [played("1.3v2/1.1", "W", "S2")]).at == "1.2v1/1.2"


def test_a_play_beside_a_supposed_one_supposes_the_same() -> None:
    record, _, _ = edited(hand(), [played("1.2", "S", "SK", deal={"S": ["SK", "SQ"]})])
    record, at, _ = edited(record, [played("1.3v1/1.2", "S", "SQ")])
    assert at == "1.3v2/1.3"
    first, second = record.tricks[0].plays[2].variations
    assert format_cards(first.deal[0].cards) == "SKQ"
    assert second.deal == first.deal


def test_no_trick_has_a_higher_number() -> None:
    text = '[SJN "1"]\n\nTricks:\n999999. N SA / W S3 / S S4 / E S5\n= *\n'
    refusal(played("999999.4", "N", "SK"), text=text)


# --- supposed hands, taking away, order


def test_supposed_hands() -> None:
    lines, at = after(
        {"do": "deal", "at": "2.2v1", "hands": {"W": ["SK", "B"], "E": ["H2"]}},
        {"do": "comment", "at": "2.2v1/deal/W", "text": "strong"},
        {"do": "deal", "at": "2.2v1", "hands": {"W": ["SQ"]}},
    )
    assert at == "2.2v1"
    assert lines == ["2. N HA / W H3 ( {or} Deal: W SQ {strong} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7"]
    assert after(
        {"do": "deal", "at": "2.2v1", "hands": {"W": ["SK"]}}, {"do": "deal", "at": "2.2v1", "hands": {}}
    ) == ([], "2.2v1")
    refusal({"do": "deal", "at": "2.2", "hands": {}})
    refusal({"do": "deal", "at": "2.2v1", "hands": None})


BARE = "2. N HA / W H3 / S H6 / E H7"


def test_taking_away() -> None:
    assert after({"do": "remove", "at": "2.2v1"}) == ([BARE], "2.2")
    lines, at = after({"do": "remove", "at": "2.2v1/2.3"})
    assert (lines, at) == (["2. N HA / W H3 ( {or} 2. N HA / W H4 ) / S H6 / E H7"], "2.2v1/2.2")
    # What only repeats the line says nothing.
    assert after({"do": "remove", "at": "2.2v1/2.2"}) == ([BARE], "2.2")
    assert after({"do": "remove", "at": "2.2v1/2.1"}) == ([BARE], "2.2")
    noted = {"do": "comment", "at": "2.2v1/2.1", "text": "x"}
    lines, at = after(noted, {"do": "remove", "at": "2.2v1/2.2"})
    assert (lines, at) == (["2. N HA / W H3 ( {or} 2. N HA {x} ) / S H6 / E H7"], "2.2v1/2.1")


def test_an_edit_tells_whether_it_changed_anything() -> None:
    comment = {"do": "comment", "at": "1.1", "text": "x"}
    glyphs = {"do": "glyphs", "at": "1.2", "glyphs": ["!"]}  # which it has
    told = [
        edited(hand(), edits).idle for edits in ([comment], [glyphs], [comment, glyphs], [glyphs, comment])
    ]
    assert told == [False, True, True, False]


def test_a_play_is_compared_with_the_variations_that_may_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not with each of thousands: 240 plays behind one are made in as many comparisons at most."""
    cards = [f"{suit}{rank}" for suit in "SHCD" for rank in "3456789TJQKA"]
    pairs = [[a, b] for a in cards[:6] for b in cards][:240]
    edits = [{"do": "play", "after": "1.1", "seat": "W", "cards": pair} for pair in pairs]
    compared = []

    def counted(variation: Variation, parent: Line) -> tuple[int, int]:
        compared.append(variation)
        return departure(variation, parent)

    monkeypatch.setattr(edit_lines, "departure", counted)
    record = edited(hand(), edits).record
    assert len(record.tricks[0].plays[1].variations) == len({tuple(sorted(pair)) for pair in pairs})
    assert len(compared) <= len(edits)


def test_taking_incidents_away() -> None:
    record, at, _ = edited(hand(), [{"do": "remove", "at": "a2"}])
    assert (at, len(record.auction)) == ("a1", 2)
    edits = [{"do": "incident", "at": "1.4", "kind": "revoke"}, {"do": "remove", "at": "1.4i1"}]
    assert edited(hand(), edits) == (hand(), "1.4", False)


@pytest.mark.parametrize("at", ["deal", "deal/N", "a1", "a3", "1.1", "2.4", "result", "kitty", "2.2v9"])
def test_what_was_played_stays(at: str) -> None:
    refusal({"do": "remove", "at": at})


def test_a_variation_goes_forward() -> None:
    first = played("2.1", "W", "H8")
    lines, at = after(first, {"do": "promote", "at": "2.2v2"})
    assert at == "2.2v1"
    assert lines == ["2. N HA / W H3 ( 2. N HA / W H8 ) ( {or} 2. N HA / W H4 / S H5 {five} ) / S H6 / E H7"]
    refusal({"do": "promote", "at": "2.2v1"})
    refusal({"do": "promote", "at": "2.2"})


# --- incidents


@pytest.mark.parametrize(
    ("at", "line", "made"),
    [
        ("1.2", "1. N SA / W S3! {low} <revoke W trick=1> / S S5 / E S4", "1.2i1"),
        ("1.4", "<revoke W trick=1>", "1.4i1"),
        ("a1", "<revoke W trick=1>", "a3"),
        ("a2", "<revoke W trick=1>", "a2"),
        ("a3", "<revoke W trick=1>", "a4"),
        ("deal", "<revoke W trick=1>", "a1"),
        ("result", "<revoke W trick=1>", "2.4i1"),
        (
            "2.2v1/2.3",
            "2. N HA / W H3 ( {or} 2. N HA / W H4 / S H5 {five} <revoke W trick=1> ) / S H6 / E H7",
            "2.2v1/2.3i1",
        ),
    ],
)
def test_incidents(at: str, line: str, made: str) -> None:
    edit = {"do": "incident", "at": at, "kind": "revoke", "party": "W", "fields": {"trick": "1"}}
    assert after(edit) == ([line], made)


def test_an_incident_replaces_another_and_keeps_its_notes() -> None:
    lines, at = after(
        {"do": "comment", "at": "a2", "text": "x"},
        {"do": "incident", "at": "a2", "kind": "conduct", "party": "NS", "fields": {"ruling": "a b"}},
    )
    assert (lines, at) == (['<conduct NS ruling="a b"> {x}'], "a2")


def test_the_result_of_a_score_sheet_stands_under_the_bids() -> None:
    lines, at = after({"do": "incident", "at": "result", "kind": "late"}, text='[SJN "1"]\n\n= 80\n')
    assert (lines, at) == (["Bids:", "<late>"], "a1")


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "Revoke"},
        {"kind": ""},
        {"kind": None},
        {"kind": "a b"},
        {"party": "X"},
        {"party": ["W"]},
        {"fields": {"A": "x"}},
        {"fields": {"a": 1}},
        {"fields": {"a": "x\x07"}},
        {"fields": [["a", "x"]]},
        {"fields": {1: "x"}},
        {"at": "2.2v1"},
        {"at": "7.7"},
    ],
)
def test_incidents_that_cannot_be(more: dict[str, Any]) -> None:
    refusal({"do": "incident", "at": "1.2", "kind": "revoke", **more})


def test_names_of_the_corners() -> None:
    """Seats come in by their inside names, and are written as the hand names them."""
    text = '[SJN "1"]\n[Seats "SE NE NW SW"]\n\nTricks:\n1. NE SA / NW S3\n= *\n'
    fields = {"by": "E", "levels": "NS+1 EW-1", "deal": "NS", "reason": "E W"}
    lines, _ = after(
        {"do": "mark", "at": "1.1", "seats": ["N", "E"]},
        {"do": "incident", "at": "1.2", "kind": "revoke", "party": "W", "fields": fields},
        played("1.1", "W", "S4", deal={"S": ["SK"]}),
        text=text,
    )
    assert lines == [
        "1. NE SA {[%seat NE SE]} / NW S3 ( Deal: SW SK 1. NE SA / NW S4 )",
        '<revoke NW by=SE levels="NESW+1 SENW-1" deal=NESW reason="E W">',
    ]


# --- the whole


@pytest.mark.parametrize("edits", [None, 5, "x", {"do": "comment"}])
def test_what_is_no_list_of_edits(edits: Any) -> None:
    with pytest.raises(EditError):
        edited(hand(), edits)


@pytest.mark.parametrize("edit", [None, 5, [], {}, {"do": "explode"}, {"do": ["comment"]}, {"do": None}])
def test_what_is_no_edit(edit: Any) -> None:
    assert refusal({"do": "glyphs", "at": "1.1", "glyphs": []}, edit).index == 1


def test_a_hand_of_which_something_was_lost_is_not_edited() -> None:
    """Its canonical text would hide the loss, and what was lost would count as not played."""
    for line in ("2. N what", "2. N SK {open"):
        [record] = loads(f'[SJN "1"]\n\nTricks:\n1. N SA / W S3\n{line}\n= *\n')
        with pytest.raises(EditError, match="mend"):
            edited(record, [{"do": "comment", "at": "1.1", "text": "x"}])


def test_annotations_are_told_by_address() -> None:
    assert annotations(hand()) == {
        "deal": {"before": [], "after": ["head"], "glyphs": []},
        "deal/N": {"before": [], "after": ["north"], "glyphs": []},
        "1.2": {"before": [], "after": ["low"], "glyphs": ["!"]},
        "2.2v1": {"before": ["or"], "after": [], "glyphs": []},
        "2.2v1/2.3": {"before": [], "after": ["five"], "glyphs": []},
    }


def test_edits_leave_what_was_played() -> None:
    edits = [
        {"do": "comment", "at": "1.1", "text": "x"},
        {"do": "incident", "at": "1.1", "kind": "revoke"},
        played("1.1", "W", "SK"),
    ]
    record, *_ = edited(hand(), edits)
    assert [(play.seat, play.cards) for _, _, play in record.plays()] == [
        (play.seat, play.cards) for _, _, play in hand().plays()
    ]
    assert (record.tags, record.deal, record.bids, record.result) == (
        hand().tags,
        hand().deal,
        hand().bids,
        hand().result,
    )


# --- properties

seats = st.sampled_from("ENWS")
cards = st.lists(st.sampled_from(["SA", "S5", "HK", "C2", "DT", "B", "L", "?", "S?"]), min_size=1, max_size=4)
hands = st.dictionaries(seats, cards, max_size=2)
texts = st.text(max_size=12) | st.sampled_from(["", "[%mark SA]", "x [%seat N] y", "{", "\\n\n", "= 80"])
glyphs = st.lists(st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$0", "$07", "$120"]), max_size=9)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def edits_at(addresses: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    at = st.sampled_from([*addresses, "99.9"])
    lines = [each for each in addresses if "v" in each.rpartition("/")[2]] or addresses
    return st.one_of(
        st.fixed_dictionaries(
            {"do": st.just("comment"), "at": at, "text": texts},
            optional={"where": st.sampled_from(["before", "after"]), "index": st.none() | st.integers(0, 2)},
        ),
        st.fixed_dictionaries({"do": st.just("glyphs"), "at": at, "glyphs": glyphs}),
        st.fixed_dictionaries(
            {"do": st.just("mark"), "at": at}, optional={"cards": cards, "seats": st.lists(seats)}
        ),
        st.fixed_dictionaries(
            {"do": st.just("play"), "after": at, "seat": seats, "cards": cards},
            optional={"tried": st.none() | cards, "deal": hands},
        ),
        st.fixed_dictionaries({"do": st.just("deal"), "at": st.sampled_from(lines), "hands": hands}),
        st.fixed_dictionaries(
            {"do": st.sampled_from(["remove", "promote"]), "at": st.sampled_from(lines) | at}
        ),
        st.fixed_dictionaries(
            {"do": st.just("incident"), "at": at, "kind": words},
            optional={
                "party": st.sampled_from([None, "E", "NS"]),
                "fields": st.dictionaries(words, texts, max_size=2),
            },
        ),
    )


@slow
@given(records, st.data())
def test_whatever_is_edited_reads_back(record: Record, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 6))):
        edit = data.draw(edits_at([noted.at for noted in elements(record)]))
        try:
            record, at, _ = edited(record, [edit])
        except EditError:
            continue
        assert loads(dumps([record])) == [record]
        assert at == "deal" or find(record, str(at)) is not None


@slow
@given(records, st.data())
def test_junk_gives_an_edit_error_and_nothing_else(record: Record, data: st.DataObject) -> None:
    edit = data.draw(edits_at([noted.at for noted in elements(record)]))
    key = data.draw(st.sampled_from([*edit, "cards", "index", "where", "deal", "fields", "party", "tried"]))
    try:
        made, *_ = edited(record, [{**edit, key: data.draw(junk)}])
    except EditError:
        return
    assert loads(dumps([made])) == [made]


@slow
@given(records)
def test_every_element_has_its_address(record: Record) -> None:
    found = list(elements(record))
    for noted in found:
        assert find(record, noted.at) == noted.path
        assert held(record, noted.path) == noted.value
    assert len({noted.at for noted in found}) == len(found)
    assert edited(record, []) == (record, None, False)
