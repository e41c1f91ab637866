"""Rule sets as values: what each parameter is, what it stands on, and whether it may accuse.

Owns `RuleSet`, `Entry` and the weight of a status. Must not know how sheets are written
(`sheets.py` reads them) nor what a value does in play: the engines ask for parameters and never
for a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeVar

from paipu.grammar.findings import Status

from .schema import BASICS, RuleError, Value, parameter, unknown_parameter, value_text

__all__ = ["Certainty", "Entry", "EntryStatus", "Reading", "RuleSet", "Weight"]

T = TypeVar("T")
EntryStatus = Literal["stated", "restored", "ambiguous", "inferred", "filled"]
Certainty = Literal["certain", "high", "medium", "low"]

# From the firmest to the weakest; a note should name the value with other readings first.
_FIRMNESS: Final = ("stated", "restored", "basic", "filled", "inferred", "ambiguous")


NOT_PLAYED: Final = frozenset({("tractor_trump_with_side", True), ("side_level_cards_equal", False)})
"""Values the vocabulary has for completeness: a lead is of one suit, and no sheet gives level cards of the
side suits an order."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way of reading an unclear clause: a value that may be selected, and why it is one."""

    value: Value
    en: str
    zh: str

    def __str__(self) -> str:
        return f"{value_text(self.value)}: {self.en}"

    @property
    def text_zh(self) -> str:
        """The same sentence in Chinese."""
        return f"{value_text(self.value)}：{self.zh}"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of a reading."""
        return {"value": self.value, "en": self.en, "zh": self.zh}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The value of one parameter in one rule set, and what it stands on."""

    name: str
    value: Value
    status: EntryStatus
    clause: str | None = None
    """Clause numbers of the sheet, `"judge"` or the like in a profile, `"header"` if overridden."""
    line: str | None = None
    certainty: Certainty | None = None
    """How sure a restored value is."""
    readings: tuple[Reading, ...] = ()
    """The readings of an ambiguous value, the recommended one among them. Readings of a stated or
    inferred value concern a part of it only, as its note says."""
    note: str | None = None

    @property
    def standing(self) -> Status:
        """The status as findings show it: a fill of the game's basics is `basic`.

        A sheet that leaves another reading of a basic open has not taken it for granted.

        >>> from paipu.replay.rules import load_rules
        >>> load_rules("hbut_2013").entry("follow_pair").standing
        'basic'
        """
        silent = self.status in ("filled", "inferred")
        silent = silent and all(reading.value == self.value for reading in self.readings)
        if silent and self.name in BASICS and self.value == parameter(self.name).fill:
            return "basic"
        return self.status

    @property
    def may_accuse(self) -> bool:
        """Whether an error may rest on this value."""
        standing = self.standing
        return standing in ("stated", "basic") or (
            standing == "restored" and self.certainty in ("certain", "high")
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `paipu rules show`; keys that do not apply are left out."""
        found: dict[str, Any] = {
            "name": self.name,
            "section": parameter(self.name).section.letter,
            "check": parameter(self.name).check,
            "value": self.value,
            "clause": self.clause,
            "line": self.line,
            "status": self.status,
            "standing": self.standing,
            "certainty": self.certainty,
            "may_accuse": self.may_accuse,
            "readings": [reading.to_dict() for reading in self.readings] or None,
            "note": self.note,
        }
        return {key: value for key, value in found.items() if value is not None}

    @property
    def texts(self) -> tuple[str, ...]:
        """The readings as sentences, for findings."""
        return tuple(str(reading) for reading in self.readings)

    @property
    def texts_zh(self) -> tuple[str, ...]:
        """The readings as sentences in Chinese."""
        return tuple(reading.text_zh for reading in self.readings)


@dataclass(frozen=True, slots=True)
class Weight:
    """What a finding weighs that rests on several values, and the weakest of them."""

    severity: Literal["error", "note"]
    weakest: Entry


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A complete set of rules: every parameter has a value.

    Two rule sets are equal if sheet and overrides are. `str()` is the spec that loads it.

    >>> from paipu.replay.rules import load_rules
    >>> rules = load_rules("hbut_2013; throw_allowed=yes")
    >>> rules["throw_allowed"], rules["hand_size"], str(rules)
    ('yes', 25, 'hbut_2013; throw_allowed=yes')
    """

    id: str
    overrides: tuple[tuple[str, Value], ...]
    title: str = field(compare=False)
    title_zh: str = field(compare=False)
    kind: str = field(compare=False)
    """`sheet`, `platform` or `standard`."""
    source: str = field(compare=False, repr=False)
    aliases: tuple[str, ...] = field(compare=False, repr=False)
    _entries: dict[str, Entry] = field(compare=False, repr=False)
    _values: dict[str, Value] = field(compare=False, repr=False)
    adopted: tuple[Entry, ...] = field(default=(), repr=False)
    """Entries taken over whole from another set; they tell this set from one with the same overrides."""

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            raise unknown_parameter(name) from None

    def number(self, name: str) -> int:
        """The value of a parameter that is a number here; `TypeError` if it is not."""
        return _typed(name, self[name], int)

    def flag(self, name: str) -> bool:
        """The value of a parameter that is yes or no here; `TypeError` if it is not."""
        return _typed(name, self[name], bool)

    def word(self, name: str) -> str:
        """The value of a parameter that is one identifier here; `TypeError` if it is not."""
        return _typed(name, self[name], str)

    def words(self, name: str) -> tuple[str, ...]:
        """The value of a parameter that is a set; `TypeError` if it is not.

        >>> from paipu.replay.rules import load_rules
        >>> load_rules("hbut_2013").words("overturn_window")
        ('before_kitty_taken', 'after_bury')
        """
        return _typed(name, self[name], tuple)

    @property
    def has_clauses(self) -> bool:
        """Whether clauses are places in a document; in a platform's set they are its one word for all."""
        return self.kind == "sheet"

    def __str__(self) -> str:
        return "; ".join((self.id, *(f"{name}={value_text(value)}" for name, value in self.overrides)))

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `paipu rules show`."""
        return {
            "id": self.id,
            "spec": str(self),
            "title": self.title,
            "title_zh": self.title_zh,
            "kind": self.kind,
            "source": self.source,
            "aliases": list(self.aliases),
            "parameters": [entry.to_dict() for entry in self.entries],
        }

    def entry(self, name: str) -> Entry:
        """The value of a parameter with clause and status."""
        try:
            return self._entries[name]
        except KeyError:
            raise unknown_parameter(name) from None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in the order of the schema."""
        return tuple(self._entries.values())

    def readings(self, name: str) -> tuple[Value, ...]:
        """The values a parameter may have under some reading, the recommended one first.

        >>> from paipu.replay.rules import load_rules
        >>> load_rules("hbut_2013").readings("kitty_mult_triple")
        ('no_capture', 'as_single')
        """
        entry = self.entry(name)
        return tuple(dict.fromkeys((entry.value, *(reading.value for reading in entry.readings))))

    def may_accuse(self, name: str) -> bool:
        """Whether an error may rest on the value of this parameter."""
        return self.entry(name).may_accuse

    def weight(self, name: str, *names: str) -> Weight:
        """What a finding weighs that needs all these values: that of the weakest.

        >>> from paipu.replay.rules import load_rules
        >>> weight = load_rules("hbut_2013").weight("follow_pair", "tractor_skip_level_rank")
        >>> weight.severity, weight.weakest.name
        ('note', 'tractor_skip_level_rank')
        """
        weakest = max((self.entry(each) for each in (name, *names)), key=_softness)
        return Weight("error" if weakest.may_accuse else "note", weakest)

    def replaced(self, name: str, value: Value) -> RuleSet:
        """These rules with one value overridden, as a header may do; it counts as stated.

        >>> from paipu.replay.rules import load_rules
        >>> str(load_rules("standard").replaced("follow_longer_tractor", "shorter_required"))
        'standard; follow_longer_tractor=shorter_required'
        """
        value = parameter(name).check_value(value)
        if (name, value) in NOT_PLAYED:
            raise RuleError(f"{name}={value_text(value)} is in no sheet and cannot be played")
        kept = tuple(each for each in self.overrides if each[0] != name)
        entries = {**self._entries, name: Entry(name=name, value=value, status="stated", clause="header")}
        return replace(
            self,
            overrides=(*kept, (name, value)),
            _entries=entries,
            _values={**self._values, name: value},
        )

    def adopting(self, other: RuleSet, names: Iterable[str]) -> RuleSet:
        """These rules with some entries of another set: value, clause and status.

        >>> from paipu.replay.rules import load_rules
        >>> mixed = load_rules("standard").adopting(load_rules("hbut_2013"), ["throw_allowed"])
        >>> str(mixed), mixed.entry("throw_allowed").clause
        ('standard; throw_allowed=only_AAK_AKK', '二(二)')
        """
        entries = {name: other.entry(name) for name in names}
        kept = tuple(each for each in self.overrides if each[0] not in entries)
        values = {name: entry.value for name, entry in entries.items()}
        return replace(
            self,
            overrides=(*kept, *values.items()),
            adopted=(*self.adopted, *entries.values()),
            _entries={**self._entries, **entries},
            _values={**self._values, **values},
        )


def _typed(name: str, value: Value, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {value_text(value)} here, not of type {kind.__name__}")
    return value


def _softness(entry: Entry) -> tuple[bool, int]:
    return (not entry.may_accuse, _FIRMNESS.index(entry.standing))
