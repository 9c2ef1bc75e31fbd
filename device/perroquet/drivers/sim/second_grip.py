"""One hand's visit by the second generator: contacts that grow with their load, a pull of minimum jerk."""

import math
import random

import numpy as np

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.field import leaked, lowest_ring, over_columns, over_rings
from perroquet.drivers.sim.model import Instants, Reals, columns, moments
from perroquet.drivers.sim.second_hand import PALM, Pad, drawn, pads_of
from perroquet.drivers.sim.second_table import SECOND
from perroquet.drivers.sim.shape import SHAPE

_FAR_US = 1 << 62
_NEAR_US = 80_000
_BOUNCE_MS = 3.0


class SecondGrip:
    """A hand, drawn; see `model.Grip`."""

    def __init__(self, hand: VirtualHand, luck: random.Random, *, azimuth: float, now_us: int, leak: float) -> None:
        self.first_us = now_us + round(hand.at_ms * 1000)
        self.start_us = max(now_us, self.first_us - _NEAR_US)
        reach = azimuth + luck.gauss(0, SECOND.reach_sd_deg)
        self._pads = pads_of(hand, luck, reach)
        self._draw_skin(hand, luck, leak)
        self._draw_course(hand, luck)
        self._draw_forces(hand, luck, reach)

    def _draw_skin(self, hand: VirtualHand, luck: random.Random, leak: float) -> None:
        wet = (luck.uniform(*SECOND.wet) if luck.random() < SECOND.wet_p else 1.0) if hand.wet is None else hand.wet
        earth = 0.5 + 0.5 * luck.betavariate(*SECOND.earth) if hand.earthing is None else hand.earthing
        gain = earth * wet * (SECOND.brush_gain if hand.brush else 1.0) * (SECOND.glove if hand.gloved else 1.0)
        spread = SECOND.wet_spread_mm * (wet - 1.0)
        self._weights = np.stack([_weights(pad, gain, leak * wet, spread) for pad in self._pads])
        self._on_us = np.array([self.first_us + round(pad.late_ms * 1000) for pad in self._pads])
        self._rise_us = np.array([pad.rise_ms * 1000 for pad in self._pads])
        self._bounce_us = np.array([-1e9 if pad.bounce_ms is None else pad.bounce_ms * 1000 for pad in self._pads])
        self._body = luck.uniform(*SECOND.body)
        self._creep = luck.uniform(*SECOND.creep)
        self._creep_us = luck.uniform(*SECOND.creep_ms) * 1000
        self._near = luck.uniform(*SECOND.near) / wet
        self._near_mm = luck.uniform(*SECOND.near_mm)
        self._speed = luck.uniform(*SECOND.touch_mm_per_ms)
        self._tremor = (2 * math.pi * luck.uniform(*SECOND.tremor_hz) * 1e-6, luck.uniform(0, 2 * math.pi))

    def _draw_course(self, hand: VirtualHand, luck: random.Random) -> None:
        pulls = hand.pull and not hand.brush
        preload = drawn(luck, SECOND.preload_ms) if hand.preload_ms is None else hand.preload_ms
        held = luck.uniform(*SECOND.brush_ms) if hand.brush else hand.hold_ms
        self._release_us = luck.uniform(*SECOND.release_ms) * 1000
        self.pull_us = self.first_us + round(preload * 1000) if pulls else None
        self._off_us = _FAR_US if pulls else self.first_us + round(held * 1000)
        self.gone_us = self._off_us + round(self._release_us)

    def _draw_forces(self, hand: VirtualHand, luck: random.Random, reach: float) -> None:
        self._blows = [(0.0, luck.uniform(*SECOND.impact_ms) * 1000, drawn(luck, SECOND.impact_n))]
        if luck.random() < SECOND.second_blow_p:
            late, long, hard = self._blows[0]
            self._blows.append((late + luck.uniform(8e3, 25e3), long, hard * luck.uniform(0.3, 0.7)))
        if hand.brush:
            self._blows = []
        self._down = luck.uniform(0.1, 0.3) if hand.grip == "side" else luck.uniform(0.6, 0.9)
        self._away_deg = reach + 180 + luck.gauss(0, SECOND.away_sd_deg)
        self._squeeze = (luck.uniform(0, 360), 0.0 if hand.brush else luck.uniform(*SECOND.squeeze_nmm))
        self._pull_n = luck.uniform(*SECOND.pull_n)
        self._pull_long_us = luck.uniform(*SECOND.pull_ms) * 1000
        self._rise = math.radians(luck.uniform(*SECOND.rise_deg))
        misled = luck.random() < SECOND.misleading if hand.misleading is None else hand.misleading
        strayed = luck.uniform(0, 360)
        self._toward_deg = strayed if misled else reach + luck.gauss(0, SECOND.pull_sd_deg)
        self._wander_deg = luck.gauss(0, SECOND.wander_deg)
        self._height_mm = sum(pad.height_mm for pad in self._pads) / len(self._pads)

    def lines(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts."""
        since = (t_us[:, None] - self._on_us[None, :]).astype(np.float64)
        ms = np.minimum(since, 0.0) / -1000
        away_mm = self._speed * ms + SECOND.slowing_mm_per_ms2 / 2 * ms * ms
        near = self._near / (1 + away_mm / self._near_mm) ** 2
        after = np.maximum(since, 0.0)
        load = np.minimum(1.0, after / self._rise_us)
        bounced = np.abs(after - self._bounce_us - _BOUNCE_MS * 500) < _BOUNCE_MS * 500
        load = np.where(bounced, 0.15 * load, load)
        creep = 1 - self._creep * np.exp(-after / self._creep_us)
        share = near + (1 - near) * np.cbrt(load * load) * creep * (since > 0)
        share *= np.clip(1 - (t_us - self._off_us) / self._release_us, 0.0, 1.0)[:, None]
        rate, phase = self._tremor
        share *= (1 + SECOND.tremor * np.sin(rate * t_us + phase))[:, None]
        weakened = 1 / (1 + self._body * share.mean(axis=1))
        return share @ self._weights * weakened[:, None]

    def push(self, t_us: Instants) -> Reals:
        """Return (n, 3): downward, moment."""
        since = (t_us - self.first_us).astype(np.float64)
        hit = np.zeros(len(t_us))
        for late_us, long_us, hard in self._blows:
            hit += hard * blow(since - late_us, long_us)
        x, y = moments(self._away_deg, hit * (1 - self._down) * SECOND.impact_lever_mm)
        held = (t_us < self._off_us) * np.clip(since / 20_000, 0.0, 1.0)
        squeeze_x, squeeze_y = moments(self._squeeze[0], self._squeeze[1] * held)
        pull = self.pull(t_us)
        return columns(hit * self._down - pull[:, 0], x + squeeze_x + pull[:, 1], y + squeeze_y + pull[:, 2])

    def pull(self, t_us: Instants) -> Reals:
        """Return (n, 3): upward, moment."""
        if self.pull_us is None:
            return np.zeros((len(t_us), 3))
        since = np.maximum((t_us - self.pull_us).astype(np.float64), 0.0)
        u = np.minimum(since / self._pull_long_us, 1.0)
        rate, phase = self._tremor
        force = self._pull_n * u**3 * (10 - 15 * u + 6 * u * u) * (1 + SECOND.tremor * np.sin(rate * t_us + phase))
        toward = self._toward_deg + self._wander_deg * np.exp(-since / (SECOND.wander_ms * 1000))
        x, y = moments(toward, force * math.cos(self._rise) * self._height_mm)
        return columns(force * math.sin(self._rise), x, y)

    def fingers(self, t_us: int) -> int:
        """Return how many fingers touch; the palm is none."""
        if t_us >= self._off_us:
            return 0
        on = {pad.finger for pad, on_us in zip(self._pads, self._on_us, strict=True) if on_us <= t_us}
        return len(on - {PALM})

    def lowest_ring(self, t_us: int) -> int | None:
        """Return the lowest ring the hand lies on by 3 mm."""
        if t_us >= self._off_us:
            return None
        on = [pad for pad, on_us in zip(self._pads, self._on_us, strict=True) if on_us <= t_us]
        return lowest_ring((pad.height_mm, pad.tall_mm) for pad in on)


def blow(since_us: Reals, long_us: float) -> Reals:
    """Return a blow of peak 1 that rises fast, falls slowly, and swings back once."""
    u = np.clip(since_us / long_us, 0.0, 1.0)
    back = np.clip(since_us / long_us - 1.0, 0.0, 1.0)
    return np.sin(np.pi * u**0.7) ** 1.5 - SECOND.rebound * np.sin(np.pi * back)


def _weights(pad: Pad, gain: float, leak: float, spread_mm: float) -> Reals:
    """Return (20,) counts of one pad at its full load."""
    rings = over_rings(pad.height_mm, pad.tall_mm + spread_mm, SECOND.fringe_mm)
    around = over_columns(pad.azimuth_deg, pad.round_mm + spread_mm, SECOND.fringe_mm)
    full = gain * pad.gain * SHAPE.scale / SHAPE.tip_mm2
    direct = np.concatenate([full * rings * around.sum(), full * around * rings.sum()])
    across = SECOND.ring_to_column * direct.sum() / SHAPE.lines
    return leaked(direct, (leak, leak * leak)) + across
