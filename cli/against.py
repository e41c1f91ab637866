"""`paipu audit --against`: what a second rule set judges otherwise, and by which parameter.

Owns the text and JSON forms of these comparisons and their exit status. Finding the differences is
`paipu.replay.compare`'s.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from paipu.grammar.findings import Finding, Severity
from paipu.replay import Comparison, compare_hands
from paipu.replay.compare import Cause, Change, CountChange
from paipu.replay.rules import RuleSet, value_text

from .common import Language, Unreadable, echo_utf8
from .finding_words import read_records, where
from .rule_words import basis, short_spec

__all__ = ["audit_against"]

_MARK: Final = {"appears": "+", "vanishes": "-", "weight": "~", "wording": "~"}
_COLOUR: Final = {"error": "red", "warning": "yellow", "note": "bright_black"}
_SEVERITY_ZH: Final[dict[Severity, str]] = {"error": "违规", "warning": "警告", "note": "提示"}
_KINDS: Final = {
    "appears": ("{n} more", "多 {n} 处"),
    "vanishes": ("{n} fewer", "少 {n} 处"),
    "weight": ("{n} weighed otherwise", "{n} 处轻重不同"),
    "wording": ("{n} told otherwise", "{n} 处说法不同"),
}
_FIGURES: Final = {
    "attackers": ("attackers' points", "闲家得分"),
    "kitty_points": ("points of the kitty", "抠底得分"),
    "kitty_multiplier": ("multiplier of the kitty", "抠底倍数"),
    "penalty_points": ("penalty points", "罚分"),
    "dealer_next": ("next dealer side", "下副庄家方"),
    "gain": ("levels gained", "升级数"),
    "levels": ("levels", "级数"),
    "over": ("game won", "打完全局"),
}


def audit_against(
    files: Sequence[str], rules: RuleSet | None, other: RuleSet, form: str, source: str | None, lang: Language
) -> int:
    """Compare every hand of the files and print what differs; the exit status."""
    done: list[dict[str, Any]] = []
    hands = differing = 0
    unreadable = False
    for file in files:
        try:
            imported = read_records(file, source)
        except Unreadable as problem:
            problem.show()
            unreadable = True
            said = {"file": file, "verdict": "unreadable", "message": problem.message, "findings": []}
            _put(said, iter(()), form, done)
            continue
        if imported.findings or not imported.records:
            unreadable = unreadable or any(found.severity == "error" for found in imported.findings)
            told = {"file": file, "findings": [found.to_dict() for found in imported.findings]}
            _put(told, _unread(file, imported.findings, lang), form, done)
        for number, found in enumerate(compare_hands(imported.records, rules, other), 1):
            hands, differing = hands + 1, differing + (not found.same)
            unreadable = unreadable or found.first.verdict == "unreadable"
            _put({"hand": number, **found.to_dict(file)}, _hand(file, number, found, lang), form, done)
    if form == "json":
        echo_utf8(json.dumps(done, ensure_ascii=False, indent=2))
    elif form == "text":
        click.echo(_summary(hands, differing, lang))
    return 3 if unreadable else int(differing > 0)


def _put(answer: dict[str, Any], lines: Iterator[str], form: str, done: list[dict[str, Any]]) -> None:
    """Print one unit of output, or keep it for the list that JSON is."""
    if form == "json":
        done.append(answer)
    elif form == "jsonl":
        echo_utf8(json.dumps(answer, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def _unread(file: str, findings: Sequence[Finding], lang: Language) -> Iterator[str]:
    for found in findings:
        yield f"{file}  {where(found)}{found.message_zh if lang == 'zh' else found.message}"


def _summary(hands: int, differing: int, lang: Language) -> str:
    if lang == "zh":
        return f"共 {hands} 副，{differing} 副判定不同" if differing else f"共 {hands} 副，判定相同"
    counted = f"{hands} hand{'s' * (hands != 1)}"
    return f"{counted}, {differing} judged otherwise" if differing else f"{counted}, all judged alike"


def _hand(file: str, number: int, found: Comparison, lang: Language) -> Iterator[str]:
    first, second = found.first.rules, found.second.rules
    number = found.first.case.header.hand_no or number
    hand = f"第 {number} 副" if lang == "zh" else f"hand {number}"
    heading = f"{file}  {hand}  [{short_spec(first)} → {short_spec(second)}]  {_tally(found, lang)}"
    yield click.style(heading, bold=True)
    for change in found.changes:
        yield from _change(change, lang)
        yield from _because(change.cause, first, second, lang)
    for figure in found.counts:
        yield _figure(figure, lang)
        yield from _because(figure.cause, first, second, lang)


def _tally(found: Comparison, lang: Language) -> str:
    chinese = lang == "zh"
    kinds = Counter(change.kind for change in found.changes)
    parts = [words[chinese].format(n=kinds[kind]) for kind, words in _KINDS.items() if kinds[kind]]  # type: ignore[index]
    if found.counts and not parts:
        parts = ["计分不同" if chinese else "counted otherwise"]
    return ("，" if chinese else ", ").join(parts) or ("判定相同" if chinese else "judged alike")


def _change(change: Change, lang: Language) -> Iterator[str]:
    """The finding as the second set has it; where both have it, what the first made of it."""
    chinese = lang == "zh"
    finding = change.finding
    message = finding.message_zh if chinese else finding.message
    mark = click.style(_MARK[change.kind], fg=_COLOUR[finding.severity], bold=True)
    severity = _severity(finding.severity, lang)
    if change.kind == "weight" and change.before:
        severity = f"{_severity(change.before.severity, lang)} → {severity}"
    yield f"  {mark} {where(finding)}{severity}{'：' if chinese else ': '}{message}"
    if change.kind == "wording" and change.before:
        before = change.before.message_zh if chinese else change.before.message
        yield f"      {'原为：' if chinese else 'before: '}{before}"


def _severity(severity: Severity, lang: Language) -> str:
    return _SEVERITY_ZH[severity] if lang == "zh" else severity


def _figure(change: CountChange, lang: Language) -> str:
    chinese = lang == "zh"
    name = _FIGURES.get(change.name, (change.name, change.name))[chinese]
    before, after = (_shown(value, lang) for value in (change.before, change.after))
    return f"  = {name}{'：' if chinese else ': '}{before} → {after}"


def _shown(value: Any, lang: Language) -> str:
    if isinstance(value, dict):
        return " ".join(f"{side}:{level}" for side, level in value.items())
    if isinstance(value, bool):
        return "是" if lang == "zh" else "yes"
    return "–" if value is None else str(value)


def _because(cause: Cause, first: RuleSet, second: RuleSet, lang: Language) -> Iterator[str]:
    """The parameters that make the difference, with value and basis in both sets."""
    chinese = lang == "zh"
    if not cause.parameters:
        yield "      不能归于参数" if chinese else "      by no parameter that could be found"
        return
    if len(cause.parameters) > 1:
        together = (
            ("几项一起：", "several together:")
            if cause.together
            else ("任一项即可：", "each of these alone:")
        )
        yield f"      {together[not chinese]}"
    for name in cause.parameters:
        was, now = (
            f"{value_text(rules[name])} [{basis(rules.entry(name), rules, lang)}]"
            for rules in (first, second)
        )
        yield click.style(f"      {name}: {was} → {now}", fg="bright_black")
