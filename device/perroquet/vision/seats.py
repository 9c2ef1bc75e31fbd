"""Where each seat's card may lie in the picture."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from perroquet.kernel.units import Degrees, Millimetres, Seat
from perroquet.vision.sight import Floats, Sight

NEAREST_MM: Final = Millimetres(170.0)
"""Of the middle of a card from the totem: nearer it would lie on the base's mat."""
FARTHEST_MM: Final = Millimetres(430.0)
_WIDEST_MM: Final = 130.0
"""How far beside its seat's line a card's middle may lie."""
_MARGIN_MM: Final = 45.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One seat's part of the table.

    Attributes:
        seat: whose.
        azimuth: of the seat.
        half: half the angle to the next seat, degrees: a card farther off belongs to a neighbour.
        left: first column of its part of the picture.
        top: first row.
        right: after its last column.
        bottom: after its last row.
        scale: pixels a millimetre, in its middle.
    """

    seat: Seat
    azimuth: Degrees
    half: float
    left: int
    top: int
    right: int
    bottom: int
    scale: float

    def owns(self, x: float, y: float) -> bool:
        """Tell whether a card whose middle is at (x, y) mm is this seat's."""
        distance = float(np.hypot(x, y))
        off = abs((np.degrees(np.arctan2(x, -y)) - self.azimuth + 180.0) % 360.0 - 180.0)
        beside = distance * np.sin(np.radians(min(off, 90.0)))
        return bool(NEAREST_MM <= distance <= FARTHEST_MM and off < self.half and beside <= _WIDEST_MM)

    def around(self, middle: tuple[float, float], reach: float) -> "Region":
        """Return the part of it within `reach` pixels of a point of the picture."""
        x, y = middle
        return replace(
            self,
            left=max(self.left, int(x - reach)),
            top=max(self.top, int(y - reach)),
            right=min(self.right, int(x + reach)),
            bottom=min(self.bottom, int(y + reach)),
        )


def regions(seats: Mapping[Seat, Degrees], sight: Sight) -> tuple[Region, ...]:
    """Return the regions of all seats whose place the camera sees at least a third of."""
    found = [_region(seat, azimuth, seats, sight) for seat, azimuth in seats.items()]
    return tuple(region for region in found if region is not None)


def _region(seat: Seat, azimuth: Degrees, seats: Mapping[Seat, Degrees], sight: Sight) -> Region | None:
    others = [abs((other - azimuth + 180.0) % 360.0 - 180.0) for one, other in seats.items() if one != seat]
    half = min([*others, 120.0]) / 2
    corners = _corners(azimuth, half)
    pixels = sight.project(np.column_stack([corners, np.zeros(len(corners))]))
    width, height = sight.lens.size
    whole = np.concatenate([pixels.min(axis=0), pixels.max(axis=0)])
    left, top = max(0, int(whole[0])), max(0, int(whole[1]))
    right, bottom = min(width, int(whole[2]) + 1), min(height, int(whole[3]) + 1)
    area = max(0, right - left) * max(0, bottom - top)
    if area * 3 < (whole[2] - whole[0]) * (whole[3] - whole[1]):
        return None
    middle = np.array([np.sin(np.radians(azimuth)), -np.cos(np.radians(azimuth))]) * (NEAREST_MM + FARTHEST_MM) / 2
    return Region(
        seat=seat,
        azimuth=azimuth,
        half=half,
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        scale=sight.scale(float(middle[0]), float(middle[1])),
    )


def _corners(azimuth: float, half: float) -> Floats:
    """Return points around the region, a card's half beyond where its middle may lie."""
    near, far = NEAREST_MM - _MARGIN_MM, FARTHEST_MM + _MARGIN_MM
    points = list[tuple[float, float]]()
    for distance in (near, far):
        aside = min(_WIDEST_MM, distance * float(np.sin(np.radians(min(half, 90.0))))) + _MARGIN_MM
        points += [(-aside, -distance), (aside, -distance)]
    turn = np.radians(azimuth)
    return np.array(points) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
