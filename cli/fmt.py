"""`paipu fmt`: SJN text in its canonical form.

Owns the care that no text is lost: what did not read is never written over.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from paipu.grammar import Finding, dumps, loads

from .common import Language, Unreadable, lang_option, print_finding, read_input

__all__ = ["fmt"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "check_only", is_flag=True, help="Only tell: status 1 if not canonical.")
@click.option("--write", "in_place", is_flag=True, help="Rewrite the files instead of printing.")
@lang_option
@click.pass_context
def fmt(
    context: click.Context, files: tuple[str, ...], check_only: bool, in_place: bool, lang: Language
) -> None:
    """Print SJN files in canonical form.

    FILE may be - for standard input. A file with text that does not read is refused: nothing is
    printed or written for it, and the status is 2. Status 3 if a file cannot be opened.
    """
    if check_only and in_place:
        raise click.UsageError("--check and --write exclude each other")
    status = 0
    printed = False
    for file in files:
        try:
            data = read_input(file)
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        records = loads(data)
        lost = [f for record in records for f in record.findings if f.severity == "error" or f.loses_data]
        if lost:
            _refuse(file, lost, lang)
            status = max(status, 2)
            continue
        text = dumps(records)
        changed = text.encode() != data
        if check_only:
            if changed:
                click.echo(f"{file}: " + ("不是规范形式" if lang == "zh" else "not canonical"))
                status = max(status, 1)
        elif in_place and file != "-":
            if changed:
                _replace(Path(file), text)
                click.echo(f"{file}: " + ("已改写" if lang == "zh" else "rewritten"), err=True)
        else:
            click.echo(("\n" if printed and text else "") + text, nl=False)
            printed = printed or bool(text)
    context.exit(status)


def _refuse(file: str, lost: list[Finding], lang: Language) -> None:
    for finding in lost:
        print_finding(finding, lang, file=file, err=True)
    text = "有内容读不懂，未改写" if lang == "zh" else "some of it does not read; left as it is"
    click.echo(f"{file}: {text}", err=True)


def _replace(path: Path, text: str) -> None:
    """Put the new text in place of the old in one step, so that a crash leaves one of them whole."""
    mode = path.stat().st_mode
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
