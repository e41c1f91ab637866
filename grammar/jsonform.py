"""The record as JSON, lossless both ways, and the JSON Schema of that form.

Owns the mapping, which follows the dataclasses of `model`: a class or field that is added there needs
nothing here. Knows no class by name but the root, and no syntax but that of cards.

- An object a dataclass, a key a field; a field at its default is left out.
- Cards are one string, as in a deal: ``"S5 HK"``; the empty string is no card.
- Where one of several classes can stand, ``"type"`` names it in lower case; without it, it is the first.
- Seats and sides have the names the hand gives them (the tag `Seats`).
- The root says ``"sjn_json": 1``.

What equality leaves out (places, findings, source) is only written when asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

from .cards import format_cards, parse_cards
from .model import Record
from .seats import COMPASS, NAMINGS, Naming, naming_called, put_names, take_names

__all__ = ["JsonFormError", "from_json", "schema", "to_json"]

VERSION: Final = 1
_VERSION_KEY: Final = "sjn_json"
_TYPE_KEY: Final = "type"
_CARDS: Final = r"(?: |\?|[SHCD][?2-9TJQKA]+|[BL])*"


class JsonFormError(ValueError):
    """JSON that is no record: where in it, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where or 'the record'}: {why}")
        self.where = where
        self.why = why


def to_json(record: Record, *, full: bool = False) -> dict[str, Any]:
    """The record as a value that `json.dumps` takes; `full` with places, findings and source.

    >>> from paipu.grammar import loads
    >>> [record] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SAA! / W S34\\n')
    >>> to_json(record)["tricks"][0]["plays"][0]
    {'glyphs': ['!'], 'seat': 'N', 'cards': 'SAA'}
    """
    written = {_VERSION_KEY: VERSION, **_shape(Record).write(record, full)}
    return put_names(written, record.naming)


def from_json(value: object) -> Record:
    """The record that `to_json` gave; `JsonFormError` on anything else.

    >>> from_json({"sjn_json": 1, "tags": [{"name": "SJN", "value": "1"}]}).tag("SJN")
    '1'
    >>> from_json({"sjn_json": 1, "kitty": {"cards": "X9"}})
    Traceback (most recent call last):
    paipu.grammar.jsonform.JsonFormError: kitty.cards: not a card at character 1: 'X9'
    """
    if not isinstance(value, Mapping):
        raise JsonFormError("", "not an object")
    if (version := value.get(_VERSION_KEY)) != VERSION or isinstance(version, bool):
        raise JsonFormError(_VERSION_KEY, f"must be {VERSION}")
    members = {k: v for k, v in value.items() if k != _VERSION_KEY}
    naming = _naming(members.get("tags"))
    try:
        record = _shape(Record).read(take_names(members, naming), "")
    except RecursionError:
        raise JsonFormError("", "nested too deeply") from None
    return cast("Record", record)


def _naming(tags: object) -> Naming:
    """The naming that the tags of a record state, whatever they are."""
    said = [
        tag.get("value")
        for tag in (tags if isinstance(tags, list | tuple) else ())
        if isinstance(tag, Mapping) and tag.get("name") == "Seats"
    ]
    value = said[-1] if said else None
    return (naming_called(value) if isinstance(value, str) else None) or COMPASS


def schema() -> dict[str, Any]:
    """The JSON Schema of one record, made from the model; `sjn.schema.json` holds it.

    >>> schema()["required"]
    ['sjn_json']
    """
    classes = sorted(_classes(Record), key=lambda cls: cls.__name__)
    root = _shape(Record).schema()
    root["properties"] = {_VERSION_KEY: {"const": VERSION}, **root["properties"]}
    root["required"] = [_VERSION_KEY, *root.get("required", ())]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "SJN record as JSON",
        **root,
        "$defs": {
            "cards": {
                "type": "string",
                "pattern": f"^{_CARDS}$",
                "description": 'Cards in SJN, such as "SAAK BL"; the empty string is no card.',
            },
            **{cls.__name__: _shape(cls).schema() for cls in classes if cls is not Record},
        },
    }


@dataclass(frozen=True, slots=True)
class _Shape:
    """How values of one type are written, read and described."""

    write: Callable[[Any, bool], Any]
    read: Callable[[Any, str], Any]
    schema: Callable[[], dict[str, Any]]
    json: str
    """The JSON type of what is written."""
    takes: Callable[[Any], bool]
    """Whether a value is of this type."""
    inner: tuple[Any, ...] = ()
    """The types of the values directly in it."""


