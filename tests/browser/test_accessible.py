"""Every page under axe-core, in light and dark: no violation of WCAG 2.2 A and AA, nor of good practice."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from paipu.records.library import Library
from tests.browser.conftest import OpenPage
from tests.web.games import BROKEN, GAME

pytestmark = pytest.mark.browser

PAGES = (
    "/", "/?q=nowhere", "{file}", "{broken}", "{game}", "{game}#2.3", "{game}#12.1", "{game}#result",
    "{game}?seat=S#7.3", "{game}?rules=standard", "{game}/print", "/embed{game}", "/report{number}", "/rules",
    "/rules/hbut_2013", "/rules/compare?ids=hbut_2013&ids=minzhengbu", "/view", "/nowhere",
)  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("page_path", "locale"), [(path, "en-GB") for path in PAGES] + [("{game}#2.3", "zh-TW")]
)
def test_no_page_has_a_violation(
    open_page: OpenPage, site: str, game: str, library: Library, page_path: str, locale: str, scheme: str
) -> None:
    path = urlsplit(game).path
    broken = f"/r/{library.add_upload('broken.sjn', BROKEN.encode()).id}"
    number = path.removeprefix("/r")
    url = page_path.format(game=path, file=path.rsplit("/", 1)[0], broken=broken, number=number)
    found = violations(open_page, f"{site}{url}", locale, scheme)
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("dialog", ["[data-share]", "[data-do=help]", "#tab-comments", "#tab-findings"])
def test_no_opened_part_has_a_violation(open_page: OpenPage, game: str, dialog: str, scheme: str) -> None:
    assert violations(open_page, game, "en-GB", scheme, dialog) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_judged_record_has_none_either(open_page: OpenPage, site: str, scheme: str) -> None:
    page = open_page(f"{site}/view", color_scheme=scheme, reduced_motion="reduce")
    page.locator("#view-text").fill(GAME)
    page.get_by_role("button", name="Send it to be judged").click()
    page.locator(".is-ready .judged").wait_for()
    assert told(page) == []


def violations(open_page: OpenPage, url: str, locale: str, scheme: str, click: str = "") -> list[str]:
    # Motion would be caught in the middle, half transparent.
    options = {"locale": locale, "color_scheme": scheme, "reduced_motion": "reduce"}
    if url.endswith("/nowhere"):
        page = open_page(url.removesuffix("/nowhere"), **options)
        page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))
        page.goto(url)
    else:
        page = open_page(url, **options)
    if click:
        page.locator(click).click()
    return told(page)


def told(page: object) -> list[str]:
    results = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in results
        for node in each["nodes"]
    ]
