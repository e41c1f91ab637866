"""`paipu export`: records for other programs, as SJN or as JSON; games and positions to look at.

Owns the command alone: reading is `paipu.records.formats`, the JSON form `paipu.grammar.jsonform`, what
can be looked at `paipu.web.game_export`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from paipu.grammar.cards import SEATS
from paipu.grammar.findings import Finding
from paipu.grammar.jsonform import schema, to_json
from paipu.grammar.model import Record
from paipu.grammar.profiles import seen
from paipu.grammar.writer import dumps
from paipu.records.formats import FORMATS, import_bytes

from .common import Language, Unreadable, exit_code, lang_option, no_hand_words, print_finding, read_input

__all__ = ["export"]


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--to",
    "--format",
    "form",
    type=click.Choice(["json", "jsonl", "sjn", "html", "svg"]),
    default="json",
    show_default=True,
    help="An array of records, one record a line, the notation in canonical form, the viewer with the game"
    " in one file, or a picture of a position (--at).",
)
@click.option(
    "--at", default="deal", metavar="ADDRESS", help="For svg: the position after it, such as 7.3 or a2."
)
@click.option(
    "--hand", type=click.IntRange(1), help="Only this hand, counted from 1; for svg else the first."
)
@click.option("--seat", type=click.Choice([*SEATS, "public"]), help="Only what this seat saw, or everybody.")
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
    at: str,
    hand: int | None,
    seat: str | None,
    full: bool,
    source: str | None,
    output: str | None,
    only_schema: bool,
    lang: Language,
) -> None:
    """Print the hands of FILEs in a form for other programs, or to be looked at without any.

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
    if hand is not None:
        records = records[hand - 1 : hand]
    if form in ("html", "svg"):
        _write(_looked_at(records, form, at, seat or "all", lang), output)
    else:
        shown = [seen(record, seat) for record in records] if seat else records
        _write("".join(_pieces(shown, form, full)), output)
    context.exit(status)


def _looked_at(records: list[Record], form: str, at: str, view: str, lang: Language) -> str:
    """The game as one HTML file, or a position of its first hand as a picture."""
    # The templates take a moment to load, and only these two forms need them.
    from paipu.web.game_export import game_file, position_file

    if not records:
        raise Unreadable(no_hand_words(lang))
    if form == "html":
        return game_file(records, lang, view=view)
    drawn = position_file(records[0], at, lang, view=view)
    if drawn is None:
        raise click.BadParameter(f"there is no {at!r} in this hand", param_hint="--at")
    return drawn


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
