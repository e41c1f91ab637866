"""The chain of the hands of a match: does each hand follow from the one before, and who has won.

Owns the match phase of the audit. `Standing` is all that one hand hands on to the next, so that a
match is audited in one pass; a hand alone is audited without one. What a hand leads to is decided in
`outcome`; must not know how hands are read or stored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    SEATS,
    Cards,
    Rank,
    Seat,
    Side,
    is_unknown,
    rank_of,
    side_of,
    sort_cards,
)
from paipu.grammar.model import Call, Place, Record
from paipu.grammar.seats import Naming
from paipu.replay.rules import RuleSet

from .auction import Bidding, bid_breach
from .case import Case
from .check_incidents import Faults, Ruled
from .check_score import Score
from .levels import level_ladder, other_side
from .messages import seat_en, seat_zh
from .outcome import Knocked, Outcome
from .penalty_words import level_words, side_words

__all__ = ["Cause", "MatchResult", "Standing", "check_end", "check_link", "follows", "hand_over"]

_SIDES: Final[tuple[Side, Side]] = ("NS", "EW")


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


# --- the link to the hand before --------------------------------------------------------------------


def check_link(case: Case, before: Standing | None) -> None:
    """Whether dealer, levels and the level played follow from the hand before, or open the game."""
    if case.rules["level_owner"] == "schedule":
        _check_schedule(case)
    if before is None:
        _check_start(case)
        return
    number = case.header.hand_no
    assert number is not None
    missing = number - before.hand - 1
    if missing > 0:
        facts = {"hand": before.hand, "given": missing}
        case.report("match.gap", facts, severity="note", element="deal", place=_place(case, "Hand"))
        return
    _check_time(case, before)
    expected = before.expected(case.rules)
    if expected is None:
        return
    if expected.over:
        _tell_over(case, before, expected.over)
        return
    if not case.levels:
        case.levels = {side: rank for side, rank in expected.levels.items() if side not in expected.open}
    _check_levels(case, before, expected)
    _check_dealer(case, before, expected)
    _check_declarer(case, before)


def _check_start(case: Case) -> None:
    header = case.header
    if header.hand_no != 1 or case.rules["level_owner"] == "schedule":
        return
    played = set(header.levels.values()) or ({header.level} if header.level else set())

    def differs(rules: RuleSet) -> bool:
        return bool(played - {rules.word("start_level")})

    if differs(case.rules):
        given = _levels_text(case, header.levels) if header.levels else level_words(header.level or "")
        case.report(
            "match.start",
            {"given": given, "needed": level_words(case.rules.word("start_level"))},
            parameters=("start_level",),
            breaks=differs,
            element="deal",
            place=_place(case, "Levels") or _place(case, "Level"),
        )


def _check_schedule(case: Case) -> None:
    """The level of every hand is fixed beforehand (`level_sequence`)."""
    number, level = case.header.hand_no, case.header.level
    ladder = level_ladder(case.rules)
    if number is None or level is None or not 1 <= number <= len(ladder):
        return

    def differs(rules: RuleSet) -> bool:
        return rules["level_owner"] == "schedule" and level_ladder(rules)[number - 1] != level

    if differs(case.rules):
        case.report(
            "match.level",
            {
                "given": level_words(level),
                "needed": level_words(ladder[number - 1]),
                "why": f"by the schedule of hand {number}",
                "why_zh": f"按赛程第 {number} 副",
            },
            parameters=("level_owner", "level_sequence"),
            breaks=differs,
            element="deal",
            place=_place(case, "Level"),
        )


def _tell_over(case: Case, before: Standing, winner: Side) -> None:
    en, zh = side_words(winner, case.record.naming)
    case.report(
        "match.over",
        {"hand": before.hand, "side": en, "side_zh": zh},
        parameters=("win_condition",),
        severity="warning",
        element="deal",
        place=_place(case, "Hand"),
    )


def _check_time(case: Case, before: Standing) -> None:
    if before.time_left is None or before.time_left > 0:
        return
    one_more = case.rules["time_expiry_rule"] == "finish_current_and_one_more"
    case.report(
        "match.time",
        {
            "hand": before.hand - (1 if one_more else 0),
            "needed": "one hand" if one_more else "no hand",
            "needed_zh": "一副" if one_more else "零副",
        },
        parameters=("time_expiry_rule",),
        breaks=lambda rules: rules["time_expiry_rule"] != "finish_current_and_one_more" or one_more,
        element="deal",
        place=_place(case, "Hand"),
    )


def _check_levels(case: Case, before: Standing, expected: Outcome) -> None:
    if case.rules["level_owner"] == "schedule":
        return
    header = case.header
    dealers = side_of(case.dealer) if case.dealer else None
    # Where only the level played is written, it is that of the dealer side.
    written: dict[Side, Rank] = dict(header.levels)
    alone = not written and header.level and dealers and case.rules["level_owner"] == "dealer_side"
    if alone and dealers and header.level:
        written = {dealers: header.level}

    sequence = case.rules["level_sequence"]
    stood = {*before.score.ended.levels.values()} if before.score.ended else set()
    # Where the sheet says which level wins, every sequence ends with it.
    tops = {level_ladder(case.rules)[-1]} if case.rules.entry("win_condition").may_accuse else set(RANKS)

    def differs(rules: RuleSet) -> bool:
        if rules["level_sequence"] == "schedule16":
            return True  # levels that a schedule fixes are no reading of levels that a side climbs
        if rules["level_sequence"] != sequence and not (
            stood <= set(level_ladder(rules)) and level_ladder(rules)[-1] in tops
        ):
            return True  # nor is a sequence without the levels that were played, or that ends elsewhere
        out = before.expected(rules)
        if out is None:
            return False
        return any(
            side not in out.open and out.levels.get(side, rank) != rank for side, rank in written.items()
        )

    if not differs(case.rules):
        return
    facts: dict[str, Any] = {"hand": before.hand}
    if alone and dealers:
        facts |= {
            "given": level_words(written[dealers]),
            "needed": level_words(expected.levels[dealers]),
            "why": f"after hand {before.hand}",
            "why_zh": f"第 {before.hand} 副之后",
        }
    else:
        facts |= {
            "given": _levels_text(case, written),
            "needed": _levels_text(case, expected.levels),
        }
    case.report(
        "match.level" if alone else "match.levels",
        facts,
        parameters=expected.climbed or expected.parameters,
        breaks=differs,
        element="deal",
        place=_place(case, "Levels") or _place(case, "Level"),
    )


def _check_dealer(case: Case, before: Standing, expected: Outcome) -> None:
    dealer = case.header.dealer
    if dealer is None or expected.side is None or _dealt_otherwise(case):
        return

    def differs(rules: RuleSet) -> bool:
        out = before.expected(rules)
        if out is None or out.side is None:
            return False
        return side_of(dealer) != out.side or (out.dealer is not None and out.dealer != dealer)

    if not differs(case.rules):
        return
    wrong_side = side_of(dealer) != expected.side
    naming = case.record.naming
    needed = side_words(expected.side, naming)
    if expected.dealer:
        needed = (seat_en(expected.dealer, naming), seat_zh(expected.dealer, naming))
    case.report(
        "match.dealer",
        {"seat": dealer, "hand": before.hand, "needed": needed[0], "needed_zh": needed[1]},
        parameters=expected.dealing if wrong_side else ("later_dealer",),
        breaks=differs,
        element="deal",
        place=_place(case, "Dealer"),
    )


def _dealt_otherwise(case: Case) -> bool:
    """Whether something in this hand may have moved the deal: a lot, a call that makes the dealer."""
    calls = {item.kind for item in case.record.auction if isinstance(item, Call)}
    if "lot" in calls:
        return True
    if case.rules["declare_by"] == "dealer_then_in_turn":
        return True
    if not case.record.bids:
        return case.rules["no_bid_later"] in ("opponents_call", "flip_any_matching_holder_deals")
    first = case.record.bids[0].seat
    by_opponents = case.dealer is not None and side_of(first) == side_of(case.dealer)
    return case.rules["overturn_changes_dealer_later"] == "only_on_opponents_call" and by_opponents


def _check_declarer(case: Case, before: Standing) -> None:
    """Whether a side that may declare only after the other did so first (`declare_by`)."""
    bids, level = case.record.bids, case.header.level
    if not bids or level is None or any(map(is_unknown, bids[0].cards)):
        return
    hands = {item.seat: item.cards for item in case.record.deal}
    size = case.rules.number("hand_size")

    def entitled(rules: RuleSet) -> tuple[Seat, Cards] | None:
        """Who could have declared before, and with what."""
        expected = before.expected(rules)
        if expected is None or expected.side is None:
            return None
        rule = rules["declare_by"]
        if rule in ("dealer_side_then_opponents", "dealer_then_partner"):
            first = tuple(seat for seat in SEATS if side_of(seat) == expected.side)
        else:
            first = (expected.dealer,) if rule == "dealer_then_opponents" and expected.dealer else ()
        if not first or bids[0].seat in first:
            return None
        able = (
            (seat, _declarable(hands[seat], level, rules))
            for seat in first
            if len(hands.get(seat, ())) >= size
        )
        return next(((seat, cards) for seat, cards in able if cards), None)

    found = entitled(case.rules)
    if found:
        case.report(
            "bid.by",
            {"seat": bids[0].seat, "play": bids[0].cards, "other": found[0], "held": found[1]},
            parameters=("declare_by",),
            breaks=lambda rules: entitled(rules) is not None,
            element=f"a{case.record.auction.index(bids[0]) + 1}",
            place=bids[0],
        )


def _declarable(hand: Cards, level: Rank, rules: RuleSet) -> Cards:
    """Cards of a hand that may name trump first; () without any."""
    bidding = Bidding(rules=rules, level=level, phase="deal")
    levels = sorted({card for card in hand if rank_of(card) == level})
    jokers = sorted({card for card in hand if card in (BIG_JOKER, LITTLE_JOKER)})
    shows = [(one,) for one in levels] + [sort_cards((one, joker)) for one in levels for joker in jokers]
    return next((cards for cards in shows if bid_breach(bidding, "N", cards) is None), ())


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
    return Standing(
        hand=number,
        score=replace(score, ended=replace(score.ended, levels=case.levels)) if score.ended else score,
        dealer=case.dealer,
        replayed=_adopted(out, levels),
        faults=faults,
        cause=(before.cause if before else None) or _cause(case, number),
        parted=parted,
        over=(stated.over if stated else None) or (before.over if before else None),
        time_left=_time_left(case, before),
        lost=_lost(ruled) or (before.lost if before else None),
        big=_big(case, score, before.big if before else {}),
    )


def _replayed_levels(case: Case, before: Standing | None) -> dict[Side, Rank]:
    """The levels before this hand by the replay; what it leaves open is taken as written."""
    if before is None or not before.replayed:
        return dict(case.levels)
    return {**case.levels, **before.replayed}


def _adopted(out: Outcome | None, levels: Mapping[Side, Rank]) -> dict[Side, Rank]:
    if out is None:
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
            "given": _levels_text(case, case.levels),
            "needed": _levels_text(case, levels),
            "why": f"hand {cause.hand}, {cause.code}",
            "why_zh": f"第 {cause.hand} 副 {cause.code}",
        },
        severity="note",
        element="deal",
        place=_place(case, "Levels"),
    )
    return True


def _faults(ruled: tuple[Ruled, ...], before: Faults) -> Faults:
    count = {side: before.get(side, 0) for side in _SIDES}
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
    total = {side: before.get(side, 0.0) for side in _SIDES}
    if not table or points is None or case.dealer is None:
        return total
    for low, dash, high, dealers, attackers in _BIG.findall(table):
        if int(low) <= points and points <= (int(high) if high else float("inf") if dash else int(low)):
            total[side_of(case.dealer)] += float(dealers)
            total[other_side(side_of(case.dealer))] += float(attackers)
            break
    return total


# --- the end of the match ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """Who won a match and why; neither `winner` nor `draw` while it is open.

    `points` are the match points, None where the rules have none. `parameters` are those it rests on.
    """

    winner: Side | None = None
    draw: bool = False
    why: str = ""
    why_zh: str = ""
    points: Mapping[Side, int] | None = None
    parameters: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        return self.draw or self.winner is not None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object; keys that do not apply are left out."""
        found: dict[str, Any] = {
            "winner": self.winner,
            "draw": self.draw or None,
            "why": self.why or None,
            "why_zh": self.why_zh or None,
            "points": dict(self.points) if self.points else None,
        }
        return {key: value for key, value in found.items() if value is not None}


