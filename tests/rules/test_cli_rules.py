"""`paipu rules`: text and JSON, both languages, errors."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from paipu.cli.rules import rules
from paipu.replay.rules import parameters, rule_ids


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, arguments)


def test_list_names_every_rule_set() -> None:
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(rule_ids())


def test_list_in_chinese() -> None:
    assert "湖北工业大学教职工双升扑克牌比赛规则" in run("list", "--lang", "zh").stdout


def test_list_as_json() -> None:
    found = json.loads(run("list", "--format", "json").stdout)
    assert [each["id"] for each in found] == list(rule_ids())
    assert set(found[0]) == {"id", "title", "title_zh", "kind", "source", "aliases"}


def test_show_gives_value_clause_status_and_readings() -> None:
    text = run("show", "hbut_2013").stdout
    assert "\nG. Throws\n" in text
    assert "only_AAK_AKK  [二(二) L15, stated]" in text
    assert "[八(三) L89, inferred, basic]" in text
    assert "wuhan531_third: 40 more than 160" in text
    shown = [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line.endswith("]")]
    assert shown == list(parameters())


def test_show_in_chinese() -> None:
    text = run("show", "hbut_2013", "--lang", "zh").stdout
    assert "G. 甩牌" in text
    assert "only_AAK_AKK  [二(二) L15, 明文]" in text
    assert "as_single: 按单张计算" in text


def test_show_as_json_holds_every_parameter() -> None:
    found = json.loads(run("show", "hbut_2013; must_play_levels=A", "--format", "json").stdout)
    assert found["spec"] == "hbut_2013; must_play_levels=A"
    entries = {each["name"]: each for each in found["parameters"]}
    assert list(entries) == list(parameters())
    assert entries["must_play_levels"]["value"] == ["A"]
    assert entries["two_permanent"]["value"] is False
    assert entries["follow_pair"] == {
        "name": "follow_pair",
        "section": "H",
        "check": "H",
        "value": "must_pair",
        "clause": "八(三)",
        "line": "L89",
        "status": "inferred",
        "standing": "basic",
        "may_accuse": True,
        "note": "the pattern as far as held",
    }


@pytest.mark.parametrize("spec", ["nowhere", "standard; throw_allowed=perhaps"])
def test_show_says_what_is_wrong(spec: str) -> None:
    result = run("show", spec)
    assert result.exit_code == 2
    assert "no such rule set" in result.stderr or "allowed: yes, only_AAK_AKK, no" in result.stderr


def test_explain_lists_the_values_and_the_fill() -> None:
    text = run("explain", "throw_fail_lead").stdout
    assert "smallest_component: the lowest component" in text
    assert "where a sheet is silent: smallest_beaten_component" in text
    assert "最小的组成部分" in run("explain", "throw_fail_lead", "--lang", "zh").stdout


def test_explain_as_json() -> None:
    found = json.loads(run("explain", "two_permanent", "--format", "json").stdout)
    assert found["type"] == "bool"
    assert found["fill"] is False
    assert [each["value"] for each in found["values"]] == ["true", "false"]


def test_explain_an_unknown_parameter() -> None:
    result = run("explain", "throw_alowed")
    assert result.exit_code == 2
    assert "did you mean throw_allowed?" in result.stderr
