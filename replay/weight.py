"""What a finding may weigh: an error accuses, a note only shows (design.md, Weight).

Owns the one rule by which severity follows from the values a finding rests on. A value that may
not accuse makes a note, unless what was done is forbidden under every other value it could have.
Ladder parameters are tried as well, since a tractor rests on them without naming them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from paipu.replay.rules import Entry, RuleSet, Value, parameter

from .grounds import PATTERNS

__all__ = ["Breaks", "Weighed", "unsure", "weigh"]

Breaks = Callable[[RuleSet], bool]
"""Whether the play still breaks the rule under other rules."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A severity and the entry to show for it: the weakest value, else the first named."""

    severity: Literal["error", "note"]
    entry: Entry | None

    @property
    def readings(self) -> tuple[str, ...]:
        return self.entry.texts if self.entry and self.severity == "note" else ()

    @property
    def readings_zh(self) -> tuple[str, ...]:
        return self.entry.texts_zh if self.entry and self.severity == "note" else ()


def weigh(names: tuple[str, ...], rules: RuleSet, breaks: Breaks | None = None) -> Weighed:
    """Weigh a finding that rests on the parameters `names`.

    `breaks` asks again under other rules; without it an unsure value always makes a note.

    >>> from paipu.replay.rules import load_rules
    >>> weigh(("follow_pair",), load_rules("hbut_2013")).severity
    'error'
    >>> weigh(("follow_throw",), load_rules("hbut_2013")).severity
    'note'
    """
    weak = unsure(names, rules, breaks)
    if weak:
        return Weighed("note", weak[0])
    return Weighed("error", rules.entry(names[0]) if names else None)


def unsure(
    names: tuple[str, ...], rules: RuleSet, breaks: Breaks | None = None, *, patterns: bool = True
) -> tuple[Entry, ...]:
    """The entries that keep an answer resting on `names` from being certain, ladder ones last.

    `patterns` says whether the answer depends on which cards form a pattern.
    """
    weak = [entry for entry in map(rules.entry, dict.fromkeys(names)) if not _holds(entry, rules, breaks)]
    if breaks is not None and patterns:
        weak += [e for e in map(rules.entry, PATTERNS) if e not in weak and not _holds(e, rules, breaks)]
    return tuple(weak)


_NO_CHOICE = frozenset({"tractor_non_examples", "side_level_cards_equal"})
"""Where no clause speaks there is nothing to choose: what a sheet calls no tractor matters only if the sheet
itself can be read in two ways, and level cards of the side suits have no other order."""


def _holds(entry: Entry, rules: RuleSet, breaks: Breaks | None) -> bool:
    """Whether an answer may rest on a value: it is firm, or no other value would change the answer."""
    others = _others(entry)
    if breaks is None or not others:
        return entry.may_accuse or entry.name in _NO_CHOICE
    return all(breaks(rules.replaced(entry.name, value)) for value in others)


def _others(entry: Entry) -> list[Value]:
    """The other readings of a value; of one that no clause states, whatever else it could be."""
    if entry.readings:
        return [reading.value for reading in entry.readings if reading.value != entry.value]
    if entry.may_accuse or entry.name in _NO_CHOICE:
        return []
    about = parameter(entry.name)
    return [value for value in map(about.parse, about.values) if value != entry.value]
