"""The lines of a hand: the main line, and each variation replayed from where it departs.

Owns where a variation begins, whose hands it supposes, what its plays break and who plays next. Judges no
play itself: a variation is walked as the main line is (`check_tricks`), over a case of its own, so that
findings, verdict and counts of the hand stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from paipu.grammar.cards import SEATS, UNKNOWN, Cards, Seat, is_unknown, sort_cards
from paipu.grammar.findings import Finding
from paipu.grammar.model import Trick, Variation

from .audit import Audit
from .check_plays import SLIPS
from .check_tricks import Played, Replayed, Start, play_trick
from .hands import ANY_NUMBER
from .position import Holding, Position, seats_from

__all__ = ["Line", "Next", "Point", "line_at", "lines_of", "main_line", "next_play", "point_at", "suppose"]

_TOLD: Final = {"error": 0, "warning": 1, "note": 2}
_OF_THE_TEXT: Final = frozenset({"turn.short"})
"""What is said of a trick as written, and of no play."""
_Key = tuple[int | None, int | None, str]
_PART: Final = re.compile(r"([0-9]{1,6}\.[0-9]{1,6})v([0-9]{1,6})")

_INCIDENT: Final = re.compile(r"([0-9]{1,6}\.[0-9]{1,6})i[0-9]{1,6}")
_OPENING: Final = re.compile(r"deal|kitty|[adk][0-9]{0,6}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play, from the first trick of the hand.

    `at` is its address (``"7.3v1"``; ``""`` for the main line), `own` the index in `tricks` of the first
    trick that is its own. `starts` holds what holds before each trick, and behind the last one; it is
    empty while trump or level is not known. `played`, `positions` and `breaches` are of its own tricks
    alone, by full address (``"7.3v1/7.4"``).
    """

    at: str
    tricks: tuple[Trick, ...]
    own: int = 0
    starts: tuple[Start, ...] = ()
    played: tuple[Played, ...] = ()
    positions: Mapping[str, Position] = field(default_factory=dict)
    breaches: Mapping[str, Finding] = field(default_factory=dict)
    """What a play of a variation breaks, from where the line departs; of the main line the audit tells."""
    found: frozenset[_Key] = frozenset()
    """Trick, play and code of every finding about its own tricks."""
    slips: Mapping[int, Finding] = field(default_factory=dict)
    """Of its own tricks, by number, a card in it that cannot have been played."""
    parent: Line | None = None
    """The line it departs from."""
    branches: tuple[Line, ...] = ()
    """The variations behind its own plays, in the order written; only `lines_of` fills them in."""

    def has_found(self, key: _Key) -> bool:
        """Whether a play of the line, its own or one before, has a finding with this code."""
        line = self._of_trick(key[0] or 0)
        return key in line.found

    def slip(self, number: int) -> Finding | None:
        """A card in the trick `number` that cannot have been played, None without one."""
        return self._of_trick(number).slips.get(number)

    def _of_trick(self, number: int) -> Line:
        """The line in which a trick of this one is its own."""
        line = self
        while line.parent is not None and not (
            line.own < len(line.tricks) and line.tricks[line.own].number <= number
        ):
            line = line.parent
        return line

    @property
    def prefix(self) -> str:
        """What stands before the address of a play in this line."""
        return f"{self.at}/" if self.at else ""


def main_line(audited: Audit) -> Line:
    """The main line, as the audit has replayed it."""
    findings, replayed = audited.case.findings, audited.replay
    return Line(
        "",
        audited.record.tricks,
        starts=tuple(replayed.starts),
        played=tuple(replayed.tricks),
        positions=replayed.positions,
        found=frozenset(map(_key, findings)),
        slips=_slips(findings),
    )


def lines_of(audited: Audit) -> Line:
    """The main line with all variations, and those within them, as its `branches`.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> tags = '[SJN "1"]\\n[Level "2"]\\n[Trump "S"]\\n[Dealer "N"]\\n\\nTricks:\\n'
    >>> text = tags + '1. N HA / W H3 / S H4 / E H5 ( 1. N HA / W H3 / S H4 / E S3 )\\n= *\\n'
    >>> (line,) = lines_of(audit(loads(text)[0])).branches
    >>> line.at, line.played[0].winner, [(at, one.code) for at, one in line.breaches.items()]
    ('1.4v1', 'E', [('1.4v1/1.4', 'follow.suit')])
    """
    return _branched(audited, main_line(audited))


def _branched(audited: Audit, line: Line) -> Line:
    branches = (
        _branched(audited, _departed(audited, line, variation, f"{line.prefix}{trick.number}.{number}v{n}"))
        for trick in line.tricks[line.own :]
        for number, play in enumerate(trick.plays, 1)
        for n, variation in enumerate(play.variations, 1)
    )
    return replace(line, branches=tuple(branches))


