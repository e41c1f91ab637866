"""Who wins a trick, and what it is worth.

Owns comparing plays and ruffs (params.md section I) and the points of cards. Knows no duty: an
illegal play is compared like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from paipu.grammar.cards import Card, Cards, points_of

from .order import TRUMPS, Order
from .parts import Component, runs
from .shapes import components, is_triple, pair_count, pairs_by_step, shape_of
from .wide import tops_of

__all__ = ["points_in", "rank_of_play", "ruff_parameters", "winner_of"]


def points_in(cards: Iterable[Card]) -> int:
    """The points of cards (`point_cards`: five 5, ten 10, king 10)."""
    return sum(map(points_of, cards))


def winner_of(plays: Sequence[Cards], order: Order) -> int:
    """Index of the winning play, the leader's being 0; of equals the first played wins.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "S", "2")
    >>> winner_of([parse_cards(t) for t in ("H99TT", "HAAKK", "S6677", "S22C22")], order)
    3
    """
    best, winner = rank_of_play(plays[0], plays[0], order), 0
    for at, play in enumerate(plays[1:], 1):
        rank = rank_of_play(play, plays[0], order)
        if rank is not None and (best is None or _beats(play, rank, plays[winner], best, plays[0], order)):
            best, winner = rank, at
    return winner


def _beats(
    play: Cards, rank: tuple[int, int], holder: Cards, best: tuple[int, int], lead: Cards, order: Order
) -> bool:
    """Whether `play` takes the trick from `holder`, both of the lead's pattern."""
    thrown = order.rules["ruff_throw_comparison"] == "every_component" and rank[0] == best[0]
    if not thrown or order.group_of_all(lead) is None or len(components(lead, order)) == 1:
        return rank > best
    parts = components(lead, order)
    under = max(_tops(holder, parts, order), default=None)
    return under is not None and any(
        all(a > b for a, b in zip(over, under, strict=True)) for over in _tops(play, parts, order)
    )


def _tops(play: Cards, parts: Sequence[Component], order: Order) -> Iterator[tuple[int, ...]]:
    group = order.group_of_all(play)
    return iter(()) if group is None else tops_of(play, parts, group, order)


def rank_of_play(play: Cards, lead: Cards, order: Order) -> tuple[int, int] | None:
    """What a play counts against this lead: ``(ruff, strength of the deciding part)``, or None.

    None is a discard: another suit, or not the pattern of the lead (`compare_rule`,
    `ruff_condition`). The deciding part is the highest component of the lead's highest type: its
    longest tractor, else a pair, else a single (`ruff_throw_comparison`); pairs may stand in for
    singles, and longer runs for shorter ones.
    """
    group = order.group_of_all(lead)
    played = order.group_of_all(play)
    if group is None:
        # A lead of mixed suits stood at the table: nothing can match it.
        return (0, 0) if play is lead else None
    if len(play) != len(lead) or played not in (group, TRUMPS):
        return None
    parts = components(lead, order)
    ruff = int(played == TRUMPS and group != TRUMPS)
    if ruff and is_triple(lead, order) and order.rules["ruff_triple"] != "as_throw":
        top = _triple_ruff(play, parts, order)
    elif len(parts) > 1 and (ruff or order.rules["ruff_throw_requirement"] == "any_throw"):
        top = _throw_ruff(play, parts, order)
    else:
        top = _deciding_top(play, parts, order)
    return None if top is None else (ruff, top)


def ruff_parameters(lead: Cards, order: Order) -> tuple[str, ...]:
    """What comparing the ruffs of a lead of several components rests on."""
    if shape_of(lead, order) == "triple":
        return ("ruff_triple",)
    return ("ruff_throw_requirement", "ruff_throw_comparison")


def _deciding_top(play: Cards, parts: Sequence[Component], order: Order) -> int | None:
    """Highest strength the deciding part can have in any split of `play` into the lead's parts."""
    if order.wide:
        # Splits come with the highest first part first.
        return next((tops[0] for tops in _tops(play, parts, order)), None)
    tractors = tuple(part.pairs for part in parts if part.pairs > 1)
    pairs_needed = sum(part.pairs for part in parts)
    if pair_count(play) < pairs_needed:
        return None
    if tractors:
        return max((split[0][-1] for split in _splits(play, tractors, order)), default=None)
    if pairs_needed:
        return max(pairs_by_step(play, order))
    return max(map(order.strength, play))


def _throw_ruff(play: Cards, parts: Sequence[Component], order: Order) -> int | None:
    """Strength of a ruff of a throw by `ruff_throw_requirement` and `ruff_throw_comparison`."""
    needs = order.rules["ruff_throw_requirement"]
    pairs = sum(part.pairs for part in parts)
    top: int | None
    if needs == "any_throw":
        # As the program does that plays so: a throw for a throw, followed in the suit or not.
        top = max(map(order.strength, play)) if len(components(play, order)) > 1 else None
    elif needs == "exact_components":
        laid = components(play, order)
        alike = [(each.pairs, each.width) for each in laid] == [(each.pairs, each.width) for each in parts]
        top = laid[0].top if alike else None
    elif needs == "pair_present" and pairs:
        top = max(pairs_by_step(play, order), default=None)
    elif needs == "as_many_pairs" and pairs:
        top = max(pairs_by_step(play, order)) if pair_count(play) >= pairs else None
    else:
        top = _deciding_top(play, parts, order)
    if top is not None and order.rules["ruff_throw_comparison"] == "highest_card":
        return max(map(order.strength, play))
    return top


def _splits(play: Cards, lengths: tuple[int, ...], order: Order) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to lay disjoint runs of these lengths into the pairs of a play of one group.

    The pairs left over always suffice for the lead's other pairs: they are counted before.
    """
    group = order.group_of_all(play)
    assert group is not None
    room = Counter({step: len(held) for step, held in pairs_by_step(play, order).items()})

    def lay(room: Counter[int], lengths: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if not lengths:
            yield ()
            return
        for run in runs(room, lengths[0], group, order):
            for more in lay(room - Counter(run), lengths[1:]):
                yield (run, *more)

    return lay(room, lengths)


def _triple_ruff(play: Cards, parts: Sequence[Component], order: Order) -> int | None:
    """Strength of a ruff of a triple by `ruff_triple`, None where it does not ruff.

    Three trumps ruff with a pair and a single. Under the rule of hbut_2013 八(五) the part that
    stands for the aces must be the higher one, and it decides.
    """
    pairs = pairs_by_step(play, order)
    if not pairs:
        return None
    pair = max(pairs)
    if order.rules["ruff_triple"] != "AAK_pair_and_lower_AKK_single_and_lower_pair":
        return pair
    singles = Counter(play) - Counter({pairs[pair][0]: 2})
    single = order.strength(next(iter(singles.elements())))
    aces_paired = parts[0].top > parts[1].top
    if aces_paired:
        return pair if single < pair else None
    return single if pair < single else None
