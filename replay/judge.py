"""Questions of rule about a position: the answers of `paipu judge` (judge.md).

Owns the answers, one function a kind; `questions` reads the fields. Answers by the recommended value
of each parameter; where an answer rests on a value that may not accuse it says ``certain: false``
with the parameters and their readings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from paipu.grammar.cards import RANKS, Cards, format_cards, side_of
from paipu.grammar.seats import naming_in, put_names, take_names
from paipu.replay.rules import Entry, RuleSet, value_text

from .auction import BidBreach, Bidding, Shown, bid_breach, first_dealer, flip, trump_of
from .follow import Breach, completion, example_follow, follow_breach
from .incidents import penalty
from .kitty import capture
from .levels import advance
from .order import TRUMPS, Order
from .position import seats_from
from .questions import (
    Question,
    QuestionError,
    cards_of,
    hand_no_of,
    incident_of,
    level_of,
    order_of,
    plays_of,
    rules_of,
    seat_of,
)
from .reasons import winner_reason
from .shapes import components, shape_of
from .throws import lead_breach, throw_of
from .tricks import points_in, ruff_parameters, winner_of
from .weight import unsure
from .wording import follow_reason, throw_reason

__all__ = ["KINDS", "Question", "judge"]

Answer = dict[str, Any]
Asked = tuple[Answer, tuple[str, ...]]
"""An answer and the parameters it rests on."""


def judge(question: Question) -> Answer:
    """Answer one question; one that cannot be read gets an ``error`` object, never an exception.

    The fields of the answer stand in the object itself and, as cases are written, under ``answer``.

    >>> judge({"id": 1, "kind": "follow", "trump": "S", "level": "4",
    ...        "lead": "S99", "hand": "S223355", "play": "S23"})["answer"]["legal"]
    False
    """
    identity = question.get("id") if isinstance(question, Mapping) else None
    try:
        if not isinstance(question, Mapping):
            raise QuestionError("question.object", "a question is a JSON object")
        kind = question.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise QuestionError("question.kind", f"unknown kind {kind!r}; known: {', '.join(KINDS)}")
        naming = naming_in({name: value for name, value in question.items() if name != "id"})
        question = take_names(question, naming)
        rules = rules_of(question)
        answer, names = KINDS[kind](question, rules)
        certainty = _certainty(kind, question, rules, answer, names)
        answer = put_names(answer, naming)
        return {"id": identity, **answer, "answer": answer, **certainty}
    except QuestionError as error:
        return {"id": identity, "error": {"code": error.code, "message": str(error)}}


def _certainty(
    kind: str, question: Question, rules: RuleSet, answer: Answer, names: tuple[str, ...]
) -> Answer:
    """Whether the answer rests on firm values alone, and if not on which it does not."""

    def same(other: RuleSet) -> bool:
        return _essence(KINDS[kind](question, other)[0]) == _essence(answer)

    shown = [_shown(entry) for entry in unsure(names, rules, same, patterns=kind in _BY_PATTERN)]
    return {"certain": False, "rests_on": shown} if shown else {"certain": True}


def _shown(entry: Entry) -> Answer:
    return {
        "parameter": entry.name,
        "value": value_text(entry.value),
        "status": entry.standing,
        **({"clause": entry.clause} if entry.clause else {}),
        **({"readings": list(entry.texts)} if entry.readings else {}),
    }


_BY_PATTERN: Final = frozenset({"shape", "follow", "complete", "throw", "trick", "kitty"})


_WHY: Final = ("why", "why_zh")

_MARGINAL: Final = frozenset(
    {"example", "findings", "components", "fine", "fine_certain", "why", "why_zh", "clause"}
)


def _essence(answer: Answer) -> Answer:
    """The part of an answer that would have to differ for a reading to matter."""
    return {key: value for key, value in answer.items() if key not in _MARGINAL}


def _shape(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    cards = cards_of(question.get("cards"), "cards", least=1)
    shape = shape_of(cards, order)
    if shape == "none":
        return {"shape": "none"}, ("follow_suit",)
    group = order.group_of_all(cards)
    parts = [
        {"shape": part.shape, "pairs": part.pairs, "cards": format_cards(part.cards)}
        for part in components(cards, order)
    ]
    names = ("triple_pattern", "triple_ranks") if shape in ("triple", "throw") and len(cards) == 3 else ()
    return {"shape": shape, "suit": "trump" if group == TRUMPS else group, "components": parts}, names


def _order_of(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    cards = cards_of(question.get("cards"), "cards")
    return {"descending": [format_cards(row) for row in order.descending(cards)]}, (
        "trump_order",
        "side_order",
        "side_level_cards_equal",
    )


def _follow(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    lead = cards_of(question.get("lead"), "lead", least=1)
    hand = cards_of(question.get("hand"), "hand")
    play = cards_of(question.get("play"), "play")
    breach = follow_breach(lead, hand, play, order)
    answer: Answer = {"legal": breach is None, "findings": _broken(breach, rules)}
    if breach:
        answer |= dict(
            zip(_WHY, follow_reason(breach, play, order.group_of_all(lead) or TRUMPS), strict=True)
        )
    names = breach.parameters if breach else _open_duties(lead, order)
    example = example_follow(lead, hand, order)
    if example:
        answer["example"] = format_cards(example)
    if lead_breach(lead, order):
        answer["lead_legal"] = False
        names = (*names, "throw_allowed", "throw_suits")
    return answer, names


def _open_duties(lead: Cards, order: Order) -> tuple[str, ...]:
    """What a legal follow rests on: duties that the sheet may be read to have, and those under a throw."""
    read = ("follow_tractor", "follow_throw", "follow_short_suit")
    names = ["follow_count", "follow_suit", *(name for name in read if order.rules.entry(name).readings)]
    # Silent sheets leave open whether a shorter tractor is owed, and to what a triple obliges.
    names += ["follow_longer_tractor", "follow_triple"]
    if order.group_of_all(lead) is not None and len(components(lead, order)) > 1:
        names.append("follow_throw")
    return tuple(names)


def _complete(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    lead, hand = cards_of(question.get("lead"), "lead", least=1), cards_of(question.get("hand"), "hand")
    found = completion(lead, hand, cards_of(question.get("selected", ""), "selected"), order)
    answer: Answer = {"possible": found.breach is None and bool(found.example), "findings": []}
    if found.breach:
        answer["findings"] = _broken(found.breach, rules)
    elif found.example:
        answer |= {"forced": format_cards(found.forced), "example": format_cards(found.example)}
    return answer, found.breach.parameters if found.breach else _open_duties(lead, order)


def _broken(breach: Breach | BidBreach | None, rules: RuleSet) -> list[Answer]:
    """The finding of a breach, with the parameter it stands on."""
    if breach is None:
        return []
    found: Answer = {"code": breach.code}
    if breach.parameters:
        entry = rules.entry(breach.parameters[0])
        found |= {"parameter": entry.name, "status": entry.standing}
        found |= {"clause": entry.clause} if entry.clause else {}
    return [found]


def _throw(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    lead = cards_of(question.get("lead"), "lead", least=1)
    others = plays_of(question, "others", 3)
    throw = throw_of(lead, others, order)
    answer: Answer = {"legal": throw.legal, "stands": throw.stands}
    names: tuple[str, ...] = ("throw_allowed",)
    if order.group_of_all(lead) is not None and len(components(lead, order)) > 1:
        names = (
            ("throw_allowed", "throw_suits") if not throw.legal else ("throw_allowed", "throw_success_test")
        )
    answer |= dict(zip(_WHY, throw_reason(throw, lead), strict=True))
    if throw.legal and not throw.stands:
        answer["must_lead"] = format_cards(throw.must_lead)
        names = (*names, "throw_fail_lead")
        if rules["throw_fail_penalty"] != "none":
            # How many cards are fined is often unclear where the verdict is not.
            answer["fine"] = throw.fine
            fined = ("throw_fail_penalty", "throw_fail_count_basis")
            answer["fine_certain"] = not unsure(
                fined, rules, lambda other: _fine(question, other) == throw.fine
            )
    return answer, names


def _fine(question: Question, rules: RuleSet) -> int:
    others = plays_of(question, "others", 3)
    return throw_of(cards_of(question.get("lead"), "lead"), others, order_of(question, rules)).fine


def _trick(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    plays = plays_of(question, "plays")
    if not plays or not plays[0]:
        raise QuestionError("question.cards", "plays: a lead is needed")
    why, why_zh = winner_reason(plays, order)
    points = sum(map(points_in, plays))
    answer = {"winner": winner_of(plays, order), "points": points, "why": why, "why_zh": why_zh}
    return answer, _winner_names(plays, order)


def _winner_names(plays: Sequence[Cards], order: Order) -> tuple[str, ...]:
    """What the winner of a trick rests on."""
    group = order.group_of_all(plays[0])
    ruffed = group != TRUMPS and any(order.group_of_all(play) == TRUMPS for play in plays[1:])
    if group is not None and ruffed and len(components(plays[0], order)) > 1:
        return ("compare_rule", *ruff_parameters(plays[0], order))
    return ("compare_rule",)


def _kitty(question: Question, rules: RuleSet) -> Asked:
    order = order_of(question, rules)
    dealer, leader = seat_of(question, "dealer"), seat_of(question, "leader")
    plays = plays_of(question, "plays", 4)
    kitty = cards_of(question.get("kitty"), "kitty")
    winner = seats_from(leader, rules.word("play_direction"))[winner_of(plays, order)]
    out = capture(plays, side_of(winner) != side_of(dealer), kitty, order)
    answer = {"captured": out.captured, "multiplier": out.multiplier, "points": out.points}
    return answer, (*out.parameters, *_winner_names(plays, order))


def _advance(question: Question, rules: RuleSet) -> Asked:
    points, side = question.get("attackers"), question.get("dealer_side")
    levels = question.get("levels") or {}
    overturns = question.get("overturns", 0)
    if not isinstance(points, int) or isinstance(points, bool):
        raise QuestionError("question.points", f"attackers is a number of points, not {points!r}")
    if side not in ("NS", "EW"):
        raise QuestionError("question.side", f"dealer_side is NS or EW, not {side!r}")
    if not isinstance(overturns, int) or isinstance(overturns, bool) or overturns < 0:
        raise QuestionError("question.overturns", f"overturns is a number, not {overturns!r}")
    if not isinstance(levels, Mapping) or not all(
        key in ("NS", "EW") and isinstance(level, str) and len(level) == 1 and level in RANKS
        for key, level in levels.items()
    ):
        raise QuestionError("question.level", 'levels is an object such as {"NS": "5", "EW": "4"}')
    out = advance(points, side, levels, rules, overturns)
    if out is None:
        raise QuestionError("question.table", f"{rules.id} names a level table without giving it")
    answer = {"dealer_next": out.dealer_next, "gain": out.gain, "levels": dict(out.levels), "over": out.over}
    return answer, out.parameters


def _bid(question: Question, rules: RuleSet) -> Asked:
    phase = question.get("phase", "deal")
    if phase not in ("deal", "before_kitty", "after_bury"):
        raise QuestionError("question.phase", f"phase is deal, before_kitty or after_bury, not {phase!r}")
    history = question.get("history", [])
    if not isinstance(history, list) or not all(isinstance(item, Mapping) for item in history):
        raise QuestionError("question.history", "history is a list of objects with seat and cards")
    shown = tuple(
        Shown(seat_of(item, "seat"), cards_of(item.get("cards"), "history", least=1)) for item in history
    )
    seat, cards = seat_of(question, "seat"), cards_of(question.get("cards"), "cards", least=1)
    first = hand_no_of(question) == 1
    bidding = Bidding(rules=rules, level=level_of(question), phase=phase, first_hand=first, history=shown)
    breach = bid_breach(bidding, seat, cards)
    answer: Answer = {"legal": breach is None, "findings": _broken(breach, rules)}
    if breach is None:
        answer["trump"] = trump_of(cards)
        dealer = first_dealer((*shown, Shown(seat, cards)), rules) if first else None
        if dealer:
            answer["dealer"] = dealer
    names = breach.parameters if breach else _BID_BASIS if shown else ("declare_cards", "declare_window")
    if breach is None and first:
        names = (*names, "first_dealer", "overturn_changes_dealer_first_hand")
    return answer, names


_BID_BASIS: Final = (
    "overturn_cards",
    "overturn_window",
    "overturn_pair_over_pair",
    "overturn_joker_over_level_pair",
    "overturn_joker_order",
    "self_overturn",
    "overturn_repeat",
)


def _flip(question: Question, rules: RuleSet) -> Asked:
    kitty = cards_of(question.get("kitty"), "kitty", least=1)
    out = flip(kitty, level_of(question), hand_no_of(question) == 1, rules)
    answer: Answer = {"trump": out.trump, "redeal": out.redeal, "overturn": out.overturn}
    if out.redeal:
        answer = {"redeal": True}
    return {key: value for key, value in answer.items() if value is not None}, out.parameters


def _incident(question: Question, rules: RuleSet) -> Asked:
    out = penalty(incident_of(question), rules)
    return out.to_dict(), out.parameters


KINDS: Final[dict[str, Callable[[Question, RuleSet], Asked]]] = {
    "shape": _shape,
    "order": _order_of,
    "follow": _follow,
    "complete": _complete,
    "throw": _throw,
    "trick": _trick,
    "kitty": _kitty,
    "advance": _advance,
    "bid": _bid,
    "flip": _flip,
    "incident": _incident,
}
"""The kinds of question, by name."""
