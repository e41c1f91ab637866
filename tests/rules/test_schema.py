"""The schema of the parameters: complete, documented, and strict about names and values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paipu.replay.rules import (
    BASICS,
    CHECKS,
    RuleError,
    advance_table,
    parameter,
    parameters,
    sections,
    value_text,
)

SHARED = Path(__file__).parents[3] / "shared"
LIST = SHARED / "rules" / "params.md"


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, str]]:
    """The parameter list, row by row: section letter, type, check class."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    rows: dict[str, dict[str, str]] = {}
    letter = ""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("## 3."):
            break
        if heading := re.match(r"### ([A-M])\. ", line):
            letter = heading[1]
        if row := re.match(r"\| `(\w+)` \| (.+?) \| (.+?) \| ([^|]+) \|", line.replace(r"\|", "/")):
            rows[row[1]] = {"section": letter, "type": row[3], "check": row[4]}
    return rows


OF_PROGRAMS = ("follow_draw",)
"""Parameters that no sheet speaks of: sheets play two decks, some programs three and four."""


def test_every_listed_parameter_is_in_the_schema_and_no_other(listed: dict[str, dict[str, str]]) -> None:
    assert [name for name in parameters() if name not in OF_PROGRAMS] == list(listed)
    assert len(listed) == 150


def test_sections_and_check_classes_are_those_of_the_list(listed: dict[str, dict[str, str]]) -> None:
    known = {
        each.name: (each.section.letter, each.check)
        for each in parameters().values()
        if each.name not in OF_PROGRAMS
    }
    assert known == {name: (row["section"], row["check"]) for name, row in listed.items()}


def test_yes_or_no_parameters_of_the_list_are_bool(listed: dict[str, dict[str, str]]) -> None:
    assert {name for name, row in listed.items() if row["type"] == "bool"} == {
        each.name for each in parameters().values() if each.type == "bool"
    }


def test_the_basics_are_those_of_the_list() -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    text = LIST.read_text(encoding="utf-8")
    sentence = re.search(r"fill of the parameters that make the game what it is: (.+?)\. An", text, re.S)
    assert sentence is not None
    assert set(re.findall(r"`(\w+)`", sentence[1])) == BASICS


def test_basics_are_parameters() -> None:
    assert set(parameters()) >= BASICS


@pytest.mark.parametrize("name", parameters())
def test_a_parameter_is_documented_in_both_languages(name: str) -> None:
    about = parameter(name)
    assert about.en.isascii() or "“" in about.en or "…" in about.en
    assert re.search(r"[\u4e00-\u9fff]", about.zh)
    assert about.check in CHECKS
    assert about.reason
    for choice in about.choices:
        assert re.fullmatch(r"\S+", choice.value)
        assert ";" not in choice.value
        assert "=" not in choice.value
        assert choice.en
        assert choice.zh


@pytest.mark.parametrize("name", parameters())
def test_the_fill_is_allowed_and_its_spelling_reads_back(name: str) -> None:
    about = parameter(name)
    assert about.check_value(about.fill) == about.fill
    assert about.parse(value_text(about.fill)) == about.fill


@pytest.mark.parametrize(
    "name", [each.name for each in parameters().values() if each.type in ("enum", "set")]
)
def test_every_documented_value_is_accepted(name: str) -> None:
    about = parameter(name)
    for value in about.values:
        assert about.parse(value) == ((value,) if about.type == "set" else value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("two_permanent", "yes", True),
        ("two_permanent", "false", False),
        ("deck_count", "2", 2),
        ("advance_cap", "none", "none"),
        ("tractor_max_pairs", "unlimited", "unlimited"),
        ("tractor_max_pairs", "3", 3),
        ("start_level", "T", "T"),
        ("must_play_levels", "A,J, 2", ("2", "J", "A")),
        ("must_play_levels", "none", ()),
        ("kitty_mult_tractor", "2^(n+1)", "2^(n+1)"),
        ("overturn_suit_order", "S>H>C>D", "S>H>C>D"),
        ("overturn_joker_over_level_pair", "not_protected_pair", "not_protected_pair"),
    ],
)
def test_values_are_read_by_type(name: str, text: str, value: object) -> None:
    assert parameter(name).parse(text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("throw_allowed", "maybe"),
        ("two_permanent", "perhaps"),
        ("deck_count", "two"),
        ("deck_count", "-1"),
        ("start_level", "10"),
        ("must_play_levels", "2,X"),
        ("overturn_window", "before_kitty_taken,sometimes"),
        ("advance_cap", ""),
    ],
)
def test_a_wrong_value_names_the_parameter_and_what_is_allowed(name: str, text: str) -> None:
    with pytest.raises(RuleError) as caught:
        parameter(name).parse(text)
    assert name in str(caught.value)
    assert parameter(name).allowed in str(caught.value)


@pytest.mark.parametrize(
    ("name", "raw"), [("two_permanent", 1), ("deck_count", True), ("throw_allowed", ["yes"])]
)
def test_types_are_not_confused(name: str, raw: object) -> None:
    with pytest.raises(RuleError, match=name):
        parameter(name).check_value(raw)


def test_an_unknown_parameter_names_the_nearest() -> None:
    with pytest.raises(RuleError, match=r"'throw_allow'; did you mean throw_allowed\?"):
        parameter("throw_allow")


def test_every_level_table_has_rows_and_every_row_table_a_name() -> None:
    assert all(advance_table(code).code == code for code in parameter("advance_table").values)


def test_sections_are_lettered_in_order() -> None:
    assert [section.letter for section in sections()] == list("ABCDEFGHIJKLM")
