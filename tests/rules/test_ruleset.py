"""Rule sets: loading, overrides, errors, completeness, and the agreement of sheets with their reading."""

from __future__ import annotations

import pickle
import re
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from paipu.replay.rules import RuleError, load_rules, parameters, read_rules, rule_ids, value_text

SHARED = Path(__file__).parents[3] / "shared"

SHEET = """
id = "club"
title = "Club rules"
throw_allowed = { value = "no", clause = "4.2" }
"""


@pytest.fixture(scope="module")
def matrix() -> dict[str, dict[str, str]]:
    """What the reading of `hbut_2013` says of each parameter: clause, line, mark, value."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    text = (SHARED / "rules" / "matrix.md").read_text(encoding="utf-8")
    section = text.split("### 21. `hbut_2013`")[1].split("**Silent on**")[0]
    pattern = r"^- `(\w+)`: (.+?) \[([^\]]*L\d[^\]]*)\](?: \*\*\[(.+?)\]\*\*)?$"
    return {
        name: {"value": value, **_place(place), "mark": mark or ""}
        for name, value, place, mark in re.findall(pattern, section, re.M)
    }


def _place(text: str) -> dict[str, str]:
    """`九(一),(四) L99, L105` is the clause 九(一),(四) in the lines L99, L105."""
    parts = [re.match(r"(.*?) ?(L\d.*)", part) for part in text.split("; ")]
    found = [part for part in parts if part is not None]
    return {"clause": "; ".join(part[1] for part in found), "line": "; ".join(part[2] for part in found)}


def test_the_reading_is_parsed_whole(matrix: dict[str, dict[str, str]]) -> None:
    text = (SHARED / "rules" / "matrix.md").read_text(encoding="utf-8")
    section = text.split("### 21. `hbut_2013`")[1].split("**Silent on**")[0]
    assert set(matrix) == set(re.findall(r"^- `(\w+)`:", section, re.M))


def test_hbut_names_exactly_the_parameters_of_its_reading(matrix: dict[str, dict[str, str]]) -> None:
    entries = load_rules("hbut_2013").entries
    assert {entry.name for entry in entries if entry.status != "filled"} == set(matrix)


def test_hbut_stands_on_the_clauses_and_lines_of_its_reading(matrix: dict[str, dict[str, str]]) -> None:
    rules = load_rules("hbut_2013")
    found = {
        name: {"clause": rules.entry(name).clause or "", "line": rules.entry(name).line} for name in matrix
    }
    assert found == {name: {"clause": each["clause"], "line": each["line"]} for name, each in matrix.items()}


def test_hbut_has_the_status_of_its_reading(matrix: dict[str, dict[str, str]]) -> None:
    marks = {
        "": "stated",
        "inferred": "inferred",
        "ambiguous, recommended reading": "ambiguous",
        "misprint corrected": "ambiguous",
    }
    rules = load_rules("hbut_2013")
    assert {name: rules.entry(name).status for name in matrix} == {
        name: marks[each["mark"]] for name, each in matrix.items()
    }


def test_hbut_has_the_plain_values_of_its_reading(matrix: dict[str, dict[str, str]]) -> None:
    rules = load_rules("hbut_2013")
    # Values that are words rather than identifiers in the reading have their own spelling here.
    plain = {
        name: each["value"].split(" (")[0]
        for name, each in matrix.items()
        if each["value"].split(" (")[0] in {*parameters()[name].values, *"0123456789"}
        or parameters()[name].type in ("bool", "int")
    }
    assert len(plain) > 60
    plain["forfeit_late"] = plain["forfeit_late"].removesuffix(" min")
    assert {name: value_text(rules[name]) for name in plain} == plain


def test_hbut_lines_exist_in_the_sheet() -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    (sheet,) = (SHARED / "seeds").glob("003_*.txt")
    length = len(sheet.read_text(encoding="utf-8").splitlines())
    for entry in load_rules("hbut_2013").entries:
        assert all(1 <= int(number) <= length for number in re.findall(r"\d+", entry.line or ""))


@pytest.mark.parametrize("name", rule_ids())
def test_every_rule_set_is_complete_and_its_values_are_allowed(name: str) -> None:
    rules = load_rules(name)
    assert [entry.name for entry in rules.entries] == list(parameters())
    for entry in rules.entries:
        assert entry.value == rules[entry.name] == parameters()[entry.name].check_value(entry.value)
        assert entry.value in rules.readings(entry.name)
        assert (entry.status == "filled") <= (entry.value == parameters()[entry.name].fill)
    assert rules.title
    assert re.search(r"[\u4e00-\u9fff]", rules.title_zh)
    assert rules.source


def test_standard_states_every_value() -> None:
    assert {entry.status for entry in load_rules("standard").entries} == {"stated"}
    assert rule_ids()[0] == "standard"


def test_what_a_sheet_is_silent_on_shows_as_filled() -> None:
    entry = load_rules("hbut_2013").entry("tractor_wrap")
    assert (entry.value, entry.status, entry.clause, entry.standing) == (False, "filled", None, "filled")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tractor_skip_level_rank", True),
        ("tractor_joker_pairs", True),
        ("tractor_trump_ace_with_side_level", False),
        ("throw_fail_penalty", "10_per_card"),
        ("throw_fail_count_basis", "beaten"),
        ("kitty_mult_single", 1),
        ("kitty_mult_pair", 2),
        ("kitty_mult_tractor", "2n"),
        ("overturn_repeat", "once"),
        ("overturn_suit_order", "none"),
        ("advance_table", "botzone"),
    ],
)
def test_the_judge_profile_states_what_the_judge_does(name: str, value: object) -> None:
    entry = load_rules("botzone").entry(name)
    assert (entry.value, entry.status, entry.clause) == (value, "stated", "judge")


def test_overrides_are_stated_and_the_spec_comes_back() -> None:
    spec = "hbut_2013; throw_allowed=yes; must_play_levels=2,J,A; two_permanent=true; advance_cap=none"
    rules = load_rules(spec)
    assert str(rules) == spec
    assert rules["throw_allowed"] == "yes"
    assert rules["must_play_levels"] == ("2", "J", "A")
    assert rules["two_permanent"] is True
    assert rules["advance_cap"] == "none"
    entry = rules.entry("must_play_levels")
    assert (entry.status, entry.clause, entry.readings, entry.may_accuse) == ("stated", "header", (), True)
    assert rules.entry("hand_size") == load_rules("hbut_2013").entry("hand_size")


def test_spacing_of_a_spec_does_not_matter() -> None:
    assert load_rules(" hbut_2013 ;throw_allowed = yes; ") == load_rules("hbut_2013; throw_allowed=yes")


def test_rule_sets_are_equal_by_id_and_overrides() -> None:
    plain, changed = load_rules("hbut_2013"), load_rules("hbut_2013; throw_allowed=yes")
    assert plain != changed
    assert len({plain, changed, plain.replaced("throw_allowed", "yes")}) == 2
    assert load_rules("hbut_2013") is plain


def test_replacing_twice_keeps_one_override() -> None:
    rules = load_rules("standard").replaced("throw_allowed", "no").replaced("throw_allowed", "yes")
    assert str(rules) == "standard; throw_allowed=yes"
    with pytest.raises(RuleError, match="throw_allowed"):
        rules.replaced("throw_allowed", "perhaps")


def test_rule_sets_are_frozen_and_travel_between_processes() -> None:
    rules = load_rules("hbut_2013; throw_allowed=yes")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert again.entries == rules.entries
    with pytest.raises(FrozenInstanceError):
        rules.id = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("hbut", "no such rule set: 'hbut'; did you mean hbut_2013? known: standard"),
        ("", "no such rule set: ''; known: standard"),
        ("standard; throw_alowed=yes", "no such parameter: 'throw_alowed'; did you mean throw_allowed?"),
        (
            "standard; throw_allowed=maybe",
            "throw_allowed: 'maybe' is not allowed; allowed: yes, only_AAK_AKK, no",
        ),
        ("standard; throw_allowed", "'throw_allowed' is not of the form parameter=value"),
        ("standard; throw_allowed=yes; throw_allowed=no", "throw_allowed is given twice"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules(spec)
    assert message in str(caught.value)


def test_asking_for_an_unknown_parameter_is_an_error() -> None:
    rules = load_rules("standard")
    for ask in (rules.__getitem__, rules.entry, rules.readings, rules.may_accuse, rules.weight):
        with pytest.raises(RuleError, match="did you mean throw_allowed"):
            ask("throw_alowed")


def test_typed_access_gives_the_value_or_says_what_it_is() -> None:
    rules = load_rules("hbut_2013")
    assert (rules.number("advance_cap"), rules.flag("two_permanent"), rules.word("tie_rule")) == (
        5,
        False,
        "first_played_wins",
    )
    assert rules.words("must_play_levels") == ()
    with pytest.raises(TypeError, match="advance_cap is none here"):
        load_rules("standard").number("advance_cap")


def test_a_sheet_of_ones_own_is_filled_from_standard() -> None:
    rules = read_rules(SHEET)
    assert (rules.id, rules.kind, rules.title_zh) == ("club", "sheet", "Club rules")
    assert rules.entry("throw_allowed").clause == "4.2"
    assert rules.entry("deck_count").standing == "basic"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('throw_suit = { value = "any_one_suit" }', "club.toml: no such parameter: 'throw_suit'"),
        ('throw_suits = { value = "hearts" }', "club.toml: throw_suits: 'hearts' is not allowed"),
        ('throw_suits = { clause = "1" }', "club.toml: throw_suits: no value"),
        ('throw_suits = { value = "side_suit", claus = "1" }', "throw_suits: unknown key claus"),
        ('throw_suits = { value = "side_suit", status = "sure" }', "throw_suits: status 'sure'"),
        ('throw_suits = { value = "side_suit", status = "restored" }', "throw_suits: a restored value"),
        ('throw_suits = { value = "side_suit", certainty = "high" }', "throw_suits: a restored value"),
        ('throw_suits = { value = "side_suit", status = "ambiguous" }', "throw_suits: an ambiguous value"),
        ('throws = "yes"', "club.toml: unknown key throws"),
        ("throw_suits =", "club.toml: "),
    ],
)
def test_a_wrong_sheet_names_file_and_parameter(line: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_rules(f"{SHEET}\n{line}", "club.toml")
    assert message in str(caught.value)


def test_a_sheet_needs_an_id() -> None:
    with pytest.raises(RuleError, match="no id"):
        read_rules('title = "Club rules"')


def test_a_value_without_a_meaning_in_play_is_refused() -> None:
    """No sheet joins trumps and a side suit in a tractor, and no lead could hold one."""
    with pytest.raises(RuleError, match="cannot be played"):
        load_rules("standard; tractor_trump_with_side=true")
