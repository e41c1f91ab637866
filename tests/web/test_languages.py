"""Chinese and English: who gets which, and that no word is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

from paipu.web.edit_words import editor_words
from paipu.web.viewing import more_words
from paipu.web.words import action_words, page_words
from tests.web.games import GAME

WEB = Path(__file__).parents[2] / "web"
CATALOGUES = {name: WEB / "translations" / name / "LC_MESSAGES" for name in ("zh", "zh_Hant")}
every_catalogue = pytest.mark.parametrize("name", sorted(CATALOGUES))
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-CN,zh;q=0.9", "zh-CN"),
        ("zh", "zh-CN"),
        ("zh-SG", "zh-CN"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.8", "zh-Hant"),
        ("zh-Hant-MY", "zh-Hant"),
        ("zh-Hans-HK", "zh-CN"),
        ("en-GB", "en"),
        ("fr,zh-TW;q=0.5", "zh-Hant"),
        ("zh-TW;q=0, en", "en"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_the_browser_decides_first(client: FlaskClient, accepted: str, language: str) -> None:
    assert f'<html lang="{language}">' in client.get("/", headers={"Accept-Language": accepted}).text


def test_a_choice_holds_for_the_pages_after_it(client: FlaskClient) -> None:
    assert '<html lang="zh-CN">' in client.get("/?lang=zh").text
    assert '<html lang="zh-CN">' in client.get("/rules").text
    assert '<html lang="zh-Hant">' in client.get("/rules?lang=zh-Hant").text
    assert '<html lang="zh-Hant">' in client.get("/").text
    assert '<html lang="en">' in client.get("/rules?lang=en").text
    assert '<html lang="en">' in client.get("/").text


def test_an_unknown_language_is_no_choice(client: FlaskClient) -> None:
    assert '<html lang="en">' in client.get('/?lang="><script>').text


def test_the_switch_keeps_the_rest_of_the_address(client: FlaskClient) -> None:
    assert 'href="/?q=a%26b&amp;lang=zh"' in client.get("/?q=a%26b").text


def test_the_switch_quotes_the_address(client: FlaskClient) -> None:
    page = client.get("/rules/standard; throw_allowed=no").text
    (link,) = re.findall(r'href="([^"]*lang=zh)"', page)
    assert " " not in link
    assert '<html lang="zh-CN">' in client.get(link).text


def test_answers_vary_with_what_decides(client: FlaskClient) -> None:
    assert {"Accept-Language", "Cookie"} <= set(client.get("/").vary)


def catalogue(name: str = "zh") -> dict[tuple[str | None, str], tuple[str, ...]]:
    with (CATALOGUES[name] / "messages.po").open("rb") as file:
        return {_key(m.context, m.id): _texts(m.string) for m in read_po(file, locale=name) if m.id}


def _texts(string: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def _key(context: str | None, message: str | tuple[str, ...] | list[str]) -> tuple[str | None, str]:
    return context, message if isinstance(message, str) else message[0]


def extracted() -> set[tuple[str | None, str]]:
    found = extract_from_dir(WEB, METHODS)
    return {_key(context, message) for _, _, message, _, context in found}


@every_catalogue
def test_every_word_has_its_chinese(name: str) -> None:
    words, known = extracted(), catalogue(name)
    assert len(words) > 150
    assert {key for key in words if not any(known.get(key, ()))} == set()


@every_catalogue
def test_no_word_is_left_over(name: str) -> None:
    assert set(catalogue(name)) - extracted() == set()


@every_catalogue
def test_placeholders_are_the_same(name: str) -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"%\(\w+\)s|\{\w+\}", text))

    assert [
        key for key, texts in catalogue(name).items() for text in texts if places(text) != places(key[1])
    ] == []


@every_catalogue
def test_the_compiled_catalogue_is_up_to_date(name: str) -> None:
    with (CATALOGUES[name] / "messages.mo").open("rb") as file:
        compiled = {_key(m.context, m.id): _texts(m.string) for m in read_mo(file) if m.id}
    assert compiled == catalogue(name)


SIMPLIFIED_ONLY = set("东轮们谱级对庄闲将发记录审规则变错误应张书说读过边连还进远选门闭问间马龙")
"""Characters that no word of traditional Chinese has."""


def test_the_traditional_catalogue_has_no_simplified_word() -> None:
    faulty = [texts for texts in catalogue("zh_Hant").values() if SIMPLIFIED_ONLY & set("".join(texts))]
    assert faulty == []
    said = "".join("".join(texts) for texts in catalogue("zh_Hant").values())
    assert len(set(said) - set("".join("".join(t) for t in catalogue("zh").values()))) > 100


def test_findings_are_said_in_the_script_of_the_page(client: FlaskClient, add: Callable[..., str]) -> None:
    """The words of the rules come in simplified Chinese; names and comments stay as they were written."""
    upload = add(GAME.replace("hides the jokers", "藏起大王，后果自负"))
    page = client.get(f"/r/{upload}/1", headers={"Accept-Language": "zh-TW"}).text
    simplified = client.get(f"/r/{upload}/1.json").json["findings"]
    assert any(SIMPLIFIED_ONLY & set(each["message_zh"]) for each in simplified)
    assert "藏起大王，后果自负" in page
    data = re.findall(r'id="timeline"[^>]*>(.*?)</script>', page, re.DOTALL)[0]
    told = [each["message_zh"] for each in json.loads(data)["findings"]]
    told += re.findall(r'<p class="finding-text" dir="auto">(.*?)</p>', page)
    assert len(told) == 2 * len(simplified)
    assert not SIMPLIFIED_ONLY & set("".join(told))


def test_rule_sets_are_titled_in_the_script_of_the_page(client: FlaskClient) -> None:
    page = client.get("/rules", headers={"Accept-Language": "zh-TW"}).text
    assert "湖北工業大學教職工雙升撲克牌比賽規則" in page


def test_scripts_use_only_words_the_page_has(app: Flask) -> None:
    with app.test_request_context("/"):
        words, actions = page_words() | more_words() | editor_words(), action_words()
    used = {
        key
        for script in (WEB / "static" / "js").glob("*.js")
        for key in re.findall(r'\bsay\(\s*"([\w.]+)"', script.read_text("utf-8"))
    }
    assert len(used) > 30
    assert used - words.keys() == set()
    assert all(what for _, what in actions)


def test_the_help_lists_every_key(app: Flask) -> None:
    """The list of the overlay and the table of the script are kept in two languages, so they are compared."""
    script = (WEB / "static" / "js" / "keys.js").read_text("utf-8")
    names = {"ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space"}
    bound = {
        "+".join(names.get(part, part) for part in key.split("+")) if key != "+" else key
        for keys in re.findall(r"keys: \[(.*?)\], action", script)
        for key in re.findall(r'"([^"]+)"', keys)
    }
    with app.test_request_context("/"):
        shown = {key for keys, _ in action_words() for key in keys}
    assert bound - shown == {"0", "$"}  # second keys for Home and End
    assert shown - bound == {"Esc"}
