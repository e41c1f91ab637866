"""Views that hide, spoiler-free reading, what a seat could know, legal plays, throws, the ledger."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage
from tests.browser.places import at

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def teaching(site: str, library: Library) -> str:
    return f"{site}/r/{library.add_upload('teaching.sjn', dict(samples())['teaching.sjn']).id}/1"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# Views


def test_changing_the_view_takes_what_it_hides_out_of_the_page(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.4")
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")
    page.locator('[data-view="N"]').click()
    expect(page.locator("#here .finding")).to_have_count(0)
    expect(page.locator("#tab-findings")).to_have_text("Findings 0")
    expect(page.locator("#timeline")).not_to_contain_text("follow.pair")
    assert "South grudges the ten points" not in page.content()
    assert at(page) == "1.4"
    page.locator('[data-view="all"]').click()
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")
    expect(page.locator("#tab-findings")).to_have_text("Findings 5")


def test_original_hands_of_others_show_what_they_have_played(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?seat=S&original=1#1.4")
    north = page.locator(".seat-N")
    expect(north.locator(".card.is-ghost")).to_have_count(2)
    expect(north.locator(".card.back")).to_have_count(23)


def test_without_the_server_the_view_stays_and_it_is_said(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?seat=N#1.4")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('offline')); }")
    page.locator('[data-view="S"]').click()
    expect(page.locator("#toast")).to_have_text("The server cannot be reached just now.")
    expect(page.locator('[data-view="N"]')).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("seat=N"))
    press(page, "ArrowLeft")
    assert at(page) == "1.3"


# What a seat could know


def test_the_panel_says_what_a_seat_could_know(open_page: OpenPage, teaching: str) -> None:
    """After trick 4 East has thrown trumps on diamonds: void, for all who saw it."""
    page = open_page(f"{teaching}#4.4")
    page.get_by_role("tab", name="Known").click()
    expect(page.locator("#panel-known")).to_contain_text("Choose whose view")
    page.locator('#panel-known [data-choose="S"]').click()
    east = page.locator(".known-hands tr", has_text="East")
    expect(east.locator(".fact.is-void")).to_have_text("none of")
    expect(east.locator(".fact.is-void .suit-D")).to_have_count(1)
    expect(page.locator(".known-hands tr")).to_have_count(3)
    held = page.locator(".seat-S .card:not(.is-ghost)").count()
    # 108 cards, four in each of three tricks but 8 and 16 of the first, and 8 of the fourth, less the own.
    expect(page.locator(".known-sum")).to_contain_text(f"{108 - 8 - 16 - 4 - 8 - held} cards")


def test_a_failed_throw_is_remembered(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?seat=N#3.4")
    page.get_by_role("tab", name="Known").click()
    east = page.locator(".known-hands tr", has_text="East")
    expect(east.locator(".fact.is-shown")).to_contain_text("A")
    press(page, "]", "]")  # trick 5 plays them
    expect(east.locator(".fact.is-shown")).to_have_count(0)


# Without spoilers


def test_spoiler_free_reading_tells_bit_by_bit(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0")
    ticks = page.locator("#bars .tick")
    expect(ticks).to_have_count(1)
    assert "95" not in page.locator("#timeline").inner_text()
    press(page, "ArrowRight")
    page.wait_for_url(re.compile("#a1$"))
    press(page, "]")
    page.wait_for_url(re.compile("#a2$"))
    press(page, "]")
    page.wait_for_url(re.compile("#a3$"))
    press(page, "]")
    page.wait_for_url(re.compile(r"#1\.4$"))
    expect(ticks).to_have_count(2)
    expect(page.locator("#record tr.is-play")).to_have_count(1)
    expect(page.locator("#tab-findings")).to_have_text("Findings 1")
    press(page, "ArrowRight")
    page.wait_for_url(re.compile(r"#2\.1$"))
    expect(page.locator(".spot-N .is-next")).to_have_text("to play")
    press(page, "]")
    page.wait_for_url(re.compile(r"#2\.4$"))
    press(page, "Home")
    expect(ticks).to_have_count(3)  # what has been seen is not forgotten
    press(page, "End")
    assert at(page) == "2.4"


def test_a_link_without_spoilers_opens_where_it_says(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0#3.2")
    expect(page.locator("#place")).to_have_text("Trick 3 · play 2")
    expect(page.locator("#bars .tick")).to_have_count(4)


def test_without_spoilers_no_jump_on_leads_back(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0#2.3")
    expect(page.locator("#felt")).to_have_attribute("data-at", "2.3")
    for key in (".", "}"):
        press(page, key)
        page.wait_for_timeout(100)
        expect(page.locator("#felt")).to_have_attribute("data-at", "2.3")
    press(page, "{")
    expect(page.locator("#felt")).not_to_have_attribute("data-at", "2.3")


def test_spoilers_can_be_turned_off_and_on(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#3.2")
    expect(page.locator("#bars .tick")).to_have_count(16)
    press(page, "s")
    expect(page.locator("#bars .tick")).to_have_count(4)
    expect(page.locator("#spoiler-free")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("spoil=0"))
    assert at(page) == "3.2"
    press(page, "s")
    expect(page.locator("#bars .tick")).to_have_count(16)
    expect(page).not_to_have_url(re.compile("spoil"))


def test_go_to_works_beyond_what_is_known(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0&seat=S")
    press(page, "g")
    page.keyboard.type("5.2")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_have_text("Trick 5 · play 2")
    expect(page.locator("#bars .tick")).to_have_count(6)


# Explaining


def test_legal_plays_are_shown_on_demand(open_page: OpenPage, teaching: str) -> None:
    """To ♠AA South owes ♠55; to ♦D7 in trick 9 North, void, may play any of its 15 cards."""
    page = open_page(f"{teaching}#1.4")
    page.locator("#here summary").click()
    plays = page.locator(".legal .plays li")
    expect(plays).to_have_count(1)
    expect(plays).to_contain_text("5")
    expect(page.locator(".legal")).to_contain_text("the only one")
    press(page, "ArrowLeft")
    expect(page.locator(".legal .plays")).to_have_count(0)


def test_what_was_played_is_marked_among_the_legal_plays(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.2")
    page.locator("#here summary").click()
    expect(page.locator(".legal .is-played")).to_have_count(1)
    expect(page.locator(".legal .is-played")).to_contain_text("played")


def test_a_hidden_hand_has_no_legal_plays(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?seat=N#1.4")
    page.locator("#here summary").click()
    expect(page.locator(".legal")).to_contain_text("Not known")


def test_a_failed_throw_is_explained(open_page: OpenPage, teaching: str) -> None:
    """3. E CAKQ>CQ: North's other ♣A beats K and Q, the queen is led."""
    page = open_page(f"{teaching}#3.1")
    card = page.locator("#here .explain", has_text="The throw fails")
    expect(card.locator("li")).to_have_count(2)
    expect(card.locator("li").first).to_contain_text("beaten by North with")
    expect(card.locator("p")).to_contain_text("To be led:")
    expect(card.locator("p")).to_contain_text("Q")


