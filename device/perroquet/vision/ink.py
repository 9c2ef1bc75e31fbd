"""How dark is the print of a card, whatever lamp is over it? Measured against that card's own paper."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.polar import PATCH, Ink

_BLOCKS: Final = 3
_WHITE: Final = 0.88
"""Paper is as bright as this share of the pixels of a ninth of a card are at most."""

_REFLECTED: Final = 1.06
"""Over how many times the brightness of paper it is a lamp's, reflected."""
_LEAST_REFLECTED: Final = 0.02
"""Share of a card under which it is noise."""
_LIT: Final = 2
"""Ninths at a card's edge, where there is paper always, that may lie in the shade."""
_PRINT: Final = 9
"""Of the widest line of print, pixels: under a reflection it is as bright as paper elsewhere."""

_CORNER: Final = (9, 24)
"""Height and width of a corner that holds dots and nothing of the symbol, pixels."""

Hidden = NDArray[np.bool_]
"""(PATCH, PATCH): where a reflection hides the print."""


def paper(patch: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how bright paper would be at every pixel: (PATCH, PATCH) float32; a shadow's edge is too fine for it."""
    return _spread(_whites(patch))


def ink(patch: NDArray[np.uint8], least: float) -> Ink | None:
    """Return the print of a rectified card; None = nothing is printed there that is `least` darker than paper."""
    return _ink(patch, _whites(patch), least)


def printed(patch: NDArray[np.uint8], least: float) -> tuple[Ink | None, Hidden | None]:
    """Return the same of a card that a lamp may be reflected in, with paper where that hides it; None = it does not."""
    hidden = reflection(patch)
    if hidden is None or hidden.all():
        return _ink(patch, _whites(patch), least), hidden
    cleared = np.where(hidden, np.uint8(np.percentile(patch[~hidden], 100 * _WHITE)), patch)
    return _ink(cleared, _whites(cleared), least), hidden


def darkness(patch: NDArray[np.uint8], whites: NDArray[np.float32] | None = None) -> Ink:
    """Return how much darker than paper every pixel is: 0 = paper, 1 = black."""
    return np.clip(1.0 - patch / _spread(_whites(patch) if whites is None else whites), 0.0, 1.0).astype(np.float32)


def corner(dark: Ink, hidden: Hidden | None = None) -> Ink | None:
    """Return what is in the corners, the mean of all that are not hidden, as in the upper right one; None = none is."""
    height, width = _CORNER
    seen = [
        np.rot90(dark, quarter)[:height, -width:]
        for quarter in range(4)
        if hidden is None or not np.rot90(hidden, quarter)[:height, -width:].any()
    ]
    return np.asarray(np.mean(seen, axis=0), np.float32) if seen else None


def _ink(patch: NDArray[np.uint8], whites: NDArray[np.float32], least: float) -> Ink | None:
    dark = darkness(patch, whites)
    place = int(dark.size * 0.97)
    darkest = float(np.partition(dark.ravel(), place)[place])
    return np.asarray(np.minimum(dark / darkest, 1.0), np.float32) if darkest >= least else None


def _whites(patch: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how bright paper is in each ninth of a card: (3, 3) float32."""
    size = PATCH // _BLOCKS
    blocks = patch.reshape(_BLOCKS, size, _BLOCKS, size).transpose(0, 2, 1, 3).reshape(_BLOCKS, _BLOCKS, -1)
    place = int(blocks.shape[2] * _WHITE)
    return np.partition(blocks, place, axis=2)[..., place].astype(np.float32)


def _spread(whites: NDArray[np.float32]) -> NDArray[np.float32]:
    # A block that is all print has no paper of its own.
    smooth = cv2.GaussianBlur(np.maximum(whites, 0.6 * whites.max()), (3, 3), 0)
    return np.maximum(np.asarray(cv2.resize(smooth, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR), np.float32), 8.0)


def reflection(patch: NDArray[np.uint8]) -> Hidden | None:
    """Return where a lamp is reflected: what is brighter than that card's paper is; None = nowhere."""
    edge = np.delete(_whites(patch), _BLOCKS * _BLOCKS // 2)
    white = float(np.sort(edge)[_LIT])
    bright = cv2.threshold(patch, _REFLECTED * white, 1, cv2.THRESH_BINARY)[1]
    if cv2.countNonZero(bright) < _LEAST_REFLECTED * bright.size:
        return None
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if cv2.countNonZero(bright) < _LEAST_REFLECTED * bright.size:
        return None
    whole = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((_PRINT, _PRINT), np.uint8))
    return np.asarray(cv2.dilate(whole, np.ones((3, 3), np.uint8)), np.bool_)
