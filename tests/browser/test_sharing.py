"""What is shared, in a browser: the frame, the record in an address, the file on disk, the sheet of paper."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from waitress import create_server

from paipu.cli.export import export
from paipu.cli.serve import address, listen
from paipu.grammar import dumps, loads
from paipu.grammar.model import Comment
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.replay import audit, timeline
from paipu.replay.views import findings_seen, seen_by
from tests.browser.conftest import OpenPage
from tests.web.games import CLEAN, GAME, HOSTILE

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SAMPLES = {name: data.decode() for name, data in samples()}
VALID = {path.name: path.read_text("utf-8") for path in (ROOT / "tests/data/sjn/valid").glob("*.sjn")}
CORNERS = """[SJN "1"]
[Seats "SE NE NW SW"]
[SouthEast "A"]
[NorthWest "B"]
[Levels "NESW:8 SENW:5"]
[Level "8"]
[Dealer "NE"]
[Trump "H"]

Draw:
NE S3 H8 C8
SW S4 H5 D2

Bids:
9 NE H8
SW pass

Tricks:
1. NE S3 / NW SA / SW S4 / SE SK
<revoke NW trick=1 found=later_trick ruling="10 points">
= 85 SENW+1
"""
TEXTS = {**SAMPLES, **VALID, "game": GAME, "corners": CORNERS}
TEACHING = dumps(loads(SAMPLES["teaching.sjn"]))


def place(page: Page, text: str) -> None:
    expect(page.locator("#place")).to_have_text(text)


@pytest.fixture(scope="module")
def teaching(site: str, library: Library) -> str:
    return f"{site}/r/{library.add_upload('teaching.sjn', TEACHING.encode()).id}/1"


# --- the frame ----------------------------------------------------------------------------------------


@pytest.fixture
def framed(browser: Browser, site: str, game: str) -> Iterator[Page]:
    """A page of another site with a hand in a frame."""
    frame = f'<iframe src="{site}/embed{urlsplit(game).path}?lang=zh#2.3" width="700" height="460"></iframe>'

    def page_of_others(_environ: object, start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/html")])
        return [f'<title>x</title><input id="other">{frame}'.encode()]

    listener = listen("127.0.0.1", 0)
    server = create_server(page_of_others, sockets=[listener])
    thread = threading.Thread(target=server.run)
    thread.start()
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(address(listener))
    yield page
    assert context.cookies() == []
    context.close()
    server.trigger.pull_trigger(server.close)
    thread.join(10)


def test_others_can_frame_it_and_keys_work_only_with_the_focus(framed: Page) -> None:
    frame = framed.frame_locator("iframe")
    expect(frame.locator("#place")).to_have_text("第 2 墩 · 第 3 手")
    framed.locator("#other").focus()
    framed.keyboard.press("ArrowRight")
    expect(frame.locator("#place")).to_have_text("第 2 墩 · 第 3 手")
    frame.locator("#felt").click(position={"x": 5, "y": 5})
    framed.keyboard.press("ArrowRight")
    expect(frame.locator("#place")).to_have_text("第 2 墩 · 第 4 手")
    expect(frame.locator("#home")).to_have_attribute(
        "href", urlsplit(framed.frames[1].url).path[6:] + "?lang=zh#2.4"
    )


def test_what_is_shared_keeps_the_view_and_the_revision(
    open_page: OpenPage, site: str, library: Library
) -> None:
    upload = library.add_upload(
        "shared.sjn", TEXTS["full_hand.sjn"].replace('[Table "2"]', '[Table "22"]').encode()
    ).id
    record = library.revision(upload, 1, 0)
    assert record
    first = record.tricks[0]
    played = replace(first.plays[0], after=(Comment("of the newest"),))
    newest = replace(record, tricks=(replace(first, plays=(played, *first.plays[1:])), *record.tricks[1:]))
    assert library.revise(upload, 1, newest, base=0, newest=0, author="A")
    page = open_page(f"{site}/r/{upload}/1?rev=0&home=E#2.1", permissions=["clipboard-write"])
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#take-frame")).to_have_value(re.compile(r"/embed/r/[^?]*\?home=E#2\.1"))
    expect(page.locator("#take-newest")).to_be_visible()
    links = page.locator("#take a[href]").evaluate_all("links => links.map(a => a.href)")
    assert {"rev=0" in link for link in links if ".sjn" in link or "record.json" in link} == {True}
    assert {"rev=0" in link for link in links if ".html" in link or "print" in link} == {False}
    page.locator("#take [data-copy=take-frame]").click()
    expect(page.locator("#take").get_by_role("status")).to_have_text("Copied")
    packed = page.locator("#take-packed")
    expect(packed).not_to_have_value("")
    other = open_page(packed.input_value())
    expect(other.locator("#heading")).to_be_visible()
    assert "of the newest" not in other.content()
    page.goto(f"{site}/r/{upload}/1#2.1")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#take-newest")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(800, 600), (720, 420), (390, 720), (1400, 900), (320, 480)])
def test_the_table_scales_to_its_frame(
    open_page: OpenPage, game: str, site: str, width: int, height: int
) -> None:
    page = open_page(f"{site}/embed{urlsplit(game).path}", viewport={"width": width, "height": height})
    for key in ("Home", "]", "]", "]", "End"):
        page.keyboard.press(key)
        box = page.locator("#embed").bounding_box()
        assert box
        assert box["width"] <= width + 1
        assert box["height"] <= height + 1
        assert box["height"] > height * 0.55 or box["width"] > width * 0.98


@pytest.mark.parametrize(("width", "height"), [(800, 600), (720, 420), (390, 720), (1400, 900), (320, 480)])
@pytest.mark.parametrize("at", ["deal", "5.4", "result"])
def test_the_table_fills_its_frame(
    open_page: OpenPage, game: str, site: str, width: int, height: int, at: str
) -> None:
    page = open_page(f"{site}/embed{urlsplit(game).path}#{at}", viewport={"width": width, "height": height})
    page.locator(".is-ready").wait_for(state="attached")
    box = page.locator("#embed").bounding_box()
    assert box
    assert box["height"] <= height + 1
    scale = page.evaluate(
        "document.getElementById('embed').getBoundingClientRect().width / embed.offsetWidth"
    )
    largest = width / (320 if page.locator(".felt.is-stacked").count() else 860)
    assert box["height"] > height * 0.93 or scale > largest * 0.93
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight + 1")


@pytest.mark.parametrize(
    ("width", "height", "stacked"),
    [
        (300, 300, False),
        (600, 400, False),
        (720, 420, False),
        (390, 720, True),
        (500, 1200, True),
        (800, 1400, True),
    ],
)
def test_the_table_has_the_shape_that_suits_its_frame(
    open_page: OpenPage, game: str, site: str, width: int, height: int, stacked: bool
) -> None:
    """Hands to the sides or one above the other, as the cards come out larger."""
    page = open_page(f"{site}/embed{urlsplit(game).path}#2.3", viewport={"width": width, "height": height})
    page.locator(".is-ready").wait_for(state="attached")
    west, middle = (page.locator(each).bounding_box() for each in (".seat-W", ".middle"))
    assert west
    assert middle
    assert (west["y"] + west["height"] <= middle["y"] + 1) is stacked
    assert (west["x"] + west["width"] <= middle["x"] + 1) is not stacked


def test_a_frame_that_changes_its_size_is_fitted_anew(open_page: OpenPage, game: str, site: str) -> None:
    page = open_page(f"{site}/embed{urlsplit(game).path}#5.2", viewport={"width": 2000, "height": 500})
    page.locator(".is-ready").wait_for(state="attached")
    for width, height in ((390, 720), (300, 300), (1400, 900), (600, 400), (500, 1200), (800, 600)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        box = page.locator("#embed").bounding_box()
        assert box
        assert box["width"] == pytest.approx(width, abs=1)
        assert height * 0.7 < box["height"] <= height + 1


def test_the_frame_of_a_seat_holds_no_other_hand(open_page: OpenPage, site: str, teaching: str) -> None:
    page = open_page(f"{site}/embed{urlsplit(teaching).path}?seat=S")
    data = page.evaluate("JSON.parse(document.getElementById('timeline').textContent)")
    assert "C6" not in data["deal"]["E"]  # buried by East
    assert set(data["kitty"]) == {"?"}
    said = [text for step in data["steps"] for text in step.get("comments", ())]
    assert [text for text in said if not re.fullmatch(r"\[%(clk|emt) [0-9:.]+\]", text)] == []
    expect(page.locator(".seat-S .card")).to_have_count(25)
    expect(page.locator(".seat-N .card:not(.back)")).to_have_count(0)


# --- share and save -----------------------------------------------------------------------------------


def test_the_dialog_has_the_play_and_the_view(open_page: OpenPage, site: str, game: str) -> None:
    page = open_page(f"{game}?seat=S#7.3")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#take-link")).to_have_value(f"{game}?seat=S#7.4")
    expect(page.locator("#take-frame")).to_have_value(
        f'<iframe src="{site}/embed{urlsplit(game).path}?seat=S#7.4" title="Botzone"'
        ' width="800" height="600" loading="lazy" style="border:0;max-width:100%"></iframe>'
    )
    picture = page.get_by_role("link", name="This position as a picture").get_attribute("href")
    assert picture == f"{game}/position.svg?at=7.4&seat=S"
    assert page.get_by_role("link", name="Sheet to print").get_attribute("href") == f"{game}/print?seat=S"
    expect(page.locator("#take-view")).to_be_visible()
    expect(page.locator("[data-of-seat=N]")).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator("[data-view=all]").click()
    page.wait_for_url(f"{game}#7.4")
    page.get_by_role("button", name="Share").click()
    assert page.get_by_role("link", name="Sheet to print").get_attribute("href") == f"{game}/print"


def test_what_a_seat_knew_in_the_middle_of_the_draw(open_page: OpenPage, site: str, library: Library) -> None:
    upload = library.add_upload("corners.sjn", CORNERS.encode()).id
    page = open_page(f"{site}/r/{upload}/1#d4")
    place(page, "Drawing · 4 cards")
    page.get_by_role("button", name="Share").click()
    link = page.locator("[data-of-seat=S]")
    expect(link).to_be_visible()
    answer = page.request.get(str(link.get_attribute("href")))
    assert answer.status == 200
    assert "SW S4\n" in answer.text()  # of its three cards the first, no bid yet
    assert "Bids:" not in answer.text()


# --- the record in the address ------------------------------------------------------------------------

READ = """async (text) => {
  const { readSjn } = await import("/static/js/sjn.js");
  return readSjn(text);
}"""


def comparable(shown: dict[str, Any]) -> dict[str, Any]:
    """What of a timeline does not rest on rules: steps as written, cards whatever their order."""

    def step(each: dict[str, Any]) -> dict[str, Any]:
        kept = {name: value for name, value in each.items() if name not in ("findings", "throw", "breach")}
        if each["kind"] in ("bury", "bid"):
            kept["cards"] = sorted(each["cards"])
        if "variations" in each:
            kept["variations"] = [
                {
                    **{name: value for name, value in variation.items() if name not in ("tricks", "next")},
                    "deal": {seat: sorted(cards) for seat, cards in variation["deal"].items()},
                    "steps": [step(inner) for inner in variation["steps"]],
                }
                for variation in each["variations"]
            ]
        return kept

    return {
        "steps": [step(each) for each in shown["steps"]],
        "tags": {name: value for name, value in shown["tags"].items() if name not in ("SJN", "Match")},
        "players": shown["players"],
        "names": shown["names"],
        "draw": shown["draw"],
        "kitty": shown["kitty"],
        "level": shown["level"],
        "trump": shown["trump"],
        **({"dealer": shown["dealer"], "seats": shown["seats"]} if "Dealer" in shown["tags"] else {}),
        "tricks": [
            (each["number"], each["leader"], each["points"], each["plays"]) for each in shown["tricks"]
        ],
        "dealt": {
            seat: sorted(cards) for seat, cards in shown["deal"].items() if seat not in shown["derived"]
        },
    }


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_page_reads_what_the_program_reads(open_page: OpenPage, site: str, name: str) -> None:
    """Every hand of every sample and of every valid example, in canonical form."""
    page = open_page(f"{site}/view")
    records = loads(TEXTS[name])
    read = page.evaluate(READ, dumps(records))
    assert len(read) == len(records)
    for record, found in zip(records, read, strict=True):
        wanted = timeline(audit(record))
        dealt = {each.seat for each in record.deal}
        wanted["derived"] = found["derived"] = [seat for seat in "ENWS" if seat not in dealt]
        assert comparable(found) == comparable(wanted)


@pytest.mark.parametrize(
    "text",
    ["", "nothing", '[SJN "1"]\n\nTricks:\n1. 北 ♠A\n= *\n', CLEAN + "{open", CLEAN.replace("W H3", "W X9")],
)
def test_what_is_not_canonical_is_refused(open_page: OpenPage, site: str, text: str) -> None:
    page = open_page(f"{site}/view")
    page.locator("#view-text").fill(text)
    page.get_by_role("button", name="View here").click()
    expect(page.locator("#view-problem")).to_contain_text("canonical")
    assert page.evaluate("location.hash") == ""


def test_a_pasted_record_is_shown_and_never_sent(open_page: OpenPage, site: str, library: Library) -> None:
    page = open_page(f"{site}/view")
    before = library.count_uploads()
    sent: list[str] = []
    page.on("request", lambda r: sent.append(f"{r.method} {r.url} {r.post_data or ''}"))
    page.locator("#view-text").fill(TEACHING)
    page.get_by_role("button", name="View here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("paipu teaching hand 教学牌例")
    place(page, "The deal")
    expect(page.locator("#felt .seat-N")).to_be_in_viewport(ratio=0.9)
    record = page.evaluate("location.hash.slice(1)")
    assert record
    assert len(record) < 9000
    expect(page.locator("#state")).to_contain_text("Not judged")
    expect(page.locator("#jump option")).to_have_text(["Comment", "Glyph", "Own decision"])
    for _n in range(4):
        page.keyboard.press("]")
    place(page, "Trick 1 · play 4")
    page.wait_for_url(f"**#{record}/1.4")
    page.locator('#record td[data-at="8.4"] a').click()
    expect(page.locator("#here")).to_contain_text("Suit not followed")
    expect(page.locator("#attackers")).to_have_text("10")
    expect(page.locator(".seat-E .k")).to_have_count(11)
    page.reload()
    place(page, "Trick 8 · play 4")
    packed = record.split("/")[0][:40]
    assert [
        each for each in sent if packed in each.split("#")[0] or "教学牌例" in each or "POST" in each
    ] == []
    assert library.count_uploads() == before


def test_a_viewed_record_calls_its_seats_as_it_says(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}/view")
    page.locator("#view-text").fill(CORNERS)
    page.get_by_role("button", name="View here").click()
    expect(page.locator("#state")).to_contain_text("Northeast")
    expect(page.locator(".seat .compass")).to_have_text(["Northeast", "Northwest", "Southwest", "Southeast"])
    expect(page.locator("[data-view=E]")).to_have_text("SE")
    expect(page.locator('#record [data-at="a2"]')).to_have_text("Southwest passes")
    page.locator('[data-at="1.2"] a').click()
    expect(page.locator("#place")).to_have_text("Trick 1 · play 2")
    expect(page.locator("#say")).to_contain_text("Northwest")


ROWS = """() => [...document.querySelectorAll("#record :is(thead, tbody) tr")].map((row) => {
  const copy = row.cloneNode(true);
  for (const judged of copy.querySelectorAll(".fault-word")) judged.remove();
  return copy.textContent.replace(/[\\s\\ufe0e]+/g, "");
})"""
"""The rows of the record as they are read, without the head of what judges them."""


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("name", ["game", "teaching.sjn", "corners", "everything.sjn"])
def test_the_record_is_the_table_of_a_stored_hand(
    open_page: OpenPage, site: str, library: Library, name: str, locale: str
) -> None:
    """Bids, calls, incidents, variations and their comments stand where they do on the server's page."""
    records = loads(TEXTS[name])
    hands = [n for n, record in enumerate(records, 1) if not record.is_match_block]
    text = dumps(records)
    upload = library.add_upload(f"{name}-table.sjn", text.encode()).id
    packed = open_page(f"{site}/view").evaluate(
        "async (text) => (await import('/static/js/pack.js')).pack(text)", text
    )
    for number in range(1, len(hands) + 1):
        stored = open_page(f"{site}/r/{upload}/{number}", locale=locale)
        viewed = open_page(f"{site}/view?hand={number}#{packed}", locale=locale)
        expect(viewed.locator(".is-ready #view.has-record")).to_be_visible()
        wins = "wins" if locale == "en-GB" else "得墩"
        wanted, found = stored.evaluate(ROWS), viewed.evaluate(ROWS)
        assert len(found) == len(wanted)
        for row, expected in zip(found, wanted, strict=True):
            if row != expected and expected.startswith(("bury", "扣底")):
                assert sorted(row) == sorted(expected)  # the order of the trumps is a matter of the rules
            elif row != expected:  # nobody has written down who took the last trick
                assert row == expected.replace(wins, "")


