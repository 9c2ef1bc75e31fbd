"""What lies on renderer B's tables: cards as printed and handled, and things that are no cards."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from perroquet.drivers.sim.renderers.photograph.looks import Looks, looks
from perroquet.drivers.sim.renderers.photograph.plate import Coded, Light, Mask
from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck import BACK, CARD_MM
from perroquet.vision.deck.raster import draw, outline
from perroquet.vision.scene import Thing
from perroquet.vision.sight import Floats

_FINE: Final = 3.0
"""Texels a millimetre of everything but cards and their sleeves."""
_SLEEVE_MM: Final = 2.5
"""Rim of a sleeve beyond the card."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Print:
    """A flat thing, upright.

    Attributes:
        coded: its reflectance.
        mask: where it is.
        wide_mm: its width.
        high_mm: its height.
        gloss: 0 = matt, 1 = as a screen.
        glow: what it shines by itself, None = nothing.
        curl_mm: how far its edges bow up.
    """

    coded: Coded
    mask: Mask
    wide_mm: float
    high_mm: float
    gloss: float
    glow: Light | None = None
    curl_mm: float = 0.0


@lru_cache(maxsize=256)
def card(of: Card, look: int, side: int, *, sleeved: bool) -> Print:
    """Return a card of the deck (or its back), `side` texels wide, as this deck was printed and is worn."""
    chosen = looks(look)
    rng = np.random.default_rng([69, look, *of.encode()])
    big = draw(of, side * 3, chosen.colours, bolder_mm=chosen.bolder_mm)
    drawn = cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    drawn = _off_register(drawn, rng) * _mottled(rng, side)[..., None]
    drawn = _worn(drawn, chosen, rng)
    mask = outline(side)
    if not sleeved:
        return Print(
            coded=_bytes(drawn), mask=mask, wide_mm=CARD_MM, high_mm=CARD_MM, gloss=chosen.gloss,
            curl_mm=chosen.curl_mm * float(rng.uniform(-1, 1)),
        )  # fmt: skip
    rim = max(2, round(side * _SLEEVE_MM / CARD_MM))
    wide = CARD_MM * (side + 2 * rim) / side
    padded = cv2.copyMakeBorder(drawn * 0.94 + 12, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    film = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=0)
    film = np.maximum(film, 60).astype(np.uint8)
    cv2.rectangle(padded, (0, 0), (side + 2 * rim - 1, side + 2 * rim - 1), (235, 235, 235), 1)
    cv2.rectangle(film, (0, 0), (side + 2 * rim - 1, side + 2 * rim - 1), 120, 1)
    return Print(coded=_bytes(padded), mask=film, wide_mm=wide, high_mm=wide, gloss=1.0)


def _off_register(drawn: Light, rng: np.random.Generator) -> Light:
    """Shift each of the printer's inks a little."""
    for ink in range(3):
        way = np.array([[1, 0, rng.normal(0, 0.25)], [0, 1, rng.normal(0, 0.25)]], np.float32)
        size = (drawn.shape[1], drawn.shape[0])
        drawn[..., ink] = cv2.warpAffine(drawn[..., ink].copy(), way, size, borderMode=cv2.BORDER_REPLICATE)
    return drawn


def _mottled(rng: np.random.Generator, side: int) -> Light:
    coarse = rng.normal(1.0, 0.02, (9, 9)).astype(np.float32)
    return cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC) + rng.normal(0, 0.012, (side, side)).astype(
        np.float32
    )


