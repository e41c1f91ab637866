"""What the verbs about rules share: what a value stands on in words, and their options.

Owns these words in both languages. Must not know any verb.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from paipu.replay.rules import Entry, RuleError, RuleSet

from .common import echo_utf8

__all__ = [
    "basis",
    "or_usage_error",
    "output_options",
    "override_word",
    "print_json",
    "set_summary",
    "set_title",
    "short_spec",
    "status_word",
]

T = TypeVar("T")

_STATUS_ZH: Final = {
    "stated": "明文",
    "restored": "复原",
    "ambiguous": "有歧义",
    "inferred": "推定",
    "filled": "补足",
    "basic": "基本规则",
}


_LONGEST_SPEC: Final = 60
"""Characters of a rule set's words in a heading."""


def output_options(command: Callable[..., None]) -> Callable[..., None]:
    """The two options every verb of the group has."""
    formats, languages = click.Choice(["text", "json"]), click.Choice(["en", "zh"])
    command = click.option("--lang", type=languages, default="en", show_default=True)(command)
    return click.option("--format", "form", type=formats, default="text", show_default=True)(command)


def or_usage_error(find: Callable[[str], T], text: str) -> T:
    """What `find` finds for a word of the command line; what it cannot find is the caller's mistake."""
    try:
        return find(text)
    except RuleError as error:
        raise click.UsageError(str(error)) from None


def print_json(value: object) -> None:
    echo_utf8(json.dumps(value, ensure_ascii=False, indent=2))


def set_title(found: RuleSet, lang: str) -> str:
    return found.title_zh if lang == "zh" else found.title


def short_spec(found: RuleSet) -> str:
    """The words a set is loaded by; where they are long, how many values are set otherwise than in it.

    >>> from paipu.replay.rules import load_rules
    >>> short_spec(load_rules("standard; throw_allowed=no"))
    'standard; throw_allowed=no'
    """
    spec = str(found)
    return spec if len(spec) <= _LONGEST_SPEC else f"{found.id} +{len(found.overrides)}"


def set_summary(found: RuleSet) -> dict[str, Any]:
    """The JSON object of a set without its parameters."""
    whole = found.to_dict()
    del whole["parameters"], whole["spec"]
    return whole


def status_word(status: str, lang: str) -> str:
    """How firmly a value stands.

    >>> status_word("restored", "zh")
    '复原'
    """
    return _STATUS_ZH.get(status, status) if lang == "zh" else status


def override_word(lang: str) -> str:
    """What a value stands on that the header, or whoever asks, sets otherwise than the sheet."""
    return "另行指定" if lang == "zh" else "overridden"


def basis(entry: Entry, rules: RuleSet, lang: str) -> str:
    """What a value stands on: clause and line, then its status.

    A sheet without numbered clauses gives the line for the clause; it is said once. A platform has
    one word for all its values, which says nothing.

    >>> from paipu.replay.rules import load_rules
    >>> [basis(load_rules(name).entry("throw_allowed"), load_rules(name), "en")
    ...     for name in ("hbut_2013", "standard")]
    ['二(二) L15, stated', 'stated']
    """
    if entry.clause == "header":
        return override_word(lang)
    places = (entry.clause, entry.line) if rules.has_clauses else (entry.line,)
    status = status_word(entry.status, lang)
    if entry.standing == "basic":
        status += f", {status_word('basic', lang)}"
    if entry.certainty:
        status += f" ({entry.certainty})"
    return ", ".join(filter(None, (" ".join(filter(None, dict.fromkeys(places))), status)))
