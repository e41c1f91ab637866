"""What people write is folded to what the grammar reads, with the places kept."""

from __future__ import annotations

import pytest

from paipu.grammar import Record, loads, parse_cards, sort_cards
from paipu.grammar.ambiguous import ambiguous_spelling
from paipu.grammar.spellings import fold
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
        ("AhKh", "HAHK"),
        ("As", "SA"),
        ("2c 2H", "C2 H2"),
        ("10s JD", "ST DJ"),
        ("9(D) 2(♠)", "D9 S2"),
        ("S_Q", "SQ"),
        ("司令副司令", "BL"),
        ("Jojo", "BL"),
        ("BlackJoker, red joker", "L B"),
        ("big joker", "B"),
        ("little-joker", "L"),
        ("♠对9", "S99"),
        ("梅花对7", "C77"),
        ("黑桃一对9", "S99"),
        ("一对♠9", "S99"),
        ("♠9一对", "S99"),
        ("♠对99", "S99"),
        ("对大王", "BB"),
        ("小王一对", "LL"),
        ("黑桃三张10", "STTT"),
        ("四张♥5", "H5555"),
        ("2♦-2♦", "D2D2"),
        ("梅花拖拉机7788", "C7788"),
        ("♠7788连对", "S7788"),
        ("♦三连对778899", "D778899"),
        ("[♠7, ♠7, ♠8, ♠8]", "S7 S7 S8 S8"),
        ("S333 and S10 D7", "S333 ST D7"),
        ("♠A和♠K", "SA SK"),
        ("1x2D", "D2"),
        ("2xLJ", "LL"),
        ("2x♠K", "SKSK"),
        ("x", "?"),
        ("Sx", "S?"),
        ("SAAx", "S?AA"),
        ("♠x", "S?"),
        ("黑桃x", "S?"),
        ("♠xA", "S?A"),
        ("BSAQ7652 ???", "??? B SAQ7652"),
        ("HQJT?72", "H?QJT72"),
        ("SA ? H5", "? SA H5"),
        ("SA x", "? SA"),
    ],
)
def test_cards(written: str, read: str) -> None:
    assert " ".join(folded(f"N {written}").split()) == f"N {read}"
    [record] = loads(f'[SJN "1"]\nTricks:\n1. N {written}\n')
    assert record.tricks[0].plays[0].cards == sort_cards(parse_cards(read))
    assert [finding.code for finding in record.findings] == ["text.import_form"]


