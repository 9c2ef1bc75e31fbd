"""Read one card: where is it, what is on it, how sure is that?"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.ports.camera import Frame
from perroquet.vision.book import CORE, Book
from perroquet.vision.deck import Face
from perroquet.vision.find import Corners, Found, rectified
from perroquet.vision.ink import paper, printed
from perroquet.vision.polar import PATCH, Ink, likeness, spectrum, square_on
from perroquet.vision.thresholds import THRESHOLDS, Thresholds

_TURN_STEPS: Final = 2
"""By how many 128ths of a turn a rectified square may be off."""
_EDGE: Final = (PATCH - CORE) // 2
_MOST_HIDDEN: Final = 0.5
"""Share of a card that a reflection may hide."""
_BARE: Final = 0.08
"""By which share paper may be darker or brighter than paper."""
_SECONDS: Final = 4
"""How many of the likeliest faces are compared pixel by pixel."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look:
    """One look at one square.

    Attributes:
        found: where it is.
        face: what is answered; None = not sure, or nothing of this deck.
        best: the likeliest face, answered or not; None = nothing is printed there.
        likeness: how alike that is to what was seen, -1 to 1.
        margin: its lead over the next face.
        colour: letter of its colour; "" = not asked, not sure, or it has none.
    """

    found: Found
    face: Face | None
    best: Face | None
    likeness: float = 0.0
    margin: float = 0.0
    colour: str = ""


class Reader:
    """Compares squares with a book. An answer needs two opinions, unrolled and pixel by pixel, or one by far."""

    def __init__(self, book: Book, thresholds: Thresholds = THRESHOLDS) -> None:
        self.book = book
        self._at = thresholds
        self._faces = np.array(book.faces)
        self._each = {face: self._faces == face for face in dict.fromkeys(book.faces)}

    def read(self, grey: NDArray[np.uint8], found: Found, origin: tuple[int, int] = (0, 0)) -> Look:
        """Read what is in a square.

        Args:
            grey: a part of the picture around it.
            found: in pixels of the picture.
            origin: (x, y) of the part.
        """
        patch = rectified(grey, found.corners - np.array(origin, np.float32))
        seen, hidden = printed(patch, self._at.least_ink)
        if seen is None or (hidden is not None and hidden.mean() > _MOST_HIDDEN):
            return Look(found=found, face=None, best=None)
        mask = None if hidden is None else np.asarray(~hidden, np.float32)[_EDGE:-_EDGE, _EDGE:-_EDGE]
        return self._compared(seen, found, mask)

    def _compared(self, seen: Ink, found: Found, mask: NDArray[np.float32] | None) -> Look:
        unrolled = square_on(likeness(self.book.spectra, spectrum(seen)), _TURN_STEPS)
        by_face = {face: unrolled[rows].max(axis=0) for face, rows in self._each.items()}
        ranked = sorted(by_face, key=lambda face: -float(by_face[face].max()))
        first, second = float(by_face[ranked[0]].max()), float(by_face[ranked[1]].max())
        direct = {face: self._direct(seen, face, int(by_face[face].argmax()), mask) for face in ranked[:_SECONDS]}
        close, next_close = sorted(direct, key=lambda face: -direct[face])[:2]
        likely, margin = direct[close], direct[close] - direct[next_close]
        agreed = close == ranked[0]
        sure = likely >= self._at.likeness and margin >= self._at.margin
        wide = first >= self._at.likeness_wide and first - second >= self._at.margin_wide
        return Look(
            found=found,
            face=close if agreed and (sure or wide) else None,
            best=close,
            likeness=likely,
            margin=margin,
        )

    def _direct(self, seen: Ink, face: Face, quarter: int, mask: NDArray[np.float32] | None) -> float:
        """Compare pixel by pixel, in the turn that the unrolled picture found, what no reflection hides."""
        print_ = self.book.quarters[face][quarter]
        if mask is None:
            return float(cv2.matchTemplate(seen, print_, cv2.TM_CCOEFF_NORMED).max())
        alike = cv2.matchTemplate(seen, print_, cv2.TM_CCOEFF_NORMED, mask=mask)
        return float(np.nan_to_num(alike, nan=-1.0, posinf=-1.0, neginf=-1.0).max())

    def coloured(self, frame: Frame, look: Look) -> Look:
        """Return `look` with the colour of its print, if that is clear."""
        if look.face is None or frame.u is None or frame.v is None or not self.book.tints:
            return look
        return replace(look, colour=_colour(frame, look.found.corners, self.book, self._at))


def _colour(frame: Frame, corners: Corners, book: Book, at: Thresholds) -> str:
    if frame.u is None or frame.v is None:
        return ""
    patch = rectified(frame.y, corners)
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
