"""The two kinds of Botzone file, read into a `Match`.

Owns the layout of whole-match logs (judge and player entries in turn) and of a bot's own input
(`requests`, `responses`). Knows neither suits nor SJN: cards stay Botzone's numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .botzone_match import Call, Ending, Ids, Match, Move, level_of
from .jsonread import array, integer, obj, string

__all__ = ["is_log", "is_view", "read_log", "read_view"]

_PLAYERS: Final = 4


def is_log(value: dict[str, Any]) -> bool:
    """Whether an object is a whole-match log."""
    return bool(array(value.get("log")) or array(value.get("logs")))


def is_view(value: dict[str, Any]) -> bool:
    """Whether an object is a bot's input."""
    return isinstance(value.get("requests"), list)


def _ids(value: object) -> Ids:
    """Card numbers; -1 for what is not one."""
    numbers = (integer(item) for item in array(value))
    return tuple(number if number is not None and 0 <= number < 108 else -1 for number in numbers)


def _seat(value: object) -> int | None:
    """A player's number, given as a number or, as a key, in a string."""
    number = int(value) if isinstance(value, str) and value in ("0", "1", "2", "3") else integer(value)
    return number if number is not None and 0 <= number < _PLAYERS else None


def _kept_back(attempt: Ids, played: Ids) -> bool:
    """Whether only a part of what was tried was played: the throw failed."""
    tried = Counter(number % 54 for number in attempt)
    left = Counter(number % 54 for number in played)
    return len(played) < len(attempt) and left <= tried


def _unread(*groups: Sequence[Ids]) -> int:
    return sum(number < 0 for group in groups for ids in group for number in ids)


def _judge_fields(request: dict[str, Any]) -> tuple[bool | None, bool]:
    """The `first_round` of a request, and whether it has a field of the later judges."""
    first = obj(request.get("global")).get("first_round")
    later = isinstance(first, bool) or "playerpos" in request
    return (first if isinstance(first, bool) else None), later


# Whole-match log


@dataclass(slots=True)
class _Log:
    """A log while it is read: what was asked last, and what was answered but not yet confirmed."""

    asked: tuple[int, dict[str, Any]] | None = None
    answered: tuple[int, Ids] | None = None
    drawn: int = 0
    hands: dict[int, list[int]] = field(default_factory=dict)
    kitty: Ids = ()
    calls: list[Call] = field(default_factory=list)
    bury: Move | None = None
    tricks: list[list[Move]] = field(default_factory=list)
    banking: dict[str, Any] = field(default_factory=dict)
    level: object = None
    first_round: bool | None = None
    later_judge: bool = False
    total: int | None = None
    ending: Ending | None = None
    errors: list[tuple[int, str]] = field(default_factory=list)

    def judge(self, output: dict[str, Any]) -> None:
        """One entry of the judge: it confirms the last answer and asks the next player."""
        display = obj(output.get("display"))
        requests = [
            (seat, obj(request))
            for key, request in obj(output.get("content")).items()
            if (seat := _seat(key)) is not None and isinstance(request, dict | str)
        ]
        banking = next((obj(obj(r.get("global")).get("banking")) for _, r in requests), {})
        banking = banking or obj(display.get("banking"))
        self.settle(obj(display.get("event")), requests, string(banking.get("major")))
        if banking:
            self.banking = banking
        if output.get("command") == "finish":
            self.finish(obj(output.get("content")), display)
            return
        for seat, request in requests:
            self.ask(seat, request)

    def ask(self, seat: int, request: dict[str, Any]) -> None:
        self.asked = (seat, request)
        world = obj(request.get("global"))
        first, later = _judge_fields(request)
        self.level = self.level if self.level is not None else world.get("level")
        self.first_round = first if first is not None else self.first_round
        self.later_judge = self.later_judge or later
        self.total = total if (total := integer(world.get("total_score"))) is not None else self.total
        if request.get("stage") == "deal":
            cards = _ids(request.get("deliver"))
            self.hands.setdefault(seat, []).extend(cards)
            self.drawn += len(cards)
        elif request.get("stage") == "cover":
            self.kitty = _ids(request.get("deliver"))

    def answer(self, entry: dict[str, Any]) -> None:
        """One entry of a player."""
        for key, reply in entry.items():
            seat = _seat(key)
            if seat is None or not isinstance(reply, dict):
                continue
            verdict = string(reply.get("verdict"))
            if verdict not in ("", "OK"):
                self.errors.append((seat, verdict))
            self.answered = (seat, _ids(reply.get("response")))

    def settle(self, event: dict[str, Any], requests: list[tuple[int, dict[str, Any]]], major: str) -> None:
        """Take the last answer down as what the judge made of it.

        For a failed throw the answer keeps the attempt; `event.poker`, or the history of the next
        request, holds what was really played.
        """
        if self.answered is None:
            return
        seat, response = self.answered
        self.answered = None
        request = self.asked[1] if self.asked and self.asked[0] == seat else {}
        stage = string(request.get("stage"))
        confirmed = _ids(event.get("poker")) if _seat(event.get("currplayer")) == seat else ()
        if stage == "deal":
            cards = confirmed or response
            if cards:
                self.calls.append(Call(seat, cards, len(cards), self.drawn or None, major))
        elif stage == "cover":
            cards = confirmed or response
            self.bury = Move(seat, cards) if cards else None
        elif stage == "play":
            self.play(seat, response, confirmed or _from_history(requests), request)

    def play(self, seat: int, response: Ids, confirmed: Ids, request: dict[str, Any]) -> None:
        cards = confirmed or response
        if not cards:
            return
        history = array(request.get("history"))
        leads = len(history) > 1 and not array(history[1])
        if not self.tricks or leads or len(self.tricks[-1]) >= _PLAYERS:
            self.tricks.append([])
        tried = response if _kept_back(response, cards) else None
        self.tricks[-1].append(Move(seat, cards, tried))

    def finish(self, content: dict[str, Any], display: dict[str, Any]) -> None:
        gained = integer(display.get("get_score"))
        faults = [
            (seat, string(code)) for seat, code in enumerate(array(display.get("error"))[:4]) if string(code)
        ]
        self.ending = Ending(
            points=None if gained is None or self.total is None else self.total + gained,
            scores=tuple(integer(content.get(str(seat))) for seat in range(_PLAYERS)),
            errors=tuple(faults),
        )


