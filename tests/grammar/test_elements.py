"""Draw order, calls, incidents, match blocks and commands, each as it is written and read."""

from __future__ import annotations

from time import perf_counter

import pytest

from paipu.grammar import (
    Call,
    Comment,
    Dealt,
    Incident,
    Kitty,
    Play,
    Record,
    Tag,
    Trick,
    Variation,
    canonical,
    commands,
    dumps,
    loads,
    parse_cards,
    write,
)
from paipu.grammar.coarse import read_coarse
from paipu.grammar.commands import without_commands

HEAD = '[SJN "1"]\n'
MATCH = '[SJN "1"]\n[Match "Final"]\n[Rules "hbut_2013"]\n'


def read(body: str) -> Record:
    [record] = loads(f"{HEAD}\n{body}\n= *\n", strict=True)
    assert record.findings == ()
    return record


def codes(text: str) -> list[str]:
    return [finding.code for record in loads(text) for finding in record.findings]


def test_drawn_cards_keep_their_order_and_every_question_mark() -> None:
    record = read("Draw:\nN S5 HK ? S6 $?\nKitty S5\n")
    assert record.deal == (Dealt(seat="N", cards=parse_cards("S5 HK ? S6"), drawn=True, glyphs=("?",)),)
    assert record.kitty == Kitty(cards=parse_cards("S5"))


def test_dealt_and_drawn_hands_stand_side_by_side() -> None:
    text = f"{HEAD}\nDeal:\nW S65\n\nDraw:\nE S5 HK S6\nKitty S5\n\n= *\n"
    [record] = loads(text)
    assert [(dealt.seat, dealt.drawn) for dealt in record.deal] == [("W", False), ("E", True)]
    assert write(record) == text


def test_a_kitty_in_both_sections_is_one_too_many() -> None:
    assert codes(f"{HEAD}\nDeal:\nKitty S5\n\nDraw:\nKitty S6\n\n= *\n") == ["text.duplicate_kitty"]


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("N pass", Call(kind="pass", seat="N")),
        ("12 W flip S5 ? HK", Call(kind="flip", seat="W", cards=parse_cards("S5 ? HK"), draw=12)),
        ("redeal", Call(kind="redeal")),
        ("{one} E rebel L $? {two}", Call(kind="rebel", seat="E", cards=(52,), glyphs=("?",))),
        ("S lot HK", Call(kind="lot", seat="S", cards=parse_cards("HK"))),
    ],
)
def test_calls(line: str, call: Call) -> None:
    record = read(f"Bids:\n{line}\n")
    [found] = record.calls
    assert (found.kind, found.seat, found.cards, found.draw, found.glyphs) == (
        call.kind,
        call.seat,
        call.cards,
        call.draw,
        call.glyphs,
    )
    assert f"\n{line}\n" in write(record)


def test_calls_are_read_in_any_case_and_survive_folding() -> None:
    [record] = loads("Bids:\n北 Pass\nFLIP ♠5\n= *\n")
    assert [(call.kind, call.seat) for call in record.calls] == [("pass", "N"), ("flip", None)]


def test_an_incident_holds_kind_party_and_fields() -> None:
    [(address, incident)] = read('Bids:\n<revoke EW trick=3 ruling="a \\"b\\" {c / d">! {e}\n').incidents()
    assert address == "a1"
    assert incident == Incident(
        kind="revoke",
        party="EW",
        fields=(("trick", "3"), ("ruling", 'a "b" {c / d')),
        glyphs=("!",),
        after=(Comment("e"),),
    )
    assert incident.get("trick") == "3"
    assert incident.get("cards") is None


def test_incidents_stand_behind_plays_and_between_tricks() -> None:
    body = "Tricks:\n1. N SA <a> {x} <b> / W S3\n<c>\n{y} 2. N SK ( 2. N SQ <d> ) <e> / W S4"
    record = read(body.replace("{y} ", ""))
    one, two, three, _ = (play for _, _, play in record.plays())
    assert [incident.kind for incident in one.incidents] == ["a", "b"]
    assert one.incidents[0].after == (Comment("x"),)
    assert [incident.kind for incident in two.incidents] == ["c"]
    assert [incident.kind for incident in three.incidents] == ["e"]
    assert three.variations[0].tricks[0].plays[0].incidents[0].kind == "d"
    assert body.replace("{y} ", "") in write(record)


