"""What the main states look like, beside images kept in `screens/`.

Two fonts that the packages of Debian hold (and `./dev` installs with Chromium) are forced on the pages, so
that an image is the same on every machine that has them; what other fonts there are does not matter. The
images are halved, and compared tile by tile: edges that another Chromium draws a little otherwise vanish in
the mean of a tile, a suit in another colour or a part that has moved or gone does not.

`UPDATE_SCREENS=1 ./dev test tests/browser/test_screens.py` writes them anew.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Browser

from paipu.records.library import Library
from paipu.records.sample_games import samples

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parent / "screens"
UPDATE = "UPDATE_SCREENS=1 ./dev test tests/browser/test_screens.py"
SIZES = {"wide": (1400, 900), "narrow": (390, 844)}
TILE = 16
"""Pixels of the halved image."""
MOST = 9.0
"""Mean difference of a tile in one channel, of 255. Two runs differ by 2 at most, another suit by 20."""
STATES = {
    "deal": "{full}#deal",
    "bidding": "{full}#a1",
    "trick": "{full}#5.4",
    "finding": "{teaching}#2.3",
    "variation": "{full}#5.2v1/5.2",
    "result": "{full}#result",
    "seat": "{full}?seat=E#9.2",
    "spoiler-free": "{full}?spoil=0&at=4.4#4.4",
    "embed": "/embed{full}#5.4",
    "print": "{full}/print",
    "report": "/report/{report}",
}
FONTS = ("DejaVu Sans", "Noto Sans CJK SC")
STYLE = """
*, *::before, *::after {
  font-family: "DejaVu Sans", "Noto Sans CJK SC" !important;
  font-synthesis: none !important;
}
.paper-code, .paper-foot { visibility: hidden; } /* the address of this very server */
"""
HAS_FONT = """
(font) => {
  const context = document.createElement("canvas").getContext("2d");
  const width = (family) => { context.font = `40px ${family}`; return context.measureText("Wi漢牌").width; };
  return ["serif", "monospace"].some((other) => width(`"${font}", ${other}`) !== width(other));
}
"""


@pytest.fixture(scope="module")
def paths(library: Library) -> dict[str, str]:
    texts = dict(samples())
    for name in ("full_hand.sjn", "teaching.sjn"):
        library.remove(library.add_upload(name, texts[name]).id)  # other tests may have annotated it
    full, teaching = (library.add_upload(name, texts[name]).id for name in ("full_hand.sjn", "teaching.sjn"))
    return {"full": f"/r/{full}/1", "teaching": f"/r/{teaching}/1", "report": teaching}


def unlike(shot: Image.Image, before: Image.Image) -> list[tuple[int, int, float]]:
    """The tiles that differ: left and top edge in pixels of the halved image, and by how much."""
    if shot.size != before.size:
        return [(0, 0, 255.0)]
    difference, found = ImageChops.difference(shot, before), []
    for top in range(0, shot.height, TILE):
        for left in range(0, shot.width, TILE):
            tile = difference.crop((left, top, min(left + TILE, shot.width), min(top + TILE, shot.height)))
            mean = max(ImageStat.Stat(tile).mean)
            if mean > MOST:
                found.append((left, top, round(mean, 1)))
    return found


class Screen:
    """A page ready to be compared, in a context of its own."""

    def __init__(self, browser: Browser, address: str, size: str) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            bypass_csp=True,
        )
        self.page = self.context.new_page()
        self.page.goto(address)
        missing = [font for font in FONTS if not self.page.evaluate(HAS_FONT, font)]
        if missing and not os.environ.get("CI"):
            pytest.skip(f"no {' and no '.join(missing)} (apt-get install fonts-dejavu-core fonts-noto-cjk)")
        assert missing == []
        self.page.add_style_tag(content=STYLE)
        if "spoil" in address:
            self.page.wait_for_load_state("networkidle")  # more of the hand is fetched

    def taken(self, scheme: Literal["light", "dark"]) -> Image.Image:
        """The page in light or dark, halved."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        data = self.page.screenshot(animations="disabled", caret="hide")
        shot = Image.open(io.BytesIO(data)).convert("RGB")
        return shot.resize((shot.width // 2, shot.height // 2), Image.Resampling.BOX)


@pytest.fixture
def screen(browser: Browser, site: str, paths: dict[str, str]) -> Iterator[Callable[[str, str], Screen]]:
    """Open a state in a size."""
    opened: list[Screen] = []

    def screen(state: str, size: str) -> Screen:
        opened.append(Screen(browser, site + STATES[state].format(**paths), size))
        return opened[-1]

    yield screen
    for each in opened:
        each.context.close()


def kept(name: str) -> Image.Image:
    return Image.open(FOLDER / name).convert("RGB")


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_it_looks_as_before(
    screen: Callable[[str, str], Screen], state: str, size: str, tmp_path: Path
) -> None:
    shown, wrong = screen(state, size), {}
    for scheme in SCHEMES:
        name, shot = f"{state}-{size}-{scheme}.png", shown.taken(scheme)
        if os.environ.get("UPDATE_SCREENS"):
            small = shot.quantize(192, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            near = not unlike(shot, small.convert("RGB"))  # 192 colours may be too few for a thin line
            (small if near else shot).save(FOLDER / name, optimize=True)
        if tiles := unlike(shot, kept(name)):
            shot.save(tmp_path / name)
            wrong[str(tmp_path / name)] = tiles[:8]
    assert wrong == {}, f"look at these images; if they are right: {UPDATE}"


CHANGES = {
    "a suit": ".card.suit-H { --suit: #1f58b5; }",
    "a shade of the felt": ".felt { background: #305060; }",
    "the ring of who wins": ".is-winner .card { box-shadow: none; }",
    "a card": ".spot-N .slot:last-child { display: none; }",
    "the panel": ".panel { display: none; }",
    "the strip": ".bars { visibility: hidden; }",
    "the place": "main { position: relative; top: 6px; }",
    "a button": ".tabs button:first-child { visibility: hidden; }",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen(screen: Callable[[str, str], Screen], change: str) -> None:
    shown = screen("trick", "wide")
    assert unlike(shown.taken("light"), kept("trick-wide-light.png")) == []
    shown.page.add_style_tag(content=CHANGES[change])
    assert unlike(shown.taken("light"), kept("trick-wide-light.png"))


def test_edges_drawn_otherwise_are_no_change(screen: Callable[[str, str], Screen]) -> None:
    shot = screen("trick", "wide").taken("light")
    assert unlike(shot.filter(ImageFilter.GaussianBlur(0.3)), kept("trick-wide-light.png")) == []


def test_the_images_are_those_of_the_states_and_small() -> None:
    names = {f"{state}-{size}-{scheme}.png" for state in STATES for size in SIZES for scheme in SCHEMES}
    assert {path.name for path in FOLDER.iterdir()} == names
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000
