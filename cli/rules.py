"""`paipu rules`: the rule sets that come with the program, and what their parameters mean.

Owns the group and the verbs that show one set or one parameter, as text and JSON. Must not know how
rule sets are kept or weighed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click

from paipu.replay.rules import (
    CHECKS,
    Parameter,
    RuleSet,
    load_rules,
    parameter,
    rule_ids,
    value_text,
)

from .rule_words import basis, or_usage_error, output_options, print_json, set_summary, set_title
from .rules_compare import compare_command
from .rules_why import why_command

__all__ = ["rules"]


@click.group()
def rules() -> None:
    """List rule sets, show what they say and where they differ."""


rules.add_command(compare_command)
rules.add_command(why_command)


@rules.command("list")
@output_options
def list_sets(form: str, lang: str) -> None:
    """List the rule sets."""
    known = [load_rules(name) for name in rule_ids()]
    if form == "json":
        print_json([set_summary(each) for each in known])
        return
    width = max(len(each.id) for each in known)
    for each in known:
        click.echo(f"{each.id:<{width}}  {set_title(each, lang)}")


@rules.command("show")
@click.argument("spec", metavar="ID")
@output_options
def show(spec: str, form: str, lang: str) -> None:
    """Show every value of the rule set ID, the clause it stands on and its status.

    ID may carry overrides: "hbut_2013; throw_allowed=yes".
    """
    found = or_usage_error(load_rules, spec)
    if form == "json":
        print_json(found.to_dict())
        return
    click.echo("\n".join(_set_lines(found, lang)))


@rules.command("explain")
@click.argument("name", metavar="PARAMETER")
@output_options
def explain(name: str, form: str, lang: str) -> None:
    """Explain a parameter: what it asks, which values it may have, where sheets are silent."""
    about = or_usage_error(parameter, name)
    if form == "json":
        print_json(_explained(about))
        return
    click.echo("\n".join(_parameter_lines(about, lang)))


def _set_lines(found: RuleSet, lang: str) -> Iterator[str]:
    yield f"{found}: {set_title(found, lang)}"
    yield found.source
    width = max(len(entry.name) for entry in found.entries)
    for section, entries in groupby(found.entries, key=lambda entry: parameter(entry.name).section):
        yield ""
        yield f"{section.letter}. {section.zh if lang == 'zh' else section.en}"
        for entry in entries:
            yield f"  {entry.name:<{width}}  {value_text(entry.value)}  [{basis(entry, found, lang)}]"
            for reading in entry.readings:
                text = reading.zh if lang == "zh" else reading.en
                yield f"  {'':<{width}}    {value_text(reading.value)}: {text}"


def _parameter_lines(about: Parameter, lang: str) -> Iterator[str]:
    chosen = lang == "zh"
    yield f"{about.name}: {about.zh if chosen else about.en}"
    section = about.section
    yield f"{section.letter}. {section.zh if chosen else section.en}; {CHECKS[about.check][chosen]}"
    if about.type not in ("enum", "set"):
        yield f"  {about.allowed}"
    for choice in about.choices:
        yield f"  {choice.value}: {choice.zh if chosen else choice.en}"
    word = "补足值" if chosen else "where a sheet is silent"
    yield f"{word}: {value_text(about.fill)} ({about.reason})"


def _explained(about: Parameter) -> dict[str, Any]:
    return {
        "name": about.name,
        "section": about.section.letter,
        "check": about.check,
        "type": about.type,
        "en": about.en,
        "zh": about.zh,
        "values": [
            {"value": value, "en": meaning[0], "zh": meaning[1]}
            for value in about.values
            for meaning in (about.meaning(value),)
        ],
        "fill": about.fill,
        "reason": about.reason,
    }
