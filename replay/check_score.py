"""The score of a recorded hand: as stated and as replayed.

Owns the score phase of the audit and the two small ledgers of one hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paipu.grammar.cards import side_of
from paipu.grammar.findings import Severity
from paipu.replay.rules import RuleSet

from .case import Case
from .check_auction import after_bury_overturns
from .check_tricks import Replayed
from .hands import Hands
from .kitty import Capture, capture
from .levels import Advance, advance

__all__ = ["Score", "check_score"]


@dataclass(frozen=True, slots=True)
class Score:
    """Both ledgers of a hand, as JSON objects; `capture` is None before the last trick."""

    stated: dict[str, Any] | None
    replayed: dict[str, Any]
    capture: Capture | None


def check_score(case: Case, hands: Hands, replayed: Replayed) -> Score:
    """Count the hand and compare what the ``=`` line states."""
    captured = _capture(case, hands, replayed)
    points = _points(replayed, captured)
    outcome = _under(case, case.rules, points) if replayed.finished and points is not None else None
    _compare(case, replayed, captured, points, outcome)
    counted: dict[str, Any] = {"attackers": points}
    if captured:
        counted |= {"kitty_points": captured.points, "kitty_multiplier": captured.multiplier}
    counted["penalty_points"] = replayed.fines
    if outcome:
        counted |= {"dealer_next": outcome.dealer_next, "gain": outcome.gain}
        if outcome.levels:
            counted["levels"] = dict(outcome.levels)
        if outcome.over:
            counted["over"] = True
    return Score(_stated(case), {k: v for k, v in counted.items() if v is not None}, captured)


def _capture(case: Case, hands: Hands, replayed: Replayed) -> Capture | None:
    last = replayed.last
    if not (replayed.finished and last and last.winner and case.dealer):
        return None
    attackers = side_of(last.winner) != side_of(case.dealer)
    return capture([laid.cards for laid in last.table], attackers, hands.kitty, last.order)


def _points(replayed: Replayed, captured: Capture | None) -> int | None:
    if replayed.captured is None:
        return None
    return replayed.captured + replayed.fines + (captured.points if captured else 0)


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


def _compare(
    case: Case, replayed: Replayed, captured: Capture | None, points: int | None, outcome: Advance | None
) -> None:
    result = case.record.result
    if result is None or result.state != "stated":
        return
    if not replayed.finished:
        if case.record.tricks:
            case.report("score.incomplete", {}, severity="note", element="result", place=result)
        return
    # What a fault in deal, kitty or turn already explains is not a second accusation.
    caused: Severity | None = (
        "note" if any(f.severity == "error" and f.code in _CAUSES for f in case.findings) else None
    )
    if points is not None and result.attackers is not None and result.attackers != points:
        reason, reason_zh = _reason(replayed, captured)
        case.report(
            "score.points",
            {"given": result.attackers, "needed": points, "reason": reason, "reason_zh": reason_zh},
            parameters=_point_parameters(replayed, captured),
            severity=caused,
            element="result",
            place=result,
        )
    # Deal and rise are judged by the points as stated: a wrong total is one fault, not three.
    by_stated = _under(case, case.rules, result.attackers) if result.attackers is not None else outcome
    if by_stated is None:
        return
    given = result.attackers if result.attackers is not None else points
    if result.dealer_next and result.dealer_next != by_stated.dealer_next:
        facts: dict[str, Any] = {
            "given": result.dealer_next,
            "needed": by_stated.dealer_next,
            "points": given,
        }
        case.report(
            "score.dealer", facts, parameters=("advance_table",), element="result", place=result,
            breaks=lambda rules: _differs(_under(case, rules, given), "dealer_next", result.dealer_next),
        )  # fmt: skip
    elif None not in (result.gain, by_stated.gain) and result.gain != by_stated.gain:
        facts = {
            "given": result.gain,
            "needed": by_stated.gain,
            "side": by_stated.dealer_next,
            "points": given,
        }
        case.report(
            "score.gain", facts, parameters=by_stated.parameters, element="result", place=result,
            breaks=lambda rules: _differs(_under(case, rules, given), "gain", result.gain),
        )  # fmt: skip


_CAUSES = frozenset(
    {
        "deal.copies",
        "deal.count",
        "kitty.count",
        "kitty.not_held",
        "kitty.burier",
        "turn.leader",
        "turn.twice",
    }
    | {"play.not_held", "play.copies", "throw.stands", "throw.part"}
)
"""Faults that can make a replayed total differ from an honest one."""


def _differs(out: Advance | None, field: str, stated: object) -> bool:
    return out is None or getattr(out, field) != stated


def _under(case: Case, rules: RuleSet, points: int | None) -> Advance | None:
    if case.dealer is None or points is None:
        return None
    return advance(points, side_of(case.dealer), case.header.levels, rules, after_bury_overturns(case))


def _point_parameters(replayed: Replayed, captured: Capture | None) -> tuple[str, ...]:
    names = ("points_collector", *(captured.parameters if captured else ()))
    return (*names, "throw_fail_penalty", "throw_fail_count_basis") if replayed.fined else names


def _reason(replayed: Replayed, captured: Capture | None) -> tuple[str, str]:
    parts, parts_zh = [f"{replayed.captured} in tricks"], [f"各墩 {replayed.captured}"]
    if captured and captured.points:
        parts.append(f"{captured.points} from the kitty, times {captured.multiplier} included")
        parts_zh.append(f"底牌 {captured.points}（已乘 {captured.multiplier}）")
    if replayed.fines:
        parts.append(f"{replayed.fines:+} in fines")
        parts_zh.append(f"罚分 {replayed.fines:+}")
    return ", ".join(parts), "，".join(parts_zh)
