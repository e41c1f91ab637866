"""What Lighthouse says of the viewer on a phone: the page of a whole hand, the list, the frame.

Owns how it is run. Lighthouse comes from the npm registry into `build/` when first asked for, and is needed
for nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import click

from paipu.records.library import Library
from paipu.records.sample_games import load_samples, samples

from .browser import chromium, serving

__all__ = ["lighthouse"]

PACKAGE = "lighthouse@12.8.2"
FOLDER = Path(__file__).parents[1] / "build" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
LEAST = 95
"""Of a hundred, in each of the four categories."""
COLUMNS = {
    "first-contentful-paint": "FCP",
    "largest-contentful-paint": "LCP",
    "total-blocking-time": "TBT",
    "cumulative-layout-shift": "CLS",
}


@click.command()
@click.option(
    "--rounds", default=1, show_default=True, help="Runs a page; the best counts, as other work only slows."
)
def lighthouse(rounds: int) -> None:
    """Lighthouse on the main pages, as on a phone; fails below 95."""
    browser = chromium()
    if browser is None or shutil.which("node") is None or shutil.which("npm") is None:
        raise click.ClickException("Lighthouse needs Chromium, node and npm")
    if not PROGRAM.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(FOLDER), PACKAGE],
            check=True,
        )
    low = False
    with closing(Library(None)) as library, serving(library) as site:
        load_samples(library)
        hand = library.add_upload("full_hand.sjn", dict(samples())["full_hand.sjn"]).id
        # A server that has answered before, of another hand: what a process makes once is no part of a visit.
        other = next(each.id for each in library.list_uploads() if each.id != hand)
        for path in (f"/r/{other}/1", "/", f"/embed/r/{other}/1"):
            urlopen(f"{site}{path}").close()
        for path in (f"/r/{hand}/1", "/", f"/embed/r/{hand}/1"):
            reports = [_report(f"{site}{path}", browser) for _ in range(rounds)]
            best = max(reports, key=lambda report: report["categories"]["performance"]["score"] or 0)
            scores = {name: round(100 * (each["score"] or 0)) for name, each in best["categories"].items()}
            low |= min(scores.values()) < LEAST
            click.echo(path.replace(hand, "ID") + "  " + "  ".join(f"{n} {s}" for n, s in scores.items()))
            click.echo(
                "    "
                + "  ".join(f"{n} {best['audits'][a].get('displayValue', '?')}" for a, n in COLUMNS.items())
            )
            for line in _faults(best):
                click.echo(f"    {line}")
    sys.exit(1 if low else 0)


def _report(url: str, browser: str) -> dict[str, Any]:
    """The report on one page, as Lighthouse writes it."""
    done = subprocess.run(
        ["node", str(PROGRAM), url, "--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox"],
        env={**os.environ, "CHROME_PATH": browser},
        stdout=subprocess.PIPE,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _faults(report: dict[str, Any]) -> Iterator[str]:
    """The audits that cost points, the dearest first."""
    for category, found in report["categories"].items():
        for each in sorted(found["auditRefs"], key=lambda each: -each["weight"]):
            audit = report["audits"][each["id"]]
            if each["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{category}: {audit['title']} {audit.get('displayValue', '')}".rstrip()