@cache
def _shape(kind: Any) -> _Shape:
    if kind in (int, str, bool, NoneType):
        return _plain_shape(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _class_shape(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _literal_shape(arguments)
    if origin in (Union, UnionType):
        return _union_shape(arguments)
    if origin is tuple and arguments == (int, ...):
        return _cards_shape()
    if origin is tuple:
        many = len(arguments) == 2 and arguments[1] is Ellipsis
        return _list_shape(arguments[0]) if many else _row_shape(arguments)
    raise TypeError(f"the JSON form has no shape for {kind!r}")


# --- plain values ---------------------------------------------------------------------------------

_NAMES: Final[dict[type, tuple[str, str]]] = {
    int: ("integer", "a whole number"),
    str: ("string", "a string"),
    bool: ("boolean", "true or false"),
    NoneType: ("null", "null"),
}


def _plain_shape(kind: type) -> _Shape:
    name, words = _NAMES[kind]

    def read(value: Any, where: str) -> Any:
        if type(value) is not kind:
            raise JsonFormError(where, f"not {words}")
        return value

    return _Shape(_as_it_is, read, lambda: {"type": name}, name, lambda value: type(value) is kind)


def _as_it_is(value: Any, _: bool) -> Any:
    return value


def _described(allowed: tuple[Any, ...]) -> dict[str, Any]:
    """The values a literal may have; seats and sides under each of their names."""
    names = [naming.names[one] for naming in NAMINGS for one in allowed if one in naming.names]
    return {"enum": names or list(allowed)}


def _literal_shape(allowed: tuple[Any, ...]) -> _Shape:
    names = {_NAMES[type(one)][0] for one in allowed}
    if len(names) > 1:
        raise TypeError(f"the JSON form takes literals of one type, not {allowed!r}")

    def takes(value: Any) -> bool:
        return any(type(value) is type(one) and value == one for one in allowed)

    def read(value: Any, where: str) -> Any:
        if not takes(value):
            raise JsonFormError(where, f"none of {', '.join(map(str, allowed))}")
        return value

    return _Shape(_as_it_is, read, lambda: _described(allowed), names.pop(), takes)


def _cards_shape() -> _Shape:
    def read(value: Any, where: str) -> tuple[int, ...]:
        if not isinstance(value, str):
            raise JsonFormError(where, "not a string of cards")
        try:
            return parse_cards(value)
        except ValueError as error:
            raise JsonFormError(where, str(error)) from None

    def write(value: Any, _: bool) -> str:
        return format_cards(value)

    return _Shape(write, read, lambda: {"$ref": "#/$defs/cards"}, "string", _is_tuple)


# --- several values -------------------------------------------------------------------------------


def _list_shape(kind: Any) -> _Shape:
    one = _Later(kind)

    def read(value: Any, where: str) -> tuple[Any, ...]:
        return tuple(one.shape.read(item, f"{where}[{at}]") for at, item in enumerate(_array(value, where)))

    return _Shape(
        lambda value, full: [one.shape.write(item, full) for item in value],
        read,
        lambda: {"type": "array", "items": one.reference()},
        "array",
        _is_tuple,
        (kind,),
    )


def _row_shape(kinds: tuple[Any, ...]) -> _Shape:
    cells = [_Later(kind) for kind in kinds]

    def read(value: Any, where: str) -> tuple[Any, ...]:
        if len(_array(value, where)) != len(cells):
            raise JsonFormError(where, f"not {len(cells)} values")
        pairs = enumerate(zip(cells, value, strict=True))
        return tuple(cell.shape.read(item, f"{where}[{at}]") for at, (cell, item) in pairs)

    return _Shape(
        lambda value, full: [cell.shape.write(item, full) for cell, item in zip(cells, value, strict=True)],
        read,
        lambda: {
            "type": "array",
            "prefixItems": [cell.reference() for cell in cells],
            "minItems": len(cells),
            "maxItems": len(cells),
        },
        "array",
        _is_tuple,
        kinds,
    )


def _is_tuple(value: Any) -> bool:
    return isinstance(value, tuple)


def _array(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise JsonFormError(where, "not an array")
    return list(value)


def _union_shape(kinds: tuple[Any, ...]) -> _Shape:
    """One of several: literals taken together, classes told apart by name, the others by JSON type."""
    classes: tuple[Any, ...] = tuple(kind for kind in kinds if is_dataclass(kind))
    literals = tuple(one for kind in kinds if get_origin(kind) is Literal for one in get_args(kind))
    others = [kind for kind in kinds if kind not in classes and get_origin(kind) is not Literal]
    options = [_shape(kind) for kind in others]
    options += [_literal_shape(literals)] if literals else []
    options += [_named_shape(classes)] if len(classes) > 1 else [_shape(kind) for kind in classes]
    by_json = {option.json: option for option in options}
    if len(by_json) < len(options):
        raise TypeError(f"the JSON form cannot tell these apart: {kinds!r}")

    def write(value: Any, full: bool) -> Any:
        return next(option for option in options if option.takes(value)).write(value, full)

    def read(value: Any, where: str) -> Any:
        option = by_json.get(_json_type(value))
        if option is None:
            raise JsonFormError(where, f"must be {' or '.join(by_json)}")
        return option.read(value, where)

    def describe() -> dict[str, Any]:
        described = [_Later(kind).reference() for kind in others]
        described += [_described(literals)] if literals else []
        if len(classes) > 1:
            described.append(_named_shape(classes).schema())
        else:
            described += [_Later(kind).reference() for kind in classes]
        return described[0] if len(described) == 1 else {"anyOf": described}

    def takes(value: Any) -> bool:
        return any(option.takes(value) for option in options)

    only = options[0].json if len(options) == 1 else "several"
    return _Shape(write, read, describe, only, takes, (*others, *classes))


def _json_type(value: Any) -> str:
    if isinstance(value, Mapping):
        return "object"
    return "array" if isinstance(value, list | tuple) else _NAMES.get(type(value), ("other",))[0]


def _named_shape(classes: tuple[Any, ...]) -> _Shape:
    """One of several classes, its name under `type`; without that key, the first."""
    by_name = {cls.__name__.lower(): cls for cls in classes}

    def write(value: Any, full: bool) -> Any:
        cls: Any = type(value)
        return {_TYPE_KEY: cls.__name__.lower(), **_shape(cls).write(value, full)}

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise JsonFormError(where, "not an object")
        name = value.get(_TYPE_KEY, next(iter(by_name)))
        if not isinstance(name, str) or name not in by_name:
            raise JsonFormError(f"{where}.{_TYPE_KEY}", f"none of {', '.join(by_name)}")
        return _shape(by_name[name]).read({k: v for k, v in value.items() if k != _TYPE_KEY}, where)

    def describe() -> dict[str, Any]:
        options = []
        for number, (name, cls) in enumerate(by_name.items()):
            described = _shape(cls).schema()
            described["properties"] = {_TYPE_KEY: {"const": name}, **described["properties"]}
            described["required"] = [*([_TYPE_KEY] if number else []), *described.get("required", ())]
            options.append(described)
        return {"oneOf": options}

    return _Shape(write, read, describe, "object", lambda value: isinstance(value, classes), classes)


# --- dataclasses ----------------------------------------------------------------------------------


class _Later:
    """A shape looked up when first used, since classes contain each other."""

    __slots__ = ("_kind",)

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    @property
    def shape(self) -> _Shape:
        return _shape(self._kind)

    def reference(self) -> dict[str, Any]:
        """Its schema, by name where it is a class."""
        if isinstance(self._kind, type) and is_dataclass(self._kind):
            return {"$ref": f"#/$defs/{self._kind.__name__}"}
        return self.shape.schema()


def _class_shape(cls: type) -> _Shape:
    hints = get_type_hints(cls)
    members = [(field, _Later(hints[field.name])) for field in fields(cls) if field.init]
    by_name = {field.name: later for field, later in members}
    needed = [field.name for field, _ in members if _default(field) is MISSING]

    def write(value: Any, full: bool) -> dict[str, Any]:
        found = {}
        for field, later in members:
            held = getattr(value, field.name)
            if (field.compare or full) and (type(held), held) != (type(_default(field)), _default(field)):
                found[field.name] = later.shape.write(held, full)
        return found

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise JsonFormError(where, "not an object")
        for name in needed:
            if name not in value:
                raise JsonFormError(where, f"{name} is missing")
        given = {}
        for name, held in value.items():
            inside = f"{where}.{name}" if where else str(name)
            if name not in by_name:
                raise JsonFormError(inside, "not known here")
            given[name] = by_name[name].shape.read(held, inside)
        return cls(**given)

    def describe() -> dict[str, Any]:
        return {
            "type": "object",
            "description": _summary(cls),
            "properties": {name: later.reference() for name, later in by_name.items()},
            **({"required": needed} if needed else {}),
            "additionalProperties": False,
        }

    inner = tuple(hints[field.name] for field, _ in members)
    return _Shape(write, read, describe, "object", lambda value: type(value) is cls, inner)


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _summary(cls: type) -> str:
    """The first sentence of its docstring, without markup."""
    return re.sub(r"``?", "", " ".join((cls.__doc__ or "").split("\n\n")[0].split()))


def _classes(kind: Any, seen: set[Any] | None = None) -> Iterator[type]:
    """Every dataclass that can stand in a value of this kind, each once."""
    seen = set() if seen is None else seen
    if kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
    for inner in _shape(kind).inner:
        yield from _classes(inner, seen)
