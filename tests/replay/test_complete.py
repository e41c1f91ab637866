"""The completion of a choice of cards to a legal follow, against every legal follow there is."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random

import pytest

from paipu.grammar.cards import Cards, sort_cards
from paipu.replay.follow import completion
from paipu.replay.judge import judge
from paipu.replay.order import order_for
from paipu.replay.rules import load_rules
from tests.oracle import verdicts
from tests.oracle.generate import ladder_for, mixed


def ask(lead: str, hand: str, selected: str, rules: str = "standard", **more: object) -> dict[str, object]:
    question = {"kind": "complete", "rules": rules, "trump": "S", "level": "2", **more}
    answer = judge({**question, "lead": lead, "hand": hand, "selected": selected})
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize(
    ("lead", "hand", "selected", "forced", "example"),
    [
        # Nothing to choose: the tractor, the last cards of the suit.
        ("H3344", "H7788J5K", "", "H8877", "H8877"),
        ("H33", "H5C347", "", "H5", "H5 C3"),
        ("H33", "H577J", "", "H77", "H77"),
        # One of two pairs is chosen, the other follows; of three one is free.
        ("H3366", "H7799J", "H7", "H9977", "H9977"),
        ("H33", "H5577J", "H7", "H77", "H77"),
        ("H3366", "H7799JJ", "H77", "H77", "H9977"),
        # What is not of the suit fills what the suit leaves.
        ("H333", "H5 C347 S6", "S6", "S6 H5", "S6 H5 C3"),
    ],
)
def test_what_is_left_to_choose(lead: str, hand: str, selected: str, forced: str, example: str) -> None:
    answer = ask(lead, hand.replace(" ", ""), selected)
    assert (answer["possible"], answer["forced"], answer["example"]) == (True, forced, example)


@pytest.mark.parametrize(
    ("lead", "hand", "selected", "code"),
    [
        ("H33", "H577J", "HJ", "follow.pair"),
        ("H33", "H57J C3", "C3", "follow.suit"),
        ("H33", "H57J", "C3", "play.not_held"),
        ("H3344", "H7788J5K", "HJ", "follow.tractor"),
        ("H33", "H57J", "H57J", "follow.count"),
    ],
)
def test_what_cannot_be_completed(lead: str, hand: str, selected: str, code: str) -> None:
    answer = ask(lead, hand.replace(" ", ""), selected)
    assert answer["possible"] is False
    assert [finding["code"] for finding in answer["findings"]] == [code]  # type: ignore[attr-defined]
    assert "example" not in answer


def test_what_rests_on_an_open_clause_is_not_certain() -> None:
    """Whether a shorter tractor is owed is not said: under one reading the choice cannot be completed."""
    question = ("H334455", "H7788JJKK9A", "HJJKK")
    assert ask(*question, rules="trade_union_stripped")["certain"] is False
    assert ask(*question)["certain"] is True


def test_against_every_legal_follow() -> None:
    random = Random(9)
    for position in mixed(400, 77, (2, 2, 1, 3, 4)):
        ladder = ladder_for(position.spec, position.trump, position.level)
        order = order_for(load_rules(position.spec), position.trump, position.level)
        lead, hand = position.lead, position.hands[1]
        legal = [Counter(play) for play in verdicts.legal_follows(lead, hand, ladder)]
        chosen: Cards = tuple(random.sample(hand, random.randint(0, min(len(lead), 3))))
        able = [play for play in legal if not Counter(chosen) - play]
        found = completion(lead, hand, sort_cards(chosen), order)
        assert (found.breach is None) == bool(able), position
        if able:
            forced = reduce(lambda one, other: one & other, able)
            assert Counter(found.forced) == forced, position
            assert Counter(found.example) in able, position
