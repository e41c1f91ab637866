"""What might be played: the legal plays at any point of a line, as many as can be listed.

Owns the bounds of that list. What is legal, `Position` decides; what a point of a line is, `lines`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from math import comb
from typing import Any

from paipu.grammar.cards import Card, Cards, Seat, card_text, parse_cards, sort_cards

from .audit import Audit
from .follow import example_follow
from .lines import Line, lines_of, point_at, suppose
from .order import Order
from .position import Position

__all__ = ["legal_plays_after", "legal_plays_at", "legal_plays_of"]

Json = dict[str, Any]


def legal_plays_at(audited: Audit, at: str, limit: int = 60, tries: int = 20_000) -> Json | None:
    """What the seat of a play might have played; `at` is the address of the play, in any line.

    ``plays`` are at most `limit`, ``all`` says whether there are no others, ``example`` is one where
    more than `tries` choices would have to be looked at. A leader may also throw what the rules allow:
    such leads are not listed, ``throws`` says so. None without a known hand or lead.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> text = '''[SJN "1"]
    ... [Level "2"]
    ... [Trump "S"]
    ... [Dealer "N"]
    ...
    ... Deal:
    ... W H34
    ...
    ... Tricks:
    ... 1. N HA / W H3 / S H5 / E D7
    ... = *
    ... '''
    >>> legal_plays_at(audit(loads(text)[0]), "1.2") is None  # of the hand of West only two cards are known
    True
    """
    point = point_at(audited, at)
    if point is None or not point.made:
        return None
    play = point.line.tricks[point.trick].plays[point.made - 1]
    position = _position(audited, point.line, point.trick, point.made - 1)
    return None if position is None else _listed(position, play.seat, limit, tries)


def legal_plays_of(audited: Audit, limit: int = 60, tries: int = 20_000, most: int = 500) -> dict[str, Json]:
    """What might have been played instead of each play, by its address: the main line, then the variations.

    As `legal_plays_at`, without the plays of which that knows nothing; of at most so many plays.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> tags = '[SJN "1"]\\n[Level "2"]\\n[Trump "S"]\\n[Dealer "N"]\\n\\nDeal:\\n'
    >>> deal = 'W H3345 C789TJQKA C9TJQKA DK L B S3456\\n\\n'
    >>> text = tags + deal + 'Tricks:\\n1. N HAA / W H33 ( 1. N HAA / W H45 ) / S H66 / E H77\\n= *\\n'
    >>> {at: found["plays"] for at, found in legal_plays_of(audit(loads(text)[0])).items()}
    {'1.2': [['H3', 'H3']], '1.2v1/1.2': [['H3', 'H3']]}
    """
    found: dict[str, Json] = {}
    for line, number, made in islice(_points(lines_of(audited)), most):
        position = _position(audited, line, number, made)
        trick = line.tricks[number]
        legal = position and _listed(position, trick.plays[made].seat, limit, tries)
        if legal:
            found[f"{line.prefix}{trick.number}.{made + 1}"] = legal
    return found


def _points(line: Line) -> Iterator[tuple[Line, int, int]]:
    """Before each play of a line's own, and of its variations: the trick, and the plays made in it."""
    for number in range(line.own, len(line.tricks)):
        yield from ((line, number, made) for made in range(len(line.tricks[number].plays)))
    for branch in line.branches:
        yield from _points(branch)


def legal_plays_after(
    audited: Audit,
    after: str,
    *,
    seat: Seat | None = None,
    deal: Mapping[Seat, Iterable[Card | str]] | None = None,
    limit: int = 60,
    tries: int = 20_000,
) -> Json | None:
    """The legal plays of who plays next after an address of any line, or of `seat`.

    As `legal_plays_at`, with the number of the ``trick`` and of the ``play`` in it. After deal and auction
    that is the first lead, after a variation's own address (``"7.3v1"``) the lead to its first trick. `deal`
    are hands, as cards or their texts, supposed from the beginning of that trick on (SPEC 5.5). None without
    a known hand or lead, where nobody knows who plays next, and when all cards are played. `ValueError` for
    a text that is no card.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> tags = '[SJN "1"]\\n[Level "2"]\\n[Trump "S"]\\n[Dealer "N"]\\n\\nTricks:\\n'
    >>> hand = audit(loads(tags + '1. N HA / W H3\\n= *\\n')[0])
    >>> found = legal_plays_after(hand, "1.1", deal={"W": ["H334", "C3456789TJQKA", "C3456789TJQ"]})
    >>> found["seat"], found["trick"], found["play"], found["plays"]
    ('W', 1, 2, [['H3'], ['H4']])
    """
    point = point_at(audited, after)
    if point is None or not point.line.starts:
        return None
    line, number, made = point.line, point.trick, point.made
    if made >= 4:
        number, made = number + 1, 0
    start = line.starts[number]
    position = _position(audited, line, number, made, _cards_of(deal or {}))
    who = seat or (position.turn if position and made else start.expected)
    if position is None or who is None or who not in position.hands or not position.hands[who].cards:
        return None
    found = _listed(position, who, limit, tries)
    return found and {
        **found,
        "trick": line.tricks[number].number if made else start.number,
        "play": made + 1,
    }


def _cards_of(deal: Mapping[Seat, Iterable[Card | str]]) -> dict[Seat, Cards]:
    return {
        seat: sort_cards(
            c for card in cards for c in (parse_cards(card) if isinstance(card, str) else (card,))
        )
        for seat, cards in deal.items()
    }


def _position(
    audited: Audit, line: Line, number: int, made: int, deal: Mapping[Seat, Cards] | None = None
) -> Position | None:
    """The position in a trick of a line once so many plays of it were made; None without trump and level."""
    if not line.starts:
        return None
    start = suppose(audited, line.starts[number], line.tricks[:number], deal or {})
    position = start.position
    if made:
        plays, _ = audited.case.damaged.plays(line.tricks[number])
        position = replace(position, leader=plays[0].seat)
        for play in plays[:made]:
            position = position.play(play.seat, play.cards)
    return position


def _listed(position: Position, seat: Seat, limit: int, tries: int) -> Json | None:
    """The legal plays of a seat at a position, within the bounds."""
    if not position.hands[seat].complete or not position.known:
        return None
    hand, lead = position.hands[seat].cards, position.lead
    order = position.order
    found: Json = {"seat": seat, "plays": [], "all": False, "example": None, "throws": False}
    if lead is None:
        found["throws"] = order.rules["throw_allowed"] != "no"
    elif order.group_of_all(lead) is None or len(hand) < len(lead):
        return None
    elif _choices(position, hand, lead, order) > tries:
        return {**found, "example": _texts(example_follow(lead, hand, order))}
    plays = list(islice(position.legal_plays(seat), limit + 1))
    return {
        **found,
        "plays": [_texts(each) for each in plays[:limit]],
        "all": len(plays) <= limit,
    }


def _choices(position: Position, hand: Cards, lead: Cards, order: Order) -> int:
    """How many candidates `legal_follows` would look at, at most."""
    group = order.group_of_all(lead)
    suit = order.cards_of(group, hand) if group else ()
    if order.rules["follow_tractor"] == "trump_pattern_even_holding_suit":
        return comb(len(hand), len(lead))
    if len(suit) > len(lead):
        return comb(len(suit), len(lead))
    rest = sum((Counter(hand) - Counter(suit)).values())
    return comb(rest, len(lead) - len(suit))


def _texts(cards: Cards) -> list[str]:
    return [card_text(card) for card in cards]
