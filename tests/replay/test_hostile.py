"""Records that are wrong in every way: the audit answers, it never raises."""

from __future__ import annotations

from random import Random

import pytest

from bench.simulate import random_hand
from paipu.grammar import dumps, loads
from paipu.replay import audit, timeline
from paipu.replay.rules import load_rules, rule_ids
from tests.fuzz.edits import edited


def run(seed: int) -> None:
    random = Random(seed)
    rules = load_rules(random.choice(rule_ids()))
    text = dumps([random_hand(random, load_rules("standard"))])
    for _ in range(random.randint(1, 6)):
        text = edited(text, random)
    for record in loads(text):
        for judged in (audit(record), audit(record, rules)):
            page = timeline(judged)
            known = {step["at"] for step in page["steps"]}
            places = {finding["element"] for finding in page["findings"] if "element" in finding}
            assert places <= known, text
            judged.to_dict("x")


@pytest.mark.parametrize("seed", range(60))
def test_mutated_hands(seed: int) -> None:
    run(seed)
