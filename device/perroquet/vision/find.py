"""Find the white squares of cards: adaptive threshold, outlines of the right size, a line fitted to each side.

Where nothing is found so, as under a lamp's reflection, once more with what is bright parted along dark lines, and then
by frames that are not closed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.polar import PATCH

if TYPE_CHECKING:
    from cv2.typing import MatLike

Grey = NDArray[np.uint8]
Corners = NDArray[np.float32]
"""(4, 2) float32 pixels, clockwise."""
Line = tuple[float, float, float]
"""(a, b, c) of a x + b y = c, where a and b are of length 1."""

_BRIGHTER: Final = -4
_FILL: Final = 0.9
"""Least share of its bounding square that an outline fills."""
_ASIDE: Final = 0.06
"""Share of a side by which its outline may lie beside the bounding square's."""
_SIDE_SEEN: Final = 0.35
"""Least share of a side that must lie on its line."""
_LINE: Final = 0.95
"""Brightness of a line over what lies on both its sides, at most."""
_LINE_WIDE: Final = 0.12
"""Width of the widest line, in sides."""
_INK: Final = 0.8
"""Brightness of a frame over what lies on both its sides, at most."""
_FRAME: Final = 1.3
"""Outer side of the widest frame, in sides."""
_EVEN: Final = 0.93
"""Least of a frame's sides over the other."""
_BLURRED: Final = 1.0
"""By how much a blurred line is wider on each side, pixels."""

