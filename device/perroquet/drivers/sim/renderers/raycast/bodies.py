"""Arms and the totem of renderer C: rounded bones, and how far each ray passes from them."""

import math
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.raycast import surfaces
from perroquet.drivers.sim.renderers.raycast.lamps import Bone, Lamp
from perroquet.drivers.sim.renderers.raycast.rays import F32, Rays, noise
from perroquet.vision.scene import TOTEM_RADIUS_MM, TOTEM_TOP_MM, Arm, Scene, at_azimuth
from perroquet.vision.sight import Floats

_EDGE_MM: Final = 940.0
"""How far from the totem arms begin."""
_SLEEVED: Final = 3
"""So many of an arm's first bones are in the sleeve."""


def bones_of(arm: Arm, look: int) -> list[Bone]:
    """Return an arm's bones: upper arm, forearm, cuff, then wrist, palm and fingers."""
    rng = np.random.default_rng([111, look, arm.seat])
    hand = np.array([arm.hand_x, arm.hand_y])
    edge = np.array(at_azimuth(arm.from_azimuth, _EDGE_MM))
    way = (hand - edge) / np.linalg.norm(hand - edge)
    elbow = edge + 0.45 * (hand - edge) + arm.bend * np.array([-way[1], way[0]])
    fore = (hand - elbow) / np.linalg.norm(hand - elbow)
    across = np.array([-fore[1], fore[0]])
    wrist = hand - 68 * fore
    cuff = hand - 100 * fore
    wide = arm.width / 2
    bones = [
        (edge, elbow, 1.25 * wide, 1.1 * wide), (elbow, cuff, 1.1 * wide, 0.85 * wide),
        (cuff, cuff + 14 * fore, 0.88 * wide, 0.88 * wide),
        (cuff, wrist, 0.66 * wide, 0.62 * wide), (wrist, hand - 20 * fore, 0.66 * wide, 33.0),
    ]  # fmt: skip
    bones += [
        (hand - 25 * fore + 20 * side * across, hand + 4 * fore + 24 * side * across, 16.0, 14.0) for side in (-1, 0, 1)
    ]
    for place, length in ((-1.5, 52.0), (-0.5, 66.0), (0.5, 68.0), (1.5, 58.0)):
        spread = 0.16 * place + float(rng.normal(0, 0.07))
        along = fore * math.cos(spread) + across * math.sin(spread)
        root = hand + 17 * place * across
        middle = root + 0.6 * length * along
        bones += [(root, middle, 10.0, 9.0), (middle, middle + 0.45 * length * along, 9.0, 7.5)]
    thumb = 1.0 if rng.random() < 0.5 else -1.0
    tip = hand + thumb * 62 * across + 8 * fore
    bones += [(hand - 40 * fore + thumb * 18 * across, tip, 14.0, 9.5)]
    high = arm.height
    return [(np.array([*a, high]), np.array([*b, high]), float(r), float(s)) for a, b, r, s in bones]


def totem_bones() -> list[Bone]:
    """Return the totem as what keeps light from the table."""
    return [(np.zeros(3), np.array([0.0, 0.0, TOTEM_TOP_MM]), TOTEM_RADIUS_MM, TOTEM_RADIUS_MM)]


def _depth(points: F32, bones: list[Bone]) -> F32:
    """Return how high the bodies of bones rise at points (h, w, 2), mm; negative = beside them."""
    best: F32 = np.full((points.shape[0], points.shape[1]), -99.0, np.float32)
    for start, end, first, last in bones:
        way = (end - start)[:2].astype(np.float32)
        off = points - start[:2].astype(np.float32)
        share = np.asarray(np.clip((off @ way) / np.float32(way @ way), 0.0, 1.0), np.float32)
        away = np.asarray(np.linalg.norm(off - share[..., None] * way, axis=-1), np.float32)
        radius = np.asarray(first + (last - first) * share, np.float32)
        inside = radius - away
        round_top = np.sqrt(np.maximum(radius**2 - away**2, 0.0))
        best = np.maximum(best, np.where(inside > 0, round_top, inside)).astype(np.float32)
    return best


def reach(canvas: F32, rays: Rays, arm: Arm, scene: Scene, lamps: tuple[Lamp, ...], *, like_cloth: bool) -> None:
    """Draw an arm over the picture: skin first, the sleeve over it."""
    bones = bones_of(arm, scene.look)
    skin = surfaces.skin(scene.look, arm.seat)
    _body(canvas, rays, arm, scene, lamps, bones[_SLEEVED:], skin, None)
    sleeve = skin if arm.bare else surfaces.tone(scene.look, 1 if like_cloth else 20 + arm.seat)
    _body(canvas, rays, arm, scene, lamps, bones[:_SLEEVED], sleeve, like_cloth if not arm.bare else None)


