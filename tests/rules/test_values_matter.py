"""Every value of the parameters of play and scoring changes some verdict: none is dead data.

For each parameter of the sections E to J one question or more, with the answer under each value as the
words of that value have it. Values that change nothing by themselves say so in the schema (`idle`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from paipu.grammar import loads
from paipu.replay import audit
from paipu.replay.judge import judge
from paipu.replay.rules import Parameter, RuleError, load_rules, parameters
from paipu.replay.rules.ruleset import NOT_PLAYED
from paipu.replay.rules.schema import value_text

Question = dict[str, Any]
Answers = Mapping[Any, Mapping[str, Any]]


def ask(kind: str, trump: str = "S", level: str = "2", **fields: Any) -> Question:
    return {"kind": kind, "trump": trump, "level": level, **fields}


def shape(cards: str, trump: str = "S", level: str = "2", **fields: Any) -> Question:
    return ask("shape", trump, level, cards=cards, **fields)


def follow(lead: str, hand: str, play: str, **fields: Any) -> Question:
    return ask("follow", lead=lead, hand=hand, play=play, **fields)


def throw(lead: str, *others: str, **fields: Any) -> Question:
    return ask("throw", lead=lead, others=[*others, "", "", ""][:3], **fields)


def trick(*plays: str, **fields: Any) -> Question:
    return ask("trick", plays=list(plays), **fields)


def kitty(*plays: str, **fields: Any) -> Question:
    """The last trick, won by the leader's opponents or the leader West, against the dealer North."""
    return ask("kitty", dealer="N", leader="W", plays=list(plays), kitty="HK", **fields)


def advance(attackers: int, **fields: Any) -> Question:
    return {
        "kind": "advance",
        "attackers": attackers,
        "dealer_side": "NS",
        "levels": {"NS": "3", "EW": "3"},
        **fields,
    }


TRACTOR, THROW = {"shape": "tractor"}, {"shape": "throw"}
LEGAL, ILLEGAL = {"legal": True}, {"legal": False}


def joins(cards: str, trump: str = "S", level: str = "2") -> tuple[Question, Answers]:
    return shape(cards, trump, level), {True: TRACTOR, False: THROW}


def gain(points: int, tables: Mapping[str, int | None]) -> tuple[Question, Answers]:
    """The rise by several level tables; None where the attackers take the deal without a rise."""
    return advance(points), {name: {"gain": rise or 0} for name, rise in tables.items()}


