"""What people write is folded to what the grammar reads, with the places kept."""

from __future__ import annotations

import pytest

from paipu.grammar import Record, loads, parse_cards, sort_cards
from paipu.grammar.spellings import ambiguous_spelling, fold
from paipu.grammar.traced import Traced


def folded(text: str) -> str:
    return fold(Traced(text)).text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("♠A", "SA"),
        ("♠\ufe0fA", "SA"),
        ("♤A♡K♢Q♧J", "SAHKDQCJ"),
        ("A♠", "SA"),
        ("A♠ K♥", "SA HK"),
        ("A♠K♥", "SAHK"),
        ("10♠", "ST"),
        ("♠A♠K", "SASK"),
        ("K♥K♥-Q♥Q♥", "HKHKHQHQ"),
        ("♠66-77-88", "S667788"),
        ("S9-H9", "S9H9"),
        ("S1099", "ST99"),
        ("♠101099", "STT99"),
        ("SAH10", "SAHT"),
        ("sakq", "SAKQ"),
        ("ｓａＫ１０", "SAKT"),
        ("黑桃AKK", "SAKK"),
        ("红桃A 红心K 紅桃Q", "HA HK HQ"),
        ("梅花7788", "C7788"),
        ("草花9", "C9"),
        ("方块5方片5", "D5D5"),
        ("大王小王", "BL"),
        ("大鬼 小鬼 大怪 小怪", "B L B L"),
        ("LJ", "L"),
        ("♠A、♠K，♠Q", "SA SK SQ"),
        ("🂡🂱🃁🃑🂮🂫", "SAHADACASKSJ"),
        ("♠?", "S?"),
    ],
)
def test_cards(written: str, read: str) -> None:
    assert folded(written) == read
    [record] = loads(f'[SJN "1"]\nTricks:\n1. N {written}\n')
    assert record.tricks[0].plays[0].cards == sort_cards(parse_cards(read))
    assert [finding.code for finding in record.findings] == ["text.import_form"]


@pytest.mark.parametrize(
    "written", ["SAK", "BL", "W ??S?5 !", "14 S H8", "= 110 EW+2", "10. N SA", "10 S H8"]
)
def test_canonical_text_is_left_alone(written: str) -> None:
    line = Traced(written)
    assert fold(line).text == written


def test_comments_and_tag_values_are_left_alone() -> None:
    text = '[Event "♠10 大王"] {♠10 大王 bj} '
    assert folded(text) == text


def test_wide_brackets_and_quotes() -> None:
    assert folded("［Ｅｖｅｎｔ　＂春季＂］｛a {b}｝") == '[Event "春季"]{a \\{b\\}}'
    assert folded('【Event “a "b"”】') == '[Event "a \\"b\\""]'


def test_a_whole_hand_in_chinese() -> None:
    text = """[SJN "1"]
发牌：
东：♠AK 大王
北：红桃10 梅花8
底牌：♠5 红桃K
亮主：
14 南 ♥8
扣底：
北 ♠3
出牌：
1. 北 ♠A / 西 ♠3 / 南 ♠5 / 东 ♠7
= 5
"""
    canonical = """[SJN "1"]
Deal:
E B SAK
N HT C8
Kitty S5 HK
Bids:
14 S H8
Bury:
N S3
Tricks:
1. N SA / W S3 / S S5 / E S7
= 5
"""
    assert loads(text) == loads(canonical)


@pytest.mark.parametrize("spelling", ["BJ", "RJ", "S0", "🃏"])
def test_what_can_mean_two_cards_is_reported_not_guessed(spelling: str) -> None:
    [record] = loads(f'[SJN "1"]\nTricks:\n1. N SA\n2. N SK / W {spelling}\n')
    assert [trick.number for trick in record.tricks] == [1]
    [finding] = [f for f in record.findings if f.severity == "error"]
    assert finding.code == "text.ambiguous_card"
    assert (finding.line, finding.column) == (4, 13)
    assert spelling in finding.message
    assert spelling in finding.message_zh
    assert finding.loses_data


def test_a_jack_of_spades_is_not_ambiguous() -> None:
    assert ambiguous_spelling("N SJ / W HJ") is None


def test_places_count_the_characters_of_the_file() -> None:
    [record] = loads('[SJN "1"]\nTricks:\n1. 北 黑桃10 大王 / 西 ♠\ufe0f3 {好} / 南 A♠\n')
    north, west, south = record.tricks[0].plays
    line = "1. 北 黑桃10 大王 / 西 ♠\ufe0f3 {好} / 南 A♠"
    for play, seat in ((north, "北"), (west, "西"), (south, "南")):
        assert play.place is not None
        assert (play.place.line, play.place.column) == (3, line.index(seat) + 1)
    assert west.after[0].place is not None
    assert west.after[0].place.column == line.index("{") + 1


def test_the_seatless_short_form_is_read_counter_clockwise() -> None:
    [short] = loads('[SJN "1"]\nTricks:\n1. E SA / S3 / S5 / S7\n')
    [full] = loads('[SJN "1"]\nTricks:\n1. E SA / N S3 / W S5 / S S7\n')
    assert short == full
    assert [finding.code for finding in short.findings] == ["text.import_form"]


def test_where_the_first_play_has_no_seat_nothing_is_guessed() -> None:
    [record] = loads('[SJN "1"]\nTricks:\n1. SA / S3 / S5 / S7\n')
    assert record.tricks == ()
    assert "text.no_seat" in codes(record)


def codes(record: Record) -> list[str]:
    return [finding.code for finding in record.findings]
