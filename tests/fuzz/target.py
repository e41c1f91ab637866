"""`python -m tests.fuzz.target FOUND CORPUS -OPTION=...`: the process that libFuzzer drives.

The reader is imported under atheris, which counts its branches; nothing may import it earlier.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["paipu.grammar"]):
    import paipu.grammar.headers
    import paipu.grammar.jsonform
    import paipu.grammar.reader  # noqa: F401

from .failures import fails_like, kind_of
from .properties import check
from .shrink import shortest

THOROUGH_EVERY = 8


def main() -> None:
    """Hold the properties to what libFuzzer thinks of; keep a short input of each kind of failure."""
    found = Path(sys.argv.pop(1))
    kinds: set[str] = set()

    def target(data: bytes) -> None:
        try:
            check(data, thorough=crc32(data) % THOROUGH_EVERY == 0)
        except Exception as error:
            kind = kind_of(error)
            if kind in kinds:
                return
            kinds.add(kind)
            path = found / f"coverage-{crc32(data):08x}.sjn"
            path.write_bytes(data)
            data = shortest(data, lambda less: fails_like(less, kind), 300)
            path.write_bytes(data)
            print(f"\n{kind}\nkept in {path}:\n{data!r}\n", flush=True)

    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
