"""The JSON form: lossless both ways, of the published schema, and never trusting what it reads."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from paipu.grammar import Record, loads, write
from paipu.grammar.jsonform import JsonFormError, _shape, from_json, schema, to_json
from tests.strategies import full_hands, records

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "tests/data/sjn").rglob("*.sjn"), *(ROOT / "records/samples").glob("*.sjn")])
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)
VALID = Draft202012Validator(schema())


def through_text(value: object) -> Any:
    return json.loads(json.dumps(value))


def everything(value: object) -> object:
    """A value with the fields that equality leaves out, as nested tuples."""
    if isinstance(value, tuple):
        return tuple(everything(item) for item in value)
    if is_dataclass(value):
        return (type(value), *(everything(getattr(value, field.name)) for field in fields(value)))
    return value


@slow
@given(st.one_of(records, full_hands()))
def test_a_record_survives_the_round_trip(record: Record) -> None:
    value = through_text(to_json(record))
    assert from_json(value) == record
    VALID.validate(value)
    assert through_text(to_json(from_json(value))) == value


@slow
@given(records)
def test_with_places_and_findings_nothing_at_all_is_lost(record: Record) -> None:
    [read] = loads(write(record))
    value = through_text(to_json(read, full=True))
    assert everything(from_json(value)) == everything(read)
    VALID.validate(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_damaged_files_survive_it_too(path: Path) -> None:
    for record in loads(path.read_bytes()):
        assert everything(from_json(through_text(to_json(record, full=True)))) == everything(record)


def test_findings_look_as_in_the_audit() -> None:
    [record] = loads("Tricks:\n1. N SA / W S1\n= *\n")
    assert record.findings
    assert to_json(record, full=True)["findings"] == [
        {name: finding.to_dict()[name] for name in finding.to_dict()} for finding in record.findings
    ]


def test_the_published_schema_is_that_of_the_model() -> None:
    published = json.loads((ROOT / "grammar" / "sjn.schema.json").read_text("utf-8"))
    assert published == schema(), "run: paipu export --schema -o grammar/sjn.schema.json"
    Draft202012Validator.check_schema(published)


WRONG: list[tuple[object, str]] = [
    ([], "the record"),
    ({}, "sjn_json"),
    ({"sjn_json": True}, "sjn_json"),
    ({"sjn_json": 2}, "sjn_json"),
    ({"sjn_json": 1, "more": 1}, "more"),
    ({"sjn_json": 1, "tags": {}}, "tags"),
    ({"sjn_json": 1, "tags": [1]}, "tags[0]"),
    ({"sjn_json": 1, "tags": [{"name": "A"}]}, "tags[0]"),
    ({"sjn_json": 1, "tags": [{"name": "A", "value": 1}]}, "tags[0].value"),
    ({"sjn_json": 1, "kitty": {"cards": "S1"}}, "kitty.cards"),
    ({"sjn_json": 1, "kitty": {"cards": 5}}, "kitty.cards"),
    ({"sjn_json": 1, "kitty": 5}, "kitty"),
    ({"sjn_json": 1, "deal": [{"seat": "X", "cards": ""}]}, "deal[0].seat"),
    ({"sjn_json": 1, "auction": [{"type": "play", "seat": "N", "cards": ""}]}, "auction[0].type"),
    ({"sjn_json": 1, "auction": [{"type": [], "seat": "N", "cards": ""}]}, "auction[0].type"),
    ({"sjn_json": 1, "tricks": [{"number": True, "plays": []}]}, "tricks[0].number"),
    ({"sjn_json": 1, "result": {"state": "won"}}, "result.state"),
]


@pytest.mark.parametrize(("value", "where"), WRONG)
def test_what_is_no_record_is_refused_by_reader_and_schema(value: object, where: str) -> None:
    with pytest.raises(JsonFormError) as caught:
        from_json(value)
    assert (caught.value.where or "the record") == where
    assert not VALID.is_valid(value)


def test_a_float_is_no_number() -> None:
    """To JSON Schema 1.0 is an integer, to the reader it is not."""
    with pytest.raises(JsonFormError, match="not a whole number"):
        from_json({"sjn_json": 1, "tricks": [{"number": 1.0, "plays": []}]})


def test_deep_nesting_is_refused() -> None:
    value: dict[str, Any] = {"seat": "N", "cards": "SA"}
    for _ in range(400):
        value = {"seat": "N", "cards": "SA", "variations": [{"tricks": [{"number": 1, "plays": [value]}]}]}
    with pytest.raises(JsonFormError, match="nested too deeply"):
        from_json({"sjn_json": 1, "tricks": [{"number": 1, "plays": [value]}]})


def test_a_bid_needs_no_type() -> None:
    """What was written before there was a second class can still be read."""
    bid = {"seat": "N", "cards": "S2"}
    named = {"type": "bid", **bid}
    assert from_json({"sjn_json": 1, "auction": [bid]}) == from_json({"sjn_json": 1, "auction": [named]})
    VALID.validate({"sjn_json": 1, "auction": [bid, named]})


@dataclass(frozen=True)
class Inner:
    word: str
    seen: bool = True


@dataclass(frozen=True)
class Other:
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Outer:
    """A class the form has never seen."""

    either: Inner | Other | None = None
    word: Literal["a"] | Literal["b"] | int | None = None
    nothing: str | None = "set"
    many: tuple[Inner | Other, ...] = ()
    hidden: int = field(default=0, compare=False)


@pytest.mark.parametrize(
    "value",
    [
        Outer(),
        Outer(Inner("x", False), "b", None, (Other((("k", 1), ("l", 2))), Inner(""))),
        Outer(Other(), 7, "", (), 3),
    ],
)
def test_classes_of_other_shapes_come_along(value: Outer) -> None:
    shape = _shape(Outer)
    assert everything(shape.read(through_text(shape.write(value, True)), "")) == everything(value)


def test_types_that_cannot_be_told_apart_are_a_fault_of_the_model() -> None:
    for kind in (str | Literal["a"], tuple[int, ...] | str, dict[str, int], float):
        with pytest.raises(TypeError):
            _shape(kind)
