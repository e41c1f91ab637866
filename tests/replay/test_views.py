"""What a view hides is not in the timeline any more, and what it shows is as it was."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import Seat, sort_cards
from paipu.grammar.model import Record
from paipu.grammar.profiles import VIEWS
from paipu.records.sample_games import samples
from paipu.replay import audit, timeline
from paipu.replay.messages import CODES
from paipu.replay.timeline import knowledge
from paipu.replay.views import OPEN, OWN, is_said_openly, seen_by, until

TEACHING = dict(samples())["teaching.sjn"].decode()


def of(text: str) -> dict[str, Any]:
    return timeline(audit(loads(text)[0]))


FULL = of(TEACHING)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def test_codes_are_of_findings_that_exist() -> None:
    """What is in neither list is shown to nobody but the reader of all hands."""
    assert not OPEN & OWN
    assert CODES.keys() >= OPEN | OWN
    kept_back = CODES.keys() - OPEN - OWN
    assert {"throw.beaten", "throw.stands", "throw.forced", "deal.copies", "bid.by"} <= kept_back


@pytest.mark.parametrize("code", sorted(OPEN))
def test_an_open_finding_names_no_cards_held(code: str) -> None:
    """The sentences of these codes have no place for cards held."""
    message = CODES[code]
    assert "{held}" not in message.en + message.zh + message.expected + message.expected_zh


@pytest.mark.parametrize("code", sorted(OWN))
def test_an_own_finding_names_nobody_else(code: str) -> None:
    message = CODES[code]
    assert "{other}" not in message.en + message.zh + message.expected + message.expected_zh


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "all"])
def test_other_hands_are_hidden(view: str) -> None:
    seen = seen_by(FULL, view)
    for seat, cards in seen["deal"].items():
        assert cards == (FULL["deal"][seat] if seat == view else ["?"] * 25)
    bury = next(step for step in seen["steps"] if step["kind"] == "bury")
    assert (bury["cards"] == ["?"] * 8) == (view != "E")
    assert (bury["took"] == ["?"] * 8) == (view != "E")
    assert (seen["kitty"] == ["?"] * 8) == (view != "E")


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "all"])
def test_nothing_that_was_written_about_the_hand_is_left(view: str) -> None:
    """Comments, variations and the text may name any card; plays and bids lay open."""
    seen = seen_by(FULL, view)
    texts = set(strings(seen))
    written = {
        text for step in FULL["steps"] for text in (*step.get("before", ()), *step.get("comments", ()))
    }
    assert len(written) > 30
    assert not written & texts
    assert FULL["source"] not in texts
    assert all(not step.get("variations") and not step.get("glyphs") for step in seen["steps"])
    assert [step["at"] for step in seen["steps"]] == [step["at"] for step in FULL["steps"]]


def test_who_breaks_a_duty_sees_it_and_nobody_else() -> None:
    """Of the offences of the teaching hand two are by South, one each by the others."""
    codes = {view: [finding["code"] for finding in seen_by(FULL, view)["findings"]] for view in VIEWS}
    assert codes["S"] == ["follow.pair", "play.not_held"]
    assert codes["W"] == ["follow.tractor"]
    assert codes["E"] == ["follow.suit"]
    assert codes["N"] == []  # the throw that was kept names a card of South
    assert codes["public"] == []
    assert len(codes["all"]) == 5


def test_findings_keep_their_places() -> None:
    seen = seen_by(FULL, "S")
    at = {step["at"]: [seen["findings"][i]["code"] for i in step["findings"]] for step in seen["steps"]}
    assert at["1.4"] == ["follow.pair"]
    assert at["11.4"] == ["play.not_held"]


def test_a_throw_that_fell_does_not_tell_who_held_what() -> None:
    assert any("throw" in step for step in FULL["steps"])
    assert not any("throw" in step for step in seen_by(FULL, "E")["steps"])


def test_the_clock_stays() -> None:
    text = (
        '[SJN "1"]\n\nTricks:\n1. N HA {S holds the king [%clk 0:12] [%mark HK]} / W H3 / S H4 / E H5\n= *\n'
    )
    assert seen_by(of(text), "W")["steps"][1]["comments"] == ["[%clk 0:12]"]


def test_incidents_are_left_out_but_for_claims() -> None:
    full = of(
        '[SJN "1"]\n\nTricks:\n1. N HA / W D3 <revoke W trick=1> / S H4 / E H5 <claim N tricks=all>\n= *\n'
    )
    told = lambda hand: [step["incident"] for step in hand["steps"] if step["kind"] == "incident"]  # noqa: E731
    assert told(full) == ["revoke", "claim"]
    assert told(seen_by(full, "S")) == ["claim"]


def test_of_a_claim_only_what_was_said_is_shown() -> None:
    """`cards`, `reason` and `ruling` may name what nobody saw; a decision about a finding is a ruling."""
    fields = (
        'by=N tricks=all points=20 cards=SA reason="E holds SA" ruling="E must play SA" trick=1 seconds=SA'
    )
    full = of(
        f'[SJN "1"]\n\nTricks:\n1. N HA / W D3 / S H4 / E H5 <claim N {fields}>'
        ' <concede E points="SA HK"> <claim N finding=follow.suit decision=dismissed>'
        " <concede NS tricks=2>\n= *\n"
    )
    incidents = lambda hand: [step for step in hand["steps"] if step["kind"] == "incident"]  # noqa: E731
    assert len(incidents(full)) == 4
    for view in ("S", "public"):
        seen = incidents(seen_by(full, view))
        assert [(each["incident"], each["party"], each["fields"]) for each in seen] == [
            ("claim", "N", {"by": "N", "tricks": "all", "points": "20"}),
            ("concede", "E", {}),
            ("concede", "NS", {"tricks": "2"}),
        ]
    assert [is_said_openly(step) for step in incidents(full)] == [False, False, False, True]


def test_an_unknown_view_is_refused() -> None:
    with pytest.raises(ValueError, match="not a view"):
        seen_by(FULL, "X")


def test_the_timeline_itself_is_left_alone() -> None:
    before = json.dumps(FULL)
    seen_by(FULL, "S")
    until(FULL, "3.2")
    assert json.dumps(FULL) == before


# Up to where


def test_nothing_of_later_play_is_left() -> None:
    cut = until(FULL, "3.2")
    assert [step["at"] for step in cut["steps"]][-1] == "3.2"
    assert cut["next"] == {"at": "3.3", "seat": "W"}
    assert [trick["number"] for trick in cut["tricks"]] == [1, 2, 3]
    assert cut["tricks"][-1] | {"leader": ""} == {
        "number": 3, "leader": "", "winner": None, "points": 0, "attackers": None, "plays": ["3.1", "3.2"],
    }  # fmt: skip
    assert [finding["code"] for finding in cut["findings"]] == ["follow.pair", "follow.tractor"]
    assert cut["stated"] is None
    assert cut["replayed"] is None
    assert cut["kitty_result"] is None
    assert cut["verdict"] is None
    assert cut["source"] == ""


def test_a_trick_that_is_over_has_its_winner() -> None:
    assert until(FULL, "2.4")["tricks"][-1] == FULL["tricks"][1]


@pytest.mark.parametrize(
    ("at", "last"),
    [
        ("deal", "deal"), ("", "deal"), ("nonsense", "deal"), ("9" * 50, "deal"), ("-1.2", "deal"),
        ("a2", "a2"), ("a9", "a3"), ("k", "a3"), ("d24", "a1"), ("d30", "a1"), ("d57", "a2"), ("d3", "deal"),
        ("1", "1.1"), ("3.999", "3.4"), ("4.1v1/4.2", "4.1"), ("14.4", "14.4"), ("99.9", "deal"),
        ("result", "result"),
    ],
)  # fmt: skip
def test_addresses_reach_as_far_as_they_say(at: str, last: str) -> None:
    assert until(FULL, at)["steps"][-1]["at"] == last


def test_at_the_result_all_is_told() -> None:
    assert until(FULL, "result") == {**FULL, "next": None}


def test_before_the_bury_trump_is_not_told() -> None:
    cut = until(FULL, "a1")
    assert cut["trump"] is None
    assert "Trump" not in cut["tags"]
    assert cut["order"]["H7"][0] == "H"
    assert until(FULL, "a3")["trump"] == "H"
    assert until(FULL, "a3")["order"]["H7"][0] == "T"


def test_of_the_first_hand_the_dealer_comes_with_the_bids() -> None:
    first = of(TEACHING.replace('[Hand "3"]', '[Hand "1"]'))
    assert until(first, "a1")["dealer"] is None
    assert until(first, "a1")["seats"] == ["N", "W", "S", "E"]
    assert until(first, "a3")["dealer"] == "E"
    assert until(FULL, "a1")["dealer"] == "E"  # it is known from the hand before


def test_tags_that_tell_the_outcome_are_left_out() -> None:
    won = of(TEACHING.replace('[Hand "3"]', '[Hand "3"]\n[Winner "NS"]\n[X-Note "a throw fails"]'))
    assert won["tags"]["Winner"] == "NS"
    assert not {"Winner", "X-Note"} & until(won, "3.1")["tags"].keys()


# The draw

DRAWN = (
    '[SJN "1"]\n[Level "2"]\n[Trump "H"]\n[Dealer "S"]\n[Hand "2"]\n\n'
    "Draw:\nE SA HA C3\nN SK HK C4\nW SQ HQ C5\nS H2 S2 C6\n\nBids:\n3 S H2\n\n"
    "Tricks:\n1. S H2 / E HA / N HK / W HQ\n= *\n"
)


def test_rounds_of_drawing_stand_around_the_bids() -> None:
    full = of(DRAWN)
    assert [step["at"] for step in full["steps"]][:6] == ["deal", "d4", "a1", "d8", "d12", "1.1"]
    assert full["draw"]["S"] == ["H2", "S2", "C6"]
    assert of(DRAWN.replace("Draw:", "Deal:"))["draw"] is None


def test_a_draw_is_hidden_as_the_hand_is() -> None:
    seen = seen_by(of(DRAWN), "W")
    assert seen["draw"] == {"E": ["?"] * 3, "N": ["?"] * 3, "W": ["SQ", "HQ", "C5"], "S": ["?"] * 3}


@pytest.mark.parametrize(
    ("at", "last", "south"),
    [
        ("deal", "deal", ["?", "?", "?"]),
        ("d1", "d4", ["H2", "?", "?"]),
        ("a1", "a1", ["H2", "?", "?"]),
        ("d8", "d8", ["H2", "S2", "?"]),
        ("d12", "d12", ["H2", "S2", "C6"]),
    ],
)
def test_cards_are_told_as_they_are_drawn(at: str, last: str, south: list[str]) -> None:
    cut = until(of(DRAWN), at)
    assert cut["steps"][-1]["at"] == last
    assert cut["draw"]["S"] == south
    assert sorted(cut["deal"]["S"]) == sorted(south)


# Other hands that look the same from here


def swapped(record: Record, one: Seat, other: Seat, which: int) -> Record:
    """The record with a card that `one` has not played in place of one that `other` has not."""
    played = {seat: Counter[int]() for seat in (one, other)}
    for _, _, play in record.plays():
        if play.seat in played:
            played[play.seat].update(play.cards)
    hands = {item.seat: Counter(item.cards) for item in record.deal}
    left = {seat: sorted((hands[seat] - played[seat]).elements()) for seat in (one, other)}
    given, got = left[one][which % len(left[one])], left[other][-1 - which % len(left[other])]
    hands[one] += Counter([got])
    hands[one] -= Counter([given])
    hands[other] += Counter([given])
    hands[other] -= Counter([got])
    deal = tuple(replace(item, cards=sort_cards(hands[item.seat].elements())) for item in record.deal)
    return replace(record, deal=deal)


@pytest.mark.parametrize("tricks", [0, 1, 3, 6])
@pytest.mark.parametrize(("view", "one", "other"), [
    ("S", "N", "W"), ("N", "S", "W"), ("W", "S", "N"), ("E", "S", "N"), ("E", "W", "S"), ("public", "N", "W"),
])  # fmt: skip
def test_a_view_is_the_same_whoever_holds_the_hidden_cards(
    view: str, one: Seat, other: Seat, tricks: int
) -> None:
    """The surest test of what is hidden: where two hands cannot be told apart, neither can their views."""
    whole = loads(TEACHING)[0]
    record = replace(whole, tricks=whole.tricks[:tricks], result=None, source="")

    def seen(record: Record) -> tuple[Any, Any]:
        audited = audit(record)
        return seen_by(timeline(audited), view), knowledge(audited, view)

    before, different = seen(record), 0
    for which in range(0, 20, 3):
        again = swapped(record, one, other, which)
        different += timeline(audit(again))["deal"] != timeline(audit(record))["deal"]
        assert seen(again) == before
    assert different > 3
