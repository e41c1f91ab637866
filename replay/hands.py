"""Who holds what when the first trick is led.

Owns the card count of a hand: the deal, the kitty that changes hands, and hands that were not
recorded and follow from the plays. Reports cards that cannot be (deal and kitty phases).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from paipu.grammar.cards import SEATS, UNKNOWN, Cards, Seat, is_unknown, sort_cards
from paipu.grammar.model import Bury

from .case import Case
from .position import Holding

__all__ = ["ANY_NUMBER", "Hands", "check_deal", "hands_before_play"]

ANY_NUMBER: Final = 108
"""More cards than a hand can have: how many there are is not known."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The holdings before the first trick, the cards lying in the kitty, and how we know.

    `derived` seats have no recorded deal: their cards are those they play. `kitty` is () when not
    known.
    """

    holdings: dict[Seat, Holding]
    kitty: Cards
    derived: frozenset[Seat]


def check_deal(case: Case) -> dict[Seat, int]:
    """Check the numbers and copies of the cards dealt; return, for each seat, how many are in doubt."""
    record, rules = case.record, case.rules
    size, decks = rules.number("hand_size"), rules.number("deck_count")
    doubt: dict[Seat, int] = dict.fromkeys(SEATS, 0)
    held: Counter[int] = Counter()
    for dealt in record.deal:
        held.update(card for card in dealt.cards if not is_unknown(card))
    if record.kitty:
        held.update(card for card in record.kitty.cards if not is_unknown(card))
    extra = {card: count for card, count in held.items() if count > decks}
    surplus = 0
    for card, count in sorted(extra.items()):
        surplus += count - decks
        holders = [dealt for dealt in record.deal if card in dealt.cards]
        for dealt in holders:
            doubt[dealt.seat] += count - decks
        case.report(
            "deal.copies",
            {"cards": (card,), "given": count, "needed": decks},
            parameters=("deck_count",),
            element="deal",
            place=holders[-1] if holders else record.kitty,
            cards=(card,),
        )
    unfinished = not record.tricks and not record.buries
    for dealt in record.deal:
        count = len(dealt.cards)
        if count == size:
            continue
        facts = {"seat": dealt.seat, "given": count, "needed": size}
        if count < size and unfinished:
            case.report("deal.partial", facts, severity="note", element="deal", place=dealt)
            continue
        # A card too many that is also a third copy is one fault, told above.
        explained = 0 < count - size <= surplus and any(card in dealt.cards for card in extra)
        case.report(
            "deal.count",
            facts,
            parameters=("hand_size",),
            severity="note" if explained else None,
            element="deal",
            place=dealt,
        )
        doubt[dealt.seat] += max(count - size, 0)
    kitty_size = rules.number("kitty_size")
    if record.kitty and len(record.kitty.cards) != kitty_size:
        case.report(
            "deal.kitty_count",
            {"given": len(record.kitty.cards), "needed": kitty_size},
            parameters=("kitty_size",),
            element="deal",
            place=record.kitty,
        )
    return doubt


def hands_before_play(case: Case, doubt: dict[Seat, int]) -> Hands:
    """Follow the kitty through every bury; report cards buried that were not held."""
    record = case.record
    played: dict[Seat, Counter[int]] = {seat: Counter() for seat in SEATS}
    for _, _, play in record.plays():
        played[play.seat].update(play.cards)
    dealt = {item.seat: item for item in record.deal}
    # A line of cards that nobody dealt to anyone: only plays are left to go by.
    whole = [trick.number for trick in record.tricks] == list(range(1, len(record.tricks) + 1))
    holdings: dict[Seat, Holding] = {}
    for seat in SEATS:
        if seat in dealt and whole:
            known = tuple(card for card in dealt[seat].cards if not is_unknown(card))
            unknown = len(dealt[seat].cards) - len(known)
            size = case.rules.number("hand_size")
            holdings[seat] = Holding(
                sort_cards(known), unknown + max(size - len(known) - unknown, 0), doubt[seat]
            )
        else:
            holdings[seat] = _derived(played[seat])
    derived = frozenset(seat for seat in SEATS if seat not in dealt or not whole) | _swapped(case)
    for seat in derived:
        holdings[seat] = _derived(played[seat])
    for seat, count in _doubtful(case, played, derived).items():
        holdings[seat] = replace(holdings[seat], doubt=holdings[seat].doubt + count)
    kitty = record.kitty.cards if record.kitty else ()
    number = 0
    for at, item in enumerate(record.auction, 1):
        if not isinstance(item, Bury):
            continue
        number += 1
        kitty = _bury(case, item, f"a{at}", kitty, holdings, derived)
    if not number and case.dealer and case.dealer in dealt and record.tricks and case.dealer not in derived:
        # The bury is not recorded: what the dealer keeps is only what is later played.
        holdings[case.dealer] = _derived(played[case.dealer])
        kitty = ()
    return Hands(holdings, kitty, derived)


def _swapped(case: Case) -> frozenset[Seat]:
    """The seats that may have taken the kitty on a line that was lost: what they keep is what they play."""
    if not case.damaged.auction:
        return frozenset()
    if case.dealer is None or case.rules.flag("overturn_kitty_exchange"):
        return frozenset(SEATS)
    buried = {bury.seat for bury in case.record.buries}
    return frozenset({case.dealer} - buried)


def _doubtful(case: Case, played: dict[Seat, Counter[int]], derived: frozenset[Seat]) -> Counter[Seat]:
    """For hands known from their plays alone, how many cards in them are one copy too many.

    Which of the copies is a slip of the pen is not known: each of them may be.
    """
    seen: Counter[int] = Counter()
    for dealt in case.record.deal:
        if dealt.seat not in derived:
            seen.update(dealt.cards)
    for seat in derived:
        seen.update(played[seat])
    decks = case.rules.number("deck_count")
    doubt: Counter[Seat] = Counter()
    for card, count in seen.items():
        if count > decks and not is_unknown(card):
            for seat in derived:
                doubt[seat] += min(played[seat][card], count - decks)
    return doubt


def _derived(played: Counter[int]) -> Holding:
    """The hand of a seat that is known from its plays alone."""
    known = sort_cards(card for card in played.elements() if not is_unknown(card))
    return Holding(known, ANY_NUMBER, later=True)


def _bury(
    case: Case,
    item: Bury,
    element: str,
    kitty: Cards,
    holdings: dict[Seat, Holding],
    derived: frozenset[Seat],
) -> Cards:
    size = case.rules.number("kitty_size")
    if len(item.cards) != size:
        case.report(
            "kitty.count",
            {"seat": item.seat, "given": len(item.cards), "needed": size},
            parameters=("kitty_size",),
            element=element,
            place=item,
            cards=item.cards,
        )
    if case.damaged.cut(item):
        item = replace(item, cards=(*item.cards, *(UNKNOWN,) * (size - len(item.cards))))
    if item.seat in derived:
        return item.cards
    taken = tuple(card for card in kitty if not is_unknown(card))
    before = holdings[item.seat]
    # Of a kitty that is short in the record the missing cards may be any.
    unknown = before.unknown + max(len(kitty), size) - len(taken)
    hand = Holding(sort_cards((*before.cards, *taken)), unknown, before.doubt)
    missing = hand.lacking(item.cards)
    if len(missing) > hand.unknown:
        case.report(
            "kitty.not_held",
            {"seat": item.seat, "held": missing},
            element=element,
            place=item,
            cards=missing,
        )
    holdings[item.seat] = hand.without(item.cards)
    return item.cards
