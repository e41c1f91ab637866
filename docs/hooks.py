"""What the documentation takes from the code, so that no list is kept twice.

Owns the parts of the pages that are tables of the program: finding codes, rule sets, parameters,
commands, the Python API. A page asks for one with a comment line, ``<!-- generated: findings -->``.
Must not know any code, rule or command by name. MkDocs calls `on_page_markdown`.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

CODE_TABLES = (
    ("The text", "paipu.grammar.messages", "TEXT_CODES"),
    ("The play", "paipu.replay.messages", "CODES"),
    ("The import", "paipu.records.imported", "IMPORT_CODES"),
)
"""Heading, module and name of every table of finding codes."""

API = (
    "paipu.grammar",
    "paipu.replay",
    "paipu.replay.rules",
    "paipu.records.formats",
    "paipu.records.library",
)
"""The modules whose `__all__` is the public interface."""

_MARKER = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the markers of one page; called by MkDocs for each."""
    return _MARKER.sub(lambda match: GENERATORS[match[1]](), markdown)


# --- finding codes --------------------------------------------------------------------------------


def code_tables() -> Iterator[tuple[str, dict[str, Any]]]:
    """Heading and table, for each table of finding codes."""
    for heading, module, name in CODE_TABLES:
        yield heading, getattr(importlib.import_module(module), name)


def findings() -> str:
    """A heading for each code, with what it says in both languages."""
    blocks = []
    for heading, codes in code_tables():
        blocks.append(f"## {heading}")
        for code, entry in codes.items():
            blocks += [f"### `{code}` {{ #{code} }}", *description(entry)]
    return paragraphs(blocks)


def description(entry: Any) -> Iterator[str]:
    """One entry of a table: `en` and `zh`, and what else this table has."""
    if title := getattr(entry, "title", ""):
        yield f"**{literal(title)}** {literal(entry.title_zh)}"
    if severity := getattr(entry, "severity", ""):
        yield f"Severity: {severity}."
    yield f"- {words(entry.en)}\n- {words(entry.zh)}"
    if expected := getattr(entry, "expected", ""):
        yield f"Right would have been: {words(expected)} ({words(entry.expected_zh)})"


def words(template: str) -> str:
    """A message template as Markdown: `{seat}` becomes *seat*, everything else stands for itself."""
    return re.sub(r"\{(\w+)[^}]*\}", r"*\1*", literal(template))


def literal(text: str) -> str:
    """Text whose characters mean nothing to Markdown."""
    return re.sub(r"([\\`*<\[])", r"\\\1", text)


# --- rule sets ------------------------------------------------------------------------------------


def rule_sets() -> str:
    """One row a rule set."""
    rules = importlib.import_module("paipu.replay.rules")
    loaded = [rules.load_rules(name) for name in rules.rule_ids()]
    rows = ((f"`{found.id}`", *map(literal, (found.title, found.title_zh, found.source))) for found in loaded)
    return table(("id", "title", "中文", "source"), rows)


def parameters() -> str:
    """All parameters, a table a section."""
    rules = importlib.import_module("paipu.replay.rules")
    blocks = []
    for section in rules.sections():
        members = [found for found in rules.parameters().values() if found.section == section]
        rows = ((f"`{found.name}`", *map(literal, (found.en, found.zh, found.allowed))) for found in members)
        blocks += [f"### {section.en} {section.zh}", table(("parameter", "meaning", "中文", "values"), rows)]
    return paragraphs(blocks)


def idle_values() -> str:
    """The values that change nothing in a recorded hand by themselves, with the reason."""
    rules = importlib.import_module("paipu.replay.rules")
    rows = (
        (f"`{found.name}`", f"`{value}`", *map(literal, reason))
        for found in rules.parameters().values()
        for value, reason in found.idle.items()
    )
    return table(("parameter", "value", "why", "中文"), rows)


# --- the notation ---------------------------------------------------------------------------------


def specification() -> str:
    """The specification of the notation, which lies beside the grammar it prints."""
    grammar = importlib.import_module("paipu.grammar")
    path = Path(str(grammar.__file__)).with_name("SPEC.md")
    return path.read_text(encoding="utf-8").partition("\n")[2].lstrip("\n")


# --- commands -------------------------------------------------------------------------------------


def commands() -> str:
    """The help of the command and of each of its verbs."""
    main = importlib.import_module("paipu.cli.main").main
    context = click.Context(main, info_name="paipu", max_content_width=90, terminal_width=90)
    return paragraphs(
        [fenced_help(context), *(block for verb in verbs(context) for block in command(verb, 2))]
    )


def verbs(context: click.Context) -> Iterator[click.Context]:
    """The contexts of a group's verbs, by name."""
    group = context.command
    if isinstance(group, click.Group):
        for name in sorted(group.list_commands(context)):
            if verb := group.get_command(context, name):
                yield click.Context(verb, parent=context, info_name=name)


def command(context: click.Context, depth: int) -> Iterator[str]:
    """Heading and help of one verb, then those of its own verbs."""
    path = context.command_path
    anchor = path.removeprefix("paipu ").replace(" ", "-")
    yield f"{'#' * depth} `{path}` {{ #{anchor} }}"
    yield fenced_help(context)
    for verb in verbs(context):
        yield from command(verb, depth + 1)


def fenced_help(context: click.Context) -> str:
    return f"```text\n{context.get_help()}\n```"


# --- Python ---------------------------------------------------------------------------------------


def api() -> str:
    """Every public name with its signature and docstring."""
    blocks = []
    for module_name in API:
        module = importlib.import_module(module_name)
        blocks += [f"## `{module_name}`", *prose(module)]
        for name in module.__all__:
            value = getattr(module, name)
            # Constants and type aliases have no docstring of their own, only that of their type.
            if callable(value) and value.__module__.startswith("paipu."):
                blocks += [
                    f"### `{name}` {{ #{module_name}.{name} }}",
                    *signature(name, value),
                    *prose(value),
                ]
    return paragraphs(blocks)


def signature(name: str, value: Callable[..., Any]) -> Iterator[str]:
    try:
        found = inspect.signature(value)
    except ValueError:  # some builtins' subclasses have none
        return
    yield f"```python\n{name}{found}\n```"


def prose(documented: object) -> Iterator[str]:
    """The docstring as Markdown: examples fenced, reST's double backticks made single."""
    for paragraph in (inspect.getdoc(documented) or "").split("\n\n"):
        if paragraph.lstrip().startswith(">>>"):
            yield f"```pycon\n{inspect.cleandoc(paragraph)}\n```"
        elif re.match(r"\s*=+ ", paragraph):
            yield f"```text\n{paragraph}\n```"
        elif paragraph:
            yield paragraph.replace("``", "`")


# --- Markdown -------------------------------------------------------------------------------------


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table; `|` and line breaks in a cell would end it."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell(text) for text in line) + " |" for line in lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def paragraphs(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


GENERATORS: dict[str, Callable[[], str]] = {
    "api": api,
    "commands": commands,
    "findings": findings,
    "idle_values": idle_values,
    "parameters": parameters,
    "rule_sets": rule_sets,
    "specification": specification,
}
