"""A hand as a page needs it: one JSON object with every step, its notes and its findings.

Owns the shape of that object; its steps are made in `steps`. Knows no HTML; whatever draws a hand (the
viewer, exports) reads this.
"""

from __future__ import annotations

from typing import Any

from paipu.grammar.cards import SEATS, Seat, card_text, format_cards, side_of
from paipu.grammar.seats import take_names

from .audit import Audit
from .knowledge import Known, known_after
from .levels import gain_of
from .lines import lines_of, next_play
from .order import Order
from .outcome import Award
from .position import seats_from
from .proposals import Proposal
from .rules import advance_table
from .rulings import in_words
from .steps import for_display, next_json, steps_of, texts, tricks_of

__all__ = ["card_order", "knowledge", "target_points", "timeline"]

Json = dict[str, Any]


def timeline(audited: Audit, *, id: str | None = None) -> Json:
    """Everything a viewer shows of one hand.

    Cards are SJN texts (``"SA"``, ``"B"``, ``"?"``). ``steps`` run from the deal over bids and buries
    to the plays and the result; each has the address (``at``) that findings and links use. Variations are
    replayed and judged as well: what is against the rules in them is the ``breach`` of a step and no
    finding of the hand. Seats and sides are those inside, ``names`` says what the hand calls them.
    ``order`` gives every card its display group (``"T"`` for trumps) and its strength in it.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> hand = timeline(audit(loads('[SJN "1"]\\n\\nTricks:\\n1. N SA / W S3 / S S4 / E S6\\n= *\\n')[0]))
    >>> [step["at"] for step in hand["steps"]]
    ['deal', '1.1', '1.2', '1.3', '1.4', 'result']
    """
    record, case = audited.record, audited.case
    first: Seat = case.dealer or (record.tricks[0].plays[0].seat if record.tricks else "N")
    findings = take_names([finding.to_dict() for finding in audited.findings], record.naming)
    for index, decision in audited.decisions.items():
        findings[index]["decision"] = decision.to_dict()
    line = lines_of(audited)
    return {
        "id": id,
        "hand": case.header.hand_no,
        "title": record.tag("Event") or "",
        "tags": {tag.name: tag.value for tag in (*record.inherited, *record.tags)},
        "players": {seat: record.player(seat) or "" for seat in SEATS},
        "names": dict(record.naming.names),
        "level": case.header.level,
        "levels": dict(case.header.levels),
        "trump": case.trump,
        "dealer": case.dealer,
        "target": target_points(audited),
        "rules": {
            "id": str(case.rules),
            "title": case.rules.title,
            "title_zh": case.rules.title_zh,
            "kind": case.rules.kind,
        },
        "seats": list(seats_from(first, case.rules.word("play_direction"))),
        "decks": case.rules.number("deck_count"),
        "deal": _deal(audited),
        "draw": _draw(audited),
        "derived": sorted(audited.hands.derived),
        "order": card_order(case.order),
        "kitty": texts(record.kitty.cards) if record.kitty else None,
        "steps": steps_of(audited, line),
        "tricks": tricks_of(line),
        "next_play": next_json(next_play(audited, line)),
        "findings": findings,
        "proposals": {str(one.finding): _proposal(audited, one) for one in audited.proposals},
        "stated": audited.score.stated,
        "replayed": audited.score.replayed,
        "kitty_result": _kitty_result(audited),
        "verdict": audited.verdict,
        "source": record.source,
    }


