"""The position a finding is about, as a report draws it: four hands, the table, the marks.

Owns which cards are shown where and which are marked: those with which the duty could have been met
and those that were played. Pure functions from an audit to plain values; knows no HTML, no rule and
no language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from math import comb
from typing import Any, Final

from paipu.grammar.cards import SEATS, Card, Cards, Seat, card_text, is_unknown, side_of
from paipu.grammar.findings import Finding
from paipu.grammar.model import Bid, Bury, Call
from paipu.replay import Audit, Order, Position

__all__ = ["drawing", "legal_plays"]

Json = dict[str, Any]

_GROUPS: Final = "TSHCD?"
_CANDIDATES: Final = 3000
"""Sets of cards that are tried at most when legal plays are looked for."""
_FEW: Final = 6
"""Legal plays listed one by one; where there are more, an example says enough."""


def drawing(audit: Audit, finding: Finding) -> Json | None:
    """What to draw for a finding, None where there is nothing but the sentence.

    `kind` is ``play`` (the position before a play), ``auction`` (a bid or a bury), ``deal`` or
    ``account`` (how a result comes about). Cards are pairs of an SJN text and a mark: ``duty``,
    ``played``, ``both`` or none.
    """
    at = finding.element or ""
    if finding.phase == "text":
        return None
    if at in audit.replay.positions:
        return _play(audit, finding, at)
    if at.startswith("a") and at[1:].isdecimal():
        return _auction(audit, finding, int(at[1:]))
    if at == "result":
        return _account(audit)
    return _deal(audit, finding) if at == "deal" and finding.cards else None


def legal_plays(audit: Audit, finding: Finding) -> list[list[str]]:
    """Every play that would have been legal, if they are few and the hand is known; else nothing.

    Cards are SJN texts.
    """
    position = audit.replay.positions.get(finding.element or "")
    if position is None or finding.seat is None or not finding.code.startswith("follow."):
        return []
    hand = position.hands[finding.seat]
    if position.lead is None or not hand.complete:
        return []
    if comb(len(hand.cards), len(position.lead)) > _CANDIDATES:
        return []
    found = list(islice(position.legal_plays(finding.seat), _FEW + 1))
    return [_texts(play) for play in found] if len(found) <= _FEW else []


# --- a play ---------------------------------------------------------------------------------------


def _play(audit: Audit, finding: Finding, at: str) -> Json | None:
    plays = [play for trick, number, play in audit.record.plays() if f"{trick.number}.{number}" == at]
    if len(plays) != 1:
        return None  # two tricks of one number: which of them is meant cannot be drawn
    position, play = audit.replay.positions[at], plays[0]
    shown = play.tried or play.cards
    holder = _holder(finding, position, play.seat)
    hands = {}
    for seat in SEATS:
        held = position.hands[seat]
        duty = finding.held if seat == holder else ()
        played = shown if seat == play.seat else ()
        hands[seat] = {
            "rows": _rows(held.cards, position.order, duty, played),
            "count": len(held.cards),
            "derived": seat in audit.hands.derived,
            "unknown": 0 if seat in audit.hands.derived else held.unknown,
        }
    table = [_laid(laid.seat, laid.cards, leads=laid.seat == position.leader) for laid in position.table]
    this = _laid(play.seat, play.cards, leads=not position.table, mark="played")
    this["tried"] = _texts(play.tried) if play.tried else None
    return {
        "kind": "play",
        "hands": hands,
        "table": {entry["seat"]: entry for entry in [*table, this]},
        "seat": play.seat,
        "duty": _duty(finding) if finding.held and holder else None,
        "captured": position.captured,
        "points": position.points,
    }


def _holder(finding: Finding, position: Position, player: Seat) -> Seat | None:
    """Whose cards `held` are: the player's; of a throw those of an opponent who beats it."""
    others = [seat for seat in position.seats if seat != player]
    seats = [*others, player] if finding.code.startswith("throw.") else [player, *others]
    need = Counter(finding.held)
    return next((seat for seat in seats if not need - Counter(position.hands[seat].cards)), None)


def _duty(finding: Finding) -> str:
    """What the marked cards of a hand could do: meet the duty, or beat the throw."""
    return "beats" if finding.code.startswith("throw.") else "meets"


def _laid(seat: Seat, cards: Cards, *, leads: bool = False, mark: str = "") -> Json:
    return {
        "seat": seat,
        "cards": [(text, mark) for text in _texts(cards)],
        "leads": leads,
        "now": mark == "played",
    }


# --- the auction ----------------------------------------------------------------------------------


