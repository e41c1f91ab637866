"""The score of a recorded hand: as stated and as replayed, and what either leads to.

Owns the score phase of the audit and the two small ledgers of one hand. What a hand leads to is
decided in `outcome`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, Literal

from paipu.grammar.cards import BIG_JOKER, LITTLE_JOKER, Cards, Rank, Side, is_unknown, side_of
from paipu.grammar.findings import Severity
from paipu.replay.rules import RuleSet

from .case import Case
from .check_auction import counted_overturns
from .check_tricks import Replayed
from .hands import Hands
from .kitty import Capture, capture
from .outcome import Award, Ended, Knocked, Outcome, outcome
from .position import Position
from .proposals import Proposal
from .rulings import Ruled

__all__ = ["Score", "check_score", "with_outcome"]


@dataclass(frozen=True, slots=True)
class Score:
    """Both ledgers of a hand, as JSON objects; `capture` is None before the last trick.

    `ended` are the facts that decide on the next hand, None while the dealer is not known. `given`
    is what was written down: points, side that deals next, rise. `points` are those of the replay,
    None where it did not get to the end. `undecided` says that a ruling is due and not written.
    """

    stated: dict[str, Any] | None
    replayed: dict[str, Any]
    capture: Capture | None
    ended: Ended | None = None
    given: Given | None = None
    points: int | None = None
    undecided: bool = False

    def as_given(self, rules: RuleSet, levels: Mapping[Side, Rank] | None = None) -> Outcome | None:
        """What follows from the result as written, else as replayed; `levels` as for `as_replayed`."""
        given = self.given
        if self.ended is None or self.undecided:
            return None
        if given is None:
            return self.as_replayed(rules, levels)
        ended = self.ended if levels is None else replace(self.ended, levels=levels)
        points = self.points if given.points is None else given.points
        return outcome(ended, points or 0, rules, side=given.side, gain=given.gain)

    def as_replayed(self, rules: RuleSet, levels: Mapping[Side, Rank] | None = None) -> Outcome | None:
        """What follows from the replay; `levels` before the hand, if others than those written."""
        if self.ended is None or self.undecided or (self.points is None and not _final(self.ended.awards)):
            return None
        ended = self.ended if levels is None else replace(self.ended, levels=levels)
        return outcome(ended, self.points or 0, rules)


@dataclass(frozen=True, slots=True)
class Given:
    """The ``=`` line: the attackers' points, who deals next, how far that side rises."""

    points: int | None
    side: Side | None
    gain: int | None


def check_score(
    case: Case,
    hands: Hands,
    replayed: Replayed,
    ruled: tuple[Ruled, ...] = (),
    knocked: Mapping[Side, Knocked] | None = None,
    waived: Mapping[Side, tuple[Rank, ...]] | None = None,
) -> Score:
    """Count the hand and compare what the ``=`` line states.

    `knocked` and `waived` are what earlier hands of the match leave (see `Ended`).
    """
    captured = _capture(case, hands, replayed)
    counted_points = _points(replayed, captured, hands.kitty, ruled)
    points = counted_points if replayed.finished else None
    ended = _ended(case, replayed, ruled, knocked or {}, waived or {})
    result = case.record.result
    given = None
    if result is not None and result.state == "stated":
        given = Given(result.attackers, result.dealer_next, result.gain)
    undecided = (
        any(one.decides for one in ruled)
        or _throw_costs_the_deal(case, ruled)
        or any(finding.code in _RULED_OTHERWISE for finding in case.findings)
        or case.damaged.any
    )
    counted: dict[str, Any] = {"attackers": counted_points}
    if captured:
        counted |= {"kitty_points": captured.points, "kitty_multiplier": captured.multiplier}
    counted["penalty_points"] = replayed.fines + _awarded(ruled)
    score = Score(_stated(case), counted, captured, ended, given, points, undecided)
    found = score.as_replayed(case.rules)
    _compare(case, hands, replayed, score, ruled)
    counted = {k: v for k, v in (counted | (_figures(found) if found else {})).items() if v is not None}
    return replace(score, replayed=counted)


