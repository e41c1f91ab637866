"""The deal of one hand up to the last bury: cards drawn one by one, bids, the kitty, buries.

Owns what happens at random before the first trick. Whether a bid may be made is asked of the engine's
auction; who deals, and what a flip makes trump, is written once more here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from paipu.grammar.cards import RANKS, SUITS, Cards, Rank, Seat, Trump, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Dealt, Incident, Kitty
from paipu.replay.auction import Bidding, BidPhase, Shown, bid_breach
from paipu.replay.rules import load_rules

from .scores import COUNTER_CLOCKWISE, SIDE, next_seat

__all__ = ["Dealing", "Habits", "Opening", "deal_hand"]

LITTLE, BIG = 52, 53


@dataclass(frozen=True)
class Habits:
    """How often players do what they may do, from 0 to 1."""

    silent: float = 0.08
    """That nobody wants to declare in a hand."""
    declare: float = 0.12
    overturn: float = 0.5
    patient: float = 0.3
    """That nobody overturns before the bury, where it is allowed after it."""
    late: float = 0.6
    """That somebody overturns after the bury, where it is allowed."""


@dataclass
class Opening:
    """A hand ready to be played."""

    deal: tuple[Dealt, ...]
    kitty: Kitty
    auction: list[Bid | Call | Bury | Incident]
    trump: Trump
    dealer: Seat
    hands: dict[Seat, Cards]
    buried: Cards
    late_overturns: int
    overturns: int
    flipped: bool


# --- who deals, and the flip, by rule set ---------------------------------------------------------

FIRST_SHOWER_DEALS = {
    *("highest_level_timed", "eighty_points", "two_team", "pass_five", "discussion_draft"),
    *("joker_declare", "minzhengbu", "godot"),
}
"""In hand 1 the first shower deals, elsewhere who named trump in the end."""
NOT_DECIDED_FIRST = {"super_edition", "tractor_intro", "tractor_intro_two_permanent"}
"""Sheets silent on it: `standard` lets an overturner deal."""


def first_dealer(shown: list[Shown], rules: str) -> Seat:
    """Who deals hand 1 after these bids."""
    return shown[0].seat if rules in FIRST_SHOWER_DEALS else shown[-1].seat


REDEAL_FIRST = {
    *("standard", "eighty_points", "hbut_2013", "highest_level_timed", "joker_declare", "minzhengbu"),
    *("pass_five", "point_cards", "rbtying", "super_edition", "tractor_intro"),
    *("tractor_intro_two_permanent", "trade_union_stripped"),
}
NO_TRUMP_WHEN_SILENT = {"two_team", "fen80", "godot"}
LEVEL_CARD_FLIPPED = {"online_basic", "clockwise_ace_to_king", "minzhengbu"}
THIRD_CARD = {"signal_cards", "highest_level_timed", "eighty_points"}
JOKER_MEANS_NEXT_CARD = {"eighty_points", "jerryyyu"}
JOKERS_SKIPPED = {"clockwise_ace_to_king", "minzhengbu"}
SEVERAL_SIDES_OF_A_CALL = {"pass_five", "botzone"}
"""Trump is called or drawn, not read off the kitty."""
JOKER_PAIR_OVER_FLIP = {"signal_cards", "hbut_2013"}


def flipped(kitty: Cards, level: Rank, rules: str, random: Random) -> tuple[Cards, Trump] | None:
    """The kitty cards turned and the trump they make; None where all are jokers."""
    if rules in LEVEL_CARD_FLIPPED:
        for at, card in enumerate(kitty):
            if card >= LITTLE and rules not in JOKERS_SKIPPED:
                return kitty[: at + 1], "NT"
            if card < LITTLE and RANKS[card % 13] == level:
                return kitty[: at + 1], _suit(card)
        plain = [card for card in kitty if card < LITTLE]
        highest = max(card % 13 for card in plain)
        return kitty, _suit(next(card for card in plain if card % 13 == highest))
    place = 2 if rules in THIRD_CARD else 3 if rules == "hbut_2013" else 0
    if rules == "joker_declare":
        place = random.choice((2, 2, random.randrange(8)))  # any card; the sheet also says the third
    turned = [kitty[place]]
    while turned[-1] >= LITTLE:
        if rules not in JOKER_MEANS_NEXT_CARD:
            return tuple(turned), "NT"
        if place == len(kitty) - 1:
            return None
        place += 1
        turned.append(kitty[place])
    return tuple(turned), _suit(turned[-1])


def _suit(card: int) -> Trump:
    return SUITS[card // 13]  # type: ignore[return-value]


# --- the deal -------------------------------------------------------------------------------------


@dataclass
class Dealing:
    """One hand being dealt; `dealer` is None in hand 1."""

    rules: str
    random: Random
    habits: Habits
    level: Rank
    dealer: Seat | None
    first: bool
    hands: dict[Seat, list[int]] = field(default_factory=dict)
    kitty: Cards = ()
    auction: list[Bid | Call | Bury | Incident] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)

    def may_show(self, seat: Seat, cards: Cards, phase: BidPhase) -> bool:
        """Whether the engine allows this bid now."""
        moment = Bidding(
            rules=load_rules(self.rules),
            level=self.level,
            phase=phase,
            first_hand=self.first,
            history=tuple(self.shown),
        )
        return bid_breach(moment, seat, cards) is None

    def bids(self, seat: Seat, phase: BidPhase) -> list[Cards]:
        """All that a seat may show now, out of what it has drawn."""
        found = [each for each in showable(tuple(self.hands[seat]), self.level) if seat_may(self, seat)]
        return [each for each in found if self.may_show(seat, each, phase)]

    def show(self, seat: Seat, cards: Cards, draw: int | None) -> None:
        cards = sort_cards(cards)
        self.auction.append(Bid(seat=seat, cards=cards, draw=draw))
        self.shown.append(Shown(seat, cards))

    def ask(self, phase: BidPhase, chance: float, draw: int | None) -> bool:
        """Ask every seat once, in turn; True if somebody showed something."""
        seats = list(COUNTER_CLOCKWISE)
        start = self.dealer or self.random.choice(seats)
        order = seats[seats.index(start) :] + seats[: seats.index(start)]
        if self.rules != "godot":
            self.random.shuffle(order)
        for seat in order:
            found = self.bids(seat, phase)
            if found and self.random.random() < chance:
                self.show(seat, self.random.choice(found), draw)
                return True
        return False


def seat_may(dealing: Dealing, seat: Seat) -> bool:
    """Whether it is for this seat to declare (joker_declare: later hands belong to the dealer side)."""
    if dealing.shown or dealing.dealer is None or dealing.rules != "joker_declare":
        return True
    return SIDE[seat] == SIDE[dealing.dealer]


def showable(hand: Cards, level: Rank) -> list[Cards]:
    """Level cards and jokers of a hand: alone, in pairs, and a level card or a pair with a joker."""
    held = Counter(hand)
    levels = [card for card in held if card < LITTLE and RANKS[card % 13] == level]
    jokers = [card for card in held if card >= LITTLE]
    alone = [(card,) * count for card in (*levels, *jokers) for count in (1, 2) if count <= held[card]]
    with_joker = [
        (joker, *(card,) * count)
        for joker in jokers
        for card in levels
        for count in (1, 2)
        if count <= held[card]
    ]
    return alone + with_joker


def deal_hand(
    rules: str,
    random: Random,
    *,
    level: Rank,
    dealer: Seat | None,
    first: bool,
    habits: Habits | None = None,
) -> Opening:
    """Shuffle, draw, bid, take the kitty, bury, overturn: up to the first lead."""
    habits = habits or Habits()
    if random.random() < habits.patient:
        habits = replace(habits, overturn=0.02)
    silent = random.random() < habits.silent
    redeals = 0
    while True:
        dealing = Dealing(rules, random, habits, level, dealer, first)
        deal = _draw(dealing, silent=silent)
        if dealing.shown or not first or rules not in REDEAL_FIRST:
            break
        silent = False  # cards are thrown in and dealt again
        redeals += 1
    calls = [Call(kind="redeal") for _ in range(redeals)]
    flip = not dealing.shown
    trump = _without_bid(dealing, random) if flip else trump_named(dealing.shown)
    if first and rules == "annex3_sixteen_hands":
        dealer = dealer or "E"
    elif first and not flip:
        dealer = first_dealer(dealing.shown, rules)
    dealer = dealer or _by_lot(dealing)
    if flip and rules == "joker_declare" and not first:
        dealer = _matching_holder(dealing) or dealer
    if flip and rules in JOKER_PAIR_OVER_FLIP:
        trump = _joker_pair_over_flip(dealing, habits) or trump
        if first and dealing.shown:
            dealer = first_dealer(dealing.shown, rules)
    buried, late = _bury(dealing, dealer, after_flip=flip, habits=habits)
    if late:
        trump = trump_named(dealing.shown)
    return Opening(
        deal=deal,
        kitty=Kitty(cards=dealing.kitty),
        auction=[*calls, *dealing.auction],
        trump=trump,
        dealer=dealer,
        hands={seat: sort_cards(cards) for seat, cards in dealing.hands.items()},
        buried=buried,
        late_overturns=late,
        overturns=_overturns(dealing.shown),
        flipped=flip,
    )


def trump_named(shown: list[Shown]) -> Trump:
    """The suit of the level cards shown last; jokers alone make no-trump."""
    plain = [card for card in shown[-1].cards if card < LITTLE]
    return _suit(plain[0]) if plain else "NT"


def _overturns(shown: list[Shown]) -> int:
    """How often another seat, or the same one with other cards, went over a bid."""
    return sum(
        before.seat != after.seat or trump_named([before]) != trump_named([after])
        for before, after in pairwise(shown)
    )


def _draw(dealing: Dealing, *, silent: bool) -> tuple[Dealt, ...]:
    """Draw a hundred cards one by one, everybody showing what they like; then before the kitty is taken."""
    random, habits, rules = dealing.random, dealing.habits, dealing.rules
    deck = [card for card in range(54) for _ in range(2)]
    random.shuffle(deck)
    dealing.kitty = tuple(deck[100:])
    seat = dealing.dealer or random.choice(COUNTER_CLOCKWISE)
    dealing.hands = {each: [] for each in COUNTER_CLOCKWISE}
    for number, card in enumerate(deck[:100], 1):
        dealing.hands[seat].append(card)
        chance = habits.overturn if dealing.shown else habits.declare
        if not silent:
            dealing.ask("deal", chance, number)
        seat = next_seat(seat, rules)
    drawn = tuple(
        Dealt(seat=each, cards=tuple(dealing.hands[each]), drawn=True) for each in COUNTER_CLOCKWISE
    )
    for _ in range(0 if silent else 4):
        dealing.ask("before_kitty", habits.overturn if dealing.shown else 0.9, None)
    return drawn


# --- nobody declared ------------------------------------------------------------------------------


def _without_bid(dealing: Dealing, random: Random) -> Trump:
    rules = dealing.rules
    if rules in SEVERAL_SIDES_OF_A_CALL:
        return random.choice(("S", "H", "C", "D"))
    if rules in NO_TRUMP_WHEN_SILENT:
        return "NT"
    found = flipped(dealing.kitty, dealing.level, rules, random)
    if found is None:
        return "NT"
    turned, trump = found
    dealing.auction.append(Call(kind="flip", cards=turned))
    return trump


def _by_lot(dealing: Dealing) -> Seat:
    """Where nobody declares in hand 1 and the cards are not dealt again: the dealer is drawn."""
    seat = dealing.random.choice(COUNTER_CLOCKWISE)
    dealing.auction.insert(0, Call(kind="lot", seat=seat))
    return seat


def _matching_holder(dealing: Dealing) -> Seat | None:
    """Who holds the other one of the card turned (joker_declare); None if it lies in the kitty too."""
    turned = next(item.cards[-1] for item in dealing.auction if isinstance(item, Call))
    return next((seat for seat in COUNTER_CLOCKWISE if turned in dealing.hands[seat]), None)


def _joker_pair_over_flip(dealing: Dealing, habits: Habits) -> Trump | None:
    holders = [
        (seat, (joker, joker))
        for seat in COUNTER_CLOCKWISE
        for joker in (LITTLE, BIG)
        if dealing.hands[seat].count(joker) == 2
    ]
    if not holders or dealing.random.random() > habits.overturn:
        return None
    dealing.show(*dealing.random.choice(holders), None)
    return "NT"


# --- the kitty ------------------------------------------------------------------------------------

NO_EXCHANGE = {"pass_five", "fen80"}
"""An overturn after the bury leaves the kitty where it is."""
NONE_AFTER_FLIP = {"pass_ten", "online_basic"}
OVERTURN_AFTER_FLIP = {"hbut_2013"}
"""Sheets with an overturn after the bury that allow one (of jokers) over a flip."""


def _bury(dealing: Dealing, dealer: Seat, *, after_flip: bool, habits: Habits) -> tuple[Cards, int]:
    """The dealer takes the kitty and buries; overturners after that do so again. How many there were."""
    random, late = dealing.random, 0
    dealt = {seat: list(cards) for seat, cards in dealing.hands.items()}
    lying = _take(dealing, dealer, dealing.kitty)
    if after_flip:
        return lying, 0
    for _ in range(3):
        # Cards that came from the kitty are left aside: `dealt` holds the others.
        chances = [
            (seat, cards)
            for seat in COUNTER_CLOCKWISE
            for cards in showable(_both(dealing.hands[seat], dealt[seat]), dealing.level)
            if dealing.may_show(seat, cards, "after_bury")
        ]
        if not chances or random.random() > habits.late:
            break
        seat, cards = random.choice(chances)
        dealing.show(seat, cards, None)
        late += 1
        if dealing.rules not in NO_EXCHANGE:
            lying = _take(dealing, seat, lying)
    return lying, late


def _both(hand: list[int], dealt: list[int]) -> Cards:
    return tuple((Counter(hand) & Counter(dealt)).elements())


def _take(dealing: Dealing, seat: Seat, kitty: Cards) -> Cards:
    hand = [*dealing.hands[seat], *kitty]
    buried = sort_cards(dealing.random.sample(hand, 8))
    dealing.hands[seat] = list((Counter(hand) - Counter(buried)).elements())
    dealing.auction.append(Bury(seat=seat, cards=buried))
    return buried
