"""What differs between two versions of a hand, and two versions put together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.grammar import Record, dumps, edited, loads, write
from paipu.grammar.addresses import elements, find
from paipu.grammar.differences import Change, differences
from paipu.grammar.editing import EditError, annotations
from paipu.grammar.matching import facts, stretches
from paipu.grammar.merging import Conflict, Merged, Side, merged
from tests.grammar.test_editing import edits_at
from tests.strategies import records

slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=20)

HAND = """[SJN "1"]
[Level "2"]

{head}

Bids:
9 N H2
<misdraw W>
E pass

Tricks:
1. N SA {one} {two} / W S3! ( {or} 1. N SA / W S4 / S S9 ) ( 1. N SA / W S6 ) / S S5 / E S4
= *
"""


def hand(text: str = HAND) -> Record:
    [record] = loads(text)
    assert write(record) == text
    return record


def do(*edits: dict[str, Any], text: str = HAND) -> Record:
    return edited(hand(text), edits).record


def say(at: str, text: str, index: int | None = None, **more: str) -> dict[str, Any]:
    return {"do": "comment", "at": at, "text": text, "index": index, **more}


def played(at: str, seat: str, card: str, **more: Any) -> dict[str, Any]:
    return {"do": "play", "after": at, "seat": seat, "cards": [card], **more}


# --- differences


@pytest.mark.parametrize(
    ("edits", "changes"),
    [
        ([], []),
        ([say("1.1", "three")], [("1.1", "after", (), ("three",))]),
        ([say("1.1", "uno", 0)], [("1.1", "after", ("one",), ("uno",))]),
        ([say("1.1", "", 1)], [("1.1", "after", ("two",), ())]),
        ([say("1.1", "x", where="before")], [("1.1", "before", (), ("x",))]),
        ([say("deal", "x")], [("deal", "after", (), ("x",))]),
        ([say("1.2v1", "x")], [("1.2v1", "before", (), ("x",))]),
        ([say("1.2v1/1.3", "x")], [("1.2v1/1.3", "after", (), ("x",))]),
        ([{"do": "glyphs", "at": "1.2", "glyphs": ["?"]}], [("1.2", "glyphs", ("!",), ("?",))]),
        (
            [{"do": "deal", "at": "1.2v1", "hands": {"W": ["SK"]}}],
            [("1.2v1", "deal", (), ("W SK",))],
        ),
        (
            [played("1.2v2/1.2", "S", "S8")],
            [("1.2v2", "variations", (), ("1. S S8",))],
        ),
        (
            [{"do": "remove", "at": "1.2v1"}],
            [("1.2", "variations", ("( {or} 1. N SA / W S4 / S S9 )",), ())],
        ),
        (
            [{"do": "promote", "at": "1.2v2"}],
            [
                (
                    "1.2",
                    "variations",
                    ("( {or} 1. N SA / W S4 / S S9 )", "( 1. N SA / W S6 )"),
                    ("( 1. N SA / W S6 )", "( {or} 1. N SA / W S4 / S S9 )"),
                )
            ],
        ),
        (
            [{"do": "incident", "at": "1.3", "kind": "revoke", "party": "S"}],
            [("1.3", "incidents", (), ("<revoke S>",))],
        ),
        (
            [{"do": "incident", "at": "a1", "kind": "late"}, say("a4", "x")],
            [("a1", "incidents", (), ("<late>",)), ("a4", "after", (), ("x",))],
        ),
        (
            [
                {"do": "incident", "at": "a2", "kind": "misdraw", "party": "W", "fields": {"by": "N"}},
                say("a2", "x"),
            ],
            [("a1", "incidents", ("<misdraw W>",), ("<misdraw W by=N>",)), ("a2", "after", (), ("x",))],
        ),
    ],
)
def test_what_an_edit_changed(edits: list[dict[str, Any]], changes: list[tuple[Any, ...]]) -> None:
    assert differences(hand(), do(*edits)) == tuple(Change(*each) for each in changes)


def test_other_cards_are_other_facts() -> None:
    found = differences(hand(), hand(HAND.replace("S S5", "S SK").replace('"2"', '"3"')))
    assert found == (
        Change("deal", "facts", ('[Level "2"]',), ('[Level "3"]',)),
        Change("1.3", "facts", ("1. S S5 / E S4",), ("1. S SK / E S4",)),
    )


def test_texts_have_the_names_of_the_hand() -> None:
    text = '[SJN "1"]\n[Seats "SE NE NW SW"]\n\nTricks:\n1. NE SA / NW S3\n= *\n'
    assert differences(hand(text), do(played("1.1", "W", "S4"), text=text)) == (
        Change("1.2", "variations", (), ("( 1. NE SA / NW S4 )",)),
    )


@slow
@given(records, records)
def test_there_is_a_difference_where_records_differ(first: Record, second: Record) -> None:
    assert differences(first, first) == ()
    assert bool(differences(first, second)) == (first != second)


@slow
@given(records, st.data())
def test_every_edit_that_does_something_is_a_difference(record: Record, data: st.DataObject) -> None:
    after = random_edits(record, data)
    assert bool(differences(record, after)) == (record != after)
    assert facts(record) == facts(after)
    assert "facts" not in {change.slot for change in differences(record, after)}


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_stretches_are_all_that_differs(first: list[int], second: list[int]) -> None:
    made, i, j = [], 0, 0
    for i1, i2, j1, j2 in [*stretches(first, second), (len(first),) * 2 + (len(second),) * 2]:
        assert first[i:i1] == second[j:j1]
        made += [*first[i:i1], *second[j1:j2]]
        i, j = i2, j2
    assert made == second


# --- merging


def kept(*versions: Record, keep: Side) -> Merged:
    """Merged with every conflict answered alike."""
    return merged(*versions, answers=dict.fromkeys(merged(*versions).conflicts, keep))


def random_edits(record: Record, data: st.DataObject) -> Record:
    for _ in range(data.draw(st.integers(1, 4))):
        edit = data.draw(edits_at([noted.at for noted in elements(record)]))
        try:
            record, *_ = edited(record, [edit])
        except EditError:
            continue
    return record


@pytest.mark.parametrize(
    ("mine", "theirs", "line"),
    [
        # Additions to one list: theirs first.
        (
            [say("1.4", "m")],
            [say("1.4", "t")],
            "{or} 1. N SA / W S4 / S S9 ) ( 1. N SA / W S6 ) / S S5 / E S4 {t} {m}",
        ),
        ([say("1.4", "x")], [say("1.4", "x")], "( 1. N SA / W S6 ) / S S5 / E S4 {x}"),
        # One changes what the other leaves.
        ([say("1.1", "uno", 0)], [say("1.1", "dos", 1)], "1. N SA {uno} {dos} / W S3!"),
        ([say("1.1", "", 0)], [say("1.1", "three")], "1. N SA {two} {three} / W S3!"),
        ([say("1.1", "", 0)], [say("1.1", "", 0)], "1. N SA {two} / W S3!"),
        (
            [{"do": "glyphs", "at": "1.2", "glyphs": ["?"]}],
            [{"do": "glyphs", "at": "1.3", "glyphs": ["?"]}],
            "( 1. N SA / W S6 ) / S S5? / E S4",
        ),
        # Within variations.
        ([say("1.2v1", "m")], [say("1.2v1", "t")], "( {or} {t} {m} 1. N SA / W S4 / S S9 )"),
        (
            [played("1.2v2/1.2", "S", "S8")],
            [say("1.2v2/1.2", "t"), say("1.2v1/1.3", "t")],
            "/ S S9 {t} ) ( 1. N SA / W S6 {t} / S S8 ) /",
        ),
        (
            [{"do": "promote", "at": "1.2v2"}],
            [say("1.2v1", "t")],
            "W S3! ( 1. N SA / W S6 ) ( {or} {t} 1. N SA / W S4 / S S9 ) /",
        ),
        (
            [played("1.2v2/1.2", "S", "S8")],
            [played("1.2v2/1.2", "S", "S8"), played("1.2v2/1.3", "E", "S7")],
            "( 1. N SA / W S6 / S S8 / E S7 )",
        ),
        (
            [played("1.1", "W", "SQ")],
            [played("1.1", "W", "SK")],
            "( 1. N SA / W S6 ) ( 1. N SA / W SK ) ( 1. N SA / W SQ ) /",
        ),
        (
            [{"do": "remove", "at": "1.2v1"}],
            [played("1.1", "W", "SK")],
            "W S3! ( 1. N SA / W S6 ) ( 1. N SA / W SK ) /",
        ),
        (
            [{"do": "deal", "at": "1.2v2", "hands": {"W": ["SK"]}}],
            [{"do": "deal", "at": "1.2v2", "hands": {"E": ["SQ"]}}],
            "( Deal: E SQ / W SK 1. N SA / W S6 )",
        ),
        # Incidents.
        (
            [{"do": "incident", "at": "1.3", "kind": "revoke"}],
            [{"do": "incident", "at": "1.3", "kind": "late"}],
            "S S5 <late> <revoke> / E S4",
        ),
        (
            [say("a2", "m")],
            [{"do": "incident", "at": "a2", "kind": "misdraw", "party": "W", "fields": {"by": "N"}}],
            "<misdraw W by=N> {m}",
        ),
        (
            [{"do": "incident", "at": "a1", "kind": "late"}],
            [{"do": "incident", "at": "deal", "kind": "conduct"}],
            "<conduct>\n9 N H2\n<misdraw W>\n<late>\n",
        ),
    ],
)
def test_what_both_did_is_kept(mine: list[Any], theirs: list[Any], line: str) -> None:
    record, conflicts = merged(hand(), do(*mine), do(*theirs))
    assert conflicts == ()
    assert line in write(record)


@pytest.mark.parametrize(
    ("at", "behind"), [("1.2", "( 1. N SA / W S6 ) <{}> / S S5"), ("deal", "\n<{}>\n9 N H2")]
)
def test_a_finding_is_decided_once(at: str, behind: str) -> None:
    """Two who decide on one finding, as incidents of two kinds: one decision is left."""

    def decided(kind: str, party: str, decision: str, finding: str = "follow.suit") -> dict[str, Any]:
        fields = {"finding": finding, "decision": decision}
        return {"do": "incident", "at": at, "kind": kind, "party": party, "fields": fields}

    mine, theirs = decided("revoke", "W", "upheld"), decided("conduct", "W", "dismissed")
    texts = [
        "revoke W finding=follow.suit decision=upheld", "conduct W finding=follow.suit decision=dismissed",
    ]  # fmt: skip
    record, conflicts = merged(hand(), do(mine), do(theirs, say("1.1", "t")))
    assert conflicts == (Conflict(at, "incidents", (), (f"<{texts[0]}>",), (f"<{texts[1]}>",)),)
    assert behind.format(texts[1]) in write(record)
    for side, text in zip(("mine", "theirs"), texts, strict=True):
        record, conflicts = kept(hand(), do(mine), do(theirs), keep=side)  # type: ignore[arg-type]
        assert conflicts == ()
        assert behind.format(text) in write(record)
        assert write(record).count("finding=") == 1
    # The same decision twice is one, and those about two findings are two.
    assert write(merged(hand(), do(mine), do(mine, say("1.1", "t"))).record).count("finding=") == 1
    other = decided("revoke", "W", "dismissed", "follow.pair")
    record, conflicts = merged(hand(), do(mine), do(other))
    assert (write(record).count("finding="), conflicts) == (2, ())


@pytest.mark.parametrize(
    ("mine", "theirs", "conflict"),
    [
        ([say("1.1", "m", 0)], [say("1.1", "t", 0)], ("1.1", "after", ("one",), ("m",), ("t",))),
        ([say("1.1", "", 0)], [say("1.1", "t", 0)], ("1.1", "after", ("one",), (), ("t",))),
        (
            [{"do": "glyphs", "at": "1.2", "glyphs": []}],
            [{"do": "glyphs", "at": "1.2", "glyphs": ["?", "$20"]}],
            ("1.2", "glyphs", ("!",), (), ("?", "$20")),
        ),
        (
            [played("1.2v2/1.2", "S", "SK")],
            [played("1.2v2/1.2", "S", "SQ")],
            ("1.2v2", "variations", (), ("1. S SK",), ("1. S SQ",)),
        ),
        (
            [{"do": "remove", "at": "1.2v2"}],
            [say("1.2v2", "t")],
            ("1.2", "variations", ("( 1. N SA / W S6 )",), (), ("( {t} 1. N SA / W S6 )",)),
        ),
        (
            [{"do": "remove", "at": "1.2v1/1.3"}],
            [say("1.2v1/1.3", "t")],
            ("1.2v1", "variations", ("1. S S9",), (), ("1. S S9 {t}",)),
        ),
        (
            [{"do": "deal", "at": "1.2v2", "hands": {"W": ["SK"]}}],
            [{"do": "deal", "at": "1.2v2", "hands": {"W": ["SQ"]}}],
            ("1.2v2", "deal", (), ("W SK",), ("W SQ",)),
        ),
        (
            [{"do": "remove", "at": "a2"}],
            [{"do": "incident", "at": "a2", "kind": "late"}],
            ("a1", "incidents", ("<misdraw W>",), (), ("<late>",)),
        ),
    ],
)
def test_what_both_changed_otherwise_is_a_conflict(
    mine: list[Any], theirs: list[Any], conflict: tuple[Any, ...]
) -> None:
    versions = hand(), do(*mine), do(*theirs)
    record, conflicts = merged(*versions)
    assert conflicts == (Conflict(*conflict),)
    assert record == versions[2], "until it is resolved, it is as they have it"
    assert kept(*versions, keep="mine") == (versions[1], ())
    assert kept(*versions, keep="theirs") == (versions[2], ())


def test_each_conflict_is_answered_by_itself() -> None:
    mine = do(say("1.1", "m1", 0), say("1.1", "m2", 1), {"do": "glyphs", "at": "1.2", "glyphs": ["?"]})
    theirs = do(say("1.1", "t1", 0), say("1.1", "t2", 1), {"do": "glyphs", "at": "1.2", "glyphs": []})
    first, second, third = merged(hand(), mine, theirs).conflicts
    assert [(each.at, each.mine) for each in (first, second, third)] == [
        ("1.1", ("m1",)), ("1.1", ("m2",)), ("1.2", ("?",)),
    ]  # fmt: skip
    record, left = merged(hand(), mine, theirs, {first: "theirs", second: "mine"})
    assert left == (third,)
    assert "N SA {t1} {m2} / W S3 (" in write(record)
    record, left = merged(hand(), mine, theirs, {first: "mine", second: "theirs", third: "mine"})
    assert left == ()
    assert "N SA {m1} {t2} / W S3? (" in write(record)


def test_an_answer_holds_for_the_texts_it_was_given_on() -> None:
    mine = do(say("1.1", "m", 0))
    [conflict] = merged(hand(), mine, do(say("1.1", "t", 0))).conflicts
    record, [left] = merged(hand(), mine, do(say("1.1", "T", 0)), {conflict: "mine"})
    assert "N SA {T} {two}" in write(record)
    assert left == conflict._replace(theirs=("T",))


def test_the_same_texts_at_one_place_are_one_conflict() -> None:
    alike = HAND.replace("{two}", "{one}")
    mine, theirs = (do(say("1.1", x, 0), say("1.1", x, 1), text=alike) for x in "mt")
    [conflict] = merged(hand(alike), mine, theirs).conflicts
    assert merged(hand(alike), mine, theirs, {conflict: "mine"}) == (mine, ())


def test_orders_that_differ_are_a_conflict() -> None:
    three = HAND.replace("( 1. N SA / W S6 )", "( 1. N SA / W S6 ) ( 1. N SA / W S7 )")
    mine = do({"do": "promote", "at": "1.2v3"}, text=three)
    theirs = do({"do": "promote", "at": "1.2v2"}, text=three)
    record, [conflict] = merged(hand(three), mine, theirs)
    assert (record, conflict.at, conflict.slot) == (theirs, "1.2", "variations")
    assert kept(hand(three), mine, theirs, keep="mine") == (mine, ())


def test_other_hands_are_not_put_together() -> None:
    other = hand(HAND.replace("S S5", "S SK"))
    record, [conflict] = merged(hand(), do(say("1.1", "x")), other)
    assert (record, conflict.slot) == (other, "facts")
    assert conflict.theirs == ("1. S SK / E S4",)
    assert kept(hand(), do(say("1.1", "x")), other, keep="mine") == (do(say("1.1", "x")), ())


def test_both_together_may_be_too_long() -> None:
    long = [do(say("1.1", letter * 200_000)) for letter in "ab"]
    with pytest.raises(EditError):
        merged(hand(), *long)


def test_there_are_two_sides() -> None:
    with pytest.raises(ValueError, match="no side"):
        merged(hand(), hand(), hand(), {Conflict("1.1", "after", (), (), ()): "ours"})  # type: ignore[dict-item]


@slow
@given(records, st.data())
def test_what_one_side_leaves_is_as_the_other_has_it(record: Record, data: st.DataObject) -> None:
    side = random_edits(record, data)
    assert merged(record, side, record) == (side, ())
    assert merged(record, record, side) == (side, ())
    assert merged(record, side, side) == (side, ())


@slow
@given(records, st.data())
def test_merged_versions_read_back(record: Record, data: st.DataObject) -> None:
    mine, theirs = random_edits(record, data), random_edits(record, data)
    made, conflicts = merged(record, mine, theirs)
    assert loads(dumps([made])) == [made]
    assert facts(made) == facts(record)
    for side in ("mine", "theirs"):
        resolved, left = kept(record, mine, theirs, keep=side)  # type: ignore[arg-type]
        assert left == ()
        assert loads(dumps([resolved])) == [resolved]
        assert conflicts or resolved == made
        for change in differences(record, mine if side == "mine" else theirs):
            if change.slot in ("before", "after"):
                told = everything(resolved)
                assert all(text in told for text in change.added), "nothing that side wrote is lost"


@slow
@given(records, st.data())
def test_answers_change_nothing_but_what_is_in_conflict(record: Record, data: st.DataObject) -> None:
    mine, theirs = random_edits(record, data), random_edits(record, data)
    made, conflicts = merged(record, mine, theirs)
    answers = {each: data.draw(st.sampled_from(["mine", "theirs", None])) for each in conflicts}
    given_ones = {each: side for each, side in answers.items() if side}
    resolved, left = merged(record, mine, theirs, given_ones)
    assert left == tuple(each for each in conflicts if each not in given_ones)
    assert loads(dumps([resolved])) == [resolved]
    if "mine" not in given_ones.values():
        assert resolved == made
    in_conflict = "\n".join(text for each in conflicts for version in each[2:] for text in version)
    assert {text for text in everything(made) ^ everything(resolved) if text not in in_conflict} == set()
    for each, side in given_ones.items():
        if each.slot in ("before", "after"):
            assert {*each.mine} <= everything(resolved) or side == "theirs"


def everything(record: Record) -> set[str]:
    return {text for noted in annotations(record).values() for slot in noted.values() for text in slot}


@slow
@given(records, st.data())
def test_additions_are_kept_as_if_made_one_after_the_other(record: Record, data: st.DataObject) -> None:
    """The oracle is editing itself: my additions made anew on their version."""
    at = st.sampled_from([noted.at for noted in elements(record)])
    slots = st.sampled_from(["before", "after"])
    sides: list[list[dict[str, Any]]] = []
    for side in "mt":
        edits = []
        for number in range(data.draw(st.integers(0, 4))):
            edit = say(data.draw(at), f"{side}{number}", where=data.draw(slots))
            try:
                edited(record, [edit])
            except EditError:
                continue
            edits.append(edit)
        sides.append(edits)
    mine, theirs = (edited(record, edits).record for edits in sides)
    expected = edited(theirs, sides[0]).record
    assert merged(record, mine, theirs) == (expected, ())


@slow
@given(records)
def test_what_either_added_stays(record: Record) -> None:
    """One comment more at every element, one on each side: all of them are there."""
    versions = [with_comment(record, letter) for letter in "mt"]
    made, conflicts = merged(record, *versions)
    assert conflicts == ()
    for noted in elements(made):
        value: Any = noted.value
        comments = value.comments if noted.at == "deal" else getattr(value, "after", value.before)
        assert [comment.text for comment in comments[-2:]] == ["t", "m"]


def with_comment(record: Record, text: str) -> Record:
    for noted in elements(record):
        record, *_ = edited(record, [say(noted.at, text)])
    return record


@pytest.mark.parametrize("at", ["deal", "a2", "1.1", "1.2v1/1.3"])
def test_addresses_in_changes_are_those_of_the_later_version(at: str) -> None:
    after = do(say(at, "x"))
    [change] = differences(hand(), after)
    assert change.at == at
    assert find(after, change.at) is not None
