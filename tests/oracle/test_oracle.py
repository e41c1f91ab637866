"""The engine against the brute-force oracle, and the oracle against the sheets' own examples.

`python -m tests.oracle` compares many more positions than there is time for here.
"""

from __future__ import annotations

from typing import Any

import pytest

from paipu.grammar.cards import Cards, Rank, Trump, card
from paipu.replay.follow import legal_follows
from paipu.replay.order import order_for
from paipu.replay.rules import load_rules, rule_ids
from tests.oracle import verdicts
from tests.oracle.compare import compare
from tests.oracle.counts import read_counts
from tests.oracle.generate import OVERRIDES, WIDE, Position, ladder_for, positions_of, specs
from tests.oracle.ladder import Ladder
from tests.shared import lines, needs_shared

SEED = 2013
EACH = {1: 3, 2: 14, 3: 4, 4: 2}
"""Positions for each rule set, by the number of decks."""


@pytest.mark.parametrize(("decks", "spec"), [(decks, spec) for decks in EACH for spec in specs(decks)])
def test_engine_and_oracle_agree(decks: int, spec: str) -> None:
    """On order, components, throws, follows and winners."""
    found = [each for place in positions_of(spec, EACH[decks], SEED, decks) for each in compare(place)]
    assert not found, f"{len(found)} disagreements, the first:\n{found[0]}"


@pytest.mark.parametrize(
    ("decks", "override"), [*((2, each) for each in OVERRIDES), *((3, each) for each in WIDE)]
)
def test_positions_reach_what_an_override_changes(decks: int, override: str) -> None:
    """Positions on which a parameter makes no difference would prove nothing about it."""
    spec, plain = f"standard; {override}; deck_count={decks}", f"standard; deck_count={decks}"
    assert any(
        answers(position, spec) != answers(position, plain)
        for position in positions_of(spec, 600, SEED, decks)
    )


def answers(position: Position, spec: str) -> tuple[object, ...]:
    """All that the oracle says about a position, under these rules."""
    ladder = ladder_for(spec, position.trump, position.level)
    lead = position.lead
    if ladder.common_group(lead) is None:
        return ()
    return (
        verdicts.shape(lead, ladder),
        [[part.cards for part in parts] for parts in verdicts.decompositions(lead, ladder)],
        verdicts.throw_verdict(lead, position.hands[1:], ladder),
        verdicts.legal_follows(lead, position.hands[1], ladder),
        [verdicts.winner(plays, ladder) for plays in position.tricks],
    )


def test_engine_finds_as_many_follows_as_the_oracle_counted() -> None:
    """tests/data/legal_counts.txt, without the oracle."""
    counts = read_counts()
    assert len(counts) >= 400
    for each in counts:
        order = order_for(load_rules(each.spec), each.trump, each.level)
        assert sum(1 for _ in legal_follows(each.lead, each.hand, order)) == each.number, each


def test_oracle_counts_as_the_file_says() -> None:
    """The file is that of this oracle (a part of it)."""
    for each in read_counts()[::8]:
        ladder = ladder_for(each.spec, each.trump, each.level)
        assert len(verdicts.legal_follows(each.lead, each.hand, ladder)) == each.number, each


# --- the oracle itself ------------------------------------------------------------------------


def ladder(spec: str, trump: Trump, level: Rank) -> Ladder:
    return Ladder(load_rules(spec), trump, level)


@pytest.mark.parametrize(
    ("trump", "level", "names"),
    [
        ("H", "A", "big joker, little joker, main level, side level, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2"),
        ("H", "2", "big joker, little joker, main level, side level, A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3"),
        ("NT", "K", "big joker, little joker, level"),
    ],
)
def test_ladder_of_trumps(trump: Trump, level: Rank, names: str) -> None:
    assert ", ".join(rung.name for rung in ladder("standard", trump, level).rungs["T"]) == names


def cards(texts: list[str]) -> Cards:
    return tuple(sorted(card(text) for text in texts))


EXAMPLES = {"tractor", "not_tractor", "triple", "follow", "throw_ok", "throw_fail", "throw_illegal"}
TRICKS = {"ruff", "over_ruff", "compare", "tie"}


@needs_shared
@pytest.mark.parametrize(
    "example",
    [
        each
        for each in lines("rules/examples.jsonl")
        if each["kind"] in EXAMPLES | TRICKS and each["doc"] in rule_ids()
    ],
    ids=lambda each: str(each["id"]),
)
def test_oracle_answers_the_examples_of_the_sheets(example: dict[str, Any]) -> None:
    """The words of the sheets first: an oracle that reads them otherwise proves nothing."""
    given, expect, kind = example["given"], example["expect"], example["kind"]
    twos = "; two_permanent=true" if given.get("two_permanent") else ""
    rungs = ladder(example["doc"] + twos, example["trump_suit"] or "H", example["level"] or "2")
    if kind in ("tractor", "not_tractor"):
        assert (verdicts.shape(cards(given["cards"]), rungs) == "tractor") is expect["tractor"]
    elif kind == "triple":
        assert verdicts.is_triple(cards(given["cards"]), rungs) is expect["triple"]
    elif kind == "follow":
        legal = verdicts.legal_follows(cards(given["led"]), cards(given["hand"]), rungs)
        assert all(cards(play) in legal for play in expect["legal"])
        assert not any(cards(play) in legal for play in expect["illegal"])
    elif kind in TRICKS:
        assert verdicts.winner([cards(play) for play in given["plays"]], rungs) == expect["winner"]
    else:
        others = given.get("others", "any")
        hands = [()] * 3 if others == "any" else [cards(hand) for hand in others]
        verdict = verdicts.throw_verdict(cards(given["lead"]), hands, rungs)
        if kind == "throw_illegal":
            assert not verdict.legal
        else:
            assert verdict.stands is expect["stands"]
            assert kind == "throw_ok" or cards(expect["must_lead"]) in verdict.must_lead
