"""Which naming of the seats a text uses: what its tag says, else the first name that stands in it.

Owns that choice, made for a whole hand before it is read. Knows nothing of what stands on the lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .model import Place
from .seats import COMPASS, CORNERS, Naming, naming_called
from .spellings import COMMENT, blank_kept
from .traced import Places, Traced

__all__ = ["Seating", "seating_of"]

_TAG: Final = re.compile(rf"{COMMENT}|^[ \t]*\[[ \t]*Seats[ \t]*\"([^\"\n]*)\"", re.MULTILINE)
_NAME: Final = re.compile(r"(?<![A-Za-z0-9?>])(?:(?P<corner>[NS][EW])|[ENWS])(?![?A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Seating:
    """The naming of a hand, and where it shows if no tag says so."""

    naming: Naming
    place: Place | None = None


def seating_of(line: Traced, places: Places) -> Seating:
    """The naming of one hand of folded text.

    >>> seating_of(Traced("Deal:\\nNE SAK"), Places("Deal:\\nNE SAK"))
    ... # doctest: +ELLIPSIS
    Seating(naming=Naming(...'NE'...), place=Place(line=2, column=1))
    """
    values = [match[1] for match in _TAG.finditer(line.text) if match[1] is not None]
    if values and (naming := naming_called(values[-1])):
        return Seating(naming)
    name = _NAME.search(blank_kept(line.text))
    if name and name["corner"]:
        return Seating(CORNERS, places.at(line.offset(name.start())))
    return Seating(COMPASS)
