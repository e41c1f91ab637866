"""Which bids stood: the ways in which a table may have taken the bids of a recorded hand.

Owns the choice between letting an illegal bid stand and rejecting it, and the suit that a misdeclaration
bars. Whether a single bid is legal is decided in `auction`; what follows for trump, dealer and kitty is
compared in `check_auction`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from paipu.grammar.cards import (
    SEATS,
    Cards,
    Rank,
    Seat,
    Side,
    Suit,
    is_unknown,
    parse_cards,
    side_of,
    sort_cards,
    suit_of,
)
from paipu.grammar.model import Bid, Bury, Call, Incident, Record
from paipu.replay.rules import RuleSet

from .auction import BidBreach, Bidding, BidPhase, Shown, bid_breach
from .decisions import idle_incidents

__all__ = ["MANY", "Misdeclared", "Moment", "Offence", "Way", "misdeclared", "ways"]

SIDES: Final[tuple[Side, ...]] = ("NS", "EW")

MANY: Final = 6
"""Doubtful bids that are followed both ways; those behind them are taken as rejected, and accuse nobody."""


@dataclass(frozen=True, slots=True)
class Misdeclared:
    """A recorded misdeclaration: its place, that of the bid it speaks of (0: none), by whom, in what suit."""

    at: int
    bid: int
    seat: Seat | None
    side: Side | None
    suit: Suit | None

    def bars(self, seat: Seat, rules: RuleSet) -> bool:
        """Whether `seat` may not call the suit any more (`pen_misdeclare`)."""
        value = rules["pen_misdeclare"]
        if value == "side_barred_from_suit":
            return self.side == side_of(seat)
        return value == "player_barred_from_suit" and self.seat == seat


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of a bid, the `at`-th item of the auction, as far as the record tells it.

    `phases` are those it may have been made in, `said` the misdeclarations recorded before it.
    """

    at: int
    bid: Bid
    level: Rank | None
    first_hand: bool
    phases: tuple[BidPhase, ...]
    flipped: bool
    said: tuple[Misdeclared, ...]

    def breach(self, history: tuple[Shown, ...], rules: RuleSet) -> BidBreach | None:
        """Why the bid is illegal whenever it was made, None where it may be legal."""
        bid, level = self.bid, self.level
        if any(map(is_unknown, bid.cards)):
            return None
        found = [
            bid_breach(
                Bidding(
                    rules=rules,
                    level=level,
                    phase=phase,
                    first_hand=self.first_hand,
                    history=history,
                    flipped=self.flipped,
                ),
                bid.seat,
                bid.cards,
            )
            for phase in self.phases
            if level
        ]
        if found and None not in found:
            return found[-1]
        suits = {one.suit for one in self.said if one.bars(bid.seat, rules)}
        return BidBreach("bid.barred", ("pen_misdeclare",)) if suits & _suits(bid.cards) else None


