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
from paipu.replay.rules import RuleSet

from .case import Case
from .check_score import Score
from .levels import level_ladder, other_side
from .outcome import Knocked, Outcome
from .penalty_words import level_words
from .rulings import Faults, Ruled

__all__ = [
    "SIDES",
    "Cause",
    "Standing",
    "follows",
    "hand_over",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a hand hands on to the next one of its match.

    `score` answers what follows from the hand under any rules. `replayed` are the levels by the replay
    of all hands so far. `time_left` is how many hands may still be played, None while time is not up.
    `lost` is a side that a ruling made lose the match. `big` are the big points of each side so far.
    `fallen` are sides put back to a must-play level that they may have played before, and `unsure`
    those that stood so in this hand: no sheet says whether such a level has to be played again.
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
    lost: Side | None = None
    big: Mapping[Side, float] = field(default_factory=dict)
    fallen: frozenset[Side] = frozenset()
    unsure: frozenset[Side] = frozenset()

    def expected(self, rules: RuleSet) -> Outcome | None:
        """What follows from the hand as it was written down."""
        return self.score.as_given(rules)

    def knocked(self, rules: RuleSet) -> Mapping[Side, Knocked]:
        out = self.expected(rules)
        return out.knocked if out else {}

    def waived(self, rules: RuleSet) -> Mapping[Side, tuple[Rank, ...]]:
        out = self.expected(rules)
        return out.waived if out else {}


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
    return unfinished or any(item.get("replay") for _, item in record.incidents())


def _hand(record: Record) -> int | None:
    text = record.tag("Hand") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


# --- what the hand hands on -------------------------------------------------------------------------


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
        fallen=_fallen(case, stated, unsure),
        unsure=unsure,
    )


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
    count = {side: before.get(side, 0) for side in SIDES}
    for one in ruled:
        if one.counted and one.side:
            count[one.side] += one.counted
    return count


def _time_left(case: Case, before: Standing | None) -> int | None:
    if any(one.kind == "time_up" for _, one in case.record.incidents()):
        return 1 if case.rules["time_expiry_rule"] == "finish_current_and_one_more" else 0
    if before is None or before.time_left is None:
        return None
    return max(before.time_left - 1, 0)


def _lost(ruled: tuple[Ruled, ...]) -> Side | None:
    """The side that lost the match by a ruling: forfeit, or one fault too many."""
    for one in ruled:
        effects = set(one.due.effects) if one.due else set()
        if one.side and effects & {"match_lost", "game_lost", "forfeit"}:
            return one.side
    return None


# --- big points -------------------------------------------------------------------------------------

_BIG: Final = re.compile(r"(-?\d+)(?:(\.\.|-)(-?\d+)?)?:(\d+(?:\.5)?)/(\d+(?:\.5)?)")


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
