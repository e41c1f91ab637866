"""Boundaries, encodings, comments, glyphs, limits: what the reader promises one by one."""

from __future__ import annotations

import io
import time

import pytest

from paipu.grammar import (
    Comment,
    NotationError,
    Play,
    Record,
    Trick,
    Variation,
    dumps,
    iter_load,
    load,
    loads,
    parse_cards,
    recovery,
    splitting,
    write,
)
from paipu.grammar import reader as reader_module
from paipu.grammar.encoding import decode
from paipu.grammar.limits import MAX_HAND, MAX_NESTING
from paipu.grammar.messages import TEXT_CODES

HAND = '[SJN "1"]\n\nTricks:\n1. N SA / W S3 / S S5 / E S7\n= 85 EW+0\n'


def codes(record: Record) -> list[str]:
    return [finding.code for finding in record.findings]


def plays(text: str) -> tuple[Play, ...]:
    [record] = loads(f'[SJN "1"]\n\nTricks:\n1. {text}\n', strict=True)
    return record.tricks[0].plays


# -- boundaries


def test_an_open_comment_does_not_swallow_the_next_hand() -> None:
    first, second = loads(HAND.replace("/ S S5", "{oh / S S5") + "\n" + HAND)
    assert second == loads(HAND)[0]
    assert second.findings == ()
    [error] = first.findings
    assert error.code == "text.unclosed_comment"
    assert (error.line, error.column) == (4, 16)
    assert first.tricks[0].plays[1].after == (Comment("oh / S S5 / E S7"),)
    assert first.result is not None, "the lines after the open comment are read"


def test_an_open_string_does_not_swallow_the_next_tag() -> None:
    [record] = loads('[SJN "1"]\n[Event "x]\n[Date "2026"]\n= *\n')
    assert record.tag("Event") == "x"
    assert record.tag("Date") == "2026"
    assert codes(record) == ["text.unclosed_string"]


def test_a_comment_with_a_start_or_an_end_in_it_is_one_comment() -> None:
    [record] = loads('[SJN "1"]\nTricks:\n1. N SA {a\n= 80\nb} / W S3\n= 5\n')
    assert record.tricks[0].plays[0].after == (Comment("a\n= 80\nb"),)
    assert len(record.tricks[0].plays) == 2


def test_comments_before_the_tags_belong_to_the_hand_that_follows() -> None:
    first, second = loads(HAND + "\n{the next hand}\n" + HAND)
    assert first.findings == ()
    assert second.comments == (Comment("the next hand"),)


def test_junk_between_hands_is_reported_and_kept_in_the_source() -> None:
    first, second = loads("made by a program\n" + HAND + "total 3\nbye\n" + HAND)
    assert codes(first) == ["text.junk", "text.junk"]
    assert [finding.line for finding in first.findings] == [1, 7]
    assert "made by a program" in first.source
    assert "bye" in first.source
    assert second.findings == ()


def test_text_without_a_hand_says_so() -> None:
    [record] = loads("nothing here\n")
    assert codes(record) == ["text.no_hand"]
    assert loads(" \n\n") == []


def test_a_hand_without_version_is_read() -> None:
    [record] = loads("Tricks:\n1. N SA\n= *\n")
    assert codes(record) == ["text.no_version"]
    assert len(record.tricks) == 1


def test_blank_lines_mean_nothing() -> None:
    assert loads(HAND.replace("\n", "\n\n  \n")) == loads(HAND)


# -- comments, glyphs, unknown cards


def test_a_question_mark_is_a_card_first_and_a_glyph_later() -> None:
    north, west, south, east = plays("N ??S?5 / W ? ? / S S5? / E ?S? ?!")
    assert (north.cards, north.glyphs) == (parse_cards("??S?5"), ())
    assert (west.cards, west.glyphs) == (parse_cards("?"), ("?",))
    assert (south.cards, south.glyphs) == (parse_cards("S5"), ("?",))
    assert (east.cards, east.glyphs) == (parse_cards("?S?"), ("?!",))


def test_on_a_kitty_line_a_question_mark_is_a_card() -> None:
    [record] = loads('[SJN "1"]\n\nDeal:\nKitty S5 ? S? HK $? !\n', strict=True)
    assert record.kitty is not None
    assert record.kitty.cards == parse_cards("S5 ? S? HK")
    assert record.kitty.glyphs == ("?", "!")


