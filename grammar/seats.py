"""What the seats are called: E N W S, or SE NE NW SW where the header of a hand says so.

Owns the two namings and the way between a name and the seat inside. Inside there are always the four
seats of `cards`: everything that plays, audits or draws a hand knows those alone, and names are put on
where text or JSON is read and written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from .cards import SEATS, Seat, Side

__all__ = [
    "COMPASS",
    "CORNERS",
    "NAMINGS",
    "Naming",
    "NotASeatError",
    "naming_called",
    "naming_in",
    "put_names",
    "rename_words",
    "take_names",
]

_Json = TypeVar("_Json")


class NotASeatError(ValueError):
    """A name that is no seat, or no side, of the hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """One way to call the seats: names of seats and sides, and the tags of the players."""

    seats: dict[Seat, str]
    sides: dict[Side, str]
    players: dict[Seat, str]

    @property
    def value(self) -> str:
        """What the tag `Seats` says.

        >>> CORNERS.value
        'SE NE NW SW'
        """
        return " ".join(self.seats.values())

    def seat(self, name: str) -> Seat:
        """The seat of a name; `NotASeatError` if it is none of this naming.

        >>> CORNERS.seat("NE")
        'N'
        """
        for seat, called in self.seats.items():
            if called == name:
                return seat
        raise NotASeatError(name)

    def side(self, name: str) -> Side:
        """The side of a name; `NotASeatError` if it is none of this naming.

        >>> CORNERS.side("SENW")
        'EW'
        """
        for side, called in self.sides.items():
            if called == name:
                return side
        raise NotASeatError(name)

    def party(self, name: str) -> Seat | Side:
        """The seat or side of a name; `NotASeatError` if it is neither."""
        return self.seat(name) if name in self.seats.values() else self.side(name)

    def called(self, party: Seat | Side) -> str:
        """The name of a seat or a side."""
        return self.names[party]

    @property
    def names(self) -> dict[str, str]:
        """Seats and sides as they are inside, each with its name."""
        return {str(party): name for party, name in (*self.seats.items(), *self.sides.items())}


COMPASS: Final = Naming(
    {seat: seat for seat in SEATS},
    {"NS": "NS", "EW": "EW"},
    {"E": "East", "N": "North", "W": "West", "S": "South"},
)
"""East, north, west and south: the usual names."""
CORNERS: Final = Naming(
    {"E": "SE", "N": "NE", "W": "NW", "S": "SW"},
    {"NS": "NESW", "EW": "SENW"},
    {"E": "SouthEast", "N": "NorthEast", "W": "NorthWest", "S": "SouthWest"},
)
"""The corners, counter-clockwise from south-east: the seats of a sheet whose first dealer sits south-east."""
NAMINGS: Final = (COMPASS, CORNERS)


def naming_called(value: str | None) -> Naming | None:
    """The naming that a tag `Seats` states; None if it states none.

    >>> naming_called("SE NE NW SW") is CORNERS, naming_called("A B C D")
    (True, None)
    """
    return next((naming for naming in NAMINGS if naming.value == value), None)


_PARTY: Final = re.compile(r"(?<![A-Za-z0-9_])(?:NS|EW|[ENWS])(?![A-Za-z0-9_])")


def rename_words(text: str, naming: Naming) -> str:
    """Text with the names of a naming for the seats and sides inside that stand in it as words.

    >>> rename_words("NS+1 EW-1", CORNERS)
    'NESW+1 SENW-1'
    """
    return _PARTY.sub(lambda match: naming.names[match[0]], text)


# --- JSON -----------------------------------------------------------------------------------------

_NAMED: Final = frozenset(
    {"seat", "party", "dealer", "leader", "winner", "dealer_next", "side", "dealer_side", "seats"}
)
"""Keys whose value is a seat or a side, or a list of them."""
_SIDES: Final = frozenset({"NS", "EW", "NESW", "SENW"})
"""The names of sides: an object that has no other keys is one by sides, such as of levels."""


def put_names(value: _Json, naming: Naming) -> _Json:
    """JSON with the names of a naming in place of the seats and sides inside.

    >>> put_names({"seat": "N", "levels": {"EW": "5"}, "cards": "S"}, CORNERS)
    {'seat': 'NE', 'levels': {'SENW': '5'}, 'cards': 'S'}
    """
    return value if naming is COMPASS else cast("_Json", _renamed(value, naming.names))


def take_names(value: _Json, naming: Naming) -> _Json:
    """JSON with seats and sides as they are inside; the other way round of `put_names`.

    A name of the other naming is left as it stands, and made none: it must not pass for a seat.

    >>> take_names({"seat": "NE", "dealer": "N"}, CORNERS)
    {'seat': 'N', 'dealer': 'N?'}
    """
    if naming is COMPASS:
        return value
    wrong = {name: f"{name}?" for name in COMPASS.names}
    return cast("_Json", _renamed(value, {**wrong, **{name: party for party, name in naming.names.items()}}))


def naming_in(value: object) -> Naming:
    """The naming that the seats and sides of some JSON are in: that of the corners if one of them is.

    >>> naming_in({"history": [{"seat": "NE"}]}) is CORNERS, naming_in({"seat": "N"}) is COMPASS
    (True, True)
    """
    found: set[str] = set()
    _collect(value, found)
    return CORNERS if found & set(CORNERS.names.values()) else COMPASS


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, Mapping):
        for key, held in value.items():
            if key in _NAMED:
                found.update(
                    item for item in (held if isinstance(held, list) else [held]) if isinstance(item, str)
                )
            elif isinstance(held, Mapping) and held.keys() <= _SIDES:
                found.update(held)
            _collect(held, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _collect(item, found)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        if value and value.keys() <= _SIDES:
            return {names.get(side, side): _renamed(held, names) for side, held in value.items()}
        return {key: _renamed_member(key, held, names) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(item, names) for item in value]
    return value


def _renamed_member(key: object, held: Any, names: Mapping[str, str]) -> Any:
    if key in _NAMED and isinstance(held, str):
        return names.get(held, held)
    if key in _NAMED and isinstance(held, list):
        return [names.get(item, item) if isinstance(item, str) else item for item in held]
    return _renamed(held, names)
