"""What one seat could know: the cards still out, who is void of what, what others have shown.

Owns the conclusions that a player may draw from the own cards and from what lay open, under the rules
of the hand and on the footing that the others keep to them. Looks at no hidden card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paipu.grammar.cards import SEATS, Card, Cards, Seat, is_unknown, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Element, Incident, Play, Record

from .follow import follow_breach
from .order import Group, Order
from .shapes import pair_count
from .tricks import points_in

__all__ = ["Known", "drawing_rounds", "known_after"]

_GROUPS: tuple[Group, ...] = ("T", "S", "H", "C", "D")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a seat knows right after one element of the record.

    `out` are the cards that it has not seen played, does not hold and has not buried: in the other
    hands or in the kitty. `void` and `pairless` name the groups of which another seat holds nothing,
    or no pair; `shown` the cards that one has shown and not played since, by a bid or a throw taken back.
    """

    out: Cards
    void: Mapping[Seat, tuple[Group, ...]] = field(default_factory=dict)
    pairless: Mapping[Seat, tuple[Group, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, Cards] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """The points still out."""
        return points_in(self.out)


def drawing_rounds(record: Record) -> range:
    """The rounds of drawing from 1, a card for each seat, where all hands stand in the order drawn."""
    drawn = bool(record.deal) and all(item.drawn for item in record.deal)
    return range(1, max(len(item.cards) for item in record.deal) + 1) if drawn else range(0)


def known_after(
    record: Record, seat: Seat | None, order: Order | None, decks: int = 2, own: Cards | None = None
) -> Iterator[tuple[str, Known]]:
    """What `seat` knows after each element of the main line, by its address; None is the public.

    `own` is its hand where the deal is not recorded. Without an `order`, trump or level not being
    known, nobody is known to be void.

    >>> from paipu.grammar import loads
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> text = '[SJN "1"]\\n\\nTricks:\\n1. N HAA / W H34 / S H5D7 / E H66\\n= *\\n'
    >>> order = order_for(load_rules("standard"), "S", "2")
    >>> after = dict(known_after(loads(text)[0], None, order))
    >>> after["1.2"].pairless, after["1.3"].void, after["1.4"].points
    ({'W': ('H',)}, {'S': ('H',)}, 195)
    """
    deck = Counter(dict.fromkeys(range(54), decks))
    dealt = next((item.cards for item in record.deal if item.seat == seat), own or ())
    memory = _Memory(seat, order, deck.copy())
    memory.take(dealt)
    yield "deal", memory.known()
    rounds = list(drawing_rounds(record))
    if rounds:
        memory = _Memory(seat, order, deck.copy())
    lying = record.kitty.cards if record.kitty else ()
    for number, item in enumerate(record.auction, 1):
        yield from memory.draw(dealt, rounds, item)
        if isinstance(item, Bid):
            memory.shows(item.seat, item.cards)
        elif isinstance(item, Bury):
            memory.bury(item, lying)
            lying = item.cards
        yield f"a{number}", memory.known()
    yield from memory.draw(dealt, rounds)
    for trick in record.tricks:
        for number, play in enumerate(trick.plays, 1):
            lead = trick.plays[0] if number > 1 else None
            memory.play(play, lead)
            yield f"{trick.number}.{number}", memory.known()


class _Memory:
    """What has been seen so far."""

    def __init__(self, seat: Seat | None, order: Order | None, deck: Counter[Card]) -> None:
        self.seat, self.order = seat, order
        self.unseen = deck
        self.own: Counter[Card] = Counter()
        self.void: dict[Seat, set[Group]] = {each: set() for each in SEATS}
        self.pairless: dict[Seat, set[Group]] = {each: set() for each in SEATS}
        self.shown: dict[Seat, Counter[Card]] = {each: Counter() for each in SEATS}

    def known(self) -> Known:
        return Known(
            out=sort_cards(self.unseen.elements()),
            void=self._named(self.void),
            pairless={
                seat: left
                for seat, groups in self._named(self.pairless).items()
                if (left := tuple(each for each in groups if each not in self.void[seat]))
            },
            shown={
                seat: sort_cards(cards.elements())
                for seat, cards in self.shown.items()
                if seat != self.seat and any(cards.values())
            },
        )

    def _named(self, found: Mapping[Seat, set[Group]]) -> dict[Seat, tuple[Group, ...]]:
        return {
            seat: tuple(group for group in _GROUPS if group in groups)
            for seat, groups in found.items()
            if seat != self.seat and groups
        }

    def take(self, cards: Cards) -> None:
        """Cards that come into the own hand."""
        known = Counter(card for card in cards if not is_unknown(card))
        self.own += known
        self.unseen -= known

    def draw(
        self, dealt: Cards, rounds: list[int], item: Element | None = None
    ) -> Iterator[tuple[str, Known]]:
        """The rounds of drawing up to an item of the auction, all that are left without one."""
        if isinstance(item, Incident):
            return
        count = item.draw if isinstance(item, Bid | Call) else None
        while rounds and (count is None or (rounds[0] - 1) * len(SEATS) < count):
            number = rounds.pop(0)
            self.take(dealt[number - 1 : number])
            yield f"d{number * len(SEATS)}", self.known()

    def shows(self, seat: Seat, cards: Cards) -> None:
        self.shown[seat] |= Counter(card for card in cards if not is_unknown(card))

    def bury(self, item: Bury, lying: Cards) -> None:
        if item.seat == self.seat:
            self.take(lying)
            self.own -= Counter(item.cards)
        else:
            # The cards shown may lie in the kitty now.
            self.shown[item.seat].clear()

    def play(self, play: Play, lead: Play | None) -> None:
        laid = Counter(card for card in play.cards if not is_unknown(card))
        if play.seat == self.seat:
            laid, mine = laid - self.own, self.own & laid
            self.own -= mine
        self.unseen -= laid
        if play.tried:
            self.shows(play.seat, play.tried)
        self.shown[play.seat] -= Counter(play.cards)
        if self.order is not None and not any(map(is_unknown, play.cards)):
            self._correct(play, self.order)
            if lead is not None and not any(map(is_unknown, lead.cards)):
                self._conclude(play, lead.cards, self.order)

    def _correct(self, play: Play, order: Order) -> None:
        """A card of a suit thought to be out of a hand: what was concluded was wrong."""
        for group in _GROUPS:
            cards = order.cards_of(group, play.cards)
            if cards:
                self.void[play.seat].discard(group)
            if pair_count(cards):
                self.pairless[play.seat].discard(group)

    def _conclude(self, play: Play, lead: Cards, order: Order) -> None:
        """Of what is owed to a lead nothing is left where any more of it would have made the play illegal."""
        group = order.group_of_all(lead)
        if group is None or len(play.cards) != len(lead):
            return
        cards = [card for card in range(54) if order.group(card) == group]
        if len(order.cards_of(group, play.cards)) < len(lead):
            if _all_forbidden(play.cards, [(card,) for card in cards], lead, order):
                self.void[play.seat].add(group)
        elif pair_count(order.cards_of(group, play.cards)) < pair_count(lead):
            laid = Counter(play.cards)
            pairs = [(card,) * max(0, 2 - laid[card]) for card in cards]
            if _all_forbidden(play.cards, [pair for pair in pairs if pair], lead, order):
                self.pairless[play.seat].add(group)


def _all_forbidden(play: Cards, held: list[Cards], lead: Cards, order: Order) -> bool:
    """Whether the play would break a rule with any one of these cards held besides."""
    return all(follow_breach(lead, sort_cards((*play, *more)), play, order) is not None for more in held)