def test_another_hand_of_a_record_in_the_address(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}/view")
    page.locator("#view-text").fill(f"{CLEAN}\n{TEACHING}\n{CLEAN.replace('Clean', 'Third')}")
    page.get_by_role("button", name="View here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clean")
    place(page, "The deal")
    packed = page.evaluate("location.hash.slice(1)")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text("paipu teaching hand 教学牌例")
    expect(page).to_have_url(f"{site}/view?hand=2#{packed}")
    place(page, "The deal")
    expect(page.locator(".crumbs")).to_contain_text("2/3")
    page.keyboard.press("]")
    page.wait_for_url(f"**#{packed}/*")
    page.get_by_label("3 hands are in it").select_option("3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Third")
    place(page, "The deal")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", level=1)).to_have_text("paipu teaching hand 教学牌例")
    place(page, "The deal")
    page.locator("[data-view=N]").click()
    expect(page).to_have_url(re.compile(r"/view\?hand=2&seat=N#"))
    expect(page.locator("#record .is-variation").first).to_be_hidden()
    page.get_by_role("button", name="Send it to be judged").click()  # the hand that is shown
    expect(page.get_by_role("heading", level=1)).to_have_text("paipu teaching hand 教学牌例")
    expect(page.locator("#judged-hand")).to_have_value("2")
    page.get_by_label("3 hands are in it").select_option("1")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clean")


