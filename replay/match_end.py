"""The end of a match: who has won, by which rule, and with which match points.

Owns `MatchResult` and the findings on what the record says of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import (
    Side,
    side_of,
)
from paipu.grammar.seats import Naming
from paipu.replay.rules import RuleSet

from .case import Case
from .chain import SIDES, Standing, in_season, is_big_points, levels_text, points_text, tag_place
from .levels import level_ladder, other_side
from .outcome import Outcome
from .penalty_words import level_words, side_words

__all__ = ["SHARES", "MatchResult", "check_end"]


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
    no_draw: bool = False
    """Whether it is open, but no draw: the rules want a winner."""

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

    _check_tags(case, stated)
    result = found(case.rules)
    naming = case.record.naming
    given = {**{naming.called(side): str(side) for side in SIDES}, "draw": "draw"}.get(stated)

    def differs(rules: RuleSet) -> bool:
        out = found(rules)
        return (given == "draw" and out.no_draw) or (out.decided and _winner(out) != given)

    wrong = given is not None and differs(case.rules)
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
            breaks=differs,
            element="result",
            place=tag_place(case, "Winner"),
        )
    points = _match_points(case)
    if points and result.points and not wrong and points != dict(result.points):
        case.report(
            "match.points",
            {"given": points_text(case, points), "needed": points_text(case, result.points)},
            parameters=("match_points",),
            element="result",
            place=tag_place(case, "MatchPoints"),
        )
    return result


def _check_tags(case: Case, winner: str) -> None:
    """Tags of the match that cannot be read are told, once, at its end."""
    called = case.record.naming.called
    sides = [called(side) for side in SIDES]
    points = case.record.tag("MatchPoints")
    table = case.record.tag("BigPoints")
    for name, given, bad, needed, needed_zh in (
        ("Winner", winner, winner not in (*sides, "draw", "", "?"), f"{sides[0]}, {sides[1]} or draw",
         f"{sides[0]}、{sides[1]} 或 draw"),
        ("MatchPoints", points, points not in (None, "", "?") and _match_points(case) is None,
         f"points such as {sides[0]}:2 {sides[1]}:0", f"如 {sides[0]}:2 {sides[1]}:0 的场分"),
        ("BigPoints", table, table not in (None, "", "?") and not is_big_points(table or ""),
         "a table such as 0-35:4/0 40-:3/1", "如 0-35:4/0 40-:3/1 的表"),
    ):  # fmt: skip
        if bad:
            case.report(
                "deal.tag",
                {"name": name, "given": given, "needed": needed, "needed_zh": needed_zh},
                severity="warning",
                element="deal",
                place=tag_place(case, name),
            )


def _winner(result: MatchResult) -> str:
    return "draw" if result.draw else result.winner or ""


def _winner_words(winner: str, naming: Naming) -> tuple[str, str]:
    if winner == "":
        return "not decided", "未分胜负"
    return next((side_words(side, naming) for side in SIDES if side == winner), ("a draw", "平局"))


def _result(case: Case, after: Standing, rules: RuleSet, ended: bool) -> MatchResult:
    """The result under these rules; `ended` says that no hand follows."""
    if after.lost:
        lost, lost_zh = side_words(after.lost.side, case.record.naming)
        why = (f"{lost} made one fault too many", f"{lost_zh}违规次数超限，判负")
        if after.lost.forfeit:
            why = (f"{lost} forfeited it", f"{lost_zh}弃权")
        winner = other_side(after.lost.side)
        return _won(winner, why, after.lost.parameters, rules, forfeit=after.lost.forfeit)
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
    if expected is None or expected.open or len(expected.levels) < len(SIDES):
        return MatchResult()
    return _by_levels(case, expected, rules)


def _by_levels(case: Case, expected: Outcome, rules: RuleSet) -> MatchResult:
    ladder = level_ladder(rules)
    at = {side: ladder.index(rank) if rank in ladder else -1 for side, rank in expected.levels.items()}
    words = levels_text(case, expected.levels)
    names: tuple[str, ...] = ("match_result_rule",)
    if at["NS"] != at["EW"]:
        winner: Side = "NS" if at["NS"] > at["EW"] else "EW"
        return _won(winner, (f"the higher level, {words}", f"级数较高，{words}"), names, rules)
    rule = rules.word("draw_rule")
    why = (f"equal levels, {words}", f"级数相同，{words}")
    names = (*names, "draw_rule")
    if rule == "draw" or (rule == "season_draw_play_off_sudden_death" and in_season(case.record)):
        return MatchResult(
            draw=True, why=why[0], why_zh=why[1], points=_shares(rules, None), parameters=names
        )
    if rule == "dealer_side_wins":
        sides = {expected.side, side_of(case.dealer) if case.dealer else expected.side}
        # Whether the side that has dealt or the one that would deal next is not said.
        if len(sides) == 1 and expected.side:
            why = (f"{why[0]}: the dealer side wins", f"{why[1]}，庄家方胜")
            return _won(expected.side, why, names, rules)
    why = (f"{why[0]}: not decided", f"{why[1]}，未分胜负")
    return MatchResult(no_draw=rule != "none_given", why=why[0], why_zh=why[1], parameters=names)


def _by_big_points(case: Case, after: Standing, rules: RuleSet) -> MatchResult:
    if not any(after.big.values()):
        return MatchResult()
    ns, ew = after.big["NS"], after.big["EW"]
    one, other = (case.record.naming.called(side) for side in SIDES)
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
    if rule not in SHARES:
        return None
    win, draw, loss, forfeited = SHARES[str(rule)]
    if winner is None:
        return None if draw is None else dict.fromkeys(SIDES, draw)
    return {side: win if side == winner else forfeited if forfeit else loss for side in SIDES}


SHARES: Final[dict[str, tuple[int, int | None, int, int]]] = {
    "win2_draw1_loss0": (2, 1, 0, 0),
    "win2_loss1_forfeit0": (2, None, 1, 0),
}
_POINTS: Final = re.compile(r"([A-Z]{2,4}):(\d{1,3})")


def _match_points(case: Case) -> dict[Side, int] | None:
    """The match points of both sides as written; None where they are not, or not readably."""
    written = dict(_POINTS.findall(case.record.tag("MatchPoints") or ""))
    called = case.record.naming.called
    found = {side: int(written[called(side)]) for side in SIDES if called(side) in written}
    return found if len(found) == len(SIDES) else None
