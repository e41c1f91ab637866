"""`python -m tests.oracle`: compare engine and oracle on many constructed positions."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from .compare import SUBJECTS, compare, is_open
from .counts import write_counts
from .generate import positions


def main() -> int:
    """Run the comparison; 1 at the first disagreement, or at the end with --all.

    Known disagreements (`compare.OPEN`) are counted, and neither stop the run nor make it fail.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same positions")
    parser.add_argument(
        "--all", action="store_true", help="go on; print the shortest of each kind at the end"
    )
    parser.add_argument("--write-counts", action="store_true", help="write tests/data/legal_counts.txt anew")
    options = parser.parse_args()
    if options.write_counts:
        print(f"{write_counts()} positions written")
        return 0
    return _run(options.positions, options.seed, options.all)


def _run(number: int, seed: int, go_on: bool) -> int:
    start, seen, fresh = time.monotonic(), Counter[str](), 0
    differ: Counter[tuple[str, str]] = Counter()
    shortest: dict[tuple[str, str], str] = {}
    for at, position in enumerate(positions(number, seed), 1):
        seen[position.spec] += 1
        for found in compare(position):
            known = is_open(found)
            fresh += not known
            text = f"position {at} of seed {seed}: {'known' if known else 'NEW'} {found}"
            if not known and not go_on:
                print(f"\n{text}")
                return 1
            key = (position.spec, f"{found.subject} ({'known' if known else 'NEW'})")
            differ[key] += 1
            shortest[key] = min(shortest.get(key, text), text, key=len)
        if at % 1000 == 0 or at == number:
            speed = at / (time.monotonic() - start)
            print(f"{at} positions, {speed:.0f}/s, new {fresh}, known {sum(differ.values()) - fresh}")
            sys.stdout.flush()
    _report(seen, differ)
    print(*(f"\n{text}" for text in shortest.values() if go_on), sep="\n")
    return 1 if fresh else 0


def _report(seen: Counter[str], differ: Counter[tuple[str, str]]) -> None:
    """The figures by rule set."""
    kinds = [f"{subject} ({mark})" for subject in SUBJECTS for mark in ("known", "NEW")]
    for spec, number in seen.items():
        counts = ", ".join(f"{kind} {differ[spec, kind]}" for kind in kinds if differ[spec, kind])
        print(f"{spec:88} {number:7}  {counts or 'agree'}")
    print(f"{'all':88} {sum(seen.values()):7}  {sum(differ.values())} disagreements")


if __name__ == "__main__":
    sys.exit(main())