@pytest.mark.parametrize("asked", ["0", "4", "x", ""])
def test_a_hand_that_is_not_there_is_the_first(open_page: OpenPage, site: str, asked: str) -> None:
    page = open_page(f"{site}/view")
    packed = page.evaluate(
        "async (text) => (await import('/static/js/pack.js')).pack(text)", f"{CLEAN}\n{TEACHING}"
    )
    page = open_page(f"{site}/view?hand={asked}#{packed}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Clean")


def test_the_link_with_the_record_opens_the_play(open_page: OpenPage, game: str) -> None:
    page = open_page(f"{game}#2.3v1/2.3")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#take-packed")).not_to_have_value("")
    link = page.locator("#take-packed").input_value()
    other = open_page(link)
    place(other, "Trick 2 · play 3")
    expect(other.locator(".spot-S .joker-B")).to_have_count(2)
    expect(other.locator(".seat-E .name")).to_have_text(HOSTILE)


def test_a_seat_packs_only_what_it_saw(open_page: OpenPage, teaching: str) -> None:
    page = open_page(f"{teaching}?seat=S#7.3")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#take-packed")).not_to_have_value("")
    other = open_page(page.locator("#take-packed").input_value())
    place(other, "Trick 7 · play 3")
    text = other.locator("#view-text").input_value()
    assert "Kitty" not in text
    assert "{" not in text
    assert "\nN L SK987762" not in text


