"""Hands to learn from: drawn wider than a virtual totem draws them, so that the networks learn hands, not a simulator.

Geometry, growth, earthing, crosstalk, noise and forces all vary more than the table of `drivers.sim` says, and laws
of growth, palms, odd grips, slanted fingers, creeping pressure and dead lines come on top. Nothing here is used
outside fitting.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float64]

RINGS, COLUMNS = 12, 8
RING_MM: Final[Array] = 12.0 + 11.5 * np.arange(RINGS, dtype=np.float64)
COLUMN_DEG: Final[Array] = 45.0 * np.arange(COLUMNS, dtype=np.float64)
RADIUS_MM: Final = 20.0
TIP_MM2: Final = 150.0
FINGER_P: Final = (0.08, 0.12, 0.20, 0.30, 0.30)
PALM_P: Final = 0.3
LIES_MM: Final = 3.0
"""A finger lies on a ring that it covers this high."""

Law = Callable[[Array], Array]
LAWS: Final[Sequence[Law]] = (
    lambda x: 1 - np.exp(-x),
    lambda x: 1 - np.exp(-x),
    lambda x: 1 - (1 + 1.7 * x) * np.exp(-1.7 * x),
    lambda x: np.tanh(0.9 * x),
    lambda x: np.minimum(1.0, 0.45 * x),
    lambda x: x / (0.8 + x) * 1.1,
    lambda x: 1 - np.exp(-(x**1.4)),
    lambda x: np.minimum(1.0, 0.6 * np.sqrt(x)),
    lambda x: 1 - np.exp(-(x**0.7)),
    lambda x: 1 - 0.7 * np.exp(-x) - 0.3 * np.exp(-x / 8),
)
"""How contact grows, in units of its time constant; the first, twice as often, is the virtual totem's."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnHand:
    """One hand.

    Per print: `on_ms`, `tau_ms`, `laws`, `weights` (prints, 20) fingertips, `lowest` ring it lies on. The first
    `fingers` prints are fingers; a palm may follow. Then its visit.
    """

    azimuth: float
    fingers: int
    on_ms: Array
    tau_ms: Array
    laws: tuple[int, ...]
    weights: Array
    lowest: NDArray[np.int64]
    height_mm: float
    off_ms: float
    release_ms: float
    near: float
    near_ms: float
    creep: float
    impact_n: float
    impact_ms: float
    away_deg: float
    down: float
    pull_ms: float
    ramp: float
    rise: float
    toward_deg: float

    def shares(self, t_ms: Array) -> Array:
        """Return (t, fingers) how much of each finger's full signal is there."""
        since = t_ms[:, None] - self.on_ms
        grown = np.empty_like(since)
        for finger, law in enumerate(self.laws):
            grown[:, finger] = LAWS[law](np.maximum(0.0, since[:, finger]) / self.tau_ms[finger])
        come = self.near / (1 + np.maximum(0.0, -since) / self.near_ms)
        shares = np.where(
            since < 0, come, self.near + (1 - self.near) * grown * (1 + self.creep * np.maximum(0, since))
        )
        return shares * np.exp(-3 * np.maximum(0.0, t_ms - self.off_ms) / self.release_ms)[:, None]

    def moments(self, t_ms: Array) -> Array:
        """Return (t, 3): newtons down, and the moment's two parts in newton millimetres."""
        since = t_ms - self.on_ms.min()
        blow = self.impact_n * np.sin(np.pi * np.clip(since / self.impact_ms, 0, 1))
        away, toward = np.radians(self.away_deg), np.radians(self.toward_deg)
        pull = np.minimum(60.0, self.ramp * np.maximum(0.0, t_ms - self.pull_ms))
        pushed, pulled = blow * (1 - self.down) * 6.0, pull * np.cos(self.rise) * self.height_mm
        return np.stack(
            [
                blow * self.down - pull * np.sin(self.rise),
                pushed * np.cos(away) + pulled * np.cos(toward),
                pushed * np.sin(away) + pulled * np.sin(toward),
            ],
            axis=1,
        )


