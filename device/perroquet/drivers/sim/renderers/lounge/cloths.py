"""What tables are covered with: each pixel's place gives its colour; weave, folds and grain are noise along threads."""

from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.letters import write
from perroquet.drivers.sim.renderers.lounge.tints import F32, Reals, clouds, hued, noise, tint
from perroquet.vision.scene import Cloth

_TILE: Final = 512
_TILE_MM: Final = 340.0
_AROUND: Final = tuple((right, down) for right in (-_TILE, 0, _TILE) for down in (-_TILE, 0, _TILE))
"""What is printed across a tile's edge goes on at the other side."""


def cover(cloth: Cloth, look: int, x: F32, y: F32, scale: float) -> F32:
    """Return what lies at these places, mm: (h, w, 3) BGR reflectance.

    Args:
        cloth: which kind.
        look: seed of its colours, its threads and how it is turned.
        x: (h, w).
        y: (h, w).
        scale: pixels a millimetre: how sharp edges can be.
    """
    rng = np.random.default_rng((look, 11))
    angle = float(rng.uniform(0.0, np.pi))
    along = np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y
    across = np.float32(np.cos(angle)) * y - np.float32(np.sin(angle)) * x
    return _KINDS[cloth](rng, look, np.asarray(along, np.float32), np.asarray(across, np.float32), scale)


def _woven(canvas: Reals, rng: np.random.Generator, look: int, u: F32, v: F32, depth: float) -> F32:
    """Give a cloth its threads, its folds from the cupboard and a few soft creases."""
    coarse = float(rng.uniform(0.5, 1.1))
    threads = noise(u * np.float32(2.2 * coarse), v * np.float32(0.16), look, 0.5)
    threads += noise(u * np.float32(0.16), v * np.float32(2.2 * coarse), look + 5, 0.5)
    threads *= np.float32(depth)
    threads += np.float32(rng.uniform(0.008, 0.02)) * clouds(u * np.float32(0.35), v * np.float32(0.35), look + 9)
    if rng.random() < 0.5:
        apart, deep = float(rng.uniform(220, 380)), float(rng.uniform(0.02, 0.06))
        for place in (u, v):
            off = np.mod(place + np.float32(rng.uniform(0, apart)), np.float32(apart)) - np.float32(apart / 2)
            off *= np.float32(0.2)
            threads += np.float32(deep) * off / (np.float32(1.0) + np.square(np.square(off)))
    return np.asarray(canvas * (np.float32(1.0) + threads)[..., None], np.float32)


def _cloth_colour(rng: np.random.Generator) -> F32:
    """Draw a colour that table linen has: from dark blue to cream, most of it muted."""
    chroma = float(rng.uniform(0, 14) if rng.random() < 0.5 else rng.uniform(14, 46))
    return hued(float(rng.uniform(30, 84)), chroma, float(rng.uniform(0, 360)))


def _plain(rng: np.random.Generator, look: int, u: F32, v: F32, _scale: float) -> F32:
    canvas = np.broadcast_to(_cloth_colour(rng), (*u.shape, 3))
    return _woven(canvas, rng, look, u, v, float(rng.uniform(0.008, 0.055)))


def _white(rng: np.random.Generator, look: int, u: F32, v: F32, _scale: float) -> F32:
    canvas = np.broadcast_to(tint(float(rng.uniform(92, 96)), 0.0, float(rng.uniform(-1, 4))), (*u.shape, 3))
    return _woven(canvas, rng, look, u, v, float(rng.uniform(0.006, 0.02)))


def _band(place: Reals, period: float, share: float, scale: float) -> F32:
    """Return 1 within `share` of each period, 0 beyond, over about a pixel between."""
    off = np.abs(np.mod(place, np.float32(period)) - np.float32(period / 2))
    inside = (np.float32(period * share / 2) - off) * np.float32(scale) + np.float32(0.5)
    return np.asarray(np.clip(inside, 0.0, 1.0), np.float32)


def _checked(rng: np.random.Generator, look: int, u: F32, v: F32, scale: float) -> F32:
    """Gingham: where two bands of colour cross, the colour is full."""
    side = float(rng.uniform(44, 66))
    dye = hued(float(rng.uniform(28, 58)), float(rng.uniform(12, 50)), float(rng.uniform(0, 360)))
    ground = tint(float(rng.uniform(86, 94)), 0.0, float(rng.uniform(0, 7)))
    dyed = np.float32(0.5) * (_band(u, 2 * side, 0.5, scale) + _band(v, 2 * side, 0.5, scale))
    canvas = ground + dyed[..., None] * (dye - ground)
    return _woven(canvas, rng, look, u, v, float(rng.uniform(0.01, 0.04)))


