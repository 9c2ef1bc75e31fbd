"""Frozen values to JSON values and back, by their type hints, exactly.

Strict in both directions: what is written can be read, and what is read equals what was written, type by type. Nothing
is coerced, no field may be unknown or missing, and a member of a union carries its name: `Next(at=3)` and
`TimeUp(at=3)` would otherwise read alike.

| hint | JSON |
|---|---|
| `None`, `bool`, `int`, `str`, a `NewType` of these | itself |
| `float` | a finite number; a whole number stays an `int`, as it was given |
| an `Enum` of texts or whole numbers | its value |
| `tuple[X, ...]`, `tuple[X, Y]` | array |
| `frozenset[X]` | array, sorted by its own JSON |
| a dataclass | object of all its fields |
| `X | None` | `null` or X |
| any other union | `null` or `{"type": name, "data": X}` |
"""

# ruff: noqa: ANN401  # values of every type pass through here; their hints are what is checked
import dataclasses
import json
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Mismatch(ValueError):
    """A value that is not of its shape; `where` is the path to it from the outside in."""

    def __init__(self, *, wanted: str, got: object, where: str = "") -> None:
        super().__init__(f"{where or 'the value'}: wanted {wanted}, got {_quote(got)}")
        self.wanted = wanted
        self.got = got
        self.where = where

    def inside(self, outer: str) -> "Mismatch":
        """Return the same mismatch seen from one level further out."""
        inner = self.where if not self.where or self.where.startswith("[") else f".{self.where}"
        return Mismatch(wanted=self.wanted, got=self.got, where=outer + inner)


@dataclass(frozen=True, slots=True)
class Shape:
    """How values of one type hint are written and read; both raise `Mismatch`."""

    dump: Callable[[Any], Json]
    parse: Callable[[Any], Any]


