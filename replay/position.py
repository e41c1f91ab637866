"""A hand in play: who holds what, what lies on the table, whose turn it is.

Owns the state between two plays and the questions asked of it: verify, can, legal plays, play.
Knows no text and collects no findings. Positions are values: `play` returns the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from paipu.grammar.cards import (
    SUITS,
    UNKNOWN,
    Card,
    Cards,
    Seat,
    is_unknown,
    side_of,
    sort_cards,
    suit_of,
)

from .follow import Breach, follow_breach, legal_follows, not_held
from .order import Order
from .shapes import top_runs
from .throws import Throw, lead_breach, throw_of
from .tricks import points_in, winner_of

__all__ = ["Holding", "Laid", "Position", "blank_of", "seats_from"]


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of a hand: cards surely in it, and how many more that are not known.

    `doubt` counts cards among the known ones that may be gone, because a play or the deal did not
    fit the hand: what rests on them accuses nobody. `gone` are unknown cards that have left the
    hand: each of them is one of the known cards, or of those not known. Where `later` is set the
    cards are those that the seat still plays, so that none of them is gone.
    """

    cards: Cards
    unknown: int = 0
    doubt: int = 0
    gone: Cards = ()
    later: bool = False

    @property
    def complete(self) -> bool:
        return self.unknown == 0 and self.doubt == 0 and not self.gone

    @property
    def sure(self) -> Cards:
        """The cards that are certainly still held.

        >>> from paipu.grammar.cards import format_cards, parse_cards
        >>> format_cards(Holding(parse_cards("H95D9")).without(parse_cards("H?")).sure)
        'D9'
        """
        if self.doubt or UNKNOWN in self.gone:
            return ()
        suits = set(map(suit_of, self.gone))
        return tuple(card for card in self.cards if suit_of(card) not in suits)

    def lacking(self, play: Cards) -> Cards:
        """The cards of `play` that are not among the known ones, in canonical order.

        An unknown card can be any known card of its suit; missing are those that are more than the suit has.
        """
        known = tuple(card for card in play if not is_unknown(card))
        blank = tuple(card for card in play if is_unknown(card))
        missing = list(not_held(self.cards, known))
        if self.later:
            return sort_cards((*missing, *blank))
        left = Counter(self.cards) - Counter(known)
        over = _beyond(left, (*self.gone, *blank))
        # Of one suit: first the unknown cards of the play, then those of its cards that fill their place.
        missing += (over & Counter(blank)).elements()
        for card, count in (over - Counter(blank)).items():
            of_suit = (c for c in known if card in (UNKNOWN, blank_of(c)) and c not in missing)
            missing += islice(of_suit, count)
        return sort_cards(missing)

    def without(self, play: Cards) -> Holding:
        """The holding after `play`; cards it does not know come out of the unknown ones."""
        left, missing = list(self.cards), 0
        gone = list(self.gone)
        for card in play:
            if card in left:
                left.remove(card)
            elif is_unknown(card) and not self.later:
                gone.append(card)
            else:
                missing += 1
        over = _beyond(Counter(left), gone)
        missing += over.total()
        paid = min(missing, self.unknown)
        unknown, doubt = self.unknown - paid, self.doubt + missing - paid
        remaining = Counter(gone) - over
        if not unknown and not doubt:
            # What is gone for certain: all cards of a suit, or all there are.
            for blank, count in list(remaining.items()):
                of_suit = [card for card in left if blank in (UNKNOWN, blank_of(card))]
                if len(of_suit) == count:
                    left = [card for card in left if card not in of_suit]
                    del remaining[blank]
        return Holding(tuple(left), unknown, doubt, sort_cards(remaining.elements()), self.later)


def blank_of(card: Card) -> Card | None:
    """The unknown card of a known card's suit, None for jokers."""
    suit = suit_of(card)
    return None if suit is None else UNKNOWN + 1 + SUITS.index(suit)


def _beyond(held: Counter[Card], blanks: Iterable[Card]) -> Counter[Card]:
    """The unknown cards among `blanks` for which `held` has no card."""
    wanted, room = Counter(blanks), Counter(map(blank_of, held.elements()))
    over = Counter(
        {
            blank: count - room[blank]
            for blank, count in wanted.items()
            if blank != UNKNOWN and count > room[blank]
        }
    )
    spare = held.total() - (wanted - over).total()
    if spare < 0:
        over[UNKNOWN] = min(wanted[UNKNOWN], -spare)
    return over


@dataclass(frozen=True, slots=True)
class Laid:
    """One play on the table."""

    seat: Seat
    cards: Cards


