"""The bids of a recorded hand, one by one, and what they say about trump and dealer.

Owns the bids phase of the audit. The rules of bidding are in `auction`; this reads the record's
bids in order and reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from paipu.grammar.cards import SEATS, Cards, Trump, is_unknown, side_of
from paipu.grammar.findings import Severity
from paipu.grammar.model import Bid, Bury, Call, Dealt, Element
from paipu.replay.rules import RuleSet, parameter

from .auction import Bidding, Flip, Shown, bid_kind, first_dealer, flip, trump_of
from .case import Case
from .decisions import weighed_incidents
from .declared import MANY, Offence, Way, ways
from .follow import not_held
from .grounds import LEGALITY
from .incidents import Incident, penalty
from .messages import GROUP_NAMES
from .order import TRUMPS
from .tricks import points_in
from .weight import Breaks, weigh

__all__ = ["check_auction", "counted_overturns"]


def check_auction(case: Case) -> None:
    """Check every bid and every taking of the kitty; settle trump and dealer of the case."""
    dealt = {item.seat: item for item in case.record.deal}
    taken = _ways(case, case.rules)
    claims = _agreed(case, taken)
    last_draw = 0
    for at, item in enumerate(case.record.auction, 1):
        element = f"a{at}"
        if isinstance(item, Call):
            _check_call(case, item, element)
        if isinstance(item, Bid | Call) and item.draw is not None:
            _check_draw(case, item, item.draw, element)
        if isinstance(item, Bid):
            if item.draw is not None:
                if item.draw < last_draw:
                    facts = {"seat": item.seat, "play": item.cards, "given": item.draw, "needed": last_draw}
                    case.report("bid.order", facts, severity="warning", element=element, place=item)
                last_draw = max(last_draw, item.draw)
            _check_held(case, item, dealt.get(item.seat), element)
        if element in claims:
            claims[element].report(case)
    _check_flip_due(case)
    _settle(case, taken)
    for about in ("trump", "dealer"):
        if about in claims:
            claims[about].report(case)


def _check_draw(case: Case, item: Bid | Call, draw: int, element: str) -> None:
    """Nobody can have drawn more cards than are dealt."""
    longest = max((len(hand.cards) for hand in case.record.deal), default=0)
    most = len(SEATS) * max(case.rules.number("hand_size"), longest)
    if draw > most:
        facts = {"seat": item.seat, "play": item.cards, "given": draw, "needed": most}
        case.report("bid.draw", facts, severity="warning", element=element, place=item)


# --- bids that stood, and what follows from them ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a way to take the bids finds wrong, with the words to report it."""

    code: str
    facts: Mapping[str, Any]
    place: Element
    element: str
    parameters: tuple[str, ...] = ()
    breaks: Breaks | None = None
    severity: Severity | None = None
    cards: Cards = ()

    def report(self, case: Case) -> None:
        case.report(
            self.code,
            self.facts,
            parameters=self.parameters,
            breaks=self.breaks,
            severity=self.severity,
            element=self.element,
            place=self.place,
            cards=self.cards,
        )


def _ways(case: Case, rules: RuleSet) -> tuple[tuple[Way, dict[str, _Claim]], ...]:
    """The ways to take the bids, the likeliest first as far as the bids say it, with what each claims."""
    record, header = case.record, case.header
    found = ways(record, header.level, header.hand_no, rules)
    return tuple((way, _claims(case, way, rules)) for way in found)


def _likeliest(taken: Sequence[tuple[Way, dict[str, _Claim]]]) -> tuple[Way, dict[str, _Claim]]:
    return min(taken, key=lambda each: len(each[1]))


def _agreed(case: Case, taken: Sequence[tuple[Way, dict[str, _Claim]]]) -> dict[str, _Claim]:
    """What the likeliest way claims; a note where the record can be read so that it does not hold."""
    way, claims = _likeliest(taken)
    found = {}
    for about, claim in claims.items():
        if not _unavoidable(about, taken) or _lost(about, way):
            found[about] = replace(claim, severity="note")
        elif about in _HEADER:
            found[about] = _by_header(case, about, claim)
        else:
            found[about] = _firm(case, claim, [each[about] for _, each in taken])
    return found


def _lost(about: str, way: Way) -> bool:
    """Whether so many bids are doubtful before it that not every way was followed."""
    before = next((offence.doubtful for offence in way.offences if about == f"a{offence.at}"), way.doubtful)
    return before > MANY


_HEADER: Final = ("trump", "dealer")
"""What the bids say of the header: where each way contradicts the one or the other, the record is wrong."""