def test_the_kitty_is_counted_at_the_end(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#result")
    expect(page.locator(".kitty-result")).to_have_text("The attackers capture the kitty: 15 × 4 = 60 points")


def test_the_ledger_of_the_match(open_page: OpenPage, site: str, library: Library) -> None:
    upload = library.add_upload("rooms.sjn", dict(samples())["rooms_three_rounds.sjn"])
    page = open_page(f"{site}/r/{upload.id}/2")
    page.get_by_role("tab", name="Match").click()
    rows = page.locator("#panel-match tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_have_class("is-here")
    rows.nth(2).get_by_role("link").click()
    page.wait_for_url(f"{site}/r/{upload.id}/3")


# For all


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("query", ["?seat=S", "?spoil=0", "?seat=public&original=1", "?home=W"])
def test_a_phone_needs_no_sideways_scrolling(
    open_page: OpenPage, teaching: str, locale: str, query: str
) -> None:
    page = open_page(f"{teaching}{query}#10.2", locale=locale, viewport={"width": 390, "height": 844})
    expect(page.locator("#place")).to_have_text(re.compile("10"))
    for tab in ("comments", "findings", "known", "record"):
        page.locator(f"#tab-{tab}").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_whole_annotated_hand_is_small(open_page: OpenPage, teaching: str) -> None:
    """All that a first visit transfers, with its headers."""
    page = open_page(teaching)
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map((entry) => [entry.name, entry.transferSize])"
    )
    assert len(sizes) > 15
    assert all(size for _, size in sizes)
    assert sum(size for _, size in sizes) < 150_000


def test_the_first_visit_shows_a_hint_once(open_page: OpenPage, teaching: str) -> None:
    page = open_page(teaching)
    hint = page.locator("#hint")
    expect(hint).to_contain_text("? shows all keys")
    hint.get_by_role("button").click()
    expect(hint).to_be_hidden()
    page.reload()
    expect(page.locator("#place")).to_have_text("The deal")
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("width", [390, 720, 1000, 1001, 1100, 1280, 1360, 1400])
def test_the_hint_covers_no_step_and_goes_with_the_first(
    open_page: OpenPage, teaching: str, width: int
) -> None:
    page = open_page(f"{teaching}#2.3", viewport={"width": width, "height": 900})
    expect(page.locator("#hint")).to_be_in_viewport()
    page.locator(".steps [data-do=next]").click(timeout=2000)  # waits until nothing lies over it
    expect(page.locator("#felt")).to_have_attribute("data-at", "2.4")
    expect(page.locator("#hint")).to_be_hidden()


def test_a_phone_is_told_of_fingers(open_page: OpenPage, teaching: str) -> None:
    page = open_page(teaching, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    expect(page.locator("#hint .for-fingers")).to_be_visible()
    expect(page.locator("#hint .for-keys")).to_be_hidden()


def test_a_change_of_view_is_said(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#3.4")
    press(page, "h")
    expect(page.locator("#say")).to_contain_text("what South sees")


def test_the_focus_is_not_lost_where_the_panel_is_drawn_anew(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.2")
    page.locator("#here summary").focus()
    press(page, "ArrowRight")
    expect(page.locator("#here")).to_be_focused()


def test_views_change_without_the_network(open_page: OpenPage, game: str) -> None:
    """The page has all of the hand: another view covers it up, until the server can be asked again."""
    page = open_page(f"{game}#2.3", allow=("ERR_INTERNET_DISCONNECTED",))
    page.context.set_offline(True)
    page.keyboard.press("v")
    page.wait_for_url("**seat=*")
    seat = page.evaluate("new URLSearchParams(location.search).get('seat')")
    expect(page.locator(f"[data-seat={seat}] .card.back")).to_have_count(0)
    assert page.locator(".card.back").count() > 0
    expect(page.locator("#here .comment")).to_have_count(0)
    expect(page.locator("#record .is-variation").first).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#2.4")
    page.locator("[data-view=all]").click()
    expect(page.locator(".card.back")).to_have_count(0)
    page.context.set_offline(False)
    page.locator("[data-view=public]").click()
    expect(page.locator(".chip.is-view")).to_be_visible()


def test_legal_plays_are_there_without_the_network(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#8.3", allow=("ERR_INTERNET_DISCONNECTED",))
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    page.locator("#here summary", has_text="Legal plays").click()
    expect(page.locator("#here .plays li")).to_have_text([re.compile("^8")])
    # In a variation, and of a seat that is covered up here.
    page.evaluate("location.hash = '8.4v1/8.3'")
    page.locator("#here summary", has_text="Legal plays").click()
    expect(page.locator("#here .plays li.is-played")).to_have_count(1)
    page.evaluate("location.hash = '8.4'")
    page.keyboard.press("f")
    page.locator("[data-view=N]").click()
    page.wait_for_url("**seat=N**")
    page.locator("#here summary", has_text="Legal plays").click()
    expect(page.locator("#here .legal")).to_contain_text("Not known")
    page.locator("#record [data-at='9.1'] a").click()
    page.locator("[data-view=E]").click()
    page.wait_for_url("**seat=E**")
    page.go_back()
    expect(page.locator("[data-view=N]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#felt")).to_have_attribute("data-at", "8.4")


# What no view may tell


def test_a_trick_that_was_not_played_tells_nothing_of_the_rest(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0#1.1")
    press(page, "g")
    page.locator("#goto-at").fill("71")  # for 7.1
    page.locator("#goto-at").press("Enter")
    expect(page.locator("#toast")).to_contain_text("no such place: 71")
    expect(page.locator("#bars .tick")).to_have_count(1)


def test_the_link_with_the_record_is_never_of_more_than_the_view(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#2.3", allow=("ERR_FAILED",))
    share = page.get_by_role("button", name="Share", exact=True)
    share.click()
    expect(page.locator("#take-packed")).to_have_value(re.compile("#"))
    press(page, "Escape")
    page.locator("[data-view=S]").click()
    expect(page).to_have_url(re.compile("seat=S"))
    page.route("**/*.sjn*", lambda route: route.abort())
    page.evaluate("window.addEventListener('unhandledrejection', (e) => console.error(e.reason))")
    share.click()
    expect(page.locator("#take-packed")).to_have_value("")


def test_without_spoilers_no_link_holds_the_record(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?spoil=0#2.1")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("#take-spoil")).to_be_visible()
    expect(page.locator("#take-packed")).to_be_hidden()
    assert [url for url in sent if ".sjn" in url] == []


def test_another_hand_keeps_the_view(open_page: OpenPage, site: str, library: Library) -> None:
    upload = library.add_upload("match.sjn", dict(samples())["rooms_three_rounds.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1")
    page.locator("[data-view=W]").click()
    expect(page).to_have_url(re.compile("seat=W"))
    press(page, "f", "n")
    page.wait_for_url(re.compile("/2"))
    assert sorted(urlsplit(page.url).query.split("&")) == ["home=E", "seat=W"]


def test_a_held_key_stays_in_its_hand(open_page: OpenPage, site: str, library: Library) -> None:
    upload = library.add_upload("match.sjn", dict(samples())["rooms_three_rounds.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1")
    for _n in range(4):
        page.keyboard.down("End")  # without a keyup these are repeats
    expect(page.locator("#place")).to_have_text("Result")
    page.wait_for_timeout(200)
    assert f"/r/{upload}/1" in page.url


def test_steps_during_a_change_of_view_stay(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#5.1")
    waiting: list[Route] = []
    page.route("**?seat=S*", lambda route: waiting.append(route))
    page.locator("[data-view=S]").click()
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator("#felt")).to_have_attribute("data-at", "5.3")
    waiting[0].continue_()
    expect(page.locator(".chip.is-view")).to_be_visible()
    expect(page.locator("#felt")).to_have_attribute("data-at", "5.3")


def test_on_a_phone_a_line_by_the_steps_leads_to_what_is_said(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#2.2", viewport={"width": 390, "height": 664}, has_touch=True)
    page.get_by_role("button", name="Next play").tap()
    line = page.locator("#note-line")
    expect(line).to_contain_text("East leads")  # the finding of 2.3
    expect(page.locator(".seat-S .who")).to_be_in_viewport()  # the step has brought it into sight
    expect(page.locator("#here .finding")).not_to_be_in_viewport()
    line.tap()
    expect(page.locator("#here .finding")).to_be_in_viewport()
    expect(line).to_be_hidden()


def test_without_the_network_the_comparison_of_rules_is_covered_too(
    open_page: OpenPage, teaching: str
) -> None:
    page = open_page(f"{teaching}?rules=hbut_2013#9.1", allow=("ERR_INTERNET_DISCONNECTED",))
    expect(page.locator("#changes > *").first).to_be_visible()
    page.context.set_offline(True)
    page.locator("[data-view=N]").click()
    expect(page.locator("#toast")).to_contain_text("cannot be reached")
    expect(page.locator("#changes > *:not([hidden])")).to_have_count(0)
