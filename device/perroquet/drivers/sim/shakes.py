"""Blows and ringing: what the supports and the IMU feel besides hands."""

import math
import random
from dataclasses import dataclass

import numpy as np

from perroquet.drivers.sim.acts import Bump, Knock, Turn
from perroquet.drivers.sim.field import over_columns, over_rings
from perroquet.drivers.sim.model import Instants, Model, Reals, columns, moments
from perroquet.drivers.sim.shape import SHAPE

_FADED = 7  # decays after which a ringing is below the noise
_SLEEVE_MM = (35.0, 45.0)
_BLOW_LEVER_MM = 6.0  # as for the slap of a hand: the totem's inertia takes the rest
_G_PER_N = 0.02


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ringing:
    """A damped oscillation of the base; `peak_g` along x, y, z."""

    at_us: int
    peak_g: tuple[float, float, float]
    hz: float
    decay_us: float

    @property
    def end_us(self) -> int:
        """When it has faded."""
        return self.at_us + round(_FADED * self.decay_us)

    def acceleration(self, t_us: Instants) -> Reals:
        """Return (n, 3) g."""
        since = np.maximum((t_us - self.at_us).astype(np.float64), 0.0)
        wave = np.exp(-since / self.decay_us) * np.sin(2e-6 * math.pi * self.hz * since)
        return wave[:, None] * np.array(self.peak_g)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Blow:
    """A blow on the totem that is no grab: newtons downward, moment, and what lines feel of it at its peak."""

    at_us: int
    long_us: float
    push: tuple[float, float, float]
    lines: Reals

    @property
    def end_us(self) -> int:
        """When it is over, the swing back included."""
        return self.at_us + round(2 * self.long_us)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Swing:
    """A turn of the base about the vertical, clockwise."""

    at_us: int
    by_deg: float
    over_us: float

    @property
    def end_us(self) -> int:
        """When it stands again."""
        return self.at_us + round(self.over_us)

    def turned(self, t_us: Instants) -> Reals:
        """Return (n,) degrees turned by then."""
        u = np.clip((t_us - self.at_us) / self.over_us, 0.0, 1.0)
        return self.by_deg * u * u * (3 - 2 * u)

    def rate(self, t_us: Instants) -> Reals:
        """Return (n,) degrees a second."""
        u = np.clip((t_us - self.at_us) / self.over_us, 0.0, 1.0)
        return self.by_deg * 6 * u * (1 - u) / self.over_us * 1e6


Shake = Ringing | Blow | Swing


def ringing(model: Model, luck: random.Random, at_us: int, peak_g: float, hz: float | None = None) -> Ringing:
    """Draw a ringing: mostly up and down for a table, and some to a side."""
    around = model.around
    side, tilt = luck.uniform(0, 2 * math.pi), luck.uniform(0.15, 0.7)
    return Ringing(
        at_us=at_us,
        peak_g=(peak_g * tilt * math.cos(side), peak_g * tilt * math.sin(side), peak_g * math.sqrt(1 - tilt * tilt)),
        hz=luck.uniform(*around.ring_hz) if hz is None else hz,
        decay_us=luck.uniform(*around.ring_ms) * 1000,
    )


def shakes_of(act: Bump | Knock | Turn, model: Model, luck: random.Random, now_us: int) -> list[Shake]:
    """Draw what an act does to the base."""
    at_us = now_us + round(act.at_ms * 1000)
    match act:
        case Bump():
            return [ringing(model, luck, at_us, act.g, act.hz)]
        case Turn():
            return [
                Swing(at_us=at_us, by_deg=act.by, over_us=act.over_ms * 1000),
                ringing(model, luck, at_us, min(0.3, abs(act.by) * 0.01)),
            ]
        case Knock():
            return [*_forearm(act, model, luck, at_us), ringing(model, luck, at_us, act.newtons * _G_PER_N)]


def _forearm(act: Knock, model: Model, luck: random.Random, at_us: int) -> list[Shake]:
    around = model.around
    x, y = moments(act.azimuth + 180 + luck.gauss(0, 15), np.array([act.newtons * _BLOW_LEVER_MM]))
    rings = over_rings(luck.uniform(70, 145), luck.uniform(*_SLEEVE_MM)) / SHAPE.ring_pitch_mm
    sides = over_columns(act.azimuth, 30.0) / 16.0
    near = luck.uniform(*around.sleeve) * SHAPE.scale
    return [
        Blow(
            at_us=at_us,
            long_us=luck.uniform(*around.blow_ms) * 1000,
            push=(act.newtons * luck.uniform(0, 0.3), float(x[0]), float(y[0])),
            lines=near * np.concatenate([rings, sides]),
        )
    ]


def motion_of(accelerations: Reals, rates: Reals) -> Reals:
    """Return (n, 6): acceleration with gravity in g (x, y, z), turning in degrees a second (z last)."""
    still = np.zeros(len(rates))
    return columns(accelerations[:, 0], accelerations[:, 1], accelerations[:, 2] + 1.0, still, still, rates)
