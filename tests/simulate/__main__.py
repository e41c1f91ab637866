"""Simulated matches and planted faults, as many as wanted: `./dev simulate --matches 20`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

import click

from paipu.grammar import dumps

from .catalogue import FAULTS, verdict
from .clean import findings_of
from .match import play_match, rule_sets


@click.command()
@click.option("--matches", default=5, show_default=True, help="Matches under each rule set.")
@click.option("--seed", default=1, show_default=True, help="The same seed, the same matches.")
@click.option("--rules", "only", multiple=True, help="A rule set; all of them if not given.")
@click.option("--hands", default=200, show_default=True, help="Hands after which the time of a match is up.")
@click.option("--faults", default=0, help="Also plant each fault so many times under each of its rule sets.")
@click.option("--write", is_flag=True, help="Print the SJN of the matches instead.")
def main(matches: int, seed: int, only: tuple[str, ...], hands: int, faults: int, write: bool) -> None:
    """Audit whole matches at random: any finding is a false accusation, or a fault of the simulator."""
    chosen = only or rule_sets()
    if write:
        for rules in chosen:
            for number in range(seed, seed + matches):
                click.echo(dumps(play_match(rules, str(number), hands=hands).records))
        return
    wrong = 0
    for rules in chosen:
        for line in _matches(rules, matches, seed, hands):
            wrong += line.startswith("  ")
            click.echo(line)
    for line in _faults(faults, seed, only):
        wrong += line.startswith("  ")
        click.echo(line)
    sys.exit(1 if wrong else 0)


def _matches(rules: str, matches: int, seed: int, hands: int) -> Iterator[str]:
    """A line for the rule set, and one for each finding."""
    start, played, won = time.monotonic(), 0, 0
    for number in range(seed, seed + matches):
        match = play_match(rules, str(number), hands=hands)
        played += len(match.records)
        won += match.won
        for hand, finding in findings_of(match):
            place = f"{finding.element or ''} {finding.parameter or ''}"
            yield f"  seed {number} hand {hand}: {finding.severity} {finding.code} {place}: {finding.message}"
    speed = played / max(time.monotonic() - start, 0.001)
    yield f"{rules:28} {matches} matches, {won} won, {played} hands, {speed:.0f}/s"


def _faults(times: int, seed: int, only: tuple[str, ...]) -> Iterator[str]:
    for fault in FAULTS if times else ():
        for rules in fault.rules:
            if only and rules not in only:
                continue
            hits = 0
            for number in range(seed, seed + 400 * times):
                planted = fault.plant(rules, Random(f"{fault.name}/{number}"))
                if planted is None:
                    continue
                hits += 1
                problem = verdict(fault, planted)
                if problem:
                    yield f"  {fault.name}, {rules}, seed {number}: {problem}"
                if hits == times:
                    break
            else:
                yield f"  {fault.name}, {rules}: only {hits} occasions"
    if times:
        yield f"{len(FAULTS)} kinds of fault planted"


if __name__ == "__main__":
    main()
