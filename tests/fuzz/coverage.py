"""Inputs that grow by the code they reach: the run around libFuzzer, by way of atheris.

Owns the seeds, the dictionary and the verdict. `target` holds the properties, in a process of its own,
since libFuzzer ends the one it runs in.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from .edits import TOKENS, material

__all__ = ["dictionary", "run", "seeds"]

DATA: Final = Path(__file__).parents[1] / "data"
LONGEST: Final = 4096
"""Bytes of an input: two or three hands. Longer ones are the business of `hostile`."""
PATIENCE: Final = 20
"""Seconds for one input, on a busy machine and with every branch counted."""


def run(seconds: float, seed: int, found: Path) -> int:
    """Fuzz for so long; 0 if nothing was found. Inputs that reached new code stay in `found/corpus`."""
    corpus = found / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds()):
        (corpus / f"seed-{number}").write_bytes(data)
    words = found / "sjn.dict"
    words.write_text(dictionary(), encoding="ascii")
    before = failures(found)
    command = [sys.executable, "-m", "tests.fuzz.target", str(found), str(corpus)]
    options = {
        "max_total_time": int(seconds),
        "seed": seed,
        "max_len": LONGEST,
        "timeout": PATIENCE,
        "rss_limit_mb": 4096,
        "dict": words,
        "artifact_prefix": f"{found}/",
        "print_final_stats": 1,
    }
    status = subprocess.run([*command, *(f"-{name}={value}" for name, value in options.items())], check=False)
    more = failures(found) - before
    print(f"{len(more)} kinds of failure{''.join(f'{chr(10)}  {path}' for path in sorted(more))}")
    return 1 if more or status.returncode else 0


def failures(found: Path) -> set[Path]:
    """The inputs kept because a property did not hold, or because libFuzzer lost patience."""
    return {path for sort in ("coverage-*", "timeout-*", "crash-*", "oom-*") for path in found.glob(sort)}


def seeds() -> list[bytes]:
    """What to start from: the corpus of the tests, what was found before, and the hands of `edits`."""
    files = sorted(
        path for name in ("sjn", "fuzz") for path in (DATA / name).rglob("*") if path.suffix == ".sjn"
    )
    hands = [text.encode("utf-8", "replace") for text in material(1) if len(text) <= LONGEST // 2]
    return [*(path.read_bytes() for path in files), *hands]


def dictionary() -> str:
    """The words of the notation, as libFuzzer reads them.

    >>> dictionary().splitlines()[0]
    '"Deal:"'
    """
    return "".join(f'"{_escaped(word.encode("utf-8", "surrogatepass"))}"\n' for word in TOKENS)


def _escaped(word: bytes) -> str:
    plain = set(range(0x20, 0x7F)) - set(b'"\\')
    return "".join(chr(byte) if byte in plain else f"\\x{byte:02X}" for byte in word)
