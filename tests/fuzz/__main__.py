"""`./dev fuzz`: damage hands and see that nothing breaks.

Three ways: random edits of real and generated hands (`--edits 100000`, or `--seconds`), hostile texts of
a megabyte (`--hostile`), and inputs that grow by the code they reach (`--coverage`). A failing input is
shortened, printed, and kept in `build/fuzz/`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import click

from .edits import Input, nth_input
from .failures import fails_like, kind_of
from .hostile import PATIENCE, SHAPES, growth, seconds_beyond
from .properties import Cost, check
from .shrink import shortest

FOUND: Final = Path("build/fuzz")
THOROUGH_EVERY: Final = 10
"""One input in so many is also audited, laid out and indexed, which takes longer than reading it."""


@click.command(help=__doc__)
@click.option("--edits", type=int, help="So many edits, a few an input.")
@click.option("--seconds", default=60.0, show_default=True, help="Else as many as there is time for.")
@click.option("--seed", default=1, show_default=True, help="The same seed, the same inputs.")
@click.option("--first", default=1, show_default=True, help="Begin with the input of this number.")
@click.option("--hostile", is_flag=True, help="Hostile texts of a megabyte instead.")
@click.option("--coverage", is_flag=True, help="Let atheris choose the inputs, by the code they reach.")
def main(edits: int | None, seconds: float, seed: int, first: int, hostile: bool, coverage: bool) -> None:
    """Choose the way; the exit code is 1 if anything failed."""
    if coverage:
        from .coverage import run

        sys.exit(run(seconds, seed, FOUND))
    sys.exit(hostile_texts() if hostile else random_edits(edits, seconds, seed, first))


def hostile_texts() -> int:
    """Each shape at a megabyte of hands, against a quarter of a hand; and as one hand of a megabyte."""
    failed: list[str] = []
    for number, name in enumerate(SHAPES, 1):
        small, large = growth(name)
        linear = small.seconds * large.characters / small.characters
        said = (
            f"{large.characters / 1e6:.1f} MB {large.seconds:6.2f} s, {large.seconds / linear:4.1f} of linear"
        )
        slow = not large.is_linear_to(small)
        if name.endswith("head"):  # beyond the limit the place makes no difference
            beyond = seconds_beyond(name)
            said += f", beyond the limit {beyond:5.2f} s"
            slow = slow or beyond > PATIENCE
        if slow:
            failed.append(name)
        click.echo(f"{number:3}/{len(SHAPES)} {name:44} {said}{'  FAILED' if slow else ''}")
    click.echo(f"{len(SHAPES)} shapes, {len(failed)} failed{': ' if failed else ''}{'; '.join(failed)}")
    return 1 if failed else 0


def random_edits(edits: int | None, seconds: float, seed: int, first: int) -> int:
    """Inputs one by one, with a line about how it goes now and then."""
    start = told = time.monotonic()
    number, made, failures = first, 0, dict[str, str]()
    slowest, slow_number = Cost(0.0, 1), first
    while made < edits if edits is not None else time.monotonic() - start < seconds:
        given = nth_input(seed, number)
        made += given.edits
        try:
            cost = check(given.data, thorough=number % THOROUGH_EVERY == 0)
            if cost.rate > slowest.rate:
                slowest, slow_number = cost, number
        except Exception as error:
            _keep(seed, number, given, error, failures)
        number += 1
        if time.monotonic() - told > 10:
            told = time.monotonic()
            click.echo(_progress(number - first, made, edits, told - start, failures))
    click.echo(_progress(number - first, made, edits, time.monotonic() - start, failures))
    click.echo(
        f"slowest for its size: input {slow_number}, {slowest.seconds * 1000:.0f} ms "
        f"for {slowest.characters} characters"
    )
    return 1 if failures else 0


def _progress(inputs: int, made: int, of: int | None, took: float, failures: dict[str, str]) -> str:
    total = f" of {of}" if of is not None else ""
    return f"{made}{total} edits, {inputs} inputs, {inputs / took:.0f}/s, {len(failures)} kinds of failure"


def _keep(seed: int, number: int, given: Input, error: Exception, failures: dict[str, str]) -> None:
    """Print and store the first input of a kind of failure; only count the others."""
    kind = kind_of(error)
    if kind in failures:
        return
    data = shortest(given.data, lambda less: fails_like(less, kind))
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"edits-{seed}-{number}.sjn"
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    failures[kind] = str(path)
    click.echo(f"\ninput {number} of seed {seed} fails: {kind}\nkept in {path}:\n{data!r}\n")


if __name__ == "__main__":
    main()
