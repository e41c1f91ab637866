"""What other programs ask of a follow, and how they judge throws and ruffs, hand by hand.

The hands are of the kinds on which the programs were run against each other: the led suit is long and
full of pairs, because random hands do not show where they differ.
"""

from __future__ import annotations

from typing import Any

import pytest

from paipu.replay.judge import judge

FEN80_FREE = "fen80; follow_longer_tractor=shorter_not_required"
"""fen80 with its option `partialTractorFollow` off."""
ALL = ("rbtying", "fen80", FEN80_FREE, "jerryyyu", "botzone")


def ask(kind: str, rules: str, trump: str = "S", level: str = "2", /, **question: Any) -> Any:
    answer = judge({"kind": kind, "rules": rules, "trump": trump, "level": level, **question})
    assert "error" not in answer, answer
    assert answer["certain"], "the values of a platform count as stated"
    return answer


def who_allows(lead: str, hand: str, play: str) -> set[str]:
    return {rules for rules in ALL if ask("follow", rules, lead=lead, hand=hand, play=play)["legal"]}


EVERYBODY, NOBODY = set(ALL), set[str]()
NOT_STRICT = EVERYBODY - {"rbtying", "fen80"}
"""Those who do not ask for a shorter tractor."""


@pytest.mark.parametrize(
    ("lead", "hand", "play", "allowed"),
    [
        # A tractor of two: the tractor held is owed, else two pairs, any of them.
        ("H3344", "H7788JJ5K", "H7788", EVERYBODY),
        ("H3344", "H7788JJ5K", "H77JJ", NOBODY),
        ("H3344", "H7799JJ5K", "H77JJ", EVERYBODY),
        ("H3344", "H7799JJ5K", "H77J5", NOBODY),
        ("H3344", "H778899JK", "H8899", EVERYBODY),
        ("H3344", "H778899JK", "H7799", NOBODY),
        # A tractor of three, a shorter one held: it must be given by rbtying, and by fen80's option.
        ("H334455", "H7788JJKK9A", "H7788JJ", EVERYBODY),
        ("H334455", "H7788JJKK9A", "H77JJKK", NOT_STRICT),
        ("H334455", "H7788JJK9A", "H7788JJ", EVERYBODY),
        ("H334455", "H7788JJK9A", "H7788J9", NOBODY),
        ("H334455", "H77JJKK9AQ", "H77JJKK", EVERYBODY),
        # A tractor of four against two tractors of two: both for rbtying, one for fen80's option.
        ("H33445566", "H8899JJQQAAT", "H8899JJQQ", EVERYBODY),
        ("H33445566", "H8899JJQQAAT", "H8899JJAA", EVERYBODY - {"rbtying"}),
        ("H44556677", "H99TTQQAA33K", "H99QQAA33", NOT_STRICT),
        ("H44556677", "H99TTQQAA33K", "H99TTAA33", EVERYBODY),
        # Two pairs: any two pairs, a tractor is not owed.
        ("H3366", "H7788JJ5K", "H77JJ", EVERYBODY),
        ("H3366", "H7788JJ5K", "H7788", EVERYBODY),
        ("H3366", "H7788JJ5K", "H775K", NOBODY),
        # A tractor and a pair: rbtying wants the tractor answered, the others pairs only.
        ("H334466", "H7788JJQQ5K", "H7788JJ", EVERYBODY),
        ("H334466", "H7799JJAA5K", "H7799JJ", EVERYBODY),
        ("H334466", "H7788TTQQ5K", "H77TTQQ", EVERYBODY - {"rbtying", "botzone"}),
        ("H334466", "H7788TTQQ5K", "H7788T5", NOBODY),
        # The pair adjoins: the lead is a tractor of three.
        ("H334455", "H7788TTQQ9K", "H77TTQQ", NOT_STRICT),
        # A tractor and a single.
        ("H33446", "H7788TTQ5", "H7788Q", EVERYBODY),
        ("H33446", "H7788TTQ5", "H77TTQ", EVERYBODY - {"rbtying", "botzone"}),
        ("H33446", "H7788TTQ5", "H77TQ5", NOBODY),
        # A pair and two singles.
        ("H3358", "H77TTQK9", "H77QK", EVERYBODY),
        ("H3358", "H77TTQK9", "H77TT", EVERYBODY),
        ("H3358", "H77TTQK9", "H7TQK", NOBODY),
        # Trumps: the pair of the level belongs to them, as does a tractor of trump ace and side level.
        ("S3344", "SAAH22 S779", "S77H22", {"botzone"}),
        ("S3344", "SAAH22 S779", "SAAH22", EVERYBODY),
    ],
)
def test_follows(lead: str, hand: str, play: str, allowed: set[str]) -> None:
    assert who_allows(lead, hand, play) == allowed


