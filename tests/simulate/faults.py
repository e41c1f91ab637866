"""Faults planted in otherwise clean hands, each with the one finding it must give.

Owns the form of the catalogue: a name, the finding, the rule sets under which it accuses, and a
function that makes the hand. How a fault is planted says nothing of how it is found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from paipu.grammar.cards import Seat
from paipu.grammar.findings import Severity
from paipu.grammar.model import Record

__all__ = ["Catalogue", "Fault", "Plant", "Planted"]


class Planted:
    """Hands with a fault in them, and where the finding must be (None: not looked at).

    `hand` counts from 1 in `records`.
    """

    def __init__(
        self,
        *records: Record,
        seat: Seat | None = None,
        trick: int | None = None,
        element: str | None = None,
        hand: int = 1,
    ) -> None:
        self.records = records
        self.seat, self.trick, self.element, self.hand = seat, trick, element, hand


Plant = Callable[[str, Random], Planted | None]
"""Makes a hand under a rule set; None where the cards gave no occasion for the fault."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault under some rule sets."""

    name: str
    code: str
    rules: tuple[str, ...]
    plant: Plant
    severity: Severity = "error"


class Catalogue(list[Fault]):
    """Faults in the order in which they are written down."""

    def add(
        self, name: str, code: str, *rules: str, severity: Severity = "error"
    ) -> Callable[[Plant], Plant]:
        """Put the function below into the catalogue."""

        def keep(plant: Plant) -> Plant:
            self.append(Fault(name, code, rules, plant, severity))
            return plant

        return keep