def test_a_broken_address_says_so(open_page: OpenPage, site: str) -> None:
    for fragment in ("abc", "%%%", "AAAA/7.3"):
        page = open_page(f"{site}/view#{fragment}")
        expect(page.locator("#view-problem")).to_contain_text("cut short")


def test_a_record_that_would_grow_without_end_is_stopped(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}/view")
    packed = page.evaluate(
        "async () => (await import('/static/js/pack.js')).pack('[SJN \"1\"]\\n'.repeat(2e6))"
    )
    page.goto("about:blank")
    page = open_page(f"{site}/view#{packed}")
    expect(page.locator("#view-problem")).to_contain_text("cut short")


def test_a_record_is_judged_on_demand_and_not_kept(open_page: OpenPage, site: str, library: Library) -> None:
    page = open_page(f"{site}/view")
    before = library.count_uploads()
    page.locator("#view-text").fill(TEACHING)
    page.get_by_role("button", name="Send it to be judged").click()
    expect(page.locator(".is-ready .judged")).to_contain_text("not kept")
    page.keyboard.press(".")
    place(page, "Trick 1 · play 4")
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")
    assert library.count_uploads() == before
    page.get_by_role("button", name="Keep it in the library").click()
    expect(page.locator(".file-line")).to_be_visible()


