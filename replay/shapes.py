"""Shapes: how cards of one group decompose into tractors, pairs and singles.

Owns components, the reading of a lead, and the search for runs of pairs in a hand. Asks an
`Order` for groups, strengths and steps; knows no duty and no winner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from paipu.grammar.cards import Card, Cards, is_unknown, rank_of

from .order import TRUMPS, Group, Order
from .parts import Component, Run, runs
from .wide import placements, wide_components

__all__ = [
    "Component",
    "Shape",
    "components",
    "is_colour_tractor",
    "is_triple",
    "pair_count",
    "pairs_by_step",
    "runs",
    "shape_of",
    "top_runs",
]

Shape = Literal["single", "pair", "three", "four", "tractor", "triple", "throw", "none"]


def pairs_by_step(cards: Iterable[Card], order: Order) -> dict[int, list[Card]]:
    """The pairs among cards of one group: for each step, the cards held twice, in canonical order.

    A pair is two identical cards (`pair_definition`); side level cards of two suits are none.
    """
    found: dict[int, list[Card]] = {}
    single: set[Card] = set()
    for card in sorted(cards):
        if card in single:
            single.remove(card)
            found.setdefault(order.strength(card), []).append(card)
        else:
            single.add(card)
    return found


def pair_count(cards: Cards) -> int:
    """How many pairs cards of one group make.

    >>> from paipu.grammar.cards import parse_cards
    >>> pair_count(parse_cards("S99887"))
    2
    """
    single: set[Card] = set()
    for card in cards:
        single ^= {card}
    return (len(cards) - len(single)) // 2


def top_runs(cards: Cards, length: int, group: Group, order: Order, width: int = 2) -> Sequence[Component]:
    """The runs of `length` sets, pairs unless said otherwise, in cards of one group, the highest first."""
    if order.wide:
        return placements(tuple(sorted(cards)), (width,) * length, group, order)
    pairs = pairs_by_step(cards, order)
    room = {step: len(held) for step, held in pairs.items()}
    found = sorted(runs(room, length, group, order), key=lambda run: run[-1], reverse=True)
    return [Component(length, _spell(run, pairs), run[-1]) for run in found]


def _spell(run: Run, pairs: Mapping[int, Sequence[Card]]) -> Cards:
    used: Counter[int] = Counter()
    cards: list[Card] = []
    for step in reversed(run):
        card = pairs[step][used[step]]
        used[step] += 1
        cards += [card, card]
    return tuple(cards)


@lru_cache(maxsize=1 << 15)
def components(cards: Cards, order: Order) -> tuple[Component, ...]:
    """Read cards of one group as the rules intend: longest tractors first, then pairs, singles.

    Largest first, equal sizes from high to low. `tractor_min_pairs` and `tractor_max_pairs` bound
    the tractors. Raises `ValueError` for cards of several groups.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "S", "2")
    >>> [format_cards(part.cards) for part in components(parse_cards("SAA H22 D22 S22"), order)]
    ['S22 H22 SAA', 'D22']
    """
    group = order.group_of_all(cards)
    if group is None:
        raise ValueError("cards of one suit expected")
    if order.wide:
        return wide_components(cards, group, order)
    least = order.rules.number("tractor_min_pairs")
    most = order.rules["tractor_max_pairs"]
    pairs = pairs_by_step(cards, order)
    rest = Counter(cards)
    found: list[Component] = []
    length = sum(map(len, pairs.values()))
    if isinstance(most, int):
        length = min(length, most)
    while length >= least:
        room = {step: len(held) for step, held in pairs.items()}
        run = max(runs(room, length, group, order), key=lambda run: run[-1], default=None)
        if run is None:
            length -= 1
            continue
        spelt = _spell(run, pairs)
        for step in run:
            pairs[step].pop(0)
        rest.subtract(spelt)
        found.append(Component(length, spelt, run[-1]))
    for step, held in pairs.items():
        for card in held:
            rest.subtract((card, card))
            found.append(Component(1, (card, card), step))
    found += [Component(0, (card,), order.strength(card)) for card in rest.elements()]
    return tuple(sorted(found, key=lambda part: (-len(part.cards), -part.top, part.cards)))


def is_triple(cards: Cards, order: Order) -> bool:
    """Whether three side-suit cards are a triple (边三轮: AAK, AKK) by `triple_ranks`.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("hbut_2013"), "H", "2")
    >>> [is_triple(parse_cards(text), order) for text in ("SAAK", "SAKQ", "HAAK")]
    [True, False, False]
    """
    group = order.group_of_all(cards)
    if len(cards) != 3 or len(set(cards)) != 2 or group is None or group == TRUMPS:
        return False
    high, low = sorted({order.strength(card) for card in cards}, reverse=True)
    ranks = order.rules["triple_ranks"]
    if ranks == "A_K":
        return {rank_of(card) for card in cards} == {"A", "K"}
    if ranks == "top_two_side_ranks":
        ranks_held = {order.strength(card) for card in range(52) if order.groups[card] == group}
        return [high, low] == sorted(ranks_held, reverse=True)[:2]
    upper, lower = (next(c for c in cards if order.strength(c) == each) for each in (high, low))
    return order.steps[upper] in order.above(group, order.steps[lower])


def is_colour_tractor(cards: Cards, order: Order) -> bool:
    """Whether cards of two side suits are adjacent pairs of one colour, where that is a tractor.

    A reading of one sheet (`tractor_definition`); what it obliges the others to is said nowhere.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard; tractor_definition=one_colour_or_trump_order"), "S", "2")
    >>> [is_colour_tractor(parse_cards(text), order) for text in ("H33D44", "H33C44", "H33D55")]
    [True, False, False]
    """
    if order.rules["tractor_definition"] != "one_colour_or_trump_order" or any(map(is_unknown, cards)):
        return False
    groups = {order.groups[card] for card in cards}
    pairs = [card for card, count in Counter(cards).items() if count == 2]
    if groups not in ({"H", "D"}, {"S", "C"}) or 2 * len(pairs) != len(cards):
        return False
    steps = sorted(order.steps[card] for card in pairs)
    return all(order.linked("H", low) and high == low + 1 for low, high in pairwise(steps))


def shape_of(cards: Cards, order: Order) -> Shape:
    """What a lead of these cards is; ``"none"`` for no cards, mixed suits or unknown cards."""
    if not cards or order.group_of_all(cards) is None:
        return "none"
    parts = components(cards, order)
    if len(parts) == 1:
        return parts[0].shape
    if order.rules["triple_pattern"] != "throw_only" and is_triple(cards, order):
        return "triple"
    return "throw"
