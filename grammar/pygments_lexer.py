"""SJN for Pygments: highlighting on the docs site, in Sphinx, by `pygmentize`.

Owns the colours only. It is found through the entry point `pygments.lexers`; nothing else imports it, and
Pygments is no dependency. Text that does not read is coloured as far as it goes. Knows of the notation
what `sjn.lark` says; a test compares them.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

__all__ = ["SJNLexer"]

_SECTIONS = ("Deal", "Draw", "Bids", "Bury", "Tricks")


class SJNLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Sheng Ji Notation, records of 双升 / 升级 / 拖拉机.

    >>> [str(kind) for kind, _ in SJNLexer().get_tokens("N SAA!")][::2]
    ['Token.Name.Entity', 'Token.Literal', 'Token.Text.Whitespace']
    """

    name = "SJN"
    aliases: ClassVar[list[str]] = ["sjn", "shengji"]
    filenames: ClassVar[list[str]] = ["*.sjn"]
    mimetypes: ClassVar[list[str]] = ["text/x-sjn"]
    version_added = ""

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            include("notes"),
            (r"^[ \t]*\[", Punctuation, "tag"),
            (words(_SECTIONS, prefix=r"^[ \t]*", suffix=r":"), Keyword.Namespace),
            (r"\bDeal:", Keyword.Namespace),  # of a variation
            (r"^([ \t]*)(=)", bygroups(Whitespace, Operator), "result"),
            (r"^([ \t]*)([0-9]+\.)", bygroups(Whitespace, Number.Integer)),
            (r"<", Punctuation, "incident"),
            (r"Kitty\b", Keyword),
            (r"[a-z][a-z0-9_]*", Keyword.Pseudo),
            (r"(?:[ENWS]|[NS][EW])(?![?A-Za-z0-9])", Name.Entity),
            (r"[SHCD](?:[2-9TJQKA]|\?(?![!?]))+|[BL]+", Literal),
            (r"\$[0-9]{1,3}|\$\?\??|!!|!\?|\?!|[!?]", Generic.Strong),
            (r"[0-9]+\.", Number.Integer),
            (r"[0-9]+", Number.Integer),
            (r"[/>()]", Punctuation),
            (r"\s+", Whitespace),
            (r".", Text),
        ],
        "notes": [(r"\{", Comment, "comment")],
        "comment": [
            (r"\}", Comment, "#pop"),
            (r"\[%[a-z]+[^\]{}\\]*\]", Comment.Preproc),
            (r"\\.", Comment),
            (r"[^\\}\[]+|\[", Comment),
            (r".", Comment),
        ],
        "tag": [
            (r"([ \t]*)([A-Za-z][A-Za-z0-9_-]*)", bygroups(Whitespace, Name.Attribute)),
            (r'"(?:[^"\\\n]|\\[^\n])*"', String),
            (r"[ \t]+", Whitespace),
            (r"\]", Punctuation, "#pop"),
            (r"\n", Whitespace, "#pop"),
            (r".", Text),
        ],
        "incident": [
            (r'"(?:[^"\\\n]|\\[^\n])*"', String),
            (r"[ENWS]{1,4}(?![A-Za-z0-9_])", Name.Entity),
            (r"([a-z][a-z0-9_]*)(=)", bygroups(Name.Variable, Operator)),
            (r"[a-z][a-z0-9_]*(?=[ \t>])", Keyword.Pseudo),
            (r'[^\s">]+', String),
            (r"[ \t]+", Whitespace),
            (r">", Punctuation, "#pop"),
            (r"\n", Whitespace, "#pop"),
            (r".", Text),
        ],
        "result": [
            include("notes"),
            (r"NESW|SENW|NS|EW", Name.Entity),
            (r"[-+]?[0-9]+", Number.Integer),
            (r"[*?]", Keyword.Constant),
            (r"\$[0-9]{1,3}|\$\?\??|!!|!\?|!", Generic.Strong),
            (r"[ \t]+", Whitespace),
            (r"\n", Whitespace, "#pop"),
            (r".", Text),
            default("#pop"),
        ],
    }
