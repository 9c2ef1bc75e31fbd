"""Learn a deck from the camera: each card is shown for a few seconds. What was learnt stays on the device."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.errors import PerroquetError
from perroquet.vision.book import Book, Page
from perroquet.vision.deck import Face
from perroquet.vision.find import Corners, rectified, squares
from perroquet.vision.ink import ink
from perroquet.vision.polar import PATCH, Ink, likeness, spectrum
from perroquet.vision.thresholds import THRESHOLDS

LEAST_LOOKS: Final = 5
TOO_ALIKE: Final = 0.93
"""A little stricter than for our own deck: a print learnt from a camera is never clean."""
_FAINT: Final = 0.025
"""Share of a square that is print in every picture; under it there may be none, but noise."""
FORMAT: Final = "perroquet-book/1"


class CannotEnrol(PerroquetError, ValueError):
    """A card that could not be learnt; says what to do."""


class BadBook(PerroquetError, ValueError):
    """A file that is no learnt deck."""


def learn(face: Face, greys: Iterable[NDArray[np.uint8]], side_px: float) -> Page:
    """Learn one face from pictures in which its card lies still, alone.

    Args:
        face: what it is called.
        greys: pictures, each (h, w) uint8.
        side_px: of the card's white square.

    Raises:
        CannotEnrol: too few pictures show one square, or nothing is printed in it.
    """
    prints, first = list[Ink](), None
    for grey in greys:
        found = squares(grey, side_px, 2 * THRESHOLDS.size_off)
        if len(found) != 1:
            continue
        corners = found[0].corners if first is None else _as_before(found[0].corners, first)
        first = corners
        seen = ink(rectified(grey, corners), THRESHOLDS.least_ink)
        if seen is not None:
            prints.append(seen)
    if len(prints) < LEAST_LOOKS:
        raise CannotEnrol(
            f"{face}: {len(prints)} pictures show one printed card, {LEAST_LOOKS} are wanted; lay it alone, flat and "
            "still on a cloth that is not as bright as it, and take your hand away"
        )
    mean = np.mean(np.stack(prints), axis=0, dtype=np.float32)
    return Page(face=face, prints=(np.asarray(mean, np.float32),))


def warnings(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return what may go wrong with a learnt deck, in sentences."""
    spectra = {page.face: spectrum(page.prints[0]) for page in pages}
    found = [
        f"{one} and {other} are {alike:.2f} alike: the camera will ask for them to be shown more often"
        for one, other in combinations(spectra, 2)
        if (alike := float(likeness(spectra[one][None], spectra[other]).max())) > TOO_ALIKE
    ]
    faint = [page.face for page in pages if float(np.mean(page.prints[0] > 0.5)) < _FAINT]
    return (*found, *(f"{face} has very little print: it may be taken for a blank card" for face in faint))


def save(book: Book, file: Path) -> None:
    """Write a learnt deck."""
    held = io.BytesIO()
    np.savez_compressed(
        held,
        format=np.array(FORMAT),
        name=np.array(book.name),
        inner_mm=np.array(book.inner_mm),
        faces=np.array([page.face for page in book.pages]),
        prints=np.stack([np.rint(page.prints[0] * 255).astype(np.uint8) for page in book.pages]),
        colours=np.array(list(book.tints)),
        tints=np.array(list(book.tints.values()), np.float64).reshape(-1, 2),
    )
    file.write_bytes(held.getvalue())


def load(file: Path) -> Book:
    """Read a learnt deck.

    Raises:
        BadBook: the file is none.
    """
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as told:
            if str(told["format"]) != FORMAT or told["prints"].shape[1:] != (PATCH, PATCH):
                raise BadBook(f"{file}: not {FORMAT}; enrol the deck again")
            pages = tuple(
                Page(face=Face(str(face)), prints=((seen / np.float32(255)).astype(np.float32),))
                for face, seen in zip(told["faces"], told["prints"], strict=True)
            )
            tints = {str(c): (float(u), float(v)) for c, (u, v) in zip(told["colours"], told["tints"], strict=True)}
            return Book(name=str(told["name"]), inner_mm=float(told["inner_mm"]), pages=pages, tints=tints)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as err:
        if isinstance(err, BadBook):
            raise
        raise BadBook(f"{file} is no learnt deck ({err}); enrol it with `perroquet vision enrol`") from err


def _as_before(corners: Corners, first: Corners) -> Corners:
    """Begin at the corner that was first in the picture before: a square does not know its top."""
    turns = [np.roll(corners, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda turned: float(cv2.norm(turned, first)))
