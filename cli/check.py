"""`paipu check`: whether SJN text reads, and what is odd about it.

Owns the reports of the text phase. Knows no rule of the game; that is `paipu audit`.
"""

from __future__ import annotations

import json
from typing import Literal

import click

from paipu.grammar import Finding, Record, loads

from .common import Language, Unreadable, exit_code, lang_option, print_finding, read_input

__all__ = ["check"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", help="Form of report."
)
@lang_option
@click.pass_context
def check(
    context: click.Context, files: tuple[str, ...], output: Literal["text", "json"], lang: Language
) -> None:
    """Read SJN files and say what is wrong with their text.

    FILE may be - for standard input. Exit status: 0 clean (notes do not count), 1 warnings only,
    2 errors, 3 a file could not be read at all.
    """
    status = 0
    reports = []
    for file in files:
        try:
            records = loads(read_input(file))
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        file_status = _status(records)
        status = max(status, file_status)
        if output == "json":
            reports += [_report(file, number, record) for number, record in enumerate(records, 1)]
        else:
            _print(file, records, file_status, lang)
    if output == "json":
        click.echo(json.dumps(reports, ensure_ascii=False, indent=1))
    context.exit(status)


def _status(records: list[Record]) -> int:
    if not records or any(_no_hand(record) for record in records):
        return 3
    return exit_code(finding for record in records for finding in record.findings)


def _no_hand(record: Record) -> bool:
    return any(finding.code == "text.no_hand" for finding in record.findings)


def _report(file: str, number: int, record: Record) -> dict[str, object]:
    worst = exit_code(record.findings)
    verdict = "unreadable" if _no_hand(record) else "findings" if worst else "clean"
    return {
        "file": file,
        "hand": number,
        "verdict": verdict,
        "findings": [finding.to_dict() for finding in record.findings],
    }


def _print(file: str, records: list[Record], status: int, lang: Language) -> None:
    """The findings of a file, then one line that sums it up."""
    findings = [finding for record in records for finding in record.findings]
    for finding in findings:
        print_finding(finding, lang, file=file)
    click.echo(f"{file}: {_summary(len(records), findings, status, lang)}")


def _summary(hands: int, findings: list[Finding], status: int, lang: Language) -> str:
    if status == 3:
        return "没有可读的牌局" if lang == "zh" else "no hand could be read"
    count = {level: sum(f.severity == level for f in findings) for level in ("error", "warning", "note")}
    if lang == "zh":
        said = f"{count['error']} 个错误，{count['warning']} 个警告，{count['note']} 条说明"
        return f"{hands} 局，{said if findings else '无问题'}"
    said = ", ".join(f"{n} {level}{'' if n == 1 else 's'}" for level, n in count.items() if n)
    return f"{hands} hand{'' if hands == 1 else 's'}, {said or 'clean'}"
