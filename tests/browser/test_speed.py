"""A step in the viewer is work for less than a frame, by the time of its thread, however busy the machine."""

from __future__ import annotations

import pytest

from bench.steps import BUDGET_MS, PARTS, at_share, measure
from paipu.records.library import Library
from paipu.records.sample_games import samples
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1400])
def test_a_step_takes_less_than_a_frame(open_page: OpenPage, site: str, library: Library, width: int) -> None:
    upload = library.add_upload("full_hand.sjn", dict(samples())["full_hand.sjn"])
    page = open_page(f"{site}/r/{upload.id}/1", viewport={"width": width, "height": 900})
    measured, worked = measure(page, 200)
    assert len(measured) == 200
    assert len({each["at"] for each in measured}) == 88  # deal, bid, bury, 84 plays, result
    assert at_share([each["work"] for each in measured], 0.95) < BUDGET_MS
    assert 0 < sum(worked[part] for part in PARTS) < BUDGET_MS


def test_a_share_of_spans() -> None:
    spans = [float(n) for n in range(1, 101)]
    assert (at_share(spans, 0.95), at_share(spans, 0.5), at_share([7.0], 0.95)) == (95.0, 50.0, 7.0)
