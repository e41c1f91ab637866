"""From the attackers' points to the next deal: who deals, who rises, who has won.

Owns the climb along the level sequence (params.md sections B and J). The tables themselves are data
in `replay/rules/advance_tables.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from paipu.grammar.cards import RANKS, Rank, Side
from paipu.replay.rules import AdvanceTable, RuleSet, advance_table

__all__ = ["Advance", "Raised", "advance", "gain_of", "level_ladder", "other_side", "raised", "shifted"]

_BONUS_TO_RISER: Final = ("per_overturn", "per_after_bury_overturn")
_DEDUCT: Final = "deduct_excess_from_other_side_floor_2"
_OTHER: Final[dict[Side, Side]] = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class Advance:
    """The outcome of a hand: the side that deals next, the levels it gained, all levels, game over.

    `parameters` are those the outcome rests on; one that does not matter here (a cap not
    reached, a bonus without overturns) is left out. `gain` is None where the sheet gives no figure;
    `levels` is empty where none were given.
    """

    dealer_next: Side
    gain: int | None
    levels: dict[Side, Rank]
    over: bool
    parameters: tuple[str, ...]


def other_side(side: Side) -> Side:
    """The opponents of a side."""
    return _OTHER[side]


def gain_of(points: int, table: AdvanceTable) -> tuple[bool, int | None] | None:
    """Whether the attackers take the deal with `points`, and the levels the next dealers gain.

    None in a table without rows. Points that a table does not reach below 0 count as 0.
    """
    row = table.row(points)
    return None if row is None else (row.side == "attackers", row.levels)


def advance(
    points: int,
    dealer_side: Side,
    levels: Mapping[Side, Rank],
    rules: RuleSet,
    overturns: int = 0,
    waived: Collection[Rank] = (),
) -> Advance | None:
    """What a hand with these attackers' points (kitty and fines included) leads to.

    None where the sheet names a table without giving it.

    `overturns` counts those that may bring levels. `levels` may be empty: then only deal and gain
    are answered. `waived` are must-play levels that the rising side need not play (any more).

    >>> from paipu.replay.rules import load_rules
    >>> out = advance(0, "NS", {"NS": "5", "EW": "4"}, load_rules("hbut_2013"))
    >>> out.dealer_next, out.gain, out.levels["NS"], out.over
    ('NS', 5, 'T', False)
    """
    if rules["level_owner"] == "schedule":
        # Deal and level of every hand are fixed beforehand (annex3_sixteen_hands).
        return Advance(other_side(dealer_side), 0, dict(levels), False, ("later_dealer", "level_owner"))
    found = gain_of(points, advance_table(rules.word("advance_table")))
    if found is None:
        return None
    taken, gain = found
    riser: Side = other_side(dealer_side) if taken else dealer_side
    parameters = ["advance_table"]
    if overturns and gain is not None and rules["overturn_level_bonus"] != "none":
        parameters.append("overturn_level_bonus")
        # The other readings give the level to whoever overturned, not to this rise.
        gain += overturns if rules["overturn_level_bonus"] in _BONUS_TO_RISER else 0
    capped = _capped(gain, taken, rules)
    if capped != gain:
        parameters.append("advance_cap")
    rise = raised(levels, riser, capped or 0, rules, dealt=not taken, waived=waived)
    return Advance(riser, capped, rise.levels, rise.over, (*parameters, *rise.parameters))


@dataclass(frozen=True, slots=True)
class Raised:
    """The levels after a rise, whether it won the game, and the parameters it met on its way."""

    levels: dict[Side, Rank]
    over: bool
    parameters: tuple[str, ...]


def raised(
    levels: Mapping[Side, Rank],
    riser: Side,
    gain: int,
    rules: RuleSet,
    *,
    dealt: bool,
    waived: Collection[Rank] = (),
) -> Raised:
    """Raise a side by `gain` levels; `dealt` says whether it was the dealer side of the hand.

    >>> from paipu.replay.rules import load_rules
    >>> raised({"NS": "K", "EW": "4"}, "NS", 3, load_rules("standard"), dealt=True).levels["NS"]
    'A'
    """
    after = dict(levels)
    if riser not in levels or gain <= 0:
        return Raised(after, False, ())
    climb = _climb(levels[riser], gain, dealt, rules, waived)
    after[riser] = climb.level
    over = climb.over and rules["win_condition"] != "time_only"
    loser = other_side(riser)
    if climb.excess and loser in levels and rules["jump_must_play_rule"] == _DEDUCT:
        after[loser] = shifted(levels[loser], -climb.excess, rules)
    return Raised(after, over, climb.parameters)


def _capped(gain: int | None, taken: bool, rules: RuleSet) -> int | None:
    """The rise within `advance_cap`; None where the sheet gives only its limit (super_edition)."""
    cap = rules["advance_cap"]
    if gain is None or (cap == "6_dealer_side" and not taken):
        return None
    if isinstance(cap, int):
        return min(gain, cap)
    return min(gain, 4) if cap == "4_attackers" and taken else gain


@dataclass(frozen=True, slots=True)
class _Climb:
    """Where a rise ends, the levels that a must-play level cut off, and what it rests on."""

    level: Rank
    over: bool = False
    excess: int = 0
    parameters: tuple[str, ...] = ()


def _climb(level: Rank, gain: int, dealt: bool, rules: RuleSet, waived: Collection[Rank]) -> _Climb:
    """Climb `gain` levels from `level`; `dealt` says whether the side dealt at it in this hand.

    A rise stops at a must-play level. The last level is passed, and the game won, only by dealing
    at it where it must be played; under `stop_until_held_as_dealer` that holds for every such level.
    """
    ladder = level_ladder(rules)
    if level not in ladder:
        return _Climb(level)
    at = ladder.index(level)
    top = len(ladder) - 1
    must = set(rules.words("must_play_levels")) - set(waived)
    strict = rules["jump_must_play_rule"] in ("stop_until_held_as_dealer", _DEDUCT)
    for step in range(gain):
        held = step > 0 or (not dealt and (strict or at == top))
        if ladder[at] in must and held:
            return _Climb(
                ladder[at], excess=gain - step, parameters=("must_play_levels", "jump_must_play_rule")
            )
        if at == top:
            # Jumped over, the last level need not be played (must_play_levels without it).
            return _Climb(
                ladder[at], True, 0, ("must_play_levels", "win_condition") if step else ("win_condition",)
            )
        at += 1
    return _Climb(ladder[at])


def shifted(level: Rank, by: int, rules: RuleSet) -> Rank:
    """A level moved along the ladder, whatever must be played; it stays within the ladder.

    >>> from paipu.replay.rules import load_rules
    >>> shifted("3", -2, load_rules("standard"))
    '2'
    """
    ladder = level_ladder(rules)
    return ladder[min(max(ladder.index(level) + by, 0), len(ladder) - 1)] if level in ladder else level


_SCHEDULES: Final = {"schedule16": "2..5,5..10,10..K,K,A"}


def level_ladder(rules: RuleSet) -> tuple[Rank, ...]:
    """The levels in the order they are climbed (`level_sequence`: ``"2..A"``, ``"A,2..K"`` ...).

    Under a schedule: the level of each hand in turn.

    >>> from paipu.replay.rules import load_rules
    >>> "".join(level_ladder(load_rules("standard")))
    '23456789TJQKA'
    """
    sequence = rules.word("level_sequence")
    ladder: list[str] = []
    for part in _SCHEDULES.get(sequence, sequence).replace("10", "T").split(","):
        first, _, last = part.partition("..")
        if last:
            ladder += RANKS[RANKS.index(first) : RANKS.index(last) + 1]
        else:
            ladder.append(first)
    return tuple(ladder)  # type: ignore[arg-type]
