"""Oddities of a record that did read.

Owns the text findings that need the whole record: tags, trick numbers, sizes. Knows no rule of the
game; whether plays are legal is the business of `paipu.replay`.
"""

from __future__ import annotations

from collections.abc import Iterator

from .cards import Cards
from .escapes import quote
from .findings import Finding
from .limits import MAX_CARDS
from .messages import hints, text_finding
from .model import Dealt, Incident, Place, Record, Trick
from .seats import Naming, naming_called
from .writer import KNOWN_TAGS

__all__ = ["review"]


def review(record: Record) -> Iterator[Finding]:
    """What is odd about a record.

    >>> [finding.code for finding in review(Record())]
    ['text.no_version']
    """
    yield from _tags(record)
    yield from _deal(record.deal, record.naming)
    yield from _numbers(record.tricks, record.naming)
    yield from _sizes(record)
    # A fragment may stop anywhere; a hand that begins with its deal is expected to end.
    if record.result is None and record.deal:
        yield text_finding("text.no_end", record.place)


def _tags(record: Record) -> Iterator[Finding]:
    seen: set[str] = set()
    for tag in record.tags:
        if tag.name in seen:
            yield text_finding("text.duplicate_tag", tag.place, name=tag.name)
        elif tag.name not in KNOWN_TAGS and not tag.name.startswith("X-"):
            hint = hints(tag.name, KNOWN_TAGS)
            meant = (f"[{hint.name} {quote(tag.value)}]",) * 2 if hint.name else None
            yield text_finding(
                "text.unknown_tag", tag.place, expected=meant, name=tag.name, hint=hint.en, hint_zh=hint.zh
            )
        seen.add(tag.name)
    seats = next((tag for tag in reversed(record.tags) if tag.name == "Seats"), None)
    if seats is not None and naming_called(seats.value) is None:
        yield text_finding("text.bad_seats", seats.place, value=seats.value)
    version = record.tag("SJN")
    if version is None:
        yield text_finding("text.no_version", record.place)
    elif version != "1":
        place = next(tag.place for tag in record.tags if tag.name == "SJN")
        yield text_finding("text.version", place, version=version)


def _deal(deal: tuple[Dealt, ...], naming: Naming) -> Iterator[Finding]:
    seen: set[str] = set()
    for dealt in deal:
        if dealt.seat in seen:
            yield text_finding(
                "text.duplicate_seat", dealt.place, element="deal", seat=naming.called(dealt.seat)
            )
        seen.add(dealt.seat)


def _numbers(tricks: tuple[Trick, ...], naming: Naming) -> Iterator[Finding]:
    """Each trick counts one up; only a variation, or a record without its start, may begin late.

    What a variation supposes is looked at on the way.
    """
    before: int | None = None
    for trick in tricks:
        if before is not None and trick.number != before + 1:
            yield text_finding("text.trick_number", trick.place, found=trick.number, before=before)
        before = trick.number
        for play in trick.plays:
            for variation in play.variations:
                yield from _deal(variation.deal, naming)
                yield from _numbers(variation.tricks, naming)


def _sizes(record: Record) -> Iterator[Finding]:
    for cards, place in _all_cards(record):
        if len(cards) > MAX_CARDS:
            yield text_finding("text.cards_limit", place, limit=MAX_CARDS)


def _all_cards(record: Record) -> Iterator[tuple[Cards, Place | None]]:
    for dealt in record.deal:
        yield dealt.cards, dealt.place
    if record.kitty:
        yield record.kitty.cards, record.kitty.place
    for item in record.auction:
        if not isinstance(item, Incident):
            yield item.cards, item.place
    yield from _cards_played(record.tricks)


def _cards_played(tricks: tuple[Trick, ...]) -> Iterator[tuple[Cards, Place | None]]:
    for play in (play for trick in tricks for play in trick.plays):
        yield play.cards, play.place
        if play.tried:
            yield play.tried, play.place
        for variation in play.variations:
            yield from ((dealt.cards, dealt.place) for dealt in variation.deal)
            yield from _cards_played(variation.tricks)
