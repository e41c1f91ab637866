"""What might have been played instead: the legal plays at one play of a hand, as many as can be listed.

Owns the bounds of that list. What is legal, `Position` decides.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import comb
from typing import Any

from paipu.grammar.cards import Cards, card_text

from .audit import Audit
from .follow import example_follow
from .order import Order
from .position import Position

__all__ = ["legal_plays_at"]

Json = dict[str, Any]


def legal_plays_at(audited: Audit, at: str, limit: int = 60, tries: int = 20_000) -> Json | None:
    """The legal plays at the address of a play.

    ``plays`` are at most `limit`, ``all`` says whether there are no others, ``example`` is one where
    more than `tries` choices would have to be looked at. A leader may also throw what the rules allow:
    such leads are not listed, ``throws`` says so. None without a known hand or lead.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> text = '''[SJN "1"]
    ... [Level "2"]
    ... [Trump "S"]
    ... [Dealer "N"]
    ...
    ... Deal:
    ... W H34
    ...
    ... Tricks:
    ... 1. N HA / W H3 / S H5 / E D7
    ... = *
    ... '''
    >>> legal_plays_at(audit(loads(text)[0]), "1.2") is None  # of the hand of West only two cards are known
    True
    """
    position = audited.replay.positions.get(at)
    play = next((p for t, n, p in audited.record.plays() if f"{t.number}.{n}" == at), None)
    if position is None or play is None or not position.hands[play.seat].complete or not position.known:
        return None
    hand, lead = position.hands[play.seat].cards, position.lead
    order = position.order
    found: Json = {"seat": play.seat, "plays": [], "all": False, "example": None, "throws": False}
    if lead is None:
        found["throws"] = order.rules["throw_allowed"] != "no"
    elif order.group_of_all(lead) is None or len(hand) < len(lead):
        return None
    elif _choices(position, hand, lead, order) > tries:
        return {**found, "example": _texts(example_follow(lead, hand, order))}
    plays = list(islice(position.legal_plays(play.seat), limit + 1))
    return {
        **found,
        "plays": [_texts(each) for each in plays[:limit]],
        "all": len(plays) <= limit,
    }


def _choices(position: Position, hand: Cards, lead: Cards, order: Order) -> int:
    """How many candidates `legal_follows` would look at, at most."""
    group = order.group_of_all(lead)
    suit = order.cards_of(group, hand) if group else ()
    if order.rules["follow_tractor"] == "trump_pattern_even_holding_suit":
        return comb(len(hand), len(lead))
    if len(suit) > len(lead):
        return comb(len(suit), len(lead))
    rest = sum((Counter(hand) - Counter(suit)).values())
    return comb(rest, len(lead) - len(suit))


def _texts(cards: Cards) -> list[str]:
    return [card_text(card) for card in cards]
