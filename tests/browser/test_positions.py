"""The table as the page draws it and as pictures draw it: two programs, one position."""

from __future__ import annotations

from collections import Counter

import pytest

from paipu.grammar import loads
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.replay import audit, timeline
from paipu.web.positions import drawing_at
from tests.browser.conftest import OpenPage
from tests.web.games import GAME

pytestmark = pytest.mark.browser

TEXTS = {**{name: data.decode() for name, data in samples()}, "game": GAME}
EVERY_POSITION = """async () => {
  const state = await import("/static/js/state.js");
  const game = state.readGame(JSON.parse(document.getElementById("timeline").textContent));
  return [...game.places.keys()].map((at) => {
    const position = state.positionAt(game, at);
    const left = (items) => items.filter((i) => !i.played).map((i) => i.card);
    const held = [...position.hands].map(([seat, items]) => [seat, left(items)]);
    const table = position.step.kind === "play" ? position.trick.plays.map((p) => [p.seat, p.cards]) : [];
    return [at, Object.fromEntries(held), Object.fromEntries(table), position.attackers];
  });
}"""


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_pictures_show_what_the_page_shows(
    open_page: OpenPage, site: str, library: Library, name: str
) -> None:
    record = loads(TEXTS[name])[0]
    shown = timeline(audit(record))
    page = open_page(f"{site}/r/{library.add_upload(name, record.source.encode()).id}/1")
    positions = page.evaluate(EVERY_POSITION)
    assert len(positions) > len(shown["tricks"])
    for at, hands, table, attackers in positions:
        drawn = drawing_at(shown, at)
        assert drawn is not None, at
        for seat, cards in hands.items():
            hand = drawn["hands"][seat]
            assert hand["count"] == len(cards), (at, seat)
            rows = [pair for row in hand["rows"] for pair in row["cards"]]
            # What was just played stays in the hand, marked, where there is something to say of it.
            now = [card for card, mark in rows if mark in ("played", "both")]
            assert Counter(card for card, _ in rows) - Counter(now) == Counter(c for c in cards if c != "?")
        if "v" not in at and "i" not in at:
            laid = {seat: [card for card, _ in entry["cards"]] for seat, entry in drawn["table"].items()}
            assert not table or laid == table, at
            assert drawn["captured"] == attackers, at
