"""Tractors by the printed ranks, with the level rank or without it, as shengji-godot plays (`godot`)."""

from __future__ import annotations

from typing import Any

import pytest

from paipu.replay.judge import judge


def ask(kind: str, trump: str = "S", level: str = "4", rules: str = "godot", **question: Any) -> Any:
    answer = judge({"kind": kind, "rules": rules, "trump": trump, "level": level, **question})
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize(
    ("cards", "trump", "level", "shape"),
    [
        ("S3344", "S", "4", "tractor"),
        ("S3355", "S", "4", "tractor"),
        ("S4455", "S", "4", "tractor"),
        ("S334455", "S", "4", "tractor"),
        ("S3366", "S", "4", "throw"),
        ("H3355", "S", "4", "tractor"),
        ("H3344", "S", "4", "none"),
        ("S33H44", "S", "4", "tractor"),
        ("S33H4D4", "S", "4", "tractor"),
        ("S3S4H4", "S", "4", "throw"),
        ("H4D4", "S", "4", "throw"),
        ("S44H44", "S", "4", "throw"),
        ("SAAKK", "S", "K", "tractor"),
        ("SAAQQ", "S", "K", "tractor"),
        ("SKKQQ", "S", "A", "tractor"),
        ("SAA22", "S", "4", "throw"),
        ("SAAS44", "S", "4", "throw"),
        ("S2233", "S", "2", "tractor"),
        ("BBLL", "S", "4", "throw"),
        ("LLS44", "S", "4", "throw"),
        ("S44H44", "NT", "4", "throw"),
        ("H3355", "NT", "4", "tractor"),
    ],
)
def test_shapes(cards: str, trump: str, level: str, shape: str) -> None:
    assert ask("shape", trump, level, cards=cards)["shape"] == shape


def test_a_run_may_go_through_the_level_rank_or_over_it() -> None:
    """Of 33 44 55 at level 4 all three make the tractor; the fourth pair joins it."""
    parts = ask("shape", cards="S33445566")["components"]
    assert [part["pairs"] for part in parts] == [4]
    parts = ask("shape", cards="S3355 H44 D4")["components"]
    assert [(part["shape"], part["pairs"]) for part in parts] == [("tractor", 3), ("single", 0)]


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        # The highest card of a tractor counts: a level card above an ace.
        (["SKKAA", "S3344", "C2355", "D2355"], 1),
        (["S3355", "S4455", "C2355", "D2355"], 1),
        (["S3344", "S5566", "C2355", "D2355"], 0),
        (["S33H4D4", "S33S4C4", "C2355", "D2355"], 1),
        # Big and little joker pairs are no tractor.
        (["S3355", "BBLL", "C2355", "D2355"], 0),
        (["H3355", "S33H4D4", "C2355", "D2355"], 1),
    ],
)
def test_winners(plays: list[str], winner: int) -> None:
    assert ask("trick", plays=plays)["winner"] == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        (["HAKK", "S567", "C235", "D235"], 1),
        (["HAKK", "S567", "S89T", "D235"], 2),
        (["HAKQJ", "S5566", "C2355", "D2355"], 0),
        (["HAK", "S55", "C23", "D23"], 0),
        (["HKKJJ", "HA987", "C2355", "D2355"], 1),
    ],
)
def test_a_throw_for_a_throw(plays: list[str], winner: int) -> None:
    """Any throw of as many cards answers one, a pair or a tractor does not; the highest card counts."""
    assert ask("trick", plays=plays)["winner"] == winner


def test_pairs_are_owed_and_tractors_are_not() -> None:
    lead, hand = "S5566", "S778899J H3"
    assert ask("follow", lead=lead, hand=hand, play="S7799")["legal"]
    assert not ask("follow", lead=lead, hand=hand, play="S778J")["legal"]
    # Two level cards that filled a tractor oblige to a pair, being led, and are none when held.
    assert not ask("follow", lead="S33H4D4", hand="S7788J", play="S778J")["legal"]
    assert ask("follow", lead="S33H4D4", hand="S77J9 H4D4", play="S77J9")["legal"]
    assert ask("follow", lead="S33H4D4", hand="S77J9 H4D4", play="S77JH4")["legal"]


def test_the_duty_to_a_tractor_can_be_asked_for() -> None:
    rules = "godot; follow_tractor=tractor_else_pairs_else_any"
    assert not ask("follow", rules=rules, lead="S5566", hand="S33JJQ9 H4D4", play="S33JJ")["legal"]
    assert ask("follow", rules=rules, lead="S5566", hand="S33JJQ9 H4D4", play="S33H4D4")["legal"]


def test_the_other_hands_are_looked_at_as_one() -> None:
    """A pair in two hands stops a throw, each pair of a tractor by itself; the lowest card is led."""
    answer = ask("throw", lead="H5566A", others=["H7", "H7", ""])
    assert (answer["stands"], answer["must_lead"]) == (False, "H5")
    assert ask("throw", lead="HKK9", others=["HT", "", ""])["must_lead"] == "H9"
    assert ask("throw", lead="HAAKKQ", others=["HQ", "HJJ", "H8877"])["stands"]
    assert ask("throw", lead="HAKK", others=["HA", "", ""])["stands"]
    answer = ask("throw", rules="standard", lead="H5566A", others=["H77", "H88", ""])
    assert answer["stands"]
