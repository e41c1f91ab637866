"""A whole match at random under one rule set, as a careful scorer would write it down.

Owns the chain of hands. Everything stated (result, levels, dealers, winner) is computed by `scores`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from paipu.grammar.cards import Rank, Seat
from paipu.grammar.model import Call, Incident, Record, Result, Tag
from paipu.replay.rules import load_rules, rule_ids

from .dealing import Habits, Opening, deal_hand
from .playing import Played, Table, play_hand
from .scores import (
    BIG_POINTS,
    SCHEDULE,
    Outcome,
    Standing,
    match_points,
    outcome,
    winner_by_big_points,
    winner_by_levels,
)

__all__ = [
    "Finished",
    "Hand",
    "Match",
    "finish_hand",
    "open_hand",
    "play_match",
    "result_of",
    "rule_sets",
    "score_of",
]


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
    """Play a match to its end; after so many hands the time is up. `start` takes it up in the middle.

    >>> match = play_match("pass_five", "1", hands=2)
    >>> [record.tag("Hand") for record in match.records]
    ['1', '2']
    """
    random = Random(f"{rules}/{seed}")
    standing = start or Standing.start(rules)
    match = Match(rules, standings=[standing])
    last = len(SCHEDULE) if rules == "annex3_sixteen_hands" else 10_000
    while len(match.records) < hands and standing.hand <= last and standing.winner is None:
        finished = finish_hand(open_hand(standing, random, habits), random)
        standing = finished.written.after
        match.records.append(finished.record)
        match.standings.append(standing)
    _close(match)
    return match


def _close(match: Match) -> None:
    """Write down who won: by passing the last level, by big points, or by levels when the time is up."""
    winner: str | None = match.standings[-1].winner
    if match.rules == "annex3_sixteen_hands":
        winner = winner_by_big_points(match.records) if match.standings[-1].hand > len(SCHEDULE) else None
    elif winner is None:
        # swiss_8_rounds plays one hand more after the one in which time is up.
        at = len(match.records) - (2 if match.rules == "swiss_8_rounds" else 1)
        if at < 0:
            return
        match.records[at] = _time_up(match.records[at])
        winner = winner_by_levels(match.standings[-1])
    tags = [Tag("Winner", winner)] if winner else []
    shares = match_points(match.rules, winner)
    tags += [Tag("MatchPoints", shares)] if shares else []
    match.records[-1] = replace(match.records[-1], tags=(*match.records[-1].tags, *tags))


def _time_up(record: Record) -> Record:
    """The hand with the end of the time behind its last play."""
    last = record.tricks[-1]
    play = last.plays[-1]
    play = replace(play, incidents=(*play.incidents, Incident(kind="time_up")))
    return replace(record, tricks=(*record.tricks[:-1], replace(last, plays=(*last.plays[:-1], play))))


@dataclass
class Hand:
    """A hand dealt and bid, ready to be played; `level` is the one that is played."""

    standing: Standing
    level: Rank
    opening: Opening

    @property
    def rules(self) -> str:
        return self.standing.rules


@dataclass
class Finished:
    """A hand as written down, and what it is made of."""

    record: Record
    played: Played
    written: Outcome
    hand: Hand


def open_hand(standing: Standing, random: Random, habits: Habits | None = None) -> Hand:
    """Deal and bid the next hand of a match."""
    rules, first = standing.rules, standing.hand == 1
    dealer = standing.dealer or ("E" if rules == "annex3_sixteen_hands" else None)
    level = _level(standing)
    opening = deal_hand(rules, random, level=level, dealer=dealer, first=first, habits=habits)
    if rules == "joker_declare" and dealer:
        # The card turned may have moved the deal: then the other side's level is played.
        level = standing.levels[_side(opening.dealer)]
    return Hand(standing, level, opening)


def finish_hand(hand: Hand, random: Random, *, throws: float = 0.25, table: Table | None = None) -> Finished:
    """Play a hand and write it down with its result."""
    opening = hand.opening
    played = play_hand(
        hand.rules,
        random,
        level=hand.level,
        trump=opening.trump,
        dealer=opening.dealer,
        hands=opening.hands,
        kitty=opening.buried,
        throws=throws,
        table=table,
    )
    written = outcome(
        hand.standing,
        opening.dealer,
        played.points,
        bonus=_bonus(opening, hand.rules),
        knocked_back=played.knocked_back,
        deal_lost=played.deal_lost,
        level_lost=hand.rules == "eighty_points" and opening.flipped and _joker_turned(opening),
        free_gain=random.randint(1, 3),
    )
    record = Record(
        tags=_tags(hand),
        inherited=_block(hand.rules),
        deal=opening.deal,
        kitty=opening.kitty,
        auction=tuple(opening.auction),
        tricks=played.tricks,
        result=result_of(played.points, written),
    )
    return Finished(record, played, written, hand)


def score_of(hand: Hand, points: int) -> Outcome:
    """What follows from a hand with so many points."""
    return outcome(hand.standing, hand.opening.dealer, points, bonus=_bonus(hand.opening, hand.rules))


def _level(standing: Standing) -> Rank:
    if standing.rules == "annex3_sixteen_hands":
        return SCHEDULE[standing.hand - 1]  # type: ignore[return-value]
    if standing.dealer is None:
        return standing.levels["NS"]  # hand 1: both sides stand at the first level
    return standing.levels[_side(standing.dealer)]


def _side(seat: Seat) -> str:
    return "NS" if seat in "NS" else "EW"


def _joker_turned(opening: Opening) -> bool:
    flips = [item for item in opening.auction if isinstance(item, Call) and item.kind == "flip"]
    return any(card >= 52 for flip in flips for card in flip.cards)


def _bonus(opening: Opening, rules: str) -> int:
    """Levels for overturning: hbut_2013 for each after the bury, highest_level_timed for each."""
    if rules == "hbut_2013":
        return opening.late_overturns
    return opening.overturns if rules == "highest_level_timed" else 0


def result_of(points: int, written: Outcome) -> Result:
    """The result line."""
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


def _tags(hand: Hand) -> tuple[Tag, ...]:
    standing, opening = hand.standing, hand.opening
    levels = standing.levels
    tags = [Tag("SJN", "1"), Tag("Hand", str(standing.hand))]
    if standing.rules != "annex3_sixteen_hands":
        tags.append(Tag("Levels", f"NS:{levels['NS']} EW:{levels['EW']}"))
    else:
        tags.append(Tag("BigPoints", BIG_POINTS))
    tags += [Tag("Level", hand.level), Tag("Dealer", opening.dealer), Tag("Trump", opening.trump)]
    return tuple(tags)