def hand(luck: Generator, at_ms: float, azimuth: float, *, crosstalk: float) -> DrawnHand:
    """Draw one hand that first touches at `at_ms`."""
    fingers = int(luck.choice(5, p=FINGER_P)) + 1
    side = luck.random() < 0.68
    size = luck.uniform(0.76, 1.2)
    reach = azimuth + luck.normal(0, 9)
    prints = _side(luck, fingers, reach, size) if side else _claw(luck, fingers, reach, size)
    if side and luck.random() < PALM_P:
        prints.append(_palm(luck, prints, reach))
    count = len(prints)
    lands = _landing(luck, count)
    if count > fingers and luck.random() < 0.5:
        lands[-1] = lands.max() + luck.uniform(0, 25)
    earthing = luck.uniform(0.5, 1.0)
    wet = luck.uniform(1.3, 2.0) if luck.random() < 0.06 else 1.0
    brush = luck.random() < 0.06
    pulls = not brush and luck.random() < 0.85
    strength = earthing * wet * (0.5 if brush else 1.0)
    weights = np.array([_weights(one, crosstalk * (2.5 if wet > 1 else 1.0)) for one in prints]) * strength
    weights *= luck.uniform(*(0.6, 1.1) if luck.random() < 0.6 else (0.75, 1.0), (count, 1))
    tau = luck.uniform(2, 10) * np.exp(luck.normal(0, luck.choice((0.0, 0.3)), count))
    laws = luck.integers(len(LAWS), size=count) if luck.random() < 0.3 else np.full(count, luck.integers(len(LAWS)))
    misleads = luck.random() < 0.1
    held = luck.uniform(25, 70) if brush else 1e9 if pulls or luck.random() < 0.7 else luck.uniform(60, 160)
    return DrawnHand(
        azimuth=azimuth,
        fingers=fingers,
        on_ms=at_ms + lands - lands.min(),
        tau_ms=tau,
        laws=tuple(laws.tolist()),
        weights=weights,
        lowest=np.array([_lowest(one) for one in prints]),
        height_mm=float(np.mean([one.height_mm for one in prints])),
        off_ms=at_ms + held,
        release_ms=luck.uniform(3, 8),
        near=luck.uniform(0.0, 0.1),
        near_ms=luck.uniform(0.8, 5.0),
        creep=luck.uniform(0, 0.002),
        impact_n=0.0 if brush else luck.uniform(3, 40),
        impact_ms=luck.uniform(5, 15),
        away_deg=reach + 180 + luck.normal(0, 16),
        down=0.2 if side else 0.8,
        pull_ms=at_ms + luck.uniform(15, 65) if pulls else 1e9,
        ramp=luck.uniform(0.02, 0.2),
        rise=np.radians(luck.uniform(15, 65)),
        toward_deg=luck.uniform(0, 360) if misleads else reach + luck.normal(0, 16),
    )


def _landing(luck: Generator, count: int) -> Array:
    """Return when each print lands: at random as a rule, else one by one, or nearly at once with a straggler."""
    spread, way = luck.uniform(4, 10), luck.random()
    if way < 0.65:
        return np.abs(luck.normal(0, spread, count))
    if way < 0.85:
        rolled = np.arange(count) * luck.uniform(0, 7) + luck.normal(0, 1.5, count)
        return rolled if luck.random() < 0.5 else rolled[::-1].copy()
    lands = luck.uniform(0, 3, count)
    lands[luck.integers(count)] += luck.exponential(spread)
    return lands


@dataclass(frozen=True, slots=True, kw_only=True)
class _Print:
    height_mm: float
    azimuth_deg: float
    across_mm: float
    around_mm: float
    slant_mm: float


