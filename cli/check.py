"""`paipu check`: whether SJN text reads, and what is odd about it.

Owns the reports of the text phase. Knows no rule of the game; that is `paipu audit`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import click

from paipu.grammar import Finding, Record, loads

from .common import (
    Language,
    Unreadable,
    echo_utf8,
    exit_code,
    lang_option,
    no_hand_words,
    print_finding,
    read_input,
)
from .pragma import Marked, counted, mark, shown, silenced_words
from .sarif import sarif

__all__ = ["check"]

Form = Literal["text", "json", "sarif"]
_LEVELS: Final = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class _Checked:
    """One file, hand by hand, each with its findings."""

    file: str
    hands: tuple[tuple[Record, tuple[Marked, ...]], ...]

    @property
    def findings(self) -> list[Marked]:
        return [marked for _, findings in self.hands for marked in findings]

    @property
    def status(self) -> int:
        if not self.hands or any(_no_hand(record) for record, _ in self.hands):
            return 3
        return exit_code(counted(self.findings))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    show_default=True,
    help="Form of report.",
)
@lang_option
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], output: Form, lang: Language) -> None:
    """Read SJN files and say what is wrong with their text.

    FILE may be - for standard input. A hand with the tag [X-Ignore "CODE ..."] silences these codes: they
    are counted, but not listed, and only errors among them still count for the exit status. Exit status:
    0 clean (notes do not count), 1 warnings only, 2 errors, 3 a file could not be read at all.
    """
    status = 0
    done: list[_Checked] = []
    for file in files:
        try:
            data = read_input(file)
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        checked = _Checked(file, tuple((record, mark(record, record.findings)) for record in loads(data)))
        status = max(status, checked.status)
        done.append(checked)
        if output == "text":
            _print(checked, lang)
    if output == "json":
        echo_utf8(
            json.dumps([report for one in done for report in _reports(one)], ensure_ascii=False, indent=1)
        )
    elif output == "sarif":
        found = ((one.file, marked) for one in done for marked in one.findings)
        echo_utf8(json.dumps(sarif(found), ensure_ascii=False, indent=1))
    context.exit(status)


def _no_hand(record: Record) -> bool:
    return any(finding.code == "text.no_hand" for finding in record.findings)


def _reports(checked: _Checked) -> Iterator[dict[str, Any]]:
    """One object a hand."""
    for number, (record, findings) in enumerate(checked.hands, 1):
        worst = exit_code(record.findings)
        yield {
            "file": checked.file,
            "hand": number,
            "verdict": "unreadable" if _no_hand(record) else "findings" if worst else "clean",
            "counts": {**_counts(shown(findings)), "silenced": sum(one.silenced for one in findings)},
            "findings": [one.to_dict() for one in findings],
        }


def _counts(findings: list[Finding]) -> dict[str, int]:
    found = Counter(finding.severity for finding in findings)
    return {level: found[level] for level in _LEVELS}


def _print(checked: _Checked, lang: Language) -> None:
    """The findings of a file, then one line that sums it up."""
    for finding in shown(checked.findings):
        print_finding(finding, lang, file=checked.file)
    click.echo(f"{checked.file}: {_summary(checked, lang)}")


def _summary(checked: _Checked, lang: Language) -> str:
    if checked.status == 3:
        return no_hand_words(lang)
    findings = shown(checked.findings)
    count = _counts(findings)
    silenced = silenced_words(checked.findings, lang)
    hands = len(checked.hands)
    clean = not findings and not checked.status
    if lang == "zh":
        said = (
            f"{count['error']} 个错误，{count['warning']} 个警告，{count['note']} 条说明" if findings else ""
        )
        return "，".join(filter(None, [f"{hands} 局", "无问题" if clean else said, silenced]))
    said = ", ".join(f"{n} {level}{'' if n == 1 else 's'}" for level, n in count.items() if n)
    parts = [f"{hands} hand{'' if hands == 1 else 's'}", "clean" if clean else said, silenced]
    return ", ".join(filter(None, parts))
