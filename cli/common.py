"""What the commands share: the language of messages, reading input, exit status, printing findings.

Owns the conventions of the command line. Knows no format and no rule.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import click

from paipu.grammar import Finding, Record

__all__ = [
    "Language",
    "Unreadable",
    "default_language",
    "echo_utf8",
    "exit_code",
    "lang_option",
    "no_hand_words",
    "print_encoding",
    "print_finding",
    "read_input",
    "require_stdin",
]

Language = Literal["en", "zh"]
_Command = TypeVar("_Command", bound=Callable[..., Any])

_WORDS: Final = {
    "error": ("error", "错误"),
    "warning": ("warning", "警告"),
    "note": ("note", "说明"),
    "expected": ("expected", "应为"),
}


class Unreadable(click.ClickException):
    """A file that cannot be opened: the command ends with status 3."""

    exit_code = 3


def default_language() -> Language:
    """Chinese where the locale says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def lang_option(command: _Command) -> _Command:
    """Give a command the option `--lang`, passed to it as `lang`."""
    return click.option(
        "--lang",
        type=click.Choice(["en", "zh"]),
        default=default_language,
        help="Language of the messages; by default that of the locale.",
    )(command)


def require_stdin() -> None:
    """Raise `Unreadable` if standard input is closed: Python then has none."""
    if sys.stdin is None:
        raise Unreadable("standard input is closed")


def read_input(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; raises `Unreadable`."""
    if path == "-":
        require_stdin()
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None


def echo_utf8(text: str, *, nl: bool = True) -> None:
    """Print what programs read: in UTF-8, whatever the terminal."""
    click.echo(text.encode(errors="replace"), nl=nl)


def exit_code(findings: Iterable[Finding]) -> int:
    """0 clean (notes do not count), 1 warnings only, 2 errors.

    >>> exit_code([])
    0
    """
    levels = {"note": 0, "warning": 1, "error": 2}
    return max((levels[finding.severity] for finding in findings), default=0)


def no_hand_words(lang: Language) -> str:
    """What is said of a file without any hand."""
    return "没有可读的牌局" if lang == "zh" else "no hand could be read"


def print_encoding(records: Iterable[Record], lang: Language, *, file: str) -> None:
    """What there is to say about the encoding of a file, on standard error."""
    for record in records:
        for finding in record.findings:
            if finding.code.startswith("text.encoding"):
                print_finding(finding, lang, file=file, err=True)


def print_finding(
    finding: Finding, lang: Language, *, file: str | None = None, indent: str = "", err: bool = False
) -> None:
    """One finding on one line, what was expected on a second."""
    column = 1 if lang == "zh" else 0
    where = [file] if file else []
    if finding.line is not None:
        where += [str(finding.line), str(finding.column or 1)]
    place = ":".join(where) + ": " if where else ""
    message = finding.message_zh if lang == "zh" else finding.message
    click.echo(f"{indent}{place}{_WORDS[finding.severity][column]}: {message} [{finding.code}]", err=err)
    expected = (finding.expected_zh if lang == "zh" else finding.expected) or finding.expected
    if expected:
        click.echo(f"{indent}    {_WORDS['expected'][column]}: {expected}", err=err)
