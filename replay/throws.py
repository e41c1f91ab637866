"""Leads of several components: may they be led, do they stand, what must be led instead.

Owns params.md section G. Knows no seats: the other hands come in play order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from paipu.grammar.cards import Cards

from .order import TRUMPS, Order
from .parts import Component
from .shapes import components, is_colour_tractor, is_triple, shape_of, top_runs

__all__ = ["Beaten", "Throw", "lead_breach", "throw_of"]


@dataclass(frozen=True, slots=True)
class Beaten:
    """A component of a throw that another hand beats: by whom (0..2 in play order), with what.

    `by` is None where only the other hands together hold the cards.
    """

    component: Component
    by: int | None
    cards: Cards


@dataclass(frozen=True, slots=True)
class Throw:
    """The verdict on a lead. `must_lead` is () for a throw that stands; `fine` counts points."""

    legal: bool
    stands: bool
    must_lead: Cards = ()
    fine: int = 0
    beaten: tuple[Beaten, ...] = ()


def lead_breach(lead: Cards, order: Order) -> Literal["lead.suits", "lead.throw"] | None:
    """Why these cards may not be led at all: several suits, or a throw the rules do not know.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("hbut_2013"), "H", "2")
    >>> [lead_breach(parse_cards(text), order) for text in ("SAAK", "SAKQ", "HAAK", "SA C3")]
    [None, 'lead.throw', 'lead.throw', 'lead.suits']
    """
    group = order.group_of_all(lead)
    if group is None:
        return None if is_colour_tractor(lead, order) else "lead.suits"
    shape = shape_of(lead, order)
    if shape != "throw" and not (
        shape == "triple" and order.rules["triple_pattern"] == "throw_with_own_ruff_rule"
    ):
        return None
    allowed = order.rules["throw_allowed"]
    side_only = order.rules["throw_suits"] == "side_suit"
    if allowed == "yes" and not (side_only and group == TRUMPS):
        return None
    if allowed == "only_pairs" and all(part.pairs for part in components(lead, order)):
        return None
    return None if allowed == "only_AAK_AKK" and is_triple(lead, order) else "lead.throw"


def throw_of(lead: Cards, others: Sequence[Cards], order: Order) -> Throw:
    """Judge a lead against the other three hands, in play order.

    A component falls if one other hand alone holds a higher one of the same type in the same
    group (`throw_success_test`); equal cards do not stop it. The other hands may be known in part:
    what they beat is beaten, what they do not may still be.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "H", "2")
    >>> format_cards(throw_of(parse_cards("SA55"), [parse_cards("S99"), (), ()], order).must_lead)
    'S55'
    """
    if lead_breach(lead, order):
        return Throw(legal=False, stands=False)
    if order.group_of_all(lead) is None:
        return Throw(legal=True, stands=True)
    parts = components(lead, order)
    test = order.rules["throw_success_test"]
    if len(parts) == 1 or test == "not_needed":
        return Throw(legal=True, stands=True)
    if test == "pooled_singles_and_pairs":
        beaten = tuple(_beaten_by_all(lead, others, order))
    else:
        beaten = tuple(found for part in parts if (found := _beaten(part, others, order)))
    if not beaten:
        return Throw(legal=True, stands=True)
    must = _must_lead(parts, beaten, order)
    return Throw(True, False, must, _fine(lead, must, beaten, order), beaten)


def _must_lead(parts: Sequence[Component], beaten: Sequence[Beaten], order: Order) -> Cards:
    """The part to lead after a failed throw, by `throw_fail_lead`."""
    rule = order.rules["throw_fail_lead"]
    fallen = [item.component for item in beaten]
    if rule == "smallest_card":
        return (min((card for part in parts for card in part.cards), key=order.strength),)
    if rule == "first_beaten_in_play_order":
        first = min(beaten, key=lambda item: (item.by or 0, len(item.component.cards), item.component.top))
        return first.component.cards
    if rule == "fewest_cards_beaten_component":
        return min(fallen, key=lambda part: (len(part.cards), part.top)).cards
    candidates = parts if rule == "smallest_component" else fallen
    return min(candidates, key=lambda part: (part.top, len(part.cards))).cards


def _beaten(part: Component, others: Sequence[Cards], order: Order) -> Beaten | None:
    group = order.group_of_all(part.cards)
    assert group is not None
    for by, hand in enumerate(others):
        suit = order.cards_of(group, hand)
        if part.pairs == 0:
            rivals: Sequence[Component] = [Component(0, (card,), order.strength(card)) for card in suit]
        else:
            rivals = top_runs(suit, part.pairs, group, order, part.width)
        higher = [rival for rival in rivals if rival.top > part.top]
        if higher:
            return Beaten(part, by, min(higher, key=lambda rival: rival.top).cards)
    return None


def _beaten_by_all(lead: Cards, others: Sequence[Cards], order: Order) -> Iterator[Beaten]:
    """The singles and pairs of a throw below one that the other hands hold together (godot).

    Pairs are looked at one by one, those of a tractor too.
    """
    group = order.group_of_all(lead)
    assert group is not None
    held = Counter(card for hand in others for card in order.cards_of(group, hand))
    for card, count in Counter(lead).items():
        copies = min(count, 2)
        rivals = [each for each, n in held.items() if n >= copies]
        best = max(rivals, key=order.strength, default=card)
        if order.strength(best) > order.strength(card):
            owners = (at for at, hand in enumerate(others) if hand.count(best) >= copies)
            part = Component(copies - 1, (card,) * copies, order.strength(card))
            yield Beaten(part, next(owners, None), (best,) * copies)


def _fine(lead: Cards, must: Cards, beaten: tuple[Beaten, ...], order: Order) -> int:
    """Points for a failed throw (`throw_fail_penalty` by `throw_fail_count_basis`)."""
    if order.rules["throw_fail_penalty"] == "none":
        return 0
    counts = {
        "taken_back": len(lead) - len(must),
        "thrown_minus_1": len(lead) - 1,
        "beaten": sum(len(item.component.cards) for item in beaten),
        "thrown": len(lead),
    }
    return 10 * counts[order.rules.word("throw_fail_count_basis")]