def check_end(case: Case, after: Standing) -> MatchResult:
    """Who won, at the last hand of a match; compared with the tags ``Winner`` and ``MatchPoints``."""
    stated = (case.record.tag("Winner") or "").strip()
    ended = bool(stated) or after.time_left is not None

    def found(rules: RuleSet) -> MatchResult:
        return _result(case, after, rules, ended)

    result = found(case.rules)
    naming = case.record.naming
    given = {**{naming.called(side): str(side) for side in _SIDES}, "draw": "draw"}.get(stated)
    wrong = given is not None and result.decided and given != _winner(result)
    if given and wrong:
        case.report(
            "match.winner",
            {
                "given": _winner_words(given, naming)[0],
                "given_zh": _winner_words(given, naming)[1],
                "needed": _winner_words(_winner(result), naming)[0],
                "needed_zh": _winner_words(_winner(result), naming)[1],
                "why": result.why,
                "why_zh": result.why_zh,
            },
            parameters=result.parameters,
            breaks=lambda rules: found(rules).decided and _winner(found(rules)) != given,
            element="result",
            place=_place(case, "Winner"),
        )
    points = _match_points(case)
    if points and result.points and not wrong and points != dict(result.points):
        case.report(
            "match.points",
            {"given": _points_text(case, points), "needed": _points_text(case, result.points)},
            parameters=("match_points",),
            element="result",
            place=_place(case, "MatchPoints"),
        )
    return result


