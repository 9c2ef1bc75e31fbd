"""On which line of a JSON text its parts stand, so that an error can point at them."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lines:
    """Line of each key of the outermost object, and of each element of an array or object right below it."""

    known: dict[tuple[str | int, ...], int]

    def of(self, place: Sequence[str | int]) -> int:
        """Return the line of `place`, or of the nearest thing around it; 1 when nothing is known."""
        parts = tuple(place)
        return next((self.known[parts[:n]] for n in range(len(parts), 0, -1) if parts[:n] in self.known), 1)


def lines_of(text: str) -> Lines:
    """Return the lines of a text; as far as it is JSON."""
    known: dict[tuple[str | int, ...], int] = {}
    with suppress(ValueError, IndexError):  # whoever reads the text says what is wrong with it
        _object(text, _blank(text, 0), (), known, deep=True)
    return Lines(known)


_DECODER = json.JSONDecoder()


def _blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _object(
    text: str, at: int, place: tuple[str | int, ...], known: dict[tuple[str | int, ...], int], *, deep: bool
) -> None:
    """Note the lines of the members of the object or array that begins at `at`."""
    opening, index = text[at], 0
    if opening not in "{[":
        return
    at = _blank(text, at + 1)
    while text[at] not in "}]":
        name: str | int = index
        start = at
        if opening == "{":
            name, at = _DECODER.raw_decode(text, at)
            at = _blank(text, _blank(text, at) + 1)
        known[(*place, name)] = text.count("\n", 0, start) + 1
        if deep:
            _object(text, at, (*place, name), known, deep=False)
        _, at = _DECODER.raw_decode(text, at)
        at = _blank(text, at)
        if text[at] == ",":
            at = _blank(text, at + 1)
        index += 1