def line_at(audited: Audit, at: str) -> Line | None:
    """The line with this address, None if there is none; those on the way to it are replayed, no others."""
    line = main_line(audited)
    for part in at.split("/") if at else ():
        match = _PART.fullmatch(part)
        plays = (
            play
            for trick in line.tricks[line.own :]
            for number, play in enumerate(trick.plays, 1)
            if match and f"{trick.number}.{number}" == match[1]
        )
        play = next(plays, None)
        if match is None or play is None or not 0 < int(match[2]) <= len(play.variations):
            return None
        line = _departed(audited, line, play.variations[int(match[2]) - 1], f"{line.prefix}{part}")
    return line


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a line: the index of a trick in it, and how many plays of that trick were made."""

    line: Line
    trick: int
    made: int


def point_at(audited: Audit, at: str) -> Point | None:
    """The point behind the element at `at`, None for an address that is none.

    Deal and auction are before the first trick; a variation's own address, and that of a hand supposed for
    it, before the first trick of its own.
    """
    whole = "deal" if at.startswith("deal/") else at.split("/deal", 1)[0]
    *path, last = whole.split("/")
    last = _INCIDENT.sub(r"\1", last)
    if not path and _OPENING.fullmatch(last):
        return Point(main_line(audited), 0, 0)
    if _PART.fullmatch(last):
        line = line_at(audited, "/".join([*path, last]))
        return None if line is None else Point(line, line.own, 0)
    line = line_at(audited, "/".join(path))
    if line is None:
        return None
    if last == "result" and not path:
        ends = [(number, len(trick.plays)) for number, trick in enumerate(line.tricks) if trick.plays]
        return Point(line, *ends[-1]) if ends else Point(line, 0, 0)
    for number, trick in enumerate(line.tricks[line.own :], line.own):
        for made in range(1, len(trick.plays) + 1):
            if f"{trick.number}.{made}" == last:
                return Point(line, number, made)
    return None


# --- one variation ----------------------------------------------------------------------------------


def _departed(audited: Audit, line: Line, variation: Variation, at: str) -> Line:
    """A variation of `line`, replayed from what held there before its first trick."""
    number = variation.tricks[0].number if variation.tricks else 0
    own = next((n for n, trick in enumerate(line.tricks) if trick.number >= number), len(line.tricks))
    tricks = (*line.tricks[:own], *variation.tricks)
    if not line.starts:
        return Line(at, tricks, own, parent=line)
    # Whether the trick before may have been won otherwise, the first lead depends on.
    slip = line.slip(number - 1)
    case = replace(
        audited.case, record=replace(audited.record, tricks=tricks), findings=[slip] if slip else []
    )
    start = _open(line, own, number)
    start = suppose(audited, start, tricks[:own], {dealt.seat: dealt.cards for dealt in variation.deal})
    replayed, starts = Replayed(), list(line.starts[:own])
    for n, trick in enumerate(variation.tricks, own):
        if n > own:
            start = _going_on(start, trick.number, tricks[n - 1])
        starts.append(start)
        if trick.plays:
            start = play_trick(case, trick, start, replayed)
    told = [one for one in case.findings if one is not slip]
    return Line(
        at,
        tricks,
        own,
        starts=(*starts, start),
        played=tuple(replayed.tricks),
        positions={f"{at}/{play}": position for play, position in replayed.positions.items()},
        breaches=_breaches(line, own, variation, told, at),
        found=frozenset(map(_key, told)),
        slips=_slips(told),
        parent=line,
    )


def _open(line: Line, own: int, number: int) -> Start:
    """What holds where a variation begins, before the trick `own` of the line it departs from."""
    start = line.starts[own]
    # What the main line goes on to play is held, but in another line it may be what leaves the hand unseen.
    hands = {seat: replace(held, later=False) for seat, held in start.position.hands.items()}
    start = replace(start, position=replace(start.position, hands=hands))
    here = own < len(line.tricks) and line.tricks[own].number == number
    before = line.tricks[own - 1] if own else None
    return _going_on(start, start.number if here else number, before)


def _going_on(start: Start, number: int, before: Trick | None) -> Start:
    """What holds before the trick `number` of a variation; the one before it may be missing, or short."""
    position = start.position
    if number != start.number:
        position = replace(position.unrecorded(ANY_NUMBER), captured=None)
    elif before is not None and len(before.plays) < len(SEATS):
        position = replace(position, captured=None)
    return replace(start, position=position)


def suppose(audited: Audit, start: Start, before: tuple[Trick, ...], hands: Mapping[Seat, Cards]) -> Start:
    """What holds before a trick if seats hold other cards (SPEC 5.5); `before` are the tricks behind it.

    Cards that a hand would have beyond those named are not known. A card that is then there once too often
    is in doubt with those that nobody supposed to hold it.
    """
    if not hands:
        return start
    rules, held = audited.rules, dict(start.position.hands)
    whole = [trick.number for trick in before] == list(range(1, len(before) + 1))
    whole = whole and all(len(trick.plays) >= len(SEATS) for trick in before)
    for seat, cards in hands.items():
        left = rules.number("hand_size") - _count_out(before)[seat] if whole else ANY_NUMBER
        known = sort_cards(card for card in cards if not is_unknown(card))
        held[seat] = Holding(known, max(left, len(cards)) - len(known), max(len(cards) - left, 0))
    seen = Counter(card for trick in before for play in trick.plays for card in play.cards)
    seen.update(card for each in held.values() for card in each.cards)
    seen.update(audited.hands.kitty)
    decks = rules.number("deck_count")
    over = {card: seen[card] - decks for cards in hands.values() for card in cards if card in range(UNKNOWN)}
    for seat in SEATS:
        if seat not in hands:
            own = Counter(held[seat].cards)
            doubt = sum(min(own[card], max(count, 0)) for card, count in over.items())
            held[seat] = replace(held[seat], doubt=held[seat].doubt + doubt)
    return replace(start, position=replace(start.position, hands=held))


def _count_out(tricks: tuple[Trick, ...]) -> Counter[Seat]:
    """How many cards each seat has played."""
    out: Counter[Seat] = Counter()
    for trick in tricks:
        for play in trick.plays:
            out[play.seat] += len(play.cards)
    return out


# --- what is against the rules ----------------------------------------------------------------------


def _breaches(line: Line, own: int, variation: Variation, told: list[Finding], at: str) -> dict[str, Finding]:
    """The weightiest finding about each play, from where the variation departs from the line.

    It departs with its plays or with the hands it supposes; what the line itself breaks in a play that is
    written again is not told twice.
    """
    again = _written_again(line.tricks[own:], variation.tricks)
    found: dict[str, Finding] = {}
    for one in sorted(told, key=lambda each: _TOLD[each.severity]):
        repeated = (one.trick, one.play) in again
        if one.code in _OF_THE_TEXT or (repeated and (not variation.deal or line.has_found(_key(one)))):
            continue
        address = f"{at}/{one.element}"
        found.setdefault(address, replace(one, element=address))
    return found


def _written_again(line: tuple[Trick, ...], own: tuple[Trick, ...]) -> set[tuple[int | None, int | None]]:
    """Trick and number of the plays with which a variation repeats the line it departs from."""
    again: set[tuple[int | None, int | None]] = set()
    for old, new in zip(line, own, strict=False):
        for number, play in enumerate(new.plays, 1):
            before = old.plays[number - 1] if number <= len(old.plays) and old.number == new.number else None
            if before is None or (before.seat, before.cards, before.tried) != (
                play.seat,
                play.cards,
                play.tried,
            ):
                return again
            again.add((new.number, number))
    return again


def _key(finding: Finding) -> _Key:
    return finding.trick, finding.play, finding.code


def _slips(findings: list[Finding]) -> dict[int, Finding]:
    return {one.trick: one for one in findings if one.code in SLIPS and one.trick is not None}


# --- who plays next ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Next:
    """The play to come: whose, its trick and its number in it; `count` are the cards to follow with, None
    for a lead."""

    seat: Seat
    trick: int
    play: int
    count: int | None = None


def next_play(audited: Audit, line: Line) -> Next | None:
    """Who plays next where a line ends; None once all cards are played, and where that is not known."""
    number = next((n for n in reversed(range(len(line.tricks))) if line.tricks[n].plays), None)
    if number is None:
        return None if line.at else _first_lead(audited)
    trick = line.tricks[number]
    plays, counted = audited.case.damaged.plays(trick)
    if len(plays) < len(SEATS):
        around = seats_from(plays[0].seat, audited.rules.word("play_direction"))
        played = {play.seat for play in plays}
        seat = next(seat for seat in around if seat not in played)
        count = len(plays[0].cards) if counted else None
        return None if count is None else Next(seat, trick.number, len(plays) + 1, count)
    winner = line.played[-1].winner if line.played else None
    if winner is None or _count_out(line.tricks)[winner] >= audited.rules.number("hand_size"):
        return None
    held = line.starts[-1].position.hands[winner]
    if held.complete and not held.cards:
        return None
    return Next(winner, trick.number + 1, 1)


def _first_lead(audited: Audit) -> Next | None:
    """The dealer leads, but where the record is a score sheet."""
    result, dealer = audited.record.result, audited.case.dealer
    if dealer is None or (result is not None and result.state != "unfinished"):
        return None
    return Next(dealer, 1, 1)
