"""`paipu fix`: SJN text mended where that is safe.

Owns the command: what it shows, writes and refuses. What is mended is `paipu.records.repair`; the form is
that of `paipu fmt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import click

from paipu.grammar import dumps, iter_headers, loads, write
from paipu.grammar.encoding import decode
from paipu.grammar.escapes import quote
from paipu.records.repair import Repaired, repair, what_was_played

from .common import Language, Unreadable, lang_option, no_hand_words, print_encoding, read_input
from .diff import coloured, unified
from .fmt import lost, refuse, replace_file

__all__ = ["fix"]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """One file before and after."""

    file: str
    data: bytes
    repaired: tuple[Repaired, ...]
    text: str

    @property
    def changed(self) -> bool:
        return self.text.encode() != self.data


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--write", "in_place", is_flag=True, help="Rewrite the files instead of showing what would change."
)
@lang_option
@click.pass_context
def fix(context: click.Context, files: tuple[str, ...], in_place: bool, lang: Language) -> None:
    """Mend SJN files where that is safe, and show what changes as a diff.

    Brings spellings and layout into canonical form and adds tags that are missing: SJN; Level, Trump and
    Dealer where levels and bids leave no doubt about them. What was dealt, bid, buried and played, and
    what was said about it, is never touched. A file with text that does not read is refused.

    FILE may be - for standard input. Exit status: 0 nothing to mend, or mended; 1 there is something to
    mend; 2 a file was refused; 3 a file cannot be opened or is empty.
    """
    if in_place and "-" in files:
        raise click.UsageError("--write needs files, not standard input")
    status = 0
    for file in files:
        try:
            fixed = _fixed(file, lang)
        except Unreadable as problem:
            problem.show()
            status = 3
            continue
        if fixed is None:
            status = max(status, 2)
            continue
        if not fixed.changed:
            continue
        for line in _words(fixed, lang):
            click.echo(f"{file}: {line}", err=True)
        if in_place:
            replace_file(Path(file), fixed.text)
            click.echo(f"{file}: " + ("已改写" if lang == "zh" else "rewritten"), err=True)
        else:
            _show(fixed, lang)
            status = max(status, 1)
    context.exit(status)


def _fixed(file: str, lang: Language) -> _Fixed | None:
    """A file mended; None if it is refused, which is said; raises `Unreadable`."""
    data = read_input(file)
    records = loads(data)
    if not records:
        raise Unreadable(f"{file}: {no_hand_words(lang)}")
    missing = lost(records)
    if missing:
        refuse(file, missing, lang)
        return None
    print_encoding(records, lang, file=file)
    repaired = tuple(repair(record) for record in records)
    text = dumps(one.record for one in repaired)
    # The promise is kept here, whatever a repair does: the text is read again and compared.
    if [what_was_played(record) for record in loads(text)] != [what_was_played(record) for record in records]:
        words = (
            "改写会改变牌局内容，未改写" if lang == "zh" else "mending would change the game; left as it is"
        )
        click.echo(f"{file}: {words}", err=True)
        return None
    return _Fixed(file, data, repaired, text)


def _words(fixed: _Fixed, lang: Language) -> Iterator[str]:
    """What was added to which hand, and which tags are spelled anew."""
    for number, one in enumerate(fixed.repaired, 1):
        for tag in one.added:
            text = f"[{tag.name} {quote(tag.value)}]"
            yield f"第 {number} 局：补上 {text}" if lang == "zh" else f"hand {number}: {text} added"
        for tag in one.respelled:
            text = f"[{tag.name} {quote(tag.value)}]"
            yield f"第 {number} 局：改写为 {text}" if lang == "zh" else f"hand {number}: now spelled {text}"


def _show(fixed: _Fixed, lang: Language) -> None:
    lines = list(unified(fixed.file, _blocks(fixed)))
    for line in lines:
        click.echo(coloured(line))
    if not lines:
        words = "只有编码或换行符不同" if lang == "zh" else "only encoding or line ends differ"
        click.echo(f"{fixed.file}: {words}", err=True)


def _blocks(fixed: _Fixed) -> Iterator[tuple[str, str]]:
    """Hand by hand, with the match block before it: the text before, up to the next hand, and after."""
    lines = decode(fixed.data)[0].split("\n")
    starts = [header.line - 1 for header in iter_headers(fixed.data)]
    bounds = [0, *starts[1:], len(lines)]
    for (start, end), after in zip(pairwise(bounds), _after(fixed), strict=True):
        yield "\n".join(lines[start:end]) + ("\n" if end < len(lines) else ""), after


def _after(fixed: _Fixed) -> Iterator[str]:
    """The new text of each hand, with the blank line that follows it."""
    last = len(fixed.repaired) - 1
    start = 0
    for number, one in enumerate(fixed.repaired):
        hand = write(replace(one.record, inherited=()))
        end = fixed.text.index(hand, start) + len(hand) + 1
        yield fixed.text[start : end if number < last else None]
        start = end
