"""Every page answers, in both languages, and bad input gets a page that says what is wrong."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from contextlib import closing
from html import unescape
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.http import parse_options_header
from werkzeug.test import EnvironBuilder, TestResponse

from paipu.grammar import dumps, loads
from paipu.grammar.commands import Command, commands
from paipu.grammar.model import Comment
from paipu.records.library import Library
from paipu.web import present
from paipu.web.hand_page import SOURCE_LIMIT
from paipu.web.pages import UPLOAD_LIMIT
from tests.web.games import BROKEN, CLEAN, GAME, HOSTILE, NO_TRUMP_NAMED

ZH = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}


def upload_file(client: FlaskClient, data: bytes, name: str = "a.sjn") -> TestResponse:
    return client.post("/upload", data={"file": (io.BytesIO(data), name)}, follow_redirects=True)


# The list


def test_empty_library_says_so(client: FlaskClient) -> None:
    assert "Nothing here yet" in client.get("/").text


def test_list_shows_title_rules_and_verdict(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add()
    page = client.get("/").text
    assert f'href="/r/{upload}"' in page
    assert "botzone" in page
    assert "12 errors" in page


def test_list_finds_by_name_and_says_when_nothing_matches(
    client: FlaskClient, add: Callable[..., str]
) -> None:
    add(CLEAN, "spring.sjn")
    assert "Clean" in client.get("/?q=spring").text
    assert "No game has “nowhere”" in client.get("/?q=nowhere").text


@pytest.mark.parametrize("page", ["0", "-3", "x", "99999999999999999999"])
def test_odd_page_numbers_are_harmless(client: FlaskClient, page: str) -> None:
    assert client.get(f"/?page={page}").status_code == 200


# Upload


def test_a_file_leads_to_its_page(client: FlaskClient) -> None:
    response = client.post("/upload", data={"file": (io.BytesIO(GAME.encode()), "game.sjn")})
    assert response.status_code == 303
    page = client.get(response.location).text
    assert "game.sjn" in page
    assert "12 errors" in page
    assert "already here" not in page


def test_pasted_text_works_without_a_file(client: FlaskClient) -> None:
    data = {"text": CLEAN, "file": (io.BytesIO(b""), "")}
    page = client.post("/upload", data=data, follow_redirects=True).text
    assert "pasted text" in page
    assert "Clean" in page


def test_pasted_text_keeps_its_line_breaks_as_sent(client: FlaskClient, library: Library) -> None:
    """Browsers send CRLF; what came in is what is kept."""
    text = CLEAN.replace("\n", "\r\n")
    response = client.post("/upload", data={"text": text})
    assert library.data(response.location.split("/")[-1].split("?")[0]) == text.encode()


def test_the_same_bytes_are_known(client: FlaskClient) -> None:
    upload_file(client, GAME.encode())
    again = upload_file(client, GAME.encode(), "other-name.sjn")
    assert re.search(r"already here since \d{4}-\d\d-\d\d \d\d:\d\d UTC", again.text)
    assert client.get("/").text.count('href="/r/') == 1


def test_nothing_sent_is_told_and_not_kept(client: FlaskClient, library: Library) -> None:
    response = client.post("/upload", data={"text": " \n"})
    assert response.status_code == 400
    assert "There is nothing in it" in response.text
    assert library.count_uploads() == 0


def test_a_broken_record_is_kept_and_shows_line_column_and_text(client: FlaskClient) -> None:
    page = upload_file(client, BROKEN.encode()).text
    assert "text.unclosed_comment" in page
    assert "line 8, column 16" in page
    assert "<mark>{never</mark> closed" in page


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)),
        b"{",
        b"\xff\xfe\x00",
        b"<html>",
        "大王".encode("gb18030"),
        b"\0" * 5000,
        b"[" * 5000,
    ],
)
def test_whatever_is_sent_is_kept_and_never_breaks(
    client: FlaskClient, library: Library, data: bytes
) -> None:
    response = upload_file(client, data, "odd.bin")
    assert response.status_code == 200
    assert "Traceback" not in response.text
    (upload,) = library.list_uploads()
    assert library.data(upload.id) == data
    assert client.get(f"/r/{upload.id}/source").data == data


@pytest.mark.parametrize("field", ["file", "text"])
def test_too_large_says_the_limit(client: FlaskClient, library: Library, field: str) -> None:
    data = b"x" * (UPLOAD_LIMIT + 1)
    sent = {"file": (io.BytesIO(data), "big.sjn")} if field == "file" else {"text": data.decode()}
    with closing(EnvironBuilder("/upload", method="POST", data=sent)) as builder:
        environ = builder.get_environ()
    with closing(environ["wsgi.input"]):  # a temporary file that the test client would leave open
        response = client.open(environ)
    assert response.status_code == 413
    assert "16 MiB" in response.text
    assert library.count_uploads() == 0


def test_a_long_paste_is_not_too_large(client: FlaskClient) -> None:
    """Flask's own limit for form fields is half a megabyte."""
    assert client.post("/upload", data={"text": CLEAN + "\n" * 2_000_000}).status_code == 303


