"""Faults in the tricks and on the result line.

Owns how they are planted: one player breaks one rule once, and the hand is played on from there; or the
scorer writes one thing wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from paipu.grammar.cards import RANKS, Cards, Seat, sort_cards
from paipu.grammar.model import Bid, Comment, Play, Record
from paipu.replay import Position

from ..oracle import verdicts
from ..oracle.generate import ladder_for
from ..oracle.ladder import TRUMPS, Ladder
from .faults import Catalogue, Planted
from .match import Finished, finish_hand, open_hand, result_of, score_of
from .playing import Table
from .scores import COUNTER_CLOCKWISE, PARTNER, SIDE
from .staging import level_cards, stage, standing_for

__all__ = ["FAULTS"]

FAULTS = Catalogue()
BASIC = ("standard", "hbut_2013", "swiss_8_rounds", "clockwise_ace_to_king", "minzhengbu", "tractor_intro")
"""Rule sets of every kind for what makes the game what it is."""


class Slip(Table):
    """A table at which one rule is broken once; `ladder` tells suits and pairs apart."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.done: tuple[Seat, int] | None = None
        self.from_trick = random.randint(1, 8)

    def ready(self, position: Position) -> bool:
        return self.done is None and position.trick >= self.from_trick

    def mark(self, seat: Seat, position: Position) -> None:
        self.done = (seat, position.trick)

    def ladder(self, position: Position) -> Ladder:
        order = position.order
        return ladder_for(str(order.rules), order.trump, order.level)


def _played(rules: str, random: Random, slip: Slip, throws: float = 0.25) -> tuple[Finished, Planted] | None:
    """A hand of the middle of a match with this slip; None if it had no occasion."""
    hand = open_hand(standing_for(rules, random), random)
    finished = finish_hand(hand, random, throws=throws, table=slip)
    if slip.done is None:
        return None
    seat, trick = slip.done
    return finished, Planted(finished.record, seat=seat, trick=trick)


def _plant(make: Callable[[Random], Slip], throws: float = 0.25) -> Callable[[str, Random], Planted | None]:
    def plant(rules: str, random: Random) -> Planted | None:
        found = _played(rules, random, make(random), throws)
        return found[1] if found else None

    return plant


def _some(random: Random, cards: Cards, number: int) -> Cards:
    return sort_cards(random.sample(cards, number))


def _rest(hand: Cards, play: Cards) -> Cards:
    return tuple((Counter(hand) - Counter(play)).elements())


# --- follows --------------------------------------------------------------------------------------


class Follow(Slip):
    """A follow that breaks a rule: `wrong` picks the cards, or None."""

    def play(self, position: Position, play: Play) -> Play:
        if position.lead is None or not self.ready(position):
            return play
        cards = self.wrong(position, position.lead, position.hands[play.seat].cards, play.cards)
        if cards is None:
            return play
        self.mark(play.seat, position)
        return replace(play, cards=sort_cards(cards))

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        raise NotImplementedError

    def held(self, position: Position, lead: Cards, hand: Cards) -> tuple[Cards, Cards]:
        """The hand in two: cards of the suit led, and the others."""
        ladder = self.ladder(position)
        group = ladder.common_group(lead)
        assert group is not None
        suit = ladder.cards_of(group, hand)
        return suit, _rest(hand, suit)


class RevokeSuit(Follow):
    """A card of another suit instead of one of the suit led."""

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        suit, others = self.held(position, lead, hand)
        owed = min(len(suit), len(lead))
        if not owed or len(others) <= len(lead) - owed:
            return None
        short = len(lead) - owed + 1
        return (*_some(self.random, suit, owed - 1), *_some(self.random, others, short))


class RevokePair(Follow):
    """Two single cards of the suit under a pair, with a pair in hand."""

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        suit, _ = self.held(position, lead, hand)
        ladder = self.ladder(position)
        singles = tuple(set(suit))
        if len(lead) != 2 or len(set(lead)) != 1 or not ladder.pairs(suit) or len(singles) < 2:
            return None
        return _some(self.random, singles, 2)


