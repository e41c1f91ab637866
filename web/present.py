"""From the timeline of a hand to what the templates print.

Owns cards and messages as HTML, and the record as rows (a row a trick, a column a seat). Must not
know rules or storage: it only arranges what the timeline says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, Literal

from flask_babel import gettext as _
from flask_babel import pgettext
from markupsafe import Markup, escape

from paipu.grammar.commands import commands, without_commands
from paipu.grammar.model import Comment
from paipu.grammar.vocabulary import GLYPHS

from .events import Event, event_of
from .i18n import pick

__all__ = [
    "Cell",
    "Note",
    "Row",
    "breaches_of",
    "card_html",
    "cards_html",
    "clock_of",
    "comments_of",
    "dress",
    "event_of",
    "events_of",
    "face_html",
    "finding_places",
    "glyph_html",
    "glyph_words",
    "has_glyphs",
    "record_rows",
    "seats_of",
    "spoken",
    "suit_html",
]

Step = Mapping[str, Any]
Timeline = Mapping[str, Any]

_SYMBOLS: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_SUITS: Final = {symbol: suit for suit, symbol in _SYMBOLS.items()}
_TEXT_STYLE: Final = "\ufe0e"
"""Keeps phones from drawing a suit as an emoji."""
_SPOKEN: Final = re.compile(
    "(?P<suit>[♠♥♣♦])\ufe0e?(?P<rank>10|[2-9TJQKA?])|(?P<big>大王|big joker)|(?P<little>小王|little joker)"
)
_FACE: Final = Markup(
    '<span class="mini {}" role="img" aria-label="{}"><b>{}</b><svg><use href="#{}"/></svg></span>'
)
_SJN: Final = re.compile(r"[SHCD][?2-9TJQKA]+|[BL?]")


def card_html(card: str) -> Markup:
    """One card in text: symbol and rank in the colour of its suit, jokers in words.

    >>> str(card_html("HT"))
    '<span class="c suit-H"><span class="sym">♥︎</span>10</span>'
    """
    if len(card) == 2:
        return _suited(card[0], card[1].replace("T", "10"))
    if card == "B":
        return _joker("B", pgettext("in text", "★Big"))
    if card == "L":
        return _joker("L", pgettext("in text", "☆Little"))
    return _joker("X", "?")


def _suited(suit: str, rank: str) -> Markup:
    return Markup('<span class="c suit-{}"><span class="sym">{}</span>{}</span>').format(
        suit, _SYMBOLS[suit] + _TEXT_STYLE, rank
    )


def _joker(name: str, text: str) -> Markup:
    return Markup('<span class="c joker-{}">{}</span>').format(name, text)


def face_html(card: str, mark: str = "") -> Markup:
    """One card as a small face: rank over suit; `mark` is `duty`, `played`, `both` or none.

    >>> str(face_html("?", "duty"))
    '<span class="mini joker-X is-duty" role="img" aria-label="?"><b>?</b></span>'
    """
    marks = {"": "", "both": " is-duty is-played"}.get(mark, f" is-{mark}")
    if len(card) == 2:
        rank = card[1].replace("T", "10")
        return _FACE.format(f"suit-{card[0]}{marks}", _SYMBOLS[card[0]] + rank, rank, f"pip-{card[0]}")
    if card == "B":
        return _FACE.format(f"joker-B{marks}", _("big joker"), pgettext("on a small card", "B"), "pip-joker")
    if card == "L":
        return _FACE.format(
            f"joker-L{marks}", _("little joker"), pgettext("on a small card", "L"), "pip-joker"
        )
    return Markup('<span class="mini joker-X{}" role="img" aria-label="{}"><b>?</b></span>').format(
        marks, "?"
    )


def glyph_html(glyph: str) -> Markup:
    """A glyph behind a play: as written, or as a sign where it is a number that has a meaning.

    >>> str(glyph_html("$200"))
    '<b class="glyph">$200</b>'
    """
    if glyph not in GLYPHS:
        return Markup('<b class="glyph">{}</b>').format(glyph)
    meaning = pick(*GLYPHS[glyph])
    if not glyph.startswith("$"):
        return Markup('<b class="glyph" title="{}">{}</b>').format(meaning, glyph)
    return Markup('<b class="glyph" title="{}">†<span class="unseen"> {}</span></b>').format(meaning, meaning)


def glyph_words(glyph: str) -> Markup:
    """A glyph on paper, where nothing unfolds: a number that has a meaning is told in words."""
    if glyph.startswith("$") and glyph in GLYPHS:
        return Markup(' <small class="glyph">{}</small>').format(pick(*GLYPHS[glyph]))
    return Markup('<b class="glyph">{}</b>').format(glyph)


def suit_html(suit: str) -> Markup:
    """A suit as its coloured symbol."""
    return Markup('<span class="c suit-{}"><span class="sym">{}</span></span>').format(
        suit, _SYMBOLS.get(suit, suit) + _TEXT_STYLE
    )


def cards_html(cards: Sequence[str] | str | None) -> Markup:
    """Cards one after the other, neighbours of a suit under one symbol; a string is read as SJN.

    >>> str(cards_html("S5T"))
    '<span class="c suit-S"><span class="sym">♠︎</span>5 10</span>'
    """
    if isinstance(cards, str):
        cards = [card for group in _SJN.findall(cards) for card in _single(group)]
    parts = []
    for suit, group in groupby(cards or (), key=lambda card: card[0] if len(card) == 2 else ""):
        if suit:
            parts.append(_suited(suit, " ".join(card[1].replace("T", "10") for card in group)))
        else:
            parts.extend(card_html(card) for card in group)
    return Markup(" ").join(parts)


def _single(group: str) -> list[str]:
    return [group] if len(group) == 1 else [group[0] + rank for rank in group[1:]]


def dress(text: str | None) -> Markup:
    """A sentence, safe as HTML, with the cards in it coloured.

    >>> str(dress("<b> ♠10"))
    '&lt;b&gt; <span class="c suit-S"><span class="sym">♠︎</span>10</span>'
    """
    html, last = Markup(""), 0
    for match in _SPOKEN.finditer(text or ""):
        html += escape(match.string[last : match.start()])
        if match["suit"]:
            html += _suited(_SUITS[match["suit"]], match["rank"])
        else:
            html += _joker("B" if match["big"] else "L", match.group())
        last = match.end()
    return html + escape((text or "")[last:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one seat does in one row."""

    step: Step
    leads: bool = False
    wins: bool = False
    fault: str | None = None
    """The highest severity found here."""

    @property
    def at(self) -> str:
        return str(self.step["at"])

    @property
    def commented(self) -> bool:
        return bool(spoken(_written(self.step)))

    @property
    def clock(self) -> str:
        return clock_of(self.step)

    @property
    def event(self) -> Event | None:
        return event_of(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the record: a trick, or one bid, bury, call or incident."""

    kind: Literal["play", "bid", "bury", "call", "incident"]
    number: int | None
    """Of a trick."""
    cells: Mapping[str, Cell]
    points: int = 0
    attackers: int | None = None
    variations: tuple[Mapping[str, Any], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Note:
    """A comment and the step it belongs to."""

    step: Step
    text: str
    clock: str
    """The time that the comments of the step tell."""
    variation: str | None = None


def spoken(texts: Iterable[str]) -> list[str]:
    """Comments as people read them: without commands, and without those that held nothing else.

    >>> spoken(["[%clk 0:12]", "good [%mark SA] play"])
    ['good play']
    """
    return [words for text in texts if (words := without_commands(Comment(text)))]


def clock_of(step: Step) -> str:
    """The time a comment of the step tells: what was left on the clock, else what was used.

    >>> clock_of({"comments": ["good [%clk 0:12]"]})
    '0:12'
    """
    told = {name: value for text in _written(step) for name, value in commands(Comment(text))}
    return told.get("clk") or told.get("emt") or ""


def _written(step: Step) -> tuple[str, ...]:
    """The comments before and after a step."""
    return (*(step.get("before") or ()), *(step.get("comments") or ()))


def events_of(timeline: Timeline) -> dict[str, Event]:
    """The calls and incidents of a hand, told, by their address."""
    told = ((step["at"], event_of(step)) for step in _all_steps(timeline["steps"]))
    return {at: event for at, event in told if event is not None}


def breaches_of(timeline: Timeline) -> dict[str, Mapping[str, Any]]:
    """What plays of variations would offend against, by their address: no findings of the hand."""
    return {step["at"]: step["breach"] for step in _all_steps(timeline["steps"]) if step.get("breach")}


def seats_of(timeline: Timeline) -> list[str]:
    """The seats as columns: in the order of play, the first dealer's first."""
    seats = list(timeline["seats"])
    start = seats.index(timeline["dealer"]) if timeline["dealer"] in seats else 0
    return seats[start:] + seats[:start]


def record_rows(timeline: Timeline) -> list[Row]:
    """The whole record, the auction first, as rows for a table; incidents stand below their trick."""
    severities = _severities(timeline)
    steps = {step["at"]: step for step in timeline["steps"]}
    behind = _incidents_by_play(timeline["steps"])

    def single(step: Step) -> Row:
        cell = Cell(step=step, fault=severities.get(step["at"]))
        return Row(kind=step["kind"], number=None, cells={step["seat"] or "": cell})

    rows = [single(step) for step in behind.pop(None)]
    for trick in timeline["tricks"]:
        plays = [steps[at] for at in trick["plays"] if at in steps]
        rows.append(
            Row(
                kind="play",
                number=trick["number"],
                cells={
                    play["seat"]: Cell(
                        step=play,
                        leads=play["seat"] == trick["leader"],
                        wins=play["seat"] == trick["winner"],
                        fault=severities.get(play["at"]),
                    )
                    for play in plays
                },
                points=trick["points"],
                attackers=trick["attackers"],
                variations=tuple(v for play in plays for v in play.get("variations") or ()),
            )
        )
        rows.extend(single(step) for play in plays for step in behind.get(play["at"], ()))
    return rows


def _incidents_by_play(steps: Sequence[Step]) -> dict[str | None, list[Step]]:
    """The incidents behind each play; under None the auction, from the first bid to the last bury."""
    behind: dict[str | None, list[Step]] = {None: []}
    play = None
    for step in steps:
        if step["kind"] == "play":
            play = step["at"]
        elif step["kind"] not in ("deal", "draw", "result"):
            behind.setdefault(play, []).append(step)
    return behind


def finding_places(timeline: Timeline) -> dict[int, str]:
    """For each finding, by its index, the address of the step that shows it."""
    return {
        index: step["at"] for step in _all_steps(timeline["steps"]) for index in step.get("findings") or ()
    }


def _all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for variation in step.get("variations") or ():
            yield from _all_steps(variation["steps"])


def _severities(timeline: Timeline) -> dict[str, str]:
    """The highest severity found at each address."""
    rank = ("note", "warning", "error")
    worst: dict[str, str] = {}
    for index, at in finding_places(timeline).items():
        severity = timeline["findings"][index]["severity"]
        worst[at] = max(severity, worst.get(at, "note"), key=rank.index)
    return worst


def has_glyphs(timeline: Timeline) -> bool:
    """Whether any step is marked with a glyph."""
    return any(step.get("glyphs") for step in _all_steps(timeline["steps"]))


def comments_of(timeline: Timeline) -> list[Note]:
    """Every comment in reading order, those of variations where the variation stands."""
    return list(_comments(timeline["steps"], None))


def _comments(steps: Sequence[Step], variation: str | None) -> Iterator[Note]:
    for step in steps:
        clock = clock_of(step)
        for text in spoken(_written(step)):
            yield Note(step, text, clock, variation)
        for inner in step.get("variations") or ():
            for text in spoken(inner.get("comments") or ()):
                yield Note(step, text, clock, inner["at"])
            yield from _comments(inner["steps"], inner["at"])
