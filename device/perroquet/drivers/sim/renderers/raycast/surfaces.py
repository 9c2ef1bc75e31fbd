"""Cloths, cards and things of renderer C: reflectance as light, 0 to 1, BGR."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.raycast.rays import F32, linear, noise
from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck import BACK, CARD_MM, CLASSIC, CLEAR
from perroquet.vision.deck.raster import draw, outline
from perroquet.vision.scene import Cloth, Thing

TEXELS: Final = 4
"""A millimetre, on everything that is printed."""
_COLOURS: Final = (
    (96, 60, 38), (52, 70, 44), (60, 40, 112), (150, 140, 128), (40, 44, 50), (120, 96, 40), (70, 120, 170),
    (98, 110, 84),
)  # fmt: skip
_SKINS: Final = ((170, 196, 232), (128, 166, 214), (92, 128, 184), (58, 84, 130), (38, 54, 88))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """Something flat: (h, w, 4) BGR reflectance and share covered, upright, `TEXELS` a millimetre; what it emits."""

    texels: F32
    emits: float = 0.0

    @property
    def size_mm(self) -> tuple[float, float]:
        """(width, height)."""
        return self.texels.shape[1] / TEXELS, self.texels.shape[0] / TEXELS


def tone(look: int, salt: int) -> F32:
    """Return one of the colours that cloths and sleeves are dyed with, a little off."""
    rng = np.random.default_rng([93, look, salt])
    return linear(_COLOURS[int(rng.integers(len(_COLOURS)))]) * rng.uniform(0.8, 1.2, 3).astype(np.float32)


def skin(look: int, seat: int) -> F32:
    """Return somebody's skin."""
    rng = np.random.default_rng([94, look, seat])
    return linear(_SKINS[int(rng.integers(len(_SKINS)))]) * np.float32(rng.uniform(0.85, 1.1))


