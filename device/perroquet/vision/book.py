"""What a deck's cards look like: ours, or any that was shown to the camera."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.games.jungle_speed.cards import Card, Kind
from perroquet.vision.deck import CARD_MM, DECK, INNER_MM, PALETTES, Face, Palette, face_of
from perroquet.vision.deck.palettes import DOTS
from perroquet.vision.deck.raster import bgr, draw
from perroquet.vision.ink import corner, darkness, ink
from perroquet.vision.polar import PATCH, Ink, spectrum

_ARROWS: Final = frozenset(Face(kind.value) for kind in Kind if kind is not Kind.SYMBOL)
_BLURS: Final = (0.7, 1.3)
"""Of templates, pixels: a camera's own, in and out of focus."""
_LEAST: Final = 0.05
CORE: Final = 66
"""Side of what is compared pixel by pixel; the rest is play for a square that was found a little off."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page:
    """One face.

    Attributes:
        prints: what its print looks like, upright, one or more times.
    """

    face: Face
    prints: tuple[Ink, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Book:
    """All faces of a deck.

    Attributes:
        name: of the deck.
        inner_mm: side of the white square a card is found by: inside its frame, or the whole card if it has none.
        pages: the faces.
        tints: colour -> (u, v) of its print under white light, levels; empty = colours are not known.
        dots: colour -> what its cards show in a corner (`ink.corner`); empty = they are not marked so.
    """

    name: str
    inner_mm: float
    pages: tuple[Page, ...]
    tints: Mapping[str, tuple[float, float]]
    dots: Mapping[str, Ink] = field(default_factory=dict[str, Ink])

    @cached_property
    def plain(self) -> frozenset[Face]:
        """Faces without a colour to tell: arrows, and all of a deck whose colours are not known."""
        known = bool(self.tints or self.dots)
        return frozenset(page.face for page in self.pages if not known or page.face in _ARROWS)

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The face of each row of `spectra`."""
        return tuple(page.face for page in self.pages for _ in page.prints)

    @cached_property
    def spectra(self) -> NDArray[np.complex64]:
        """(n, rings, frequencies): every print, unrolled."""
        return np.stack([spectrum(each) for page in self.pages for each in page.prints])

    @cached_property
    def quarters(self) -> Mapping[Face, tuple[NDArray[np.float32], ...]]:
        """(CORE, CORE) float32 of each face's first print, in the four turns of a square, clockwise."""
        edge = (PATCH - CORE) // 2
        return {
            page.face: tuple(
                np.ascontiguousarray(np.rot90(page.prints[0], -quarter)[edge:-edge, edge:-edge]) for quarter in range(4)
            )
            for page in self.pages
        }


def our_book(palette: Palette = PALETTES[0]) -> Book:
    """Return the book of our own deck."""
    shown = {face_of(card): card for card in reversed(DECK)}
    pages = list[Page]()
    for face in (face_of(card) for card in DECK if shown[face_of(card)] == card):
        inks = [ink(_inside(shown[face], palette, blur), _LEAST) for blur in _BLURS]
        pages.append(Page(face=face, prints=tuple(each for each in inks if each is not None)))
    tints = {colour: tint_of(palette.colours[colour]) for colour in DOTS}
    dots = {colour: corner(darkness(_inside(Card(f"S01{colour}"), palette, max(_BLURS)))) for colour in DOTS}
    return Book(
        name=f"perroquet-{palette.name}",
        inner_mm=INNER_MM,
        pages=tuple(pages),
        tints=tints,
        dots={colour: each for colour, each in dots.items() if each is not None},
    )


def _inside(card: Card, palette: Palette, blur: float) -> NDArray[np.uint8]:
    """Return what lies inside a card's frame: (PATCH, PATCH)."""
    side = round(PATCH * CARD_MM / INNER_MM) * 4
    edge = round(side * (1 - INNER_MM / CARD_MM) / 2)
    grey = cv2.cvtColor(draw(card, side, palette.colours), cv2.COLOR_BGR2GRAY)[edge:-edge, edge:-edge]
    small = cv2.resize(grey, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), blur), np.uint8)


def tint_of(colour: str) -> tuple[float, float]:
    """Return (u, v) of `#rrggbb`, levels."""
    _, v, u = cv2.cvtColor(np.array([[bgr(colour)]], np.uint8), cv2.COLOR_BGR2YCrCb)[0, 0].astype(np.float64)
    return float(u - 128), float(v - 128)
