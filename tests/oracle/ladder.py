"""The order of one hand, its sets and its tractors, spelled out rung by rung.

Owns the ladders (lists of rungs, highest first), which pairs join, and what a tractor is. Written
from the rule sheets for comparison with the engine, of which it shares nothing but card codes and
the values of parameters. Must not know plays, duties or winners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from paipu.grammar.cards import RANKS, SUITS, Card, Cards, Rank, Trump, card
from paipu.replay.rules import RuleSet

__all__ = ["TRUMPS", "Ladder", "Rung"]

TRUMPS = "T"
_CODE = {text: card(text) for text in (*(suit + rank for suit in SUITS for rank in RANKS), "L", "B")}
_TEXT = {code: text for text, code in _CODE.items()}


@dataclass(frozen=True)
class Rung:
    """Cards of equal height; `name` is a rank of the suit itself, or what kind of trump they are."""

    name: str
    cards: Cards


@dataclass(eq=False)
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
    _tops: dict[tuple[Cards, ...], int | None] = field(init=False, default_factory=dict, repr=False)
    _found: dict[tuple[Cards, int, int], list[tuple[Cards, int]]] = field(
        init=False, default_factory=dict, repr=False
    )

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
    def decks(self) -> int:
        """How often a card may be held."""
        return int(str(self.rules["deck_count"]))

    @property
    def printed(self) -> bool:
        """Whether tractors go by the printed ranks."""
        return self.rules["tractor_definition"] == "natural_or_skipping_level"

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

    def top(self, cards: Iterable[Card]) -> int:
        """The height of the highest of the cards."""
        return max(self.height(each) for each in cards)

    # --- what adjoins -------------------------------------------------------------------------

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
            if (upper, lower) == ("Q", "J") and "JJQQ" in self.rules.words("tractor_non_examples"):
                return False
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

    def run_top(self, sets: Sequence[Cards]) -> int | None:
        """The height of a run of sets, if they are adjacent; None if they are not.

        Laid out from high to low each must adjoin the next: one rung down, or on a rung of twins,
        of which two at most. An ace may go under the two, as its lowest card, where sheets wrap round.
        """
        key = tuple(sorted(sets))
        if key not in self._tops:
            self._tops[key] = self._printed_top(key) if self.printed else self._run_top(key)
        return self._tops[key]

    def _run_top(self, sets: Sequence[Cards]) -> int | None:
        group = self.common_group(tuple(each for cards in sets for each in cards))
        kinds = [cards[0] for cards in sets]
        if group is None or any(set(cards) != {cards[0]} for cards in sets) or len(set(kinds)) < len(sets):
            return None
        rungs = self.rungs[group]
        places = sorted(len(rungs) - self.height(each) for each in kinds)
        if self._adjacent(places, rungs):
            return max(map(self.height, kinds))
        names = [rung.name for rung in rungs]
        wraps = self.rules["tractor_wrap"] is True and "A" in names and names[-1] == "2"
        if wraps and names.index("A") in places and len(sets) > 1:
            rest = [each for each in kinds if self.height(each) != len(rungs) - names.index("A")]
            below = sorted(len(rungs) - self.height(each) for each in rest)
            if below[-1] == len(rungs) - 1 and self._adjacent(below, rungs):
                return max(map(self.height, rest))
        return None

    def _adjacent(self, places: list[int], rungs: list[Rung]) -> bool:
        if max(Counter(places).values()) > 2:
            return False
        for upper, lower in pairwise(places):
            above, below = rungs[upper].name, rungs[lower].name
            if lower == upper and not self.twins(above):
                return False
            if lower != upper and not (lower == upper + 1 and self.joined(above, below)):
                return False
        return True

    def _printed_top(self, sets: Sequence[Cards]) -> int | None:
        """By the printed ranks: neighbours with the level rank or without it; jokers never.

        Two level cards of different suits are a pair inside a tractor.
        """
        cards = tuple(each for some in sets for each in some)
        group, texts = self.common_group(cards), [{_TEXT[each] for each in some} for some in sets]
        if len(sets) == 1 and len(set(cards)) == 1:
            return self.height(cards[0])
        if group is None or {"L", "B"} & {_TEXT[each] for each in cards}:
            return None
        ranks = [{text[1] for text in some} for some in texts]
        if any(len(names) > 1 and rank != {self.level} for names, rank in zip(texts, ranks, strict=True)):
            return None
        # Permanent twos outside the trump suit have no neighbours.
        named = {text for some in texts for text in some}
        if self.twos and any(text[1] == "2" and text[0] != self.trump for text in named):
            return None
        at = sorted(RANKS.index(min(rank)) for rank in ranks)
        level = RANKS.index(self.level)
        for low, high in pairwise(at):
            skips = (low, high) == (level - 1, level + 1)
            if high != low + 1 and not skips:
                return None
        return self.top(cards)

    # --- sets and tractors --------------------------------------------------------------------

    def pairs(self, cards: Iterable[Card]) -> Cards:
        """The pairs among cards, one card for each pair: a pair is two identical cards."""
        counts = Counter(cards)
        return tuple(each for each in sorted(counts) for _ in range(counts[each] // 2))

    def sets(self, cards: Iterable[Card], width: int) -> list[Cards]:
        """The sets of a width among cards, each kind once, and what passes for a pair inside a tractor."""
        counts = Counter(cards)
        found = [(each,) * width for each in sorted(counts) if counts[each] >= width]
        if self.printed and width == 2:
            level = [each for each in sorted(counts) if _TEXT[each][-1] == self.level]
            found += combinations(level, 2)
        return found

    def runs(self, cards: Cards, width: int, length: int) -> list[tuple[Cards, int]]:
        """All runs of `length` sets of a width among cards, with their heights; a set is a run of one."""
        key = (cards, width, length)
        if key not in self._found:
            counts, found = Counter(cards), []
            for some in combinations(self.sets(cards, width), length):
                laid = tuple(sorted(each for one in some for each in one))
                if length == 1 and len(set(laid)) > 1:
                    continue  # two level cards of different suits are no pair by themselves
                if Counter(laid) <= counts and (top := self.run_top(some)) is not None:
                    found.append((laid, top))
            self._found[key] = found
        return self._found[key]

    def is_length(self, length: int) -> bool:
        """Whether a tractor may have this many sets."""
        least, most = self.rules["tractor_min_pairs"], self.rules["tractor_max_pairs"]
        return length >= max(2, int(str(least))) and (most == "unlimited" or length <= int(str(most)))

    def tractors(self, pairs: Cards, length: int) -> list[Cards]:
        """All tractors of exactly `length` pairs among these pairs, one card for each pair."""
        if not self.is_length(length):
            return []
        cards = tuple(sorted(pairs * 2))
        return [laid[::2] for laid, _ in self.runs(cards, 2, length)]