class RevokeTractor(Follow):
    """The dealer leads a tractor of clubs, and another with a higher one plays other clubs."""

    def __init__(self, random: Random, tractor: Cards, clubs: Cards) -> None:
        super().__init__(random)
        self.from_trick = 1
        self.tractor, self.clubs = tractor, clubs

    def play(self, position: Position, play: Play) -> Play:
        if position.trick == 1 and not position.table:
            return Play(seat=play.seat, cards=self.tractor)
        return super().play(position, play)

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        if position.trick > 1 or (Counter(self.clubs) - Counter(hand)):
            return None
        return (*self.clubs[:3], self.clubs[-1])  # a pair of the tractor, one of the other, one more club


def _revoke_tractor(rules: str, random: Random) -> Planted:
    standing = standing_for(rules, random)
    dealer = standing.dealer
    assert dealer is not None
    level = standing.levels[SIDE[dealer]]
    ranks = [rank for rank in range(13) if RANKS[rank] != level]
    low = random.randint(0, 7)
    led, owed, more = (
        tuple(sorted(2 * 13 + ranks[at] for at in places for _ in range(count)))
        for places, count in (((low, low + 1), 2), ((low + 2, low + 3), 2), ((low + 4,), 1))
    )
    other = random.choice([seat for seat in COUNTER_CLOCKWISE if seat != dealer])
    hearts = level_cards("H", level)
    wants = {dealer: (*led, *hearts), other: (*owed, *more)}
    hand = stage(
        standing,
        random,
        wants=wants,
        keeps=wants,
        bids=[Bid(seat=dealer, cards=hearts, draw=100)],
        trump="H",
        dealer=dealer,
    )
    slip = RevokeTractor(random, led, (*owed, *more))
    return Planted(finish_hand(hand, random, table=slip).record, seat=other, trick=1)


class TooFew(Follow):
    """One card less than led."""

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        return right[1:] if len(right) > 1 else None


class TooMany(Follow):
    """One card more than led."""

    def wrong(self, position: Position, lead: Cards, hand: Cards, right: Cards) -> Cards | None:
        left = _rest(hand, right)
        return (*right, self.random.choice(left)) if left else None