def test_other_sites_cannot_upload(client: FlaskClient) -> None:
    response = client.post("/upload", data={"text": CLEAN}, headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403


@pytest.mark.parametrize(
    "origin",
    ["http://elsewhere.example", "null", "", "http://localhost:81", "http://[", "http://localhost.x"],
)
def test_a_form_of_another_origin_is_refused(client: FlaskClient, library: Library, origin: str) -> None:
    response = client.post("/upload", data={"text": CLEAN}, headers={"Origin": origin})
    assert response.status_code == 403
    assert "sent from another site" in response.text
    assert library.count_uploads() == 0


def test_a_form_of_this_origin_is_taken(client: FlaskClient) -> None:
    response = client.post("/upload", data={"text": CLEAN}, headers={"Origin": "http://localhost"})
    assert response.status_code == 303


def test_the_language_links_of_a_refused_upload_lead_to_the_box(client: FlaskClient) -> None:
    page = client.post("/upload", data={"text": ""}).text
    assert 'href="/upload?lang=zh"' in page
    response = client.get("/upload?lang=zh")
    assert response.status_code == 302
    assert response.location == "/?lang=zh#upload"
    assert client.get("/upload").location == "/#upload"


# One file


def test_downloads(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add()
    assert client.get(f"/r/{upload}/source").data == GAME.encode()
    text = client.get(f"/r/{upload}.sjn").text
    assert text == dumps(loads(GAME))
    assert client.get(f"/r/{upload}/1.json").json["findings"]


def test_the_source_is_never_taken_for_a_page(client: FlaskClient, add: Callable[..., str]) -> None:
    response = client.get(f"/r/{add('<script>alert(1)</script>')}/source")
    assert response.mimetype == "application/octet-stream"
    assert response.headers["Content-Disposition"].startswith("attachment")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("round 1.sjn", "round 1.sjn"),
        ("../..\\x<b>\r\n.sjn", "xb.sjn"),
        ("\u202esjn.txt", "sjn.txt"),
        ("..", None),
        ("", None),
        ("n" * 150 + ".sjn", "n" * 116 + ".sjn"),
    ],
)
def test_the_source_keeps_a_safe_form_of_its_name(
    client: FlaskClient, add: Callable[..., str], name: str, kept: str | None
) -> None:
    upload = add(name=name)
    header = client.get(f"/r/{upload}/source").headers["Content-Disposition"]
    assert parse_options_header(header) == ("attachment", {"filename": kept or f"{upload}.original"})


def test_the_source_may_have_a_chinese_name(client: FlaskClient, add: Callable[..., str]) -> None:
    header = client.get(f"/r/{add(name='决赛.sjn')}/source").headers["Content-Disposition"]
    assert "filename*=UTF-8''%E5%86%B3%E8%B5%9B.sjn" in header


@pytest.mark.parametrize(("rules", "linked"), [("standard; throw_allowed=no", True), ("our own", False)])
def test_only_rule_sets_that_exist_are_linked(
    client: FlaskClient, add: Callable[..., str], rules: str, linked: bool
) -> None:
    upload = add(CLEAN.replace('"standard"', f'"{rules}"'))
    for path in (f"/r/{upload}", f"/r/{upload}/1"):
        links = re.findall(r'href="(/rules/[^"#]+)', client.get(path).text)
        assert [link for link in links if client.get(link).status_code != 200] == []
    named = f'href="/rules/{quote(rules, safe="=")}"'.replace("%3B", ";")
    assert (named in client.get(f"/r/{upload}").text) == linked


def test_what_a_text_should_hold_is_not_called_right(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(BROKEN)}").text
    assert "expected: " in page
    assert "Right would be" not in page
    assert "Right would be" in client.get(f"/r/{add()}/1").text


