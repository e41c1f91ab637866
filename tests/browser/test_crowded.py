"""Pages with far too much on them: nothing over anything else, no scrolling sideways, stepping works."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from playwright.sync_api import Page, expect

from bench.simulate import random_hand
from paipu.grammar import dumps, loads
from paipu.grammar.model import Comment, Play, Record, Tag, Trick, Variation
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.replay.rules import load_rules
from tests.browser.conftest import OpenPage
from tests.browser.places import at

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 768, 1024, 1400, 2560)
WINDOWS = [
    *((width, 1400 if width > 2000 else 900) for width in WIDTHS),
    (1366, 700),
    (844, 390),
    (390, 664),
]
SEATS = ("East", "North", "West", "South")
NAMES = {
    "Latin without blanks": "Wolfeschlegelsteinhausenbergerdorff" * 6,
    "Latin": "Bartholomew Featherstonehaugh the Younger " * 5,
    "CJK": "完颜阿骨打与耶律大石" * 20,
    "CJK with blanks": "欧阳 上官 诸葛 司马 " * 17,
}
SIZES = {1: (12, 6), 3: (39, 6), 4: (52, 8)}
"""Cards of a hand and of the kitty, by decks (3.5 of the specification)."""


def full_hand() -> Record:
    (record,) = loads(dict(samples())["full_hand.sjn"].decode())
    return record


def teaching() -> Record:
    """Four cards a seat in trick 2, three of them in ranks of their own; a throw taken back in trick 3."""
    (record,) = loads(dict(samples())["teaching.sjn"].decode())
    return record


def annotated(comments: int, variations: int) -> Record:
    """The full hand with so many comments and lines, as evenly spread as they go."""
    record = full_hand()
    plays = [(trick, play) for trick in record.tricks for play in trick.plays]
    texts = (
        f"#{n}：这一墩值得多看一眼。 A comment of the usual length, and a little more."
        for n in range(comments)
    )
    said: dict[int, list[Comment]] = {place: [] for place in range(len(plays))}
    for place, text in zip(cycle(said), texts, strict=False):
        said[place].append(Comment(text))
    lines: dict[int, list[Variation]] = {place: [] for place in said}
    for place, _ in zip(cycle(said), range(variations), strict=False):
        trick = plays[place][0]
        again = tuple(Play(seat=play.seat, cards=play.cards) for play in trick.plays)
        lines[place].append(Variation(tricks=(Trick(number=trick.number, plays=again),)))
    number, tricks = 0, []
    for trick in record.tricks:
        dressed = []
        for play in trick.plays:
            dressed.append(replace(play, after=tuple(said[number]), variations=tuple(lines[number])))
            number += 1
        tricks.append(replace(trick, plays=tuple(dressed)))
    return replace(record, tricks=tuple(tricks))


def named(kind: str) -> Record:
    """The full hand with 200 characters for each player, the event, the table and the round."""
    name = NAMES[kind][:200]
    assert len(name) == 200
    record = full_hand()
    return replace(
        record,
        tags=tuple(
            Tag(tag.name, name) if tag.name in (*SEATS, "Event", "Table", "Round", "Site") else tag
            for tag in record.tags
        ),
    )


def of_decks(decks: int) -> Record:
    hand, kitty = SIZES[decks]
    rules = load_rules(f"standard; deck_count={decks}; hand_size={hand}; kitty_size={kitty}")
    return random_hand(Random(f"crowded/{decks}"), rules, throws=0.6)


HANDS = {
    "annotated": lambda: annotated(500, 60),
    **{kind: lambda kind=kind: named(kind) for kind in NAMES},
    "teaching": teaching,
    **{f"{decks} decks": lambda decks=decks: of_decks(decks) for decks in SIZES},
}

OVERLAPS = """
() => {
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (e) => `${e.id || ""}.${[...e.classList].join(".")}`;
  const meet = (p, q, slack) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > slack
    && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > slack;
  const over = (a, b, slack = 1) => meet(a.getBoundingClientRect(), b.getBoundingClientRect(), slack);
  const found = [];
  scrollTo(0, document.documentElement.scrollHeight); // where the steps have a place of their own
  const apart = (list, slack) => list.forEach((a, i) => list.slice(i + 1).forEach((b) => {
    if (!a.contains(b) && !b.contains(a) && over(a, b, slack)) found.push(`${name(a)} over ${name(b)}`);
  }));
  const within = (outer, list) => list.forEach((e) => {
    const [p, q] = [outer.getBoundingClientRect(), e.getBoundingClientRect()];
    if (q.left < p.left - 1 || q.right > p.right + 1 || q.top < p.top - 1 || q.bottom > p.bottom + 1) {
      found.push(`${name(e)} out of ${name(outer)}`);
    }
  });
  // The rank is what a reader looks for: no later card of the heap lies over it.
  const covered = (cards) => cards.forEach((card, i) => {
    const range = document.createRange();
    const rank = card.querySelector(".corner b, .joker");
    if (!rank) return;
    range.selectNodeContents(rank);
    if (rank.matches(".joker")) range.setEnd(rank.firstChild, 1); // the first letter tells big from little
    const p = range.getBoundingClientRect();
    for (const later of cards.slice(i + 1)) {
      const q = later.getBoundingClientRect();
      if (meet(p, q, 1)) {
        found.push(`${card.dataset.card} under ${later.dataset.card}`);
      }
    }
  });
  const felt = document.querySelector("#felt");
  apart(all(".top, #game-head, #changes, #felt, #bars, .legend, #hint, #tabs"));
  apart(all("#felt, #bars, .legend, #hint, .steps, .where, .actions, .views, #tabs"));
  apart(all(".top-inner > *"));
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  };
  for (const word of all(".main-nav a, .brand-name, .brand-latin, .record .points")) {
    if (lines(word) > 1) found.push(`${word.textContent} in lines`);
  }
  apart(all(".tick-label"), 2);
  apart(all("#game-head > *"));
  apart(all("#felt > .seat, #felt > .middle, #felt > .pile"));
  within(felt, all("#felt > *"));
  apart(all(".middle > .spot > .spread"), 2);
  within(felt, all(".middle > .spot > .spread"));
  apart(all(".middle .spread, .middle .flags, .middle .tried, .middle .trick-points:not(:empty)"), 2);
  for (const heap of all(".spread, .fan:not(.is-hidden)")) covered([...heap.querySelectorAll(".card")]);
  for (const seat of all("#felt > .seat")) {
    within(seat, [...seat.querySelectorAll(".who, .fan, .rows, .fan-row, .row")].filter(seen));
    apart([...seat.querySelectorAll(".who > *")].filter(seen));
  }
  apart(all(".steps, .place, .actions, .views"));
  apart(all(".steps > *, .actions > *, .views > *"));
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`sideways: ${scrollWidth}`);
  return found;
}
"""


A_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After which whatever hears of the size of the window has done what it does."""