def _body(
    canvas: F32, rays: Rays, arm: Arm, scene: Scene, lamps: tuple[Lamp, ...], bones: list[Bone], colour: F32,
    like_cloth: bool | None,  # noqa: FBT001 - None = skin
) -> None:  # fmt: skip
    ends = np.array(
        [
            point + np.array([dx, dy, 0.0])
            for a, b, r, s in bones
            for point in (a, b)
            for dx in (-r, s)
            for dy in (-r, s)
        ]
    )
    scale = rays.sight.scale(arm.hand_x, arm.hand_y)
    smear = arm.blur * scale * scene.exposure / 10.0
    box = rays.box(ends, 3.0 + smear)
    if box is None:
        return
    left, top, right, bottom = box
    places = rays.raised(rays.ground(box, 0.5), arm.height)
    depth = _depth(places, bones)
    mask = np.clip(0.5 + depth * np.float32(scale / 2), 0.0, 1.0)
    high = np.asarray(cv2.GaussianBlur(np.maximum(depth, 0.0), (0, 0), 1.2), np.float32)
    if like_cloth is not None:
        high += 2.5 * noise(places, 26.0, 11.0, scene.look + arm.seat)
    lean_x, lean_y = (
        cv2.Sobel(high, cv2.CV_32F, 1, 0, scale=scale / 16),
        cv2.Sobel(high, cv2.CV_32F, 0, 1, scale=scale / 16),
    )
    flat = 1.0 / np.sqrt(1.0 + np.asarray(lean_x) ** 2 + np.asarray(lean_y) ** 2)
    drawn = np.zeros((*depth.shape, 3), np.float32)
    for lamp in lamps:
        way = lamp.at / np.linalg.norm(lamp.at)
        facing = np.maximum((way[2] - lean_x * way[0] - lean_y * way[1]) * flat, 0.0) / max(way[2], 0.3)
        here = float(lamp.lit(np.array([[[arm.hand_x, arm.hand_y]]], np.float32), scene.light.slope)[0, 0])
        drawn += (0.2 + 0.8 * np.minimum(facing, 1.5))[..., None].astype(np.float32) * (
            lamp.strength * np.float32(here)
        )
    if like_cloth:
        drawn *= surfaces.cover(scene.cloth, scene.look, places)
    else:
        drawn *= colour * (1.0 + 0.05 * noise(places, 1.5, 1.5, arm.seat))[..., None].astype(np.float32)
    layer = np.dstack([drawn * mask[..., None], mask])
    if smear > 1.0:
        layer = _moved(layer, bones, smear / 2)
    size = (right - left, bottom - top)
    full = np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_LINEAR), np.float32)
    part = canvas[top:bottom, left:right]
    part *= 1.0 - full[..., 3:]
    part += full[..., :3]


def _moved(layer: F32, bones: list[Bone], length: float) -> F32:
    """Return the mean of five instants while it moves along its last bone."""
    start, end, _, _ = bones[-1]
    way = (end - start)[:2] / np.linalg.norm((end - start)[:2])
    size = (layer.shape[1], layer.shape[0])
    total = np.zeros_like(layer)
    for instant in (-0.5, -0.25, 0.0, 0.25, 0.5):
        shift = way * length * instant
        total += np.asarray(cv2.warpAffine(layer, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size), np.float32)
    return total / np.float32(5.0)


def stand(canvas: F32, rays: Rays, scene: Scene, lamps: tuple[Lamp, ...]) -> None:
    """Draw the totem in slices from its foot to its top, each as its side takes the light."""
    turns = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    paint = surfaces.tone(scene.look, 9)
    for high in np.linspace(0.0, 1.0, 30).tolist():
        radius = TOTEM_RADIUS_MM * (1.0 if high < 0.06 or high > 0.9 else 0.82 + 0.1 * math.sin(9 * high))
        ring: Floats = np.column_stack(
            [radius * np.sin(turns), radius * np.cos(turns), np.full(48, TOTEM_TOP_MM * high)]
        )
        seen = rays.sight.project(ring)
        light = sum((lamp.strength for lamp in lamps), np.zeros(3, np.float32)) * np.float32(
            1.0 if high == 1.0 else 0.35 + 0.3 * high
        )
        box = rays.box(ring, 2.0)
        if box is None:
            continue
        left, top, right, bottom = box
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(mask, [np.rint((seen - np.array([left, top])) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = mask.astype(np.float32)[..., None] / np.float32(255.0)
        part = canvas[top:bottom, left:right]
        part += (paint * light - part) * share