def _auction(audit: Audit, finding: Finding, number: int) -> Json | None:
    """The hands as dealt, what was shown so far, and the bid, call or bury meant."""
    items = audit.record.auction[:number]
    if len(items) < number:
        return None
    this = items[-1]
    hands = {dealt.seat: dealt.cards for dealt in audit.record.deal}
    kitty = audit.record.kitty.cards if audit.record.kitty else ()
    table: dict[Seat, Json] = {}
    for item in items[:-1]:
        if isinstance(item, Bid):
            table[item.seat] = {**_laid(item.seat, item.cards), "draw": item.draw}
        elif isinstance(item, Bury):
            hands, kitty = _buried(hands, kitty, item), item.cards
    order = audit.case.order
    played: Cards = ()
    if isinstance(this, Bid):
        table[this.seat] = {**_laid(this.seat, this.cards, mark="played"), "draw": this.draw}
        played = this.cards
    elif isinstance(this, Bury):
        if this.seat in hands:
            hands = {**hands, this.seat: (*hands[this.seat], *kitty)}
        played, table = this.cards, {}
    seat = this.seat if isinstance(this, Bid | Bury | Call) else None
    return {
        "kind": "auction",
        "hands": {
            each: _dealt(cards, order, played if each == seat else ()) for each, cards in hands.items()
        },
        "table": table,
        "seat": seat,
        "duty": None,
        "kitty": _texts(kitty) if kitty and not isinstance(this, Bid) else None,
        "buried": [(text, "played") for text in _texts(this.cards)] if isinstance(this, Bury) else None,
    }


def _buried(hands: Mapping[Seat, Cards], kitty: Cards, bury: Bury) -> dict[Seat, Cards]:
    """The hands after a bury; a card that was not there is not taken away."""
    left = [*hands.get(bury.seat, ()), *kitty]
    for card in bury.cards:
        if card in left:
            left.remove(card)
    return {**hands, bury.seat: tuple(left)} if bury.seat in hands else dict(hands)


def _deal(audit: Audit, finding: Finding) -> Json | None:
    """The hands as dealt, with the cards meant marked wherever they lie."""
    if not audit.record.deal:
        return None
    everywhere = tuple(card for card in set(finding.cards) for _ in range(216))
    kitty = audit.record.kitty.cards if audit.record.kitty else ()
    return {
        "kind": "deal",
        "hands": {
            dealt.seat: _dealt(dealt.cards, audit.case.order, everywhere) for dealt in audit.record.deal
        },
        "table": {},
        "seat": None,
        "duty": None,
        "kitty": _texts(kitty) or None,
        "buried": None,
    }


def _dealt(cards: Cards, order: Order | None, played: Cards) -> Json:
    rows = _rows(cards, order, (), played)
    return {"rows": rows, "count": len(cards), "derived": False, "unknown": 0}


# --- the account of a result ----------------------------------------------------------------------


def _account(audit: Audit) -> Json | None:
    """How the attackers' points come about: their tricks, the kitty, the fines."""
    dealer, replay, score = audit.case.dealer, audit.replay, audit.score
    if dealer is None or not replay.finished or replay.captured is None:
        return None
    tricks = [
        {"number": trick.number, "points": trick.points}
        for trick in replay.tricks
        if trick.winner and side_of(trick.winner) != side_of(dealer) and trick.points
    ]
    capture = score.capture
    return {
        "kind": "account",
        "tricks": tricks,
        "captured": replay.captured,
        "kitty": _texts(audit.hands.kitty),
        "kitty_points": capture.points if capture else None,
        "multiplier": capture.multiplier if capture and capture.captured else None,
        "fines": replay.fines,
        "total": score.replayed.get("attackers"),
        "stated": (score.stated or {}).get("attackers"),
    }


# --- cards ----------------------------------------------------------------------------------------


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card_text(card) for card in cards]


def _rows(cards: Cards, order: Order | None, duty: Cards, played: Cards) -> list[Json]:
    """Cards in rows of one group each, trumps first, from high to low; each card with its mark."""
    owed, gone = Counter(duty), Counter(played)
    rows: dict[str, list[tuple[str, str]]] = {}
    for card in sorted(cards, key=lambda card: _place(card, order)):
        marks = [name for name, left in (("duty", owed), ("played", gone)) if _take(left, card)]
        rows.setdefault(_group(card, order), []).append(
            (card_text(card), "both" if marks[1:] else "".join(marks))
        )
    return [{"group": group, "cards": marked} for group, marked in rows.items()]


def _take(left: Counter[Card], card: Card) -> bool:
    found = left[card] > 0
    left[card] -= found
    return found


def _group(card: Card, order: Order | None) -> str:
    """Suit to follow; of an unknown card, or while trump is not known, the printed one."""
    if order is not None and not is_unknown(card):
        return order.groups[card]
    text = card_text(card)
    return text[0] if text[0] in "SHCD?" else "T"


def _place(card: Card, order: Order | None) -> tuple[int, int, int]:
    known = order is not None and not is_unknown(card)
    strength = order.strength(card) if order is not None and known else card if not is_unknown(card) else -1
    return _GROUPS.index(_group(card, order)), -strength, card
