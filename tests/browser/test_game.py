"""The game page in a browser: stepping, addresses, findings, viewpoints, languages, sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage
from tests.browser.places import at
from tests.web.games import CLEAN, HOSTILE, LONG, NO_TRUMP_NAMED

pytestmark = pytest.mark.browser


def cards(spot: Locator) -> list[str]:
    """The corners of the cards in a place, in order."""
    return [text.replace("\n", "") for text in spot.locator(".card").all_inner_texts()]


def press(page: Page, *keys: str) -> str:
    for key in keys:
        page.keyboard.press(key)
    return at(page)


# Stepping


def test_the_page_opens_at_the_deal(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    expect(page.locator("#place")).to_have_text("The deal")
    expect(page.locator(".seat-S .card")).to_have_count(25)
    expect(page.locator(".seat-N .card")).to_have_count(25)
    expect(page.locator(".seat-W .k")).to_have_count(25)


def test_keys_step_through_the_hand(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    assert press(page, "ArrowRight") == "a1"
    assert press(page, "ArrowRight", "ArrowRight") == "1.1"
    assert press(page, "j", "k", "ArrowLeft") == "a2"
    assert press(page, "]") == "1.4"
    assert press(page, "]", "]") == "3.4"
    assert press(page, "[") == "2.4"
    assert press(page, "End") == "result"
    assert press(page, "Home") == "deal"


def test_a_hand_without_trump_is_stepped_through_without_winners(
    open_page: OpenPage, site: str, library: Library
) -> None:
    page = open_page(f"{site}/r/{library.add_upload('no_trump.sjn', NO_TRUMP_NAMED.encode()).id}/1")
    assert page.locator("#bars .tick-label").all_inner_texts() == ["deal", "1", "2", "end"]
    expect(page.locator("#record tr.is-play")).to_have_count(2)
    assert [press(page, "]"), press(page, "]")] == ["1.4", "2.4"]
    assert len(cards(page.locator(".spot-W"))) == 1
    expect(page.locator("#attackers")).to_have_text("?")
    expect(page.locator("#say")).not_to_contain_text("wins")
    expect(page.locator(".is-winner")).to_have_count(0)
    expect(page.locator(".pile")).to_be_hidden()
    assert press(page, "End") == "result"
    expect(page.locator("#attackers")).to_have_text("?")
    expect(page.locator("#say")).not_to_contain_text("null")
    page.locator("#bars .tick").nth(1).click()
    assert at(page) == "1.4"


def test_buttons_step_through_the_hand(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.get_by_role("button", name="Next trick").click()
    page.get_by_role("button", name="Next trick").click()
    page.get_by_role("button", name="Next trick").click()
    assert at(page) == "1.4"
    page.get_by_role("button", name="Next play").click()
    assert at(page) == "2.1"
    page.get_by_role("button", name="Previous play").click()
    assert at(page) == "1.4"
    page.get_by_role("button", name="Previous trick").click()
    assert at(page) == "a2"
    page.get_by_role("button", name="End of the hand").click()
    assert at(page) == "result"
    expect(page.get_by_role("button", name="Next play")).to_be_disabled()
    page.get_by_role("button", name="Start of the hand").click()
    expect(page.get_by_role("button", name="Previous play")).to_be_disabled()


def test_a_held_button_repeats(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.get_by_role("button", name="Next play").hover()
    page.mouse.down()
    expect(page.locator("#place")).to_have_text(re.compile("^Trick"))  # several steps from one press
    page.mouse.up()
    stopped = at(page)
    page.wait_for_timeout(300)
    assert at(page) == stopped


def test_a_button_pressed_with_the_keyboard_steps_once(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.get_by_role("button", name="Next play").focus()
    assert press(page, "Enter") == "a1"
    assert press(page, "Space") == "a2"


def test_autoplay_runs_and_pauses(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.clock.install()
    press(page, "Space")
    page.clock.run_for(2300)
    assert at(page) == "a2"
    press(page, "Space")
    page.clock.run_for(5000)
    assert at(page) == "a2"


def test_played_cards_leave_the_hand(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#1.4")
    expect(page.locator(".seat-S .card")).to_have_count(24)
    expect(page.locator(".middle .card")).to_have_count(4)
    expect(page.locator(".spot-N")).to_have_class(re.compile("is-winner"))


def test_original_hands_keep_them_greyed(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#1.4")
    page.get_by_role("button", name="Original hands").click()
    expect(page.locator(".seat-S .card")).to_have_count(25)
    expect(page.locator(".seat-S .card.is-ghost")).to_have_count(1)
    expect(page).to_have_url(re.compile("original=1"))


def test_the_kitty_is_taken_and_buried(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#a2")
    expect(page.locator(".middle .card")).to_have_count(16)
    expect(page.locator(".seat-N .card")).to_have_count(25)


def test_attackers_points_follow_the_play(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#6.4")
    expect(page.locator("#attackers")).to_have_text("0")
    press(page, "]")
    expect(page.locator("#attackers")).to_have_text("10")
    expect(page.locator(".pile")).to_contain_text("K")


def test_a_failed_throw_shows_what_was_tried(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#12.1")
    expect(page.locator(".spot-S .tried")).to_contain_text("threw")
    assert cards(page.locator(".spot-S .spread")) == ["8"]


def test_keys_are_off_in_fields_and_with_modifiers(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    press(page, "Control+ArrowRight", "Alt+ArrowRight")
    assert at(page) == "deal"
    page.get_by_role("searchbox").focus()
    assert press(page, "j", "]", "?") == "deal"
    expect(page.get_by_role("searchbox")).to_have_value("j]?")


def test_n_and_p_and_the_ends_lead_to_other_hands(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    first, third = game[:-1] + "1", game[:-1] + "3"
    page.keyboard.press("n")
    page.wait_for_url(third)
    expect(page.locator("#place")).to_have_text("The deal")
    page.keyboard.press("p")
    page.wait_for_url(game)
    expect(page.locator("#place")).to_have_text("The deal")
    page.keyboard.press("End")
    page.keyboard.press("End")
    page.wait_for_url(third)
    page.goto(game)
    page.keyboard.press("Home")
    page.wait_for_url(first)
    expect(page.locator("#place")).to_have_text("The deal")


# Addresses


def test_a_deep_link_opens_there(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#7.3")
    expect(page.locator("#place")).to_have_text("Trick 7 · play 3")
    expect(page.locator("#record td.is-now a")).to_have_attribute("href", "#7.3")


@pytest.mark.parametrize(
    ("address", "place"), [("99.9", "The deal"), ("%", "The deal"), ("7", "Trick 7 · play 1")]
)
def test_an_address_that_does_not_exist_is_harmless(
    open_page: OpenPage, game: str, address: str, place: str
) -> None:
    expect(open_page(f"{game}#{address}").locator("#place")).to_have_text(place)


def test_a_click_in_the_record_goes_there_and_back_returns(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.locator('#record td[data-at="5.2"] a').click()
    assert at(page) == "5.2"
    page.locator('#record td[data-at="9.1"] a').click()
    press(page, "ArrowRight")  # a step makes no entry of its own
    page.wait_for_url("**#9.2")
    page.go_back()
    expect(page.locator("#place")).to_have_text("Trick 5 · play 2")
    page.go_forward()
    expect(page.locator("#place")).to_have_text("Trick 9 · play 2")


def test_a_click_on_a_card_goes_to_its_play(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.locator(".seat-W .k", has_text="9").last.click()  # the nine of diamonds
    expect(page.locator("#place")).to_have_text("Trick 11 · play 2")


def test_the_timeline_is_a_scrubber(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    ticks = page.locator("#bars .tick")
    expect(ticks).to_have_count(19)
    ticks.nth(8).click()
    assert at(page) == "8.4"
    box = ticks.nth(3).bounding_box()
    assert box
    ticks.nth(10).hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] + 40, steps=4)
    page.mouse.up()
    assert at(page) == "3.4"


def test_go_to_a_trick(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    press(page, "g")
    page.keyboard.type("9.2")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_have_text("Trick 9 · play 2")


def test_the_link_can_be_copied(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}?seat=S#7.3", permissions=["clipboard-read", "clipboard-write"])
    press(page, "l")
    expect(page.locator("#toast")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{game}?seat=S#7.3"


def test_without_a_clipboard_the_link_is_shown(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#7.3")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    press(page, "l")
    expect(page.locator("#link")).to_have_value(f"{game}#7.3")


# Findings, comments, variations


def test_the_next_finding_opens_at_the_decision(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    assert press(page, ".") == "2.3"
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")
    south = page.locator(".seat-S")
    expect(south.locator(".card.is-duty")).to_have_count(2)
    expect(south.locator(".card.is-duty.joker-B")).to_have_count(2)
    assert cards(south.locator(".slot:has(.is-fault)")) == ["K", "5"]
    expect(page.locator(".spot-S")).to_have_class(re.compile("is-fault"))
    assert press(page, ".") == "3.2"
    assert press(page, ",", ",") == "15.2"  # round the end


def test_the_duty_is_marked_in_a_side_hand(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#3.2")
    expect(page.locator(".seat-W .k.is-duty")).to_have_count(7)
    expect(page.locator(".seat-W .k.is-fault")).to_have_count(2)


def test_a_finding_of_the_list_leads_to_its_play(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    page.get_by_role("tab", name="Findings 12").click()
    page.locator("#panel-findings .finding", has_text="follow.pair").get_by_role("link").first.click()
    assert at(page) == "2.3"


def test_comments_stand_at_their_play(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    assert press(page, "}") == "1.1"
    expect(page.locator("#here")).to_contain_text("a safe start")
    expect(page.locator(".spot-N .flag-glyph")).to_have_text("!")
    assert press(page, "}") == "2.3"
    expect(page.locator("#here")).to_contain_text("hides the jokers")


def test_a_variation_can_be_entered_stepped_and_left(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.3")
    assert press(page, "Shift+ArrowRight") == "2.3v1/2.3"
    expect(page.locator(".spot-S .joker-B")).to_have_count(2)
    expect(page.locator("#here")).to_contain_text("You are in a variation")
    assert press(page, "ArrowRight") == "2.3v1/2.4"
    assert press(page, "ArrowRight") == "2.3v1/2.4"
    assert press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft") == "1.4"
    page.locator('#record a[href="#2.3v1/2.4"]').click()
    assert press(page, "Shift+ArrowLeft") == "2.3"


def test_a_deep_link_into_a_variation(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.3v1/2.3")
    expect(page.locator(".spot-S .joker-B")).to_have_count(2)
    page.goto(f"{game}#2.3v1")
    expect(page.locator("#place")).to_have_text("Trick 2 · play 3")


def test_another_rule_set_keeps_the_place(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.3")
    page.get_by_label("Judge by").select_option("standard")
    page.wait_for_url(re.compile(r"rules=standard#2\.3$"))
    expect(page.locator("#here .finding")).to_contain_text("standard")
    assert press(page, "ArrowRight") == "2.4"
    expect(page).to_have_url(re.compile("rules=standard"))


# Viewpoints


def test_a_seat_sees_its_own_cards_only(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#1.1")
    page.get_by_role("button", name="South").click()
    expect(page.locator(".seat-S .card:not(.back)")).to_have_count(25)
    for seat in "NWE":
        expect(page.locator(f".seat-{seat} .card:not(.back)")).to_have_count(0)
        expect(page.locator(f".seat-{seat} .k")).to_have_count(0)
    expect(page).to_have_url(re.compile("seat=S"))
    page.reload()
    expect(page.locator(".seat-N .card.back")).to_have_count(24)


def test_buried_cards_are_shown_to_who_buried_them(game: str, open_page: OpenPage) -> None:
    """North deals and buries in the test game."""
    page = open_page(game)
    buried = page.locator("#record .buried")
    expect(buried).to_contain_text("♠")
    page.locator('[data-view="S"]').click()
    expect(buried).to_have_text("? ? ? ? ? ? ? ?")
    page.locator('[data-view="public"]').click()
    expect(buried).to_have_text("? ? ? ? ? ? ? ?")
    page.locator('[data-view="N"]').click()
    expect(buried).to_contain_text("♠")


def test_nobody_but_the_dealer_sees_the_kitty(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}?seat=S#a2")
    expect(page.locator(".middle .card:not(.back)")).to_have_count(0)
    page.goto(f"{game}?seat=N#a2")
    expect(page.locator(".middle .card:not(.back)")).to_have_count(16)


def test_h_hides_the_others_and_v_goes_round(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    press(page, "h")
    expect(page.locator('[data-view="S"]')).to_have_attribute("aria-pressed", "true")
    press(page, "h", "v", "v", "v", "v", "v")
    expect(page.locator('[data-view="public"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".seat .card:not(.back)")).to_have_count(0)


# For all


def test_each_step_is_said(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#3.1")
    expect(page.locator("#say")).to_have_text("Trick 3, North leads a pair of heart 2s")
    press(page, "]")
    expect(page.locator("#say")).to_contain_text("40 points, North wins the trick")
    chinese = open_page(f"{game}#5.1", locale="zh-CN")
    expect(chinese.locator("#say")).to_have_text("第 5 墩，南领出 黑桃6")
    traditional = open_page(f"{game}#5.1", locale="zh-TW")
    expect(traditional.locator("#say")).to_have_text("第 5 墩，南領出 黑桃6")


def test_a_pair_a_throw_that_fails_and_the_result_are_said(
    open_page: OpenPage, site: str, library: Library
) -> None:
    upload = library.add_upload("teaching.sjn", dict(samples())["teaching.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1#2.1")
    said = page.locator("#say")
    expect(said).to_contain_text("Trick 2, East leads tractor of spades Q Q J J")
    page.goto(f"{site}/r/{upload}/1#3.1")
    expect(said).to_contain_text(
        "East throws club ace, club king, club queen, the throw fails and club queen is led"
    )
    page.goto(f"{site}/r/{upload}/1#result")
    expect(said).to_contain_text(
        "attackers 95 points, next dealer North-South, North-South at level 5, East-West at level 7"
    )
    chinese = open_page(f"{site}/r/{upload}/1#2.1", locale="zh-TW")
    expect(chinese.locator("#say")).to_contain_text("第 2 墩，東領出 黑桃 Q Q J J 拖拉機")
    chinese.goto(f"{site}/r/{upload}/1#3.1")
    expect(chinese.locator("#say")).to_contain_text("甩牌失敗，領出 梅花Q")


@pytest.mark.parametrize(
    ("locale", "spot", "pile"),
    [
        ("en-GB", "West: spade king, spade 4, spade 4, spade 3, offence", "Kitty: "),
        ("zh-CN", "西：黑桃K、黑桃4、黑桃4、黑桃3，", "底牌："),
        ("zh-TW", "西：黑桃K、黑桃4、黑桃4、黑桃3，", "底牌："),
    ],
)
def test_what_lies_on_the_table_has_a_name(
    open_page: OpenPage, site: str, library: Library, locale: str, spot: str, pile: str
) -> None:
    upload = library.add_upload("teaching.sjn", dict(samples())["teaching.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1#2.3", locale=locale)
    expect(page.locator(".spot-W")).to_have_attribute("aria-label", re.compile(f"^{spot}"))
    page.goto(f"{site}/r/{upload}/1#deal")
    expect(page.locator(".note .spread")).to_have_attribute("aria-label", re.compile(f"^{pile}"))
    page.goto(f"{site}/r/{upload}/1#result")
    expect(page.locator(".pile")).to_have_attribute("role", "img")


def test_keys_of_one_character_can_be_turned_off(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.1")
    press(page, "j")
    assert at(page) == "2.2"
    press(page, "?")
    page.get_by_label("Keys of one character work").uncheck()
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    press(page, "j", "g", "?")
    assert at(page) == "2.2"
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator("#goto")).to_be_hidden()
    press(page, "ArrowRight")
    assert at(page) == "2.3"
    page.wait_for_url("**#2.3")
    page.reload()
    press(page, "k")
    assert at(page) == "2.3"
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Keys of one character work").check()
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    press(page, "k")
    assert at(page) == "2.2"


@pytest.mark.parametrize("wanted", ["77", "foo", "t7", "7.9", ""])
def test_go_to_says_what_is_no_place(open_page: OpenPage, game: str, wanted: str) -> None:
    page = open_page(f"{game}#2.1", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Go to", exact=True).click()
    page.locator("#goto-at").fill(wanted)
    page.locator("#goto-at").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(f"This hand has no such place: {wanted}".strip())
    expect(page.locator("#goto")).to_be_visible()
    assert at(page) == "2.1"
    page.locator("#goto-at").fill("7.3")
    page.locator("#goto-at").press("Enter")
    expect(page.locator("#goto")).to_be_hidden()
    assert at(page) == "7.3"


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1400])
def test_every_tab_can_be_seen(open_page: OpenPage, site: str, library: Library, width: int) -> None:
    upload = library.add_upload("match.sjn", dict(samples())["rooms_three_rounds.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1", viewport={"width": width, "height": 900})
    expect(page.locator("[role=tab]")).to_have_count(6)
    strip = page.locator(".tabs").bounding_box()
    assert strip
    tabs = page.locator("[role=tab]").all()
    if width != 1024:  # in one row; beside the table there is hardly room for it
        assert max(box["y"] for tab in tabs if (box := tab.bounding_box())) - strip["y"] < 8
    for tab in tabs:
        box = tab.bounding_box()
        assert box
        assert strip["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= strip["x"] + strip["width"] + 1
        assert box["y"] + box["height"] <= strip["y"] + strip["height"] + 2


def test_a_large_screen_has_a_large_table(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.1", viewport={"width": 1400, "height": 900})
    usual = page.locator(".spot .card").first.bounding_box()
    page.set_viewport_size({"width": 2560, "height": 1440})
    felt, large = page.locator("#felt").bounding_box(), page.locator(".spot .card").first.bounding_box()
    controls = page.locator(".controls").bounding_box()
    assert usual
    assert felt
    assert large
    assert controls
    assert 1700 < felt["width"] <= 1900
    assert large["width"] > 1.3 * usual["width"]
    assert controls["y"] + controls["height"] <= 1440


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_on_a_low_window_the_whole_table_stands_above_the_steps(
    open_page: OpenPage, site: str, library: Library, locale: str
) -> None:
    upload = library.add_upload("full.sjn", dict(samples())["full_hand.sjn"]).id
    page = open_page(f"{site}/r/{upload}/1#3.2", locale=locale)
    press(page, "ArrowRight")  # the hint goes
    for width, height in ((1440, 790), (1366, 768), (1280, 720), (1080, 810), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        felt, steps = page.locator("#felt").bounding_box(), page.locator(".controls").bounding_box()
        assert felt
        assert steps
        assert felt["y"] + felt["height"] <= steps["y"], (width, height)
        assert steps["height"] < 66, (width, height)  # one row
        for seat in "NESW":
            expect(page.locator(f".seat-{seat}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(844, 390), (390, 664)])
def test_a_phone_has_the_whole_table_on_one_screen(
    open_page: OpenPage, site: str, library: Library, size: tuple[int, int]
) -> None:
    upload = library.add_upload("full.sjn", dict(samples())["full_hand.sjn"]).id
    window = {"width": size[0], "height": size[1]}
    page = open_page(f"{site}/r/{upload}/1#3.2", viewport=window, has_touch=True)
    page.get_by_role("button", name="Next play").tap()
    page.evaluate("scrollBy(0, document.getElementById('felt').getBoundingClientRect().top)")
    for seat in "NESW":
        expect(page.locator(f".seat-{seat}")).to_be_in_viewport(ratio=1)
    felt, steps = page.locator("#felt").bounding_box(), page.locator(".steps").bounding_box()
    assert felt
    assert steps
    assert felt["y"] + felt["height"] <= steps["y"]


def test_help_opens_and_closes_with_keys(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    assert press(page, "ArrowRight") == "deal"
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_every_button_has_a_name(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    names = page.evaluate(
        "[...document.querySelectorAll('button, a, input:not([type=hidden])')]"
        ".filter(e => !e.ariaLabel && !e.textContent.trim() && !e.labels?.length)"
        ".filter(e => !e.hasAttribute('aria-labelledby'))"
        ".map(e => e.outerHTML)"
    )
    assert names == []


def test_the_language_can_be_changed_at_the_same_step(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}?seat=S#7.3")
    page.get_by_role("link", name="简").click()
    expect(page.locator("#place")).to_have_text("第 7 墩 · 第 3 手")
    expect(page).to_have_url(re.compile("seat=S"))
    page.goto(game)
    expect(page.locator("#place")).to_have_text("发牌")  # remembered


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_a_phone_needs_no_sideways_scrolling(open_page: OpenPage, game: str, locale: str) -> None:
    page = open_page(game, locale=locale, viewport={"width": 390, "height": 844})
    for where in ("deal", "a2", "2.3", "12.1", "result"):
        page.goto(f"{game}#{where}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        felt = page.locator("#felt").bounding_box()
        assert felt
        for row in page.locator(".fan-row").all():
            box = row.bounding_box()
            assert box
            assert felt["x"] <= box["x"]
            assert box["x"] + box["width"] <= felt["x"] + felt["width"]


def test_hostile_and_long_names_are_only_text(open_page: OpenPage, game: str) -> None:
    page = open_page(game)
    expect(page.locator(".seat-E .name")).to_have_text(HOSTILE)
    name = page.locator(".seat-W .name")
    expect(name).to_have_text(LONG)
    box, seat = name.bounding_box(), page.locator(".seat-W").bounding_box()
    assert box
    assert seat
    assert box["x"] + box["width"] <= seat["x"] + seat["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1400


def test_without_scripts_the_record_can_be_read(open_page: OpenPage, game: str) -> None:
    page = open_page(game, java_script_enabled=False)
    expect(page.locator("#record")).to_be_visible()
    expect(page.locator("#panel-findings")).to_contain_text("follow.pair")
    expect(page.locator(".stage")).to_be_hidden()


def test_reduced_motion_is_respected(open_page: OpenPage, game: str) -> None:
    moving = "getComputedStyle(document.querySelector('.spot.is-now .spread')).animationName"
    assert open_page(f"{game}#1.1").evaluate(moving) == "arrive"
    assert open_page(f"{game}#1.1", reduced_motion="reduce").evaluate(moving) == "none"


ROWS = """() => {
  const parts = [...document.querySelectorAll(".controls > *:not(.views, #hint), .views > *")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  const middles = boxes.map((box) => (box.top + box.bottom) / 2).sort((a, b) => a - b);
  return {
    rows: 1 + middles.filter((middle, i) => i > 0 && middle - middles[i - 1] > 10).length,
    overlaps: boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b))).length,
    inside: boxes.every((box) => box.left >= 0 && box.right <= innerWidth),
  };
}"""


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN", "zh-TW"])
def test_the_controls_are_two_rows_and_never_overlap(open_page: OpenPage, game: str, locale: str) -> None:
    page = open_page(f"{game}#2.3", locale=locale)
    for width in (1400, 1100, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        found = page.evaluate(ROWS)
        assert found["overlaps"] == 0, width
        assert found["inside"], width
        if width == 1400:
            assert found["rows"] == 2


@pytest.mark.parametrize("width", [1400, 1010, 390])
def test_the_head_of_the_record_is_one_line(
    open_page: OpenPage, site: str, library: Library, width: int
) -> None:
    text = CLEAN.replace("[Event", '[Seats "SE NE NW SW"]\n[Event')
    text = text.replace('[Dealer "N"]', '[Dealer "NE"]').replace(
        "N HA / W H3 / S H5 / E H6", "NE HA / NW H3 / SW H5 / SE H6"
    )
    upload = library.add_upload("corners.sjn", text.encode()).id
    page = open_page(f"{site}/r/{upload}/1", viewport={"width": width, "height": 900})
    heads = page.locator("#record thead th:not(.points)")
    expect(heads).to_have_text(["Trick", "NENortheast", "NWNorthwest", "SWSouthwest", "SESoutheast"])
    assert page.locator("#record thead").evaluate("e => e.getBoundingClientRect().height") < 40
