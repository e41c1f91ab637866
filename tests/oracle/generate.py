"""Positions on which the disputed rules meet: pair-rich suits, runs round the level rank, short suits.

Owns the choice of rule sets and the making of positions, seeded and reproducible. Random deals do
not reach what is disputed, so each suit is dealt from a window of neighbouring rungs, most cards
both to one hand. Must not know what is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Final, cast

from paipu.grammar.cards import RANKS, SUITS, Card, Cards, Rank, Trump, format_cards, sort_cards
from paipu.replay.rules import load_rules, rule_ids

from .ladder import TRUMPS, Ladder

__all__ = [
    "OVERRIDES",
    "WIDE",
    "Position",
    "ladder_for",
    "mixed",
    "positions",
    "positions_of",
    "specs",
    "spell",
]

OVERRIDES: Final = (
    "two_permanent=true",
    "tractor_definition=natural_or_skipping_level",
    "tractor_definition=natural_or_skipping_level; follow_longer_tractor=best_decomposition",
    "tractor_min_pairs=3",
    "tractor_min_pairs=3; follow_longer_tractor=shorter_required",
    "tractor_max_pairs=2",
    "tractor_max_pairs=3",
    "tractor_skip_level_rank=false",
    "tractor_trump_ace_with_side_level=false",
    "tractor_side_with_main_level=false",
    "tractor_two_side_level_pairs=true",
    "tractor_main_level_with_small_joker=false",
    "tractor_joker_pairs=false",
    "tractor_nt_small_joker_with_level=false",
    "tractor_nt_two_level_pairs=true",
    "tractor_wrap=true",
    "tractor_non_examples=JJQQ",
    "triple_pattern=own_pattern",
    "triple_pattern=own_pattern; triple_ranks=A_K",
    "triple_pattern=own_pattern; triple_ranks=any_adjoining",
    "triple_pattern=own_pattern; throw_allowed=no",
    "triple_pattern=throw_with_own_ruff_rule; throw_allowed=no",
    "throw_allowed=only_AAK_AKK",
    "throw_allowed=only_pairs",
    "throw_allowed=no",
    "throw_suits=side_suit",
    "throw_success_test=not_needed",
    "throw_success_test=pooled_singles_and_pairs; throw_fail_lead=smallest_card",
    "throw_fail_lead=smallest_component",
    "throw_fail_lead=fewest_cards_beaten_component",
    "throw_fail_lead=first_beaten_in_play_order",
    "throw_fail_lead=smallest_card",
    "follow_draw=none",
    "follow_tractor=pairs_else_any",
    "follow_tractor=tractor_else_any",
    "follow_tractor=trump_pattern_even_holding_suit; triple_pattern=own_pattern",
    "follow_throw=pairs_by_number",
    "follow_throw=suit_only",
    "follow_longer_tractor=best_decomposition",
    "follow_longer_tractor=shorter_required",
    "follow_longer_tractor=shorter_required; follow_throw=pairs_by_number",
    "follow_longer_tractor=shorter_required; tractor_two_side_level_pairs=true",
    "follow_longer_tractor=shorter_required; tractor_nt_two_level_pairs=true",
    "follow_short_suit=fill_with_trump",
    "follow_short_suit=fill_with_trump; triple_pattern=own_pattern",
    "follow_short_suit=fill_with_trump; follow_tractor=same_pattern_then_trump_pattern",
    "ruff_throw_requirement=exact_components",
    "ruff_throw_requirement=as_many_pairs",
    "ruff_throw_requirement=pair_present",
    "ruff_throw_requirement=pair_present; ruff_throw_comparison=highest_card",
    "ruff_throw_requirement=any_throw; ruff_throw_comparison=highest_card",
    "ruff_throw_comparison=highest_card",
    "ruff_throw_comparison=every_component",
    "ruff_triple=as_throw; ruff_throw_comparison=highest_card",
    "ruff_triple=AAK_pair_and_lower_AKK_single_and_lower_pair",
    "ruff_triple=AAK_pair_and_lower_AKK_single_and_lower_pair; triple_ranks=any_adjoining",
)
"""One parameter at a time (a few together) over `standard`, for what no sheet has as its value."""

WIDE: Final = (
    "follow_draw=none",
    "follow_draw=longer_protected",
    "follow_draw=longer_protected; follow_longer_tractor=best_decomposition",
    "follow_draw=tractors_for_tractors; follow_longer_tractor=best_decomposition",
    "follow_draw=longer_protected_and_tractors_for_tractors; follow_longer_tractor=best_decomposition",
    "follow_longer_tractor=best_decomposition",
    "follow_longer_tractor=shorter_required",
    "follow_tractor=pairs_else_any",
    "follow_tractor=tractor_else_any",
    "follow_throw=pairs_by_number",
    "follow_throw=suit_only",
    "tractor_min_pairs=3; follow_longer_tractor=shorter_required",
    "tractor_max_pairs=2",
    "tractor_two_side_level_pairs=true",
    "tractor_nt_two_level_pairs=true",
    "throw_fail_lead=smallest_component",
    "throw_fail_lead=fewest_cards_beaten_component",
    "throw_fail_lead=first_beaten_in_play_order",
    "ruff_throw_comparison=highest_card",
    "ruff_throw_comparison=every_component",
)
"""The same with three and four decks."""

# Levels where the ladders bend: the ends, their neighbours, and any other.
_LEVELS: Final = ("2", "A", "K", "3", "Q", "T")
# Blocks of neighbouring pairs, as (hand, least, most): a tractor of the leader and what may answer it.
_BLOCKS: Final = (
    [(0, 2, 5), (1, 2, 4), (1, 2, 3), (2, 2, 3)],
    [(0, 3, 5), (1, 2, 2), (1, 1, 2), (1, 2, 2)],
    [(1, 2, 3), (0, 3, 4), (1, 2, 3), (3, 2, 2)],
)
# How many follows are enumerated, that keep to the suit; now and then five times as many.
_MANY: Final = 80
# How many cards are led where every way to lay them out is tried.
_LONGEST: Final = 9


@dataclass(frozen=True)
class Position:
    """A lead out of hand 0, the hands before it, and plays of each hand, legal or not."""

    spec: str
    trump: Trump
    level: Rank
    lead: Cards
    hands: tuple[Cards, Cards, Cards, Cards]
    tricks: tuple[tuple[Cards, ...], ...]
    """Ways the trick may go on: plays of the four hands."""

    @property
    def tries(self) -> list[Cards]:
        """Plays out of hand 1, to be judged as follows."""
        return [plays[1] for plays in self.tricks]

    def __str__(self) -> str:
        hands = "\n".join(f"  hand {seat}   {spell(hand)}" for seat, hand in enumerate(self.hands))
        return (
            f"  rules    {self.spec}\n  trump    {self.trump}, level {self.level}\n"
            f"  lead     {spell(self.lead)}\n{hands}"
        )


def spell(cards: Cards) -> str:
    """Cards as one reads them, high to low."""
    return format_cards(sort_cards(cards)) or "-"


@cache
def specs(decks: int = 2) -> tuple[str, ...]:
    """All rule sets that come with the program, and `standard` with single values replaced."""
    if decks == 2:
        return (*rule_ids(), *(f"standard; {override}" for override in OVERRIDES))
    more = (f"standard; {override}" for override in WIDE) if decks > 2 else ()
    return tuple(f"{spec}; deck_count={decks}" for spec in (*rule_ids(), *more))


@cache
def ladder_for(spec: str, trump: Trump, level: Rank) -> Ladder:
    """The oracle's ladder of a hand, made once."""
    return Ladder(load_rules(spec), trump, level)


