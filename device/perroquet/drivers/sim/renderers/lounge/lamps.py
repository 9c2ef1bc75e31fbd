"""Two lamps, or a lamp and a window, and what stands between them and the table.

Light is worked out for one pixel in four along each side and enlarged: a living room's shadows are soft. The first lamp
carries most of the light and stands where the scene says it is brighter; the rest comes from all around.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.lounge.tints import F32
from perroquet.drivers.sim.renderers.lounge.view import View, filled
from perroquet.vision.scene import Scene, at_azimuth
from perroquet.vision.sight import Floats

_COARSE: Final = 4
_TABLE_MM: Final = 900.0
"""Across which a scene's slope is told."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lamp:
    """Where light comes from.

    Attributes:
        at: (3,) mm; height last.
        size: of the lamp or window, mm.
        colour: (3,) BGR of its light on white paper at the totem, of all light together 1.
    """

    at: Floats
    size: float
    colour: F32

    def ray(self) -> Floats:
        """Return the direction from the totem to it, (3,), length 1."""
        return self.at / float(np.linalg.norm(self.at))

    def falls(self, points: Floats, height: float) -> Floats:
        """Return where the shadow of (n, 2) points at `height` falls on the table."""
        return points + (points - self.at[:2]) * (height / (self.at[2] - height))

    def penumbra(self, height: float) -> float:
        """Return how wide the edge of a shadow from `height` is, mm."""
        return self.size * height / float(self.at[2] - height)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Room:
    """All the light of a game: `around` is (3,) BGR, from all sides."""

    lamps: tuple[Lamp, ...]
    around: F32

    def on(self, normal: Floats) -> F32:
        """Return the light on surfaces that face (n, 3), heights up: (n, 3) BGR."""
        lit = np.outer(0.55 + 0.45 * normal[:, 2], self.around)
        for lamp in self.lamps:
            ray = lamp.ray()
            lit += np.outer(np.maximum(0.0, normal @ ray) / ray[2], lamp.colour)
        return lit.astype(np.float32)


Shade = tuple[list[Floats], float]
"""Outlines on a plane above the table, (n, 2) mm each, and its height."""


def _white(kelvin: float, bright: float) -> F32:
    """Return the light of a lamp beside one of 4000 K, to which the camera balances: BGR."""
    off = float(np.log(kelvin / 4000.0))
    colour = np.array([1.0 + 0.75 * off, 1.0 + 0.04 * off, 1.0 - 0.5 * off], np.float32)
    return np.asarray(bright * colour / float(colour @ np.array([0.114, 0.587, 0.299])), np.float32)


def room_of(scene: Scene) -> Room:
    """Draw the lamps of a game: the same for every picture of a look."""
    rng, light = np.random.default_rng((scene.look, 41)), scene.light
    around = float(rng.uniform(0.15, 0.35)) + 0.2 * (1.0 - light.hard)
    second = float(rng.uniform(0.05, 0.4)) * (1.0 - around)
    window = rng.random() < 0.4
    x, y = at_azimuth(light.toward + float(rng.normal(0, 15)), float(rng.uniform(100, 500)) + 900 * light.slope)
    first = Lamp(
        at=np.array([x, y, float(rng.uniform(1000, 1700))]),
        size=60.0 + 440.0 * (1.0 - light.hard),
        colour=_white(float(rng.uniform(3400, 4600)), 1.0 - around - second),
    )
    x, y = at_azimuth(float(rng.uniform(0, 360)), float(rng.uniform(1300, 2600)))
    other = Lamp(
        at=np.array([x, y, float(rng.uniform(700, 1300) if window else rng.uniform(900, 1700))]),
        size=float(rng.uniform(600, 1000) if window else rng.uniform(120, 350)),
        colour=_white(float(rng.uniform(5200, 6500) if window else rng.uniform(2700, 4200)), second),
    )
    return Room(lamps=(first, other), around=_white(float(rng.uniform(3500, 4800)), around))


