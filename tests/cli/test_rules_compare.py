"""`paipu rules compare` and `paipu rules why`: text, JSON, both languages, mistakes."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from paipu.cli.main import main
from paipu.replay.messages import CODES
from paipu.replay.rules import load_rules, parameters


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


# --- compare ----------------------------------------------------------------------------------------


def test_compare_shows_only_what_differs_with_clause_and_status() -> None:
    text = run("compare", "standard", "hbut_2013").stdout
    assert "\nG. Throws\n" in text
    assert "    standard   yes           [stated]" in text
    assert "    hbut_2013  only_AAK_AKK  [二(二) L15, stated]" in text
    assert "hand_size" not in text
    first, second = load_rules("standard"), load_rules("hbut_2013")
    differ = sum(first[name] != second[name] for name in parameters())
    assert text.endswith(f"\n{differ} parameters differ\n")


def test_compare_of_one_section() -> None:
    text = run("compare", "standard", "hbut_2013", "godot", "--section", "g").stdout
    sections = [
        line for line in text.splitlines() if line[:2] in {f"{letter}." for letter in "ABCDEFGHIJKLM"}
    ]
    assert sections == ["G. Throws"]
    assert text.count("    godot ") == text.count("    standard ")


def test_compare_in_chinese() -> None:
    text = run("compare", "standard", "standard; throw_allowed=no", "--lang", "zh").stdout
    assert "G. 甩牌" in text
    assert "[另行指定]" in text
    assert text.endswith("共 1 个参数不同\n")


def test_compare_of_equals_says_so() -> None:
    assert run("compare", "standard", "standard").stdout.endswith("no parameters differ\n")


def test_compare_as_json() -> None:
    found = json.loads(run("compare", "standard", "hbut_2013", "--format", "json").stdout)
    assert [each["id"] for each in found["sets"]] == ["standard", "hbut_2013"]
    by_name = {each["name"]: each for each in found["differences"]}
    throw = by_name["throw_allowed"]
    assert throw["section"] == "G"
    assert [value["value"] for value in throw["values"]] == ["yes", "only_AAK_AKK"]
    assert throw["values"][1]["clause"] == "二(二)"
    assert "hand_size" not in by_name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["standard"], "two rule sets or more"),
        (["standard", "hbut"], "no such rule set"),
        (["standard", "hbut_2013", "--section", "Z"], "'Z' is not one of"),
    ],
)
def test_compare_says_what_is_wrong(words: list[str], said: str) -> None:
    result = run("compare", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# --- why --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_why_knows_every_code_of_the_play(code: str) -> None:
    english, chinese = run("why", code), run("why", code, "--lang", "zh")
    assert (english.exit_code, chinese.exit_code) == (0, 0)
    assert "{" not in english.stdout
    # A blank without words would stand there by its name.
    assert re.findall("‹[a-z_]+›", chinese.stdout) == []


def test_why_says_what_the_code_means_and_who_has_which_value() -> None:
    text = run("why", "lead.throw").stdout
    assert text.startswith("lead.throw: throw not allowed\n  ‹a seat› throws ‹cards played›; ")
    assert "right would be: one of its parts alone" in text
    assert "  throw_allowed: " in text
    assert "    only_AAK_AKK  " in text
    assert "form a pattern" in text


def test_why_under_a_set_gives_clause_and_readings() -> None:
    text = run("why", "score.gain", "--rules", "hbut_2013", "--lang", "zh").stdout
    assert "有歧义" in text
    assert "wuhan531_third：" in text
    assert "其余" not in text


def test_why_of_the_text_stands_on_no_rule() -> None:
    assert "stands on no parameter" in run("why", "text.syntax").stdout
    assert "与规则的取值无关" in run("why", "import.card", "--lang", "zh").stdout


def test_why_in_the_bids_calls_the_cards_by_their_name() -> None:
    assert (
        "‹a seat› overturns ‹the bid before› of ‹its seat› with ‹cards shown›"
        in run("why", "bid.not_higher").stdout
    )


def test_why_as_json() -> None:
    found = json.loads(run("why", "follow.pair", "--rules", "hbut_2013", "--format", "json").stdout)
    assert found["phase"] == "tricks"
    first = found["parameters"][0]
    assert (first["name"], first["values"][0]["rules"]) == ("follow_pair", "hbut_2013")
    assert first["values"][0]["clause"] == "八(三)"
    assert found["patterns"]


def test_why_of_an_unknown_code() -> None:
    result = run("why", "follow.par")
    assert result.exit_code == 2
    assert "did you mean follow.pair?" in result.stderr


# --- show -------------------------------------------------------------------------------------------


def test_a_line_that_is_the_clause_is_said_once() -> None:
    for name in ("super_edition", "pass_five", "hbut_2013"):
        text = run("show", name).stdout
        assert re.findall(r"\[(\S+) \1[,\]]", text) == []
        assert re.search(r"\[\S*L\d\S*, stated\]", text) or name == "hbut_2013"


def test_a_platform_is_not_quoted_by_its_one_word() -> None:
    assert "[judge" not in run("show", "botzone").stdout
    assert "[standard" not in run("show", "standard").stdout
