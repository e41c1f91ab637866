"""The bids of a recorded hand, one by one, and what they say about trump and dealer.

Owns the bids phase of the audit. The rules of bidding are in `auction`; this reads the record's
bids in order and reports.
"""

from __future__ import annotations

from typing import Any

from paipu.grammar.cards import SEATS, Cards, is_unknown, side_of
from paipu.grammar.model import Bid, Bury, Call, Dealt
from paipu.replay.rules import RuleSet, parameter

from .auction import (
    BidBreach,
    Bidding,
    BidPhase,
    Flip,
    Shown,
    bid_breach,
    bid_kind,
    first_dealer,
    flip,
    trump_of,
)
from .case import Case
from .follow import not_held
from .incidents import Incident, penalty
from .messages import GROUP_NAMES
from .order import TRUMPS
from .tricks import points_in

__all__ = ["check_auction", "counted_overturns"]


def check_auction(case: Case) -> None:
    """Check every bid and every taking of the kitty; settle trump and dealer of the case."""
    dealt = {item.seat: item for item in case.record.deal}
    history: tuple[Shown, ...] = ()
    last_draw = 0
    buried = flipped = False
    for at, item in enumerate(case.record.auction, 1):
        element = f"a{at}"
        if isinstance(item, Bury):
            _check_burier(case, item, history, element, again=buried)
            buried = True
            continue
        if isinstance(item, Call):
            _check_call(case, item, element)
            flipped = flipped or item.kind == "flip"
        if not isinstance(item, Bid):
            continue
        if item.draw is not None:
            if item.draw < last_draw:
                facts = {"seat": item.seat, "play": item.cards, "given": item.draw, "needed": last_draw}
                case.report("bid.order", facts, severity="warning", element=element, place=item)
            last_draw = max(last_draw, item.draw)
        _check_held(case, item, dealt.get(item.seat), element)
        phases: tuple[BidPhase, ...] = ("after_bury",) if buried else _phases(item)
        _check_legal(case, item, history, phases, element, flipped=flipped)
        # A bid that stood is a fact, legal or not.
        history = (*history, Shown(item.seat, item.cards))
    _settle(case, history[-1] if history else None)


def _phases(bid: Bid) -> tuple[BidPhase, ...]:
    """When a bid before the bury was made: without a draw number, during the deal or after it."""
    return ("deal",) if bid.draw is not None else ("deal", "before_kitty")


def _check_held(case: Case, bid: Bid, hand: Dealt | None, element: str) -> None:
    if hand is None or any(map(is_unknown, (*hand.cards, *bid.cards))):
        return
    if len(hand.cards) < case.rules.number("hand_size"):
        return
    missing = not_held(hand.cards, bid.cards)
    taken = any(item.seat == bid.seat for item in case.record.buries)
    facts = {"seat": bid.seat, "play": bid.cards, "held": missing}
    if missing and taken and case.record.kitty and not not_held(case.record.kitty.cards, missing):
        # Whoever has held the kitty may have a card of it to show.
        if case.rules["overturn_kitty_cards"] == "not_allowed":
            case.report(
                "bid.kitty_cards",
                facts,
                parameters=("overturn_kitty_cards",),
                element=element,
                place=bid,
                cards=missing,
            )
    elif missing:
        case.report("bid.not_held", facts, element=element, place=bid, cards=missing)
    elif hand.drawn and bid.draw is not None:
        _check_drawn(case, bid, hand.cards, element)


