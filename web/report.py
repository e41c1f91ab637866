"""The referee's report as values: the match at a glance, each finding with its position, the notes.

Owns what a report says and in which order. Pure functions from audits to plain dicts; sentences come
in English and Chinese. Knows no HTML, no storage and no request: the viewer's page and the
one-file form lay out the same values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import SEATS
from paipu.grammar.findings import Finding
from paipu.replay import Audit
from paipu.replay.chain import follows
from paipu.replay.levels import level_ladder
from paipu.replay.match import Match, matches
from paipu.replay.penalty_words import outcome_words, penalty_words
from paipu.replay.proposals import Proposal
from paipu.replay.rules import RuleSet, advance_table, parameter
from paipu.replay.timeline import target_points

from .excerpts import excerpt
from .report_chart import levels_chart, points_chart
from .report_drawings import drawing, legal_plays

__all__ = ["DRAWN", "Judged", "parts_of"]

Json = dict[str, Any]

DRAWN: Final = 200
"""Findings of one report whose position is drawn; the rest are told without it."""

_ACCOUNTS: Final = ("deal", "score", "match", "incident")
"""Phases in which the deal, the score sheet or a ruling is wrong, not a player."""
_NAMES: Final = ("Match", "Event", "Round", "Table", "East", "North", "West", "South")
_HEADINGS: Final = ("Match", "Event", "Site", "Date", "Round", "Table")
_PLAYERS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class Judged:
    """An audited hand, its number in what is reported on (from 1), and the file it stands in."""

    audit: Audit
    number: int
    file: str | None = None


def parts_of(judged: Iterable[Judged]) -> list[Json]:
    """The parts of a report, one a match, or a hand by itself; JSON-like, in order.

    A match should come as `paipu.replay.match.audit_hands` audits it.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> text = '[SJN "1"]\\n[Rules "standard"]\\n[Level "2"]\\n[Trump "S"]\\n[Dealer "N"]\\n\\nTricks:\\n'
    >>> text += '1. N HAA / W H34 / S H56 / E D77\\n2. N HK / W H7 / S H8 / E H9\\n= *\\n'
    >>> (part,) = parts_of([Judged(audit(loads(text)[0]), 1)])
    >>> part["counts"]["offences"], part["findings"][0]["code"], part["findings"][0]["seat"]
    (1, 'follow.suit', 'E')
    """
    left = DRAWN
    parts = []
    for number, group in enumerate(_grouped(judged), 1):
        parts.append(_part(group, f"p{number}-", left))
        left -= sum(finding["drawing"] is not None for finding in parts[-1]["findings"])
    return parts


def _grouped(judged: Iterable[Judged]) -> Iterator[list[Judged]]:
    """Hands of one match together, and hands without a number that stand under the same names."""
    group: list[Judged] = []
    for each in judged:
        if group and not _goes_on(group[-1], each):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _goes_on(before: Judged, after: Judged) -> bool:
    if before.file != after.file:
        return False
    records = before.audit.record, after.audit.record
    if any(record.tag("Hand") for record in records):
        return follows(records[1], records[0])
    return all(records[0].tag(name) == records[1].tag(name) for name in _NAMES)


def _part(group: Sequence[Judged], prefix: str, drawn: int) -> Json:
    first = group[0].audit
    found = list(matches(each.audit for each in group))
    match = found[0] if len(found) == 1 else None
    rows = _rows(group, match)
    findings, notes = _findings(group, prefix, drawn)
    for row, each in zip(rows, group, strict=True):
        row["finding"] = next((f["id"] for f in findings if f["ordinal"] == each.number), None)
    return {
        "prefix": prefix,
        "single": len(group) == 1,
        "heading": {name.lower(): _heading(group, name) for name in _HEADINGS},
        "files": list(dict.fromkeys(each.file for each in group if each.file)),
        "players": {seat: _heading(group, name) for seat, name in _PLAYERS.items()},
        "rules": [_rule_set(rules) for rules in dict.fromkeys(each.audit.rules for each in group)],
        "counts": _counts(group),
        "result": _result(match) if match else None,
        "cause": _cause(match, findings) if match else None,
        "hands": rows,
        "charts": {
            "levels": levels_chart(rows, level_ladder(first.rules)),
            "points": points_chart(rows, target_points(first)),
        },
        "target": target_points(first),
        "findings": findings,
        "notes": notes,
        "proposals": sum(len(finding["proposals"]) for finding in findings),
        "incidents": [incident for each in group for incident in _incidents(each)],
        "applied": _applied(group),
    }


def _heading(group: Sequence[Judged], name: str) -> str:
    """A tag of the hands; where it changes from hand to hand, its first and last value."""
    values = list(dict.fromkeys(v for each in group if (v := each.audit.record.tag(name)) and v != "?"))
    return values[0] if len(values) == 1 else f"{values[0]} – {values[-1]}" if values else ""


def _rule_set(rules: RuleSet) -> Json:
    overrides = [
        {"name": name, "about": _both(parameter(name)), "value": parameter(name).meaning(value)}
        for name, value in rules.overrides
    ]
    return {
        "id": rules.id,
        "title": (rules.title, rules.title_zh),
        "kind": rules.kind,
        "overrides": overrides,
    }


def _both(worded: Any) -> tuple[str, str]:
    return worded.en, worded.zh


def _counts(group: Sequence[Judged]) -> Json:
    found = [finding for each in group for finding in each.audit.findings]
    errors = Counter(
        "text" if f.phase == "text" else "accounts" if f.phase in _ACCOUNTS else "offences"
        for f in found
        if f.severity == "error"
    )
    severities = Counter(finding.severity for finding in found)
    return {
        "hands": len(group),
        "errors": severities["error"],
        "offences": errors["offences"],
        "accounts": errors["accounts"],
        "text": errors["text"],
        "notes": severities["note"] + severities["warning"],
        "unfinished": sum(not (each.audit.replay.finished or _is_score_sheet(each)) for each in group),
        "score_sheets": sum(map(_is_score_sheet, group)),
        "unreadable": sum(each.audit.verdict == "unreadable" for each in group),
    }


def _is_score_sheet(each: Judged) -> bool:
    """Whether a hand has its result and no plays."""
    record = each.audit.record
    return not record.tricks and record.result is not None and record.result.state == "stated"


def _result(match: Match) -> Json | None:
    """Who won the match, and why."""
    result = match.result
    if result is None or not (result.decided or result.why):
        return None
    return {
        "winner": result.winner,
        "draw": result.draw,
        "why": (result.why, result.why_zh or result.why),
        "points": dict(result.points or {}),
    }


def _cause(match: Match, findings: Sequence[Json]) -> Json | None:
    """The first finding after which the ledgers as stated and as replayed part, if they do."""
    cause = match.cause
    if cause is None or all(row["agrees"] for row in match.to_dict()["hands"]):
        return None
    told = [f for f in findings if f["hand"] == str(cause.hand) and f["code"] == cause.code]
    return {"hand": str(cause.hand), "code": cause.code, "id": told[0]["id"] if told else None}


# --- the table of hands ---------------------------------------------------------------------------


def _rows(group: Sequence[Judged], match: Match | None) -> list[Json]:
    """A row a hand; of a match with the levels of both ledgers, as they run through it."""
    rows = [_row(each) for each in group]
    chain = match.to_dict()["hands"] if match else []
    for row, link, after in zip(rows, chain, [*chain[1:], None], strict=True) if match else ():
        row["levels_before"] = link["replayed"]["before"]
        row["levels_before_stated"] = link["stated"]["before"]
        row["levels_after"] = link["replayed"].get("after", {})
        row["levels_after_stated"] = (
            after["stated"]["before"] if after and not after["missing_before"] else {}
        )
        row["missing_before"] = link["missing_before"]
    return rows


def _row(each: Judged) -> Json:
    audit, header = each.audit, each.audit.case.header
    stated, replayed = audit.score.stated or {}, audit.score.replayed
    finished = audit.replay.finished
    return {
        "ordinal": each.number,
        "number": str(header.hand_no or each.number),
        "dealer": audit.case.dealer,
        "level": header.level,
        "trump": audit.case.trump,
        "finished": finished,
        "attackers": replayed.get("attackers") if finished else None,
        "attackers_stated": stated.get("attackers"),
        "so_far": None if finished else replayed.get("attackers"),
        "agrees": _agrees(stated, replayed) if finished else None,
        "next": replayed.get("dealer_next"),
        "next_stated": stated.get("dealer_next"),
        "gain": replayed.get("gain"),
        "gain_stated": stated.get("gain"),
        "levels_before": dict(header.levels),
        "levels_before_stated": dict(header.levels),
        "levels_after": dict(replayed.get("levels") or {}),
        "levels_after_stated": {},
        "missing_before": 0,
        "over": bool(replayed.get("over")),
        "errors": len(audit.errors),
        "notes": len(audit.findings) - len(audit.errors),
    }


def _agrees(stated: Mapping[str, Any], replayed: Mapping[str, Any]) -> bool | None:
    """Whether all that is stated was counted too; None without a common figure."""
    names = [
        name
        for name in ("attackers", "dealer_next", "gain")
        if None not in (stated.get(name), replayed.get(name))
    ]
    return all(stated[name] == replayed[name] for name in names) if names else None


# --- findings -------------------------------------------------------------------------------------


def _findings(group: Sequence[Judged], prefix: str, drawn: int) -> tuple[list[Json], list[Json]]:
    """The errors, each with what is needed to rule on it, and everything else in short."""
    findings: list[Json] = []
    notes: list[Json] = []
    for each in group:
        seen: dict[str, str] = {}
        for index, finding in enumerate(each.audit.findings):
            told = _told(each, index, finding)
            if finding.severity != "error":
                notes.append({**told, "id": f"{prefix}n{len(notes) + 1}", "number": len(notes) + 1})
                continue
            told |= {"id": f"{prefix}f{len(findings) + 1}", "number": len(findings) + 1}
            told |= {"drawing": None, "same_as": None, "legal": legal_plays(each.audit, finding)}
            # Two findings about one play share its drawing unless they mark other cards.
            key = f"{finding.element} {finding.held} {finding.cards if finding.element == 'deal' else ''}"
            if key in seen:
                told["same_as"] = seen[key]
            elif drawn > 0 and (shown := drawing(each.audit, finding)):
                told["drawing"], seen[key], drawn = shown, str(told["number"]), drawn - 1
            findings.append(told)
    return findings, notes


def _told(each: Judged, index: int, finding: Finding) -> Json:
    audit, decision = each.audit, each.audit.decisions.get(index)
    told: Json = {
        "ordinal": each.number,
        "hand": str(audit.case.header.hand_no or each.number),
        "file": each.file,
        "element": finding.element,
        "code": finding.code,
        "severity": finding.severity,
        "phase": finding.phase,
        "kind": "incident" if finding.phase == "incident" else None,
        "trick": finding.trick,
        "play": finding.play,
        "seat": finding.seat,
        "line": finding.line,
        "message": (finding.message, finding.message_zh),
        "expected": (finding.expected or "", finding.expected_zh or finding.expected or ""),
        "readings": list(zip(finding.readings, finding.readings_zh, strict=True)),
        "rule": _rule(finding.parameter, audit.rules) if finding.parameter else None,
        "excerpt": _excerpt(audit, finding) if finding.phase == "text" else None,
        "table_row": _table_row(audit, finding),
        "decision": {
            "upheld": decision.decision == "upheld",
            "imposed": decision.imposed,
            "ruling": decision.ruling,
        }
        if decision
        else None,
        "proposals": [
            _proposal(proposal, audit.rules) for proposal in audit.proposals if proposal.finding == index
        ],
    }
    return told


def _rule(name: str, rules: RuleSet) -> Json:
    """The value a finding or a penalty stands on, in words, and where the sheet has it."""
    entry, about = rules.entry(name), parameter(name)
    overridden = entry.clause == "header"
    return {
        "name": name,
        "about": _both(about),
        "value": about.meaning(entry.value),
        "clause": entry.clause if rules.has_clauses and not overridden else None,
        "overridden": overridden,
        "status": entry.standing,
        "certainty": entry.certainty,
        "may_accuse": entry.may_accuse,
        "set": rules.id,
        "title": (rules.title, rules.title_zh),
    }


def _excerpt(audit: Audit, finding: Finding) -> Any:
    record = audit.record
    above = record.place.line - 1 if record.place else 0
    place = {"line": (finding.line or 0) - above, "column": finding.column or 1}
    return excerpt(record.source.split("\n"), place)


def _table_row(audit: Audit, finding: Finding) -> Json | None:
    """The row of the level table by which a stated deal or rise is judged."""
    stated = (audit.score.stated or {}).get("attackers")
    if finding.code not in ("score.dealer", "score.gain") or stated is None:
        return None
    row = advance_table(audit.rules.word("advance_table")).row(stated)
    return None if row is None else {"low": row.low, "high": row.high, "side": row.side, "levels": row.levels}


def _proposal(proposed: Proposal, rules: RuleSet) -> Json:
    penalty = proposed.penalty
    weakest = rules.weight(*penalty.parameters).weakest.name if penalty.parameters else None
    return {
        "words": list(penalty_words(penalty, proposed.naming)),
        "clause": penalty.clause if rules.has_clauses and penalty.clause != "header" else None,
        "rule": _rule(weakest, rules) if weakest else None,
        "remark": (proposed.remark, proposed.remark_zh),
        "outcome": list(outcome_words(proposed.outcome or {}, proposed.naming)),
    }


def _incidents(each: Judged) -> Iterator[Json]:
    """What the table called the referee for, as recorded."""
    for at, incident in each.audit.record.incidents():
        yield {
            "ordinal": each.number,
            "hand": str(each.audit.case.header.hand_no or each.number),
            "at": at,
            "kind": "incident",
            "incident": incident.kind,
            "party": incident.party,
            "seat": incident.party if incident.party in SEATS else None,
            "fields": dict(incident.fields),
        }


def _applied(group: Sequence[Judged]) -> list[Json]:
    """The values that the findings stand on, each once, in the order they come up."""
    rules = {
        (str(each.audit.rules), finding.parameter): _rule(finding.parameter, each.audit.rules)
        for each in group
        for finding in each.audit.findings
        if finding.parameter
    }
    return list(rules.values())
