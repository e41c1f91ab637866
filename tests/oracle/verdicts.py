"""The rules of play by trying everything: decomposition, follows, throws, winners.

Owns the naive answers that the engine is compared with. Each function tries all ways and keeps what
the rule sheets allow; speed is nobody's concern. Must not import the engine's order, shapes,
follow, throws or tricks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from paipu.grammar.cards import Cards

from .ladder import TRUMPS, Ladder

__all__ = [
    "Part",
    "Verdict",
    "beaten_parts",
    "breach_code",
    "decompositions",
    "is_triple",
    "legal_follows",
    "shape",
    "throw_verdict",
    "winner",
]


@dataclass(frozen=True, order=True)
class Part:
    """One component: `pairs` is 0 for a single, 1 for a pair, more for a tractor."""

    pairs: int
    top: int
    cards: Cards


# --- decomposition ----------------------------------------------------------------------------


def _without(cards: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def _tractor_sets(ladder: Ladder, pairs: Cards) -> Iterator[tuple[Cards, ...]]:
    """All sets of disjoint tractors among these pairs, the empty set too."""
    if not pairs:
        yield ()
        return
    first, rest = pairs[0], pairs[1:]
    yield from _tractor_sets(ladder, rest)  # `first` stays a pair by itself
    for length in range(2, len(pairs) + 1):
        for run in ladder.tractors(pairs, length):
            if first in run:
                for others in _tractor_sets(ladder, _without(pairs, run)):
                    yield (run, *others)


def decompositions(cards: Cards, ladder: Ladder) -> list[tuple[Part, ...]]:
    """The ways to read cards of one suit as components, each largest first.

    Longest tractors first, and of two ways with the same tractors the higher ones. More than one
    way remains only where level cards of equal height may change places.
    """
    pairs = ladder.pairs(cards)
    singles = _without(cards, tuple(each for each in pairs for _ in range(2)))
    found: dict[tuple[Part, ...], tuple[list[int], list[int]]] = {}
    for runs in _tractor_sets(ladder, pairs):
        lone = _without(pairs, tuple(each for run in runs for each in run))
        parts = [Part(len(run), ladder.top(run), tuple(sorted(run * 2))) for run in runs]
        parts += [Part(1, ladder.height(each), (each, each)) for each in lone]
        parts += [Part(0, ladder.height(each), (each,)) for each in singles]
        parts.sort(key=lambda part: (-part.pairs, -part.top, part.cards))
        found[tuple(parts)] = ([part.pairs for part in parts], [part.top for part in parts])
    best = max(found.values())
    return [parts for parts, value in found.items() if value == best]


def is_triple(cards: Cards, ladder: Ladder) -> bool:
    """Whether the cards are a triple: a pair and a single of a side suit, of the ranks named."""
    group = ladder.common_group(cards)
    if group in (None, TRUMPS) or len(cards) != 3 or len(ladder.pairs(cards)) != 1:
        return False
    assert group is not None
    rungs = ladder.rungs[group]
    names = [rung.name for rung in rungs if set(rung.cards) & set(cards)]
    ranks = ladder.rules["triple_ranks"]
    if len(names) != 2:
        return False
    if ranks == "A_K":
        return names == ["A", "K"]
    if ranks == "top_two_side_ranks":
        return names == [rungs[0].name, rungs[1].name]
    places = [rung.name for rung in rungs]
    return places.index(names[1]) == places.index(names[0]) + 1 and ladder.joined(*names)


def shape(cards: Cards, ladder: Ladder) -> str:
    """What a lead of these cards is."""
    if ladder.common_group(cards) is None:
        return "none"
    parts = decompositions(cards, ladder)[0]
    if len(parts) == 1:
        return ("single", "pair")[parts[0].pairs] if parts[0].pairs < 2 else "tractor"
    known = ladder.rules["triple_pattern"] != "throw_only"
    return "triple" if known and is_triple(cards, ladder) else "throw"


# --- following --------------------------------------------------------------------------------


def _best_tractors(pairs: Cards, lengths: tuple[int, ...], ladder: Ladder) -> tuple[int, ...]:
    """How long the tractors are that these pairs can give for led ones, the longest led first.

    A led tractor is answered by one of its length; failing that by the longest shorter one where
    `follow_longer_tractor` asks for it; else by none (0).
    """
    if not lengths:
        return ()
    rule = ladder.rules["follow_longer_tractor"]
    if rule == "best_decomposition":
        return next(split for split in _split_leads(lengths) if _can_give(pairs, split, ladder))
    led, rest = lengths[0], lengths[1:]
    for length in range(led, 1, -1) if rule == "shorter_required" else (led,):
        ways = ladder.tractors(pairs, length)
        if ways:
            return max((length, *_best_tractors(_without(pairs, way), rest, ladder)) for way in ways)
    return (0, *_best_tractors(pairs, rest, ladder))


@cache
def _split_leads(lengths: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All ways to split led tractors into shorter ones and pairs, from large parts to small.

    Pairs are left out, because as many of them as possible are owed anyway.
    """
    ways: set[tuple[int, ...]] = {()}
    for length in lengths:
        ways = {tuple(sorted((*way, *parts), reverse=True)) for way in ways for parts in _partitions(length)}
    return tuple(sorted({tuple(part for part in way if part > 1) for way in ways}, reverse=True))


