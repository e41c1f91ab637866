"""Questions on which independent programs agree, and questions read from the sheets by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from paipu.grammar.cards import parse_cards
from paipu.replay.judge import KINDS, judge
from paipu.replay.rules import rule_ids
from tests.shared import lines, needs_shared

CASES = [
    case
    for name in ("cases/engines.jsonl", "cases/sheets.jsonl")
    for case in lines(name)
    if case["kind"] in KINDS and case["rules"] in rule_ids()
]


def test_there_are_cases() -> None:
    """The collection below is not empty by mistake."""
    if lines("cases/engines.jsonl"):
        assert sum(case["rules"] == "standard" for case in CASES) == 75
        assert sum(case["rules"] == "hbut_2013" for case in CASES) == 21
        assert sum(case["kind"] == "incident" for case in CASES) == 12


@needs_shared
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    want = case["answer"]
    answer = judge({key: value for key, value in case.items() if key != "answer"})
    assert answer["id"] == case["id"]
    assert same(want, answer["answer"]), answer


def same(want: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    return all(key in got and plain(key, value) == plain(key, got[key]) for key, value in want.items())


def plain(key: str, value: Any) -> Any:
    """Groups of cards compare as sets; the cases call `invalid` what judge.md calls `none`."""
    if key == "must_lead":
        return sorted(parse_cards(value))
    if key == "descending":
        return [sorted(parse_cards(row)) for row in value]
    if key == "components":
        return sorted((part["shape"], part["pairs"], sorted(parse_cards(part["cards"]))) for part in value)
    return "none" if value == "invalid" else value