def test_a_comment_at_the_start_of_a_line_belongs_to_what_follows() -> None:
    [record] = loads('[SJN "1"]\nBids:\n{a}\n14 {b} S H8 {c}\n{d}\nN C88 {e}\n{f}\n= *\n', strict=True)
    south, north = record.bids
    assert [c.text for c in south.before] == ["a", "b"]
    assert [c.text for c in south.after] == ["c"]
    assert [c.text for c in north.before] == ["d"]
    assert [c.text for c in north.after] == ["e", "f"]


def test_variations_nest_and_leave_the_main_line_alone() -> None:
    first, second = plays("N SA ( {why} 1. N SK / W S3 ( 1. N SK / W S4 ) 2. N SQ ) {after} / W S3")
    [variation] = first.variations
    assert [c.text for c in variation.before] == ["why"]
    assert [c.text for c in first.after] == ["after"]
    assert [trick.number for trick in variation.tricks] == [1, 2]
    assert variation.tricks[0].plays[1].variations[0].tricks[0].plays[1].cards == parse_cards("S4")
    assert second.variations == ()


def test_a_failed_throw() -> None:
    [play] = plays("N CAKQ>CQ")
    assert (play.tried, play.cards) == (parse_cards("CAKQ"), parse_cards("CQ"))


# -- damage


def test_one_bad_line_costs_one_line() -> None:
    text = '[SJN "1"]\nDeal:\nE SA\nN S1\nTricks:\n1. N SA / W S3\n2. W oops\n3. W S4\n= 5\n'
    [record] = loads(text)
    assert [dealt.seat for dealt in record.deal] == ["E"]
    assert [trick.number for trick in record.tricks] == [1, 3]
    errors = [f for f in record.findings if f.severity == "error"]
    assert [(f.code, f.line, f.column) for f in errors] == [("text.syntax", 4, 3), ("text.syntax", 7, 6)]
    assert all(f.loses_data for f in errors)
    assert errors[1].expected is not None


@pytest.mark.parametrize("own_line", [True, False])
@pytest.mark.parametrize(
    "bad",
    ["<late S by=>", "‹失误 N>", "<revoke N trick>", "<revoke NW>", "( 2. N SQ / W Z3 )", "( 2. N SQ / W Z3"],
)
def test_a_bad_incident_or_variation_costs_itself_only(bad: str, own_line: bool) -> None:
    good = ("1. N SA / W S3 / S S4 / E S5", "2. N SK / W S6 / S S7 / E S8")
    [record] = loads(f'[SJN "1"]\n\nTricks:\n{good[0]}{chr(10) if own_line else " "}{bad}\n{good[1]}\n= *\n')
    assert write(record) == f'[SJN "1"]\n\nTricks:\n{good[0]}\n{good[1]}\n= *\n'
    [finding] = record.findings
    assert finding.loses_data
    assert finding.line == (5 if own_line else 4)


def test_a_bad_incident_among_bids_costs_itself_only() -> None:
    [record] = loads('[SJN "1"]\n\nBids:\n<late S by=>\n14 S H8\n= *\n')
    assert [(bid.draw, bid.seat, bid.cards) for bid in record.bids] == [(14, "S", parse_cards("H8"))]
    assert codes(record) == ["text.syntax"]


def test_the_innermost_bad_variation_is_left_out() -> None:
    [record] = loads('[SJN "1"]\n\nTricks:\n1. N SA ( 1. N SK ( 1. N Z3 ) / W S4 ) / W S3\n= *\n')
    [variation] = record.tricks[0].plays[0].variations
    assert [play.seat for play in variation.tricks[0].plays] == ["N", "W"]
    assert variation.tricks[0].plays[0].variations == ()
    assert len(record.tricks[0].plays) == 2


@pytest.mark.parametrize(
    "line", ["Deal:\nN SA", "Deal:\nKitty S5", "Bids:\nN H8", "Bury:\nN H8", "Tricks:\n1. N SA"]
)
def test_what_an_open_comment_swallows_is_lost(line: str) -> None:
    [record] = loads(f'[SJN "1"]\n\n{line} {{oh W S3\n= *\n')
    assert [(f.code, f.loses_data) for f in record.findings] == [("text.unclosed_comment", True)]


