"""Reading rule sets: sheets, one TOML file each, and specs such as `"hbut_2013; throw_allowed=yes"`.

Owns the form of a sheet and of a spec, and the filling of gaps from `standard`. Must not know what
a status weighs, nor what a value does in play.

A sheet: header keys at the top (`id`, `title`, `title_zh`, `kind`, `source`, `clause` for entries
that name none, `aliases`), then a table per parameter it speaks of: `value`, `clause`, `line`,
`status` (stated, if missing), `certainty` of a restored value, `readings` (`value`, `en`, `zh`),
`note`; in `standard` also the `reason` of the fill.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from .ruleset import Entry, Reading, RuleSet
from .schema import Parameter, RuleError, parameter, parameters, read_data

__all__ = ["load_rules", "read_rules", "rule_ids"]

_STATUSES: Final = ("stated", "restored", "ambiguous", "inferred", "filled")
_CERTAINTIES: Final = ("certain", "high", "medium", "low")
_HEADER: Final = ("id", "title", "title_zh", "kind", "source", "clause", "aliases")
_FIELDS: Final = frozenset({"value", "clause", "line", "status", "certainty", "readings", "note", "reason"})
_NOT_SHEETS: Final = frozenset({"parameters.toml", "advance_tables.toml"})


@lru_cache(maxsize=256)
def load_rules(spec: str) -> RuleSet:
    """The rule set of a spec: an id or alias, then overrides, separated by semicolons.

    Raises `RuleError` for an id, a parameter or a value that does not exist.

    >>> load_rules("standard; must_play_levels=2,J,A")["must_play_levels"]
    ('2', 'J', 'A')
    """
    name, *overrides = (part.strip() for part in spec.split(";"))
    rules = _sheet(_canonical_id(name))
    seen: set[str] = set()
    for text in filter(None, overrides):
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise RuleError(f"{spec!r}: {text!r} is not of the form parameter=value")
        if key in seen:
            raise RuleError(f"{spec!r}: {key} is given twice")
        seen.add(key)
        try:
            rules = rules.replaced(key, parameter(key).parse(value))
        except RuleError as error:
            raise RuleError(f"{spec!r}: {error}") from None
    return rules


@lru_cache(maxsize=1)
def rule_ids() -> tuple[str, ...]:
    """The ids of the rule sets that come with the program, `standard` first."""
    names = (item.name for item in files(__package__).iterdir())
    ids = (name.removesuffix(".toml") for name in names if name.endswith(".toml") and name not in _NOT_SHEETS)
    return tuple(sorted(ids, key=lambda each: (each != "standard", each)))


def _canonical_id(name: str) -> str:
    if name in rule_ids():
        return name
    aliases = {alias: each for each in rule_ids() for alias in _sheet(each).aliases}
    if name in aliases:
        return aliases[name]
    near = get_close_matches(name, (*rule_ids(), *aliases), n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise RuleError(f"no such rule set: {name!r}; {hint}known: {_words(rule_ids())}")


@lru_cache(maxsize=64)
def _sheet(name: str) -> RuleSet:
    return _build(read_data(f"{name}.toml"), f"{name}.toml")


def read_rules(text: str, file: str = "rules") -> RuleSet:
    """A rule set from the text of a TOML file; what it is silent on is filled from `standard`.

    `file` is named in the `RuleError` raised for anything the schema does not know.

    >>> rules = read_rules('id = "club"\\ntitle = "Our club"\\nthrow_allowed = { value = "no" }')
    >>> rules["throw_allowed"], rules.entry("throw_suits").status
    ('no', 'filled')
    """
    try:
        return _build(tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{file}: {error}") from None


def _build(data: dict[str, Any], file: str) -> RuleSet:
    """Header keys stand at the top, every table is the entry of one parameter."""
    header = {key: value for key, value in data.items() if not isinstance(value, dict)}
    unknown = [key for key in header if key not in _HEADER]
    if unknown or "id" not in header:
        what = f"unknown key {unknown[0]}" if unknown else "no id"
        raise RuleError(f"{file}: {what}; keys: {_words(_HEADER)}")
    clause = header.get("clause")
    tables = {name: table for name, table in data.items() if name not in header}
    try:
        given = {name: _entry(parameter(name), table, clause) for name, table in tables.items()}
    except RuleError as error:
        raise RuleError(f"{file}: {error}") from None
    entries = {
        name: given.get(name) or Entry(name=name, value=each.fill, status="filled")
        for name, each in parameters().items()
    }
    return RuleSet(
        id=header["id"],
        overrides=(),
        title=header.get("title", header["id"]),
        title_zh=header.get("title_zh", header.get("title", header["id"])),
        kind=header.get("kind", "sheet"),
        source=header.get("source", ""),
        aliases=tuple(header.get("aliases", ())),
        _entries=entries,
        _values={name: entry.value for name, entry in entries.items()},
    )


def _entry(about: Parameter, table: dict[str, Any], clause: str | None) -> Entry:
    """One table of a sheet; `clause` is the sheet's own word where the table has none."""
    unknown = table.keys() - _FIELDS
    if unknown or "value" not in table:
        what = f"unknown key {min(unknown)}" if unknown else "no value"
        raise RuleError(f"{about.name}: {what}; keys: {_words(sorted(_FIELDS))}")
    status, certainty = table.get("status", "stated"), table.get("certainty")
    readings = tuple(_reading(about, reading) for reading in table.get("readings", ()))
    value = about.check_value(table["value"])
    if status not in _STATUSES:
        raise RuleError(f"{about.name}: status {status!r} is not one of {_words(_STATUSES)}")
    if (status == "restored") != (certainty in _CERTAINTIES):
        degrees = _words(_CERTAINTIES)
        raise RuleError(f"{about.name}: a restored value, and no other, has a certainty: {degrees}")
    if status == "ambiguous" and value not in [reading.value for reading in readings]:
        raise RuleError(f"{about.name}: an ambiguous value must be one of its readings")
    return Entry(
        name=about.name,
        value=value,
        status=status,
        clause=table.get("clause", clause),
        line=table.get("line"),
        certainty=certainty,
        readings=readings,
        note=table.get("note"),
    )


def _reading(about: Parameter, table: dict[str, Any]) -> Reading:
    return Reading(about.check_value(table["value"]), table["en"], table["zh"])


def _words(names: Iterable[str]) -> str:
    return ", ".join(names)
