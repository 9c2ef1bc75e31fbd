"""The first generator: the one the analysis is fitted on."""

import math
import random
from functools import cache

import numpy as np

from perroquet.drivers.sim.hands_grip import FirstGrip
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.model import Instants, Model, Reals
from perroquet.drivers.sim.shape import SHAPE

_NOISE_ROWS = 2039  # prime, so that no scan period walks through few rows


@cache
def _noise() -> Reals:
    """Return rows of unit normal noise, one value a line and a support; totems differ in how they walk through them."""
    luck = random.Random("noise")
    return np.array([[luck.gauss(0, 1) for _ in range(SHAPE.lines + 3)] for _ in range(_NOISE_ROWS)])


def _rows(t_us: Instants, salt: int) -> Reals:
    return _noise()[((t_us ^ salt) * 0x9E3779B1 >> 9) % _NOISE_ROWS]


class FirstElectrics:
    """The lines of one totem: white noise, hum with its third harmonic, slow drift."""

    def __init__(self, luck: random.Random) -> None:
        n = SHAPE.lines
        self.rest = np.array([SHAPE.baseline + SHAPE.baseline_step * i + luck.uniform(-3, 3) for i in range(n)])
        self.leak = luck.uniform(*PHYSICS.crosstalk)
        self._hum = luck.uniform(*PHYSICS.hum) * SHAPE.scale
        self._phase = luck.uniform(0, 2 * math.pi)
        self._hum_gain = np.array([luck.uniform(0.8, 1.2) for _ in range(n)])
        self._drift = np.array([_slow(luck) for _ in range(n)]).T
        self._sigma = SHAPE.scale / luck.uniform(*PHYSICS.snr)
        self._salt = luck.getrandbits(31)

    def stray(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts."""
        turn = 2 * math.pi * 50e-6 * t_us + self._phase
        hum = self._hum * (np.sin(turn) + PHYSICS.third * np.sin(3 * turn))
        size, rate, phase = self._drift
        drift = size * np.sin(rate * (t_us[:, None] * 1e-6) + phase)
        return hum[:, None] * self._hum_gain + drift + self._sigma * _rows(t_us, self._salt)[:, : SHAPE.lines]

    def calm(self, first_us: int, last_us: int) -> bool:  # noqa: ARG002 - as `Electrics` has it
        """Return True: this generator knows no bursts."""
        return True


def _slow(luck: random.Random) -> tuple[float, float, float]:
    """Return amplitude (counts), angular rate (per s) and phase of one line's drift."""
    rate = 2 * math.pi / luck.uniform(20.0, 120.0)
    return luck.uniform(*PHYSICS.drift_per_s) * SHAPE.scale / rate, rate, luck.uniform(0, 2 * math.pi)


class FirstSupports:
    """Force sensors that differ in gain."""

    def __init__(self, luck: random.Random) -> None:
        self._gain = np.array([luck.gauss(1, PHYSICS.force_gain_sd) for _ in range(3)])
        self._salt = luck.getrandbits(31)

    def newtons(self, loads: Reals, t_us: Instants) -> Reals:
        """Return (n, 3)."""
        return self._gain * loads + PHYSICS.force_noise_n * _rows(t_us, self._salt)[:, SHAPE.lines :]


def half_sine(since_us: Reals, long_us: float) -> Reals:
    """Return a blow of peak 1."""
    return np.sin(np.pi * np.clip(since_us / long_us, 0.0, 1.0))


FIRST_MODEL = Model(
    name="first",
    digest=PHYSICS.digest(),
    finger_p=PHYSICS.finger_p,
    claw_p=PHYSICS.claw_p,
    around=PHYSICS.around,
    electrics=FirstElectrics,
    supports=FirstSupports,
    grip=FirstGrip,
    blow=half_sine,
)