def test_comments_between_a_play_and_its_incident_have_one_place() -> None:
    incident = Incident(kind="claim", before=(Comment("b"),))
    play = Play(seat="N", cards=(12,), after=(Comment("a"),), incidents=(incident, incident))
    record = canonical(Record(tricks=(Trick(number=1, plays=(play,)),)))
    [(_, _, found)] = record.plays()
    assert found.after == (Comment("a"), Comment("b"))
    assert [i.after for i in found.incidents] == [(Comment("b"),), ()]
    assert loads(write(record)) == [record]


@pytest.mark.parametrize("written", ["<Revoke W>", "<revoke X>", "<revoke W trick>", "<revoke", '<a b="c>'])
def test_an_incident_that_is_none_costs_its_line_only(written: str) -> None:
    text = f"{HEAD}\nBids:\n9 N S8\n{written}\n\nTricks:\n1. N SA\n= *\n"
    [record] = loads(text)
    assert "text.syntax" in [finding.code for finding in record.findings]
    assert len(record.tricks) == 1


def test_an_incident_in_a_damaged_hand_is_kept() -> None:
    text = f"{HEAD}\nBids:\nwhat\n<misdraw W>\n\nTricks:\n1. N SA\n<revoke N>\n2. what\n= *\n"
    [record] = loads(text)
    assert [incident.kind for _, incident in record.incidents()] == ["misdraw", "revoke"]


def test_what_cannot_be_written_is_a_mistake_of_the_caller() -> None:
    for item in (Incident(kind="Bad"), Incident(kind="a", fields=(("b c", ""),)), Call(kind="no")):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="not "):
            write(Record(auction=(item,)))


def test_hands_inherit_the_tags_of_their_match_and_restate_them() -> None:
    text = f'{MATCH}\n{HEAD}\n= 80\n\n[SJN "1"]\n[Rules "standard"]\n\n= *\n'
    one, two = loads(text)
    assert one.inherited == (Tag("Match", "Final"), Tag("Rules", "hbut_2013"))
    assert (one.tag("Rules"), two.tag("Rules"), two.tag("Match")) == ("hbut_2013", "standard", "Final")
    assert one.findings == two.findings == ()
    assert dumps([one, two]) == text
    assert one.source.startswith(MATCH)


def test_a_match_ends_and_another_begins() -> None:
    other = MATCH.replace("Final", "Third place")
    text = f'{MATCH}\n{HEAD}\n= 80\n\n{other}\n{HEAD}\n= 5\n\n[SJN "1"]\n[Match ""]\n\n{HEAD}\n= *\n'
    records = loads(text)
    assert [record.tag("Match") for record in records] == ["Final", "Third place", None]
    assert dumps(records) == text


def test_no_word_of_a_match_block_is_lost() -> None:
    [record] = loads(f'{MATCH}[Odd "x"]\n{{on the match}}\n\n{HEAD}{{on the hand}}\n= *\n')
    assert [comment.text for comment in record.comments] == ["on the match", "on the hand"]
    assert [finding.code for finding in record.findings] == ["text.unknown_tag"]
    assert record.tag("Odd") == "x"


def test_a_match_block_without_hands_is_kept() -> None:
    [record] = loads(MATCH)
    assert record.is_match_block
    assert dumps([record]) == MATCH


def test_a_hand_that_lost_its_plays_is_no_match_block() -> None:
    first, second = loads(f"{MATCH}\nTricks:\nwhat\n\n{HEAD}\n= *\n")
    assert first.tag("Match") == "Final"
    assert second.inherited == ()


def test_the_coarse_road_takes_the_new_elements() -> None:
    text = (
        f"{HEAD}\nDraw:\nN S5 HK S6\nKitty S5\n\nBids:\n3 N pass\n<a N b=c> ! {{d}}\n\nBury:\nN S5\n<e>\n\n"
        "Tricks:\n1. N SA <f> / W S3\n<g> {h}\n2. N SK\n= *\n"
    )
    assert read_coarse(text, 1) == loads(text)[0]
    assert dumps(loads(text)) == text


