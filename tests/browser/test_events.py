"""Calls and incidents in a browser: the slip on the table, addresses, stepping, variations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from paipu.records.library import Library
from tests.browser.conftest import OpenPage
from tests.browser.places import at

pytestmark = pytest.mark.browser

EVERYTHING = Path(__file__).parents[1] / "data" / "sjn" / "valid" / "everything.sjn"
DISPUTED = """[SJN "1"]
[Event "Disputed"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Bids:
E flip S5

Tricks:
1. N HA / W H3 <revoke W should=H45 ruling="{seat} <b>"> / S H5 / E H6 ( 1. N HA / W S3 <conduct EW> / S H5 )
= *
"""


@pytest.fixture
def everything(site: str, library: Library) -> str:
    return f"{site}/r/{library.add_upload('everything.sjn', EVERYTHING.read_bytes()).id}/1"


@pytest.fixture
def disputed(site: str, library: Library) -> str:
    return f"{site}/r/{library.add_upload('disputed.sjn', DISPUTED.encode()).id}/1"


def test_a_call_is_shown_told_and_marked(open_page: OpenPage, everything: str) -> None:
    page = open_page(f"{everything}#a2")
    expect(page.locator(".slip-said")).to_have_text("East passes")
    expect(page.locator("#place")).to_have_text("Call · East")
    expect(page.locator("#say")).to_have_text("East passes")
    expect(page.locator('#record [data-at="a2"]')).to_have_class(re.compile("is-now"))
    expect(page.locator(".below .card")).to_have_count(1)  # the bid before it


def test_cards_of_a_call_lie_on_the_slip(open_page: OpenPage, disputed: str) -> None:
    page = open_page(f"{disputed}#a1", locale="zh-CN")
    expect(page.locator(".slip-said")).to_contain_text("东家翻底牌")
    expect(page.locator(".slip .card")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("黑桃5")


def test_an_incident_lies_over_its_trick(open_page: OpenPage, everything: str) -> None:
    page = open_page(f"{everything}#3.3i1", locale="zh-CN")
    expect(page.locator(".slip-said")).to_have_text("裁判：东家 言语、暗号、赛风")
    expect(page.locator(".slip-details")).to_have_text("提出者北")
    expect(page.locator(".below .card")).to_have_count(6)
    expect(page.locator("#record tr.is-now")).to_have_attribute("data-trick", "3")
    expect(page.locator("#here")).to_contain_text("a word to partner")


def test_stepping_goes_through_incidents_and_by_trick_past_them(open_page: OpenPage, everything: str) -> None:
    page = open_page(f"{everything}#3.2")
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "[", "]", "]", "["):
        page.keyboard.press(key)
        seen.append(at(page))
    assert seen == ["3.3", "3.3i1", "3.4", "3.4i1", "3.4", "result", "result", "3.4"]


def test_variations_work_beside_incidents(open_page: OpenPage, disputed: str) -> None:
    page = open_page(f"{disputed}#1.4v1")
    departs = page.locator('#record [data-at="1.4v1/1.2"]')
    expect(departs).to_have_class(re.compile("is-now"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slip-said")).to_have_text("Referee: East-West – talk, signals, manners")
    assert at(page) == "1.4v1/1.2i1"
    expect(page.locator('#record [data-at="1.4v1/1.2i1"]')).to_have_class(re.compile("is-now"))
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == "1.4"


def test_a_ruling_is_only_text(open_page: OpenPage, disputed: str) -> None:
    page = open_page(f"{disputed}#1.2i1")
    expect(page.locator(".slip-said")).to_contain_text("→ {seat} <b>")
    expect(page.locator(".seat-S")).to_have_class(re.compile("is-turn"))


def test_a_time_in_a_comment_is_shown_beside_the_play(open_page: OpenPage, everything: str) -> None:
    page = open_page(f"{everything}#1.2")
    expect(page.locator(".spot-W .clock")).to_have_text("0:12")
    expect(page.locator("#here")).not_to_contain_text("[%")
    expect(page.locator(".spot-N .clock")).to_have_count(0)


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_the_slip_fits_a_phone(open_page: OpenPage, everything: str, locale: str) -> None:
    page = open_page(everything, locale=locale, viewport={"width": 390, "height": 844})
    for where in ("a2", "a4", "3.3i1", "3.4i1", "3.4i2"):
        page.goto(f"{everything}#{where}")
        slip, middle = page.locator(".slip").bounding_box(), page.locator(".middle").bounding_box()
        assert slip
        assert middle
        assert slip["x"] >= middle["x"]
        assert slip["x"] + slip["width"] <= middle["x"] + middle["width"]
        assert slip["height"] <= middle["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hands_supposed_for_a_variation_are_held_in_it(open_page: OpenPage, everything: str) -> None:
    page = open_page(f"{everything}#2.4")
    held = page.locator(".seat-E .count")
    before = held.inner_text()
    assert before != "1"
    page.goto(f"{everything}#2.4v1/2.4")
    expect(page.locator("#here")).to_contain_text("You are in a variation")
    expect(held).to_have_text("1")
    expect(page.locator(".seat-E .k")).to_have_text(["5"])
    expect(page.locator("#record .variation-deal")).to_contain_text("supposing")
    page.keyboard.press("Shift+ArrowLeft")
    expect(held).to_have_text(before)
