"""The canonical form: one text for one record, byte for byte.

Owns the export look of SJN. Reading what it writes gives `canonical(record)` back. Knows nothing of
how a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import IO, Final, TypeVar, get_args

from .cards import RANKS, SUITS, UNKNOWN, Cards, format_cards, sort_cards
from .escapes import quote, write_comment, write_incident
from .hands import one_hand_each
from .limits import MAX_BID
from .model import (
    Bid,
    Bury,
    Call,
    CallKind,
    Comment,
    Dealt,
    Element,
    Incident,
    Kitty,
    Play,
    Record,
    Result,
    Tag,
    Trick,
    Variation,
    renamed,
)
from .seats import COMPASS, Naming

__all__ = [
    "GLYPH",
    "KNOWN_TAGS",
    "LARGEST",
    "WORD",
    "canonical",
    "dump",
    "dumps",
    "part_text",
    "tag_text",
    "write",
]

KNOWN_TAGS: Final = (
    "SJN", "Match", "Event", "Site", "Date", "Round", "Stage", "Table", "Hand", "Seats",
    "East", "North", "West", "South", "SouthEast", "NorthEast", "NorthWest", "SouthWest",
    "Rules", "Decks", "Direction", "BigPoints", "Levels", "Level", "Dealer", "Trump",
    "Winner", "MatchPoints", "Source", "Annotator",
)  # fmt: skip
"""The tags of the notation, in their canonical order."""

_ORDER: Final = {name: number for number, name in enumerate(KNOWN_TAGS)}
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
GLYPH: Final = re.compile(r"!!?|\?\??|!\?|\?!|\$[0-9]{1,3}")
"""What a glyph is."""
_CALLS: Final = get_args(CallKind)
WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
"""What the kind of an incident and the name of a field are."""
LARGEST: Final = 999_999
"""The largest number of a trick, a draw or a score."""
_DEAL_ORDER: Final = "ENWS"
_Holding = TypeVar("_Holding", Dealt, Bid, Bury, Play, Bid | Bury)


def canonical(record: Record) -> Record:
    """The record as its canonical text says it: tags and cards in order, the version tag present.

    >>> canonical(Record()).tags[0].name
    'SJN'
    """
    # A second version tag would begin a second hand.
    versions = [tag for tag in record.tags if tag.name == "SJN"] or [Tag("SJN", "1")]
    tags = (versions[-1], *(tag for tag in record.tags if tag.name != "SJN"))
    record, _ = one_hand_each(replace(record, tags=_in_tag_order(tags)))
    return replace(
        record,
        inherited=() if record.is_match_block else _block_tags(record.inherited),
        deal=_deal_in_order(record.deal),
        auction=tuple(_sorted(item) if isinstance(item, Bid | Bury) else item for item in record.auction),
        tricks=tuple(_sorted_trick(trick) for trick in record.tricks),
    )


def _deal_in_order(deal: Iterable[Dealt]) -> tuple[Dealt, ...]:
    hands = (dealt if dealt.drawn else _sorted(dealt) for dealt in deal)
    return tuple(sorted(hands, key=lambda dealt: (dealt.drawn, _DEAL_ORDER.index(dealt.seat))))


def _in_tag_order(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    return tuple(sorted(tags, key=lambda tag: _ORDER.get(tag.name, len(_ORDER))))


def write(record: Record) -> str:
    """The canonical text of one hand, after the block of the tags it inherits.

    `ValueError` if the record holds what the notation cannot say: a play without cards, a bid with
    more than four, a trick without plays, a tag name or glyph that is none, a number that is negative or
    too large.

    >>> print(write(Record(tags=(Tag("SJN", "1"),), result=Result(state="stated", attackers=80))), end="")
    [SJN "1"]
    <BLANKLINE>
    = 80
    """
    return dumps([record])


def _hand(record: Record) -> str:
    if record.naming is not COMPASS:
        record = renamed(record, record.naming.names)
    sections = ["".join(_tag_line(tag) for tag in record.tags)]
    if record.comments:
        sections.append("".join(f"{write_comment(comment.text)}\n" for comment in record.comments))
    kitty = [_kitty_line(record.kitty)] if record.kitty else []
    drawn = [_drawn_line(dealt) for dealt in record.deal if dealt.drawn]
    dealt = [_held_line(dealt) for dealt in record.deal if not dealt.drawn]
    if dealt or (kitty and not drawn):
        sections.append(_section("Deal:", dealt if drawn else [*dealt, *kitty]))
    if drawn:
        sections.append(_section("Draw:", [*drawn, *kitty]))
    for head, items in groupby(_with_heads(record.auction), key=itemgetter(0)):
        sections.append(_section(head, (_auction_line(item) for _, item in items)))
    if record.tricks:
        sections.append(_section("Tricks:", (_trick_lines(trick) for trick in record.tricks)))
    text = "\n".join(sections)
    if record.result:
        text += ("" if record.tricks else "\n") + _result_line(record.result) + "\n"
    return text


def dumps(records: Iterable[Record]) -> str:
    """The canonical text of several hands, a blank line between them.

    >>> dumps([])
    ''
    """
    return "".join(_texts(records))


def dump(records: Iterable[Record], file: IO[str]) -> None:
    """Write the canonical text of several hands to a text file, hand by hand."""
    for text in _texts(records):
        file.write(text)


def _texts(records: Iterable[Record]) -> Iterator[str]:
    """The hands, and before each that inherits other tags than the last one the block that says which."""
    inherited: tuple[Tag, ...] | None = ()
    gap = ""
    for record in map(canonical, records):
        if record.is_match_block:
            inherited = None
        elif record.inherited != inherited:
            inherited = record.inherited
            yield gap + _match_block(inherited)
            gap = "\n"
        yield gap + _hand(record)
        gap = "\n"


def _match_block(tags: tuple[Tag, ...]) -> str:
    """The block of these tags; without any it ends the match before."""
    return "".join(_tag_line(tag) for tag in (Tag("SJN", "1"), *(tags or (Tag("Match", ""),))))


def _block_tags(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Inherited tags as their block has them: with the tag that makes it one, without the version."""
    tags = _in_tag_order(tag for tag in tags if tag.name != "SJN")
    if all(tag.name == "Match" and not tag.value for tag in tags):
        return ()
    return tags if any(tag.name == "Match" for tag in tags) else _in_tag_order((Tag("Match", ""), *tags))


