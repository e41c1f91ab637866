"""`paipu audit`: judge recorded hands and say what breaks which clause.

Owns the text, JSON and SARIF forms of audits on the command line and their exit status. The rules
live in `paipu.replay`, the reading of files in `paipu.records`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from paipu.grammar.findings import Finding
from paipu.records.formats import FORMATS, import_bytes
from paipu.replay import Audit, audit
from paipu.replay.rules import RuleError, RuleSet, load_rules

from .common import Language, exit_code, lang_option, read_input
from .sarif import sarif

__all__ = ["audit_command"]

UNREADABLE = 3
"""Exit status when something could not be read at all."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One unit of output: an audited hand, or what a file that held none has to say."""

    file: str
    number: int
    audit: Audit | None
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        if self.audit is not None:
            return self.audit.verdict
        return "unreadable" if any(finding.severity == "error" for finding in self.findings) else "clean"

    def to_dict(self) -> dict[str, object]:
        if self.audit is not None:
            return {"hand": self.number, **self.audit.to_dict(self.file)}
        found = [finding.to_dict() for finding in self.findings]
        return {"file": self.file, "verdict": self.verdict, "findings": found}


@click.command("audit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--rules", "spec", metavar="ID[;param=value...]", help="Judge by this set instead of the header's."
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
@lang_option
@click.pass_context
def audit_command(
    context: click.Context,
    files: tuple[str, ...],
    spec: str | None,
    form: str,
    source: str | None,
    lang: Language,
) -> None:
    """Check FILEs hand by hand: deal, bids, kitty, every play, the score.

    A FILE may be - for standard input; SJN or any format `paipu import` knows. Exit status: 0 clean
    (notes do not count), 1 warnings, 2 errors, 3 something could not be read at all.
    """
    rules = _rules(spec)
    done: list[Audited] = []
    for file in files:
        for item in _audit_file(file, rules, source):
            done.append(item)
            if form == "text":
                _print(item, lang)
            elif form == "jsonl":
                click.echo(json.dumps(item.to_dict(), ensure_ascii=False))
    if form == "json":
        click.echo(json.dumps([item.to_dict() for item in done], ensure_ascii=False, indent=2))
    elif form == "sarif":
        click.echo(
            json.dumps(sarif((item.file, f) for item in done for f in item.findings), ensure_ascii=False)
        )
    elif form == "text":
        _print_summary(done, lang)
    if any(item.verdict == "unreadable" for item in done):
        context.exit(UNREADABLE)
    context.exit(exit_code(finding for item in done for finding in item.findings))


def _rules(spec: str | None) -> RuleSet | None:
    try:
        return load_rules(spec) if spec else None
    except RuleError as error:
        raise click.BadParameter(str(error), param_hint="--rules") from None


def _audit_file(file: str, rules: RuleSet | None, source: str | None) -> Iterator[Audited]:
    name = "stdin" if file == "-" else Path(file).name
    imported = import_bytes(read_input(file), name=name, format=source)
    if imported.findings or not imported.records:
        yield Audited(file, 0, None, tuple(imported.findings))
    for number, record in enumerate(imported.records, 1):
        done = audit(record, rules)
        yield Audited(file, number, done, done.findings)


_WORDS = {
    "en": {"hand": "hand", "clean": "clean", "error": "error", "warning": "warning", "note": "note"},
    "zh": {"hand": "第", "clean": "无违规", "error": "违规", "warning": "警告", "note": "提示"},
}
_MARK = {"error": "✗", "warning": "!", "note": "·"}
_COLOUR = {"error": "red", "warning": "yellow", "note": "bright_black"}


def _print(item: Audited, lang: Language) -> None:
    if item.audit is not None:
        click.secho(_heading(item, item.audit, lang), bold=True)
    for finding in item.findings:
        mark = click.style(_MARK[finding.severity], fg=_COLOUR[finding.severity])
        message = finding.message_zh if lang == "zh" else finding.message
        click.echo(f"  {mark} {_where(item.file, finding)}{message}")
        why = _why(finding, lang)
        if why:
            click.echo(click.style(f"      {why}", fg="bright_black"))


def _heading(item: Audited, done: Audit, lang: Language) -> str:
    number = done.case.header.hand_no or item.number
    hand = f"第 {number} 副" if lang == "zh" else f"hand {number}"
    return f"{item.file}  {hand}  [{done.rules}]  {_tally(item.findings, lang)}"


def _tally(findings: tuple[Finding, ...] | list[Finding], lang: Language) -> str:
    counts = Counter(finding.severity for finding in findings)
    words = _WORDS[lang]
    if lang == "zh":
        parts = [f"{counts[s]} 处{words[s]}" for s in ("error", "warning", "note") if counts[s]]
        return "，".join(parts) or words["clean"]
    parts = [
        f"{counts[s]} {words[s]}{'s' * (counts[s] > 1)}" for s in ("error", "warning", "note") if counts[s]
    ]
    return ", ".join(parts) or words["clean"]


def _where(file: str, finding: Finding) -> str:
    """Trick and play, else the place in the text."""
    place = f"{finding.line}:{finding.column} " if finding.line else ""
    if finding.trick is not None:
        return f"{place}{finding.trick}.{finding.play} {finding.code}  "
    return f"{place}{finding.code}  "


def _why(finding: Finding, lang: Language) -> str:
    parts = []
    if finding.parameter:
        clause = f" {finding.clause}" if finding.clause else ""
        parts.append(f"{finding.parameter}:{clause} {finding.status}")
    expected = finding.expected_zh if lang == "zh" else finding.expected
    if expected:
        parts.append(expected)
    if finding.readings:
        parts.append(("另有读法：" if lang == "zh" else "readings: ") + "; ".join(finding.readings))
    return " · ".join(parts)


def _print_summary(done: list[Audited], lang: Language) -> None:
    hands = sum(item.audit is not None for item in done)
    findings = [finding for item in done for finding in item.findings]
    if lang == "zh":
        click.echo(f"共 {hands} 副：{_tally(findings, lang)}")
    else:
        click.echo(f"{hands} hand{'s' * (hands != 1)}: {_tally(findings, lang)}")
