"""Changes that must not change a verdict: suits renamed, cards shuffled, other suits added."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from paipu.grammar.cards import SUITS, Cards, Trump, sort_cards
from paipu.replay.follow import follow_breach
from paipu.replay.order import Order, order_for
from paipu.replay.rules import load_rules, rule_ids
from paipu.replay.shapes import components, shape_of
from paipu.replay.throws import throw_of
from paipu.replay.tricks import winner_of

Position = tuple[Order, Cards, Cards, Cards, list[Cards]]


def position(seed: int) -> Position:
    """A lead of one group, a hand, a play from it, and the other hands."""
    random = Random(seed)
    rules = load_rules(random.choice(rule_ids()))
    trump: Trump = random.choice(("S", "H", "C", "D", "NT"))
    order = order_for(rules, trump, random.choice("2345TJQKA"))  # type: ignore[arg-type]
    deck = [card for card in range(54) for _ in range(2)]
    random.shuffle(deck)
    hands = [sort_cards(deck[at : at + 25]) for at in (0, 25, 50, 75)]
    group = order.group(random.choice(hands[0]))
    suit = [card for card in hands[0] if order.group(card) == group]
    lead = sort_cards(random.sample(suit, min(len(suit), random.randint(1, 5))))
    play = sort_cards(random.sample(hands[1], len(lead)))
    return order, lead, hands[1], play, hands[1:]


def verdicts(found: Position) -> tuple[object, ...]:
    order, lead, hand, play, others = found
    breach = follow_breach(lead, hand, play, order)
    throw = throw_of(lead, others, order)
    return (
        breach and (breach.code, breach.needed, breach.given),
        shape_of(lead, order),
        [(part.shape, part.pairs, part.top) for part in components(lead, order)],
        (throw.legal, throw.stands, throw.fine, len(throw.must_lead)),
        winner_of([lead, play], order),
    )


def renamed(found: Position, suits: str) -> Position:
    order, lead, hand, play, others = found
    new = {old: suits[at] for at, old in enumerate(SUITS)}
    trump: Trump = order.trump if order.trump == "NT" else new[order.trump]  # type: ignore[assignment]

    def change(cards: Cards) -> Cards:
        return sort_cards(c if c > 51 else suits_at(new[SUITS[c // 13]]) * 13 + c % 13 for c in cards)

    return (
        order_for(order.rules, trump, order.level),
        change(lead),
        change(hand),
        change(play),
        [*map(change, others)],
    )


def suits_at(suit: str) -> int:
    return SUITS.index(suit)


@pytest.mark.parametrize("suits", ["HSCD", "CDSH", "DCHS"])
def test_suits_renamed(suits: str) -> None:
    for seed in range(120):
        found = position(seed)
        assert verdicts(renamed(found, suits)) == verdicts(found), seed


def test_order_of_writing() -> None:
    for seed in range(150):
        order, lead, hand, play, others = position(seed)
        random = Random(seed)

        def shuffle(cards: Cards, random: Random = random) -> Cards:
            return tuple(random.sample(cards, len(cards)))

        shuffled = (order, shuffle(lead), shuffle(hand), shuffle(play), [shuffle(cards) for cards in others])
        assert verdicts(shuffled) == verdicts((order, lead, hand, play, others)), seed


def test_cards_of_other_suits_change_no_duty() -> None:
    for seed in range(200):
        order, lead, hand, play, _ = position(seed)
        group = order.group_of_all(lead)
        suit = [card for card in hand if order.group(card) == group]
        if len(suit) < len(lead) or order.rules["follow_short_suit"] != "free":
            continue
        before = follow_breach(lead, hand, play, order)
        strange = [card for card in range(54) if order.group(card) != group]
        more = sort_cards((*hand, *Random(seed).sample(strange, 3)))
        after = follow_breach(lead, more, play, order)
        assert (before and before.code) == (after and after.code), seed


def test_a_legal_play_stays_legal_when_more_is_known() -> None:
    """Duties only grow with the cards held: what a part of a hand forbids, the whole hand forbids."""
    check: Callable[..., object] = follow_breach
    for seed in range(200):
        order, lead, hand, play, _ = position(seed)
        part = sort_cards((*play, *[c for c in Random(seed).sample(hand, 12) if c not in play]))
        if order.rules["follow_short_suit"] == "free" and check(lead, part, play, order) is not None:
            assert check(lead, hand, play, order) is not None, seed
