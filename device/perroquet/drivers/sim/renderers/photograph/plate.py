"""What falls on the sensor of renderer B: reflectance, light and glow of each pixel, laid surface by surface."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.sight import Floats, Sight

Coded = NDArray[np.uint8]
"""Reflectance, gamma 2.2: (h, w, 3) BGR, 255 = all light comes back."""
Mask = NDArray[np.uint8]
Light = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""left, top, right, bottom; the last two are the first pixel beyond."""

GRID: Final = 16
"""Pixels between two points of the coarse map from picture to table."""


class Plate:
    """A picture being exposed.

    Attributes:
        coded: reflectance of what each pixel shows.
        field: light that would fall there without shadows, 1 = on white paper, under the lamp's brightest.
        light: the same, with shadows.
        glow: (h, w, 3) BGR, light that does not come from the surface's colour: reflections of lamps, screens.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        width, height = sight.lens.size
        self.coded: Coded = np.zeros((height, width, 3), np.uint8)
        self.field: Light = np.ones((height, width), np.float32)
        self.light: Light = self.field
        self.glow: Light = np.zeros((height, width, 3), np.float32)
        self.glowing = False

    def coarse(self) -> Light:
        """Return the table's points seen at every `GRID`th pixel and one beyond: (rows, columns, 2) mm."""
        width, height = self.sight.lens.size
        xs = np.arange(0, width + GRID, GRID, dtype=np.float64)
        ys = np.arange(0, height + GRID, GRID, dtype=np.float64)
        pixels = np.stack(np.meshgrid(xs, ys), axis=-1)
        return self.sight.on_table(pixels.reshape(-1, 2)).reshape(*pixels.shape).astype(np.float32)

    def finely(self, coarse: Light) -> Light:
        """Return a coarse map for every pixel."""
        width, height = self.sight.lens.size
        down = np.array([[1 / GRID, 0, 0], [0, 1 / GRID, 0]], np.float32)
        way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(coarse, down, (width, height), flags=way), np.float32)

    def box(self, points: Floats, margin: float = 2.0) -> Box | None:
        """Return the part of the picture around `points` (n, 2) pixels; None = outside it."""
        width, height = self.sight.lens.size
        left, top = np.floor(points.min(axis=0) - margin).astype(int).tolist()
        right, bottom = np.ceil(points.max(axis=0) + margin + 1).astype(int).tolist()
        box = (max(left, 0), max(top, 0), min(right, width), min(bottom, height))
        return box if box[0] < box[2] and box[1] < box[3] else None

    def lay(self, coded: Coded, mask: Mask, corners: Floats, shade: Light | None, glow: Light | None) -> None:
        """Lay a flat surface.

        Args:
            coded: its reflectance, upright.
            mask: where it is, 255 = fully.
            corners: (4, 3) mm: where the outer corners of the texture lie, clockwise from its top left.
            shade: (h, w), what its own form makes of the light; None = 1 everywhere.
            glow: (h, w, 3), what it adds to it.
        """
        seen = self.sight.project(corners)
        box = self.box(seen)
        if box is None:
            return
        left, top, right, bottom = box
        high, wide = mask.shape
        from_corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
        way = cv2.getPerspectiveTransform(from_corners, (seen - (left, top)).astype(np.float32))
        size = (right - left, bottom - top)
        rows, columns = slice(top, bottom), slice(left, right)
        share = cv2.warpPerspective(mask, way, size)[..., None].astype(np.float32) / 255.0
        drawn = cv2.warpPerspective(coded, way, size, borderMode=cv2.BORDER_REPLICATE)
        here = self.coded[rows, columns]
        self.coded[rows, columns] = np.rint(here + (drawn - here.astype(np.float32)) * share).astype(np.uint8)
        lit = self.field[rows, columns]
        if shade is not None:
            lit = lit * cv2.warpPerspective(shade, way, size, borderMode=cv2.BORDER_REPLICATE)
        self.light[rows, columns] += (lit - self.light[rows, columns]) * share[..., 0]
        self.glow[rows, columns] *= 1.0 - share
        if glow is not None:
            self.glowing = True
            self.glow[rows, columns] += cv2.warpPerspective(glow, way, size) * share

    def darken(self, shapes: list[Floats], share: float, soft_px: float) -> None:
        """Let a shadow fall: polygons (n, 2) pixels, their union `share` of the light poorer, its edge blurred."""
        drawn = self.filled(shapes, soft_px * 3 + 2)
        if drawn is None:
            return
        (left, top, right, bottom), mask = drawn
        coarser = max(1, int(soft_px / 3))
        small = cv2.resize(
            mask, (max(1, mask.shape[1] // coarser), max(1, mask.shape[0] // coarser)), interpolation=cv2.INTER_AREA
        )
        small = cv2.GaussianBlur(small, (0, 0), max(soft_px / coarser, 0.4))
        soft = cv2.resize(small.astype(np.float32), (mask.shape[1], mask.shape[0]))
        self.light[top:bottom, left:right] *= 1.0 - soft * np.float32(share / 255.0)

    def filled(self, shapes: list[Floats], margin: float = 2.0) -> tuple[Box, Mask] | None:
        """Return polygons (n, 2) pixels as a mask, and which part of the picture it is; None = outside it."""
        box = self.box(np.concatenate(shapes), margin)
        if box is None:
            return None
        left, top, right, bottom = box
        mask = np.zeros((bottom - top, right - left), np.uint8)
        for shape in shapes:
            points = np.rint((shape - (left, top)) * 16).astype(np.int32)
            cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
        return box, mask

    def cover(self, box: Box, coded: Light, mask: Light, lit: Light) -> None:
        """Lay what was drawn for a part of the picture.

        Args:
            box: which part.
            coded: (h, w, 3) its reflectance.
            mask: (h, w), 0 to 1.
            lit: (h, w), what its form makes of the light.
        """
        left, top, right, bottom = box
        rows, columns = slice(top, bottom), slice(left, right)
        share = mask[..., None]
        here = self.coded[rows, columns]
        self.coded[rows, columns] = np.rint(np.clip(here + (coded - here) * share, 0, 255)).astype(np.uint8)
        self.light[rows, columns] += (self.field[rows, columns] * lit - self.light[rows, columns]) * mask
        self.glow[rows, columns] *= 1.0 - share
