"""Letters on a picture of floats: OpenCV 5 writes on bytes alone."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def write(
    picture: NDArray[np.floating[Any]],
    letter: str,
    corner: tuple[int, int],
    font: int,
    size: float,
    ink: Sequence[float],
    thick: int,
) -> None:
    """Write a letter on (height, width, 3), as `cv2.putText` does; `corner` is its lower left one."""
    inked = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(inked, letter, corner, font, size, 255, thick)
    picture[inked > 0] = ink
