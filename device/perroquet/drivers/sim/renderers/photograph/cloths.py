"""Table covers of renderer B, each a tile of the table: threads, boards and prints."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.letters import write
from perroquet.drivers.sim.renderers.photograph.looks import Bgr, Looks, looks
from perroquet.drivers.sim.renderers.photograph.plate import Coded, Light
from perroquet.vision.scene import Cloth

SIDE: Final = 640
"""Texels of a tile's side."""
TEXEL_MM: Final = 0.75


def _clouds(rng: np.random.Generator, wide: int, high: int) -> Light:
    """Return smooth noise (SIDE, SIDE), about -1 to 1, that joins at its edges, with blots of that many texels."""
    small = rng.normal(0, 1, (max(2, SIDE // high), max(2, SIDE // wide))).astype(np.float32)
    padded = cv2.copyMakeBorder(small, 2, 2, 2, 2, cv2.BORDER_WRAP)
    rows, columns = small.shape
    scale_x, scale_y = SIDE / columns, SIDE / rows
    way = np.array([[scale_x, 0, -1.5 * scale_x], [0, scale_y, -1.5 * scale_y]], np.float32)
    return np.asarray(cv2.warpAffine(padded, way, (SIDE, SIDE), flags=cv2.INTER_CUBIC), np.float32)


def _tinted(colour: Bgr, brightness: Light) -> Light:
    return np.array(colour, np.float32) * brightness[..., None]


def _threads(rng: np.random.Generator, strength: float) -> Light:
    """Return the brightness of a weave: threads over and under, some thicker."""
    warp = np.repeat(rng.normal(0, 0.5, SIDE // 2), 2).astype(np.float32)
    weft = np.repeat(rng.normal(0, 0.5, SIDE // 2), 2).astype(np.float32)
    over = (np.indices((SIDE, SIDE)).sum(axis=0) // 2 % 2).astype(np.float32)
    grain = rng.normal(0, 0.35, (SIDE, SIDE)).astype(np.float32)
    return 1.0 + strength * (warp[None, :] * over + weft[:, None] * (1 - over) + grain + 0.4 * (over - 0.5))


def _felt(rng: np.random.Generator, of: Looks) -> Light:
    fibres = sum((_clouds(rng, *blot) for blot in ((2, 9), (9, 2), (3, 3))), np.float32(0.0))
    return _tinted(of.cloth, 1.0 + 0.06 * fibres + 0.05 * _clouds(rng, 90, 90))


def _boards(rng: np.random.Generator, _: Looks) -> Light:
    timber = ((60, 105, 150), (42, 74, 118), (88, 128, 166), (30, 48, 74), (120, 160, 190))[int(rng.integers(5))]
    boards = int(rng.integers(3, 6))
    row = np.arange(SIDE, dtype=np.float32)[:, None]
    number = (row * boards / SIDE).astype(int)
    tone = rng.normal(0, 0.09, boards).astype(np.float32)[number]
    shift = rng.uniform(0, 99, boards).astype(np.float32)[number]
    bent = row + 26 * _clouds(rng, 320, 64) + shift
    rings = np.sin(bent * 0.55) * 0.5 + np.sin(bent * 1.9 + 2 * _clouds(rng, 213, 16)) * 0.3
    pores = np.minimum(_clouds(rng, 16, 2) - 0.9, 0.0) * 0.05
    edge = np.abs((row * boards / SIDE) % 1.0 - 0.5) > 0.5 - 0.7 * boards / SIDE
    wood = 1.0 + tone + 0.10 * rings + pores + 0.03 * _clouds(rng, 64, 3)
    return _tinted(timber, np.where(edge, wood * 0.45, wood).astype(np.float32))


def _linen(rng: np.random.Generator, of: Looks) -> Light:
    white = np.array((236, 240, 242), np.float32) * (0.97 + 0.03 * (np.array(of.cloth) / 255.0))
    damask = np.where(_clouds(rng, 40, 40) > 0.55, 0.97, 1.0)
    weave = _threads(rng, 0.025) * damask
    return _tinted(tuple(white.tolist()), weave.astype(np.float32))


def _gingham(rng: np.random.Generator, of: Looks) -> Light:
    squares = int(rng.integers(4, 6)) * 2
    bar = (np.arange(SIDE) * squares // SIDE % 2).astype(np.float32)
    both = (bar[:, None] + bar[None, :]) / 2
    mix = (both * _threads(rng, 0.12))[..., None]
    mixed = np.array((232, 236, 238)) * (1 - mix) + np.array(of.cloth) * mix
    return np.asarray(mixed, np.float32)


def _stripes(rng: np.random.Generator, of: Looks) -> Light:
    edges = np.sort(rng.integers(0, SIDE, 2 * int(rng.integers(4, 9))))
    band = np.zeros(SIDE, np.float32)
    for start, end in edges.reshape(-1, 2).tolist():
        band[start:end] = 1.0
    mix = np.repeat(band[None, :], SIDE, axis=0)[..., None]
    cloth = np.array(of.cloth, np.float32) * mix + (0.5 * np.array(of.second, np.float32) + 90) * (1 - mix)
    return np.asarray(cloth * _threads(rng, 0.10)[..., None], np.float32)


def _printed(rng: np.random.Generator, of: Looks) -> Light:
    """A nursery print: leaves with veins, letters, frames, dots."""
    drawn = np.full((SIDE, SIDE, 3), 0.4 * np.array(of.cloth) + 130, np.float32)
    inks = (of.cloth, of.second, (40, 60, 190), (60, 150, 90), (30, 30, 34), (240, 240, 240))
    for _ in range(70):
        ink = inks[int(rng.integers(len(inks)))]
        x, y = rng.integers(40, SIDE - 40, 2).tolist()
        size, turn = int(rng.integers(14, 40)), int(rng.integers(360))
        match int(rng.integers(4)):
            case 0:
                cv2.ellipse(drawn, (x, y), (size, size // 3), turn, 0, 360, ink, -1, cv2.LINE_AA)
                tip = (int(x + size * np.cos(np.radians(turn))), int(y + size * np.sin(np.radians(turn))))
                cv2.line(drawn, (x, y), tip, (200, 220, 210), 1, cv2.LINE_AA)
            case 1:
                letter = chr(65 + int(rng.integers(26)))
                write(drawn, letter, (x - 15, y + 15), cv2.FONT_HERSHEY_TRIPLEX, size / 20, ink, 3)
            case 2:
                corners = cv2.boxPoints(((x, y), (size * 1.5, size * 1.5), turn))
                cv2.polylines(drawn, [np.rint(corners).astype(np.int32)], True, ink, 4, cv2.LINE_AA)
            case _:
                cv2.circle(drawn, (x, y), size // 3, ink, -1, cv2.LINE_AA)
    return drawn * _threads(rng, 0.06)[..., None]


_CLOTHS: Final[Mapping[Cloth, Callable[[np.random.Generator, Looks], Light]]] = {
    Cloth.PLAIN: _felt,
    Cloth.WOOD: _boards,
    Cloth.WHITE: _linen,
    Cloth.CHECKED: _gingham,
    Cloth.STRIPED: _stripes,
    Cloth.BUSY: _printed,
}


@lru_cache(maxsize=4)
def tile(look: int, cloth: Cloth) -> Coded:
    """Return the cover: (SIDE, SIDE, 3), gamma 2.2, `TEXEL_MM` a texel, joining at its edges."""
    drawn = _CLOTHS[cloth](np.random.default_rng([67, look]), looks(look))
    return np.clip(drawn, 2, 250).astype(np.uint8)


def spread(coded: Coded, look: int, cloth: Cloth, table: NDArray[np.float32]) -> None:
    """Cover the whole picture.

    Args:
        coded: what is covered, in place.
        look: of the scene.
        cloth: which.
        table: (h, w, 2), the table's point at each pixel, mm.
    """
    turn = np.random.default_rng([68, look]).uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn) / TEXEL_MM, np.sin(turn) / TEXEL_MM
    places = cv2.transform(table, np.array([[cos, sin], [-sin, cos]], np.float32))
    cv2.remap(tile(look, cloth), places, None, cv2.INTER_LINEAR, dst=coded, borderMode=cv2.BORDER_WRAP)  # pyright: ignore[reportCallIssue, reportArgumentType] - OpenCV's stubs want a second map
