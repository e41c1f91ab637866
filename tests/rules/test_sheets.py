"""The rule sets against the reading of the sheets: clauses, marks, values, open readings.

Owns no rule: what each text says stands in `../shared/rules/matrix.md` and `params.md`. Beside this file
lie the words of the reading that stand for an identifier (`sheet_words.toml`) and the values of every
line of its list of ambiguities (`sheet_readings.toml`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paipu.replay.rules import (
    BASICS,
    Value,
    advance_table,
    load_rules,
    parameter,
    parameters,
    rule_ids,
)
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

HERE = Path(__file__).parent
STATUS = {
    "": "stated",
    "inferred": "inferred",
    "ambiguous, recommended reading": "ambiguous",
    "misprint corrected": "ambiguous",
    "stripped, restored = inferred": "restored",
}
ALIASES = {
    "intro_shuangsheng": "super_edition",
    "trade_union_stripped_dup": "trade_union_stripped",
    "tractor_intro_dup": "tractor_intro",
    "tractor_intro+two_permanent": "tractor_intro_two_permanent",
}
BESIDE_THE_READING = {"two_team": {"permanent_trumps", "lead_rights"}}
"""What a sheet says and its reading passes over: `two_team` L258 and L250."""
ONE_READING = {
    ("annex3_sixteen_hands", "seat_assignment"),  # names of seats
    ("discussion_draft", "pen_extra_missing"),  # a figure is missing
    # What N counts is another parameter, throw_fail_count_basis.
    ("pass_ten", "throw_fail_penalty"),
    ("trade_union_stripped", "throw_fail_penalty"),
    ("minzhengbu", "throw_fail_penalty"),
}
PLATFORMS = ("botzone", "fen80", "godot", "jerryyyu", "rbtying")
RESTORED = {
    "kitty_size": ("L5", "certain"),
    "point_cards": ("L1", "certain"),
    "total_points": ("L1", "certain"),
    "start_level": ("L1", "certain"),
    "level_sequence": ("L1", "certain"),
    "must_play_levels": ("L24", "medium"),
    "win_condition": ("L24", "medium"),
    "trump_order": ("L7", "high"),
    "side_order": ("L14", "certain"),
    "kitty_mult_single": ("L18", "high"),
    "kitty_mult_pair": ("L18", "high"),
    "kitty_mult_tractor": ("L18", "medium"),
    "kitty_mult_throw": ("L18", "high"),
    "advance_table": ("L19", "high"),
    "pen_revoke": ("L25", "low"),
}
"""The restored values of `trade_union_stripped`, with a line of their gap and its certainty."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the reading: `- `name`: words [place] **[mark]**`."""

    words: str
    clause: str | None
    line: str | None
    status: str


def text_of(name: str) -> str:
    return (SHARED / "rules" / name).read_text(encoding="utf-8") if SHARED.is_dir() else ""


def said(section: str) -> dict[str, Said]:
    """Everything a section of the reading says, by parameter."""
    lines = re.findall(r"^- `(\w+)`: (.+)$", section.split("**Silent on**")[0], re.M)
    return {name: _said(words) for name, words in lines}


def _said(words: str) -> Said:
    mark = re.search(r" \*\*\[([^\]]+)\]\*\*$", words)
    words = words[: mark.start()] if mark else words
    place = re.search(r" \[([^\[\]]*L\d[^\[\]]*)\]$", words)
    words = words[: place.start()] if place else words
    clause, line = _place(place[1]) if place else (None, None)
    return Said(words, clause, line, STATUS[mark[1] if mark else ""])


def _place(place: str) -> tuple[str, str]:
    """`L492 四; L496` and `二 L6` name lines, and clauses where the sheet has them, else lines again."""
    clauses, lines = [], []
    for part in place.split("; "):
        line = ", ".join(re.findall(r"L\d+(?:-\d+)?", part))
        clause = re.sub(r"L\d+(?:-\d+)?(?:, (?=L))?", "", part).strip(" ,")
        clauses.append(clause or line)
        lines.append(line)
    return "; ".join(clauses), "; ".join(lines)


SECTIONS = dict(
    re.findall(
        r"^### \d+\. `(\w+)`\n(.*?)(?=^### |\Z)", text_of("matrix.md").split("## 3. Clause")[-1], re.M | re.S
    )
)
SHEETS = [name for name in SECTIONS if name not in ALIASES]
WORDS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "sheet_words.toml").read_text(encoding="utf-8"))
READINGS: dict[str, Any] = tomllib.loads((HERE / "sheet_readings.toml").read_text(encoding="utf-8"))
AMBIGUITIES = re.findall(r"^\| (\d+) \| `(\w+)` \| [^|]+ \| ([^|]+) \|", text_of("params.md"), re.M)


