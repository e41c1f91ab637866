"""`paipu export`: records for other programs, as SJN or as JSON.

Owns the command alone: reading is `paipu.records.formats`, the JSON form `paipu.grammar.jsonform`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from paipu.grammar.findings import Finding
from paipu.grammar.jsonform import schema, to_json
from paipu.grammar.model import Record
from paipu.grammar.writer import dumps
from paipu.records.formats import FORMATS, import_bytes

from .common import Language, Unreadable, exit_code, lang_option, print_finding, read_input

__all__ = ["export"]


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "jsonl", "sjn"]),
    default="json",
    show_default=True,
    help="An array of records, one record a line, or the notation in canonical form.",
)
@click.option("--full", is_flag=True, help="In JSON also places, findings and source text.")
@click.option(
    "--from", "source", type=click.Choice(sorted(FORMATS)), help="Format of the files (else detected)."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of standard output."
)
@click.option("--schema", "only_schema", is_flag=True, help="Print the JSON Schema of a record instead.")
@lang_option
@click.pass_context
def export(
    context: click.Context,
    files: tuple[str, ...],
    form: str,
    full: bool,
    source: str | None,
    output: str | None,
    only_schema: bool,
    lang: Language,
) -> None:
    """Print the hands of FILEs in a form for other programs.

    FILE may be - for standard input; SJN or any format `paipu import` knows. The JSON holds all that the
    notation can say, and `paipu import` reads it back. Findings go to standard error. Exit status: 0
    nothing found (notes do not count), 1 warnings, 2 errors, 3 a file could not be read at all.
    """
    if only_schema:
        _write(json.dumps(schema(), ensure_ascii=False, indent=1) + "\n", output)
        return
    if not files:
        raise click.UsageError("no FILE given")
    records: list[Record] = []
    status = 0
    for file in files:
        try:
            data = read_input(file)
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        imported = import_bytes(data, "" if file == "-" else Path(file).name, source)
        findings = [*imported.findings, *_findings(imported.records)]
        for finding in findings:
            print_finding(finding, lang, file=file, err=True)
        status = max(status, exit_code(findings) if imported.records else 3)
        records += imported.records
    _write("".join(_pieces(records, form, full)), output)
    context.exit(status)


def _findings(records: tuple[Record, ...]) -> Iterator[Finding]:
    for record in records:
        yield from record.findings


def _pieces(records: list[Record], form: str, full: bool) -> Iterator[str]:
    if form == "sjn":
        yield dumps(records)
    elif form == "jsonl":
        yield from (_compact(record, full) + "\n" for record in records)
    else:
        lines = ",".join("\n" + _compact(record, full) for record in records)
        yield f"[{lines}\n]\n" if records else "[]\n"


def _compact(record: Record, full: bool) -> str:
    return json.dumps(to_json(record, full=full), ensure_ascii=False)


def _write(text: str, output: str | None) -> None:
    # Not click.echo: what is written is UTF-8 with line feeds, whatever the terminal and the system.
    if output is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    try:
        Path(output).write_bytes(text.encode())
    except OSError as error:
        raise Unreadable(f"{output}: {error.strerror or error}") from None
