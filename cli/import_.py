"""`paipu import`: a file of another program, as SJN.

Owns the command alone; reading is `paipu.records.formats`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from paipu.grammar.findings import Finding, worst
from paipu.records.formats import FORMATS, Imported, import_bytes

from .common import read_input

__all__ = ["import_command"]

_EXIT: Final = {None: 0, "note": 0, "warning": 1, "error": 2}
UNREADABLE: Final = 3
"""Exit status when nothing could be read at all."""


@click.command("import")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--from", "format_", type=click.Choice(sorted(FORMATS)), help="The format; by content if not given."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of standard output."
)
def import_command(file: str, format_: str | None, output: str | None) -> None:
    """Convert FILE (- for standard input) to SJN.

    Reads Botzone logs and bot inputs, jerryyyu/shengji room logs, shengji-godot game logs, the JSON
    of `paipu export`, and SJN itself in any spelling. Findings go to standard error.

    Exit status: 0 nothing found (notes do not count), 1 warnings, 2 errors, 3 nothing could be read.
    """
    data = read_input(file)
    imported = import_bytes(data, "" if file == "-" else Path(file).name, format_)
    findings = _findings(imported)
    for finding in findings:
        click.echo(_line(file, finding), err=True)
    if imported.sjn_text:
        _write(imported.sjn_text.encode(), output)
    sys.exit(_EXIT[worst(findings)] if imported.records else UNREADABLE)


def _findings(imported: Imported) -> list[Finding]:
    """What there is to say about the file, then about each hand."""
    return [*imported.findings, *(finding for record in imported.records for finding in record.findings)]


def _line(file: str, finding: Finding) -> str:
    """One finding the way compilers write them.

    >>> said = Finding(code="import.x", severity="note", phase="text", message="m", message_zh="", line=2)
    >>> _line("a.json", said)
    'a.json:2: note: m [import.x]'
    """
    place = [str(number) for number in (finding.line, finding.column) if number is not None]
    return f"{':'.join([file, *place])}: {finding.severity}: {finding.message} [{finding.code}]"


def _write(text: bytes, output: str | None) -> None:
    if output is None:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
        return
    try:
        Path(output).write_bytes(text)
    except OSError as error:
        click.echo(f"{output}: {error.strerror}", err=True)
        sys.exit(UNREADABLE)
