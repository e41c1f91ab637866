"""One hand judged by two rule sets: what the verdicts differ in, and which parameters make it so.

Owns that comparison. A cause is found by trying: the hand is audited by the first set with single
entries of the second, so nothing here knows what a parameter does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, get_args

from paipu.grammar.findings import Finding, Phase
from paipu.grammar.model import Record
from paipu.grammar.seats import put_names
from paipu.replay.rules import Entry, RuleSet, parameter

from .audit import Audit, audit
from .case import open_case
from .chain import Standing
from .grounds import grounds
from .match import with_last

__all__ = ["Cause", "Change", "Comparison", "CountChange", "compare", "compare_hands"]

Kind = Literal["appears", "vanishes", "weight", "wording"]

_NOTHING_TO_CHECK: Final = "N"
"""The check class of what no record shows."""
_PHASES: Final = get_args(Phase)


@dataclass(frozen=True, slots=True)
class Cause:
    """The parameters that make a difference.

    Each of `alone` does it without the others. Where none does, `together` is a smallest set that
    does.
    """

    alone: tuple[str, ...] = ()
    together: tuple[str, ...] = ()

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.alone or self.together

    def to_dict(self) -> dict[str, Any]:
        return {"parameters": list(self.parameters), "together": bool(self.together)}


@dataclass(frozen=True, slots=True)
class Change:
    """A finding that is not the same under both sets; `before` or `after` is None where it is missing."""

    before: Finding | None
    after: Finding | None
    cause: Cause

    @property
    def kind(self) -> Kind:
        """What becomes of the finding; `weight` is another severity, `wording` only another sentence."""
        if self.before is None:
            return "appears"
        if self.after is None:
            return "vanishes"
        return "wording" if self.before.severity == self.after.severity else "weight"

    @property
    def finding(self) -> Finding:
        """The finding as the second set has it, else as the first."""
        found = self.after or self.before
        assert found is not None
        return found

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind, **self.cause.to_dict()}
        if self.before:
            found["before"] = self.before.to_dict()
        if self.after:
            found["after"] = self.after.to_dict()
        return found


@dataclass(frozen=True, slots=True)
class CountChange:
    """One figure of the replayed score that differs; None where a set gives none.

    Sides are named as in the hand.
    """

    name: str
    before: Any
    after: Any
    cause: Cause

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "before": self.before, "after": self.after, **self.cause.to_dict()}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The audits of a hand by two sets and what differs between them."""

    first: Audit = field(repr=False)
    second: Audit = field(repr=False)
    changes: tuple[Change, ...]
    counts: tuple[CountChange, ...]

    @property
    def same(self) -> bool:
        return not (self.changes or self.counts)

    def to_dict(self, file: str | None = None) -> dict[str, Any]:
        """The JSON object of `paipu audit --against` for this hand."""
        answer = {
            "file": file,
            "hand": self.first.case.header.hand_no,
            "rules": str(self.first.rules),
            "against": str(self.second.rules),
            "verdict": self.first.verdict,
            "verdict_against": self.second.verdict,
            "changes": [change.to_dict() for change in self.changes],
            "replayed": [change.to_dict() for change in self.counts],
        }
        return {key: value for key, value in answer.items() if value is not None}


_Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Trial:
    """Both audits, and the audit under the first set with some entries of the second."""

    before: Audit
    after: Audit
    under: Callable[[frozenset[str]], Audit]

    def differing(self, aspect: Callable[[Entry], object]) -> tuple[str, ...]:
        """The parameters that an audit can ask for and whose entries differ in an aspect."""
        return tuple(
            entry.name
            for entry in self.before.rules.entries
            if parameter(entry.name).check != _NOTHING_TO_CHECK
            and aspect(entry) != aspect(self.after.rules.entry(entry.name))
        )


def compare_hands(records: Iterable[Record], first: RuleSet | None, second: RuleSet) -> Iterator[Comparison]:
    """Judge the hands of a file by two sets, each within its match."""
    before: Standing | None = None
    for record, last in with_last(records):
        found = compare(record, first, second, before=before, last=last)
        yield found
        before = None if last else found.first.after


def compare(
    record: Record,
    first: RuleSet | None,
    second: RuleSet,
    *,
    before: Standing | None = None,
    last: bool = False,
) -> Comparison:
    """Judge a hand by two sets; `first` is by default the one its header names.

    `before` and `last` are as for `audit`.

    >>> from paipu.grammar import loads
    >>> from paipu.replay.rules import load_rules
    >>> text = '''[SJN "1"]
    ... [Rules "standard"]
    ... [Level "2"]
    ... [Trump "S"]
    ... [Dealer "N"]
    ...
    ... Tricks:
    ... 1. N HAKQ / W H345 / S H678 / E H79T
    ... = *
    ... '''
    >>> found = compare(loads(text)[0], None, load_rules("standard; throw_allowed=no"))
    >>> [(change.kind, change.finding.code, change.cause.alone) for change in found.changes]
    [('appears', 'lead.throw', ('throw_allowed',))]
    """
    start = first or open_case(record).rules

    @cache
    def under(names: frozenset[str]) -> Audit:
        rules = start.adopting(second, sorted(names)) if names else start
        return audit(record, rules, before=before, last=last)

    trial = _Trial(under(frozenset()), audit(record, second, before=before, last=last), under)
    return Comparison(trial.before, trial.after, tuple(_changes(trial)), tuple(_counts(trial)))


