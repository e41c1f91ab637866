"""The report in a browser: on screen, on a phone, on paper; as a page and as a file on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from paipu.grammar import loads
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.replay import audit
from paipu.web.report import Judged
from paipu.web.report_file import report_html
from tests.browser.conftest import OpenPage
from tests.web.games import CLEAN, GAME

pytestmark = pytest.mark.browser

SAMPLES = {name: data.decode() for name, data in samples()}
A4 = {"width": 688, "height": 1003}
"""The printed part of a sheet, in CSS pixels: 182 by 265 mm."""

LONG_NAME = "[North" + ' "' + "一个很长的名字" * 8 + '"]\n'
MATCH = (
    SAMPLES["godot_two_rounds.sjn"].replace("= 115 NS+0", "= 105 NS+0")
    + GAME.replace('[SJN "1"]\n', '[SJN "1"]\n' + LONG_NAME, 1)
    + SAMPLES["teaching.sjn"].replace("= 95 NS+0", "= 95 EW+1")
)
"""A match with a wrong total, then a hand with twelve offences and hostile names, then another."""

OVERFLOWING = """() => {
  const width = document.documentElement.clientWidth;
  const inside = (e) => e.closest(".unseen, .skip, svg.sheet");
  return [document.documentElement.scrollWidth > width ? "page" : null,
    ...[...document.querySelectorAll("body *")].filter((e) => !inside(e)).filter((e) => {
      const box = e.getBoundingClientRect();
      return box.width && (box.right > width + 1 || box.left < -1);
    }).map((e) => e.className || e.tagName)].filter(Boolean);
}"""

SPILLING = """() => [".mini b", ".match-table td", ".account td", ".hand", ".trick", ".laid"]
  .flatMap((name) => [...document.querySelectorAll(name)])
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
  .map((e) => `${e.className} ${e.textContent.trim().slice(0, 30)}`)"""


@pytest.fixture(scope="module")
def report(site: str, library: Library) -> str:
    upload = library.add_upload("report.sjn", MATCH.encode())
    return f"{site}/report/{upload.id}"


@pytest.fixture(scope="module", params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def file(language: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / f"{language}.html"
    judged = (Judged(audit(record), number) for number, record in enumerate(loads(MATCH), 1))
    path.write_bytes(report_html(judged, language).encode())  # type: ignore[arg-type]
    return path


@pytest.fixture
def from_disk(browser: Browser, file: Path) -> Iterator[Page]:
    """The file opened as a reader would: from disk, with no server and nothing to be fetched."""
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 800})
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda r: wrong.append(r.url) if r.url != file.as_uri() else None)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert wrong == []


@pytest.mark.parametrize("width", [1280, 768, 390, 320])
def test_nothing_sticks_out_of_the_page(open_page: OpenPage, report: str, language: str, width: int) -> None:
    page = open_page(f"{report}?lang={language}", viewport={"width": width, "height": 800})
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(SPILLING) == []


@pytest.mark.parametrize("width", [1000, 390])
def test_nothing_sticks_out_of_the_file(from_disk: Page, width: int) -> None:
    from_disk.set_viewport_size({"width": width, "height": 800})
    assert from_disk.evaluate(OVERFLOWING) == []
    assert from_disk.evaluate(SPILLING) == []


def test_on_paper_nothing_sticks_out_and_findings_fit_a_page(from_disk: Page) -> None:
    from_disk.set_viewport_size(A4)
    from_disk.emulate_media(media="print", color_scheme="dark")
    assert from_disk.evaluate(OVERFLOWING) == []
    assert from_disk.evaluate(SPILLING) == []
    heights = from_disk.locator(".case").evaluate_all("cases => cases.map(c => c.offsetHeight)")
    assert len(heights) > 17
    assert max(heights) < A4["height"] / 2
    unbroken = from_disk.locator(".case").evaluate_all(
        "cases => cases.every(c => getComputedStyle(c).breakInside === 'avoid')"
    )
    assert unbroken


def test_on_paper_ink_is_black_on_white(from_disk: Page) -> None:
    from_disk.emulate_media(media="print", color_scheme="dark")
    colours = from_disk.evaluate(
        """() => [document.body, document.querySelector(".report"), document.querySelector(".case-said")]
          .map((e) => getComputedStyle(e)).flatMap((s) => [s.color, s.backgroundColor])"""
    )
    black, white, none = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
    assert colours == [black, white, black, white, black, none]


def test_each_match_begins_a_sheet(from_disk: Page) -> None:
    """Three parts, the second with twelve findings, two to a page: more than one page each."""
    pdf = from_disk.pdf(prefer_css_page_size=True)
    pages = pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ")
    assert 9 <= pages <= 14
    assert b"/MediaBox [0 0 594" in pdf or b"/MediaBox [0 0 595" in pdf


def test_the_viewers_own_frame_is_not_printed(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    expect(page.locator(".report-bar")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".report-bar")).to_be_hidden()
    expect(page.locator(".report").first).to_be_visible()


def test_a_finding_leads_to_the_play(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    page.get_by_role("link", name="Hand 1 · Trick 2", exact=False).or_(
        page.get_by_role("link", name="Trick 2 · play 3 · South")
    ).first.click()
    expect(page.locator("#place")).to_contain_text("Trick 2")
    expect(page.locator(".spot-S .card.is-fault, .spot-S.is-fault .card").first).to_be_visible()


def test_the_table_leads_to_the_finding(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    page.locator(".match-table .found").first.click()
    assert page.evaluate("location.hash") == "#p1-f1"
    expect(page.locator("#p1-f1")).to_be_in_viewport()


def test_the_button_prints(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


def test_the_file_is_saved_under_its_name(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as one file").click()
    assert saved.value.suggested_filename.endswith("-report.html")


def test_cards_have_names(open_page: OpenPage, report: str) -> None:
    page = open_page(report)
    hand = page.locator(".case .hand.is-at").filter(has=page.locator(".is-duty")).first
    names = hand.locator(".mini.is-duty").evaluate_all("cards => cards.map(c => c.ariaLabel)")
    assert names == ["big joker", "big joker"]


def test_a_clean_hand_fits_one_sheet(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "clean.html"
    path.write_bytes(report_html([Judged(audit(loads(CLEAN)[0]), 1)], "zh").encode())
    page = browser.new_page()
    page.goto(path.as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    page.close()
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1
