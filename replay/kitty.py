"""The kitty at the end: is it captured, and how often does it count.

Owns `kitty_capture_condition` and the multipliers (params.md section J).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from paipu.grammar.cards import Cards

from .order import TRUMPS, Order
from .parts import Component
from .shapes import components, is_triple
from .tricks import points_in, winner_of

__all__ = ["Capture", "capture", "multiplier"]

_TRACTOR: Final[dict[str, Callable[[int], int]]] = {
    "2^(n+1)": lambda pairs: 2 ** (pairs + 1),
    "2n+2": lambda pairs: 2 * pairs + 2,
    "4n": lambda pairs: 4 * pairs,
    "2n": lambda pairs: 2 * pairs,
    "2": lambda pairs: 2,
}


@dataclass(frozen=True, slots=True)
class Capture:
    """What became of the kitty; `points` is its face value times the multiplier, 0 if not captured."""

    captured: bool
    multiplier: int
    points: int
    parameters: tuple[str, ...]


def capture(plays: Sequence[Cards], attackers_win: bool, kitty: Cards, order: Order) -> Capture:
    """The kitty after the last trick, `plays` in order from the leader.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "H", "7")
    >>> plays = [parse_cards(cards) for cards in ("SAA", "S83", "S4J", "S66")]
    >>> capture(plays, True, parse_cards("SK5"), order).points
    60
    """
    condition = ("kitty_capture_condition",)
    if not attackers_win:
        return Capture(False, 0, 0, condition)
    winning = plays[winner_of(plays, order)]
    if (
        order.rules["kitty_capture_condition"] == "attackers_win_last_trick_with_trump"
        and order.group_of_all(winning) != TRUMPS
    ):
        return Capture(False, 0, 0, condition)
    times, parameters = multiplier(plays[0], order)
    return Capture(times > 0, times, times * points_in(kitty), condition + parameters)


def multiplier(lead: Cards, order: Order) -> tuple[int, tuple[str, ...]]:
    """The multiplier of a last trick with this lead, and the parameters it stands on.

    The winning play has the lead's pattern, so the lead's components count; a lead of mixed suits,
    which can only have stood by mistake, counts as singles.
    """
    if order.group_of_all(lead) is None:
        return order.rules.number("kitty_mult_single"), ("kitty_mult_single",)
    parts = components(lead, order)
    if len(parts) == 1:
        return _of_component(parts[0], order)
    if is_triple(lead, order) and order.rules["kitty_mult_triple"] == "no_capture":
        return 0, ("kitty_mult_triple",)
    if is_triple(lead, order) and order.rules["kitty_mult_triple"] == "as_single":
        return order.rules.number("kitty_mult_single"), ("kitty_mult_triple", "kitty_mult_single")
    return _of_throw(parts, order)


def _of_component(part: Component, order: Order) -> tuple[int, tuple[str, ...]]:
    if part.width > 2:
        # No sheet plays three decks: by the number of cards, as the programs that do.
        return 2 * len(part.cards), ("kitty_mult_tractor",)
    if part.pairs > 1:
        return _TRACTOR[str(order.rules["kitty_mult_tractor"])](part.pairs), ("kitty_mult_tractor",)
    name = "kitty_mult_pair" if part.pairs else "kitty_mult_single"
    return order.rules.number(name), (name,)


def _of_throw(parts: Sequence[Component], order: Order) -> tuple[int, tuple[str, ...]]:
    rule = order.rules["kitty_mult_throw"]
    if rule == "2^(pairs+1)":
        return 2 ** (sum(part.pairs for part in parts) + 1), ("kitty_mult_throw",)
    if rule == "twice_cards_thrown":
        return 2 * sum(len(part.cards) for part in parts), ("kitty_mult_throw",)
    if rule == "twice_cards_of_highest_component":
        return 2 * len(parts[0].cards), ("kitty_mult_throw",)
    # Components come largest first; the largest is also the one of the highest type.
    times, parameters = _of_component(parts[0], order)
    return times, ("kitty_mult_throw", *parameters)
