"""Questions of rule about a position: the answers of `paipu judge` (judge.md).

Owns the JSON of questions and answers. Answers by the recommended value of each parameter; where an
answer rests on a value that may not accuse it says ``certain: false`` with the parameters and
their readings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paipu.grammar.cards import RANKS, SEATS, Cards, Rank, Seat, format_cards, parse_cards, side_of
from paipu.replay.rules import Entry, RuleError, RuleSet, load_rules, value_text

from .auction import BidBreach, Bidding, Shown, bid_breach, first_dealer, flip, trump_of
from .follow import Breach, example_follow, follow_breach
from .kitty import capture
from .levels import advance
from .order import TRUMPS, Order, order_for
from .position import seats_from
from .shapes import components, shape_of
from .throws import throw_of
from .tricks import points_in, winner_of
from .weight import unsure

__all__ = ["KINDS", "Question", "judge"]

Question = Mapping[str, Any]
Answer = dict[str, Any]
Asked = tuple[Answer, tuple[str, ...]]
"""An answer and the parameters it rests on."""


class QuestionError(ValueError):
    """A question that cannot be read; `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


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
        rules = _rules(question)
        answer, names = KINDS[kind](question, rules)
        certainty = _certainty(kind, question, rules, answer, names)
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


_BY_PATTERN: Final = frozenset({"shape", "follow", "throw", "trick", "kitty"})


_MARGINAL: Final = frozenset({"example", "findings", "components", "fine", "fine_certain"})


def _essence(answer: Answer) -> Answer:
    """The part of an answer that would have to differ for a reading to matter."""
    return {key: value for key, value in answer.items() if key not in _MARGINAL}


def _rules(question: Question) -> RuleSet:
    spec = question.get("rules", "standard")
    changes = question.get("set") or {}
    if not isinstance(spec, str) or not isinstance(changes, Mapping):
        raise QuestionError("question.rules", "rules is a string, set an object")
    decks = question.get("decks", 2)
    if decks not in (1, 2, 3, 4) or isinstance(decks, bool):
        raise QuestionError("question.decks", f"decks is 1, 2, 3 or 4, not {decks!r}")
    if decks != 2 and "deck_count" not in changes:
        changes = {"deck_count": decks, **changes}
    parts = [spec, *(f"{name}={_spelled(value)}" for name, value in changes.items())]
    try:
        return load_rules("; ".join(parts))
    except RuleError as error:
        raise QuestionError("question.rules", str(error)) from None


def _spelled(value: Any) -> str:
    return value_text(tuple(value) if isinstance(value, list) else value)


def _order(question: Question, rules: RuleSet) -> Order:
    trump = question.get("trump")
    if trump not in ("S", "H", "C", "D", "NT"):
        raise QuestionError("question.trump", f"trump is S H C D or NT, not {trump!r}")
    return order_for(rules, trump, _level(question))


def _level(question: Question) -> Rank:
    level = question.get("level")
    if not isinstance(level, str) or len(level) != 1 or level not in RANKS:
        raise QuestionError("question.level", f"level is 2..9 T J Q K A, not {level!r}")
    return level  # type: ignore[return-value]


def _cards(value: Any, field: str, *, least: int = 0) -> Cards:
    if not isinstance(value, str):
        raise QuestionError("question.cards", f"{field} is a string of cards, not {value!r}")
    try:
        cards = parse_cards(value)
    except ValueError as error:
        raise QuestionError("question.cards", f"{field}: {error}") from None
    if any(card >= 54 for card in cards):
        raise QuestionError("question.cards", f"{field}: unknown cards cannot be judged")
    if len(cards) < least:
        raise QuestionError("question.cards", f"{field}: at least {least} card expected")
    return cards


def _list(question: Question, field: str, length: int | None = None) -> list[Cards]:
    values = question.get(field)
    if not isinstance(values, list) or (length is not None and len(values) != length):
        raise QuestionError("question.cards", f"{field} is a list of {length or 'some'} strings of cards")
    return [_cards(value, field) for value in values]


def _shape(question: Question, rules: RuleSet) -> Asked:
    order = _order(question, rules)
    cards = _cards(question.get("cards"), "cards", least=1)
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
    order = _order(question, rules)
    cards = _cards(question.get("cards"), "cards")
    return {"descending": [format_cards(row) for row in order.descending(cards)]}, (
        "trump_order",
        "side_order",
        "side_level_cards_equal",
    )


def _follow(question: Question, rules: RuleSet) -> Asked:
    order = _order(question, rules)
    lead = _cards(question.get("lead"), "lead", least=1)
    hand = _cards(question.get("hand"), "hand")
    play = _cards(question.get("play"), "play")
    breach = follow_breach(lead, hand, play, order)
    answer: Answer = {"legal": breach is None, "findings": []}
    names: tuple[str, ...] = ("follow_count", "follow_suit")
    if breach:
        names = breach.parameters
        answer["findings"] = _broken(breach, rules)
    elif len(components(lead, order) if order.group_of_all(lead) else ()) > 1:
        names = (*names, "follow_throw")
    example = example_follow(lead, hand, order)
    if example:
        answer["example"] = format_cards(example)
    return answer, names


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
    order = _order(question, rules)
    lead = _cards(question.get("lead"), "lead", least=1)
    others = _list(question, "others", 3)
    throw = throw_of(lead, others, order)
    answer: Answer = {"legal": throw.legal, "stands": throw.stands}
    names: tuple[str, ...] = ("throw_allowed",)
    if order.group_of_all(lead) is not None and len(components(lead, order)) > 1:
        names = (
            ("throw_allowed", "throw_suits") if not throw.legal else ("throw_allowed", "throw_success_test")
        )
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
    others = _list(question, "others", 3)
    return throw_of(_cards(question.get("lead"), "lead"), others, _order(question, rules)).fine


def _trick(question: Question, rules: RuleSet) -> Asked:
    order = _order(question, rules)
    plays = _list(question, "plays")
    if not plays or not plays[0]:
        raise QuestionError("question.cards", "plays: a lead is needed")
    names: tuple[str, ...] = ("compare_rule",)
    group = order.group_of_all(plays[0])
    ruffed = group != TRUMPS and any(order.group_of_all(play) == TRUMPS for play in plays[1:])
    if group is not None and ruffed and len(components(plays[0], order)) > 1:
        names = (*names, *_ruff_parameters(plays[0], order))
    return {"winner": winner_of(plays, order), "points": sum(map(points_in, plays))}, names


def _ruff_parameters(lead: Cards, order: Order) -> tuple[str, ...]:
    if shape_of(lead, order) == "triple":
        return ("ruff_triple",)
    return ("ruff_throw_requirement", "ruff_throw_comparison")


def _kitty(question: Question, rules: RuleSet) -> Asked:
    order = _order(question, rules)
    dealer, leader = _seat(question, "dealer"), _seat(question, "leader")
    plays = _list(question, "plays", 4)
    kitty = _cards(question.get("kitty"), "kitty")
    winner = seats_from(leader, rules.word("play_direction"))[winner_of(plays, order)]
    out = capture(plays, side_of(winner) != side_of(dealer), kitty, order)
    return {"captured": out.captured, "multiplier": out.multiplier, "points": out.points}, out.parameters


def _seat(question: Question, field: str) -> Seat:
    seat = question.get(field)
    for known in SEATS:
        if seat == known:
            return known
    raise QuestionError("question.seat", f"{field} is E N W or S, not {seat!r}")


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
        Shown(_seat(item, "seat"), _cards(item.get("cards"), "history", least=1)) for item in history
    )
    seat, cards = _seat(question, "seat"), _cards(question.get("cards"), "cards", least=1)
    first = _hand_no(question) == 1
    bidding = Bidding(rules=rules, level=_level(question), phase=phase, first_hand=first, history=shown)
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
    kitty = _cards(question.get("kitty"), "kitty", least=1)
    out = flip(kitty, _level(question), _hand_no(question) == 1, rules)
    answer: Answer = {"trump": out.trump, "redeal": out.redeal, "overturn": out.overturn}
    if out.redeal:
        answer = {"redeal": True}
    return {key: value for key, value in answer.items() if value is not None}, out.parameters


def _hand_no(question: Question) -> int:
    number = question.get("hand_no", 2)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise QuestionError("question.hand_no", f"hand_no counts from 1, not {number!r}")
    return number


KINDS: Final[dict[str, Callable[[Question, RuleSet], Asked]]] = {
    "shape": _shape,
    "order": _order_of,
    "follow": _follow,
    "throw": _throw,
    "trick": _trick,
    "kitty": _kitty,
    "advance": _advance,
    "bid": _bid,
    "flip": _flip,
}
"""The kinds of question, by name."""
