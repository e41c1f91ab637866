"""From the attackers' points to the next deal: who deals, who rises, who has won.

Owns the climb along the level sequence (params.md sections B and J). The tables themselves are data
in `replay/rules/advance_tables.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from paipu.grammar.cards import RANKS, Rank, Side
from paipu.replay.rules import AdvanceTable, RuleSet, advance_table

__all__ = ["Advance", "advance", "gain_of", "other_side"]

_BONUS_TO_RISER: Final = ("per_overturn", "per_after_bury_overturn")
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
) -> Advance | None:
    """What a hand with these attackers' points (kitty and fines included) leads to.

    None where the sheet names a table without giving it.

    `overturns` counts overturns after the bury. `levels` may be empty: then only deal and gain
    are answered.

    >>> from paipu.replay.rules import load_rules
    >>> out = advance(0, "NS", {"NS": "5", "EW": "4"}, load_rules("hbut_2013"))
    >>> out.dealer_next, out.gain, out.levels["NS"], out.over
    ('NS', 5, 'T', False)
    """
    found = gain_of(points, advance_table(rules.word("advance_table")))
    if found is None:
        return None
    taken, gain = found
    parameters = ["advance_table"]
    if overturns and gain is not None and rules["overturn_level_bonus"] != "none":
        parameters.append("overturn_level_bonus")
        # The other readings give the level to whoever overturned, not to this rise.
        gain += overturns if rules["overturn_level_bonus"] in _BONUS_TO_RISER else 0
    cap = rules["advance_cap"]
    if isinstance(cap, int) and gain is not None and gain > cap:
        gain = cap
        parameters.append("advance_cap")
    riser: Side = other_side(dealer_side) if taken else dealer_side
    after = dict(levels)
    over = False
    if riser in levels and gain:
        after[riser], over, used = _climb(levels[riser], gain, not taken, rules)
        parameters += used
    return Advance(riser, gain, after, over, tuple(parameters))


def _climb(level: Rank, gain: int, dealt: bool, rules: RuleSet) -> tuple[Rank, bool, tuple[str, ...]]:
    """The level after a rise; whether the game is won; the parameters that mattered.

    A must-play level holds a side until it has dealt at it (`dealt`: it did in this hand) and won.
    """
    ladder = level_ladder(rules)
    at = ladder.index(level)
    must = set(rules.words("must_play_levels"))
    used: set[str] = set()
    for step in range(gain):
        passed_here = step == 0 and dealt
        if ladder[at] in must and not passed_here:
            used |= {"must_play_levels"}
            break
        if at + 1 == len(ladder):
            if step:
                used |= {"must_play_levels"}
            return ladder[at], True, (*sorted(used), "win_condition")
        at += 1
    return ladder[at], False, tuple(sorted(used))


def level_ladder(rules: RuleSet) -> tuple[Rank, ...]:
    """The levels in the order they are climbed (`level_sequence`: ``"2..A"``, ``"A,2..K"`` ...).

    >>> from paipu.replay.rules import load_rules
    >>> "".join(level_ladder(load_rules("standard")))
    '23456789TJQKA'
    """
    ladder: list[str] = []
    for part in rules.word("level_sequence").replace("10", "T").split(","):
        first, _, last = part.partition("..")
        if last:
            ladder += RANKS[RANKS.index(first) : RANKS.index(last) + 1]
        else:
            ladder.append(first)
    return tuple(ladder)  # type: ignore[arg-type]
