"""`paipu import`: SJN on standard output, findings on standard error, the fixed exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paipu.cli.import_ import import_command
from paipu.grammar import loads

VIEW = json.dumps(
    {
        "requests": [
            {
                "stage": "deal",
                "deliver": [23],
                "playerpos": 0,
                "global": {"first_round": True, "level": "2", "banking": {"called": -1}},
            }
        ],
        "responses": [],
    }
)


def run(*arguments: str, data: str | bytes | None = None) -> Result:
    return CliRunner().invoke(import_command, arguments, input=data)


@pytest.fixture
def view(tmp_path: Path) -> Path:
    path = tmp_path / "view.json"
    path.write_text(VIEW, encoding="utf-8")
    return path


def test_a_file_is_printed_as_sjn_and_notes_are_no_fault(view):
    result = run(str(view))
    assert result.exit_code == 0
    (record,) = loads(result.stdout)
    assert record.tag("Source") == "view.json (Botzone bot input, one seat's view)"
    assert "note" in result.stderr
    assert "[import.botzone.suits]" in result.stderr


def test_standard_input_and_output_file(tmp_path):
    out = tmp_path / "out.sjn"
    result = run("-", "-o", str(out), data=VIEW)
    assert (result.exit_code, result.stdout) == (0, "")
    assert loads(out.read_bytes())[0].tag("Event") == "Botzone"


def test_a_warning_is_1_an_error_2_and_nothing_read_3():
    assumed = VIEW.replace('"first_round": true, ', "").replace('"playerpos": 0, ', "")
    assert run("-", data=assumed).exit_code == 1
    assert run("-", data=VIEW.replace("23", "230")).exit_code == 2
    assert run("-", data="{}").exit_code == 3
    assert run("-", "--from", "godot", data=VIEW).exit_code == 3


def test_a_merge_mark_is_named_with_its_place():
    result = run("-", data='{\n<<<<<<< HEAD\n"requests": []\n=======\n}')
    assert (result.exit_code, result.stdout) == (3, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("-:2:1: error: ")
    assert "<<<<<<<" in line


def test_a_file_that_cannot_be_opened_is_3(tmp_path, view):
    assert run(str(tmp_path / "none.json")).exit_code == 3
    assert run(str(tmp_path)).exit_code == 3
    assert run(str(view), "-o", str(tmp_path / "no" / "out.sjn")).exit_code == 3


def test_an_unknown_format_is_a_usage_error_that_lists_the_known_ones(view):
    result = run(str(view), "--from", "pgn")
    assert result.exit_code == 2
    assert "botzone" in result.stderr


def test_sjn_in_other_spellings_comes_out_canonical():
    result = run("-", data='[SJN "1"]\n\nTricks:\n1. 北 ♠A / 西 ♠3 / 南 ♠5 / 东 ♠10\n= *\n'.encode())
    assert "1. N SA / W S3 / S S5 / E ST" in result.stdout.splitlines()
