"""What is shared, as the server answers it: addresses, policies, and that nothing hidden is in it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from paipu.grammar import dumps, loads, reduced
from paipu.grammar.jsonform import from_json
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.web.policy import file_policy
from tests.web.games import CLEAN, GAME

TEACHING = dict(samples())["teaching.sjn"].decode()
HTML = "<img src=x onerror=alert(1)>"


@pytest.fixture
def teaching(add: Callable[..., str]) -> str:
    return add(TEACHING, "teaching.sjn")


# --- downloads ----------------------------------------------------------------------------------------


def test_records_in_three_profiles(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(f"{CLEAN}\n{TEACHING}")
    [clean, teaching] = loads(f"{CLEAN}\n{TEACHING}")
    text = lambda path: client.get(f"/r/{upload}{path}").text  # noqa: E731
    assert text(".sjn") == dumps([clean, teaching])
    assert text("/2.sjn") == dumps([teaching])
    assert text("/2.sjn?profile=reduced") == dumps([reduced(teaching)])
    known = text("/2.sjn?seat=N&at=7.3")
    assert "\nN L SK987762" in known
    assert re.findall(r"^(\d+)\.", known, re.MULTILINE)[-1] == "7"
    assert "E HQ" in known
    assert "HA" not in known.split("7. ")[1]


def test_the_record_as_json_is_the_record(client: FlaskClient, teaching: str) -> None:
    wanted = loads(TEACHING)
    for path in (".json", "/1/record.json"):
        answer = client.get(f"/r/{teaching}{path}").json
        assert [dumps([from_json(each)]) for each in answer] == [dumps(wanted)]
    seat = client.get(f"/r/{teaching}/1/record.json?seat=S&at=2.1").json
    assert [dealt["seat"] for dealt in seat[0]["deal"]] == ["S"]


@pytest.mark.parametrize(
    "path",
    [
        "/1.sjn?profile=x", "/1.sjn?seat=X", "/1.sjn?seat=S&at=x", "/1.sjn?at=7.3", "/2.sjn",
        "/1/position.svg?at=x", "/1/position.svg?seat=all&at=99.1", "/1/print?seat=ES", "/2/print",
        "/1.html?seat=x", "/9.html",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: FlaskClient, teaching: str, path: str) -> None:
    assert client.get(f"/r/{teaching}{path}").status_code == 404


# --- what a view hides --------------------------------------------------------------------------------


BURIED = {"C6", "C4", "C3", "C2", "DT", "D5", "D4", "D2"}


@pytest.mark.parametrize("view", ["S", "W", "N", "public"])
@pytest.mark.parametrize("path", ["/1.sjn?", "/1/record.json?", "/1/print?", "/1.html?", "/embed"])
def test_the_kitty_and_the_comments_are_not_in_what_others_take(
    client: FlaskClient, teaching: str, path: str, view: str
) -> None:
    """Only East saw what was buried, until it was captured; comments tell of everything, so none is left."""
    url = f"/embed/r/{teaching}/1?seat={view}" if path == "/embed" else f"/r/{teaching}{path}seat={view}"
    text = unescape(client.get(url).text)
    assert "CT542" not in text
    assert "C6432 DT542" not in text
    assert "兑大对" not in text
    assert "Nine small cards" not in text
    data = re.findall(r'id="timeline"[^>]*>(.*?)</script>', text, re.DOTALL)
    for each in map(json.loads, data):
        assert set(each["kitty"]) == {"?"}
        assert {tuple(step["cards"]) for step in each["steps"] if step["kind"] == "bury"} == {("?",) * 8}
        # All see the kitty once it is captured, not before.
        assert each["kitty_result"]["captured"]
        assert set(each["kitty_result"]["cards"]) == BURIED


def test_a_picture_of_a_seat_has_only_its_cards(client: FlaskClient, teaching: str) -> None:
    whole = client.get(f"/r/{teaching}/1/position.svg?at=deal").text
    south = client.get(f"/r/{teaching}/1/position.svg?at=deal&seat=S").text
    count = lambda text: text.count('class="mini"')  # noqa: E731
    assert (count(whole), count(south)) == (108, 25)


# --- pictures -----------------------------------------------------------------------------------------


def test_a_picture_stands_by_itself(client: FlaskClient, teaching: str) -> None:
    response = client.get(f"/r/{teaching}/1/position.svg?at=8.4&lang=zh")
    assert response.mimetype == "image/svg+xml"
    root = ET.fromstring(response.data)
    assert "第 8 墩" in "".join(root.itertext())
    assert re.findall(r'(?:href|src)="(?!#)', response.text) == []


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("7", "7.1"),
        ("k", "a3"),
        ("d24", "a1"),
        ("d56", "a1"),
        ("d57", "a2"),
        ("v1", "4.1v1/4.1"),
        ("v1.4.3", "4.1v1/4.3"),
    ],
)
def test_a_picture_of_a_short_address(client: FlaskClient, teaching: str, short: str, whole: str) -> None:
    pictures = [client.get(f"/r/{teaching}/1/position.svg?at={at}") for at in (short, whole)]
    assert [each.status_code for each in pictures] == [200, 200]
    assert pictures[0].data == pictures[1].data


# --- the frame and oEmbed -----------------------------------------------------------------------------


def test_only_the_frame_may_be_framed_and_has_no_cookie(client: FlaskClient, teaching: str) -> None:
    frame = client.get(f"/embed/r/{teaching}/1?lang=zh")
    # `frame-ancestors *` would refuse pages from disk.
    assert "frame-ancestors" not in frame.headers["Content-Security-Policy"]
    assert "unsafe" not in frame.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in frame.headers
    assert "Cookie" not in frame.vary
    assert f'href="/r/{teaching}/1?lang=zh"' in frame.text
    for path in ("/", f"/r/{teaching}/1", f"/r/{teaching}/1/print", "/view", "/rules", "/oembed?url=x"):
        assert client.get(path).headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"), path


def test_an_earlier_choice_of_language_does_not_reach_the_frame(client: FlaskClient, teaching: str) -> None:
    client.get("/?lang=zh")
    assert '<html lang="zh-CN">' in client.get("/").text
    assert '<html lang="en">' in client.get(f"/embed/r/{teaching}/1").text


def discovered(client: FlaskClient, upload: str) -> str:
    (link,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', client.get(f"/r/{upload}/1").text)
    return unescape(link).removeprefix("http://localhost")


def test_oembed_is_discovered_and_gives_the_frame(client: FlaskClient, teaching: str) -> None:
    answer: Any = client.get(discovered(client, teaching)).json
    assert answer["version"] == "1.0"
    assert answer["type"] == "rich"
    assert (answer["width"], answer["height"]) == (800, 600)
    assert f'src="http://localhost/embed/r/{teaching}/1"' in answer["html"]
    assert answer["title"] == "paipu teaching hand 教学牌例 · Hand 3"


def test_oembed_keeps_view_and_play(client: FlaskClient, teaching: str) -> None:
    url = f"http://localhost/r/{teaching}/1?seat=S&evil=%22%3E#7.3"
    answer: Any = client.get("/oembed", query_string={"url": url, "maxwidth": 400, "maxheight": 500}).json
    assert f"/embed/r/{teaching}/1?seat=S#7.3" in answer["html"]
    assert (answer["width"], answer["height"]) == (390, 500)
    small: Any = client.get("/oembed", query_string={"url": url, "maxwidth": 200, "maxheight": 100}).json
    assert (small["width"], small["height"]) == (200, 100)
    xml = client.get("/oembed", query_string={"url": url, "format": "xml"})
    assert xml.mimetype == "text/xml"
    assert ET.fromstring(xml.data).findtext("html", "").startswith("<iframe ")
    assert client.get("/oembed", query_string={"url": url, "format": "yaml"}).status_code == 501


@pytest.mark.parametrize(
    "url",
    ["", "x", "http://elsewhere/r/{}/1", "http://localhost/r/{}", "http://localhost/r/nothere/1",
     "http://localhost/r/{}/7", "javascript:alert(1)", "http://[", "http://localhost/rules"],
)  # fmt: skip
def test_oembed_knows_only_hands_of_this_site(client: FlaskClient, teaching: str, url: str) -> None:
    assert client.get("/oembed", query_string={"url": url.format(teaching)}).status_code == 404


# --- a record that is only looked at --------------------------------------------------------------------


def test_judging_on_demand_keeps_nothing(client: FlaskClient, library: Library) -> None:
    page = client.post("/view", data={"text": GAME})
    assert page.status_code == 200
    assert page.text.count('class="finding is-error"') == 12
    assert 'href="/rules/' not in page.text.split("<main")[1]
    assert library.count_uploads() == 0


@pytest.mark.parametrize(
    ("hand", "event"),
    [
        (None, "Clean"),
        ("2", "Botzone"),
        ("3", "Clean"),
        *((odd, "Clean") for odd in ("0", "4", "-1", "x", "")),
    ],
)
def test_the_hand_to_be_judged_can_be_chosen(client: FlaskClient, hand: str | None, event: str) -> None:
    text = f"{CLEAN}\n{GAME}\n{CLEAN}"
    page = client.post("/view", data={"text": text, **({} if hand is None else {"hand": hand})}).text
    assert f'<h1 id="heading" dir="auto">{event}</h1>' in page
    assert "is-view" not in page.split("</ul>")[0]  # all cards are open
    (chosen,) = re.findall(r"<option selected>(\d)</option>", page)
    assert chosen == (hand if hand in ("2", "3") else "1")
    assert page.count('class="finding is-error"') == (12 if event == "Botzone" else 0)


def test_a_hand_is_judged_within_its_match(client: FlaskClient) -> None:
    """Its dealer must be the one that the hand before gives, as on the page of a stored file."""
    head = '[SJN "1"]\n[Event "M"]\n[Rules "standard"]\n[Levels "NS:2 EW:2"]\n[Level "2"]\n[Trump "S"]\n'
    text = f'{head}[Hand "1"]\n[Dealer "N"]\n\n= 80 EW+0\n\n{head}[Hand "2"]\n[Dealer "S"]\n\n= *\n'
    judged = client.post("/view", data={"text": text, "hand": "2"}).text
    assert "match.dealer" in judged
    alone = client.post("/view", data={"text": text.split("\n\n", 2)[2]}).text
    assert "match.dealer" not in alone


def test_what_cannot_be_judged_says_why(client: FlaskClient) -> None:
    page = client.post("/view", data={"text": f'{{"what": "{HTML}"}}'})
    assert page.status_code == 400
    assert "No hand could be read" in page.text
    assert HTML not in page.text
    assert client.post("/view", data={"text": "x" * 1_100_000}).status_code == 413
    assert client.post("/view", data={"text": GAME}, headers={"Origin": "http://other"}).status_code == 403


# --- one file -----------------------------------------------------------------------------------------


def test_one_file_carries_its_own_policy(client: FlaskClient, teaching: str) -> None:
    response = client.get(f"/r/{teaching}/1.html")
    assert response.headers["Content-Disposition"].startswith("attachment")
    (style,) = re.findall(r"<style>(.*?)</style>", response.text, re.DOTALL)
    (script,) = re.findall(r'<script type="module">(.*?)</script>', response.text, re.DOTALL)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', response.text)
    assert unescape(policy) == file_policy(style, script)
    assert re.findall(r'(?:src|href)="(?![#?])[^"]*"', response.text) == []
    assert "import " not in re.sub(r"//.*|/\*.*?\*/", "", script, flags=re.DOTALL).split("{")[0]


def test_a_picture_of_a_view_has_no_variation_and_tells_no_ruling(
    client: FlaskClient, library: Library
) -> None:
    text = GAME_WITH_A_RULING
    upload = library.add_upload("ruling.sjn", text.encode()).id
    assert client.get(f"/r/{upload}/1/position.svg?at=v1").status_code == 200
    assert client.get(f"/r/{upload}/1/position.svg?at=v1&seat=S").status_code == 404
    assert "both jokers" in client.get(f"/r/{upload}/1/position.svg?at=1.2i1").text
    assert "both jokers" not in client.get(f"/r/{upload}/1/position.svg?at=1.2i1&seat=S").text


GAME_WITH_A_RULING = """[SJN "1"]
[Event "Ruling"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA / W H3 <note W ruling="W holds both jokers"> / S H5 / E H6 ( 1. N HA / W BB )
= *
"""
