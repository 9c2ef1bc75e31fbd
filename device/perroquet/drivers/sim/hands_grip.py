"""One hand's visit by the first generator: where its fingers land, how the contact grows, how it pushes and pulls."""

import math
import random
from dataclasses import dataclass

import numpy as np

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.field import leaked, lowest_ring, over_columns, over_rings
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.model import Instants, Reals, columns, moments
from perroquet.drivers.sim.shape import SHAPE

_FAR_US = 1 << 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Print:
    """Where one finger lies: `across` is its size along the height, `around` along the circumference."""

    height_mm: float
    azimuth_deg: float
    across_mm: float
    around_mm: float
    gain: float


class FirstGrip:
    """A hand, drawn; see `model.Grip`."""

    def __init__(self, hand: VirtualHand, luck: random.Random, *, azimuth: float, now_us: int, leak: float) -> None:
        self.first_us = now_us + round(hand.at_ms * 1000)
        self.start_us = max(now_us, self.first_us - round(PHYSICS.near_ms * 1000))
        reach = azimuth + luck.gauss(0, PHYSICS.reach_sd_deg)
        size = luck.uniform(*PHYSICS.hand_scale) if hand.scale is None else hand.scale
        gain, wet = _skin(hand, luck)
        self._prints = _side(hand, luck, reach, size) if hand.grip == "side" else _claw(hand, luck, reach, size)
        self._weights = np.stack([_weights(finger, gain, leak, wet) for finger in self._prints])
        self._near = PHYSICS.near / wet  # water spreads a contact, not what is felt through the air
        spread = luck.uniform(*PHYSICS.spread_ms)
        lands: Reals = np.array([abs(luck.gauss(0, spread)) for _ in self._prints])
        self._on_us: Instants = self.first_us + ((lands - lands.min()) * 1000).astype(np.int64)
        self._tau_us = luck.uniform(*PHYSICS.tau_ms) * 1000
        self._release_us = luck.uniform(*PHYSICS.release_ms) * 1000
        self._speed = luck.uniform(*PHYSICS.approach_mm_per_ms) / 1000
        self._draw_course(hand, luck)
        self._draw_forces(hand, luck, reach)

    def _draw_course(self, hand: VirtualHand, luck: random.Random) -> None:
        pulls = hand.pull and not hand.brush
        preload = luck.uniform(*PHYSICS.preload_ms) if hand.preload_ms is None else hand.preload_ms
        held = luck.uniform(*PHYSICS.brush_hold_ms) if hand.brush else hand.hold_ms
        self.pull_us = self.first_us + round(preload * 1000) if pulls else None
        self._off_us = _FAR_US if pulls else self.first_us + round(held * 1000)
        self.gone_us = self._off_us + round(3 * self._release_us)

    def _draw_forces(self, hand: VirtualHand, luck: random.Random, reach: float) -> None:
        misled = luck.random() < PHYSICS.misleading if hand.misleading is None else hand.misleading
        strayed = luck.uniform(0, 360)
        self._toward_deg = strayed if misled else reach + luck.gauss(0, PHYSICS.pull_sd_deg)
        self._impact_n = 0.0 if hand.brush else luck.uniform(*PHYSICS.impact_n)
        self._impact_us = luck.uniform(*PHYSICS.impact_ms) * 1000
        self._away_deg = reach + 180.0 + luck.gauss(0, PHYSICS.pull_sd_deg)
        self._down = 0.2 if hand.grip == "side" else 0.8
        self._ramp = luck.uniform(*PHYSICS.ramp_n_per_s) * 1e-6
        self._rise = math.radians(luck.uniform(*PHYSICS.pull_rise_deg))
        self._height_mm = sum(finger.height_mm for finger in self._prints) / len(self._prints)

    def lines(self, t_us: Instants) -> Reals:
        """Return (n, 20) counts: proximity, growth, release."""
        since = (t_us[:, None] - self._on_us[None, :]).astype(np.float64)
        near = self._near / (1 + np.maximum(-since, 0.0) * self._speed / PHYSICS.near_mm)
        grown = (1 - self._near) * (1 - np.exp(-np.maximum(since, 0.0) / self._tau_us))
        released = np.exp(-3 * np.maximum(t_us - self._off_us, 0) / self._release_us)
        return (near + grown) * released[:, None] @ self._weights

    def push(self, t_us: Instants) -> Reals:
        """Return (n, 3): downward, moment; a slap first pushes away."""
        blow = self._impact_n * np.sin(np.pi * np.clip((t_us - self.first_us) / self._impact_us, 0.0, 1.0))
        x, y = moments(self._away_deg, blow * (1 - self._down) * PHYSICS.impact_lever_mm)
        pull = self.pull(t_us)
        return columns(blow * self._down - pull[:, 0], x + pull[:, 1], y + pull[:, 2])

    def pull(self, t_us: Instants) -> Reals:
        """Return (n, 3): upward, moment toward the player."""
        if self.pull_us is None:
            return np.zeros((len(t_us), 3))
        force = np.clip(self._ramp * (t_us - self.pull_us), 0.0, PHYSICS.pull_most_n)
        x, y = moments(self._toward_deg, force * math.cos(self._rise) * self._height_mm)
        return columns(force * math.sin(self._rise), x, y)

    def fingers(self, t_us: int) -> int:
        """Return how many fingers touch."""
        return int((self._on_us <= t_us).sum()) if t_us < self._off_us else 0

    def lowest_ring(self, t_us: int) -> int | None:
        """Return the lowest ring the hand lies on by 3 mm."""
        if t_us >= self._off_us:
            return None
        on = [finger for finger, on_us in zip(self._prints, self._on_us, strict=True) if on_us <= t_us]
        return lowest_ring((finger.height_mm, finger.across_mm) for finger in on)


