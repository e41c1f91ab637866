"""`paipu export`, and that `paipu import` and `paipu audit` read back what it writes."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from paipu.cli.export import export
from paipu.cli.main import main
from paipu.grammar import dumps, loads
from paipu.records.formats import detect, import_bytes

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "records" / "samples").glob("*.sjn")),
    *sorted((ROOT / "tests/data/sjn/valid").glob("*.sjn")),
]
HAND = '[SJN "1"]\n\nTricks:\n1. N SA / W S3 / S S5 / E S7\n= 5\n'


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(export, [*arguments, "--lang", "en"], input=text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("more", [[], ["--full"]], ids=["plain", "full"])
def test_what_is_exported_is_imported_again(path: Path, form: str, more: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(str(path), "--format", form, "-o", str(out), *more).exit_code == 0
    assert detect(out.read_bytes()) == "sjn-json"
    imported = import_bytes(out.read_bytes(), out.name)
    assert imported.findings == ()
    assert imported.records == tuple(loads(path.read_bytes()))
    assert imported.sjn_text == dumps(loads(path.read_bytes()))


def test_json_is_an_array_of_valid_records_and_jsonl_one_a_line() -> None:
    two = HAND + "\n" + HAND
    values = json.loads(run("-", text=two).stdout)
    lines = run("-", "--format", "jsonl", text=two).stdout.splitlines()
    assert [json.loads(line) for line in lines] == values
    validator = Draft202012Validator(json.loads(run("--schema").stdout))
    assert [validator.is_valid(value) for value in values] == [True, True]


def test_sjn_is_the_canonical_form() -> None:
    assert run("-", "--format", "sjn", text=HAND.replace("N SA", "北 ♠A")).stdout == HAND


def test_no_hand_is_an_empty_array() -> None:
    result = run("-", text="{}")
    assert (result.exit_code, json.loads(result.stdout)) == (3, [])
    assert "not known" in result.stderr


def test_exit_status() -> None:
    assert run().exit_code == 2
    assert run("nowhere.sjn").exit_code == 3
    assert run("-", text=HAND.replace("W S3", "W S1")).exit_code == 2
    assert run("-", "-o", "/nowhere/out.json", text=HAND).exit_code == 3


def test_a_record_that_is_none_is_left_out_with_its_reason() -> None:
    good = json.loads(run("-", text=HAND).stdout)[0]
    bad = {"sjn_json": 1, "tags": [{"name": "no name", "value": ""}]}
    lone = {"sjn_json": 1, "tags": [{"name": "Event", "value": "\ud800"}]}
    imported = import_bytes(json.dumps([bad, good, lone, 7]).encode(), "a.json")
    assert imported.format == "sjn-json"
    assert len(imported.records) == 1
    assert [finding.code for finding in imported.findings] == ["import.sjn_json"] * 3
    assert imported.findings[0].message == "record 1 cannot be written as SJN: not a tag name: 'no name'"
    assert imported.findings[2].message == "record 4, the record: not an object"
    assert all(finding.loses_data for finding in imported.findings)


def test_one_record_by_itself_is_read_too() -> None:
    [value] = json.loads(run("-", text=HAND).stdout)
    assert import_bytes(json.dumps(value).encode()).sjn_text == HAND


def test_the_verbs_for_other_formats_take_it() -> None:
    exported = run("-", text=HAND).stdout
    assert CliRunner().invoke(main, ["import", "-"], input=exported).stdout == HAND
    assert json.loads(CliRunner().invoke(main, ["audit", "-", "--format", "json"], input=exported).stdout)


# What can be looked at


TEACHING = ROOT / "records" / "samples" / "teaching.sjn"


def test_a_position_is_a_picture() -> None:
    result = run(str(TEACHING), "--to", "svg", "--at", "8.4")
    assert result.exit_code == 0
    root = ET.fromstring(result.stdout)
    marked = [g.get("aria-label") for g in root.iter() if "is-duty" in g.get("class", "")]
    assert marked == ["♣8"]
    assert "Trick 8 · East" in "".join(root.itertext())


def test_a_picture_of_a_seat_has_its_cards_alone() -> None:
    root = ET.fromstring(run(str(TEACHING), "--to", "svg", "--seat", "N").stdout)
    cards = [g.get("aria-label") for g in root.iter() if g.get("class", "").startswith("mini")]
    assert len([card for card in cards if card]) == 25


def test_a_game_is_one_file_in_the_language_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert CliRunner().invoke(
        export, [str(TEACHING), "--to", "html", "--lang", "zh", "-o", str(out)]
    ).exit_code == 0  # fmt: skip
    text = out.read_text("utf-8")
    assert '<html lang="zh-CN">' in text
    assert "跟对子" in text
    assert "有对不跟" in text
    assert "://" not in re.sub(r"http://www\.w3\.org/\S+", "", text)


def test_a_seat_exports_what_it_saw() -> None:
    [value] = json.loads(run(str(TEACHING), "--seat", "S").stdout)
    assert [dealt["seat"] for dealt in value["deal"]] == ["S"]
    text = run(str(TEACHING), "--to", "sjn", "--seat", "public").stdout
    assert "Deal:" not in text
    assert "E ????????" in text


def test_one_hand_of_several() -> None:
    two = HAND + "\n" + HAND.replace("SA", "SK")
    assert run("-", "--to", "sjn", "--hand", "2", text=two).stdout == HAND.replace("SA", "SK")
    assert "♠K" in run("-", "--to", "svg", "--hand", "2", "--at", "1.1", text=two).stdout


def test_what_cannot_be_drawn_is_told() -> None:
    assert run(str(TEACHING), "--to", "svg", "--at", "99.1").exit_code == 2
    assert run("-", "--to", "svg", text="{}").exit_code == 3
    assert run(str(TEACHING), "--to", "html", "--hand", "2").exit_code == 3
