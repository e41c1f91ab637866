"""Where the cards of a run have to be chosen: three and four decks, and tractors by printed ranks.

Owns reading, laying and comparing cards when a card may be held more than twice, so that three and
four alike are shapes of their own with their own tractors, and when any two level cards make a pair
inside a tractor. Elsewhere nobody asks this module. A *set* is two, three or four identical cards, its
*width* the number; a run is given by the widths of its sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from paipu.grammar.cards import Card, Cards

from .order import TRUMPS, Group, Order
from .parts import Component

__all__ = ["Widths", "placements", "tops_of", "wide_components"]

Counts = Mapping[Card, int]
Widths = tuple[int, ...]
"""The widths of the sets of a run, the widest first; on the table they may come in any order."""


@lru_cache(maxsize=1 << 13)
def placements(cards: Cards, widths: Widths, group: Group, order: Order) -> tuple[Component, ...]:
    """Every way to lay a run of these widths with cards of one group, the highest first.

    A run of one set is three alike or the like. `cards` come sorted; a card makes one set of a run.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard; deck_count=3"), "S", "2")
    >>> cards = tuple(sorted(parse_cards("H444556")))
    >>> [format_cards(part.cards) for part in placements(cards, (3, 2), "H", order)]
    ['H55444']
    """
    counts = Counter(cards)
    steps: dict[int, list[Card]] = {}
    for card in counts:
        steps.setdefault(order.steps[card], []).append(card)
    found: dict[Cards, Component] = {}

    def lay(step: int, left: Widths, laid: Cards, twice: bool) -> None:
        for width in sorted(set(left)):
            at = left.index(width)
            rest = left[:at] + left[at + 1 :]
            for chosen in _sets(steps[step], width, counts, loose=step == order.loose and len(widths) > 1):
                if laid and set(chosen) & set(laid):
                    continue
                now = (*laid, *chosen)
                if not rest:
                    # Of two ways to lay the same cards round the ace the higher one.
                    part = Component(len(widths), now[::-1], _top(now, order), widths[0])
                    key = tuple(sorted(now))
                    if key not in found or part.top > found[key].top:
                        found[key] = part
                    continue
                if group == TRUMPS and step in order.twins and not twice:
                    lay(step, rest, now, True)
                for up in order.above(group, step, start=not laid):
                    if up in steps:
                        lay(up, rest, now, False)

    for step in steps:
        lay(step, widths, (), False)
    return tuple(sorted(found.values(), key=lambda part: (-part.top, part.cards)))


def _sets(cards: Sequence[Card], width: int, counts: Counts, *, loose: bool) -> Iterator[Cards]:
    """The sets of a width on one step; on the loose step also two cards of different suits."""
    for card in cards:
        if counts[card] >= width:
            yield (card,) * width
    if loose and width == 2:
        yield from combinations(cards, 2)


def _top(laid: Cards, order: Order) -> int:
    """The strength of a run laid from low to high: its upper end, by printed ranks its highest card."""
    return max(map(order.strength, laid)) if order.loose is not None else order.strength(laid[-1])


# --- reading --------------------------------------------------------------------------------------


def wide_components(cards: Cards, group: Group, order: Order) -> tuple[Component, ...]:
    """Read cards of one group: the part with most cards first, of equal ones the widest, then the highest.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard; deck_count=3"), "S", "2")
    >>> [format_cards(part.cards) for part in wide_components(parse_cards("H555666778"), "H", order)]
    ['H666555', 'H77', 'H8']
    """
    parts = _read(tuple(sorted(cards)), group, order)
    return tuple(sorted(parts, key=lambda part: (-len(part.cards), -part.width, -part.top, part.cards)))


@lru_cache(maxsize=1 << 13)
def _read(cards: Cards, group: Group, order: Order) -> tuple[Component, ...]:
    """The largest part and the reading of the rest; of parts of one size the one that leaves the best."""
    alike = _largest(cards, group, order)
    if not alike:
        return tuple(Component(0, (card,), order.strength(card)) for card in cards)
    ways = []
    for part in alike:
        rest = tuple(sorted((Counter(cards) - Counter(part.cards)).elements()))
        ways.append((part, *_read(rest, group, order)))
    return max(ways, key=_size)


def _size(parts: Sequence[Component]) -> tuple[list[tuple[int, int]], list[int]]:
    """What a reading is compared by: the sizes of its parts, then their tops."""
    ranks = sorted(((len(part.cards), part.width, part.top) for part in parts), reverse=True)
    return [(size, width) for size, width, _ in ranks], [top for _, _, top in ranks]


def _largest(cards: Cards, group: Group, order: Order) -> Sequence[Component]:
    """The largest sets or tractors, those of one size; () where all cards are different."""
    best: tuple[int, int] = (1, 0)
    alike: Sequence[Component] = ()
    for width in range(max(Counter(cards).values(), default=0), 1, -1):
        for length in _lengths(len(cards) // width, order):
            parts = placements(cards, (width,) * length, group, order)
            if parts:
                if (width * length, width) > best:
                    # Sets by themselves do not get in each other's way.
                    best, alike = (width * length, width), parts if length > 1 else parts[:1]
                break
    return alike


def _lengths(most: int, order: Order) -> Iterator[int]:
    """How many sets a part may have, from long to short (`tractor_min_pairs`, `tractor_max_pairs`)."""
    limit = order.rules["tractor_max_pairs"]
    longest = min(most, limit) if isinstance(limit, int) else most
    yield from range(longest, max(1, order.rules.number("tractor_min_pairs") - 1), -1)
    yield 1


# --- comparing ------------------------------------------------------------------------------------


def tops_of(
    cards: Cards, parts: Sequence[Component], group: Group, order: Order
) -> Iterator[tuple[int, ...]]:
    """The tops of the lead's parts in every split of `cards` into parts of the same shapes.

    Sets may stand in for singles and narrower sets, longer runs for shorter ones. Parts of the same
    shape come from high to low, and the splits with the highest first part first.
    """
    sets = [part for part in parts if part.pairs]
    singles = len(parts) - len(sets)

    def split(cards: Cards, left: Sequence[Component], above: Component | None) -> Iterator[tuple[int, ...]]:
        if not left:
            if len(cards) == singles:
                yield tuple(sorted(map(order.strength, cards), reverse=True))
            return
        shape = (left[0].width,) * left[0].pairs
        for laid in placements(cards, shape, group, order):
            if above and (above.width, above.pairs) == (laid.width, laid.pairs) and laid.top > above.top:
                continue
            rest = tuple(sorted((Counter(cards) - Counter(laid.cards)).elements()))
            for more in split(rest, left[1:], laid):
                yield (laid.top, *more)

    return split(tuple(sorted(cards)), sets, None)
