"""Commands inside comments: clock times, marks, and what a program wants to say about a play.

Owns the form ``[%name value]``. Knows the names that have a meaning, but keeps the others; a comment
stays text, and nothing here takes part in reading or writing a record.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from .model import Comment

__all__ = ["KNOWN_COMMANDS", "Command", "commands", "without_commands", "without_marks"]

KNOWN_COMMANDS: Final = ("clk", "emt", "mark", "seat", "level", "points")
"""`clk` time left, `emt` time used, `mark` and `seat` cards and seats to point out, `level` and `points` as
told at the table."""

_COMMAND: Final = re.compile(r"\[%([a-z][a-z0-9_]*)([ \t][^\[\]\n]*)?\]")
_WITH_BLANKS: Final = re.compile(rf"(?<![ \t])[ \t]*(?:{_COMMAND.pattern}[ \t]*)+")
"""Commands with the blanks about them; blanks elsewhere, such as those before an item of a list, stay."""


class Command(NamedTuple):
    """One ``[%name value]``; the value is empty where there is none."""

    name: str
    value: str


def commands(comment: Comment) -> tuple[Command, ...]:
    """The commands of a comment, in the order written.

    >>> commands(Comment("good [%clk 0:12] [%mark SA HK]"))
    (Command(name='clk', value='0:12'), Command(name='mark', value='SA HK'))
    """
    found = _COMMAND.finditer(comment.text)
    return tuple(Command(match[1], (match[2] or "").strip(" \t")) for match in found)


def without_commands(comment: Comment) -> str:
    """The words of a comment, for people.

    >>> without_commands(Comment("good [%clk 0:12] play"))
    'good play'
    """
    return _WITH_BLANKS.sub(" ", comment.text).strip(" \t")


def without_marks(comment: Comment) -> Comment | None:
    """The comment without what it points out, `mark` and `seat`; None if nothing is left of it.

    >>> without_marks(Comment("good [%mark SA] [%clk 0:12]")).text
    'good [%clk 0:12]'
    >>> without_marks(Comment("[%mark SA] [%seat N]")) is None
    True
    """
    pieces: list[str] = []
    end = 0
    for match in _COMMAND.finditer(comment.text):
        if match[1] in ("mark", "seat"):
            pieces.append(comment.text[end : match.start()].rstrip(" \t"))
            end = match.end()
    if not end:
        return comment
    text = "".join([*pieces, comment.text[end:]]).strip()
    return replace(comment, text=text) if text else None
