"""Penalties in words: a phrase for whatever a sheet may lead to, in both languages."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from paipu.grammar.model import Incident as Recorded
from paipu.grammar.seats import COMPASS, CORNERS, Naming
from paipu.replay.incidents import INCIDENT_TYPES, Incident, Penalty, penalty
from paipu.replay.penalty_words import EFFECTS, imposed_words, outcome_words, penalty_words
from paipu.replay.rules import load_rules, rule_ids

ROOT = Path(__file__).parents[2]


def english(found: Penalty) -> list[str]:
    return [en for en, _ in penalty_words(found)]


def chinese(found: Penalty) -> list[str]:
    return [zh for _, zh in penalty_words(found)]


def test_every_effect_of_the_documentation_has_its_words() -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    table = page.split("| effect | |")[1]
    documented = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE))))
    assert documented == set(EFFECTS)


@pytest.mark.parametrize("rules", rule_ids())
def test_no_sheet_leads_to_a_bare_identifier(rules: str) -> None:
    found = load_rules(rules)
    asked = product(
        INCIDENT_TYPES, ("NS", "EW"), ("before_next", "after_hand", None), ("play_on", "end", None)
    )
    for kind, side, when, choice in asked:
        entry = Incident(type=kind, side=side, dealer_side="NS", found=when, choice=choice)  # type: ignore[arg-type]
        for en, zh in penalty_words(penalty(entry, found)):
            assert "_" not in en + zh
            assert re.search("[\u4e00-\u9fff]", zh)


def test_a_fine_names_its_points() -> None:
    assert english(Penalty(points=10, replay=False)) == ["a fine of 10 points"]
    assert chinese(Penalty(points=10, replay=False)) == ["罚 10 分"]


def test_that_nothing_is_due_is_not_that_nothing_is_said() -> None:
    assert chinese(Penalty(points=0, replay=False)) == ["不予处罚"]
    assert chinese(Penalty(effects=("none_given",))) == ["规则未规定罚则"]


def test_levels_rise_fall_and_are_set() -> None:
    found = Penalty(levels={"NS": -1, "EW": "T"})
    assert english(found) == ["North-South lose 1 level", "East-West are set to level 10"]
    assert chinese(found) == ["南北方降 1 级", "东西方级数改为 10"]


def test_a_hand_that_counts_for_nobody() -> None:
    found = Penalty(levels={}, deal="scramble", replay=False, effects=("hand_ends",))
    assert chinese(found) == ["本副即告结束", "重新抢庄", "双方均不升级"]


@pytest.mark.parametrize(
    ("gain", "en", "zh"),
    [
        (0, "East-West deal next and do not rise", "下副东西方坐庄，不升级"),
        (2, "East-West deal next and rise 2 levels", "下副东西方坐庄，升 2 级"),
        (None, "East-West deal next", "下副东西方坐庄"),
    ],
)
def test_an_outcome_says_who_deals_and_rises(gain: int | None, en: str, zh: str) -> None:
    assert outcome_words({"dealer_next": "EW", "gain": gain}) == ((en, zh),)


def test_an_outcome_without_figures_says_nothing() -> None:
    assert outcome_words({}) == ()


@pytest.mark.parametrize(
    ("fields", "naming", "english", "chinese"),
    [
        ({}, COMPASS, [], []),
        ({"points": "-10"}, COMPASS, ["10 points off the attackers"], ["闲家减 10 分"]),
        ({"points": "+1"}, COMPASS, ["1 point to the attackers"], ["闲家加 1 分"]),
        ({"points": "0"}, COMPASS, ["no points"], ["不计罚分"]),
        (
            {"levels": "NS-1 EW:T"},
            COMPASS,
            ["North-South lose 1 level", "East-West are set to level 10"],
            ["南北方降 1 级", "东西方级数改为 10"],
        ),
        ({"deal": "E"}, COMPASS, ["East deals next"], ["下副东家坐庄"]),
        ({"deal": "SENW"}, CORNERS, ["Southeast-Northwest deal next"], ["下副东南西北方坐庄"]),
        ({"levels": "NESW+2"}, CORNERS, ["Northeast-Southwest rise 2 levels"], ["东北西南方升 2 级"]),
        ({"replay": "yes"}, COMPASS, ["the hand is dealt again"], ["本副重新发牌"]),
        ({"replay": "no", "deal": "NE", "levels": "NESW+1", "points": "all"}, COMPASS, [], []),
    ],
)
def test_what_was_imposed_is_told_field_by_field(
    fields: dict[str, str], naming: Naming, english: list[str], chinese: list[str]
) -> None:
    told = imposed_words(Recorded(kind="revoke", fields=tuple(fields.items())), naming)
    assert [en for en, _ in told] == english
    assert [zh for _, zh in told] == chinese
