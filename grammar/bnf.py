"""The grammar in a form for people: what `SPEC.md` prints.

Owns the rewriting of the fine depth of `sjn.lark` to EBNF. The coarse depths say the same of
canonical text and are left out.
"""

from __future__ import annotations

import re
from typing import Final

from .syntax import grammar_text

__all__ = ["bnf"]

_RULE: Final = re.compile(r"\??(?P<name>_?[A-Za-z][A-Za-z_]*)(?:\.[0-9]+)?: (?P<body>.*)")
_HIDDEN: Final = re.compile(r"(?<![A-Za-z_/])_(?=[A-Z])")


def bnf() -> str:
    """The rules of the import language, one a line: `name ::= body`, terminals in capitals.

    >>> bnf().splitlines()[0]
    'hand ::= head deal? draw? bare? (bids | bury)* tricks? result?'
    """
    fine = grammar_text().partition("- coarse terminals")[0]
    found = (_RULE.fullmatch(line) for line in fine.splitlines() if not line.startswith("item_"))
    rules = [(_HIDDEN.sub("", m["name"]), _HIDDEN.sub("", m["body"])) for m in found if m]
    return "\n".join(f"{name} ::= {body}" for name, body in rules) + "\n"
