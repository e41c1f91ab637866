"""Import of room logs (jerryyyu/shengji): one JSON event a line, one record a round.

Owns the event log and the `deep-lead-state-v1` objects of the same program, which hold one hand
played up to some trick. Knows no rule.

`deck[0:100]` is dealt one card at a time to seats 0, 1, 2, 3, the rest is the kitty; `deal_pos` is
the number of cards dealt when a bid was made. Seats 0, 1, 2, 3 become N, W, S, E, the order of
play. Cards are suit and rank (`S10`), `BJ` the big and `LJ` the little joker.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    Cards,
    Seat,
    Trump,
    card,
    sort_cards,
)
from paipu.grammar.encoding import decode
from paipu.grammar.findings import Finding
from paipu.grammar.model import Bid, Bury, Kitty, Play, Record, Result, Trick

from .imported import SEAT_OF, Imported, base_name, clean, dealt, found, seat_of, side_of_seat, tags
from .jsonread import array, documents, integer, obj, string

__all__ = ["read"]

RULES: Final = "jerryyyu"
"""The profile of that program."""

DEEP_LEAD: Final = "deep-lead-state-v1"

_DEALT: Final = 100
_DEEP_TITLE: Final = "deep-lead state"
_TRUMPS: Final[dict[str, Trump]] = {"S": "S", "H": "H", "C": "C", "D": "D", "NT": "NT"}
_UNKEPT: Final = {
    "t": ("times", "时间"),
    "bot": ("who was a program", "谁是程序"),
    "decision": ("programs' own reckoning", "程序的计算"),
    "chat": ("chat", "聊天"),
}


@dataclass(slots=True)
class _Round:
    """The events of one round, and what of them could not be read."""

    line: int
    start: dict[str, Any] = field(default_factory=dict)
    declares: list[dict[str, Any]] = field(default_factory=list)
    trump: dict[str, Any] = field(default_factory=dict)
    buries: list[dict[str, Any]] = field(default_factory=list)
    plays: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] | None = None
    title: str = "room log"
    unread: int = 0

    def cards(self, value: object) -> Cards:
        """The cards of a list; `?` for what is not a card."""
        found_cards = tuple(_card(item) for item in array(value))
        self.unread += found_cards.count(UNKNOWN)
        return found_cards


def read(data: bytes, *, name: str) -> Imported:
    """Read a room log. Never raises: what cannot be read is a finding."""
    text, said = decode(data)
    docs, bad = documents(text)
    findings = [*said, *bad]
    rounds: list[_Round] = []
    unkept: set[str] = set()
    strays = 0
    for doc in docs:
        # A file of one line may hold its events in an array.
        for event in doc.value if isinstance(doc.value, list) else [doc.value]:
            value = obj(event)
            unkept |= {key for key in ("t", "bot", "decision") if key in value}
            if value.get("schema") == DEEP_LEAD:
                rounds.append(_deep_lead(value, doc.line))
            elif not _take(value, rounds, doc.line):
                strays += 1
            elif value.get("e") == "chat":
                unkept.add("chat")
    records: list[Record] = []
    for number, played in enumerate(rounds, 1):
        records.append(_record(played, number, base_name(name)))
        if played.unread:
            findings.append(_unread(played))
    if strays:
        findings.append(
            found(
                "rooms.stray",
                "warning",
                f"{strays} lines belong to no round and are left out",
                f"{strays} 行不属于任何一局，略去",
                loses_data=True,
            )
        )
    if records and unkept:
        findings.append(_not_kept(unkept))
    if not records and not findings:
        findings.append(found("rooms.empty", "error", "no round in this log", "记录里没有一局牌"))
    return Imported(tuple(records), tuple(findings))


# Events


def _take(event: dict[str, Any], rounds: list[_Round], line: int) -> bool:
    """Put an event where it belongs; False if no round has begun or it is no event."""
    kind = event.get("e")
    if kind == "round_start":
        rounds.append(_Round(line, start=event))
        return True
    if not isinstance(kind, str) or not rounds:
        return kind == "chat"
    current = rounds[-1]
    if kind == "declare":
        current.declares.append(event)
    elif kind == "trump":
        current.trump = event
    elif kind == "bury":
        current.buries.append(event)
    elif kind == "play":
        current.plays.append(event)
    elif kind == "round_end":
        current.end = event
    return True


def _deep_lead(value: dict[str, Any], line: int) -> _Round:
    """A deep-lead state, brought into the shape of a round."""
    setup = obj(value.get("setup"))
    suit = "NT" if setup.get("trump_is_nt") is True else string(setup.get("trump_suit"))
    banker = setup.get("banker")
    return _Round(
        line,
        start={"deck": setup.get("deck"), "trump_rank": setup.get("trump_rank"), "round": 1},
        declares=[obj(item) for item in array(setup.get("declarations"))],
        trump={"suit": suit, "rank": setup.get("trump_rank"), "banker": banker},
        buries=[{"seat": banker, "cards": setup.get("buried")}] if setup.get("buried") else [],
        plays=[obj(item) for item in array(value.get("plays"))],
        title=_DEEP_TITLE,
    )


def _card(value: object) -> Card:
    """The card of a code such as `S10`.

    >>> _card("S10") == card("ST"), _card("BJ") == BIG_JOKER, _card("XX") == UNKNOWN
    (True, True, True)
    """
    text = string(value)
    if text in ("BJ", "LJ"):
        return BIG_JOKER if text == "BJ" else LITTLE_JOKER
    suit, rank = text[:1], _rank(text[1:])
    return card(suit + rank) if suit and suit in SUITS and rank else UNKNOWN


def _rank(value: object) -> str | None:
    text = str(value) if isinstance(value, int) else string(value)
    text = "T" if text == "10" else text
    return text if len(text) == 1 and text in RANKS else None


# Findings


def _unread(played: _Round) -> Finding:
    return found(
        "card",
        "error",
        f"{played.unread} cards of the round that starts here are not known codes and stand as `?`",
        f"从这一行开始的一局里有 {played.unread} 张牌的代码不认识，记作 `?`",
        line=played.line,
        column=1,
        loses_data=True,
    )


def _not_kept(unkept: set[str]) -> Finding:
    kept = [names for key, names in _UNKEPT.items() if key in unkept]
    return found(
        "not_kept",
        "note",
        "not kept: " + ", ".join(english for english, _ in kept),
        "未保留：" + "、".join(chinese for _, chinese in kept),
    )


# Records


def _record(played: _Round, number: int, name: str) -> Record:
    start, trump = played.start, played.trump
    deck = played.cards(start.get("deck"))
    hands: dict[Seat, Cards] = {seat: deck[:_DEALT][index::4] for index, seat in enumerate(SEAT_OF)}
    banker = integer(trump.get("banker", start.get("banker")))
    return Record(
        tags=tags(
            (
                ("SJN", "1"),
                ("Event", f"shengji {played.title}"),
                ("Table", clean(start.get("room")) or (str(number) if played.title == _DEEP_TITLE else None)),
                ("Hand", str(integer(start.get("round")) or number)),
                *_players(start),
                ("Rules", RULES),
                ("Levels", _levels(start)),
                ("Level", _rank(start.get("trump_rank")) or _rank(trump.get("rank"))),
                ("Dealer", seat_of(banker)),
                ("Trump", _TRUMPS.get(string(trump.get("suit")))),
                ("Source", f"{name} (jerryyyu/shengji {played.title})".lstrip()),
            )
        ),
        deal=dealt(hands),
        kitty=Kitty(cards=deck[_DEALT:]) if len(deck) > _DEALT else None,
        auction=(*_bids(played), *_buries(played)),
        tricks=_tricks(played),
        result=_result(played, banker),
    )


def _players(start: dict[str, Any]) -> tuple[tuple[str, str | None], ...]:
    names = {
        seat: clean(obj(player).get("name"))
        for player in array(start.get("players"))
        if (seat := seat_of(integer(obj(player).get("seat")))) is not None
    }
    return (
        ("East", names.get("E")),
        ("North", names.get("N")),
        ("West", names.get("W")),
        ("South", names.get("S")),
    )


def _levels(start: dict[str, Any]) -> str | None:
    """The levels of both sides; the first is that of seats 0 and 2."""
    levels = [_rank(level) for level in array(start.get("levels"))]
    return f"NS:{levels[0]} EW:{levels[1]}" if len(levels) == 2 and all(levels) else None


def _bids(played: _Round) -> tuple[Bid, ...]:
    bids = []
    for event in played.declares:
        seat, cards = seat_of(integer(event.get("seat"))), sort_cards(played.cards(event.get("cards")))
        position = integer(event.get("deal_pos"))
        # A bid of stage `final` came after the deal; its position says only that all cards were out.
        during = position is not None and 0 < position <= _DEALT and event.get("stage", "deal") == "deal"
        if seat and cards:
            bids.append(Bid(seat=seat, cards=cards, draw=position if during else None))
    return tuple(bids)


def _buries(played: _Round) -> tuple[Bury, ...]:
    return tuple(
        Bury(seat=seat, cards=cards)
        for event in played.buries
        if (seat := seat_of(integer(event.get("seat"))))
        and (cards := sort_cards(played.cards(event.get("cards"))))
    )


def _tricks(played: _Round) -> tuple[Trick, ...]:
    """The plays in fours, as the log has no mark where a trick begins."""
    plays: list[Play] = []
    for event in played.plays:
        seat, cards = seat_of(integer(event.get("seat"))), sort_cards(played.cards(event.get("cards")))
        if not seat or not cards:
            continue
        attempt = sort_cards(played.cards(event.get("attempted_cards")))
        failed = len(attempt) > len(cards) and Counter(cards) <= Counter(attempt)
        plays.append(Play(seat=seat, cards=cards, tried=attempt if failed else None))
    return tuple(
        Trick(number=first // 4 + 1, plays=tuple(plays[first : first + 4]))
        for first in range(0, len(plays), 4)
    )


def _result(played: _Round, banker: int | None) -> Result:
    """The score of `round_end`, where the attackers' points include the kitty."""
    if played.end is None:
        cards_played = sum(len(array(event.get("cards"))) for event in played.plays)
        return Result(state="unstated" if cards_played >= _DEALT else "unfinished")
    points = integer(played.end.get("attacker_points"))
    if points is None:
        return Result(state="unstated")
    following = integer(played.end.get("next_banker"))
    gain = integer(played.end.get("level_change"))
    if following is None or not 0 <= following < 4:
        return Result(state="stated", attackers=points)
    return Result(
        state="stated",
        attackers=points,
        dealer_next=side_of_seat(following),
        gain=abs(gain) if gain is not None else None,
    )
