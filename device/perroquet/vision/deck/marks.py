"""What cards are drawn with: lines and filled shapes, in millimetres from the middle of the card. Pure."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

CARD_MM: Final = 56.0
"""Side of a card."""
CORNER_MM: Final = 5.0
"""Radius of its corners."""
MARGIN_MM: Final = 1.5
"""Paper outside the frame: what a cut may miss by."""
FRAME_MM: Final = 3.0
"""Width of the dark frame, by which a card is found on any cloth."""
INNER_MM: Final = CARD_MM - 2 * (MARGIN_MM + FRAME_MM)
"""Side of the white square inside the frame."""
SYMBOL_MM: Final = 20.0
"""Radius of the circle that a symbol fills."""

Point = tuple[float, float]
Points = tuple[Point, ...]

Paint = str
"""`dark`, `paper`, `ink` (the card's own colour), or a letter of a palette."""

INK: Final[Paint] = "ink"
DARK: Final[Paint] = "dark"
PAPER: Final[Paint] = "paper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One stroke of the brush; later ones cover earlier ones.

    Attributes:
        points: (x right, y down) of a card held upright, mm from its middle.
        width: of a line with round ends and corners; 0 = the shape is filled.
        closed: the last point joins the first; filled shapes always are.
        paint: what it is painted with.
    """

    points: Points
    width: float = 0.0
    closed: bool = True
    paint: Paint = INK


def polar(radius: float, turned: float) -> Point:
    """Return the point at `radius` mm, `turned` degrees clockwise from the top."""
    angle = math.radians(turned)
    return radius * math.sin(angle), -radius * math.cos(angle)


def curve(radii: Sequence[float], turn: float = 360.0, start: float = 0.0) -> Points:
    """Return one point a radius, spread evenly over `turn` degrees clockwise from `start`; a full turn ends open."""
    steps = len(radii) if abs(turn) >= 360.0 else len(radii) - 1
    return tuple(polar(radius, start + turn * place / steps) for place, radius in enumerate(radii))


def circle(radius: float, at: Point = (0.0, 0.0)) -> Points:
    """Return a circle as 60 points."""
    return moved(curve((radius,) * 60), at)


def polygon(corners: int, radius: float, turned: float = 0.0, at: Point = (0.0, 0.0)) -> Points:
    """Return a regular polygon, its first corner `turned` degrees clockwise from the top."""
    return moved(curve((radius,) * corners, start=turned), at)


def moved(points: Iterable[Point], by: Point) -> Points:
    """Return `points`, moved."""
    return tuple((x + by[0], y + by[1]) for x, y in points)


def turned(points: Iterable[Point], degrees: float) -> Points:
    """Return `points`, turned clockwise about the middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in points)


def around(mark: Mark, times: int, start: float = 0.0) -> tuple[Mark, ...]:
    """Return `mark` repeated evenly about the middle."""
    return tuple(replace(mark, points=turned(mark.points, start + 360.0 * place / times)) for place in range(times))


def square(side: float, corner: float = 0.0) -> Points:
    """Return a square about the middle, with rounded corners."""
    half = side / 2 - corner
    middles = ((half, -half), (half, half), (-half, half), (-half, -half))
    if not corner:
        return middles
    return tuple(
        point
        for quarter, middle in enumerate(middles)
        for point in moved(curve((corner,) * 9, turn=90.0, start=90.0 * quarter), middle)
    )
