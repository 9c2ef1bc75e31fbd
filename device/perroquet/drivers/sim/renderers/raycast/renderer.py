"""Renderer C: what each ray meets, and what the camera makes of it."""

import math
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.raycast import surfaces
from perroquet.drivers.sim.renderers.raycast.bodies import bones_of, reach, stand, totem_bones
from perroquet.drivers.sim.renderers.raycast.lamps import field, lamps
from perroquet.drivers.sim.renderers.raycast.rays import F32, Rays, linear, noise
from perroquet.drivers.sim.renderers.still import Still
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.kernel.units import NS_PER_S
from perroquet.ports.camera import ROW_NS, Frame
from perroquet.vision.scene import (
    BASE_RADIUS_MM,
    MARKER_DICTIONARY,
    MARKER_MM,
    MARKERS,
    Lying,
    Scene,
    Thing,
    at_azimuth,
)

_MAT_MM: Final = 150.0
"""Half the side of the eight-cornered mat."""
_VEIL: Final = 0.012
"""Share of all light that strays over the whole picture."""
_SHEET: Final = (1600, 2560)
"""(height, width) of the sheet that every picture's noise is cut from."""
_SPLIT: Final = 0.0006
"""How much larger red is drawn than green, and blue smaller."""


class RaycastRenderer:
    """Renderer C."""

    name = "c"

    def __init__(self, troubles: Troubles = frozenset()) -> None:
        self._troubles = troubles
        self._still = Still(self._laid)

    def render(self, scene: Scene) -> Frame:
        """Return the picture."""
        rays = Rays(scene.camera.sight)
        canvas, shine = self._still.of(scene)
        shining = lamps(scene, self._troubles)
        bones = [bone for arm in scene.arms for bone in bones_of(arm, scene.look)]
        lit = field(rays, scene, shining, [*bones, *(totem_bones() if scene.totem else [])])
        canvas *= lit
        bright = sum((lamp.strength for lamp in shining), np.zeros(3, np.float32))
        if shine.any():
            canvas += shine[..., None] * bright
        if scene.totem:
            stand(canvas, rays, scene, shining)
        for arm in scene.arms:
            pattern = Trouble.CAMOUFLAGE in self._troubles
            reach(canvas, rays, arm, scene, shining, like_cloth=pattern)
        return self._taken(canvas, scene)

    def _laid(self, scene: Scene) -> tuple[F32, F32]:
        """Return what lies flat, before any lamp, and what shines in it."""
        rays = Rays(scene.camera.sight)
        width, height = scene.camera.lens.size
        everywhere = (0, 0, width, height)
        ground = rays.ground(everywhere)
        # Cloths are out of focus a little: one ray in four is traced, threads apart.
        canvas = _enlarged(surfaces.cover(scene.cloth, scene.look, rays.ground(everywhere, 0.5)), (width, height))
        canvas *= (1.0 + 0.04 * noise(ground, 0.8, 0.8, scene.look))[..., None].astype(np.float32)
        shine = np.zeros((height, width), np.float32)
        _base(canvas, ground, rays, scene)
        for lying in (*scene.strays, *(each for pile in scene.piles for each in pile.lying)):
            self._lie(canvas, shine, rays, lying, scene)
        return canvas, shine

    def _lie(self, canvas: F32, shine: F32, rays: Rays, lying: Lying, scene: Scene) -> None:
        sleeved = Trouble.SLEEVES in self._troubles and not isinstance(lying.what, Thing)
        if isinstance(lying.what, Thing):
            sheet = surfaces.thing(lying.what, scene.look, drawn_by_hand=Trouble.DRAWINGS in self._troubles)
        else:
            sheet = surfaces.card(lying.what, scene.look)
        half = np.array(sheet.size_mm) / 2 + (2.0 if sleeved else 0.0)
        far = float(np.hypot(*half)) + 3.0
        around = np.array([[lying.x + dx * far, lying.y + dy * far, lying.lifted] for dx in (-1, 1) for dy in (-1, 1)])
        box = rays.box(around, 2.0)
        if box is None:
            return
        left, top, right, bottom = box
        angle = math.radians(lying.turned)
        cos, sin = math.cos(angle), math.sin(angle)
        way = np.array(
            [[cos, sin, -lying.x * cos - lying.y * sin], [-sin, cos, lying.x * sin - lying.y * cos]], np.float32
        )
        # Four rays a pixel, and cards that are not quite flat.
        own = np.asarray(cv2.transform(rays.raised(rays.ground(box, 2.0), lying.lifted), way), np.float32)
        rng = np.random.default_rng([104, scene.look, round(abs(lying.x) * 10), round(abs(lying.y) * 10)])
        size = (right - left, bottom - top)
        rise = float(rng.normal(0, 0.006))
        own *= 1.0 + rise * ((own / 28.0) ** 2 - 0.33)
        texels = (own + np.array(sheet.size_mm, np.float32) / 2) * surfaces.TEXELS - np.float32(0.5)
        seen = np.asarray(cv2.remap(sheet.texels, texels[..., 0], texels[..., 1], cv2.INTER_LINEAR), np.float32)
        seen[..., :3] *= seen[..., 3:]
        seen = np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.float32)
        middle = np.asarray(cv2.resize(own, size, interpolation=cv2.INTER_AREA), np.float32)
        here = canvas[top:bottom, left:right]
        # A dark line where it touches what lies below.
        edge = (np.abs(middle) - (half if sleeved else np.array(sheet.size_mm) / 2)).max(axis=-1)
        here *= (1.0 - 0.35 * np.exp(-np.maximum(edge, 0.0) / (0.8 + 0.3 * lying.lifted)))[..., None].astype(np.float32)
        here *= 1.0 - seen[..., 3:]
        here += seen[..., :3]
        gleam = shine[top:bottom, left:right]
        gleam *= 1.0 - seen[..., 3]
        if sheet.emits:
            gleam += seen[..., :3].mean(axis=-1) * np.float32(sheet.emits)
        film = (np.abs(middle) < half).all(axis=-1)
        if sleeved:
            rim = film & (np.abs(np.abs(middle) - half).min(axis=-1) < 0.8)
            gleam += np.where(rim, np.float32(0.25), np.float32(0.03)) * film
        strength = lying.glare + (0.35 if sleeved else 0.0)
        if strength > 0.02:
            gleam += _window(middle, strength, rng) * film

    def _taken(self, canvas: F32, scene: Scene) -> Frame:
        """Return what the camera delivers: veiled, soft, toned, split into colours, grained."""
        rng = np.random.default_rng([105, scene.look, scene.moment])
        chosen = np.random.default_rng([106, scene.look])
        canvas += np.float32(_VEIL) * canvas[::8, ::8].mean(axis=(0, 1))
        if Trouble.FLICKER in self._troubles:
            rows = np.arange(len(canvas))
            depth = 0.5 * abs(float(np.sinc(100.0 * scene.exposure / 1000.0)))
            canvas *= (1.0 + depth * np.sin(2 * math.pi * 100 * ROW_NS / NS_PER_S * rows + rng.uniform(0, 6.28)))[
                :, None, None
            ].astype(np.float32)
        coded = cv2.convertScaleAbs(cv2.sqrt(np.maximum(canvas, 0.0)), alpha=255.0)
        if scene.light.blur_px > 0.2:
            coded = cv2.filter2D(coded, -1, _disc(round(scene.light.blur_px * 1.9, 1)))
        if chosen.random() < 0.3:
            coded = cv2.medianBlur(coded, 3)
        y, cr, cb = (np.asarray(plane, np.uint8) for plane in cv2.split(cv2.cvtColor(coded, cv2.COLOR_BGR2YCrCb)))
        height, width = y.shape
        grain = _grain(rng, height, width) * np.float32(scene.light.noise)
        y = np.clip(y + grain, 0, 255).astype(np.uint8)
        centre = (scene.camera.lens.centre[0] / 2, scene.camera.lens.centre[1] / 2)
        u, v = (
            _chroma(plane, centre, zoom, scene.light.noise, rng) for plane, zoom in ((cb, 1 - _SPLIT), (cr, 1 + _SPLIT))
        )
        return Frame(y=y, u=u, v=v, at=scene.at)


