"""Whole matches: hands audited one after the other, and the match at a glance.

Owns which hands belong together and the summary with both ledgers. The links themselves are checked
in `chain`, hand by hand, so that a long file is audited in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paipu.grammar.model import Record
from paipu.grammar.seats import put_names
from paipu.replay.rules import RuleSet

from .audit import Audit, audit
from .chain import Cause, Standing, follows
from .match_end import MatchResult

__all__ = ["Match", "audit_hands", "ledger_row", "matches", "with_last"]


def audit_hands(records: Iterable[Record], rules: RuleSet | None = None) -> Iterator[Audit]:
    """Audit hands in the order of their file; hands that follow one another are checked as a match.

    Yields each hand as soon as the next one has been read.
    """
    before: Standing | None = None
    for record, last in with_last(records):
        done = audit(record, rules, before=before, last=last)
        yield done
        before = None if last else done.after


def with_last(records: Iterable[Record]) -> Iterator[tuple[Record, bool]]:
    """Each record, and whether it is the last of its match; reads one ahead."""
    held: Record | None = None
    for record in records:
        if held is not None:
            yield held, not follows(record, held)
        held = record
    if held is not None:
        yield held, True


@dataclass(frozen=True, slots=True)
class Match:
    """The hands of one match in order, as audited."""

    hands: tuple[Audit, ...]

    @property
    def name(self) -> str:
        """What the match is called: its own name, else the event."""
        record = self.hands[0].record
        return record.tag("Match") or record.tag("Event") or ""

    @property
    def result(self) -> MatchResult | None:
        return self.hands[-1].result

    @property
    def cause(self) -> Cause | None:
        """The first finding after which the levels as stated and as replayed may differ."""
        after = self.hands[-1].after
        return after.cause if after else None

    def to_dict(self) -> dict[str, Any]:
        """The match at a glance as a JSON object: a row a hand with both ledgers, and the result."""
        rows, before = [], None
        for done in self.hands:
            rows.append(ledger_row(done, before))
            before = done
        cause, result = self.cause, self.result
        found: dict[str, Any] = {
            "name": self.name,
            "rules": str(self.hands[0].rules),
            "hands": rows,
            "cause": {"hand": cause.hand, "code": cause.code} if cause else None,
            "result": result.to_dict() if result else None,
        }
        naming = self.hands[0].record.naming
        return put_names({key: value for key, value in found.items() if value is not None}, naming)


def matches(audits: Iterable[Audit]) -> Iterator[Match]:
    """Audits in the order of their file, gathered to matches; a hand that stands alone is one.

    >>> from paipu.grammar import loads
    >>> text = '[SJN "1"]\\n[Hand "{}"]\\n[Levels "NS:2 EW:2"]\\n[Dealer "N"]\\n[Trump "S"]\\n= 85 EW+0\\n'
    >>> hands = loads(text.format(1) + text.format(2))
    >>> (one,) = matches(audit_hands(hands))
    >>> [row["stated"]["attackers"] for row in one.to_dict()["hands"]]
    [85, 85]
    """
    group: list[Audit] = []
    for done in audits:
        if group and not follows(done.record, group[-1].record):
            yield Match(tuple(group))
            group = []
        group.append(done)
    if group:
        yield Match(tuple(group))


def ledger_row(done: Audit, before: Audit | None) -> dict[str, Any]:
    """One hand of a match with both ledgers, as a JSON object; `before` is the hand before it."""
    case, score, after = done.case, done.score, done.after
    replayed_before = before.after.replayed if before and before.after else case.levels
    number = case.header.hand_no
    stated: dict[str, Any] = {"before": dict(case.levels)}
    if score.given:
        stated |= {
            "attackers": score.given.points,
            "dealer_next": score.given.side,
            "gain": score.given.gain,
        }
    replayed = {"before": {**case.levels, **replayed_before}, **score.replayed}
    replayed.pop("levels", None)
    if after and after.replayed:
        replayed["after"] = dict(after.replayed)
    last = before.case.header.hand_no if before else None
    missing = number - last - 1 if number is not None and last is not None else 0
    return {
        "hand": number,
        "dealer": case.dealer,
        "level": case.header.level,
        "trump": case.trump,
        "stated": {key: value for key, value in stated.items() if value is not None},
        "replayed": replayed,
        "agrees": replayed["before"] == stated["before"],
        "missing_before": max(missing, 0),
        "counted": score.points is not None,
        "errors": len(done.errors),
    }