TARGET: Final = np.array(
    [[-0.5, -0.5], [PATCH - 0.5, -0.5], [PATCH - 0.5, PATCH - 0.5], [-0.5, PATCH - 0.5]], np.float32
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Found:
    """A square that may be a card's.

    Attributes:
        corners: of its white inside, pixels of the whole picture.
        side: mean length of its sides, pixels.
    """

    corners: Corners
    side: float

    @property
    def middle(self) -> NDArray[np.float32]:
        """(2,) pixels."""
        return np.asarray(self.corners.mean(axis=0), np.float32)


def squares(grey: Grey, side: float, off: float, origin: tuple[int, int] = (0, 0)) -> tuple[Found, ...]:
    """Return the squares of one part of a picture, largest first; none within another.

    Args:
        grey: (h, w) uint8, the part.
        side: expected, pixels.
        off: share by which a side may differ from that. Too much, and the outer edge of a frame is taken too.
        origin: (x, y) of the part in the picture.
    """
    block = max(3, int(side * 0.9) | 1)
    calm = cv2.medianBlur(grey, 3)  # of noise alone there are thousands of outlines
    bright = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, _BRIGHTER)
    seen = list(_fitting(bright, side, off))
    if not seen:
        reach = max(3, round(side * _LINE_WIDE) | 1)
        beside = cv2.morphologyEx(calm, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
        parted = np.where(calm < _LINE * beside, 0, bright).astype(np.uint8)
        seen = list(_fitting(parted, side, off, _BLURRED)) or list(
            _framed(np.asarray(calm < _INK * beside, np.uint8), side, off)
        )
    kept = list[Found]()
    for found in sorted(seen, key=lambda one: -one.side):
        if all(np.linalg.norm(found.middle - other.middle) > 0.3 * side for other in kept):
            kept.append(found)
    shift = np.array(origin, np.float32)
    return tuple(Found(corners=one.corners + shift, side=one.side) for one in kept)


def rectified(grey: Grey, corners: Corners) -> Grey:
    """Return the inside of a square as (PATCH, PATCH) uint8."""
    matrix = cv2.getPerspectiveTransform(corners, TARGET)
    flags = cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpPerspective(grey, matrix, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _framed(ink: "MatLike", side: float, off: float) -> Iterator[Found]:
    """Yield the squares inside of frames that are not closed: a reflection may hide a third of one."""
    outlines, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    low, high = (1 - off) * side, (1 + off) * side
    for outline in outlines:
        if len(outline) < 3 * side:
            continue
        hull = cv2.convexHull(outline)
        middle, sides, turn = cv2.minAreaRect(hull)
        short, long = sorted(sides)
        if short < low or long > _FRAME * high or short < _EVEN * long:
            continue
        points = np.asarray(outline, np.float32).reshape(-1, 2)
        corners = _corners(points, np.asarray(cv2.boxPoints((middle, (side, side), turn)), np.float32), hidden=1)
        if corners is not None:
            corners = _grown(corners, -_BLURRED, side)
            sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
            if low < sides.min() and sides.max() < high:
                yield Found(corners=corners, side=float(sides.mean()))


def _fitting(bright: "MatLike", side: float, off: float, wider: float = 0.0) -> Iterator[Found]:
    """Yield the squares among the outlines of what is bright; each side lies `wider` pixels farther out than that."""
    outlines, _ = cv2.findContours(bright, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    low, high = (1 - off) * side, (1 + off) * side
    for outline in outlines:
        if not 2.6 * low < len(outline) < 9.0 * high:
            continue
        _, _, width, height = cv2.boundingRect(outline)
        if not (low < width < 1.5 * high and low < height < 1.5 * high):
            continue
        hull = cv2.convexHull(outline)
        box = cv2.minAreaRect(hull)
        short, long = sorted(box[1])
        if short < low or long > high or cv2.contourArea(hull) < _FILL * short * long:
            continue
        corners = _corners(np.asarray(outline, np.float32).reshape(-1, 2), np.asarray(cv2.boxPoints(box), np.float32))
        if corners is not None:
            corners = _grown(corners, wider, side)
            sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
            if low < sides.min() and sides.max() < high:
                yield Found(corners=corners, side=float(sides.mean()))


def _grown(corners: Corners, by: float, side: float) -> Corners:
    """Return the square whose sides lie `by` pixels farther out."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * (1 + 2 * by / side), np.float32)


def _corners(outline: Corners, box: Corners, *, hidden: int = 0) -> Corners | None:
    """Fit a line to the outline along each side of `box` and cut them.

    None = a side is not there, or not straight; `hidden` sides may not be there, and are where a square has them.
    """
    lines = [_line(outline, box[place], box[(place + 1) % 4]) for place in range(4)]
    unseen = [place for place, line in enumerate(lines) if line is None]
    if len(unseen) > hidden:
        return None
    for place in unseen:
        lines[place] = _opposite(lines[place - 1], lines[place - 2], lines[place - 3], box[place])
    cut = [_cut(lines[place - 1], lines[place]) for place in range(4)]
    return None if None in cut else np.array(cut, np.float32)


def _line(outline: Corners, one: Corners, other: Corners) -> Line | None:
    length = float(np.hypot(*(other - one)))
    along = (other - one) / length
    ahead = (outline - one) @ along
    aside = (outline - one) @ np.array([-along[1], along[0]], np.float32)
    near = outline[(ahead > 0.15 * length) & (ahead < 0.85 * length) & (np.abs(aside) < _ASIDE * length)]
    if len(near) < _SIDE_SEEN * length:
        return None
    x, y, at_x, at_y = cv2.fitLine(near, cv2.DIST_L2, 0, 0.01, 0.01).ravel()
    return float(y), float(-x), float(y * at_x - x * at_y)


def _opposite(before: Line | None, across: Line | None, after: Line | None, near: Corners) -> Line | None:
    """Return the side of a square that the other three leave; it passes `near` that point."""
    if before is None or across is None or after is None:
        return None
    one, other = _cut(before, across), _cut(across, after)
    if one is None or other is None:
        return None
    a, b, c = across
    width = float(np.hypot(one[0] - other[0], one[1] - other[1]))
    return a, b, c + float(np.copysign(width, a * near[0] + b * near[1] - c))


def _cut(one: Line | None, other: Line | None) -> tuple[float, float] | None:
    """Return where two lines meet; None = not at anything like a right angle."""
    if one is None or other is None:
        return None
    (a, b, c), (d, e, f) = one, other
    across = a * e - b * d
    return None if abs(across) < 0.3 else ((c * e - b * f) / across, (a * f - c * d) / across)
