"""tests/data/legal_counts.txt: positions with the number of their legal follows, as the oracle counts.

Owns the form of that file. The engine is tested against it without the oracle running.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from paipu.grammar.cards import Cards, Rank, Trump, parse_cards

from . import verdicts
from .generate import ladder_for, mixed, spell

__all__ = ["FILE", "Count", "read_counts", "write_counts"]

FILE: Final = Path(__file__).parents[1] / "data" / "legal_counts.txt"
_NUMBER: Final = 400
_DECKS: Final = (2, 2, 1, 3, 4)
_SEED: Final = 4108
_HEAD: Final = """\
# The number of legal follows in constructed positions, counted by tests/oracle (all subsets of the hand).
# Written by `python -m tests.oracle --write-counts`. Fields, between tabs:
# rule set, trump, level, lead, hand of the follower, number of different legal follows
"""


@dataclass(frozen=True)
class Count:
    """One line of the file."""

    spec: str
    trump: Trump
    level: Rank
    lead: Cards
    hand: Cards
    number: int


def read_counts() -> list[Count]:
    """The lines of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [_count(line) for line in lines if line and not line.startswith("#")]


def _count(line: str) -> Count:
    spec, trump, level, lead, hand, number = line.split("\t")
    return Count(
        spec, cast(Trump, trump), cast(Rank, level), parse_cards(lead), parse_cards(hand), int(number)
    )


def write_counts() -> int:
    """Write the file anew; how many positions it holds."""
    lines = list(_lines())
    FILE.write_text(_HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def _lines() -> Iterator[str]:
    written = 0
    for position in mixed(100 * _NUMBER, _SEED, _DECKS):
        if written == _NUMBER:
            return
        if len(position.lead) < 2:
            continue
        ladder = ladder_for(position.spec, position.trump, position.level)
        number = len(verdicts.legal_follows(position.lead, position.hands[1], ladder))
        if number > 1:
            written += 1
            fields = (
                position.spec,
                position.trump,
                position.level,
                spell(position.lead),
                spell(position.hands[1]),
                str(number),
            )
            yield "\t".join(fields)
