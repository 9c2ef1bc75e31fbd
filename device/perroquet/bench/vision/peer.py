"""The usual way, for comparison: threshold, the largest four-cornered outline, difference from each template.

What makers of card readers on a Pi build: a global threshold above the brightness of the cloth, `approxPolyDP`, a
perspective warp, and the template with the least absolute difference, if that is small enough.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck import CARD_MM, DECK, INNER_MM, Face, face_of
from perroquet.vision.deck.raster import draw

_SIDE: Final = 112
_WORST: Final = 0.22
"""Mean difference beyond which it says nothing, of 1."""


def _inside(card: Card) -> "cv2.typing.MatLike":
    """Return the white square of a card and what is printed in it: what a threshold finds."""
    side = round(_SIDE * CARD_MM / INNER_MM)
    edge = (side - _SIDE) // 2
    return cv2.cvtColor(draw(card, side), cv2.COLOR_BGR2GRAY)[edge : edge + _SIDE, edge : edge + _SIDE]


class Peer:
    """Reads the card in a picture's middle."""

    def __init__(self) -> None:
        shown: dict[Face, Card] = {face_of(card): card for card in reversed(DECK)}
        self._templates = [
            (face, np.asarray(np.rot90(self._binary(_inside(card)), quarter)))
            for face, card in shown.items()
            for quarter in range(4)
        ]

    def read(self, grey: NDArray[np.uint8], side: float) -> Face | None:
        """Return what it takes the card to be; `side` is that of its white square, pixels."""
        calm = cv2.GaussianBlur(grey, (5, 5), 0)
        _, bright = cv2.threshold(calm, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in sorted(outlines, key=cv2.contourArea, reverse=True):
            area = cv2.contourArea(outline)
            corners = cv2.approxPolyDP(outline, 0.04 * cv2.arcLength(outline, closed=True), closed=True)
            if len(corners) == 4 and 0.75 * side**2 < area < 1.35 * side**2:
                return self._nearest(calm, np.asarray(corners, np.float32).reshape(4, 2))
        return None

    def _nearest(self, grey: "cv2.typing.MatLike", corners: NDArray[np.float32]) -> Face | None:
        centre = corners.mean(axis=0)
        clockwise = corners[np.argsort(np.arctan2(*(corners - centre).T[::-1]))]
        target = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32)
        flat = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(clockwise, target), (_SIDE, _SIDE))
        seen = self._binary(flat)
        off, face = min(
            ((float(np.abs(seen - template).mean()), face) for face, template in self._templates),
            key=lambda one: one[0],
        )
        return face if off < _WORST else None

    @staticmethod
    def _binary(grey: "cv2.typing.MatLike") -> NDArray[np.float32]:
        _, dark = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
        return np.asarray(dark, np.float32)