CASES: dict[str, list[tuple[Question, Answers]]] = {
    # E. Trumps and order
    "two_permanent": [
        (trick("H3", "C2", "HA", "D3", level="5"), {False: {"winner": 2}, True: {"winner": 1}})
    ],
    # F. Patterns
    "tractor_definition": [
        (
            shape("S3344", level="4"),
            {"one_suit_or_trump_order": THROW, "natural_or_skipping_level": TRACTOR},
        ),
        (
            throw("H33D44"),
            {
                "one_suit_or_trump_order": ILLEGAL,
                "natural_or_skipping_level": ILLEGAL,
                "one_colour_or_trump_order": LEGAL,
            },
        ),
    ],
    "tractor_min_pairs": [(shape("H3344"), {2: TRACTOR, 3: THROW})],
    "tractor_max_pairs": [
        (shape("H334455"), {"unlimited": TRACTOR, 2: THROW, 3: TRACTOR}),
        (shape("H33445566"), {"unlimited": TRACTOR, 2: THROW, 3: THROW}),
    ],
    "tractor_skip_level_rank": [joins("H3355", level="4")],
    "tractor_trump_ace_with_side_level": [joins("SAAH22")],
    "tractor_side_with_main_level": [joins("H22S22")],
    "tractor_two_side_level_pairs": [joins("H22D22")],
    "tractor_main_level_with_small_joker": [joins("S22LL")],
    "tractor_joker_pairs": [joins("BBLL")],
    "tractor_nt_small_joker_with_level": [joins("LLH22", "NT")],
    "tractor_nt_two_level_pairs": [joins("H22D22", "NT")],
    "tractor_wrap": [joins("HAA22", level="5")],
    "tractor_non_examples": [(shape("HQQJJ"), {"none": TRACTOR, "JJQQ": THROW, "554": TRACTOR})],
    "triple_pattern": [
        (
            shape("HAAK"),
            {
                "throw_only": THROW,
                "own_pattern": {"shape": "triple"},
                "throw_with_own_ruff_rule": {"shape": "triple"},
            },
        ),
        (
            throw("HAAK", set={"throw_allowed": "no"}),
            {"throw_only": ILLEGAL, "own_pattern": LEGAL, "throw_with_own_ruff_rule": ILLEGAL},
        ),
    ],
    "triple_ranks": [
        (
            throw("HKKQ", level="A", set={"throw_allowed": "only_AAK_AKK"}),
            {"A_K": ILLEGAL, "top_two_side_ranks": LEGAL, "any_adjoining": LEGAL},
        ),
        (
            throw("H554", level="A", set={"throw_allowed": "only_AAK_AKK"}),
            {"A_K": ILLEGAL, "top_two_side_ranks": ILLEGAL, "any_adjoining": LEGAL},
        ),
    ],
    # G. Throws
    "throw_allowed": [
        (throw("HAK"), {"yes": LEGAL, "only_AAK_AKK": ILLEGAL, "only_pairs": ILLEGAL, "no": ILLEGAL}),
        (throw("HAAK"), {"yes": LEGAL, "only_AAK_AKK": LEGAL, "only_pairs": ILLEGAL, "no": ILLEGAL}),
        (throw("HAAQQ"), {"yes": LEGAL, "only_AAK_AKK": ILLEGAL, "only_pairs": LEGAL, "no": ILLEGAL}),
    ],
    "throw_suits": [(throw("SAK"), {"any_one_suit": LEGAL, "side_suit": ILLEGAL})],
    "throw_success_test": [
        (
            throw("HA55", "H9", "H9"),
            {
                "component_wise": {"stands": True},
                "not_needed": {"stands": True},
                "pooled_singles_and_pairs": {"stands": False},
            },
        ),
        (
            throw("HA55", "H99"),
            {
                "component_wise": {"stands": False},
                "not_needed": {"stands": True},
                "pooled_singles_and_pairs": {"stands": False},
            },
        ),
    ],
    "throw_fail_lead": [
        (
            throw("HKKQ77AA33", "H88", "HAJ", "HAA"),
            {
                "smallest_beaten_component": {"must_lead": "H33"},
                "smallest_component": {"must_lead": "H33"},
                "fewest_cards_beaten_component": {"must_lead": "HQ"},
                "first_beaten_in_play_order": {"must_lead": "H33"},
                "smallest_card": {"must_lead": "H3"},
            },
        ),
        (
            throw("HAK55", "H9", "HA66", ""),
            {
                "smallest_beaten_component": {"must_lead": "H55"},
                "smallest_component": {"must_lead": "H55"},
                "fewest_cards_beaten_component": {"must_lead": "HK"},
                "first_beaten_in_play_order": {"must_lead": "HK"},
                "smallest_card": {"must_lead": "H5"},
            },
        ),
        (
            throw("H33QQA", "", "HKK", ""),
            {
                "smallest_beaten_component": {"must_lead": "H33"},
                "smallest_component": {"must_lead": "H33"},
                "fewest_cards_beaten_component": {"must_lead": "H33"},
                "first_beaten_in_play_order": {"must_lead": "H33"},
                "smallest_card": {"must_lead": "H3"},
            },
        ),
        (
            # Nobody has a higher single than the ace, or a pair above the tens; the queen falls.
            throw("HTTQ", "HKJ", "", ""),
            {
                "smallest_beaten_component": {"must_lead": "HQ"},
                "smallest_component": {"must_lead": "HTT"},
                "fewest_cards_beaten_component": {"must_lead": "HQ"},
                "first_beaten_in_play_order": {"must_lead": "HQ"},
                "smallest_card": {"must_lead": "HT"},
            },
        ),
        (
            # The first hand beats the fours, the second the king: two ways to go round.
            throw("H44K", "H55", "HA", ""),
            {
                "smallest_beaten_component": {"must_lead": "H44"},
                "smallest_component": {"must_lead": "H44"},
                "fewest_cards_beaten_component": {"must_lead": "HK"},
                "first_beaten_in_play_order": {"must_lead": "H44"},
                "smallest_card": {"must_lead": "H4"},
            },
        ),
    ],
    "throw_fail_count_basis": [
        (
            throw("HAAQ99", "HKTT", set={"throw_fail_penalty": "10_per_card"}),
            {
                "taken_back": {"fine": 30},
                "thrown_minus_1": {"fine": 40},
                "beaten": {"fine": 30},
                "thrown": {"fine": 50},
            },
        ),
        (
            throw("HAA99", "HTT", set={"throw_fail_penalty": "10_per_card"}),
            {
                "taken_back": {"fine": 20},
                "thrown_minus_1": {"fine": 30},
                "beaten": {"fine": 20},
                "thrown": {"fine": 40},
            },
        ),
        (
            throw("HAK99", "HTT", set={"throw_fail_penalty": "10_per_card"}),
            {
                "taken_back": {"fine": 20},
                "thrown_minus_1": {"fine": 30},
                "beaten": {"fine": 20},
                "thrown": {"fine": 40},
            },
        ),
        (
            throw("HAAK9", "HT", set={"throw_fail_penalty": "10_per_card"}),
            {
                "taken_back": {"fine": 30},
                "thrown_minus_1": {"fine": 30},
                "beaten": {"fine": 10},
                "thrown": {"fine": 40},
            },
        ),
    ],
    # H. Following
    "follow_tractor": [
        (
            follow("H3344", "H7788JJ5K", "H77JJ"),
            {
                "tractor_else_pairs_else_any": ILLEGAL,
                "tractor_else_any": ILLEGAL,
                "pairs_else_any": LEGAL,
                "same_pattern_then_trump_pattern": ILLEGAL,
                "trump_pattern_even_holding_suit": ILLEGAL,
            },
        ),
        (
            follow("H3344", "H77TTKQ", "H77KQ"),
            {
                "tractor_else_pairs_else_any": ILLEGAL,
                "tractor_else_any": LEGAL,
                "pairs_else_any": ILLEGAL,
                "same_pattern_then_trump_pattern": ILLEGAL,
                "trump_pattern_even_holding_suit": ILLEGAL,
            },
        ),
        (
            follow("H3344", "H77TTKQ S55", "H77S55"),
            {
                "tractor_else_pairs_else_any": ILLEGAL,
                "tractor_else_any": ILLEGAL,
                "pairs_else_any": ILLEGAL,
                "same_pattern_then_trump_pattern": ILLEGAL,
                "trump_pattern_even_holding_suit": LEGAL,
            },
        ),
        (
            follow("H3344", "S5566KQ8C9", "S56KQ", set={"follow_short_suit": "fill_with_trump"}),
            {
                "tractor_else_pairs_else_any": LEGAL,
                "tractor_else_any": LEGAL,
                "pairs_else_any": LEGAL,
                "same_pattern_then_trump_pattern": ILLEGAL,
                "trump_pattern_even_holding_suit": ILLEGAL,
            },
        ),
    ],
    "follow_longer_tractor": [
        (
            follow("H334455", "H7788JJKK9A", "H77JJKK"),
            {"shorter_not_required": LEGAL, "shorter_required": ILLEGAL, "best_decomposition": ILLEGAL},
        ),
        (
            follow("H33445566", "H8899JJQQAAT", "H8899JJAA"),
            {"shorter_not_required": LEGAL, "shorter_required": LEGAL, "best_decomposition": ILLEGAL},
        ),
    ],
    "follow_throw": [
        (
            follow("H3344A", "H7788JJ5K", "H77JJ5"),
            {"per_component": ILLEGAL, "pairs_by_number": LEGAL, "suit_only": LEGAL},
        ),
        (
            follow("H3344A", "H7788JJ5K", "H78J5K"),
            {"per_component": ILLEGAL, "pairs_by_number": ILLEGAL, "suit_only": LEGAL},
        ),
    ],
    "follow_triple": [
        (
            follow(
                "HAAK",
                "S5567C8",
                "S567",
                set={
                    "triple_pattern": "own_pattern",
                    "follow_short_suit": "fill_with_trump",
                    "follow_tractor": "same_pattern_then_trump_pattern",
                },
            ),
            {"as_throw": LEGAL, "as_tractor": ILLEGAL},
        )
    ],
    "follow_short_suit": [(follow("H33", "H5 S67 C8", "H5C8"), {"free": LEGAL, "fill_with_trump": ILLEGAL})],
    "follow_draw": [
        (
            follow("H7788", "H444TT6", "HTT46", decks=4),
            {
                "all": ILLEGAL,
                "longer_protected": LEGAL,
                "tractors_for_tractors": ILLEGAL,
                "longer_protected_and_tractors_for_tractors": LEGAL,
                "none": LEGAL,
            },
        ),
        (
            follow("H5555", "H7788JJ", "H77JJ", decks=4, set={"follow_longer_tractor": "best_decomposition"}),
            {
                "all": ILLEGAL,
                "longer_protected": ILLEGAL,
                "tractors_for_tractors": LEGAL,
                "longer_protected_and_tractors_for_tractors": LEGAL,
                "none": LEGAL,
            },
        ),
        (
            follow("H77", "HTT46", "H46"),
            {
                "all": ILLEGAL,
                "longer_protected": ILLEGAL,
                "tractors_for_tractors": ILLEGAL,
                "longer_protected_and_tractors_for_tractors": ILLEGAL,
                "none": LEGAL,
            },
        ),
    ],
    # I. Comparing and ruffing
    "ruff_throw_requirement": [
        (
            # Against a tractor and a single: two pairs, one pair, none, and a tractor.
            trick("H3344A", "S5577J", "C34567", "D34567"),
            {
                "same_components": {"winner": 0},
                "exact_components": {"winner": 0},
                "as_many_pairs": {"winner": 1},
                "pair_present": {"winner": 1},
                "any_throw": {"winner": 1},
            },
        ),
        (
            trick("H3344A", "S5578J", "C34567", "D34567"),
            {
                "same_components": {"winner": 0},
                "exact_components": {"winner": 0},
                "as_many_pairs": {"winner": 0},
                "pair_present": {"winner": 1},
                "any_throw": {"winner": 1},
            },
        ),
        (
            trick("H3344A", "S6789J", "C34567", "D34567"),
            {
                "same_components": {"winner": 0},
                "exact_components": {"winner": 0},
                "as_many_pairs": {"winner": 0},
                "pair_present": {"winner": 0},
                "any_throw": {"winner": 1},
            },
        ),
        (
            trick("HAK", "S55", "C34", "D34"),
            {
                "same_components": {"winner": 1},
                "exact_components": {"winner": 0},
                "as_many_pairs": {"winner": 1},
                "pair_present": {"winner": 1},
                "any_throw": {"winner": 0},
            },
        ),
    ],
    "ruff_throw_comparison": [
        (
            trick("HAAK", "S33A", "S554", "H345", set={"ruff_triple": "as_throw"}),
            {
                "highest_type_decides": {"winner": 2},
                "every_component": {"winner": 1},
                "highest_card": {"winner": 1},
            },
        ),
        (
            trick("HAAK", "S334", "S55A", "H345", set={"ruff_triple": "as_throw"}),
            {
                "highest_type_decides": {"winner": 2},
                "every_component": {"winner": 2},
                "highest_card": {"winner": 2},
            },
        ),
        (
            trick("HAAK", "S553", "S33A", "H345", set={"ruff_triple": "as_throw"}),
            {
                "highest_type_decides": {"winner": 1},
                "every_component": {"winner": 1},
                "highest_card": {"winner": 2},
            },
        ),
    ],
    "ruff_triple": [
        (
            trick("HAAK", "S99A", "H345", "H678"),
            {
                "pair_and_any_trump": {"winner": 1},
                "AAK_pair_and_lower_AKK_single_and_lower_pair": {"winner": 0},
                "as_throw": {"winner": 1},
            },
        ),
        (
            trick("HAAK", "S993", "S55A", "H678", set={"ruff_throw_comparison": "highest_card"}),
            {
                "pair_and_any_trump": {"winner": 1},
                "AAK_pair_and_lower_AKK_single_and_lower_pair": {"winner": 1},
                "as_throw": {"winner": 2},
            },
        ),
    ],
    # J. Scoring and levels
    "kitty_capture_condition": [
        (
            kitty("HA", "H3", "H4", "H5"),
            {
                "attackers_win_last_trick": {"captured": True},
                "attackers_win_last_trick_with_trump": {"captured": False},
            },
        )
    ],
    "kitty_mult_single": [(kitty("HA", "H3", "H4", "H5"), {2: {"points": 20}, 1: {"points": 10}})],
    "kitty_mult_pair": [(kitty("HAA", "H34", "H46", "H57"), {4: {"points": 40}, 2: {"points": 20}})],
    "kitty_mult_tractor": [
        (
            kitty("HAAKKQQ", "H345678", "C345678", "D345678"),
            {
                "2^(n+1)": {"multiplier": 16},
                "2n+2": {"multiplier": 8},
                "4n": {"multiplier": 12},
                "2n": {"multiplier": 6},
                "2": {"multiplier": 2},
            },
        )
    ],
    "kitty_mult_throw": [
        (
            kitty("HAAKKJJ9", "H3456789", "C3456789", "D3456789"),
            {
                "highest_component": {"multiplier": 8},
                "largest_component": {"multiplier": 8},
                "2^(pairs+1)": {"multiplier": 16},
                "twice_cards_of_highest_component": {"multiplier": 8},
                "twice_cards_thrown": {"multiplier": 14},
            },
        ),
        (
            kitty("HAAKKQQ99", "H34567898", "C34567898", "D34567898"),
            {
                "highest_component": {"multiplier": 16},
                "largest_component": {"multiplier": 16},
                "2^(pairs+1)": {"multiplier": 32},
                "twice_cards_of_highest_component": {"multiplier": 12},
                "twice_cards_thrown": {"multiplier": 16},
            },
        ),
    ],
    "kitty_mult_triple": [
        (
            kitty("HAAK", "H345", "H678", "C345"),
            {
                "as_throw": {"multiplier": 4},
                "no_capture": {"captured": False},
                "as_single": {"multiplier": 2},
            },
        )
    ],
}