def _skin(hand: VirtualHand, luck: random.Random) -> tuple[float, float]:
    """Return the hand's gain, and how wet it is."""
    low, high = PHYSICS.earth_pf
    earth_pf = math.exp(luck.uniform(math.log(low), math.log(high)))
    coupled = PHYSICS.earth_least + (1 - PHYSICS.earth_least) * earth_pf / (earth_pf + PHYSICS.body_pf)
    drawn = luck.uniform(*PHYSICS.wet) if luck.random() < PHYSICS.wet_p else 1.0
    wet = drawn if hand.wet is None else hand.wet
    gain = (coupled if hand.earthing is None else hand.earthing) * wet
    gain *= PHYSICS.brush_gain if hand.brush else 1.0
    return gain * (PHYSICS.glove if hand.gloved else 1.0), wet


def _side(hand: VirtualHand, luck: random.Random, reach: float, size: float) -> list[_Print]:
    """Fingers one under the other around one side, the thumb around the other, near the index."""
    pitch = luck.gauss(*PHYSICS.pitch_mm) * size
    width = luck.gauss(*PHYSICS.width_mm) * size
    turn = luck.choice((-1, 1))
    stacked = max(1, hand.fingers - 1)
    top = max(hand.top_mm, (stacked - 1) * pitch + width / 2 + 2.0)  # a hand does not reach into the base
    prints = [
        _Print(
            height_mm=top - k * pitch + luck.gauss(0, 1.2),
            azimuth_deg=reach + turn * luck.gauss(*PHYSICS.side_deg),
            across_mm=width * luck.uniform(0.9, 1.05),
            around_mm=luck.uniform(*PHYSICS.wrap_mm),
            gain=luck.uniform(*PHYSICS.finger_gain),
        )
        for k in range(stacked)
    ]
    if hand.fingers >= 2:
        prints.append(
            _Print(
                height_mm=max(width / 2, top + luck.gauss(-4, 5)),
                azimuth_deg=reach - turn * luck.gauss(*PHYSICS.thumb_deg),
                across_mm=width * PHYSICS.thumb_width,
                around_mm=luck.uniform(*PHYSICS.thumb_wrap_mm),
                gain=luck.uniform(*PHYSICS.finger_gain),
            )
        )
    return prints


def _claw(hand: VirtualHand, luck: random.Random, reach: float, size: float) -> list[_Print]:
    """Fingertips around the totem, reaching over the top: lengthwise along the height."""
    middle = (hand.fingers - 1) / 2
    step = luck.gauss(*PHYSICS.claw_step_deg)
    return [
        _Print(
            height_mm=hand.top_mm - luck.uniform(0, 14),
            azimuth_deg=reach + 180.0 + (k - middle) * step + luck.gauss(0, 7),
            across_mm=luck.uniform(*PHYSICS.claw_long_mm) * size,
            around_mm=luck.uniform(*PHYSICS.claw_arc_mm) * size,
            gain=luck.uniform(*PHYSICS.finger_gain),
        )
        for k in range(hand.fingers)
    ]


def _weights(finger: _Print, gain: float, leak: float, wet: float) -> Reals:
    """Return (20,) counts of one finger in full contact, with what leaks to the neighbours; water bridges further."""
    rings = over_rings(finger.height_mm, finger.across_mm)
    around = over_columns(finger.azimuth_deg, finger.around_mm)
    full = gain * finger.gain * SHAPE.scale / SHAPE.tip_mm2
    direct = np.concatenate([full * rings * around.sum(), full * around * rings.sum()])
    if wet > 1:
        return leaked(direct, (leak / 2 * PHYSICS.wet_bridge, PHYSICS.wet_film * (wet - 1)))
    return leaked(direct, (leak / 2,))
