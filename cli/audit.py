"""`paipu audit`: judge recorded hands and say what breaks which clause.

Owns the text, JSON and SARIF forms of audits on the command line and their exit status; `against`
tells what two sets judge otherwise. The rules live in `paipu.replay`, the reading of files in
`paipu.records`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from paipu.grammar.findings import Finding
from paipu.records.formats import FORMATS
from paipu.replay import Audit, audit_hands, matches
from paipu.replay.decisions import Decision
from paipu.replay.penalty_words import joined, outcome_words
from paipu.replay.proposals import Proposal
from paipu.replay.rules import RuleError, RuleSet, load_rules

from .against import audit_against
from .common import Language, Unreadable, echo_utf8, exit_code, lang_option
from .finding_words import ground, read_records, where
from .match_words import match_lines
from .pragma import Marked, counted, mark, shown, silenced_words
from .rule_words import short_spec
from .sarif import sarif

__all__ = ["audit_command"]

UNREADABLE: Final = 3
"""Exit status when something could not be read at all."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One unit of output: an audited hand, or what a file that held none has to say."""

    file: str
    number: int
    audit: Audit | None
    findings: tuple[Finding, ...]
    unopened: str | None = None
    """Why the file could not even be opened."""

    @property
    def verdict(self) -> str:
        if self.unopened:
            return "unreadable"
        if self.audit is not None:
            return self.audit.verdict
        return "unreadable" if any(finding.severity == "error" for finding in self.findings) else "clean"

    @property
    def marked(self) -> tuple[Marked, ...]:
        """The findings, marked where the hand silences them."""
        return mark(self.audit.case.record if self.audit else None, self.findings)

    def to_dict(self) -> dict[str, object]:
        if self.audit is not None:
            told = self.audit.to_dict(self.file)
            silenced = [{"silenced": True} if one.silenced else {} for one in self.marked]
            found = [{**one, **extra} for one, extra in zip(told["findings"], silenced, strict=True)]
            return {"hand": self.number, **told, "findings": found}
        found = [marked.to_dict() for marked in self.marked]
        said = {"message": self.unopened} if self.unopened else {}
        return {"file": self.file, "verdict": self.verdict, **said, "findings": found}


@click.command("audit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--rules", "spec", metavar="ID[;param=value...]", help="Judge by this set instead of the header's."
)
@click.option(
    "--against", metavar="ID[;param=value...]", help="Show only what this set judges otherwise, and why."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "sarif"]),
    default="text",
    show_default=True,
)
@click.option(
    "--from", "source", type=click.Choice(sorted(FORMATS)), help="Format of the files (else detected)."
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Also write the referee's report to this HTML file.",
)
@lang_option
@click.pass_context
def audit_command(
    context: click.Context,
    files: tuple[str, ...],
    spec: str | None,
    against: str | None,
    form: str,
    source: str | None,
    report: Path | None,
    lang: Language,
) -> None:
    """Check FILEs hand by hand: deal, bids, kitty, every play, the score.

    A FILE may be - for standard input; SJN or any format `paipu import` knows. Exit status: 0 clean
    (notes do not count), 1 warnings, 2 errors, 3 something could not be read at all.

    With --report the findings are also drawn, with clauses, penalties and the match at a glance, in one HTML
    file that prints on A4. It leaves out nothing that a hand silences.

    With --against each hand is judged twice. Shown are the findings and figures that differ, each with
    the parameter that makes the difference. Exit status: 0 no difference, 1 some, 3 as above.
    """
    rules = _rules(spec, "--rules")
    other = _rules(against, "--against")
    if other is not None:
        if form == "sarif":
            raise click.UsageError("--against has no SARIF form")
        if report:
            raise click.UsageError("--report is on one rule set: it does not go with --against")
        context.exit(audit_against(files, rules, other, form, source, lang))
    done: list[Audited] = []
    for file in files:
        for item in _audit_file(file, rules, source):
            done.append(item)
            if form == "text":
                _print(item, lang)
            elif form == "jsonl":
                echo_utf8(json.dumps(item.to_dict(), ensure_ascii=False))
    if form == "json":
        echo_utf8(json.dumps([item.to_dict() for item in done], ensure_ascii=False, indent=2))
    elif form == "sarif":
        found = ((item.file, marked) for item in done for marked in item.marked)
        echo_utf8(json.dumps(sarif(found), ensure_ascii=False))
    elif form == "text":
        _print_matches(done, lang)
        _print_summary(done, lang)
    if report:
        _write_report(report, done, lang)
    if any(item.verdict == "unreadable" for item in done):
        context.exit(UNREADABLE)
    context.exit(exit_code(finding for item in done for finding in counted(item.marked)))


