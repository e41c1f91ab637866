"""The grammar file, loaded.

Owns the two Lark parsers made from `sjn.lark` (the fine one, and the coarse one whose terminals are
the regular expressions of the fast reader). Each is built once, when first needed.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from lark import Lark

__all__ = ["COARSE_STARTS", "FINE_STARTS", "coarse_parser", "fine_parser", "grammar_text", "terminal"]

FINE_STARTS: Final = (
    "hand",
    "item_head",
    "item_deal",
    "item_draw",
    "item_bids",
    "item_bury",
    "item_tricks",
    "item_variation",
    "item_result",
)
COARSE_STARTS: Final = ("hand_line", "hand_section", "line_parts")


def grammar_text() -> str:
    """The text of `sjn.lark`."""
    return files(__package__ or "paipu.grammar").joinpath("sjn.lark").read_text(encoding="utf-8")


@cache
def fine_parser() -> Lark:
    """The parser of the import language, group of cards by group of cards."""
    return Lark(grammar_text(), parser="lalr", lexer="contextual", start=list(FINE_STARTS))


@cache
def coarse_parser() -> Lark:
    """The parser of canonical text, line by line or section by section."""
    return Lark(grammar_text(), parser="lalr", lexer="contextual", start=list(COARSE_STARTS))


def terminal(name: str) -> str:
    """The regular expression of a coarse terminal, as a group.

    >>> import re
    >>> bool(re.fullmatch(terminal("PLAY"), "N SAA! {first}"))
    True
    """
    return f"(?:{coarse_parser().get_terminal(name).pattern.to_regexp()})"
