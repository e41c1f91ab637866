"""Seats named SE NE NW SW: the same game under other names, everywhere a name stands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pygments.token import Name

from paipu.grammar import (
    SEATS,
    Record,
    Seat,
    Tag,
    dumps,
    from_json,
    iter_headers,
    loads,
    redacted,
    reduced,
    to_json,
    write,
)
from paipu.grammar.coarse import read_coarse
from paipu.grammar.jsonform import JsonFormError, schema
from paipu.grammar.pygments_lexer import SJNLexer
from paipu.grammar.seats import COMPASS, CORNERS
from paipu.replay import audit, compare
from paipu.replay.judge import judge
from paipu.replay.rules import load_rules
from tests.grammar.test_editors import painted

TEACHING = Path(__file__).parents[2] / "records" / "samples"
SEATING = '[Seats "SE NE NW SW"]\n'
TEXT = f"""[SJN "1"]
{SEATING}[SouthEast "A"]
[NorthWest "C"]
[Rules "annex3_sixteen_hands"]
[Levels "NESW:8 SENW:5"]
[Level "8"]
[Dealer "NE"]
[Trump "H"]

Deal:
SE SAKQ
NE B

Bids:
14 SW H8
NW pass
<conduct SE by=NE levels=NESW+1>

Bury:
NE S3

Tricks:
1. NE SAA / NW S43 / SW SK5! $22 / SE S97
<claim SENW tricks=all>
= 85 SENW+0
"""


def cornered(record: Record) -> Record:
    """The same hand with its seats named after the corners."""
    changed = [Tag("Seats", CORNERS.value)]
    for tag in record.tags:
        if tag.name in COMPASS.players.values():
            [seat] = [seat for seat, name in COMPASS.players.items() if name == tag.name]
            tag = Tag(CORNERS.players[seat], tag.value)
        elif tag.name == "Dealer":
            tag = Tag("Dealer", {"E": "SE", "N": "NE", "W": "NW", "S": "SW"}[tag.value])
        elif tag.name == "Levels":
            tag = Tag("Levels", tag.value.replace("NS:", "NESW:").replace("EW:", "SENW:"))
        changed.append(tag)
    return replace(record, tags=tuple(changed))


def codes(record: Record) -> list[str]:
    return [finding.code for finding in record.findings]


def test_the_names_are_those_of_the_hand_and_the_seats_inside_the_usual_ones() -> None:
    [record] = loads(TEXT, strict=True)
    assert codes(record) == []
    assert [dealt.seat for dealt in record.deal] == ["E", "N"]
    assert [play.seat for _, _, play in record.plays()] == ["N", "W", "S", "E"]
    assert [incident.party for _, incident in record.incidents()] == ["E", "EW"]
    assert record.result is not None
    assert record.result.dealer_next == "EW"
    assert [record.player(seat) for seat in SEATS] == ["A", None, "C", None]
    assert write(record) == TEXT
    assert read_coarse(TEXT, 1) == record


def test_the_first_dealer_of_the_sheet_sits_where_play_goes_on_counter_clockwise() -> None:
    """Annex 3: SE deals first, then NE, NW, SW."""
    assert [CORNERS.seat(name) for name in ("SE", "NE", "NW", "SW")] == list(SEATS)
    assert [CORNERS.side(name) for name in ("NESW", "SENW")] == ["NS", "EW"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("NE B", "N B", 13),
        ("14 SW", "14 S", 16),
        ("<conduct SE", "<conduct S", 18),
        ("NE S3", "N S3", 21),
        ("/ NW S43", "/ W S43", 24),
        ("<claim SENW", "<claim EW", 25),
        ("85 SENW", "85 EW", 26),
    ],
)
def test_a_name_of_the_other_kind_costs_its_line_and_is_not_guessed(old: str, new: str, line: int) -> None:
    [record] = loads(TEXT.replace(old, new))
    wrong = [finding for finding in record.findings if finding.code == "text.wrong_seat"]
    assert [finding.line for finding in wrong] == [line]
    assert "SE NE NW SW" in wrong[0].message
    assert write(record) != TEXT


def test_the_other_way_round_too() -> None:
    [record] = loads('[SJN "1"]\n[Seats "E N W S"]\n\nDeal:\nN SA\nSE SK\n\n= *\n')
    assert codes(record) == ["text.wrong_seat"]
    assert [dealt.seat for dealt in record.deal] == ["N"]


def test_where_no_tag_says_so_the_names_do_and_the_tag_is_added() -> None:
    [record] = loads(TEXT.replace(SEATING, ""))
    assert codes(record) == ["text.no_seats"]
    assert write(record) == TEXT
    [mixed] = loads('[SJN "1"]\n\nDeal:\nNE SA\nS SK\n\n= *\n')
    assert codes(mixed) == ["text.no_seats", "text.wrong_seat"]


def test_a_tag_that_names_no_seats_is_kept_and_told() -> None:
    [record] = loads('[SJN "1"]\n[Seats "SE NE"]\n\nDeal:\nN SA\n\n= *\n')
    assert codes(record) == ["text.bad_seats"]
    assert record.naming is COMPASS
    assert record.tag("Seats") == "SE NE"


def test_a_hand_says_itself_how_its_seats_are_named() -> None:
    block = f'[SJN "1"]\n[Match "League"]\n{SEATING}\n'
    [record] = loads(block + '[SJN "1"]\n\nDeal:\nN SA\n\n= *\n')
    assert record.naming is COMPASS
    assert codes(record) == []
    [named] = loads(block + '[SJN "1"]\n\nDeal:\nNE SA\n\n= *\n')
    assert codes(named) == ["text.no_seats"]


def test_names_in_words() -> None:
    text = """[SJN "1"]
