"""Cards as pixels, for templates and rendered tables."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck.faces import ink_of, marks_of
from perroquet.vision.deck.marks import CARD_MM, CORNER_MM, INK, Mark, square
from perroquet.vision.deck.palettes import CLASSIC, Colours

Image = NDArray[np.uint8]

_SHIFT: Final = 4
"""OpenCV draws to sixteenths of a pixel."""


def draw(card: Card, side: int, colours: Colours = CLASSIC.colours, *, bolder_mm: float = 0.0) -> Image:
    """Draw a card upright, its paper reaching into the corners; `outline` says where the card ends.

    Args:
        card: of our deck, or `BACK`.
        side: of the picture, pixels.
        colours: what to paint with; paper and print of other decks are other colours.
        bolder_mm: what a printer adds to each line's width; negative = it prints thin.

    Returns:
        (side, side, 3) uint8, BGR.
    """
    image = np.empty((side, side, 3), np.uint8)
    image[:] = bgr(colours["paper"])
    for mark in marks_of(card):
        paint = ink_of(card) if mark.paint == INK else mark.paint
        _paint(image, mark, bgr(colours[paint]), bolder_mm)
    return image


def outline(side: int) -> Image:
    """Return the card's shape: (side, side) uint8, 255 on it and 0 beyond its rounded corners."""
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [_pixels(Mark(points=square(CARD_MM, CORNER_MM)), side)], 255, cv2.LINE_AA, _SHIFT)
    return mask


def bgr(colour: str) -> tuple[int, int, int]:
    """Return `#rrggbb` as OpenCV's (blue, green, red)."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def _paint(image: Image, mark: Mark, colour: tuple[int, int, int], bolder_mm: float) -> None:
    points, scale = _pixels(mark, len(image)), len(image) / CARD_MM
    if mark.width:
        width = max(1, round((mark.width + bolder_mm) * scale))
        cv2.polylines(image, [points], mark.closed, colour, width, cv2.LINE_AA, _SHIFT)
    else:
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA, _SHIFT)


def _pixels(mark: Mark, side: int) -> NDArray[np.int32]:
    scale = side / CARD_MM
    return np.rint(((np.array(mark.points) + CARD_MM / 2) * scale - 0.5) * (1 << _SHIFT)).astype(np.int32)
