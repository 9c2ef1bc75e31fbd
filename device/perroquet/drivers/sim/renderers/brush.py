"""Drawing a table in millimetres straight into the picture; nothing here decides what anything looks like."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.sight import Floats, Sight

Floats32 = NDArray[np.float32]
Colour = tuple[float, float, float]

_SHIFT: Final = 4
_ROUND: Final = np.linspace(0.0, 2 * np.pi, 40, endpoint=False)


class Canvas:
    """A picture being drawn: (height, width, 3) float32, BGR, 0 to 255 as white paper in daylight would be."""

    def __init__(self, sight: Sight) -> None:
        width, height = sight.lens.size
        self.sight = sight
        self.image: Floats32 = np.empty((height, width, 3), np.float32)

    def box(self, pixels: Floats, margin: float) -> tuple[slice, slice] | None:
        """Return rows and columns around points, inside the picture; None = they are outside it."""
        height, width = self.image.shape[:2]
        low = np.floor(pixels.min(axis=0) - margin).astype(int)
        high = np.ceil(pixels.max(axis=0) + margin).astype(int) + 1
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        right, bottom = min(width, int(high[0])), min(height, int(high[1]))
        return None if right <= left or bottom <= top else (slice(top, bottom), slice(left, right))


@dataclass(frozen=True, slots=True, kw_only=True)
class Quad:
    """A flat board on the table: its middle, how high it is (along its own top to bottom), and how wide for that.

    Attributes:
        side: from its top to its bottom, mm.
        turned: clockwise, degrees.
        height: above the table, mm.
        aspect: width over `side`.
    """

    x: float
    y: float
    side: float
    turned: float
    height: float
    aspect: float = 1.0

    def corners(self, grown: float = 0.0) -> Floats:
        """Return (4, 3) mm: top left, top right, bottom right, bottom left."""
        high, wide = self.side / 2 + grown, self.side * self.aspect / 2 + grown
        flat = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]])
        turn = np.radians(self.turned)
        flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return np.column_stack([flat + np.array([self.x, self.y]), np.full(4, self.height)])


def planar(canvas: Canvas, step: int = 16) -> Floats:
    """Return which point of the table each pixel shows: (h, w, 2) mm; every `step`th pixel's alone if `step` > 16."""
    width, height = canvas.sight.lens.size
    columns = np.linspace(0, width - 1, max(2, width // step))
    rows = np.linspace(0, height - 1, max(2, height // step))
    grid = np.stack(np.meshgrid(columns, rows), axis=-1)
    table = canvas.sight.on_table(grid.reshape(-1, 2)).reshape(*grid.shape)
    if step > 16:
        return table
    # Corner-aligned, so that the first and the last pixel are the grid's own.
    at_x = np.linspace(0, len(columns) - 1, width, dtype=np.float32)
    at_y = np.linspace(0, len(rows) - 1, height, dtype=np.float32)
    fine = cv2.remap(table.astype(np.float32), *np.meshgrid(at_x, at_y), cv2.INTER_LINEAR)
    return np.asarray(fine, np.float64)


def in_place(canvas: Canvas, texture: Floats32, mm: float) -> Floats32:
    """Return `texture` lying on the table, tiled, a texel `mm` long: one value or colour a pixel."""
    table = (planar(canvas) / mm).astype(np.float32)
    laid = cv2.remap(
        texture, table[..., 0] % (texture.shape[1] - 1), table[..., 1] % (texture.shape[0] - 1), cv2.INTER_LINEAR
    )
    return np.asarray(laid, np.float32)


def board(canvas: Canvas, texture: NDArray[np.uint8], quad: Quad, mask: NDArray[np.uint8] | None = None) -> None:
    """Lay a picture on the table."""
    pixels = canvas.sight.project(quad.corners())
    box = canvas.box(pixels, 2)
    if box is None:
        return
    rows, columns = box
    height, width = texture.shape[:2]
    size = (columns.stop - columns.start, rows.stop - rows.start)
    matrix = cv2.getPerspectiveTransform(
        np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32),
        (pixels - (columns.start, rows.start)).astype(np.float32),
    )
    finer = height / max(1.0, float(np.linalg.norm(pixels[3] - pixels[0])))
    soft = 0.4 * finer
    source = cv2.GaussianBlur(texture, (0, 0), soft) if soft > 0.5 else texture
    shape = np.full((height, width), 255, np.uint8) if mask is None else mask
    drawn = cv2.warpPerspective(source, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(shape, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255.0
    part = canvas.image[rows, columns]
    part += (drawn - part) * there


def shade(canvas: Canvas, quad: Quad, soft_mm: float, dark: float) -> None:
    """Darken the table around a board, as it does where it touches."""
    pixels = canvas.sight.project(quad.corners(soft_mm * 0.7))
    blur = soft_mm * float(np.linalg.norm(pixels[1] - pixels[0])) / (quad.side * quad.aspect)
    _blend(canvas, [pixels], None, dark, blur)


def disc(canvas: Canvas, x: float, y: float, height: float, radius: float, colour: Colour) -> None:
    """Draw a round thing, flat."""
    ring = np.column_stack([x + radius * np.cos(_ROUND), y + radius * np.sin(_ROUND), np.full(len(_ROUND), height)])
    _blend(canvas, [canvas.sight.project(ring)], colour, 1.0, 0.4)


def strip(
    canvas: Canvas,
    pieces: list[tuple[Floats, float]],
    height: float,
    colour: Colour | None,
    strength: float,
    *,
    soft: float,
) -> None:
    """Draw a limb through points (x, y) with a width at each, all in mm; `colour` None = its shadow."""
    outlines = list[Floats]()
    for (one, wide), (other, narrow) in pairwise(pieces):
        way = (other - one) / max(1e-6, float(np.linalg.norm(other - one)))
        side = np.array([-way[1], way[0]]) / 2
        outlines.append(np.array([one + side * wide, other + side * narrow, other - side * narrow, one - side * wide]))
    circle = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    outlines += [point + circle * width / 2 for point, width in pieces]
    shapes = [canvas.sight.project(np.column_stack([flat, np.full(len(flat), height)])) for flat in outlines]
    blur = soft * canvas.sight.scale(*pieces[-1][0])
    _blend(canvas, shapes, colour, strength, blur)


def _blend(canvas: Canvas, shapes: list[Floats], colour: Colour | None, strength: float, blur: float) -> None:
    box = canvas.box(np.concatenate(shapes), 3 * blur + 2)
    if box is None:
        return
    rows, columns = box
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    for shape in shapes:
        points = np.rint((shape - (columns.start, rows.start)) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, _SHIFT)
    there = mask.astype(np.float32) * (strength / 255.0)
    if blur > 0.3:
        there = cv2.GaussianBlur(there, (0, 0), blur)
    part = canvas.image[rows, columns]
    if colour is None:
        part *= (1.0 - there)[..., None]
    else:
        part += (np.array(colour, np.float32) - part) * there[..., None]
