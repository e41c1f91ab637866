"""`python -m tests.oracle`: compare engine and oracle on many constructed positions."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from .compare import SUBJECTS, compare
from .counts import write_counts
from .generate import mixed


def main() -> int:
    """Run the comparison; 1 at the first disagreement, or at the end with --all."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--decks", type=int, default=0, choices=(1, 2, 3, 4), help="only so many decks")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same positions")
    parser.add_argument(
        "--all", action="store_true", help="go on; print the shortest of each kind at the end"
    )
    parser.add_argument("--write-counts", action="store_true", help="write tests/data/legal_counts.txt anew")
    options = parser.parse_args()
    if options.write_counts:
        print(f"{write_counts()} positions written")
        return 0
    decks = (options.decks,) if options.decks else (2, 2, 2, 2, 1, 3, 3, 4)
    return _run(options.positions, options.seed, options.all, decks)


def _run(number: int, seed: int, go_on: bool, decks: tuple[int, ...]) -> int:
    start, seen = time.monotonic(), Counter[str]()
    differ: Counter[tuple[str, str]] = Counter()
    shortest: dict[tuple[str, str], str] = {}
    for at, position in enumerate(mixed(number, seed, decks), 1):
        seen[position.spec] += 1
        for found in compare(position):
            text = f"position {at} of seed {seed}: {found}"
            if not go_on:
                print(text)
                return 1
            key = (position.spec, found.subject)
            differ[key] += 1
            shortest[key] = min(shortest.get(key, text), text, key=len)
        if at % 1000 == 0 or at == number:
            speed = at / (time.monotonic() - start)
            print(f"{at} positions, {speed:.0f}/s, {sum(differ.values())} disagreements", flush=True)
    _report(seen, differ)
    for text in shortest.values():
        print(f"\n{text}")
    return 1 if differ else 0


def _report(seen: Counter[str], differ: Counter[tuple[str, str]]) -> None:
    """The figures by rule set."""
    for spec, number in seen.items():
        counts = ", ".join(
            f"{subject} {differ[spec, subject]}" for subject in SUBJECTS if differ[spec, subject]
        )
        print(f"{spec:88} {number:7}  {counts or 'agree'}")
    print(f"{'all':88} {sum(seen.values()):7}  {sum(differ.values())} disagreements")


if __name__ == "__main__":
    sys.exit(main())
