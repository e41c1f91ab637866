"""What findings stand on: for each code the parameters that can be named as its ground.

Owns that table, for whoever explains a code before there is a finding. The checks name the
parameters of a finding themselves; a test holds the table to what they name.
"""

from __future__ import annotations

from typing import Final

__all__ = ["GROUNDS", "LEGALITY", "PATTERNS", "PATTERN_CODES", "grounds"]

PATTERNS: Final = (
    "tractor_skip_level_rank",
    "tractor_trump_ace_with_side_level",
    "tractor_side_with_main_level",
    "tractor_two_side_level_pairs",
    "tractor_main_level_with_small_joker",
    "tractor_joker_pairs",
    "tractor_nt_small_joker_with_level",
    "tractor_nt_two_level_pairs",
    "tractor_non_examples",
    "triple_ranks",
)
"""Parameters that decide which cards form a pattern."""

LEGALITY: Final = (
    "declare_cards",
    "declare_joker_colour",
    "declare_window",
    "no_bid_overturn",
    "overturn_cards",
    "overturn_first_hand",
    "overturn_later",
    "overturn_window",
    "overturn_repeat",
    "overturn_suit_order",
    "overturn_joker_result",
    "overturn_joker_over_level_pair",
    "overturn_joker_pair",
    "overturn_pair_over_pair",
    "overturn_joker_order",
    "self_overturn",
    "reinforce_allowed",
    "reinforce_effect",
    "pen_misdeclare",
)
"""The parameters by which a bid is legal or not."""

_THROWN: Final = ("follow_throw", "follow_triple")

_RISE: Final = (
    "advance_table",
    "advance_cap",
    "overturn_level_bonus",
    "must_play_levels",
    "jump_must_play_rule",
    "win_condition",
)
_CLIMB: Final = ("level_sequence", "knock_back_rule", "knock_back_recovery", "no_bid_penalty")
_PENALTIES: Final = (
    "pen_revoke",
    "pen_wrong_play",
    "pen_wrong_bury",
    "pen_extra_missing",
    "pen_misdeclare",
    "pen_take_back",
    "pen_out_of_turn",
    "pen_timeout",
    "time_limit_play_s",
    "time_limit_bury_s",
    "time_limit_overturn_s",
    "pen_discovery_limit",
    "pen_accumulated",
    "pen_conduct",
    "card_handling",
    "misdeal_draw",
    "misdeal_kitty",
    "rebellion",
    "no_bid_first_hand",
    "no_bid_later",
    "throw_fail_penalty",
    "throw_fail_count_basis",
    "throw_fail_partner",
    "forfeit_late",
    "substitution",
    "time_expiry_rule",
)

GROUNDS: Final[dict[str, tuple[str, ...]]] = {
    "deal.count": ("hand_size",),
    "deal.copies": ("deck_count",),
    "deal.kitty_count": ("kitty_size",),
    "bid.cards": ("declare_cards", "declare_joker_colour", "overturn_cards", "no_bid_overturn"),
    "bid.not_higher": (
        "overturn_pair_over_pair",
        "overturn_suit_order",
        "overturn_joker_over_level_pair",
        "overturn_joker_order",
        "overturn_cards",
    ),
    "bid.overturn": ("overturn_first_hand", "overturn_later", "no_bid_overturn"),
    "bid.window": ("declare_window", "overturn_window", "reinforce_allowed"),
    "bid.own": ("self_overturn",),
    "bid.reinforce": ("reinforce_allowed",),
    "bid.repeat": ("overturn_repeat",),
    "bid.reinforced": ("reinforce_effect",),
    "bid.trump": LEGALITY,
    "bid.dealer": ("first_dealer", "overturn_changes_dealer_first_hand", *LEGALITY),
    "bid.by": ("declare_by",),
    "bid.barred": ("pen_misdeclare",),
    "bid.kitty_cards": ("overturn_kitty_cards",),
    "bid.rebel": ("rebellion",),
    "bid.redeal": ("no_bid_first_hand", "no_bid_later"),
    "bid.flip": ("no_bid_first_hand", "no_bid_later"),
    "kitty.count": ("kitty_size",),
    "kitty.again": ("overturn_kitty_exchange",),
    "kitty.flip": ("no_bid_first_hand", "no_bid_later", "no_bid_joker_flip", "no_bid_overturn"),
    "kitty.burier": ("overturn_kitty_exchange",),
    "turn.leader": (
        "lead_rights",
        "compare_rule",
        "ruff_throw_requirement",
        "ruff_throw_comparison",
        "ruff_triple",
    ),
    "turn.order": ("play_direction",),
    "play.copies": ("deck_count",),
    "lead.suits": ("tractor_definition",),
    "lead.throw": ("throw_allowed", "throw_suits"),
    "throw.beaten": ("throw_success_test",),
    "throw.stands": ("throw_success_test",),
    "throw.forced": ("throw_fail_lead", "throw_success_test"),
    "follow.count": ("follow_count",),
    "follow.suit": ("follow_suit", "follow_tractor"),
    "follow.pair": ("follow_pair", "follow_tractor", *_THROWN, "follow_draw"),
    "follow.alike": ("follow_pair", *_THROWN, "follow_draw"),
    "follow.tractor": ("follow_tractor", "follow_longer_tractor", *_THROWN, "follow_draw"),
    "follow.barred": ("throw_fail_partner",),
    "follow.fill": ("follow_short_suit", "follow_tractor", "follow_triple"),
    "score.points": (
        "points_collector",
        "kitty_capture_condition",
        "kitty_mult_single",
        "kitty_mult_pair",
        "kitty_mult_tractor",
        "kitty_mult_triple",
        "kitty_mult_throw",
        "throw_fail_penalty",
        "throw_fail_count_basis",
    ),
    "score.dealer": ("advance_table", "knock_back_rule", "later_dealer", "level_owner"),
    "score.gain": (*_RISE, "level_owner"),
    "incident.penalty": _PENALTIES,
    "incident.points": (*_PENALTIES, "pen_points_direction"),
    "incident.levels": _PENALTIES,
    "incident.deal": _PENALTIES,
    "incident.replay": _PENALTIES,
    "incident.time": ("time_limit_play_s", "time_limit_bury_s", "time_limit_overturn_s"),
    "match.start": ("start_level",),
    "match.levels": (*_CLIMB, *_RISE),
    "match.level": ("level_owner", *_CLIMB, *_RISE),
    "match.dealer": ("later_dealer", "advance_table", "knock_back_rule", "level_owner"),
    "match.over": ("win_condition",),
    "match.schedule": ("level_owner", "level_sequence"),
    "match.time": ("time_expiry_rule",),
    "match.winner": ("win_condition", "match_result_rule", "draw_rule", *_PENALTIES),
    "match.points": ("match_points",),
}
"""The parameters a finding can name, the usual ones first; a code not here stands on no rule of a set."""

PATTERN_CODES: Final = frozenset(
    {
        *("lead.throw", "throw.beaten", "throw.stands", "throw.forced"),
        *("follow.pair", "follow.alike", "follow.tractor", "follow.fill"),
    }
)
"""Findings that may also rest on which cards form a pattern (`PATTERNS`)."""


def grounds(code: str) -> tuple[str, ...]:
    """Every parameter a finding of this code can rest on, patterns last.

    >>> grounds("follow.suit"), grounds("text.syntax")
    (('follow_suit', 'follow_tractor'), ())
    """
    return GROUNDS.get(code, ()) + (PATTERNS if code in PATTERN_CODES else ())