def _worn(drawn: Light, chosen: Looks, rng: np.random.Generator) -> Light:
    """Rub ink off edges, leave a crease or the print of a thumb."""
    side = len(drawn)
    for _ in range(int(rng.poisson(5 * chosen.wear))):
        along, edge = rng.uniform(0, side), rng.integers(4)
        at = ((along, 0), (along, side), (0, along), (side, along))[edge]
        middle = tuple(np.rint(at).astype(int).tolist())
        size = (int(rng.uniform(0, side * 0.05)) + 1, int(rng.uniform(0, side * 0.02)) + 1)
        cv2.ellipse(drawn, middle, size, float(rng.uniform(0, 360)), 0, 360, (205, 214, 218), -1, cv2.LINE_AA)
    if rng.random() < 0.25 * chosen.wear:
        ends = rng.uniform(0, side, (2, 2)).astype(int).tolist()
        cv2.line(drawn, tuple(ends[0]), tuple(ends[1]), (190, 196, 198), 1, cv2.LINE_AA)
    if rng.random() < 0.3 * chosen.wear:
        thumb = np.ones((side, side), np.float32)
        middle = tuple(rng.uniform(0, side, 2).astype(int).tolist())
        cv2.ellipse(thumb, middle, (side // 7, side // 10), float(rng.uniform(0, 360)), 0, 360, 0.88, -1, cv2.LINE_AA)
        drawn = drawn * cv2.GaussianBlur(thumb, (0, 0), side / 40)[..., None]
    return drawn


@lru_cache(maxsize=32)
def thing(of: Thing, look: int, *, drawn_by_hand: bool) -> Print:
    """Return something that is no card of the deck in play."""
    rng = np.random.default_rng([70, look, *of.encode()])
    match of:
        case Thing.CARD_BACK:
            return card(BACK, look, 128, sleeved=False)
        case Thing.FOREIGN_CARD if drawn_by_hand:
            return _sheet(rng)
        case Thing.FOREIGN_CARD:
            return _foreign(rng)
        case Thing.PHONE:
            return _phone(rng)
        case Thing.NAPKIN:
            return _napkin(rng)


def _blank(wide_mm: float, high_mm: float, colour: tuple[float, float, float]) -> Coded:
    return np.full((round(high_mm * _FINE), round(wide_mm * _FINE), 3), colour, np.uint8)


def _rounded(high: int, wide: int, radius: int) -> Mask:
    mask = np.zeros((high, wide), np.uint8)
    cv2.rectangle(mask, (radius, radius), (wide - 1 - radius, high - 1 - radius), 255, -1)
    grown = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))
    return np.asarray(grown, np.uint8)


