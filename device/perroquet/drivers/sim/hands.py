"""The virtual totem: hands by script, and what a base would measure of them.

Everything is a function of (seed, script, instant): samples may be asked for in any order, any number of times.
Pure Python, since it runs inside the small process that stands for the base.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from perroquet.drivers.sim.hands_grip import Grip, VirtualHand, grip_of
from perroquet.drivers.sim.hands_table import PHYSICS, code_of
from perroquet.kernel.units import Degrees, Millimetres

__all__ = ["VirtualHand", "VirtualTotem"]

_NOISE_ROWS = 2039  # prime, so that no scan period walks through few rows
_KEPT = 8  # episodes: a rewound scan ring never looks back further
_SETTLE_US = 60_000


@cache
def _noise() -> tuple[tuple[float, ...], ...]:
    """Return rows of unit normal noise, one value a force and a line; totems differ in how they walk through them."""
    luck = random.Random("noise")
    width = 3 + PHYSICS.rings + PHYSICS.columns
    return tuple(tuple([luck.gauss(0, 1) for _ in range(width)]) for _ in range(_NOISE_ROWS))


@dataclass(slots=True)
class _Episode:
    """The totem's stay in its seat from `start_us`, and the hands on it; `lift_us` ends what can be felt."""

    start_us: int
    grips: list[Grip]
    lift_us: int | None = None