def value_of(name: str, words: str) -> Value:
    """The value the words of the reading stand for: listed words, else an identifier or a number."""
    listed = [each for each in WORDS.get(name, {}) if words == each or words.startswith(f"{each} ")]
    if listed:
        return parameter(name).check_value(WORDS[name][max(listed, key=len)])
    return parameter(name).parse(words.split(" (")[0])


# --- every sheet ----------------------------------------------------------------------------------


def test_every_section_of_the_reading_is_a_rule_set() -> None:
    assert len(SECTIONS) == 21
    assert {load_rules(name).id for name in SECTIONS} == {*SHEETS} <= {*rule_ids()}
    assert len(SHEETS) == 18


@pytest.mark.parametrize("alias", ALIASES)
def test_an_alias_is_the_rule_set_it_stands_for(alias: str) -> None:
    assert load_rules(alias) is load_rules(ALIASES[alias])


def test_every_rule_set_is_a_sheet_a_platform_or_the_standard_game() -> None:
    kinds = {name: load_rules(name).kind for name in rule_ids()}
    assert {name for name, kind in kinds.items() if kind == "platform"} == set(PLATFORMS)
    assert {name for name, kind in kinds.items() if kind == "sheet"} == {
        *SHEETS,
        "tractor_intro_two_permanent",
    }
    titles = [load_rules(name).title for name in rule_ids()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_names_what_its_reading_names(sheet: str) -> None:
    named = {entry.name for entry in load_rules(sheet).entries if entry.status != "filled"}
    assert named == {*said(SECTIONS[sheet])} | BESIDE_THE_READING.get(sheet, set())


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_stands_on_the_clauses_of_its_reading(sheet: str) -> None:
    rules, reading = load_rules(sheet), said(SECTIONS[sheet])
    entries = {name: rules.entry(name) for name in reading}
    assert {name: (entry.clause or entry.line, entry.line) for name, entry in entries.items()} == {
        name: (each.clause, each.line) for name, each in reading.items()
    }


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_the_status_of_its_reading(sheet: str) -> None:
    rules, reading = load_rules(sheet), said(SECTIONS[sheet])
    assert {name: rules.entry(name).status for name in reading} == {
        name: each.status for name, each in reading.items()
    }


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != "hbut_2013"])
def test_a_sheet_has_the_values_of_its_reading(sheet: str) -> None:
    rules, reading = load_rules(sheet), said(SECTIONS[sheet])
    assert {name: rules[name] for name in reading} == {
        name: value_of(name, each.words) for name, each in reading.items()
    }


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_lines_named_exist_in_the_sheet(sheet: str) -> None:
    rules = load_rules(sheet)
    (seed,) = (SHARED / "seeds").glob(f"{rules.source[:3]}_*.txt")
    assert rules.source.startswith(seed.name)
    last = seed.read_text(encoding="utf-8").count("\n") + 1
    for entry in rules.entries:
        assert all(1 <= int(number) <= last for number in re.findall(r"L(\d+)", entry.line or "")), entry.name


@pytest.mark.parametrize("sheet", SHEETS)
def test_an_ambiguous_value_has_another_reading(sheet: str) -> None:
    rules = load_rules(sheet)
    single = {
        (sheet, entry.name)
        for entry in rules.entries
        if entry.status == "ambiguous" and len(rules.readings(entry.name)) == 1
    }
    assert single == {each for each in ONE_READING if each[0] == sheet}


@pytest.mark.parametrize("name", rule_ids())
def test_every_reading_can_be_selected_and_comes_once(name: str) -> None:
    rules = load_rules(name)
    for entry in rules.entries:
        values = [reading.value for reading in entry.readings]
        assert len(values) == len(set(values))
        assert not values or values[0] == entry.value, entry.name
        for value in values:
            assert load_rules(str(rules.replaced(entry.name, value)))[entry.name] == value
        for reading in entry.readings:
            assert re.search(r"[\u4e00-\u9fff]", reading.zh)


# --- the list of ambiguities ----------------------------------------------------------------------


def test_every_ambiguity_has_its_values() -> None:
    assert [number for number, _, _ in AMBIGUITIES] == list(READINGS) == [str(n) for n in range(1, 121)]


@pytest.mark.parametrize(("number", "sheet", "names"), AMBIGUITIES)
def test_the_readings_of_an_ambiguity_can_be_selected(number: str, sheet: str, names: str) -> None:
    readings = READINGS[number]
    if isinstance(readings, str):
        assert readings
        return
    silent = readings.get("set", {})
    assert {*re.findall(r"`(\w+)`", names)} <= {*readings, *silent}
    rules = load_rules(sheet)
    for name, values in {**readings, "set": []}.items():
        for value in values:
            assert parameter(name).check_value(value) in rules.readings(name), (name, value)
    for name, values in silent.items():
        for value in values:
            allowed = parameter(name).check_value(value)
            assert rules.replaced(name, allowed)[name] == allowed