def test_many_hands_are_paged(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add("\n".join(CLEAN for _ in range(201)))
    first, second = client.get(f"/r/{upload}").text, client.get(f"/r/{upload}?page=2").text
    assert f'href="/r/{upload}/200"' in first
    assert f'href="/r/{upload}/201"' not in first
    assert f'href="/r/{upload}/201"' in second


# One hand


def test_the_game_page_reads_without_scripts(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add()}/1").text
    assert 'data-at="2.3"' in page
    assert page.count('class="finding is-error"') == 12
    assert "follow.pair" in page
    assert "hides the jokers" in page
    assert 'href="#2.3v1/2.3"' in page


def test_embedded_data_is_the_timeline_and_cannot_close_its_element(
    client: FlaskClient, add: Callable[..., str]
) -> None:
    upload = add()
    page = client.get(f"/r/{upload}/1").text
    (embedded,) = re.findall(
        r'<script type="application/json" id="timeline" data-part>(.*?)</script>', page, re.DOTALL
    )
    assert json.loads(embedded) == client.get(f"/r/{upload}/1.json").json
    assert json.loads(embedded)["players"]["E"] == HOSTILE


@pytest.mark.parametrize("path", ["/", "/r/{}", "/r/{}/1"])
def test_hostile_names_are_text(client: FlaskClient, add: Callable[..., str], path: str) -> None:
    page = client.get(path.format(add(name=f"{HOSTILE}.sjn"))).text
    assert "<script>alert" not in page
    assert HOSTILE in unescape(page)


def test_neighbouring_hands_are_linked(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(f"{CLEAN}\n{GAME}")
    assert f'rel="next" href="/r/{upload}/2"' in client.get(f"/r/{upload}/1").text
    second = client.get(f"/r/{upload}/2").text
    assert f'rel="prev" href="/r/{upload}/1"' in second
    assert 'rel="next"' not in second


def test_a_finding_links_to_its_parameter(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add()}/1").text
    (link,) = set(re.findall(r'href="(/rules/botzone#follow_pair)"', page))
    address, _, anchor = link.partition("#")
    assert f'id="{anchor}"' in client.get(address).text


def test_a_hand_can_be_judged_by_another_set(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add()
    json_of = lambda rules: client.get(f"/r/{upload}/1.json?rules={rules}").json  # noqa: E731
    assert json_of("")["rules"]["id"] == "botzone"
    assert json_of("standard")["rules"]["id"] == "standard"
    assert '<option value="standard" selected>' in client.get(f"/r/{upload}/1?rules=standard").text
    assert client.get(f"/r/{upload}/1?rules=nowhere").status_code == 404


def test_an_unknown_set_to_judge_by_is_named(client: FlaskClient, add: Callable[..., str]) -> None:
    address = f"/r/{add()}/1?rules=<nonsense>"
    response = client.get(address)
    assert response.status_code == 404
    assert "The rule set “&lt;nonsense&gt;”" in response.text
    assert "没有这套规则" in client.get(address, headers=ZH).text


def test_a_very_long_text_is_cut_in_the_page_but_nowhere_else(
    client: FlaskClient, add: Callable[..., str]
) -> None:
    text = CLEAN + "牌" * 1_000_000
    upload = add(text)
    response = client.get(f"/r/{upload}/1")
    assert len(response.data) < 2 * SOURCE_LIMIT
    assert "the original file has all" in response.text
    assert "the original file has all" not in client.get(f"/r/{add()}/1").text
    assert client.get(f"/r/{upload}/1.json").json["source"] == text
    assert client.get(f"/r/{upload}/source").text == text


def test_tricks_without_a_known_trump_are_shown(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add(NO_TRUMP_NAMED)}/1").text
    assert "No play is recorded" not in page
    assert re.findall(r'<tr class="is-play" data-trick="(\d)"', page) == ["1", "2"]
    assert page.count("is-leader") == 2
    assert "is-winner" not in page
    assert '<b id="attackers">?</b>' in page


# Rules


def test_every_rule_set_has_a_page_with_every_parameter(client: FlaskClient) -> None:
    from paipu.replay.rules import load_rules, rule_ids

    index = client.get("/rules").text
    for rule_id in rule_ids():
        assert f'href="/rules/{rule_id}"' in index
        page = client.get(f"/rules/{rule_id}").text
        assert [e.name for e in load_rules(rule_id).entries if f'id="{e.name}"' not in page] == []


def test_overridden_values_are_named(client: FlaskClient) -> None:
    page = client.get("/rules/standard; throw_allowed=no").text
    assert "throw_allowed=no" in page


# Errors


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/r/nowhere", "/r/nowhere/1", "/r/nowhere.sjn", "/r/nowhere/source", "/rules/nowhere"],
)
def test_what_is_not_there_is_a_404_page(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "No such page" in response.text
    assert "没有这一页" in client.get(path, headers=ZH).text


@pytest.mark.parametrize(
    "number", ["0", "2", "01", "١", "１", "99999999999999999999", "9" * 5000, "01.json", "１.json", "1.5"]
)
def test_a_hand_that_is_not_there(client: FlaskClient, add: Callable[..., str], number: str) -> None:
    assert client.get(f"/r/{add()}/{number}").status_code == 404


@pytest.mark.parametrize("path", ["/r/{}", "/r/{}/1"])
def test_a_slash_at_the_end_leads_to_the_plain_address(
    client: FlaskClient, add: Callable[..., str], path: str
) -> None:
    plain = path.format(add())
    response = client.get(f"{plain}/?lang=zh&rules=a%26b")
    assert response.status_code == 308
    assert response.location == f"{plain}?lang=zh&rules=a%26b"
    assert client.get(f"{plain}/").location == plain


def test_the_icon_is_where_browsers_look(client: FlaskClient) -> None:
    with client.get("/favicon.ico") as response:
        assert response.status_code == 200
        assert response.mimetype == "image/svg+xml"


def test_a_crash_is_a_page_without_a_trace(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from paipu.web import create_app

    def fail(**_: object) -> list[object]:
        raise RuntimeError("secret detail")

    app = create_app(library)
    monkeypatch.setattr(app.extensions["paipu"], "recent", fail)
    response = app.test_client().get("/")
    assert response.status_code == 500
    assert "Something broke here" in response.text
    assert "secret detail" not in response.text
    assert "secret detail" in caplog.text


def test_wrong_method_is_a_page(client: FlaskClient) -> None:
    response = client.post("/rules")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]
    assert "<h1>" in response.text


# All pages


def test_nothing_inline_and_nothing_from_elsewhere(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add()
    shared = (f"/r/{upload}/1/print", f"/embed/r/{upload}/1", "/view", f"/report/{upload}")
    for path in ("/", f"/r/{upload}", f"/r/{upload}/1", "/rules", "/rules/standard", "/nowhere", *shared):
        response = client.get(path)
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        # Of itself a page may name the whole address: oEmbed and a printed code need it.
        assert re.findall(r"(?:src|href|action)=\"(?:https?:)?//(?!localhost/)", response.text) == []
        assert re.findall(r"<[^>]*\s(?:style|on\w+)=", response.text) == []
        assert re.findall(r"<script(?! type=\"(?:module\" src|application/json))", response.text) == []


def test_static_files_exist(client: FlaskClient, add: Callable[..., str], app: Flask) -> None:
    page = client.get(f"/r/{add()}/1").text
    paths = set(re.findall(r'"(/static/[^"]+)"', page))
    assert len(paths) >= 6
    for path in paths:
        with client.get(path) as response:
            assert response.status_code == 200, path


def test_a_later_hand_is_judged_by_the_rules_of_its_match(
    client: FlaskClient, add: Callable[..., str]
) -> None:
    """They stand once, in the match block before the first hand."""
    text = CLEAN.replace('[Rules "standard"]\n', "")
    upload = add(f'[SJN "1"]\n[Match "Final"]\n[Rules "hbut_2013"]\n\n{text}\n{text}')
    for hand in (1, 2):
        assert json.loads(client.get(f"/r/{upload}/{hand}.json").text)["rules"]["id"] == "hbut_2013"


def test_the_clock_of_a_step_is_read_once_for_all_its_comments(
    client: FlaskClient, add: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 comments on one play are read a few times each, not 300 times; the clock stands with each."""
    read = []

    def counted(comment: Comment) -> tuple[Command, ...]:
        read.append(comment)
        return commands(comment)

    monkeypatch.setattr(present, "commands", counted)
    notes = "".join(f" {{c{n}}}" for n in range(300)) + " {[%clk 0:12]}"
    page = client.get(f"/r/{add(CLEAN.replace('N HA', f'N HA{notes}'))}/1").text
    articles = re.findall(r'<article class="comment".*?</article>', page, re.DOTALL)
    assert len(articles) == 300
    assert all("0:12" in article for article in articles)
    assert len(read) < 10 * 300