def _enlarged(drawn: F32, size: tuple[int, int]) -> F32:
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _window(own: F32, strength: float, rng: np.random.Generator) -> F32:
    """Return the reflection of a window with four panes, somewhere on a card."""
    x, y = rng.uniform(-20, 20, 2).tolist()
    turn, wide, high = rng.uniform(0, math.pi), rng.uniform(7, 13), rng.uniform(9, 16)
    one = (own[..., 0] - x) * math.cos(turn) + (own[..., 1] - y) * math.sin(turn)
    other = (own[..., 1] - y) * math.cos(turn) - (own[..., 0] - x) * math.sin(turn)
    inside = 1.0 / (1.0 + np.exp(2.5 * np.clip(np.maximum(np.abs(one) - wide, np.abs(other) - high), -9, 9)))
    bars = 1.0 - 0.8 * np.exp(-(np.minimum(np.abs(one), np.abs(other)) ** 2))
    return (1.1 * strength * inside * bars).astype(np.float32)


def _base(canvas: F32, ground: F32, rays: Rays, scene: Scene) -> None:
    """An eight-cornered mat with the markers, and the round base."""
    far = _MAT_MM + 10.0
    box = rays.box(np.array([[dx * far, dy * far, 0.0] for dx in (-1, 1) for dy in (-1, 1)]), 2.0)
    if box is None:
        return
    left, top, right, bottom = box
    places, here = ground[top:bottom, left:right], canvas[top:bottom, left:right]
    angle = math.radians(scene.base_turned)
    cos, sin = math.cos(angle), math.sin(angle)
    own = np.asarray(cv2.transform(places, np.array([[cos, sin], [-sin, cos]], np.float32)), np.float32)
    rng = np.random.default_rng([107, scene.look])
    mat = linear(((190, 200, 206), (150, 156, 150), (206, 204, 200), (120, 140, 160))[int(rng.integers(4))])
    slant = (np.abs(own[..., 0]) + np.abs(own[..., 1])) / np.float32(math.sqrt(2))
    out = np.maximum(np.maximum(np.abs(own[..., 0]), np.abs(own[..., 1])), slant)
    scale = rays.sight.scale(0.0, 0.0)

    def paint(distance: F32, colour: F32) -> None:
        share = np.clip(0.5 - distance * np.float32(scale), 0.0, 1.0)[..., None]
        here[:] += (colour - here) * share

    paint((out - _MAT_MM).astype(np.float32), mat)
    for number, (azimuth, distance) in MARKERS.items():
        _marker(here, rays, box, number, azimuth + scene.base_turned, distance)
    away = np.sqrt((places**2).sum(axis=-1))
    for radius, level in ((BASE_RADIUS_MM, 0.12), (BASE_RADIUS_MM - 4, 0.2), (30.0, 0.1)):
        paint((away - radius).astype(np.float32), surfaces.tone(scene.look, 7) * np.float32(level / 0.12))


