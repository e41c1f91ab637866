"""From a finished hand to the next one: who deals, who stands where, and whether the game is won.

Owns what `levels` leaves out of the climb: which of the two players deals, being knocked back from a
must-play level and restored, the level lost where nobody declared, and rulings on incidents. Knows
no records: only facts of a hand and the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from paipu.grammar.cards import Cards, Rank, Seat, Side, Trump, partner, rank_of, side_of
from paipu.replay.rules import RuleSet

from .incidents import Penalty
from .levels import advance, level_ladder, other_side, raised, shifted
from .order import order_for
from .position import seats_from
from .shapes import components

__all__ = [
    "Award",
    "Ended",
    "Knocked",
    "Outcome",
    "fallen_from",
    "knocked_to",
    "next_dealer",
    "outcome",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What a ruling gives beside points; None where it does not speak of it.

    `levels` are changes, or the rank a side is set to. `ends` says that the hand was over with it, so
    that its points decide nothing.
    """

    levels: Mapping[Side, int | Rank] | None = None
    side: Side | None = None
    dealer: Seat | None = None
    again: bool = False
    scramble: bool = False
    ends: bool = False

    @classmethod
    def of(cls, due: Penalty, dealers: Side | None) -> Award:
        """A penalty as an award, the sides named."""
        side = {"dealer_side": dealers, "attackers": other_side(dealers) if dealers else None}
        return cls(
            levels=due.levels,
            side=side.get(due.deal or ""),
            again=bool(due.replay),
            scramble=due.deal == "scramble",
            ends=bool(due.deal) or "hand_ends" in due.effects,
        )


@dataclass(frozen=True, slots=True)
class Knocked:
    """A side knocked back from a must-play level, and whether that was in the hand just before."""

    level: Rank
    just: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The facts of a hand that decide on the next.

    `levels` are those before it, `overturns` those that may bring levels, None where not known. `capture` is
    the play by which the attackers won the last trick, () where they did not, None where that is not known.
    `flip` says whether trump was turned up from the kitty, and with a joker among the cards. `knocked`
    are the sides with a level to be given back, `waived` the must-play levels a side need not play any
    more.
    """

    dealer: Seat
    levels: Mapping[Side, Rank]
    level: Rank | None = None
    trump: Trump | None = None
    overturns: int | None = 0
    capture: Cards | None = ()
    flip: Literal["no", "card", "joker"] = "no"
    knocked: Mapping[Side, Knocked] = field(default_factory=dict)
    waived: Mapping[Side, tuple[Rank, ...]] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()

    @property
    def dealers(self) -> Side:
        return side_of(self.dealer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a hand leads to.

    `side` deals next, `dealer` of it where the rules say so; both None where bids make the next
    dealer. `gain` is the rise of `side`, None without a figure. `open` are sides whose level the rules
    leave open. `over` is the side that has won the game. `parameters` are what the rise rests on,
    `dealing` what the deal does, `climbed` what the levels do.
    """

    side: Side | None
    dealer: Seat | None
    gain: int | None
    levels: dict[Side, Rank]
    open: frozenset[Side] = frozenset()
    over: Side | None = None
    again: bool = False
    knocked: Mapping[Side, Knocked] = field(default_factory=dict)
    waived: Mapping[Side, tuple[Rank, ...]] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    dealing: tuple[str, ...] = ("advance_table",)
    climbed: tuple[str, ...] = ()


_NO_KNOCK: Final = "none"
_KNOCKED: Final[dict[Rank, Rank]] = {"J": "2", "A": "J"}


def outcome(
    ended: Ended, points: int, rules: RuleSet, *, side: Side | None = None, gain: int | None = None
) -> Outcome | None:
    """What follows from `points` for the attackers, kitty and fines included.

    `side` and `gain`, where given, are taken as written down instead of read from the level table. None
    where the rules name a table without giving it.

    >>> from paipu.replay.rules import load_rules
    >>> out = outcome(Ended(dealer="E", levels={"NS": "5", "EW": "4"}), 35, load_rules("hbut_2013"))
    >>> out.side, out.dealer, out.gain, out.levels
    ('EW', 'W', 3, {'NS': '5', 'EW': '7'})
    """
    final = next((award for award in ended.awards if award.ends or award.again), None)
    found = _awarded(ended, final, rules) if final else _scored(ended, points, rules, side, gain)
    if found is None:
        return None
    levels = dict(found.levels)
    for award in ended.awards:
        if award is not final:
            _give(levels, award.levels or {}, rules)
    return replace(found, levels=levels, open=found.open | _beyond(ended, found, rules))