def _winner(result: MatchResult) -> str:
    return "draw" if result.draw else result.winner or ""


def _winner_words(winner: str, naming: Naming) -> tuple[str, str]:
    return next((side_words(side, naming) for side in _SIDES if side == winner), ("a draw", "平局"))


def _result(case: Case, after: Standing, rules: RuleSet, ended: bool) -> MatchResult:
    """The result under these rules; `ended` says that no hand follows."""
    if after.lost:
        winner = other_side(after.lost)
        lost, lost_zh = side_words(after.lost, case.record.naming)
        why = (f"{lost} lost it by a ruling", f"{lost_zh}被判负")
        forfeit = any(one.kind in ("forfeit", "late") for _, one in case.record.incidents())
        return _won(winner, why, (), rules, forfeit=forfeit)
    if after.over:
        level = level_words(level_ladder(rules)[-1])
        why = (f"they passed {level}", f"打过 {level}")
        return _won(after.over, why, ("win_condition",), rules)
    if rules["match_result_rule"] == "sum_of_big_points":
        return (
            _by_big_points(case, after, rules)
            if ended or after.hand >= len(level_ladder(rules))
            else MatchResult()
        )
    if not ended or rules["match_result_rule"] != "higher_level":
        return MatchResult()
    expected = after.expected(rules)
    if expected is None or expected.open or len(expected.levels) < len(_SIDES):
        return MatchResult()
    return _by_levels(case, expected, rules)