class BarredRuff(Slip):
    """The partner ruffs after a failed throw of the dealer."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.failed: Play | None = None

    def play(self, position: Position, play: Play) -> Play:
        if position.lead is None:
            self.failed = play if play.tried and play.seat == position.dealer else None
            return play
        ladder = self.ladder(position)
        hand = position.hands[play.seat].cards
        trumps = ladder.cards_of(TRUMPS, hand)
        group = ladder.common_group(position.lead)
        if (
            self.done is not None
            or self.failed is None
            or play.seat != PARTNER[self.failed.seat]
            or len(position.lead) > 1
            or group in (TRUMPS, None)
            or ladder.cards_of(group or "", hand)
            or not 0 < len(trumps) < len(hand)
        ):
            return play
        self.mark(play.seat, position)
        return replace(play, cards=(self.random.choice(trumps),))


FAULTS.add("a ruff by the partner of who threw in vain", "follow.barred", "trade_union_stripped")(
    _plant(BarredRuff, 0.6)
)
FAULTS.add("revoke: the suit not followed", "follow.suit", *BASIC)(_plant(RevokeSuit))
FAULTS.add("revoke: the pair not followed", "follow.pair", *BASIC)(_plant(RevokePair))
FAULTS.add("revoke: the tractor not followed", "follow.tractor", *BASIC)(_revoke_tractor)
FAULTS.add("a card too few", "follow.count", *BASIC)(_plant(TooFew))
FAULTS.add("a card too many", "follow.count", *BASIC)(_plant(TooMany))


# --- turns ----------------------------------------------------------------------------------------


class WrongLeader(Slip):
    """Somebody leads who has not won the trick before."""

    def seat(self, position: Position) -> Seat:
        if position.table or position.trick < 2 or not self.ready(position):
            return position.turn
        seat = self.random.choice([seat for seat in position.seats if seat != position.leader])
        self.mark(seat, position)
        return seat


class FirstLeader(WrongLeader):
    """Another than the dealer leads the first trick."""

    def seat(self, position: Position) -> Seat:
        if position.table or position.trick > 1:
            return position.turn
        seat = position.seats[self.random.randint(1, 3)]
        self.mark(seat, position)
        return seat


class OutOfTurn(Slip):
    """A follower plays before another whose turn it is."""

    def seat(self, position: Position) -> Seat:
        number = len(position.table)
        if number not in (1, 2) or not self.ready(position):
            return position.turn
        played = {laid.seat for laid in position.table}
        waiting = [seat for seat in position.seats if seat not in played][1:]
        seat = self.random.choice(waiting)
        self.mark(seat, position)
        return seat


class Twice(Slip):
    """The last to play has played to the trick already."""

    def seat(self, position: Position) -> Seat:
        if len(position.table) != 3 or not self.ready(position):
            return position.turn
        shortest = min(len(held.cards) for held in position.hands.values())
        if shortest <= 2 * len(position.table[0].cards):
            return position.turn
        seat = position.table[1].seat
        self.mark(seat, position)
        return seat


FAULTS.add("led by another than the winner", "turn.leader", *BASIC)(_plant(WrongLeader))
FAULTS.add("led by another than the dealer", "turn.leader", *BASIC)(_plant(FirstLeader))
FAULTS.add("played out of turn", "turn.order", "standard", "fen80", "hbut_2013", "trade_union_stripped")(
    _plant(OutOfTurn)
)
FAULTS.add("played twice to a trick", "turn.twice", *BASIC)(_plant(Twice))


@FAULTS.add("a play left out", "turn.short", *BASIC, severity="warning")
def play_left_out(rules: str, random: Random) -> Planted | None:
    """Nobody is accused of what the record leaves out."""
    done = _stated(rules, random)
    tricks = list(done.record.tricks)
    at = random.randint(2, 12)
    if at >= len(tricks) - 1:
        return None
    left = random.randint(1, 3)
    plays = tricks[at].plays
    tricks[at] = replace(tricks[at], plays=(*plays[:left], *plays[left + 1 :]))
    return Planted(replace(done.record, tricks=tuple(tricks)), trick=at + 1)


@FAULTS.add("45 seconds for a play", "incident.time", "highest_level_timed", "pass_five", "discussion_draft")
def too_slow(rules: str, random: Random) -> Planted:
    done = _stated(rules, random)
    tricks = list(done.record.tricks)
    at, number = random.randrange(len(tricks)), random.randrange(4)
    play = tricks[at].plays[number]
    plays = list(tricks[at].plays)
    plays[number] = replace(play, after=(Comment("[%emt 0:45]"),))
    tricks[at] = replace(tricks[at], plays=tuple(plays))
    return Planted(replace(done.record, tricks=tuple(tricks)), seat=play.seat, trick=at + 1)


# --- cards not held -------------------------------------------------------------------------------


def _written(
    rules: str, random: Random, *, strange: Callable[[Record, Seat, int], list[int]]
) -> Planted | None:
    """A scorer's slip: for one single card discarded another is written, of the same suit and no points.

    Nobody else is touched: the trick is won as before.
    """
    hand = open_hand(standing_for(rules, random), random)
    record = finish_hand(hand, random).record
    ladder = ladder_for(rules, hand.opening.trump, hand.level)
    places = [
        (trick, number)
        for trick in record.tricks[4:]
        for number, play in enumerate(trick.plays)
        if number
        and len(play.cards) == 1
        and ladder.group(play.cards[0]) not in (TRUMPS, ladder.group(trick.plays[0].cards[0]))
        and not _worth(play.cards[0])
    ]
    random.shuffle(places)
    for trick, number in places:
        play = trick.plays[number]
        group = ladder.group(play.cards[0])
        options = [
            card
            for card in strange(record, play.seat, trick.number)
            if card < 52 and ladder.group(card) == group and not _worth(card) and card != play.cards[0]
        ]
        if options:
            wrong = replace(play, cards=(random.choice(options),))
            plays = (*trick.plays[:number], wrong, *trick.plays[number + 1 :])
            tricks = tuple(replace(each, plays=plays) if each is trick else each for each in record.tricks)
            return Planted(replace(record, tricks=tricks), seat=play.seat, trick=trick.number)
    return None


def _worth(card: int) -> bool:
    return card < 52 and card % 13 in (3, 8, 11)


def _never_held(record: Record, seat: Seat, trick: int) -> list[int]:
    held = {card for each in record.deal if each.seat == seat for card in each.cards}
    held |= set(record.kitty.cards if record.kitty else ())
    return [card for card in range(52) if card not in held]


def _played_before(record: Record, seat: Seat, trick: int) -> list[int]:
    """Cards of which this seat had one, and played it in an earlier trick."""
    dealt = Counter(card for each in record.deal if each.seat == seat for card in each.cards)
    kitty = set(record.kitty.cards if record.kitty else ())
    before = {
        card
        for each, _, play in record.plays()
        if play.seat == seat and each.number < trick
        for card in play.cards
    }
    return [card for card in before if dealt[card] == 1 and card not in kitty]


def _twice_played(record: Record, seat: Seat, trick: int) -> list[int]:
    """Cards of which both copies are played in other places."""
    played = Counter(card for _, _, play in record.plays() for card in play.cards)
    return [card for card in range(52) if played[card] == 2]


@FAULTS.add("a card nobody gave this seat", "play.not_held", *BASIC)
def card_not_held(rules: str, random: Random) -> Planted | None:
    return _written(rules, random, strange=_never_held)


@FAULTS.add("a card played twice", "play.not_held", *BASIC)
def card_played_twice(rules: str, random: Random) -> Planted | None:
    return _written(rules, random, strange=_played_before)


@FAULTS.add("a third copy where no deal is recorded", "play.copies", *BASIC)
def third_copy_played(rules: str, random: Random) -> Planted | None:
    planted = _written(rules, random, strange=_twice_played)
    if planted is None:
        return None
    # Which of the three is too many, plays alone do not say: the last one written.
    record = replace(planted.records[0], deal=(), kitty=None, auction=())
    return Planted(record)


# --- leads ----------------------------------------------------------------------------------------


class Lead(Slip):
    """A lead that breaks a rule: `wrong` makes it, or None."""

    def play(self, position: Position, play: Play) -> Play:
        if position.table or not self.ready(position):
            return play
        shortest = min(len(held.cards) for held in position.hands.values())
        lead = self.wrong(position, play.seat, position.hands[play.seat].cards, shortest)
        if lead is None:
            return play
        self.mark(play.seat, position)
        return lead

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        raise NotImplementedError

    def throws(self, position: Position, hand: Cards, shortest: int) -> list[tuple[Cards, verdicts.Verdict]]:
        """Some throws out of this hand, judged by the oracle."""
        ladder = self.ladder(position)
        others = [position.hands[seat].cards for seat in position.seats[1:]]
        found = []
        for _ in range(20):
            group = ladder.group(self.random.choice(hand))
            suit = sorted(ladder.cards_of(group, hand), key=ladder.height, reverse=True)
            most = min(len(suit), shortest, 6)
            if most < 2:
                continue
            number = self.random.randint(2, most)
            tried = sort_cards(
                suit[:number] if self.random.random() < 0.5 else self.random.sample(suit, number)
            )
            readings = verdicts.decompositions(tried, ladder)
            if len(readings) == 1 and len(readings[0]) > 1:
                found.append((tried, verdicts.throw_verdict(tried, others, ladder)))
        return found


class Kept(Lead):
    """A throw that can be beaten is led as it is."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        for tried, verdict in self.throws(position, hand, shortest):
            if verdict.legal and not verdict.stands:
                return Play(seat=seat, cards=tried)
        return None