CASES["throw_fail_penalty"] = [
    (throw("HAK9", "HT"), {"none": {"fine": None}, "10_per_card": {"fine": 20}}),
    (
        {
            "kind": "incident",
            "type": "throw_fail",
            "seat": "S",
            "dealer": "N",
            "dealer_side": "NS",
            "count": 2,
        },
        {
            "none": {"points": 0, "deal": None},
            "10_per_card": {"points": 20, "deal": None},
            "lose_deal_or_10_per_card": {"deal": "attackers"},
            "dealer_loses_deal_or_10_per_card": {"points": 20, "deal": None},
        },
    ),
    (
        {
            "kind": "incident",
            "type": "throw_fail",
            "seat": "N",
            "dealer": "N",
            "dealer_side": "NS",
            "count": 2,
        },
        {
            "10_per_card": {"points": 20, "deal": None},
            "dealer_loses_deal_or_10_per_card": {"deal": "attackers"},
        },
    ),
]


def thrown(thrower: str, *partner: str) -> Question:
    """A failed throw of hearts by a seat, North being the dealer, and the next two plays of the partner."""
    seats = "NWSE"
    order = seats[seats.index(thrower) :] + seats[: seats.index(thrower)]
    first, second = (("HK9>H9", "HT", partner[0], "H4"), ("HA", partner[1], "H5", "HK"))
    tricks = (
        " / ".join(f"{seat} {play}" for seat, play in zip(order, first, strict=True)),
        " / ".join(f"{seat} {play}" for seat, play in zip(order[1:] + order[0], second, strict=True)),
    )
    if partner[0].startswith("S"):
        # The partner ruffs and leads.
        second = (partner[1], "H5", "HK", "HA")
        turned = order[2:] + order[:2]
        tricks = (tricks[0], " / ".join(f"{s} {p}" for s, p in zip(turned, second, strict=True)))
    head = '[SJN "1"]\n[Level "2"]\n[Trump "S"]\n[Dealer "N"]\n'
    rules = '[Rules "standard; throw_fail_partner={}"]\n\nTricks:\n'
    return {"audit": head + rules + "".join(f"{at}. {text}\n" for at, text in enumerate(tricks, 3)) + "= *\n"}


