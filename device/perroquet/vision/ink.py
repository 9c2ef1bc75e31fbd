"""How dark is the print of a card, whatever lamp is over it? Measured against that card's own paper."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.vision.polar import PATCH, Ink

_BLOCKS: Final = 3
_WHITE: Final = 0.88
"""Paper is as bright as this share of the pixels of a ninth of a card are at most."""


def paper(patch: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how bright paper would be at every pixel: (PATCH, PATCH) float32; a shadow's edge is too fine for it."""
    size = PATCH // _BLOCKS
    blocks = patch.reshape(_BLOCKS, size, _BLOCKS, size).transpose(0, 2, 1, 3).reshape(_BLOCKS, _BLOCKS, -1)
    place = int(blocks.shape[2] * _WHITE)
    white = np.partition(blocks, place, axis=2)[..., place].astype(np.float32)
    # A block that is all print has no paper of its own.
    white = np.maximum(white, 0.6 * white.max())
    smooth = cv2.GaussianBlur(white, (3, 3), 0)
    return np.maximum(np.asarray(cv2.resize(smooth, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR), np.float32), 8.0)


def ink(patch: NDArray[np.uint8], least: float) -> Ink | None:
    """Return the print of a rectified card; None = nothing is printed there that is `least` darker than paper."""
    dark = np.clip(1.0 - patch / paper(patch), 0.0, 1.0).astype(np.float32)
    place = int(dark.size * 0.97)
    darkest = float(np.partition(dark.ravel(), place)[place])
    if darkest < least:
        return None
    return np.asarray(np.minimum(dark / darkest, 1.0), np.float32)
