"""Spoil what is well formed: bytes, numbers, JSON. The same luck spoils the same way."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final, cast

NASTY_BYTES: Final = (
    b"",
    b"\0",
    b"\xff" * 8,
    b"\n",
    b"\r",
    b'"',
    b"'",
    b"{",
    b"]",
    b"1e999",
    b"-1",
    b"\xf0\x9f\xa6\x9c",
)
NASTY_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 255, 2**31, 2**63, 10**40, -0.0, 0.5, 1e308),
    *(float("nan"), float("inf"), "", "0", "é", "\0", "x" * 300, [], {}, [[]], {"": None}),
)


def spoil_bytes(data: bytes, luck: random.Random) -> bytes:
    """Change, cut, repeat, insert or swap some pieces of `data`."""
    spoilt = bytearray(data)
    for _ in range(luck.choice((1, 1, 2, 5))):
        at, end = sorted(luck.randrange(len(spoilt) + 1) for _ in range(2))
        luck.choice(_BYTE_WAYS)(spoilt, at, min(end, at + luck.choice((1, 8, 64))), luck)
    return bytes(spoilt)


def _flip(data: bytearray, at: int, _end: int, luck: random.Random) -> None:
    if at < len(data):
        data[at] ^= 1 << luck.randrange(8)


def _cut(data: bytearray, at: int, end: int, _luck: random.Random) -> None:
    del data[at:end]


def _end(data: bytearray, at: int, _end: int, _luck: random.Random) -> None:
    del data[at:]


def _repeat(data: bytearray, at: int, end: int, luck: random.Random) -> None:
    data[at:at] = data[at:end] * luck.choice((1, 3))


def _insert(data: bytearray, at: int, _end: int, luck: random.Random) -> None:
    data[at:at] = luck.choice(NASTY_BYTES)


def _overwrite(data: bytearray, at: int, end: int, luck: random.Random) -> None:
    data[at:end] = luck.randbytes(end - at)


_BYTE_WAYS: Final[tuple[Callable[[bytearray, int, int, random.Random], None], ...]] = (
    *(_flip, _cut, _end, _repeat, _insert, _overwrite),
)


def spoil_json(data: bytes, luck: random.Random) -> bytes:
    """Put a nasty value, leave out, repeat or rename something anywhere in a JSON text; at times spoil its bytes."""
    if luck.random() < 0.2:
        return spoil_bytes(data, luck)
    whole: list[Any] = [copy.deepcopy(json.loads(data))]
    for _ in range(luck.choice((1, 1, 2, 4))):
        _spoil_one(whole, luck)
    return json.dumps(whole[0], ensure_ascii=False).encode("utf-8", "surrogatepass")


def _spoil_one(whole: list[Any], luck: random.Random) -> None:
    """Walk down to some place and spoil it there; `whole` holds the value as its only item."""
    inside: Any = whole
    key: Any = 0
    while (keys := _keys(inside[key])) and luck.random() < 0.85:
        inside = inside[key]
        key = luck.choice(keys)
    way = luck.randrange(4)
    if way == 0 and inside is not whole:
        del inside[key]
    elif way == 1 and _keys(inside) == list(range(len(inside))) and inside is not whole:
        inside.append(inside[key])
    elif way == 2 and isinstance(inside, dict):
        inside[luck.choice(("", f"{key}x", "id"))] = inside[key]
    else:
        inside[key] = copy.deepcopy(luck.choice(NASTY_VALUES))


def _keys(value: Any) -> list[Any]:
    """Return by what one may look into `value`; empty for what holds nothing."""
    match value:
        case dict():
            return [*cast("dict[str, Any]", value)]
        case list():
            return [*range(len(cast("list[Any]", value)))]
        case _:
            return []
