"""The table of grounds against the parameters that the checks name when they find something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.simulate import random_hand
from paipu.grammar.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SEATS, SUITS, card, sort_cards
from paipu.grammar.model import Bid, Play, Record, Result
from paipu.replay import audit
from paipu.replay.case import Case
from paipu.replay.grounds import GROUNDS, PATTERN_CODES, grounds
from paipu.replay.messages import CODES
from paipu.replay.rules import load_rules, parameters, rule_ids

REPLAY = Path(__file__).parents[2] / "replay"


def test_codes_and_parameters_exist() -> None:
    assert GROUNDS.keys() <= CODES.keys()
    assert GROUNDS.keys() >= PATTERN_CODES
    assert {name for code in CODES for name in grounds(code)} <= parameters().keys()


def test_findings_name_no_other_grounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of one set, spoilt in many ways and judged by another."""
    named: dict[str, set[str]] = defaultdict(set)
    report = Case.report

    def watched(case: Case, code: str, facts: Mapping[str, Any], **more: Any) -> Any:
        named[code] |= set(more.get("parameters", ()))
        return report(case, code, facts, **more)

    monkeypatch.setattr(Case, "report", watched)
    shown: dict[str, set[str]] = defaultdict(set)
    ids = rule_ids()
    for number in range(3 * len(ids)):
        random = Random(f"grounds/{number}")
        record = random_hand(random, load_rules("standard"), throws=0.4)
        for _ in range(3):
            for finding in audit(spoilt(random, record), load_rules(ids[number % len(ids)])).findings:
                shown[finding.code] |= {finding.parameter} if finding.parameter else set()
    assert {code for code, names in named.items() if not names <= set(GROUNDS.get(code, ()))} == set()
    assert {code for code, names in shown.items() if not names <= set(grounds(code))} == set()
    assert sum(map(len, shown.values())) > 20


def test_every_ground_is_one_the_checks_speak_of() -> None:
    """A parameter that no module of the replay mentions any more has no place in the table."""
    modules = [path for path in REPLAY.glob("*.py") if path.name != "grounds.py"]
    source = "".join(path.read_text("utf-8") for path in modules)
    assert [name for names in GROUNDS.values() for name in names if f'"{name}"' not in source] == []


def spoilt(random: Random, record: Record) -> Record:
    """A hand with some bids, plays, a bury and the result changed."""
    tags = tuple(replace(t, value=random.choice("12")) if t.name == "Hand" else t for t in record.tags)
    bids = tuple(bid(random) for _ in range(random.choice((0, 1, 1, 2))))
    late = tuple(bid(random) for _ in range(random.choice((0, 0, 1))))
    auction = (*record.auction[:1], *bids, *record.auction[1:], *late)
    return replace(
        record,
        tags=tags,
        auction=auction if random.random() < 0.8 else (*auction, *record.auction[1:]),
        tricks=tuple(
            replace(trick, plays=tuple(play(random, each, record) for each in trick.plays))
            for trick in record.tricks
        ),
        result=Result(
            state="stated",
            attackers=random.choice((record.result.attackers if record.result else 0, 35, 120)),
            dealer_next=random.choice(("NS", "EW")),
            gain=random.randint(0, 4),
        ),
    )


def bid(random: Random) -> Bid:
    rank = random.choice(RANKS)
    one = random.choice([card(f"{suit}{rank}") for suit in SUITS] + [BIG_JOKER, LITTLE_JOKER])
    return Bid(seat=random.choice(SEATS), cards=(one,) * random.choice((1, 2, 2)))


def play(random: Random, each: Play, record: Record) -> Play:
    """Now and then other cards of the same hand, or by another seat."""
    chance = random.random()
    if chance < 0.03:
        return replace(each, seat=random.choice(SEATS))
    if chance < 0.15:
        hand = next(dealt.cards for dealt in record.deal if dealt.seat == each.seat)
        size = len(each.cards) if random.random() < 0.9 else len(each.cards) + 1
        return replace(each, cards=sort_cards(random.sample(hand, min(size, len(hand)))), tried=None)
    return each
