"""The base with its mat and markers, and the totem: what always stands in the middle."""

from functools import cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.lounge.lamps import Room, Shade
from perroquet.drivers.sim.renderers.lounge.tints import F32, hued, noise, tint
from perroquet.drivers.sim.renderers.lounge.view import View, filled
from perroquet.vision.scene import (
    BASE_RADIUS_MM,
    MARKER_DICTIONARY,
    MARKER_MM,
    MARKERS,
    TOTEM_RADIUS_MM,
    TOTEM_TOP_MM,
    Scene,
    at_azimuth,
)
from perroquet.vision.sight import Floats

_MAT_MM: Final = 148.0
_WHITE_MM: Final = 3.0
_CELL: Final = 24
"""Texels of one of a marker's six cells."""
_SLICES: Final = 9
_FACES: Final = 12


def lay_base(canvas: F32, view: View, scene: Scene) -> None:
    """Draw the mat, its markers and the base on it: reflectance, before the light falls."""
    rng = np.random.default_rng((scene.look, 71))
    dark = rng.random() < 0.5
    mat = hued(float(rng.uniform(20, 45) if dark else rng.uniform(70, 90)), float(rng.uniform(0, 18)), 80.0)
    plastic = hued(float(rng.uniform(15, 60)), float(rng.uniform(0, 40)), float(rng.uniform(0, 360)))
    _disc(canvas, view, _MAT_MM, mat)
    for number, (azimuth, distance) in MARKERS.items():
        _marker(canvas, view, number, azimuth + scene.base_turned, distance)
    _disc(canvas, view, BASE_RADIUS_MM + 4.0, mat * np.float32(0.6))
    _disc(canvas, view, BASE_RADIUS_MM, plastic)
    _disc(canvas, view, BASE_RADIUS_MM - 5.0, plastic * np.float32(1.12))
    _disc(canvas, view, TOTEM_RADIUS_MM + 6.0, plastic * np.float32(0.55))


def _circle(radius: float) -> Floats:
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return radius * np.column_stack([np.cos(turns), np.sin(turns)])


def _disc(canvas: F32, view: View, radius: float, colour: F32) -> None:
    rim = view.pixels(_circle(radius))
    if (box := view.box(rim)) is None:
        return
    cover = filled([rim], box)[..., None].astype(np.float32) / np.float32(255)
    part = canvas[box[1] : box[3], box[0] : box[2]]
    part += cover * (colour - part)


@cache
def _sticker(number: int) -> NDArray[np.uint8]:
    """Return a marker in its white rim, upright; the rim is a cell as `_WHITE_MM` is to a sixth of `MARKER_MM`."""
    side = 6 * _CELL
    printed = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), number, side)
    rim = round(side * _WHITE_MM / MARKER_MM)
    return np.asarray(cv2.copyMakeBorder(printed, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(255,)), np.uint8)


def _marker(canvas: F32, view: View, number: int, azimuth: float, distance: float) -> None:
    printed = _sticker(number)
    half = MARKER_MM / 2 + _WHITE_MM
    middle, angle = np.array(at_azimuth(azimuth, distance)), np.radians(azimuth)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    corners = np.array([middle + half * (a * right + b * down) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    if (box := view.box(view.pixels(corners))) is None:
        return
    x, y = view.places(box)
    texel = printed.shape[0] / (2 * half)
    soft = cv2.GaussianBlur(printed, (0, 0), max(0.5, 0.35 * texel / view.scale))
    away_x, away_y = x - np.float32(middle[0]), y - np.float32(middle[1])
    u = (away_x * np.float32(right[0]) + away_y * np.float32(right[1]) + np.float32(half)) * np.float32(texel) - 0.5
    v = (away_x * np.float32(down[0]) + away_y * np.float32(down[1]) + np.float32(half)) * np.float32(texel) - 0.5
    seen = cv2.remap(soft, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    edge = np.float32(half * texel)
    rim = np.maximum(np.abs(u - edge + np.float32(0.5)), np.abs(v - edge + np.float32(0.5)))
    cover = np.clip((edge - rim) * np.float32(view.scale / texel) + np.float32(0.5), 0.0, 1.0)[..., None]
    grey = np.float32(0.05) + np.float32(0.9 / 255) * seen
    part = canvas[box[1] : box[3], box[0] : box[2]]
    part += cover * (grey[..., None] - part)


def totem_shade() -> Shade:
    """Return what of the totem keeps light from the table: its middle stands for all of it."""
    return [_circle(float(TOTEM_RADIUS_MM))], 0.55 * float(TOTEM_TOP_MM)


def lay_totem(canvas: F32, view: View, scene: Scene, room: Room) -> None:
    """Draw a turned wooden totem over a lit picture: its side in faces, then its round top."""
    rng = np.random.default_rng((scene.look, 73))
    wood = tint(float(rng.uniform(45, 78)), float(rng.uniform(6, 14)), float(rng.uniform(18, 34)))
    heights = np.linspace(0.0, float(TOTEM_TOP_MM), _SLICES)
    waist = 1.0 - float(rng.uniform(0.0, 0.25)) * np.sin(np.pi * heights / TOTEM_TOP_MM)
    turns = np.linspace(0, 2 * np.pi, _FACES * 2, endpoint=False)
    unit = np.column_stack([np.cos(turns), np.sin(turns)])
    rings = [view.pixels(unit * TOTEM_RADIUS_MM * wide, h) for wide, h in zip(waist, heights, strict=True)]
    box = view.box(np.vstack(rings))
    if box is None:
        return
    hulls = [cv2.convexHull(np.vstack(pair).astype(np.float32)).reshape(-1, 2) for pair in pairwise(rings)]
    cover = filled([hull.astype(np.float64) for hull in hulls], box)[..., None].astype(np.float32) / np.float32(255)
    drawn = np.empty((*cover.shape[:2], 3), np.float32)
    drawn[:] = wood * np.float32(0.6)
    normals = np.column_stack([unit, np.zeros(len(unit))])
    lit = room.on(normals)
    off = np.array(box[:2])
    for low, high in pairwise(rings):
        for face in range(len(unit)):
            other = (face + 1) % len(unit)
            # Only faces that look toward the camera: those whose corners run clockwise.
            quad = np.array([low[face], low[other], high[other], high[face]])
            if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0:
                cv2.fillConvexPoly(
                    drawn, ((quad - off) * 16).round().astype(np.int32), (wood * lit[face]).tolist(), cv2.LINE_8, 4
                )
    top = room.on(np.array([[0.0, 0.0, 1.0]]))[0]
    cv2.fillConvexPoly(drawn, ((rings[-1] - off) * 16).round().astype(np.int32), (wood * top).tolist(), cv2.LINE_8, 4)
    x, y = view.places(box, float(TOTEM_TOP_MM))
    drawn *= (np.float32(1) + np.float32(0.06) * noise(x * np.float32(0.8), y * np.float32(4.0), scene.look, 0.9))[
        ..., None
    ]
    part = canvas[box[1] : box[3], box[0] : box[2]]
    part += cover * (drawn - part)
