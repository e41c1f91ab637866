"""Level tables: rows, their continuation, and agreement with the examples of the sheets."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from paipu.replay.rules import RuleError, advance_table, parameter

SHARED = Path(__file__).parents[3] / "shared"
CODES = parameter("advance_table").values


def result(code: str, points: int) -> tuple[str, int | None]:
    """Side and levels of a table at these points."""
    row = advance_table(code).row(points)
    assert row is not None
    return row.side, row.levels


@pytest.mark.parametrize(
    ("code", "points", "expected"),
    [
        ("std40", 0, ("dealer", 3)),
        ("std40", 35, ("dealer", 2)),
        ("std40", 40, ("dealer", 1)),
        ("std40", 80, ("attackers", 0)),
        ("std40", 200, ("attackers", 3)),
        ("std40", 235, ("attackers", 3)),
        ("std40", -20, ("dealer", 3)),
        ("scale60", 300, ("attackers", 3)),
        ("draft40neg", -5, ("dealer", 4)),
        ("draft40neg", -120, ("dealer", 7)),
        ("draft40neg", -155, ("dealer", 7)),
        ("draft40neg", -160, ("dealer", 8)),
        ("draft40neg", -195, ("dealer", 8)),
        ("draft40neg", -200, ("dealer", 9)),
        ("step20_pass_ten", 50, ("dealer", 2)),
        ("step20_pass_ten", 140, ("attackers", 3)),
        ("step20_minzhengbu", 0, ("dealer", 5)),
        ("step20_minzhengbu", 60, ("dealer", 2)),
        ("step20_minzhengbu", -20, ("dealer", 6)),
        ("step20_minzhengbu_floor", 65, ("dealer", 0)),
        ("step20_minzhengbu_bands", 15, ("dealer", 4)),
        ("wuhan531", 160, ("attackers", 1)),
        ("wuhan531", 165, ("attackers", 2)),
        ("wuhan531", 200, ("attackers", 2)),
        ("wuhan531", 205, ("attackers", 3)),
        ("wuhan531_regular", 160, ("attackers", 2)),
        ("wuhan531_regular", 200, ("attackers", 3)),
        ("wuhan531_third", 195, ("attackers", 1)),
        ("wuhan531_third", 200, ("attackers", 2)),
        ("wuhan531_third", 240, ("attackers", 3)),
        ("change80_only", 75, ("dealer", None)),
        ("change80_only", 80, ("attackers", None)),
        ("not_given", 30, ("dealer", 2)),
        ("not_given", 120, ("attackers", 1)),
        ("botzone", 0, ("dealer", 3)),
        ("botzone", -10, ("dealer", 3)),
        ("botzone", 80, ("attackers", 1)),
        ("botzone", 400, ("attackers", 3)),
    ],
)
def test_a_score_gives_side_and_levels(code: str, points: int, expected: tuple[str, int | None]) -> None:
    assert result(code, points) == expected


@pytest.mark.parametrize("code", [code for code in CODES if advance_table(code).rows])
def test_rows_leave_no_multiple_of_five_between_them(code: str) -> None:
    for lower, upper in pairwise(advance_table(code).rows):
        assert lower.high is not None
        assert upper.low == lower.high + 5


@pytest.mark.parametrize("code", [code for code in CODES if advance_table(code).rows])
def test_every_score_lies_in_the_row_found_and_more_points_never_help_the_dealer(code: str) -> None:
    gains = []
    for points in range(-400, 800, 5):
        row = advance_table(code).row(points)
        assert row is not None
        assert row.low is None or row.low <= points
        assert row.high is None or points <= row.high
        if row.levels is not None:
            gains.append((row.side == "attackers", row.levels if row.side == "attackers" else -row.levels))
    assert gains == sorted(gains)


def test_a_table_without_rows_has_no_result() -> None:
    assert advance_table("duplicate16").row(80) is None


def test_an_unknown_table_names_the_known_ones() -> None:
    with pytest.raises(RuleError, match="no such level table: 'std50'; known: std40"):
        advance_table("std50")


def test_tables_agree_with_the_examples_of_the_sheets() -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    lines = (SHARED / "rules" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    examples = [each for each in map(json.loads, lines) if each["kind"] == "advance" and "table" in each]
    checked = 0
    for example in examples:
        code, _, cap = example["table"].partition("cap")
        for points in filter(lambda end: end is not None, example["given"]["attacker_points"]):
            for key, side in (("dealer_side_levels", "dealer"), ("attacker_levels", "attackers")):
                if key in example["expect"]:
                    found = result(code, points)
                    assert found[0] == side, example["id"]
                    assert min(found[1] or 0, int(cap or 99)) == example["expect"][key], example["id"]
                    checked += 1
    assert checked > 100