发牌：
东南：♠AK
North-East: 大王
西北家 ♠3
Southwest ♠4
出牌：
1. 东北 ♠A / nw ♠3
= 85 东南西北+0
"""
    canonical = f"""[SJN "1"]
{SEATING}
Deal:
SE SAK
NE B
NW S3
SW S4

Tricks:
1. NE SA / NW S3
= 85 SENW+0
"""
    [record] = loads(text)
    assert write(record) == canonical
    assert codes(record) == ["text.import_form", "text.no_seats"]


# -- the other forms


def test_json_has_the_names_and_the_schema_knows_them() -> None:
    [record] = loads(TEXT)
    value = json.loads(json.dumps(to_json(record)))
    assert [dealt["seat"] for dealt in value["deal"]] == ["SE", "NE"]
    assert value["auction"][2]["party"] == "SE"
    assert value["result"]["dealer_next"] == "SENW"
    Draft202012Validator(schema()).validate(value)
    assert from_json(value) == record
    value["deal"][0]["seat"] = "E"
    with pytest.raises(JsonFormError, match="deal"):
        from_json(value)


def test_json_with_places_and_findings_too() -> None:
    [record] = loads(TEXT.replace("= 85 SENW+0", "what"))
    assert to_json(from_json(to_json(record, full=True)), full=True) == to_json(record, full=True)


@pytest.mark.parametrize("seat", SEATS)
def test_the_profiles_keep_the_names(seat: Seat) -> None:
    [record] = loads(TEXT)
    text = write(redacted(record, seat, "1.2"))
    assert SEATING in text
    [back] = loads(text, strict=True)
    assert [dealt.seat for dealt in back.deal] == [seat] * (seat in "EN")
    assert "1. NE SAA / NW S43\n" in text
    assert '[SouthEast "A"]' in text
    assert "1. NE SAA / NW S43 / SW SK5 / SE S97\n<claim SENW tricks=all>" in write(reduced(record))


def test_the_header_index_has_the_tags() -> None:
    [header] = iter_headers(TEXT.encode())
    assert header.tag("Seats") == "SE NE NW SW"
    assert header.tag("SouthEast") == "A"


def test_the_highlighters_know_the_names() -> None:
    found = [value for kind, value in SJNLexer().get_tokens(TEXT) if kind is Name.Entity]
    deal, bids, bury, tricks = (
        ["SE", "NE"],
        ["SW", "NW", "SE", "NE", "NESW"],
        ["NE"],
        ["NE", "NW", "SW", "SE"],
    )
    assert found == [*deal, *bids, *bury, *tricks, "SENW", "SENW"]
    seats = [text for name, text in painted("1. NE SAA / NW S43 / SW SK5 / SE S97") if "seat" in name]
    assert seats == ["NE", "NW", "SW", "SE"]
    assert [name for name, text in painted("= 85 SENW+0") if text.strip()] == ["meta.result.sjn"]


# -- what is made of a hand


def named(value: str) -> str:
    """What an audit says in words of the compass, in those of the corners."""
    words = {"East": "Southeast", "North": "Northeast", "West": "Northwest", "South": "Southwest"}
    words |= {"东家": "东南家", "北家": "东北家", "西家": "西北家", "南家": "西南家"}
    return re.sub("|".join(words), lambda word: words[word.group()], value)


@pytest.mark.parametrize("path", sorted(TEACHING.glob("*.sjn")), ids=lambda path: path.stem)
def test_a_game_is_audited_alike_under_either_names(path: Path) -> None:
    for record in loads(path.read_bytes()):
        usual = audit(record)
        [other] = loads(write(replace(cornered(record), inherited=())))
        corners = audit(replace(other, inherited=record.inherited))
        assert [(f.code, f.seat, f.trick) for f in corners.findings] == [
            (f.code, f.seat, f.trick) for f in usual.findings
        ]
        said = corners.to_dict()
        for finding, before in zip(said["findings"], usual.to_dict()["findings"], strict=True):
            assert finding["message"] == named(before["message"])
            assert finding["message_zh"] == named(before["message_zh"])
            assert finding.get("seat") == (CORNERS.called(before["seat"]) if "seat" in before else None)


def test_the_audit_names_seats_and_sides_as_the_hand_does() -> None:
    text = f"""[SJN "1"]
{SEATING}[Rules "standard"]
[Level "2"]
[Levels "NESW:2 SENW:3"]
[Trump "S"]
[Dealer "NE"]

