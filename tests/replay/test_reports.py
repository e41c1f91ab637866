"""What other programs got wrong: each public report that applies is a case here, by its number.

Cases that depend on a house rule (V) are asked both ways, naming the parameter. Two decks unless said.
"""

from __future__ import annotations

from typing import Any

import pytest

from paipu.replay.judge import judge

Set = dict[str, Any]


def ask(kind: str, trump: str, level: str, /, set: Set | None = None, decks: int = 2, **question: Any) -> Any:
    answer = judge(
        {"kind": kind, "trump": trump, "level": level, "decks": decks, "set": set or {}, **question}
    )
    assert "error" not in answer, answer
    return answer


def throw(lead: str, *others: str, trump: str = "H", level: str = "2", decks: int = 2, **rules: Any) -> Any:
    hands = [*others, "", "", ""][:3]
    return ask("throw", trump, level, rules, decks, lead=lead, others=hands)


def follow(lead: str, hand: str, play: str, trump: str = "S", level: str = "2", **rules: Any) -> bool:
    decks = rules.pop("decks", 2)
    legal = ask("follow", trump, level, rules, decks, lead=lead, hand=hand, play=play)["legal"]
    assert isinstance(legal, bool)
    return legal


def trick(*plays: str, trump: str, level: str = "2", **rules: Any) -> Any:
    return ask("trick", trump, level, rules, plays=list(plays))["winner"]


def shape(cards: str, trump: str, level: str = "2", **rules: Any) -> Any:
    return ask("shape", trump, level, rules, cards=cards)["shape"]


def test_01_a_tractor_is_beaten_by_a_higher_tractor_only() -> None:
    assert throw("HAKKQQ", "H23335", "HAA", trump="S", decks=3)["stands"]


def test_03_a_beating_pair_is_in_one_hand() -> None:
    assert throw("SKK9", "SA", "SA")["must_lead"] == "S9"
    assert throw("SKKAA", "SA", "SA")["stands"]


def test_05_the_beatable_part_is_led() -> None:
    assert throw("SA55", "S99")["must_lead"] == "S55"
    assert throw("SAK9", "SQ")["must_lead"] == "S9"


def test_07_the_whole_part_is_led() -> None:
    assert throw("SA55", "S66")["must_lead"] == "S55"
    assert throw("SA55", "S66", throw_fail_lead="smallest_card")["must_lead"] == "S5"


def test_09_pairs_that_do_not_adjoin_are_a_throw() -> None:
    assert shape("H5599", "S") == "throw"


def test_11_copies_and_the_level_step_in_no_trump_count() -> None:
    assert throw("HKK", "HA", trump="S")["stands"]
    assert shape("S22LL", "NT") == "tractor"
    answer = ask("order", "NT", "2", cards="S2H2D2C2L")
    assert answer["descending"] == ["L", "S2 H2 C2 D2"]


def test_13_the_level_pair_is_a_trump_pair() -> None:
    assert not follow("S778899", "SKKAQJT64", "SAQJT64", trump="S", level="K")


def test_15_three_alike_and_pairs() -> None:
    assert not follow("H7788", "H444TT6", "H4446", decks=4)
    assert follow("H7788", "H444TT6", "H44TT", decks=4)


def test_19_the_last_card_of_the_suit_is_played() -> None:
    assert not follow("H55", "H3C44", "C44")
    assert follow("H55", "H3C44", "H3C4")


def test_21_both_pairs_are_owed() -> None:
    assert not follow("D3344", "DAA8776", "D8776", trump="S", level="2")
    assert follow("D3344", "DAA8776", "DAA77", trump="S", level="2")


def test_23_the_tractor_is_owed() -> None:
    hand = "HTTJJ466 SA5 S4"
    assert not follow("HKKQQ", hand, "SA54 HJ", trump="D", level="3")
    assert follow("HKKQQ", hand, "HTTJJ", trump="D", level="3")


def test_27_a_held_pair_is_owed() -> None:
    assert not follow("H99", "H4577 S5", "H45", trump="S")
    assert follow("H99", "H4577 S5", "H77", trump="S")


