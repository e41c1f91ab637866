"""What the audit says about a simulated match: nothing.

Owns the comparison that the tests and `./dev simulate` share.
"""

from __future__ import annotations

from collections.abc import Iterator

from paipu.grammar import dumps, loads
from paipu.grammar.findings import Finding
from paipu.replay import audit_hands

from .match import Match

__all__ = ["NOTES", "findings_of"]

NOTES: dict[tuple[str, str], str] = {
    ("joker_declare", "deal.level"): "the card turned moves the deal; whose level is played then is not said",
    ("minzhengbu", "score.gain"): "after a knock-back the sheet gives the dealer side no figure",
}
"""Notes that are right, by rule set and code: why the sheet leaves open what the scorer wrote."""


def findings_of(match: Match) -> Iterator[tuple[int, Finding]]:
    """Hand (from 1 in the match as recorded) and finding, but for the notes that are right.

    The match goes through its text, so that writer and reader are part of it.
    """
    records = loads(dumps(match.records))
    assert [record.tricks for record in records] == [record.tricks for record in match.records]
    for number, done in enumerate(audit_hands(records), 1):
        for finding in done.findings:
            if finding.severity == "note" and (match.rules, finding.code) in NOTES:
                continue
            yield number, finding
