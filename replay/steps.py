"""The steps of a timeline: what happens in a hand, one thing after the other, variations within it.

Owns the shape of a step, of a variation and of a trick as a page needs them. Judges nothing: what a
variation breaks comes from `lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paipu.grammar.cards import SEATS, Cards, card_text, is_unknown, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Comment, Element, Incident, Play, Variation
from paipu.grammar.seats import take_names

from .auction import trump_of
from .audit import Audit
from .knowledge import drawing_rounds
from .lines import Line, Next, next_play
from .order import Order
from .position import Position, seats_from
from .throws import throw_of
from .tricks import points_in

__all__ = ["for_display", "next_json", "steps_of", "texts", "tricks_of"]

Json = dict[str, Any]
Findings = Mapping[str, list[int]]
"""Findings of the hand by the address of the step they are shown at."""


def steps_of(audited: Audit, line: Line) -> list[Json]:
    """The steps of a hand from the deal to the result; `line` is its main line with all variations."""
    at: dict[str, list[int]] = {}
    for index, finding in enumerate(audited.findings):
        at.setdefault(finding.element or "deal", []).append(index)
    return [*_opening(audited, at), *_plays(audited, line, at), *_result(audited, at)]


def tricks_of(line: Line) -> list[Json]:
    """The tricks of a line's own with their outcome; without one while trump or level is not known."""
    replayed = {trick.number: trick for trick in line.played}
    rows = []
    for trick in line.tricks[line.own :]:
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
                "plays": [f"{line.prefix}{trick.number}.{n}" for n in range(1, len(trick.plays) + 1)],
            }
        )
    return rows


def next_json(play: Next | None) -> Json | None:
    """Who plays next: ``seat``, ``trick``, ``play``, and in ``count`` how many cards must follow."""
    if play is None:
        return None
    return {"seat": play.seat, "trick": play.trick, "play": play.play, "count": play.count}


# --- the auction ------------------------------------------------------------------------------------


def _opening(audited: Audit, at: Findings) -> Iterable[Json]:
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
                "at": address, "kind": "bid", "seat": item.seat, "cards": texts(item.cards),
                "draw": item.draw, "trump": trump, **notes,
            }  # fmt: skip
        elif isinstance(item, Call):
            yield {
                "at": address, "kind": "call", "call": item.kind, "seat": item.seat,
                "cards": texts(item.cards), "draw": item.draw, **notes,
            }  # fmt: skip
        elif isinstance(item, Incident):
            yield _incident(item, address, at)
        elif isinstance(item, Bury):
            yield {
                "at": address, "kind": "bury", "seat": item.seat, "took": texts(lying),
                "cards": texts(for_display(item.cards, audited.case.order)), **notes,
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


# --- the plays --------------------------------------------------------------------------------------


def _plays(audited: Audit, line: Line, at: Findings) -> Iterable[Json]:
    """The plays of a line's own tricks, each with the variations that stand behind it."""
    naming, branches = audited.record.naming, iter(line.branches)
    for trick in line.tricks[line.own :]:
        for number, play in enumerate(trick.plays, 1):
            address = f"{line.prefix}{trick.number}.{number}"
            step: Json = {
                "at": address,
                "kind": "play",
                "trick": trick.number,
                "play": number,
                "seat": play.seat,
                "cards": texts(play.cards),
                "tried": texts(play.tried) if play.tried else None,
            }
            position = line.positions.get(address)
            if number == 1 and position is not None and (thrown := _throw(play, position)):
                step["throw"] = thrown
            if breach := line.breaches.get(address):
                step["breach"] = take_names(breach.to_dict(), naming)
            step |= _notes(play, at.get(address, []))
            step["variations"] = [
                _variation(audited, variation, branch, at)
                for variation, branch in zip(play.variations, branches, strict=False)
            ]
            yield step
            for n, incident in enumerate(play.incidents, 1):
                yield _incident(incident, f"{address}i{n}", at)


def _variation(audited: Audit, variation: Variation, line: Line, at: Findings) -> Json:
    return {
        "at": line.at,
        "comments": _comments(variation.before),
        "deal": {dealt.seat: texts(dealt.cards) for dealt in variation.deal},
        "deal_comments": [
            text for dealt in variation.deal for text in _comments((*dealt.before, *dealt.after))
        ],
        "steps": list(_plays(audited, line, at)),
        "tricks": tricks_of(line),
        "next": next_json(next_play(audited, line)),
    }


def _throw(play: Play, position: Position) -> Json | None:
    """Of a throw that another hand beats: what was thrown, who beats what, and what must be led.

    None where a hand is in doubt, since an earlier play or the deal did not fit it.
    """
    thrown = play.tried or play.cards
    if len(thrown) < 2 or any(map(is_unknown, thrown)):
        return None
    seats = seats_from(play.seat, position.order.rules.word("play_direction"))[1:]
    if any(position.hands[seat].doubt or position.hands[seat].gone for seat in seats):
        return None
    throw = throw_of(thrown, [position.hands[seat].cards for seat in seats], position.order)
    if not throw.beaten:
        return None
    return {
        "thrown": texts(thrown),
        "must": texts(sort_cards(throw.must_lead)),
        "beaten": [
            {
                "cards": texts(each.component.cards),
                "by": None if each.by is None else seats[each.by],
                "with": texts(each.cards),
            }
            for each in throw.beaten
        ],
    }


def _incident(incident: Incident, address: str, at: Findings) -> Json:
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


def _result(audited: Audit, at: Findings) -> Iterable[Json]:
    result = audited.record.result
    notes = _notes(result, at.get("result", [])) if result else {"findings": at.get("result", [])}
    yield {"at": "result", "kind": "result", "state": result.state if result else "unfinished", **notes}


# --- what all have ----------------------------------------------------------------------------------


def for_display(cards: Cards, order: Order | None) -> Cards:
    """Cards from the highest down, trumps first; by suit where trump is not known or some cards are not."""
    if order is None or any(card >= 54 for card in cards):
        return sort_cards(cards)
    return tuple(card for row in order.descending(cards) for card in row)


def _notes(element: Element, findings: list[int]) -> Json:
    return {
        "before": _comments(element.before),
        "glyphs": list(element.glyphs),
        "comments": _comments(element.after),
        "findings": findings,
    }


def _comments(comments: Iterable[Comment]) -> list[str]:
    return [comment.text for comment in comments]


def texts(cards: Iterable[int]) -> list[str]:
    """Cards as a timeline has them."""
    return [card_text(card) for card in cards]