def _by_levels(case: Case, expected: Outcome, rules: RuleSet) -> MatchResult:
    ladder = level_ladder(rules)
    at = {side: ladder.index(rank) if rank in ladder else -1 for side, rank in expected.levels.items()}
    words = _levels_text(case, expected.levels)
    names: tuple[str, ...] = ("match_result_rule",)
    if at["NS"] != at["EW"]:
        winner: Side = "NS" if at["NS"] > at["EW"] else "EW"
        return _won(winner, (f"the higher level, {words}", f"级数较高，{words}"), names, rules)
    rule = rules.word("draw_rule")
    why = (f"equal levels, {words}", f"级数相同，{words}")
    names = (*names, "draw_rule")
    season = (case.record.tag("Stage") or "").lower() not in ("play-off", "playoff", "季后赛")
    if rule == "draw" or (rule == "season_draw_play_off_sudden_death" and season):
        return MatchResult(
            draw=True, why=why[0], why_zh=why[1], points=_shares(rules, None), parameters=names
        )
    if rule == "dealer_side_wins":
        sides = {expected.side, side_of(case.dealer) if case.dealer else expected.side}
        # Whether the side that has dealt or the one that would deal next is not said.
        if len(sides) == 1 and expected.side:
            why = (f"{why[0]}: the dealer side wins", f"{why[1]}，庄家方胜")
            return _won(expected.side, why, names, rules)
    return MatchResult(why=f"{why[0]}: not decided", why_zh=f"{why[1]}，未分胜负", parameters=names)


