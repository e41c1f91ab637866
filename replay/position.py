"""A hand in play: who holds what, what lies on the table, whose turn it is.

Owns the state between two plays and the questions asked of it: verify, can, legal plays, play.
Knows no text and collects no findings. Positions are values: `play` returns the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from paipu.grammar.cards import Cards, Seat, is_unknown, side_of, sort_cards

from .follow import Breach, follow_breach, legal_follows, not_held
from .order import Order
from .shapes import top_runs
from .throws import Throw, lead_breach, throw_of
from .tricks import points_in, winner_of

__all__ = ["Holding", "Laid", "Position", "seats_from"]


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of a hand: cards surely in it, and how many more that are not known.

    `doubt` counts cards among the known ones that may be gone, because a play or the deal did not
    fit the hand: what rests on them accuses nobody.
    """

    cards: Cards
    unknown: int = 0
    doubt: int = 0

    @property
    def complete(self) -> bool:
        return self.unknown == 0 and self.doubt == 0

    def without(self, play: Cards) -> Holding:
        """The holding after `play`; cards it does not know come out of the unknown ones."""
        left, missing = list(self.cards), 0
        for card in play:
            if card in left:
                left.remove(card)
            else:
                missing += 1
        paid = min(missing, self.unknown)
        return Holding(tuple(left), self.unknown - paid, self.doubt + missing - paid)


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
        missing = not_held(holding.cards, cards)
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
