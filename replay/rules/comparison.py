"""Rule sets beside each other: the parameters on which they differ.

Owns that selection. Must not know what a value does in play, nor how a comparison is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .ruleset import Entry, RuleSet
from .schema import Parameter, Section, parameters

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter that has not the same value everywhere: its entry in each set, in their order."""

    parameter: Parameter
    entries: tuple[Entry, ...]

    @property
    def section(self) -> Section:
        return self.parameter.section


def differences(sets: Sequence[RuleSet], *, section: str | None = None) -> tuple[Difference, ...]:
    """The parameters whose values differ, in the order of the schema; of one section if it is named.

    Clauses and statuses do not count: every sheet has its own.

    >>> from paipu.replay.rules import load_rules
    >>> sets = [load_rules("standard"), load_rules("standard; throw_allowed=no; hand_size=12")]
    >>> [(each.parameter.name, each.entries[1].value) for each in differences(sets)]
    [('hand_size', 12), ('throw_allowed', 'no')]
    >>> [each.parameter.name for each in differences(sets, section="G")]
    ['throw_allowed']
    """
    rows = (
        Difference(about, tuple(each.entry(name) for each in sets))
        for name, about in parameters().items()
        if section in (None, about.section.letter)
    )
    return tuple(row for row in rows if any(entry.value != row.entries[0].value for entry in row.entries[1:]))