def test_commands_in_comments() -> None:
    comment = Comment("fine [%clk 0:12][%mark SA HK] [%x] [%Bad] [no]")
    assert commands(comment) == (("clk", "0:12"), ("mark", "SA HK"), ("x", ""))
    assert without_commands(comment) == "fine [%Bad] [no]"


def test_the_words_of_a_comment_keep_their_blanks() -> None:
    """Those before an item of a list mean something."""
    assert without_commands(Comment("- a [%clk 0:12] b\n  - c [%x]")) == "- a b\n  - c"


@pytest.mark.parametrize("unit", ["[%a", "[%a ", "[%a]", "[", " ", "[%a" + " " * 300])
def test_a_comment_full_of_commands_takes_no_time(unit: str) -> None:
    comment = Comment(unit * (300_000 // len(unit)) + " x")
    begun = perf_counter()
    assert len(commands(comment)) == comment.text.count("[%a]")
    assert without_commands(comment).endswith("x")
    assert perf_counter() - begun < 5


def test_a_second_version_tag_never_begins_a_second_hand() -> None:
    [record] = loads('[SJN "1"]\n [SJN "7"]\n\n= *\n')
    assert [finding.code for finding in record.findings] == ["text.version", "text.duplicate_tag"]
    assert write(record) == '[SJN "7"]\n\n= *\n'


# -- hands dealt anew in a variation


def variation(written: str) -> Variation:
    [record] = loads(f"{HEAD}\nTricks:\n1. N SA ( {written} )\n= *\n", strict=True)
    assert record.findings == ()
    [found] = record.tricks[0].plays[0].variations
    return found


def test_a_variation_may_deal_hands_anew() -> None:
    found = variation("{if} Deal: {W long} W B SKQ? {so} / E 1. N SA / W SK ( Deal: S ??? H5 1. N S3 )")
    assert found.before == (Comment("if"),)
    west, east = found.deal
    assert west == Dealt(
        seat="W",
        cards=parse_cards("B SKQ"),
        before=(Comment("W long"),),
        glyphs=("?",),
        after=(Comment("so"),),
    )
    assert east == Dealt(seat="E", cards=())
    [inner] = found.tricks[0].plays[1].variations
    assert inner.deal == (Dealt(seat="S", cards=parse_cards("??? H5")),)


def test_hands_of_a_variation_stand_in_order_and_on_one_line() -> None:
    text = f"{HEAD}\nTricks:\n1. N SA ( {{a}} Deal: E SK3 {{b}} / W H5 B ?! 1. N SA / W B )\n= *\n"
    lax = text.replace("Deal:", "发牌：").replace(
        "E SK3 {b} / W H5 B ?!", "\n西家 大王 ♥5 ?! /\n东 ♠3K {b}\n"
    )
    [record] = loads(lax)
    assert write(record) == text.replace("W H5 B", "W B H5")
    assert codes(lax) == ["text.import_form"]


def test_a_damaged_hand_keeps_the_hands_of_its_variations() -> None:
    text = f"{HEAD}\nTricks:\nnonsense\n1. N SA (\nDeal: W SK\n1. N S3 )\n= *\n"
    [record] = loads(text)
    assert codes(text) == ["text.syntax"]
    assert record.tricks[0].plays[0].variations[0].deal == (Dealt(seat="W", cards=parse_cards("SK")),)


def test_what_is_odd_about_the_hands_of_a_variation_is_said() -> None:
    assert codes(f"{HEAD}\nTricks:\n1. N SA ( Deal: W SK / W S3 1. N S3 )\n= *\n") == ["text.duplicate_seat"]
    many = "A" * 217
    assert codes(f"{HEAD}\nTricks:\n1. N SA ( Deal: W S{many} 1. N S3 )\n= *\n") == ["text.cards_limit"]


@pytest.mark.parametrize(
    "written", ["Deal: 1. N S3", "Deal: W SK", "1. N S3 Deal: W SK", "Deal: Kitty S5 1. N S3"]
)
def test_what_is_no_deal_of_a_variation_costs_the_variation_only(written: str) -> None:
    [record] = loads(f"{HEAD}\nTricks:\n1. N SA ( {written} )\n2. N SK\n= *\n")
    assert [trick.number for trick in record.tricks] == [1, 2]
    assert record.tricks[0].plays[0].variations == ()
    assert [finding.code for finding in record.findings] == ["text.syntax"]