def _partitions(number: int) -> list[tuple[int, ...]]:
    """The ways to write a number as a sum."""
    if number == 0:
        return [()]
    return [(first, *rest) for first in range(1, number + 1) for rest in _partitions(number - first)]


def _can_give(pairs: Cards, lengths: tuple[int, ...], ladder: Ladder) -> bool:
    """Whether these pairs hold tractors of these lengths side by side."""
    return not lengths or any(
        _can_give(_without(pairs, way), lengths[1:], ladder) for way in ladder.tractors(pairs, lengths[0])
    )


def _led(lead: Cards, ladder: Ladder) -> tuple[tuple[int, ...], int]:
    """The lengths of the tractors to be answered, longest first, and how many pairs were led in all."""
    parts = decompositions(lead, ladder)[0]
    lengths = tuple(part.pairs for part in parts if part.pairs > 1)
    if ladder.rules["follow_tractor"] == "pairs_else_any" or (
        len(parts) > 1 and ladder.rules["follow_throw"] == "pairs_by_number"
    ):
        lengths = ()  # tractors are not owed
    return lengths, sum(part.pairs for part in parts)


def _choices(cards: Cards, number: int) -> list[Cards]:
    """All multisets of `number` of the cards."""
    return sorted({tuple(some) for some in combinations(sorted(cards), number)})


def _keep_best(
    choices: list[Cards], lengths: tuple[int, ...], most_pairs: int, ladder: Ladder
) -> list[Cards]:
    """Those choices that give the best tractors, and among them as many pairs as possible."""
    tractors = {some: _best_tractors(ladder.pairs(some), lengths, ladder) for some in choices}
    best = max(tractors.values())
    choices = [some for some in choices if tractors[some] == best]
    pairs = {some: min(len(ladder.pairs(some)), most_pairs) for some in choices}
    most = max(pairs.values())
    return [some for some in choices if pairs[some] == most]


def _fills(lead: Cards, group: str, others: Cards, number: int, ladder: Ladder) -> list[Cards]:
    """What may be laid for `number` cards that are missing in the suit."""
    led = shape(lead, ladder)
    fills = _choices(others, number)
    if (
        ladder.rules["follow_short_suit"] == "free"
        or group == TRUMPS
        or led not in ("pair", "tractor", "triple")
        or not number
    ):
        return fills
    owed = min(number, len(ladder.cards_of(TRUMPS, others)))
    fills = [fill for fill in fills if len(ladder.cards_of(TRUMPS, fill)) == owed]
    paired = ladder.rules["follow_tractor"] == "same_pattern_then_trump_pattern"
    if led == "pair" or not paired or (led == "triple" and ladder.rules["follow_triple"] != "as_tractor"):
        return fills  # from the trumps, paired or not
    # Trump pairs, a trump tractor, as far as cards are missing.
    length = number // 2
    lengths = (length,) if led == "tractor" and length > 1 else ()
    trumps = {fill: ladder.cards_of(TRUMPS, fill) for fill in fills}
    best = set(_keep_best(sorted(set(trumps.values())), lengths, length, ladder))
    return [fill for fill in fills if trumps[fill] in best]


def legal_follows(lead: Cards, hand: Cards, ladder: Ladder) -> set[Cards]:
    """Every legal follow, each as a sorted tuple."""
    group = ladder.common_group(lead)
    assert group is not None
    held = ladder.cards_of(group, hand)
    others = tuple(each for each in hand if ladder.group(each) != group)
    suited = _choices(held, min(len(held), len(lead)))
    suited = _keep_best(suited, *_led(lead, ladder), ladder)
    fills = _fills(lead, group, others, len(lead) - len(suited[0]), ladder)
    return {tuple(sorted(some + fill)) for some in suited for fill in fills}