def _by_big_points(case: Case, after: Standing, rules: RuleSet) -> MatchResult:
    if not any(after.big.values()):
        return MatchResult()
    ns, ew = after.big["NS"], after.big["EW"]
    one, other = (case.record.naming.called(side) for side in _SIDES)
    words = (f"big points {one} {ns:g}, {other} {ew:g}", f"大分 {one} {ns:g}，{other} {ew:g}")
    if ns == ew:
        return MatchResult(draw=True, why=words[0], why_zh=words[1], parameters=("match_result_rule",))
    return _won("NS" if ns > ew else "EW", words, ("match_result_rule",), rules)


def _won(
    winner: Side, why: tuple[str, str], names: tuple[str, ...], rules: RuleSet, *, forfeit: bool = False
) -> MatchResult:
    return MatchResult(
        winner=winner,
        why=why[0],
        why_zh=why[1],
        points=_shares(rules, winner, forfeit=forfeit),
        parameters=names,
    )


def _shares(rules: RuleSet, winner: Side | None, *, forfeit: bool = False) -> dict[Side, int] | None:
    """The match points of both sides (`match_points`); None where the rules have none."""
    rule = rules["match_points"]
    if rule not in _SHARES:
        return None
    win, draw, loss, forfeited = _SHARES[str(rule)]
    if winner is None:
        return None if draw is None else dict.fromkeys(_SIDES, draw)
    return {side: win if side == winner else forfeited if forfeit else loss for side in _SIDES}


_SHARES: Final[dict[str, tuple[int, int | None, int, int]]] = {
    "win2_draw1_loss0": (2, 1, 0, 0),
    "win2_loss1_forfeit0": (2, None, 1, 0),
}
_POINTS: Final = re.compile(r"([A-Z]{2,4}):(\d{1,3})")


def _match_points(case: Case) -> dict[Side, int] | None:
    """The match points of both sides as written; None where they are not, or not readably."""
    written = dict(_POINTS.findall(case.record.tag("MatchPoints") or ""))
    called = case.record.naming.called
    found = {side: int(written[called(side)]) for side in _SIDES if called(side) in written}
    return found if len(found) == len(_SIDES) else None


# --- words ------------------------------------------------------------------------------------------


def _levels_text(case: Case, levels: Mapping[Side, Rank]) -> str:
    called = case.record.naming.called
    return " ".join(f"{called(side)}:{level_words(levels[side])}" for side in _SIDES if side in levels)


def _points_text(case: Case, points: Mapping[Side, int]) -> str:
    called = case.record.naming.called
    return " ".join(f"{called(side)}:{points[side]}" for side in _SIDES if side in points)


def _place(case: Case, name: str) -> Place | None:
    """Where the tag that counts stands."""
    record = case.record
    found = (tag for tags in (record.tags, record.inherited) for tag in reversed(tags) if tag.name == name)
    return next((tag.place for tag in found), record.place)