def cover(cloth: Cloth, look: int, points: F32) -> F32:
    """Return the reflectance of a cloth at points (h, w, 2) mm: (h, w, 3)."""
    rng = np.random.default_rng([95, look])
    turn, off = float(rng.uniform(0, math.pi)), rng.uniform(0, 500, 2)
    cos, sin = math.cos(turn), math.sin(turn)
    way = np.array([[cos, sin, off[0]], [-sin, cos, off[1]]], np.float32)
    own = np.asarray(cv2.transform(points, way), np.float32)
    first, second = tone(look, 1), tone(look, 2)
    thread = noise(own, 0.9, 0.9, look)
    match cloth:
        case Cloth.PLAIN:
            bright = 1.0 + 0.07 * thread + 0.06 * noise(own, 55.0, 90.0, look + 1)
            return (first * bright[..., None]).astype(np.float32)
        case Cloth.WOOD:
            return _parquet(own, look, rng)
        case Cloth.WHITE:
            emboss = np.cos(own[..., 0] * np.float32(0.9)) * np.cos(own[..., 1] * np.float32(0.9))
            bright = 0.80 + 0.02 * emboss + 0.012 * thread
            return (np.array([0.97, 1.0, 1.0], np.float32) * bright[..., None]).astype(np.float32)
        case Cloth.CHECKED:
            side = float(rng.uniform(46, 64))
            waves = np.sin(own * np.float32(math.pi / side))
            mix = np.clip(0.5 + 6.0 * waves[..., 0] * waves[..., 1], 0.0, 1.0)[..., None]
            pale = linear((214, 222, 226)) if rng.random() < 0.7 else second
            return ((pale + (first - pale) * mix) * (1.0 + 0.05 * thread[..., None])).astype(np.float32)
        case Cloth.STRIPED:
            period = float(rng.uniform(40, 110))
            wave = np.sin(own[..., 0] * np.float32(2 * math.pi / period))
            fine = np.sin(own[..., 0] * np.float32(2 * math.pi / period * 3))
            mix = np.clip(0.5 + 5.0 * (wave + 0.6 * fine - 0.2), 0.0, 1.0)[..., None]
            return ((second + (first - second) * mix) * (1.0 + 0.08 * thread[..., None])).astype(np.float32)
        case Cloth.BUSY:
            seen = cv2.remap(_picture(look), own[..., 0], own[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
            return (np.asarray(seen, np.float32) * (1.0 + 0.04 * thread[..., None])).astype(np.float32)


def _parquet(own: F32, look: int, rng: np.random.Generator) -> F32:
    """Short planks, each with its own tone, shifted row by row."""
    wide, long = float(rng.uniform(60, 120)), float(rng.uniform(380, 700))
    row = np.floor(own[..., 0] / np.float32(wide))
    along = own[..., 1] + row * np.float32(long * 0.382)
    plank = np.floor(along / np.float32(long))
    tones = np.sin(row * 12.9898 + plank * 78.233).astype(np.float32)
    grain = noise(own, 1.6, 70.0, look) + np.sin((own[..., 0] + 7 * noise(own, 40, 260, look + 2)) * np.float32(0.5))
    away = np.abs(own[..., 0] / np.float32(wide) - row - 0.5)
    seam = np.where(away > 0.5 - 0.6 / wide, np.float32(0.45), np.float32(1.0))
    timber = linear(((66, 104, 150), (100, 140, 176), (36, 58, 96))[int(rng.integers(3))])
    return (timber * ((1.0 + 0.16 * tones + 0.10 * grain) * seam)[..., None]).astype(np.float32)


@lru_cache(maxsize=4)
def _picture(look: int) -> F32:
    """A printed oilcloth: leaves, lines of letters, boxes. One texel a millimetre, 512 wide, joining at its edges."""
    rng = np.random.default_rng([96, look])
    drawn = np.full((512, 512, 3), rng.integers(120, 225, 3).tolist(), np.uint8)
    for _ in range(26):
        ink = rng.integers(20, 235, 3).tolist()
        x, y = rng.integers(30, 430, 2).tolist()
        kind = int(rng.integers(3))
        if kind == 0:
            stem = np.linspace(-1, 1, 20)
            leaf = np.concatenate(
                [np.column_stack([stem, 0.35 * (1 - stem**2)]), np.column_stack([-stem, -0.35 * (1 - stem**2)])]
            )
            angle = rng.uniform(0, 6.3)
            spun = leaf @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
            cv2.fillPoly(drawn, [np.rint(spun * rng.uniform(15, 45) + (x, y)).astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 1:
            word = "".join(chr(97 + int(each)) for each in rng.integers(0, 26, 4))
            cv2.putText(
                drawn, word, (x, y), cv2.FONT_HERSHEY_COMPLEX, float(rng.uniform(0.7, 1.8)), ink, 2, cv2.LINE_AA
            )
        else:
            side = int(rng.integers(20, 64))
            cv2.rectangle(drawn, (x, y), (x + side, y + side), ink, int(rng.integers(2, 6)), cv2.LINE_AA)
    return linear(drawn.astype(np.float32))


@lru_cache(maxsize=160)
def card(of: Card, look: int) -> Sheet:
    """Return a card as a halftone press printed it."""
    rng = np.random.default_rng([97, look])
    palette = (CLEAR, CLASSIC)[int(rng.integers(2))]
    side = round(CARD_MM * TEXELS * 2)
    paper = rng.uniform((0.82, 0.90, 0.92), (1.0, 1.0, 1.0)).astype(np.float32)
    ideal = draw(of, side, palette.colours, bolder_mm=float(rng.uniform(-0.3, 0.3))).astype(np.float32) / 255.0
    density = (1.0 - ideal) * rng.uniform(0.82, 1.0, 3).astype(np.float32)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    pitch = float(rng.uniform(2.6, 4.2))
    printed = np.empty_like(density)
    for ink, degrees in enumerate((0.0, 75.0, 15.0)):
        cos, sin = math.cos(math.radians(degrees)) / pitch, math.sin(math.radians(degrees)) / pitch
        dots = 0.5 + 0.25 * (np.cos(2 * math.pi * (xs * cos + ys * sin)) + np.cos(2 * math.pi * (ys * cos - xs * sin)))
        printed[..., ink] = np.clip(0.5 + 2.2 * (density[..., ink] - 0.04 - 0.92 * dots), 0.0, 1.0)
    spread = np.asarray(cv2.GaussianBlur(printed, (0, 0), 1.1), np.float32)
    # Ink on paper never gets as black as the file says.
    light = paper * (0.86 * (1.0 - spread) ** 1.6 + 0.035)
    small = (round(CARD_MM * TEXELS),) * 2
    shape = cv2.resize(outline(side), small, interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
    texels = np.dstack([cv2.resize(light, small, interpolation=cv2.INTER_AREA), shape])
    return Sheet(texels=texels.astype(np.float32))


@lru_cache(maxsize=32)
def thing(of: Thing, look: int, *, drawn_by_hand: bool) -> Sheet:
    """Return something that is no card of the deck in play."""
    rng = np.random.default_rng([98, look, *of.encode()])
    match of:
        case Thing.CARD_BACK:
            return card(BACK, look)
        case Thing.FOREIGN_CARD:
            return _drawing(rng) if drawn_by_hand else _stranger(rng)
        case Thing.PHONE:
            face = np.full((150 * TEXELS, 72 * TEXELS, 3), 10, np.uint8)
            cv2.rectangle(face, (14, 30), (72 * TEXELS - 15, 150 * TEXELS - 31), (230, 226, 220), -1)
            for line in range(60, 150 * TEXELS - 60, 34):
                wide, mine = int(rng.integers(60, 180)), rng.random() < 0.5
                left = 24 if mine else 72 * TEXELS - 24 - wide
                cv2.rectangle(
                    face, (left, line), (left + wide, line + 22), (120, 200, 120) if mine else (170, 170, 170), -1
                )
            return _sheet(face, emits=float(rng.uniform(0.5, 1.1)))
        case Thing.NAPKIN:
            side = int(rng.integers(60, 115)) * TEXELS
            face = np.full((side, side, 3), 238, np.uint8)
            for cell in range(4):
                at = side * cell // 4
                cv2.line(face, (at, 0), (at + int(rng.normal(0, 12)), side), (205, 206, 208), 3, cv2.LINE_AA)
                cv2.line(face, (0, at), (side, at + int(rng.normal(0, 12))), (216, 216, 218), 3, cv2.LINE_AA)
            crumpled = cv2.resize(
                rng.normal(1.0, 0.06, (9, 9)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
            )
            return _sheet(np.clip(face * np.asarray(crumpled)[..., None], 0, 255).astype(np.uint8))


def _sheet(face: np.ndarray, *, emits: float = 0.0) -> Sheet:
    light = linear(face.astype(np.float32))
    return Sheet(texels=np.dstack([light, np.ones(face.shape[:2], np.float32)]), emits=emits)


def _stranger(rng: np.random.Generator) -> Sheet:
    """A card of another game: a suit, a portrait in a frame, or a big number."""
    wide, high = ((63, 88), (44, 68), (56, 56))[int(rng.integers(3))]
    face = np.full((high * TEXELS, wide * TEXELS, 3), (236, 240, 242), np.uint8)
    rows, columns = face.shape[:2]
    ink = rng.integers(10, 170, 3).tolist()
    middle = (columns // 2, rows // 2)
    match int(rng.integers(3)):
        case 0:
            for spot in range(int(rng.integers(2, 9))):
                at = (columns // 4 + (spot % 2) * columns // 2, rows // 6 + (spot // 2) * rows // 5)
                cv2.drawMarker(face, at, ink, cv2.MARKER_DIAMOND, 34, 12, cv2.LINE_AA)
        case 1:
            cv2.rectangle(face, (8, 8), (columns - 9, rows - 9), (30, 30, 34), 12)
            cv2.ellipse(face, middle, (columns // 5, rows // 4), 0, 0, 360, ink, -1, cv2.LINE_AA)
            for way in (-1, 1):
                cv2.circle(
                    face, (columns // 2 + way * columns // 10, rows // 2 - 20), 7, (240, 240, 240), -1, cv2.LINE_AA
                )
        case _:
            cv2.rectangle(face, (10, 10), (columns - 11, rows - 11), ink, -1)
            number = str(int(rng.integers(10)))
            cv2.putText(
                face, number, (columns // 2 - 40, rows // 2 + 44), cv2.FONT_HERSHEY_DUPLEX, 4.2, (238, 240, 242), 12
            )
    return _sheet(face)


def _drawing(rng: np.random.Generator) -> Sheet:
    """A torn sheet with a child's signs: a spiral, a sun, boxes in boxes."""
    wide, high = rng.integers(62, 125, 2).tolist()
    face = np.full((high * TEXELS, wide * TEXELS, 3), (238, 240, 240), np.uint8)
    for row in range(0, high * TEXELS, 32):
        cv2.line(face, (0, row), (wide * TEXELS, row), (222, 206, 190), 1)
    ink = ((30, 30, 36), (170, 60, 30), (40, 40, 190))[int(rng.integers(3))]
    middle = np.array([wide, high]) * TEXELS / 2
    reach = 0.4 * TEXELS * min(wide, high)
    turns = np.linspace(0, 2 * math.pi, 160)
    shapes = (
        [(turns * 4, turns / 6.3)],
        [(turns, 0.5 + 0 * turns), (turns, 0.75 + 0.25 * np.sign(np.sin(turns * 9)))],
        [(turns, side / np.maximum(np.abs(np.cos(turns)), np.abs(np.sin(turns)))) for side in (0.25, 0.5, 0.68)],
    )[int(rng.integers(3))]
    for angle, radius in shapes:
        shaky = radius * reach + np.cumsum(rng.normal(0, 0.5, 160))
        points = middle + np.column_stack([shaky * np.cos(angle), shaky * np.sin(angle)])
        cv2.polylines(face, [np.rint(points).astype(np.int32)], False, ink, int(rng.integers(6, 13)), cv2.LINE_AA)
    return _sheet(face)
