"""The second generator: lines with 1/f noise and bursts, supports that bend their scale, hands with joints."""

import math
import random
from functools import cache

import numpy as np

from perroquet.drivers.sim.model import Instants, Model, Reals
from perroquet.drivers.sim.second_grip import SecondGrip, blow
from perroquet.drivers.sim.second_table import SECOND
from perroquet.drivers.sim.shape import ADC_TOP, NEWTONS_PER_CODE, SHAPE

_POINTS = 1 << 16
_STEP_US = 400
_BURST_CELL_US = 1_000_000
_JUMPS = (512, 1536, 2560, 3584)
"""Codes at which the RP2040's ADC stands still and then jumps."""


@cache
def _pink() -> Reals:
    """Return one long row of 1/f noise of unit variance; every line walks it from a place of its own."""
    luck = np.random.Generator(np.random.PCG64(2))
    bins = np.arange(1, _POINTS // 2 + 1)
    spectrum = np.exp(2j * np.pi * luck.random(len(bins))) / np.sqrt(bins)
    wave = np.fft.irfft(np.concatenate([[0.0], spectrum]), _POINTS)
    return wave / wave.std()


@cache
def _white() -> Reals:
    return np.random.Generator(np.random.PCG64(3)).standard_normal(_POINTS)


class SecondElectrics:
    """The lines of one totem."""

    def __init__(self, luck: random.Random) -> None:
        n = SHAPE.lines
        self.rest = np.array([SHAPE.baseline + SHAPE.baseline_step * i + luck.uniform(-3, 3) for i in range(n)])
        self.leak = luck.uniform(*SECOND.leak)
        self._sigma = SHAPE.scale / luck.uniform(*SECOND.snr)
        self._pink_at = np.array([luck.randrange(_POINTS) for _ in range(n)])
        self._white_at = np.array([luck.randrange(_POINTS) for _ in range(n)])
        self._hum = luck.uniform(*SECOND.hum) * SHAPE.scale
        self._tones = [
            (2 * math.pi * 50e-6 * order, share, luck.uniform(0, 2 * math.pi))
            for order, share in zip((1, 2, 3, 5), (1.0, *SECOND.harmonics), strict=True)
        ]
        self._hum_gain = np.array([luck.uniform(0.7, 1.3) for _ in range(n)])
        self._drifts = [
            np.array([[luck.uniform(*SECOND.drift_per_s), 2 * math.pi / luck.uniform(15, 150), luck.uniform(0, 6.3)]
                      for _ in range(n)])
            for _ in range(3)
        ]  # fmt: skip
        self._salt = luck.getrandbits(32)
        self._bursts_in: dict[int, tuple[float, float, float] | None] = {}
        self._burst_gain = np.array([luck.uniform(0.6, 1.4) for _ in range(n)])

    def stray(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts."""
        step = t_us[:, None] // _STEP_US
        noise = math.sqrt(SECOND.pink) * _pink()[(step + self._pink_at) % _POINTS]
        noise += math.sqrt(1 - SECOND.pink) * _white()[(step * 7 + self._white_at) % _POINTS]
        swell = 1 + 0.1 * np.sin(2 * math.pi * 0.3e-6 * t_us)
        hum = sum((share * np.sin(rate * t_us + phase) for rate, share, phase in self._tones), np.zeros(len(t_us)))
        out = self._sigma * noise + (self._hum * swell * hum)[:, None] * self._hum_gain
        seconds = t_us[:, None] * 1e-6
        for drift in self._drifts:
            steepest, rate, phase = drift.T
            out += steepest / 3 * SHAPE.scale / rate * np.sin(rate * seconds + phase)
        return out + self._bursts(t_us)

    def calm(self, first_us: int, last_us: int) -> bool:
        """Return False when a burst comes within 5 ms of a span."""
        cells = range(first_us // _BURST_CELL_US, last_us // _BURST_CELL_US + 1)
        bursts = [burst for burst in map(self._burst, cells) if burst is not None]
        return not any(start - 5_000 <= last_us and first_us <= end + 5_000 for start, end, _ in bursts)

    def _burst(self, cell: int) -> tuple[float, float, float] | None:
        """Return begin, end and strength of the burst in one second, or None."""
        if cell not in self._bursts_in:
            luck = random.Random(f"{self._salt}/burst/{cell}")
            start = cell * _BURST_CELL_US + luck.uniform(0, 0.9) * _BURST_CELL_US
            end = start + luck.uniform(*SECOND.burst_ms) * 1000
            burst = (start, end, luck.uniform(*SECOND.burst) * SHAPE.scale)
            self._bursts_in[cell] = burst if luck.random() < SECOND.burst_p else None
        return self._bursts_in[cell]

    def _bursts(self, t_us: Instants) -> Reals:
        out = np.zeros((len(t_us), SHAPE.lines))
        for cell in range(int(t_us[0]) // _BURST_CELL_US, int(t_us[-1]) // _BURST_CELL_US + 1):
            burst = self._burst(cell)
            if burst is not None:
                start, end, strength = burst
                during = (t_us >= start) & (t_us <= end)
                crackle = _white()[(t_us[during] // _STEP_US * 13 + self._salt) % _POINTS]
                out[during] = strength * crackle[:, None] * self._burst_gain
        return out


class SecondSupports:
    """Force sensors whose scale bends, read by an ADC with the jumps of an RP2040."""

    def __init__(self, luck: random.Random) -> None:
        self._gain = np.array([luck.gauss(1, SECOND.force_gain_sd) for _ in range(3)])
        self._power = np.array([luck.uniform(*SECOND.force_power) for _ in range(3)])
        self._at = np.array([luck.randrange(_POINTS) for _ in range(3)])

    def newtons(self, loads: Reals, t_us: Instants) -> Reals:
        """Return (n, 3)."""
        usual = SHAPE.seat_preload_n / 3
        felt = self._gain * usual * (np.maximum(loads, 0.0) / usual) ** self._power
        felt += SECOND.force_noise_n * _pink()[(t_us[:, None] // _STEP_US * 3 + self._at) % _POINTS]
        felt = np.round(felt / SECOND.force_step_n) * SECOND.force_step_n
        for code in _JUMPS:
            felt += SECOND.force_jump_n * (felt > code * NEWTONS_PER_CODE)
        return np.clip(felt, 0.0, ADC_TOP * NEWTONS_PER_CODE)


SECOND_MODEL = Model(
    name="second",
    digest=SECOND.digest(),
    finger_p=SECOND.finger_p,
    claw_p=SECOND.claw_p,
    around=SECOND.around,
    electrics=SecondElectrics,
    supports=SecondSupports,
    grip=SecondGrip,
    blow=blow,
)
