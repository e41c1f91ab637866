"""HTML and script in every field of text, in a browser: nothing of it becomes an element or runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from paipu.grammar import dumps, loads
from paipu.records.library import Library
from tests.browser.conftest import OpenPage
from tests.web.hostile import EVERYWHERE, html

pytestmark = pytest.mark.browser

FILE = f"{html()}.sjn"
HARM = """() => [
  document.querySelectorAll("img, iframe, [onerror], script:not([src], [type])").length, typeof zq,
]"""
WALK = 14
"""Steps of the record, its ends included."""


@pytest.fixture(scope="module")
def upload(library: Library) -> str:
    return library.add_upload(FILE, EVERYWHERE.encode()).id


@pytest.fixture
def dialogs() -> list[str]:
    return []


def watch(page: Page, dialogs: list[str]) -> Page:
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    return page


def harmless(page: Page, dialogs: list[str]) -> None:
    assert page.evaluate(HARM) == [0, "undefined"]
    assert dialogs == []


def walk(page: Page, dialogs: list[str]) -> None:
    """Every step with what the panel says of it, every tab, the variations, the dialogs."""
    expect(page.locator(".is-ready")).to_be_attached()
    for _step in range(WALK):
        page.keyboard.press("ArrowRight")
        harmless(page, dialogs)
    for tab in page.locator("[role=tab]").all():
        tab.click()
        harmless(page, dialogs)
    for link in page.locator("#record .variation a[data-at]").all():
        if link.is_visible():
            link.click()
            harmless(page, dialogs)
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    harmless(page, dialogs)


@pytest.mark.parametrize(
    "path",
    ["/", "/?q=zq", "/r/{}", "/r/{}/1", "/r/{}/1?seat=S", "/r/{}/1?seat=public", "/r/{}/1?spoil=0",
     "/r/{}/1/print", "/embed/r/{}/1", "/report/{}/1"],
)  # fmt: skip
def test_no_page_runs_it(open_page: OpenPage, site: str, upload: str, dialogs: list[str], path: str) -> None:
    page = watch(open_page(f"{site}{path.format(upload)}"), dialogs)
    page.reload()  # with the ear for dialogs in place
    if page.locator("#record").count():
        page.locator("#tab-record").click()
        walk(page, dialogs)
    elif page.locator("#felt").count():
        for _step in range(WALK):
            page.keyboard.press("ArrowRight")
    harmless(page, dialogs)
    if path == "/r/{}/1":
        page.locator("#tab-comments").click()
        expect(page.locator("#panel-comments")).to_contain_text("<img src=x onerror=zq(")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("#take-packed")).not_to_have_value("")
        harmless(page, dialogs)


def test_a_record_in_the_address_runs_nothing(open_page: OpenPage, site: str, dialogs: list[str]) -> None:
    text = dumps(loads(EVERYWHERE))
    page = watch(open_page(f"{site}/view"), dialogs)
    packing = "async (text) => (await import('/static/js/pack.js')).pack(text)"
    packed = page.evaluate(packing, f"{text}\n{text}")
    page.goto("about:blank")
    page.goto(f"{site}/view?hand=2#{packed}")
    expect(page.locator("#view.has-record")).to_be_visible()
    page.locator("#tab-comments").click()
    expect(page.locator("#panel-comments")).to_contain_text("<img src=x onerror=zq(")
    page.locator("#tab-record").click()
    expect(page.locator("#record")).to_contain_text("<img src=x onerror=zq(")
    walk(page, dialogs)
    page.get_by_role("button", name="Send it to be judged").click()
    expect(page.locator(".judged")).to_be_visible()
    walk(page, dialogs)


def test_a_file_on_disk_runs_nothing(
    browser: Browser, open_page: OpenPage, site: str, upload: str, tmp_path: Path, dialogs: list[str]
) -> None:
    answer = open_page(site).request.get(f"{site}/r/{upload}/1.html")
    (tmp_path / "game.html").write_bytes(answer.body())
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(5000)
    page, wrong = watch(context.new_page(), dialogs), []
    page.on("console", lambda message: wrong.append(message.text))
    page.goto((tmp_path / "game.html").as_uri())
    walk(page, dialogs)
    page.locator("[data-view=S]").click()
    walk(page, dialogs)
    context.close()
    assert wrong == []