def _beyond(ended: Ended, found: Outcome, rules: RuleSet) -> frozenset[Side]:
    """The side that rose past the last level where that wins nothing: what it plays next is not said."""
    ladder = level_ladder(rules)
    level = ended.levels.get(found.side) if found.side else None
    if rules["win_condition"] != "time_only" or not found.side or not found.gain or level not in ladder:
        return frozenset()
    return frozenset({found.side}) if ladder.index(level) + found.gain >= len(ladder) else frozenset()


def next_dealer(dealer: Seat, side: Side, rules: RuleSet) -> Seat | None:
    """Who of `side` deals next (`later_dealer`); None where the rules name only the side.

    >>> from paipu.replay.rules import load_rules
    >>> next_dealer("E", "NS", load_rules("trade_union_stripped"))
    'N'
    """
    rule = rules.word("later_dealer")
    if rule == "by_result":
        return None
    following = seats_from(dealer, rules.word("play_direction"))[1]
    if rule == "schedule":
        return following
    if side != side_of(dealer):
        return following
    return partner(dealer) if rule == "hold_partner_else_next" else dealer


def fallen_from(level: Rank, to: Rank) -> bool:
    """Whether `to` is where a side falls to from a must-play level."""
    return _KNOCKED.get(level) == to


def knocked_to(ended: Ended, rules: RuleSet) -> Rank | None:
    """Where the dealer side falls to because the last trick was taken with its level card, else None.

    `knock_back_rule`: the deciding part of the winning play is of the level rank (by one reading: any
    card of it).
    """
    rule = rules["knock_back_rule"]
    level = ended.level
    if rule == _NO_KNOCK or level not in _KNOCKED or not ended.capture or ended.trump is None:
        return None
    order = order_for(rules, ended.trump, level)
    if rule == "J_to_2_A_to_J_any_card" or order.group_of_all(ended.capture) is None:
        with_it = any(rank_of(card) == level for card in ended.capture)
    else:
        with_it = all(rank_of(card) == level for card in components(ended.capture, order)[0].cards)
    return _KNOCKED[level] if with_it else None


# --- the two ways a hand ends ---------------------------------------------------------------------


def _scored(ended: Ended, points: int, rules: RuleSet, side: Side | None, gain: int | None) -> Outcome | None:
    """The hand was played out: its points decide."""
    if rules["level_owner"] == "schedule":
        dealer = next_dealer(ended.dealer, ended.dealers, rules)
        return Outcome(
            side=side_of(dealer) if dealer else None,
            dealer=dealer,
            gain=0,
            levels=dict(ended.levels),
            parameters=("level_owner",),
            dealing=("later_dealer", "level_owner"),
            climbed=("level_owner",),
        )
    waived = ended.waived.get(side or _riser(ended, points, rules), ())
    by_table = advance(points, ended.dealers, ended.levels, rules, ended.overturns or 0, waived)
    if by_table and ended.overturns is None and rules["overturn_level_bonus"] != "none":
        by_table = replace(by_table, gain=None, over=False)
    if by_table is None:
        if side is None:
            return None
        found = _stated(ended, side, gain, rules)
    elif side is None and gain is None:
        riser = by_table.dealer_next
        found = Outcome(
            side=riser,
            dealer=next_dealer(ended.dealer, riser, rules),
            gain=by_table.gain,
            levels=dict(by_table.levels),
            open=frozenset() if by_table.gain is not None else frozenset({riser}),
            over=riser if by_table.over else None,
            parameters=by_table.parameters,
            climbed=by_table.parameters,
        )
    else:
        found = _stated(ended, side or by_table.dealer_next, by_table.gain if gain is None else gain, rules)
    return _no_bid(ended, _restored(ended, points, _knocked(ended, found, rules), rules), rules)


def _riser(ended: Ended, points: int, rules: RuleSet) -> Side:
    out = advance(points, ended.dealers, {}, rules)
    return out.dealer_next if out else ended.dealers


def _stated(ended: Ended, side: Side, gain: int | None, rules: RuleSet) -> Outcome:
    """The climb from a rise as it was written down."""
    dealt = side == ended.dealers
    waived = ended.waived.get(side, ())
    rise = raised(ended.levels, side, gain or 0, rules, dealt=dealt, waived=waived)
    return Outcome(
        side=side,
        dealer=next_dealer(ended.dealer, side, rules),
        gain=gain,
        levels=rise.levels,
        open=frozenset() if gain is not None else frozenset({side}),
        over=side if rise.over else None,
        parameters=("advance_table",),
        climbed=rise.parameters or ("level_sequence",),
    )


