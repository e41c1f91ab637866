"""How long a step in the viewer takes: a thousand of them over a whole hand, in Chromium.

Owns the measuring. A step is the key, what the page does about it, the styles and the layout that
follow, and what the page does in its next frame. Painting comes on top of it. Where other programs
want the processor too, a clock on the wall counts them in; so the time is given also that the main
thread itself worked, painting apart and all together.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import click
from playwright.sync_api import CDPSession, Page

from paipu.records.library import Library
from paipu.records.sample_games import samples

from .browser import launched, serving

__all__ = ["BUDGET_MS", "PARTS", "at_share", "measure", "steps"]

BUDGET_MS = 16.0
"""What a screen of 60 frames a second leaves for a step."""
PARTS = ("Script", "RecalcStyle", "Layout")
"""What a step is made of, painting apart."""

STEP = """
async (key) => {
  const parts = [document.documentElement, document.querySelector(".panel-body")];
  const laidOut = () => parts.map((part) => part.scrollHeight);
  const { dataset } = document.getElementById("felt");
  const before = dataset.at;
  let began = 0;
  requestAnimationFrame(() => { began = performance.now(); });
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  laidOut();
  const handled = performance.now() - start;
  const framed = await new Promise((done) => requestAnimationFrame(() => {
    laidOut();
    done(performance.now() - began);
  }));
  return { at: dataset.at, moved: dataset.at !== before, ms: handled + framed };
}
"""
"""One key. What the page asks of the next frame runs between the two callbacks; waiting for that frame is no
part of a step."""


def at_share(spans: Sequence[float], share: float) -> float:
    """The span that `share` of them do not exceed.

    >>> at_share([3.0, 1.0, 2.0, 10.0], 0.75)
    3.0
    """
    return sorted(spans)[math.ceil(share * len(spans)) - 1]


@click.command()
@click.option("--steps", "count", default=1000, show_default=True)
@click.option(
    "--throttle", default=1.0, show_default=True, help="So many times slower a processor, as CDP has it."
)
@click.option("--width", default=1400, show_default=True, help="Of the window, in CSS pixels.")
@click.option(
    "--sample", default="full_hand.sjn", show_default=True, help="Whose first hand is stepped through."
)
def steps(count: int, throttle: float, width: int, sample: str) -> None:
    """Steps in the browser, each with its styles and layout."""
    with closing(Library(None)) as library, serving(library) as site, launched() as browser:
        upload = library.add_upload(sample, dict(samples())[sample])
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(f"{site}/r/{upload.id}/1")
        measured, worked = measure(page, count, throttle)
    click.echo(f"{count} steps over {sample}, {width} px wide, processor slowed {throttle:g} times")
    for kind, name in (("ms", "by the clock"), ("work", "main thread")):
        spans = [each[kind] for each in measured]
        within = sum(span <= BUDGET_MS for span in spans) / len(spans)
        slowest = max(measured, key=lambda each: each[kind])
        click.echo(
            f"  {name:14} median {statistics.median(spans):6.2f} ms  p95 {at_share(spans, 0.95):6.2f} ms"
            f"  max {slowest[kind]:6.2f} ms ({slowest['at']})  within {BUDGET_MS:g} ms {within:.1%}"
        )
    parts = ", ".join(f"{name} {worked[name]:.2f}" for name in PARTS)
    click.echo(f"  main thread, mean ms: {parts}; {worked['Task']:.2f} with painting")


def measure(page: Page, count: int, throttle: float = 1.0) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """So many steps to the end of the hand and back, again and again.

    Of each its address, the milliseconds by the clock (`ms`) and of the main thread (`work`, painting
    apart); and the mean milliseconds of the main thread by kind.
    """
    page.locator(".is-ready").wait_for(state="attached")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    steps: list[dict[str, Any]] = []
    key, warm = "ArrowRight", count // 10  # by then the programs are compiled
    begun = before = _worked(session)
    while len(steps) < warm + count:
        step: dict[str, Any] = page.evaluate(STEP, key)
        after = _worked(session)
        if step["moved"]:
            steps.append({**step, "work": 1000 * sum(after[part] - before[part] for part in PARTS)})
        else:
            key = "ArrowLeft" if key == "ArrowRight" else "ArrowRight"
        before = after
        if len(steps) == warm:
            begun = after
    session.detach()
    return steps[warm:], {name: (before[name] - begun[name]) / count * 1000 for name in before}


def _worked(session: CDPSession) -> dict[str, float]:
    """Seconds that the main thread has worked so far, by kind; `Task` is all of it."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    values = {each["name"].removesuffix("Duration"): float(each["value"]) for each in metrics}
    return {name: values[name] for name in (*PARTS, "Task")}
