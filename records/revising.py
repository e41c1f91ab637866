"""What it takes for a record to become the next revision of a stored hand, and which hands it bears on.

Owns those questions and the rows that come of them. Knows no SQL: hands and verdicts are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from paipu.grammar import canonical, loads, reduced, write
from paipu.grammar.addresses import elements
from paipu.grammar.commands import Command, commands
from paipu.grammar.matching import facts
from paipu.grammar.model import Element, Record
from paipu.replay.chain import follows

from .rows import Audited, Hand, hand_row, storable

__all__ = ["MATCH", "UnfitError", "judged_again", "places_of", "revised", "same_hand"]

MATCH: Final = 200
"""Hands before and behind an edited one that are judged again with it, where they are of its match. In a
match longer than that the verdicts farther on stay as they were."""

_VERDICT: Final = ("verdict", "errors", "warnings", "notes")
_TOLD: Final = frozenset({"clk", "emt", "level", "points"})
"""Commands of which an audit takes notice; marks are for readers."""
_CUT: Final = "text.unclosed_comment"


class UnfitError(ValueError):
    """A record that is no revision of a hand: of other cards, unwritable, or hiding what was lost."""


def revised(newest: Record, record: Record) -> Record | None:
    """The record as its text will say it; None if the newest revision says so already.

    `UnfitError` if it cannot be written, is of other cards or tags than the hand, or would hide that
    something of its text was lost.
    """
    if any(finding.loses_data or finding.code == _CUT for finding in newest.findings):
        raise UnfitError("parts of the text of this hand do not read; a revision would hide that")
    made = replace(canonical(record), inherited=())
    here = replace(canonical(newest), inherited=())
    if made == here:
        return None
    if facts(made) != facts(here):
        raise UnfitError("a revision has the cards, bids, plays, tags and result of its hand")
    read = loads(storable(write(made)))
    if read != [made]:
        raise UnfitError("this record cannot be written down")
    return replace(read[0], inherited=newest.inherited)


def same_hand(first: Record, second: Record) -> bool:
    """Whether two records are of one hand: cards, bids, plays, result; the tags of one without cards."""
    return _same(_core(first), _core(second))


def _core(record: Record) -> Record:
    return facts(replace(canonical(record), inherited=()))


def _same(first: Record, second: Record) -> bool:
    if first == second:
        return True
    has_cards = bool(first.deal or first.auction or first.tricks)
    return has_cards and replace(first, tags=()) == replace(second, tags=())


def places_of(newest: Mapping[int, Record], read: Sequence[Record]) -> dict[int, int]:
    """Where the revisions of edited hands belong in a file that was read anew, by their old numbers.

    Where the same hand stands at the number, there; else where it stands now, if that is certain and no
    others are in the way. Of the rest nothing is said.
    """
    cores = {number: _core(record) for number, record in newest.items()}
    hands = [_core(record) for record in read] if newest else []
    places = {n: n for n, core in cores.items() if n <= len(hands) and _same(core, hands[n - 1])}
    for number, core in cores.items():
        if number not in places:
            free = (n for n in range(1, len(hands) + 1) if n not in places.values())
            found = [n for n in free if _same(core, hands[n - 1])]
            if len(found) == 1:
                places[number] = found[0]
    while in_the_way := [n for n, place in places.items() if place in cores and place not in places]:
        for number in in_the_way:
            del places[number]
    return places


def judged_again(
    before: Hand,
    made: Record,
    read: Callable[[int], Hand | None],
    audit: Callable[[Iterable[Record]], Iterable[Audited]],
) -> tuple[list[Hand], list[dict[str, object]]]:
    """An edited hand and those after it that can come out otherwise: as they were, and what changes of them.

    `made` is the new record of the hand `before`; `read` gives a hand of its file by the number.
    """

    @cache
    def hand(number: int) -> Hand | None:
        return before if number == before.number else read(number)

    @cache
    def record(number: int) -> Record | None:
        found = hand(number)
        return found.record() if found else None

    first, last = _match_around(record, before.number, made)
    # One more is read, so that the last is not taken for the last of its match.
    records = {n: one for n in range(first, last + 2) if (one := record(n)) is not None}
    records[before.number] = made
    audits = dict(zip(records, audit(list(records.values())), strict=True))
    hands, rows = [], []
    for number in range(before.number, last + 1):
        if (here := hand(number)) is not None:
            revision = here.revision + (number == before.number)
            row = hand_row(here.upload_id, number, records[number], audits[number], revision)
            hands.append(here)
            rows.append(row if number == before.number else {name: row[name] for name in _VERDICT})
    return hands, rows


def _match_around(read: Callable[[int], Record | None], number: int, made: Record) -> tuple[int, int]:
    """The first and the last hand of the match of a hand that are judged with its new record.

    Later hands are only if what an audit weighs is another.
    """
    newest = read(number)
    assert newest is not None
    first, here = number, newest
    while number - first < MATCH and (before := read(first - 1)) is not None and follows(here, before):
        first, here = first - 1, before
    last, versions = number, (newest, made)
    if _weighed(newest) != _weighed(made):
        while last - number < MATCH:
            after = read(last + 1)
            if after is None or not any(follows(after, each) for each in versions):
                break
            last, versions = last + 1, (after, after)
    return first, last


def _weighed(record: Record) -> tuple[Record, list[tuple[str, tuple[Command, ...]]]]:
    """What an audit weighs: the game, its incidents, and what commands say of times, levels and points."""
    told = []
    for at, _, value in elements(record):
        comments = (*value.before, *value.after) if isinstance(value, Element) else record.comments
        if "v" not in at:
            found = tuple(command for each in comments for command in commands(each) if command[0] in _TOLD)
            told += [(at, found)] if found else []
    return reduced(record), told
