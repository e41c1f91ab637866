"""The audit of a record: every check in order, one list of findings, two ledgers.

Owns the order of the checks and the shape of the answer (`paipu audit`, judge.md). Each phase lives
in its own module; none of them stops at a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from paipu.grammar.cards import side_of
from paipu.grammar.findings import Finding, worst
from paipu.grammar.model import Record
from paipu.grammar.seats import put_names
from paipu.replay.rules import RuleSet

from .case import Case, open_case
from .chain import Standing, hand_over, left_by
from .check_auction import check_auction
from .check_incidents import check_incidents
from .check_match import check_link
from .check_score import Score, check_score, with_outcome
from .check_tricks import Replayed, check_tricks
from .decisions import Decision, decisions_on
from .hands import Hands, check_deal, hands_before_play
from .match_end import MatchResult, check_end
from .proposals import Proposal, propose

__all__ = ["Audit", "audit"]

Verdict = Literal["clean", "findings", "unreadable"]


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audit of one hand came to.

    `findings` are in the order of the hand, text findings first. `proposals` are the penalties the
    rules give for errors found, `decisions` what the referee decided about findings, by their index.
    `after` is what the next hand of the match is audited with, `result`
    who won, at the last hand of a match. `case`, `hands` and `replay` hold the facts behind it all,
    for viewers.
    """

    record: Record = field(repr=False)
    rules: RuleSet
    verdict: Verdict
    findings: tuple[Finding, ...]
    score: Score
    case: Case = field(repr=False)
    hands: Hands = field(repr=False)
    replay: Replayed = field(repr=False)
    proposals: tuple[Proposal, ...] = ()
    after: Standing | None = field(default=None, repr=False)
    result: MatchResult | None = None
    decisions: Mapping[int, Decision] = field(default_factory=dict)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that accuse."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def to_dict(self, file: str | None = None, id: str | None = None) -> dict[str, Any]:
        """The JSON object of `paipu audit` for this hand."""
        answer: dict[str, Any] = {
            "file": file,
            "hand": self.case.header.hand_no,
            "id": id,
            "rules": str(self.rules),
            "verdict": self.verdict,
            "findings": [self._told(index) for index in range(len(self.findings))],
            "stated": self.score.stated,
            "replayed": self.score.replayed,
            "proposals": [proposal.to_dict() for proposal in self.proposals] or None,
            "match": self._match(),
        }
        found = {key: value for key, value in answer.items() if value is not None}
        return put_names(found, self.record.naming)

    def _told(self, index: int) -> dict[str, Any]:
        """A finding with what was decided about it."""
        decision = self.decisions.get(index)
        told = self.findings[index].to_dict()
        return told if decision is None else {**told, "decision": decision.to_dict()}

    def _match(self) -> dict[str, Any] | None:
        """Both ledgers of the match as this hand leaves them, and at its end the result."""
        after = self.after
        if after is None:
            return None
        stated = after.expected(self.rules)
        found: dict[str, Any] = {
            "stated": dict(stated.levels) if stated else None,
            "replayed": dict(after.replayed),
            "result": self.result.to_dict() if self.result and self.result.decided else None,
        }
        return {key: value for key, value in found.items() if value} or None


def audit(
    record: Record,
    rules: RuleSet | None = None,
    *,
    before: Standing | None = None,
    last: bool = False,
) -> Audit:
    """Audit one hand by the rules its header names, or by `rules`.

    Never raises on what a record says: a record may be partial or wrong. `before` is what the hand
    before left (`Audit.after`), `last` says that no hand of the match follows; `match.audit_hands`
    sees to both.

    >>> from paipu.grammar import loads
    >>> text = '''[SJN "1"]
    ... [Rules "standard"]
    ... [Level "2"]
    ... [Trump "S"]
    ... [Dealer "N"]
    ...
    ... Tricks:
    ... 1. N HAA / W H34 / S H56 / E D77
    ... 2. N HK / W H7 / S H8 / E H9
    ... = *
    ... '''
    >>> [(f.code, f.seat, f.trick) for f in audit(loads(text)[0]).errors]
    [('follow.suit', 'E', 1)]
    """
    case = open_case(record, rules)
    doubt = check_deal(case)
    check_auction(case)
    case.forget_what_was_lost()
    _check_level(case)
    check_link(case, before)
    hands = hands_before_play(case, doubt)
    _check_copies(case, hands)
    _ask_for_what_is_missing(case)
    replay = check_tricks(case, hands)
    faults = before.faults if before else {}
    ruled = check_incidents(case, replay, faults)
    score = check_score(case, hands, replay, ruled, *left_by(before, case))
    after = hand_over(case, score, ruled, before)
    result = check_end(case, after) if last and after else None
    findings = (*record.findings, *case.findings)
    decisions = decisions_on(record, findings)
    proposed = propose(case, ruled, faults, decisions)
    return Audit(
        record,
        case.rules,
        _verdict(record, findings),
        findings,
        score,
        case,
        hands,
        replay,
        tuple(with_outcome(case, score, one) for one in proposed),
        after,
        result,
        decisions,
    )


def _verdict(record: Record, findings: tuple[Finding, ...]) -> Verdict:
    if not (record.deal or record.auction or record.tricks) and any(f.loses_data for f in record.findings):
        return "unreadable"
    return "clean" if worst(findings) in (None, "note") else "findings"


def _check_level(case: Case) -> None:
    """The level played is that of the dealer side (`level_owner`)."""
    header = case.header
    if header.dealer is None or header.level is None or case.rules["level_owner"] != "dealer_side":
        return
    needed = header.levels.get(side_of(header.dealer))
    if needed is None or needed == header.level:
        return
    tag = next(tag for tag in reversed(case.record.tags) if tag.name == "Level")
    case.report(
        "deal.level",
        {"given": header.level, "needed": needed},
        parameters=("level_owner",),
        element="deal",
        place=tag.place,
    )


def _ask_for_what_is_missing(case: Case) -> None:
    """Say which facts the record leaves out, once, where plays depend on them."""
    if not case.record.tricks:
        return
    for name, missing, zh in (
        ("trump", case.trump is None, "主花色"),
        ("level", case.header.level is None, "级牌"),
    ):
        if missing:
            facts = {"needed": f"the {name}", "needed_zh": zh}
            case.report("deal.unnamed", facts, severity="note", element="deal", place=case.record.place)


def _check_copies(case: Case, hands: Hands) -> None:
    """Cards that occur too often once hands that follow from their plays are counted."""
    decks = case.rules.number("deck_count")
    seen: dict[int, int] = {}
    for dealt in case.record.deal:
        if dealt.seat not in hands.derived:
            for card in dealt.cards:
                seen[card] = seen.get(card, 0) + 1
    burier = {bury.seat for bury in case.record.buries} or ({case.dealer} if case.dealer else set())
    kitty_known = case.record.kitty is not None and not burier & hands.derived
    if case.record.kitty and kitty_known:
        for card in case.record.kitty.cards:
            seen[card] = seen.get(card, 0) + 1
    too_many = {card for card, count in seen.items() if count > decks}
    for trick, number, play in case.record.plays():
        if play.seat not in hands.derived:
            continue
        for card in play.cards:
            seen[card] = seen.get(card, 0) + 1
            if seen[card] == decks + 1 and card < 54 and card not in too_many:
                case.report(
                    "play.copies",
                    {"seat": play.seat, "cards": (card,), "given": seen[card], "needed": decks},
                    parameters=("deck_count",),
                    element=f"{trick.number}.{number}",
                    place=play,
                    trick=trick.number,
                    play=number,
                    cards=(card,),
                )
