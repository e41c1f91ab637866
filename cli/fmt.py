"""`paipu fmt`: SJN text in its canonical form.

Owns the care that no text is lost: what did not read is never written over.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from paipu.grammar import Finding, Record, dumps, loads, redacted, reduced
from paipu.grammar.profiles import moment
from paipu.grammar.seats import NAMINGS, NotASeatError

from .common import (
    Language,
    Unreadable,
    echo_utf8,
    lang_option,
    no_hand_words,
    print_encoding,
    print_finding,
    read_input,
)

__all__ = ["fmt", "lost", "refuse", "replace_file"]

_SEATS = [name for naming in NAMINGS for name in naming.seats.values()]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "check_only", is_flag=True, help="Only tell: status 1 if not canonical.")
@click.option(
    "--profile",
    type=click.Choice(["full", "reduced"]),
    default="full",
    help="reduced: without comments, glyphs and variations.",
)
@click.option("--seat", type=click.Choice(_SEATS), help="Only what this seat knew (see --at).")
@click.option("--at", default="result", metavar="ADDRESS", help="With --seat: when, such as 7.3, a2 or d18.")
@click.option("--write", "in_place", is_flag=True, help="Rewrite the files instead of printing.")
@lang_option
@click.pass_context
def fmt(
    context: click.Context,
    files: tuple[str, ...],
    check_only: bool,
    profile: str,
    seat: str | None,
    at: str,
    in_place: bool,
    lang: Language,
) -> None:
    """Print SJN files in canonical form.

    FILE may be - for standard input. A file with text that does not read is refused: nothing is
    printed or written for it, and the status is 2. Status 3 if a file cannot be opened or is empty.
    """
    if check_only and in_place:
        raise click.UsageError("--check and --write exclude each other")
    shown = _profile(profile, seat, at)
    if shown is not None and (check_only or in_place):
        raise click.UsageError("a profile leaves things out: it is only printed")
    status = 0
    printed: list[Record] = []
    for file in files:
        try:
            data = read_input(file)
            records = loads(data)
            if not records:
                raise Unreadable(f"{file}: {no_hand_words(lang)}")
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        missing = lost(records)
        if missing:
            refuse(file, missing, lang)
            status = max(status, 2)
            continue
        print_encoding(records, lang, file=file)
        text = dumps(records)
        changed = text.encode() != data
        if check_only:
            if changed:
                click.echo(f"{file}: " + ("不是规范形式" if lang == "zh" else "not canonical"))
                status = max(status, 1)
        elif in_place and file != "-":
            if changed:
                replace_file(Path(file), text)
                click.echo(f"{file}: " + ("已改写" if lang == "zh" else "rewritten"), err=True)
        else:
            printed += map(shown, records) if shown else records
    # In one piece: what a hand inherits depends on the one before.
    echo_utf8(dumps(printed), nl=False)
    context.exit(status)


def _profile(profile: str, seat: str | None, at: str) -> Callable[[Record], Record] | None:
    """What is done to each record, None for the full profile."""
    if seat is None:
        if at != "result":
            raise click.UsageError("--at needs --seat")
        return reduced if profile == "reduced" else None
    try:
        moment(at)
    except ValueError as error:
        raise click.UsageError(f"--at: {error}") from None

    def seen(record: Record) -> Record:
        try:
            return redacted(record, record.naming.seat(seat), at)
        except NotASeatError:
            raise click.UsageError(f"--seat: the seats are {record.naming.value}, not {seat}") from None

    return seen


def lost(records: list[Record]) -> list[Finding]:
    """The findings for which a file must not be written over."""
    return [f for record in records for f in record.findings if f.severity == "error" or f.loses_data]


def refuse(file: str, missing: list[Finding], lang: Language) -> None:
    """Say what does not read in a file that is left as it is."""
    for finding in missing:
        print_finding(finding, lang, file=file, err=True)
    text = "有内容读不懂，未改写" if lang == "zh" else "some of it does not read; left as it is"
    click.echo(f"{file}: {text}", err=True)


def replace_file(path: Path, text: str) -> None:
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
