"""What a hand of a match hands on to the next one.

Owns `Standing`, so that a match is audited in one pass, hand by hand, and which hands of a file belong
together. Checks nothing: `check_match` and `match_end` do; what a hand leads to is decided in `outcome`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from paipu.grammar.cards import (
    SEATS,
    Rank,
    Seat,
    Side,
    side_of,
)
from paipu.grammar.model import Place, Record
from paipu.grammar.seats import CORNERS
from paipu.replay.rules import RuleSet

from .case import Case
from .check_score import Score
from .decisions import weighed_incidents
from .levels import level_ladder, other_side
from .outcome import Knocked, Outcome, fallen_from
from .penalty_words import level_words
from .position import seats_from
from .rulings import Faults, Ruled

__all__ = [
    "SIDES",
    "Cause",
    "Standing",
    "first_scheduled",
    "follows",
    "hand_over",
    "in_season",
    "is_big_points",
    "left_by",
    "levels_text",
    "points_text",
    "tag_place",
]

SIDES: Final[tuple[Side, Side]] = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class Cause:
    """The first finding after which the two ledgers may differ: its hand and code."""

    hand: int
    code: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A side that lost the match otherwise than by its level, and what that rests on."""

    side: Side
    forfeit: bool
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a hand hands on to the next one of its match.

    `score` answers what follows from the hand under any rules. `replayed` are the levels by the replay
    of all hands so far. `time_left` is how many hands may still be played, None while time is not up.
    `lost` is a side that forfeited the match, or lost it by its faults. `big` are the big points of each
    side so far, `first` who dealt hand 1 by a schedule. `fallen` are sides put back to a must-play level
    that they may have played before, `unsure` those that stood so in this hand: no sheet says whether such
    a level has to be played again.
    """

    hand: int
    score: Score
    dealer: Seat | None
    replayed: Mapping[Side, Rank] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)
    cause: Cause | None = None
    parted: bool = False
    over: Side | None = None
    time_left: int | None = None
    lost: Lost | None = None
    big: Mapping[Side, float] = field(default_factory=dict)
    first: Seat | None = None
    fallen: frozenset[Side] = frozenset()
    unsure: frozenset[Side] = frozenset()

    def expected(self, rules: RuleSet) -> Outcome | None:
        """What follows from the hand as it was written down."""
        return self.score.as_given(rules)


_SAME: Final = ("Match", "Event", "Round", "Table")


def follows(record: Record, before: Record) -> bool:
    """Whether a record may be a later hand of the same game as the record before it in the file.

    Both say their number in the game, it does not go back, and what names the match is the same.
    """
    number, last = _hand(record), _hand(before)
    if number is None or last is None or number < last:
        return False
    if number == last and not _dealt_again(before):
        return False
    same = all(record.tag(name) == before.tag(name) for name in _SAME)
    return same and all(record.player(seat) == before.player(seat) for seat in SEATS)


def _dealt_again(record: Record) -> bool:
    """Whether a hand was not played out, so that the next one may have its number again."""
    unfinished = record.result is None or record.result.state == "unfinished"
    return unfinished or any(item.get("replay") for _, item in weighed_incidents(record))


def _hand(record: Record) -> int | None:
    text = record.tag("Hand") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


# --- what the hand hands on -------------------------------------------------------------------------


_Left = tuple[Mapping[Side, Knocked], Mapping[Side, tuple[Rank, ...]]]


def left_by(before: Standing | None, case: Case) -> _Left:
    """What earlier hands leave to this one: levels to be given back, must-play levels waived."""
    out = before.expected(case.rules) if before else None
    if before is None or out is None:
        return {}, {}
    knocked, waived = dict(out.knocked), dict(out.waived)
    ended = before.score.ended
    if ended and ended.capture is None and ended.level:
        # The last trick is not recorded: that a side was knocked back shows in where it stands.
        now = case.header.levels.get(ended.dealers)
        if now and fallen_from(ended.level, now):
            knocked[ended.dealers] = Knocked(ended.level)
            waived |= {ended.dealers: ("2",)} if now == "2" else {}
    return knocked, waived


def hand_over(case: Case, score: Score, ruled: tuple[Ruled, ...], before: Standing | None) -> Standing | None:
    """The standing after a hand; None for a hand without a number, which no other follows."""
    number = case.header.hand_no
    if number is None:
        return None
    linked = before is not None and number - before.hand <= 1
    levels = _replayed_levels(case, before if linked else None)
    parted = before.parted if before and linked else False
    if levels != dict(case.levels) and levels and case.levels and not parted:
        parted = _tell_parted(case, levels, before)
    out = score.as_replayed(case.rules, levels) or score.as_given(case.rules, levels)
    stated = score.as_given(case.rules)
    faults = _faults(ruled, before.faults if before else {})
    unsure = before.fallen if before and linked else frozenset()
    return Standing(
        hand=number,
        score=replace(score, ended=replace(score.ended, levels=case.levels)) if score.ended else score,
        dealer=case.dealer,
        replayed=_adopted(out, levels, unsure),
        faults=faults,
        cause=(before.cause if before else None) or _cause(case, number),
        parted=parted,
        over=(stated.over if stated else None) or (before.over if before else None),
        time_left=_time_left(case, before),
        lost=_lost(ruled) or (before.lost if before else None),
        big=_big(case, score, before.big if before else {}),
        first=first_scheduled(case, before),
        fallen=_fallen(case, stated, unsure),
        unsure=unsure,
    )


def first_scheduled(case: Case, before: Standing | None) -> Seat | None:
    """Who deals hand 1 by the schedule: south-east where the seats are so named, else as the match began."""
    number, dealer = case.header.hand_no, case.header.dealer
    if case.rules["level_owner"] != "schedule":
        return None
    if case.record.naming is CORNERS:
        return "E"
    if number is None or dealer is None:
        return before.first if before else None
    if before is not None and before.first is not None:
        around = seats_from(before.dealer or dealer, case.rules.word("play_direction"))
        # Two hands in turn say more than the first one of the record.
        if not (number == before.hand + 1 and before.dealer and dealer == around[1]):
            return before.first
    return seats_from(dealer, case.rules.word("play_direction"))[(1 - number) % len(SEATS)]


def in_season(record: Record) -> bool:
    """Whether the match is one of the season, not of the play-offs (the tag ``Stage``)."""
    return (record.tag("Stage") or "").lower() not in ("play-off", "playoff", "季后赛")


def _fallen(case: Case, after: Outcome | None, before: frozenset[Side]) -> frozenset[Side]:
    """Sides put back to a must-play level by what the other side could not take (`jump_must_play_rule`)."""
    if after is None or case.rules["jump_must_play_rule"] != "deduct_excess_from_other_side_floor_2":
        return frozenset()
    ladder, must = level_ladder(case.rules), case.rules.words("must_play_levels")
    found = set()
    for side, rank in after.levels.items():
        was = case.levels.get(side, rank)
        lower = rank in ladder and was in ladder and ladder.index(rank) < ladder.index(was)
        if rank in must and side not in after.knocked and (lower or (side in before and rank == was)):
            found.add(side)
    return frozenset(found)


def _replayed_levels(case: Case, before: Standing | None) -> dict[Side, Rank]:
    """The levels before this hand by the replay; what it leaves open is taken as written."""
    if before is None or not before.replayed:
        return dict(case.levels)
    return {**case.levels, **before.replayed}


def _adopted(out: Outcome | None, levels: Mapping[Side, Rank], unsure: frozenset[Side]) -> dict[Side, Rank]:
    if out is None or out.side in unsure:
        return {}
    return {side: rank for side, rank in (out.levels or levels).items() if side not in out.open}


_CAUSING: Final = ("score.", "match.", "incident.")


def _cause(case: Case, number: int) -> Cause | None:
    found = (f for f in case.findings if f.severity == "error" and f.code.startswith(_CAUSING))
    return next((Cause(number, f.code) for f in found), None)


def _tell_parted(case: Case, levels: Mapping[Side, Rank], before: Standing | None) -> bool:
    cause = (before.cause if before else None) or _cause(case, case.header.hand_no or 0)
    if cause is None:
        return False
    if cause.hand == case.header.hand_no:
        return True  # the finding itself says it
    case.report(
        "match.ledger",
        {
            "given": levels_text(case, case.levels),
            "needed": levels_text(case, levels),
            "why": f"hand {cause.hand}, {cause.code}",
            "why_zh": f"第 {cause.hand} 副 {cause.code}",
        },
        severity="note",
        element="deal",
        place=tag_place(case, "Levels"),
    )
    return True


def _faults(ruled: tuple[Ruled, ...], before: Faults) -> Faults:
    count = dict(before)
    for one in ruled:
        if one.counted and one.side:
            key = (one.side, one.incident.kind)
            count[key] = count.get(key, 0) + one.counted
    return count


def _time_left(case: Case, before: Standing | None) -> int | None:
    if any(one.kind == "time_up" for _, one in weighed_incidents(case.record)):
        return 1 if case.rules["time_expiry_rule"] == "finish_current_and_one_more" else 0
    if before is None or before.time_left is None:
        return None
    return max(before.time_left - 1, 0)


def _lost(ruled: tuple[Ruled, ...]) -> Lost | None:
    """The side that lost the match by forfeit, or by one fault too many."""
    for one in ruled:
        effects = set(one.due.effects) if one.due else set()
        if one.side and one.incident.kind == "forfeit":
            return Lost(one.side, True, ())
        if one.side and one.counted and effects & {"match_lost", "game_lost"}:
            return Lost(one.side, False, one.due.parameters if one.due else ())
    return None


# --- big points -------------------------------------------------------------------------------------

_BIG: Final = re.compile(r"(-?\d+)(?:(\.\.|-)(-?\d+)?)?:(\d+(?:\.5)?)/(\d+(?:\.5)?)")


def is_big_points(table: str) -> bool:
    """Whether a text is a table of big points and nothing else."""
    return bool(_BIG.search(table)) and not _BIG.sub("", table).strip(" ,;")


def _big(case: Case, score: Score, before: Mapping[Side, float]) -> dict[Side, float]:
    """The big points so far by the table of the header (``0-35:4/0 40-75:3/1 80-:0/4``)."""
    table, points = case.record.tag("BigPoints"), score.given.points if score.given else score.points
    total = {side: before.get(side, 0.0) for side in SIDES}
    if not table or points is None or case.dealer is None:
        return total
    for low, dash, high, dealers, attackers in _BIG.findall(table):
        if int(low) <= points and points <= (int(high) if high else float("inf") if dash else int(low)):
            total[side_of(case.dealer)] += float(dealers)
            total[other_side(side_of(case.dealer))] += float(attackers)
            break
    return total


# --- words ------------------------------------------------------------------------------------------


def levels_text(case: Case, levels: Mapping[Side, Rank]) -> str:
    called = case.record.naming.called
    return " ".join(f"{called(side)}:{level_words(levels[side])}" for side in SIDES if side in levels)


def points_text(case: Case, points: Mapping[Side, int]) -> str:
    called = case.record.naming.called
    return " ".join(f"{called(side)}:{points[side]}" for side in SIDES if side in points)


def tag_place(case: Case, name: str) -> Place | None:
    """Where the tag that counts stands."""
    record = case.record
    found = (tag for tags in (record.tags, record.inherited) for tag in reversed(tags) if tag.name == name)
    return next((tag.place for tag in found), record.place)