def test_glyphs_behind_comments() -> None:
    text = '[SJN "1"]\n\nBids:\n22 S C88 {a} !\n\nTricks:\n1. N SA {b} {c} $20 ? / W {d} ?\n= 85 {x} !\n'
    [record] = loads(text)
    [north, west] = record.tricks[0].plays
    assert (record.bids[0].glyphs, north.glyphs, record.result and record.result.glyphs) == (
        ("!",),
        ("$20", "?"),
        ("!",),
    )
    assert [c.text for c in north.after] == ["b", "c"]
    assert west.cards == parse_cards("?")


def test_incidents_of_a_score_sheet_stand_among_the_bids() -> None:
    for bare in ("<forfeit N>", "Tricks:\n<forfeit N>", "Deal:\nN SA\n<forfeit N>"):
        [record] = loads(f'[SJN "1"]\n\n{bare}\n= 85\n')
        assert [(where, one.kind, one.party) for where, one in record.incidents()] == [("a1", "forfeit", "N")]
        assert codes(record) == ["text.import_form"]


def test_a_hand_on_two_lines() -> None:
    [record] = loads('[SJN "1"]\n\nDeal:\nE SJT764 HKKJ64\nE CQJ87532 DKQQJ9764\n= *\n')
    assert len(record.deal) == 1
    assert len(record.deal[0].cards) == 25
    assert codes(record) == ["text.split_hand"]
    [record] = loads('[SJN "1"]\n\nDeal:\nE SJT764 HKKJ64 C2\nE CQJ87532 DKQQJ9764\n= *\n')
    assert codes(record) == ["text.duplicate_seat"]


def test_a_bid_of_more_than_four_cards_is_none() -> None:
    [record] = loads('[SJN "1"]\n\nBids:\n22 W H66\nW H643 C874 D64\n= *\n')
    assert [bid.draw for bid in record.bids] == [22]
    [finding] = record.findings
    assert (finding.code, finding.loses_data, finding.expected) == ("text.long_bid", True, "Bury:")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(encoding: str) -> None:
    text = HAND.replace("= 85", "= {大王一对在底} 85")
    [record] = loads(text.encode(encoding))
    assert record == loads(text)[0]
    assert codes(record) == ["text.encoding_guess"]


def test_sections_out_of_order_are_put_right_with_a_warning() -> None:
    [record] = loads('[SJN "1"]\nTricks:\n1. N SA\nDeal:\nE SK\n= *\n')
    assert codes(record) == ["text.section_order"]
    assert len(record.deal) == len(record.tricks) == 1


def test_strict_raises_at_the_first_error() -> None:
    with pytest.raises(NotationError, match="line 4") as raised:
        loads(HAND.replace("W S3", "W S1"), strict=True)
    assert raised.value.finding.code == "text.syntax"


def test_every_code_has_both_languages() -> None:
    for code, (_, en, zh) in TEXT_CODES.items():
        assert code.startswith("text.")
        assert en.isascii() or "\ufffd" in en
        assert any("\u4e00" <= char <= "\u9fff" for char in zh)


# -- encodings


@pytest.mark.parametrize(
    ("encoding", "code"),
    [
        ("utf-8", None),
        ("utf-8-sig", "text.encoding"),
        ("utf-16", "text.encoding"),
        ("gb18030", "text.encoding"),
    ],
)
def test_encodings(encoding: str, code: str | None) -> None:
    text = HAND.replace("= 85", "= {大王在底} 85")
    [record] = loads(text.replace("\n", "\r\n").encode(encoding))
    assert record == loads(text)[0]
    assert codes(record) == ([code] if code else [])


