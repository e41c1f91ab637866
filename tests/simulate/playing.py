"""The tricks of one hand at random: leads, throws that stand or fail, follows; who wins, what it is worth.

Plays are legal by the engine's position. Who wins a trick, and of what components a lead is, comes from
the brute-force oracle; the engine is asked only where its words leave the winner open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bench.simulate import random_follow, random_lead
from paipu.grammar.cards import RANKS, Cards, Rank, Seat, Trump, sort_cards
from paipu.grammar.model import Incident, Play, Trick
from paipu.replay import Holding, Position, order_for
from paipu.replay.rules import load_rules
from paipu.replay.tricks import winner_of

from ..oracle import verdicts
from ..oracle.generate import ladder_for
from ..oracle.ladder import TRUMPS
from .scores import PARTNER, SIDE, fine_of_throw, kitty_factor, points_of_cards

__all__ = ["Played", "Table", "play_hand"]


@dataclass
class Played:
    """The tricks and what the attackers made of them; `points` holds kitty and fines."""

    tricks: tuple[Trick, ...]
    points: int
    fines: int = 0
    kitty: int = 0
    factor: int = 0
    """How often the kitty counts; 0 if it is not captured."""
    knocked_back: bool = False
    deal_lost: bool = False
    """Whether a failed throw of the dealer side ended the hand (clockwise_ace_to_king L531)."""


class Table:
    """Four players who keep to the rules. A fault is planted by overriding one of the two methods."""

    def seat(self, position: Position) -> Seat:
        """Who plays now, or leads when the table is empty."""
        return position.turn

    def play(self, position: Position, play: Play) -> Play:
        """What is played where `play` would be right."""
        return play


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
    table: Table | None = None,
) -> Played:
    """Play every card; `throws` is how often a leader tries a throw."""
    table = table or Table()
    order = order_for(load_rules(rules), trump, level)
    judge = _Judge(rules, trump, level)
    position = Position(order, {seat: Holding(cards) for seat, cards in hands.items()}, dealer, dealer)
    played = Played((), 0)
    while all(holding.cards for holding in position.hands.values()):
        position = replace(position, leader=table.seat(position))
        right = _lead(random, position, throws)
        costs_deal = rules == "clockwise_ace_to_king" and SIDE[right.seat] == SIDE[dealer]
        if right.tried and costs_deal and random.random() < 0.9:
            right = random_lead(random, position, 0.0)  # mostly they take care
        lead = table.play(position, right)
        if lead.tried and costs_deal:
            side = "NS" if SIDE[dealer] == "EW" else "EW"
            ruling = Incident(kind="throw_fail", party=lead.seat, fields=(("deal", side),))
            lead = replace(lead, incidents=(ruling,))
            played.tricks += (Trick(number=position.trick, plays=(lead,)),)
            played.points, played.deal_lost = 0, True
            return played
        if lead.tried and judge.fails(lead, position):
            fine = judge.fine(lead, position)
            played.fines += fine if SIDE[lead.seat] == SIDE[dealer] else -fine
        plays = [lead]
        position = position.play(lead.seat, lead.cards)
        while not position.finished:
            seat = table.seat(position)
            cards = _follow(random, position, seat, lead, rules, dealer)
            plays.append(table.play(position, Play(seat=seat, cards=cards)))
            position = position.play(seat, plays[-1].cards)
        played.tricks += (Trick(number=position.trick, plays=tuple(plays)),)
        winner = plays[judge.winner([play.cards for play in plays])]
        by_attackers = SIDE[winner.seat] != SIDE[dealer]
        if by_attackers:
            played.points += sum(points_of_cards(play.cards) for play in plays)
        if by_attackers and not all(holding.cards for holding in position.hands.values()):
            trumps = judge.is_trump(winner.cards)
            played.factor = kitty_factor(judge.kinds(lead.cards), len(lead.cards), rules, trump=trumps)
            played.kitty = played.factor * points_of_cards(kitty)
            played.knocked_back = rules == "minzhengbu" and judge.knocks_back(winner.cards)
        position = replace(position.next_trick(), leader=winner.seat)
    played.points += played.fines + played.kitty
    return played


class _Judge:
    """The oracle's answers for one trump and level."""

    def __init__(self, rules: str, trump: Trump, level: Rank) -> None:
        self.rules, self.level = rules, level
        self.ladder = ladder_for(rules, trump, level)
        self.order = order_for(load_rules(rules), trump, level)

    def winner(self, plays: list[Cards]) -> int:
        found = verdicts.winner(plays, self.ladder)
        return winner_of(plays, self.order) if found is None else found

    def kinds(self, lead: Cards) -> tuple[int, ...]:
        """The components of a lead by their number of pairs, largest first."""
        if self.ladder.common_group(lead) is None:
            return (0,) * len(lead)  # stood by mistake: singles
        return tuple(part.pairs for part in verdicts.decompositions(lead, self.ladder)[0])

    def is_trump(self, cards: Cards) -> bool:
        return self.ladder.common_group(cards) == TRUMPS

    def knocks_back(self, winning: Cards) -> bool:
        """minzhengbu 十二: what decides in the winning play is of the very level, J or A."""
        if self.level not in ("J", "A"):
            return False
        deciding = verdicts.decompositions(winning, self.ladder)[0][0].cards
        return all(card < 52 and RANKS[card % 13] == self.level for card in deciding)

    def fails(self, lead: Play, position: Position) -> bool:
        """Whether the throw that was tried can be beaten."""
        others = [position.hands[seat].cards for seat in position.seats[1:]]
        assert lead.tried is not None
        return not verdicts.throw_verdict(lead.tried, others, self.ladder).stands

    def fine(self, lead: Play, position: Position) -> int:
        assert lead.tried is not None
        others = [position.hands[seat].cards for seat in position.seats[1:]]
        beaten = 0
        if self.rules == "botzone":
            beaten = sum(map(len, verdicts.beaten_parts(lead.tried, others, self.ladder)[0]))
        return fine_of_throw(len(lead.tried), len(lead.cards), beaten, self.rules)