@pytest.mark.parametrize(
    ("hand", "play", "legal"),
    [("S7788JJ5K", "S77JJ", True), ("S7788JJ5K", "S775K", False), ("S7788JJ5K", "S7788", True)],
)
def test_godot_asks_for_pairs_and_no_tractor(hand: str, play: str, legal: bool) -> None:
    assert ask("follow", "godot", "S", "2", lead="S3344", hand=hand, play=play)["legal"] is legal
    throw = ask("follow", "godot", "S", "2", lead="S3344A", hand=hand + "9", play=play + "9")
    assert throw["legal"] is legal


@pytest.mark.parametrize(
    ("rules", "winner"),
    [
        # Every part must be higher; the highest part decides; the highest card anywhere decides.
        ("rbtying", 1),
        ("jerryyyu", 2),
        ("fen80", 1),
        ("botzone", 2),
    ],
)
def test_two_ruffs_of_a_throw(rules: str, winner: int) -> None:
    """♠3 3 A, then ♠5 5 4: the pair is higher, the single is not."""
    plays = ["HAAK", "S33A", "S554", "H345"]
    assert ask("trick", rules, plays=plays)["winner"] == winner


@pytest.mark.parametrize(
    ("rules", "winner"),
    [
        ("rbtying", 1),
        ("jerryyyu", 1),
        ("fen80", 1),
        ("botzone", 1),
        ("fen80; ruff_throw_requirement=exact_components", 0),
        ("godot", 0),
    ],
)
def test_a_pair_as_two_singles(rules: str, winner: int) -> None:
    """fen80 counted it only later than its first contest; godot wants a throw for a throw."""
    assert ask("trick", rules, plays=["HAK", "S55", "H34", "H56"])["winner"] == winner


@pytest.mark.parametrize(
    ("rules", "must_lead"),
    [
        # The first hand in play order that can beat something, and of that the smallest part.
        ("rbtying", "H33"),
        # Of all that can be beaten the fewest cards, then the lowest.
        ("jerryyyu", "HQ"),
        ("fen80", "HQ"),
        # The lowest of what can be beaten; before fen80's first contest the lowest part of all.
        ("botzone", "H33"),
        ("fen80; throw_fail_lead=smallest_component", "H33"),
        # The lowest card.
        ("godot", "H3"),
    ],
)
def test_what_is_led_after_a_failed_throw(rules: str, must_lead: str) -> None:
    """The next player can beat 33 alone, the partner KK and Q."""
    answer = ask("throw", rules, lead="HKKQ33", others=["HJJ", "HAA", ""])
    assert (answer["stands"], answer["must_lead"]) == (False, must_lead)


def test_what_cannot_be_beaten_is_forced_only_in_early_fen80() -> None:
    question = {"lead": "HKKA", "others": ["", "HAQ", "H55"]}
    assert ask("throw", "fen80", **question)["stands"]
    question = {"lead": "H33A", "others": ["", "HKK", ""]}
    assert ask("throw", "fen80", **question)["must_lead"] == "H33"
    question = {"lead": "H445", "others": ["", "HK", ""]}
    assert ask("throw", "fen80", **question)["must_lead"] == "H5"
    early = "fen80; throw_fail_lead=smallest_component"
    assert ask("throw", early, **question)["must_lead"] == "H44"
