"""A real Chromium against a real server: one of each for the session, a fresh context a test.

Every test also fails on an error in the console and on a request to another host.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from bench.browser import chromium, launched, serving
from paipu.records.library import Library
from tests.web.games import CLEAN, GAME


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        reason = "no Chromium; install it or name it in CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def library() -> Iterator[Library]:
    library = Library(None)
    yield library
    library.close()


@pytest.fixture(scope="session")
def site(library: Library) -> Iterator[str]:
    """The address of the server, without the last slash."""
    with serving(library, testing=True) as url:
        yield url


@pytest.fixture(scope="session")
def game(site: str, library: Library) -> str:
    """The address of the page of the test game, second of three hands."""
    upload = library.add_upload("match.sjn", f"{CLEAN}\n{GAME}\n{CLEAN}".encode())
    return f"{site}/r/{upload.id}/2"


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[OpenPage]:
    """Open an address in a fresh context; keywords are those of `Browser.new_context`.

    `allow` are parts of messages on the console that the test is about: the browser reports each answer that
    refuses something.
    """
    contexts, wrong = [], []

    def open_page(url: str, *, allow: tuple[str, ...] = (), **options: object) -> Page:
        settings = {"locale": "en-GB", "viewport": {"width": 1400, "height": 900}, **options}
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda m: (
                wrong.append(m.text)
                if m.type in ("error", "warning") and not any(part in m.text for part in allow)
                else None
            ),
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda r: wrong.append(r.url) if urlsplit(r.url).netloc != urlsplit(site).netloc else None,
        )
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
