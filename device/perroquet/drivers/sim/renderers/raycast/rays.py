"""Which point of the table each ray meets."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.sight import Floats, Sight

F32 = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""left, top, right, bottom; the last two are the first pixel beyond."""

_STEP: Final = 12
"""Pixels between rays that are traced; those between are interpolated."""
_BANK: Final = 512


class Rays:
    """The rays of one picture."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.eye = sight.eye
        width, height = sight.lens.size
        columns = np.arange(-_STEP, width + 2 * _STEP, _STEP, dtype=np.float64)
        rows = np.arange(-_STEP, height + 2 * _STEP, _STEP, dtype=np.float64)
        pixels = np.stack(np.meshgrid(columns, rows), axis=-1)
        self._traced = sight.on_table(pixels.reshape(-1, 2)).reshape(*pixels.shape).astype(np.float32)

    def ground(self, box: Box, fine: float = 1.0) -> F32:
        """Return (h, w, 2) mm: where rays through a part of the picture meet the table, `fine` rays a pixel's side."""
        left, top, right, bottom = box
        size = (max(1, round((right - left) * fine)), max(1, round((bottom - top) * fine)))
        step = 1.0 / (fine * _STEP)
        start_x = (left - 0.5 + 0.5 / fine) / _STEP + 1.0
        start_y = (top - 0.5 + 0.5 / fine) / _STEP + 1.0
        way = np.array([[step, 0.0, start_x], [0.0, step, start_y]])
        return np.asarray(
            cv2.warpAffine(self._traced, way, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.float32
        )

    def raised(self, ground: F32, height: float) -> F32:
        """Return where the same rays pass `height` mm above the table."""
        foot = self.eye[:2].astype(np.float32)
        return np.asarray(foot + (ground - foot) * np.float32(1.0 - height / abs(self.eye[2])), np.float32)

    def box(self, points: Floats, margin: float) -> Box | None:
        """Return the part of the picture around points (n, 3) mm; None = outside it."""
        seen = self.sight.project(points)
        width, height = self.sight.lens.size
        low = np.floor(seen.min(axis=0) - margin).astype(int)
        high = np.ceil(seen.max(axis=0) + margin).astype(int)
        box = (max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])), min(height, int(high[1])))
        return box if box[0] < box[2] and box[1] < box[3] else None


@cache
def _bank() -> F32:
    drawn = np.random.default_rng(91).standard_normal((_BANK, _BANK), np.float32)
    padded = cv2.copyMakeBorder(drawn, 8, 8, 8, 8, cv2.BORDER_WRAP)
    smooth = np.asarray(cv2.GaussianBlur(padded, (0, 0), 0.9)[8:-8, 8:-8], np.float32)
    return smooth / np.float32(smooth.std())


def noise(points: F32, wide_mm: float, high_mm: float, seed: int) -> F32:
    """Return smooth noise of deviation 1 at points (h, w, 2) mm, its blots that wide and high."""
    shift = np.random.default_rng([92, seed]).uniform(0, _BANK, 2)
    xs = points[..., 0] * np.float32(1 / wide_mm) + np.float32(shift[0])
    ys = points[..., 1] * np.float32(1 / high_mm) + np.float32(shift[1])
    return np.asarray(cv2.remap(_bank(), xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


def linear(colour: tuple[int, int, int] | F32) -> F32:
    """Return sRGB levels, 0 to 255, as light, 0 to 1."""
    level = np.asarray(colour, np.float32) / np.float32(255.0)
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)
