"""The colour of a card's print: by the dots in its corners, which no lamp tints; if they are not clear, by its hue."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.ports.camera import Frame
from perroquet.vision.book import Book
from perroquet.vision.find import Corners, rectified
from perroquet.vision.ink import corner, darkness, paper, reflection
from perroquet.vision.thresholds import Thresholds

_BARE: Final = 0.08
"""By which share paper may be darker or brighter than paper."""
_PLAY: Final = (slice(1, -1), slice(2, -2))
"""Of a template of dots: a square may have been found a little off."""


def told(frame: Frame, corners: Corners, book: Book, at: Thresholds) -> str:
    """Return the letter of a card's colour; "" = it has none, or not sure."""
    patch = rectified(frame.y, corners)
    return _by_dots(patch, book, at) or _by_hue(frame, patch, corners, book, at)


def _by_dots(patch: NDArray[np.uint8], book: Book, at: Thresholds) -> str:
    seen = corner(darkness(patch), reflection(patch))
    if seen is None or not book.dots:
        return ""
    alike = {
        colour: float(cv2.matchTemplate(seen, dots[_PLAY], cv2.TM_CCOEFF_NORMED).max())
        for colour, dots in book.dots.items()
    }
    first, second = sorted(alike, key=lambda colour: -alike[colour])[:2]
    return first if alike[first] >= at.dots and alike[first] - alike[second] >= at.dots_margin else ""


def _by_hue(frame: Frame, patch: NDArray[np.uint8], corners: Corners, book: Book, at: Thresholds) -> str:
    if frame.u is None or frame.v is None or not book.tints:
        return ""
    white = paper(patch)
    dark = 1.0 - patch / white
    print_ = dark > 0.55 * np.partition(dark.ravel(), int(dark.size * 0.97))[int(dark.size * 0.97)]
    # The chroma planes are half as fine; a pixel's middle lies half a pixel further in.
    half = np.asarray((corners - 0.5) / 2, np.float32)
    u, v = (rectified(plane, half).astype(np.float32) - 128.0 for plane in (frame.u, frame.v))
    bare = np.abs(dark) < _BARE
    if print_.sum() < 20 or bare.sum() < 20:
        return ""
    # Paper is white: what colour it has is the lamp's, which each of red, green and blue is held against.
    ink, sheet = _rgb(patch, u, v, print_), _rgb(patch, u, v, bare)
    red, green, blue = 255.0 * np.maximum(ink, 1.0) / np.maximum(sheet, 8.0)
    grey = 0.299 * red + 0.587 * green + 0.114 * blue
    return _called(0.564 * (blue - grey), 0.713 * (red - grey), book, at)


def _hue(tint: tuple[float, float]) -> float:
    """Return the hue of (u, v), degrees."""
    v, u = tint[::-1]
    return float(np.degrees(np.arctan2(v, u)))


def _called(u: float, v: float, book: Book, at: Thresholds) -> str:
    """Return the colour whose print is nearest in hue, if it is by far, and the print is not too pale to be that."""
    hue = _hue((u, v))
    off = {colour: abs((hue - _hue(tint) + 180.0) % 360.0 - 180.0) for colour, tint in book.tints.items()}
    nearest, *others = sorted(off, key=off.__getitem__)
    lead = min((off[other] for other in others), default=360.0) - off[nearest]
    pale = np.hypot(u, v) < at.tint * np.hypot(*book.tints[nearest])
    return "" if pale or lead < at.hue_margin else nearest


def _rgb(
    y: NDArray[np.uint8], u: NDArray[np.float32], v: NDArray[np.float32], where: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the middling (red, green, blue) there."""
    grey, blue, red = (float(np.median(plane[where])) for plane in (y, u, v))
    return np.array([grey + 1.402 * red, grey - 0.344 * blue - 0.714 * red, grey + 1.772 * blue])
