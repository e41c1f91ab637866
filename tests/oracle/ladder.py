"""The order of one hand and its tractors, spelled out rung by rung.

Owns the ladders (lists of rungs, highest first), which pairs join, and what a tractor is. Written
from the rule sheets for comparison with the engine, of which it shares nothing but card codes and
the values of parameters. Must not know plays, duties or winners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from paipu.grammar.cards import RANKS, SUITS, Card, Cards, Rank, Trump, card
from paipu.replay.rules import RuleSet

__all__ = ["TRUMPS", "Ladder", "Rung"]

TRUMPS = "T"
_CODE = {text: card(text) for text in (*(suit + rank for suit in SUITS for rank in RANKS), "L", "B")}


@dataclass(frozen=True)
class Rung:
    """Cards of equal height; `name` is a rank of the suit itself, or what kind of trump they are."""

    name: str
    cards: Cards


@dataclass
class Ladder:
    """What the cards of one hand are worth: for each suit to follow, its rungs from high to low.

    >>> from paipu.replay.rules import load_rules
    >>> ladder = Ladder(load_rules("standard"), "H", "K")
    >>> [rung.name for rung in ladder.rungs["T"]][:5]
    ['big joker', 'little joker', 'main level', 'side level', 'A']
    """

    rules: RuleSet
    trump: Trump
    level: Rank
    rungs: dict[str, list[Rung]] = field(init=False)
    where: dict[Card, tuple[str, int]] = field(init=False)
    """For each card the suit to follow and the height of its rung."""
    _tractors: dict[tuple[Cards, int], list[Cards]] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.rungs = {TRUMPS: self._trump_rungs()}
        for suit in SUITS:
            if suit != self.trump:
                self.rungs[suit] = self._suit_rungs(suit)
        self.where = {
            each: (group, len(rungs) - place)
            for group, rungs in self.rungs.items()
            for place, rung in enumerate(rungs)
            for each in rung.cards
        }

    @property
    def twos(self) -> bool:
        """Whether the twos are trumps of their own, below the level cards."""
        return self.rules["two_permanent"] is True and self.level != "2"

    def _trump_rungs(self) -> list[Rung]:
        rungs = [Rung("big joker", (_CODE["B"],)), Rung("little joker", (_CODE["L"],))]
        if self.trump == "NT":
            rungs.append(Rung("level", tuple(_CODE[suit + self.level] for suit in SUITS)))
            if self.twos:
                rungs.append(Rung("two", tuple(_CODE[suit + "2"] for suit in SUITS)))
            return rungs
        others = [suit for suit in SUITS if suit != self.trump]
        rungs.append(Rung("main level", (_CODE[self.trump + self.level],)))
        rungs.append(Rung("side level", tuple(_CODE[suit + self.level] for suit in others)))
        if self.twos:
            rungs.append(Rung("main two", (_CODE[self.trump + "2"],)))
            rungs.append(Rung("side two", tuple(_CODE[suit + "2"] for suit in others)))
        return rungs + self._suit_rungs(self.trump)

    def _suit_rungs(self, suit: str) -> list[Rung]:
        ranks = [rank for rank in reversed(RANKS) if rank != self.level and not (rank == "2" and self.twos)]
        return [Rung(rank, (_CODE[suit + rank],)) for rank in ranks]

    # --- cards --------------------------------------------------------------------------------

    def group(self, each: Card) -> str:
        """The suit to follow that a card belongs to."""
        return self.where[each][0]

    def height(self, each: Card) -> int:
        """The height of a card inside its suit; equal heights tie."""
        return self.where[each][1]

    def cards_of(self, group: str, cards: Iterable[Card]) -> Cards:
        """Those of `cards` that belong to one suit to follow."""
        return tuple(each for each in cards if self.group(each) == group)

    def common_group(self, cards: Cards) -> str | None:
        """The suit that all the cards belong to, or None."""
        groups = {self.group(each) for each in cards}
        return groups.pop() if len(groups) == 1 else None

    # --- pairs and tractors -------------------------------------------------------------------

    def joined(self, upper: str, lower: str) -> bool:
        """Whether a pair on a rung and a pair on the rung right below it are adjacent, by names."""
        named = {
            ("big joker", "little joker"): "tractor_joker_pairs",
            ("little joker", "main level"): "tractor_main_level_with_small_joker",
            ("little joker", "level"): "tractor_nt_small_joker_with_level",
            ("main level", "side level"): "tractor_side_with_main_level",
        }
        if (upper, lower) in named:
            return self.rules[named[upper, lower]] is True
        if upper == "side level" and lower in RANKS:
            # A set with permanent twos says no to "trump A with a side level", because the twos lie
            # between; at level 2 nothing does.
            unparted = self.rules["two_permanent"] is True and self.level == "2"
            return unparted or self.rules["tractor_trump_ace_with_side_level"] is True
        if upper in RANKS and lower in RANKS:
            apart = RANKS.index(upper) - RANKS.index(lower)
            return apart == 1 or self.rules["tractor_skip_level_rank"] is True
        return True  # the twos and their neighbours: adjacent in the order of trumps

    def twins(self, name: str) -> bool:
        """Whether two pairs of different suits on one rung are adjacent."""
        if name == "level":
            return self.rules["tractor_nt_two_level_pairs"] is True
        if name == "side level":
            return self.rules["tractor_two_side_level_pairs"] is True
        return False

    def is_tractor(self, pairs: Cards) -> bool:
        """Whether pairs (one card for each) of one suit to follow form one tractor.

        Laid out from high to low each must adjoin the next: one rung down, or on a rung of twins,
        of which two at most.
        """
        group = self.common_group(pairs)
        least, most = self.rules["tractor_min_pairs"], self.rules["tractor_max_pairs"]
        if group is None or len(pairs) < max(2, int(str(least))):
            return False
        if most != "unlimited" and len(pairs) > int(str(most)):
            return False
        rungs = self.rungs[group]
        places = sorted(len(rungs) - self.height(each) for each in pairs)
        if max(Counter(places).values()) > 2 or (len(set(pairs)) < len(pairs)):
            return False
        for upper, lower in pairwise(places):
            above, below = rungs[upper].name, rungs[lower].name
            if lower == upper and not self.twins(above):
                return False
            if lower != upper and not (lower == upper + 1 and self.joined(above, below)):
                return False
        return True

    def pairs(self, cards: Iterable[Card]) -> Cards:
        """The pairs among cards, one card for each pair: a pair is two identical cards."""
        counts = Counter(cards)
        return tuple(each for each in sorted(counts) for _ in range(counts[each] // 2))

    def tractors(self, pairs: Cards, length: int) -> list[Cards]:
        """All tractors of exactly `length` pairs among these pairs."""
        key = (pairs, length)
        if key not in self._tractors:
            self._tractors[key] = [some for some in combinations(pairs, length) if self.is_tractor(some)]
        return self._tractors[key]

    def top(self, cards: Cards) -> int:
        """The height of the highest of the cards."""
        return max(self.height(each) for each in cards)
