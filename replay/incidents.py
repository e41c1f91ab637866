"""What a recorded incident costs: fines, levels, the deal, a hand dealt again.

Owns the meaning of the values of params.md sections K and L, and of the few values of other sections
that an incident at the table asks for (a failed throw, lateness, a hand without a bid). Decides from
what the entry says; must not know records, nor which sheet is asked: only parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from paipu.grammar.cards import Cards, Rank, Seat, Side
from paipu.replay.rules import RuleSet

from .levels import other_side

__all__ = [
    "INCIDENT_TYPES",
    "TIME_LIMITS",
    "Action",
    "Choice",
    "Found",
    "Incident",
    "IncidentType",
    "Penalty",
    "penalty",
]

IncidentType = Literal[
    "misdraw",
    "kitty_count",
    "misdeclare",
    "wrong_bury",
    "card_count",
    "revoke",
    "wrong_play",
    "throw_fail",
    "out_of_turn",
    "take_back",
    "timeout",
    "conduct",
    "kitty_peek",
    "late",
    "forfeit",
    "substitution",
    "time_up",
    "rebellion",
    "redeal",
]
INCIDENT_TYPES: Final[tuple[IncidentType, ...]] = get_args(IncidentType)

Found = Literal["before_next", "after_next", "trick_end", "later_trick", "after_hand", "after_reshuffle"]
"""When a fault was found: before or after the next player played, ... or once the next hand is dealt."""
Choice = Literal["play_on", "end", "correct", "leave"]
"""Of the opponents: play on or end the hand; of who erred, before the next plays: correct it or leave it."""
Action = Literal["play", "bury", "overturn"]
TIME_LIMITS: Final[dict[Action, str]] = {
    "play": "time_limit_play_s",
    "bury": "time_limit_bury_s",
    "overturn": "time_limit_overturn_s",
}
"""The parameter with the limit for an action, in seconds."""
Deal = Literal["attackers", "dealer_side", "scramble"]

_IN_TRICK: Final[tuple[Found, ...]] = ("before_next", "after_next", "trick_end")
_LATE: Final[tuple[Found, ...]] = ("later_trick", "after_hand", "after_reshuffle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """An entry of params.md 5.3. What is not known is None; a rule that needs it then leaves it open.

    `side` is the side at fault (the rebel's in a rebellion); it and `dealer_side` are needed wherever
    sides are at fault. `count` counts cards or faults as the type says, of a failed throw the cards that
    are fined. `dealer` matters only where the dealer is judged otherwise than the partner.
    """

    type: IncidentType
    side: Side | Literal["both"] | None = None
    dealer_side: Side | None = None
    seat: Seat | None = None
    dealer: Seat | None = None
    count: int | None = None
    cards: Cards = ()
    led: Cards = ()
    """What was led of a failed throw `cards`; a single card if not given."""
    found: Found | None = None
    choice: Choice | None = None
    level: Rank | None = None
    points_in_hand: int | None = None
    trumps_in_hand: int | None = None
    action: Action | None = None
    seconds: int | None = None
    limit: int | None = None
    minutes: int | None = None
    hand_no: int = 1

    @property
    def faults(self) -> int:
        """How many faults; one if not counted."""
        return self.count if self.count is not None else 1

    @property
    def wrong_cards(self) -> int:
        """How many cards were wrong: as counted, else those named, else one."""
        return self.count if self.count is not None else len(self.cards) or 1

    @property
    def by_dealers(self) -> bool:
        """Whether the dealer side alone is at fault."""
        return self.side is not None and self.side == self.dealer_side

    @property
    def by_dealer(self) -> bool:
        """Whether the dealer in person is known to be at fault."""
        return self.seat is not None and self.seat == self.dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What an incident leads to; None where that does not apply or is left open.

    `points` is the size of the fine (0: the rules say that nothing is due), `levels` a change or the
    rank a side is set to, `effects` the rest as stable words (docs/json.md), `parameters` what the
    penalty rests on.
    """

    points: int | None = None
    levels: dict[Side, int | Rank] | None = None
    deal: Deal | None = None
    replay: bool | None = None
    clause: str | None = None
    effects: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON object; keys that do not apply are left out."""
        found: dict[str, Any] = {
            "points": self.points,
            "levels": self.levels,
            "deal": self.deal,
            "replay": self.replay,
            "clause": self.clause,
            "effects": list(self.effects) or None,
        }
        return {key: value for key, value in found.items() if value is not None}


def penalty(incident: Incident, rules: RuleSet) -> Penalty:
    """What an incident costs under these rules.

    >>> from paipu.replay.rules import load_rules
    >>> revoke = Incident(type="revoke", side="NS", dealer_side="NS", found="after_hand")
    >>> out = penalty(revoke, load_rules("hbut_2013"))
    >>> out.deal, out.levels, out.clause
    ('attackers', {'EW': 1}, '十二(二)3')
    """
    return _RULES[incident.type](incident, rules)


# --- forms of penalties ---------------------------------------------------------------------------

_OPEN: Final = Penalty(effects=("none_given",))
"""The rules give no penalty and do not say that there is none."""
_NOTHING: Final = Penalty(points=0, replay=False)
_PLAY_ON: Final = Penalty(replay=False)
_REPLAY: Final = Penalty(replay=True)
_SCRAMBLE: Final = Penalty(deal="scramble", replay=True)

_FIXED: Final[dict[str, Penalty]] = {
    "none_given": _OPEN,
    "not_modelled": _OPEN,
    "not_allowed": replace(_PLAY_ON, effects=("not_allowed",)),
    "10_points": replace(_PLAY_ON, points=10),
    "20_points": replace(_PLAY_ON, points=20),
    "10_per_fault": replace(_PLAY_ON, points=10),
    "hand_ends_offender_minus_3": replace(_PLAY_ON, effects=("hand_ends", "offender_minus_3")),
    "fine_or_match_lost": replace(_PLAY_ON, effects=("referee_decides",)),
    "redeal": _REPLAY,
    "count_then_redeal": _REPLAY,
}
"""Values that mean the same whoever errs and however often."""

_RISE: Final[dict[str, tuple[int, int]]] = {
    "hand_ends_dealer_up_1": (0, 1),
    "hand_ends_attackers_up_1_dealer_up_2": (1, 2),
    "hand_ends_attackers_up_1_dealer_up_1": (1, 1),
    "deal_lost_other_up_5": (5, 5),
    "attackers_take_deal_dealer_up_replay": (0, 1),
    "deal_lost_1_dealer_up_1_scramble": (1, 1),
    "opponents_choose_end_2_or_no_rank": (1, 2),
    "opponents_choose_end_1_or_no_rank": (1, 1),
}
"""Values by which the hand is lost to the other side: the levels attackers rise, and the dealer side."""

_DROP: Final[dict[Rank, Rank]] = {"A": "J", "J": "2"}
"""Where a dealer side falls that loses its deal at a must-play level (`deal_lost_other_up_5`)."""


def _by(name: str, rules: RuleSet, found: Penalty, *names: str) -> Penalty:
    """A penalty under the clause of a parameter, resting on it and on further ones."""
    return replace(found, clause=rules.entry(name).clause, parameters=(name, *names))


def _fine(points: int, *effects: str) -> Penalty:
    return Penalty(points=points, replay=False, effects=effects)


def _effect(*effects: str) -> Penalty:
    return Penalty(replay=False, effects=effects)


def _hand_lost(incident: Incident, value: str) -> Penalty:
    """The hand ends and goes to the side not at fault; open if both are."""
    side = incident.side
    if side is None or side == "both":
        return _OPEN
    rise = _RISE[value][0 if incident.by_dealers else 1]
    return Penalty(
        levels={other_side(side): rise} if rise else None,
        deal="attackers" if incident.by_dealers else "dealer_side",
        replay=False,
        effects=("hand_ends",),
    )


def _dropped(incident: Incident) -> dict[Side, int | Rank]:
    """The rank a dealer side at fault falls to from a must-play level."""
    rank = _DROP.get(incident.level) if incident.level else None
    return {incident.dealer_side: rank} if rank and incident.by_dealers and incident.dealer_side else {}


def _level_lost(incident: Incident, each: int) -> Penalty:
    """The side at fault loses levels, both sides if both are at fault."""
    sides: tuple[Side, ...] = ("NS", "EW") if incident.side == "both" else ()
    if incident.side and incident.side != "both":
        sides = (incident.side,)
    return Penalty(levels=dict.fromkeys(sides, -each), replay=False)


# --- faults in play -------------------------------------------------------------------------------

_ADD_UP: Final[dict[str, tuple[int, str]]] = {
    "3_faults_match_lost": (3, "match_lost"),
    "3_faults_game_lost": (3, "game_lost"),
    "more_than_3_faults_game_lost": (4, "game_lost"),
}
_TOO_LATE: Final[dict[str, tuple[Found, ...]]] = {
    "claim_at_once": _LATE,
    "until_reshuffled": ("after_reshuffle",),
}


def _fault(ruling: Callable[[Incident, RuleSet], Penalty]) -> Callable[[Incident, RuleSet], Penalty]:
    """A ruling on a fault in play, with the limits such faults share: claimed too late, or too many."""

    def limited(incident: Incident, rules: RuleSet) -> Penalty:
        too_late = _TOO_LATE.get(rules.word("pen_discovery_limit"), ())
        if incident.found in too_late and incident.type != "take_back":
            return _by("pen_discovery_limit", rules, _NOTHING)
        adds_up = rules.word("pen_accumulated")
        if adds_up == "none" or incident.faults < 3:
            return ruling(incident, rules)
        limit, effect = _ADD_UP[adds_up]
        if incident.faults >= limit:
            return _by("pen_accumulated", rules, _effect(effect))
        found = ruling(incident, rules)
        return replace(found, parameters=(*found.parameters, "pen_accumulated"))

    return limited


def _revoke(incident: Incident, rules: RuleSet) -> Penalty:
    """A wrong follow. Found while the trick lasts it is a wrong play where the rules know one."""
    wrong_play = rules["pen_wrong_play"] != "none_given"
    if wrong_play and (incident.found in _IN_TRICK or rules["pen_revoke"] == "none_given"):
        return _wrong_play(incident, rules)
    return _shown_later(incident, rules)


def _shown_later(incident: Incident, rules: RuleSet) -> Penalty:
    """`pen_revoke`: the card that should have been played has shown."""
    value = rules.word("pen_revoke")
    if value == "deal_lost_other_up_5":
        found = _hand_lost(incident, value)
        if down := _dropped(incident):
            found = replace(found, levels=down)  # and the attackers do not rise
        elif found.deal == "dealer_side":
            found = replace(found, effects=(*found.effects, "score_void"))
    else:
        found = _fault_value(incident, value)
    return _by("pen_revoke", rules, found)


def _fault_value(incident: Incident, value: str) -> Penalty:
    """The values that wrong follows, wrong plays and cards taken back share."""
    match value:
        case "10_per_card":
            return _fine(10 * incident.wrong_cards)
        case "10_per_fault_smallest_card" | "10_per_fault_smallest_shown_card":
            return _fine(10 * incident.faults, "smallest_card")
        case "minus_1_level_third_loses" if incident.faults >= 3:
            return _effect("match_lost")
        case "minus_1_level_third_loses":
            return _level_lost(incident, incident.faults)
        case "hand_ends_dealer_up_1" if incident.found in ("before_next", "after_next"):
            return _OPEN  # the clause speaks of a fault in an earlier trick
        case _ if value in _RISE:
            return _hand_lost(incident, value)
    return _FIXED[value]


def _wrong_play(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_wrong_play")
    match value:
        case "none_given":
            # Perhaps a wrong follow, which is all the rules may speak of.
            found = _shown_later(incident, rules)
            return replace(found, parameters=(*found.parameters, "pen_wrong_play"))
        case "none_if_corrected_else_revoke":
            if incident.choice == "correct" or incident.found == "before_next":
                return _by("pen_wrong_play", rules, _fine(0, "corrected"))
            return replace(_shown_later(incident, rules), parameters=("pen_wrong_play", "pen_revoke"))
        case "opponents_choose":
            return _opponents_choose(incident, rules)
    return _by("pen_wrong_play", rules, _fault_value(incident, value))


def _opponents_choose(incident: Incident, rules: RuleSet) -> Penalty:
    """`pen_wrong_play` of that name: who erred may correct in time, later the opponents choose."""
    found, choice = incident.found, incident.choice
    if found in _LATE:
        return _shown_later(incident, rules)
    if found == "before_next" or (found is None and choice in ("correct", "leave")):
        if choice in ("leave", "play_on"):
            return _by("pen_wrong_play", rules, _fine(0, "no_rank_if_follow"))
        return _by("pen_wrong_play", rules, _fine(10, "warning", "corrected"))
    if choice == "end":
        # In the same words as for a fault found after the hand, with the same open figure.
        return _by("pen_wrong_play", rules, _shown_later(incident, rules), "pen_revoke")
    if choice is None:
        return _by("pen_wrong_play", rules, _effect("opponents_choose"))
    return _by("pen_wrong_play", rules, _effect("corrected", "no_rank_in_trick"))


def _take_back(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_take_back")
    if value == "10_points":
        # The clause forbids it once the next player has played.
        found = _fine(0 if incident.found == "before_next" else 10 * incident.faults)
    else:
        found = _fault_value(incident, value)
    return _by("pen_take_back", rules, found)


def _out_of_turn(incident: Incident, rules: RuleSet) -> Penalty:
    return _by("pen_out_of_turn", rules, _fault_value(incident, rules.word("pen_out_of_turn")))


def _throw_fail(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("throw_fail_penalty")
    loses = {
        "lose_deal_or_10_per_card": incident.by_dealers,
        "dealer_loses_deal_or_10_per_card": incident.by_dealer,
    }
    if value == "none":
        found = _by("throw_fail_penalty", rules, _NOTHING)
    elif loses.get(value):
        lost = Penalty(deal="attackers", replay=False, effects=("hand_ends",))
        found = _by("throw_fail_penalty", rules, lost)
    else:
        cards = _fined_cards(incident, rules.word("throw_fail_count_basis"))
        found = _by("throw_fail_penalty", rules, _PLAY_ON, "throw_fail_count_basis")
        # Without a number there is no figure, and nothing rests on how cards are counted.
        found = replace(found, parameters=()) if cards is None else replace(found, points=10 * cards)
    return _with_partner(incident, rules, found)


def _with_partner(incident: Incident, rules: RuleSet, found: Penalty) -> Penalty:
    """Add what a failed throw forbids the thrower's partner."""
    value = rules.word("throw_fail_partner")
    if value == "none":
        return found
    barred = value == "throwers_partner_may_not_ruff" or incident.by_dealer
    effects = (*found.effects, "partner_may_not_ruff") if barred else found.effects
    return replace(found, effects=effects, parameters=(*found.parameters, "throw_fail_partner"))


def _fined_cards(incident: Incident, basis: str) -> int | None:
    """How many cards of a failed throw are fined; None if the entry does not say."""
    thrown = len(incident.cards) or incident.count
    if thrown is None:
        return None
    match basis:
        case "thrown":
            return thrown
        case "thrown_minus_1":
            return thrown - 1
        case "taken_back" if incident.count is None:
            return thrown - (len(incident.led) or 1)
    return incident.count  # as the sheet counts them


# --- cards missing or too many, the kitty, the call -----------------------------------------------


def _card_count(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_extra_missing")
    both = incident.side == "both"
    if value == "attackers_take_deal_dealer_up_replay":
        found = _by("pen_extra_missing", rules, _SCRAMBLE if both else _hand_lost(incident, value))
        # Open is only how far the dealer side goes up.
        return found if not both and not incident.by_dealers else replace(found, parameters=())
    return _by("pen_extra_missing", rules, _card_count_value(incident, value, both))


def _card_count_value(incident: Incident, value: str, both: bool) -> Penalty:
    match value:
        case "equalise_and_play_on":
            return _effect("equalise")
        case "trick_lost_play_on":
            return _effect("trick_lost")
        case "deal_lost_1_dealer_up_1_scramble" if both:
            # This hand counts for nobody; the scramble is that of the next.
            return Penalty(levels={}, deal="scramble", replay=False, effects=("hand_ends",))
        case "opponents_choose_end_2_or_no_rank" | "opponents_choose_end_1_or_no_rank":
            if both:
                return _SCRAMBLE
            if incident.choice == "end":
                return _hand_lost(incident, value)
            return _effect("no_rank" if incident.choice == "play_on" else "opponents_choose")
    return _hand_lost(incident, value) if value in _RISE else _FIXED[value]


def _wrong_bury(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_wrong_bury")
    if incident.count == rules.number("kitty_size"):
        return _by("pen_wrong_bury", rules, _NOTHING)
    match value:
        case "deal_lost":
            lost = Penalty(deal="attackers", replay=False, effects=("hand_ends",))
            found = lost if incident.by_dealers else _OPEN
        case "deal_lost_other_up_5":
            found = _hand_lost(incident, value)
            if down := _dropped(incident):
                found = replace(found, levels={**(found.levels or {}), **down})
        case _:
            found = _FIXED[value]
    return _by("pen_wrong_bury", rules, found)


def _misdraw(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("misdeal_draw")
    if value == "redeal_fault_minus_1_level":
        found = replace(_level_lost(incident, 1), replay=True)
    else:
        found = _effect(value) if value == "draw_from_surplus_hand" else _FIXED[value]
    return _by("misdeal_draw", rules, found)


def _kitty_count(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("misdeal_kitty")
    return _by("misdeal_kitty", rules, _effect(value) if value == "return_surplus" else _FIXED[value])


def _misdeclare(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_misdeclare")
    return _by("pen_misdeclare", rules, _FIXED.get(value) or _effect(value))


def _rebellion(incident: Incident, rules: RuleSet) -> Penalty:
    """A hand dealt again because it is weak: `side` or `seat` is who asks for it."""
    value = rules.word("rebellion")
    points, trumps = incident.points_in_hand, incident.trumps_in_hand
    partner = incident.by_dealers and not incident.by_dealer
    entitled = partner if value == "partner_below_15_points_redeal" else not incident.by_dealers
    if value == "not_allowed" or not entitled:
        return _by("rebellion", rules, _PLAY_ON)
    if value == "at_most_15_points_or_3_trumps_redeal":
        tests = [None if held is None else held <= most for held, most in ((points, 15), (trumps, 3))]
    else:
        tests = [None if points is None else points < (1 if value == "no_points_scramble" else 15)]
    if True in tests:
        again = _SCRAMBLE if value == "no_points_scramble" else Penalty(deal="dealer_side", replay=True)
        return _by("rebellion", rules, again)
    unknown = Penalty(effects=("depends_on_hand",))
    return _by("rebellion", rules, unknown if None in tests else _PLAY_ON)


def _redeal(incident: Incident, rules: RuleSet) -> Penalty:
    """Nobody declared: is the hand dealt again."""
    name = "no_bid_first_hand" if incident.hand_no == 1 else "no_bid_later"
    return _by(name, rules, Penalty(replay=rules[name] == "redeal"))


# --- time, conduct, the match ---------------------------------------------------------------------


def _timeout(incident: Incident, rules: RuleSet) -> Penalty:
    name = TIME_LIMITS[incident.action] if incident.action else None
    ruled = rules[name] if name else None
    limit = ruled if isinstance(ruled, int) else incident.limit
    timed = (name,) if name and isinstance(ruled, int) and incident.seconds is not None else ()
    if limit is not None and incident.seconds is not None and incident.seconds <= limit:
        return replace(_by("pen_timeout", rules, _NOTHING), parameters=timed)
    found = _FIXED[rules.word("pen_timeout")]
    if found.points:
        found = replace(found, points=found.points * incident.faults)
    return _by("pen_timeout", rules, found, *timed)


def _conduct(incident: Incident, rules: RuleSet) -> Penalty:
    value = rules.word("pen_conduct")
    return _by("pen_conduct", rules, _FIXED.get(value) or _effect(value))


def _kitty_peek(incident: Incident, rules: RuleSet) -> Penalty:
    """Looking at the kitty or through played cards: forbidden by some, with no figure."""
    forbidden = rules["card_handling"] in ("stacked_no_looking_back", "face_up_in_order")
    return _by("card_handling", rules, _effect("not_allowed") if forbidden else _OPEN)


def _late(incident: Incident, rules: RuleSet) -> Penalty:
    limit = rules["forfeit_late"]
    if limit == "none_given":
        return _by("forfeit_late", rules, _OPEN)
    in_time = isinstance(limit, int) and incident.minutes is not None and incident.minutes < limit
    return _by("forfeit_late", rules, Penalty(points=0) if in_time else Penalty(effects=("forfeit",)))


def _substitution(incident: Incident, rules: RuleSet) -> Penalty:
    if rules["substitution"] == "allowed":
        return _by("substitution", rules, _NOTHING)
    if rules["pen_conduct"] == "disqualified":
        # The clause that disqualifies names changing players first.
        return _by("substitution", rules, _effect("not_allowed", "disqualified"), "pen_conduct")
    return _by("substitution", rules, _effect("not_allowed"))


def _time_up(incident: Incident, rules: RuleSet) -> Penalty:
    return _by("time_expiry_rule", rules, _effect(rules.word("time_expiry_rule")))


_RULES: Final[dict[IncidentType, Callable[[Incident, RuleSet], Penalty]]] = {
    "misdraw": _misdraw,
    "kitty_count": _kitty_count,
    "misdeclare": _misdeclare,
    "wrong_bury": _wrong_bury,
    "card_count": _card_count,
    "revoke": _fault(_revoke),
    "wrong_play": _fault(_wrong_play),
    "throw_fail": _throw_fail,
    "out_of_turn": _out_of_turn,
    "take_back": _fault(_take_back),
    "timeout": _timeout,
    "conduct": _conduct,
    "kitty_peek": _kitty_peek,
    "late": _late,
    "forfeit": _late,
    "substitution": _substitution,
    "time_up": _time_up,
    "rebellion": _rebellion,
    "redeal": _redeal,
}
