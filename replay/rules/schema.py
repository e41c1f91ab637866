"""The vocabulary of rule sets: what each parameter means and which values it may have.

Owns the 151 parameters (name, section, check class, type, allowed values, meaning), read from
`parameters.toml`, and the list of the game's basics. The fill of a parameter, that is its value
where a sheet is silent, is its value in `standard.toml` and stands nowhere else.
Must not know any other rule set, nor what a value does in play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from paipu.grammar.cards import RANKS

__all__ = [
    "BASICS",
    "CHECKS",
    "Choice",
    "Parameter",
    "RuleError",
    "Section",
    "Value",
    "parameter",
    "parameters",
    "read_data",
    "sections",
    "unknown_parameter",
    "value_text",
]

Value = bool | int | str | tuple[str, ...]
"""A set is a tuple in the order of its parameter's choices."""
ValueType = Literal["bool", "int", "enum", "set", "rank", "ranks"]

BASICS: Final = frozenset(
    {
        "deck_count",
        "player_count",
        "hand_size",
        "kitty_size",
        "point_cards",
        "permanent_trumps",
        "trump_order",
        "side_order",
        "no_trump_definition",
        "tie_rule",
        "pair_definition",
        "follow_count",
        "follow_suit",
        "follow_pair",
        "follow_tractor",
        "discard_rule",
        "compare_rule",
        "ruff_condition",
        "over_ruff",
        "lead_rights",
        "points_collector",
    }
)
"""What makes the game this game ("Weight of a status", parameter list, section 1): every document
that speaks of one of these says the same, so its fill may carry an error."""

CHECKS: Final[dict[str, tuple[str, str]]] = {
    "H": ("decided from a recorded hand alone", "单副记录即可判定"),
    "H+M": ("needs the hand and a little of the match", "需要本副及少量比赛背景"),
    "H+I": ("needs the hand and a recorded incident", "需要本副及事件记录"),
    "M": ("needs several hands", "需要多副记录"),
    "I": ("an event at the table, known only from a recorded incident", "牌桌事件，只能由事件记录得知"),
    "I+M": ("needs recorded incidents of the whole match", "需要全场的事件记录"),
    "I (detectable in H)": (
        "the fault shows in the cards; claim and ruling must be recorded",
        "错误可从牌中看出，申诉与裁定须有记录",
    ),
    "N": ("organisation only, nothing to check", "组织事项，无需检查"),
}
"""The check classes: what a check of the parameter needs, in English and Chinese."""


class RuleError(ValueError):
    """A rule set, a parameter or a value that does not exist; says where and what would be allowed."""


@dataclass(frozen=True, slots=True)
class Section:
    """A group of parameters, as lettered in the parameter list."""

    letter: str
    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One allowed value and what it means."""

    value: str
    en: str
    zh: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One question a rule set answers."""

    name: str
    section: Section
    check: str
    type: ValueType
    en: str
    zh: str
    choices: tuple[Choice, ...]
    fill: Value
    reason: str
    """Why the fill is what it is."""
    idle: Mapping[str, tuple[str, str]]
    """Values that change nothing in a recorded hand by themselves, and why (English, Chinese)."""

    @property
    def values(self) -> tuple[str, ...]:
        """The identifiers allowed, in the order of the schema.

        >>> parameter("throw_allowed").values
        ('yes', 'only_AAK_AKK', 'no', 'only_pairs')
        """
        named = tuple(choice.value for choice in self.choices)
        return (*_ALWAYS.get(self.type, ()), *named)

    @property
    def allowed(self) -> str:
        """The allowed values in words.

        >>> parameter("tractor_max_pairs").allowed
        'a whole number, or unlimited'
        """
        names = ", ".join(self.values)
        if self.type == "int":
            return f"a whole number, or {names}" if names else "a whole number"
        return f"none, or any of {names}" if self.type in ("set", "ranks") else names

    def check_value(self, raw: object) -> Value:
        """The value as rule sets keep it; `RuleError` if it is not allowed.

        >>> parameter("must_play_levels").check_value(["A", "2"])
        ('2', 'A')
        """
        match self.type:
            case "bool" if isinstance(raw, bool):
                return raw
            case "int" if isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0:
                return raw
            case "bool" | "int" | "enum" | "rank" if isinstance(raw, str) and raw in self.values:
                return raw
            case "set" | "ranks" if isinstance(raw, list | tuple) and set(raw) <= set(self.values):
                return tuple(value for value in self.values if value in raw)
        raise RuleError(f"{self.name}: {_shown(raw)} is not allowed; allowed: {self.allowed}")

    def parse(self, text: str) -> Value:
        """The value written in a header or on a command line; sets are written with commas.

        >>> parameter("overturn_window").parse("before_kitty_taken,after_bury")
        ('before_kitty_taken', 'after_bury')
        """
        text = text.strip()
        if self.type == "bool" and text.lower() in _BOOLS:
            return _BOOLS[text.lower()]
        if self.type in ("set", "ranks"):
            return self.check_value([] if text == "none" else [part.strip() for part in text.split(",")])
        return self.check_value(int(text) if self.type == "int" and text.isdecimal() else text)

    def meaning(self, value: Value) -> tuple[str, str]:
        """What a value of this parameter means, in English and Chinese.

        >>> parameter("play_direction").meaning("ccw")[0]
        'counter-clockwise'
        """
        named = {choice.value: choice for choice in (*_BOOL_CHOICES, *self.choices)}
        parts = value if isinstance(value, tuple) else (value_text(value),)
        if not parts:
            return "none", "无"
        known = [named.get(part) or Choice(part, part, part) for part in parts]
        return "; ".join(choice.en for choice in known), "；".join(choice.zh for choice in known)


