"""The weight of a status: what may accuse, and what is only noted."""

from __future__ import annotations

import pytest

from paipu.replay.rules import BASICS, load_rules, parameters, read_rules

HBUT = load_rules("hbut_2013")


def entry_with(
    status: str, certainty: str | None = None, name: str = "throw_suits", value: str = "side_suit"
) -> str:
    """A sheet that says one thing with this status."""
    more = f', certainty = "{certainty}"' if certainty else ""
    more += f', readings = [{{ value = "{value}", en = "a", zh = "甲" }}]' if status == "ambiguous" else ""
    return f'id = "club"\n{name} = {{ value = "{value}", status = "{status}"{more} }}'


@pytest.mark.parametrize(
    ("status", "certainty", "accuses"),
    [
        ("stated", None, True),
        ("restored", "certain", True),
        ("restored", "high", True),
        ("restored", "medium", False),
        ("restored", "low", False),
        ("inferred", None, False),
        ("ambiguous", None, False),
    ],
)
def test_a_status_decides_whether_a_value_may_accuse(
    status: str, certainty: str | None, accuses: bool
) -> None:
    assert read_rules(entry_with(status, certainty)).may_accuse("throw_suits") is accuses


def test_an_inferred_basic_weighs_like_its_fill_only_if_it_equals_it() -> None:
    same = read_rules(entry_with("inferred", name="follow_tractor", value="tractor_else_pairs_else_any"))
    other = read_rules(entry_with("inferred", name="follow_tractor", value="tractor_else_any"))
    assert (same.may_accuse("follow_tractor"), same.entry("follow_tractor").standing) == (True, "basic")
    assert (other.may_accuse("follow_tractor"), other.entry("follow_tractor").standing) == (False, "inferred")


def test_an_ambiguous_basic_does_not_accuse() -> None:
    rules = read_rules(entry_with("ambiguous", name="tie_rule", value="first_played_wins"))
    assert not rules.may_accuse("tie_rule")


def test_fills_accuse_only_where_they_make_the_game_what_it_is() -> None:
    empty = read_rules('id = "club"')
    assert {name for name in parameters() if empty.may_accuse(name)} == BASICS


@pytest.mark.parametrize("name", parameters())
def test_standard_may_always_accuse(name: str) -> None:
    assert load_rules("standard").may_accuse(name)


@pytest.mark.parametrize(
    ("name", "standing", "accuses"),
    [
        ("follow_suit", "stated", True),
        ("follow_pair", "basic", True),  # inferred, equal to its fill
        ("follow_tractor", "basic", True),
        ("pair_definition", "basic", True),  # silent
        ("throw_success_test", "inferred", False),
        ("tractor_skip_level_rank", "inferred", False),
        ("tractor_min_pairs", "inferred", False),
        ("advance_table", "ambiguous", False),
        ("kitty_mult_triple", "ambiguous", False),
        ("pen_accumulated", "ambiguous", False),  # misprint corrected
        ("tractor_wrap", "filled", False),
        ("follow_short_suit", "filled", False),
    ],
)
def test_hbut(name: str, standing: str, accuses: bool) -> None:
    entry = HBUT.entry(name)
    assert (entry.standing, entry.may_accuse, HBUT.may_accuse(name)) == (standing, accuses, accuses)


def test_an_override_may_accuse() -> None:
    assert load_rules("hbut_2013; advance_table=wuhan531_regular").weight("advance_table").severity == "error"


@pytest.mark.parametrize(
    ("names", "severity", "weakest"),
    [
        (["follow_suit"], "error", "follow_suit"),
        (["follow_suit", "follow_pair"], "error", "follow_pair"),
        (["follow_suit", "tractor_skip_level_rank"], "note", "tractor_skip_level_rank"),
        (["tractor_wrap", "tractor_skip_level_rank"], "note", "tractor_skip_level_rank"),
        (["advance_table", "tractor_wrap", "advance_cap"], "note", "advance_table"),
    ],
)
def test_a_finding_weighs_what_its_weakest_value_weighs(
    names: list[str], severity: str, weakest: str
) -> None:
    weight = HBUT.weight(*names)
    assert (weight.severity, weight.weakest.name) == (severity, weakest)


def test_readings_are_values_that_may_be_chosen() -> None:
    assert HBUT.readings("advance_table") == ("wuhan531", "wuhan531_regular", "wuhan531_third")
    assert HBUT.readings("must_play_levels") == ((), ("A",))
    assert HBUT.readings("hand_size") == (25,)
    for entry in HBUT.entries:
        for value in HBUT.readings(entry.name):
            assert HBUT.replaced(entry.name, value)[entry.name] == value


def test_every_ambiguous_value_has_another_reading() -> None:
    for entry in HBUT.entries:
        assert entry.status != "ambiguous" or len(HBUT.readings(entry.name)) > 1


def test_readings_can_be_shown_as_sentences() -> None:
    assert HBUT.entry("kitty_mult_triple").texts == (
        "no_capture: a last trick of AAK or AKK gives no kitty points",
        "as_single: it counts as a single",
    )
