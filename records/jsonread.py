"""Reading foreign JSON without trusting it.

Owns splitting a text into JSON documents (one, or one a line), the finding for what is
not JSON, and accessors that give a typed value or a harmless default. Knows no game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.findings import Finding

from .imported import found

__all__ = ["Document", "array", "documents", "integer", "loads_or_none", "obj", "string"]

MAX_BAD_LINES: Final = 20
"""Unreadable lines of a file of JSON lines that get a finding each; the rest is counted."""

_CONFLICT: Final = re.compile(r"^(<{7}|={7}|>{7})(?=[ \r\n]|$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON value and the line on which it starts."""

    value: Any
    line: int


def loads_or_none(text: str) -> Any:
    """The JSON value of a text, None if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def documents(text: str) -> tuple[list[Document], list[Finding]]:
    """The JSON documents of a text: the whole of it, or one a line.

    A text of which no line is an object of its own is taken as one document, so that one fault is
    one finding.

    >>> [d.line for d in documents('{"a": 1}' + chr(10) + '{"b": 2}')[0]]
    [1, 2]
    """
    try:
        return [Document(json.loads(text), 1)], []
    except (ValueError, RecursionError) as error:
        failure = error
    values: list[Document] = []
    bad: list[Finding] = []
    missed = 0
    for number, line in _lines(text):
        try:
            values.append(Document(json.loads(line), number))
        except (ValueError, RecursionError) as error:
            if len(bad) < MAX_BAD_LINES:
                bad.append(_not_json(line, error, number))
            else:
                missed += 1
    if not any(isinstance(document.value, dict) and document.value for document in values):
        return [], [_not_json(text, failure, 1)]
    if missed:
        bad.append(
            found("not_json", "error", f"{missed} more lines are not JSON", f"另有 {missed} 行不是 JSON")
        )
    return values, bad


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _not_json(text: str, error: Exception, first_line: int) -> Finding:
    """The one finding for a text that is not JSON, at the place where reading stopped."""
    mark = _CONFLICT.search(text)
    if mark is not None:
        line = first_line + text.count("\n", 0, mark.start())
        return found(
            "not_json",
            "error",
            f"not JSON: line {line} is `{mark[1]}`, a mark left by a merge conflict; "
            "settle the conflict, then import the file again",
            f"不是 JSON：第 {line} 行是合并冲突留下的标记 `{mark[1]}`，请先解决冲突再导入",
            line=line,
            column=1,
        )
    if isinstance(error, json.JSONDecodeError):
        line, column, reason = error.lineno + first_line - 1, error.colno, error.msg
    elif isinstance(error, RecursionError):
        line, column, reason = first_line, 1, "nested too deeply"
    else:
        line, column, reason = first_line, 1, "a number too long to read"
    return found(
        "not_json",
        "error",
        f"not JSON from line {line}, column {column}: {reason}",
        f"从第 {line} 行第 {column} 列起不是 JSON：{reason}",
        line=line,
        column=column,
    )


def obj(value: object) -> dict[str, Any]:
    """A JSON object, also one packed into a string; an empty one for anything else."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = loads_or_none(value)
    return value if isinstance(value, dict) else {}


def array(value: object) -> list[Any]:
    """A JSON array, also one packed into a string; an empty one for anything else."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = loads_or_none(value)
    return value if isinstance(value, list) else []


def integer(value: object) -> int | None:
    """A whole number of sane size; None for anything else, booleans included.

    >>> integer(3), integer(3.0), integer("3"), integer(True)
    (3, 3, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and abs(value) < 1_000_000 else None


def string(value: object) -> str:
    """A JSON string; an empty one for anything else."""
    return value if isinstance(value, str) else ""
