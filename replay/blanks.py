"""What unknown cards can be: the hands and plays a record leaves open, and what all of them prove.

Owns trying every card that an unknown one can stand for. A duty only grows with the cards held, so
what holds of the fewest cards a hand can have holds of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Final

from paipu.grammar.cards import UNKNOWN, Cards, is_unknown, sort_cards

from .follow import Breach, follow_breach
from .order import Order
from .position import Holding, blank_of

__all__ = ["breaches", "proved"]

_MOST: Final = 1500
"""How many ways are tried; of more nobody is accused, but for what the best of them shows."""
_CERTAIN_ANYWAY: Final = frozenset({"follow.suit", "follow.count"})


def breaches(lead: Cards, holding: Holding, play: Cards, order: Order) -> list[Breach]:
    """The duty missed by each play that `play` can have been; [] if one of them misses none.

    `play` is one the holding can have made.
    """
    known = tuple(card for card in play if not is_unknown(card))
    blanks = tuple(card for card in play if is_unknown(card))
    hand = sort_cards((*holding.cards, *(Counter(known) - Counter(holding.cards)).elements()))
    if not blanks:
        breach = follow_breach(lead, hand, play, order)
        return [breach] if breach else []
    spare = () if holding.later else tuple((Counter(hand) - Counter(known)).elements())
    pool = Counter(spare)
    if holding.unknown:
        decks = order.rules.number("deck_count")
        pool = Counter(dict.fromkeys(range(UNKNOWN), decks))

    def judged(chosen: Cards) -> Breach | None:
        if len(chosen) < len(blanks):
            return None  # no such play is left to this hand
        full = sort_cards((*known, *chosen))
        held = sort_cards((*hand, *(Counter(full) - Counter(hand)).elements()))
        return follow_breach(lead, held, full, order)

    ways = _choices(pool, blanks)
    if ways is None:
        best = judged(_of_suit_led(pool, spare, blanks, lead, order))
        return [best] if best and best.code in _CERTAIN_ANYWAY else []
    found: list[Breach] = []
    for chosen in ways:
        breach = judged(chosen)
        if breach is None:
            return []
        found.append(breach)
    return found


def proved(holding: Holding, play: Cards, test: Callable[[Holding], bool]) -> bool:
    """Whether `test` holds of the hand however the cards that are gone, or in doubt, are chosen.

    Cards played now are not among those gone.
    """
    kept = Counter(play) & Counter(holding.cards)
    spare = Counter(holding.cards) - kept
    blanks = [*holding.gone, *(UNKNOWN,) * holding.doubt]
    sure = Counter(Holding(tuple(spare.elements()), gone=tuple(blanks)).sure)

    def left(cards: Counter[int]) -> Holding:
        return Holding(sort_cards((kept + cards).elements()), holding.unknown, later=holding.later)

    if test(left(sure)):
        return True
    ways = _choices(spare, blanks) if blanks.count(UNKNOWN) <= 2 else None
    return ways is not None and all(test(left(spare - Counter(gone))) for gone in ways)


def _choices(pool: Counter[int], blanks: list[int] | Cards) -> set[Cards] | None:
    """Every choice of cards of the pool that the blanks can be, as far as it has any; None if too many."""
    chosen: set[Cards] = {()}
    for blank, count in sorted(Counter(blanks).items(), reverse=True):
        grown: set[Cards] = set()
        for before in chosen:
            left = pool - Counter(before)
            cards = [card for card in left if blank in (UNKNOWN, blank_of(card))]
            number = min(count, sum(left[card] for card in cards))
            for tried, more in enumerate(combinations_with_replacement(sorted(cards), number)):
                if tried > 20 * _MOST or len(grown) > _MOST:
                    return None
                if not Counter(more) - left:
                    grown.add(tuple(sorted((*before, *more))))
        chosen = grown
    return chosen


def _of_suit_led(pool: Counter[int], spare: Cards, blanks: Cards, lead: Cards, order: Order) -> Cards:
    """What the blanks can be with as many cards of the group led as possible, known ones first."""
    group = order.group_of_all(lead)
    left, known = pool.copy(), Counter(spare)
    chosen: list[int] = []
    for blank in sorted(blanks, reverse=True):
        cards = [card for card in left if left[card] and blank in (UNKNOWN, blank_of(card))]
        card = max(cards, key=lambda card: (order.group(card) == group, known[card] > 0, card), default=None)
        if card is not None:
            left[card] -= 1
            known[card] -= 1
            chosen.append(card)
    return tuple(chosen)
