"""Seeded random hands, played by the rules to the end: material for benchmarks and tests.

Deals, bids, buries and plays at random but legally, throws included (some fail). What comes out is a
`Record` as a careful scorer would have written it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from paipu.grammar.cards import RANKS, SEATS, Cards, Rank, Seat, Trump, sort_cards
from paipu.grammar.model import Bid, Bury, Dealt, Kitty, Play, Record, Result, Tag, Trick
from paipu.replay import Holding, Position, audit, order_for
from paipu.replay.auction import Bidding, bid_breach, trump_of
from paipu.replay.follow import example_follow, follow_breach
from paipu.replay.levels import level_ladder
from paipu.replay.rules import RuleSet, load_rules

__all__ = ["random_hand", "random_hands"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is fixed before the first trick."""

    level: Rank
    trump: Trump
    dealer: Seat
    bid: Bid


def random_hands(count: int, spec: str = "standard", seed: int = 1) -> list[Record]:
    """`count` different hands under a rule set."""
    return [random_hand(Random(f"{seed}/{number}"), load_rules(spec)) for number in range(count)]


def random_hand(random: Random, rules: RuleSet, *, throws: float = 0.15) -> Record:
    """One hand; `throws` is how often a leader tries to throw.

    >>> record = random_hand(Random(1), load_rules("standard"))
    >>> audit(record).verdict
    'clean'
    """
    deck = [card for card in range(54) for _ in range(rules.number("deck_count"))]
    random.shuffle(deck)
    dealt = 4 * rules.number("hand_size")
    hands = {seat: sort_cards(deck[at:dealt:4]) for at, seat in enumerate(SEATS)}
    kitty = tuple(deck[dealt:])
    setting = _bid(random, rules, hands)
    buried = sort_cards(random.sample((*hands[setting.dealer], *kitty), len(kitty)))
    tags = [
        Tag("SJN", "1"),
        Tag("Hand", "2"),
        Tag("Rules", str(rules)),
        Tag("Levels", f"NS:{setting.level} EW:{setting.level}"),
        Tag("Level", setting.level),
        Tag("Dealer", setting.dealer),
        Tag("Trump", setting.trump),
    ]
    record = Record(
        tags=tuple(tags),
        deal=tuple(Dealt(seat=seat, cards=hands[seat]) for seat in SEATS),
        kitty=Kitty(cards=kitty),
        auction=(setting.bid, Bury(seat=setting.dealer, cards=buried)),
    )
    after_bury = sort_cards((Counter((*hands[setting.dealer], *kitty)) - Counter(buried)).elements())
    hands[setting.dealer] = after_bury
    record = _with(record, tricks=_tricks(random, rules, setting, hands, throws))
    counted = audit(record).score.replayed
    result = Result(
        state="stated",
        attackers=counted["attackers"],
        dealer_next=counted.get("dealer_next"),
        gain=counted.get("gain"),
    )
    return _with(record, result=result)


def _with(record: Record, **changes: object) -> Record:
    return replace(record, **changes)  # type: ignore[arg-type]


def _bid(random: Random, rules: RuleSet, hands: dict[Seat, Cards]) -> Setting:
    """Somebody shows a level card, a pair of them, or two jokers, and deals."""
    level: Rank = random.choice(RANKS)  # type: ignore[assignment]
    if rules["level_owner"] == "schedule":
        level = level_ladder(rules)[1]  # it is the second hand
    late = rules["declare_window"] == "after_deal_until_kitty_taken"
    bidding = Bidding(rules=rules, level=level, phase="before_kitty" if late else "deal")
    shown = [
        (seat, cards)
        for seat in SEATS
        for cards in _showable(hands[seat], level)
        if bid_breach(bidding, seat, cards) is None
    ]
    if not shown:
        # Nobody may declare this level; another will do.
        return _bid(random, rules, hands)
    seat, cards = random.choice(shown)
    dealt = sum(map(len, hands.values()))
    draw = None if late else dealt - 3 + SEATS.index(seat)
    # Shown with the last card drawn: then everything is in hand.
    return Setting(level, trump_of(cards), seat, Bid(seat=seat, cards=sort_cards(cards), draw=draw))


def _showable(hand: Cards, level: Rank) -> list[Cards]:
    """Level cards and jokers of a hand, alone, in pairs, and a level card with a joker."""
    held = Counter(hand)
    levels = [code for code in held if code < 52 and code % 13 == RANKS.index(level)]
    jokers = [code for code in held if code >= 52]
    alone = [(code,) * count for code in (*levels, *jokers) for count in (1, 2) if count <= held[code]]
    return alone + [(joker, code) for joker in jokers for code in levels]


def _tricks(
    random: Random, rules: RuleSet, setting: Setting, hands: dict[Seat, Cards], throws: float
) -> tuple[Trick, ...]:
    order = order_for(rules, setting.trump, setting.level)
    holdings = {seat: Holding(cards) for seat, cards in hands.items()}
    position = Position(order, holdings, setting.dealer, setting.dealer)
    tricks: list[Trick] = []
    while any(holding.cards for holding in position.hands.values()):
        plays = [random_lead(random, position, throws)]
        position = position.play(plays[0].seat, plays[0].cards)
        while not position.finished:
            seat = position.turn
            cards = random_follow(random, position, seat)
            plays.append(Play(seat=seat, cards=cards))
            position = position.play(seat, cards)
        tricks.append(Trick(number=position.trick, plays=tuple(plays)))
        position = position.next_trick()
    return tuple(tricks)


def random_lead(random: Random, position: Position, throws: float) -> Play:
    seat = position.leader
    if random.random() < throws:
        hand = position.hands[seat].cards
        group = position.order.group(random.choice(hand))
        suit = [code for code in hand if position.order.group(code) == group]
        tried = sort_cards(random.sample(suit, min(len(suit), random.randint(2, 5))))
        throw = position.throw(seat, tried)
        if throw.legal and throw.stands:
            return Play(seat=seat, cards=tried)
        if throw.legal:
            return Play(seat=seat, cards=sort_cards(throw.must_lead), tried=tried)
    plays = list(position.legal_plays())
    longest = random.choice(sorted({len(cards) for cards in plays}))
    return Play(
        seat=seat, cards=sort_cards(random.choice([cards for cards in plays if len(cards) == longest]))
    )


def random_follow(random: Random, position: Position, seat: Seat) -> Cards:
    """A random legal follow: some guesses, then the engine's own example."""
    lead, hand = position.lead, position.hands[seat].cards
    assert lead is not None
    group = position.order.group_of_all(lead)
    suit = [code for code in hand if position.order.group(code) == group]
    rest = [code for code in hand if position.order.group(code) != group]
    for _ in range(12):
        owed = random.sample(suit, min(len(suit), len(lead)))
        play = sort_cards((*owed, *random.sample(rest, len(lead) - len(owed))))
        if follow_breach(lead, hand, play, position.order) is None:
            return play
    return example_follow(lead, hand, position.order)