def test_29_equal_ranks_of_two_suits_are_no_pair() -> None:
    assert shape("H2D2", "S") == "throw"
    assert shape("S8C8", "H", "8") == "throw"


def test_31_a_level_pair_is_trump() -> None:
    assert shape("H2233", "S") == "none"


def test_33_two_side_level_pairs() -> None:
    assert shape("H22C22", "S") == "throw"
    assert shape("H22C22", "S", tractor_two_side_level_pairs=True) == "tractor"


def test_35_level_pair_and_little_jokers_in_no_trump() -> None:
    assert shape("H22LL", "NT") == "tractor"
    assert shape("H22LL", "NT", tractor_nt_small_joker_with_level=False) == "throw"


def test_39_the_level_pair_beats_a_plain_trump_pair() -> None:
    assert trick("D22", "D99", "C34", "C56", trump="D") == 0


def test_41_a_pair_serves_as_two_singles() -> None:
    assert trick("SAK", "S34", "S56", "HTT", trump="H") == 3


def test_43_the_structure_must_be_matched() -> None:
    assert trick("SKK9", "H345", "S346", "S567", trump="H") == 0


def test_45_the_highest_trump_takes_a_single() -> None:
    assert trick("HT", "S2", "S3", "L", trump="S") == 3


def test_47_two_ruffs_of_a_throw() -> None:
    plays = ("SAKQ", "HA34", "HKQ5", "S345")
    assert trick(*plays, trump="H", level="6") == 1
    assert trick(*plays, trump="H", level="6", ruff_throw_comparison="every_component") == 1
    assert (
        trick("SAKQ", "H345", "HA78", "S345", trump="H", level="6", ruff_throw_comparison="every_component")
        == 2
    )


def test_49_every_way_to_split_a_ruff_is_tried() -> None:
    plays = ("D88JQ", "C55A S2", "C6622", "D3456")
    assert trick(*plays, trump="C") == 2
    assert trick(*plays, trump="C", ruff_throw_comparison="every_component") == 2


def test_51_the_highest_part_decides() -> None:
    assert trick("SAAK", "H33A", "H445", "S345", trump="H", level="6") == 2


def test_53_a_side_level_card_beats_the_trump_ace() -> None:
    assert trick("HA", "S2", "H3", "H4", trump="H") == 1


def test_55_the_earlier_of_equals_stays() -> None:
    assert trick("S2", "C2", "D2", "H3", trump="H") == 0
    assert trick("HA", "HA", "H3", "H4", trump="S") == 0


def bid(history: list[tuple[str, str]], seat: str, cards: str, **rules: Any) -> bool:
    shown = [{"seat": who, "cards": what} for who, what in history]
    question = {"kind": "bid", "level": "4", "hand_no": 3, "phase": "deal", "set": rules}
    answer = judge({**question, "history": shown, "seat": seat, "cards": cards})
    legal = answer["legal"]
    assert isinstance(legal, bool)
    return legal


def test_57_an_equal_pair_does_not_overturn() -> None:
    history = [("N", "D4"), ("W", "S44")]
    assert not bid(history, "S", "C44")
    assert bid(history, "S", "LL")
    assert bid(history, "S", "C44", overturn_pair_over_pair="any_suit")


@pytest.mark.parametrize(
    ("formula", "times"),
    [("2^(n+1)", 8), ("2n+2", 6), ("4n", 8), ("2n", 4)],
)
def test_61_the_kitty_multiplier_is_a_parameter(formula: str, times: int) -> None:
    plays = ["C9988", "CJT43", "DQ875", "C6567"]
    answer = ask(
        "kitty", "H", "2", {"kitty_mult_tractor": formula}, dealer="N", leader="W", plays=plays, kitty="SK"
    )
    assert answer["multiplier"] == times


def test_four_alike_are_no_bomb() -> None:
    """rbtying #354, #392: wishes; here four equal cards of two decks do not exist, of four they are a set."""
    assert trick("HAA", "H33", "H44", "H55", trump="S") == 0
    assert ask("trick", "S", "2", decks=4, plays=["HAAKK", "H3333", "C3456", "D3456"])["winner"] == 0
