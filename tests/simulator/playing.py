"""The tricks of one hand at random: leads, throws that stand or fail, follows; who wins, what it is worth.

Plays are legal by the engine's position. Who wins a trick, and of what components a lead is, comes from
the brute-force oracle, but for the one program it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bench.simulate import random_follow, random_lead
from paipu.grammar.cards import RANKS, Cards, Rank, Seat, Trump, sort_cards
from paipu.grammar.model import Play, Trick
from paipu.replay import Holding, Position, order_for
from paipu.replay.rules import load_rules
from paipu.replay.shapes import components
from paipu.replay.tricks import winner_of

from ..oracle import verdicts
from ..oracle.compare import left_out
from ..oracle.generate import ladder_for
from ..oracle.ladder import TRUMPS
from .scores import SIDE, fine_of_throw, kitty_factor, points_of_cards

__all__ = ["Played", "play_hand"]


@dataclass
class Played:
    """The tricks and what the attackers made of them; `points` holds kitty and fines."""

    tricks: tuple[Trick, ...]
    points: int
    fines: int
    kitty: int
    knocked_back: bool


def play_hand(
    rules: str,
    random: Random,
    *,
    level: Rank,
    trump: Trump,
    dealer: Seat,
    hands: dict[Seat, Cards],
    kitty: Cards,
    throws: float = 0.25,
) -> Played:
    """Play every card; `throws` is how often a leader tries a throw."""
    order = order_for(load_rules(rules), trump, level)
    table = _Table(rules, trump, level)
    position = Position(order, {seat: Holding(cards) for seat, cards in hands.items()}, dealer, dealer)
    tricks: list[Trick] = []
    points = fines = captured = 0
    knocked_back = False
    while any(holding.cards for holding in position.hands.values()):
        lead = _lead(random, position, throws, rules, dealer)
        if lead.tried:
            fines += table.fine(lead, position) * (1 if SIDE[lead.seat] == SIDE[dealer] else -1)
        plays = [lead]
        position = position.play(lead.seat, lead.cards)
        while not position.finished:
            seat = position.turn
            cards = random_follow(random, position, seat)
            plays.append(Play(seat=seat, cards=cards))
            position = position.play(seat, cards)
        tricks.append(Trick(number=position.trick, plays=tuple(plays)))
        winner = plays[table.winner([play.cards for play in plays])]
        by_attackers = SIDE[winner.seat] != SIDE[dealer]
        if by_attackers:
            points += sum(points_of_cards(play.cards) for play in plays)
        last = not any(holding.cards for holding in position.hands.values())
        if last and by_attackers:
            factor = kitty_factor(
                table.kinds(lead.cards), len(lead.cards), rules, trump=table.is_trump(winner.cards)
            )
            captured = factor * points_of_cards(kitty)
            knocked_back = _knocks_back(winner.cards, lead.cards, table, rules)
        following = position.next_trick()
        position = Position(
            order, following.hands, winner.seat, dealer, following.trick, (), following.captured
        )
    return Played(tuple(tricks), points + fines + captured, fines, captured, knocked_back)


def _knocks_back(winning: Cards, lead: Cards, table: _Table, rules: str) -> bool:
    """minzhengbu 十二: a play of the very level card, J or A, takes the kitty."""
    if rules != "minzhengbu" or table.level not in ("J", "A"):
        return False
    return all(card < 52 and RANKS[card % 13] == table.level for card in winning)


class _Table:
    """The oracle's answers for one trump and level; the engine's where the oracle knows no answer."""

    def __init__(self, rules: str, trump: Trump, level: Rank) -> None:
        self.rules, self.level = rules, level
        self.known = "winner" not in left_out(rules)
        self.ladder = ladder_for(rules, trump, level)
        self.order = order_for(load_rules(rules), trump, level)

    def winner(self, plays: list[Cards]) -> int:
        found = verdicts.winner(plays, self.ladder) if self.known else None
        return winner_of(plays, self.order) if found is None else found

    def kinds(self, lead: Cards) -> tuple[int, ...]:
        """The components of a lead by their number of pairs, largest first."""
        if not self.known:
            return tuple(part.pairs for part in components(lead, self.order))
        return tuple(part.pairs for part in verdicts.decompositions(lead, self.ladder)[0])

    def is_trump(self, cards: Cards) -> bool:
        return self.ladder.common_group(cards) == TRUMPS

    def fine(self, lead: Play, position: Position) -> int:
        assert lead.tried is not None
        others = [position.hands[seat].cards for seat in position.seats[1:]]
        beaten = 0
        if self.rules == "botzone":
            beaten = sum(map(len, verdicts.beaten_parts(lead.tried, others, self.ladder)[0]))
        return fine_of_throw(len(lead.tried), len(lead.cards), beaten, self.rules)


def _lead(random: Random, position: Position, throws: float, rules: str, dealer: Seat) -> Play:
    """A lead of any kind; now and then the top cards of a suit, thrown together."""
    seat = position.leader
    if random.random() < throws:
        hand = position.hands[seat].cards
        group = position.order.group(random.choice(hand))
        suit = sorted(position.order.cards_of(group, hand), key=position.order.strength, reverse=True)
        tried = sort_cards(suit[: random.randint(2, 6)])
        throw = position.throw(seat, tried)
        if len(tried) > 1 and throw.legal:
            lead = Play(seat=seat, cards=tried)
            if not throw.stands:
                lead = Play(seat=seat, cards=sort_cards(throw.must_lead), tried=tried)
            return _allowed(lead, rules, dealer, random, position)
    return _allowed(random_lead(random, position, throws), rules, dealer, random, position)


def _allowed(lead: Play, rules: str, dealer: Seat, random: Random, position: Position) -> Play:
    """clockwise_ace_to_king takes the deal for a throw of the dealer side: then no hand to play on."""
    if lead.tried and rules == "clockwise_ace_to_king" and SIDE[lead.seat] == SIDE[dealer]:
        return random_lead(random, position, 0.0)
    return lead