def _window(ladder: Ladder, group: str, width: int, random: Random) -> list[Card]:
    """Neighbouring cards of a suit, mostly where its ladder bends: trump tops, ranks round the level."""
    cards = [each for rung in ladder.rungs[group] for each in rung.cards]
    plain = [rung.cards[0] for rung in ladder.rungs[group] if rung.name in RANKS]
    if ladder.rules["tractor_wrap"] is True and len(plain) > width > 1 and random.random() < 0.5:
        low = random.randint(1, width - 1)  # round the ace
        return plain[-low:] + plain[: width - low]
    if random.random() < 0.25:
        middle = random.randrange(len(cards))
    elif group == TRUMPS:
        middle = random.randint(1, 6)
    else:
        names = [rung.name for rung in ladder.rungs[group]]
        middle = sum(RANKS.index(name) > RANKS.index(ladder.level) for name in names)
    at = max(0, min(middle - width // 2, len(cards) - width))
    return cards[at : at + width]


class _Dealer:
    """Deals every card once for each deck, blocks of neighbouring pairs first."""

    def __init__(self, decks: int, random: Random) -> None:
        self.decks = decks
        self.random = random
        self.hands: list[list[Card]] = [[], [], [], []]

    def block(self, cards: list[Card], seat: int, least: int, most: int) -> None:
        """Take neighbouring cards out of the list and deal them alike to one hand, now and then one of
        them fewer times."""
        length = min(len(cards), self.random.randint(least, most))
        at = self.random.randint(0, len(cards) - length)
        width = self.width()
        for each in cards[at : at + length]:
            copies = width if self.random.random() < 0.85 else self.random.randint(1, self.decks)
            self.hands[seat] += [each] * copies
        del cards[at : at + length]

    def width(self) -> int:
        """How many alike a block is made of: pairs, with more decks also three and four."""
        if self.decks < 3:
            return self.decks
        return self.random.choice((2, 2, 3, 3, self.decks))

    def gapped(self, cards: list[Card], seat: int, lengths: tuple[int, ...]) -> None:
        """Take blocks with one card between them out of the list, all pairs: runs that do not meet."""
        at = self.random.randint(0, max(0, len(cards) - sum(lengths) - len(lengths) + 1))
        for length in lengths:
            self.hands[seat] += cards[at : at + length] * self.width()
            del cards[at : at + length]
            at += 1

    def rest(self, cards: list[Card], likely: list[float]) -> None:
        """Deal the other cards, many of them as pairs; seat 4 is the kitty."""
        for each in cards:
            left = self.decks
            while left:
                share = min(left, self.random.choice((1, 1, 2, 2, self.decks)))
                seat = self.random.choices(range(5), likely)[0]
                if seat < 4 and len(self.hands[seat]) + share <= 14:
                    self.hands[seat] += [each] * share
                left -= share


def _some(cards: Cards, number: int, ladder: Ladder, random: Random, paired: int | None = None) -> Cards:
    """That many of the cards, neighbouring pairs (`paired` of them) before the rest."""
    if random.random() < 0.2:
        return tuple(random.sample(cards, number))
    pairs = sorted(ladder.pairs(cards), key=ladder.height)
    start = random.randrange(len(pairs) + 1)
    if paired is None:
        paired = random.choice((number // 2, random.randint(0, number // 2)))
    pairs = (pairs[start:] + pairs[:start])[:paired]
    chosen = [each for each in pairs for _ in range(2)]
    if ladder.decks > 2 and pairs and random.random() < 0.6:
        # Three and four alike whole.
        chosen = [each for each in dict.fromkeys(pairs) for _ in range(cards.count(each))][:number]
    rest = list((Counter(cards) - Counter(chosen)).elements())
    random.shuffle(rest)
    return tuple(chosen + rest[: number - len(chosen)])


def _lead(cards: Cards, ladder: Ladder, random: Random) -> Cards:
    """A lead out of the cards of one suit: single, pair, tractor, triple or throw."""
    pairs = sorted(ladder.pairs(cards), key=ladder.height)
    kind = random.choices(("single", "pair", "run", "triple", "throw"), (1, 1, 9, 2, 8))[0]
    if kind == "single" or not pairs:
        return tuple(random.sample(cards, min(len(cards), 1 if kind == "single" else random.randint(1, 3))))
    if kind == "pair":
        return (random.choice(pairs),) * 2
    if kind == "run":
        start = random.randrange(len(pairs)) if random.random() < 0.3 else 0
        some = dict.fromkeys(pairs[start : start + random.randint(2, 5)])
        width = min(cards.count(each) for each in some) if random.random() < 0.7 else 2
        return tuple(each for each in some for _ in range(width))
    if kind == "triple":
        rest = sorted(cards, key=ladder.height, reverse=True)
        start = random.randint(0, max(0, len(rest) - 3))
        return tuple(rest[start : start + 3])
    return _some(cards, min(len(cards), random.randint(2, 9)), ladder, random)


def _answer(hand: Cards, lead: Cards, ladder: Ladder, random: Random) -> Cards:
    """A play of as many cards: of the suit, of trumps, or a mixture; as good as any illegal one."""
    led, number, paired = ladder.group(lead[0]), len(lead), len(ladder.pairs(lead))
    suited = ladder.cards_of(led, hand)
    trumps = ladder.cards_of(TRUMPS, hand)
    wish = random.random()
    if wish < 0.5 and len(trumps) >= number:
        return _some(trumps, number, ladder, random, random.choice((paired, paired, max(0, paired - 1))))
    if wish < 0.85 and len(suited) >= number:
        return _some(suited, number, ladder, random)
    if len(suited) < number and random.random() < 0.8:
        others = tuple(each for each in hand if ladder.group(each) != led)
        return suited + _some(others, number - len(suited), ladder, random)
    return tuple(random.sample(hand, number))


def position(random: Random, spec: str, decks: int = 2) -> Position:
    """One position under the rules of `spec`: long suits opposite a tractor, or short ones and trumps."""
    trump = cast(Trump, random.choices((*SUITS, "NT"), (2, 2, 2, 2, 4))[0])
    level = cast(Rank, random.choice(_LEVELS) if random.random() < 0.6 else random.choice(RANKS))
    ladder = ladder_for(spec, trump, level)
    sides = [group for group in ladder.rungs if group != TRUMPS]
    led = TRUMPS if random.random() < 0.5 else random.choice(sides)
    dealer = _Dealer(decks, random)
    lead: Cards = ()
    triple = led != TRUMPS and random.random() < 0.2
    long = not triple and random.random() < 0.7
    if triple:
        at = random.choice((0, 0, random.randrange(len(ladder.rungs[led]) - 1)))
        high, low = (ladder.rungs[led][at + each].cards[0] for each in (0, 1))
        lead = random.choice(((high, high, low), (high, low, low)) if decks > 1 else ((high, low),))
        dealer.hands[0] += lead
    else:
        gaps = random.random() < 0.4
        suit = _window(ladder, led, 14 if gaps else random.randint(6, 12), random)
        if gaps and not long:
            # A throw of runs that do not meet, and a single.
            dealer.gapped(suit, 0, random.choice(((1, 1), (2, 1), (1, 2), (1, 1, 1), (2, 2), (1, 3))))
            if suit and random.random() < 0.6:
                dealer.hands[0].append(suit.pop(random.randrange(len(suit))))
            lead = tuple(dealer.hands[0])
        elif gaps:
            # A long tractor, and a hand with several shorter ones and pairs.
            dealer.block(suit, 0, 3, 4)
            lead = tuple(dealer.hands[0])
            dealer.gapped(suit, 1, random.choice(((2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2), (2, 2, 1))))
        else:
            for seat, least, most in random.choice(_BLOCKS) if long else [(0, 2, 4), (2, 2, 2)]:
                dealer.block(suit, seat, least, most)
        likely = [1.0, 1.0 if gaps else 2.0, 1.0, 1.0, 1.0] if long else [2.0, 0.3, 0.3, 0.3, 2.0]
        dealer.rest(suit, likely)
    if not lead or random.random() < 0.1:
        lead = _lead(tuple(dealer.hands[0]), ladder, random)
    if led != TRUMPS:
        trumps = _window(ladder, TRUMPS, random.randint(5, 6 if trump == "NT" else 10), random)
        for seat in random.sample((1, 2, 3), 2):
            if random.random() < 0.5:
                dealer.block(trumps, seat, 1, 4)
            else:
                dealer.gapped(trumps, seat, random.choice(((1, 1), (2, 1), (1, 1, 1))))
        dealer.rest(trumps, [0.2, 1.0, 1.0, 1.0, 0.5])
    for group in sides:
        if group != led:
            dealer.rest(_window(ladder, group, random.randint(1, 3), random), [0.2, 1.0, 1.0, 1.0, 1.0])
    spare = [each for each in ladder.where if not any(each in hand for hand in dealer.hands)]
    random.shuffle(spare)
    for hand in dealer.hands[1:]:
        while len(hand) < len(lead):
            hand.append(spare.pop())
    hands = [tuple(sorted(hand)) for hand in dealer.hands]
    tricks = [
        (lead, *(tuple(sorted(_answer(hand, lead, ladder, random))) for hand in hands[1:])) for _ in range(5)
    ]
    return Position(
        spec=spec,
        trump=trump,
        level=level,
        lead=tuple(sorted(lead)),
        hands=(hands[0], hands[1], hands[2], hands[3]),
        tricks=tuple(tricks),
    )


def positions(number: int, seed: int, decks: int = 2) -> Iterator[Position]:
    """That many positions, all rule sets in turn; the same for the same seed."""
    known = specs(decks)
    for at in range(number):
        yield _quick_position(Random(f"{seed}/{at}"), known[at % len(known)], decks)


def mixed(number: int, seed: int, decks: tuple[int, ...]) -> Iterator[Position]:
    """That many positions, with so many decks in turn."""
    share = number // len(decks) + 1
    streams = [positions(share, seed + 1000 * at, each) for at, each in enumerate(decks)]
    return islice((found for each in zip(*streams, strict=True) for found in each), number)


def positions_of(spec: str, number: int, seed: int, decks: int = 2) -> Iterator[Position]:
    """That many positions under one rule set; the same for the same seed."""
    for at in range(number):
        yield _quick_position(Random(f"{spec}/{seed}/{at}"), spec, decks)


def _quick_position(random: Random, spec: str, decks: int) -> Position:
    """A position of which the follows of hand 1 are quickly enumerated."""
    found = position(random, spec, decks)
    most = _MANY if random.random() < 0.9 else 5 * _MANY
    while _follows(found) > most or (decks > 2 and len(found.lead) > _LONGEST):
        found = position(random, spec, decks)
    return found


def _follows(found: Position) -> int:
    """How many follows hand 1 has that keep to the suit as far as it goes: what enumerating costs."""
    ladder = ladder_for(found.spec, found.trump, found.level)
    hand, number = found.hands[1], len(found.lead)
    suit = ladder.cards_of(str(ladder.common_group(found.lead)), hand)
    others = tuple((Counter(hand) - Counter(suit)).elements())
    suited = min(len(suit), number)
    return _multisets(suit, suited) * _multisets(others, number - suited)


def _multisets(cards: Cards, number: int) -> int:
    """How many different choices of `number` of the cards there are."""
    ways = [1, *[0] * number]
    for most in Counter(cards).values():
        ways = [sum(ways[max(0, size - most) : size + 1]) for size in range(number + 1)]
    return ways[number]
