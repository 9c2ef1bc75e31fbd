"""Arms, hands and the totem of renderer B: outlines filled with cloth and skin, shaded as round things are."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.photograph.cloths import SIDE, TEXEL_MM, tile
from perroquet.drivers.sim.renderers.photograph.lamp import Lamp
from perroquet.drivers.sim.renderers.photograph.looks import Bgr, looks
from perroquet.drivers.sim.renderers.photograph.plate import Box, Light, Mask, Plate
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.ports.camera import ROW_NS
from perroquet.vision.scene import TOTEM_RADIUS_MM, TOTEM_TOP_MM, Arm, Scene, at_azimuth
from perroquet.vision.sight import Floats

_EDGE_MM: Final = 920.0
"""How far from the totem a shoulder is: beyond the picture."""
_FINGERS: Final = ((-31.0, 66.0, 8.5), (-11.0, 78.0, 9.0), (8.0, 74.0, 9.0), (27.0, 58.0, 8.0))
"""(degrees from the hand's line, length from the knuckles' middle less 20 mm, radius) of four fingers, mm."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limb:
    """An arm as outlines on a plane at its height, mm: (n, 2) each."""

    sleeve: Floats
    skin: tuple[Floats, ...]
    along: tuple[float, float]


def _outline(line: Floats, widths: Floats) -> Floats:
    """Return the outline of a line (n, 2) that is `widths` (n,) wide."""
    way = np.gradient(line, axis=0)
    across = np.column_stack([-way[:, 1], way[:, 0]]) / np.linalg.norm(way, axis=1, keepdims=True)
    return np.concatenate([line + across * widths[:, None] / 2, (line - across * widths[:, None] / 2)[::-1]])


def _finger(root: Floats, angle: float, length: float, radius: float, bent: float) -> Floats:
    """Return a finger that bends at its middle joint."""
    first = np.array([math.sin(angle), -math.cos(angle)])
    second = np.array([math.sin(angle + bent), -math.cos(angle + bent)])
    joint = root + first * length * 0.55
    line = np.stack([root - first * 8, root, joint, joint + second * length * 0.35, joint + second * length * 0.45])
    return _outline(line, np.array([2.1, 2.1, 1.9, 1.6, 0.9]) * radius)


def limb(arm: Arm, rng: np.random.Generator) -> Limb:
    """Return the arm's form."""
    hand = np.array([arm.hand_x, arm.hand_y], np.float64)
    shoulder = np.array(at_azimuth(arm.from_azimuth, _EDGE_MM), np.float64)
    straight = (hand - shoulder) / np.linalg.norm(hand - shoulder)
    # Clockwise of the way from the edge to the hand, seen from above with y down.
    side = np.array([-straight[1], straight[0]])
    elbow = (shoulder + hand) / 2 + side * arm.bend
    steps = np.linspace(0, 1, 24)[:, None]
    line = (1 - steps) ** 2 * shoulder + 2 * steps * (1 - steps) * (2 * elbow - (shoulder + hand) / 2) + steps**2 * hand
    toward = line[-1] - line[-2]
    toward = toward / np.linalg.norm(toward)
    angle = math.atan2(toward[0], -toward[1])
    wrist = hand - toward * 62
    line = line[np.linalg.norm(line - hand, axis=1) > 75]
    line = np.concatenate([line, wrist[None]])
    folds = 1.0 + 0.035 * np.sin(np.arange(len(line)) * 1.7 + rng.uniform(0, 6))
    taper = np.linspace(1.35, 0.82, len(line)) * folds
    forearm = _outline(line, arm.width * taper)
    cuff = _outline(
        np.stack([wrist - toward * 40, wrist, hand - toward * 30]), np.array([0.74, 0.68, 0.78]) * arm.width
    )
    palm = np.array([[-38, 6], [-33, 20], [0, 26], [33, 20], [38, 2], [34, -40], [-34, -40]], np.float64) * 0.98
    right = np.array([math.cos(angle), math.sin(angle)])
    palm_mm = hand + palm[:, :1] * right + palm[:, 1:] * toward
    fingers = [
        _finger(
            hand + right * 36 * math.sin(math.radians(spread)) * 1.3 + toward * 12,
            angle + math.radians(spread * 0.6 + float(rng.normal(0, 4))), length, radius, float(rng.normal(0, 0.15)),
        )
        for spread, length, radius in _FINGERS
    ]  # fmt: skip
    thumb_side = 1.0 if rng.random() < 0.5 else -1.0
    thumb_root = hand + right * thumb_side * 26 - toward * 26
    thumb = _finger(thumb_root, angle + thumb_side * 0.85, 62.0, 11.0, -thumb_side * 0.4)
    skin = (cuff, palm_mm, *fingers, thumb)
    return Limb(sleeve=forearm, skin=skin, along=(float(toward[0]), float(toward[1])))