CASES["throw_fail_partner"] = [
    (
        thrown("N", "S5", "C8"),
        {
            "none": {"follow.barred": False},
            "partner_may_not_ruff": {"follow.barred": True},
            "throwers_partner_may_not_ruff": {"follow.barred": True},
        },
    ),
    (
        thrown("E", "S5", "C8"),
        {
            "none": {"follow.barred": False},
            "partner_may_not_ruff": {"follow.barred": False},
            "throwers_partner_may_not_ruff": {"follow.barred": True},
        },
    ),
    (
        # Who holds nothing but trumps may ruff; who holds another card may discard it.
        thrown("N", "S5", "S6"),
        {
            "none": {"follow.barred": False},
            "partner_may_not_ruff": {"follow.barred": False},
            "throwers_partner_may_not_ruff": {"follow.barred": False},
        },
    ),
    (
        thrown("N", "C8", "S5"),
        {
            "none": {"follow.barred": False},
            "partner_may_not_ruff": {"follow.barred": False},
            "throwers_partner_may_not_ruff": {"follow.barred": False},
        },
    ),
]
CASES["advance_cap"] = [
    (
        advance(240),
        {"none": {"gain": 4}, "4_attackers": {"gain": 4}, "6_dealer_side": {"gain": 4}, 3: {"gain": 3}},
    ),
    (advance(280), {"none": {"gain": 5}, "4_attackers": {"gain": 4}, "6_dealer_side": {"gain": 5}}),
    (
        advance(-200, set={"advance_table": "std40_below_zero"}),
        {"none": {"gain": 8}, "4_attackers": {"gain": 8}, "6_dealer_side": {"gain": None}},
    ),
]

