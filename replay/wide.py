"""Three and four decks: three and four alike are shapes of their own, and so are their tractors.

Owns what changes when a card may be held more than twice; with one or two decks nobody asks this
module. A *set* is two, three or four identical cards, its *width* the number. The rule sheets play two
decks: the duties here are those of the platform profiles, each set drawn as far as it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from paipu.grammar.cards import Card, Cards

from .order import Group, Order
from .parts import Component, Run, runs

__all__ = ["best_sets", "set_vector", "tops_of", "wide_components", "wide_fit", "wide_runs"]

Counts = Mapping[Card, int]


def _room(counts: Counts, width: int, order: Order) -> dict[int, int]:
    """For each step, how many sets of `width` it holds."""
    room: dict[int, int] = {}
    for card, count in counts.items():
        if count >= width:
            room[order.strength(card)] = room.get(order.strength(card), 0) + count // width
    return room


def _spell(run: Run, width: int, counts: Counts, order: Order) -> Cards:
    """The cards of a run: at each step the card held least often that still makes the set."""
    left = Counter(counts)
    cards: list[Card] = []
    for step in reversed(run):
        able = [card for card, count in left.items() if count >= width and order.strength(card) == step]
        chosen = min(able, key=lambda card: (left[card], card))
        left[chosen] -= width
        cards += [chosen] * width
    return tuple(cards)


def wide_runs(cards: Cards, width: int, length: int, group: Group, order: Order) -> list[Cards]:
    """The runs of `length` sets of `width` in cards of one group, the highest first."""
    counts = Counter(cards)
    found = sorted(
        runs(_room(counts, width, order), length, group, order), key=lambda run: run[-1], reverse=True
    )
    return [_spell(run, width, counts, order) for run in found]


def wide_components(cards: Cards, group: Group, order: Order) -> tuple[Component, ...]:
    """Read cards of one group: the part with most cards first, of equal ones the widest, then the highest.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard; deck_count=3"), "S", "2")
    >>> [format_cards(part.cards) for part in wide_components(parse_cards("H555666778"), "H", order)]
    ['H666555', 'H77', 'H8']
    """
    counts = Counter(cards)
    found: list[Component] = []
    while counts:
        part = _largest(counts, group, order)
        found.append(part)
        counts -= Counter(part.cards)
    return tuple(sorted(found, key=lambda part: (-len(part.cards), -part.width, -part.top, part.cards)))


def _largest(counts: Counts, group: Group, order: Order) -> Component:
    best: tuple[int, int, int] | None = None
    chosen: Component | None = None
    for width in range(max(counts.values()), 1, -1):
        room = _room(counts, width, order)
        for length in range(sum(room.values()), 0, -1):
            run = max(runs(room, length, group, order), key=lambda run: run[-1], default=None)
            if run is None:
                continue
            rank = (width * length, width, run[-1])
            if best is None or rank > best:
                best = rank
                chosen = Component(length, _spell(run, width, counts, order), run[-1], width)
            break
    if chosen is not None:
        return chosen
    card = max(counts, key=lambda card: (order.strength(card), -card))
    return Component(0, (card,), order.strength(card))


# --- duties ---------------------------------------------------------------------------------------


def wide_fit(
    cards: Cards, led: Sequence[Component], group: Group, order: Order
) -> tuple[tuple[int, ...], tuple[Cards, ...]]:
    """Which led tractors, most cards first, cards of one group answer with their own kind (1 or 0)."""
    if not led:
        return (), ()
    part, rest = led[0], led[1:]
    answers = []
    for run in wide_runs(cards, part.width, part.pairs, group, order):
        left = tuple((Counter(cards) - Counter(run)).elements())
        fit, more = wide_fit(left, rest, group, order)
        answers.append(((1, *fit), (run, *more)))
    if answers:
        return max(answers)
    fit, more = wide_fit(cards, rest, group, order)
    return (0, *fit), more


def set_vector(cards: Cards, caps: Sequence[int]) -> tuple[int, ...]:
    """How many sets of each width cards hold, widest first, each counted up to its cap.

    ``caps[i]`` belongs to width ``len(caps) + 1 - i``.

    >>> from paipu.grammar.cards import parse_cards
    >>> set_vector(parse_cards("H44455"), (1, 2))
    (1, 2)
    """
    counts = Counter(cards)
    widths = range(len(caps) + 1, 1, -1)
    return tuple(
        min(cap, sum(count // width for count in counts.values()))
        for width, cap in zip(widths, caps, strict=True)
    )


def best_sets(cards: Cards, size: int, caps: Sequence[int]) -> tuple[int, ...]:
    """The best set vector a play of `size` cards can have, wider sets first.

    >>> from paipu.grammar.cards import parse_cards
    >>> best_sets(parse_cards("H444TT6"), 4, (0, 2))
    (0, 2)
    """
    widths = range(len(caps) + 1, 1, -1)
    reached: set[tuple[int, tuple[int, ...]]] = {(0, (0,) * len(caps))}
    for count in Counter(cards).values():
        reached |= {
            (
                used + taken,
                tuple(
                    min(cap, have + taken // width)
                    for have, width, cap in zip(got, widths, caps, strict=True)
                ),
            )
            for used, got in reached
            for taken in range(2, count + 1)
            if used + taken <= size
        }
    return max(got for _, got in reached)


# --- comparing ------------------------------------------------------------------------------------


def tops_of(
    cards: Cards, parts: Sequence[Component], group: Group, order: Order
) -> Iterator[tuple[int, ...]]:
    """The tops of the lead's parts in every split of `cards` into parts of the same shapes.

    Sets may stand in for singles and narrower sets, longer runs for shorter ones.
    """
    sets = [part for part in parts if part.pairs]
    singles = len(parts) - len(sets)

    def split(counts: Counter[Card], left: Sequence[Component]) -> Iterator[tuple[int, ...]]:
        if not left:
            rest = sorted(
                chain.from_iterable([order.strength(c)] * n for c, n in counts.items()), reverse=True
            )
            if len(rest) == singles:
                yield tuple(rest)
            return
        part = left[0]
        for run in wide_runs(tuple(counts.elements()), part.width, part.pairs, group, order):
            top = max(map(order.strength, run))
            for more in split(counts - Counter(run), left[1:]):
                yield (top, *more)

    return split(Counter(cards), sets)
