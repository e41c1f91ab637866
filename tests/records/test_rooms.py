"""Room logs and deep-lead states: the real files, then small made logs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from paipu.grammar.cards import format_cards
from paipu.grammar.model import Record
from paipu.records.rooms import read

HANDS = [
    # level, trump, dealer, bids, tricks, kitty
    ("2", "NT", "W", ["N H2", "W LL"], 14, "H5 DA S9 H5 C7 D4 HQ D7"),
    ("2", "D", "S", ["E D2"], 17, "H7 S82 DAK SJ H3 D7"),
    ("3", "S", "E", ["S C3", "S S33"], 15, "D3 H8 D7 C6 B C492"),
]


@pytest.fixture(scope="module")
def rounds(real: Any) -> tuple[Record, ...]:
    return read(real("room_jsonl/room_3rounds.jsonl"), name="room.jsonl").records


@pytest.fixture(scope="module")
def deep(real: Any) -> tuple[Record, ...]:
    return read(real("room_jsonl/deep_leads_40.jsonl"), name="deep.jsonl").records


def held_wrongly(record: Record) -> list[str]:
    """Bids, buries and plays of cards that the seat does not hold at that moment."""
    hands = {hand.seat: Counter(hand.cards) for hand in record.deal}
    wrong = [f"bid {bid.seat}" for bid in record.bids if not Counter(bid.cards) <= hands[bid.seat]]
    for bury in record.buries:
        hands[bury.seat].update(record.kitty.cards if record.kitty else ())
    moves = [*record.buries, *(play for _, _, play in record.plays())]
    for move in moves:
        if not Counter(move.cards) <= hands[move.seat]:
            wrong.append(f"{type(move).__name__} {move.seat}")
        hands[move.seat].subtract(move.cards)
    return wrong


def in_turn(record: Record) -> bool:
    """Whether each trick goes round N, W, S, E from its leader."""
    order = "NWSE"
    return all(
        order.index(play.seat) == (order.index(trick.plays[0].seat) + position) % 4
        for trick in record.tricks
        for position, play in enumerate(trick.plays)
    )


@pytest.mark.parametrize("number", [0, 1, 2])
def test_three_rounds_are_three_records(rounds, number):
    level, trump, dealer, bids, tricks, kitty = HANDS[number]
    record = rounds[number]
    assert len(rounds) == 3
    assert [record.tag(name) for name in ("Level", "Trump", "Dealer")] == [level, trump, dealer]
    assert record.tag("Hand") == str(number + 1)
    assert [f"{bid.seat} {format_cards(bid.cards, '')}" for bid in record.bids] == bids
    assert [bid.draw for bid in record.bids] == [None] * len(bids)
    assert len(record.tricks) == tricks
    assert format_cards(record.kitty.cards) == kitty
    assert record.result.state == "unstated"


def test_cards_are_held_when_shown_buried_and_played(rounds, deep):
    """That the deal goes round seats 0, 1, 2, 3 from 0, and play likewise, follows from the cards."""
    assert [held_wrongly(record) for record in (*rounds, *deep)] == [[]] * 43
    assert all(in_turn(record) for record in (*rounds, *deep))


def test_a_whole_round_uses_every_card_twice(rounds):
    for record in rounds:
        cards = [*record.buries[0].cards, *(card for _, _, play in record.plays() for card in play.cards)]
        assert sorted(cards) == sorted([*range(54), *range(54)])


def test_deep_leads_are_unfinished_hands_with_draw_numbers(deep):
    assert len(deep) == 40
    assert {record.result.state for record in deep} == {"unfinished"}
    assert {len(record.tricks) for record in deep} == set(range(12, 20))
    assert [(bid.draw, format_cards(bid.cards, "")) for bid in deep[0].bids] == [(46, "C2"), (54, "C22")]


def test_a_bid_after_the_deal_has_no_draw_number(deep):
    assert [(bid.draw, format_cards(bid.cards, "")) for bid in deep[39].bids] == [(63, "D2"), (None, "C22")]


def test_a_bid_is_shown_once_its_cards_are_drawn(real, deep):
    lines = real("room_jsonl/deep_leads_40.jsonl").decode().splitlines()
    for line, record in zip(lines, deep, strict=True):
        deck = json.loads(line)["setup"]["deck"]
        for bid in record.bids:
            drawn = deck[: bid.draw or 100]["NWSE".index(bid.seat) :: 4]
            shown = format_cards(bid.cards, "").replace("T", "10")
            assert drawn.count(shown[:2].replace("BB", "BJ").replace("LL", "LJ")) >= len(bid.cards)


# Made logs


def log(*events: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(event) for event in events).encode()


START = {
    "e": "round_start",
    "round": 7,
    "trump_rank": "10",
    "banker": 2,
    "room": "den",
    "levels": ["10", "A"],
}


def test_a_failed_throw_keeps_the_attempt():
    play = {"e": "play", "seat": 0, "cards": ["S10"], "attempted_cards": ["SA", "S10"]}
    (record,) = read(log(START, play), name="x").records
    assert format_cards(record.tricks[0].plays[0].cards, "") == "ST"
    assert format_cards(record.tricks[0].plays[0].tried, "") == "SAT"


def test_an_attempt_that_stood_is_no_failed_throw():
    play = {"e": "play", "seat": 0, "cards": ["SA", "S10"], "attempted_cards": ["S10", "SA"]}
    (record,) = read(log(START, play), name="x").records
    assert record.tricks[0].plays[0].tried is None


def test_names_room_levels_and_result_are_kept():
    players = [{"seat": seat, "name": name} for seat, name in enumerate(["n", 'w "x"', "s", "<e>"])]
    end = {"e": "round_end", "attacker_points": 85, "next_banker": 3, "level_change": 0}
    (record,) = read(
        log({**START, "players": players}, {"e": "chat", "text": "hi"}, end), name="a/b.jsonl"
    ).records
    tags = {tag.name: tag.value for tag in record.tags}
    assert (tags["North"], tags["West"], tags["South"], tags["East"]) == ("n", 'w "x"', "s", "<e>")
    assert (tags["Table"], tags["Hand"], tags["Levels"], tags["Level"]) == ("den", "7", "NS:T EW:A", "T")
    assert (tags["Dealer"], tags["Source"]) == ("S", "b.jsonl (jerryyyu/shengji room log)")
    result = record.result
    assert (result.state, result.attackers, result.dealer_next, result.gain) == ("stated", 85, "EW", 0)


def test_lines_outside_a_round_and_unknown_cards_are_said():
    play = {"e": "play", "seat": 1, "cards": ["S1", 7, "LJ"]}
    imported = read(log({"e": "play"}, {"a": 1}, START, play), name="x")
    assert format_cards(imported.records[0].tricks[0].plays[0].cards, "") == "??L"
    said = {(finding.code, finding.severity, finding.line) for finding in imported.findings}
    assert said == {("import.rooms.stray", "warning", None), ("import.card", "error", 3)}


def test_a_log_without_a_round_says_so():
    (finding,) = read(log({"e": "chat"}), name="x").findings
    assert (finding.code, finding.severity) == ("import.rooms.empty", "error")