Tricks:
1. NE HAA / NW H34 / SW H56 / SE D77
2. NE HK / NW H7 / SW H8 / SE H9
= 80 SENW+0
"""
    done = audit(loads(text, strict=True)[0])
    [error] = done.errors
    assert (error.code, error.seat) == ("follow.suit", "E")
    assert "Southeast" in error.message
    assert "东南家" in error.message_zh
    said = done.to_dict()
    assert [finding["seat"] for finding in said["findings"] if finding["code"] == "follow.suit"] == ["SE"]
    assert said["stated"]["dealer_next"] == "SENW"
    assert set(said["stated"].get("levels", {"NESW": ""})) <= {"NESW", "SENW"}
    other = compare(done.record, None, load_rules("hbut_2013")).to_dict()
    assert '"NS"' not in json.dumps(other)


def test_a_dealer_of_the_other_names_is_told() -> None:
    done = audit(loads(TEXT.replace('[Dealer "NE"]', '[Dealer "N"]'))[0])
    [told] = [finding for finding in done.findings if finding.code == "deal.tag"]
    assert "SE NE NW SW" in told.message


def test_the_judge_is_asked_and_answers_in_either_names() -> None:
    question = {
        "id": {"seat": "E"},
        "kind": "advance",
        "attackers": 120,
        "dealer_side": "NESW",
        "levels": {"NESW": "5", "SENW": "4"},
    }
    usual = {**question, "dealer_side": "NS", "levels": {"NS": "5", "EW": "4"}}
    corners, compass = judge(question), judge(usual)
    assert corners["id"] == {"seat": "E"}
    assert compass["dealer_next"] == "EW"
    assert corners["dealer_next"] == "SENW"
    assert corners["levels"] == {"NESW": compass["levels"]["NS"], "SENW": compass["levels"]["EW"]}
    bid = {
        "kind": "bid",
        "hand_no": 1,
        "phase": "deal",
        "level": "2",
        "history": [],
        "seat": "SE",
        "cards": "S2",
    }
    assert judge(bid)["dealer"] == "SE"
    mixed = judge({**bid, "history": [{"seat": "N", "cards": "H2"}]})
    assert mixed["error"]["code"] == "question.seat"


def test_both_kinds_of_hands_stand_in_one_file() -> None:
    [record] = loads(TEXT)
    [usual] = loads('[SJN "1"]\n\nDeal:\nN SA\n\n= *\n')
    assert loads(dumps([record, usual, record])) == [record, usual, record]
