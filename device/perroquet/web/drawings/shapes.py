"""Shapes of symbol cards, our own: eighteen closed curves, the two of a pair alike but not the same. Pure."""

import math
from functools import cache
from typing import Final

_MIDDLE: Final = 30.0
_RADIUS: Final = 24.0
_STEPS: Final = 72
ARROWS: Final = {
    "IN": "M6 26H20V16L34 30 20 44V34H6zM54 26H44v8h10z",
    "OUT": "M20 26H36V16L54 30 36 44V34H20zM6 26h8v8H6z",
    "COL": "M30 6a24 24 0 1 0 .1 0zM30 16v28M16 30h28",
}
"""Arrow cards by kind."""


@cache
def symbol(shape: int) -> str:
    """Return the path of symbol `shape` (1 to 18) on a square of 60."""
    family, twin = divmod(shape - 1, 2)
    lobes, depth = 2 + family % 5, 0.2 + 0.22 * (family // 5)
    points = [_point(step, lobes, depth, twin) for step in range(_STEPS)]
    inner = "" if twin == 0 else "M30 24a6 6 0 1 0 .1 0z"
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z" + inner


def _point(step: int, lobes: int, depth: float, twin: int) -> tuple[float, float]:
    angle = 2 * math.pi * step / _STEPS
    radius = _RADIUS * (1 - depth + depth * math.cos(lobes * angle + twin * math.pi / 2))
    return _MIDDLE + radius * math.sin(angle), _MIDDLE - radius * math.cos(angle)
