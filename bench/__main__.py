"""How fast hands are read and audited, as ratios to `str.split` in the same run.

Absolute figures of one machine say little; the columns are taken in turn, several rounds over the
same seeded hands, and the medians are compared. `./dev bench --hands 200 --rounds 5`.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

import click

from bench.simulate import random_hands
from paipu.grammar import dumps, loads
from paipu.replay import audit

Column = Callable[[], object]


def columns(hands: int) -> tuple[int, dict[str, Column]]:
    """The size of the text in bytes, and what is timed: each column handles every hand once."""
    click.echo(f"playing {hands} random hands ...", err=True)
    records = random_hands(hands, seed=2026)
    text = dumps(records)
    spaced = text.replace(" / ", "  /  ")
    assert loads(text) == records
    assert loads(spaced) == records
    assert not any(audit(record).findings for record in records)
    return len(text.encode()), {
        "str.split": lambda: [len(hand.split()) for hand in text.split("\n= ")],
        "read, canonical text": lambda: loads(text),
        "read, free spacing": lambda: loads(spaced),
        "audit": lambda: [audit(record) for record in records],
        "read and audit": lambda: [audit(record) for record in loads(text)],
        "write": lambda: dumps(records),
    }


def measure(columns: dict[str, Column], rounds: int) -> dict[str, float]:
    """Median seconds of each column, the rounds interleaved."""
    taken: dict[str, list[float]] = {name: [] for name in columns}
    for _ in range(rounds):
        for name, column in columns.items():
            gc.collect()
            start = time.perf_counter()
            column()
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


@click.command()
@click.option("--hands", default=200, show_default=True)
@click.option("--rounds", default=5, show_default=True)
def main(hands: int, rounds: int) -> None:
    """Measure reading and auditing."""
    size, timed = columns(hands)
    medians = measure(timed, rounds)
    floor = medians["str.split"]
    click.echo(f"{hands} hands, {size / hands:.0f} bytes a hand, medians of {rounds} rounds")
    click.echo(f"{'':24}{'hands/s':>12}{'MB/s':>10}{'of str.split':>14}")
    for name, seconds in medians.items():
        rate = hands / seconds
        click.echo(f"{name:24}{rate:12,.0f}{size / seconds / 1e6:10.2f}{floor / seconds:14.3%}")


if __name__ == "__main__":
    main()