class TakenBack(Lead):
    """A throw that nobody can beat is taken back but for a part."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        for tried, verdict in self.throws(position, hand, shortest):
            if verdict.legal and verdict.stands:
                part = verdicts.decompositions(tried, self.ladder(position))[0][-1]
                return Play(seat=seat, cards=sort_cards(part.cards), tried=tried)
        return None


class WrongPart(Lead):
    """After a failed throw another part is led than the one that must be."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        ladder = self.ladder(position)
        for tried, verdict in self.throws(position, hand, shortest):
            must = {sort_cards(each) for each in verdict.must_lead}
            parts = [sort_cards(part.cards) for part in verdicts.decompositions(tried, ladder)[0]]
            wrong = [cards for cards in parts if cards not in must]
            if verdict.legal and not verdict.stands and wrong:
                return Play(seat=seat, cards=wrong[0], tried=tried)
        return None


class NotOfThrow(Lead):
    """After a failed throw a card is led that was not thrown."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        for tried, verdict in self.throws(position, hand, shortest):
            strange = [card for card in hand if card not in tried]
            if verdict.legal and not verdict.stands and strange:
                return Play(seat=seat, cards=(self.random.choice(strange),), tried=tried)
        return None


class NotAllowed(Lead):
    """A throw of a kind that the rules do not have."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        for tried, verdict in self.throws(position, hand, shortest):
            if not verdict.legal:
                return Play(seat=seat, cards=tried)
        return None