# --- one file -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of two hands as the command writes it."""
    folder = tmp_path_factory.mktemp("file")
    (folder / "match.sjn").write_text(f"{GAME}\n{TEACHING}", "utf-8")
    out = folder / "game.html"
    done = CliRunner().invoke(
        export, [str(folder / "match.sjn"), "--to", "html", "-o", str(out), "--lang", "en"]
    )
    assert done.exit_code == 0, done.output
    return out


@pytest.fixture
def from_disk(browser: Browser, file: Path) -> Iterator[Page]:
    """The file opened from disk with the network off; any other request or message is a failure."""
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(5000)
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda r: wrong.append(r.url) if urlsplit(r.url).path != file.as_posix() else None)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert wrong == []


def test_a_file_on_disk_is_the_whole_viewer(from_disk: Page) -> None:
    page = from_disk
    place(page, "The deal")
    page.keyboard.press("]")
    page.keyboard.press(".")
    place(page, "Trick 2 · play 3")
    expect(page).to_have_url(re.compile("#2.3$"))
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#here")).to_contain_text("You are in a variation")
    page.locator("[data-view=S]").click()
    expect(page.locator(".seat-N .card:not(.back)")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".seat-E .name")).to_have_text(HOSTILE)


def test_a_file_on_disk_offers_nothing_that_needs_a_server(from_disk: Page) -> None:
    page = from_disk
    page.keyboard.press("n")
    page.locator('#record td[data-at="8.4"] a').click()
    expect(page.locator("#here")).to_contain_text("Trick 8")
    expect(page.locator("#spoiler-free, #tab-known, #judge")).to_have_count(0)
    page.locator("#here summary", has_text="Legal plays").click()
    expect(page.locator("#here .plays li")).to_have_text([re.compile("^8")])  # East's last club
    page.keyboard.press("s")
    page.locator("[data-view=S]").click()
    expect(page).to_have_url(re.compile("seat=S#8.4$"))
    buried = page.locator("[data-buried=E]")
    expect(buried).to_be_hidden()
    page.go_back()
    page.locator("[data-view=all]").click()
    expect(buried).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(".seat-S")).to_have_attribute("data-seat", "E")