def breach_code(lead: Cards, hand: Cards, play: Cards, ladder: Ladder) -> str:
    """What an illegal play misses first: cards held, number, suit, tractors, pairs, filling in."""
    group = ladder.common_group(lead)
    assert group is not None
    if Counter(play) - Counter(hand):
        return "play.not_held"
    if len(play) != len(lead):
        return "follow.count"
    held, given = ladder.cards_of(group, hand), ladder.cards_of(group, play)
    needed = min(len(held), len(lead))
    if len(given) < needed:
        return "follow.suit"
    lengths, pairs = _led(lead, ladder)
    choices = _choices(held, needed)
    if tuple(sorted(given)) not in _keep_best(choices, lengths, 0, ladder):
        return "follow.tractor"
    if tuple(sorted(given)) not in _keep_best(choices, lengths, pairs, ladder):
        return "follow.pair"
    return "follow.fill"


# --- throws -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """A lead judged; `must_lead` holds every answer that the words allow, if it does not stand."""

    legal: bool
    stands: bool
    must_lead: frozenset[Cards] = frozenset()


def _may_be_led(lead: Cards, ladder: Ladder) -> bool:
    led = shape(lead, ladder)
    if led == "none":
        return False
    if led in ("single", "pair", "tractor"):
        return True
    if led == "triple":
        return True  # a pattern of its own, or what `only_AAK_AKK` names
    if ladder.rules["throw_suits"] == "side_suit" and ladder.common_group(lead) == TRUMPS:
        return False
    allowed = ladder.rules["throw_allowed"]
    return allowed == "yes" or (allowed == "only_AAK_AKK" and is_triple(lead, ladder))


def _is_beaten(part: Part, group: str, others: Sequence[Cards], ladder: Ladder) -> bool:
    """Whether one other hand holds a higher component of the same type and suit."""
    for hand in others:
        cards = ladder.cards_of(group, hand)
        pairs = ladder.pairs(cards)
        if part.pairs == 0:
            rivals: list[Cards] = [(each,) for each in cards]
        elif part.pairs == 1:
            rivals = [(each,) for each in pairs]
        else:
            rivals = ladder.tractors(pairs, part.pairs)
        if any(ladder.top(rival) > part.top for rival in rivals):
            return True
    return False


def throw_verdict(lead: Cards, others: Sequence[Cards], ladder: Ladder) -> Verdict:
    """Try every component of a lead against every other hand."""
    if not _may_be_led(lead, ladder):
        return Verdict(False, False)
    group = ladder.common_group(lead)
    assert group is not None
    readings = decompositions(lead, ladder)
    if len(readings[0]) == 1 or ladder.rules["throw_success_test"] == "not_needed":
        return Verdict(True, True)
    must: set[Cards] = set()
    for parts in readings:
        if any(_is_beaten(part, group, others, ladder) for part in parts):
            must |= _must_lead(parts, group, others, ladder)
    return Verdict(True, not must, frozenset(must))


def _must_lead(parts: tuple[Part, ...], group: str, others: Sequence[Cards], ladder: Ladder) -> set[Cards]:
    """What is led instead of a throw; several answers where equal heights leave it open."""
    beaten = [part for part in parts if _is_beaten(part, group, others, ladder)]
    lead = tuple(each for part in parts for each in part.cards)
    ways = {
        "smallest_beaten_component": beaten,
        "smallest_component": list(parts),
        "fewest_cards_beaten_component": [
            part for part in beaten if part.pairs == min(each.pairs for each in beaten)
        ],
        "first_beaten_in_play_order": [],
        "smallest_card": [Part(0, ladder.height(each), (each,)) for each in lead],
    }
    among = ways[str(ladder.rules["throw_fail_lead"])]
    for hand in others if not among else ():
        among = [part for part in parts if _is_beaten(part, group, [hand], ladder)]
        if among:
            among = [part for part in among if part.pairs == min(each.pairs for each in among)]
            break
    lowest = min(part.top for part in among)
    return {part.cards for part in among if part.top == lowest}


def beaten_parts(lead: Cards, others: Sequence[Cards], ladder: Ladder) -> list[list[Cards]]:
    """The components of a throw that another hand beats, for each way to read the throw."""
    group = ladder.common_group(lead)
    assert group is not None
    return [
        sorted(part.cards for part in parts if _is_beaten(part, group, others, ladder))
        for parts in decompositions(lead, ladder)
    ]


# --- winners ----------------------------------------------------------------------------------


def _splits(cards: Cards, kinds: tuple[int, ...], ladder: Ladder) -> Iterator[tuple[Cards, ...]]:
    """All ways to lay cards as components of these kinds (pairs in each), in that order."""
    if not kinds:
        yield ()
        return
    kind, rest = kinds[0], kinds[1:]
    pairs = ladder.pairs(cards)
    if kind == 0:
        # Nothing but singles is left: the rest, high to low, one by one.
        yield tuple((each,) for each in sorted(cards, key=ladder.height, reverse=True))
        return
    ways = [(each,) for each in sorted(set(pairs))] if kind == 1 else ladder.tractors(pairs, kind)
    for way in ways:
        taken = way * 2
        for others in _splits(_without(cards, taken), rest, ladder):
            yield (taken, *others)