def _from_history(requests: list[tuple[int, dict[str, Any]]]) -> Ids:
    """The last play of the tricks that the next request tells of."""
    for _, request in requests:
        for trick in reversed(array(request.get("history"))[:2]):
            if array(trick):
                return _ids(array(trick)[-1])
    return ()


def read_log(value: dict[str, Any]) -> Match:
    """Read a whole-match log; anything missing or malformed is left out."""
    init = obj(value.get("initdata"))
    log = _Log(level=init.get("level"))
    for entry in array(value.get("log")) or array(value.get("logs")):
        if "output" in obj(entry):
            log.judge(obj(obj(entry).get("output")))
        else:
            log.answer(obj(entry))
    log.settle({}, [], "")
    allocation = [_ids(hand) for hand in array(init.get("allocation"))[:_PLAYERS]]
    hands = dict(enumerate(allocation)) or {seat: tuple(cards) for seat, cards in log.hands.items()}
    kitty = _ids(init.get("publiccard")) or log.kitty
    errors = (*(log.ending.errors if log.ending else ()), *log.errors)
    ending = log.ending
    if ending is not None or errors:
        ending = Ending(ending.points if ending else None, ending.scores if ending else (), errors)
    return Match(
        kind="log",
        level=level_of(log.level),
        first_round=log.first_round,
        later_judge=log.later_judge or "first_round" in init,
        hands=hands,
        kitty=kitty,
        calls=tuple(log.calls),
        bury=log.bury,
        tricks=tuple(tuple(trick) for trick in log.tricks),
        banker=_seat(log.banking.get("banker")),
        major=string(log.banking.get("major")),
        ending=ending,
        unread=_unread(list(hands.values()), [kitty], [m.ids for trick in log.tricks for m in trick]),
    )


# A bot's input


def read_view(value: dict[str, Any]) -> Match:
    """Read what one bot was asked and answered: its own hand, everybody's plays, no more."""
    requests = [obj(request) for request in array(value.get("requests"))]
    responses = [_ids(response) for response in array(value.get("responses"))[: len(requests)]]
    answers = [*responses, *[()] * (len(requests) - len(responses))]
    turns = list(zip(requests, answers, strict=True))
    worlds = [obj(request.get("global")) for request in requests]
    bankings = [obj(world.get("banking")) for world in worlds]
    own = _own_seat(requests, bankings, answers)
    fields = [_judge_fields(request) for request in requests]
    deals = [(r, a, b) for (r, a), b in zip(turns, bankings, strict=True) if r.get("stage") == "deal"]
    after = next((b for r, b in zip(requests, bankings, strict=True) if r.get("stage") != "deal"), None)
    cover = next(((r, a) for r, a in turns if r.get("stage") == "cover"), None)
    hand = tuple(number for request, _, _ in deals for number in _ids(request.get("deliver")))
    tricks = _view_tricks([(r, a) for r, a in turns if r.get("stage") == "play"], own)
    last = bankings[-1] if bankings else {}
    kitty = _ids(cover[0].get("deliver")) if cover else ()
    return Match(
        kind="view",
        level=level_of(next((world["level"] for world in worlds if "level" in world), None)),
        first_round=next((first for first, _ in fields if first is not None), None),
        later_judge=any(later for _, later in fields),
        hands={own: hand} if own is not None and hand else {},
        kitty=kitty,
        calls=_view_calls(deals, after, own),
        bury=Move(own, cover[1]) if cover and cover[1] and own is not None else None,
        tricks=tricks,
        banker=_seat(last.get("banker")),
        major=string(last.get("major")),
        unread=_unread([hand, kitty], [move.ids for trick in tricks for move in trick]),
    )


