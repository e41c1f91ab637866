"""How fast hands are read and audited, as ratios to `str.split` in the same run.

Absolute figures of one machine say little; the columns are taken in turn, several rounds over the
same seeded hands, and the medians are compared. `./dev bench --hands 200 --rounds 5`. What needs a
browser has a name: `./dev bench steps`, `./dev bench lighthouse`.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

import click

from bench.lighthouse import lighthouse
from bench.simulate import random_hands
from bench.steps import steps
from paipu.grammar import dumps, loads
from paipu.grammar.cards import parse_cards
from paipu.replay import audit, order_for, shapes, splits, wide
from paipu.replay.follow import follow_breach
from paipu.replay.rules import load_rules

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


WORST = {
    2: (
        ("S778899TTJJQQ", "S33445566778899TTJJQQKKAA"),
        ("S5577889TTJJ", "S33445566778899TTJJQQKKAA"),
        ("S33445577889", "S33445566778899TTJJQQKKAA"),
        ("S778899TTJJQQ", "S334466889TTJQQKKA"),
    ),
    3: (
        ("S333444555666", "S777888999TTTJJJQQQKKKAAA3"),
        ("S333444555666", "S7788899TTTJQQQKKAAA33445"),
        ("S33344455599", "S777888TTTQQQKKKAA666JJ9"),
        ("S3888999JJKKK", "S33455667TTTJQQA"),
    ),
}
"""Leads and hands that take longest, by decks: up to 25 cards of the led suit, all in sets, long tractors
and throws (the level rank 2 is left out)."""


def worst_plays(spec: str, decks: int) -> list[float]:
    """Milliseconds to judge a follow to each of the worst leads and explain it, nothing remembered."""
    order = order_for(load_rules(f"{spec}; deck_count={decks}"), "S", "2")
    taken = []
    for lead, hand in (tuple(map(parse_cards, texts)) for texts in WORST[min(decks, 3)]):
        play = hand[:: len(hand) // len(lead)][: len(lead)]
        spans = []
        for _ in range(50):
            forget()
            start = time.perf_counter()
            follow_breach(lead, hand, play, order)
            spans.append(time.perf_counter() - start)
        taken.append(statistics.median(spans) * 1000)
    return taken


def forget() -> None:
    """Empty every cache of the modules that judge a play."""
    for module in (shapes, wide, splits):
        for found in vars(module).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()


@click.group(invoke_without_command=True)
@click.option("--hands", default=200, show_default=True)
@click.option("--rounds", default=5, show_default=True)
@click.pass_context
def main(context: click.Context, hands: int, rounds: int) -> None:
    """Measure reading and auditing; what needs a browser is run by its name."""
    if context.invoked_subcommand is None:
        read_and_audit(hands, rounds)


main.add_command(steps)
main.add_command(lighthouse)


def read_and_audit(hands: int, rounds: int) -> None:
    size, timed = columns(hands)
    medians = measure(timed, rounds)
    floor = medians["str.split"]
    click.echo(f"{hands} hands, {size / hands:.0f} bytes a hand, medians of {rounds} rounds")
    click.echo(f"{'':24}{'hands/s':>12}{'MB/s':>10}{'of str.split':>14}")
    for name, seconds in medians.items():
        rate = hands / seconds
        click.echo(f"{name:24}{rate:12,.0f}{size / seconds / 1e6:10.2f}{floor / seconds:14.3%}")
    click.echo("\nlegality of one play, with explanation, at the worst hands (ms)")
    for decks in (2, 3, 4):
        for spec in ("standard", "rbtying"):
            spans = "".join(f"{span:10.2f}" for span in worst_plays(spec, decks))
            click.echo(f"{spec + f', {decks} decks':24}{spans}")


if __name__ == "__main__":
    main()