class TwoSuits(Lead):
    """A lead of two suits."""

    def wrong(self, position: Position, seat: Seat, hand: Cards, shortest: int) -> Play | None:
        ladder = self.ladder(position)
        first = self.random.choice(hand)
        other = [card for card in hand if ladder.group(card) != ladder.group(first)]
        if shortest < 2 or not other:
            return None
        return Play(seat=seat, cards=sort_cards((first, self.random.choice(other))))


THROWN = ("standard", "signal_cards", "trade_union_stripped", "fen80", "jerryyyu", "rbtying")
FAULTS.add("a throw kept that could be beaten", "throw.beaten", *THROWN, "discussion_draft", "minzhengbu")(
    _plant(Kept, 0.0)
)
FAULTS.add("a throw taken back that stood", "throw.stands", *THROWN, "discussion_draft", "minzhengbu")(
    _plant(TakenBack, 0.0)
)
FAULTS.add(
    "the wrong part led after a failed throw", "throw.forced", "standard", "fen80", "jerryyyu", "rbtying"
)(_plant(WrongPart, 0.0))
FAULTS.add("a card led that was not thrown", "throw.part", *THROWN)(_plant(NotOfThrow, 0.0))
FAULTS.add("a throw that is not allowed", "lead.throw", "hbut_2013", "standard; throw_allowed=no")(
    _plant(NotAllowed, 0.0)
)
FAULTS.add("a lead of two suits", "lead.suits", *BASIC)(_plant(TwoSuits, 0.0))


# --- the result line ------------------------------------------------------------------------------


def _scored(
    rules: str, random: Random, wrong: Callable[[Finished], int | None], throws: float = 0.25
) -> Planted | None:
    """A clean hand with another number of points; deal and rise follow from it, as the scorer would do."""
    finished = finish_hand(open_hand(standing_for(rules, random), random), random, throws=throws)
    points = wrong(finished)
    if points is None or points == finished.played.points:
        return None
    written = score_of(finished.hand, points)
    return Planted(replace(finished.record, result=result_of(points, written)), element="result")


