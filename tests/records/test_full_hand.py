"""The full hand: clean to the last card, and what its comments say of points and lines is so."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import SEATS, parse_cards, sort_cards
from paipu.grammar.model import Bid, Play, Record
from paipu.records.sample_games import samples
from paipu.replay import Holding, Position, audit, order_for
from paipu.replay.rules import load_rules

TEXT = dict(samples())["full_hand.sjn"].decode()


@pytest.fixture(scope="module")
def record() -> Record:
    (hand,) = loads(TEXT)
    return hand


def before(record: Record, trick: int) -> Position:
    """The position before a trick of the main line."""
    assert record.kitty
    (bury,) = (each for each in record.auction if not isinstance(each, Bid))
    hands = {dealt.seat: Counter(dealt.cards) for dealt in record.deal}
    hands[bury.seat] += Counter(record.kitty.cards)
    hands[bury.seat] -= Counter(bury.cards)
    holdings = {seat: Holding(sort_cards(cards.elements())) for seat, cards in hands.items()}
    position = Position(order_for(load_rules("standard"), "H", "8"), holdings, "S", "S")
    for past in record.tricks[: trick - 1]:
        for play in past.plays:
            position = legal(position, play)
        position = position.next_trick()
    return position


def legal(position: Position, play: Play) -> Position:
    assert position.can(play.seat, play.cards), play
    if position.lead is None and len(set(play.cards)) > 1:
        assert position.throw(play.seat, play.cards).stands
    return position.play(play.seat, play.cards)


def test_the_audit_finds_nothing(record: Record) -> None:
    done = audit(record)
    assert (done.verdict, done.findings, record.findings) == ("clean", (), ())


def test_two_decks_are_dealt_and_played_to_the_last_card(record: Record) -> None:
    assert record.kitty
    dealt = Counter(card for hand in record.deal for card in hand.cards)
    assert dealt + Counter(record.kitty.cards) == Counter(dict.fromkeys(range(54), 2))
    assert [len(hand.cards) for hand in record.deal] == [25] * 4
    held = before(record, len(record.tricks) + 1).hands
    assert [held[seat].cards for seat in SEATS] == [()] * 4
    assert len(record.tricks) == 21


def test_the_points_are_as_the_comments_say(record: Record) -> None:
    """None for the attackers after four tricks, 25 after thirteen, 70 in the end; 5 in the kitty, twice."""
    assert before(record, 5).captured == 0
    assert before(record, 14).captured == 25
    assert before(record, 22).captured == 70
    bury = record.auction[-1]
    assert not isinstance(bury, Play)
    assert parse_cards("S43 C94 DJ754") == bury.cards  # ♦5 is the only point card
    score = audit(record).score
    assert (score.replayed["kitty_points"], score.replayed["kitty_multiplier"]) == (10, 2)
    assert record.result
    assert (record.result.attackers, record.result.dealer_next, record.result.gain) == (80, "EW", 0)


def test_the_variations_are_legal_and_win_what_they_say(record: Record) -> None:
    lines = [line for _, _, play in record.plays() for line in play.variations]
    ends = []
    for line in lines:
        (trick,) = line.tricks
        position = before(record, trick.number)
        for play in trick.plays:
            position = legal(position, play)
        ends.append((trick.number, position.winner, position.points))
    # ♠K10 are ruffed by East; ♥Q wins the trump that West leads on.
    assert ends == [(5, "E", 20), (8, "E", 0)]


def test_every_play_has_a_clock_that_runs_down(record: Record) -> None:
    left = dict.fromkeys(SEATS, 360)
    for _, _, play in record.plays():
        (comment,) = play.after
        told = re.match(r"\[%clk (\d):(\d\d)\]", comment.text)
        assert told
        seconds = 60 * int(told[1]) + int(told[2])
        assert 0 < seconds < left[play.seat]
        left[play.seat] = seconds


def test_it_is_annotated_in_both_languages(record: Record) -> None:
    texts = [comment.text for _, _, play in record.plays() for comment in play.after]
    worded = [re.sub(r"\[%[^]]*\]", "", text).strip() for text in texts]
    worded = [text for text in worded if text]
    assert len(worded) >= 25
    assert all(re.search(r"[\u4e00-\u9fff]", text) and re.search(r"[a-z]{3}", text) for text in worded)
    assert sum("[%mark" in text for text in texts) >= 5
    assert {"!", "?", "!!", "?!", "!?"} <= {glyph for _, _, play in record.plays() for glyph in play.glyphs}
