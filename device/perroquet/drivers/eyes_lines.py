"""What goes over the pipes of the vision process: one JSON object a line, by type hints."""

import json
from dataclasses import dataclass
from typing import Any, Final

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.readings import ArmLikelihood, CardReading, PartAiling, PartFound, PartLost
from perroquet.kernel.shapes import Mismatch, Shape, canonical, shape_of
from perroquet.kernel.units import Degrees, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSeats:
    """Watch these seats."""

    seats: tuple[tuple[Seat, Degrees], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTable:
    """Only for a drawn table: what lies before each seat, and who reaches for the totem."""

    cards: tuple[tuple[Seat, Card], ...]
    arms: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alive:
    """The process does not hang."""


Order = WatchSeats | LayTable
Told = CardReading | ArmLikelihood | PartAiling | PartLost | PartFound | Alive

ORDER: Final = shape_of(Order)
TOLD: Final = shape_of(Told)


class NotALine(PerroquetError, ValueError):
    """Something else writes into the pipe."""


def write_order(order: Order) -> bytes:
    """Return the line of an order, with its newline."""
    return canonical(ORDER.dump(order)).encode() + b"\n"


def read_order(line: bytes) -> Order:
    """Return the order of a line.

    Raises:
        NotALine: it is none.
    """
    return _read(ORDER, line)


def write_told(told: Told) -> bytes:
    """Return the line of a reading, with its newline."""
    return canonical(TOLD.dump(told)).encode() + b"\n"


def read_told(line: bytes) -> Told:
    """Return the reading of a line.

    Raises:
        NotALine: it is none.
    """
    return _read(TOLD, line)


def _read(shape: Shape, line: bytes) -> Any:  # noqa: ANN401 - the shape says what
    try:
        return shape.parse(json.loads(line))
    except (Mismatch, ValueError, RecursionError) as err:
        raise NotALine(f"{line[:120]!r} is no line of the vision process ({err})") from err
