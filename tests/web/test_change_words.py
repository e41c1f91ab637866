"""What a revision changes, told: variations, tricks, supposed hands and incidents in words."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from paipu.grammar import Record
from paipu.grammar.differences import Change, Slot, differences
from paipu.grammar.seats import COMPASS, CORNERS
from paipu.web.change_words import change_html, part_of
from paipu.web.words import name_seats
from tests.grammar.test_merging import random_edits
from tests.strategies import records
from tests.web.games import HOSTILE


def told(app: Flask, text: str, *, slot: Slot = "variations", lang: str = "en", seats: str = "") -> str:
    """A text that came with a change, as people read it."""
    with app.test_request_context(f"/?lang={lang}"):
        if seats:
            name_seats(CORNERS.names)
        html = change_html(Change("1.2", slot, (), (text,)), seats or None)
    assert html.startswith("<ins ")
    return Markup(html).striptags().replace("\ufe0e", "")


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        (
            "( {or} 1. N SA / W S4! / S BL )",
            "( “or” 1. N ♠A W ♠4! S ★Big ☆Little )",
            "( “or” 1. 北 ♠A 西 ♠4! 南 大王 小王 )",
        ),
        (
            "( Deal: W SKQ / E SJT {so} 7. N HKQ>HQ )",
            "( supposing W ♠K Q / E ♠J 10 “so”: 7. N ♥K Q → ♥Q )",
            "( 假设 西 ♠K Q / 东 ♠J 10 “so”: 7. 北 ♥K Q → ♥Q )",
        ),
        (
            "( 7. N SA ( {no} 7. N SK / W S3 ) <late W> {why} / W S4 {x [%clk 0:12]} )",
            "( 7. N ♠A ( “no” 7. N ♠K W ♠3 ) Referee: West – late at the table “why” W ♠4 “x [%clk 0:12]” )",
            "( 7. 北 ♠A ( “no” 7. 北 ♠K 西 ♠3 ) 裁判：西家 迟到 “why” 西 ♠4 “x [%clk 0:12]” )",
        ),
        ("3. S S8 / E S9 {high}", "3. S ♠8 E ♠9 “high”", "3. 南 ♠8 东 ♠9 “high”"),
    ],
)
def test_a_variation_is_told_in_words(app: Flask, text: str, english: str, chinese: str) -> None:
    assert told(app, text) == english
    assert told(app, text, lang="zh") == chinese


def test_a_supposed_hand_is_told_in_words(app: Flask) -> None:
    assert told(app, "W SKQ HA", slot="deal") == "W ♠K Q ♥A"
    assert told(app, "W SKQ HA", slot="deal", lang="zh") == "西 ♠K Q ♥A"


def test_seats_have_the_names_of_the_hand(app: Flask) -> None:
    assert told(app, "( 1. NE SA / NW S4 )", seats=CORNERS.value) == "( 1. NE ♠A NW ♠4 )"
    assert told(app, "NW SA", slot="deal", seats=CORNERS.value, lang="zh") == "西北 ♠A"


@pytest.mark.parametrize("text", ["( 1. N SA", "( 1. NE SA )", "1. N SA\n2. W S3", "W SA\nE SK", "x"])
def test_what_is_no_part_stands_as_it_is_written(app: Flask, text: str) -> None:
    assert told(app, text).split() == text.split()


def test_comments_in_a_variation_are_text(app: Flask) -> None:
    with app.test_request_context("/"):
        html = change_html(Change("1.2", "variations", (f"( 1. N SA {{{HOSTILE}}} )",), ()))
    assert html.startswith('<del dir="auto">( <b>1.</b> <span class="compass">')
    assert not re.search(r"<(script|img|b onclick)", html)


def test_comments_before_an_incident_are_part_of_it() -> None:
    for text in ("{} <a>", "{one} {two} <revoke W trick=2>", "<a> {}"):
        assert part_of(text, COMPASS.value) is not None, text


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=20)
@given(records, st.data())
def test_every_part_that_changes_is_told_in_words(record: Record, data: st.DataObject) -> None:
    for change in differences(record, random_edits(record, data)):
        if change.slot in ("incidents", "variations", "deal"):
            for text in (*change.removed, *change.added):
                assert part_of(text, record.naming.value) is not None, text
