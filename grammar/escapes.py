r"""How comments and tag values spell the characters that would end them.

Owns the backslash escapes, in both directions. A backslash escapes itself, the closing quote or
brace, and line ends (``\n``, ``\r``), so that one comment or value is always one line in the
canonical form. Before any other character a backslash is a backslash.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["comment_text", "quote", "unquote", "write_comment"]

_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_COMMENT_OUT: Final = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\n": r"\n", "\r": r"\r"})
_STRING_OUT: Final = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
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
