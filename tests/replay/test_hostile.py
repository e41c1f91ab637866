"""Records that are wrong in every way: the audit answers, it never raises."""

from __future__ import annotations

from random import Random

import pytest

from bench.simulate import random_hand
from paipu.grammar import dumps, loads
from paipu.replay import audit, timeline
from paipu.replay.rules import load_rules, rule_ids

LETTERS = 'SHCDBL?23456789TJQKAENW/>(){}[]"=:. \n!*+-0'


def mutate(text: str, random: Random) -> str:
    """One to six edits: characters, or whole lines, changed, dropped, doubled or swapped."""
    for _ in range(random.randint(1, 6)):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(at, random.choice(lines))
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                line = lines[at]
                place = random.randint(0, len(line))
                cut = place + random.randint(0, 2)
                lines[at] = line[:place] + random.choice(LETTERS) * random.randint(0, 2) + line[cut:]
        text = "\n".join(lines)
    return text


def run(seed: int) -> None:
    random = Random(seed)
    rules = load_rules(random.choice(rule_ids()))
    text = mutate(dumps([random_hand(random, load_rules("standard"))]), random)
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