SECTIONS = "EFGHIJ"
BY_POINTS = "advance_table"
"""Level tables are told apart by all the points of a hand; their figures have tests of their own."""


def chosen() -> list[Parameter]:
    """The parameters of play and scoring with more than one value."""
    return [
        each
        for each in parameters().values()
        if each.section.letter in SECTIONS and (each.type == "int" or len(each.values) > 1)
    ]


def key(value: Any) -> str:
    return value_text(value) if isinstance(value, bool | int) else str(value)


@pytest.mark.parametrize("name", [each.name for each in chosen() if each.name != BY_POINTS])
def test_every_value_has_a_position_or_a_reason(name: str) -> None:
    """All that may be selected is shown here, or idle with the reason."""
    about = parameters()[name]
    shown = {key(value) for _, answers in CASES.get(name, []) for value in answers}
    rest = set(about.values) - set(about.idle)
    if about.type == "int" or len(rest) > 1:
        assert len(shown) > 1
        assert shown >= rest


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        (name, value, number)
        for name, cases in CASES.items()
        for number, (_, answers) in enumerate(cases)
        for value in answers
    ],
    ids=str,
)
def test_answer(name: str, value: Any, number: int) -> None:
    question, answers = CASES[name][number]
    got = answer(question, name, value)
    assert {field: got.get(field) for field in answers[value]} == dict(answers[value])


