"""The link between the hands of a match: does each follow from the one before, or open the game.

Owns the match phase of the audit but for its end (`match_end`). What a hand leads to is decided in
`outcome`.
"""

from __future__ import annotations

from typing import Any

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
from paipu.grammar.model import Call
from paipu.replay.rules import RuleSet

from .auction import Bidding, bid_breach
from .case import Case
from .chain import Standing, first_scheduled, in_season, levels_text, tag_place
from .levels import level_ladder
from .messages import seat_en, seat_zh
from .outcome import Outcome
from .penalty_words import level_words, side_words
from .position import seats_from

__all__ = ["check_link"]


def check_link(case: Case, before: Standing | None) -> None:
    """Whether dealer, levels and the level played follow from the hand before, or open the game."""
    if case.rules["level_owner"] == "schedule":
        _check_schedule(case, before)
    if before is None:
        _check_start(case)
        return
    number = case.header.hand_no
    assert number is not None
    missing = number - before.hand - 1
    if missing > 0:
        facts = {"hand": before.hand, "given": missing}
        case.report("match.gap", facts, severity="note", element="deal", place=tag_place(case, "Hand"))
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
        given = levels_text(case, header.levels) if header.levels else level_words(header.level or "")
        case.report(
            "match.start",
            {"given": given, "needed": level_words(case.rules.word("start_level"))},
            parameters=("start_level",),
            breaks=differs,
            element="deal",
            place=tag_place(case, "Levels") or tag_place(case, "Level"),
        )


def _check_schedule(case: Case, before: Standing | None) -> None:
    """Level and dealer of every hand are fixed beforehand (`level_sequence`, `later_dealer`)."""
    number, level = case.header.hand_no, case.header.level
    ladder = level_ladder(case.rules)
    if number is None:
        return
    if number > len(ladder):
        case.report(
            "match.schedule",
            {"given": number, "needed": len(ladder)},
            parameters=("level_owner", "level_sequence"),
            element="deal",
            place=tag_place(case, "Hand"),
        )
        return
    _check_scheduled_dealer(case, before, number)
    if level is None:
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
            place=tag_place(case, "Level"),
        )


def _check_scheduled_dealer(case: Case, before: Standing | None, number: int) -> None:
    first, dealer = first_scheduled(case, before), case.header.dealer
    if first is None or dealer is None or case.rules["later_dealer"] != "schedule":
        return
    needed = seats_from(first, case.rules.word("play_direction"))[(number - 1) % len(SEATS)]
    if dealer == needed:
        return
    naming = case.record.naming
    case.report(
        "match.dealer",
        {
            "seat": dealer,
            "hand": number - 1,
            "needed": seat_en(needed, naming),
            "needed_zh": seat_zh(needed, naming),
        },
        parameters=("later_dealer", "level_owner"),
        element="deal",
        place=tag_place(case, "Dealer"),
    )


def _tell_over(case: Case, before: Standing, winner: Side) -> None:
    en, zh = side_words(winner, case.record.naming)
    case.report(
        "match.over",
        {"hand": before.hand, "side": en, "side_zh": zh},
        parameters=("win_condition",),
        severity="warning",
        element="deal",
        place=tag_place(case, "Hand"),
    )


def _check_time(case: Case, before: Standing) -> None:
    if before.time_left is None or before.time_left > 0 or _plays_on(case, before):
        return
    one_more = case.rules["time_expiry_rule"] == "finish_current_and_one_more"
    case.report(
        "match.time",
        {
            "hand": before.hand - (1 if one_more else 0),
            "needed": "one hand only" if one_more else "no hand",
            "needed_zh": "只可再打一副" if one_more else "不得再打",
        },
        parameters=("time_expiry_rule",),
        breaks=lambda rules: rules["time_expiry_rule"] != "finish_current_and_one_more" or one_more,
        element="deal",
        place=tag_place(case, "Hand"),
    )


def _plays_on(case: Case, before: Standing) -> bool:
    """Whether equal levels are played on until there is a winner (`draw_rule`)."""
    rule = case.rules["draw_rule"]
    out = before.expected(case.rules)
    if out is None or len(set(out.levels.values())) > 1 or out.open:
        return out is None or bool(out.open)
    play_off = not in_season(case.record)
    return rule in ("extra_hands", "extra_game") or (rule == "season_draw_play_off_sudden_death" and play_off)


def _check_levels(case: Case, before: Standing, expected: Outcome) -> None:
    if case.rules["level_owner"] == "schedule" or expected.side in before.unsure:
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
            side not in out.open | before.unsure and out.levels.get(side, rank) != rank
            for side, rank in written.items()
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
            "given": levels_text(case, written),
            "needed": levels_text(case, expected.levels),
        }
    case.report(
        "match.level" if alone else "match.levels",
        facts,
        parameters=expected.climbed or expected.parameters,
        breaks=differs,
        element="deal",
        place=tag_place(case, "Levels") or tag_place(case, "Level"),
    )


def _check_dealer(case: Case, before: Standing, expected: Outcome) -> None:
    dealer = case.header.dealer
    if dealer is None or expected.side is None or _dealt_otherwise(case):
        return
    if case.rules["later_dealer"] == "schedule":
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
        place=tag_place(case, "Dealer"),
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
