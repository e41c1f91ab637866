"""Penalties that the rules give for faults the audit itself finds.

Owns `Proposal`. Nobody has claimed these faults: what a claim depends on is said beside each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import Seat, side_of
from paipu.grammar.findings import Finding
from paipu.grammar.seats import COMPASS, Naming

from .case import Case
from .decisions import Decision, idle_incidents
from .incidents import Found, IncidentType, Penalty
from .incidents import Incident as Entry
from .rulings import COUNTED, Faults, Ruled, due_for, in_words, signed_points

__all__ = ["Proposal", "propose"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the rules give for a fault the audit found: `finding` is its index in the audit.

    `kind` is the type of incident it would be, `found` when it would have been found. `points` are those
    due, to the attackers. `remark` says what a claim depends on; `outcome` what the
    hand would come to, None where that is left to a choice.
    """

    finding: int
    kind: IncidentType
    seat: Seat
    penalty: Penalty
    points: int | None
    found: Found | None = None
    remark: str = ""
    remark_zh: str = ""
    outcome: dict[str, Any] | None = None
    naming: Naming = COMPASS

    def to_dict(self) -> dict[str, Any]:
        """The JSON object; keys that do not apply are left out."""
        found: dict[str, Any] = {
            "finding": self.finding,
            "penalty": self.penalty.to_dict(),
            "message": in_words(self.penalty, self.naming)[0],
            "message_zh": in_words(self.penalty, self.naming)[1],
            "remark": self.remark or None,
            "remark_zh": self.remark_zh or None,
            "outcome": self.outcome,
        }
        return {key: value for key, value in found.items() if value is not None}


_TYPES: Final[dict[str, IncidentType]] = {
    "follow.suit": "revoke",
    "follow.pair": "revoke",
    "follow.alike": "revoke",
    "follow.tractor": "revoke",
    "follow.fill": "revoke",
    "follow.count": "wrong_play",
    "lead.suits": "wrong_play",
    "lead.throw": "wrong_play",
    "turn.order": "out_of_turn",
    "turn.leader": "out_of_turn",
    "kitty.count": "wrong_bury",
    "bid.cards": "misdeclare",
    "bid.not_higher": "misdeclare",
    "incident.time": "timeout",
}
"""Findings that accuse somebody, and the type of incident that the rules have for them."""

_REMARKS: Final[dict[str, tuple[Found, str, str]]] = {
    "claim_at_once": (
        "trick_end",
        "only if it was claimed at once; claimed later, nothing changes",
        "须当场提出；过后提出的，不再追究",
    ),
    "until_reshuffled": (
        "after_hand",
        "only if it is claimed before the cards are shuffled again",
        "须在重新洗牌之前提出",
    ),
}


def propose(
    case: Case, ruled: tuple[Ruled, ...], faults: Faults, decisions: Mapping[int, Decision]
) -> tuple[Proposal, ...]:
    """The penalties that the rules give for the errors found, those already ruled on left out.

    A decision about one finding rules on this one alone; any other incident on all faults of its kind.
    """
    apart = {decision.at for decision in decisions.values()} | idle_incidents(case.record)
    taken = {(one.incident.kind, one.incident.party) for one in ruled if one.element not in apart}
    found = []
    for index, finding in enumerate(case.findings, len(case.record.findings)):
        kind = _TYPES.get(finding.code)
        seat = finding.seat
        if kind is None or seat is None or case.dealer is None or finding.severity != "error":
            continue
        if index in decisions:
            continue
        if {(name, who) for name in (kind, "revoke", "wrong_play") for who in (seat, side_of(seat))} & taken:
            continue
        limit = _REMARKS.get(str(case.rules["pen_discovery_limit"])) if kind in COUNTED else None
        when: Found | None = limit[0] if limit else "after_hand" if kind == "revoke" else None
        entry = _fault(case, finding, kind, when)
        due = due_for(entry, case.rules, faults)
        if "none_given" in due.effects:
            continue
        remark, remark_zh = limit[1:] if limit else ("", "")
        found.append(
            Proposal(
                finding=index,
                kind=kind,
                seat=seat,
                penalty=due,
                points=signed_points(due, entry),
                found=when,
                remark=remark,
                remark_zh=remark_zh,
                naming=case.record.naming,
            )
        )
    return tuple(found)


def _fault(case: Case, finding: Finding, kind: IncidentType, found: Found | None) -> Entry:
    seat = finding.seat
    assert seat is not None
    assert case.dealer is not None
    wrong = {"revoke", "wrong_play"}
    return Entry(
        type=kind,
        side=side_of(seat),
        dealer_side=side_of(case.dealer),
        seat=seat,
        dealer=case.dealer,
        count=len(finding.cards) if kind == "wrong_bury" else None,
        cards=finding.held[:1] if kind in wrong else finding.cards,
        found=found,
        level=case.header.level,
        hand_no=case.header.hand_no or 2,
    )
