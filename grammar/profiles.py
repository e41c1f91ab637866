"""What of a record is shown to whom: without annotations, or as one seat saw it at one play.

Owns the two reduced profiles, as pure functions from record to record; each result is a valid record.
Knows who can see what at a table (own cards, what lies open, the kitty of whoever took it), no rule
of the game: nothing is computed from cards that the seat did not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Final, TypeVar

from .cards import SEATS, UNKNOWN, Cards, Seat
from .model import Bid, Bury, Call, Dealt, Element, Incident, Kitty, Play, Record, Result, Tag, Trick

__all__ = ["SEAT_TAGS", "VIEWS", "Moment", "moment", "redacted", "reduced", "seen"]

SEAT_TAGS: Final = (
    "SJN", "Match", "Event", "Site", "Date", "Round", "Table", "Hand", "Seats",
    "East", "North", "West", "South", "SouthEast", "NorthEast", "NorthWest", "SouthWest",
    "Rules", "Decks", "Direction", "Levels", "Level", "Source",
)  # fmt: skip
"""What everybody knows before the first card; dealer and trump come later, any other tag may tell more."""

VIEWS: Final = ("all", *SEATS, "public")
"""Who sees: somebody who sees everything, a seat, or anybody at the table."""

Moment = tuple[str, int, int]
"""A place in the hand that can be compared: phase, number, number within it; of the draw, cards drawn."""

_MOMENT: Final = re.compile(
    r"(?P<phase>deal|result)|d(?P<draw>[1-9][0-9]{0,3})|a(?P<item>[0-9]{1,6})|(?P<trick>[0-9]{1,6})\.(?P<play>[0-9]{1,6})"
)
_Auction = tuple[Bid | Call | Bury | Incident, ...]
_E = TypeVar("_E", bound=Element)
_EVER: Final[Moment] = ("z", 0, 0)
_NEVER: Final = 10_000
"""More cards than anybody draws."""


def moment(address: str) -> Moment:
    """The moment of an address of the main line: ``deal``, ``d18``, ``a2``, ``7.3`` or ``result``.

    `ValueError` for anything else. Before which bids a card was drawn, only a record tells.

    >>> moment("deal") < moment("d18") < moment("a2") < moment("7.3") < moment("10.1") < moment("result")
    True
    """
    match = _MOMENT.fullmatch(address)
    if match is None:
        raise ValueError(
            f"not the address of a deal, a card drawn, a bid, a bury, a play or a result: {address!r}"
        )
    if match["draw"]:
        return ("a", 0, int(match["draw"]))
    if match["item"]:
        return ("a", int(match["item"]), 0)
    if match["trick"]:
        return ("p", int(match["trick"]), int(match["play"]))
    return ("", 0, 0) if match["phase"] == "deal" else _EVER


def reduced(record: Record) -> Record:
    """The record without comments, glyphs and variations; incidents are part of the game and stay.

    >>> from paipu.grammar.reader import loads
    >>> from paipu.grammar.writer import write
    >>> text = '[SJN "1"]\\n\\nTricks:\\n1. N SA! {good} ( 1. N S3 )\\n= *\\n'
    >>> write(reduced(loads(text)[0])).splitlines()[3]
    '1. N SA'
    """
    return replace(
        record,
        comments=(),
        deal=tuple(_bare(dealt) for dealt in record.deal),
        kitty=_bare(record.kitty) if record.kitty else None,
        auction=tuple(_bare(item) for item in record.auction),
        tricks=tuple(
            replace(trick, plays=tuple(_bare_play(play) for play in trick.plays)) for trick in record.tricks
        ),
        result=_bare(record.result) if record.result else None,
        findings=(),
        source="",
    )


def redacted(record: Record, seat: Seat | None, at: str = "result") -> Record:
    """What `seat` knew right after the element at `at`: its own cards and what had lain open.

    ``d18`` is after 18 cards were drawn: the bids up to then, as far as the record says when they were.

    Without a seat: what everybody at the table knew.

    The hands of the others are left out, the kitty too unless the seat took it; of what others bury
    only the number of cards stays. Everything later is left out, the result is `= *`; so are
    comments, glyphs, variations, incidents (one may stand where a fault happened that was found later) and
    every tag that may tell something of them.
    """
    until = _moment_in(record.auction, at)
    return replace(
        record,
        tags=_seat_tags(record, record.tags, until),
        inherited=_seat_tags(record, record.inherited, until),
        comments=(),
        deal=tuple(
            _drawn_by(_bare(dealt), record.auction, until) for dealt in record.deal if dealt.seat == seat
        ),
        kitty=_own_kitty(record, seat, until),
        auction=tuple(_auction_seen(record.auction, seat, until)),
        tricks=tuple(_tricks_until(record.tricks, until)),
        result=None if record.is_match_block else Result(state="unfinished"),
        findings=(),
        source="",
    )


def seen(record: Record, view: str, at: str = "result") -> Record:
    """The record as one of `VIEWS` had seen it right after `at`; `ValueError` for a view that is none."""
    if view not in VIEWS:
        raise ValueError(f"not a view: {view!r}")
    if view == "all":
        return record
    return redacted(record, next((seat for seat in SEATS if seat == view), None), at)


def _moment_in(auction: _Auction, at: str) -> Moment:
    """The moment of an address; a card drawn comes after the last bid or call of its time."""
    until = moment(at)
    if until[:2] != ("a", 0):
        return until
    before_kitty = takewhile(lambda item: not isinstance(item[1], Bury), enumerate(auction, 1))
    past = [
        n for n, item in before_kitty if isinstance(item, Bid | Call) and (item.draw or _NEVER) <= until[2]
    ]
    return ("a", max(past, default=0), until[2])


def _bare(element: _E) -> _E:
    return replace(element, before=(), glyphs=(), after=())


def _bare_play(play: Play) -> Play:
    incidents = tuple(_bare(incident) for incident in play.incidents)
    return replace(_bare(play), variations=(), incidents=incidents)


def _seat_tags(record: Record, tags: tuple[Tag, ...], until: Moment) -> tuple[Tag, ...]:
    """What was known by then: of the first hand of a game, bids make the dealer."""
    known = set(SEAT_TAGS)
    if until[0] >= "p":
        known |= {"Dealer", "Trump"}
    elif record.tag("Hand") not in (None, "", "?", "1"):
        known.add("Dealer")
    return tuple(tag for tag in tags if tag.name in known)


def _drawn_by(dealt: Dealt, auction: _Auction, until: Moment) -> Dealt:
    """A hand while cards are still being drawn: the first of them, where their order is recorded."""
    if until[0] != "a":
        return dealt
    draws = (item.draw for item in auction[max(0, until[1] - 1) :] if isinstance(item, Bid | Call))
    draw = until[2] or next((draw for draw in draws if draw is not None), None)
    if draw is None:
        return dealt
    held = dealt.cards[: draw // len(SEATS)]
    known = dealt.drawn or len(held) == len(dealt.cards)
    return replace(dealt, cards=held if known else _hidden(held))


def _own_kitty(record: Record, seat: Seat | None, until: Moment) -> Kitty | None:
    """The original kitty, for the seat that was the first to take it, from then on."""
    for number, item in enumerate(record.auction, 1):
        if isinstance(item, Bury):
            seen = item.seat == seat and ("a", number, 0) <= until
            return _bare(record.kitty) if record.kitty and seen else None
    return None


def _auction_seen(auction: _Auction, seat: Seat | None, until: Moment) -> Iterator[Bid | Call | Bury]:
    """Bids and calls lie open; cards buried by others do not, unless the seat takes them up next."""
    past = [item for n, item in enumerate(auction, 1) if ("a", n, 0) <= until]
    takers = [item.seat for item in past if isinstance(item, Bury)]
    buried = 0
    for item in past:
        if isinstance(item, Bury):
            buried += 1
            if seat not in takers[buried - 1 : buried + 1]:
                item = replace(item, cards=_hidden(item.cards))
        if not isinstance(item, Incident):
            yield _bare(item)


def _tricks_until(tricks: tuple[Trick, ...], until: Moment) -> Iterator[Trick]:
    """The plays in the order written, up to the first that is beyond."""
    for trick in tricks:
        plays = [play for n, play in enumerate(trick.plays, 1) if ("p", trick.number, n) <= until]
        if plays:
            yield replace(trick, plays=tuple(replace(_bare_play(play), incidents=()) for play in plays))
        if len(plays) < len(trick.plays):
            return


def _hidden(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)