def faults(page: Page) -> list[str]:
    return list(page.evaluate(OVERLAPS))


@pytest.mark.parametrize("kind", HANDS)
def test_nothing_lies_over_anything_else(open_page: OpenPage, site: str, library: Library, kind: str) -> None:
    record = HANDS[kind]()
    address = f"{site}/r/{library.add_upload('crowded.sjn', dumps([record]).encode()).id}/1"
    widest = max(record.tricks, key=lambda trick: len(trick.plays[0].cards))
    places = ("deal", "a1", "a2", "2.3" if kind == "teaching" else "1.4", f"{widest.number}.4", "result")
    if kind == "teaching":
        places += ("3.1",)
    elif kind in NAMES:  # the hand is the same
        places = ("deal", f"{widest.number}.4", "result")
    page = open_page(address, reduced_motion="reduce")
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        for place in places:
            page.evaluate("(at) => { location.hash = at }", place)
            expect(page.locator("#felt")).to_have_attribute("data-at", place)
            page.evaluate(A_FRAME)
            if wrong := faults(page):
                found[width, height, place] = wrong
    assert found == {}
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    fifth = page.evaluate("JSON.parse(document.getElementById('timeline').textContent).steps[4].at")
    assert at(page) == fifth
    page.keyboard.press("End")
    assert at(page) == "result"


@pytest.mark.parametrize("width", [390, 1400])
def test_all_that_is_said_can_be_read(open_page: OpenPage, site: str, library: Library, width: int) -> None:
    """Five hundred comments and sixty lines: each is in the panel, the lines lead somewhere."""
    text = dumps([annotated(500, 60)])
    address = f"{site}/r/{library.add_upload('annotated.sjn', text.encode()).id}/1"
    page = open_page(address, viewport={"width": width, "height": 900}, reduced_motion="reduce")
    said = " ".join(page.locator("#panel-comments .comment .remark").all_text_contents())
    assert [n for n in range(500) if f"#{n}：这一墩" not in said] == []
    expect(page.locator("#record tr.is-variation")).to_have_count(60)
    page.locator("#record tr.is-variation a").last.click()
    assert "v1/" in at(page)
    page.get_by_role("tab", name="Comments").click()
    assert faults(page) == []


@pytest.mark.parametrize("kind", NAMES)
def test_no_other_page_scrolls_sideways(open_page: OpenPage, site: str, library: Library, kind: str) -> None:
    upload = library.add_upload(f"{NAMES[kind][:200]}.sjn", dumps([named(kind)]).encode()).id
    page = open_page(f"{site}/")
    for path in ("/", f"/r/{upload}", f"/embed/r/{upload}/1", f"/r/{upload}/1/print", f"/report/{upload}"):
        page.goto(site + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, width)
