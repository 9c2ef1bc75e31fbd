"""Renderer B: what lies where, in the order things are laid."""

import math
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.photograph import cloths, limbs, prints
from perroquet.drivers.sim.renderers.photograph.lamp import Lamp, falling, lamp
from perroquet.drivers.sim.renderers.photograph.looks import Bgr, looks
from perroquet.drivers.sim.renderers.photograph.plate import Coded, Light, Plate
from perroquet.drivers.sim.renderers.photograph.sensor import develop
from perroquet.drivers.sim.renderers.still import Still
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.ports.camera import Frame
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
from perroquet.vision.sight import Floats

_MAT_MM: Final = 146.0
"""Radius of the mat that carries the markers."""
_VIGNETTE: Final = 0.7
"""Share of the lens's fall of light that the camera leaves uncorrected, of cos^2."""


class PhotographRenderer:
    """Renderer B."""

    name = "b"

    def __init__(self, troubles: Troubles = frozenset()) -> None:
        self._troubles = troubles
        self._still = Still(self._laid)

    def render(self, scene: Scene) -> Frame:
        """Return the picture."""
        plate, light = self._laid(scene) if self._troubles else self._still.of(scene)  # a candle is never still
        for arm in scene.arms:
            limbs.reach(plate, arm, scene, light, self._troubles)
        return develop(plate, scene, light, self._troubles)

    def _laid(self, scene: Scene) -> tuple[Plate, Lamp]:
        """Draw all but arms."""
        plate, light = Plate(scene.camera.sight), lamp(scene, self._troubles)
        coarse = plate.coarse()
        cloths.spread(plate.coded, scene.look, scene.cloth, plate.finely(coarse))
        _end_table(plate, scene)
        field = falling(light, scene, self._troubles, coarse) * _vignette(scene, coarse)
        plate.field = plate.finely(field)
        plate.light = plate.field.copy()
        self._base(plate, scene, light)
        for lying in (*scene.strays, *(each for pile in scene.piles for each in pile.lying)):
            self._lie(plate, lying, scene, light)
        if scene.totem:
            limbs.stand(plate, scene, light)
        return plate, light

    def _base(self, plate: Plate, scene: Scene, light: Lamp) -> None:
        """A mat of pale card with markers in white, and a round base of wood or plastic on it."""
        wood = looks(scene.look).wood_base
        _disc(plate, _MAT_MM, looks(scene.look).mat, 1.0)
        for number, (azimuth, distance) in MARKERS.items():
            x, y = at_azimuth(azimuth + scene.base_turned, distance)
            texels = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), number, 48)
            label = cv2.cvtColor(cv2.copyMakeBorder(texels, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=255), 8)
            printed = np.clip(label, 28, 236).astype(np.uint8)
            side = MARKER_MM * 60 / 48
            corners = prints.turned_corners((x, y, 0.0), side, side, azimuth + scene.base_turned)
            plate.lay(printed, np.full((60, 60), 255, np.uint8), corners, None, None)
        rim = [plate.sight.project(light.shadow_of(_ring(BASE_RADIUS_MM, 12.0)))]
        plate.darken(rim, light.share, 2.5)
        _disc(plate, BASE_RADIUS_MM, (70, 112, 158) if wood else (44, 46, 50), 1.0)
        _disc(plate, BASE_RADIUS_MM * 0.55, (58, 96, 140) if wood else (54, 56, 62), 0.95)

    def _lie(self, plate: Plate, lying: Lying, scene: Scene, light: Lamp) -> None:
        here = plate.sight.project(np.array([[lying.x, lying.y, lying.lifted]]))
        if plate.box(here, 140 * plate.sight.scale(lying.x, lying.y)) is None:
            return
        flat = self._print(plate, lying, scene)
        middle = (lying.x, lying.y, lying.lifted)
        corners = prints.turned_corners(middle, flat.wide_mm, flat.high_mm, lying.turned)
        scale = plate.sight.scale(lying.x, lying.y)
        cast = light.shadow_of(corners + np.array([0.0, 0.0, 0.8 + abs(flat.curl_mm)]))
        plate.darken([plate.sight.project(cast)], light.share, 0.5 + light.soft_mm(lying.lifted + 1.5) * scale)
        rng = np.random.default_rng([78, scene.look, round(abs(lying.x) * 10), round(abs(lying.y) * 10)])
        high, wide = flat.mask.shape
        across = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
        down = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
        turn = float(rng.uniform(0, math.pi))
        bow = np.asarray(across * math.cos(turn) + down * math.sin(turn), np.float32)
        shade = np.asarray(1.0 + 0.02 * flat.curl_mm * bow, np.float32)
        coded = flat.coded
        if abs(flat.curl_mm) > 0.2:
            coded = _bowed(coded, bow, flat.curl_mm, plate, lying)
        plate.lay(coded, flat.mask, corners, shade, _shine(flat, lying, across, down, rng))

    def _print(self, plate: Plate, lying: Lying, scene: Scene) -> prints.Print:
        if isinstance(lying.what, Thing):
            return prints.thing(lying.what, scene.look, drawn_by_hand=Trouble.DRAWINGS in self._troubles)
        wanted = 56.0 * plate.sight.scale(lying.x, lying.y) * 1.4
        side = min(320, max(48, 16 * round(wanted / 16)))
        return prints.card(lying.what, scene.look, side, sleeved=Trouble.SLEEVES in self._troubles)