def reach(plate: Plate, arm: Arm, scene: Scene, lamp: Lamp, troubles: Troubles) -> None:
    """Draw an arm and its shadow."""
    chosen = looks(scene.look)
    rng = np.random.default_rng([75, scene.look, arm.seat])
    form = limb(arm, rng)
    shapes = [form.sleeve, *form.skin]
    raised = [np.column_stack([shape, np.full(len(shape), arm.height)]) for shape in shapes]
    scale = plate.sight.scale(arm.hand_x, arm.hand_y)
    shadows = [plate.sight.project(lamp.shadow_of(shape)) for shape in raised]
    plate.darken(shadows, lamp.share, lamp.soft_mm(arm.height) * scale * 0.6)
    plate.darken(shadows, 0.12, 14.0 * scale)
    skin = chosen.skins[arm.seat % len(chosen.skins)]
    sleeve = chosen.cloth if Trouble.CAMOUFLAGE in troubles else chosen.sleeves[arm.seat % len(chosen.sleeves)]
    seen = [_skewed(plate.sight.project(shape), form, arm, scale) for shape in raised]
    smear = arm.blur * scale * scene.exposure / 10.0
    parts = ((seen[:1], skin if arm.bare else sleeve, not arm.bare), (seen[1:], skin, False))
    for outlines, colour, woven in parts:
        drawn = plate.filled(outlines, 4 + smear)
        if drawn is None:
            continue
        box, mask = drawn
        pattern = scene.cloth.value if woven and Trouble.CAMOUFLAGE in troubles else None
        coded = _woven(box, colour, rng, scene, pattern) if woven else _skinned(box, colour, rng)
        lit = _round(mask, lamp, scale)
        if not woven and outlines is not seen[:1]:
            lit = lit * _lines(box, outlines)
        plate.cover(box, coded, _smeared(mask, form.along, smear), lit)


def _skewed(pixels: Floats, form: Limb, arm: Arm, scale: float) -> Floats:
    """Lower rows are exposed later: a moving arm leans."""
    speed = arm.blur * scale / 10e6
    late = (pixels[:, 1:] - pixels[:, 1].mean()) * ROW_NS
    return pixels + late * speed * np.array([form.along])


def _smeared(mask: Mask, along: tuple[float, float], length: float) -> Light:
    share = mask.astype(np.float32) / 255.0
    if length < 1.0:
        return share
    reach = round(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    half = np.array(along) * length / 2
    start, end = (tuple(np.rint(reach + each).astype(int).tolist()) for each in (-half, half))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(share, -1, kernel / kernel.sum()), np.float32)


