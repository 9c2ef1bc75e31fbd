"""How much of a patch of skin lies over each line; geometry, the same for all generators."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from perroquet.drivers.sim.model import Reals
from perroquet.drivers.sim.shape import SHAPE

_LIES_MM = 3.0
_SPOTS = ((-math.sqrt(3), 1 / 6), (0.0, 2 / 3), (math.sqrt(3), 1 / 6))
"""Three-point Gauss-Hermite rule: a field that spreads by sigma at an edge."""


def over_rings(height_mm: float, tall_mm: float, fringe_mm: float = 0.0) -> Reals:
    """Return (rings,) millimetres of height that a patch shares with each ring."""
    centres = SHAPE.ring_first_mm + SHAPE.ring_pitch_mm * np.arange(SHAPE.rings)
    return _spread(centres - height_mm, tall_mm, SHAPE.ring_pitch_mm, fringe_mm)


def over_columns(azimuth_deg: float, round_mm: float, fringe_mm: float = 0.0) -> Reals:
    """Return (columns,) millimetres of circumference that a patch shares with each column."""
    turn = 360.0 / SHAPE.columns * np.arange(SHAPE.columns) - azimuth_deg
    away = np.radians((turn + 180.0) % 360.0 - 180.0) * SHAPE.radius_mm
    return _spread(away, round_mm, 2 * math.pi * SHAPE.radius_mm / SHAPE.columns, fringe_mm)


def lowest_ring(patches: Iterable[tuple[float, float]]) -> int | None:
    """Return the lowest ring that patches, each the height of its middle and its size along it, lie on by 3 mm."""
    lies = [np.flatnonzero(over_rings(height_mm, tall_mm) >= _LIES_MM) for height_mm, tall_mm in patches]
    return min((int(rings[0]) for rings in lies if len(rings)), default=None)


def leaked(lines: Reals, shares: Sequence[float]) -> Reals:
    """Return (20,) lines with `shares[k]` of each signal added on the lines k + 1 further, on either side."""
    rings, columns = lines[: SHAPE.rings], lines[SHAPE.rings :]
    out_rings, out_columns = rings.copy(), columns.copy()
    for away, share in enumerate(shares, 1):
        out_rings[away:] += share * rings[:-away]
        out_rings[:-away] += share * rings[away:]
        out_columns += share * (np.roll(columns, away) + np.roll(columns, -away))
    return np.concatenate([out_rings, out_columns])


def _spread(away: Reals, size: float, width: float, fringe_mm: float) -> Reals:
    if not fringe_mm:
        return _overlap(away, size, width)
    return sum(
        (weight * _overlap(away + spot * fringe_mm, size, width) for spot, weight in _SPOTS), np.zeros(len(away))
    )


def _overlap(away: Reals, size: float, width: float) -> Reals:
    return np.clip(np.minimum(away + width / 2, size / 2) - np.maximum(away - width / 2, -size / 2), 0.0, None)