def _rules(spec: str | None, option: str) -> RuleSet | None:
    try:
        return load_rules(spec) if spec else None
    except RuleError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def _audit_file(file: str, rules: RuleSet | None, source: str | None) -> Iterator[Audited]:
    try:
        imported = read_records(file, source)
    except Unreadable as problem:
        problem.show()
        yield Audited(file, 0, None, (), problem.message)
        return
    if imported.findings or not imported.records:
        yield Audited(file, 0, None, tuple(imported.findings))
    for number, done in enumerate(audit_hands(imported.records, rules), 1):
        yield Audited(file, number, done, done.findings)


def _write_report(path: Path, done: list[Audited], lang: Language) -> None:
    from paipu.web.report import Judged
    from paipu.web.report_file import report_html

    judged = [Judged(item.audit, item.number, item.file) for item in done if item.audit]
    unread = [(item.file, why) for item in done if (why := _unread(item, lang))]
    title = "" if done[0].file == "-" else Path(done[0].file).stem
    path.write_bytes(report_html(judged, lang, title=title, unread=unread).encode("utf-8", "replace"))


def _unread(item: Audited, lang: Language) -> str:
    """Why nothing of a file, or not all of it, could be read; empty where all was."""
    if item.unopened or item.audit:
        return item.unopened or ""
    errors = (finding for finding in item.findings if finding.severity == "error")
    return "; ".join(finding.message_zh if lang == "zh" else finding.message for finding in errors)


def _print_matches(done: list[Audited], lang: Language) -> None:
    """The matches of more than one hand, at a glance."""
    for _, items in groupby(done, key=lambda item: item.file):
        for match in matches(item.audit for item in items if item.audit):
            lines = list(match_lines(match, lang))
            if lines:
                heading = match.name or ("比赛" if lang == "zh" else "match")
                click.secho(f"{heading}  [{short_spec(match.hands[0].rules)}]", bold=True)
                click.echo("\n".join(lines))


_WORDS = {
    "en": {"hand": "hand", "clean": "clean", "error": "error", "warning": "warning", "note": "note"},
    "zh": {"hand": "第", "clean": "无违规", "error": "违规", "warning": "警告", "note": "提示"},
}
_MARK = {"error": "✗", "warning": "!", "note": "·"}
_COLOUR = {"error": "red", "warning": "yellow", "note": "bright_black"}


def _print(item: Audited, lang: Language) -> None:
    if item.unopened is None:
        click.secho(_heading(item, lang), bold=True)
    for finding in shown(item.marked):
        sign = click.style(_MARK[finding.severity], fg=_COLOUR[finding.severity])
        message = finding.message_zh if lang == "zh" else finding.message
        click.echo(f"  {sign} {where(finding)}{message}")
        why = _why(finding, item.audit.rules if item.audit else None, lang)
        if why:
            click.echo(click.style(f"      {why}", fg="bright_black"))
        decision = _decision(item.audit, finding)
        if decision:
            click.echo(f"      {_decided(decision, lang)}")
        for proposal in _proposals(item.audit, finding):
            click.echo(f"      {_proposed(proposal, lang)}")


def _proposals(done: Audit | None, finding: Finding) -> list[Proposal]:
    """The penalty that the rules give for a finding."""
    return [one for one in done.proposals if done.findings[one.finding] is finding] if done else []


def _decision(done: Audit | None, finding: Finding) -> Decision | None:
    """What the referee decided about a finding."""
    return (
        next((one for at, one in done.decisions.items() if done.findings[at] is finding), None)
        if done
        else None
    )


