"""The coarse road: canonical text, read by regular expressions that the grammar hands out.

Owns speed. It takes a hand only if the section terminals of `sjn.lark` match all of it, and then
gives exactly what the fine road gives; on any doubt it declines. Variations nest, so hands that
have one are read on the fine road.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple, cast

from .cards import Cards, Seat, Side, parse_cards, sort_cards
from .escapes import comment_text, incident_values, unquote
from .fine import glyph_text, result_values
from .limits import MAX_BID
from .model import (
    Bid,
    Bury,
    Call,
    CallKind,
    Comment,
    Dealt,
    Incident,
    Kitty,
    Place,
    Play,
    Record,
    Result,
    Tag,
    Trick,
    renamed,
)
from .seats import COMPASS, NAMINGS, Naming, naming_called
from .syntax import terminal

__all__ = ["read_coarse"]

_PLAIN: Final = re.compile(r"[2-9TJQKASHCDBL]+")
_PLAIN_HAND: Final = re.compile(r"(?:[ENWS]|[NS][EW]) [2-9TJQKASHCDBL ]+")


_SECTIONS: Final = {
    "tags": "TAGS",
    "notes": "NOTES",
    "deal": "DEALS",
    "auction": "AUCTION",
    "tricks": "PLAYED",
    "result": "ENDED",
}
_PARTS: Final = (
    "NOTE",
    "BEFORE",
    "AFTER",
    "SEAT",
    "LIST",
    "KITTY_LIST",
    "PLAINS",
    "GLYPHS",
    "INT",
    "CARDS",
    "ANY_GLYPH",
    "SCORE",
    "AHEAD",
    "CALL",
    "FIELD",
    "PARTY",
)


_NARROWED: Final = {
    "(?:[ENWS]|[NS][EW])": ("[ENWS]", "[NS][EW]"),
    "(?:NESW|SENW|NS|EW|[NS][EW]|[ENWS])": ("(?:NS|EW|[ENWS])", "(?:NESW|SENW|[NS][EW])"),
    "(?:NESW|SENW|NS|EW)": ("(?:NS|EW)", "(?:NESW|SENW)"),
}
"""The names of seats and sides in the grammar, and those of each naming."""
_SEATS_TAG: Final = re.compile(r'^\[Seats "([^"\n]*)"\]$', re.MULTILINE)


class _Expressions(NamedTuple):
    """The regular expressions of one line and one play."""

    note: re.Pattern[str]
    held: re.Pattern[str]
    kitty: re.Pattern[str]
    drawn: re.Pattern[str]
    bid: re.Pattern[str]
    call: re.Pattern[str]
    case: re.Pattern[str]
    play: re.Pattern[str]
    result: re.Pattern[str]


def _narrowed(expression: str, naming: Naming) -> str:
    """An expression that takes the names of one naming only."""
    for names, narrow in _NARROWED.items():
        expression = expression.replace(names, narrow[NAMINGS.index(naming)])
    return expression


@cache
def _hand(naming: Naming) -> re.Pattern[str]:
    """The regular expression of one hand whose seats are named so, and not otherwise."""
    return re.compile(
        "".join(
            f"(?P<{name}>(?>{_narrowed(terminal(section), naming)}{'' if name == 'tags' else '?'}))"
            for name, section in _SECTIONS.items()
        )
    )


@cache
def _expressions() -> _Expressions:
    part = {name: terminal(name) for name in _PARTS}
    before = f"(?P<before>{part['BEFORE']}?)"
    after = f"(?P<after>{part['AFTER']}?)"
    seat = f"(?P<seat>{part['SEAT']})"
    listed = f"(?P<cards>{part['LIST']})(?P<glyphs>{part['GLYPHS']}?)"
    return _Expressions(
        note=re.compile(part["NOTE"]),
        held=re.compile(f"{before}{seat}(?:{listed}|(?P<plains>{part['PLAINS']}?)){after}"),
        kitty=re.compile(
            f"{before}(?P<kitty>Kitty)(?P<cards>{part['KITTY_LIST']}?)(?P<glyphs>{part['PLAINS']}?){after}"
        ),
        drawn=re.compile(
            f"{before}{seat}(?P<cards>{part['KITTY_LIST']}?)(?P<glyphs>{part['PLAINS']}?){after}"
        ),
        call=re.compile(
            f"(?:(?P<draw>{part['INT']}) )?{before}(?P<who>(?:{part['SEAT']} )?)(?P<kind>{part['CALL']})"
            f"(?P<cards>{part['KITTY_LIST']}?)(?P<glyphs>{part['PLAINS']}?){after}"
        ),
        case=re.compile(
            f"{before}(?P<case><[a-z][a-z0-9_]*(?: {part['PARTY']})?(?: {part['FIELD']})*>)"
            f"(?P<glyphs>{part['GLYPHS']}?){after}"
        ),
        bid=re.compile(f"(?:(?P<draw>{part['INT']}) )?{before}{seat}{listed}{after}"),
        play=re.compile(
            f"{before}{seat} (?P<cards>{part['CARDS']})(?:>(?P<led>{part['CARDS']}))?"
            f"(?P<glyphs>(?: ?{part['ANY_GLYPH']}{part['GLYPHS']}?)?){after}"
        ),
        result=re.compile(
            f"= {before}(?P<score>{part['SCORE']})(?: (?P<ahead>{part['AHEAD']}))?"
            f"(?P<glyphs>{part['GLYPHS']}?){after}"
        ),
    )


def read_coarse(hand: str, line: int) -> Record | None:
    """Read a canonical hand that begins at `line` of its file; None if it is not one."""
    text = hand.rstrip("\n") + "\n"
    said = _SEATS_TAG.findall(text) if "\n[Seats " in text else []
    naming = (naming_called(said[-1]) if said else None) or COMPASS
    match = _hand(naming).fullmatch(text)
    if match is None:
        return None
    numbered = _Numbered(text, line)
    dealt: list[Dealt] = []
    kitty: Kitty | None = None
    drawing = False
    for at, written in numbered.lines(match, "deal", 0):
        if written in ("", "Deal:", "Draw:"):
            drawing = written == "Draw:"
        elif "Kitty" in written and (found := _expressions().kitty.fullmatch(written)):
            if kitty is not None:
                return None
            kitty = _kitty(found, at)
        else:
            dealt.append(_drawn(written, at) if drawing else _dealt(written, at))
    auction = tuple(_auction(numbered.lines(match, "auction", 0)))
    if any(isinstance(item, Bid) and len(item.cards) > MAX_BID for item in auction):
        return None
    record = Record(
        tags=tuple(_tag(written, at) for at, written in numbered.lines(match, "tags", 0)),
        comments=tuple(
            Comment(comment_text(written), Place(at, 1)) for at, written in numbered.lines(match, "notes", 1)
        ),
        deal=tuple(dealt),
        kitty=kitty,
        auction=auction,
        tricks=_tricks(numbered.lines(match, "tricks", 2)),
        result=_result(match["result"].strip("\n"), numbered.line_of(match.end("result") - 1), naming)
        if match["result"]
        else None,
    )
    if naming is COMPASS:
        return record
    return renamed(record, {name: party for party, name in naming.names.items()})


class _Numbered:
    """The lines of each section with their numbers, counted as the sections are asked for."""

    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._line = line

    def line_of(self, offset: int) -> int:
        """The number of the line that holds the character at `offset`."""
        return self._line + self._text.count("\n", 0, offset)

    def lines(self, match: re.Match[str], section: str, skip: int) -> Iterator[tuple[int, str]]:
        """The lines of a section without its head, which is `skip` lines long."""
        body = match[section]
        if not body:
            return iter(())
        first = self.line_of(match.start(section))
        return ((first + i, line) for i, line in enumerate(body[:-1].split("\n")) if i >= skip)


@lru_cache(maxsize=1 << 14)
def _sorted(text: str) -> Cards:
    return sort_cards(parse_cards(text))


def _notes(text: str, line: int, column: int) -> tuple[Comment, ...]:
    if not text:
        return ()
    return tuple(
        Comment(comment_text(found.group()), Place(line, column + found.start()))
        for found in _expressions().note.finditer(text)
    )


def _glyphs(text: str | None) -> tuple[str, ...]:
    return tuple(glyph_text(glyph) for glyph in text.split()) if text else ()


def _tag(written: str, line: int) -> Tag:
    name, value = written[1:-1].split(" ", 1)
    return Tag(name, unquote(value), Place(line, 1))


def _dealt(written: str, line: int) -> Dealt:
    if _PLAIN_HAND.fullmatch(written):
        seat, cards = written.split(" ", 1)
        return Dealt(seat=cast("Seat", seat), cards=_sorted(cards), place=Place(line, 1))
    found = _matched(_expressions().held, written)
    return Dealt(
        seat=cast("Seat", found["seat"]),
        cards=_sorted(found["cards"] or ""),
        glyphs=_glyphs(found["glyphs"] or found["plains"]),
        before=_notes(found["before"], line, 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, found.start("seat") + 1),
    )


def _drawn(written: str, line: int) -> Dealt:
    found = _matched(_expressions().drawn, written)
    return Dealt(
        seat=cast("Seat", found["seat"]),
        cards=parse_cards(found["cards"]),
        drawn=True,
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, found.start("seat") + 1),
    )


def _kitty(found: re.Match[str], line: int) -> Kitty:
    return Kitty(
        cards=parse_cards(found["cards"]),
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, found.start("kitty") + 1),
    )


def _auction(lines: Iterator[tuple[int, str]]) -> Iterator[Bid | Call | Bury | Incident]:
    burying = False
    for line, written in lines:
        if written in ("", "Bids:", "Bury:"):
            burying = written == "Bury:"
        elif "<" in written and (found := _expressions().case.fullmatch(written)):
            yield _incident(found, line, 1)
        elif burying:
            dealt = _dealt(written, line)
            yield Bury(
                seat=dealt.seat,
                cards=dealt.cards,
                glyphs=dealt.glyphs,
                before=dealt.before,
                after=dealt.after,
                place=dealt.place,
            )
        elif found := _expressions().call.fullmatch(written):
            yield _call(found, line)
        else:
            yield _bid(written, line)


def _call(found: re.Match[str], line: int) -> Call:
    draw, seat = found["draw"], found["who"].rstrip()
    return Call(
        kind=cast("CallKind", found["kind"]),
        seat=cast("Seat", seat) if seat else None,
        cards=parse_cards(found["cards"]),
        draw=int(draw) if draw else None,
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, found.start("before") + 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, 1 if draw else found.start("who") + 1),
    )


def _incident(found: re.Match[str], line: int, column: int) -> Incident:
    kind, party, fields = incident_values(found["case"])
    return Incident(
        kind=kind,
        party=cast("Seat | Side | None", party),
        fields=fields,
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, column + found.start("before")),
        after=_notes(found["after"], line, column + found.start("after")),
        place=Place(line, column + found.start("case")),
    )


def _bid(written: str, line: int) -> Bid:
    found = _matched(_expressions().bid, written)
    draw = found["draw"]
    return Bid(
        seat=cast("Seat", found["seat"]),
        cards=_sorted(found["cards"]),
        draw=int(draw) if draw else None,
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, found.start("before") + 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, 1 if draw else found.start("seat") + 1),
    )


def _tricks(lines: Iterator[tuple[int, str]]) -> tuple[Trick, ...]:
    """The tricks of the section; an incident on its own line follows the last play before it."""
    tricks: list[Trick] = []
    behind: list[list[Incident]] = []
    for line, written in lines:
        if written[0] == "<":
            behind[-1].append(_incident(_matched(_expressions().case, written), line, 1))
        else:
            tricks.append(_trick(written, line))
            behind.append([])
    return tuple(
        _followed(trick, cases) if cases else trick for trick, cases in zip(tricks, behind, strict=True)
    )


def _followed(trick: Trick, cases: list[Incident]) -> Trick:
    """A trick with incidents behind its last play."""
    *plays, last = trick.plays
    last = replace(last, incidents=(*last.incidents, *cases))
    return replace(trick, plays=(*plays, last))


def _trick(written: str, line: int) -> Trick:
    number, rest = written.split(". ", 1)
    column = len(number) + 3
    plays: list[Play] = []
    if "{" in rest or "<" in rest:
        at = 0
        while found := _expressions().play.match(rest, at):
            play = _annotated(found, line, column)
            at = found.end()
            cases: list[Incident] = []
            while case := _expressions().case.match(rest, at + 1) if rest[at : at + 2] == " <" else None:
                cases.append(_incident(case, line, column))
                at = case.end()
            plays.append(replace(play, incidents=tuple(cases)) if cases else play)
            at += 3
    else:
        for part in rest.split(" / "):
            plays.append(_play(part, line, column))
            column += len(part) + 3
    return Trick(number=int(number), plays=tuple(plays), place=Place(line, 1))


@lru_cache(maxsize=1 << 14)
def _plain_play(part: str) -> tuple[Seat, Cards] | None:
    """Seat and cards of a play that is nothing else."""
    seat, _, cards = part.partition(" ")
    return (cast("Seat", seat), _sorted(cards)) if _PLAIN.fullmatch(cards) else None


def _play(part: str, line: int, column: int) -> Play:
    if plain := _plain_play(part):
        return Play(seat=plain[0], cards=plain[1], place=Place(line, column))
    return _annotated(_matched(_expressions().play, part), line, column)


def _annotated(found: re.Match[str], line: int, column: int) -> Play:
    led = found["led"]
    cards = _sorted(found["cards"])
    return Play(
        seat=cast("Seat", found["seat"]),
        cards=_sorted(led) if led else cards,
        tried=cards if led else None,
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, column + found.start("before")),
        after=_notes(found["after"], line, column + found.start("after")),
        place=Place(line, column + found.start("seat")),
    )


def _result(written: str, line: int, naming: Naming) -> Result:
    found = _matched(_expressions().result, written)
    return Result(
        glyphs=_glyphs(found["glyphs"]),
        before=_notes(found["before"], line, found.start("before") + 1),
        after=_notes(found["after"], line, found.start("after") + 1),
        place=Place(line, 1),
        **result_values(found["score"], found["ahead"], naming),
    )


def _matched(expression: re.Pattern[str], text: str) -> re.Match[str]:
    found = expression.fullmatch(text)
    assert found is not None, "the whole hand matched, so its lines do"
    return found
