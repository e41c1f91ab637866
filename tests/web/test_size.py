"""What a first visit to the page of a whole hand costs: 150 KB at most, as the server sends it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from paipu.records.sample_games import samples

LIMIT = 150_000
"""Bytes of page, styles, programs and drawings together."""
GZIP = {"Accept-Encoding": "gzip"}
HAND = dict(samples())["full_hand.sjn"].decode()
LOADED = re.compile(r'<(?:link rel="(?:stylesheet|icon|modulepreload)" href|script[^>]* src)="([^"]+)"')
IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
STYLE_URL = re.compile(r"url\(|@import")


def first_load(client: FlaskClient, path: str, headers: dict[str, str]) -> dict[str, int]:
    """Every address that a browser with nothing in store asks for, and the bytes of the answer."""
    with client.get(path, headers=headers) as page:
        sizes = {path: len(page.data)}
    with client.get(f"{path}/legal.json", headers=headers) as legal:  # when nothing else is to be done
        sizes["legal.json"] = len(legal.data)
    with client.get(path) as page:
        wanted = list(LOADED.findall(page.get_data(as_text=True)))
    while wanted:
        address = wanted.pop()
        if address in sizes:
            continue
        with client.get(address, headers=headers) as file:
            assert file.status_code == 200, address
            sizes[address] = len(file.data)
        wanted += linked(client, address)
    return sizes


def linked(client: FlaskClient, address: str) -> Iterator[str]:
    """What a program imports; a style sheet loads nothing further."""
    with client.get(address) as file:
        text = file.get_data(as_text=True)
    if address.endswith(".css"):
        assert not STYLE_URL.search(text)
    if address.endswith(".js"):
        for path in IMPORT.findall(text):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(address), path))


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_the_page_of_a_whole_hand_is_small(
    client: FlaskClient, add: Callable[..., str], language: str
) -> None:
    sizes = first_load(client, f"/r/{add(HAND)}/1", {**GZIP, "Accept-Language": language})
    kinds = {address.rsplit(".", 1)[-1] for address in sizes}
    assert {"css", "js", "svg"} <= kinds
    assert sum(address.endswith(".js") for address in sizes) >= 10
    assert sum(sizes.values()) <= LIMIT, sizes


def test_the_count_finds_all_that_a_page_loads(client: FlaskClient, add: Callable[..., str]) -> None:
    """Uncompressed, the same count is more than the source files it must hold."""
    sizes = first_load(client, f"/r/{add(HAND)}/1", {})
    names = {address.rsplit("/", 1)[-1] for address in sizes}
    assert {
        "base.css",
        "cards.css",
        "game.css",
        "main.js",
        "felt.js",
        "cards.js",
        "dom.js",
        "seal.svg",
    } <= names
    assert sum(sizes.values()) > LIMIT  # not by leaving something out is it small
