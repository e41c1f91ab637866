"""The bench of steps walks all positions of the hand and tells what each took; how long is for the bench."""

from __future__ import annotations

import pytest

from bench.steps import PARTS, at_share, measure
from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_the_bench_of_steps_sees_every_position(open_page: OpenPage, site: str, library: Library) -> None:
    upload = library.add_upload("full_hand.sjn", dict(samples())["full_hand.sjn"])
    page = open_page(f"{site}/r/{upload.id}/1")
    measured, worked = measure(page, 250)
    assert len(measured) == 250
    # The deal, 25 rounds of drawing, a bid, the bury, 84 plays, the result.
    assert len({each["at"] for each in measured}) == 113
    assert all(each["work"] > 0 for each in measured)
    assert all(worked[part] > 0 for part in PARTS)


def test_a_share_of_spans() -> None:
    spans = [float(n) for n in range(1, 101)]
    assert (at_share(spans, 0.95), at_share(spans, 0.5), at_share([7.0], 0.95)) == (95.0, 50.0, 7.0)