def _tag_line(tag: Tag) -> str:
    return f"{tag_text(tag)}\n"


def tag_text(tag: Tag) -> str:
    """A tag as it is written."""
    return f"[{_name(tag.name)} {quote(tag.value)}]"


def part_text(part: Element | Trick | Variation, naming: Naming = COMPASS) -> str:
    """A part of a hand as it is written, with the names that a naming gives the seats.

    >>> part_text(Play(seat="N", cards=(12, 12), glyphs=("!",)))
    'N SAA!'
    """
    if naming is not COMPASS:
        part = renamed(part, naming.names)
    match part:
        case Variation():
            return _variation(part)
        case Trick():
            return _trick(part)
        case Play():
            return _play(part)
        case Result():
            return _result_line(part)
        case Kitty():
            return _kitty_line(part)
        case Dealt():
            return _drawn_line(part) if part.drawn else _held_line(part)
        case Bid() | Call() | Bury() | Incident():
            return _auction_line(part)
        case _:
            raise TypeError(f"no part of a hand: {part!r}")


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
    if play.incidents:
        play = _without_comments_between(play)
    if play.tried is not None:
        play = replace(play, tried=_in_order(play.tried))
    if play.variations:
        variations = tuple(
            replace(
                variation,
                tricks=tuple(_sorted_trick(trick) for trick in variation.tricks),
                deal=_deal_in_order(replace(dealt, drawn=False) for dealt in variation.deal),
            )
            for variation in play.variations
        )
        play = replace(play, variations=variations)
    return _sorted(play)


def _without_comments_between(play: Play) -> Play:
    """A comment between a play and an incident after it is one after the play; it has one place only."""
    after = play.after
    incidents: list[Incident] = []
    for incident in play.incidents:
        if incidents:
            last = incidents[-1]
            incidents[-1] = replace(last, after=(*last.after, *incident.before))
        else:
            after = (*after, *incident.before)
        incidents.append(replace(incident, before=()))
    return replace(play, after=after, incidents=tuple(incidents))