def _bowed(coded: Coded, bow: Light, curl_mm: float, plate: Plate, lying: Lying) -> Coded:
    """Return the card's face as it looks when its edges, or its middle, rise: points move away from the lens's foot."""
    eye = plate.sight.eye
    lean = (np.array([lying.x, lying.y]) - eye[:2]) / (abs(eye[2]) - lying.lifted)
    angle = math.radians(lying.turned)
    lean_x = lean[0] * math.cos(angle) + lean[1] * math.sin(angle)
    lean_y = -lean[0] * math.sin(angle) + lean[1] * math.cos(angle)
    high, wide = coded.shape[:2]
    # The mean height stays: the card's place is the scene's.
    rise = curl_mm * (bow**2 - 0.4) * wide / 56.0
    xs = np.arange(wide, dtype=np.float32)[None, :] - rise * np.float32(lean_x)
    ys = np.arange(high, dtype=np.float32)[:, None] - rise * np.float32(lean_y)
    places = (xs.astype(np.float32), ys.astype(np.float32))
    return np.asarray(cv2.remap(coded, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _shine(flat: prints.Print, lying: Lying, across: Light, down: Light, rng: np.random.Generator) -> Light | None:
    """Return what the surface mirrors: a broad veil where the lamp's image lies, a streak on film, its own screen."""
    glow = flat.glow
    strength = lying.glare + (0.0 if flat.gloss < 1.0 else 0.25)
    if strength < 0.02:
        return glow
    x, y = rng.uniform(-0.7, 0.7, 2).tolist()
    turn, long, broad = rng.uniform(0, math.pi), rng.uniform(0.35, 0.7), rng.uniform(0.14, 0.34)
    one = (across - x) * math.cos(turn) + (down - y) * math.sin(turn)
    other = (down - y) * math.cos(turn) - (across - x) * math.sin(turn)
    spot = np.exp(-(((one / long) ** 2 + (other / broad) ** 2) ** (1.0 + flat.gloss)))
    mirrored = np.float32(strength * (0.5 + 1.2 * flat.gloss)) * spot[..., None].astype(np.float32)
    veil = mirrored * np.ones(3, np.float32)
    return veil if glow is None else veil + glow


def _end_table(plate: Plate, scene: Scene) -> None:
    """Beyond the table's round edge lies the floor, out of the light."""
    edge = plate.sight.project(_ring(looks(scene.look).round_table_mm, 0.0))
    width, height = scene.camera.lens.size
    if (np.abs(edge - (width / 2, height / 2)) > (width, height)).all():
        return
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(np.clip(edge, -20000, 20000) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    floor = cv2.convertScaleAbs(plate.coded, alpha=0.1, beta=34.0)
    cv2.copyTo(floor, 255 - mask, plate.coded)


def _vignette(scene: Scene, coarse: Light) -> Light:
    lens = scene.camera.lens
    rows, columns = coarse.shape[:2]
    xs = (np.arange(columns, dtype=np.float32) * 16 - lens.centre[0]) / lens.focal_px
    ys = (np.arange(rows, dtype=np.float32) * 16 - lens.centre[1]) / lens.focal_px
    tangent = xs[None, :] ** 2 + ys[:, None] ** 2
    return np.asarray((1.0 + tangent) ** (-_VIGNETTE), np.float32)


def _ring(radius: float, height: float) -> Floats:
    turns = np.radians(np.arange(0, 360, 3))
    return np.column_stack([radius * np.sin(turns), radius * np.cos(turns), np.full(len(turns), height)])


def _disc(plate: Plate, radius: float, colour: Bgr, lit: float) -> None:
    drawn = plate.filled([plate.sight.project(_ring(radius, 0.0))])
    if drawn is None:
        return
    box, mask = drawn
    coded = np.broadcast_to(np.array(colour, np.float32), (*mask.shape, 3))
    plate.cover(box, coded, mask.astype(np.float32) / 255.0, np.full(mask.shape, lit, np.float32))
