"""One hand under two rule sets: what differs, and that the cause named is the cause."""

from __future__ import annotations

import pytest

from bench.simulate import random_hands
from paipu.grammar import loads
from paipu.grammar.model import Record
from paipu.records.sample_games import samples
from paipu.replay import audit, compare, compare_hands
from paipu.replay.compare import Cause, Comparison
from paipu.replay.rules import load_rules

STANDARD = load_rules("standard")
HBUT = load_rules("hbut_2013")


def sample(name: str, number: int = 0) -> Record:
    return loads(dict(samples())[f"{name}.sjn"])[number]


def told(found: Comparison) -> list[tuple[str, str, str | None, tuple[str, ...], tuple[str, ...]]]:
    return [
        (change.kind, change.finding.code, change.finding.element, change.cause.alone, change.cause.together)
        for change in found.changes
    ]


def test_a_set_agrees_with_itself() -> None:
    found = compare(sample("teaching"), None, STANDARD)
    assert found.same
    assert found.first.findings == found.second.findings != ()


def test_what_appears_and_vanishes_names_the_parameter() -> None:
    found = compare(sample("teaching"), None, HBUT)
    assert told(found) == [
        ("appears", "lead.throw", "3.1", ("throw_allowed",), ()),
        ("vanishes", "throw.beaten", "4.1", ("throw_allowed", "throw_success_test"), ()),
        ("appears", "lead.throw", "4.1", ("throw_allowed",), ()),
        ("appears", "lead.throw", "5.1", ("throw_allowed",), ()),
    ]


def test_the_other_way_round_turns_every_change() -> None:
    there, back = compare(sample("teaching"), None, HBUT), compare(sample("teaching"), HBUT, STANDARD)
    turned = {"appears": "vanishes", "vanishes": "appears"}
    assert sorted((turned[change.kind], change.finding.element) for change in there.changes) == sorted(
        (change.kind, change.finding.element) for change in back.changes
    )


def test_the_first_set_may_be_given() -> None:
    found = compare(sample("teaching"), HBUT, load_rules("hbut_2013; throw_allowed=yes"))
    assert str(found.first.rules) == "hbut_2013"
    assert {change.cause.alone for change in found.changes} == {("throw_allowed",)}


def test_a_figure_of_the_score_has_a_cause_too() -> None:
    found = compare(sample("rooms_three_rounds"), None, HBUT)
    assert [(each.name, each.before, each.after, each.cause) for each in found.counts] == [
        ("attackers", 85, 125, Cause(("ruff_triple",))),
        ("gain", 0, 1, Cause(("ruff_triple",))),
    ]


def test_where_no_parameter_does_it_alone_the_smallest_set_is_named() -> None:
    """A botzone fine needs the fine and what it counts by."""
    record = next(each for each in random_hands(30, seed=1) if "tried" in fined(each))
    found = compare(record, STANDARD, load_rules("botzone"))
    (points,) = (each for each in found.counts if each.name == "penalty_points")
    assert points.cause == Cause(together=("throw_fail_penalty", "throw_fail_count_basis"))


def fined(record: Record) -> str:
    """`tried` for a hand in which a failed throw costs more than one card's fine."""
    done = audit(record, load_rules("botzone"))
    alone = audit(record, STANDARD.adopting(load_rules("botzone"), ["throw_fail_penalty"]))
    return "tried" if done.score.replayed["penalty_points"] != alone.score.replayed["penalty_points"] else ""


def test_another_severity_is_a_change_caused_by_a_status() -> None:
    """The sheet has the value of the standard game, but not beyond doubt."""
    draft = load_rules("discussion_draft")
    assert draft["play_direction"] == STANDARD["play_direction"]
    assert not draft.may_accuse("play_direction")
    text = """[SJN "1"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA / S H3 / W H5 / E H6
= *
"""
    (change,) = compare(loads(text)[0], None, draft).changes
    assert change.before is not None
    assert change.after is not None
    assert (change.kind, change.finding.code) == ("weight", "turn.order")
    assert (change.before.severity, change.after.severity) == ("error", "note")
    assert change.cause == Cause(("play_direction",))


@pytest.mark.parametrize("spec", ["hbut_2013", "botzone", "minzhengbu", "godot", "clockwise_ace_to_king"])
def test_every_cause_named_does_it_and_nothing_in_it_is_idle(spec: str) -> None:
    """Audits under the named entries alone, written out here without the search."""
    other = load_rules(spec)
    changes = 0
    for record in random_hands(4, seed=23):
        found = compare(record, STANDARD, other)
        for change in found.changes:
            if change.kind == "weight":
                continue
            changes += 1
            assert change.cause.parameters, change
            for names in [(name,) for name in change.cause.alone] or [change.cause.together]:
                mixed = audit(record, STANDARD.adopting(other, names))
                messages = {(f.code, f.element, f.message) for f in mixed.findings}
                wanted = change.after or change.before
                assert wanted is not None
                assert ((wanted.code, wanted.element, wanted.message) in messages) == bool(change.after)
        for figure in found.counts:
            assert figure.cause.parameters, figure
            for name in figure.cause.together:
                rest = [each for each in figure.cause.together if each != name]
                mixed = audit(record, STANDARD.adopting(other, rest))
                assert mixed.score.replayed.get(figure.name) != figure.after
    assert changes


def test_as_json() -> None:
    found = compare(sample("teaching"), None, HBUT).to_dict("a.sjn")
    assert (found["file"], found["rules"], found["against"]) == ("a.sjn", "standard", "hbut_2013")
    first = found["changes"][0]
    assert (first["kind"], first["parameters"], first["together"]) == ("appears", ["throw_allowed"], False)
    assert "before" not in first
    assert first["after"]["code"] == "lead.throw"


def test_adopted_entries_keep_clause_and_status_and_make_another_set() -> None:
    mixed = STANDARD.adopting(HBUT, ["follow_throw"])
    assert mixed.entry("follow_throw") == HBUT.entry("follow_throw")
    assert mixed != STANDARD.replaced("follow_throw", HBUT["follow_throw"])
    assert mixed.entry("throw_allowed") == STANDARD.entry("throw_allowed")


def test_readings_come_in_chinese_as_well() -> None:
    text = """[SJN "1"]
[Rules "hbut_2013"]
[Level "A"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HKKQ / W H345 / S H678 / E H9TJ
= *
"""
    (finding,) = (f for f in audit(loads(text)[0]).findings if f.code == "lead.throw" and f.readings)
    assert len(finding.readings) == len(finding.readings_zh)
    assert finding.to_dict()["readings_zh"] == list(finding.readings_zh)
    assert any("一" <= char <= "鿿" for char in "".join(finding.readings_zh))


def test_hands_are_compared_within_their_match():
    """By hbut_2013 十(二) the partner deals next; by the godot profile the same player."""
    text = "".join(
        f'[SJN "1"]\n[Rules "hbut_2013"]\n[Hand "{number}"]\n[Levels "NS:2 EW:{level}"]\n'
        f'[Dealer "{dealer}"]\n\n{result}\n'
        for number, level, dealer, result in ((1, "2", "E", "= 60 EW+1"), (2, "3", "W", "= *"))
    )
    second = load_rules("hbut_2013; later_dealer=hold_same_else_next")
    changes = [c for found in compare_hands(loads(text), None, second) for c in found.changes]
    assert [(c.kind, c.finding.code, c.cause.alone) for c in changes] == [
        ("appears", "match.dealer", ("later_dealer",))
    ]
