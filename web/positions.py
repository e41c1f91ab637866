"""What lies on the table at an address of a hand, as a drawing: for pictures and sheets of paper.

Owns the step from a timeline to the value that `position_svg` draws, the one `report_drawings` makes for
a finding too. Pure functions of a timeline; knows no rule and no language. What a view hides is not in
the value: a hidden hand is only a number of cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from paipu.grammar.cards import SEATS

__all__ = ["drawing_at", "step_at"]

Json = dict[str, Any]
Step = Mapping[str, Any]

_DRAW: Final = re.compile(r"d(\d{1,4})")
_TRICK: Final = re.compile(r"\d{1,4}")
_VARIATION: Final = re.compile(r"v(\d{1,4})(?:\.(\d{1,4}\.\d{1,4}))?")

_GROUPS: Final = "TSHCD?"
_POINTS: Final = {"5": 5, "T": 10, "K": 10}


@dataclass(frozen=True, slots=True)
class _Line:
    """The main line or a variation, with every step before it; `deals` are hands supposed on the way."""

    steps: tuple[Step, ...]
    start: int
    """Where the variation departs; the length of the hand for the main line."""
    deals: tuple[tuple[int, Mapping[str, Sequence[str]]], ...] = ()
    tricks: tuple[Mapping[str, Any], ...] = ()
    """Its tricks with their outcome, from the first of the hand on."""


@dataclass(slots=True)
class _State:
    """The hands while a line is replayed: cards still held, and those of the present play."""

    hands: dict[str, list[str]]
    played: list[str] = field(default_factory=list)


def step_at(timeline: Mapping[str, Any], at: str) -> Step | None:
    """The step of this address, None if there is none."""
    found = _find(timeline, at)
    return found[0].steps[found[1]] if found else None


def drawing_at(timeline: Mapping[str, Any], at: str, view: str = "all") -> Json | None:
    """What is to be drawn right after the step at `at`; None where there is no such address.

    `view` is one of `paipu.grammar.profiles.VIEWS`. The keys are those of `report_drawings.drawing`;
    hidden hands have ``hidden`` instead of rows.
    """
    found = _find(timeline, at)
    if found is None:
        return None
    line, index = found
    step = line.steps[index]
    state = _replayed(timeline, line, index)
    findings = [timeline["findings"][i] for i in step.get("findings") or ()]
    buried = _last(line.steps[: index + 1], "bury")
    trick = _trick(line.steps[: index + 1]) if step["kind"] != "result" else []

    def seen(seat: str | None) -> bool:
        return view in ("all", seat)

    kitty = {
        "deal": timeline.get("kitty") if view == "all" else None,
        "bury": step.get("took") if seen(step.get("seat")) else None,
    }.get(step["kind"])
    return {
        "kind": "play" if step["kind"] == "play" else "auction",
        "hands": {
            seat: _hand(timeline, state, seat, step, findings)
            if seen(seat)
            else {"hidden": len(state.hands.get(seat, ())), "count": len(state.hands.get(seat, ()))}
            for seat in timeline["seats"]
        },
        "table": _table(trick, step) if trick else _bids(line.steps[: index + 1], step),
        "seat": step.get("seat"),
        "duty": "meets" if any(each.get("held") for each in findings) else None,
        "kitty": list(kitty) if kitty else None,
        "buried": _buried(timeline, step, buried, view),
        "captured": _captured(timeline, line, index),
        "points": sum(_points(card) for play in trick for card in play["cards"]),
    }


# --- lines ------------------------------------------------------------------------------------------


def _find(timeline: Mapping[str, Any], at: str) -> tuple[_Line, int] | None:
    return _place(timeline, at) or _place(timeline, _spelled_out(timeline, at))


def _place(timeline: Mapping[str, Any], at: str | None) -> tuple[_Line, int] | None:
    steps = tuple(timeline["steps"])
    for line in _lines(_Line(steps, len(steps), tricks=tuple(timeline["tricks"])), 0):
        # The steps before a variation are addressed in the line they belong to.
        first = line.start if line.start < len(line.steps) else 0
        for index in range(first, len(line.steps)):
            if line.steps[index]["at"] == at:
                return line, index
    return None


def _spelled_out(timeline: Mapping[str, Any], at: str) -> str | None:
    """The address of the step that one in a short form means, as the page of the hand reads them.

    ``k`` is the kitty, ``d18`` what was bid at card 18, ``7`` the first play of a trick, ``v2`` a variation
    and ``v2.7.3`` a play in it.
    """
    steps = timeline["steps"]
    if at == "k":
        return next((str(step["at"]) for step in steps if step["kind"] == "bury"), None)
    if drawn := _DRAW.fullmatch(at):
        seen = [step for step in steps if (card := _card_of(step)) is not None and card <= int(drawn[1])]
        return str((seen[-1] if seen else steps[0])["at"])
    if _TRICK.fullmatch(at):
        return f"{int(at)}.1"
    if inside := _VARIATION.fullmatch(at):
        every = list(_variations(steps))
        number = int(inside[1])
        if not 1 <= number <= len(every):
            return None
        variation, parent = every[number - 1]
        return f"{variation['at']}/{inside[2]}" if inside[2] else _entrance(variation, parent)
    return next((_entrance(each, parent) for each, parent in _variations(steps) if each["at"] == at), None)


def _card_of(step: Step) -> int | None:
    """With which card of the draw a step comes."""
    if step["kind"] == "draw":
        return int(step["at"][1:]) - len(SEATS) + 1
    return step.get("draw")


def _variations(steps: Sequence[Step]) -> Iterator[tuple[Step, Sequence[Step]]]:
    """Every variation with the steps it departs from, in the order of the text."""
    for step in steps:
        for variation in step.get("variations") or ():
            if variation["steps"]:
                yield variation, steps
                yield from _variations(variation["steps"])


def _entrance(variation: Step, parent: Sequence[Step]) -> str:
    """The first play of a variation that is not one of the line it departs from."""
    theirs = {(s["trick"], s["play"]): s["cards"] for s in parent if s["kind"] == "play"}
    own = (
        s
        for s in variation["steps"]
        if s["kind"] == "play" and theirs.get((s["trick"], s["play"])) != s["cards"]
    )
    return str(next(own, variation["steps"][0])["at"])


def _lines(line: _Line, first: int) -> Iterator[_Line]:
    yield line
    for offset, step in enumerate(line.steps[first:], first):
        for variation in step.get("variations") or ():
            if not variation["steps"]:
                continue
            trick = variation["steps"][0]["trick"]
            at = (i for i, s in enumerate(line.steps) if s["kind"] == "play" and s["trick"] >= trick)
            start = next(at, offset + 1)  # a trick beyond the line goes on behind it
            deals = (*line.deals, (start, variation.get("deal") or {}))
            tricks = (*(t for t in line.tricks if t["number"] < trick), *variation.get("tricks", ()))
            yield from _lines(_Line((*line.steps[:start], *variation["steps"]), start, deals, tricks), start)


def _replayed(timeline: Mapping[str, Any], line: _Line, index: int) -> _State:
    state = _State({seat: list(_held(timeline, seat, line.steps[: index + 1])) for seat in timeline["deal"]})
    for number, step in enumerate(line.steps[: index + 1]):
        for start, deal in line.deals:
            if start == number:
                state.hands.update({seat: list(cards) for seat, cards in deal.items()})
        if step["kind"] == "bury":
            hand = state.hands.setdefault(step["seat"], [])
            hand.extend(step.get("took") or ())
            _take_all(hand, step["cards"])
        elif step["kind"] == "play":
            _take_all(state.hands.setdefault(step["seat"], []), step["cards"])
            state.played = list(step["cards"]) if number == index else []
    return state


def _held(timeline: Mapping[str, Any], seat: str, steps: Sequence[Step]) -> Sequence[str]:
    """The cards of a seat before the first trick: all of them, while they are drawn the first ones."""
    dealt: Sequence[str] = timeline["deal"][seat]
    order: Sequence[str] = (timeline.get("draw") or {}).get(seat, ())
    rounds = sum(step["kind"] == "draw" for step in steps)
    return order[:rounds] if steps[-1]["kind"] != "deal" and rounds < len(order) else dealt


def _take_all(hand: list[str], cards: Sequence[str]) -> None:
    """Take cards out of a hand; an unknown card gives way to what turns out to have been it."""
    for card in cards:
        for likely in (card, f"{card[0]}?", "?"):
            if likely in hand:
                hand.remove(likely)
                break


# --- what is drawn -----------------------------------------------------------------------------------


def _hand(
    timeline: Mapping[str, Any], state: _State, seat: str, step: Step, findings: Sequence[Mapping[str, Any]]
) -> Json:
    held = list(state.hands.get(seat, ()))
    count = len(held)
    decided = [*state.played] if findings and step.get("seat") == seat else []
    duty = next((each["held"] for each in findings if each.get("held") and each.get("seat") == seat), "")
    known = [card for card in (*held, *decided) if card != "?"]
    return {
        "rows": _rows(timeline["order"], known, Counter(_cards(duty)), Counter(decided)),
        "count": count,
        "derived": seat in timeline["derived"],
        "unknown": held.count("?"),
    }


def _cards(text: str) -> list[str]:
    """Cards of an SJN text: ``"BBC5K"`` is B, B, C5, CK."""
    cards: list[str] = []
    suit = ""
    for char in text:
        if char in "BL":
            cards.append(char)
        elif char in "SHCD":
            suit = char
        elif not char.isspace():
            cards.append(suit + char)
    return cards


def _rows(
    order: Mapping[str, Any], cards: Sequence[str], duty: Counter[str], gone: Counter[str]
) -> list[Json]:
    rows: dict[str, list[tuple[str, str]]] = {}
    place = lambda card: (_GROUPS.index(_group(order, card)), -order.get(card, ("", -1))[1], card)  # noqa: E731
    for card in sorted(cards, key=place):
        marks = [name for name, left in (("duty", duty), ("played", gone)) if left[card] > 0]
        for left in (duty, gone):
            left[card] -= left[card] > 0
        rows.setdefault(_group(order, card), []).append((card, "both" if marks[1:] else "".join(marks)))
    return [{"group": group, "cards": marked} for group, marked in rows.items()]


def _group(order: Mapping[str, Any], card: str) -> str:
    known = order.get(card)
    return str(known[0]) if known else card[0]


def _trick(steps: Sequence[Step]) -> list[Step]:
    """The plays of the last trick that has begun."""
    plays = [step for step in steps if step["kind"] == "play"]
    if not plays:
        return []
    trick = [play for play in plays if play["trick"] == plays[-1]["trick"]]
    begins = max(i for i, play in enumerate(trick) if play["play"] == 1 or i == 0)
    return trick[begins:]


def _table(trick: Sequence[Step], step: Step) -> dict[str, Json]:
    table = {play["seat"]: _laid(play, now=play is step, leads=play is trick[0]) for play in trick}
    for play in trick:
        table[play["seat"]]["tried"] = play.get("tried")
    return table


def _bids(steps: Sequence[Step], step: Step) -> dict[str, Json]:
    """The last bid of each seat; nothing once the kitty is buried, for then it is the kitty that is shown."""
    if step["kind"] not in ("draw", "bid", "call", "incident"):
        return {}
    return {
        bid["seat"]: {**_laid(bid, now=bid is step, leads=False), "draw": bid.get("draw")}
        for bid in steps
        if bid["kind"] == "bid"
    }


def _laid(step: Step, *, now: bool, leads: bool) -> Json:
    mark = "played" if now else ""
    return {
        "seat": step["seat"],
        "cards": [(card, mark) for card in step["cards"]],
        "leads": leads,
        "now": now,
    }


def _buried(timeline: Mapping[str, Any], step: Step, bury: Step | None, view: str) -> list[Any] | None:
    if step["kind"] == "bury":
        return [(card, "played") for card in step["cards"]] if view in ("all", step["seat"]) else None
    if step["kind"] != "result":
        return None
    result = timeline.get("kitty_result") or {}
    shown = result.get("cards") or (bury or {}).get("cards") or ()
    # The kitty lies open once it is captured.
    seen = view in ("all", (bury or {}).get("seat")) or result.get("captured")
    return [(card, "") for card in shown] or None if seen else None


def _last(steps: Sequence[Step], kind: str) -> Step | None:
    return next((step for step in reversed(steps) if step["kind"] == kind), None)


def _points(card: str) -> int:
    return _POINTS.get(card[1], 0) if len(card) == 2 else 0


def _captured(timeline: Mapping[str, Any], line: _Line, index: int) -> int | None:
    """The attackers' points after the last trick that is complete; None where nobody knows."""
    step = line.steps[index]
    if step["kind"] == "result":
        counted = (timeline.get("replayed") or {}).get("attackers")
        if isinstance(counted, int):
            return counted
    done = {each["at"] for each in line.steps[: index + 1]}
    captured: int | None = 0
    for trick in line.tricks:
        if not set(trick["plays"]) <= done or len(trick["plays"]) < len(timeline["seats"]):
            break
        captured = trick["attackers"]
    return captured