def _unavoidable(about: str, taken: Sequence[tuple[Way, dict[str, _Claim]]]) -> bool:
    same = _HEADER if about in _HEADER else (about,)
    return all(any(one in claims for one in same) for _, claims in taken)


def _by_header(case: Case, about: str, claim: _Claim) -> _Claim:
    """A claim about the header: a table may have rejected a bid under another reading of the rules.

    But not all bids, unless the kitty was turned up: something has named the trump that was played.
    """
    turned = any(item.kind == "flip" for item in case.record.calls)

    def persists(rules: RuleSet) -> bool:
        return _unavoidable(about, [each for each in _ways(case, rules) if each[0].stood or turned])

    read_twice = tuple(name for name in LEGALITY if not _holds(case, name, persists))
    return replace(claim, parameters=(*read_twice, *claim.parameters), breaks=persists)


def _firm(case: Case, claim: _Claim, same: Sequence[_Claim]) -> _Claim:
    """A claim on which all ways agree: an error only if it is one in each of them."""
    tests = [each.breaks for each in same]
    every = None if None in tests else lambda rules: all(test(rules) for test in tests if test)
    disputed = any(
        each.severity or (each.parameters and weigh(each.parameters, case.rules, every).severity == "note")
        for each in same
    )
    severity: Severity | None = "note" if disputed else None
    return replace(claim, breaks=every, severity=severity)


def _holds(case: Case, name: str, persists: Breaks) -> bool:
    """Whether a claim holds under every reading of a parameter."""
    readings = case.rules.entry(name).readings
    return all(persists(case.rules.replaced(name, reading.value)) for reading in readings)


def _claims(case: Case, way: Way, rules: RuleSet) -> dict[str, _Claim]:
    """What is wrong with the hand if the bids were taken that way, by its place or what it is about."""
    found = {f"a{offence.at}": _illegal(case, offence, rules) for offence in way.offences}
    buried = False
    for at, item in enumerate(case.record.auction, 1):
        if isinstance(item, Bury):
            wrong = _wrong_burier(case, item, way.before(at), f"a{at}", rules, again=buried)
            found |= {f"a{at}": wrong} if wrong else {}
            buried = True
    trump, dealer = _wrong_trump(case, way), _wrong_dealer(case, way, rules)
    return found | ({"trump": trump} if trump else {}) | ({"dealer": dealer} if dealer else {})


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
    if any(item.kind in ("rebel", "flip") for item in case.record.calls) or any(
        weighed_incidents(case.record)
    ):
        return

    def refused(rules: RuleSet) -> bool:
        return not flip(kitty.cards, level, case.header.hand_no == 1, rules).redeal

    if refused(case.rules):
        name = "no_bid_first_hand" if case.header.hand_no == 1 else "no_bid_later"
        case.report("bid.redeal", {}, parameters=(name,), breaks=refused, element=element, place=call)


_TURNED: Final = ("flip", "no_trump", "random")
"""How the values begin by which the kitty may lie open and names trump, or nobody needs to call."""


def _check_flip_due(case: Case) -> None:
    """The kitty turned up where the rules have something else for a hand that nobody declares."""
    calls, number = case.record.calls, case.header.hand_no
    turned = next((item for item in calls if item.kind == "flip"), None)
    if turned is None or number is None or case.record.bids or any(item.kind == "redeal" for item in calls):
        return
    name = "no_bid_first_hand" if number == 1 else "no_bid_later"

    def refused(rules: RuleSet) -> bool:
        return not rules.word(name).startswith(_TURNED)

    if refused(case.rules):
        due, due_zh = parameter(name).meaning(case.rules[name])
        case.report(
            "bid.flip",
            {"due": due, "due_zh": due_zh},
            parameters=(name,),
            breaks=refused,
            element=f"a{case.record.auction.index(turned) + 1}",
            place=turned,
            cards=turned.cards,
        )


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


def _illegal(case: Case, offence: Offence, rules: RuleSet) -> _Claim:
    """A bid that may not be made."""
    bid = case.record.auction[offence.at - 1]
    assert isinstance(bid, Bid)
    history, breach = offence.history, offence.breach
    standing = history[-1] if history else None
    facts: dict[str, Any] = {
        "seat": bid.seat,
        "play": bid.cards,
        "lead": standing.cards if standing else (),
        "leader": standing.seat if standing else None,
    }
    name = "declare_cards" if standing is None and not offence.flipped else "overturn_cards"
    facts["allowed"], facts["allowed_zh"] = parameter(name).meaning(rules[name])
    # Where the opponents call after the draw, it is not said with what.
    called = not history and bid.draw is None and rules["no_bid_later"] == "opponents_call"
    return _Claim(
        breach.code,
        facts,
        bid,
        f"a{offence.at}",
        parameters=breach.parameters,
        breaks=lambda rules: offence.again(rules) is not None,
        severity="note" if called and case.header.hand_no != 1 else None,
        cards=bid.cards,
    )