def seats_from(first: Seat, direction: str) -> tuple[Seat, Seat, Seat, Seat]:
    """The four seats in play order; `direction` is ``"ccw"`` or ``"cw"``.

    >>> seats_from("N", "ccw"), seats_from("N", "cw")
    (('N', 'W', 'S', 'E'), ('N', 'E', 'S', 'W'))
    """
    around: tuple[Seat, ...] = ("E", "N", "W", "S") if direction == "ccw" else ("E", "S", "W", "N")
    at = around.index(first)
    a, b, c, d = around[at:] + around[:at]
    return a, b, c, d


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a hand between two plays.

    `table` holds the plays of the current trick in order; four of them make it `finished`, and
    `next_trick` clears it. `captured` are the attackers' points in tricks, None once a play with
    unknown cards has made them uncertain or while the dealer is not known.
    """

    order: Order
    hands: Mapping[Seat, Holding]
    leader: Seat
    dealer: Seat | None = None
    trick: int = 1
    table: tuple[Laid, ...] = ()
    captured: int | None = 0

    @property
    def turn(self) -> Seat:
        """Whose turn it is: the first seat after the leader that has not played."""
        played = {laid.seat for laid in self.table}
        return next(seat for seat in self.seats if seat not in played) if len(played) < 4 else self.leader

    @property
    def seats(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The seats in the play order of this trick."""
        return seats_from(self.leader, self.order.rules.word("play_direction"))

    @property
    def lead(self) -> Cards | None:
        """The cards led to the current trick, None before the lead."""
        return self.table[0].cards if self.table else None

    @property
    def finished(self) -> bool:
        """Whether all four have played to the current trick."""
        return len(self.table) >= 4

    def verify(self, seat: Seat, cards: Cards) -> Breach | None:
        """The first rule `cards` would break, None for a legal play.

        A lead is checked for cards held and for being a lead the rules know; whether a throw
        stands is for `throw`.
        """
        holding = self.hands[seat]
        missing = holding.lacking(cards)
        if len(missing) > holding.unknown:
            return Breach("play.not_held", (), missing, len(cards), len(cards) - len(missing))
        if self.lead is None:
            code = lead_breach(cards, self.order)
            rests_on = ("throw_allowed", "throw_suits") if code == "lead.throw" else ("follow_suit",)
            return Breach(code, rests_on) if code else None
        return follow_breach(self.lead, sort_cards((*holding.cards, *missing)), cards, self.order)

    def can(self, seat: Seat, cards: Cards) -> bool:
        """Whether `seat` may play `cards` now: its turn, and no rule broken."""
        return not self.finished and seat == self.turn and self.verify(seat, cards) is None

    def throw(self, seat: Seat, cards: Cards) -> Throw:
        """Judge a lead of several components against the other three hands."""
        _, *others = seats_from(seat, self.order.rules.word("play_direction"))
        return throw_of(cards, [self.hands[other].cards for other in others], self.order)

    def legal_plays(self, seat: Seat | None = None) -> Iterator[Cards]:
        """Legal plays of the seat whose turn it is, or of `seat`.

        As follower all of them. As leader every single, pair and tractor; throws are too many to
        list: ask `can`.
        """
        who = seat or self.turn
        hand = self.hands[who].cards
        if self.lead is not None:
            yield from legal_follows(self.lead, hand, self.order)
            return
        yield from ((card,) for card in sort_cards(set(hand)))
        least = max(2, self.order.rules.number("tractor_min_pairs"))
        for group in ("T", "S", "H", "C", "D"):
            suit = self.order.cards_of(group, hand)
            for width in range(2, 2 + max(1, self.order.rules.number("deck_count") - 1)):
                for length in (1, *range(least, len(suit) // width + 1)):
                    runs = top_runs(suit, length, group, self.order, width)
                    yield from (run.cards for run in runs)

    def play(self, seat: Seat, cards: Cards) -> Position:
        """The position after `seat` plays `cards`, legal or not: a play that stood is a fact."""
        return replace(
            self,
            hands={**self.hands, seat: self.hands[seat].without(cards)},
            table=(*self.table, Laid(seat, cards)),
        )

    def unrecorded(self, count: int) -> Position:
        """The position when plays of this trick are missing from the record.

        Who has not played may have played any `count` cards of the hand: what rests on them is in doubt.
        """
        played = {laid.seat for laid in self.table}
        hands = {
            seat: held if seat in played else replace(held, doubt=held.doubt + count)
            for seat, held in self.hands.items()
        }
        return replace(self, hands=hands)

    def doubted(self, seat: Seat, count: int) -> Position:
        """The position when so many cards more may have left a hand."""
        held = self.hands[seat]
        return replace(self, hands={**self.hands, seat: replace(held, doubt=held.doubt + count)})

    @property
    def known(self) -> bool:
        """Whether all cards on the table are known."""
        return not any(is_unknown(card) for laid in self.table for card in laid.cards)

    @property
    def winner(self) -> Seat | None:
        """Who holds the trick so far; None before the lead or with unknown cards on the table."""
        if not self.table or not self.known:
            return None
        return self.table[winner_of([laid.cards for laid in self.table], self.order)].seat

    @property
    def points(self) -> int:
        """The points on the table."""
        return sum(points_in(laid.cards) for laid in self.table)

    def next_trick(self) -> Position:
        """The position at the start of the next trick, led by the winner of this one."""
        winner = self.winner
        captured = self.captured
        if winner is None or self.dealer is None:
            captured = None
        elif captured is not None and side_of(winner) != side_of(self.dealer):
            captured += self.points
        return replace(self, leader=winner or self.leader, trick=self.trick + 1, table=(), captured=captured)