def canonical(value: Json) -> str:
    """Return the one JSON text of `value`: sorted keys, no spaces, ASCII.

    Raises:
        ValueError: a number is not finite.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@cache
def shape_of(hint: Any) -> Shape:
    """Return the shape of a type hint; dataclasses look into their fields at first use.

    Raises:
        TypeError: values of this hint do not travel; use what the module's table names.
    """
    if isinstance(hint, NewType):
        return shape_of(hint.__supertype__)
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, members = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(members)
    if origin is tuple:
        return _array(members[0]) if members[1:] == (...,) else _row(members)
    if origin is frozenset:
        return _set(members[0])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _object(hint)
    raise TypeError(f"{hint!r} does not travel; use one of the hints in the table of {__name__}, such as a tuple")


def _quote(value: object, longest: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}..."


def _scalar(kind: type, *also: type) -> Shape:
    kinds = (kind, *also)

    def check(value: Any) -> Any:
        # `type is`, not isinstance: True is an int to Python, and a StrEnum is a str; neither comes back as it went.
        if type(value) not in kinds or (type(value) is float and not math.isfinite(value)):
            raise Mismatch(wanted="a finite number" if kind is float else kind.__name__, got=value)
        return value

    return Shape(check, check)


_SCALARS: dict[Any, Shape] = {
    bool: _scalar(bool),
    int: _scalar(int),
    str: _scalar(str),
    float: _scalar(float, int),
    type(None): _scalar(type(None)),
}


def _enum(kind: type[Enum]) -> Shape:
    members: dict[tuple[type, object], Enum] = {(type(member.value), member.value): member for member in kind}
    wanted = "one of " + ", ".join(repr(member.value) for member in kind)

    def dump(value: Any) -> Json:
        if not isinstance(value, kind):
            raise Mismatch(wanted=kind.__name__, got=value)
        return value.value

    def parse(value: Any) -> Any:
        if not isinstance(value, (str, int)) or (type(value), value) not in members:
            raise Mismatch(wanted=wanted, got=value)
        return members[type(value), value]

    return Shape(dump, parse)


def _at(where: str, convert: Callable[[Any], Any], value: Any) -> Any:
    try:
        return convert(value)
    except Mismatch as mismatch:
        raise mismatch.inside(where) from None


def _sized(value: Any, kind: type, wanted: str, size: int | None = None) -> Any:
    if type(value) is not kind or (size is not None and len(value) != size):
        raise Mismatch(wanted=wanted, got=value)
    return value


def _array(item: Any) -> Shape:
    def dump(value: Any) -> Json:
        inner = shape_of(item).dump
        return [_at(f"[{i}]", inner, each) for i, each in enumerate(_sized(value, tuple, "a tuple"))]

    def parse(value: Any) -> Any:
        inner = shape_of(item).parse
        return tuple(_at(f"[{i}]", inner, each) for i, each in enumerate(_sized(value, list, "an array")))

    return Shape(dump, parse)


def _row(items: tuple[Any, ...]) -> Shape:
    size = len(items)

    def dump(value: Any) -> Json:
        _sized(value, tuple, f"a tuple of {size}", size)
        return [_at(f"[{i}]", shape_of(items[i]).dump, each) for i, each in enumerate(value)]

    def parse(value: Any) -> Any:
        _sized(value, list, f"an array of {size}", size)
        return tuple(_at(f"[{i}]", shape_of(items[i]).parse, each) for i, each in enumerate(value))

    return Shape(dump, parse)


def _set(item: Any) -> Shape:
    array = _array(item)

    def dump(value: Any) -> Json:
        each = array.dump(tuple(_sized(value, frozenset, "a frozenset")))
        return sorted(cast("list[Json]", each), key=canonical)

    def parse(value: Any) -> Any:
        members = array.parse(value)
        if len(frozenset(members)) != len(members):
            raise Mismatch(wanted="an array without repetition", got=value)
        return frozenset(members)

    return Shape(dump, parse)


def _union(members: tuple[Any, ...]) -> Shape:
    named = {getattr(member, "__name__", str(member)): member for member in members if member is not type(None)}
    optional = type(None) in members
    if len(named) + optional != len(members):
        raise TypeError(f"two members of the union {members!r} have one name; a reader could not tell them apart")
    only = next(iter(named.values())) if len(named) == 1 else None
    wanted = " or ".join(["null"] * optional + list(named))

    def dump(value: Any) -> Json:
        if value is None and optional:
            return None
        if only is not None:
            return shape_of(only).dump(value)
        for name, member in named.items():
            try:
                return {"type": name, "data": shape_of(member).dump(value)}
            except Mismatch:
                continue
        raise Mismatch(wanted=wanted, got=value)

    def parse(value: Any) -> Any:
        if value is None and optional:
            return None
        if only is not None:
            return shape_of(only).parse(value)
        tagged: dict[str, Any] = _sized(value, dict, wanted)
        if tagged.keys() != {"type", "data"} or tagged["type"] not in list(named):
            raise Mismatch(wanted=wanted, got=tagged)
        return _at("data", shape_of(named[tagged["type"]]).parse, tagged["data"])

    return Shape(dump, parse)


def _object(kind: type[Any]) -> Shape:
    @cache
    def fields() -> dict[str, Shape]:
        hints = get_type_hints(kind)
        return {field.name: shape_of(hints[field.name]) for field in dataclasses.fields(kind)}

    def dump(value: Any) -> Json:
        if type(value) is not kind:
            raise Mismatch(wanted=kind.__name__, got=value)
        return {name: _at(name, shape.dump, getattr(value, name)) for name, shape in fields().items()}

    def parse(value: Any) -> Any:
        _sized(value, dict, f"an object with the fields of {kind.__name__}")
        known = fields()
        for name in value.keys() - known.keys():
            raise Mismatch(wanted=f"a field of {kind.__name__} ({', '.join(known)})", got=name)
        for name in known.keys() - value.keys():
            raise Mismatch(wanted=f"{kind.__name__} with a field {name!r}", got=value)
        return kind(**{name: _at(name, shape.parse, value[name]) for name, shape in known.items()})

    return Shape(dump, parse)
