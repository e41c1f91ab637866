r"""How comments and tag values spell the characters that would end them.

Owns the backslash escapes, in both directions. A backslash escapes itself, the closing quote or
brace, and line ends (``\n``, ``\r``), so that one comment or value is always one line in the
canonical form. Before any other character a backslash is a backslash.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["comment_text", "incident_values", "quote", "unquote", "write_comment", "write_incident"]

_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_COMMENT_OUT: Final = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\n": r"\n", "\r": r"\r"})
_STRING_OUT: Final = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_BARE: Final = re.compile(r"[A-Za-z0-9_.:+-]+")
_FIELD: Final = re.compile(r'([a-z][a-z0-9_]*)=("(?:[^"\\\n]|\\[^\n])*"|[A-Za-z0-9_.:+-]+)')
_LINE_ENDS: Final = {"n": "\n", "r": "\r"}


def _unescape(text: str, plain: str) -> str:
    if "\\" not in text:
        return text

    def meant(match: re.Match[str]) -> str:
        char = match.group(1)
        return char if char in plain else _LINE_ENDS.get(char, match.group())

    return _ESCAPE.sub(meant, text)


def write_comment(text: str) -> str:
    r"""The canonical spelling of a comment, braces included.

    >>> write_comment("a {b}")
    '{a \\{b\\}}'
    """
    return "{" + text.translate(_COMMENT_OUT) + "}"


def comment_text(source: str) -> str:
    r"""The text of a comment as written, braces included.

    >>> comment_text("{a \\{b\\}}")
    'a {b}'
    """
    return _unescape(source[1:-1], "\\{}")


def quote(value: str) -> str:
    r"""The canonical spelling of a tag value, quotes included.

    >>> quote('the "old" rules')
    '"the \\"old\\" rules"'
    """
    return '"' + value.translate(_STRING_OUT) + '"'


def unquote(source: str) -> str:
    r"""The value of a quoted string as written, quotes included.

    >>> unquote('"the \\"old\\" rules"')
    'the "old" rules'
    """
    return _unescape(source[1:-1], '\\"')


def write_incident(kind: str, party: str | None, fields: tuple[tuple[str, str], ...]) -> str:
    r"""The canonical spelling of an incident, its values quoted where they are not one word.

    >>> write_incident("revoke", "W", (("trick", "3"), ("ruling", "points 10")))
    '<revoke W trick=3 ruling="points 10">'
    """
    words = [f"{name}={value if _BARE.fullmatch(value) else quote(value)}" for name, value in fields]
    return "<" + " ".join([kind, *([party] if party else []), *words]) + ">"


def incident_values(source: str) -> tuple[str, str | None, tuple[tuple[str, str], ...]]:
    r"""Kind, party and fields of an incident as written.

    >>> incident_values('<revoke W trick=3 ruling="points 10">')
    ('revoke', 'W', (('trick', '3'), ('ruling', 'points 10')))
    """
    kind, *rest = source[1:-1].split(maxsplit=1)
    party, *_ = rest[0].split(maxsplit=1) if rest else ("=",)
    fields = tuple(
        (name, unquote(value) if value[0] == '"' else value)
        for name, value in _FIELD.findall(rest[0] if rest else "")
    )
    return kind, None if "=" in party else party, fields
