"""What the audit says about a simulated match: nothing.

Owns the comparison that the tests and `./dev simulate` share.
"""

from __future__ import annotations

from collections.abc import Iterator

from paipu.grammar import dumps, loads
from paipu.grammar.findings import Finding
from paipu.replay import audit_hands

from .match import Match

__all__ = ["findings_of"]


def findings_of(match: Match) -> Iterator[tuple[int, Finding]]:
    """Hand (from 1 in the match as recorded) and finding, notes too: who keeps to the sheet gets none.

    The match goes through its text, so that writer and reader are part of it.
    """
    records = loads(dumps(match.records))
    assert [record.tricks for record in records] == [record.tricks for record in match.records]
    for number, done in enumerate(audit_hands(records), 1):
        yield from ((number, finding) for finding in done.findings)