def with_outcome(case: Case, score: Score, proposal: Proposal) -> Proposal:
    """A proposal with what the hand would come to by it; left out where that depends on a choice."""
    due, ended = proposal.penalty, score.ended
    if ended is None or score.points is None or "opponents_choose" in due.effects:
        return proposal
    if due.points is not None and due.points and proposal.points is None:
        return proposal
    award = Award.of(due, ended.dealers)
    points = score.points + (proposal.points or 0)
    found = outcome(replace(ended, awards=(*ended.awards, award)), points, case.rules)
    if found is None:
        return proposal
    figures = {} if award.ends or award.again else {"attackers": points}
    figures |= {key: value for key, value in _figures(found).items() if value is not None}
    return replace(proposal, outcome=figures)


def _figures(found: Outcome) -> dict[str, Any]:
    """An outcome as the figures of a ledger."""
    return {
        "dealer_next": found.side,
        "gain": found.gain,
        "levels": dict(found.levels) or None,
        "over": True if found.over else None,
    }


def _capture(case: Case, hands: Hands, replayed: Replayed, rules: RuleSet | None = None) -> Capture | None:
    last = replayed.last
    if not (replayed.finished and last and last.winner and case.dealer):
        return None
    attackers = side_of(last.winner) != side_of(case.dealer)
    order = last.order if rules is None else case.order_under(rules)
    return capture([laid.cards for laid in last.table], attackers, hands.kitty, order)


def _points(
    replayed: Replayed, captured: Capture | None, kitty: Cards, ruled: tuple[Ruled, ...]
) -> int | None:
    """The attackers' points; None where a captured kitty is not recorded."""
    if replayed.captured is None:
        return None
    if captured and captured.captured and (not kitty or any(map(is_unknown, kitty))):
        return None
    return replayed.captured + replayed.fines + (captured.points if captured else 0) + _awarded(ruled)


def _awarded(ruled: tuple[Ruled, ...]) -> int:
    """Points to the attackers by rulings as written, beside those the replay has fined itself."""
    return sum(one.points or 0 for one in ruled if not one.in_score)


def _ended(
    case: Case,
    replayed: Replayed,
    ruled: tuple[Ruled, ...],
    knocked: Mapping[Side, Knocked],
    waived: Mapping[Side, tuple[Rank, ...]],
) -> Ended | None:
    if case.dealer is None:
        return None
    last = replayed.last
    by_attackers = replayed.finished and last and last.winner and side_of(last.winner) != side_of(case.dealer)
    return Ended(
        dealer=case.dealer,
        levels=case.levels,
        level=case.header.level,
        trump=case.trump,
        # Without an auction nobody knows how often it was overturned.
        overturns=counted_overturns(case) if case.record.auction else None,
        capture=_winning(last) if last and by_attackers else () if replayed.finished else None,
        flip=_flip(case),
        knocked=knocked,
        waived=waived,
        awards=tuple(one.award for one in ruled if one.award),
    )


_RULED_OTHERWISE: Final = ("incident.levels", "incident.deal", "incident.replay")
"""Rulings against the rules: whether the table kept to them or to the rules is not a second fault."""
_DEAL_OR_FINE: Final = ("lose_deal_or_10_per_card", "dealer_loses_deal_or_10_per_card")


def _throw_costs_the_deal(case: Case, ruled: tuple[Ruled, ...]) -> bool:
    """Whether a failed throw may have cost the dealer side the deal, and no ruling says so."""
    if case.rules["throw_fail_penalty"] not in _DEAL_OR_FINE or case.dealer is None:
        return False
    result = case.record.result
    if not case.record.tricks:  # on a score sheet the deal lost is all that shows of it
        return bool(result and result.dealer_next and result.dealer_next != side_of(case.dealer))
    failed = any(
        play.tried and side_of(play.seat) == side_of(case.dealer) for _, _, play in case.record.plays()
    )
    return failed and not any(one.award for one in ruled if one.incident.kind == "throw_fail")