def _wrong_burier(
    case: Case, bury: Bury, history: tuple[Shown, ...], element: str, rules: RuleSet, *, again: bool
) -> _Claim | None:
    """The dealer takes the kitty; after an overturn of the buried kitty, the overturner does."""
    exchange = ("overturn_kitty_exchange",)
    if again and not rules.flag("overturn_kitty_exchange"):
        return _Claim(
            "kitty.again",
            {"seat": bury.seat},
            bury,
            element,
            parameters=exchange,
            breaks=lambda rules: not rules.flag("overturn_kitty_exchange"),
        )
    owner = history[-1].seat if again and history else case.header.dealer
    if owner is None or owner == bury.seat:
        return None
    facts = {"seat": bury.seat, "other": owner}
    return _Claim("kitty.burier", facts, bury, element, parameters=exchange if again else ())


def _named(case: Case, way: Way) -> Trump | None:
    """The trump of the bid that stood last; None without one, or where its cards name none."""
    cards = way.history[-1].cards if way.history else ()
    level = case.header.level
    if not cards or any(map(is_unknown, cards)) or (level and bid_kind(cards, level) == "other"):
        return None
    return trump_of(cards)


def _wrong_trump(case: Case, way: Way) -> _Claim | None:
    """Trump against the bid that stood last."""
    given, named = case.header.trump, _named(case, way)
    if given is None or named is None or given == named:
        return None
    last = case.record.auction[way.stood[-1] - 1]
    facts = {
        "seat": way.history[-1].seat,
        "play": way.history[-1].cards,
        "given": GROUP_NAMES[given][0],
        "given_zh": GROUP_NAMES[given][1],
        "needed": GROUP_NAMES[named][0],
        "needed_zh": GROUP_NAMES[named][1],
    }
    return _Claim("bid.trump", facts, last, f"a{way.stood[-1]}")


def _wrong_dealer(case: Case, way: Way, rules: RuleSet) -> _Claim | None:
    """In the first hand of a game the bids make the dealer (`first_dealer`)."""
    auction, dealer = case.record.auction, case.header.dealer
    bury = next((at for at, item in enumerate(auction, 1) if isinstance(item, Bury)), len(auction) + 1)
    history = way.before(bury)
    if case.header.hand_no != 1 or dealer is None or not history:
        return None
    owner = first_dealer(history, rules)
    if owner is None or owner == dealer:
        return None
    at = way.stood[len(history) - 1]
    facts = {"seat": dealer, "other": owner}
    names = ("first_dealer", "overturn_changes_dealer_first_hand")
    return _Claim("bid.dealer", facts, auction[at - 1], f"a{at}", parameters=names)


def _settle(case: Case, taken: Sequence[tuple[Way, dict[str, _Claim]]]) -> None:
    """Fill in what the header leaves open of trump and dealer."""
    record = case.record
    if case.trump is None:
        # Where it is open which bid stood, trump is not known.
        named = {_named(case, way) for way in _possible(taken)}
        case.trump = next(iter(named)) if len(named) == 1 else None
    if case.dealer is None:
        leader = record.tricks[0].plays[0].seat if record.tricks and record.tricks[0].plays else None
        case.dealer = record.buries[0].seat if record.buries else leader


def _possible(taken: Sequence[tuple[Way, dict[str, _Claim]]]) -> list[Way]:
    """The ways that contradict the record least."""
    least = len(_likeliest(taken)[1])
    return [way for way, claims in taken if len(claims) == least]


def counted_overturns(case: Case) -> int | None:
    """The overturns that may bring levels: those after the bury, or all (`overturn_level_bonus`).

    None where it is open which bids stood.
    """
    counts = {_overturns(case, way) for way in _possible(_ways(case, case.rules))}
    return next(iter(counts)) if len(counts) == 1 else None


def _overturns(case: Case, way: Way) -> int:
    level = case.header.level
    if level and case.rules.word("overturn_level_bonus").startswith("per_overturn"):
        return sum(1 for _ in Bidding(rules=case.rules, level=level, history=way.history).overturns())
    auction = case.record.auction
    bury = next((at for at, item in enumerate(auction, 1) if isinstance(item, Bury)), len(auction) + 1)
    return sum(at > bury for at in way.stood)
