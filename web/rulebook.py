"""The rule sets as pages: the list, and one sheet with every parameter, its clause and its standing.

Owns these routes. Must not know what a value does in play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from flask import Blueprint, abort, render_template

from paipu.replay.rules import RuleSet, load_rules, rule_ids
from paipu.replay.rules.ruleset import Entry
from paipu.replay.rules.schema import Parameter, RuleError, Section, parameter, value_text

__all__ = ["blueprint"]

blueprint = Blueprint("rulebook", __name__)


@blueprint.get("/rules")
def index() -> str:
    sheets = defaultdict(list)
    for each in rule_ids():
        rules = load_rules(each)
        sheets[rules.kind].append(rules)
    return render_template("rules.html", sheets=sheets)


@blueprint.get("/rules/<rule_id>")
def sheet(rule_id: str) -> str:
    try:
        rules = load_rules(rule_id)
    except RuleError:
        abort(404)
    return render_template(
        "sheet.html",
        rules=rules,
        sections=list(_sections(rules)),
        value_text=value_text,
        value_words=value_words,
    )


def _sections(rules: RuleSet) -> Iterator[tuple[Section, list[tuple[Parameter, Entry]]]]:
    pairs = [(parameter(entry.name), entry) for entry in rules.entries]
    for section, group in groupby(pairs, key=lambda pair: pair[0].section):
        yield section, list(group)


def value_words(about: Parameter, entry: Entry) -> tuple[str, str]:
    """What the value means, in English and Chinese; the bare value where it speaks for itself.

    >>> rules = load_rules("standard")
    >>> value_words(parameter("hand_size"), rules.entry("hand_size"))
    ('25', '25')
    """
    meanings = {choice.value: choice for choice in about.choices}
    values = entry.value if isinstance(entry.value, tuple) else (value_text(entry.value),)
    english = [meanings[v].en if v in meanings else v for v in values]
    chinese = [meanings[v].zh if v in meanings else v for v in values]
    return ", ".join(english) or "–", "、".join(chinese) or "–"