def _own_seat(
    requests: list[dict[str, Any]], bankings: list[dict[str, Any]], answers: list[Ids]
) -> int | None:
    """The bot's own seat: told in the first request, in 2023 to be seen from whose turn it is."""
    for index, (request, banking) in enumerate(zip(requests, bankings, strict=True)):
        if (seat := _seat(request.get("playerpos"))) is not None:
            return seat
        if request.get("stage") == "cover":
            return _seat(banking.get("banker"))
        history = array(request.get("history"))
        if request.get("stage") == "play" and len(history) == 4 and (lead := _seat(history[3])) is not None:
            return (lead + len(array(history[1]))) % _PLAYERS
        if request.get("stage") == "deal" and len(answers[index]) == 1 and index + 1 < len(bankings):
            return _seat(bankings[index + 1].get("called"))
    return None


def _view_calls(
    deals: list[tuple[dict[str, Any], Ids, dict[str, Any]]], after: dict[str, Any] | None, own: int | None
) -> tuple[Call, ...]:
    """The bids of the deal: one's own as answered, the others' as the banking of the next request tells.

    Between two cards of one's own each of the others draws one, so their draw number follows.
    """
    if own is None or not deals:
        return ()
    opening = deals[0][2]
    start = (_seat(opening.get("banker")) or 0) if integer(opening.get("called")) == -1 else 0
    first_draw = (own - start) % _PLAYERS + 1
    known: dict[str, int | None] = {"called": None, "snatched": None}
    calls: list[Call] = []
    states = [banking for _, _, banking in deals] + ([after] if after is not None else [])
    for turn, banking in enumerate(states):
        mine = first_draw + _PLAYERS * (turn - 1)
        changed = [
            (name, seat)
            for name in known
            if known[name] is None and (seat := _seat(banking.get(name))) is not None
        ]
        for name, seat in changed:
            known[name] = seat
            size = 1 if name == "called" else 2
            if seat == own:
                if turn and len(deals[turn - 1][1]) == size:
                    continue  # stands there already, as answered
                draw: int | None = mine if turn else None
            else:
                draw = mine + (seat - own) % _PLAYERS
            # Where a call and the snatch over it fall between two requests, only the last trump is told.
            major = string(banking.get("major")) if (name, seat) == changed[-1] else ""
            calls.append(Call(seat, (), size, draw if draw and draw > 0 else None, major))
        if turn < len(deals) and deals[turn][1]:
            answer = deals[turn][1]
            following = states[turn + 1] if turn + 1 < len(states) else {}
            told = _seat(following.get("called" if len(answer) == 1 else "snatched")) == own
            major = string(following.get("major")) if told else ""
            calls.append(Call(own, answer, len(answer), mine + _PLAYERS, major))
    return tuple(calls)


def _view_tricks(turns: list[tuple[dict[str, Any], Ids]], own: int | None) -> tuple[tuple[Move, ...], ...]:
    """The tricks: each complete one as the next request tells it, the last as far as it had come."""
    tricks: list[tuple[Move, ...]] = []
    for index, (request, answer) in enumerate(turns):
        history = [*array(request.get("history")), [], [], None, None][:4]
        seen = _moves(array(history[1]), _seat(history[3]))
        if index + 1 < len(turns):
            following = [*array(turns[index + 1][0].get("history")), [], [], None, None][:4]
            complete = _moves(array(following[0]), _seat(following[2]))
            if complete:
                tricks.append(tuple(_with_attempt(move, answer, own) for move in complete))
                continue
        if answer and own is not None:
            seen = (*seen, Move(own, answer))
        if seen:
            tricks.append(seen)
    return tuple(tricks)


def _moves(plays: list[Any], leader: int | None) -> tuple[Move, ...]:
    """The plays of a trick from its leader on; one that names no card is one unreadable card."""
    if leader is None:
        return ()
    return tuple(
        Move((leader + position) % _PLAYERS, _ids(cards) or (-1,))
        for position, cards in enumerate(plays[:_PLAYERS])
    )


def _with_attempt(move: Move, answer: Ids, own: int | None) -> Move:
    """One's own play with the throw that was tried, where the judge let only a part of it stand."""
    if move.seat == own and answer and _kept_back(answer, move.ids):
        return Move(move.seat, move.ids, answer)
    return move
