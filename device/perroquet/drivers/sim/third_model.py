"""The third generator: written when the networks' lessons had been fixed, and kept for measuring alone.

Whoever drew the lessons had read the second generator. This one takes other laws again: skin closes along a sigmoid,
one finger leads and the others follow it, pulls rise toward their strength, lines have slow noise and a tone of their
own. Its figures are guesses, not measurements.
"""

import hashlib
import math
import random
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.field import leaked, lowest_ring, over_columns, over_rings
from perroquet.drivers.sim.hands_model import FirstSupports
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.model import Instants, Model, Reals, columns, moments
from perroquet.drivers.sim.shape import SHAPE

Range = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdPhysics:
    """Ranges of uniform draws: millimetres, milliseconds, newtons, degrees, fingertips.

    Attributes:
        closes_ms: until half of a contact has closed.
        follows_ms: mean delay of the fingers behind the leading one.
        palm_p: chance of the ball of the hand on the totem.
        soft_mm: how far a patch is felt beyond its edge.
        slow_ms: how long slow noise remembers; `slow` its share of all noise.
        tone_hz, tone: of a switching supply, and its size.
    """

    finger_p: tuple[float, ...] = (0.06, 0.12, 0.22, 0.32, 0.28)
    claw_p: float = 0.35
    size: Range = (0.78, 1.16)
    pitch_mm: Range = (17.0, 22.0)
    wide_mm: Range = (11.0, 16.0)
    around_mm: Range = (24.0, 58.0)
    turn_deg: Range = (70.0, 125.0)
    thumb_deg: Range = (45.0, 95.0)
    long_mm: Range = (16.0, 36.0)
    fan_deg: Range = (46.0, 70.0)
    palm_p: float = 0.25
    palm_mm: Range = (14.0, 40.0)
    gain: Range = (0.55, 1.05)
    earth: Range = (0.5, 1.0)
    soft_mm: float = 1.5
    closes_ms: Range = (1.0, 5.0)
    follows_ms: float = 5.0
    near: Range = (0.02, 0.09)
    near_mm: Range = (2.0, 6.0)
    comes_mm_per_ms: Range = (0.8, 3.5)
    release_ms: Range = (3.0, 10.0)
    impact_n: Range = (4.0, 35.0)
    impact_ms: Range = (5.0, 16.0)
    closing_ms: Range = (18.0, 80.0)
    pull_n: Range = (8.0, 40.0)
    pull_ms: Range = (40.0, 200.0)
    rise_deg: Range = (15.0, 65.0)
    reach_sd_deg: float = 10.0
    away_sd_deg: float = 18.0
    misleading: float = 0.1
    snr: Range = (14.0, 38.0)
    slow: float = 0.4
    slow_ms: float = 3.0
    tone_hz: Range = (90.0, 400.0)
    tone: Range = (0.0, 0.06)
    hum: Range = (0.01, 0.09)
    leak: Range = (0.03, 0.09)

    def digest(self) -> str:
        """Return the first 12 hex digits of the SHA-256 of the table, and of the totem as built."""
        return hashlib.sha256(repr((self, SHAPE, force_budget())).encode()).hexdigest()[:12]


THIRD: Final = ThirdPhysics()
_FAR_US = 1 << 60
_NEAR_US = 70_000
_LEVER_MM = 6.0
_POINTS = 1 << 15
_STEP_US = 400


