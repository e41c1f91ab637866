"""The sample games that come with the project.

Owns `samples/*.sjn` and how they get into a library. Knows nothing of what is in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from .library import Library

__all__ = ["load_samples", "samples"]


def samples() -> Iterator[tuple[str, bytes]]:
    """Name and content of each sample, by name."""
    folder = files("paipu.records").joinpath("samples")
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name.endswith(".sjn"):
            yield item.name, item.read_bytes()


def load_samples(library: Library) -> int:
    """Put the samples into a library on its first start; how many there were.

    A library that has had them, and was emptied, does not get them again.
    """
    if not library.once("samples"):
        return 0
    return len([library.add_upload(name, data) for name, data in samples()])
