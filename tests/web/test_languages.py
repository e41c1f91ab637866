"""Chinese and English: who gets which, and that no word is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

from paipu.web.words import action_words, page_words

WEB = Path(__file__).parents[2] / "web"
CATALOGUE = WEB / "translations" / "zh" / "LC_MESSAGES"
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("zh-CN,zh;q=0.9", "zh-CN"), ("zh-TW", "zh-CN"), ("en-GB", "en"), ("fr", "en"), ("", "en")],
)
def test_the_browser_decides_first(client: FlaskClient, accepted: str, language: str) -> None:
    assert f'<html lang="{language}">' in client.get("/", headers={"Accept-Language": accepted}).text


def test_a_choice_holds_for_the_pages_after_it(client: FlaskClient) -> None:
    assert '<html lang="zh-CN">' in client.get("/?lang=zh").text
    assert '<html lang="zh-CN">' in client.get("/rules").text
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


def catalogue() -> dict[tuple[str | None, str], tuple[str, ...]]:
    with (CATALOGUE / "messages.po").open("rb") as file:
        return {_key(m.context, m.id): _texts(m.string) for m in read_po(file, locale="zh") if m.id}


def _texts(string: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def _key(context: str | None, message: str | tuple[str, ...] | list[str]) -> tuple[str | None, str]:
    return context, message if isinstance(message, str) else message[0]


def extracted() -> set[tuple[str | None, str]]:
    found = extract_from_dir(WEB, METHODS)
    return {_key(context, message) for _, _, message, _, context in found}


def test_every_word_has_its_chinese() -> None:
    words, known = extracted(), catalogue()
    assert len(words) > 150
    assert {key for key in words if not any(known.get(key, ()))} == set()


def test_no_word_is_left_over() -> None:
    assert set(catalogue()) - extracted() == set()


def test_placeholders_are_the_same() -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"%\(\w+\)s|\{\w+\}", text))

    assert [
        key for key, texts in catalogue().items() for text in texts if places(text) != places(key[1])
    ] == []


def test_the_compiled_catalogue_is_up_to_date() -> None:
    with (CATALOGUE / "messages.mo").open("rb") as file:
        compiled = {_key(m.context, m.id): _texts(m.string) for m in read_mo(file) if m.id}
    assert compiled == catalogue()


def test_scripts_use_only_words_the_page_has(app: Flask) -> None:
    with app.test_request_context("/"):
        words, actions = page_words(), action_words()
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
