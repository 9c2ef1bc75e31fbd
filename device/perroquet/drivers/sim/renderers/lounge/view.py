"""Which place of the table a pixel sees, and which pixel sees a place."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.lounge.tints import F32
from perroquet.kernel.units import Millimetres
from perroquet.vision.sight import Floats, Sight

Box = tuple[int, int, int, int]
"""left, top, right, bottom; the last two are the first pixel beyond."""
_STEP: Final = 8
"""Places are worked out for one pixel in so many and interpolated; a lens bends less than 0.01 pixel between."""


class View:
    """One camera over one table."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.width, self.height = sight.lens.size
        self.all: Box = (0, 0, self.width, self.height)
        self.scale = sight.scale(0.0, 0.0)
        """Pixels a millimetre, under the camera."""

    def places(self, box: Box, height: float = 0.0) -> tuple[F32, F32]:
        """Return x and y, mm, of what each pixel of a box sees at `height` above the table."""
        left, top, right, bottom = box
        columns, rows = -(-(right - left) // _STEP), -(-(bottom - top) // _STEP)
        x, y = self.nodes((left - _STEP, top - _STEP), (columns + 2, rows + 2), _STEP, height)
        size = ((columns + 2) * _STEP, (rows + 2) * _STEP)
        inner = (slice(_STEP, _STEP + bottom - top), slice(_STEP, _STEP + right - left))
        wide = (cv2.resize(each, size, interpolation=cv2.INTER_LINEAR)[inner] for each in (x, y))
        one, other = (np.asarray(each, np.float32) for each in wide)
        return one, other

    def nodes(self, corner: tuple[int, int], count: tuple[int, int], step: int, height: float = 0.0) -> tuple[F32, F32]:
        """Return the places seen by the middles of squares of `step` pixels, `count` of them across and down."""
        across = corner[0] + (np.arange(count[0], dtype=np.float64) + 0.5) * step - 0.5
        down = corner[1] + (np.arange(count[1], dtype=np.float64) + 0.5) * step - 0.5
        grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2).astype(np.float64)
        seen = self.sight.on_table(grid, Millimetres(height)).astype(np.float32).reshape(count[1], count[0], 2)
        return np.ascontiguousarray(seen[..., 0]), np.ascontiguousarray(seen[..., 1])

    def pixels(self, points: Floats, height: float = 0.0) -> Floats:
        """Return where (n, 2) mm appear at `height`: (n, 2) pixels."""
        return self.sight.project(np.column_stack([points, np.full(len(points), height)]))

    def box(self, pixels: Floats, margin: int = 2) -> Box | None:
        """Return the part of the picture that holds these points; None = they are outside."""
        low, high = np.floor(pixels.min(axis=0)) - margin, np.ceil(pixels.max(axis=0)) + margin + 1
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        right, bottom = min(self.width, int(high[0])), min(self.height, int(high[1]))
        return (left, top, right, bottom) if left < right and top < bottom else None


def filled(outlines: list[Floats], box: Box, scale: float = 1.0) -> NDArray[np.uint8]:
    """Return what outlines (n, 2), pixels, cover of a box: 255 inside; `scale` = size of the result per pixel."""
    size = (max(1, round((box[3] - box[1]) * scale)), max(1, round((box[2] - box[0]) * scale)))
    mask = np.zeros(size, np.uint8)
    for outline in outlines:
        at = ((outline - np.array(box[:2]) + 0.5) * scale - 0.5) * 16.0
        points = np.clip(at, -(1 << 24), 1 << 24).round().astype(np.int32)
        cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
    return mask
