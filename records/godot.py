"""Import of shengji-godot game logs (versions 1 and 2): one record a round.

Owns the card names, the bid types and the rule switches of that program. Knows no rule itself: its
profile goes into the `Rules` tag, with the switches of the log as overrides.

Seats 0, 1, 2, 3 become N, W, S, E, the order of play. Bids are made after the deal. Its label `Dump`
on an unmatched follow is not a throw and is left out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    SEATS,
    UNKNOWN,
    Card,
    Cards,
    Seat,
    Side,
    card,
    sort_cards,
)
from paipu.grammar.encoding import decode
from paipu.grammar.findings import Finding
from paipu.grammar.model import Bid, Bury, Comment, Kitty, Play, Record, Result, Trick

from .imported import SEAT_OF, Imported, base_name, dealt, found, seat_of, side_of_seat, tags
from .jsonread import array, documents, integer, obj, string

__all__ = ["read"]

_SUITS: Final = {0: "S", 1: "H", 2: "D", 3: "C"}
_SYMBOLS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_JOKERS: Final = {"BlackJoker": LITTLE_JOKER, "RedJoker": BIG_JOKER}
_COURT: Final = {11: "J", 12: "Q", 13: "K", 14: "A", 1: "A"}
_SINGLE, _PAIR, _JOKER_SINGLE, _JOKER_PAIR, _JOKERS_BID = 1, 2, 3, 4, 5


@dataclass(slots=True)
class _Reader:
    """The switches of one log, and how many cards could not be read."""

    config: dict[str, Any]
    version: int
    unread: int = 0

    def cards(self, value: object) -> Cards:
        """The cards of a list; `?` for what is not a card."""
        read_cards = tuple(_card(item) for item in array(value))
        self.unread += read_cards.count(UNKNOWN)
        return read_cards


def read(data: bytes, *, name: str) -> Imported:
    """Read a game log. Never raises: what cannot be read is a finding."""
    text, said = decode(data)
    docs, bad = documents(text)
    findings = [*said, *bad]
    records: list[Record] = []
    for doc in docs:
        value = obj(doc.value)
        reader = _Reader(obj(value.get("rule_config")), integer(value.get("version")) or 1)
        rounds = [obj(item) for item in array(value.get("rounds"))]
        date = string(value.get("created_at"))[:10].replace("-", ".")
        records.extend(
            _record(reader, played, number, base_name(name), date if _is_date(date) else None)
            for number, played in enumerate(rounds, 1)
        )
        if not rounds:
            findings.append(found("godot.empty", "error", "no `rounds` in this log", "记录里没有 rounds"))
        if reader.unread:
            findings.append(_unread(reader.unread))
    if records:
        findings.append(_not_kept())
    return Imported(tuple(records), tuple(findings))


# Cards


def _card(value: object) -> Card:
    """The card of a name such as `♦10`.

    >>> _card("♦10") == card("DT"), _card("RedJoker") == BIG_JOKER, _card("X") == UNKNOWN
    (True, True, True)
    """
    text = string(value)
    if text in _JOKERS:
        return _JOKERS[text]
    suit, rank = _SYMBOLS.get(text[:1]), _rank(text[1:])
    return card(suit + rank) if suit and rank else UNKNOWN


def _rank(value: object) -> str | None:
    """A rank given as a symbol or as a number from 2 to 14."""
    number = integer(value)
    if number is not None:
        value = _COURT.get(number, str(number))
    text = "T" if value == "10" else string(value)
    return text if len(text) == 1 and text in RANKS else None


def _is_date(text: str) -> bool:
    return len(text) == 10 and all(part.isascii() and part.isdigit() for part in text.split("."))


# Findings


def _unread(count: int) -> Finding:
    return found(
        "card",
        "error",
        f"{count} cards have names that are not known and stand as `?`",
        f"有 {count} 张牌的名称不认识，记作 `?`",
        loses_data=True,
    )


def _not_kept() -> Finding:
    return found(
        "not_kept",
        "note",
        "not kept: seeds, who passed in the bidding, and the program's own working (patterns, sort values)",
        "未保留：随机种子、叫主时的过牌、程序自己的中间结果（牌型、排序值）",
    )


# Rules


def _rules(config: dict[str, Any]) -> str:
    """The profile of the program, with the switches of this log that are set otherwise."""
    overrides = []
    if config.get("allow_dump") is False:
        overrides.append("throw_allowed=no")
    matching, joker = (config.get(name) for name in ("trump_joker_color_match", "bid_requires_joker"))
    if joker is True and matching is False:
        overrides += ["declare_cards=level_plus_joker,joker_pair", "declare_joker_colour=any"]
    elif joker is False:
        overrides += ["declare_cards=single_level,joker_pair", "declare_joker_colour=none"]
    if config.get("no_skip_enabled") is False:
        overrides.append("must_play_levels=none")
    elif config.get("no_skip_enabled") is True:
        levels = [rank for item in array(config.get("no_skip_ranks")) if (rank := _rank(item))]
        if levels != ["5", "T", "K"]:
            overrides.append("must_play_levels=" + (",".join(levels) or "none"))
    return "; ".join(("godot", *overrides))


# Records


def _record(reader: _Reader, played: dict[str, Any], number: int, name: str, date: str | None) -> Record:
    debug = obj(played.get("debug"))
    hands = {
        seat: reader.cards(hand)
        for seat, hand in zip(SEAT_OF, array(debug.get("initial_hands")), strict=False)
    }
    kitty = reader.cards(debug.get("bottom_cards"))
    tricks = _tricks(reader, played)
    trump = integer(played.get("trump_suit"))
    levels = [_rank(level) for level in array(played.get("team_ranks"))]
    return Record(
        tags=tags(
            (
                ("SJN", "1"),
                ("Event", "shengji-godot"),
                ("Date", date),
                ("Hand", str(integer(played.get("round_num")) or number)),
                ("Rules", _rules(reader.config)),
                ("Levels", f"NS:{levels[0]} EW:{levels[1]}" if len(levels) == 2 and all(levels) else None),
                ("Level", _rank(played.get("rank")) or _rank(played.get("rank_symbol"))),
                ("Dealer", seat_of(integer(played.get("dealer")))),
                ("Trump", "NT" if trump == -1 else _SUITS.get(trump if trump is not None else -2)),
                ("Source", f"{name} (qian-loong/shengji-godot game log)".lstrip()),
            )
        ),
        deal=dealt(hands),
        kitty=Kitty(cards=kitty) if kitty else None,
        auction=_auction(reader, played, hands),
        tricks=tricks,
        result=_result(played),
    )


def _auction(reader: _Reader, played: dict[str, Any], hands: dict[Seat, Cards]) -> tuple[Bid | Bury, ...]:
    """The winning bid, the counter-bids over it, and the bury of who took the kitty last."""
    level = _rank(played.get("rank"))
    counters = [obj(item) for item in array(played.get("counter_bid_history"))]
    last = obj(played.get("bid"))
    # With counter-bids `bid` is the last of them; the one they answer is left in the history alone.
    first = _first_bid(played) if counters else last
    shown: list[Bid] = []
    for bid in (first, *counters):
        seat = seat_of(integer(bid.get("seat")))
        cards = _shown(reader, bid, level, hands.get(seat, ()) if seat else ())
        if seat and cards:
            shown.append(Bid(seat=seat, cards=sort_cards(cards)))
    debug = obj(played.get("debug"))
    buried = sort_cards(reader.cards(debug.get("buried_cards")))
    taker = _taker(reader, debug, hands) or (shown[-1].seat if counters and shown else None)
    taker = taker or seat_of(integer(played.get("dealer")))
    return (*shown, *((Bury(seat=taker, cards=buried),) if buried and taker else ()))


def _first_bid(played: dict[str, Any]) -> dict[str, Any]:
    """The bid made in turn, as far as the history tells: seat and suit."""
    for entry in array(played.get("bid_history")):
        if obj(entry).get("action") == "bid":
            return obj(entry)
    return {}


def _taker(reader: _Reader, debug: dict[str, Any], hands: dict[Seat, Cards]) -> Seat | None:
    """Whose hand it was that held the kitty as well."""
    merged = Counter(reader.cards(debug.get("hand_with_bottom")))
    holders = [seat for seat in SEATS if hands.get(seat) and Counter(hands[seat]) <= merged]
    return holders[0] if len(holders) == 1 else None


def _shown(reader: _Reader, bid: dict[str, Any], level: str | None, hand: Cards) -> Cards:
    """The cards a bid put on the table; the log has only its type and suit."""
    suit = integer(bid.get("suit"))
    if suit is None:
        return ()
    if suit < 0:
        pairs = [joker for joker in (LITTLE_JOKER, BIG_JOKER) if hand.count(joker) == 2]
        return (pairs[0] if len(pairs) == 1 else UNKNOWN,) * 2
    if suit not in _SUITS or level is None:
        return ()
    level_card = card(_SUITS[suit] + level)
    kind = integer(bid.get("type"))
    if kind is None:
        kind = _JOKER_SINGLE if reader.config.get("bid_requires_joker") is True else _SINGLE
    levels = (level_card,) * (2 if kind in (_PAIR, _JOKER_PAIR) else 1)
    if kind not in (_JOKER_SINGLE, _JOKER_PAIR):
        return levels
    return (*levels, _joker_with(reader, _SUITS[suit], hand))


def _joker_with(reader: _Reader, suit: str, hand: Cards) -> Card:
    """The joker shown beside the level card: of its colour where that is the rule, else the only one held."""
    if reader.config.get("trump_joker_color_match") is True:
        return BIG_JOKER if suit in "HD" else LITTLE_JOKER
    held = {joker for joker in (LITTLE_JOKER, BIG_JOKER) if joker in hand}
    return held.pop() if len(held) == 1 else UNKNOWN


def _tricks(reader: _Reader, played: dict[str, Any]) -> tuple[Trick, ...]:
    tricks = []
    for number, item in enumerate(array(played.get("tricks")), 1):
        plays = tuple(
            Play(seat=seat, cards=cards)
            for entry in array(obj(item).get("plays"))
            if (seat := seat_of(integer(obj(entry).get("seat"))))
            and (cards := sort_cards(reader.cards(obj(entry).get("cards"))))
        )
        if plays:
            tricks.append(Trick(number=number, plays=plays))
    return tuple(tricks)


def _result(played: dict[str, Any]) -> Result:
    """The settlement: the side that deals next, and the levels gained by the side that rose."""
    settlement = obj(played.get("settlement"))
    points = integer(settlement.get("final_score"))
    dealer = integer(played.get("dealer"))
    if points is None:
        return Result(state="unfinished")
    if dealer is None or not 0 <= dealer < 4 or not isinstance(settlement.get("dealer_dethroned"), bool):
        return Result(state="stated", attackers=points)
    holds = not settlement["dealer_dethroned"]
    side: Side = side_of_seat(dealer if holds else (dealer + 1) % 4)
    after = (Comment("The game ended here."),) if settlement.get("game_over") is True else ()
    return Result(
        state="stated",
        attackers=points,
        dealer_next=side,
        gain=integer(settlement.get("upgrade_levels")),
        after=after,
    )
