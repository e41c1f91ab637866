"""Hands arranged for a purpose: chosen cards in chosen hands, bids made as told, the rest at random.

Owns the material the planted faults are made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from paipu.grammar.cards import RANKS, SUITS, Cards, Rank, Seat, Suit, Trump, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Dealt, Incident, Kitty

from .dealing import Opening
from .match import Hand
from .scores import COUNTER_CLOCKWISE, SCHEDULE, SIDE, Standing, ladder_of

__all__ = ["BIG", "LITTLE", "deck", "level_cards", "stage", "standing_for"]

LITTLE, BIG = 52, 53
Show = tuple[Seat, Cards]


def deck() -> list[int]:
    """The 108 cards."""
    return [card for card in range(54) for _ in range(2)]


def level_cards(suit: Suit, level: Rank, count: int = 1) -> Cards:
    """One or two level cards of a suit."""
    return (SUITS.index(suit) * 13 + RANKS.index(level),) * count


def standing_for(rules: str, random: Random, *, first: bool = False) -> Standing:
    """Somewhere in a match: in hand 1, or later with random levels and a dealer."""
    standing = Standing.start(rules)
    if first:
        return standing
    if rules == "annex3_sixteen_hands":
        number = random.randint(2, 16)
        return scheduled(number)
    middle = ladder_of(rules)[1:-1]
    standing.levels = {"NS": random.choice(middle), "EW": random.choice(middle)}  # type: ignore[dict-item]
    standing.dealer = random.choice(COUNTER_CLOCKWISE)
    standing.hand = random.randint(2, 12)
    return standing


def scheduled(number: int) -> Standing:
    """Before a hand of annex3_sixteen_hands: its level for both sides, its dealer counted from East."""
    level: Rank = SCHEDULE[number - 1]  # type: ignore[assignment]
    dealer = COUNTER_CLOCKWISE[(number - 1) % 4]
    return Standing("annex3_sixteen_hands", {"NS": level, "EW": level}, dealer, number)


def stage(
    standing: Standing,
    random: Random,
    *,
    wants: dict[Seat, Cards] | None = None,
    kitty: Cards = (),
    bids: Sequence[Bid | Call] = (),
    trump: Trump,
    dealer: Seat,
    late: Sequence[tuple[Bid, Seat | None]] = (),
    buries: int = 8,
    keeps: dict[Seat, Cards] | None = None,
    burier: Seat | None = None,
    level: Rank | None = None,
) -> Hand:
    """A hand in which each seat holds at least the cards of `wants`, and the kitty begins with `kitty`.

    `burier` (else the dealer) takes the kitty and buries so many cards, of those in `keeps` none; each
    of `late` is a bid after the bury and who then buries again. The hands are as drawn.
    """
    left = Counter(deck())
    hands = {seat: list((wants or {}).get(seat, ())) for seat in COUNTER_CLOCKWISE}
    for cards in (*hands.values(), kitty):
        left -= Counter(cards)
    rest = list(left.elements())
    random.shuffle(rest)
    for cards in hands.values():
        while len(cards) < 25:
            cards.append(rest.pop())
        random.shuffle(cards)
    lying: Cards = (*kitty, *rest)
    deal = tuple(Dealt(seat=seat, cards=tuple(hands[seat]), drawn=True) for seat in COUNTER_CLOCKWISE)
    original = lying
    auction: list[Bid | Call | Bury | Incident] = list(bids)

    def bury(seat: Seat, taken: Cards) -> Cards:
        hand = Counter((*hands[seat], *taken))
        free = sorted((hand - Counter((keeps or {}).get(seat, ()))).elements())
        buried = sort_cards(random.sample(free, buries))
        hands[seat] = list((hand - Counter(buried)).elements())
        auction.append(Bury(seat=seat, cards=buried))
        return buried

    lying = bury(burier or dealer, lying)
    for bid, taker in late:
        auction.append(bid)
        if taker:
            lying = bury(taker, lying)
    opening = Opening(
        deal=deal,
        kitty=Kitty(cards=original),
        auction=auction,
        trump=trump,
        dealer=dealer,
        hands={seat: sort_cards(cards) for seat, cards in hands.items()},
        buried=lying,
        late_overturns=len(late),
        overturns=0,
        flipped=False,
    )
    return Hand(standing, level or standing.levels[SIDE[dealer]], opening)