def test_each_level_table_named_as_a_reading_exists() -> None:
    codes = {value for name in SHEETS for value in load_rules(name).readings("advance_table")}
    assert all(advance_table(str(code)).code == code for code in codes)


# --- single sheets --------------------------------------------------------------------------------


def test_restored_values_are_as_sure_as_their_gaps() -> None:
    rules = load_rules("trade_union_stripped")
    restored = {entry.name: entry.certainty for entry in rules.entries if entry.status == "restored"}
    assert restored == {name: certainty for name, (_, certainty) in RESTORED.items()}
    gaps = re.findall(
        r"^\| (L\d+) \| .* \| (certain|high|medium|low) \|$", SECTIONS["trade_union_stripped"], re.M
    )
    assert set(RESTORED.values()) <= set(gaps)
    assert {name for name in restored if not rules.may_accuse(name)} == {
        "must_play_levels", "win_condition", "kitty_mult_tractor", "pen_revoke"
    }  # fmt: skip


def test_what_the_number_of_decks_decides_is_no_basic_where_it_is_open() -> None:
    rules = load_rules("signal_cards")
    open_here = {"deck_count", "hand_size", "kitty_size"}
    assert {name for name in BASICS if not rules.may_accuse(name)} == open_here
    assert {rules.entry(name).standing for name in open_here} == {"inferred"}


def test_permanent_twos_change_only_what_the_sheet_says_of_them() -> None:
    without, with_twos = load_rules("tractor_intro"), load_rules("tractor_intro_two_permanent")
    assert {name: with_twos[name] for name in parameters() if without[name] != with_twos[name]} == {
        "permanent_trumps": ("jokers", "level_cards", "twos"),
        "two_permanent": True,
        "trump_order": "joker_level_two_suit",
        "side_order": "A_to_3_without_level",
        "no_trump_definition": "jokers_level_cards_and_twos",
        "tractor_trump_ace_with_side_level": False,
        "tractor_non_examples": (*without.words("tractor_non_examples"), "two_side_two_pairs"),
    }


def test_two_team_says_what_is_trump_and_who_leads() -> None:
    rules = load_rules("two_team")
    assert (rules["permanent_trumps"], rules.entry("permanent_trumps").line) == (
        ("jokers", "level_cards"),
        "L258",
    )
    assert (rules["lead_rights"], rules.entry("lead_rights").line) == ("dealer_then_winner", "L250")


# --- platforms ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_platform_states_all_it_says(name: str) -> None:
    entries = [entry for entry in load_rules(name).entries if entry.status != "filled"]
    assert {entry.status for entry in entries} == {"stated"}
    assert all(entry.clause for entry in entries)
    assert len(entries) > 90


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (
            "rbtying",
            {
                "throw_fail_lead": "first_beaten_in_play_order",
                "ruff_throw_comparison": "every_component",
                "kitty_mult_throw": "largest_component",
                "kitty_mult_tractor": "4n",
                "follow_longer_tractor": "best_decomposition",
                "advance_table": "std40_below_zero",
            },
        ),
        (
            "jerryyyu",
            {
                "throw_fail_lead": "fewest_cards_beaten_component",
                "ruff_throw_comparison": "highest_type_decides",
                "kitty_mult_throw": "twice_cards_thrown",
                "follow_longer_tractor": "shorter_not_required",
                "follow_throw": "pairs_by_number",
                "self_overturn": "yes",
            },
        ),
        (
            "fen80",
            {
                "throw_fail_lead": "fewest_cards_beaten_component",
                "ruff_throw_comparison": "highest_card",
                "kitty_mult_throw": "twice_cards_thrown",
                "follow_longer_tractor": "shorter_required",
                "follow_throw": "pairs_by_number",
                "must_play_levels": ("2", "5", "T", "K"),
            },
        ),
        (
            "godot",
            {
                "declare_cards": ("joker_pair", "level_plus_matching_joker"),
                "kitty_mult_single": 1,
                "kitty_mult_pair": 2,
                "kitty_mult_tractor": "2n",
                "later_dealer": "hold_same_else_next",
                "must_play_levels": ("5", "T", "K"),
            },
        ),
    ],
)
def test_a_platform_plays_its_own_way(name: str, values: dict[str, Value]) -> None:
    rules = load_rules(name)
    assert {each: rules[each] for each in values} == values
    assert all(rules.may_accuse(each) for each in values)
