"""What people write in tags, read as what it means."""

from __future__ import annotations

import pytest

from paipu.grammar import loads
from paipu.grammar.tagvalues import level_value, levels_value, seat_value, trump_value
from paipu.replay import audit


@pytest.mark.parametrize(
    ("written", "trump"),
    [
        *((name, "S") for name in ("S", "s", "♠", "♠\ufe0f", "♤", "黑桃", "主♠", "Spades")),
        *((name, "H") for name in ("H", "♥", "红心", "紅桃", "heart")),
        *((name, "C") for name in ("草花", "梅花", "主梅花")),
        *((name, "D") for name in ("方片", "方块", "♢")),
        *((name, "NT") for name in ("NT", "n", "无主", "無主", "无将", "公主", "no trump", "No-Trump")),
        *((name, None) for name in ("", "X", "主", "red", "♠♥")),
    ],
)
def test_trump(written: str, trump: str | None) -> None:
    assert trump_value(written) == trump


def test_levels_and_seats() -> None:
    assert [level_value(text) for text in ("2", "10", "t", "打10", "打K", "1", "")] == [
        *("2", "T", "T", "T", "K", None, None)
    ]
    assert [seat_value(text) for text in ("N", "北", "北家", "north", "庄家", "")] == [*"NNNN", None, None]
    assert levels_value("NS:8, EW:10") == {"NS": "8", "EW": "T"}
    assert levels_value("南北：A 东西：2") == {"NS": "A", "EW": "2"}
    assert levels_value("NS:8 and more") is None


def test_the_record_keeps_what_was_written_and_the_audit_knows_what_it_means() -> None:
    tags = '[SJN "1"]\n[Level "打10"]\n[Dealer "北家"]\n[Trump "主♥"]\n'
    text = tags + "\nTricks:\n1. N SA / W S3 / S S4 / E S6\n= *\n"
    [record] = loads(text, strict=True)
    assert record.tag("Trump") == "主♥"
    done = audit(record)
    assert (done.case.header.level, done.case.header.dealer, done.case.header.trump) == ("T", "N", "H")
    assert not [finding for finding in done.findings if finding.code == "deal.tag"]
