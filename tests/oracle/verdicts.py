"""The rules of play by trying everything: decomposition, follows, throws, winners.

Owns the naive answers that the engine is compared with. Each function tries all ways and keeps what
the rule sheets allow; speed is nobody's concern. Must not import the engine's order, shapes,
follow, throws or tricks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

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
    """One component: `pairs` is 0 for a single, 1 for a pair, more for a tractor.

    With three and four decks it counts sets of `width` cards.
    """

    pairs: int
    top: int
    cards: Cards
    width: int = 2

    @property
    def kind(self) -> Kind:
        return (self.pairs, self.width) if self.pairs else (0, 1)


Kind = tuple[int, int]
"""How many sets a component has, and how wide they are; (0, 1) for a single."""


# --- decomposition ----------------------------------------------------------------------------


def _without(cards: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def _all_parts(cards: Cards, ladder: Ladder) -> Iterator[tuple[Part, ...]]:
    """Every way to lay cards of one suit out as singles, sets and tractors."""
    if not cards:
        yield ()
        return
    ways = [Part(0, ladder.height(cards[0]), (cards[0],))]
    for width in range(2, max(2, ladder.decks) + 1):
        for length in range(1, len(cards) // width + 1):
            if length == 1 or ladder.is_length(length):
                ways += [
                    Part(length, top, laid, width)
                    for laid, top in ladder.runs(cards, width, length)
                    if cards[0] in laid
                ]
    for part in ways:
        for others in _all_parts(_without(cards, part.cards), ladder):
            yield (part, *others)


def _pairs_whole(cards: Cards, ladder: Ladder) -> Iterator[tuple[Part, ...]]:
    """The same for two decks, no pair ever split into singles."""
    pairs = ladder.pairs(cards)
    singles = _without(cards, tuple(each for each in pairs for _ in range(2)))
    for runs in _tractor_sets(ladder, pairs):
        lone = _without(pairs, tuple(each for run in runs for each in run))
        parts = [Part(len(run), _top_of_pairs(run, ladder), tuple(sorted(run * 2))) for run in runs]
        parts += [Part(1, ladder.height(each), (each, each)) for each in lone]
        yield (*parts, *(Part(0, ladder.height(each), (each,)) for each in singles))


def _top_of_pairs(pairs: Cards, ladder: Ladder) -> int:
    top = ladder.run_top([(each, each) for each in pairs])
    assert top is not None
    return top


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


@lru_cache(maxsize=1 << 12)
def _decompositions(cards: Cards, ladder: Ladder) -> tuple[tuple[Part, ...], ...]:
    found: dict[tuple[Part, ...], tuple[list[tuple[int, int]], list[int]]] = {}
    for parts in (_all_parts if _by_sets(ladder) else _pairs_whole)(cards, ladder):
        order = sorted(parts, key=lambda part: (-len(part.cards), -part.width, -part.top, part.cards))
        found[tuple(order)] = (
            [(len(part.cards), part.width if part.pairs else 1) for part in order],
            [part.top for part in order],
        )
    best = max(found.values())
    return tuple(parts for parts, value in found.items() if value == best)


def decompositions(cards: Cards, ladder: Ladder) -> tuple[tuple[Part, ...], ...]:
    """The ways to read cards of one suit as components, each largest first.

    The parts with most cards first, of equal ones the widest, and of two ways with the same parts the
    higher ones. More than one way remains only where cards of equal height may change places.
    """
    return _decompositions(tuple(sorted(cards)), ladder)


def _by_sets(ladder: Ladder) -> bool:
    """Whether three and four alike, or pairs of two level cards, have to be reckoned with."""
    return ladder.decks > 2 or ladder.printed


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
        sets, width = parts[0].kind
        return "tractor" if sets > 1 else ("single", "pair", "three", "four")[width - 1]
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
    """The lengths of the tractors to be answered, longest first, and how many pairs are owed in all."""
    if ladder.rules["follow_draw"] == "none":
        return (), 0
    parts = decompositions(lead, ladder)[0]
    if len(parts) > 1 and ladder.rules["follow_throw"] == "suit_only":
        return (), 0
    lengths = tuple(part.pairs for part in parts if part.pairs > 1)
    pairs = sum(part.pairs for part in parts)
    if ladder.rules["follow_tractor"] == "tractor_else_any":
        pairs -= sum(lengths)  # who has no tractor owes no pairs for it
    if ladder.rules["follow_tractor"] == "pairs_else_any" or (
        len(parts) > 1 and ladder.rules["follow_throw"] == "pairs_by_number"
    ):
        lengths = ()  # tractors are not owed
    return lengths, pairs


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
    paired = ladder.rules["follow_tractor"] == "same_pattern_then_trump_pattern" and not _by_sets(ladder)
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
    if trumps := _trumps_owed(lead, group, hand, ladder):
        return {
            play for play in _choices(hand, len(lead)) if _gives_trumps(play, group, held, trumps, ladder)
        }
    suited = _choices(held, min(len(held), len(lead)))
    if _by_sets(ladder):
        if len(held) > len(lead):
            suited = _keep_best_split(suited, held, lead, ladder)
    else:
        suited = _keep_best(suited, *_led(lead, ladder), ladder)
    fills = _fills(lead, group, others, len(lead) - len(suited[0]), ladder)
    return {tuple(sorted(some + fill)) for some in suited for fill in fills}


def _trumps_owed(lead: Cards, group: str, hand: Cards, ladder: Ladder) -> list[Cards]:
    """The trump pairs that answer a side tractor or triple, to the letter, though the suit is held."""
    if (
        ladder.rules["follow_tractor"] != "trump_pattern_even_holding_suit"
        or group == TRUMPS
        or shape(lead, ladder) not in ("tractor", "triple")
        or ladder.decks > 2
        or ladder.printed
    ):
        return []
    trumps = ladder.cards_of(TRUMPS, hand)
    number = len(lead) // 2
    owed = 2 * min(number, len(ladder.pairs(trumps)))
    lengths = (number,) if number > 1 else ()
    return [some for some in _keep_best(_choices(trumps, owed), lengths, number, ladder) if some]


def _gives_trumps(play: Cards, group: str, held: Cards, trumps: list[Cards], ladder: Ladder) -> bool:
    """Whether a play holds one of those answers and else the suit as far as it goes."""
    rest = len(play) - len(trumps[0])
    suited = len(ladder.cards_of(group, play))
    return suited >= min(rest, len(held)) and any(not Counter(some) - Counter(play) for some in trumps)


# --- following with three and four decks --------------------------------------------------------

Split = tuple[tuple[int, ...], ...]
"""Runs of sets given by their widths, large ones first; singles are left out."""


def _keep_best_split(choices: list[Cards], held: Cards, lead: Cards, ladder: Ladder) -> list[Cards]:
    """Those choices that fill the first split of the lead, from large to small, that the hand can fill."""
    splits = _splits_of_lead(lead, ladder)
    whole = str(ladder.rules["follow_draw"]).startswith("longer_protected")
    first = next(at for at, split in enumerate(splits) if _lays(held, split, ladder, held if whole else None))
    return [
        some
        for some in choices
        if any(_lays(some, split, ladder, some if whole else None) for split in splits[: first + 1])
    ]


def _splits_of_lead(lead: Cards, ladder: Ladder) -> list[Split]:
    """The splits of a lead: more and wider sets before fewer, then longer runs."""
    if ladder.rules["follow_draw"] == "none":
        return [()]
    parts = decompositions(lead, ladder)[0]
    if len(parts) > 1 and ladder.rules["follow_throw"] == "suit_only":
        return [()]
    by_number = len(parts) > 1 and ladder.rules["follow_throw"] == "pairs_by_number"
    found = {
        tuple(sorted((run for way in ways for run in way), reverse=True))
        for ways in product(*(_part_splits(part, by_number, ladder) for part in parts))
    }

    def size(split: Split) -> tuple[list[int], list[int], Split]:
        widths = sorted((width for run in split for width in run), reverse=True)
        return widths, sorted(map(len, split), reverse=True), split

    return sorted(found, key=size, reverse=True)


def _part_splits(part: Part, by_number: bool, ladder: Ladder) -> list[Split]:
    """What one component may be split into."""
    rules = ladder.rules
    sets, width = part.kind
    if sets == 0:
        return [()]
    whole: Split = ((width,) * sets,)
    tractor_owed = sets > 1 and rules["follow_tractor"] != "pairs_else_any" and not by_number
    if sets > 1 and rules["follow_tractor"] == "tractor_else_any":
        return [whole, ()] if tractor_owed else [()]
    rule = rules["follow_longer_tractor"]
    tractors_drawn = rules["follow_draw"] in ("all", "longer_protected")

    def allowed(split: Split) -> bool:
        runs = [run for run in split if len(run) > 1]
        if not runs:
            return True
        if split == whole:
            return tractor_owed
        if any(len(run) < int(str(rules["tractor_min_pairs"])) for run in runs):
            return False
        if rule == "best_decomposition":
            return tractor_owed or (sets == 1 and tractors_drawn and not by_number)
        return rule == "shorter_required" and tractor_owed and len(runs) == 1 and set(runs[0]) == {width}

    return [split for split in _all_splits(len(part.cards), width) if allowed(split)]


@cache
def _all_splits(number: int, widest: int) -> tuple[Split, ...]:
    """All ways to split so many cards into runs of sets up to a width, and singles."""
    found: set[Split] = set()
    for sums in _partitions(number):
        if max(sums, default=0) > widest:
            continue
        sets = [each for each in sums if each > 1]
        for labels in product(range(len(sets)), repeat=len(sets)):
            runs: dict[int, list[int]] = {}
            for label, width in zip(labels, sets, strict=True):
                runs.setdefault(label, []).append(width)
            found.add(
                tuple(sorted((tuple(sorted(run, reverse=True)) for run in runs.values()), reverse=True))
            )
    return tuple(found)


def _lays(cards: Cards, split: Split, ladder: Ladder, whole: Cards | None) -> bool:
    """Whether cards of one suit hold these runs side by side.

    With `whole` a set counts only with all the cards of its kind that are there.
    """
    if not split:
        return True
    for laid in _ways_to_lay(cards, split[0], ladder):
        if whole is not None and any(whole.count(each) != laid.count(each) for each in laid):
            continue
        if _lays(_without(cards, laid), split[1:], ladder, whole):
            return True
    return False


@lru_cache(maxsize=1 << 14)
def _ways_to_lay(cards: Cards, run: tuple[int, ...], ladder: Ladder) -> tuple[Cards, ...]:
    """All ways to lay one run of sets of these widths, in any order of the widths."""
    if len(set(run)) == 1:
        return tuple(laid for laid, _ in ladder.runs(tuple(sorted(cards)), run[0], len(run)))
    found = set()
    widths = sorted(set(run))
    some = [combinations(ladder.sets(cards, width), run.count(width)) for width in widths]
    for chosen in product(*some):
        sets = [each for each_width in chosen for each in each_width]
        laid = tuple(sorted(each for one in sets for each in one))
        if not Counter(laid) - Counter(cards) and ladder.run_top(sets) is not None:
            found.add(laid)
    return tuple(found)


def breach_code(lead: Cards, hand: Cards, play: Cards, ladder: Ladder) -> str:
    """What an illegal play misses first: cards held, number, suit, tractors, pairs, filling in.

    With three and four decks tractors and sets are one duty: ``follow.sets``.
    """
    group = ladder.common_group(lead)
    assert group is not None
    if Counter(play) - Counter(hand):
        return "play.not_held"
    if len(play) != len(lead):
        return "follow.count"
    held, given = ladder.cards_of(group, hand), ladder.cards_of(group, play)
    if trumps := _trumps_owed(lead, group, hand, ladder):
        laid = ladder.cards_of(TRUMPS, play)
        gives = any(not Counter(some) - Counter(laid) for some in trumps)
        return "follow.suit" if gives else "follow.fill"
    needed = min(len(held), len(lead))
    if len(given) < needed:
        return "follow.suit"
    choices = _choices(held, needed)
    if _by_sets(ladder):
        fits = needed < len(lead) or len(held) == needed
        fits = fits or tuple(sorted(given)) in _keep_best_split(choices, held, lead, ladder)
        return "follow.fill" if fits else "follow.sets"
    lengths, pairs = _led(lead, ladder)
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
    if led != "throw" and not (led == "triple" and ladder.rules["triple_pattern"] != "own_pattern"):
        return True
    if ladder.rules["throw_suits"] == "side_suit" and ladder.common_group(lead) == TRUMPS:
        return False
    allowed = ladder.rules["throw_allowed"]
    if allowed == "only_pairs":
        return all(part.pairs for part in decompositions(lead, ladder)[0])
    return allowed == "yes" or (allowed == "only_AAK_AKK" and is_triple(lead, ladder))


def _is_beaten(part: Part, group: str, others: Sequence[Cards], ladder: Ladder) -> bool:
    """Whether one other hand holds a higher component of the same type and suit."""
    sets, width = part.kind
    for hand in others:
        cards = tuple(sorted(ladder.cards_of(group, hand)))
        if sets == 0:
            tops = [ladder.height(each) for each in cards]
        else:
            tops = [top for _, top in ladder.runs(cards, width, sets)]
        if max(tops, default=0) > part.top:
            return True
    return False


def _pooled_stands(lead: Cards, others: Sequence[Cards], ladder: Ladder) -> bool:
    """Whether no single and no pair of a throw is below one that the other hands hold together."""
    group = ladder.common_group(lead)
    assert group is not None
    pool = ladder.cards_of(group, tuple(each for hand in others for each in hand))
    singles = [each for each in lead if lead.count(each) == 1]
    return not any(
        ladder.height(theirs) > ladder.height(ours)
        for ours_all, theirs_all in ((singles, pool), (ladder.pairs(lead), ladder.pairs(pool)))
        for ours in ours_all
        for theirs in theirs_all
    )


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
    if ladder.rules["throw_success_test"] == "pooled_singles_and_pairs":
        if _pooled_stands(lead, others, ladder):
            return Verdict(True, True)
        lowest = min(map(ladder.height, lead))
        return Verdict(True, False, frozenset((each,) for each in lead if ladder.height(each) == lowest))
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
            part for part in beaten if len(part.cards) == min(len(each.cards) for each in beaten)
        ],
        "first_beaten_in_play_order": [],
        "smallest_card": [Part(0, ladder.height(each), (each,)) for each in lead],
    }
    among = ways[str(ladder.rules["throw_fail_lead"])]
    for hand in others if not among else ():
        among = [part for part in parts if _is_beaten(part, group, [hand], ladder)]
        if among:
            among = [part for part in among if len(part.cards) == min(len(each.cards) for each in among)]
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


def _splits(cards: Cards, kinds: tuple[Kind, ...], ladder: Ladder) -> Iterator[tuple[tuple[Cards, int], ...]]:
    """All ways to lay cards as components of these kinds, in that order, with their heights."""
    if not kinds:
        yield ()
        return
    (sets, width), rest = kinds[0], kinds[1:]
    if sets == 0:
        # Nothing but singles is left: the rest, high to low, one by one.
        yield tuple(((each,), ladder.height(each)) for each in sorted(cards, key=ladder.height, reverse=True))
        return
    for way, top in ladder.runs(tuple(sorted(cards)), width, sets):
        for others in _splits(_without(cards, way), rest, ladder):
            yield ((way, top), *others)


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
    kinds = tuple(part.kind for part in decompositions(lead, ladder)[0])
    requirement = ladder.rules["ruff_throw_requirement"]
    if len(kinds) > 1 and requirement == "any_throw":
        # A throw for a throw, in the suit too, and the highest card counts.
        return (ruff, ladder.top(play)) if len(decompositions(play, ladder)[0]) > 1 else None
    if ruff and len(kinds) > 1 and requirement == "exact_components":
        ways = decompositions(play, ladder)
        if [part.kind for part in ways[0]] != list(kinds):
            return None
        if ladder.rules["ruff_throw_comparison"] == "highest_card":
            return (True, ladder.top(play))
        return (True, max(part.top for part in ways[0] if part.kind == kinds[0]))
    if ruff and len(kinds) > 1:
        kinds = _needed_of_ruff(kinds, ladder)
        if ladder.rules["ruff_throw_comparison"] == "highest_card":
            return (True, ladder.top(play)) if any(_splits(play, kinds, ladder)) else None
    tops = [
        top
        for split in _splits(play, kinds, ladder)
        for (_, top), kind in zip(split, kinds, strict=True)
        if kind == kinds[0]  # the highest type that was led
    ]
    return (ruff, max(tops)) if tops else None


def _needed_of_ruff(kinds: tuple[Kind, ...], ladder: Ladder) -> tuple[Kind, ...]:
    """The components that a ruff of a throw must hold."""
    number = sum(sets * width or 1 for sets, width in kinds)
    pairs = sum(sets for sets, _ in kinds)
    requirement = ladder.rules["ruff_throw_requirement"]
    single, pair = (0, 1), (1, 2)
    if requirement == "as_many_pairs":
        return (*(pair,) * pairs, *(single,) * (number - 2 * pairs))
    if requirement == "pair_present" and pairs:
        return (pair, *(single,) * (number - 2))
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
    kinds = tuple(part.kind for part in decompositions(plays[0], ladder)[0])
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


def _tops(play: Cards, kinds: tuple[Kind, ...], ladder: Ladder) -> set[tuple[int, ...]]:
    """For each way to lay a play as components of these kinds their tops, high to low within a kind."""
    found = set()
    for split in _splits(play, kinds, ladder):
        tops = sorted(((kind, top) for kind, (_, top) in zip(kinds, split, strict=True)), reverse=True)
        found.add(tuple(top for _, top in tops))
    return found