def _marker(
    here: F32, rays: Rays, box: tuple[int, int, int, int], number: int, azimuth: float, distance: float
) -> None:
    x, y = at_azimuth(azimuth, distance)
    left, top, right, bottom = box
    near = rays.box(np.array([[x + dx * 22.0, y + dy * 22.0, 0.0] for dx in (-1, 1) for dy in (-1, 1)]), 1.0)
    if near is None:
        return
    rows = slice(max(near[1], top) - top, min(near[3], bottom) - top)
    columns = slice(max(near[0], left) - left, min(near[2], right) - left)
    inside = (columns.start + left, rows.start + top, columns.stop + left, rows.stop + top)
    own = rays.ground(inside, 3.0)
    turn = math.radians(azimuth)
    cos, sin = math.cos(turn), math.sin(turn)
    way = np.array([[cos, sin, -x * cos - y * sin], [-sin, cos, x * sin - y * cos]], np.float32)
    texel = np.asarray(cv2.transform(own, way), np.float32) * np.float32(48 / MARKER_MM) + np.float32(29.5)
    image = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), number, 48)
    bordered = cv2.copyMakeBorder(image, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=255).astype(np.float32)
    ink = (
        0.05
        + 0.75 * np.asarray(cv2.remap(bordered, texel[..., 0], texel[..., 1], cv2.INTER_LINEAR), np.float32) / 255.0
    )
    on = ((texel > -0.5) & (texel < 59.5)).all(axis=-1).astype(np.float32)
    size = (columns.stop - columns.start, rows.stop - rows.start)
    seen = np.asarray(cv2.resize(np.dstack([ink * on, on]), size, interpolation=cv2.INTER_AREA), np.float32)
    part = here[rows, columns]
    part *= 1.0 - seen[..., 1:]
    part += seen[..., :1]


@cache
def _disc(radius: float) -> F32:
    """Return how a point out of focus looks: a small even disc."""
    reach = math.ceil(radius)
    steps: F32 = np.arange(-reach, reach + 1, dtype=np.float32)
    away: F32 = np.sqrt(steps[None, :] ** 2 + steps[:, None] ** 2)
    kernel = np.asarray(np.clip(radius + 0.5 - away, 0.0, 1.0), np.float32)
    return kernel / np.float32(kernel.sum())


@cache
def _grains() -> F32:
    """Return a sheet of noise as a camera that smooths it a little leaves it: deviation 1."""
    drawn = np.random.default_rng(108).standard_normal(_SHEET, np.float32)
    soft = np.asarray(cv2.GaussianBlur(drawn, (3, 3), 0.55), np.float32)
    return soft / np.float32(soft.std())


def _grain(rng: np.random.Generator, height: int, width: int) -> F32:
    sheet = _grains()
    top = int(rng.integers(0, _SHEET[0] - height + 1))
    left = int(rng.integers(0, _SHEET[1] - width + 1))
    return sheet[top : top + height, left : left + width]


def _chroma(
    plane: NDArray[np.uint8], centre: tuple[float, float], zoom: float, noise: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return a colour plane at half size, enlarged about the lens's middle, with blotches."""
    size = (plane.shape[1] // 2, plane.shape[0] // 2)
    half = np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.uint8)
    way = np.array([[zoom, 0, centre[0] * (1 - zoom)], [0, zoom, centre[1] * (1 - zoom)]])
    split = cv2.warpAffine(half, way, size, borderMode=cv2.BORDER_REPLICATE)
    blotches = cv2.resize(_grain(rng, size[1] // 4 + 1, size[0] // 4 + 1), size, interpolation=cv2.INTER_CUBIC)
    return np.clip(np.asarray(split) + np.asarray(blotches) * (0.8 * noise), 0, 255).astype(np.uint8)
