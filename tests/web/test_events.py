"""Calls, incidents and commands in comments on the page of a hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from paipu.grammar.vocabulary import INCIDENTS
from paipu.web.events import Event, event_of
from paipu.web.present import clock_of, spoken

EVERYTHING = (Path(__file__).parents[1] / "data" / "sjn" / "valid" / "everything.sjn").read_text("utf-8")
ZH = {"Accept-Language": "zh-CN"}
CALLS = ("pass", "flip", "redeal", "rebel", "lot")


def call(kind: str, seat: str | None) -> dict[str, object]:
    return {"at": "a1", "kind": "call", "call": kind, "seat": seat, "cards": []}


def incident(kind: str, party: str | None, **fields: str) -> dict[str, object]:
    return {"at": "1.1i1", "kind": "incident", "incident": kind, "party": party, "fields": fields}


def told(app: Flask, step: dict[str, object], lang: str = "en") -> Event:
    with app.test_request_context(f"/?lang={lang}"):
        event = event_of(step)
    assert event is not None
    return event


def row(page: str, at: str) -> str:
    """The words of a row of the record, without markup."""
    (cell,) = re.findall(rf'<td[^>]* data-at="{re.escape(at)}">(.*?)</td>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", "", cell).split())


def test_the_record_tells_calls_and_incidents(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(EVERYTHING)}/1").text
    assert row(page, "a2") == "East passes@10"
    assert row(page, "a4").startswith(
        "Referee: West – a card too many or too few while drawing → the card goes back"
    )
    assert "Found before the next play" in row(page, "a4")
    assert row(page, "3.4i2") == "North – the rest of the tricks or points claimed Tricks all the rest"


def test_the_record_tells_them_in_chinese(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(EVERYTHING)}/1", headers=ZH).text
    assert row(page, "a2") == "东家不亮@10"
    assert row(page, "3.4i1").startswith("裁判：南家 有牌不跟、藏牌（第 2 墩） → 10 points to EW")
    assert "发现于 以后的墩" in row(page, "3.4i1")


def test_rows_stand_where_things_happened(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(EVERYTHING)}/1").text
    table = page[page.index('id="record"') : page.index("</table>")]
    places = re.findall(r'<td[^>]* data-at="([^"]+)"', table)
    auction, incidents = ["a1", "a2", "a3", "a4", "a5"], ["3.3i1", "3.4i1", "3.4i2"]
    assert [at for at in places if at.startswith("a")] == auction == places[:5]
    assert places[-4:] == [*incidents, "result"]


def test_scripts_get_the_same_sentences(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(EVERYTHING)}/1").text
    (embedded,) = re.findall(
        r'<script type="application/json" id="events" data-part>(.*?)</script>', page, re.DOTALL
    )
    events = json.loads(embedded)
    assert sorted(events) == ["3.3i1", "3.4i1", "3.4i2", "a2", "a4"]
    assert events["3.3i1"] == {"said": "Referee: East – talk, signals, manners", "details": [["By", "North"]]}


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("seat", ["E", None])
def test_every_call_has_its_own_sentence(app: Flask, lang: str, seat: str | None) -> None:
    sentences = {told(app, call(kind, seat), lang).said for kind in CALLS}
    assert len(sentences) == len(CALLS)
    assert not sentences & set(CALLS)
    assert {"None" in said for said in sentences} == {False}


@pytest.mark.parametrize("kind", INCIDENTS)
def test_every_known_incident_is_told_in_both_languages(app: Flask, kind: str) -> None:
    english, chinese = INCIDENTS[kind]
    assert english in told(app, incident(kind, "NS")).said
    assert f"南北方 {chinese}" in told(app, incident(kind, "NS"), "zh").said


def test_an_unknown_incident_is_told_as_written(app: Flask) -> None:
    event = told(app, incident("spilled_tea", None, odd="<b>", found="dawn"))
    assert event == Event(said="Referee: spilled_tea", details=(("odd", "<b>"), ("Found", "dawn")))


def test_cards_levels_and_seats_of_an_incident_are_spelled_out(app: Flask) -> None:
    event = told(app, incident("revoke", "W", should="HKTB", levels="NS+1 EW:5", by="S", deal="EW"))
    assert [value for _, value in event.details] == [
        "♥K♥10big joker",
        "North-South +1 East-West 5",
        "South",
        "East-West",
    ]


def test_hostile_rulings_are_only_text(client: FlaskClient, add: Callable[..., str]) -> None:
    hostile = "<script>alert(1)</script>{seat}"
    page = client.get(f"/r/{add(EVERYTHING.replace('10 points to EW', hostile))}/1").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{seat}" in page


def test_commands_in_comments_are_not_shown_raw(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(EVERYTHING.replace("{keeps the five}", "{keeps [%mark H5] the five [%clk 0:09]}"))
    page = client.get(f"/r/{upload}/1").text
    shown = page[: page.index('<script type="application/json"')]
    assert "[%" not in shown
    assert "keeps the five" in shown
    assert row(page, "1.2") == "♠\ufe0e4 3 0:12comment"
    assert re.findall(r'<small class="clock"[^>]*>([^<]+)<', shown) == ["0:12", "0:09", "0:12", "0:09"]


def test_a_comment_of_commands_alone_is_no_comment() -> None:
    assert spoken(["[%clk 0:12]", " [%mark SA] "]) == []


@pytest.mark.parametrize(
    ("texts", "clock"),
    [
        (["[%clk 0:12]"], "0:12"),
        (["[%emt 3]"], "3"),
        (["[%emt 3] [%clk 0:12]"], "0:12"),
        (["[%clk]"], ""),
        (["12"], ""),
    ],
)
def test_time_left_goes_before_time_used(texts: list[str], clock: str) -> None:
    assert clock_of({"before": texts}) == clock


CORNERS = """[SJN "1"]
[Seats "SE NE NW SW"]
[SouthEast "A"]
[Level "2"]
[Trump "S"]
[Dealer "NE"]

Bids:
NW pass
<revoke SW by=SE levels=NESW+1>

Tricks:
1. NE HA / NW H3 ( 1. NE HA / NW H4 ) / SW H5 / SE D6
<conduct SENW>
= 0 SENW+1
"""


def test_seats_are_called_as_the_hand_calls_them(client: FlaskClient, add: Callable[..., str]) -> None:
    address = f"/r/{add(CORNERS)}/1"
    page = client.get(address).text
    assert row(page, "a1") == "Northwest passes"
    assert row(page, "a2") == (
        "Referee: Southwest – a wrong follow, or cards concealed By Southeast · Levels Northeast-Southwest +1"
    )
    assert row(page, "1.4i1") == "Referee: Southeast-Northwest – talk, signals, manners"
    # To be seen the letters, which fit the column; to be heard the word.
    heads = re.findall(r'<span aria-hidden="true">(\w+)</span><span class="unseen">(\w+)</span>', page)
    assert heads == [("NE", "Northeast"), ("NW", "Northwest"), ("SW", "Southwest"), ("SE", "Southeast")]
    variation = page[page.index('class="variation"') :].split("</tr>")[0]
    assert re.findall(r'class="compass">(\w+)<', variation) == ["NE", "NW"]
    assert 'title="A"' in page, "the player of the south-east"
    words = page[page.index("<script") :]
    assert "Northeast" in words
    assert '"North"' not in words
    chinese = client.get(address, headers=ZH).text
    assert row(chinese, "a1") == "西北家不亮"
    assert row(chinese, "1.4i1").startswith("裁判：东南西北方")