def _winning(last: Position) -> Cards:
    """The play that won a finished trick."""
    return next(laid.cards for laid in last.table if laid.seat == last.winner)


def _flip(case: Case) -> Literal["no", "card", "joker"]:
    """Whether trump was turned up because nobody declared."""
    turned = [call for call in case.record.calls if call.kind == "flip"]
    if not turned or case.record.bids:
        return "no"
    jokers = {BIG_JOKER, LITTLE_JOKER}
    return "joker" if any(jokers & {*call.cards} for call in turned) else "card"


def _final(awards: tuple[Award, ...]) -> bool:
    """Whether a ruling ended the hand, so that its points decide nothing."""
    return any(award.ends or award.again for award in awards)


def _stated(case: Case) -> dict[str, Any] | None:
    result = case.record.result
    if result is None or result.state != "stated":
        return None
    stated: dict[str, Any] = {"attackers": result.attackers}
    if result.dealer_next:
        stated["dealer_next"] = result.dealer_next
    if result.gain is not None:
        stated["gain"] = result.gain
    if case.header.levels:
        stated["levels"] = dict(case.header.levels)
    return {key: value for key, value in stated.items() if value is not None}


def _check_multiple(case: Case, given: Given) -> None:
    """Points come in fives, whatever counts."""
    if given.points is not None and given.points % 5:
        case.report(
            "score.fives",
            {"given": given.points},
            severity="warning",
            element="result",
            place=case.record.result,
        )


def _compare(case: Case, hands: Hands, replayed: Replayed, score: Score, ruled: tuple[Ruled, ...]) -> None:
    result, given, ended = case.record.result, score.given, score.ended
    if result is None or given is None:
        return
    final = ended is not None and _final(ended.awards)
    _check_multiple(case, given)
    if replayed.finished and not final:
        _compare_points(case, hands, replayed, score, ruled)
    elif case.record.tricks and not final:
        case.report("score.incomplete", {}, severity="note", element="result", place=result)
    # Deal and rise are judged by the points as stated: a wrong total is one fault, not three.
    points = score.points if given.points is None else given.points
    if ended is None or score.undecided or (points is None and not final):
        return
    by_stated = outcome(ended, points or 0, case.rules)
    if by_stated is None:
        return

    def differs(rules: RuleSet, field: Literal["side", "gain"]) -> bool:
        for total in totals:
            out = outcome(ended, total, rules)
            needed = getattr(out, field) if out else None
            if needed is None or needed == getattr(given, field):
                return False
        return True

    # A rise by the points that were really made is right, whatever total was written.
    totals = {points or 0, points or 0 if score.points is None or final else score.points}
    if given.side and differs(case.rules, "side"):
        facts: dict[str, Any] = {"given": given.side, "needed": by_stated.side, "points": points}
        case.report(
            "score.dealer", facts, parameters=by_stated.dealing, element="result", place=result,
            breaks=lambda rules: differs(rules, "side"),
        )  # fmt: skip
    elif given.gain is not None and by_stated.gain is None:
        _compare_open_gain(case, ended, given, points or 0)
    elif given.gain is not None and differs(case.rules, "gain"):
        facts = {"given": given.gain, "needed": by_stated.gain, "side": by_stated.side, "points": points}
        case.report(
            "score.gain", facts, parameters=by_stated.parameters, element="result", place=result,
            breaks=lambda rules: differs(rules, "gain"),
        )  # fmt: skip


