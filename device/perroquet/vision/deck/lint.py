"""Is every card of the deck unlike every other, to a camera and to every eye?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck.faces import DECK, GROUPS, Face, face_of
from perroquet.vision.deck.marks import CARD_MM, INNER_MM
from perroquet.vision.deck.palettes import PALETTES, Palette
from perroquet.vision.deck.raster import Image, bgr, draw
from perroquet.vision.polar import PATCH, Ink, likeness, spectrum

TOO_ALIKE: Final = 0.95
"""Likeness, in the worst turn, from which two faces are taken for each other."""

_BLIND: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How who lacks one kind of cone sees linear RGB: G. M. Machado et al., 2009, severity 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Two faces, and how alike they are at worst."""

    one: Face
    other: Face
    likeness: float


def print_of(card: Card) -> Ink:
    """Return a card as a perfect camera would see it."""
    side = round(PATCH * CARD_MM / INNER_MM) * 4
    edge = round(side * (1 - INNER_MM / CARD_MM) / 2)
    inner = cv2.resize(draw(card, side)[edge:-edge, edge:-edge], (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    ink = 1.0 - inner.min(axis=2).astype(np.float32) / 255.0
    return np.asarray(ink / ink.max(), np.float32)


def alike() -> tuple[Alike, ...]:
    """Return every pair of faces, most alike first, whatever the turn."""
    shown = {face_of(card): card for card in reversed(DECK)}
    bank = {face: spectrum(print_of(card)) for face, card in shown.items()}
    pairs = [
        Alike(one=one, other=other, likeness=float(likeness(bank[one][None], bank[other]).max()))
        for one, other in combinations(sorted(bank), 2)
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.likeness))


def apart(palette: Palette) -> Iterator[tuple[str, str, str, float]]:
    """Yield (kind of eye, colour, colour, distance in CIE Lab) for every pair of a palette's inks."""
    inks = [paint for paint in palette.colours if paint != "paper"]
    for eye, matrix in (("all cones", np.eye(3)), *((eye, np.array(rows)) for eye, rows in _BLIND.items())):
        lab = {paint: _lab(palette.colours[paint], np.asarray(matrix, np.float64)) for paint in inks}
        for one, other in combinations(inks, 2):
            yield eye, one, other, float(np.linalg.norm(lab[one] - lab[other]))


def faults() -> tuple[str, ...]:
    """Return what is wrong with the deck, in sentences; empty = nothing."""
    found = [
        f"{pair.one} and {pair.other} are {pair.likeness:.3f} alike; at most {TOO_ALIKE} is wanted: redraw one"
        for pair in alike()
        if pair.likeness > TOO_ALIKE
    ]
    found += [
        f"palette {palette.name}: {one} and {other} are {distance:.0f} apart to eyes with {eye}; "
        f"at least {palette.contrast:.0f} is wanted: change one"
        for palette in PALETTES
        for eye, one, other, distance in apart(palette)
        if distance < palette.contrast
    ]
    missing = {face_of(card) for card in DECK} ^ set(GROUPS)
    return (*found, *(f"{face} is in the deck or in a group, not in both" for face in sorted(missing)))


def _lab(colour: str, eye: np.ndarray) -> np.ndarray:
    srgb = np.array(bgr(colour)[::-1], np.float64) / 255.0
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen: Image = np.clip(eye @ linear, 0.0, 1.0)
    back = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * np.power(seen, 1 / 2.4) - 0.055)
    return cv2.cvtColor(back.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_RGB2LAB)[0, 0]
