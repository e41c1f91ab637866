"""What of a hand the text could not keep: lines that do not read, and what an open comment swallowed.

Owns finding out which parts of the record are damaged, from the places of the text's findings beside
those of the elements. What follows from a loss accuses nobody; which findings can follow is said here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from paipu.grammar.cards import UNKNOWN, is_unknown
from paipu.grammar.model import Element, Place, Play, Record, Trick

__all__ = ["Damage", "damage_of"]

_OF_TAGS: Final = frozenset({"text.bad_tag"})
_OPEN: Final = "text.unclosed_comment"

_SETTLED: Final = frozenset({"bid.trump", "bid.dealer", "bid.redeal", "kitty.flip"})
"""What the whole of the bids decides: a bid lost behind it matters as well."""
_OWN: Final = frozenset({"bid.not_drawn", "kitty.not_held"})
"""What is wrong in itself, whatever stood on the lines beside it."""
_SHORT: Final = frozenset({"deal.count", "deal.kitty_count", "kitty.count"})
_OF_DEAL: Final = frozenset({"kitty.flip", "bid.redeal", "bid.rebel", "bid.kitty_cards", "bid.not_held"})
"""What rests on the cards dealt, the kitty among them."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Which parts of a record have lost something.

    `lines` are the lines lost from the auction, in order, `cuts` the places of open comments.
    """

    deal: bool = False
    auction: bool = False
    tricks: bool = False
    lines: tuple[int, ...] = ()
    cuts: frozenset[Place] = frozenset()

    @property
    def any(self) -> bool:
        return self.deal or self.auction or self.tricks

    def cut(self, element: Element) -> bool:
        """Whether an open comment behind the element may have swallowed the rest of it."""
        return any(comment.place in self.cuts for comment in element.after)

    def after(self, element: Element | None) -> bool:
        """Whether something of the auction was lost behind `element`, or at all where there is none."""
        if element is None or element.place is None:
            return self.auction
        return any(line >= element.place.line for line in self.lines)

    def before(self, element: Element) -> bool:
        """Whether something of the auction was lost before `element`."""
        return element.place is not None and any(line < element.place.line for line in self.lines)

    def explains(self, code: str, line: int | None, facts: Mapping[str, Any], record: Record) -> bool:
        """Whether a finding can follow from what was lost: then it accuses nobody."""
        if code in _SHORT:
            damaged = self.auction if code == "kitty.count" else self.deal
            return damaged and facts["given"] < facts["needed"]
        kitty = record.kitty
        if code == "bid.not_held" and kitty and not (self.cut(kitty) or any(map(is_unknown, kitty.cards))):
            # Who took the kitty on a line that was lost can show a card of it, and no other.
            return self.any and all(card in kitty.cards for card in facts["held"])
        if self.deal and code in _OF_DEAL:
            return True
        if not self.auction or code in _OWN or not code.startswith(("bid.", "kitty.")):
            return False
        return code in _SETTLED or line is None or self.lines[0] <= line

    def plays(self, trick: Trick) -> tuple[tuple[Play, ...], bool]:
        """The plays of a trick, those cut short filled up with `?`; whether the lead's length is known.

        It is not where the lead was cut and no play behind it shows how long it was.
        """
        short = [number for number, play in enumerate(trick.plays) if self.cut(play)]
        counts = [len(play.cards) for number, play in enumerate(trick.plays) if number not in short]
        if not short or (len(trick.plays) == 4 and len({len(play.cards) for play in trick.plays}) == 1):
            return trick.plays, True
        led = len(trick.plays[0].cards)
        if short[0] == 0:
            led = max([led, *counts])
        plays = tuple(
            replace(play, cards=(*play.cards, *(UNKNOWN,) * (led - len(play.cards))), tried=None)
            if number in short and len(play.cards) < led
            else play
            for number, play in enumerate(trick.plays)
        )
        if short[0] == 0 and not counts:
            # Nothing says where the lead ended: it is not judged.
            return (replace(plays[0], cards=(*plays[0].cards, UNKNOWN), tried=None), *plays[1:]), False
        return plays, True


def damage_of(record: Record, hand_size: int) -> Damage:
    """Which parts of a record have lost something; `hand_size` says when a deal is complete."""
    lost = [f for f in record.findings if (f.loses_data or f.code == _OPEN) and f.code not in _OF_TAGS]
    if not lost:
        return Damage()
    cuts = frozenset(
        Place(f.line, f.column)
        for f in lost
        if f.code == _OPEN and f.line is not None and f.column is not None
    )
    dealt = _lines([*record.deal, *([record.kitty] if record.kitty else [])])
    called = _lines(record.auction)
    tricks = [play.place.line for _, _, play in record.plays() if play.place]
    if not (dealt or called or tricks):
        return Damage()
    whole = len(record.deal) == 4 and record.kitty and all(len(d.cards) >= hand_size for d in record.deal)
    first_trick = min(tricks, default=None)
    end = record.result.place.line if record.result and record.result.place else None
    found = Damage(cuts=cuts)
    lines: list[int] = []
    for finding in lost:
        line = finding.line
        if line is None or (end is not None and line >= end):
            continue
        if first_trick is not None and line >= first_trick:
            inside = finding.code != _OPEN or _cuts_trick(found, record, line)
            found = replace(found, tricks=found.tricks or inside)
            continue
        if not dealt or line <= max(dealt) or not (whole or (called and line >= min(called))):
            found = replace(found, deal=True)
        if not dealt or line > max(dealt):
            found = replace(found, auction=True)
            lines.append(line)
        beyond = line > max([*dealt, *called], default=0)
        if beyond and (first_trick is None or record.tricks[0].number > 1):
            found = replace(found, tricks=True)
    return replace(found, lines=tuple(sorted(lines)))


def _lines(elements: Iterable[Element]) -> list[int]:
    return [element.place.line for element in elements if element.place]


def _cuts_trick(found: Damage, record: Record, line: int) -> bool:
    """Whether an open comment on this line can have swallowed plays, or cards of one."""
    for trick in record.tricks:
        on_line = any(play.place and play.place.line == line for play in trick.plays)
        if on_line and len(trick.plays) == 4 and found.plays(trick) == (trick.plays, True):
            return False
    return True
