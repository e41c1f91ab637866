"""Sending records from a browser: by file, by drop, by paste; with and without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.web.games import BROKEN, CLEAN, GAME, HOSTILE

pytestmark = pytest.mark.browser


def variant(text: str, name: str) -> str:
    """The record under another name, so that it is not known yet."""
    return text.replace('[SJN "1"]', f'[SJN "1"]\n[X-Test "{name}"]')


def test_a_pasted_record_leads_to_the_game(open_page: OpenPage, site: str) -> None:
    page = open_page(site)
    page.get_by_label("or paste a record").fill(variant(GAME, "paste"))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Botzone")
    page.get_by_role("link", name="Hand 1", exact=True).click()
    expect(page.locator("#felt")).to_be_visible()


def test_a_chosen_file_is_sent_at_once(open_page: OpenPage, site: str, tmp_path: Path) -> None:
    file = tmp_path / "round <b>.sjn"
    file.write_text(variant(CLEAN, "file"), "utf-8")
    page = open_page(site)
    page.locator("#file").set_input_files(file)
    expect(page.locator(".file-line")).to_contain_text("round <b>.sjn")


def test_a_dropped_file_is_sent(open_page: OpenPage, site: str) -> None:
    page = open_page(site)
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.sjn"));
          const form = document.getElementById("upload");
          for (const kind of ["dragenter", "dragover", "drop"])
            form.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        variant(CLEAN, "drop"),
    )
    expect(page.locator(".file-line")).to_contain_text("dropped.sjn")


def test_a_file_that_is_too_large_is_told_before_it_is_sent(open_page: OpenPage, site: str) -> None:
    page = open_page(site)
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(16 * 1024 * 1024 + 1)], "big.sjn"));
          document.getElementById("upload").dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#upload-status")).to_contain_text("too large")
    expect(page).to_have_url(f"{site}/")


def test_nothing_is_not_sent(open_page: OpenPage, site: str) -> None:
    page = open_page(site)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#text")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing in it")
    expect(page).to_have_url(f"{site}/")
    page.locator("#text").fill("x")
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [1400, 1280, 1000, 721])
def test_verdicts_fit_their_cells(open_page: OpenPage, site: str, language: str, width: int) -> None:
    page = open_page(f"{site}/?lang={language}", viewport={"width": width, "height": 800})
    page.locator("#text").fill("nothing that could be read")
    page.locator(".paste .button").click()
    page.goto(site)
    chips = ".games td:last-child .chip"
    assert page.locator(chips).first.is_visible()
    cut = "chips => chips.filter(chip => chip.scrollWidth > chip.clientWidth).length"
    assert page.locator(chips).evaluate_all(cut) == 0


def test_it_works_without_scripts(open_page: OpenPage, site: str, tmp_path: Path) -> None:
    file = tmp_path / "plain.sjn"
    file.write_text(variant(CLEAN, "plain"), "utf-8")
    page = open_page(site, java_script_enabled=False)
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".file-line")).to_contain_text("plain.sjn")


def test_a_broken_record_shows_where(open_page: OpenPage, site: str) -> None:
    page = open_page(site, locale="zh-CN")
    page.get_by_label("或粘贴牌谱").fill(variant(BROKEN, "broken"))
    page.get_by_role("button", name="核对").click()
    expect(page.locator(".text-findings")).to_contain_text("第 9 行，第 16 列")
    expect(page.locator(".excerpt mark", has_text="{never")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/hbut_2013"])
@pytest.mark.parametrize(("locale", "scheme"), [("zh-CN", "light"), ("en-GB", "dark")])
def test_pages_fit_a_phone(open_page: OpenPage, site: str, path: str, locale: str, scheme: str) -> None:
    page = open_page(site + path, locale=locale, color_scheme=scheme, viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hostile_names_in_the_list(open_page: OpenPage, site: str, game: str) -> None:
    page = open_page(site)
    page.get_by_label("or paste a record").fill(variant(GAME, "hostile").replace("Botzone", "<img src=x>", 1))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<img src=x>")
    expect(page.locator(".players").first).to_contain_text(HOSTILE)
    page.goto(site)
    expect(page.locator(".games")).to_contain_text(re.compile(re.escape("<img src=x>")))