def _proposal(audited: Audit, proposal: Proposal) -> Json:
    """What the rules give for a finding, and the fields of an incident that would say so.

    Fields are spelled as in a record, by the names of the hand.
    """
    due, naming = proposal.penalty, audited.record.naming
    dealer = audited.case.dealer
    deal = Award.of(due, side_of(dealer) if dealer else None).side
    levels = {side: f"{by:+}" if isinstance(by, int) else f":{by}" for side, by in (due.levels or {}).items()}
    fields = {
        "finding": audited.findings[proposal.finding].code,
        "found": proposal.found,
        "points": None if proposal.points is None else str(proposal.points),
        "levels": " ".join(f"{naming.called(side)}{by}" for side, by in levels.items()) or None,
        "deal": naming.called(deal) if deal else None,
        "replay": "yes" if due.replay else None,
    }
    words, words_zh = in_words(due, naming)
    return {
        "kind": proposal.kind,
        "party": proposal.seat,
        "points": proposal.points,
        "levels": due.levels,
        "deal": deal,
        "replay": due.replay,
        "clause": due.clause,
        "found": proposal.found,
        "effects": list(due.effects),
        "message": words,
        "message_zh": words_zh,
        "remark": proposal.remark,
        "remark_zh": proposal.remark_zh,
        "fields": {name: value for name, value in fields.items() if value is not None},
    }


def target_points(audited: Audit) -> int:
    """The points with which the attackers take the deal."""
    table = advance_table(audited.rules.word("advance_table"))
    return next((points for points in range(0, 401, 5) if (row := gain_of(points, table)) and row[0]), 80)


def _deal(audited: Audit) -> dict[str, list[str]]:
    """The cards each seat was dealt; for derived seats what it plays, the rest unknown.

    A seat whose deal is not recorded shows as many cards as it would hold.
    """
    record, hands = audited.record, audited.hands
    dealt = {item.seat: item.cards for item in record.deal}
    size = audited.rules.number("hand_size")
    shown: dict[str, list[str]] = {}
    for seat in SEATS:
        cards = dealt[seat] if seat in dealt else hands.holdings[seat].cards
        missing = 0 if seat in dealt else max(size - len(cards), 0)
        shown[seat] = texts(for_display(cards, audited.case.order)) + ["?"] * missing
    return shown


def _draw(audited: Audit) -> dict[str, list[str]] | None:
    """The hands in the order in which they were drawn, None unless all that are recorded are."""
    deal = audited.record.deal
    if not deal or not all(item.drawn for item in deal):
        return None
    return {item.seat: texts(item.cards) for item in deal}


def card_order(order: Order | None) -> dict[str, list[Any]]:
    """Display group and strength of each card; printed suit and rank while trump is not known."""
    if order is None:
        groups = [*(suit for suit in "SHCD" for _ in range(13)), "T", "T"]
        strengths = [*(rank for _ in range(4) for rank in range(13)), 0, 1]
    else:
        groups, strengths = list(order.groups), list(order.strengths)
    return {card_text(card): [groups[card], strengths[card]] for card in range(54)}


def knowledge(audited: Audit, view: str) -> dict[str, Json]:
    """What a seat, or the ``public``, could know after each step, by its address.

    Cards are SJN texts, groups are those of ``order``; see `knowledge.Known`.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> text = '[SJN "1"]\\n\\nTricks:\\n1. S HK / E H2 / N H3 / W H4\\n= *\\n'
    >>> knowledge(audit(loads(text)[0]), "public")["1.2"]["points"]
    190
    """
    seat = next((each for each in SEATS if each == view), None)
    own = audited.hands.holdings[seat].cards if seat else ()
    decks = audited.rules.number("deck_count")
    after = known_after(audited.record, seat, audited.case.order, decks, own)
    return {address: _known(known) for address, known in after}


def _known(known: Known) -> Json:
    return {
        "out": format_cards(known.out, ""),
        "points": known.points,
        "void": {seat: list(groups) for seat, groups in known.void.items()},
        "pairless": {seat: list(groups) for seat, groups in known.pairless.items()},
        "shown": {seat: format_cards(cards, "") for seat, cards in known.shown.items()},
    }


def _kitty_result(audited: Audit) -> Json | None:
    out = audited.score.capture
    if out is None:
        return None
    return {
        "captured": out.captured,
        "multiplier": out.multiplier,
        "points": out.points,
        "cards": texts(audited.hands.kitty),
    }
