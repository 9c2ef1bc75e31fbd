"""Read one card: where is it, what is on it, how sure is that?"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.ports.camera import Frame
from perroquet.vision.book import CORE, Book
from perroquet.vision.colours import told
from perroquet.vision.deck import Face
from perroquet.vision.find import Found, rectified
from perroquet.vision.ink import printed
from perroquet.vision.polar import PATCH, Ink, likeness, spectrum, square_on
from perroquet.vision.thresholds import THRESHOLDS, Thresholds

_TURN_STEPS: Final = 2
"""By how many 128ths of a turn a rectified square may be off."""
_EDGE: Final = (PATCH - CORE) // 2
_MOST_HIDDEN: Final = 0.5
"""Share of a card that a reflection may hide."""
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
    """Compares squares with a book. An answer needs two opinions, unrolled and pixel by pixel."""

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
        direct = {face: self._direct(seen, face, int(by_face[face].argmax()), mask) for face in ranked[:_SECONDS]}
        close, next_close = sorted(direct, key=lambda face: -direct[face])[:2]
        likely, margin = direct[close], direct[close] - direct[next_close]
        # Faint print is lost in noise, and alike to nothing much: then what it is must be the clearer.
        lead = self._at.margin + self._at.doubt * max(0.0, self._at.alike - likely)
        sure = close == ranked[0] and likely >= self._at.likeness and margin >= lead
        return Look(
            found=found,
            face=close if sure else None,
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
        """Return `look` with the colour of its print, if it has one and that is clear."""
        if look.face is None or look.face in self.book.plain:
            return look
        return replace(look, colour=told(frame, look.found.corners, self.book, self._at))