def _section(head: str, lines: Iterable[str]) -> str:
    return head + "\n" + "".join(line + "\n" for line in lines)


def _name(name: str) -> str:
    if _TAG_NAME.fullmatch(name) is None:
        raise ValueError(f"not a tag name: {name!r}")
    return name


def _number(number: int) -> str:
    if not 0 <= number <= LARGEST:
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
        if GLYPH.fullmatch(glyph) is None:
            raise ValueError(f"not a glyph: {glyph!r}")
    return "".join(f" ${g}" if marked and g in ("?", "??") else f" {g}" for g in element.glyphs)


def _with_heads(
    auction: tuple[Bid | Call | Bury | Incident, ...],
) -> Iterator[tuple[str, Bid | Call | Bury | Incident]]:
    """Each element with the head of its section; an incident stays in the one that is open."""
    head = "Bids:"
    for item in auction:
        if not isinstance(item, Incident):
            head = "Bury:" if isinstance(item, Bury) else "Bids:"
        yield head, item


def _auction_line(item: Bid | Call | Bury | Incident) -> str:
    match item:
        case Bid():
            return _bid_line(item)
        case Call():
            return _call_line(item)
        case Bury():
            return _held_line(item)
        case _:
            return _incident(item)


def _call_line(call: Call) -> str:
    if call.kind not in _CALLS:
        raise ValueError(f"not a call: {call.kind!r}")
    draw = "" if call.draw is None else _number(call.draw) + " "
    seat = "" if call.seat is None else call.seat + " "
    cards = f" {_ordered_cards(call.cards)}" if call.cards else ""
    rest = f"{cards}{_glyphs(call, marked=True)}{_behind(call.after)}"
    return f"{draw}{_ahead(call.before)}{seat}{call.kind}{rest}"


def _incident(incident: Incident) -> str:
    for name in (incident.kind, *(name for name, _ in incident.fields)):
        if WORD.fullmatch(name) is None:
            raise ValueError(f"not the name of an incident or of a field: {name!r}")
    written = write_incident(incident.kind, incident.party, incident.fields)
    return f"{_ahead(incident.before)}{written}{_glyphs(incident)}{_behind(incident.after)}"


def _held_line(item: Dealt | Bury) -> str:
    cards = f" {format_cards(item.cards)}" if item.cards else ""
    glyphs = _glyphs(item, marked=not item.cards)
    return f"{_ahead(item.before)}{item.seat}{cards}{glyphs}{_behind(item.after)}"


def _drawn_line(item: Dealt) -> str:
    cards = f" {_ordered_cards(item.cards)}" if item.cards else ""
    return f"{_ahead(item.before)}{item.seat}{cards}{_glyphs(item, marked=True)}{_behind(item.after)}"


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
    if len(bid.cards) > MAX_BID:
        raise ValueError(f"a bid has {MAX_BID} cards at most")
    cards = format_cards(bid.cards)
    return f"{draw}{_ahead(bid.before)}{bid.seat} {cards}{_glyphs(bid)}{_behind(bid.after)}"


def _trick_lines(trick: Trick) -> str:
    """A trick, and what happened after its last play, each on a line of its own."""
    if not trick.plays or not trick.plays[-1].incidents:
        return _trick(trick)
    *plays, last = trick.plays
    bare = replace(trick, plays=(*plays, replace(last, incidents=())))
    return "\n".join([_trick(bare), *(_incident(incident) for incident in last.incidents)])


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
    incidents = "".join(" " + _incident(incident) for incident in play.incidents)
    return f"{_ahead(play.before)}{play.seat} {cards}{glyphs}{_behind(play.after)}{variations}{incidents}"


def _variation(variation: Variation) -> str:
    if not variation.tricks:
        raise ValueError("a variation has at least one trick")
    deal = (
        "Deal: " + " / ".join(_held_line(dealt) for dealt in variation.deal) + " " if variation.deal else ""
    )
    tricks = " ".join(_trick(trick) for trick in variation.tricks)
    return f"( {_ahead(variation.before)}{deal}{tricks} )"


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
