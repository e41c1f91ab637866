"""Detection, dispatch, the way through SJN, and that no bytes make an import raise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.grammar import dumps, loads
from paipu.records import botzone, formats, godot, rooms
from paipu.records.formats import FORMATS, detect, import_bytes
from paipu.records.imported import base_name, clean
from paipu.records.jsonread import documents, integer

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "records"
REAL = {
    "botzone/judge_jacksimbol_a2b64da8.json": ("botzone", 1),
    "botzone/malformed_roushelfy_df570f0f.json": ("botzone", 0),
    "botzone/view_dylanwrh_a1a6b001.json": ("botzone", 1),
    "botzone/view_jacksimbol_fcc0e385.json": ("botzone", 1),
    "botzone/view_roushelfy_52508a97.json": ("botzone", 1),
    "botzone/view_roushelfy_77fbe818.json": ("botzone", 1),
    "botzone/view_roushelfy_97912aab.json": ("botzone", 1),
    "botzone/view_roushelfy_a7af39f3.json": ("botzone", 1),
    "godot/standard_log.json": ("godot", 4),
    "room_jsonl/room_3rounds.jsonl": ("rooms", 3),
    "room_jsonl/deep_leads_40.jsonl": ("rooms", 40),
}
IMPORTERS = {"botzone": botzone.read, "rooms": rooms.read, "godot": godot.read}


@pytest.mark.parametrize("path", REAL)
def test_real_files_are_recognised(real, path):
    assert detect(real(path)) == REAL[path][0]


@pytest.mark.parametrize("path", REAL)
def test_what_an_importer_made_is_what_its_text_says(real, path):
    """The records come back from the SJN written of them unchanged, and without a finding."""
    made = IMPORTERS[REAL[path][0]](real(path), name="f").records
    imported = import_bytes(real(path), "f")
    assert imported.records == made
    assert len(made) == REAL[path][1]
    assert [finding for record in imported.records for finding in record.findings] == []
    assert dumps(imported.records) == imported.sjn_text == dumps(loads(imported.sjn_text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[SJN "1"]\n', "sjn"),
        ("\ufeff[Event “x”]", "sjn"),
        ("Deal:\nE SA", "sjn"),
        ("发牌：\n东 黑桃A", "sjn"),
        ("1. N SA / W S3", "sjn"),
        ("1. 北 ♠A", "sjn"),
        ('{"requests": [', "botzone"),
        ('{"logs": [{}]}', "botzone"),
        ("<html><script>_rawLogJSON = 1", "botzone"),
        ('{"e": "round_start"}', "rooms"),
        ('{"rounds": [], "rule_config": {}}', "godot"),
        ('{"rule_config": {}, "rounds": []}', "godot"),
        ("{}", None),
        ("[]", None),
        ("[1, 2]", None),
        ("hello", None),
        ("", None),
        ("<!DOCTYPE html><p>Deal:", None),
        ("\x00\x01Deal:\x02", None),
    ],
)
def test_detection(text, expected):
    assert detect(text.encode()) == expected


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030", "utf-8-sig"])
def test_detection_and_names_in_other_encodings(encoding):
    text = json.dumps(
        {"requests": [{"stage": "deal"}], "playerNames": ["甲", "乙", "丙", "丁"]}, ensure_ascii=False
    )
    data = text.encode(encoding)
    assert detect(data) == "botzone"
    imported = import_bytes(data, "x")
    assert imported.records[0].tag("North") == "甲"
    assert "text.encoding" in [finding.code for finding in imported.findings]


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "import.empty"), (b" \n", "import.empty"), (b"[1]", "import.unknown_format")]
)
def test_what_is_no_record_is_said(data, code):
    imported = import_bytes(data)
    assert (imported.records, imported.format, imported.sjn_text) == ((), None, "")
    assert [finding.code for finding in imported.findings] == [code]


def test_a_format_may_be_forced_and_must_exist():
    assert import_bytes(b"{}", format="rooms").format == "rooms"
    with pytest.raises(ValueError, match="no such format: 'pgn'"):
        import_bytes(b"{}", format="pgn")


def test_sjn_goes_through_the_reader_of_sjn():
    imported = import_bytes('[SJN "1"]\n[Event "x"]\n= 甲'.encode())
    assert imported.format == "sjn"
    assert imported.records == tuple(loads('[SJN "1"]\n[Event "x"]\n= 甲'))
    assert imported.records[0].findings != ()


def test_a_file_of_too_many_hands_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(formats, "MAX_HANDS", 2)
    imported = import_bytes(b'{"e": "round_start"}\n' * 5, "x")
    assert len(imported.records) == 2
    (said,) = [finding for finding in imported.findings if finding.code == "import.limit"]
    assert said.loses_data
    assert "3 are left out" in said.message


# Small helpers


def test_a_file_name_loses_its_path_and_a_name_its_control_characters():
    assert base_name("/tmp/a\\b/c.json") == "c.json"
    assert clean('<b>"\r\n\0x\u2028') == '<b>" x'
    assert clean(None) == ""
    assert len(clean("x" * 10_000)) == 200


def test_numbers_are_whole_and_of_sane_size():
    assert [integer(value) for value in (1, -3, 2.0, 2.5, 10**9, True, None, "1", float("inf"))] == [
        1,
        -3,
        2,
        *[None] * 6,
    ]


def test_many_bad_lines_are_counted_not_listed():
    values, findings = documents('{"a": 1}\n' + "{\n" * 100)
    assert len(values) == 1
    assert len(findings) == 21
    assert "80 more" in findings[-1].message


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 50_000, "1" * 100_000])
def test_deep_and_long_json_is_a_finding(text):
    assert documents(text)[0] == [] or documents(text)[1] == []
    imported = import_bytes(text.encode(), format="botzone")
    assert imported.records == ()
    assert imported.findings != ()


# No bytes raise


@given(st.binary(max_size=400))
def test_any_bytes(data):
    imported = import_bytes(data, "x")
    assert imported.records or imported.findings


@given(st.binary(max_size=200), st.sampled_from(sorted(FORMATS)))
def test_any_bytes_as_any_format(data, format_):
    imported = import_bytes(data, "x", format_)
    assert imported.format == format_


KEYS = st.sampled_from(
    re.findall(
        r"\w+",
        """
        log logs initdata output content display event 0 1 2 3 response stage deliver global banking
        called snatched major banker level history total_score requests responses playerpos first_round
        poker currplayer e seat cards deck round_start declare bury play trump round_end schema setup plays
        rounds rule_config debug tricks initial_hands bottom_cards settlement bid suit type rank players name
        """,
    )
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 110)
    | st.floats()
    | st.text(max_size=4)
    | KEYS
    | st.sampled_from(["deal", "cover", "play", "finish", "deep-lead-state-v1", "SA", "♦10", "n", "h", "OK"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=8), st.sampled_from(sorted(IMPORTERS)))
def test_any_json_of_their_keys(value, name):
    imported = import_bytes(json.dumps(value).encode(), "x", name)
    assert tuple(loads(imported.sjn_text)) == imported.records


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value that something else could stand at."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        item = stack.pop()
        keys = item.keys() if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        for key in keys:
            found.append((item, key))
            stack.append(item[key])
    return found


MUTABLE = [path for path in REAL if "malformed" not in path and "deep" not in path]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_real_files_with_something_else_in_some_places(real, data):
    path = data.draw(st.sampled_from(MUTABLE))
    text = real(path).decode()
    value = [json.loads(line) for line in text.splitlines()] if path.endswith("l") else json.loads(text)
    for _ in range(data.draw(st.integers(1, 4))):
        places = nodes(value)
        owner, key = places[data.draw(st.integers(0, len(places) - 1))]
        owner[key] = data.draw(VALUES)
    importer = REAL[path][0]
    made = IMPORTERS[importer](json.dumps(value).encode(), name="f").records
    imported = import_bytes(json.dumps(value).encode(), "f", importer)
    assert imported.records == made


@given(st.data())
def test_real_files_cut_short(real, data):
    path = data.draw(st.sampled_from(sorted(REAL)))
    whole = real(path)
    imported = import_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))], "f")
    assert imported.records or imported.findings
