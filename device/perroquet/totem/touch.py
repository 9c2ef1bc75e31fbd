"""What the lines of a window say before anybody is named: when each line rose, and what it settled at."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import Window

Array = NDArray[np.float64]

TOUCHED: Final = 0.25
"""Fingertips on a ring that make it touched; crosstalk of a neighbour stays below."""
_SHARE_OF_STRONGEST: Final = 0.12
_RISE: Final = 0.20
"""Fingertips from what a hand gives by being near, to `TOUCHED`."""
_MOST_BACK_US: Final = 2000.0
_SETTLED_FRAMES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Touch:
    """Lines of one window up to its ruling instant, in fingertips.

    Attributes:
        t_us: (n,) from the window's first contact.
        rings: (n, 12), columns: (n, 8).
        settled_rings, settled_columns: their levels at the ruling instant.
        rise_us: (12,) when each ring passed a quarter of a fingertip; +inf = never.
    """

    t_us: Array
    rings: Array
    columns: Array
    settled_rings: Array
    settled_columns: Array
    rise_us: Array

    @property
    def touched(self) -> NDArray[np.bool_]:
        """(12,) rings that somebody touched at some time."""
        most = self.rings.max(axis=0, initial=0.0)
        return (most > TOUCHED) & (most > _SHARE_OF_STRONGEST * most.max(initial=0.0))


def touch_of(window: Window, ruling_us: int) -> Touch:
    """Return the touch of a window, frames after `ruling_us` left out."""
    rings = len(window.ring_mm)
    kept = window.t_us <= ruling_us
    t_us = window.t_us[kept].astype(np.float64)
    lines = window.lines[kept].astype(np.float64) / window.scale
    settled = np.median(lines[-_SETTLED_FRAMES:], axis=0) if len(lines) else np.zeros(window.lines.shape[1])
    return Touch(
        t_us=t_us,
        rings=lines[:, :rings],
        columns=lines[:, rings:],
        settled_rings=settled[:rings],
        settled_columns=settled[rings:],
        rise_us=np.array([crossing_us(t_us, lines[:, ring], TOUCHED) for ring in range(rings)]),
    )


def crossing_us(t_us: Array, level: Array, threshold: float) -> float:
    """Return when `level` first exceeded `threshold`, interpolated between frames; +inf = never."""
    above = level > threshold
    if not above.any():
        return float("inf")
    i = int(above.argmax())
    if i == 0:
        return float(t_us[0])
    share = (threshold - level[i - 1]) / (level[i] - level[i - 1])
    return float(t_us[i - 1] + share * (t_us[i] - t_us[i - 1]))


def onset_us(t_us: Array, level: Array) -> float:
    """Return when a contact that passes `TOUCHED` began: along its steepest early slope back to nothing; +inf = never.

    A contact grows fast at first, so the frames around the crossing tell its slope; never more than 2 ms back, lest
    a slow second finger pull the first contact back.
    """
    crossed = crossing_us(t_us, level, TOUCHED)
    i = int((level > TOUCHED).argmax())
    if not np.isfinite(crossed) or i == 0:
        return crossed
    slopes = np.diff(level[i - 1 : i + 2]) / np.diff(t_us[i - 1 : i + 2])
    return max(crossed - _MOST_BACK_US, crossed - _RISE / float(slopes.max()))