VIEW = """async ([timeline, seat]) => (await import("/static/js/cover.js")).covered(timeline, seat)"""


@pytest.mark.parametrize("name", ["game", "teaching.sjn", "corners", "everything.sjn"])
def test_a_view_in_a_file_has_what_the_server_would_leave(open_page: OpenPage, site: str, name: str) -> None:
    """Step by step the same as `seen_by`, which pages with a server have."""
    page = open_page(f"{site}/view")
    for record in loads(TEXTS[name]):
        whole = timeline(audit(record))
        for seat in ("E", "N", "W", "S", "public"):
            wanted = json.loads(json.dumps(seen_by(whole, seat)))
            found = page.evaluate(VIEW, [{**whole, "told": findings_seen(whole)}, seat])
            codes = [whole["findings"][i]["code"] for step in found["steps"] for i in step["findings"]]
            assert codes == [
                wanted["findings"][i]["code"] for step in wanted["steps"] for i in step["findings"]
            ]
            for step in (*found["steps"], *wanted["steps"]):
                step.pop("findings", None)
                step["comments"] = step.get("comments") or []
            assert found["steps"] == wanted["steps"]
            for part in ("deal", "draw", "kitty", "kitty_result"):
                assert found[part] == wanted[part], part


def test_a_claim_with_more_than_was_said_is_left_out_of_a_file(open_page: OpenPage, site: str) -> None:
    """The words for it are written once, with all that the record has; the server leaves the rest out."""
    page = open_page(f"{site}/view")
    claims = '<claim N tricks=all by=N> <claim N cards=SA> <concede E constructor=x> <concede E points="HK">'
    text = f'[SJN "1"]\n\nTricks:\n1. N HA / W D3 / S H4 / E H5 {claims} <concede NS decision=upheld>\n= *\n'
    whole = timeline(audit(loads(text)[0]))
    found = page.evaluate(VIEW, [{**whole, "told": findings_seen(whole)}, "S"])
    told = [step["fields"] for step in found["steps"] if step["kind"] == "incident"]
    assert told == [{"tricks": "all", "by": "N"}]
    served = [step["fields"] for step in seen_by(whole, "S")["steps"] if step["kind"] == "incident"]
    assert served == [{"tricks": "all", "by": "N"}, {}, {}, {}]