def _round(mask: Mask, lamp: Lamp, scale: float) -> Light:
    """Return how a rounded limb takes the light: darker to its edges, more so away from the lamp."""
    half = (-(-mask.shape[1] // 2), -(-mask.shape[0] // 2))  # never empty, however little of a hand is in the picture
    small = cv2.resize(mask, half, interpolation=cv2.INTER_AREA)
    padded = cv2.copyMakeBorder(small, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    deep = cv2.distanceTransform((padded > 127).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    high = cv2.GaussianBlur(np.sqrt(np.clip(deep / (16.0 * scale), 0.0, 1.0)), (0, 0), 2.0)
    slope_x, slope_y = cv2.Sobel(high, cv2.CV_32F, 1, 0), cv2.Sobel(high, cv2.CV_32F, 0, 1)
    x, y, height = lamp.at
    far = math.hypot(x, y, height)
    lit = 0.62 + 0.38 * high - 1.1 * (slope_x * x + slope_y * y) / far
    full = cv2.resize(np.clip(lit, 0.2, 1.4), (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, np.float32)


def _lines(box: Box, outlines: list[Floats]) -> Light:
    """Return the dark lines between fingers, at knuckles and round a thumb."""
    left, top, right, bottom = box
    drawn = np.ones((bottom - top, right - left), np.float32)
    for shape in outlines[2:]:
        points = np.rint((shape - (left, top)) * 16).astype(np.int32)
        cv2.polylines(drawn, [points], True, 0.72, 1, cv2.LINE_AA, 4)
        for one, other in ((2, 7), (3, 6)):
            cv2.polylines(drawn, [points[[one, other]]], False, 0.85, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), np.float32)


def _skinned(box: Box, colour: Bgr, rng: np.random.Generator) -> Light:
    left, top, right, bottom = box
    rows, columns = (bottom - top) // 14 + 2, (right - left) // 14 + 2
    blots = (rng.normal(1.0, 0.03, (rows, columns, 1)) + rng.normal(0.0, 0.012, (rows, columns, 3))).astype(np.float32)
    return np.array(colour, np.float32) * cv2.resize(blots, (right - left, bottom - top), interpolation=cv2.INTER_CUBIC)


def _woven(box: Box, colour: Bgr, rng: np.random.Generator, scene: Scene, pattern: str | None) -> Light:
    """Return a sleeve: of one colour, striped or knitted, with folds; `pattern` = of the table's own cloth."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    folds = rng.normal(1.0, 0.13, (size[1] // 24 + 2, size[0] // 40 + 2)).astype(np.float32)
    shaded = cv2.resize(folds, size, interpolation=cv2.INTER_CUBIC)[..., None]
    if pattern is not None:
        at = rng.integers(0, SIDE, 2)
        rows = (at[0] + np.arange(size[1]) * 0.75 / TEXEL_MM).astype(int) % SIDE
        columns = (at[1] + np.arange(size[0]) * 0.75 / TEXEL_MM).astype(int) % SIDE
        return tile(scene.look, scene.cloth)[np.ix_(rows, columns)].astype(np.float32) * shaded
    coded = np.broadcast_to(np.array(colour, np.float32), (size[1], size[0], 3))
    if rng.random() < 0.35:
        period, turn = rng.uniform(7, 26), rng.uniform(0, np.pi)
        ys, xs = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
        band = (np.sin((xs * np.cos(turn) + ys * np.sin(turn)) * 2 * np.pi / period) > 0.3)[..., None]
        coded = np.where(band, 0.4 * coded + 120, coded)
    return np.asarray(coded * shaded, np.float32)


def stand(plate: Plate, scene: Scene, lamp: Lamp) -> None:
    """Draw the totem: a turned column with a ring, its top seen from above."""
    turns = np.radians(np.arange(0, 360, 6))
    radii = ((0.0, 1.0), (0.2, 0.86), (0.72, 0.80), (0.8, 1.0), (1.0, 0.94))
    rings = [
        np.column_stack([
            TOTEM_RADIUS_MM * share * np.sin(turns), TOTEM_RADIUS_MM * share * np.cos(turns),
            np.full(len(turns), TOTEM_TOP_MM * high),
        ])
        for high, share in radii
    ]  # fmt: skip
    scale = plate.sight.scale(0.0, 0.0)
    seen = [plate.sight.project(ring) for ring in rings]
    hulls = [
        cv2.convexHull(np.concatenate(pair).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        for pair in pairwise(seen)
    ]
    cast = [plate.sight.project(lamp.shadow_of(ring)) for ring in rings]
    shadow = [
        cv2.convexHull(np.concatenate(pair).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        for pair in pairwise(cast)
    ]
    plate.darken(shadow, lamp.share, max(1.5, lamp.soft_mm(TOTEM_TOP_MM / 2) * scale * 0.5))
    warm = looks(scene.look).wood_base
    body = np.array((52, 92, 140) if warm else (46, 50, 150), np.float32)
    for shapes, tone in ((hulls, 0.72), (seen[-1:], 1.0)):
        drawn = plate.filled(shapes)
        if drawn is None:
            return
        box, mask = drawn
        lit = _round(mask, lamp, scale) if tone < 1 else np.full(mask.shape, 1.15, np.float32)
        coded = np.broadcast_to(body * tone, (*mask.shape, 3)).astype(np.float32)
        plate.cover(box, coded, mask.astype(np.float32) / 255.0, lit)
