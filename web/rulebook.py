"""The rule sets as pages: the list, one sheet with every parameter, and sets beside each other.

Owns these routes. Must not know what a value does in play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from paipu.replay.rules import Difference, RuleSet, differences, load_rules, rule_ids
from paipu.replay.rules.ruleset import Entry
from paipu.replay.rules.schema import Parameter, RuleError, Section, parameter, value_text

__all__ = ["COLUMNS", "UnknownRules", "blueprint", "comparison_ids", "is_known", "value_words"]

COLUMNS: Final = 4
"""Rule sets a comparison can show beside each other."""

blueprint = Blueprint("rulebook", __name__)


class UnknownRules(NotFound):
    """The address of a hand asks for a rule set that does not exist."""


@lru_cache(maxsize=256)
def is_known(spec: str) -> bool:
    """Whether there is a page for what a record names as its rules.

    >>> is_known("standard; throw_allowed=no"), is_known("our own")
    (True, False)
    """
    try:
        load_rules(spec)
    except RuleError:
        return False
    return True


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
        clause_words=clause_words,
        others=[load_rules(each) for each in rule_ids() if each != rules.id],
    )


@blueprint.get("/rules/compare")
def compare() -> str | Response:
    """Sets beside each other: `ids=a,b,c`. A form sends an `ids` for each and is sent on to that."""
    specs = _asked()
    if len(request.args.getlist("ids")) > 1 and not any(";" in spec for spec in specs):
        return redirect(url_for(".compare", ids=",".join(specs), lang=request.args.get("lang")), 303)
    try:
        sets = [load_rules(spec) for spec in specs[:COLUMNS]]
    except RuleError:
        abort(404)
    found = differences(sets) if len(sets) > 1 else ()
    return render_template(
        "compare.html",
        sets=sets,
        left_out=len(specs) > COLUMNS,
        count=len(found),
        sections=[(section, list(group)) for section, group in groupby(found, key=_section)],
        choices=[load_rules(each) for each in rule_ids()],
        columns=COLUMNS,
        value_words=value_words,
        clause_words=clause_words,
    )


def _section(each: Difference) -> Section:
    return each.section


def _asked() -> list[str]:
    """The specs of the address, each once; one with overrides stands alone, since values hold commas."""
    parts = [
        part.strip()
        for text in request.args.getlist("ids")
        for part in ([text] if ";" in text else text.split(","))
    ]
    return list(dict.fromkeys(filter(None, parts)))


def comparison_ids(sets: Sequence[RuleSet]) -> str | list[str]:
    """What `ids` is in the address of a comparison.

    >>> comparison_ids([load_rules("standard"), load_rules("botzone")])
    'standard,botzone'
    """
    specs = [str(rules) for rules in sets]
    return specs if any(rules.overrides for rules in sets) else ",".join(specs)


def _sections(rules: RuleSet) -> Iterator[tuple[Section, list[tuple[Parameter, Entry]]]]:
    pairs = [(parameter(entry.name), entry) for entry in rules.entries]
    for section, group in groupby(pairs, key=lambda pair: pair[0].section):
        yield section, list(group)


def clause_words(rules: RuleSet, entry: Entry) -> str:
    """The clause as pages show it; a platform has one word for all values, which says nothing."""
    if entry.clause == "header":
        return str(_("set otherwise"))
    return (entry.clause or "") if rules.has_clauses else ""


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