def answer(question: Question, name: str, value: Any) -> Mapping[str, Any]:
    if "audit" in question:
        (record,) = loads(question["audit"].format(value_text(value)))
        codes = {finding.code for finding in audit(record).findings}
        assert codes <= {"follow.barred"}
        return {"follow.barred": "follow.barred" in codes}
    found = judge({**question, "set": {**question.get("set", {}), name: value}})
    assert "error" not in found, found
    return found


@pytest.mark.parametrize("name", CASES)
def test_no_two_values_are_alike(name: str) -> None:
    """Some position tells each from each other."""
    cases = [answers for _, answers in CASES[name]]
    values = dict.fromkeys(
        value for answers in cases for value in answers if key(value) not in parameters()[name].idle
    )
    alike = [
        (one, other)
        for one in values
        for other in values
        if key(one) < key(other)
        and not any(one in each and other in each and each[one] != each[other] for each in cases)
    ]
    assert alike == []


def test_no_two_level_tables_are_alike() -> None:
    about = parameters()[BY_POINTS]
    rows: dict[tuple[Any, ...], str] = {}
    for table in about.values:
        if table in about.idle:
            continue
        found = tuple(
            (got.get("dealer_next"), got.get("gain"), "error" in got)
            for points in range(-120, 420, 5)
            for got in [judge({**advance(points), "set": {BY_POINTS: table}})]
        )
        assert found not in rows, (table, rows.get(found))
        rows[found] = table
    assert len(rows) > 15


@pytest.mark.parametrize(("name", "value"), sorted(NOT_PLAYED))
def test_what_cannot_be_played_cannot_be_selected(name: str, value: Any) -> None:
    assert value_text(value) in parameters()[name].idle
    with pytest.raises(RuleError, match="cannot be played"):
        load_rules(f"standard; {name}={value_text(value)}")


def test_idle_values_exist_and_play_like_another() -> None:
    """An idle value is one of the parameter; no position here may depend on it."""
    for about in parameters().values():
        assert set(about.idle) <= set(about.values), about.name
        for reason in about.idle.values():
            assert all(reason)
