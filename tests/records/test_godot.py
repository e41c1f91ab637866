"""shengji-godot logs: the real file, then small made ones for version 2."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paipu.grammar.cards import format_cards, points_of
from paipu.records.godot import read

ROUNDS = [
    # level, trump, dealer, levels, bid, tricks, result
    ("2", "C", "W", "NS:2 EW:2", "W LC2", 23, ("stated", 115, "NS", 0)),
    ("2", "S", "E", "NS:2 EW:2", "E LS2", 24, ("stated", 130, "NS", 1)),
    ("3", "NT", "S", "NS:3 EW:2", "S BB", 23, ("stated", 10, "NS", 2)),
    ("2", "H", "E", "NS:5 EW:2", "E BH2", 0, ("unfinished", None, None, None)),
]


@pytest.mark.parametrize("number", range(4))
def test_rounds_become_records(real, number):
    level, trump, dealer, levels, bid, tricks, result = ROUNDS[number]
    imported = read(real("godot/standard_log.json"), name="log.json")
    assert len(imported.records) == 4
    assert {finding.severity for finding in imported.findings} == {"note"}
    record = imported.records[number]
    tags = {tag.name: tag.value for tag in record.tags}
    assert (tags["Level"], tags["Trump"], tags["Dealer"], tags["Levels"]) == (level, trump, dealer, levels)
    assert (tags["Hand"], tags["Date"]) == (str(number + 1), "2026.05.14")
    assert [f"{b.seat} {format_cards(b.cards, '')}" for b in record.bids] == [bid]
    assert [b.seat for b in record.buries] == [dealer]
    assert len(record.tricks) == tricks
    stated = record.result
    assert (stated.state, stated.attackers, stated.dealer_next, stated.gain) == result


@pytest.mark.parametrize("number", range(4))
def test_hands_kitty_and_bury_are_two_decks(real, number):
    record = read(real("godot/standard_log.json"), name="x").records[number]
    cards = [*record.kitty.cards, *(card for hand in record.deal for card in hand.cards)]
    assert sorted(cards) == sorted([*range(54), *range(54)])
    (bury,) = record.buries
    (hand,) = [hand for hand in record.deal if hand.seat == bury.seat]
    left = [*hand.cards, *record.kitty.cards]
    for card in bury.cards:
        left.remove(card)
    assert len(left) == 25


def test_the_profile_stands_in_the_rules_tag(real):
    """This log plays the switches of the profile but for one."""
    rules = read(real("godot/standard_log.json"), name="x").records[0].tag("Rules")
    assert rules == "godot; throw_allowed=no"


def test_switches_set_otherwise_are_overrides():
    log = {
        "rule_config": {
            "allow_dump": False,
            "bid_requires_joker": True,
            "trump_joker_color_match": False,
            "no_skip_enabled": True,
            "no_skip_ranks": [10, 13],
        },
        "rounds": [{}],
    }
    assert read(json.dumps(log).encode(), name="x").records[0].tag("Rules").split("; ") == [
        "godot",
        "throw_allowed=no",
        "declare_cards=level_plus_joker,joker_pair",
        "declare_joker_colour=any",
        "must_play_levels=T,K",
    ]


def test_its_own_winners_agree_with_who_leads_next(real):
    """The trick winners of the log, as the leaders of the records."""
    rounds = json.loads(real("godot/standard_log.json"))["rounds"]
    for record, played in zip(read(real("godot/standard_log.json"), name="x").records, rounds, strict=True):
        winners = ["NWSE"[trick["winner"]] for trick in played["tricks"]]
        assert [trick.plays[0].seat for trick in record.tricks][1:] == winners[:-1]


def test_points_of_the_tricks_add_up_to_the_base_score(real):
    """Cards, seats and tricks as converted, against the program's own count."""
    rounds = json.loads(real("godot/standard_log.json"))["rounds"][:3]
    for record, played in zip(read(real("godot/standard_log.json"), name="x").records, rounds, strict=False):
        attackers = "WE" if record.tag("Dealer") in ("N", "S") else "NS"
        points = sum(
            points_of(card)
            for trick, logged in zip(record.tricks, played["tricks"], strict=True)
            if "NWSE"[logged["winner"]] in attackers
            for play in trick.plays
            for card in play.cards
        )
        assert points == played["settlement"]["attack_base_score"]


# Made logs


def log(*rounds: dict[str, Any], version: int = 2, **config: Any) -> bytes:
    return json.dumps({"version": version, "rule_config": config, "rounds": rounds}).encode()


def bids_of(played: dict[str, Any], **config: Any) -> list[str]:
    (record,) = read(log(played, **config), name="x").records
    return [f"{bid.seat} {format_cards(bid.cards, '')}" for bid in record.bids]


@pytest.mark.parametrize(
    ("kind", "config", "shown"),
    [
        (1, {}, "N H5"),
        (2, {}, "N H55"),
        (3, {"bid_requires_joker": True, "trump_joker_color_match": True}, "N BH5"),
        (4, {"bid_requires_joker": True, "trump_joker_color_match": True}, "N BH55"),
        (3, {"bid_requires_joker": True}, "N LH5"),
    ],
)
def test_the_bid_types_of_version_2(kind, config, shown):
    hand = ["♥5", "♥5", "BlackJoker"]
    played = {"rank": 5, "bid": {"seat": 0, "suit": 1, "type": kind}, "debug": {"initial_hands": [hand]}}
    assert bids_of(played, **config) == [shown]


def test_a_counter_bid_follows_the_bid_and_its_maker_buries():
    played = {
        "rank": 2,
        "dealer": 0,
        "bid_history": [{"seat": 3, "action": "skip"}, {"seat": 0, "action": "bid", "suit": 1}],
        "counter_bid_history": [{"seat": 1, "type": 2, "suit": 0}],
        "bid": {"seat": 1, "type": 2, "suit": 0},
        "debug": {"initial_hands": [["♥2"], ["♠2", "♠2"]], "buried_cards": ["♠3"]},
    }
    (record,) = read(log(played), name="x").records
    assert bids_of(played) == ["N H2", "W S22"]
    assert [bury.seat for bury in record.buries] == ["W"]


def test_a_joker_pair_held_by_nobody_known_stays_unknown():
    assert bids_of({"rank": 2, "bid": {"seat": 2, "type": 5, "suit": -1}}) == ["S ??"]


def test_unknown_names_and_an_empty_log_are_said():
    played = {"tricks": [{"plays": [{"seat": 0, "cards": ["♠1", "Joker", "♠10"]}]}]}
    imported = read(log(played), name="x")
    assert format_cards(imported.records[0].tricks[0].plays[0].cards, "") == "??ST"
    assert ("import.card", "error") in {(f.code, f.severity) for f in imported.findings}
    assert [f.code for f in read(b"{}", name="x").findings] == ["import.godot.empty"]