def _triple_ruff(play: Cards, lead: Cards, ladder: Ladder) -> int | None:
    """A triple takes a trump pair and a trump, the pair decides.

    By the other rule AAK takes a pair and a lower trump, AKK a trump and a lower pair, and what is
    named first decides.
    """
    pairs = ladder.pairs(play)
    if not pairs:
        return None
    pair = ladder.height(pairs[0])
    single = ladder.top(_without(play, (pairs[0], pairs[0])))
    if ladder.rules["ruff_triple"] != "AAK_pair_and_lower_AKK_single_and_lower_pair":
        return pair
    led_pair = ladder.height(ladder.pairs(lead)[0])
    if led_pair == ladder.top(lead):
        return pair if single < pair else None
    return single if pair < single else None


def _value(play: Cards, lead: Cards, ladder: Ladder) -> tuple[bool, int] | None:
    """Whether a play ruffs, and the height that decides; None for a play that cannot win."""
    led, group = ladder.common_group(lead), ladder.common_group(play)
    if group is None or (group != led and group != TRUMPS) or len(play) != len(lead):
        return None
    ruff = group != led
    if ruff and ladder.rules["ruff_triple"] != "as_throw" and is_triple(lead, ladder):
        height = _triple_ruff(play, lead, ladder)
        return None if height is None else (True, height)
    kinds = tuple(part.pairs for part in decompositions(lead, ladder)[0])
    if ruff and len(kinds) > 1:
        kinds = _needed_of_ruff(kinds, ladder)
        if ladder.rules["ruff_throw_comparison"] == "highest_card":
            return (True, ladder.top(play)) if any(_splits(play, kinds, ladder)) else None
    tops = [
        ladder.top(part)
        for split in _splits(play, kinds, ladder)
        for part, kind in zip(split, kinds, strict=True)
        if kind == kinds[0]  # the highest type that was led
    ]
    return (ruff, max(tops)) if tops else None


def _needed_of_ruff(kinds: tuple[int, ...], ladder: Ladder) -> tuple[int, ...]:
    """The components that a ruff of a throw must hold."""
    number = sum(2 * kind or 1 for kind in kinds)
    requirement = ladder.rules["ruff_throw_requirement"]
    if requirement == "any_throw":
        return (0,) * number
    if requirement == "as_many_pairs":
        pairs = sum(kinds)
        return (*(1,) * pairs, *(0,) * (number - 2 * pairs))
    if requirement == "pair_present" and kinds[0]:
        return (1, *(0,) * (number - 2))
    return kinds


def winner(plays: Sequence[Cards], ladder: Ladder) -> int | None:
    """Index of the winning play; of equal ones the first. None where the words leave it open."""
    if ladder.rules["ruff_throw_comparison"] == "every_component" and _is_throw(plays[0], ladder):
        return _winner_by_every_component(plays, ladder)
    values = [_value(play, plays[0], ladder) for play in plays]
    best = 0
    for seat, value in enumerate(values):
        held = values[best]
        if value is not None and held is not None and value > held:
            best = seat
    return best


def _is_throw(lead: Cards, ladder: Ladder) -> bool:
    return ladder.common_group(lead) is not None and len(decompositions(lead, ladder)[0]) > 1


def _winner_by_every_component(plays: Sequence[Cards], ladder: Ladder) -> int | None:
    """A play must be higher in every component; open if it may be laid in several ways."""
    kinds = tuple(part.pairs for part in decompositions(plays[0], ladder)[0])
    best, held = 0, _tops(plays[0], kinds, ladder)
    for seat, play in enumerate(plays):
        value = _value(play, plays[0], ladder)
        if seat == 0 or value is None:
            continue
        tops = _tops(play, kinds, ladder)
        if len(tops) > 1 or len(held) > 1:
            return None
        groups = ladder.common_group(play), ladder.common_group(plays[best])
        both = zip(next(iter(tops)), next(iter(held)), strict=True)
        if all(mine > theirs for mine, theirs in both) if groups[0] == groups[1] else value[0]:
            best, held = seat, tops
    return best


def _tops(play: Cards, kinds: tuple[int, ...], ladder: Ladder) -> set[tuple[int, ...]]:
    """For each way to lay a play as components of these kinds their tops, high to low within a kind."""
    found = set()
    for split in _splits(play, kinds, ladder):
        tops = sorted(zip(kinds, map(ladder.top, split), strict=True), reverse=True)
        found.add(tuple(top for _, top in tops))
    return found
