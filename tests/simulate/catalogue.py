"""The whole catalogue of planted faults, and what the audit must say of each.

Owns the verdict: exactly the finding named, at the hand and the place named, and nothing else that accuses.
"""

from __future__ import annotations

from random import Random

from paipu.grammar import dumps, loads
from paipu.grammar.findings import Finding
from paipu.replay import audit_hands

from .fault_bids import FAULTS as BIDS
from .fault_match import FAULTS as MATCH
from .fault_plays import FAULTS as PLAYS
from .faults import Fault, Planted

__all__ = ["FAULTS", "first_planted", "verdict"]

FAULTS: tuple[Fault, ...] = (*BIDS, *PLAYS, *MATCH)


def first_planted(fault: Fault, rules: str, seed: int = 1, tries: int = 400) -> Planted:
    """The first hand of a series of random ones that offers a place for the fault."""
    for number in range(seed, seed + tries):
        planted = fault.plant(rules, Random(f"{fault.name}/{number}"))
        if planted is not None:
            return planted
    raise LookupError(f"{fault.name}: no occasion in {tries} hands under {rules}")


def verdict(fault: Fault, planted: Planted) -> str | None:
    """What is wrong with the audit of these hands; None if it says what it must."""
    found = [
        (number, finding)
        for number, done in enumerate(audit_hands(loads(dumps(planted.records))), 1)
        for finding in done.findings
    ]
    accusing = [(number, finding) for number, finding in found if finding.severity != "note"]
    if fault.severity == "note":
        meant = [(number, finding) for number, finding in found if finding.code == fault.code]
        accusing += meant
    else:
        meant = accusing
    if len(accusing) == 1 and _is_meant(fault, planted, *meant[0]):
        return None
    wanted = f"wanted {fault.severity} {fault.code} in hand {planted.hand} {planted.seat or ''} "
    return wanted + f"{planted.trick or planted.element or ''}; found {[_text(*each) for each in found]}"


def _is_meant(fault: Fault, planted: Planted, number: int, finding: Finding) -> bool:
    return (
        (finding.code, finding.severity, number) == (fault.code, fault.severity, planted.hand)
        and planted.seat in (None, finding.seat)
        and planted.trick in (None, finding.trick)
        and planted.element in (None, finding.element)
    )


def _text(number: int, finding: Finding) -> str:
    where = finding.element or ""
    return f"{number}: {finding.severity} {finding.code} {where} {finding.parameter or ''} {finding.message}"
