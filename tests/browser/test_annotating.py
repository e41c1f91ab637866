"""Annotating in the browser: comments, glyphs, marks, variations by clicking cards, decisions, saving."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from paipu.grammar import dumps, loads
from paipu.records.library import Library
from tests.browser.conftest import OpenPage
from tests.browser.places import at
from tests.browser.test_accessible import told
from tests.web.games import GAME

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
count = iter(range(10_000))


@pytest.fixture
def fresh(site: str, library: Library) -> str:
    """The address of a copy of the test game that nobody has annotated."""
    text = GAME.replace('[Event "Botzone"]', f'[Event "Botzone {next(count)}"]')
    return f"{site}/r/{library.add_upload('game.sjn', text.encode()).id}/1"


def stored(library: Library, url: str) -> str:
    """The newest text of the hand at an address; it is in its canonical form."""
    hand = library.hand(url.split("/")[-2], 1)
    assert hand is not None
    assert dumps(loads(hand.sjn)) == hand.sjn
    return hand.sjn


def begin(page: Page) -> None:
    page.get_by_role("tab", name="Annotate").click()


def comment(page: Page, text: str) -> None:
    """Write a comment with the keyboard alone."""
    page.keyboard.press("d")
    page.keyboard.type(text)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".comment", has_text=text.replace("*", "")).first).to_be_attached()


def save(page: Page, author: str = "A") -> None:
    page.get_by_role("button", name="Save …").click()
    page.get_by_label("Author").fill(author)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-edit=save]")).to_be_disabled()


def card(page: Page, seat: str, name: str) -> Locator:
    return page.locator(f'[data-seat="{seat}"] [data-card="{name}"]:not(.is-ghost)').first


# Comments, glyphs, marks


def test_a_comment_is_written_with_the_keyboard_and_saved(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.2")
    comment(page, "throws a **queen** away")
    assert at(page) == "6.2"
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    expect(page.locator("#edit-notes textarea")).to_have_value("throws a **queen** away")
    save(page)
    expect(page.locator("#toast")).to_have_text("Saved as revision 1")
    expect(page.get_by_role("link", name="Revision 1")).to_be_visible()
    assert "W D4 {throws a **queen** away}" in stored(library, fresh)


def test_a_comment_is_changed_and_deleted(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#2.3")
    begin(page)
    field = page.locator("#edit-notes textarea")
    expect(field).to_have_value("hides the jokers")
    field.fill("hides both jokers")
    field.press("Control+Enter")
    expect(page.locator("#here .comment")).to_contain_text("hides both jokers")
    page.get_by_role("button", name="Delete this comment").click()
    expect(page.locator("#here .comment")).to_have_count(0)
    save(page)
    assert "jokers" not in stored(library, fresh)


def test_comments_stand_before_the_deal_and_in_variations(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(fresh)
    comment(page, "of the whole hand")
    page.evaluate("location.hash = '6.1'")
    page.get_by_role("button", name="Comment before it").click()
    page.keyboard.type("the sixth trick")
    page.keyboard.press("Escape")
    expect(page.locator("#here .comment")).to_contain_text("the sixth trick")
    page.evaluate("location.hash = '2.3v1/2.3'")
    expect(page.locator("#edit-notes textarea").last).to_have_value("the only play")
    page.locator("#edit-notes textarea").last.fill("what else")
    page.locator("#edit-notes textarea").last.blur()
    expect(page.locator("#edit-count")).to_have_text("3 changes, not saved")
    save(page)
    text = stored(library, fresh)
    assert re.search(r"\n\{of the whole hand\}\n+Deal:", text)
    assert "6. {the sixth trick} N DK" in text
    assert "S BB! {what else}" in text


def test_commands_in_a_comment_stay(open_page: OpenPage, site: str, library: Library) -> None:
    text = GAME.replace("N HA! {a safe start}", "N HA! {a [%clk 0:12] start}")
    url = f"{site}/r/{library.add_upload('clock.sjn', text.encode()).id}/1"
    page = open_page(f"{url}#1.1")
    begin(page)
    field = page.locator("#edit-notes textarea")
    expect(field).to_have_value("a start")
    field.fill("the start")
    field.blur()
    expect(page.locator("#here .comment")).to_contain_text("the start")
    save(page)
    assert "{the start [%clk 0:12]}" in stored(library, url)


def test_the_number_keys_set_glyphs(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#6.2")
    page.keyboard.press("1")
    expect(page.locator("[data-edit=save]")).to_be_disabled()  # not while one only looks on
    begin(page)
    page.keyboard.press("4")
    expect(page.locator(".spot .flag-glyph")).to_have_text("??")
    page.keyboard.press("6")  # another verdict takes its place
    expect(page.locator(".spot .flag-glyph")).to_have_text("?!")
    page.get_by_role("button", name="draws trumps").click()
    expect(page.locator(".spot .flag-glyph")).to_have_text(["?!", "draws trumps"])
    expect(page.locator("#record [data-at='6.2'] .glyph").last).to_have_attribute("title", "draws trumps")
    save(page)
    assert "W D4?! $20 /" in stored(library, fresh)


def test_cards_and_seats_are_pointed_out_by_clicking(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.2")
    begin(page)
    page.get_by_role("button", name="Point out").first.click()
    card(page, "S", "DA").click()
    expect(page.locator(".card.is-marked")).to_have_count(1)
    page.locator("[data-seat=N] .who").click()
    expect(page.locator(".is-pointed")).to_have_attribute("data-seat", "N")
    card(page, "S", "DA").click()
    expect(page.locator(".card.is-marked")).to_have_count(0)
    page.get_by_label("Cards to point out").fill("SK DA")
    page.locator("#mark-form button").click()
    expect(card(page, "S", "DA")).to_have_class(re.compile("is-marked"))
    save(page)
    assert "W D4 {[%mark SKDA] [%seat N]}" in stored(library, fresh)


# Variations


def test_a_variation_is_made_by_clicking_cards(open_page: OpenPage, fresh: str, library: Library) -> None:
    """Trick 6 goes on otherwise: West D9, South DA, East D6; South wins and leads trick 7."""
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#edit-turn")).to_have_text("West is to play")
    expect(page.locator("#edit-legal li")).to_have_count(3)  # D9, D5 and D4
    card(page, "W", "D9").click()
    expect(page.get_by_label("Cards to play")).to_have_value("D9")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.locator("#edit-turn")).to_have_text("South is to play")
    page.locator("#edit-legal").get_by_role("button", name="diamond ace").click()
    page.wait_for_url("**#6.2v1/6.3")
    page.get_by_label("Cards to play").fill("d6")
    page.get_by_label("Cards to play").press("Enter")
    page.wait_for_url("**#6.2v1/6.4")
    expect(page.locator(".spot-S .flag-win")).to_be_visible()
    expect(page.locator("#edit-turn")).to_have_text("South is to play")
    page.locator("#edit-legal").get_by_role("button", name="heart", exact=False).first.click()
    page.wait_for_url("**#6.2v1/7.1")
    save(page)
    line = next(each for each in stored(library, fresh).split("\n") if each.startswith("6."))
    assert re.search(r"W D4 \( 6\. N DK / W D9 / S DA / E D6 7\. S H\w \) / S D7", line)


def test_an_illegal_play_may_be_tried_and_is_flagged(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    card(page, "W", "HA").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.locator("#toast")).to_contain_text("Against the rules")
    expect(page.locator(".spot.is-now")).to_have_class(re.compile("is-fault"))
    expect(page.locator("#here .finding")).to_contain_text("follow.suit")
    expect(page.locator("#tab-findings")).to_have_text("Findings 12")


def test_the_play_that_followed_makes_no_variation(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    card(page, "W", "D4").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**#6.2")
    expect(page.locator('[href^="#6.2v"]')).to_have_count(0)


def test_other_plays_in_one_place_stand_side_by_side(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#play-cards").fill("D5")
    page.locator("#play-cards").press("Enter")
    page.wait_for_url("**#6.2v1/6.2")
    page.locator("#felt").click(position={"x": 5, "y": 5})
    page.keyboard.press("ArrowLeft")
    page.locator("#play-cards").fill("HA")
    page.locator("#play-cards").press("Enter")
    page.wait_for_url("**#6.2v2/6.2")
    # In the place of a later play of it, another one is a variation within.
    for cards, place in (("D3", "6.2v2/6.3"), ("D7", "6.2v2/6.3v1/6.3")):
        page.evaluate("location.hash = '6.2v2/6.2'")
        expect(page.locator("#edit-turn")).to_contain_text("South is to play")
        page.locator("#play-cards").fill(cards)
        page.locator("#play-cards").press("Enter")
        page.wait_for_url(f"**#{place}")
    expect(page.locator(".tick.is-current .tick-label")).to_have_text("6")
    expect(page.locator("#record [data-at='5.4']")).not_to_have_class(re.compile("is-future"))
    expect(page.locator("#record [data-at='7.1']")).to_have_class(re.compile("is-future"))
    save(page)
    assert re.search(
        r"\( 6\. N DK / W D5 \) \( 6\. N DK / W HA / S D3 \( 6\. [^)]* S D7 \) \)", stored(library, fresh)
    )


def test_cards_are_played_with_a_thumb(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("tab", name="Annotate").tap()
    page.get_by_role("button", name="Play on from here").tap()
    card(page, "W", "D5").tap()
    play = page.get_by_role("button", name="Play diamond 5")
    box = play.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844
    play.tap()
    page.wait_for_url("**#6.2v1/6.2")
    expect(play).to_be_hidden()
    expect(page.get_by_role("button", name="Move variation up")).to_be_disabled()


def test_a_variation_is_cut_and_deleted(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#2.3v1/2.4")
    begin(page)
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator('[href="#2.3v1/2.4"]')).to_have_count(0)
    page.evaluate("location.hash = '2.3v1/2.3'")
    page.get_by_role("button", name="Delete variation").click()
    expect(page.locator('[href^="#2.3v1"]')).to_have_count(0)
    save(page)
    assert "(" not in stored(library, fresh).split("Tricks:")[1]


def test_play_goes_on_beyond_the_record(open_page: OpenPage, fresh: str, library: Library) -> None:
    """The record ends after E C7 / N D2 of trick 17: West is to play, from what it has left."""
    page = open_page(f"{fresh}#17.2")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#edit-turn")).to_contain_text("West is to play")
    page.locator("#edit-legal button").first.click()
    page.wait_for_url("**#17.2v1/17.3")
    save(page)
    assert re.search(r"N D2 \( 17\. E C7 / N D2 / W \S+ \)", stored(library, fresh))


def test_hands_are_supposed_for_a_variation(open_page: OpenPage, fresh: str, library: Library) -> None:
    """West's diamonds D954 against CAQ S7 of East: void, West may ruff, and East follows with what it got."""
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#suppose summary").click()
    page.locator("[data-suppose=W]").click()
    expect(page.locator("#suppose-count")).to_have_text("West: 18 of 18 cards")
    holds, others = page.locator(".suppose-choice").nth(0), page.locator(".suppose-choice").nth(1)
    for name in ("D9", "D5", "D4"):
        holds.locator(f"[data-supposed={name}]").click()
    expect(page.locator("#suppose-count")).to_have_text("West: 15 of 18 cards")
    for name in ("CA", "CQ", "S7"):
        others.locator(f"[data-supposed={name}]").click()
    expect(page.locator("#edit-legal li")).to_have_count(18)
    page.locator("#edit-legal").get_by_role("button", name="club ace").click()
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.locator("#here .finding")).to_have_count(0)
    expect(page.locator(".variation-deal")).to_be_attached()
    save(page)
    line = next(each for each in stored(library, fresh).split("\n") if each.startswith("6."))
    (west,) = re.findall(r"Deal: .*?W (\S+ \S+ \S+) ", line)
    assert west == "SAK98752 HAQ65 CAKQJ743"
    assert re.search(r"E L?.* D\w*9\w*5?\w*4", line)