def _knocked(ended: Ended, found: Outcome, rules: RuleSet) -> Outcome:
    """The dealer side is knocked back, whatever the points; how the attackers rise is not said."""
    if ended.capture is None and rules["knock_back_rule"] != _NO_KNOCK and ended.level in _KNOCKED:
        # It may have been so, and then neither deal nor levels follow from the points.
        sides: frozenset[Side] = frozenset({"NS", "EW"})
        return replace(found, side=None, dealer=None, gain=None, over=None, open=sides, waived=ended.waived)
    lower = knocked_to(ended, rules)
    if lower is None:
        return replace(found, waived=ended.waived)
    dealers = ended.dealers
    keeps = rules["knock_back_rule"] != "J_to_2_A_to_J_deal_changes"
    side = dealers if keeps else found.side
    level = ended.level
    assert level is not None
    return replace(
        found,
        side=side,
        dealer=None if keeps else found.dealer,
        gain=None,
        levels={**found.levels, dealers: lower},
        open=frozenset({other_side(dealers)}),
        over=None,
        knocked={dealers: Knocked(level)},
        waived={**ended.waived, dealers: ("2",)} if lower == "2" else ended.waived,
        dealing=("knock_back_rule", *found.dealing),
        climbed=("knock_back_rule",),
    )


def _restored(ended: Ended, points: int, found: Outcome, rules: RuleSet) -> Outcome:
    """A side knocked back before gets its level back when it holds the attackers under 40."""
    waiting = ended.knocked.get(ended.dealers)
    others = {
        side: replace(knock, just=False) for side, knock in ended.knocked.items() if side != ended.dealers
    }
    rule = rules["knock_back_recovery"]
    if found.knocked or waiting is None or rule == "none":
        return replace(found, knocked={**others, **found.knocked})
    in_time = waiting.just or rule == "restored_below_40_next_own_hand"
    if not in_time or points >= 40:
        return replace(found, knocked=others, climbed=(*found.climbed, "knock_back_recovery"))
    # Whether the side rises further from there is not said, nor what that would cost the other.
    dealers = ended.dealers
    moved = {side for side, rank in found.levels.items() if rank != ended.levels.get(side)}
    return replace(
        found,
        levels={**found.levels, dealers: waiting.level},
        open=found.open | {dealers} | moved,
        knocked=others,
        climbed=("knock_back_recovery",),
    )


def _no_bid(ended: Ended, found: Outcome, rules: RuleSet) -> Outcome:
    """The level that the dealer side loses where nobody declared (`no_bid_penalty`)."""
    rule = rules["no_bid_penalty"]
    dealers = ended.dealers
    if rule == "none" or ended.flip == "no" or dealers not in found.levels:
        return found
    levels = dict(found.levels)
    if ended.flip == "joker" or rule == "dealer_side_minus_1_level":
        levels[dealers] = shifted(levels[dealers], -1, rules)
    return replace(found, levels=levels, climbed=("no_bid_penalty", *found.climbed))


def _awarded(ended: Ended, award: Award, rules: RuleSet) -> Outcome:
    """The hand was ended, or is dealt again, by a ruling."""
    levels = dict(ended.levels)
    if award.again:
        _give(levels, award.levels or {}, rules)
        return Outcome(
            side=None if award.scramble else ended.dealers,
            dealer=None if award.scramble else ended.dealer,
            gain=0,
            levels=levels,
            again=True,
            knocked=ended.knocked,
            waived=ended.waived,
        )
    side = None if award.scramble else award.side or ended.dealers
    rise = (award.levels or {}).get(side) if side else None
    gain = rise if isinstance(rise, int) and rise > 0 else 0
    over = None
    if side and gain:
        climb = raised(levels, side, gain, rules, dealt=side == ended.dealers)
        levels, over = climb.levels, side if climb.over else None
    _give(levels, {s: by for s, by in (award.levels or {}).items() if s != side or not gain}, rules)
    return Outcome(
        side=side,
        dealer=award.dealer or (next_dealer(ended.dealer, side, rules) if side else None),
        gain=gain,
        levels=levels,
        over=over,
        knocked={s: replace(knock, just=False) for s, knock in ended.knocked.items()},
        waived=ended.waived,
    )


def _give(levels: dict[Side, Rank], award: Mapping[Side, int | Rank], rules: RuleSet) -> None:
    for side, by in award.items():
        if side in levels:
            levels[side] = shifted(levels[side], by, rules) if isinstance(by, int) else by
