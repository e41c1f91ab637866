"""The order of the cards of one hand: what is trump, what beats what, what adjoins what.

Owns the ladders that trump suit, level and rule set define. Everything above (shapes, duties,
winners) asks an `Order`, never the printed suit. Knows no play.

A *group* is a suit to follow: ``"T"`` for the trumps, else ``"S" "H" "C" "D"``. In a group each
card has a *strength* (higher wins, equal cards tie) and a *step* of the ladder: pairs on linked
steps form tractors. Step and strength are the same but where tractors go by the printed ranks
(`tractor_definition`): there the level cards have the step of their rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    Cards,
    Rank,
    Trump,
    is_unknown,
)
from paipu.replay.rules import RuleSet

__all__ = ["TRUMPS", "Group", "Order", "order_for"]

Group = Literal["T", "S", "H", "C", "D"]
TRUMPS: Final[Group] = "T"

_TRUMP_BASE: Final = 13
"""First step above the plain trumps, whatever the level."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The ladders of one hand, as tables over the 54 card codes.

    `order_for` makes each order once, so orders compare by identity and key caches cheaply.

    `links` holds, for each group, the steps ``s`` whose pairs join with those of step ``s + 1``;
    `twins` the steps on which two pairs of different suits join each other. With `tractor_wrap` the
    ace, on step `wrap`, also goes under the two, on step `bottom`. By the printed ranks a run may
    pass over `loose`, the step of the level rank, and any two level cards make a pair on it.
    """

    rules: RuleSet
    trump: Trump
    level: Rank
    groups: tuple[Group, ...]
    strengths: tuple[int, ...]
    steps: tuple[int, ...]
    links: frozenset[tuple[Group, int]]
    twins: frozenset[int]
    bottom: int
    wrap: int | None
    loose: int | None

    @property
    def wide(self) -> bool:
        """Whether the cards of a run have to be chosen: see the module of that name."""
        return self.rules.number("deck_count") > 2 or self.loose is not None

    @property
    def plain(self) -> tuple[Group, ...]:
        """The groups that hold plain ranks: all suits, and the trumps unless there is no trump suit."""
        return ("S", "H", "C", "D") if self.trump == "NT" else ("T", "S", "H", "C", "D")

    def group(self, card: Card) -> Group | None:
        """The suit to follow that a card belongs to; None for an unknown card.

        A card of known suit and unknown rank (``S?``) is None too: it may be a level card.
        """
        return None if is_unknown(card) else self.groups[card]

    def strength(self, card: Card) -> int:
        """Rank inside the group: higher wins, equal strengths tie (then the first played wins)."""
        return self.strengths[card]

    def cards_of(self, group: Group, cards: Iterable[Card]) -> Cards:
        """Those of `cards` that belong to `group`, in the order given."""
        return tuple(card for card in cards if card < UNKNOWN and self.groups[card] == group)

    def group_of_all(self, cards: Cards) -> Group | None:
        """The one group all `cards` belong to; None if there is none, or a card is unknown."""
        if not cards or is_unknown(cards[0]):
            return None
        first = self.groups[cards[0]]
        for card in cards[1:]:
            if is_unknown(card) or self.groups[card] != first:
                return None
        return first

    def linked(self, group: Group, step: int) -> bool:
        """Whether a pair on `step` and a pair on the next step up form a tractor."""
        return (group, step) in self.links

    def above(self, group: Group, step: int, *, start: bool = False) -> tuple[int, ...]:
        """The steps whose pairs go on from a pair on `step` upwards in a tractor.

        An ace goes under the two only at the `start` of one.
        """
        up = (step + 1,) if (group, step) in self.links else ()
        if self.loose is not None and step + 1 == self.loose and (group, self.loose) in self.links:
            up = (*up, step + 2)
        return (*up, self.bottom) if start and step == self.wrap and group in self.plain else up

    def descending(self, cards: Iterable[Card]) -> list[list[Card]]:
        """Groups of equal cards from high to low, trumps first, then S H C D."""
        places: dict[tuple[int, int], list[Card]] = {}
        for card in sorted(cards):
            place = ("TSHCD".index(self.groups[card]), -self.strengths[card])
            places.setdefault(place, []).append(card)
        return [places[place] for place in sorted(places)]


@lru_cache(maxsize=1024)
def order_for(rules: RuleSet, trump: Trump, level: Rank) -> Order:
    """The order of a hand under a rule set (trumps: `trump_order`, side suits: `side_order`).

    >>> from paipu.grammar.cards import card
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "H", "7")
    >>> [order.group(card(text)) for text in ("HA", "S7", "SA", "L")]
    ['T', 'T', 'S', 'T']
    >>> order.strength(card("H7")) > order.strength(card("S7")) == order.strength(card("D7"))
    True
    """
    twos = rules.flag("two_permanent") and level != "2"
    above = _permanent_steps(trump, twos)
    groups: list[Group] = []
    steps: list[int] = []
    plain = _plain_steps(rules, level, twos)
    for suit in SUITS:
        for rank in RANKS:
            main = "main" if suit == trump else "side"
            if rank == level:
                groups.append(TRUMPS)
                steps.append(above[f"{main} level"])
            elif twos and rank == "2":
                groups.append(TRUMPS)
                steps.append(above[f"{main} two"])
            else:
                groups.append(TRUMPS if suit == trump else suit)  # type: ignore[arg-type]
                steps.append(plain[rank])
    groups += [TRUMPS, TRUMPS]
    steps += [above["L"], above["B"]]
    assert (len(steps), steps[LITTLE_JOKER] < steps[BIG_JOKER]) == (54, True)
    if rules["tractor_definition"] == "natural_or_skipping_level":
        return _by_printed_rank(rules, trump, level, tuple(groups), tuple(steps))
    top_plain = max(plain.values())
    return Order(
        rules,
        trump,
        level,
        tuple(groups),
        tuple(steps),
        tuple(steps),
        _links(rules, trump, plain, above, top_plain),
        _twins(rules, trump, above),
        min(plain.values()),
        top_plain if rules.flag("tractor_wrap") and {"A", "2"} <= plain.keys() else None,
        None,
    )


def _by_printed_rank(
    rules: RuleSet, trump: Trump, level: Rank, groups: tuple[Group, ...], strengths: tuple[int, ...]
) -> Order:
    """The order where ranks adjoin as printed, the level rank in its place or left out, jokers never.

    Permanent twos outside the trump suit join nothing either.
    """
    steps = [RANKS.index(rank) for _ in SUITS for rank in RANKS]
    apart = len(RANKS) + 1
    steps += [apart, apart + 2]
    for card, group in enumerate(groups[:52]):
        if group == TRUMPS and SUITS[card // 13] != trump and RANKS[card % 13] != level:
            steps[card] = apart + 4
    last = len(RANKS) - 1
    links: set[tuple[Group, int]] = {
        (group, step) for group in ("T", "S", "H", "C", "D") for step in range(last)
    }
    wrap = last if rules.flag("tractor_wrap") else None
    loose = RANKS.index(level)
    return Order(
        rules, trump, level, groups, strengths, tuple(steps), frozenset(links), frozenset(), 0, wrap, loose
    )


def _plain_steps(rules: RuleSet, level: Rank, twos: bool) -> dict[str, int]:
    """Steps of the plain ranks, the ace on the highest, one under the permanent trumps.

    With `tractor_skip_level_rank` the ranks either side of the level rank adjoin; without it the
    level rank leaves a gap. The ace (or the king at level A) always ends on the same step.
    """
    ranks = [rank for rank in RANKS if rank != level and not (twos and rank == "2")]
    if rules.flag("tractor_skip_level_rank"):
        return {rank: _TRUMP_BASE - len(ranks) + at for at, rank in enumerate(ranks)}
    shift = _TRUMP_BASE - 1 - RANKS.index(ranks[-1])
    return {rank: RANKS.index(rank) + shift for rank in ranks}


def _permanent_steps(trump: Trump, twos: bool) -> dict[str, int]:
    """Steps of the permanent trumps from low to high (`trump_order`)."""
    names = [["side two"], ["main two"]] if twos else []
    names += [["side level"], ["main level"], ["L"], ["B"]]
    if trump == "NT":
        # Without a trump suit all level cards (and permanent twos) are equal.
        names = [["side two", "main two"]] if twos else []
        names += [["side level", "main level"], ["L"], ["B"]]
    return {name: _TRUMP_BASE + at for at, row in enumerate(names) for name in row}


def _links(
    rules: RuleSet, trump: Trump, plain: dict[str, int], above: dict[str, int], top: int
) -> frozenset[tuple[Group, int]]:
    taken = set(plain.values())
    inside = {step for step in taken if step + 1 in taken}
    if "JJQQ" in rules.words("tractor_non_examples") and "Q" in plain:
        # The literal reading of a list that is probably misprinted (signal_cards L12).
        inside.discard(plain.get("J", -1))
    links: set[tuple[Group, int]] = {(suit, step) for suit in SUITS for step in inside}  # type: ignore[misc]
    if trump == "NT":
        # Side suits only below; the top of the ladder follows.
        trump_links = {above["side level"]: rules.flag("tractor_nt_small_joker_with_level")}
    else:
        links |= {(TRUMPS, step) for step in inside}
        trump_links = {
            top: rules.flag("tractor_trump_ace_with_side_level") or rules.flag("two_permanent"),
            above["side level"]: rules.flag("tractor_side_with_main_level"),
            above["main level"]: rules.flag("tractor_main_level_with_small_joker"),
        }
    if "side two" in above:
        trump_links |= {above["side two"]: True, above["main two"]: True}
    trump_links[above["L"]] = rules.flag("tractor_joker_pairs")
    links |= {(TRUMPS, step) for step, joined in trump_links.items() if joined}
    return frozenset(links)


def _twins(rules: RuleSet, trump: Trump, above: dict[str, int]) -> frozenset[int]:
    name = "tractor_nt_two_level_pairs" if trump == "NT" else "tractor_two_side_level_pairs"
    return frozenset({above["side level"]} if rules.flag(name) else ())