def test_bytes_that_are_no_text_are_read_all_the_same() -> None:
    [record] = loads(HAND.replace("S7", "S7 {\x00}").encode().replace(b"\x00", b"\xff\xff\x80"))
    assert codes(record) == ["text.encoding_guess"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_utf_8_that_lacks_a_byte_is_not_taken_for_another_encoding(mark: bytes, line_end: str) -> None:
    whole = HAND.replace("= 85", "= {大王在底} 85").replace("\n", line_end).encode()
    for at in (at for at, byte in enumerate(whole) if byte > 0x7F):
        data = mark + whole[:at] + whole[at + 1 :]
        text, said = decode(data)
        assert said[-1].code == "text.encoding_damage"
        assert said[-1].loses_data
        assert said[-1].line is not None
        assert said[-1].column is not None
        assert text.split("\n")[said[-1].line - 1][said[-1].column - 1] == "\ufffd"
        assert loads(data)[0].tricks == loads(HAND)[0].tricks


@pytest.mark.parametrize("text", ["张", "大王", "友谊赛", "庄家大王", "黑桃、红桃、梅花、方块"])
def test_gb18030_is_not_taken_for_damaged_utf_8(text: str) -> None:
    decoded, said = decode(text.encode("gb18030"))
    assert (decoded, [finding.code for finding in said]) == (text, ["text.encoding"])


def test_files_open_in_text_and_binary_mode() -> None:
    assert load(io.StringIO(HAND)) == load(io.BytesIO(HAND.encode())) == loads(HAND)
    assert next(iter_load(io.StringIO(HAND * 2))) == loads(HAND)[0]


# -- limits


def test_a_hand_too_long_is_kept_as_source() -> None:
    long, short = loads(f'[SJN "1"]\n{{{"a" * MAX_HAND}}}\n= *\n' + HAND)
    assert codes(long) == ["text.limit"]
    assert len(long.source) > MAX_HAND
    assert short.findings == ()


def nested(depth: int) -> Record:
    variations: tuple[Variation, ...] = ()
    for _ in range(depth):
        trick = Trick(number=1, plays=(Play(seat="N", cards=(12,), variations=variations),))
        variations = (Variation(tricks=(trick,)),)
    [plain] = loads(HAND)
    first, *rest = plain.tricks[0].plays
    play = Play(seat=first.seat, cards=first.cards, variations=variations)
    return Record(tags=plain.tags, tricks=(Trick(number=1, plays=(play, *rest)),))


def test_nesting_has_a_limit() -> None:
    assert loads(write(nested(MAX_NESTING)), strict=True) == [nested(MAX_NESTING)]
    [record] = loads(write(nested(MAX_NESTING + 1)))
    assert codes(record) == ["text.limit"]
    assert record.tricks == ()


def test_hands_and_problems_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "MAX_HANDS", 2)
    assert [codes(record) for record in loads(HAND * 5)] == [[], [], ["text.limit"]]
    monkeypatch.setattr(reader_module, "MAX_HANDS", 10)
    monkeypatch.setattr(reader_module, "MAX_PROBLEMS", 1)
    bad = HAND.replace("W S3", "W S1")
    read = loads(bad + bad + HAND)
    assert [codes(record) for record in read] == [["text.syntax"], ["text.limit"], []]


@pytest.mark.parametrize("beyond", [False, True], ids=["one hand", "beyond the limit of a hand"])
@pytest.mark.parametrize(
    "unit",
    [
        "{",
        "}",
        "( ",
        "(1. N SA ",
        '[A "x"\n',
        '[A "',
        "1. N SA / W S3 /\n",
        "BL",
        "?",
        "/\n",
        "♠2",
        "2-",
        "\\{",
        "<a x=1 ",
        '<a x="',
        "<a>\n",
        "N pass\n",
    ],
)
def test_hostile_text_takes_linear_time(unit: str, beyond: bool) -> None:
    """Twice the text may take about twice the time, never four times."""

    def seconds(size: int) -> float:
        text = '[SJN "1"]\nTricks:\n' + unit * (size // len(unit))
        start = time.process_time()
        assert loads(text)[0].findings
        return time.process_time() - start

    size = 400_000 if beyond else 40_000
    seconds(1_000)

    def is_linear() -> bool:
        small, large = seconds(size), seconds(2 * size)
        return large < 3.3 * small + 0.3

    # A parser built or memory collected in between is no square; one that is shows every time.
    assert any(is_linear() for _ in range(3))


def test_dumps_separates_hands_by_one_blank_line() -> None:
    assert dumps(loads(HAND * 2)) == HAND + "\n" + HAND


def test_a_head_above_a_lost_line_is_not_a_second_finding() -> None:
    """CPython 3.11.2 (Debian 12) fails `(?:a|b++c)*+` before a newline, so no such form stands there."""
    (record, _) = loads('[SJN "1"]\n\nTricks:\n1. S: S9\n\n[SJN "1"]\n')
    assert [(one.code, one.line, one.column) for one in record.findings] == [("text.syntax", 4, 5)]


@pytest.mark.parametrize("text", ["", "\n", " \n", "{a}\n", " {a} {b}\n\n"])
def test_only_comments_is_said_of_a_line_without_words(text: str) -> None:
    assert recovery._ONLY_COMMENTS.match(text)
    assert splitting._ONLY_COMMENTS.match(text)
    assert not recovery._ONLY_COMMENTS.match(text + "x")