_BOOLS: Final = {"true": True, "yes": True, "false": False, "no": False}
_BOOL_CHOICES: Final = (Choice("true", "yes", "是"), Choice("false", "no", "否"))
_ALWAYS: Final[dict[str, tuple[str, ...]]] = {
    "bool": ("true", "false"),
    "rank": tuple(RANKS),
    "ranks": tuple(RANKS),
}


def value_text(value: Value) -> str:
    """The spelling of a value in a header: `Parameter.parse` reads it back.

    >>> value_text(True), value_text(25), value_text(("2", "A")), value_text(())
    ('true', '25', '2,A', 'none')
    """
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(raw: object) -> str:
    return repr(raw) if isinstance(raw, str) else str(raw).lower() if isinstance(raw, bool) else str(raw)


def read_data(name: str) -> dict[str, Any]:
    """The content of one of the TOML files of this folder."""
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def parameters() -> dict[str, Parameter]:
    """All parameters by name, in the order of the sections.

    >>> len(parameters())
    151
    """
    standard = read_data("standard.toml")
    found: dict[str, Parameter] = {}
    for letter, table in read_data("parameters.toml").items():
        section = Section(letter, table["en"], table["zh"])
        for name, data in table.items():
            if isinstance(data, dict):
                found[name] = _parameter(name, section, data, standard[name])
    return found


def _parameter(name: str, section: Section, data: dict[str, Any], standard: dict[str, Any]) -> Parameter:
    choices = tuple(Choice(value, *texts) for value, texts in data.get("values", {}).items())
    fill = standard["value"]
    return Parameter(
        name=name,
        section=section,
        check=data["check"],
        type=data["type"],
        en=data["en"],
        zh=data["zh"],
        choices=choices,
        fill=tuple(fill) if isinstance(fill, list) else fill,
        reason=standard["reason"],
        idle={value: (en, zh) for value, (en, zh) in data.get("idle", {}).items()},
    )


def parameter(name: str) -> Parameter:
    """One parameter by name; `RuleError` with the nearest name if there is none."""
    try:
        return parameters()[name]
    except KeyError:
        raise unknown_parameter(name) from None


def unknown_parameter(name: str) -> RuleError:
    """What to raise for a parameter that does not exist."""
    near = get_close_matches(name, parameters(), n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return RuleError(f"no such parameter: {name!r}{hint}")


def sections() -> tuple[Section, ...]:
    """The sections of the parameter list, in order.

    >>> "".join(section.letter for section in sections())
    'ABCDEFGHIJKLM'
    """
    return tuple(dict.fromkeys(each.section for each in parameters().values()))
