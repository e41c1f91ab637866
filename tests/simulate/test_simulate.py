"""Simulated matches are clean under every rule set; each planted fault gives its finding alone.

A small seeded run; `./dev simulate --matches 50 --faults 20` is the long one.
"""

from __future__ import annotations

from random import Random

import pytest

from paipu.replay import audit_hands
from paipu.replay.rules import rule_ids

from .catalogue import FAULTS, first_planted, verdict
from .clean import findings_of
from .dealing import Habits
from .faults import Fault
from .match import Match, play_match, rule_sets
from .scores import Standing, ladder_of
from .staging import scheduled

ANNEX = "annex3_sixteen_hands"


def told(match: Match) -> list[str]:
    return [
        f"hand {number}: {finding.severity} {finding.code} {finding.element}: {finding.message}"
        for number, finding in findings_of(match)
    ]


@pytest.mark.parametrize("rules", rule_sets())
def test_the_first_hands_of_a_match_are_clean(rules: str):
    match = play_match(rules, "1", hands=5)
    assert told(match) == []


@pytest.mark.parametrize("rules", rule_sets())
def test_the_end_of_a_match_is_clean(rules: str):
    """Taken up with both sides one level below the last, which is played to the end."""
    start = scheduled(13) if rules == ANNEX else late(rules)
    match = play_match(rules, "1", hands=12, start=start)
    assert match.won or rules == ANNEX or len(match.records) == 12
    assert told(match) == []


def late(rules: str) -> Standing:
    level = ladder_of(rules)[-2]
    return Standing(rules, {"NS": level, "EW": level}, dealer="N", hand=20)  # type: ignore[dict-item]


def test_the_critical_levels_of_minzhengbu_are_clean():
    """At J both sides are knocked back, stopped, and lose what a must-play level cuts off."""
    start = Standing("minzhengbu", {"NS": "J", "EW": "J"}, dealer="E", hand=9)
    assert told(play_match("minzhengbu", "5", hands=15, start=start)) == []


def test_the_material_holds_what_it_is_for():
    """Throws that stand and that fail, overturns early and late, flips, redeals, captures, fines."""
    seen: set[str] = set()
    for rules in ("hbut_2013", "discussion_draft", "minzhengbu", "eighty_points", "botzone"):
        match = play_match(rules, "2", hands=40, habits=Habits(silent=0.3, late=1.0))
        for record, standing in zip(match.records, match.standings, strict=False):
            seen |= {f"call {call.kind}" for call in record.calls}
            seen |= {"failed throw" for _, _, play in record.plays() if play.tried}
            seen |= {
                "overturn"
                for one, two in zip(record.bids, record.bids[1:], strict=False)
                if one.seat != two.seat
            }
            seen |= {"second bury"} if len(record.buries) > 1 else set()
            seen |= {"bid after the draw"} if any(bid.draw is None for bid in record.bids) else set()
            assert standing.hand == int(record.tag("Hand") or 0)
        for done in audit_hands(match.records):
            assert done.score.replayed["attackers"] is not None
            seen |= {"fine"} if done.score.replayed["penalty_points"] else set()
            seen |= {"capture"} if done.score.replayed.get("kitty_points") else set()
            seen |= (
                {"throw"}
                if any(len({*play.cards}) > 2 for _, n, play in done.record.plays() if n == 1)
                else set()
            )
    needed = {
        "call flip",
        "call redeal",
        "failed throw",
        "overturn",
        "second bury",
        "bid after the draw",
        "fine",
    }
    assert needed | {"capture", "throw"} <= seen


def test_every_rule_set_is_played():
    assert set(rule_sets()) == set(rule_ids())
    assert len(rule_sets()) == 25


CASES = [(fault, rules) for fault in FAULTS for rules in fault.rules]


@pytest.mark.parametrize(("fault", "rules"), CASES, ids=[f"{fault.name} {rules}" for fault, rules in CASES])
def test_a_planted_fault_gives_its_finding_alone(fault: Fault, rules: str):
    assert verdict(fault, first_planted(fault, rules)) is None


def test_the_catalogue_is_large_and_mixed():
    assert len(FAULTS) >= 40
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len({fault.code for fault in FAULTS}) >= 35


def test_the_verdict_is_not_blind():
    """A clean hand, and a fault under another name, do not pass."""
    fault = next(each for each in FAULTS if each.code == "follow.suit")
    other = next(each for each in FAULTS if each.code == "kitty.count")
    planted = other.plant("standard", Random(1))
    assert planted is not None
    assert "found" in (verdict(fault, planted) or "")
    clean = play_match("standard", "1", hands=2)
    planted.records = tuple(clean.records[1:])
    assert "found []" in (verdict(other, planted) or "")