@dataclass(frozen=True, slots=True)
class Offence:
    """An illegal bid with the bids that stood before it; `doubtful` counts those before it that may have."""

    moment: Moment
    history: tuple[Shown, ...]
    breach: BidBreach
    doubtful: int = 0

    @property
    def at(self) -> int:
        return self.moment.at

    @property
    def flipped(self) -> bool:
        return self.moment.flipped

    def again(self, rules: RuleSet) -> BidBreach | None:
        """Why the same bid is illegal under other rules, None where it is not."""
        return self.moment.breach(self.history, rules)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to take the bids: those that stood, by their place in the auction, and those illegal then.

    `doubtful` counts the bids that may have stood or not.
    """

    stood: tuple[int, ...] = ()
    history: tuple[Shown, ...] = ()
    offences: tuple[Offence, ...] = ()
    doubtful: int = 0

    def before(self, at: int) -> tuple[Shown, ...]:
        """The bids that stood before the `at`-th item of the auction."""
        return self.history[: sum(place < at for place in self.stood)]


def ways(record: Record, level: Rank | None, hand_no: int | None, rules: RuleSet) -> tuple[Way, ...]:
    """Every way to take the bids, the likeliest first as far as the bids alone say it.

    A legal bid stands. One that is illegal stood or was rejected: rejected first where the record calls
    it a misdeclaration, else as it lies on the table.
    """
    said = misdeclared(record)
    rejected = {one.bid for one in said}
    found = [Way()]
    buried = flipped = False
    for at, item in enumerate(record.auction, 1):
        buried = buried or isinstance(item, Bury)
        flipped = flipped or (isinstance(item, Call) and item.kind == "flip")
        if not isinstance(item, Bid):
            continue
        moment = Moment(
            at,
            item,
            level,
            hand_no == 1,
            ("after_bury",) if buried else _phases(item),
            flipped,
            tuple(one for one in said if one.suit and max(one.at, one.bid) < at),
        )
        found = [after for way in found for after in _taken(way, moment, rules, rejected=at in rejected)]
    return tuple(found)


def _taken(way: Way, moment: Moment, rules: RuleSet, *, rejected: bool) -> list[Way]:
    """The ways to go on with a bid."""
    bid, breach = moment.bid, moment.breach(way.history, rules)
    stood = replace(way, stood=(*way.stood, moment.at), history=(*way.history, Shown(bid.seat, bid.cards)))
    if breach is None and not rejected:
        return [stood]
    offences = (*way.offences, Offence(moment, way.history, breach, way.doubtful)) if breach else way.offences
    both = [replace(one, offences=offences, doubtful=way.doubtful + 1) for one in (stood, way)]
    if way.doubtful >= MANY:
        return both[1:]
    return both[::-1] if rejected else both


def _phases(bid: Bid) -> tuple[BidPhase, ...]:
    """When a bid before the bury was made: without a draw number, during the deal or after it."""
    return ("deal",) if bid.draw is not None else ("deal", "before_kitty")


# --- misdeclarations --------------------------------------------------------------------------------


def misdeclared(record: Record) -> tuple[Misdeclared, ...]:
    """The misdeclarations of the auction.

    Each speaks of the last bid before it by that party with those cards, else of the one right behind it;
    without cards only of a bid next to it.

    >>> from paipu.grammar import loads
    >>> (record,) = loads('[SJN "1"]\\n\\nBids:\\nE H3\\nW S2\\n<misdeclare E cards=H3>\\n')
    >>> [(one.at, one.bid, one.suit) for one in misdeclared(record)]
    [(3, 1, 'H')]
    """
    found: list[Misdeclared] = []
    shown: dict[tuple[Seat, Cards], list[int]] = {}
    taken: set[int] = set()
    idle = idle_incidents(record)
    for at, item in enumerate(record.auction, 1):
        if isinstance(item, Bid):
            shown.setdefault((item.seat, sort_cards(item.cards)), []).append(at)
        if not isinstance(item, Incident) or item.kind != "misdeclare" or f"a{at}" in idle:
            continue
        cards = sort_cards(_cards(item))
        seats = [seat for seat in SEATS if item.party in (None, seat, side_of(seat))]
        earlier = [places for seat in seats if (places := shown.get((seat, cards)))]
        if earlier:
            place = max(earlier, key=lambda places: places[-1]).pop()
        else:
            beside = (at - 1, at + 1) if not cards else (at + 1,)
            place = next((n for n in beside if n not in taken and _meant(record, n, seats, cards)), 0)
        taken.add(place)
        found.append(_said(record, at, item, place))
    return tuple(found)


def _meant(record: Record, place: int, seats: Sequence[Seat], cards: Cards) -> bool:
    item = record.auction[place - 1] if 0 < place <= len(record.auction) else None
    return isinstance(item, Bid) and item.seat in seats and (not cards or sort_cards(item.cards) == cards)


def _said(record: Record, at: int, item: Incident, place: int) -> Misdeclared:
    bid = record.auction[place - 1] if place else None
    seat = bid.seat if isinstance(bid, Bid) else next((one for one in SEATS if one == item.party), None)
    side = side_of(seat) if seat else next((one for one in SIDES if one == item.party), None)
    cards = _cards(item) or (bid.cards if isinstance(bid, Bid) else ())
    suits = _suits(cards)
    return Misdeclared(at, place, seat, side, next(iter(suits)) if len(suits) == 1 else None)


def _cards(said: Incident) -> Cards:
    try:
        return parse_cards(said.get("cards") or "")
    except ValueError:
        return ()


def _suits(cards: Cards) -> frozenset[Suit]:
    return frozenset(suit for suit in map(suit_of, cards) if suit is not None)
