"""The light of renderer B's tables: an area lamp, a candle, a television, a phone's light."""

import math
from dataclasses import dataclass

import numpy as np

from perroquet.drivers.sim.renderers.photograph.looks import Bgr
from perroquet.drivers.sim.renderers.photograph.plate import Light
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.vision.scene import Scene
from perroquet.vision.sight import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """Where light comes from, and what it is like.

    Attributes:
        at: (x, y, height) mm.
        radius_mm: of the shining area: large = soft shadows.
        colour: BGR, linear, brightness 1.
        share: of the light in a shadow's middle that is missing.
        level: of white paper under the totem, linear.
    """

    at: tuple[float, float, float]
    radius_mm: float
    colour: Bgr
    share: float
    level: float

    def shadow_of(self, points: Floats) -> Floats:
        """Return (n, 3) mm: where the shadows of points (n, 3) fall on the table."""
        x, y, height = self.at
        reach = height / np.maximum(height - points[:, 2:], 0.2 * height)
        ground = np.array([x, y]) + (points[:, :2] - (x, y)) * reach
        return np.column_stack([ground, np.zeros(len(points))])

    def soft_mm(self, height: float) -> float:
        """Return half the width of the edge of a shadow cast from `height`."""
        return self.radius_mm * height / max(self.at[2] - height, 0.3 * self.at[2])


def lamp(scene: Scene, troubles: Troubles) -> Lamp:
    """Hang the game's lamp; what is restless about it follows `scene.moment`."""
    rng = np.random.default_rng([71, scene.look])
    now = np.random.default_rng([72, scene.look, scene.moment])
    light = scene.light
    toward = math.radians(light.toward)
    level = max(light.level, 0.02) ** 2.2
    if Trouble.CANDLE in troubles:
        reach = rng.uniform(170, 260)
        wobble = now.normal(0, 4, 2)
        at = (reach * math.sin(toward) + wobble[0], -reach * math.cos(toward) + wobble[1], 190.0 + now.normal(0, 5))
        return Lamp(at=at, radius_mm=9.0, colour=_warm(1.0), share=0.9, level=level * float(now.uniform(0.75, 1.2)))
    reach, height = rng.uniform(200, 700), rng.uniform(900, 1500)
    colour = np.array(_warm(light.warmth)) * rng.uniform(0.96, 1.04, 3)
    if Trouble.TELEVISION in troubles:
        shot = np.random.default_rng([73, scene.look, scene.moment // 5])
        level *= float(shot.uniform(0.35, 1.1))
        colour = colour * shot.uniform(0.55, 1.5, 3)
        height, reach = 420.0, 1300.0
    return Lamp(
        at=(reach * math.sin(toward), -reach * math.cos(toward), height),
        radius_mm=25.0 + 190.0 * (1.0 - light.hard),
        colour=_as_bright(colour),
        share=0.25 + 0.45 * light.hard,
        level=level,
    )


def falling(of: Lamp, scene: Scene, troubles: Troubles, table: Light) -> Light:
    """Return how much light falls on each point of the table, 1 = under the totem.

    Args:
        of: what shines.
        scene: tells the slope.
        troubles: a candle or a phone's light fall otherwise.
        table: (h, w, 2) mm.
    """
    x, y, height = of.at

    def lit(places: Light) -> Light:
        square = (places[..., 0] - x) ** 2 + (places[..., 1] - y) ** 2 + height**2
        return np.asarray(height / square**1.5, np.float32)

    middle = float(lit(np.zeros((1, 2), np.float32))[0])
    if Trouble.CANDLE in troubles:
        return np.minimum(0.12 + 0.88 * lit(table) / middle, 4.0).astype(np.float32)
    toward = np.array([math.sin(math.radians(scene.light.toward)), -math.cos(math.radians(scene.light.toward))])
    near, far = lit(np.array([toward * 400, -toward * 400], np.float32)).tolist()
    power = math.log(max(1e-3, 1.0 - scene.light.slope)) / math.log(far / near)
    field = (lit(table) / middle) ** power
    if Trouble.TORCH in troubles:
        spot = np.random.default_rng([74, scene.look]).uniform(-220, 220, 2)
        away = (table[..., 0] - spot[0]) ** 2 + (table[..., 1] - spot[1]) ** 2
        field = 0.3 * field + 2.6 * np.exp(-away / (2 * 130.0**2))
    return np.asarray(field, np.float32)


def _warm(warmth: float) -> Bgr:
    return _as_bright(np.array([0.30, 0.76, 1.30]) ** warmth)


def _as_bright(colour: Floats) -> Bgr:
    blue, green, red = (colour / (colour @ (0.114, 0.587, 0.299))).tolist()
    return blue, green, red
