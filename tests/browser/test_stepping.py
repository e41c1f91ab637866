"""Stepping further: wheel, swipe, autoplay, jumps, addresses, clicks on cards, the timeline strip."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage
from tests.browser.places import at

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def teaching(site: str, library: Library) -> str:
    """The address of the teaching hand: East deals, comments nearly everywhere."""
    return f"{site}/r/{library.add_upload('teaching.sjn', dict(samples())['teaching.sjn']).id}/1"


def press(page: Page, *keys: str) -> str:
    for key in keys:
        page.keyboard.press(key)
    return at(page)


def swipe(page: Page, by: int, fingers: int = 1) -> None:
    """A drag over the table, as a touch screen tells it."""
    page.evaluate(
        """([by, fingers]) => {
            const felt = document.getElementById("felt");
            const touch = (x, id) => new Touch({ identifier: id, target: felt, clientX: x, clientY: 300 });
            const all = (x) => Array.from({ length: fingers }, (_, id) => touch(x + 20 * id, id));
            const tell = (name, touches, changed) => felt.dispatchEvent(
                new TouchEvent(name, { touches, changedTouches: changed, bubbles: true, cancelable: true }));
            tell("touchstart", all(200), all(200));
            tell("touchend", [], [touch(200 + by, 0)]);
        }""",
        [by, fingers],
    )


# Wheel, swipe


def test_the_wheel_over_the_table_steps(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#2.1")
    page.locator("#felt").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_url("**#2.2")
    page.mouse.wheel(0, -100)
    page.wait_for_url("**#2.1")
    assert page.evaluate("scrollY") == 0


def test_at_the_end_the_wheel_scrolls_the_page(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#result", viewport={"width": 1400, "height": 700})
    page.locator("#felt").hover()
    page.mouse.wheel(0, 200)
    expect(page.locator(".top")).not_to_be_in_viewport(ratio=1)
    assert at(page) == "result"


def test_a_finger_steps_and_two_go_by_tricks(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#2.2", **PHONE)
    swipe(page, -90)
    assert at(page) == "2.3"
    swipe(page, 90)
    assert at(page) == "2.2"
    swipe(page, -90, fingers=2)
    assert at(page) == "2.4"
    swipe(page, 90, fingers=2)
    assert at(page) == "1.4"
    swipe(page, 15)
    assert at(page) == "1.4"


# Autoplay


def test_autoplay_rests_at_a_comment(open_page: OpenPage, teaching: str) -> None:
    """Of trick 2 the first play has a comment, then the third."""
    page = open_page(f"{teaching}#2.1")
    page.clock.install()
    press(page, "Space")
    page.clock.run_for(1200)
    assert at(page) == "2.2"
    page.clock.run_for(10_000)
    assert at(page) == "2.3"
    expect(page.locator("#autoplay")).to_have_attribute("aria-label", "Play on by itself")


def test_the_speed_can_be_changed_and_is_remembered(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#7.1")
    page.clock.install()
    press(page, "+", "+")
    expect(page.locator("#speed")).to_have_text("4×")
    page.locator("#speed").click()
    expect(page.locator("#speed")).to_have_text("½×")
    press(page, "+", "+")
    expect(page.locator("#speed")).to_have_text("2×")
    page.reload()
    expect(page.locator("#speed")).to_have_text("2×")
    expect(page.locator("#speed")).to_have_attribute("aria-label", "Speed 2×")
    press(page, "-", "-", "-")
    expect(page.locator("#speed")).to_have_text("½×")


# Addresses


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("k", "East buries"),
        ("d24", "Bid by South"),
        ("d56", "Bid by South"),
        ("d57", "Bid by East"),
        ("d5", "The deal"),
        ("v1", "Trick 4 · play 1"),
        ("v1.4.3", "Trick 4 · play 3"),
        ("v99", "The deal"),
    ],
)
def test_every_kind_of_address_opens(open_page: OpenPage, teaching: str, address: str, place: str) -> None:
    page = open_page(f"{teaching}#{address}")
    expect(page.locator("#place")).to_have_text(place)
    expect(page.locator(".variation-banner")).to_have_count(1 if place.startswith("Trick") else 0)


def test_jumps_are_undone_by_back(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.1")
    assert press(page, ".") == "1.4"
    assert press(page, ".") == "2.3"
    page.go_back()
    expect(page.locator("#place")).to_have_text("Trick 1 · play 4")
    page.go_back()
    expect(page.locator("#place")).to_have_text("Trick 1 · play 1")


def test_back_returns_from_another_view_to_the_place_before(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.1")
    press(page, ".")
    press(page, "v")
    page.wait_for_url(re.compile(r"seat=[ENWS]#1\.4"))
    page.go_back()
    expect(page.locator("#place")).to_have_text("Trick 1 · play 1")
    expect(page.locator('[data-view="all"]')).to_have_attribute("aria-pressed", "true")


# Jumps


def test_keys_jump_to_glyphs_and_decisions(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#a1")
    assert press(page, ">") == "a2"  # E H77 !
    assert press(page, ">") == "a3"  # !?
    assert press(page, ">", "<") == "a3"
    assert press(page, "ArrowDown") == "1.4"  # South, who sits below
    assert press(page, "ArrowDown") == "2.4"
    assert press(page, "ArrowUp", "ArrowUp") == "a1"  # the bid of South
    page.goto(f"{teaching}?home=E#1.2")
    assert press(page, "ArrowDown") == "2.1"


def test_a_mistake_glyph_counts_as_a_finding(open_page: OpenPage, teaching: str) -> None:
    """12.1 E C8?? is legal."""
    page = open_page(f"{teaching}#11.4")
    assert press(page, ".") == "12.1"


def test_the_jump_box_leads_to_what_is_chosen(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.1")
    box = page.get_by_label("Jump to").locator("select, :scope").last
    page.locator("#jump").select_option("finding")
    page.get_by_role("button", name="Jump on").click()
    assert at(page) == "1.4"
    page.locator("#jump").select_option("decision")
    page.get_by_role("button", name="Jump on").click()
    assert at(page) == "2.4"
    page.get_by_role("button", name="Jump back").click()
    assert at(page) == "1.4"
    expect(box).to_be_visible()


def test_down_and_up_choose_among_variations(open_page: OpenPage, site: str, library: Library) -> None:
    text = (
        '[SJN "1"]\n[Trump "S"]\n[Level "2"]\n\nTricks:\n'
        "1. N HA ( 1. N HK / W H4 ) ( 1. N HQ / W H4 ) ( 1. N HJ ) / W H3 / S H5 / E H6\n= *\n"
    )
    page = open_page(f"{site}/r/{library.add_upload('three.sjn', text.encode()).id}/1#1.1")
    assert press(page, "Shift+ArrowRight") == "1.1v1/1.1"
    assert press(page, "ArrowDown") == "1.1v2/1.1"
    assert press(page, "ArrowDown") == "1.1v3/1.1"
    assert press(page, "ArrowDown") == "1.1v1/1.1"
    assert press(page, "ArrowUp") == "1.1v3/1.1"
    assert press(page, "Shift+ArrowLeft") == "1.1"


def test_keys_open_comments_and_findings(open_page: OpenPage, teaching: str) -> None:
    page = open_page(teaching)
    press(page, "e")
    expect(page.locator("#panel-findings")).to_be_visible()
    expect(page.locator("#tab-findings")).to_be_focused()
    press(page, "Shift+C")
    expect(page.locator("#panel-comments")).to_be_visible()


# Cards lead to their play


def test_a_greyed_card_leads_to_where_it_was_played(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?original=1#8.1")
    page.locator(".seat-S .card.is-ghost.suit-S", has_text="9").first.click()
    assert at(page) == "1.4"


def test_a_captured_card_leads_to_its_play(open_page: OpenPage, teaching: str) -> None:
    """The first points of the attackers: ♣K of South in trick 3."""
    page = open_page(f"{teaching}#9.1")
    page.locator(".pile .k").first.click()
    assert at(page) == "3.4"


def test_a_buried_card_leads_to_the_bury(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#result")
    page.locator(".middle .card").first.click()
    assert at(page) == "a3"
    page.goto(f"{teaching}#deal")
    page.locator(".middle .card").first.click()
    assert at(page) == "a3"


# Marks


def test_marks_of_a_comment_are_shown_and_hidden(open_page: OpenPage, site: str, library: Library) -> None:
    text = '[SJN "1"]\n[Trump "S"]\n[Level "2"]\n\nTricks:\n1. N HA {[%mark HA]} / W H3 / S H5 / E H6\n= *\n'
    page = open_page(f"{site}/r/{library.add_upload('marks.sjn', text.encode()).id}/1#1.1")
    marked = page.locator(".spot-N .card.is-marked")
    expect(marked).to_have_count(1)
    press(page, "a")
    expect(marked).to_have_count(0)
    press(page, "a")
    expect(marked).to_have_count(1)


# The table turned


def test_the_table_can_be_turned(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#a2")
    expect(page.locator(".seat-S .compass")).to_have_text("South")
    press(page, "f")
    expect(page.locator(".seat-S .compass")).not_to_have_text("South")
    below = page.locator(".seat-S").get_attribute("data-seat")
    expect(page).to_have_url(re.compile(f"home={below}"))
    expect(page.locator(".seat-S .card")).to_have_count(25)
    page.reload()
    expect(page.locator(".seat-S")).to_have_attribute("data-seat", below)
    across = {"E": "W", "W": "E", "N": "S", "S": "N"}[str(below)]
    expect(page.locator(".seat-N")).to_have_attribute("data-seat", across)
    press(page, "f", "f", "f")
    expect(page.locator(".seat-S .compass")).to_have_text("South")
    expect(page).not_to_have_url(re.compile("home"))


# The strip


def test_the_strip_shows_points_trumps_findings_and_comments(open_page: OpenPage, teaching: str) -> None:
    """Trick 1: 20 points to the dealer's side, no trump, an offence; trick 6 is all trumps."""
    page = open_page(teaching)
    first, sixth = page.locator("#bars .tick").nth(1), page.locator("#bars .tick").nth(6)
    expect(first.locator(".bar-points")).to_have_text("20")
    expect(first.locator(".bar")).to_have_class(re.compile("side-dealers"))
    expect(first.locator(".dot.is-fault")).to_have_count(1)
    expect(first.locator(".dot.is-comment")).to_have_count(1)
    share = "e => e.style.getPropertyValue('--share')"
    assert first.locator(".trump-line").evaluate(share) == "0.000"
    assert sixth.locator(".trump-line").evaluate(share) == "1.000"
    assert "4 trumps" in str(sixth.get_attribute("title"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_strip_fits_a_phone(open_page: OpenPage, site: str, library: Library, theme: str) -> None:
    tricks = "\n".join(f"{n}. N H5 / W HT / S H5 / E H6" for n in range(1, 26))
    text = f'[SJN "1"]\n[Trump "S"]\n[Level "2"]\n[Dealer "N"]\n\nTricks:\n{tricks}\n= *\n'
    page = open_page(
        f"{site}/r/{library.add_upload('long.sjn', text.encode()).id}/1", color_scheme=theme, **PHONE
    )
    boxes = [tick.bounding_box() for tick in page.locator("#bars .tick").all()]
    assert len(boxes) == 27
    strip = page.locator("#bars").bounding_box()
    assert strip
    for box, after in pairwise(boxes):
        assert box
        assert after
        assert box["x"] + box["width"] <= after["x"] + 0.5
        assert box["x"] + box["width"] <= strip["x"] + strip["width"] + 0.5
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# The draw

DRAWN = (
    '[SJN "1"]\n[Rules "standard"]\n[Level "2"]\n[Trump "H"]\n[Dealer "S"]\n[Hand "2"]\n\n'
    "Draw:\nE SA HA C3\nN SK HK C4\nW SQ HQ C5\nS H2 S2 C6\n\nBids:\n3 S H2\n\n"
    "Tricks:\n1. S H2 / E HA / N HK / W HQ\n= *\n"
)


def test_a_recorded_draw_is_shown_card_by_card(open_page: OpenPage, site: str, library: Library) -> None:
    """South shows the 2 of hearts, its first card, when three cards are drawn; a round is four."""
    address = f"{site}/r/{library.add_upload('drawn.sjn', DRAWN.encode()).id}/1"
    page = open_page(address)
    south = page.locator(".seat-S .card")
    expect(south).to_have_count(3)
    assert press(page, "ArrowRight") == "d4"
    expect(south).to_have_count(1)
    expect(page.locator(".middle .card")).to_have_count(4)
    expect(page.locator("#say")).to_have_text("4 cards are drawn")
    assert press(page, "ArrowRight") == "a1"
    assert press(page, "ArrowRight") == "d8"
    expect(south).to_have_count(2)
    assert press(page, "Home", "]") == "a1"  # the draw is no step of the auction
    page.goto(f"{address}#d11")
    expect(page.locator("#place")).to_have_text("Drawing · 12 cards")
    page.goto(f"{address}?seat=S#d8")
    expect(page.locator(".middle .card.back")).to_have_count(3)


def test_what_is_not_drawn_yet_is_not_told_without_spoilers(
    open_page: OpenPage, site: str, library: Library
) -> None:
    page = open_page(f"{site}/r/{library.add_upload('drawn.sjn', DRAWN.encode()).id}/1?spoil=0")
    expect(page.locator(".seat .card:not(.back), .seat .k")).to_have_count(0)
    press(page, "ArrowRight")
    page.wait_for_url(re.compile("#d4$"))
    expect(page.locator(".seat-S .card:not(.back)")).to_have_count(1)
    assert "C6" not in page.locator("#timeline").inner_text().split('"order"')[0]


def test_a_card_that_is_spoken_of_leads_to_its_play(open_page: OpenPage, game: str) -> None:
    """Of the finding at 2.3: the big jokers of South, the first of which is played at 4.3."""
    page = open_page(f"{game}#2.3")
    joker = page.locator("#here .finding .joker-B").first
    joker.click()
    page.wait_for_url("**#4.3")
    page.go_back()
    page.locator("#here .finding .suit-C", has_text="5").first.click()
    page.wait_for_url(re.compile(r"#4\.2$"))


def test_a_long_run_of_steps_writes_the_address_seldom(open_page: OpenPage, game: str) -> None:
    """Safari refuses the hundred-first change within 30 seconds with an error."""
    page = open_page(game)
    page.evaluate(
        """() => {
          const write = history.replaceState.bind(history);
          window.written = 0;
          history.replaceState = (...what) => { window.written += 1; write(...what); };
        }"""
    )
    page.evaluate(
        """async () => {
          for (let i = 0; i < 60; i += 1) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            await new Promise((done) => setTimeout(done, 20));
          }
        }"""
    )
    expect(page).to_have_url(re.compile(f"#{re.escape(at(page))}$"))
    assert 1 <= page.evaluate("window.written") <= 30


def test_a_held_button_goes_on_where_the_table_grows(
    open_page: OpenPage, site: str, library: Library
) -> None:
    hand = library.add_upload("full_hand.sjn", dict(samples())["full_hand.sjn"]).id
    page = open_page(f"{site}/r/{hand}/1#6.1", viewport={"width": 1400, "height": 1100})
    button = page.get_by_role("button", name="Next play", exact=True)
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    expect(page.locator("#felt")).to_have_attribute("data-at", re.compile(r"9\.|1\d\."))
    page.mouse.up()
    held = at(page)
    page.wait_for_timeout(600)
    assert at(page) == held


def test_the_table_does_not_shrink_between_steps(open_page: OpenPage, site: str, library: Library) -> None:
    hand = library.add_upload("full_hand.sjn", dict(samples())["full_hand.sjn"]).id
    page = open_page(f"{site}/r/{hand}/1#6.1", viewport={"width": 1400, "height": 1100})
    heights = []
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)
        heights.append(page.locator("#felt").evaluate("(felt) => felt.offsetHeight"))
    assert heights == sorted(heights)
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_viewport_size({"width": 1400, "height": 1100})
    page.keyboard.press("Home")
    expect(page.locator("#felt")).to_have_css("min-height", f"{heights[0]}px")


def test_an_address_beyond_what_is_told_is_led_to(open_page: OpenPage, site: str, library: Library) -> None:
    hand = library.add_upload("teaching.sjn", dict(samples())["teaching.sjn"]).id
    page = open_page(f"{site}/r/{hand}/1?spoil=0")
    expect(page.locator("#place")).to_have_text("The deal")
    page.evaluate("location.hash = '7.3'")
    expect(page.locator("#place")).to_have_text("Trick 7 · play 3")
    page.evaluate("location.hash = '2.1'")
    expect(page.locator("#place")).to_have_text("Trick 2 · play 1")


def test_colours_that_a_reader_forces_leave_the_table_as_it_is(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#9.3", forced_colors="active")
    fill = "(element) => [getComputedStyle(element).fill, getComputedStyle(element).backgroundColor]"
    pip = page.locator(".seat-W .pip").first.evaluate(fill)
    table = page.locator("#felt").evaluate("(felt) => getComputedStyle(felt).backgroundImage")
    assert "gradient" in table  # white pips are seen on it
    assert pip[0] != "rgb(255, 255, 255)"
    bar = page.locator(".tick .bar").nth(3).evaluate(fill)
    strip = page.locator("#bars").evaluate(fill)
    assert bar[1] != strip[1]


def fingers(page: Page, *moves: tuple[int, int], first_lifted: int = 0) -> None:
    """Fingers put on the table, drawn by so many pixels to the left, and lifted one by one."""
    session = page.context.new_cdp_session(page)
    box = page.locator("#felt").bounding_box()
    assert box
    top = box["y"] + 60

    def send(kind: str, points: list[tuple[int, float, int]]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for x, y, finger in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    start = [(x, top + 10 * n, n) for n, (x, _) in enumerate(moves)]
    moved = [(x - by, top + 10 * n, n) for n, (x, by) in enumerate(moves)]
    for count in range(1, len(start) + 1):
        send("touchStart", start[:count])
    send("touchMove", moved)
    left = list(moved)
    left.pop(first_lifted)
    if left:
        send("touchEnd", left)
    send("touchEnd", [])


@pytest.mark.parametrize("first_lifted", [0, 1])
def test_two_fingers_go_by_tricks_whichever_is_lifted_first(
    open_page: OpenPage, game: str, first_lifted: int
) -> None:
    page = open_page(f"{game}#7.1", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.evaluate("scrollTo(0, document.getElementById('felt').offsetTop)")
    fingers(page, (220, 60), (320, 60), first_lifted=first_lifted)
    expect(page.locator("#felt")).to_have_attribute("data-at", "7.4")
    fingers(page, (300, 60))
    expect(page.locator("#felt")).to_have_attribute("data-at", "8.1")


# What a browser may refuse, and where the focus stays


def test_an_address_the_browser_refuses_is_written_later(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#1.1")
    page.evaluate(
        """() => {
          for (const name of ["pushState", "replaceState"]) {
            const write = history[name].bind(history);
            let refused = false;
            history[name] = (...what) => {
              if (refused) return write(...what);
              refused = true;
              throw new DOMException("too often", "SecurityError");
            };
          }
        }"""
    )
    press(page, "ArrowRight", "ArrowRight")
    page.wait_for_url("**#1.3")
    press(page, "]")
    page.locator('#record [data-at="4.2"] a').first.click()
    expect(page.locator("#felt")).to_have_attribute("data-at", "4.2")
    page.wait_for_url("**#4.2")


def test_brackets_behind_alt_gr_are_keys_too(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#5.1")
    page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key: ']', ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true }))"
    )
    expect(page.locator("#felt")).not_to_have_attribute("data-at", "5.1")


def test_the_focus_is_never_lost(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}#2.1")
    page.locator('#record [data-at="3.2"] a').first.focus()
    page.locator("[data-view=S]").evaluate("e => e.click()")
    expect(page).to_have_url(re.compile("seat=S"))
    expect(page.locator('#record [data-at="3.2"] a').first).to_be_focused()
    page.locator("[data-do=last]").focus()
    press(page, "Enter")
    expect(page.locator("#bars")).to_be_focused()
    press(page, "ArrowLeft")
    expect(page.locator("#place")).not_to_have_text("Result")