def light_on_table(view: View, scene: Scene, room: Room, shades: list[Shade]) -> F32:
    """Return the light on every pixel's place of the table, 1 = on white paper under the totem: (h, w, 3) BGR."""
    count = (-(-view.width // _COARSE) + 2, -(-view.height // _COARSE) + 2)
    x, y = view.nodes((-_COARSE, -_COARSE), count, _COARSE)
    box = (-_COARSE, -_COARSE, (count[0] - 1) * _COARSE, (count[1] - 1) * _COARSE)
    lit = np.zeros((count[1], count[0], 3), np.float32)
    lit += room.around
    for lamp in room.lamps:
        free = _fall(lamp, x, y)
        for outlines, height in shades:
            cast = [view.pixels(lamp.falls(outline, height)) for outline in outlines]
            dark = filled(cast, box, 1.0 / _COARSE)
            soft = max(0.5, 0.4 * lamp.penumbra(height) * view.scale / _COARSE)
            free *= np.float32(1.0) - cv2.GaussianBlur(dark, (0, 0), soft).astype(np.float32) / np.float32(255)
        lit += free[..., None] * lamp.colour
    for outlines, height in shades:
        # What is near the table also keeps light from all around away.
        dark = filled([view.pixels(outline) for outline in outlines], box, 1.0 / _COARSE)
        near = 0.45 * float(np.exp(-height / 60.0))
        soft = max(0.5, 0.5 * height * view.scale / _COARSE)
        hidden = cv2.GaussianBlur(dark, (0, 0), soft).astype(np.float32) / np.float32(255)
        lit -= (np.float32(near) * hidden)[..., None] * room.around
    lit *= unshaded(scene, x, y)[..., None]
    wide = cv2.resize(lit, (count[0] * _COARSE, count[1] * _COARSE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide[_COARSE : _COARSE + view.height, _COARSE : _COARSE + view.width], np.float32)


def unshaded(scene: Scene, x: F32, y: F32) -> F32:
    """Return how much brighter a place is than the totem's, as the scene's slope and people around have it."""
    # The lamp stands on that side, which makes the rest of the slope.
    toward = at_azimuth(scene.light.toward, 0.6 * scene.light.slope / _TABLE_MM)
    rise = np.float32(1.0) + np.float32(toward[0]) * x + np.float32(toward[1]) * y
    return np.asarray(np.clip(rise, 0.35, 1.6) * _people(scene, x, y), np.float32)


def _fall(lamp: Lamp, x: F32, y: F32) -> F32:
    """Return how a lamp's light falls off with distance, 1 at the totem."""
    far = float(lamp.at @ lamp.at)
    square = (x - np.float32(lamp.at[0])) ** 2 + (y - np.float32(lamp.at[1])) ** 2 + np.float32(lamp.at[2] ** 2)
    return np.clip((np.float32(far) / square) ** np.float32(0.75), 0.6, 1.5).astype(np.float32)


def _people(scene: Scene, x: F32, y: F32) -> F32:
    """Return the shade of people who sit around, 1 = none: at the rim, and they sway."""
    rng = np.random.default_rng((scene.look, 43))
    free = np.ones_like(x)
    for _ in range(int(rng.integers(0, 4))):
        phase, turn = float(rng.uniform(0, 6.28)), float(rng.uniform(0, 360))
        sway = 12.0 * float(np.sin(0.11 * scene.moment + phase))
        place = at_azimuth(turn + 0.08 * sway, float(rng.uniform(420, 600)) + sway)
        wide, depth = float(rng.uniform(110, 180)), float(rng.uniform(0.04, 0.16))
        away = (x - np.float32(place[0])) ** 2 + (y - np.float32(place[1])) ** 2
        free *= np.float32(1.0) - np.float32(depth) * np.exp(-away / np.float32(2 * wide**2))
    return free
