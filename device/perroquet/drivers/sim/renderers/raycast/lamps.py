"""Renderer C's light: two lamps of different colours, and what stands in their way."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.raycast.rays import F32, Rays
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.vision.scene import Scene
from perroquet.vision.sight import Floats

_COARSE: Final = 0.25
"""Light is worked out for one pixel in so many, along each side."""

Bone = tuple[Floats, Floats, float, float]
"""(3,) start and (3,) end, mm with height; radius at each."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lamp:
    """A bulb or a window: (3,) where, mm; its size; (3,) BGR strength on paper under the totem."""

    at: Floats
    size_mm: float
    strength: F32
    local: bool = False

    def lit(self, points: F32, slope: float) -> F32:
        """Return its light at points (h, w, 2) of the table, 1 = under the totem."""
        far = (points[..., 0] - self.at[0]) ** 2 + (points[..., 1] - self.at[1]) ** 2 + self.at[2] ** 2
        middle = float(self.at @ self.at)
        if self.local:
            return np.minimum((middle / far) ** 1.5, 5.0).astype(np.float32)
        way = self.at[:2] / max(1.0, float(np.linalg.norm(self.at[:2])))
        along = (points @ way.astype(np.float32)) / np.float32(800.0)
        return np.clip(1.0 + slope * along, 0.1, 2.0).astype(np.float32) * (middle / far).astype(np.float32) ** 0.08


def lamps(scene: Scene, troubles: Troubles) -> tuple[Lamp, ...]:
    """Return the game's lamps: their places last, a flame and a screen do not keep still."""
    rng = np.random.default_rng([101, scene.look])
    now = np.random.default_rng([102, scene.look, scene.moment])
    light = scene.light
    level = max(light.level, 0.02) ** 2
    angle = math.radians(light.toward)
    way = np.array([math.sin(angle), -math.cos(angle), 0.0])
    warm = np.array([0.42, 0.82, 1.18], np.float32) ** np.float32(1.6 * light.warmth)
    cool = np.array([1.25, 1.0, 0.86], np.float32)
    share = float(rng.uniform(0.55, 0.85))
    size = 20.0 + 240.0 * (1.0 - light.hard)
    high = np.array([0.0, 0.0, 1.0])
    if Trouble.CANDLE in troubles:
        at = way * rng.uniform(150, 240) + high * 170.0 + now.normal(0, 5, 3)
        flame = np.array([0.3, 0.76, 1.32], np.float32) * np.float32(level * now.uniform(0.7, 1.2))
        return (Lamp(at=at, size_mm=8.0, strength=flame, local=True),)
    first = Lamp(
        at=way * rng.uniform(300, 900) + high * rng.uniform(800, 1600),
        size_mm=size,
        strength=level * share * _even(warm),
    )
    aside = np.array([way[1], -way[0], 0.0])
    tint, left = cool, level * (1 - share)
    if Trouble.TELEVISION in troubles:
        cut = np.random.default_rng([103, scene.look, scene.moment // 4])
        tint, left = cut.uniform(0.2, 1.6, 3).astype(np.float32), level * float(cut.uniform(0.1, 1.1))
    second = Lamp(at=aside * 1100.0 + high * 650.0, size_mm=2.0 * size, strength=left * _even(tint))
    if Trouble.TORCH in troubles:
        spot = rng.uniform(-300, 300, 2)
        near = Lamp(
            at=np.array([*spot, 210.0]), size_mm=6.0, strength=level * np.float32(1.4) * _even(cool), local=True
        )
        return (first, second, near)
    return (first, second)


def _even(colour: F32) -> F32:
    return (colour / np.float32(colour @ np.array([0.114, 0.587, 0.299], np.float32))).astype(np.float32)


def field(rays: Rays, scene: Scene, of: tuple[Lamp, ...], bones: list[Bone]) -> F32:
    """Return the light that reaches the table in each pixel: (h, w, 3)."""
    width, height = scene.camera.lens.size
    ground = rays.ground((0, 0, width, height), _COARSE)
    total = np.zeros((*ground.shape[:2], 3), np.float32)
    for lamp in of:
        open_to = _open(rays, lamp, bones, (ground.shape[1], ground.shape[0]))
        slope = scene.light.slope
        total += (lamp.lit(ground, slope) * (0.1 + 0.9 * open_to))[..., None] * lamp.strength
    return np.asarray(cv2.resize(total, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _open(rays: Rays, lamp: Lamp, bones: list[Bone], size: tuple[int, int]) -> F32:
    """Return how much of the lamp each place sees past the bones, as (size[1], size[0])."""
    hidden = np.zeros((size[1], size[0]), np.float32)
    for start, end, first, last in bones:
        mask = np.zeros((size[1], size[0]), np.uint8)
        ends = np.array([start, end])
        reach = lamp.at[2] / np.maximum(lamp.at[2] - ends[:, 2], 0.25 * lamp.at[2])
        fallen = lamp.at[:2] + (ends[:, :2] - lamp.at[:2]) * reach[:, None]
        seen = rays.sight.project(np.column_stack([fallen, np.zeros(2)])) * _COARSE
        scale = rays.sight.scale(float(ends[1, 0]), float(ends[1, 1])) * _COARSE
        radii = np.array([first, last]) * reach * scale
        if (seen.max(axis=0) + radii.max() < 0).any() or (seen.min(axis=0) - radii.max() > size).any():
            continue
        turns = np.linspace(0, 2 * math.pi, 20)
        round_ends = [
            at + radius * np.column_stack([np.cos(turns), np.sin(turns)])
            for at, radius in zip(seen, radii, strict=True)
        ]
        hull = cv2.convexHull(np.concatenate(round_ends).astype(np.float32)).reshape(-1, 2)
        cv2.fillPoly(mask, [np.rint(np.clip(hull, -4000, 4000) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        soft = lamp.size_mm * float(ends[:, 2].mean()) / max(lamp.at[2] - float(ends[:, 2].mean()), 100.0) * scale / 2
        faded = cv2.GaussianBlur(mask, (0, 0), max(0.5, min(soft, 20.0))).astype(np.float32) / 255.0
        hidden = np.maximum(hidden, faded)
    return 1.0 - hidden
