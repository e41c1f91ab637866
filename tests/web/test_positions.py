"""Positions as drawings and as SVG: every card is where it must be, and hidden ones are nowhere."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale

from paipu.grammar import loads
from paipu.grammar.profiles import VIEWS
from paipu.records.sample_games import samples
from paipu.replay import audit, timeline
from paipu.web.position_svg import svg_file
from paipu.web.positions import drawing_at
from tests.web.games import GAME, HOSTILE, LONG, NO_TRUMP_NAMED

SVG = "{http://www.w3.org/2000/svg}"
SAMPLES = {name: data.decode() for name, data in samples()}
TEACHING = timeline(audit(loads(SAMPLES["teaching.sjn"])[0]))
MAIN = [step["at"] for step in TEACHING["steps"]]


def held(drawn: dict[str, Any], seat: str, *, marked: str = "") -> list[str]:
    """The cards of a hand, or those of it with a mark."""
    cards = [pair for row in drawn["hands"][seat]["rows"] for pair in row["cards"]]
    return [card for card, mark in cards if not marked or mark in (marked, "both")]


def at(address: str, view: str = "all") -> dict[str, Any]:
    drawn = drawing_at(TEACHING, address, view)
    assert drawn is not None
    return drawn


def test_no_card_is_lost_or_doubled_in_a_whole_hand() -> None:
    """108 cards: in the hands, in tricks, or in the kitty. In trick 11 a card not held is played."""
    gone: Counter[str] = Counter()
    for step in TEACHING["steps"]:
        if step["kind"] == "play":
            if step["trick"] == 11:
                break
            gone.update(step["cards"])
            drawn = at(step["at"])
            known = Counter(
                card
                for seat in "ENWS"
                for row in drawn["hands"][seat]["rows"]
                for card, mark in row["cards"]
                if mark not in ("played", "both") or seat != step["seat"]
            )
            assert sum(known.values()) == sum(drawn["hands"][seat]["count"] for seat in "ENWS")
            buried = Counter(["C6", "C4", "C3", "C2", "DT", "D5", "D4", "D2"])
            assert max((known + gone + buried).values()) == 2
            assert sum((known + gone + buried).values()) == 108


@pytest.mark.parametrize(
    ("address", "cards"), [("deal", 25), ("a2", 25), ("a3", 25), ("1.1", 23), ("1.4", 23)]
)
def test_the_dealer_holds_what_is_left(address: str, cards: int) -> None:
    assert at(address)["hands"]["E"]["count"] == cards


def test_the_table_shows_the_trick_up_to_the_play() -> None:
    drawn = at("8.3")
    assert {seat: entry["cards"] for seat, entry in drawn["table"].items()} == {
        "N": [("CQ", "")],
        "W": [("C9", "")],
        "S": [("CT", "played")],
    }
    assert [entry["leads"] for entry in drawn["table"].values()] == [True, False, False]
    assert (drawn["captured"], drawn["points"]) == (10, 10)  # the ♣K of trick 3; the ♣10 on the table


def test_a_finding_lights_the_cards_of_the_duty() -> None:
    drawn = at("8.4")
    assert held(drawn, "E", marked="duty") == ["C8"]
    assert held(drawn, "E", marked="played") == ["HK"]
    assert drawn["hands"]["E"]["count"] == 11


def test_a_failed_throw_shows_what_was_tried() -> None:
    entry = at("3.1")["table"]["E"]
    assert (entry["cards"], entry["tried"]) == ([("CQ", "played")], ["CA", "CK", "CQ"])


def test_a_variation_has_its_own_table() -> None:
    drawn = at("8.4v1/8.4")
    assert drawn["table"]["E"]["cards"] == [("C8", "played")]
    assert "C8" not in held(drawn, "E")


def test_hands_supposed_in_a_variation_are_those_that_lie_there() -> None:
    text = NO_TRUMP_NAMED.replace("E C6\n", "E C6 ( Deal: S DAK 2. N CA / W C3 / S DA / E C6 )\n")
    drawn = drawing_at(timeline(audit(loads(text)[0])), "2.4v1/2.3")
    assert drawn is not None
    assert held(drawn, "S") == ["DK"]


def test_the_result_shows_the_kitty_and_the_count() -> None:
    drawn = at("result")
    assert drawn["captured"] == 95
    assert Counter(card for card, _ in drawn["buried"]) == Counter(
        ["C6", "C4", "C3", "C2", "DT", "D5", "D4", "D2"]
    )
    assert drawn["table"] == {}


@pytest.mark.parametrize("address", ["", "99.1", "8.4v9/8.4", "a", "deal "])
def test_no_drawing_without_a_place(address: str) -> None:
    assert drawing_at(TEACHING, address) is None


# --- what a view hides --------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "all"])
@pytest.mark.parametrize("address", MAIN)
def test_hidden_hands_are_not_in_the_drawing(address: str, view: str) -> None:
    drawn = at(address, view)
    for seat, hand in drawn["hands"].items():
        if seat != view:
            assert hand.keys() == {"hidden", "count"}
    if view != "E":  # East took the kitty and buried; at the end it is captured, and so lies open
        assert drawn["kitty"] is None
        assert (drawn["buried"] is None) == (address != "result")


def test_a_kitty_that_was_kept_stays_hidden() -> None:
    """East, the dealer, wins the only trick."""
    text = (
        '[SJN "1"]\n[Rules "standard; hand_size=1; kitty_size=1"]\n[Dealer "E"]\n[Level "2"]\n[Trump "S"]\n\n'
        "Deal:\nE SA\nN H3\nW H4\nS H5\nKitty HK\n\nBury:\nE HK\n\n"
        "Tricks:\n1. E SA / N H3 / W H4 / S H5\n= 0\n"
    )
    shown = timeline(audit(loads(text)[0]))
    assert shown["kitty_result"]["captured"] is False
    seen = {view: drawing_at(shown, "result", view) for view in ("all", "E", "N", "public")}
    assert {view: drawn and drawn["buried"] for view, drawn in seen.items()} == {
        "all": [("HK", "")],
        "E": [("HK", "")],
        "N": None,
        "public": None,
    }


def test_while_cards_are_drawn_only_those_are_held() -> None:
    text = (
        '[SJN "1"]\n[Rules "standard; hand_size=3"]\n[Level "2"]\n\n'
        "Draw:\nE S3 H4 C5\nN S6 H2 C8\nW S9 HT CJ\nS SQ HK CA\n\nBids:\n8 N H2\n= *\n"
    )
    shown = timeline(audit(loads(text)[0]))
    for address, cards in {
        "d4": {"S6"},
        "d8": {"S6", "H2"},
        "a1": {"S6", "H2"},
        "deal": {"S6", "H2", "C8"},
    }.items():
        drawn = drawing_at(shown, address)
        assert drawn is not None
        assert set(held(drawn, "N")) == cards, address


# --- the picture --------------------------------------------------------------------------------------


def picture(app: Flask, shown: dict[str, Any], drawn: dict[str, Any], title: str = "T") -> ET.Element:
    with app.test_request_context("/"), force_locale("zh"):
        text = svg_file(drawn, shown["players"], shown["dealer"], title=title, lines=[title])
    assert "style=" not in text
    assert "<style" not in text
    return ET.fromstring(text)


def names(root: ET.Element) -> Counter[str]:
    """What the cards of a picture are called."""
    cards = (g for g in root.iter(f"{SVG}g") if g.get("class", "").split()[:1] == ["mini"])
    return Counter(g.get("aria-label", "back") for g in cards)


def test_every_card_of_the_deal_is_drawn(app: Flask) -> None:
    drawn = names(picture(app, TEACHING, at("deal")))
    assert sum(drawn.values()) == 108
    assert set(drawn.values()) == {2}
    assert {"大王", "小王", "♠10"} <= drawn.keys()


def test_a_hidden_hand_is_drawn_as_backs(app: Flask) -> None:
    drawn = names(picture(app, TEACHING, at("deal", "S")))
    assert drawn["back"] == 75
    assert sum(drawn.values()) == 100


def test_names_are_text_and_stay_inside(app: Flask) -> None:
    shown = timeline(audit(loads(GAME)[0]))
    drawn = drawing_at(shown, "2.3")
    assert drawn is not None
    root = picture(app, shown, drawn, title=f"{HOSTILE}\x00\x1f]]>&")
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "g", "rect", "text", "tspan", "use", "symbol", "path", "title",
    }  # fmt: skip
    assert HOSTILE in "".join(root.itertext())
    assert LONG not in "".join(root.itertext())


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_step_of_every_sample_can_be_drawn(app: Flask, name: str) -> None:
    for record in loads(SAMPLES[name]):
        shown = timeline(audit(record))
        steps = list(shown["steps"])
        for step in steps:
            steps += [inner for v in step.get("variations") or () for inner in v["steps"]]
        with app.test_request_context("/"), force_locale("en"):
            for step in steps:
                drawn = drawing_at(shown, step["at"])
                assert drawn is not None, step["at"]
                ET.fromstring(svg_file(drawn, shown["players"], shown["dealer"], title=""))


def test_four_decks_keep_every_rank_in_sight(app: Flask) -> None:
    """54 cards in a hand: cards of a row are never closer than a rank is wide, and stay in the picture."""
    cards = [f"{suit}{rank}" for suit in "SHCD" for rank in "23456789TJQKA"] + ["B", "L"]
    order = {card: ["T" if len(card) == 1 else card[0], index] for index, card in enumerate(cards)}
    rows = [
        {"group": group, "cards": [(card, "") for card in cards if order[card][0] == group]}
        for group in "TSHCD"
    ]
    hand = {"rows": rows, "count": 54, "derived": False, "unknown": 0}
    drawn = {"hands": dict.fromkeys("NWES", hand), "table": {}, "seat": None}
    root = picture(app, TEACHING, drawn)
    assert sum(names(root).values()) == 4 * 54
    for block in (g for g in root.iter(f"{SVG}g") if g.get("class", "").startswith("hand ")):
        left = float(block.get("transform", "").removeprefix("translate(").split()[0])
        lines: dict[str, list[float]] = {}
        for card in (g for g in block if g.get("class", "").startswith("mini")):
            x, y = card.get("transform", "").removeprefix("translate(").removesuffix(")").split()
            lines.setdefault(y, []).append(float(x))
        for places in lines.values():
            assert all(b - a >= 9.9 for a, b in pairwise(places))
            assert left + places[0] >= 0
            assert left + places[-1] + 22 <= 480
