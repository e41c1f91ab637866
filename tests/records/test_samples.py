"""The sample games: canonical text, without a fault of the text, and what their logs say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paipu.grammar import dumps, loads
from paipu.records import botzone, godot, rooms
from paipu.records.sample_games import samples

TEXTS = {name: data.decode() for name, data in samples()}
MADE = {
    "botzone_2023.sjn": (botzone.read, "botzone/judge_jacksimbol_a2b64da8.json", 1),
    "rooms_three_rounds.sjn": (rooms.read, "room_jsonl/room_3rounds.jsonl", 3),
    "godot_two_rounds.sjn": (godot.read, "godot/standard_log.json", 2),
}


def test_the_converted_games_are_there():
    assert set(MADE) <= set(TEXTS)


@pytest.mark.parametrize("name", TEXTS)
def test_a_sample_is_canonical_and_has_no_finding(name):
    records = loads(TEXTS[name])
    assert records
    assert dumps(records) == TEXTS[name]
    assert [finding for record in records for finding in record.findings] == []
    assert all(record.tag("Source") for record in records)


@pytest.mark.parametrize("name", MADE)
def test_a_converted_sample_says_what_its_log_says(real, name):
    read, path, count = MADE[name]
    converted = read(real(path), name="").records[:count]
    kept = loads(TEXTS[name])
    assert len(kept) == count
    for old, new in zip(kept, converted, strict=True):
        tags = [(tag.name, tag.value) for tag in new.tags if tag.name != "Source"]
        assert [(tag.name, tag.value) for tag in old.tags if tag.name != "Source"] == tags
        assert replace(old, tags=()) == replace(new, tags=())