def _foreign(rng: np.random.Generator) -> Print:
    """A playing card, a card of numbers, a framed card of another game, or a painted one."""
    wide, high = ((57.0, 88.0), (56.0, 87.0), (56.0, 56.0), (60.0, 60.0))[int(rng.integers(4))]
    face = _blank(wide, high, (242, 246, 248))
    rows, columns = face.shape[:2]
    ink = ((40, 36, 38), (44, 40, 190), (150, 80, 30), (70, 130, 50))[int(rng.integers(4))]
    middle = (columns // 2, rows // 2)
    match int(rng.integers(4)):
        case 0:
            for x in (columns // 3, 2 * columns // 3):
                for y in range(rows // 5, rows, rows // 4):
                    heart = np.array([[0, 14], [-12, -3], [-6, -11], [0, -5], [6, -11], [12, -3]]) + np.array([x, y])
                    cv2.fillPoly(face, [heart.astype(np.int32)], ink, cv2.LINE_AA)
            cv2.putText(face, "8", (6, 30), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
        case 1:
            cv2.rectangle(face, (9, 9), (columns - 10, rows - 10), ink, -1)
            cv2.ellipse(face, middle, (columns // 3, rows // 3), 30, 0, 360, (245, 245, 245), -1, cv2.LINE_AA)
            cv2.putText(
                face, "4", (columns // 2 - 24, rows // 2 + 28), cv2.FONT_HERSHEY_TRIPLEX, 2.6, ink, 6, cv2.LINE_AA
            )
        case 2:
            cv2.rectangle(face, (5, 5), (columns - 6, rows - 6), (36, 34, 34), 8)
            spokes = int(rng.integers(3, 8))
            for spoke in range(spokes):
                turn = 360 * spoke / spokes
                cv2.ellipse(face, middle, (columns // 3, columns // 12), turn, 0, 360, ink, 3, cv2.LINE_AA)
            cv2.circle(face, middle, columns // 9, ink, -1, cv2.LINE_AA)
        case _:
            hills = rng.normal(0, 1, (5, 4, 3)).astype(np.float32)
            painted = np.asarray(cv2.resize(hills, (columns, rows), interpolation=cv2.INTER_CUBIC))
            face = _bytes(128 + 60 * painted)
            cv2.rectangle(face, (4, 4), (columns - 5, rows - 5), (40, 60, 80), 3)
            cv2.circle(face, middle, columns // 5, (220, 230, 240), -1, cv2.LINE_AA)
    return Print(coded=face, mask=_rounded(rows, columns, 10), wide_mm=wide, high_mm=high, gloss=0.6)


def _sheet(rng: np.random.Generator) -> Print:
    """A sheet of paper with signs drawn by hand: rings, crosses, spirals, stars, a frame."""
    wide, high = float(rng.uniform(60, 120)), float(rng.uniform(60, 130))
    face = _blank(wide, high, (240, 243, 244))
    rows, columns = face.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        ink = ((40, 36, 40), (150, 60, 40), (50, 60, 200), (60, 140, 60), (140, 50, 120))[int(rng.integers(5))]
        size = float(rng.uniform(22, 60))
        x, y = float(rng.uniform(size, columns - size)), float(rng.uniform(size, rows - size))  # pyright: ignore[reportUnknownArgumentType]
        turns: Floats = np.linspace(0, 2 * np.pi, 90)
        radius: Floats = np.ones(90)
        petals = int(rng.integers(3, 9))
        match int(rng.integers(5)):
            case 0:
                radius = 0.6 + 0.4 * np.cos(petals * turns)
            case 1:
                radius, turns = np.linspace(0.1, 1.0, 90), turns * 3
            case 2:
                radius = np.where((turns * petals / np.pi).astype(int) % 2, 0.5, 1.0)
            case 3:
                radius = 0.7 / np.maximum(np.abs(np.cos(turns)), np.abs(np.sin(turns)))
            case _:
                pass
        shaky = radius * size + np.cumsum(rng.normal(0, 0.5, 90))
        points = np.stack([x + shaky * np.cos(turns), y + shaky * np.sin(turns)], axis=-1)
        cv2.polylines(face, [np.rint(points).astype(np.int32)], False, ink, int(rng.integers(3, 8)), cv2.LINE_AA)
    if rng.random() < 0.5:
        frame = np.array([[9, 9], [columns - 10, 8], [columns - 9, rows - 12], [10, rows - 9]]) + rng.normal(
            0, 3, (4, 2)
        )
        cv2.polylines(face, [np.rint(frame).astype(np.int32)], True, (44, 40, 40), 8, cv2.LINE_AA)
    return Print(
        coded=face, mask=np.full((rows, columns), 255, np.uint8), wide_mm=wide, high_mm=high, gloss=0.05, curl_mm=2.0
    )


def _phone(rng: np.random.Generator) -> Print:
    """Dark glass; its screen shows rows of signs, or a picture."""
    wide, high = 72.0, 150.0
    face = _blank(wide, high, (14, 13, 13))
    rows, columns = face.shape[:2]
    screen = np.zeros((rows, columns, 3), np.float32)
    ground = ((0.95, 0.95, 0.95), (0.25, 0.2, 0.18), (0.8, 0.5, 0.3))[int(rng.integers(3))]
    screen[14:-14, 8:-8] = ground
    for row in range(30, rows - 60, 52):
        for column in range(20, columns - 40, 48):
            tint = tuple(rng.uniform(0.1, 1.0, 3).tolist())
            cv2.rectangle(screen, (column, row), (column + 34, row + 34), tint, -1)
            if rng.random() < 0.5:
                cv2.circle(screen, (column + 17, row + 17), 10, (0.95, 0.95, 0.95), 3, cv2.LINE_AA)
    return Print(
        coded=face, mask=_rounded(rows, columns, 24), wide_mm=wide, high_mm=high, gloss=1.0,
        glow=screen * np.float32(rng.uniform(0.3, 0.9)),
    )  # fmt: skip


def _napkin(rng: np.random.Generator) -> Print:
    """White, crumpled: facets between creases."""
    side = float(rng.uniform(62, 110))
    texels = round(side * _FINE)
    places = np.stack(np.meshgrid(np.arange(texels), np.arange(texels)), axis=-1).astype(np.float32)
    folds = np.ones((texels, texels), np.float32)
    for _ in range(9):
        turn = rng.uniform(0, 2 * np.pi)
        far = (places - rng.uniform(0, texels, 2)) @ np.array([math.cos(turn), math.sin(turn)])
        folds += 0.05 * float(rng.normal()) * np.sign(far) * np.exp(-np.abs(far) / (0.3 * texels))
        folds -= 0.12 * np.exp(-(far**2) / 4)
    corners = np.array([[0.06, 0.04], [0.95, 0.08], [0.93, 0.96], [0.05, 0.92]]) + rng.normal(0, 0.03, (4, 2))
    mask = np.zeros((texels, texels), np.uint8)
    cv2.fillPoly(mask, [np.rint(corners * texels).astype(np.int32)], 255, cv2.LINE_AA)
    white = np.array((240, 243, 245), np.float32)
    return Print(coded=_bytes(white * folds[..., None]), mask=mask, wide_mm=side, high_mm=side, gloss=0.0)


def _bytes(drawn: ArrayLike) -> Coded:
    return np.asarray(np.clip(drawn, 0, 255), np.uint8)


def turned_corners(middle: tuple[float, float, float], wide: float, high: float, turned: float) -> Floats:
    """Return (4, 3) mm: corners of a board, clockwise from its own top left."""
    angle = math.radians(turned)
    right = np.array([math.cos(angle), math.sin(angle), 0.0]) * wide / 2
    down = np.array([-math.sin(angle), math.cos(angle), 0.0]) * high / 2
    return np.array(middle) + np.array([-right - down, right - down, right + down, down - right])
