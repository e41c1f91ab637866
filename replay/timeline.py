"""A hand as a page needs it: one JSON object with every step, its notes and its findings.

Owns the shape of that object. Knows no HTML; whatever draws a hand (the viewer, exports) reads this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paipu.grammar.cards import SEATS, Cards, Seat, card_text, format_cards, is_unknown, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Comment, Element, Incident, Trick, Variation
from paipu.grammar.seats import take_names

from .auction import trump_of
from .audit import Audit
from .knowledge import Known, drawing_rounds, known_after
from .levels import gain_of
from .order import Order
from .position import seats_from
from .rules import advance_table
from .throws import throw_of
from .tricks import points_in

__all__ = ["card_order", "knowledge", "target_points", "timeline"]

Json = dict[str, Any]


def timeline(audited: Audit, *, id: str | None = None) -> Json:
    """Everything a viewer shows of one hand.

    Cards are SJN texts (``"SA"``, ``"B"``, ``"?"``). ``steps`` run from the deal over bids and buries
    to the plays and the result; each has the address (``at``) that findings and links use. Seats and
    sides are those inside, ``names`` says what the hand calls them. ``order``
    gives every card its display group (``"T"`` for trumps) and its strength in it.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> hand = timeline(audit(loads('[SJN "1"]\\n\\nTricks:\\n1. N SA / W S3 / S S4 / E S6\\n= *\\n')[0]))
    >>> [step["at"] for step in hand["steps"]]
    ['deal', '1.1', '1.2', '1.3', '1.4', 'result']
    """
    record, case = audited.record, audited.case
    first: Seat = case.dealer or (record.tricks[0].plays[0].seat if record.tricks else "N")
    findings = take_names([finding.to_dict() for finding in audited.findings], record.naming)
    at: dict[str, list[int]] = {}
    for index, finding in enumerate(audited.findings):
        at.setdefault(finding.element or "deal", []).append(index)
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
        "deal": _deal(audited),
        "draw": _draw(audited),
        "derived": sorted(audited.hands.derived),
        "order": card_order(case.order),
        "kitty": _texts(record.kitty.cards) if record.kitty else None,
        "steps": [
            *_opening(audited, at),
            *_plays(record.tricks, at, "", _throws(audited)),
            *_result(audited, at),
        ],
        "tricks": _tricks(audited),
        "findings": findings,
        "stated": audited.score.stated,
        "replayed": audited.score.replayed,
        "kitty_result": _kitty_result(audited),
        "verdict": audited.verdict,
        "source": record.source,
    }


def _tricks(audited: Audit) -> list[Json]:
    """The tricks with their outcome; without one while trump or level is not known."""
    replayed = {trick.number: trick for trick in audited.replay.tricks}
    rows = []
    for trick in audited.record.tricks:
        if not trick.plays:
            continue
        outcome = replayed.get(trick.number)
        points = sum(points_in(card for card in play.cards if card < 54) for play in trick.plays)
        rows.append(
            {
                "number": trick.number,
                "leader": trick.plays[0].seat,
                "winner": outcome.winner if outcome else None,
                "points": outcome.points if outcome else points,
                "attackers": outcome.attackers if outcome else None,
                "plays": [f"{trick.number}.{n}" for n in range(1, len(trick.plays) + 1)],
            }
        )
    return rows


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
        shown[seat] = _texts(_for_display(cards, audited.case.order)) + ["?"] * missing
    return shown


def _draw(audited: Audit) -> dict[str, list[str]] | None:
    """The hands in the order in which they were drawn, None unless all that are recorded are."""
    deal = audited.record.deal
    if not deal or not all(item.drawn for item in deal):
        return None
    return {item.seat: _texts(item.cards) for item in deal}


def _for_display(cards: Cards, order: Order | None) -> Cards:
    if order is None or any(card >= 54 for card in cards):
        return sort_cards(cards)
    return tuple(card for row in order.descending(cards) for card in row)


def card_order(order: Order | None) -> dict[str, list[Any]]:
    """Display group and strength of each card; printed suit and rank while trump is not known."""
    if order is None:
        groups = [*(suit for suit in "SHCD" for _ in range(13)), "T", "T"]
        strengths = [*(rank for _ in range(4) for rank in range(13)), 0, 1]
    else:
        groups, strengths = list(order.groups), list(order.strengths)
    return {card_text(card): [groups[card], strengths[card]] for card in range(54)}


def _opening(audited: Audit, at: dict[str, list[int]]) -> Iterable[Json]:
    record = audited.record
    deal_notes = [*record.comments, *(c for item in record.deal for c in (*item.before, *item.after))]
    if record.kitty:
        deal_notes += [*record.kitty.before, *record.kitty.after]
    yield {"at": "deal", "kind": "deal", "comments": _comments(deal_notes), "findings": at.get("deal", [])}
    lying = record.kitty.cards if record.kitty else ()
    rounds = list(drawing_rounds(record))
    for number, item in enumerate(record.auction, 1):
        address = f"a{number}"
        yield from _drawn_before(item, rounds)
        notes = _notes(item, at.get(address, []))
        if isinstance(item, Bid):
            trump = trump_of(item.cards) if item.cards and item.cards[0] < 54 else None
            yield {
                "at": address, "kind": "bid", "seat": item.seat, "cards": _texts(item.cards),
                "draw": item.draw, "trump": trump, **notes,
            }  # fmt: skip
        elif isinstance(item, Call):
            yield {
                "at": address, "kind": "call", "call": item.kind, "seat": item.seat,
                "cards": _texts(item.cards), "draw": item.draw, **notes,
            }  # fmt: skip
        elif isinstance(item, Incident):
            yield _incident(item, address, at)
        elif isinstance(item, Bury):
            yield {
                "at": address, "kind": "bury", "seat": item.seat, "took": _texts(lying),
                "cards": _texts(_for_display(item.cards, audited.case.order)), **notes,
            }  # fmt: skip
            lying = item.cards
    yield from map(_round, rounds)


def _drawn_before(item: Element, rounds: list[int]) -> Iterable[Json]:
    """Take off the rounds of drawing up to an item of the auction: those it counts, else all there are."""
    if isinstance(item, Incident):
        return
    draw = item.draw if isinstance(item, Bid | Call) else None
    while rounds and (draw is None or (rounds[0] - 1) * len(SEATS) < draw):
        yield _round(rounds.pop(0))


def _round(number: int) -> Json:
    """A round in which every seat draws a card; who draws first is not recorded."""
    return {
        "at": f"d{number * len(SEATS)}", "kind": "draw", "seat": None, "cards": [], "round": number,
        "comments": [], "findings": [],
    }  # fmt: skip


def _plays(
    tricks: Iterable[Trick], at: dict[str, list[int]], line: str, throws: Mapping[str, Json] | None = None
) -> Iterable[Json]:
    """The plays of a line; `line` is the address prefix of a variation (``"7.3v1/"``)."""
    for trick in tricks:
        for number, play in enumerate(trick.plays, 1):
            address = f"{line}{trick.number}.{number}"
            yield {
                "at": address,
                "kind": "play",
                "trick": trick.number,
                "play": number,
                "seat": play.seat,
                "cards": _texts(play.cards),
                "tried": _texts(play.tried) if play.tried else None,
                **({"throw": throws[address]} if throws and address in throws else {}),
                **_notes(play, at.get(address, [])),
                "variations": [
                    _variation(variation, f"{address}v{n}", at)
                    for n, variation in enumerate(play.variations, 1)
                ],
            }
            for n, incident in enumerate(play.incidents, 1):
                yield _incident(incident, f"{address}i{n}", at)


def _throws(audited: Audit) -> dict[str, Json]:
    """Of each throw that another hand beats: what was thrown, who beats what, and what must be led.

    Left out where a hand is in doubt, since an earlier play or the deal did not fit it.
    """
    found: dict[str, Json] = {}
    for trick, number, play in audited.record.plays():
        address, thrown = f"{trick.number}.{number}", play.tried or play.cards
        position = audited.replay.positions.get(address)
        if number > 1 or position is None or len(thrown) < 2 or any(map(is_unknown, thrown)):
            continue
        seats = seats_from(play.seat, audited.rules.word("play_direction"))[1:]
        if any(position.hands[seat].doubt or position.hands[seat].gone for seat in seats):
            continue
        throw = throw_of(thrown, [position.hands[seat].cards for seat in seats], position.order)
        if throw.beaten:
            found[address] = {
                "thrown": _texts(thrown),
                "must": _texts(sort_cards(throw.must_lead)),
                "beaten": [
                    {
                        "cards": _texts(each.component.cards),
                        "by": None if each.by is None else seats[each.by],
                        "with": _texts(each.cards),
                    }
                    for each in throw.beaten
                ],
            }
    return found


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


def _incident(incident: Incident, address: str, at: dict[str, list[int]]) -> Json:
    return {
        "at": address,
        "kind": "incident",
        "incident": incident.kind,
        "party": incident.party,
        "seat": incident.party if incident.party in SEATS else None,
        "fields": dict(incident.fields),
        "cards": [],
        **_notes(incident, at.get(address, [])),
    }


def _variation(variation: Variation, address: str, at: dict[str, list[int]]) -> Json:
    return {
        "at": address,
        "comments": _comments(variation.before),
        "deal": {dealt.seat: _texts(dealt.cards) for dealt in variation.deal},
        "deal_comments": [
            text for dealt in variation.deal for text in _comments((*dealt.before, *dealt.after))
        ],
        "steps": list(_plays(variation.tricks, at, f"{address}/")),
    }


def _result(audited: Audit, at: dict[str, list[int]]) -> Iterable[Json]:
    result = audited.record.result
    notes = _notes(result, at.get("result", [])) if result else {"findings": at.get("result", [])}
    yield {"at": "result", "kind": "result", "state": result.state if result else "unfinished", **notes}


def _kitty_result(audited: Audit) -> Json | None:
    out = audited.score.capture
    if out is None:
        return None
    return {
        "captured": out.captured,
        "multiplier": out.multiplier,
        "points": out.points,
        "cards": _texts(audited.hands.kitty),
    }


def _notes(element: Element, findings: list[int]) -> Json:
    return {
        "before": _comments(element.before),
        "glyphs": list(element.glyphs),
        "comments": _comments(element.after),
        "findings": findings,
    }


def _comments(comments: Iterable[Comment]) -> list[str]:
    return [comment.text for comment in comments]


def _texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