def _lead(random: Random, position: Position, throws: float) -> Play:
    """A lead of any kind; now and then the top cards of a suit, thrown together."""
    seat = position.leader
    shortest = min(len(holding.cards) for holding in position.hands.values())
    if random.random() < throws and shortest > 1:
        hand = position.hands[seat].cards
        group = position.order.group(random.choice(hand))
        suit = sorted(position.order.cards_of(group, hand), key=position.order.strength, reverse=True)
        tried = sort_cards(suit[: random.randint(2, min(6, shortest))])
        throw = position.throw(seat, tried)
        if len(tried) > 1 and throw.legal:
            lead = Play(seat=seat, cards=tried)
            if not throw.stands:
                lead = Play(seat=seat, cards=sort_cards(throw.must_lead), tried=tried)
            return lead
    lead = random_lead(random, position, throws)
    if len(lead.tried or lead.cards) > shortest:
        # Only after a fault are hands of different length: then somebody could not follow.
        lead = Play(seat=seat, cards=lead.cards[:1])
    return lead


def _follow(random: Random, position: Position, seat: Seat, lead: Play, rules: str, dealer: Seat) -> Cards:
    """A follow; trade_union_stripped L24: no ruff by the dealer's partner after the dealer's failed throw."""
    cards = random_follow(random, position, seat)
    barred = (
        rules == "trade_union_stripped" and lead.tried and lead.seat == dealer and PARTNER[dealer] == seat
    )
    groups = {position.order.group(card) for card in cards}
    plain = [card for card in position.hands[seat].cards if position.order.group(card) != TRUMPS]
    if not barred or groups != {TRUMPS} or position.order.group(lead.cards[0]) == TRUMPS or not plain:
        return cards
    return sort_cards((*cards[1:], random.choice(plain)))