@cache
def _noises() -> tuple[Reals, Reals]:
    """Return one long row of white and one of slow noise, both of unit variance."""
    luck = np.random.Generator(np.random.PCG64(33))
    white, kicks = luck.standard_normal((2, _POINTS))
    keeps = math.exp(-_STEP_US / (THIRD.slow_ms * 1000))
    tone = np.fft.rfft(kicks) / (1 - keeps * np.exp(-2j * np.pi * np.arange(_POINTS // 2 + 1) / _POINTS))
    slow = np.fft.irfft(tone, _POINTS)
    return white, slow / slow.std()


class ThirdElectrics:
    """The lines of one totem."""

    def __init__(self, luck: random.Random) -> None:
        n = SHAPE.lines
        self.rest = np.array([SHAPE.baseline + SHAPE.baseline_step * i + luck.uniform(-3, 3) for i in range(n)])
        self.leak = luck.uniform(*THIRD.leak)
        self._sigma = SHAPE.scale / luck.uniform(*THIRD.snr)
        self._at = np.array([[luck.randrange(_POINTS) for _ in range(n)] for _ in range(2)])
        self._tones = [
            (2 * math.pi * 1e-6 * hz, luck.uniform(*size) * SHAPE.scale, luck.uniform(0, 2 * math.pi))
            for hz, size in ((50.0, THIRD.hum), (luck.uniform(*THIRD.tone_hz), THIRD.tone))
        ]
        self._unlike = np.array([[luck.uniform(0.75, 1.25) for _ in range(n)] for _ in self._tones])

    def stray(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts."""
        white, slow = _noises()
        step = t_us[:, None] // _STEP_US
        out = np.zeros((len(t_us), SHAPE.lines))
        out += self._sigma * math.sqrt(1 - THIRD.slow) * white[(step * 5 + self._at[0]) % _POINTS]
        out += self._sigma * math.sqrt(THIRD.slow) * slow[(step + self._at[1]) % _POINTS]
        for (rate, size, phase), unlike in zip(self._tones, self._unlike, strict=True):
            out += np.outer(size * np.sin(rate * t_us + phase), unlike)
        return np.asarray(out, dtype=np.float64)

    def calm(self, first_us: int, last_us: int) -> bool:  # noqa: ARG002 - as `Electrics` has it
        """Return True: this generator knows no bursts."""
        return True


class ThirdGrip:
    """A hand, drawn; see `model.Grip`."""

    def __init__(self, hand: VirtualHand, luck: random.Random, *, azimuth: float, now_us: int, leak: float) -> None:
        self.first_us = now_us + round(hand.at_ms * 1000)
        self.start_us = max(now_us, self.first_us - _NEAR_US)
        reach = azimuth + luck.gauss(0, THIRD.reach_sd_deg)
        size = luck.uniform(*THIRD.size) if hand.scale is None else hand.scale
        patches = (_hook if hand.grip == "side" else _cup)(hand, luck, reach, size)
        self._fingers = hand.fingers
        self._heights = [(high, tall) for high, _, tall, _ in patches]
        wet = (luck.uniform(1.3, 2.0) if luck.random() < PHYSICS.wet_p else 1.0) if hand.wet is None else hand.wet
        skin = (luck.uniform(*THIRD.earth) if hand.earthing is None else hand.earthing) * wet
        skin *= (0.5 if hand.brush else 1.0) * (PHYSICS.glove if hand.gloved else 1.0)
        self._weights = np.stack([_weights(patch, skin * luck.uniform(*THIRD.gain), leak * wet) for patch in patches])
        late = [0.0, *(luck.expovariate(1 / THIRD.follows_ms) for _ in patches[1:])]
        luck.shuffle(late)
        if len(patches) > hand.fingers:  # the ball of the hand comes last
            late[late.index(max(late))], late[-1] = late[-1], max(late)
        self._on_us = np.array([self.first_us + round(ms * 1000) for ms in late])
        self._closes_us = np.array([luck.uniform(*THIRD.closes_ms) * 1000 for _ in patches])
        self._near, self._near_mm = luck.uniform(*THIRD.near) / wet, luck.uniform(*THIRD.near_mm)
        self._speed = luck.uniform(*THIRD.comes_mm_per_ms) / 1000
        self._release_us = luck.uniform(*THIRD.release_ms) * 1000
        pulls = hand.pull and not hand.brush
        closing = luck.uniform(*THIRD.closing_ms) if hand.preload_ms is None else hand.preload_ms
        held = luck.uniform(*PHYSICS.brush_hold_ms) if hand.brush else hand.hold_ms
        self.pull_us = self.first_us + round(closing * 1000) if pulls else None
        self._off_us = _FAR_US if pulls else self.first_us + round(held * 1000)
        self.gone_us = self._off_us + round(2 * self._release_us)
        self._draw_forces(hand, luck, reach)

    def _draw_forces(self, hand: VirtualHand, luck: random.Random, reach: float) -> None:
        misled = luck.random() < THIRD.misleading if hand.misleading is None else hand.misleading
        strayed = luck.uniform(0, 360)
        self._toward_deg = strayed if misled else reach + luck.gauss(0, THIRD.away_sd_deg)
        self._impact = (0.0 if hand.brush else luck.uniform(*THIRD.impact_n), luck.uniform(*THIRD.impact_ms) * 1000)
        self._away_deg = reach + 180.0 + luck.gauss(0, THIRD.away_sd_deg)
        self._down = luck.uniform(0.1, 0.3) if hand.grip == "side" else luck.uniform(0.6, 0.9)
        self._pull = (luck.uniform(*THIRD.pull_n), luck.uniform(*THIRD.pull_ms) * 1000)
        self._rise = math.radians(luck.uniform(*THIRD.rise_deg))
        self._height_mm = sum(high for high, _ in self._heights[: self._fingers]) / self._fingers

    def lines(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts."""
        since = (t_us[:, None] - self._on_us).astype(np.float64)
        near = self._near * np.exp(np.minimum(since, 0.0) * self._speed / self._near_mm)
        closed = (np.maximum(since, 0.0) / self._closes_us) ** 1.5
        share = near + (1 - near) * closed / (1 + closed)
        gone = np.exp(-2 * np.maximum(t_us - self._off_us, 0) / self._release_us)
        return share * gone[:, None] @ self._weights

    def push(self, t_us: Instants) -> Reals:
        """Return (n, 3): downward, moment."""
        hard, long_us = self._impact
        hit = hard * bump((t_us - self.first_us).astype(np.float64), long_us)
        x, y = moments(self._away_deg, hit * (1 - self._down) * _LEVER_MM)
        pull = self.pull(t_us)
        return columns(hit * self._down - pull[:, 0], x + pull[:, 1], y + pull[:, 2])

    def pull(self, t_us: Instants) -> Reals:
        """Return (n, 3): upward, moment; it rises fast toward its strength."""
        if self.pull_us is None:
            return np.zeros((len(t_us), 3))
        most, long_us = self._pull
        force = most * -np.expm1(-np.maximum(t_us - self.pull_us, 0) / long_us)
        x, y = moments(self._toward_deg, force * math.cos(self._rise) * self._height_mm)
        return columns(force * math.sin(self._rise), x, y)

    def fingers(self, t_us: int) -> int:
        """Return how many fingers touch; the ball of the hand is none."""
        return int((self._on_us[: self._fingers] <= t_us).sum()) if t_us < self._off_us else 0

    def lowest_ring(self, t_us: int) -> int | None:
        """Return the lowest ring the hand lies on by 3 mm."""
        if t_us >= self._off_us:
            return None
        return lowest_ring(sides for sides, on_us in zip(self._heights, self._on_us, strict=True) if on_us <= t_us)


Patch = tuple[float, float, float, float]
"""Height and azimuth of its middle, size along the height and around."""


def _hook(hand: VirtualHand, luck: random.Random, reach: float, size: float) -> list[Patch]:
    """Fingers hooked around one side, the thumb around the other, higher or lower than the index."""
    turn, pitch = luck.choice((-1, 1)), luck.uniform(*THIRD.pitch_mm) * size
    tall, curl = luck.uniform(*THIRD.wide_mm) * size, luck.uniform(*THIRD.turn_deg)
    stacked = max(1, hand.fingers - 1)
    top = max(hand.top_mm, (stacked - 1) * pitch + tall / 2 + 1.0)
    patches = [
        (top - k * pitch, reach + turn * (curl + luck.gauss(0, 9)), tall, luck.uniform(*THIRD.around_mm) * size)
        for k in range(stacked)
    ]
    if hand.fingers >= 2:
        high = max(tall / 2, top + luck.uniform(-14, 8))
        around = luck.uniform(0.35, 0.6) * THIRD.around_mm[1]
        patches.append((high, reach - turn * luck.uniform(*THIRD.thumb_deg), 1.1 * tall, around))
    if hand.fingers >= 3 and luck.random() < THIRD.palm_p:
        ball = luck.uniform(*THIRD.palm_mm)
        high = max(ball / 2, top - luck.uniform(0, (stacked - 1) * pitch + 1.0))
        patches.append((high, reach + luck.gauss(0, 20), ball, luck.uniform(8, 28)))
    return patches


def _cup(hand: VirtualHand, luck: random.Random, reach: float, size: float) -> list[Patch]:
    """Fingers from above, around the totem, reaching down unlike far."""
    step, middle = luck.uniform(*THIRD.fan_deg), (hand.fingers - 1) / 2
    return [
        (
            hand.top_mm - luck.uniform(0, 16),
            reach + 180.0 + (k - middle) * step + luck.gauss(0, 8),
            luck.uniform(*THIRD.long_mm) * size,
            luck.uniform(*THIRD.wide_mm) * size * 0.85,
        )
        for k in range(hand.fingers)
    ]


def _weights(patch: Patch, skin: float, leak: float) -> Reals:
    """Return (20,) counts of one patch when it has closed."""
    high, azimuth, tall, around = patch
    rings = over_rings(high, tall, THIRD.soft_mm)
    sides = over_columns(azimuth, around, THIRD.soft_mm)
    full = skin * SHAPE.scale / SHAPE.tip_mm2
    return leaked(np.concatenate([full * rings * sides.sum(), full * sides * rings.sum()]), (leak / 2, leak * leak / 2))


def bump(since_us: Reals, long_us: float) -> Reals:
    """Return a blow of peak 1 that rises and falls along a squared sine."""
    return np.sin(np.pi * np.clip(since_us / long_us, 0.0, 1.0)) ** 2


THIRD_MODEL = Model(
    name="third",
    digest=THIRD.digest(),
    finger_p=THIRD.finger_p,
    claw_p=THIRD.claw_p,
    around=PHYSICS.around,
    electrics=ThirdElectrics,
    supports=FirstSupports,
    grip=ThirdGrip,
    blow=bump,
)