def _striped(rng: np.random.Generator, look: int, u: F32, v: F32, scale: float) -> F32:
    period = float(rng.uniform(40, 110))
    canvas: Reals = np.broadcast_to(_cloth_colour(rng), (*u.shape, 3))
    for _ in range(int(rng.integers(1, 4))):
        colour, share = _cloth_colour(rng), float(rng.uniform(0.08, 0.4))
        inside = _band(v + np.float32(rng.uniform(0, period)), period, share, scale)
        canvas = canvas + inside[..., None] * (colour - canvas)
    return _woven(canvas, rng, look, u, v, float(rng.uniform(0.01, 0.04)))


def _wood(rng: np.random.Generator, look: int, u: F32, v: F32, scale: float) -> F32:
    """Boards side by side, each a little lighter or darker, pores and rings along them."""
    dark = float(rng.uniform(0, 1)) ** 0.8
    colour = tint(74 - 42 * dark, 6 + 6 * float(rng.uniform(0, 1)), 25 - 8 * dark)
    wide = float(rng.uniform(85, 190))
    board = np.floor(v / np.float32(wide))
    shade = np.float32(0.07) * np.sin(board * np.float32(12.9898) + np.float32(look % 628) * np.float32(0.01))
    bent = v + np.float32(7.0) * noise(u * np.float32(0.05), v * np.float32(0.09) + board * np.float32(37), look, 2.0)
    rings = np.sin(bent * np.float32(rng.uniform(0.25, 0.6)) + board * np.float32(2.1))
    pores = noise(u * np.float32(0.07), v * np.float32(2.4), look + 3, 0.7)
    grain = shade + np.float32(rng.uniform(0.02, 0.07)) * rings + np.float32(rng.uniform(0.03, 0.07)) * pores
    gap = _band(v + np.float32(wide / 2), wide, float(rng.uniform(0.004, 0.02)), scale) * np.float32(
        rng.uniform(0, 0.5)
    )
    return np.asarray(colour * ((np.float32(1.0) + grain) * (np.float32(1.0) - gap))[..., None], np.float32)


def _busy(rng: np.random.Generator, look: int, u: F32, v: F32, scale: float) -> F32:
    pattern = _pattern(int(rng.integers(1 << 30)))
    texel = np.float32(_TILE / _TILE_MM)
    blurred = cv2.GaussianBlur(pattern, (0, 0), max(0.4, 0.45 * float(texel) / scale))
    at_u, at_v = (np.asarray(np.mod(place * texel, _TILE), np.float32) for place in (u, v))
    canvas = np.asarray(cv2.remap(blurred, at_u, at_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)
    return _woven(canvas, rng, look, u, v, float(rng.uniform(0.01, 0.03)))


def _pattern(seed: int) -> F32:
    """Print leaves, letters and squares on a tile that repeats."""
    rng = np.random.default_rng(seed)
    tile = np.empty((_TILE, _TILE, 3), np.float32)
    tile[:] = _cloth_colour(rng)
    dyes = [_cloth_colour(rng).tolist() for _ in range(4)]
    for _ in range(26):
        spot, dye, turn = rng.integers(0, _TILE, 2), dyes[int(rng.integers(4))], float(rng.uniform(0, 360))
        kind, long = int(rng.integers(3)), float(rng.uniform(14, 52))
        letter = chr(int(rng.integers(65, 91)))
        for right, down in _AROUND:
            x, y = int(spot[0]) + right, int(spot[1]) + down
            if max(abs(x - _TILE // 2), abs(y - _TILE // 2)) > _TILE // 2 + 70:
                continue
            if kind == 0:
                cv2.ellipse(tile, (x, y), (int(long), int(0.4 * long)), turn, 0, 360, dye, -1)
            elif kind == 1:
                write(tile, letter, (x, y), cv2.FONT_HERSHEY_DUPLEX, long / 20, dye, max(2, int(long / 8)))
            else:
                corners = cv2.boxPoints(((x, y), (long, long), turn)).round().astype(np.int32)
                cv2.fillConvexPoly(tile, corners, dye)
    return tile


_KINDS: Final[Mapping[Cloth, Callable[[np.random.Generator, int, F32, F32, float], F32]]] = {
    Cloth.PLAIN: _plain,
    Cloth.WOOD: _wood,
    Cloth.WHITE: _white,
    Cloth.CHECKED: _checked,
    Cloth.STRIPED: _striped,
    Cloth.BUSY: _busy,
}
