"""Single plays of a recorded hand: cards held, leads, throws, follows.

Owns turning what `throws` and `follow` find at a position into findings of the audit. A hand in
doubt (an earlier play or the deal did not fit it) accuses only with what holds all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from paipu.grammar.cards import Cards, Seat, is_unknown, side_of, sort_cards
from paipu.grammar.findings import Severity
from paipu.grammar.model import Play, Trick
from paipu.replay.rules import RuleSet

from .blanks import breaches, proved
from .case import Case
from .follow import not_held
from .order import TRUMPS
from .position import Position, seats_from
from .shapes import components
from .throws import Beaten, Throw, lead_breach, throw_of
from .tricks import rank_of_play
from .weight import Breaks
from .wording import duty

__all__ = ["SLIPS", "check_follow", "check_lead", "tell"]

SLIPS: Final = frozenset({"play.not_held", "play.copies"})
"""Cards that cannot have been played: perhaps a slip of the pen, and others were."""
_THROWS: Final = {
    "yes": ("throws of trumps are not allowed", "主牌不许甩"),
    "only_AAK_AKK": ("only AAK and AKK of a side suit may be thrown", "只许甩副牌的 AAK、AKK"),
    "only_pairs": ("only pairs may be thrown", "只许甩对子"),
    "no": ("throws are not allowed", "不许甩牌"),
}


def tell(
    case: Case,
    code: str,
    facts: Mapping[str, Any],
    trick: Trick,
    number: int,
    *,
    parameters: tuple[str, ...] = (),
    breaks: Breaks | None = None,
    severity: Severity | None = None,
    cards: Cards = (),
    held: Cards = (),
) -> None:
    """Report a finding about play `number` of a trick."""
    case.report(
        code,
        facts,
        parameters=parameters,
        breaks=breaks,
        severity=severity,
        element=f"{trick.number}.{number}",
        place=trick.plays[number - 1],
        trick=trick.number,
        play=number,
        cards=cards,
        held=held,
    )


def check_lead(case: Case, trick: Trick, play: Play, position: Position) -> int:
    """Check what is led, or was thrown; return the fine for a failed throw.

    A fine counts for the attackers: negative when they threw, 0 where the rules have none.
    """
    thrown = play.tried or play.cards
    if _missing(case, trick, 1, play, position, thrown) or any(map(is_unknown, thrown)):
        return 0
    code = lead_breach(thrown, position.order)
    if code:
        _tell_lead(case, trick, play, thrown, code)
        return 0
    if play.tried and not_held(play.tried, play.cards):
        tell(case, "throw.part", {"seat": play.seat, "play": play.cards, "tried": play.tried}, trick, 1)
        return 0
    if position.order.group_of_all(thrown) is None:
        return 0  # a tractor of one colour
    if len(components(thrown, position.order)) == 1 and not play.tried:
        return 0
    return _check_throw(case, trick, play, position)


def _tell_lead(case: Case, trick: Trick, play: Play, thrown: Cards, code: str) -> None:
    facts: dict[str, Any] = {"seat": play.seat, "play": thrown}
    if code == "lead.throw":
        assert case.order is not None
        facts["example"] = components(thrown, case.order)[0].cards
        facts["allowed"], facts["allowed_zh"] = _THROWS[case.rules.word("throw_allowed")]
    tell(
        case,
        code,
        facts,
        trick,
        1,
        parameters=("throw_allowed", "throw_suits") if code == "lead.throw" else ("tractor_definition",),
        breaks=lambda rules: lead_breach(thrown, case.order_under(rules)) is not None,
        cards=thrown,
    )


def _check_throw(case: Case, trick: Trick, play: Play, position: Position) -> int:
    """A throw that was kept must stand; one that was taken back must fail, and its part be led."""
    thrown = play.tried or play.cards
    seats = seats_from(play.seat, position.order.rules.word("play_direction"))[1:]
    others = [position.hands[seat].cards for seat in seats]

    def under(test: Callable[[Throw], bool]) -> Breaks:
        return lambda rules: test(throw_of(thrown, others, case.order_under(rules)))

    throw = throw_of(thrown, others, position.order)
    rests_on: tuple[str, ...] = ("throw_success_test",)
    facts: dict[str, Any] = {
        "seat": play.seat,
        "play": play.cards,
        "tried": thrown,
        "example": throw.must_lead,
    }
    if play.tried is None:
        if not throw.stands:
            # Of hands in doubt only the cards count that are surely held.
            certain = [position.hands[seat].sure for seat in seats]
            proven = throw_of(thrown, certain, position.order)
            doubtful = proven.stands
            if not doubtful:
                throw, others = proven, certain
            beaten = _deciding(throw)
            facts |= {"other": _holder(beaten, seats), "held": beaten.cards, "part": beaten.component.cards}
            tell(
                case, "throw.beaten", facts, trick, 1, parameters=rests_on,
                breaks=under(lambda other: not other.stands), severity="note" if doubtful else None,
                cards=play.cards, held=beaten.cards,
            )  # fmt: skip
        return 0
    sure = all(position.hands[seat].complete for seat in seats)
    if throw.stands:
        if sure:
            tell(
                case, "throw.stands", facts, trick, 1, parameters=rests_on,
                breaks=under(lambda other: other.stands), cards=play.cards,
            )  # fmt: skip
        return 0
    if sure and play.cards != sort_cards(throw.must_lead):
        beaten = _deciding(throw)
        facts |= {"other": _holder(beaten, seats), "held": beaten.cards, "part": beaten.component.cards}
        tell(
            case, "throw.forced", facts, trick, 1, parameters=("throw_fail_lead", *rests_on),
            breaks=under(lambda other: play.cards != sort_cards(other.must_lead)),
            cards=play.cards, held=beaten.cards,
        )  # fmt: skip
    if case.dealer is None or _loses_deal(case, play.seat):
        return 0
    return throw.fine if side_of(play.seat) == side_of(case.dealer) else -throw.fine


def _loses_deal(case: Case, seat: Seat) -> bool:
    """Whether a failed throw of this seat costs the deal instead of points (`throw_fail_penalty`)."""
    rule = case.rules["throw_fail_penalty"]
    if rule == "dealer_loses_deal_or_10_per_card":
        return seat == case.dealer
    return (
        rule == "lose_deal_or_10_per_card"
        and case.dealer is not None
        and side_of(seat) == side_of(case.dealer)
    )


def _holder(beaten: Beaten, seats: Sequence[Seat]) -> Seat | Literal["others"]:
    return "others" if beaten.by is None else seats[beaten.by]


def _deciding(throw: Throw) -> Beaten:
    """The beaten component to show: the one that must be led, else the first."""
    return next((b for b in throw.beaten if b.component.cards == throw.must_lead), throw.beaten[0])


def check_follow(
    case: Case, trick: Trick, number: int, play: Play, position: Position, *, unsure_lead: bool = False
) -> None:
    """Check a follow against the cards its hand is known to hold.

    With `unsure_lead` the first play recorded may not be what was led: it accuses nobody.
    """
    lead = position.lead
    assert lead is not None
    if _missing(case, trick, number, play, position, play.cards):
        return
    if any(map(is_unknown, lead)):
        # What was led is not known, but how many cards.
        if len(play.cards) != len(lead) and not unsure_lead:
            counted = {"seat": play.seat, "play": play.cards, "needed": len(lead), "given": len(play.cards)}
            tell(case, "follow.count", counted, trick, number, parameters=("follow_count",), cards=play.cards)
        return
    holding = position.hands[play.seat]
    found = breaches(lead, holding, play.cards, position.order)
    if not found:
        if not (holding.doubt or holding.gone or unsure_lead or any(map(is_unknown, play.cards))):
            _check_partner(case, trick, number, play, holding.cards)
        return
    breach = max(found, key=lambda each: each.given - each.needed)
    # A lead nobody held may be a slip of the pen: then something else was followed.
    slip = any(f.code in SLIPS and (f.trick, f.play) == (trick.number, 1) for f in case.findings)
    doubtful = False
    if holding.doubt or holding.gone:
        doubtful = not proved(
            holding, play.cards, lambda hand: bool(breaches(lead, hand, play.cards, position.order))
        )
    facts: dict[str, Any] = {
        "seat": play.seat,
        "leader": position.leader,
        "lead": lead,
        "play": play.cards,
        "held": breach.held,
        "needed": breach.needed,
        "given": breach.given,
        "example": breach.example,
        **duty(breach, position.order.group_of_all(lead) or "T"),
    }
    tell(
        case,
        breach.code,
        facts,
        trick,
        number,
        parameters=tuple(dict.fromkeys(name for each in (breach, *found) for name in each.parameters)),
        breaks=lambda rules: bool(breaches(lead, holding, play.cards, case.order_under(rules))),
        severity="note" if doubtful or slip or unsure_lead else None,
        cards=play.cards,
        held=breach.held,
    )


def _check_partner(case: Case, trick: Trick, number: int, play: Play, hand: Cards) -> None:
    """The partner may not ruff, where the rules say so, the trick of a failed throw.

    Nobody is accused who holds nothing but trumps.
    """
    opening = trick.plays[0]
    failed = opening.tried is not None and not_held(opening.cards, opening.tried)
    if not failed or opening.seat == play.seat or side_of(opening.seat) != side_of(play.seat):
        return

    def barred(rules: RuleSet) -> bool:
        order, rule = case.order_under(rules), rules["throw_fail_partner"]
        if rule == "none" or (rule == "partner_may_not_ruff" and opening.seat != case.dealer):
            return False
        rank = rank_of_play(play.cards, opening.cards, order)
        return rank is not None and rank[0] == 1 and len(order.cards_of(TRUMPS, hand)) < len(hand)

    if barred(case.rules):
        tell(
            case,
            "follow.barred",
            {"seat": play.seat, "play": play.cards, "leader": opening.seat, "tried": opening.tried},
            trick,
            number,
            parameters=("throw_fail_partner",),
            breaks=barred,
            cards=play.cards,
        )


def _missing(case: Case, trick: Trick, number: int, play: Play, position: Position, cards: Cards) -> bool:
    """Report cards played that are not held; True if there were some."""
    holding = position.hands[play.seat]
    missing = holding.lacking(cards)
    if len(missing) <= holding.unknown:
        return False
    facts: dict[str, Seat | Cards] = {"seat": play.seat, "play": cards, "held": missing}
    # Cards that an earlier fault has made doubtful may be these.
    severity: Severity | None = "note" if len(missing) <= holding.doubt else None
    tell(case, "play.not_held", facts, trick, number, cards=missing, severity=severity)
    return True