@pytest.mark.parametrize(
    "written",
    [
        *("SAK", "BL", "W ??S?5 !", "14 S H8", "= 110 EW+2", "10. N SA", "10 S H8", "14S H8", "Bids: 14S H8"),
        *("N HA? ?!", "N SA $22 / W S3", "22 N C88 $10", "2. N HKQ>HQ", "S SJ / W HJ", "W flip S5 HK", "= 5"),
    ],
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


AMBIGUOUS_CARDS = [
    ("BJ", ["B", "L"]),
    ("RJ", ["B"]),
    ("JO", ["B", "L"]),
    ("王", ["B", "L"]),
    ("🃏", ["B", "L"]),
    ("对王", ["BB", "LL"]),
    ("S0", ["T"]),
    ("0", ["T"]),
    ("99", ["S99", "H99", "C99", "D99"]),
    ("9-9", ["S99", "H99", "C99", "D99"]),
    ("对9", ["S99", "D99"]),
    ("一对K", ["SKK", "HKK"]),
    ("三张9", ["S999", "C999"]),
    ("KKQQ", ["SKKQQ", "DKKQQ"]),
    ("66-77-88", ["S667788"]),
    ("98844", ["S98844"]),
    ("AAAx", ["S?AAA"]),
    ("甩AKQ", ["SAKQ", "HAKQ"]),
    ("主10", ["S", "D"]),
    ("副级牌", ["S", "D"]),
    ("♠拖拉机78", []),
]


@pytest.mark.parametrize(("spelling", "choices"), AMBIGUOUS_CARDS)
def test_what_can_mean_two_cards_is_reported_not_guessed(spelling: str, choices: list[str]) -> None:
    [record] = loads(f'[SJN "1"]\nTricks:\n1. N SA\n2. N SK / W {spelling}\n')
    assert [trick.number for trick in record.tricks] == [1]
    [finding] = [f for f in record.findings if f.severity == "error"]
    assert finding.code == "text.ambiguous_card"
    assert (finding.line, finding.column) == (4, 13 + spelling.startswith("甩"))
    for words in (finding.message, finding.message_zh):
        assert spelling.removeprefix("甩") in words
        assert [choice for choice in choices if choice not in words] == []
    assert finding.loses_data


@pytest.mark.parametrize(
    ("line", "word"),
    [("2. 庄家 ♠A", "庄家"), ("2. N SA / 下家 S3", "下家"), ("2. N 造反", "造反"), ("扣底：", "扣底")],
)
def test_a_word_that_can_mean_two_things_is_reported_not_guessed(line: str, word: str) -> None:
    [record] = loads(f'[SJN "1"]\nTricks:\n1. N SA\n{line}\n= *\n')
    assert [trick.number for trick in record.tricks] == [1]
    [finding] = [f for f in record.findings if f.severity == "error"]
    assert finding.code == "text.ambiguous_word"
    assert word in finding.message
    assert finding.loses_data


def test_burying_is_read_before_the_tricks_and_the_other_meaning_named() -> None:
    [record] = loads('[SJN "1"]\n扣底：\nN S3\n出牌：\n1. N SA\n= *\n')
    assert [bury.seat for bury in record.buries] == ["N"]
    assert codes(record) == ["text.word_in_context", "text.import_form"]
    [plain] = loads('[SJN "1"]\n埋底：\nN S3\n= *\n')
    assert codes(plain) == ["text.import_form"]


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


def test_an_unknown_card_stays_in_its_place_where_cards_stand_in_order() -> None:
    [record] = loads('[SJN "1"]\nDraw:\nN SA x SKx\nKitty S5 x HK\nBids:\nW flip S5 x\nN S2 x\n= *\n')
    [drawn] = record.deal
    assert drawn.cards == parse_cards("SA ? SK S?")
    assert record.kitty is not None
    assert record.kitty.cards == parse_cards("S5 ? HK")
    assert record.calls[0].cards == parse_cards("S5 ?")
    assert record.bids[0].cards == parse_cards("? S2")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("第1墩 N SA", "1. N SA"),
        ("第一墩：N SA", "1. N SA"),
        ("第十墩 N SA", "10. N SA"),
        ("第二十五圈. N SA", "25. N SA"),
        ("1. North: As / West: 3s", "1. N SA / W S3"),
        ("1. 北家 领出 ♠A / 西家：垫 ♣3", "1. N SA / W C3"),
        ("1. N 毙 对♥5", "1. N H55"),
    ],
)
def test_tricks_in_words(written: str, read: str) -> None:
    [record] = loads(f'[SJN "1"]\nTricks:\n{written}\n= *\n')
    [plain] = loads(f'[SJN "1"]\nTricks:\n{read}\n= *\n')
    assert record == plain
    assert codes(record) == ["text.import_form"]


def test_bids_calls_and_sides_in_words() -> None:
    text = """[SJN "1"]
叫主：
14 南家 亮主 ♥8
22 北 反主 2x8♣
西 不反
东 翻底 ♠5
打牌：
1. 北 ♠A
= 85 东西+1
"""
    canonical = """[SJN "1"]

Bids:
14 S H8
22 N C88
W pass
E flip S5

Tricks:
1. N SA
= 85 EW+1
"""
    assert loads(text) == loads(canonical)


# -- slips


def test_an_unknown_tag_asks_for_the_name_that_was_meant() -> None:
    [record] = loads('[SJN "1"]\n[Evnt "a \\"b\\""]\n[X-Evnt "y"]\n[Weather "rain"]\n= *\n')
    assert [(tag.name, tag.value) for tag in record.tags[1:]] == [
        ("Evnt", 'a "b"'),
        ("X-Evnt", "y"),
        ("Weather", "rain"),
    ]
    slip, other = record.findings
    assert (slip.code, slip.expected) == ("text.unknown_tag", '[Event "a \\"b\\""]')
    assert "did you mean Event?" in slip.message
    assert "Event" in slip.message_zh
    assert (other.code, other.expected) == ("text.unknown_tag", None)


@pytest.mark.parametrize("head", ["Trcks:\n", "Trcks: ", "Tricsk:\n", "trick:\n"])
def test_a_misspelt_section_loses_no_line_in_silence(head: str) -> None:
    [record] = loads(f'[SJN "1"]\n{head}1. N SA / W S3\nN S3\n{{said}}\n= *\n')
    assert [trick.number for trick in record.tricks] == [1]
    assert [comment.text for comment in record.comments] == ["said"]
    assert codes(record) == ["text.unknown_section", "text.no_section", "text.syntax"]
    assert record.findings[0].expected == "Tricks:"
    assert "Tricks" in record.findings[0].message_zh


def test_talk_between_hands_that_begins_like_a_section_is_no_hand() -> None:
    [record, other] = loads('[SJN "1"]\n= *\n打牌结束了，谢谢大家\n[SJN "1"]\n= *\n')
    assert codes(record) == ["text.junk"]
    assert codes(other) == []