def _decided(decision: Decision, lang: Language) -> str:
    """The decision with what it imposes, and in brackets the ruling in its own words."""
    verdict = {"upheld": ("upheld", "成立"), "dismissed": ("dismissed", "不成立")}[decision.decision]
    en, zh = joined(decision.imposed)
    if lang == "zh":
        said = "，".join(filter(None, (verdict[1], zh)))
        return f"裁定：{said}" + (f"（{decision.ruling}）" if decision.ruling else "")
    said = ", ".join(filter(None, (verdict[0], en)))
    return f"decided: {said}" + (f" ({decision.ruling})" if decision.ruling else "")


def _proposed(proposal: Proposal, lang: Language) -> str:
    """The penalty in words, what a claim depends on, and what the score would be."""
    said = proposal.to_dict()
    outcome = outcome_words(proposal.outcome or {}, proposal.naming)
    if lang == "zh":
        remark = f"（{proposal.remark_zh}）" if proposal.remark_zh else ""
        score = f"；照此计分：{'，'.join(zh for _, zh in outcome)}" if outcome else ""
        return f"罚则 {proposal.penalty.clause or ''}：{said['message_zh']}{remark}{score}"
    remark = f" ({proposal.remark})" if proposal.remark else ""
    score = f"; the score with it: {', '.join(en for en, _ in outcome)}" if outcome else ""
    return f"penalty {proposal.penalty.clause or ''}: {said['message']}{remark}{score}"


def _heading(item: Audited, lang: Language) -> str:
    done = item.audit
    if done is None:
        return f"{item.file}  {_tally(item.marked, lang)}"
    number = done.case.header.hand_no or item.number
    hand = f"第 {number} 副" if lang == "zh" else f"hand {number}"
    return f"{item.file}  {hand}  [{short_spec(done.rules)}]  {_tally(item.marked, lang)}"


def _tally(found: Iterable[Marked], lang: Language) -> str:
    """How many of each severity are listed, how many silenced; clean where nothing counts."""
    marked = tuple(found)
    counts = Counter(finding.severity for finding in shown(marked))
    words = _WORDS[lang]
    silenced = silenced_words(marked, lang)
    clean = "" if any(finding.severity == "error" for finding in counted(marked)) else words["clean"]
    if lang == "zh":
        parts = [f"{counts[s]} 处{words[s]}" for s in ("error", "warning", "note") if counts[s]]
        return "，".join(filter(None, ["，".join(parts) or clean, silenced]))
    parts = [
        f"{counts[s]} {words[s]}{'s' * (counts[s] > 1)}" for s in ("error", "warning", "note") if counts[s]
    ]
    return ", ".join(filter(None, [", ".join(parts) or clean, silenced]))


def _why(finding: Finding, rules: RuleSet | None, lang: Language) -> str:
    chinese = lang == "zh"
    parts = [ground(finding, rules, lang)] if finding.parameter and rules else []
    expected = finding.expected_zh if chinese else finding.expected
    if expected and finding.phase == "text":
        expected = f"{'应为：' if chinese else 'expected: '}{expected}"
    if expected:
        parts.append(expected)
    readings = finding.readings_zh if chinese else finding.readings
    if readings:
        parts.append(("读法：" if chinese else "readings: ") + ("；" if chinese else "; ").join(readings))
    return " · ".join(parts)


def _print_summary(done: list[Audited], lang: Language) -> None:
    hands = sum(item.audit is not None for item in done)
    marked = [one for item in done for one in item.marked]
    unopened = sum(item.unopened is not None for item in done)
    # Of nothing but files that could not be opened nothing is clean.
    tally = _tally(marked, lang) if hands or marked or not unopened else ""
    if lang == "zh":
        more = f"{unopened} 个文件打不开" if unopened else ""
        click.echo(f"共 {hands} 副：{'，'.join(filter(None, (tally, more)))}")
    else:
        more = f"{unopened} file{'s' * (unopened != 1)} could not be opened" if unopened else ""
        click.echo(f"{hands} hand{'s' * (hands != 1)}: {', '.join(filter(None, (tally, more)))}")
