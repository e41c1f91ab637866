"""Edits of variations: play on, suppose hands, take back, put forward.

Owns where a play goes that somebody makes at any place of any line. Knows no rule of the game but that a
trick is over with four plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from .addresses import Line, Path, depth, find, held, plays_of, put, taken_out
from .cards import SEATS, Cards, Seat
from .edit_values import address_in, cards_in, hands_in, refused, seats_in
from .limits import MAX_NESTING
from .model import Dealt, Incident, Play, Record, Trick, Variation
from .writer import LARGEST

__all__ = ["Done", "departure", "line_of", "line_plays", "play_made", "promoted", "removed", "supposed"]

_TRICK = len(SEATS)


class Done(NamedTuple):
    """The record after an edit, and the address of what it made or touched."""

    record: Record
    at: str | None


def line_plays(line: Line) -> list[Play]:
    """The plays of a line, those that repeat the line it departs from among them."""
    return [play for trick in line.tricks for play in trick.plays]


def departure(variation: Variation, parent: Line) -> tuple[int, int]:
    """How many plays of its own line a variation repeats, and after how many of its parent it departs.

    The first counts from the start of the variation, the second from the start of the parent.
    """
    start, skipped = 0, 0
    for trick in parent.tricks:
        if trick.number == variation.tricks[0].number:
            break
        start += len(trick.plays)
        skipped += 1
    theirs = (play for trick in parent.tricks[skipped:] for play in trick.plays)
    repeated = 0
    for own, other in zip(line_plays(variation), theirs, strict=False):
        if _made(own) != _made(other):
            break
        repeated += 1
    return repeated, start + repeated


def _made(play: Play) -> tuple[Seat, Cards, Cards | None]:
    return play.seat, play.cards, play.tried


def line_of(path: Path) -> Path:
    """The path of the line that a play belongs to."""
    return path[:-4]


def _at(line: Line, place: int) -> str:
    """The address of a play within its line."""
    t, p = plays_of(line)[place]
    return f"{line.tricks[t].number}.{p + 1}"


def _prefix(record: Record, line: Path) -> str:
    """What stands before the addresses in a line: ``7.3v1/`` in a variation, nothing in the main line."""
    if not line:
        return ""
    *_, _name, index = line
    play = line[:-2]
    outer = line_of(play)
    t, p = play[-3], play[-1]
    assert isinstance(t, int)
    assert isinstance(p, int)
    assert isinstance(index, int)
    number = held(record, outer).tricks[t].number
    return f"{_prefix(record, outer)}{number}.{p + 1}v{index + 1}/"


# --- play on --------------------------------------------------------------------------------------


def play_made(record: Record, edit: Mapping[str, Any]) -> Done:
    """A play after any element: at the end of its variation, or as a new one."""
    [seat] = seats_in([edit.get("seat")], "seat")
    tried = edit.get("tried")
    play = Play(
        seat=seat,
        cards=cards_in(edit.get("cards"), "cards"),
        tried=None if tried is None else cards_in(tried, "tried"),
    )
    deal = edit.get("deal")
    hands = _deal_of({} if deal is None else hands_in(deal, "deal"))
    if not record.tricks:
        raise refused("no_plays")
    path, place = _after(record, address_in(edit, "after"))
    if there := _standing(record, path, place, play, hands):
        return Done(record, there)
    within = path
    path, place, hands = _origin(record, path, place, hands)
    if path != within and (there := _standing(record, path, place, play, hands)):
        return Done(record, there)
    line: Line = held(record, path)
    prefix = _prefix(record, path)
    if place < len(line_plays(line)) or not path:
        return _departing(record, path, place, play, hands)
    if hands:
        raise refused("supposed")
    tricks = _played_on(line.tricks, play)
    made = put(record, (*path, "tricks"), tricks)
    return Done(made, f"{prefix}{tricks[-1].number}.{len(tricks[-1].plays)}")


def _after(record: Record, address: str) -> tuple[Path, int]:
    """The line of an address, and how many plays of the line have been made by then."""
    path = find(record, address)
    if path is None:
        raise refused("at", address)
    if path[-2:-1] == ("incidents",):
        path = path[:-2]
    if path[-2:-1] == ("plays",):
        line = line_of(path)
        t, p = path[-3], path[-1]
        return line, plays_of(held(record, line)).index((int(t), int(p))) + 1
    if path[-2:-1] == ("variations",):
        return path, 0
    if path[:1] == ("result",) or "tricks" in path:
        raise refused("no_place", address)
    return (), 0


def _origin(
    record: Record, path: Path, place: int, hands: tuple[Dealt, ...]
) -> tuple[Path, int, tuple[Dealt, ...]]:
    """The line whose play an alternative replaces, and the hands that it supposes.

    What a variation repeats, and the first play of its own, stand instead of plays of its parent: another one
    in their place is a variation beside it, not within it.
    """
    while path:
        variation: Variation = held(record, path)
        outer = line_of(path[:-2])
        repeated, departs = departure(variation, held(record, outer))
        if place > repeated or place == len(line_plays(variation)):
            break
        path, place, hands = outer, departs - repeated + place, hands or variation.deal
    return path, place, hands


def _deal_of(hands: Mapping[Seat, Cards]) -> tuple[Dealt, ...]:
    return tuple(Dealt(seat=seat, cards=hands[seat]) for seat in SEATS if seat in hands)


def _standing(record: Record, path: Path, place: int, play: Play, hands: tuple[Dealt, ...]) -> str | None:
    """Where the play stands already: next in the line, or first in a variation that departs there."""
    line: Line = held(record, path)
    prefix = _prefix(record, path)
    plays = line_plays(line)
    if not hands and place < len(plays) and _made(plays[place]) == _made(play):
        return prefix + _at(line, place)
    wanted = {(dealt.seat, dealt.cards) for dealt in hands}
    starts: dict[int, int] = {}
    for start, (t, _) in enumerate(plays_of(line)):
        starts.setdefault(line.tricks[t].number, start)
    for index, each in enumerate(plays):
        for number, variation in enumerate(each.variations, 1):
            # There may be thousands: only one that has such a play there can be it.
            first = variation.tricks[0]
            there = place - starts.get(first.number, len(plays))
            if 0 <= there < len(first.plays) and first.plays[there].cards != play.cards:
                continue
            repeated, departs = departure(variation, line)
            own = line_plays(variation)
            if (
                departs == place
                and repeated < len(own)
                and _made(own[repeated]) == _made(play)
                and {(dealt.seat, dealt.cards) for dealt in variation.deal} == wanted
            ):
                return f"{prefix}{_at(line, index)}v{number}/{_at(variation, repeated)}"
    return None


def _departing(record: Record, path: Path, place: int, play: Play, hands: tuple[Dealt, ...]) -> Done:
    """A new variation, at the play it replaces or else at the last one."""
    if depth(path) >= MAX_NESTING:
        raise refused("nesting", limit=MAX_NESTING)
    line: Line = held(record, path)
    places = plays_of(line)
    if place < len(places):
        t, p = places[place]
        first = Trick(number=line.tricks[t].number, plays=(*_bare(line.tricks[t].plays[:p]), play))
        variation = Variation(tricks=(first,), deal=hands)
    else:
        t, p = places[-1]
        tricks = _played_on((replace(line.tricks[t], plays=_bare(line.tricks[t].plays)),), play)
        variation = Variation(tricks=tricks[-1:], deal=hands)
    at: Path = (*path, "tricks", t, "plays", p, "variations")
    siblings = held(record, at)
    made = put(record, at, (*siblings, variation))
    address = f"{_prefix(record, path)}{line.tricks[t].number}.{p + 1}v{len(siblings) + 1}"
    return Done(made, f"{address}/{_at(variation, len(variation.tricks[0].plays) - 1)}")


def _played_on(tricks: tuple[Trick, ...], play: Play) -> tuple[Trick, ...]:
    *before, last = tricks
    if len(last.plays) < _TRICK:
        return (*before, replace(last, plays=(*last.plays, play)))
    if last.number >= LARGEST:
        raise refused("trick")
    return (*tricks, Trick(number=last.number + 1, plays=(play,)))


def _bare(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    return tuple(Play(seat=play.seat, cards=play.cards, tried=play.tried) for play in plays)


# --- change and take away -------------------------------------------------------------------------


def _variation_in(record: Record, edit: Mapping[str, Any]) -> tuple[str, Path]:
    """The address of the variation that an edit is about, and its path."""
    address = address_in(edit)
    path = find(record, address)
    if path is None:
        raise refused("at", address)
    if path[-2:-1] != ("variations",):
        raise refused("no_place", address)
    return address, path


def supposed(record: Record, edit: Mapping[str, Any]) -> Done:
    """The hands supposed for a variation; notes stay at the seats that keep one."""
    address, path = _variation_in(record, edit)
    hands = hands_in(edit.get("hands"), "hands")
    kept: dict[Seat, Dealt] = {}
    for dealt in held(record, path).deal:
        kept.setdefault(dealt.seat, dealt)
    deal = tuple(replace(kept.get(dealt.seat, dealt), cards=dealt.cards) for dealt in _deal_of(hands))
    return Done(put(record, (*path, "deal"), deal), address)


def removed(record: Record, edit: Mapping[str, Any]) -> Done:
    """Without a variation, a play of one with all behind it, or an incident."""
    address = address_in(edit)
    path = find(record, address)
    if path is None:
        raise refused("at", address)
    name = path[-2] if len(path) > 1 else None
    if name in ("variations", "incidents"):
        return Done(taken_out(record, path), address.rpartition("v" if name == "variations" else "i")[0])
    if name == "auction" and isinstance(held(record, path), Incident):
        number = int(path[-1])
        return Done(taken_out(record, path), f"a{number}" if number else "deal")
    if name == "plays" and depth(path):
        return _taken_back(record, path)
    raise refused("fact", address)


def _taken_back(record: Record, path: Path) -> Done:
    """A line up to a play; it goes if no play of its own is left, and nothing noted on what it repeats."""
    line = line_of(path)
    variation: Variation = held(record, line)
    t, p = int(path[-3]), int(path[-1])
    cut = replace(variation.tricks[t], plays=variation.tricks[t].plays[:p])
    tricks = (*variation.tricks[:t], *([cut] if cut.plays else []))
    parent: Line = held(record, line_of(line[:-2]))
    prefix = _prefix(record, line)
    rest = [play for trick in tricks for play in trick.plays]
    noted = any(play != bare for play, bare in zip(rest, _bare(tuple(rest)), strict=True))
    if not tricks or (not noted and departure(replace(variation, tricks=tricks), parent)[0] == len(rest)):
        return Done(taken_out(record, line), prefix.rpartition("v")[0])
    shorter = replace(variation, tricks=tricks)
    return Done(put(record, line, shorter), prefix + _at(shorter, len(rest) - 1))


def promoted(record: Record, edit: Mapping[str, Any]) -> Done:
    """A variation one place forward among its siblings."""
    address, path = _variation_in(record, edit)
    index = int(path[-1])
    if index == 0:
        raise refused("first", address)
    siblings = list(held(record, path[:-1]))
    siblings[index - 1 : index + 1] = siblings[index - 1 : index + 1][::-1]
    return Done(put(record, path[:-1], tuple(siblings)), f"{address.rpartition('v')[0]}v{index}")