SCORED = ("standard", "hbut_2013", "swiss_8_rounds", "fen80", "rbtying", "two_team")


@FAULTS.add("points off by five", "score.points", "standard", "fen80", "rbtying", "botzone")
def points_off(rules: str, random: Random) -> Planted | None:
    return _scored(rules, random, lambda done: done.played.points + random.choice((-5, 5)))


@FAULTS.add("the kitty doubled once more", "score.points", "standard", "fen80", "jerryyyu", "rbtying")
def kitty_doubled(rules: str, random: Random) -> Planted | None:
    return _scored(rules, random, lambda done: done.played.points + done.played.kitty)


@FAULTS.add("the kitty not counted", "score.points", "standard", "fen80", "jerryyyu", "rbtying")
def kitty_left_out(rules: str, random: Random) -> Planted | None:
    return _scored(rules, random, lambda done: done.played.points - done.played.kitty)


@FAULTS.add("the kitty counted once", "score.points", "standard", "fen80", "jerryyyu", "rbtying")
def kitty_single(rules: str, random: Random) -> Planted | None:
    def once(done: Finished) -> int | None:
        return done.played.points - done.played.kitty + done.played.kitty // max(done.played.factor, 1)

    return _scored(rules, random, once)


@FAULTS.add(
    "the kitty counted though the dealers won the last trick", "score.points", "standard", "fen80", "rbtying"
)
def kitty_not_captured(rules: str, random: Random) -> Planted | None:
    def captured(done: Finished) -> int | None:
        worth = sum(_value(card) for card in done.hand.opening.buried)
        return None if done.played.factor else done.played.points + 2 * worth

    return _scored(rules, random, captured)


def _value(card: int) -> int:
    return {3: 5, 8: 10, 11: 10}.get(card % 13, 0) if card < 52 else 0


@FAULTS.add("the fine for a failed throw left out", "score.points", "botzone")
def fine_left_out(rules: str, random: Random) -> Planted | None:
    return _scored(rules, random, lambda done: done.played.points - done.played.fines, throws=0.5)


@FAULTS.add("the fine for a failed throw to the wrong side", "score.points", "botzone")
def fine_to_wrong_side(rules: str, random: Random) -> Planted | None:
    return _scored(rules, random, lambda done: done.played.points - 2 * done.played.fines, throws=0.5)


def _stated(rules: str, random: Random) -> Finished:
    return finish_hand(open_hand(standing_for(rules, random), random), random)


@FAULTS.add("the wrong side deals next", "score.dealer", *SCORED, "pass_ten", "botzone")
def wrong_side_next(rules: str, random: Random) -> Planted | None:
    done = _stated(rules, random)
    result = done.record.result
    assert result is not None
    other = "EW" if result.dealer_next == "NS" else "NS"
    return Planted(replace(done.record, result=replace(result, dealer_next=other)), element="result")


@FAULTS.add(
    "a rise that is one level too many", "score.gain", "standard", "swiss_8_rounds", "fen80",
    "rbtying", "pass_ten",
    "clockwise_ace_to_king", "jerryyyu",
)  # fmt: skip
def wrong_gain(rules: str, random: Random) -> Planted | None:
    done = _stated(rules, random)
    result = done.record.result
    assert result is not None
    assert result.gain is not None
    return Planted(replace(done.record, result=replace(result, gain=result.gain + 1)), element="result")


@FAULTS.add("a rise above the cap", "score.gain", "standard; advance_cap=1", "fen80; advance_cap=1")
def above_the_cap(rules: str, random: Random) -> Planted | None:
    name, _, cap = rules.partition("; advance_cap=")
    done = _stated(name, random)
    result = done.record.result
    assert result is not None
    if (result.gain or 0) <= int(cap):
        return None
    tags = tuple(replace(tag, value=rules) if tag.name == "Rules" else tag for tag in done.record.inherited)
    return Planted(replace(done.record, inherited=tags), element="result")