class VirtualTotem:
    """A totem in its seat, and the hands that come to it.

    Attributes:
        scale: counts of one fingertip at full contact.
        ring_mm: centre heights of the rings, from the lowest.
        column_deg: azimuths of the columns.
        force_deg: azimuths of the supports.
    """

    def __init__(self, seed: str) -> None:
        luck = random.Random(f"{seed}/totem")
        self._seed = seed
        self._grabs = 0
        self.scale = PHYSICS.scale
        self.ring_mm = tuple(
            Millimetres(PHYSICS.ring_first_mm + PHYSICS.ring_pitch_mm * i) for i in range(PHYSICS.rings)
        )
        self.column_deg = tuple(Degrees(360.0 / PHYSICS.columns * i) for i in range(PHYSICS.columns))
        self.force_deg = tuple(Degrees((PHYSICS.support_first_deg + 120.0 * i) % 360.0) for i in range(3))
        lines = PHYSICS.rings + PHYSICS.columns
        self._baseline = [PHYSICS.baseline + PHYSICS.baseline_step * i + luck.uniform(-3, 3) for i in range(lines)]
        self._open = [value * PHYSICS.open_share for value in self._baseline]
        self._hum = luck.uniform(*PHYSICS.hum) * self.scale
        self._hum_phase = luck.uniform(0, 2 * math.pi)
        self._hum_gain = [luck.uniform(0.8, 1.2) for _ in range(lines)]
        self._drift = [self._slow(luck) for _ in range(lines)]
        self._crosstalk = luck.uniform(*PHYSICS.crosstalk)
        self._sigma = self.scale / luck.uniform(*PHYSICS.snr)
        self._force_gain = [luck.gauss(1, PHYSICS.force_gain_sd) for _ in range(3)]
        self._supports = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in self.force_deg]
        self._salt = luck.getrandbits(31)
        self._episodes = [_Episode(start_us=-(1 << 62), grips=[])]

    def _slow(self, luck: random.Random) -> tuple[float, float, float]:
        """Return amplitude (counts), angular rate (per s) and phase of one line's drift."""
        rate = 2 * math.pi / luck.uniform(20.0, 120.0)
        return luck.uniform(*PHYSICS.drift_per_s) * self.scale / rate, rate, luck.uniform(0, 2 * math.pi)

    def grab(self, hands: Sequence[VirtualHand], now_us: int) -> None:
        """Let `hands` come; their `at_ms` counts from `now_us` on the base's clock.

        While the totem is away from its seat nothing is felt, and the hands are forgotten.
        """
        episode = self._episodes[-1]
        if episode.lift_us is not None and episode.lift_us <= now_us:
            return
        for hand in hands:
            self._grabs += 1
            luck = random.Random(f"{self._seed}/hand/{self._grabs}")
            episode.grips.append(grip_of(hand, luck, now_us=now_us, crosstalk=self._crosstalk))
        episode.grips.sort(key=lambda grip: grip.first_us)
        episode.lift_us = _separation(episode.grips, now_us)

    def put_back(self, now_us: int) -> None:
        """Put the totem into its seat, all hands off; a new stay begins."""
        self._episodes.append(_Episode(start_us=now_us, grips=[]))
        del self._episodes[:-_KEPT]

    def quiet(self, t_us: int) -> bool:
        """Return True when the totem stands untouched and nothing but noise happens at `t_us`."""
        episode = self._episode(t_us)
        if t_us < episode.start_us + _SETTLE_US:
            return False
        if not episode.grips:
            return True
        if episode.lift_us is not None and t_us >= episode.lift_us:
            return False
        near_us = PHYSICS.near_ms * 1000
        return all(t_us < grip.first_us - near_us or t_us > grip.gone_us + _SETTLE_US for grip in episode.grips)

    def lifted(self, t_us: int) -> bool:
        """Return True while the totem is away from its seat."""
        episode = self._episode(t_us)
        return episode.lift_us is not None and t_us >= episode.lift_us

    def lift_us(self) -> int | None:
        """Return when the present stay ends by separation, base clock, if its hands will lift it."""
        return self._episodes[-1].lift_us

    def landed(self, t_us: int) -> tuple[int, ...]:
        """Return the truth: fingers in contact at `t_us`, one number a hand in order of first contact."""
        episode = self._episode(t_us)
        return tuple(sum(finger.on_us <= t_us < grip.off_us for finger in grip.fingers) for grip in episode.grips)

    def sample(self, t_us: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what one scan at `t_us` measures: 20 RC counts, and 3 ADC codes of the supports."""
        episode = self._episode(t_us)
        row = _noise()[((t_us ^ self._salt) * 0x9E3779B1 >> 9) % _NOISE_ROWS]
        sigma = self._sigma
        if self.lifted(t_us):
            level, live = self._open, ()
        else:
            level = self._baseline
            live = [grip for grip in episode.grips if grip.start_us <= t_us <= grip.gone_us]
        turn = 2 * math.pi * 50e-6 * t_us + self._hum_phase
        hum = self._hum * (math.sin(turn) + PHYSICS.third * math.sin(3 * turn))
        seconds = t_us * 1e-6
        sin = math.sin
        counts = [
            base + hum * gain + sigma * noise + drift[0] * sin(drift[1] * seconds + drift[2])
            for base, gain, noise, drift in zip(level, self._hum_gain, row[3:], self._drift, strict=True)
        ]
        for grip in live:
            for finger in grip.fingers:
                share = grip.share(finger, t_us)
                if share:
                    for line, weight in finger.weights:
                        counts[line] += weight * share
        return tuple([int(value) if value > 0 else 0 for value in counts]), self._codes(episode, t_us, row[:3])

    def _codes(self, episode: _Episode, t_us: int, noises: tuple[float, ...]) -> tuple[int, ...]:
        load = PHYSICS.seat_preload_n + PHYSICS.weight_n
        east = north = 0.0
        if episode.lift_us is not None and t_us >= episode.lift_us:
            load = PHYSICS.seat_preload_n
        else:
            for grip in episode.grips:
                if grip.first_us <= t_us <= grip.gone_us:
                    down, toward_x, toward_y = grip.push(t_us)
                    load += down
                    east += toward_x
                    north += toward_y
            since = (t_us - episode.start_us) / 1000
            if since < PHYSICS.landing_ms:
                load += PHYSICS.landing_n * math.sin(math.pi * since / PHYSICS.landing_ms)
        lever = 2 / (3 * PHYSICS.support_radius_mm)
        return tuple(
            [
                code_of(gain * (load / 3 + lever * (east * x + north * y)) + PHYSICS.force_noise_n * noise)
                for gain, noise, (x, y) in zip(self._force_gain, noises, self._supports, strict=True)
            ]
        )

    def _episode(self, t_us: int) -> _Episode:
        for episode in reversed(self._episodes):
            if t_us >= episode.start_us:
                return episode
        return self._episodes[0]


def _separation(grips: Sequence[Grip], now_us: int) -> int | None:
    """Return the instant the pulls of all hands together beat the hold of the seat, or None."""
    pulls = [grip for grip in grips if grip.pulls]
    if not pulls:
        return None
    first = min(grip.pull_us for grip in pulls)
    for t_us in range(max(first, now_us), first + 3_000_000, 100):
        up = x = y = 0.0
        for grip in pulls:
            lift, toward_x, toward_y = grip.pull(t_us)
            up += lift
            x += toward_x
            y += toward_y
        if up > PHYSICS.hold_n or math.hypot(x, y) > PHYSICS.hold_n * PHYSICS.foot_radius_mm:
            return t_us
    return None