def _compare_open_gain(case: Case, ended: Ended, given: Given, points: int) -> None:
    """Without an auction the levels for overturns are not known: no fewer than without, no more than most."""
    if ended.overturns is not None or given.gain is None:
        return

    def limits(rules: RuleSet) -> tuple[int, int] | None:
        least, most = (outcome(replace(ended, overturns=n), points, rules) for n in (0, _MOST_OVERTURNS))
        if least is None or most is None or least.gain is None or most.gain is None:
            return None
        return None if given.side not in (None, least.side) else (least.gain, most.gain)

    def differs(rules: RuleSet) -> bool:
        found = limits(rules)
        return found is not None and not found[0] <= (given.gain or 0) <= found[1]

    found = limits(case.rules)
    if found and differs(case.rules):
        case.report(
            "score.gain",
            {
                "given": given.gain,
                "needed": f"{found[0]}–{found[1]}",
                "side": given.side or "the side",
                "points": points,
            },
            parameters=("advance_table", "advance_cap", "overturn_level_bonus"),
            breaks=differs,
            element="result",
            place=case.record.result,
        )


_MOST_OVERTURNS: Final = 6
"""More level pairs and joker pairs than can overturn one another after the bury."""


def _compare_points(
    case: Case, hands: Hands, replayed: Replayed, score: Score, ruled: tuple[Ruled, ...]
) -> None:
    result, given = case.record.result, score.given
    assert result is not None
    assert given is not None
    if score.points is None or given.points is None:
        return
    # A fine that is due without a ruling written may have been waived or not.
    pending = [one.pending for one in ruled if one.pending][:_MANY]
    fines = {sum(chosen) for count in range(len(pending) + 1) for chosen in combinations(pending, count)}

    def differs(rules: RuleSet) -> bool:
        if any(rules[name] != case.rules[name] for name in _FINES) and replayed.fined_at:
            return False  # what would have been fined otherwise is not counted again
        captured = score.capture and _capture(case, hands, replayed, rules)
        total = _points(replayed, captured, hands.kitty, ruled)
        return total is not None and given.points not in {total + fine for fine in fines}

    if not differs(case.rules):
        return
    # What a fault in deal, kitty, turn or ruling already explains is not a second accusation.
    explained = any(f.severity == "error" and f.code in _CAUSES for f in case.findings)
    caused: Severity | None = "note" if explained or case.damaged.any else None
    reason, reason_zh = _reason(replayed, score.capture, _awarded(ruled))
    case.report(
        "score.points",
        {"given": given.points, "needed": score.points, "reason": reason, "reason_zh": reason_zh},
        parameters=_point_parameters(replayed, score.capture),
        breaks=differs,
        severity=caused,
        element="result",
        place=result,
    )


_FINES: Final = ("throw_fail_penalty", "throw_fail_count_basis")
_MANY: Final = 8
"""Pending fines that are tried in every combination."""

_CAUSES: Final = frozenset(
    {
        "deal.copies",
        "deal.count",
        "kitty.count",
        "kitty.not_held",
        "kitty.burier",
        "turn.leader",
        "turn.twice",
        "incident.points",
    }
    | {"play.not_held", "play.copies", "throw.stands", "throw.part"}
)
"""Faults that can make a replayed total differ from an honest one."""


def _point_parameters(replayed: Replayed, captured: Capture | None) -> tuple[str, ...]:
    names = ("points_collector", *(captured.parameters if captured else ()))
    return (*names, *_FINES) if replayed.fined_at else names


def _reason(replayed: Replayed, captured: Capture | None, awarded: int) -> tuple[str, str]:
    parts, parts_zh = [f"{replayed.captured} in tricks"], [f"各墩 {replayed.captured}"]
    if captured and captured.points:
        parts.append(f"{captured.points} from the kitty, times {captured.multiplier} included")
        parts_zh.append(f"底牌 {captured.points}（已乘 {captured.multiplier}）")
    if replayed.fines:
        parts.append(f"{replayed.fines:+} in fines")
        parts_zh.append(f"罚分 {replayed.fines:+}")
    if awarded:
        parts.append(f"{awarded:+} by rulings")
        parts_zh.append(f"裁决 {awarded:+}")
    return ", ".join(parts), "，".join(parts_zh)
