"""What can be mended in a record without touching what was played.

Owns the tags that follow from the others and from the bids, and are added where they are missing. A tag is
only added if there is one way to see it: no bid is in dispute, and no rule it rests on is. What a record
says, right or wrong, is never changed, only the spelling of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from paipu.grammar.cards import is_unknown, rank_of, side_of, suit_of
from paipu.grammar.model import Bid, Bury, Record, Tag
from paipu.grammar.tagvalues import plain_value
from paipu.grammar.writer import canonical
from paipu.replay import Audit, audit
from paipu.replay.auction import Shown, first_dealer, trump_of
from paipu.replay.case import open_case

__all__ = ["Repaired", "repair", "what_was_played"]


@dataclass(frozen=True, slots=True)
class Repaired:
    """A record in canonical form, the tags that were added to it, and those whose value is spelled anew."""

    record: Record
    added: tuple[Tag, ...]
    respelled: tuple[Tag, ...] = ()


def repair(record: Record) -> Repaired:
    """The record in canonical order, with the tags that are missing and follow from the rest.

    >>> from paipu.grammar import loads
    >>> [record] = loads('[SJN "1"]\\n[Level "8"]\\n\\nBids:\\n14 S H8\\n')
    >>> repair(record).added
    (Tag(name='Trump', value='H', place=None),)
    """
    before = record
    for find in (_version, _dealer, _level, _trump):
        tag = find(record)
        if tag is not None:
            record = replace(record, tags=(*record.tags, tag))
    added = record.tags[len(before.tags) :]
    tags = tuple(_plain(tag, record) for tag in record.tags)
    respelled = tuple(new for old, new in zip(record.tags, tags, strict=True) if new != old)
    return Repaired(canonical(replace(record, tags=tags)), added, respelled)


def _plain(tag: Tag, record: Record) -> Tag:
    value = plain_value(tag.name, tag.value, record.naming)
    return tag if value == tag.value else replace(tag, value=value)


def what_was_played(record: Record) -> Record:
    """The record without its tags: what a repair must leave as it is."""
    return replace(canonical(record), tags=())


def _missing(record: Record, name: str) -> bool:
    return record.tag(name) is None


def _version(record: Record) -> Tag | None:
    return Tag("SJN", "1") if _missing(record, "SJN") else None


def _trump(record: Record) -> Tag | None:
    """The suit last shown; no-trump for jokers where the rules named by the record say so."""
    done = _undisputed(record) if _missing(record, "Trump") else None
    if done is None:
        return None
    cards = record.bids[-1].cards
    suits = {suit_of(card) for card in cards} - {None}
    if len(suits) > 1 or (not suits and not _certain(done, "overturn_joker_result")):
        return None
    return Tag("Trump", trump_of(cards))


def _dealer(record: Record) -> Tag | None:
    """In the first hand the bids make the dealer, by the rules named by the record."""
    done = _undisputed(record) if _missing(record, "Dealer") else None
    if done is None or done.case.header.hand_no != 1:
        return None
    history = tuple(Shown(bid.seat, bid.cards) for bid in record.bids)
    rests_on = ["first_dealer"]
    if len({shown.seat for shown in history}) > 1:
        rests_on.append("overturn_changes_dealer_first_hand")
    seat = first_dealer(history, done.case.rules)
    buried = record.buries[0].seat if record.buries else seat
    if seat is None or seat != buried or not all(_certain(done, name) for name in rests_on):
        return None
    return Tag("Dealer", record.naming.called(seat))


def _level(record: Record) -> Tag | None:
    """The level of the dealer's side, if the bids show no other."""
    if not _missing(record, "Level"):
        return None
    header = open_case(record).header
    level = header.levels.get(side_of(header.dealer)) if header.dealer else None
    shown = {rank_of(card) for bid in record.bids for card in bid.cards} - {None}
    return Tag("Level", level) if level and shown <= {level} else None


def _undisputed(record: Record) -> Audit | None:
    """The audit of a record whose auction is bids and buries alone, none of them in doubt."""
    if not record.bids or any(type(item) not in (Bid, Bury) for item in record.auction):
        return None
    if any(is_unknown(card) for bid in record.bids for card in bid.cards):
        return None
    done = audit(record)
    return None if any(finding.code.startswith("bid.") for finding in done.findings) else done


def _certain(done: Audit, name: str) -> bool:
    """Whether the record names its rules, and they leave no doubt about this one."""
    return bool(done.case.record.tag("Rules")) and done.case.rules.may_accuse(name)
