"""Import of Botzone 双升 (game `Tractor`): match logs, saved match pages, monthly packs, bot inputs.

Owns the way from a Botzone file to records: containers (JSON, JSON lines, HTML), tags, and cards
in the suit order found by `.botzone_match`. Knows no rule but what the judge wrote down.

Players 0, 1, 2, 3 become N, W, S, E, the order of play. Of a failed throw the answer keeps the
attempt and the history what was led, so both are kept.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any, Final

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    UNKNOWN,
    Cards,
    card,
    sort_cards,
)
from paipu.grammar.encoding import decode
from paipu.grammar.findings import Finding
from paipu.grammar.limits import MAX_BID
from paipu.grammar.model import Bid, Bury, Comment, Kitty, Play, Record, Result, Tag, Trick

from .botzone_logs import is_log, is_view, read_log, read_view
from .botzone_match import Call, Ids, Match, SuitOrder, card_of, suit_order
from .imported import SEAT_OF, Imported, base_name, clean, dealt, found, seat_of, side_of_seat, tags
from .jsonread import Document, array, documents, obj

__all__ = ["read"]

_QUOTED: Final = re.compile(r"'([^'\\\n]{0,999})'")
_MAX_ASSIGNMENTS: Final = 20
"""How many assignments to one variable are tried: a page has one, and each may be long to read."""

_TRUMPS: Final = {"s": "S", "h": "H", "c": "C", "d": "D", "n": "NT"}


def read(data: bytes, *, name: str) -> Imported:
    """Read a Botzone file. Never raises: what cannot be read is a finding."""
    text, said = decode(data)
    docs, bad = _page(text) if "_rawLogJSON" in text else documents(text)
    findings = [*said, *bad]
    records: list[Record] = []
    many = len(docs) > 1
    for doc in docs:
        value = obj(doc.value)
        if is_log(value):
            match = read_log(value)
        elif is_view(value):
            match = read_view(value)
        else:
            findings.append(_not_a_match(doc, many))
            continue
        order = suit_order(match)
        records.append(_record(match, order, value, base_name(name), doc.line if many else None))
        findings.extend(_remarks(match, order, doc.line if many else None))
    if records:
        findings.append(_not_kept())
    return Imported(tuple(records), tuple(findings))


# Containers


def _page(text: str) -> tuple[list[Document], list[Finding]]:
    """The log of a saved match page, as the object that the other containers hold."""
    value = {
        "log": array(_assigned(text, "_rawLogJSON")),
        "initdata": _assigned(text, "initdata"),
        "playerNames": _assigned(text, "playerNames"),
        "matchID": _assigned(text, "matchID"),
    }
    if value["log"]:
        return [Document(value, 1)], []
    line = 1 + text.count("\n", 0, text.index("_rawLogJSON"))
    return [], [
        found(
            "page",
            "error",
            "the page names _rawLogJSON but assigns no log to it that can be read",
            "网页里有 _rawLogJSON，但读不出它的记录",
            line=line,
            column=1,
        )
    ]


def _assigned(text: str, variable: str) -> Any:
    """The JSON value that a script in a page assigns to a variable."""
    assignments = re.finditer(rf"\b{re.escape(variable)}\s*=\s*", text)
    for match in islice(assignments, _MAX_ASSIGNMENTS):
        quoted = _QUOTED.match(text, match.end())
        if quoted:
            return quoted[1]
        try:
            return json.JSONDecoder().raw_decode(text, match.end())[0]
        except (ValueError, RecursionError):
            continue
    return None


# Findings


def _not_a_match(doc: Document, many: bool) -> Finding:
    return found(
        "botzone.not_a_match",
        "error",
        "no Botzone match: neither `log` or `logs` nor `requests` with something in it",
        "不是 Botzone 对局：既没有 log 或 logs，也没有 requests",
        line=doc.line if many else None,
    )


def _remarks(match: Match, order: SuitOrder, line: int | None) -> list[Finding]:
    remarks = []
    suits = " ".join(order.letters)
    by, by_zh = {
        "call": ("a call shows it", "由报主的牌看出"),
        "cards": ("the other order contradicts the cards", "另一种次序与牌矛盾"),
        "format": ("the fields are those of a later judge", "字段属于较新的裁判程序"),
        "assumed": ("nothing in the file decides it", "文件里没有可判断的依据"),
    }[order.evidence]
    remarks.append(
        found(
            "botzone.suits",
            "warning" if order.evidence == "assumed" else "note",
            f"card numbers read with the suit order {suits}: {by}",
            f"牌号按花色次序 {suits} 读取：{by_zh}",
            line=line,
        )
    )
    if match.unread:
        remarks.append(
            found(
                "card",
                "error",
                f"{match.unread} cards are not numbers from 0 to 107 and stand as `?`",
                f"{match.unread} 张牌不是 0 到 107 的编号，记作 `?`",
                loses_data=True,
                line=line,
            )
        )
    remarks += [_too_many(call.size, line) for call in match.calls if call.size > MAX_BID]
    return remarks


def _too_many(size: int, line: int | None) -> Finding:
    return found(
        "card",
        "error",
        f"a bid of {size} cards is left out: a bid has {MAX_BID} at most",
        f"一次亮主有 {size} 张牌，已略去：一次至多 {MAX_BID} 张",
        loses_data=True,
        line=line,
    )


def _not_kept() -> Finding:
    return found(
        "not_kept",
        "note",
        "not kept: the order in which each hand was drawn, time, memory, verdicts and bots' own data",
        "未保留：各家摸牌的先后、用时、内存、判定和程序自己的数据",
    )


# Records


def _cards(ids: Ids, order: str) -> Cards:
    return tuple(card_of(number, order) for number in ids)


def _record(match: Match, order: SuitOrder, value: dict[str, Any], name: str, line: int | None) -> Record:
    suits = order.letters
    return Record(
        tags=_tags(match, order, value, name, line),
        comments=_opening(match),
        deal=dealt({SEAT_OF[seat]: _cards(ids, suits) for seat, ids in match.hands.items()}),
        kitty=Kitty(cards=_cards(match.kitty, suits)) if match.kitty else None,
        auction=(
            *(_bid(call, match, suits) for call in match.calls if call.size <= MAX_BID),
            *_buries(match, suits),
        ),
        tricks=tuple(
            Trick(
                number=number,
                plays=tuple(
                    Play(
                        seat=SEAT_OF[move.seat],
                        cards=sort_cards(_cards(move.ids, suits)),
                        tried=None if move.tried is None else sort_cards(_cards(move.tried, suits)),
                    )
                    for move in trick
                ),
            )
            for number, trick in enumerate(match.tricks, 1)
        ),
        result=_result(match),
    )


def _tags(
    match: Match, order: SuitOrder, value: dict[str, Any], name: str, line: int | None
) -> tuple[Tag, ...]:
    names = array(value.get("playerNames")) or array(value.get("players"))
    players = [clean(obj(item).get("name")) if isinstance(item, dict) else clean(item) for item in names]
    by_seat = dict(zip(SEAT_OF, players, strict=False)) if len(players) == 4 else {}
    match_id = clean(value.get("matchID")) or clean(value.get("_id"))
    # In the first round both sides stand at the level played; later nothing tells the other side's.
    both = match.level if match.first_round is not False else None
    what = "Botzone match log" if match.kind == "log" else "Botzone bot input, one seat's view"
    return tags(
        (
            ("SJN", "1"),
            ("Event", "Botzone"),
            ("Table", match_id or (str(line) if line else None)),
            ("Hand", "1"),
            ("East", by_seat.get("E")),
            ("North", by_seat.get("N")),
            ("West", by_seat.get("W")),
            ("South", by_seat.get("S")),
            ("Rules", "botzone"),
            ("Levels", f"NS:{both} EW:{both}" if both else None),
            ("Level", match.level),
            ("Dealer", seat_of(match.banker)),
            ("Trump", _TRUMPS.get(match.major)),
            ("Source", f"{name} ({what})" if name else what),
            ("X-Botzone-Suits", f"{' '.join(order.letters)} ({order.evidence})"),
        )
    )


def _opening(match: Match) -> tuple[Comment, ...]:
    if match.kind == "log" and not match.calls and match.major:
        return (Comment("Nobody declared: the judge drew trump by lot."),)
    return ()


def _bid(call: Call, match: Match, suits: str) -> Bid:
    cards = _cards(call.ids, suits) if call.ids else _unseen(call, match)
    return Bid(seat=SEAT_OF[call.seat], cards=sort_cards(cards), draw=call.draw)


def _unseen(call: Call, match: Match) -> Cards:
    """The cards of a bid that only its effect tells of."""
    trump = _TRUMPS.get(call.major)
    if trump is not None and trump != "NT" and match.level is not None:
        return (card(trump + match.level),) * call.size
    if trump == "NT" and call.size == 2:
        elsewhere = {
            number % 54
            for seat, hand in match.hands.items()
            for number in hand
            if seat != call.seat and number % 54 >= 52
        } | {number % 54 for number in match.kitty if number % 54 >= 52}
        possible = {52, 53} - elsewhere
        if len(possible) == 1:
            return ((LITTLE_JOKER if possible == {52} else BIG_JOKER),) * 2
    return (UNKNOWN,) * call.size


def _buries(match: Match, suits: str) -> tuple[Bury, ...]:
    if match.bury is None:
        return ()
    return (Bury(seat=SEAT_OF[match.bury.seat], cards=sort_cards(_cards(match.bury.ids, suits))),)


def _result(match: Match) -> Result:
    """The judge's score: the side that scored deals on, with as many levels as it scored."""
    ending = match.ending
    if ending is None:
        return Result(state="unfinished")
    if ending.errors:
        text = ", ".join(f"{SEAT_OF[seat]} {clean(code)}" for seat, code in ending.errors)
        return Result(state="unfinished", after=(Comment(f"The judge ended the match: {text}"),))
    if ending.points is None:
        return Result(state="unstated")
    if match.banker is None or len(ending.scores) < 4:
        return Result(state="stated", attackers=ending.points)
    for seat in (match.banker, (match.banker + 1) % 4):
        score = ending.scores[seat]
        if score is not None and score > 0:
            return Result(state="stated", attackers=ending.points, dealer_next=side_of_seat(seat), gain=score)
    return Result(state="stated", attackers=ending.points)
