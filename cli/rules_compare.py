"""`paipu rules compare`: the parameters on which rule sets differ.

Owns the two renderings, text and JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import click

from paipu.replay.rules import Difference, RuleSet, differences, load_rules, sections, value_text

from .rule_words import basis, or_usage_error, output_options, print_json, set_summary, set_title

__all__ = ["compare_command"]


@click.command("compare")
@click.argument("specs", nargs=-1, required=True, metavar="ID ID...")
@click.option(
    "--section",
    type=click.Choice([section.letter for section in sections()], case_sensitive=False),
    help="Only the parameters of this section.",
)
@output_options
def compare_command(specs: tuple[str, ...], section: str | None, form: str, lang: str) -> None:
    """Show where the rule sets ID differ: each value with its clause and status.

    Parameters that have the same value in all of them are left out. An ID may carry overrides.
    """
    if len(specs) < 2:
        raise click.UsageError("a comparison needs two rule sets or more")
    sets = [or_usage_error(load_rules, spec) for spec in specs]
    found = differences(sets, section=section)
    if form == "json":
        print_json(_to_dict(sets, found))
    else:
        click.echo("\n".join(_lines(sets, found, lang)))


def _to_dict(sets: Sequence[RuleSet], found: Sequence[Difference]) -> dict[str, Any]:
    return {
        "sets": [{"spec": str(each), **set_summary(each)} for each in sets],
        "differences": [
            {
                "name": each.parameter.name,
                "section": each.section.letter,
                "en": each.parameter.en,
                "zh": each.parameter.zh,
                "values": [entry.to_dict() for entry in each.entries],
            }
            for each in found
        ],
    }


def _lines(sets: Sequence[RuleSet], found: Sequence[Difference], lang: str) -> Iterator[str]:
    chosen = lang == "zh"
    yield from (f"{each}: {set_title(each, lang)}" for each in sets)
    for section, members in groupby(found, key=lambda each: each.section):
        yield ""
        yield f"{section.letter}. {section.zh if chosen else section.en}"
        for each in members:
            yield f"  {each.parameter.name}: {each.parameter.zh if chosen else each.parameter.en}"
            yield from _rows(sets, each, lang)
    yield ""
    if chosen:
        yield f"共 {len(found)} 个参数不同" if found else "没有不同的参数"
    else:
        yield f"{len(found) or 'no'} parameter{'s' * (len(found) != 1)} differ{'s' * (len(found) == 1)}"


def _rows(sets: Sequence[RuleSet], each: Difference, lang: str) -> Iterator[str]:
    """A row a set: name, value, basis, the columns of one width."""
    names, values = [str(rules) for rules in sets], [value_text(entry.value) for entry in each.entries]
    first, second = max(map(len, names)), max(map(len, values))
    for name, value, entry, rules in zip(names, values, each.entries, sets, strict=True):
        yield f"    {name:<{first}}  {value:<{second}}  [{basis(entry, rules, lang)}]"