def _side(luck: Generator, fingers: int, reach: float, size: float) -> list[_Print]:
    pitch, width = luck.normal(19, 1.3) * size, luck.normal(13.5, 1.3) * size
    turn, stacked = luck.choice((-1, 1)), max(1, fingers - 1)
    top = max(luck.uniform(8, 139), (stacked - 1) * pitch + width / 2 + 2)
    slant = luck.uniform(0, 8) if luck.random() < 0.4 else 0.0
    fan = luck.normal(0, 8) if luck.random() < 0.3 else 0.0
    wraps = (20, 70) if luck.random() < 0.2 else (28, 57)
    curled = luck.normal(100, 6)
    prints = [
        _Print(
            height_mm=top - k * pitch + luck.normal(0, 1.3),
            azimuth_deg=reach + turn * (curled + fan * k + luck.normal(0, 10)),
            across_mm=width * luck.uniform(0.88, 1.07),
            around_mm=luck.uniform(*wraps),
            slant_mm=slant,
        )
        for k in range(stacked)
    ]
    if fingers >= 2:
        prints.append(
            _Print(
                height_mm=max(width / 2, _thumb_mm(luck, top, stacked * pitch)),
                azimuth_deg=reach - turn * luck.normal(69, 15),
                across_mm=width * luck.uniform(1.05, 1.25),
                around_mm=luck.uniform(17, 32),
                slant_mm=slant,
            )
        )
    return prints


def _thumb_mm(luck: Generator, top: float, tall: float) -> float:
    """Return how high the thumb lies: near the index as a rule, at the other end of a hand turned over, or anywhere."""
    way = luck.random()
    if way < 0.8:
        return top + luck.normal(-4, 6)
    return top - tall + luck.normal(6, 6) if way < 0.88 else luck.uniform(top - tall, top + 22)


def _palm(luck: Generator, prints: list[_Print], reach: float) -> _Print:
    """Return the ball of the hand, on the side of its player; it is no finger."""
    heights = [one.height_mm for one in prints]
    return _Print(
        height_mm=luck.uniform(min(heights), max(heights) + 1.0),
        azimuth_deg=reach + luck.normal(0, 25),
        across_mm=luck.uniform(12, 45),
        around_mm=luck.uniform(6, 25),
        slant_mm=luck.uniform(0, 10),
    )


def _claw(luck: Generator, fingers: int, reach: float, size: float) -> list[_Print]:
    top, step, middle = luck.uniform(105, 140), luck.normal(58, 8), (fingers - 1) / 2
    return [
        _Print(
            height_mm=top - luck.uniform(0, 15),
            azimuth_deg=reach + 180 + (k - middle) * step + luck.normal(0, 8),
            across_mm=luck.uniform(18, 32) * size,
            around_mm=luck.uniform(8.5, 15) * size,
            slant_mm=0.0,
        )
        for k in range(fingers)
    ]


def _lowest(one: _Print) -> int:
    covered = _overlap(RING_MM - one.height_mm, one.across_mm, 11.5)
    return int((covered >= LIES_MM).argmax()) if covered.max() >= LIES_MM else int(covered.argmax())


def _weights(one: _Print, leak: float) -> Array:
    """Return (20,) fingertips at full contact, with what leaks to the neighbours."""
    high = one.across_mm + one.slant_mm
    rings = _overlap(RING_MM - one.height_mm, high, 11.5) * one.across_mm / high
    arc = np.radians((COLUMN_DEG - one.azimuth_deg + 180) % 360 - 180) * RADIUS_MM
    columns = _overlap(arc, one.around_mm, 2 * np.pi * RADIUS_MM / COLUMNS)
    rings, columns = rings * columns.sum() / TIP_MM2, columns * rings.sum() / TIP_MM2
    beside = np.concatenate([[0.0], rings, [0.0]])
    around = np.roll(columns, 1) + np.roll(columns, -1)
    return np.concatenate([rings + leak / 2 * (beside[:-2] + beside[2:]), columns + leak / 2 * around])


def _overlap(distance: Array, size: float, other: float) -> Array:
    low, high = np.maximum(distance - other / 2, -size / 2), np.minimum(distance + other / 2, size / 2)
    return np.maximum(0.0, high - low)
