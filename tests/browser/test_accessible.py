"""Every page under axe-core: no violation of WCAG 2.2 A and AA, nor of good practice, in either theme."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from paipu.grammar.model import Comment
from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage
from tests.web.games import BROKEN, GAME

pytestmark = pytest.mark.browser

PAGES = (
    "/", "/?q=nowhere", "{file}", "{broken}", "{game}", "{game}#2.3", "{game}#12.1", "{game}#result",
    "{game}?seat=S#7.3", "{game}?rules=standard", "{game}/print", "/embed{game}", "/report{number}", "/rules",
    "/rules/hbut_2013", "/rules/compare?ids=hbut_2013&ids=minzhengbu", "/view", "/nowhere",
)  # fmt: skip


@pytest.mark.parametrize(
    ("page_path", "locale"), [(path, "en-GB") for path in PAGES] + [("{game}#2.3", "zh-TW")]
)
def test_no_page_has_a_violation(
    open_page: OpenPage, site: str, game: str, library: Library, page_path: str, locale: str
) -> None:
    path = urlsplit(game).path
    broken = f"/r/{library.add_upload('broken.sjn', BROKEN.encode()).id}"
    number = path.removeprefix("/r")
    url = page_path.format(game=path, file=path.rsplit("/", 1)[0], broken=broken, number=number)
    assert violations(open_page, f"{site}{url}", locale) == []


@pytest.mark.parametrize("dialog", ["[data-share]", "[data-do=help]", "#tab-comments", "#tab-findings"])
def test_no_opened_part_has_a_violation(open_page: OpenPage, game: str, dialog: str) -> None:
    assert violations(open_page, game, click=dialog) == []


def test_a_judged_record_has_none_either(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}/view", reduced_motion="reduce")
    page.locator("#view-text").fill(GAME)
    page.get_by_role("button", name="Send it to be judged").click()
    page.locator(".is-ready .judged").wait_for()
    assert told(page) == []


STATES = {
    "original": "{full}?original=1#9.2",
    "original, seat": "{full}?original=1&seat=E#9.2",
    "variation": "{full}#5.2v1/5.2",
    "play of a variation": "{full}#8.1v1/8.3",
    "bidding": "{full}#a2",
    "no spoilers": "{game}?spoil=0#2.3",
    "public": "{game}?seat=public#2.3",
    "record in the address": "/view#{packed}",
    "history": "{full}/history",
    "earlier": "{full}?rev=0",
    "error": "/r/none",
}


@pytest.fixture(scope="module")
def places(library: Library) -> dict[str, str]:
    """Addresses: a hand with a revision, and one of a match."""
    # Its own text: the same bytes are one upload, which other tests may revise too.
    text = dict(samples())["full_hand.sjn"].replace(b'[Table "2"]', b'[Table "21"]')
    full = library.add_upload("full.sjn", text).id
    record = library.revision(full, 1, 0)
    assert record
    linked = Comment("As [the rules](https://example.org/) have it, and **so** have all of us at this table.")
    said = replace(
        record,
        tricks=tuple(
            replace(
                trick,
                plays=tuple(
                    replace(
                        play,
                        after=(linked, *play.after),
                        variations=tuple(replace(v, before=(linked, *v.before)) for v in play.variations),
                    )
                    for play in trick.plays
                ),
            )
            for trick in record.tricks
        ),
    )
    assert library.revise(full, 1, said, base=0, newest=0, author="A")
    match = library.add_upload("match.sjn", dict(samples())["rooms_three_rounds.sjn"]).id
    return {"full": f"/r/{full}/1", "match": f"/r/{match}/1"}


@pytest.mark.parametrize(
    ("state", "width"),
    [
        *((state, 1400) for state in STATES),
        *((state, 390) for state in ("variation", "play of a variation", "original")),
    ],
)
def test_no_state_of_a_page_has_a_violation(
    open_page: OpenPage, site: str, game: str, places: dict[str, str], state: str, width: int
) -> None:
    view = open_page(f"{site}/view") if state == "record in the address" else None
    packed = view.evaluate(PACK, GAME) if view else ""
    url = site + STATES[state].format(game=urlsplit(game).path, packed=packed, **places)
    assert violations(open_page, url, width=width) == []


PACK = """
async (text) => {
  const viewer = document.querySelector("script[src*='/js/view.js']").src;
  return (await import(viewer.replace("view.js", "pack.js"))).pack(text);
}
"""


@pytest.mark.parametrize("opened", ["#tab-known", "#tab-match", "#tab-edit", "[data-do=goTo]"])
def test_no_opened_part_has_one_on_a_phone(
    open_page: OpenPage, site: str, places: dict[str, str], opened: str
) -> None:
    assert violations(open_page, site + places["match"], click=opened, width=390) == []


def test_a_text_that_does_not_read_has_none_either(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}/view")
    page.locator("#view-text").fill('{"what": "x"}')
    # The browser reports every answer of kind 400.
    page.route("**/view*", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.get_by_role("button", name="Send it to be judged").click()
    page.locator(".finding").first.wait_for()
    assert told(page) == []


def violations(
    open_page: OpenPage, url: str, locale: str = "en-GB", *, click: str = "", width: int = 1400
) -> list[str]:
    # Motion would be caught in the middle, half transparent.
    options = {
        "locale": locale,
        "reduced_motion": "reduce",
        "viewport": {"width": width, "height": 900},
    }
    if url.endswith(("/nowhere", "/none")):
        page = open_page(
            url.rsplit("/", 1)[0] if url.endswith("/nowhere") else url.removesuffix("/r/none"), **options
        )
        page.route(url, lambda route: route.fulfill(response=route.fetch(), status=200))
        page.goto(url)
    else:
        page = open_page(url, **options)
    if "/view#" in url:
        page.locator("html.is-ready").wait_for(state="attached")
    if click:
        page.locator(click).click()
    return told(page)


OPTIONS = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
"""All rules of axe that are on, and that of WCAG 2.2 which it leaves off."""

OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}
"""What another theme can break."""


def told(page: Page) -> list[str]:
    """What axe says of a page, without motion, in light; and of its colours in dark."""
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found, light = Axe().run(page, options=OPTIONS).response["violations"], page.evaluate(ground)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    if "/print" not in page.url:  # paper is white
        assert page.evaluate(ground) != light
    found += Axe().run(page, options=OF_COLOURS).response["violations"]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        for node in each["nodes"]
    ]
