"""The canonical form: one text for one record, byte for byte.

Owns the export look of SJN. Reading what it writes gives `canonical(record)` back. Knows nothing of
how a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import IO, Final, TypeVar

from .cards import RANKS, SUITS, UNKNOWN, Cards, format_cards, sort_cards
from .escapes import quote, write_comment
from .model import Bid, Bury, Comment, Dealt, Element, Kitty, Play, Record, Result, Tag, Trick, Variation

__all__ = ["KNOWN_TAGS", "canonical", "dump", "dumps", "write"]

KNOWN_TAGS: Final = (
    "SJN", "Event", "Site", "Date", "Round", "Table", "Hand", "East", "North", "West", "South",
    "Rules", "Levels", "Level", "Dealer", "Trump", "Source", "Annotator",
)  # fmt: skip
"""The tags of the notation, in their canonical order."""

_ORDER: Final = {name: number for number, name in enumerate(KNOWN_TAGS)}
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_GLYPH: Final = re.compile(r"!!?|\?\??|!\?|\?!|\$[0-9]{1,3}")
_LARGEST: Final = 999_999
_DEAL_ORDER: Final = "ENWS"
_Holding = TypeVar("_Holding", Dealt, Bid, Bury, Play, Bid | Bury)


def canonical(record: Record) -> Record:
    """The record as its canonical text says it: tags and cards in order, the version tag present.

    >>> canonical(Record()).tags[0].name
    'SJN'
    """
    tags = record.tags if record.tag("SJN") is not None else (Tag("SJN", "1"), *record.tags)
    return replace(
        record,
        tags=tuple(sorted(tags, key=lambda tag: _ORDER.get(tag.name, len(_ORDER)))),
        deal=tuple(
            sorted((_sorted(dealt) for dealt in record.deal), key=lambda d: _DEAL_ORDER.index(d.seat))
        ),
        auction=tuple(_sorted(item) for item in record.auction),
        tricks=tuple(_sorted_trick(trick) for trick in record.tricks),
    )


def write(record: Record) -> str:
    """The canonical text of one hand.

    `ValueError` if the record holds what the notation cannot say: a play without cards, a trick
    without plays, a tag name or glyph that is none, a number that is negative or too large.

    >>> print(write(Record(tags=(Tag("SJN", "1"),), result=Result(state="stated", attackers=80))), end="")
    [SJN "1"]
    <BLANKLINE>
    = 80
    """
    record = canonical(record)
    sections = ["".join(f"[{_name(tag.name)} {quote(tag.value)}]\n" for tag in record.tags)]
    if record.comments:
        sections.append("".join(f"{write_comment(comment.text)}\n" for comment in record.comments))
    if record.deal or record.kitty:
        lines = [_held_line(dealt) for dealt in record.deal]
        if record.kitty:
            lines.append(_kitty_line(record.kitty))
        sections.append(_section("Deal:", lines))
    for kind, items in groupby(record.auction, key=type):
        if kind is Bid:
            sections.append(_section("Bids:", (_bid_line(item) for item in items if isinstance(item, Bid))))
        else:
            sections.append(_section("Bury:", (_held_line(item) for item in items if isinstance(item, Bury))))
    if record.tricks:
        sections.append(_section("Tricks:", (_trick(trick) for trick in record.tricks)))
    text = "\n".join(sections)
    if record.result:
        text += ("" if record.tricks else "\n") + _result_line(record.result) + "\n"
    return text


def dumps(records: Iterable[Record]) -> str:
    """The canonical text of several hands, a blank line between them.

    >>> dumps([])
    ''
    """
    return "\n".join(write(record) for record in records)


def dump(records: Iterable[Record], file: IO[str]) -> None:
    """Write the canonical text of several hands to a text file, hand by hand."""
    for number, record in enumerate(records):
        file.write(("\n" if number else "") + write(record))


@lru_cache(maxsize=1 << 14)
def _in_order(cards: Cards) -> Cards:
    return sort_cards(cards)


@lru_cache(maxsize=1 << 14)
def _touching(cards: Cards) -> str:
    return format_cards(cards, "")


def _sorted(element: _Holding) -> _Holding:
    cards = _in_order(element.cards)
    return element if cards == element.cards else replace(element, cards=cards)


def _sorted_trick(trick: Trick) -> Trick:
    plays = tuple(_sorted_play(play) for play in trick.plays)
    return trick if plays == trick.plays else replace(trick, plays=plays)


def _sorted_play(play: Play) -> Play:
    if play.tried is not None:
        play = replace(play, tried=_in_order(play.tried))
    if play.variations:
        variations = tuple(
            replace(variation, tricks=tuple(_sorted_trick(trick) for trick in variation.tricks))
            for variation in play.variations
        )
        play = replace(play, variations=variations)
    return _sorted(play)


def _section(head: str, lines: Iterable[str]) -> str:
    return head + "\n" + "".join(line + "\n" for line in lines)


def _name(name: str) -> str:
    if _TAG_NAME.fullmatch(name) is None:
        raise ValueError(f"not a tag name: {name!r}")
    return name


def _number(number: int) -> str:
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"not a number the notation can write: {number}")
    return str(number)


def _signed(number: int) -> str:
    return ("-" if number < 0 else "+") + _number(abs(number))


def _ahead(comments: tuple[Comment, ...]) -> str:
    if not comments:
        return ""
    return "".join(write_comment(comment.text) + " " for comment in comments)


def _behind(comments: tuple[Comment, ...]) -> str:
    if not comments:
        return ""
    return "".join(" " + write_comment(comment.text) for comment in comments)


def _glyphs(element: Element, *, marked: bool = False) -> str:
    """Each glyph with a blank before it; `marked` where a question mark would be a card."""
    if not element.glyphs:
        return ""
    for glyph in element.glyphs:
        if _GLYPH.fullmatch(glyph) is None:
            raise ValueError(f"not a glyph: {glyph!r}")
    return "".join(f" ${g}" if marked and g in ("?", "??") else f" {g}" for g in element.glyphs)


def _held_line(item: Dealt | Bury) -> str:
    cards = f" {format_cards(item.cards)}" if item.cards else ""
    glyphs = _glyphs(item, marked=not item.cards)
    return f"{_ahead(item.before)}{item.seat}{cards}{glyphs}{_behind(item.after)}"


def _kitty_line(kitty: Kitty) -> str:
    cards = f" {_ordered_cards(kitty.cards)}" if kitty.cards else ""
    return f"{_ahead(kitty.before)}Kitty{cards}{_glyphs(kitty, marked=True)}{_behind(kitty.after)}"


def _ordered_cards(cards: Cards) -> str:
    """Cards in an order that means something: an unknown rank never follows a known one in a group."""
    runs: list[list[int]] = []
    for card in cards:
        known_before = bool(runs) and card > UNKNOWN and runs[-1][-1] < len(SUITS) * len(RANKS)
        if runs and not known_before:
            runs[-1].append(card)
        else:
            runs.append([card])
    return " ".join(format_cards(run) for run in runs)


def _play_cards(cards: Cards) -> str:
    if not cards:
        raise ValueError("a bid or a play has at least one card")
    return _touching(cards)


def _bid_line(bid: Bid) -> str:
    draw = "" if bid.draw is None else _number(bid.draw) + " "
    if not bid.cards:
        raise ValueError("a bid or a play has at least one card")
    cards = format_cards(bid.cards)
    return f"{draw}{_ahead(bid.before)}{bid.seat} {cards}{_glyphs(bid)}{_behind(bid.after)}"


def _trick(trick: Trick) -> str:
    if not trick.plays:
        raise ValueError(f"trick {trick.number} has no plays")
    return f"{_number(trick.number)}. " + " / ".join(_play(play) for play in trick.plays)


def _play(play: Play) -> str:
    cards = _play_cards(play.cards)
    if play.tried is not None:
        cards = f"{_play_cards(play.tried)}>{cards}"
    glyphs = _glyphs(play)
    if play.cards[-1] < UNKNOWN:
        glyphs = glyphs[1:]
    variations = "".join(" " + _variation(variation) for variation in play.variations)
    return f"{_ahead(play.before)}{play.seat} {cards}{glyphs}{_behind(play.after)}{variations}"


def _variation(variation: Variation) -> str:
    if not variation.tricks:
        raise ValueError("a variation has at least one trick")
    tricks = " ".join(_trick(trick) for trick in variation.tricks)
    return f"( {_ahead(variation.before)}{tricks} )"


def _result_line(result: Result) -> str:
    match result.state:
        case "unfinished":
            score = "*"
        case "unstated":
            score = "?"
        case _:
            if result.attackers is None:
                raise ValueError("a stated result has the points of the attackers")
            score = ("-" if result.attackers < 0 else "") + _number(abs(result.attackers))
    gain = "" if result.gain is None else _signed(result.gain)
    ahead = f" {result.dealer_next or ''}{gain}" if result.dealer_next or gain else ""
    return f"= {_ahead(result.before)}{score}{ahead}{_glyphs(result)}{_behind(result.after)}"
