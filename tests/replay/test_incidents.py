"""What incidents cost, sheet by sheet: expected values are read from the sheets' own sentences."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal, get_args

import pytest

from paipu.grammar.cards import parse_cards
from paipu.replay.incidents import INCIDENT_TYPES, Choice, Found, Incident, Penalty, penalty
from paipu.replay.judge import judge
from paipu.replay.rules import load_rules, parameters, rule_ids

DEALER, OTHER = {"seat": "N", "dealer_side": "NS"}, {"seat": "E", "dealer_side": "NS"}
BOTH = {"side": "both", "dealer_side": "NS"}
ENDS = ["hand_ends"]

TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any], bool]] = [
    # Drawing and the kitty
    ("highest_level_timed", "misdraw", OTHER, {"levels": {"EW": -1}, "replay": True}, True),
    ("highest_level_timed", "misdraw", BOTH, {"levels": {"NS": -1, "EW": -1}, "replay": True}, True),
    ("hbut_2013", "misdraw", DEALER, {"replay": False, "effects": ["draw_from_surplus_hand"]}, True),
    ("standard", "misdraw", DEALER, {"replay": True}, True),
    ("pass_ten", "misdraw", DEALER, {"replay": True}, False),
    ("trade_union_stripped", "kitty_count", {}, {"replay": True}, True),
    (
        "hbut_2013",
        "kitty_count",
        DEALER | {"count": 7},
        {"replay": False, "effects": ["return_surplus"]},
        True,
    ),
    # A wrong call
    ("swiss_8_rounds", "misdeclare", DEALER, {"replay": False, "effects": ["side_barred_from_suit"]}, True),
    (
        "discussion_draft",
        "misdeclare",
        OTHER,
        {"replay": False, "effects": ["player_barred_from_suit"]},
        True,
    ),
    (
        "hbut_2013",
        "misdeclare",
        OTHER,
        {"replay": False, "effects": ["change_needs_opponents_consent"]},
        False,
    ),
    # A wrong bury
    ("eighty_points", "wrong_bury", DEALER | {"count": 9}, {"points": 10, "replay": False}, True),
    (
        "clockwise_ace_to_king",
        "wrong_bury",
        DEALER | {"count": 7},
        {"deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    ("clockwise_ace_to_king", "wrong_bury", DEALER | {"count": 8}, {"points": 0, "replay": False}, True),
    (
        "minzhengbu",
        "wrong_bury",
        DEALER | {"level": "6"},
        {"levels": {"EW": 5}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "minzhengbu",
        "wrong_bury",
        DEALER | {"level": "A"},
        {"levels": {"EW": 5, "NS": "J"}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "minzhengbu",
        "wrong_bury",
        OTHER | {"level": "A"},
        {"levels": {"NS": 5}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        True,
    ),
    ("botzone", "wrong_bury", DEALER, {"replay": False, "effects": ["hand_ends", "offender_minus_3"]}, True),
    # Cards too many or too few
    ("eighty_points", "card_count", DEALER, {"replay": False, "effects": ["equalise"]}, True),
    ("discussion_draft", "card_count", DEALER, {"deal": "attackers", "replay": False, "effects": ENDS}, True),
    (
        "discussion_draft",
        "card_count",
        OTHER,
        {"levels": {"NS": 1}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        False,  # the dealer side goes up: how far is not said
    ),
    ("discussion_draft", "card_count", BOTH, {"deal": "scramble", "replay": True}, True),
    (
        "pass_ten",
        "card_count",
        DEALER,
        {"levels": {"EW": 1}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "pass_ten",
        "card_count",
        OTHER,
        {"levels": {"NS": 1}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "pass_ten",
        "card_count",
        BOTH,
        {"levels": {}, "deal": "scramble", "replay": False, "effects": ENDS},
        True,
    ),
    ("trade_union_stripped", "card_count", OTHER, {"replay": False, "effects": ["trick_lost"]}, True),
    (
        "hbut_2013",
        "card_count",
        DEALER | {"choice": "end"},
        {"levels": {"EW": 1}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "hbut_2013",
        "card_count",
        OTHER | {"choice": "end"},
        {"levels": {"NS": 2}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        False,
    ),
    (
        "hbut_2013",
        "card_count",
        OTHER | {"choice": "play_on"},
        {"replay": False, "effects": ["no_rank"]},
        True,
    ),
    ("hbut_2013", "card_count", OTHER, {"replay": False, "effects": ["opponents_choose"]}, True),
    # A wrong follow
    (
        "eighty_points",
        "revoke",
        DEALER | {"found": "trick_end"},
        {"points": 10, "replay": False, "effects": ["smallest_card"]},
        True,
    ),
    ("eighty_points", "revoke", DEALER | {"found": "later_trick"}, {"points": 0, "replay": False}, True),
    (
        "discussion_draft",
        "revoke",
        OTHER | {"found": "later_trick"},
        {"levels": {"NS": 1}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        True,
    ),
    ("discussion_draft", "revoke", OTHER | {"found": "after_next"}, {"effects": ["none_given"]}, True),
    ("discussion_draft", "revoke", BOTH, {"effects": ["none_given"]}, True),
    ("pass_ten", "revoke", OTHER | {"count": 2}, {"levels": {"EW": -2}, "replay": False}, True),
    ("pass_ten", "revoke", OTHER | {"count": 3}, {"replay": False, "effects": ["match_lost"]}, True),
    ("clockwise_ace_to_king", "revoke", OTHER | {"cards": "S34"}, {"points": 20, "replay": False}, True),
    ("trade_union_stripped", "revoke", DEALER, {"replay": False, "effects": ["referee_decides"]}, False),
    (
        "minzhengbu",
        "revoke",
        OTHER | {"found": "trick_end", "count": 2},
        {"points": 20, "replay": False},
        True,
    ),
    (
        "minzhengbu",
        "revoke",
        OTHER | {"found": "later_trick"},
        {"levels": {"NS": 5}, "deal": "dealer_side", "replay": False, "effects": ["hand_ends", "score_void"]},
        True,
    ),
    (
        "minzhengbu",
        "revoke",
        DEALER | {"found": "later_trick", "level": "J"},
        {"levels": {"NS": "2"}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "hbut_2013",
        "revoke",
        DEALER | {"found": "after_hand"},
        {"levels": {"EW": 1}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "hbut_2013",
        "revoke",
        OTHER | {"found": "after_hand"},
        {"levels": {"NS": 2}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        False,
    ),
    ("hbut_2013", "revoke", OTHER | {"found": "after_reshuffle"}, {"points": 0, "replay": False}, True),
    ("standard", "revoke", DEALER, {"effects": ["none_given"]}, True),
    ("two_team", "revoke", DEALER, {"effects": ["none_given"]}, False),
    # Other wrong plays
    (
        "eighty_points",
        "wrong_play",
        OTHER | {"count": 2},
        {"points": 20, "replay": False, "effects": ["smallest_card"]},
        True,
    ),
    ("minzhengbu", "wrong_play", DEALER | {"count": 3}, {"points": 30, "replay": False}, True),
    ("pass_ten", "wrong_play", DEALER, {"levels": {"NS": -1}, "replay": False}, False),
    (
        "trade_union_stripped",
        "wrong_play",
        DEALER | {"choice": "correct"},
        {"points": 0, "replay": False, "effects": ["corrected"]},
        True,
    ),
    (
        "trade_union_stripped",
        "wrong_play",
        DEALER | {"found": "after_hand"},
        {"replay": False, "effects": ["referee_decides"]},
        False,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "before_next", "choice": "correct"},
        {"points": 10, "replay": False, "effects": ["warning", "corrected"]},
        True,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "before_next", "choice": "leave"},
        {"points": 0, "replay": False, "effects": ["no_rank_if_follow"]},
        True,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "after_next", "choice": "play_on"},
        {"replay": False, "effects": ["corrected", "no_rank_in_trick"]},
        True,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "after_next", "choice": "end"},
        {"levels": {"EW": 1}, "deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "hbut_2013",
        "wrong_play",
        OTHER | {"found": "after_next", "choice": "end"},
        {"levels": {"NS": 2}, "deal": "dealer_side", "replay": False, "effects": ENDS},
        False,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "after_next"},
        {"replay": False, "effects": ["opponents_choose"]},
        True,
    ),
    # Repeated: more than three, or reaching three
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "before_next", "count": 4},
        {"replay": False, "effects": ["game_lost"]},
        True,
    ),
    (
        "hbut_2013",
        "wrong_play",
        DEALER | {"found": "before_next", "count": 3},
        {"points": 10, "replay": False, "effects": ["warning", "corrected"]},
        False,
    ),
    # Failed throws
    ("discussion_draft", "throw_fail", DEALER | {"cards": "SAKQ"}, {"points": 20, "replay": False}, True),
    (
        "discussion_draft",
        "throw_fail",
        DEALER | {"cards": "SAKQQ", "led": "SQQ"},
        {"points": 30, "replay": False},
        False,
    ),
    ("pass_ten", "throw_fail", OTHER | {"count": 2}, {"points": 20, "replay": False}, False),
    (
        "clockwise_ace_to_king",
        "throw_fail",
        DEALER | {"dealer": "N"},
        {"deal": "attackers", "replay": False, "effects": ENDS},
        True,
    ),
    (
        "clockwise_ace_to_king",
        "throw_fail",
        DEALER | {"dealer": "S"},
        {"deal": "attackers", "replay": False, "effects": ENDS},
        False,
    ),
    (
        "clockwise_ace_to_king",
        "throw_fail",
        OTHER | {"cards": "SAKQ", "led": "SQ"},
        {"points": 20, "replay": False},
        False,
    ),
    (
        "trade_union_stripped",
        "throw_fail",
        DEALER | {"dealer": "N"},
        {"replay": False, "effects": ["partner_may_not_ruff"]},
        True,
    ),
    ("trade_union_stripped", "throw_fail", OTHER | {"count": 1}, {"points": 10, "replay": False}, False),
    ("botzone", "throw_fail", OTHER | {"count": 1}, {"points": 10, "replay": False}, True),
    ("standard", "throw_fail", OTHER, {"points": 0, "replay": False}, True),
    # Out of turn, taken back
    (
        "eighty_points",
        "out_of_turn",
        DEALER,
        {"points": 10, "replay": False, "effects": ["smallest_card"]},
        True,
    ),
    ("trade_union_stripped", "out_of_turn", DEALER, {"replay": False, "effects": ["not_allowed"]}, True),
    ("pass_ten", "take_back", DEALER, {"levels": {"NS": -1}, "replay": False}, True),
    ("pass_ten", "take_back", DEALER | {"count": 3}, {"replay": False, "effects": ["match_lost"]}, True),
    (
        "clockwise_ace_to_king",
        "take_back",
        DEALER | {"found": "before_next_play"},
        {"points": 0, "replay": False},
        True,
    ),
    (
        "clockwise_ace_to_king",
        "take_back",
        DEALER | {"found": "after_next_play", "count": 2},
        {"points": 20, "replay": False},
        True,
    ),
    ("trade_union_stripped", "take_back", DEALER, {"replay": False, "effects": ["not_allowed"]}, True),
    # Time, conduct, the match
    (
        "discussion_draft",
        "timeout",
        DEALER | {"action": "bury", "seconds": 91},
        {"points": 20, "replay": False},
        True,
    ),
    (
        "discussion_draft",
        "timeout",
        DEALER | {"action": "bury", "seconds": 90},
        {"points": 0, "replay": False},
        True,
    ),
    (
        "pass_five",
        "timeout",
        DEALER | {"action": "play", "seconds": 30},
        {"points": 0, "replay": False},
        True,
    ),
    ("pass_five", "timeout", DEALER | {"action": "play", "seconds": 31}, {"effects": ["none_given"]}, False),
    ("discussion_draft", "conduct", DEALER, {"replay": False, "effects": ["disqualified"]}, True),
    ("clockwise_ace_to_king", "conduct", DEALER, {"points": 10, "replay": False}, False),
    ("minzhengbu", "conduct", DEALER, {"replay": False, "effects": ["not_allowed"]}, True),
    ("hbut_2013", "conduct", DEALER, {"replay": False, "effects": ["organisers_decide"]}, True),
    ("discussion_draft", "kitty_peek", DEALER, {"replay": False, "effects": ["not_allowed"]}, True),
    ("trade_union_stripped", "kitty_peek", DEALER, {"replay": False, "effects": ["not_allowed"]}, True),
    ("swiss_8_rounds", "late", {"side": "NS", "minutes": 10}, {"effects": ["forfeit"]}, True),
    ("hbut_2013", "late", {"side": "NS", "minutes": 14}, {"points": 0}, True),
    ("discussion_draft", "late", {"side": "NS", "minutes": 1}, {"effects": ["forfeit"]}, True),
    ("pass_five", "substitution", {"side": "NS"}, {"replay": False, "effects": ["not_allowed"]}, True),
    (
        "discussion_draft",
        "substitution",
        {"side": "NS"},
        {"replay": False, "effects": ["not_allowed", "disqualified"]},
        True,
    ),
    ("minzhengbu", "time_up", {}, {"replay": False, "effects": ["finish_current"]}, True),
    ("swiss_8_rounds", "time_up", {}, {"replay": False, "effects": ["finish_current_and_one_more"]}, False),
    # A weak hand, a hand without a call
    (
        "clockwise_ace_to_king",
        "rebellion",
        OTHER | {"points_in_hand": 0},
        {"deal": "scramble", "replay": True},
        True,
    ),
    ("clockwise_ace_to_king", "rebellion", DEALER | {"points_in_hand": 0}, {"replay": False}, True),
    ("clockwise_ace_to_king", "rebellion", OTHER, {"effects": ["depends_on_hand"]}, True),
    (
        "joker_declare",
        "rebellion",
        OTHER | {"points_in_hand": 10},
        {"deal": "dealer_side", "replay": True},
        False,
    ),
    ("joker_declare", "rebellion", OTHER | {"points_in_hand": 15}, {"replay": False}, True),
    ("discussion_draft", "rebellion", OTHER | {"points_in_hand": 0}, {"replay": False}, True),
    (
        "fen80; rebellion=at_most_15_points_or_3_trumps_redeal",
        "rebellion",
        OTHER | {"points_in_hand": 40, "trumps_in_hand": 3},
        {"deal": "dealer_side", "replay": True},
        True,
    ),
    ("hbut_2013", "redeal", {}, {"replay": True}, True),
    ("hbut_2013", "redeal", {"hand_no": 2}, {"replay": False}, True),
    ("pass_five", "redeal", {"hand_no": 1}, {"replay": True}, True),
]


@pytest.mark.parametrize(("rules", "kind", "fields", "want", "certain"), TABLE)
def test_penalty(rules: str, kind: str, fields: dict[str, Any], want: dict[str, Any], certain: bool) -> None:
    answer = judge({"kind": "incident", "rules": rules, "type": kind, **fields})
    got = {key: value for key, value in answer["answer"].items() if key != "clause"}
    assert got == want
    assert answer["certain"] == certain


def test_a_penalty_names_the_clause_it_stands_on() -> None:
    late = Incident(type="revoke", side="EW", dealer_side="NS", found="after_reshuffle")
    assert penalty(late, load_rules("hbut_2013")).clause == "十二(二)4"
    throw = Incident(type="throw_fail", side="EW", dealer_side="NS", cards=parse_cards("SAK"))
    assert penalty(throw, load_rules("trade_union_stripped")) == Penalty(
        points=10,
        replay=False,
        clause="第十七条",
        parameters=("throw_fail_penalty", "throw_fail_count_basis", "throw_fail_partner"),
    )


def test_a_silent_rule_set_is_not_certain_and_says_so() -> None:
    answer = judge({"kind": "incident", "rules": "two_team", "type": "conduct", **DEALER})
    assert answer["effects"] == ["none_given"]
    assert [entry["parameter"] for entry in answer["rests_on"]] == ["pen_conduct"]


ASKED = [
    each.name
    for each in parameters().values()
    if (each.section.letter in "KL" and each.type == "enum") or each.name.startswith("throw_fail_")
]


@pytest.mark.parametrize("name", ASKED)
def test_every_value_of_a_penalty_means_something(name: str) -> None:
    """No value lacks a meaning, whatever an entry says."""
    sides: tuple[Literal["NS", "EW", "both"], ...] = ("NS", "EW", "both")
    for value in parameters()[name].values:
        rules = load_rules(f"standard; {name}={value}")
        for kind, side, found, choice in product(
            INCIDENT_TYPES, sides, (None, *get_args(Found)), (None, *get_args(Choice))
        ):
            incident = Incident(
                type=kind, side=side, dealer_side="NS", found=found, choice=choice, count=1, level="A"
            )
            out = penalty(incident, rules)
            assert out.to_dict().keys() - {"clause"}, (value, incident)
            assert out.points is None or out.points >= 0


@pytest.mark.parametrize("rules", rule_ids())
def test_every_rule_set_answers_every_type(rules: str) -> None:
    for kind in INCIDENT_TYPES:
        assert "error" not in judge({"kind": "incident", "rules": rules, "type": kind, **OTHER})


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "question.type"),
        ({"type": "sneeze"}, "question.type"),
        ({"type": "revoke"}, "question.side"),
        ({"type": "revoke", "seat": "N"}, "question.side"),
        ({"type": "revoke", "dealer_side": "NS"}, "question.side"),
        ({"type": "revoke", "seat": "N", "side": "EW", "dealer_side": "NS"}, "question.side"),
        ({"type": "revoke", "dealer": "N", "side": "EW", "dealer_side": "EW"}, "question.side"),
        ({"type": "revoke", "side": "all", "dealer_side": "NS"}, "question.side"),
        ({"type": "revoke", "side": ["NS"], "dealer_side": "NS"}, "question.side"),
        ({"type": "revoke", "seat": "X", "dealer_side": "NS"}, "question.seat"),
        ({"type": "revoke", "found": "soon", **DEALER}, "question.found"),
        ({"type": "revoke", "found": 3, **DEALER}, "question.found"),
        ({"type": "revoke", "choice": "go", **DEALER}, "question.choice"),
        ({"type": "revoke", "count": 0, **DEALER}, "question.number"),
        ({"type": "revoke", "count": True, **DEALER}, "question.number"),
        ({"type": "revoke", "count": "two", **DEALER}, "question.number"),
        ({"type": "revoke", "cards": "S1", **DEALER}, "question.cards"),
        ({"type": "revoke", "level": "10", **DEALER}, "question.level"),
        ({"type": "timeout", "action": "think", **DEALER}, "question.action"),
        ({"type": "timeout", "seconds": -1, **DEALER}, "question.number"),
        ({"type": "redeal", "hand_no": 0}, "question.hand_no"),
    ],
)
def test_a_question_that_cannot_be_read(fields: dict[str, Any], code: str) -> None:
    answer = judge({"id": 7, "kind": "incident", "rules": "hbut_2013", **fields})
    assert (answer["id"], answer["error"]["code"]) == (7, code)
