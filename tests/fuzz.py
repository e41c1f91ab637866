"""Random damage to real and generated hands, for as long as wanted: `./dev fuzz --seconds 600`.

Each input is read, written, audited and laid out for the page. Nothing may raise or hang, every line
of the text must be in a record's source, and what is written must read back the same. A failing
input is printed with its seed; `--seed N --count 1` repeats it.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from random import Random

import click

from bench.simulate import random_hand
from paipu.grammar import canonical, dumps, loads
from paipu.records.formats import import_bytes
from paipu.records.sample_games import samples
from paipu.replay import audit, timeline
from paipu.replay.rules import load_rules, rule_ids

from .replay.test_hostile import mutate

TOO_LONG = 20.0
"""Seconds for one input, on a busy machine."""


def material(random: Random) -> str:
    """A sample file, or one to three random hands under some rule set."""
    if random.random() < 0.3:
        return random.choice([data.decode() for _, data in samples()])
    rules = load_rules(random.choice(rule_ids()))
    return dumps([random_hand(random, rules) for _ in range(random.randint(1, 3))])


def check(text: str) -> None:
    """Everything that may be done with a text, with what must hold."""
    start = time.monotonic()
    records = loads(text)
    kept = "\n".join(record.source for record in records)
    lost = [line for line in text.splitlines() if line.strip() and line.strip() not in kept]
    assert not lost, f"lines lost: {lost[:3]}"
    for record in records:
        done = audit(record)
        page = timeline(done)
        places = {finding["element"] for finding in page["findings"] if "element" in finding}
        assert places <= {step["at"] for step in page["steps"]}, places
        if not any(finding.loses_data or finding.severity == "error" for finding in record.findings):
            assert loads(dumps([record])) == [canonical(record)], "written and read back differently"
    import_bytes(text.encode("utf-8", "surrogatepass"))
    assert time.monotonic() - start < TOO_LONG, "too slow"


def seeds(first: int, count: int | None, seconds: float) -> Iterator[int]:
    end = time.monotonic() + seconds
    seed = first
    while (count is None and time.monotonic() < end) or (count is not None and seed < first + count):
        yield seed
        seed += 1


@click.command()
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--seed", "first", default=1, show_default=True)
@click.option("--count", type=int, help="So many inputs instead of a time.")
def main(seconds: float, first: int, count: int | None) -> None:
    """Damage hands at random and see that nothing breaks."""
    done, failed = 0, 0
    tell: Callable[[str], None] = click.echo
    for seed in seeds(first, count, seconds):
        random = Random(seed)
        text = mutate(material(random), random)
        try:
            check(text)
        except Exception:
            failed += 1
            tell(f"seed {seed}\n{text}\n{traceback.format_exc()}")
        done += 1
        if done % 100 == 0:
            tell(f"{done} inputs, {failed} failed")
    tell(f"{done} inputs, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
