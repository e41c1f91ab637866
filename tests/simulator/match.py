"""A whole match at random under one rule set, as a careful scorer would write it down.

Owns the chain of hands. Everything stated (result, levels, dealers, winner) is computed by `scores`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from paipu.grammar.cards import Rank, Seat
from paipu.grammar.model import Record, Result, Tag
from paipu.replay.rules import load_rules, rule_ids

from .dealing import Habits, Opening, deal_hand
from .playing import play_hand
from .scores import SCHEDULE, Outcome, Standing, outcome

__all__ = ["Match", "play_match", "rule_sets"]


@dataclass
class Match:
    """The records of a match, and the standing before each hand and after the last."""

    rules: str
    records: list[Record] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)

    @property
    def won(self) -> bool:
        """Whether the match came to its own end."""
        return self.standings[-1].winner is not None


def rule_sets() -> tuple[str, ...]:
    """Every rule set of the program."""
    return rule_ids()


def play_match(
    rules: str, seed: str, *, hands: int = 200, habits: Habits | None = None, start: Standing | None = None
) -> Match:
    """Play a match to its end, at most so many hands; `start` takes it up in the middle.

    >>> match = play_match("pass_five", "1", hands=2)
    >>> [record.tag("Hand") for record in match.records]
    ['1', '2']
    """
    random = Random(f"{rules}/{seed}")
    standing = start or Standing.start(rules)
    match = Match(rules, standings=[standing])
    last = len(SCHEDULE) if rules == "annex3_sixteen_hands" else 10_000
    while len(match.records) < hands and standing.hand <= last and standing.winner is None:
        record, standing = _hand(standing, random, habits)
        match.records.append(record)
        match.standings.append(standing)
    return match


def _hand(standing: Standing, random: Random, habits: Habits | None) -> tuple[Record, Standing]:
    rules, first = standing.rules, standing.hand == 1
    scheduled = rules == "annex3_sixteen_hands"
    dealer = standing.dealer or ("E" if scheduled else None)
    level = _level(standing)
    while True:
        opening = deal_hand(rules, random, level=level, dealer=dealer, first=first, habits=habits)
        if rules == "eighty_points" and opening.flipped and _joker_turned(opening):
            continue  # costs a level, and the sheet does not say in which hand
        break
    if rules == "joker_declare" and dealer:
        # The card turned may have moved the deal: then the other side's level is played.
        level = standing.levels[_side(opening.dealer)]
    played = play_hand(
        rules,
        random,
        level=level,
        trump=opening.trump,
        dealer=opening.dealer,
        hands=opening.hands,
        kitty=opening.buried,
    )
    written = outcome(
        standing,
        opening.dealer,
        played.points,
        bonus=_bonus(opening, rules),
        knocked_back=played.knocked_back and level == standing.levels[_side(opening.dealer)],
        free_gain=random.randint(1, 3),
    )
    record = Record(
        tags=_tags(standing, level, opening),
        inherited=_block(rules),
        deal=opening.deal,
        kitty=opening.kitty,
        auction=tuple(opening.auction),
        tricks=played.tricks,
        result=_result(played.points, written),
    )
    return record, written.after


def _level(standing: Standing) -> Rank:
    if standing.rules == "annex3_sixteen_hands":
        return SCHEDULE[standing.hand - 1]  # type: ignore[return-value]
    if standing.dealer is None:
        return standing.levels["NS"]  # hand 1: both sides stand at the first level
    return standing.levels[_side(standing.dealer)]


def _side(seat: Seat) -> str:
    return "NS" if seat in "NS" else "EW"


def _joker_turned(opening: Opening) -> bool:
    return any(card >= 52 for item in opening.auction for card in getattr(item, "cards", ())[:1])


def _bonus(opening: Opening, rules: str) -> int:
    """Levels for overturning: hbut_2013 for each after the bury, highest_level_timed for each."""
    if rules == "hbut_2013":
        return opening.late_overturns
    return opening.overturns if rules == "highest_level_timed" else 0


def _result(points: int, written: Outcome) -> Result:
    return Result(state="stated", attackers=points, dealer_next=written.dealer_next, gain=written.gain)


def _block(rules: str) -> tuple[Tag, ...]:
    return (
        Tag("Match", "simulated"),
        Tag("Event", "Simulator"),
        Tag("East", "A"),
        Tag("North", "B"),
        Tag("West", "C"),
        Tag("South", "D"),
        Tag("Rules", str(load_rules(rules))),
    )


def _tags(standing: Standing, level: Rank, opening: Opening) -> tuple[Tag, ...]:
    levels = standing.levels
    tags = [Tag("SJN", "1"), Tag("Hand", str(standing.hand))]
    if standing.rules != "annex3_sixteen_hands":
        tags.append(Tag("Levels", f"NS:{levels['NS']} EW:{levels['EW']}"))
    tags += [Tag("Level", level), Tag("Dealer", opening.dealer), Tag("Trump", opening.trump)]
    return tuple(tags)