def _value(entry: Entry) -> object:
    return entry.value


def _weight(entry: Entry) -> object:
    """Everything of an entry that decides between error and note."""
    return entry.value, entry.may_accuse, tuple(reading.value for reading in entry.readings)


# --- findings -------------------------------------------------------------------------------------


def _changes(trial: _Trial) -> Iterator[Change]:
    old, new = _by_key(trial.before.findings), _by_key(trial.after.findings)
    for key in _in_order(old, new):
        before, after = old.get(key), new.get(key)
        if _said(before) != _said(after):
            cause = _cause(_suspects(trial, before, after), _brings(trial, key, before, after))
            yield Change(before, after, cause)


def _suspects(trial: _Trial, before: Finding | None, after: Finding | None) -> tuple[str, ...]:
    """The parameters to try: other values, and where only the severity differs also other statuses."""
    values = trial.differing(_value)
    if not (before and after and before.severity != after.severity):
        return values
    softer = set(trial.differing(_weight)).difference(values)
    return (*values, *(name for name in grounds(after.code) if name in softer))


def _brings(
    trial: _Trial, key: _Key, before: Finding | None, after: Finding | None
) -> Callable[[frozenset[str]], bool]:
    """Whether trying some parameters brings the change.

    What appears need only be told the same: how much it weighs is a second question.
    """
    aspect = _severity if before and after and before.severity != after.severity else _message
    return lambda tried: aspect(_by_key(trial.under(tried).findings).get(key)) == aspect(after)


def _by_key(findings: Iterable[Finding]) -> dict[_Key, Finding]:
    """Findings by what makes two of them the same one: code, place and cards."""
    return {
        (found.code, found.element, found.seat, found.line, found.column, found.cards): found
        for found in findings
    }


def _in_order(old: dict[_Key, Finding], new: dict[_Key, Finding]) -> list[_Key]:
    """The keys of both in the order of the hand."""
    found = {**old, **new}
    return sorted(found, key=lambda key: _place(found[key]))


def _place(finding: Finding) -> tuple[int, int, int]:
    return _PHASES.index(finding.phase), finding.trick or 0, finding.play or 0


def _said(finding: Finding | None) -> tuple[str, str] | None:
    return (finding.severity, finding.message) if finding else None


def _severity(finding: Finding | None) -> str | None:
    return finding.severity if finding else None


def _message(finding: Finding | None) -> str | None:
    return finding.message if finding else None


# --- score ----------------------------------------------------------------------------------------


def _counts(trial: _Trial) -> Iterator[CountChange]:
    old, new = trial.before.score.replayed, trial.after.score.replayed
    for name in dict.fromkeys((*old, *new)):
        before, after = old.get(name), new.get(name)
        if before != after:
            cause = _cause(trial.differing(_value), _counted(trial, name, after))
            # Sides, and levels by side, as the hand calls them.
            old_named, new_named = (
                put_names({name: value}, trial.before.record.naming) for value in (before, after)
            )
            yield CountChange(name, old_named[name], new_named[name], cause)


def _counted(trial: _Trial, name: str, value: object) -> Callable[[frozenset[str]], bool]:
    return lambda tried: bool(trial.under(tried).score.replayed.get(name) == value)


# --- causes ---------------------------------------------------------------------------------------


def _cause(names: Sequence[str], holds: Callable[[frozenset[str]], bool]) -> Cause:
    alone = tuple(name for name in names if holds(frozenset({name})))
    return Cause(alone) if alone else Cause(together=_smallest(names, holds))


def _smallest(names: Sequence[str], holds: Callable[[frozenset[str]], bool]) -> tuple[str, ...]:
    """A set from which nothing can be left out, found by leaving out ever smaller parts; () if all fail.

    >>> _smallest("abcdefgh", lambda tried: {"b", "g"} <= tried)
    ('b', 'g')
    """
    kept = tuple(names)
    if not holds(frozenset(kept)):
        return ()
    size = max(len(kept) // 2, 1)
    while True:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + size :]
            if holds(frozenset(rest)):
                kept = rest
            else:
                at += size
        if size == 1:
            return kept
        size //= 2
