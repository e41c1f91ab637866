"""A hand judged by another rule set: what the page says of the difference.

Owns the step from a comparison to what the template prints, differences of one cause together. Must
not know HTML, nor how causes are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext, pgettext

from paipu.replay import Comparison
from paipu.replay.compare import Cause, Change, CountChange
from paipu.replay.rules import RuleSet, parameter

from .rulebook import comparison_ids, value_words

__all__ = ["Ground", "Group", "Item", "Told", "told"]


@dataclass(frozen=True, slots=True)
class Ground:
    """A parameter with its value in both sets, each text in English and Chinese."""

    name: str
    asks: tuple[str, str]
    before: tuple[str, str]
    after: tuple[str, str]
    statuses: tuple[str, str]
    href: str

    @property
    def same_value(self) -> bool:
        """Whether only its standing is another one."""
        return self.before == self.after


@dataclass(frozen=True, slots=True)
class Item:
    """One difference: a finding (as JSON object) or a figure of the score."""

    kind: str
    finding: Mapping[str, Any] | None = None
    severity_before: str = ""
    figure: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The differences of one cause."""

    grounds: tuple[Ground, ...]
    together: bool
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """All differences of a hand, and one line that counts them."""

    first: RuleSet
    second: RuleSet
    summary: str
    groups: tuple[Group, ...]


def told(found: Comparison) -> Told:
    """What a page says of a comparison, in the language of the request."""
    by_cause: dict[Cause, list[Item]] = {}
    for cause, item in _items(found):
        by_cause.setdefault(cause, []).append(item)
    groups = (
        Group(tuple(_grounds(cause, found)), bool(cause.together), tuple(items))
        for cause, items in by_cause.items()
    )
    return Told(found.first.rules, found.second.rules, _summary(found), tuple(groups))


def _summary(found: Comparison) -> str:
    kinds = [change.kind for change in found.changes]
    more, fewer = kinds.count("appears"), kinds.count("vanishes")
    otherwise = len(kinds) - more - fewer
    parts = (
        more and ngettext("%(num)s finding more", "%(num)s findings more", more),
        fewer and ngettext("%(num)s finding fewer", "%(num)s findings fewer", fewer),
        otherwise and ngettext("%(num)s finding otherwise", "%(num)s findings otherwise", otherwise),
        found.counts and _("another count"),
    )
    comma: str = pgettext("between clauses", ", ")
    return comma.join(str(part) for part in parts if part) or str(_("no difference"))


def _items(found: Comparison) -> Iterator[tuple[Cause, Item]]:
    for change in found.changes:
        yield change.cause, _finding_item(change)
    for figure in found.counts:
        yield figure.cause, _figure_item(figure)


def _finding_item(change: Change) -> Item:
    before = change.before.severity if change.before and change.kind == "weight" else ""
    return Item(change.kind, finding=change.finding.to_dict(), severity_before=before)


def _figure_item(change: CountChange) -> Item:
    before, after = _shown(change.before), _shown(change.after)
    return Item("figure", figure=(_figures().get(change.name, change.name), before, after))


def _figures() -> dict[str, str]:
    return {
        "attackers": _("Attackers' points"),
        "kitty_points": _("Points of the kitty"),
        "kitty_multiplier": _("Multiplier of the kitty"),
        "penalty_points": _("Of these, penalties"),
        "dealer_next": _("Next dealer"),
        "gain": _("Levels gained"),
        "levels": _("Levels"),
        "over": _("Game won"),
    }


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{side} {level}".replace("T", "10") for side, level in value.items())
    if isinstance(value, bool):
        return str(_("yes"))
    return "–" if value is None else str(value)


def _grounds(cause: Cause, found: Comparison) -> Iterator[Ground]:
    first, second = found.first.rules, found.second.rules
    for name in cause.parameters:
        about, was, now = parameter(name), first.entry(name), second.entry(name)
        if was.value != now.value:
            href = url_for("rulebook.compare", ids=comparison_ids((first, second)), _anchor=name)
        else:
            href = url_for("rulebook.sheet", rule_id=second, _anchor=name)
        yield Ground(
            name,
            (about.en, about.zh),
            value_words(about, was),
            value_words(about, now),
            (was.standing, now.standing),
            href,
        )
