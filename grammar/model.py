"""The record: what the text of one hand says, and nothing more.

Owns the frozen values that reader, writer, replayer, importers and viewer share. Knows no rule
and no syntax: a record may be partial or wrong, and is kept as written.

Every element has an address, the same in findings, in links and on the page:

===========  ==========================================================
``deal``     the deal
``a1``       first element of the auction (a bid, call, bury or incident), ``a2`` ...
``7.3``      trick 7, third play
``7.3i1``    first incident after that play
``7.3v1``    first variation after that play; ``7.3v1/7.3`` a play in it
``result``   the ``=`` line
===========  ==========================================================

Places are 1-based lines and columns, in characters of the file the record came from; they do not
take part in equality, so a record read alone equals the same record read inside a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, TypeVar, cast

from .cards import Cards, Seat, Side
from .findings import Finding
from .seats import COMPASS, Naming, naming_called

__all__ = [
    "Bid",
    "Bury",
    "Call",
    "CallKind",
    "Comment",
    "Dealt",
    "Element",
    "Glyph",
    "Incident",
    "Kitty",
    "Place",
    "Play",
    "Record",
    "Result",
    "Tag",
    "Trick",
    "Variation",
    "renamed",
]

Glyph = str
"""One of ``! ? !! ?? !? ?!`` or a numbered glyph ``$n``."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: line and column, both from 1, in characters of the file."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Comment:
    """One ``{comment}``, its text without braces and escapes; may hold line breaks."""

    text: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Tag:
    """One ``[Name "value"]``."""

    name: str
    value: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What can be annotated: comments before and after it, and glyphs."""

    before: tuple[Comment, ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    after: tuple[Comment, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Element):
    """The cards dealt to one seat, in canonical order; in the order drawn where `drawn` says so."""

    seat: Seat
    cards: Cards
    drawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitty(Element):
    """The original kitty, in order from the top."""

    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Element):
    """Cards shown to name trump: a declaration, a reinforcement or an overturn.

    `cards` are the cards then lying on the table (a reinforced ``S6`` is ``S66``). `draw` is how many
    cards had been drawn by all players when it was shown, None when not recorded or after the deal.
    """

    seat: Seat
    cards: Cards
    draw: int | None = None


CallKind = Literal["pass", "flip", "redeal", "rebel", "lot"]
"""What is called beside bids: a refusal to bid; kitty cards turned up when nobody declares; cards
thrown in for a new deal; a hand laid open in rebellion; the dealer drawn by lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Element):
    """What happens in the auction beside bids and buries.

    `cards` are those shown, in the order shown: the kitty cards turned up, the hand of a rebel, the
    card of a lot. `seat` is who calls, None where nobody in particular does; for a lot, who deals.
    """

    kind: CallKind
    seat: Seat | None = None
    cards: Cards = ()
    draw: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident(Element):
    """An irregularity with its ruling, a claim or a concession, at the place where it happened.

    `kind` is a lower-case word (the specification lists those with a meaning), `party` the seat or
    side it concerns, `fields` names and values as written, such as ``("ruling", "points 10")``.
    """

    kind: str
    party: Seat | Side | None = None
    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str | None:
        """The value of a field, the last one where it stands twice; None without it."""
        return next((value for found, value in reversed(self.fields) if found == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bury(Element):
    """The kitty taken by `seat`, and the cards put down in its place, in canonical order."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Element):
    """The cards one seat plays to a trick, in canonical order.

    `tried` is what was thrown when the throw failed and only `cards` were led, else None.
    `variations` are other ways to go on, `incidents` what happened before the next play; both are
    written after this play.
    """

    seat: Seat
    cards: Cards
    tried: Cards | None = None
    variations: tuple[Variation, ...] = ()
    incidents: tuple[Incident, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """One numbered trick: its plays in the order they were made, the leader's first."""

    number: int
    plays: tuple[Play, ...]
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """Another line of play in parentheses.

    It replays from the start of its first trick, whose number says which one that is; plays that
    repeat the line it departs from are written again. `deal` are hands supposed for it: the cards
    that a seat is taken to hold when that trick begins; the others hold what they hold anyway.
    """

    tricks: tuple[Trick, ...]
    before: tuple[Comment, ...] = ()
    deal: tuple[Dealt, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Element):
    """The ``=`` line: what was written down at the table.

    `state` is ``"stated"`` with the attackers' points (kitty and fines included) and, where
    written, the side that deals next and the levels it gained; ``"unfinished"`` is ``= *``,
    ``"unstated"`` is ``= ?``.
    """

    state: Literal["stated", "unfinished", "unstated"]
    attackers: int | None = None
    dealer_next: Side | None = None
    gain: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand as its text says it.

    `auction` holds bids, calls, buries and incidents in the order written, since overturns after the
    bury repeat it. `inherited` are the tags of the match block before the hand, without its version.
    `findings` are those of the text alone; `source` is the text of this hand, as read.
    """

    tags: tuple[Tag, ...] = ()
    comments: tuple[Comment, ...] = ()
    deal: tuple[Dealt, ...] = ()
    kitty: Kitty | None = None
    auction: tuple[Bid | Call | Bury | Incident, ...] = ()
    tricks: tuple[Trick, ...] = ()
    result: Result | None = None
    inherited: tuple[Tag, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)
    source: str = field(default="", compare=False, repr=False)
    place: Place | None = field(default=None, compare=False)

    def tag(self, name: str) -> str | None:
        """The value of a tag, its own before an inherited one; None without it.

        Where a tag stands twice, the last one counts.
        """
        found = (
            tag.value for tags in (self.tags, self.inherited) for tag in reversed(tags) if tag.name == name
        )
        return next(found, None)

    @property
    def naming(self) -> Naming:
        """What the seats are called. The hand says so itself: the tag `Seats` is not inherited."""
        value = next((tag.value for tag in reversed(self.tags) if tag.name == "Seats"), None)
        return naming_called(value) or COMPASS

    def player(self, seat: Seat) -> str | None:
        """The name of the player of a seat, from the tag that is named as the seat is."""
        return self.tag(self.naming.players[seat])

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(item for item in self.auction if isinstance(item, Call))

    @property
    def bids(self) -> tuple[Bid, ...]:
        return tuple(item for item in self.auction if isinstance(item, Bid))

    @property
    def buries(self) -> tuple[Bury, ...]:
        return tuple(item for item in self.auction if isinstance(item, Bury))

    @property
    def is_match_block(self) -> bool:
        """Whether this is no hand, but the tags that the hands behind it inherit."""
        hand = self.deal or self.kitty or self.auction or self.tricks or self.result
        return not hand and any(tag.name == "Match" for tag in self.tags)

    def incidents(self) -> Iterator[tuple[str, Incident]]:
        """Every incident of the main line with its address, in the order written."""
        for number, item in enumerate(self.auction, 1):
            if isinstance(item, Incident):
                yield f"a{number}", item
        for trick, place, play in self.plays():
            for number, incident in enumerate(play.incidents, 1):
                yield f"{trick.number}.{place}i{number}", incident

    def plays(self) -> Iterator[tuple[Trick, int, Play]]:
        """Every play of the main line: its trick, its number in it from 1, and the play."""
        for trick in self.tricks:
            for number, play in enumerate(trick.plays, 1):
                yield trick, number, play


_Value = TypeVar("_Value")
_PARTIES: Final = frozenset({"seat", "party", "dealer_next"})


def renamed(value: _Value, names: Mapping[str, str]) -> _Value:
    """A record, or a part of it, with other names for its seats and sides: on its way to text or from it.

    What it gives is no record to play: seats inside are always E N W S.
    """
    if isinstance(value, tuple):
        return cast("_Value", tuple(renamed(item, names) for item in value))
    if not isinstance(value, Element | Record | Trick | Variation):
        return value
    changed: dict[str, Any] = {}
    for member in fields(value):
        held = getattr(value, member.name)
        changed[member.name] = names.get(held, held) if member.name in _PARTIES else renamed(held, names)
    return cast("_Value", replace(value, **changed))