def test_another_view_in_a_file_hides_what_may_name_any_card(from_disk: Page) -> None:
    page = from_disk
    page.goto(page.evaluate("location.href") + "#2.3v1/2.3")
    expect(page.locator("#here")).to_contain_text("You are in a variation")
    telling = page.locator("#record :is(.glyph, .is-variation, .mark), #panel-comments .comment")
    count = telling.count()
    assert count >= 6
    page.locator("[data-view=N]").click()
    expect(page).to_have_url(re.compile(r"\?seat=N#2.3$"))
    expect(telling.locator("visible=true")).to_have_count(0)
    page.locator("#here summary").click()  # South's missed pair is not North's to see
    expect(page.locator("#here")).to_have_text(re.compile(r"^\s*Legal plays\s*Not known"))
    expect(page.locator("#felt :is(.flag-glyph, .flag-fault), #bars .dot.is-comment")).to_have_count(0)
    expect(page.locator('#record td[data-at="2.3"]')).not_to_have_class(re.compile("has-error"))
    expect(page.locator("#tab-comments")).to_have_text("Comments 0")
    page.locator("#tab-comments").click()
    expect(page.locator("#panel-comments")).to_contain_text("shown with all hands")
    page.locator("[data-view=S]").click()
    expect(page.locator("#here .finding")).to_contain_text("follow.pair")  # South sees its own
    expect(page.locator("#here")).not_to_contain_text("hides the jokers")
    page.locator("[data-view=all]").click()
    expect(page.locator("#tab-comments")).not_to_have_text("Comments 0")
    expect(page.locator("#here")).to_contain_text("hides the jokers")
    page.locator("#tab-record").click()
    expect(telling).to_have_count(count)
    expect(page.locator("#record .is-variation")).to_be_visible()
    page.reload()
    page.goto(page.evaluate("location.href").replace("#", "?seat=W#"))
    expect(page.locator("#record .is-variation")).to_be_hidden()


def test_a_file_on_disk_has_every_hand(from_disk: Page) -> None:
    from_disk.keyboard.press("n")
    expect(from_disk.get_by_role("heading", level=1)).to_have_text("paipu teaching hand 教学牌例")
    from_disk.locator('#record td[data-at="8.4"] a').click()
    place(from_disk, "Trick 8 · play 4")
    from_disk.keyboard.press("p")
    expect(from_disk.get_by_role("heading", level=1)).to_have_text("Botzone")


def test_a_link_into_a_file_opens_there(from_disk: Page, file: Path) -> None:
    from_disk.goto(f"{file.as_uri()}?hand=2#10.2")
    place(from_disk, "Trick 10 · play 2")


def test_the_download_is_the_same_page(
    open_page: OpenPage, game: str, tmp_path: Path, browser: Browser
) -> None:
    page = open_page(game)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="The whole game as one file").click()
    path = tmp_path / "saved.html"
    saved.value.save_as(path)
    context = browser.new_context(offline=True)
    other = context.new_page()
    other.goto(f"{path.as_uri()}?hand=2#7.3")
    place(other, "Trick 7 · play 3")
    context.close()


# --- paper --------------------------------------------------------------------------------------------


def test_a_sheet_is_printed_on_paper(browser: Browser, open_page: OpenPage, game: str, teaching: str) -> None:
    page = open_page(f"{game}/print", viewport={"width": 688, "height": 1003})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".qr")).to_be_visible()
    expect(page.locator(".paper-tricks tbody tr:not(.is-variation)")).to_have_count(17)
    expect(page.locator(".position .mini")).to_have_count(108)
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 2


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW", "en-GB"])
@pytest.mark.parametrize("path", ["/print", "?", "embed", "view"])
def test_shared_pages_fit_a_phone(
    open_page: OpenPage, site: str, teaching: str, path: str, locale: str
) -> None:
    url = {"embed": f"{site}/embed{urlsplit(teaching).path}", "view": f"{site}/view"}.get(
        path, teaching + path
    )
    page = open_page(url, locale=locale, viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if path == "?":
        page.locator("[data-share]").click()
        spilled = (
            "d => [...d.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > 390).length"
        )
        assert page.locator("#take").evaluate(spilled) == 0


def test_the_code_is_the_address(open_page: OpenPage, game: str) -> None:
    """The modules of the drawing are those of the address by an encoder called from here."""
    page = open_page(f"{game}/print")
    wanted = segno.make(game, error="m", micro=False)
    dark = Counter(cell for row in wanted.matrix for cell in row)[1]
    runs = page.locator(".qr path").last.get_attribute("d") or ""
    assert sum(int(n) for n in re.findall(r"h(\d+)", runs)) == dark