def _check_drawn(case: Case, bid: Bid, drawn: Cards, element: str) -> None:
    """Whether the cards shown can have been drawn by then, whoever drew first."""
    assert bid.draw is not None
    missing = not_held(drawn[: -(-bid.draw // len(SEATS))], bid.cards)
    if missing:
        facts = {"seat": bid.seat, "play": bid.cards, "held": missing, "given": bid.draw}
        case.report("bid.not_drawn", facts, element=element, place=bid, cards=missing)


def _check_call(case: Case, call: Call, element: str) -> None:
    """A flip, a rebellion, or cards thrown in because nobody declared."""
    if call.kind == "flip":
        _check_flip(case, call, element)
    elif call.kind == "rebel":
        _check_rebellion(case, call, element)
    elif call.kind == "redeal" and not case.record.bids and case.record.kitty:
        _check_redeal(case, call, element)


def _check_rebellion(case: Case, call: Call, element: str) -> None:
    """Whether a hand so weak may be laid open for a new deal (`rebellion`)."""
    dealt = next((item.cards for item in case.record.deal if item.seat == call.seat), ())
    hand = dealt or call.cards
    if call.seat is None or case.dealer is None:
        return
    whole = len(hand) >= case.rules.number("hand_size") and not any(map(is_unknown, hand))
    order = case.order
    entry = Incident(
        type="rebellion",
        side=side_of(call.seat),
        dealer_side=side_of(case.dealer),
        seat=call.seat,
        dealer=case.dealer,
        points_in_hand=points_in(hand) if whole else None,
        trumps_in_hand=sum(order.group(card) == TRUMPS for card in hand) if whole and order else None,
    )

    def refused(rules: RuleSet) -> bool:
        return penalty(entry, rules).replay is False

    if refused(case.rules):
        case.report(
            "bid.rebel",
            {"seat": call.seat},
            parameters=("rebellion",),
            breaks=refused,
            element=element,
            place=call,
        )


def _check_redeal(case: Case, call: Call, element: str) -> None:
    """Nobody declared: whether that means a new deal (`no_bid_first_hand`, `no_bid_later`)."""
    level, kitty = case.header.level, case.record.kitty
    if case.header.hand_no is None or level is None or kitty is None or any(map(is_unknown, kitty.cards)):
        return
    if any(item.kind in ("rebel", "flip") for item in case.record.calls) or any(case.record.incidents()):
        return

    def refused(rules: RuleSet) -> bool:
        return not flip(kitty.cards, level, case.header.hand_no == 1, rules).redeal

    if refused(case.rules):
        name = "no_bid_first_hand" if case.header.hand_no == 1 else "no_bid_later"
        case.report("bid.redeal", {}, parameters=(name,), breaks=refused, element=element, place=call)


def _check_flip(case: Case, call: Call, element: str) -> None:
    """What the kitty makes trump when nobody bids, beside what was turned up and played."""
    kitty, level = case.record.kitty, case.header.level
    # Bids after the flip may have changed what it made.
    if kitty is None or level is None or case.record.bids or any(map(is_unknown, kitty.cards)):
        return

    def out(rules: RuleSet) -> Flip:
        turned = call.cards[-1] if call.cards else None
        return flip(kitty.cards, level, case.header.hand_no == 1, rules, turned)

    played = case.trump or (trump_of(call.cards[-1:]) if call.cards else None)
    made = out(case.rules).trump
    if made is None or played is None or made == played:
        case.trump = case.trump or made
        return
    case.report(
        "kitty.flip",
        {
            "play": call.cards,
            "given": GROUP_NAMES[played][0],
            "given_zh": GROUP_NAMES[played][1],
            "needed": GROUP_NAMES[made][0],
            "needed_zh": GROUP_NAMES[made][1],
        },
        parameters=out(case.rules).parameters,
        breaks=lambda rules: out(rules).trump not in (None, played),
        element=element,
        place=call,
        cards=call.cards,
    )


def _check_legal(
    case: Case,
    bid: Bid,
    history: tuple[Shown, ...],
    phases: tuple[BidPhase, ...],
    element: str,
    *,
    flipped: bool,
) -> None:
    level = case.header.level
    if level is None or any(map(is_unknown, bid.cards)):
        return

    def breach(rules: RuleSet) -> BidBreach | None:
        first = case.header.hand_no == 1
        moments = [
            Bidding(rules=rules, level=level, phase=phase, first_hand=first, history=history, flipped=flipped)
            for phase in phases
        ]
        found = [bid_breach(moment, bid.seat, bid.cards) for moment in moments]
        return None if None in found else found[-1]

    found = breach(case.rules)
    if found is None:
        return
    standing = history[-1] if history else None
    facts: dict[str, Any] = {
        "seat": bid.seat,
        "play": bid.cards,
        "lead": standing.cards if standing else (),
        "leader": standing.seat if standing else None,
    }
    name = "declare_cards" if standing is None and not flipped else "overturn_cards"
    facts["allowed"], facts["allowed_zh"] = parameter(name).meaning(case.rules[name])
    # Where the opponents call after the draw, it is not said with what.
    called = not history and bid.draw is None and case.rules["no_bid_later"] == "opponents_call"
    case.report(
        found.code,
        facts,
        parameters=found.parameters,
        breaks=lambda rules: breach(rules) is not None,
        severity="note" if called and case.header.hand_no != 1 else None,
        element=element,
        place=bid,
        cards=bid.cards,
    )


def _check_burier(case: Case, bury: Bury, history: tuple[Shown, ...], element: str, *, again: bool) -> None:
    """The dealer takes the kitty; after an overturn of the buried kitty, the overturner does."""
    if again and not case.rules.flag("overturn_kitty_exchange"):
        case.report(
            "kitty.again",
            {"seat": bury.seat},
            parameters=("overturn_kitty_exchange",),
            breaks=lambda rules: not rules.flag("overturn_kitty_exchange"),
            element=element,
            place=bury,
        )
        return
    owner = history[-1].seat if again and history else case.header.dealer
    if owner is None or owner == bury.seat:
        return
    case.report(
        "kitty.burier",
        {"seat": bury.seat, "other": owner},
        parameters=("overturn_kitty_exchange",) if again else (),
        element=element,
        place=bury,
    )


def _settle(case: Case, standing: Shown | None) -> None:
    """Compare trump and first dealer with the bids; fill in what the header leaves open."""
    record = case.record
    legal = (
        case.header.level is None
        or standing is None
        or bid_kind(standing.cards, case.header.level) != "other"
    )
    if standing is not None and legal and not any(map(is_unknown, standing.cards)):
        named = trump_of(standing.cards)
        if case.trump is None:
            case.trump = named
        elif case.trump != named:
            facts = {
                "seat": standing.seat,
                "play": standing.cards,
                "given": GROUP_NAMES[case.trump][0],
                "given_zh": GROUP_NAMES[case.trump][1],
                "needed": GROUP_NAMES[named][0],
                "needed_zh": GROUP_NAMES[named][1],
            }
            last = record.bids[-1]
            case.report("bid.trump", facts, element=f"a{record.auction.index(last) + 1}", place=last)
    if case.dealer is None:
        leader = record.tricks[0].plays[0].seat if record.tricks and record.tricks[0].plays else None
        case.dealer = record.buries[0].seat if record.buries else leader
    _check_first_dealer(case)


def _check_first_dealer(case: Case) -> None:
    """In the first hand of a game the bids make the dealer (`first_dealer`)."""
    bids = _before_bury(case)
    if case.header.hand_no != 1 or case.header.dealer is None or not bids:
        return
    history = tuple(Shown(bid.seat, bid.cards) for bid in bids)
    owner = first_dealer(history, case.rules)
    if owner is None or owner == case.header.dealer:
        return
    case.report(
        "bid.dealer",
        {"seat": case.header.dealer, "other": owner},
        parameters=("first_dealer", "overturn_changes_dealer_first_hand"),
        breaks=lambda rules: first_dealer(history, rules) not in (None, case.header.dealer),
        element=f"a{case.record.auction.index(bids[-1]) + 1}",
        place=bids[-1],
    )


def _before_bury(case: Case) -> list[Bid]:
    bids: list[Bid] = []
    for item in case.record.auction:
        if isinstance(item, Bury):
            break
        if isinstance(item, Bid):
            bids.append(item)
    return bids


def counted_overturns(case: Case) -> int:
    """The overturns that may bring levels: those after the bury, or all (`overturn_level_bonus`)."""
    bids, level = case.record.bids, case.header.level
    if level and case.rules.word("overturn_level_bonus").startswith("per_overturn"):
        history = tuple(Shown(bid.seat, bid.cards) for bid in bids)
        return sum(1 for _ in Bidding(rules=case.rules, level=level, history=history).overturns())
    return len(bids) - len(_before_bury(case))