def test_the_rest_of_an_unknown_hand_is_dealt(open_page: OpenPage, site: str, library: Library) -> None:
    """At random, of the cards nobody holds, and none of a suit that the seat has shown to be out of."""
    text = re.sub(r"^(Deal|Bury):\n(?:.+\n)*\n", "", GAME, flags=re.MULTILINE)
    url = f"{site}/r/{library.add_upload('no_deal.sjn', text.encode()).id}/1"
    page = open_page(f"{url}#7.1", reduced_motion="reduce")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#suppose summary").click()
    page.locator("[data-suppose=W]").click()
    count = page.locator("#suppose-count")
    before = re.fullmatch(r"West: (\d+) of (\d+) cards", count.inner_text())
    assert before
    assert int(before[1]) < int(before[2])
    page.get_by_role("button", name="Deal the rest").click()
    expect(count).to_have_text(f"West: {before[2]} of {before[2]} cards")
    expect(page.get_by_role("button", name="Deal the rest")).to_be_hidden()
    expect(page.locator("#edit-legal button").first).to_be_visible()


def test_a_supposed_hand_can_be_taken_back(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    card(page, "W", "D9").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**#6.2v1/6.2")
    page.locator("#suppose summary").click()
    page.locator("[data-suppose=E]").click()
    page.locator(".suppose-choice").nth(0).locator("[data-supposed=S8]").click()
    page.locator(".suppose-choice").nth(1).locator("[data-supposed=B]").click()
    expect(page.locator(".variation-deal")).to_be_attached()
    page.get_by_role("button", name="As it was").click()
    expect(page.locator(".variation-deal")).to_have_count(0)


def test_cards_are_typed_as_people_spell_them(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    field = page.get_by_label("Cards to play")
    for wrong in ("9", "foo D9", "D9 x", "♦"):
        field.fill(wrong)
        field.press("Enter")
        expect(page.locator("#toast")).to_contain_text("cannot be read")
    field.fill("方块9")
    field.press("Enter")
    page.wait_for_url("**#6.2v1/6.2")
    field.fill("♦10")
    field.press("Enter")
    page.wait_for_url("**#6.2v1/6.3")
    save(page)
    assert "( 6. N DK / W D9 / S DT )" in stored(library, fresh)


# Drafts


def test_undo_redo_and_a_draft_that_outlives_the_page(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    comment(page, "one")
    comment(page, "two")
    page.locator("#felt").click(position={"x": 5, "y": 5})
    page.keyboard.press("Control+z")
    expect(page.locator("#here .comment")).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#here .comment")).to_have_count(2)
    page.reload()
    expect(page.locator("#here .comment")).to_have_count(2)
    expect(page.locator("#edit-count")).to_have_text("2 changes, not saved")
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("#here .comment")).to_have_count(0)
    expect(page.locator("#toast")).to_have_text("Discarded. Redo brings it back.")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#here .comment")).to_have_count(2)


def test_a_seat_s_view_is_not_annotated_and_the_draft_waits(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    comment(page, "names a card")
    page.locator("[data-view=W]").click()
    page.wait_for_url("**seat=W**")
    expect(page.locator("#here .comment")).to_have_count(0)
    page.get_by_role("button", name="Show all cards").click()
    expect(page.locator("#here .comment")).to_contain_text("names")


def slow(page: Page, milliseconds: int = 400) -> None:
    """Let every answer to a draft take its time."""

    def later(route: Route) -> None:
        page.wait_for_timeout(milliseconds)
        route.continue_()

    page.route("**/draft*", later)


def test_quick_edits_rest_on_one_another(open_page: OpenPage, fresh: str, library: Library) -> None:
    """Keys and clicks that come before the page has caught up mean what the hand has come to by then."""
    page = open_page(f"{fresh}#6.2")
    for text in ("one", "two", "three"):
        comment(page, text)
    slow(page)
    deletes = page.get_by_role("button", name="Delete this comment")
    deletes.nth(0).dispatch_event("click")
    deletes.nth(0).dispatch_event("click")  # a double click deletes one
    deletes.nth(1).dispatch_event("click")
    for key in "981":
        page.keyboard.press(key)
    expect(page.locator("#here .comment")).to_have_count(1)
    expect(page.locator(".spot .flag-glyph")).to_have_count(3)
    save(page)
    assert "W D4! $24 $20 {three}" in stored(library, fresh)


def test_a_second_comment_is_written_while_the_first_is_on_its_way(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    slow(page, 900)
    page.keyboard.press("d")
    page.keyboard.type("first")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("d")
    page.keyboard.type("second ")
    expect(page.locator("#here .comment, #edit-notes .edit-note:not(.is-new)")).not_to_have_count(0)
    page.keyboard.type("goes on")  # n, g and o would lead elsewhere
    expect(page.locator("#edit-notes [data-new]")).to_have_value("second goes on")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#here .comment")).to_have_text([re.compile("first"), re.compile("second goes on")])
    expect(page.locator("#edit-notes textarea")).to_have_count(2)
    assert at(page) == "6.2"


def test_what_another_tab_adds_during_a_save_is_kept(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.2")
    comment(page, "saved first")
    other = page.context.new_page()
    other.goto(f"{fresh}#2.1")
    waiting: list[Route] = []
    page.route("**/revisions", lambda route: waiting.append(route))
    page.get_by_role("button", name="Save …").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_timeout(200)
    comment(other, "added meanwhile")
    expect(page.locator("#edit-count")).to_have_text("2 changes, not saved")
    waiting[0].continue_()
    page.unroute("**/revisions")
    expect(page.locator("#toast")).to_have_text("Saved as revision 1")
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    assert "added meanwhile" not in stored(library, fresh)
    save(page)
    assert "{added meanwhile}" in stored(library, fresh)
    assert "{saved first}" in stored(library, fresh)


def test_a_comment_that_waits_for_the_server_is_there_again(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2", allow=("ERR_FAILED",))
    page.route("**/draft*", lambda route: route.abort())
    page.keyboard.press("d")
    page.keyboard.type("kept here")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("cannot be reached")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#edit-notes textarea")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#edit-notes textarea")).to_have_value("kept here")
    page.unroute("**/draft*")
    page.wait_for_timeout(2100)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#here .comment")).to_contain_text("kept here")
    expect(page.locator("#edit-notes textarea")).to_have_count(1)
    page.route("**/draft*", lambda route: route.abort())
    page.get_by_role("button", name="Undo").click()  # what cannot be shown can be taken back all the same
    expect(page.locator("#edit-count")).to_have_text("No changes")


def test_what_one_tab_discards_another_can_bring_back(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    comment(page, "one")
    other = page.context.new_page()
    other.goto(f"{fresh}#6.2")
    begin(other)
    expect(other.locator("#edit-count")).to_have_text("1 change, not saved")
    page.get_by_role("button", name="Discard").click()
    expect(other.locator("#edit-count")).to_have_text("No changes")
    other.get_by_role("button", name="Redo").click()
    expect(other.locator("#here .comment")).to_contain_text("one")


def test_the_button_again_begins_another_comment(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    slow(page)
    begin(page)
    button = page.get_by_role("button", name="Comment", exact=True)
    button.click()
    page.keyboard.type("first")
    button.click()
    page.keyboard.type("zzz")
    button.click()
    expect(page.locator("#here .comment")).to_have_text([re.compile("first"), re.compile("zzz")])
    assert at(page) == "6.2"


def test_who_writes_in_two_tabs_keeps_both(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    page.keyboard.press("d")
    page.keyboard.type("in this ")
    other = page.context.new_page()
    other.goto(f"{fresh}#6.3")
    comment(other, "in the other")
    other.close()
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 200)  # whoever writes is not led away
    page.keyboard.type("one")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#edit-count")).to_have_text("2 changes, not saved")
    expect(page.locator("#here .comment")).to_contain_text("in this one")
    assert at(page) == "6.2"


def test_a_change_while_another_tab_changes_the_same_is_no_loss(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#2.3")
    begin(page)
    field = page.locator("#edit-notes textarea")
    field.fill("what I think")
    other = page.context.new_page()
    other.goto(f"{fresh}#2.3")
    begin(other)
    other.get_by_role("button", name="Delete this comment").click()
    expect(other.locator("#edit-count")).to_have_text("1 change, not saved")
    other.close()
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    expect(field).to_have_value("what I think")
    field.press("Control+Enter")
    expect(page.locator("#here .comment")).to_have_text([re.compile("what I think")])


def test_a_command_that_nobody_knows_is_text_in_its_field(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.2")
    page.keyboard.press("d")
    page.keyboard.type("[%cmd zz] oops")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#here .comment")).to_contain_text("oops")
    expect(page.locator("#edit-notes textarea")).to_have_value("[%cmd zz] oops")
    page.get_by_role("button", name="Delete this comment").click()
    expect(page.locator("#edit-notes textarea")).to_have_count(0)
    page.keyboard.press("1")
    save(page)
    assert "zz" not in stored(library, fresh)


def test_what_cannot_be_sent_is_kept(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#6.2", allow=("ERR_FAILED",))
    comment(page, "version one")
    page.route("**/draft*", lambda route: route.abort())
    field = page.locator("#edit-notes textarea").first
    field.fill("version two")
    field.press("Escape")
    expect(page.locator("#toast")).to_contain_text("cannot be reached")
    page.keyboard.press("d")
    page.keyboard.type("another one")
    page.keyboard.press("Escape")
    expect(page.locator("#edit-count")).to_have_text("3 changes, not saved")
    page.unroute("**/draft*")
    page.reload()
    expect(page.locator("#here .comment")).to_have_count(2)
    save(page)
    assert "{version two} {another one}" in stored(library, fresh)


def test_what_stands_in_a_field_outlives_the_page(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2")
    page.keyboard.press("d")
    page.keyboard.type("half a sentence")
    page.reload()
    expect(page.locator("#here .comment")).to_contain_text("half a sentence")


def test_a_refused_comment_stays_in_its_field(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.2", allow=("400 (BAD REQUEST)",))
    begin(page)
    page.get_by_role("button", name="Comment", exact=True).click()
    page.locator("[data-new]").fill("a \u0001 b")
    page.locator("[data-new]").press("Escape")
    expect(page.locator("#toast")).to_contain_text("cannot be kept")
    expect(page.locator("[data-new]")).to_have_value("a \u0001 b")
    expect(page.locator("[data-edit=save]")).to_be_disabled()


def test_autoplay_stops_where_somebody_writes(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#3.1")
    begin(page)
    page.get_by_role("button", name="Play on by itself").click()
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("button", name="Play on by itself")).to_be_visible()
    where = at(page)
    page.keyboard.type("j k n p")
    page.wait_for_timeout(1500)
    assert at(page) == where


def test_two_people_do_not_overwrite_each_other(open_page: OpenPage, fresh: str, library: Library) -> None:
    first, second = (open_page(f"{fresh}#2.3", allow=("409 (CONFLICT)",)) for _ in range(2))
    for page, text in ((first, "first's words"), (second, "second's words")):
        begin(page)
        page.locator("#edit-notes textarea").fill(text)
        page.locator("#edit-notes textarea").blur()
        expect(page.locator("#here .comment")).to_contain_text(text)
    comment(second, "added as well")
    save(first, "F")
    second.get_by_role("button", name="Save …").click()
    second.get_by_label("Author").fill("G")
    second.get_by_role("button", name="Save", exact=True).click()
    expect(second.locator(".version").nth(0)).to_contain_text("second's words")
    expect(second.locator(".version").nth(1)).to_contain_text("first's words")
    expect(second.get_by_role("button", name="All mine")).to_be_hidden()
    second.get_by_role("radio", name="Theirs").check()
    second.get_by_role("button", name="Save", exact=True).click()
    expect(second.locator("[data-edit=save]")).to_be_disabled()
    text = stored(library, fresh)
    assert "first's words" in text
    assert "second's words" not in text
    assert "added as well" in text


def test_an_earlier_revision_is_looked_at_and_brought_back(
    open_page: OpenPage, fresh: str, library: Library
) -> None:
    page = open_page(f"{fresh}#6.2")
    for text in ("first thoughts", "second thoughts"):
        comment(page, text)
        save(page, "A")
    page.goto(f"{fresh}/history")
    earlier = page.locator("#r1")
    expect(earlier).to_contain_text("first thoughts")
    earlier.get_by_role("link", name="Look at it").click()
    page.wait_for_url("**?rev=1")
    expect(page.locator("#panel-comments")).to_contain_text("first thoughts")
    expect(page.locator("#panel-comments")).not_to_contain_text("second thoughts")
    begin(page)
    expect(page.locator("#edit-off")).to_contain_text("This is an earlier revision")
    page.goto(f"{fresh}/history")
    page.get_by_label("Who brings a revision back").fill("B")
    page.locator("#r1").get_by_role("button", name="Bring it back").click()
    expect(page.locator("#r3")).to_contain_text("B")
    text = stored(library, fresh)
    assert "first thoughts" in text
    assert "second thoughts" not in text
    page.locator(".file-head a").click()
    expect(page.get_by_role("link", name="Revision 3")).to_be_visible()


def test_who_went_on_is_not_called_back_by_a_play(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    waiting: list[Route] = []
    page.route("**/draft*", lambda route: waiting.append(route))
    page.locator("#play-cards").fill("D5")
    page.locator("#play-cards").press("Enter")
    page.wait_for_timeout(100)
    page.locator("[data-do=next]").click()
    expect(page.locator("#felt")).to_have_attribute("data-at", "6.2")
    waiting[0].continue_()
    expect(page.locator("#record tr.is-variation")).to_have_count(2)  # one is in the record
    page.wait_for_timeout(100)
    expect(page.locator("#felt")).to_have_attribute("data-at", "6.2")


def test_a_late_play_says_nothing_of_where_the_reader_is(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#play-cards").fill("HA")  # against the rules
    page.locator("#play-cards").press("Enter")
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.locator("#toast")).to_contain_text("Against the rules")
    page.evaluate("location.hash = '6.1'")
    expect(page.locator("#edit-turn")).to_contain_text("West is to play")
    waiting: list[Route] = []
    page.route("**/draft*", lambda route: waiting.append(route))
    page.locator("#play-cards").fill("D5")
    page.locator("#play-cards").press("Enter")
    page.evaluate("location.hash = '6.2v1/6.2'")
    expect(page.locator("#felt")).to_have_attribute("data-at", "6.2v1/6.2")
    page.evaluate("document.getElementById('toast').textContent = ''")
    waiting[0].continue_()
    expect(page.locator("#record tr.is-variation")).to_have_count(3)
    page.wait_for_timeout(100)
    expect(page.locator("#toast")).to_have_text("")
    expect(page.locator("#felt")).to_have_attribute("data-at", "6.2v1/6.2")


def test_a_variation_is_moved_up(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    for number, cards in enumerate(("D5", "HA"), 1):
        page.evaluate("location.hash = '6.1'")
        expect(page.locator("#edit-turn")).to_contain_text("West is to play")
        page.locator("#play-cards").fill(cards)
        page.locator("#play-cards").press("Enter")
        page.wait_for_url(f"**#6.2v{number}/6.2")
    page.get_by_role("button", name="Move variation up").click()
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.get_by_role("button", name="Move variation up")).to_be_disabled()
    save(page)
    assert "( 6. N DK / W HA ) ( 6. N DK / W D5 )" in stored(library, fresh)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_each_conflict_is_answered_by_itself(
    open_page: OpenPage, fresh: str, library: Library, device: dict[str, Any]
) -> None:
    """Two conflicts, one answered each way, by the keyboard and by the name of the group."""
    first = open_page(f"{fresh}#2.3")
    second = open_page(f"{fresh}#2.3", allow=("409 (CONFLICT)",), **device)
    for page, text, glyph in ((first, "first's words", "!"), (second, "second's words", "?")):
        begin(page)
        page.locator("#edit-notes textarea").fill(text)
        page.locator("#edit-notes textarea").blur()
        expect(page.locator("#here .comment")).to_contain_text(text)
        page.evaluate("location.hash = '6.2'")
        page.locator(f'[data-glyph="{glyph}"]').click()
        expect(page.locator("#edit-count")).to_have_text("2 changes, not saved")
    save(first, "F")
    second.get_by_role("button", name="Save …").click()
    button = second.get_by_role("button", name="Save", exact=True)
    button.click()
    expect(second.locator("#conflicts-told")).to_be_focused()
    expect(button).to_be_disabled()
    expect(second.locator("#conflicts-left")).to_have_text("Still to choose: 2")
    assert told(second) == []
    assert second.evaluate(
        "document.querySelector('#save').scrollWidth <= document.querySelector('#save').clientWidth"
    )
    second.get_by_role("button", name="All mine").click()
    expect(button).to_be_enabled()
    second.get_by_role("group", name="Trick 2, play 3 · comment").get_by_role("radio", checked=True).focus()
    second.keyboard.press("ArrowRight")
    button.click()
    expect(second.locator("[data-edit=save]")).to_be_disabled()
    text = stored(library, fresh)
    assert "first's words" in text
    assert "second's words" not in text
    assert "W D4? " in text


def test_two_tabs_of_one_browser_share_the_draft(open_page: OpenPage, fresh: str, library: Library) -> None:
    """What one tab writes the other shows; once saved, it is not there to be saved again."""
    first = open_page(f"{fresh}#6.2")
    second = first.context.new_page()
    second.goto(f"{fresh}#6.2")
    comment(first, "from the first tab")
    expect(second.locator("#here .comment")).to_have_text(re.compile("from the first tab"))
    comment(second, "from the second tab")
    expect(first.locator("#edit-count")).to_have_text("2 changes, not saved")
    save(first)
    expect(second.locator("[data-edit=save]")).to_be_disabled()
    expect(second.locator("#here .comment")).to_have_count(2)
    text = stored(library, fresh)
    assert text.count("from the first tab") == text.count("from the second tab") == 1
    comment(second, "one more")
    save(second)
    assert [each.base for each in library.revisions(fresh.split("/")[-2], 1)] == [0, 0, 1]


# Decisions


def test_the_referee_decides_on_a_finding(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#2.3")
    begin(page)
    page.get_by_role("button", name="Upheld").click()
    page.get_by_label("Points to the attackers").fill("-10")
    page.get_by_label("Ruling in words").fill("claimed at once")
    page.get_by_role("button", name="Write the decision").click()
    expect(page.locator('#record [data-at="2.3i1"]')).to_contain_text("claimed at once")
    expect(page.locator("#here .finding")).to_contain_text(
        "upheld · 10 points off the attackers · claimed at once"
    )
    save(page)
    text = stored(library, fresh)
    assert re.search(r"<revoke S [^>]*decision=upheld[^>]*points=-10[^>]*>", text)
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.locator('#record [data-at="2.3i1"]')).to_have_count(0)


def test_a_decision_is_changed_where_it_stands(open_page: OpenPage, fresh: str, library: Library) -> None:
    page = open_page(f"{fresh}#2.3")
    begin(page)
    page.get_by_role("button", name="Dismissed").click()
    page.get_by_label("Ruling in words").fill("not claimed")
    page.get_by_role("button", name="Save …").count()  # nothing to save yet
    page.get_by_role("button", name="Write the decision").click()
    expect(page.locator("#here .finding")).to_contain_text("dismissed · not claimed")
    page.evaluate("location.hash = '2.3i1'")
    expect(page.get_by_label("Ruling in words")).to_have_value("not claimed")
    page.get_by_label("Ruling in words").fill("not claimed\nin time")
    page.get_by_role("button", name="Write the decision").click()
    expect(page.locator('#record [data-at="2.3i1"]')).to_contain_text("not claimed in time")
    save(page)
    (written,) = re.findall(r"<revoke [^>]*>", stored(library, fresh))
    assert "decision=dismissed" in written
    assert 'ruling="not claimed in time"' in written


def test_a_decision_that_is_not_written_is_not_passed_over(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#2.3")
    comment(page, "x")
    page.get_by_role("button", name="Upheld").click()
    page.get_by_role("button", name="Save …").click()
    expect(page.locator("#toast")).to_contain_text("not yet written")
    expect(page.locator("dialog#save")).to_be_hidden()
    page.get_by_role("button", name="Save …").click()
    expect(page.locator("dialog#save")).to_be_visible()


# Everywhere


def test_no_part_of_it_has_a_violation(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#2.3", reduced_motion="reduce")
    begin(page)
    page.locator(".glyph-more summary").click()
    page.get_by_role("button", name="Upheld").click()
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#suppose summary").click()
    page.locator("[data-suppose=W]").click()
    comment(page, "a comment")
    page.get_by_role("button", name="Save …").click()  # says that a decision is not written
    page.get_by_role("button", name="Save …").click()
    assert told(page) == []
    page.get_by_role("button", name="Cancel").click()
    assert told(page) == []
    page.goto(f"{fresh}/history")
    assert told(page) == []


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_it_works_on_a_phone(open_page: OpenPage, fresh: str, locale: str) -> None:
    page = open_page(f"{fresh}#6.1", locale=locale, **PHONE)
    page.locator("#tab-edit").click()
    page.locator("[data-click=play]").tap()
    page.locator("#edit-legal button").last.tap()
    page.wait_for_url("**#6.2v1/6.2")
    expect(page.locator("#edit-bar")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


SMALL = """[SJN "1"]
[Event "Small {number}"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA {{alpha}} {{beta}} {{gamma}} / W H3 / S H5 / E H6
2. N HK / W H4 / S H7 / E H8
= *
"""


@pytest.fixture
def small(site: str, library: Library) -> str:
    text = SMALL.format(number=next(count))
    return f"{site}/r/{library.add_upload('small.sjn', text.encode()).id}/1"


def test_without_the_network_no_edit_hits_another_comment(open_page: OpenPage, small: str) -> None:
    page = open_page(f"{small}#1.1", allow=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    begin(page)
    notes = page.locator("#edit-notes textarea")
    page.context.set_offline(True)
    page.locator("#edit-notes .edit-delete").first.click()  # alpha, which cannot be shown without now
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    notes.nth(1).fill("beta, corrected")
    notes.nth(1).press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("once the page shows your last changes")
    page.locator("#edit-notes .edit-delete").first.click()  # and again
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    page.context.set_offline(False)
    page.wait_for_timeout(2100)  # it is tried again every two seconds at most
    page.locator("[data-do=next]").click()
    page.locator("[data-do=previous]").click()
    expect(notes).to_have_count(2)
    assert [notes.nth(n).input_value() for n in range(2)] == ["beta, corrected", "gamma"]
    notes.first.focus()
    notes.first.press("Control+Enter")
    expect(page.locator("#here .comment .remark")).to_have_text(["beta, corrected", "gamma"])


KEEP_DRAFT = """([path, draft]) => localStorage.setItem(`paipu.draft.${path}`, JSON.stringify(draft))"""


def test_what_cannot_be_done_any_more_is_left_out_of_a_draft(
    open_page: OpenPage, small: str, library: Library
) -> None:
    gone = {"do": "comment", "at": "1.1", "where": "after", "index": 7, "text": ""}
    new = {"do": "comment", "at": "1.2", "where": "after", "index": None, "text": "precious words"}
    page = open_page(small, allow=("400", "404"))
    page.evaluate(KEEP_DRAFT, [urlsplit(small).path, {"base": 0, "edits": [gone, new], "undone": []}])
    page.reload()
    expect(page.locator("#toast")).to_contain_text("no such comment")
    expect(page.locator("#tab-comments")).to_have_text("Comments 4")
    begin(page)
    expect(page.locator("#edit-count")).to_have_text("1 change, not saved")
    # Upon a revision that is not there.
    page.evaluate(KEEP_DRAFT, [urlsplit(small).path, {"base": 5, "edits": [new], "undone": []}])
    page.reload()
    expect(page.locator("#tab-comments")).to_have_text("Comments 4")
    begin(page)
    save(page)
    assert "W H3 {precious words}" in stored(library, small)


def test_what_was_refused_stays_in_its_field(open_page: OpenPage, small: str) -> None:
    page = open_page(f"{small}#1.1", allow=("400",))
    begin(page)
    field = page.locator("#edit-notes textarea").first
    field.evaluate("e => { e.focus(); e.value = 'alpha and \\x0b more'; }")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("cannot be kept")
    page.locator("[data-do=next]").click()
    page.locator("[data-do=previous]").click()
    expect(field).to_have_value("alpha and \x0b more")
    field.fill("alpha and more")
    field.press("Control+Enter")
    expect(page.locator("#here .comment .remark").first).to_have_text("alpha and more")


def test_the_rest_of_known_hands_is_dealt_from_all_of_them(open_page: OpenPage, fresh: str) -> None:
    """The same five cards would come back from some hundred once in millions of times."""
    page = open_page(f"{fresh}#6.1")
    begin(page)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("#suppose summary").click()
    page.locator("[data-suppose=W]").click()
    holds = page.locator(".suppose-choice").first.locator("[data-supposed]")
    before = page.locator(".suppose-choice").first.inner_text()
    for _n in range(10):
        holds.first.click()
    page.get_by_role("button", name="Deal the rest").click()
    expect(page.locator("#suppose-count")).to_have_text("West: 18 of 18 cards")
    assert page.locator(".suppose-choice").first.inner_text() != before


def test_a_decision_half_written_is_asked_for(open_page: OpenPage, fresh: str) -> None:
    page = open_page(f"{fresh}#2.3")
    begin(page)
    page.get_by_role("button", name="Upheld").first.click()
    page.locator(".decision [name=ruling]").first.fill("a ruling")
    page.locator("[data-do=next]").click()
    comment(page, "of another play")
    page.locator("[data-edit=save]").click()
    expect(page.locator("#toast")).to_contain_text("not yet written")
    expect(page.locator("#felt")).to_have_attribute("data-at", "2.3")
    expect(page.locator(".decision [name=ruling]").first).to_have_value("a ruling")
