"""Elements beside bids and plays in the audit and the timeline: draw order, calls, incidents, decks."""

from __future__ import annotations

import pytest

from paipu.grammar import Record, loads
from paipu.replay import audit, timeline

HEAD = '[SJN "1"]\n[Rules "hbut_2013"]\n[Hand "2"]\n[Level "8"]\n[Dealer "N"]\n'
DRAWN = "Draw:\nN S3 H4 S8 H8 S42 HAKQJ CAKQJT9765432 DAKQ\n"


def read(text: str) -> Record:
    [record] = loads(text)
    assert not [finding for finding in record.findings if finding.severity != "note"]
    return record


def codes(text: str) -> list[str]:
    return [f.code for f in audit(read(text)).findings if f.code in ("bid.not_drawn", "kitty.flip")]


@pytest.mark.parametrize(("draw", "found"), [(8, ["bid.not_drawn"]), (9, []), (60, [])])
def test_a_bid_is_checked_against_the_cards_drawn_by_then(draw: int, found: list[str]) -> None:
    assert codes(f"{HEAD}\n{DRAWN}\nBids:\n{draw} N S8\n\n= *\n") == found


def test_a_sorted_deal_says_nothing_about_the_draw() -> None:
    assert codes(f"{HEAD}\n{DRAWN.replace('Draw:', 'Deal:')}\nBids:\n5 N S8\n\n= *\n") == []


KITTY = "Deal:\nKitty S3 L C6 H9 D4 S9 HT C7\n"


@pytest.mark.parametrize(("trump", "found"), [("H", []), ("S", ["kitty.flip"])])
def test_the_flip_is_compared_with_the_kitty(trump: str, found: list[str]) -> None:
    assert codes(f'{HEAD}[Trump "{trump}"]\n\n{KITTY}\nBids:\nN flip S3 L C6 H9\n\n= *\n') == found


def test_a_flip_settles_the_trump() -> None:
    audited = audit(read(f"{HEAD}\n{KITTY}\nBids:\nflip S3 L C6 H9\n\n= *\n"))
    assert audited.case.trump == "H"
    assert timeline(audited)["trump"] == "H"


def test_calls_and_incidents_are_steps_at_their_place() -> None:
    text = (
        f"{HEAD}\nBids:\n3 W pass\n<misdraw W ruling=none>\n14 N S8\n\n"
        "Tricks:\n1. N SA / W S3 <conduct W> {talk} / S S4 / E S6\n<revoke W trick=1>\n= *\n"
    )
    audited = audit(read(text))
    steps = timeline(audited)["steps"]
    assert [(step["at"], step["kind"]) for step in steps] == [
        ("deal", "deal"),
        ("a1", "call"),
        ("a2", "incident"),
        ("a3", "bid"),
        ("1.1", "play"),
        ("1.2", "play"),
        ("1.2i1", "incident"),
        ("1.3", "play"),
        ("1.4", "play"),
        ("1.4i1", "incident"),
        ("result", "result"),
    ]
    assert steps[6]["comments"] == ["talk"]
    assert [address for address, _ in audited.record.incidents()] == ["a2", "1.2i1", "1.4i1"]


def test_decks_and_direction_of_the_header_count() -> None:
    plain = audit(read(f"{HEAD}\n= *\n")).rules
    assert (plain["deck_count"], plain["play_direction"]) == (2, "ccw")
    rules = audit(read(f'{HEAD}[Decks "3"]\n[Direction "cw"]\n\n= *\n')).rules
    assert [rules[name] for name in ("deck_count", "hand_size", "kitty_size")] == [3, 39, 6]
    assert rules["play_direction"] == "cw"


def test_what_the_rules_tag_overrides_itself_stands() -> None:
    head = HEAD.replace("hbut_2013", "hbut_2013; hand_size=38; kitty_size=10")
    rules = audit(read(f'{head}[Decks "3"]\n\n= *\n')).rules
    assert [rules[name] for name in ("deck_count", "hand_size", "kitty_size")] == [3, 38, 10]


def test_a_hand_is_judged_by_the_rules_of_its_match() -> None:
    text = '[SJN "1"]\n[Match "Final"]\n[Rules "hbut_2013"]\n[Level "8"]\n\n[SJN "1"]\n[Level "9"]\n\n= *\n'
    audited = audit(read(text))
    assert str(audited.rules) == "hbut_2013"
    assert audited.case.header.level == "9"
