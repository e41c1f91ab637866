"""`paipu rules`: the rule sets that come with the program, and what their parameters mean.

Owns the two renderings, text and JSON. Must not know how rule sets are kept or weighed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, TypeVar

import click
from paipu.replay.rules import (
    CHECKS,
    Entry,
    Parameter,
    RuleError,
    RuleSet,
    load_rules,
    parameter,
    rule_ids,
    value_text,
)

__all__ = ["rules"]

T = TypeVar("T")

_STATUS_ZH = {
    "stated": "明文",
    "restored": "复原",
    "ambiguous": "有歧义",
    "inferred": "推定",
    "filled": "补足",
    "basic": "基本规则",
}


def _output(command: Callable[..., None]) -> Callable[..., None]:
    """The two options every verb of the group has."""
    formats, languages = click.Choice(["text", "json"]), click.Choice(["en", "zh"])
    command = click.option("--lang", type=languages, default="en", show_default=True)(command)
    return click.option("--format", "form", type=formats, default="text", show_default=True)(command)


@click.group()
def rules() -> None:
    """List rule sets and show what they say."""


@rules.command("list")
@_output
def list_sets(form: str, lang: str) -> None:
    """List the rule sets."""
    known = [load_rules(name) for name in rule_ids()]
    if form == "json":
        _print_json([_summary(each) for each in known])
        return
    width = max(len(each.id) for each in known)
    for each in known:
        click.echo(f"{each.id:<{width}}  {_title(each, lang)}")


@rules.command("show")
@click.argument("spec", metavar="ID")
@_output
def show(spec: str, form: str, lang: str) -> None:
    """Show every value of the rule set ID, the clause it stands on and its status.

    ID may carry overrides: "hbut_2013; throw_allowed=yes".
    """
    found = _or_usage_error(load_rules, spec)
    if form == "json":
        _print_json(found.to_dict())
        return
    click.echo("\n".join(_set_lines(found, lang)))


@rules.command("explain")
@click.argument("name", metavar="PARAMETER")
@_output
def explain(name: str, form: str, lang: str) -> None:
    """Explain a parameter: what it asks, which values it may have, where sheets are silent."""
    about = _or_usage_error(parameter, name)
    if form == "json":
        _print_json(_explained(about))
        return
    click.echo("\n".join(_parameter_lines(about, lang)))


def _or_usage_error(find: Callable[[str], T], text: str) -> T:
    try:
        return find(text)
    except RuleError as error:
        raise click.UsageError(str(error)) from None


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _title(found: RuleSet, lang: str) -> str:
    return found.title_zh if lang == "zh" else found.title


def _summary(found: RuleSet) -> dict[str, Any]:
    whole = found.to_dict()
    del whole["parameters"], whole["spec"]
    return whole


def _set_lines(found: RuleSet, lang: str) -> Iterator[str]:
    yield f"{found}: {_title(found, lang)}"
    yield found.source
    width = max(len(entry.name) for entry in found.entries)
    for section, entries in groupby(found.entries, key=lambda entry: parameter(entry.name).section):
        yield ""
        yield f"{section.letter}. {section.zh if lang == 'zh' else section.en}"
        for entry in entries:
            yield f"  {entry.name:<{width}}  {value_text(entry.value)}  [{_basis(entry, lang)}]"
            for reading in entry.readings:
                text = reading.zh if lang == "zh" else reading.en
                yield f"  {'':<{width}}    {value_text(reading.value)}: {text}"


def _basis(entry: Entry, lang: str) -> str:
    """What a value stands on: clause and line, then its status."""
    place = " ".join(filter(None, (entry.clause, entry.line)))
    status = entry.status if lang == "en" else _STATUS_ZH[entry.status]
    if entry.standing == "basic":
        status += f", {'basic' if lang == 'en' else _STATUS_ZH['basic']}"
    if entry.certainty:
        status += f" ({entry.certainty})"
    return ", ".join(filter(None, (place, status)))


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
