"""One hand's grip: where its fingers land, when, how the contact grows, and how it pushes and pulls."""

import math
import random
from dataclasses import dataclass
from typing import Literal

from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.kernel.units import Degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtualHand:
    """A hand by script. What is None is drawn from the totem's seed.

    Attributes:
        azimuth: where its player sits.
        at_ms: first contact, from the instant `VirtualTotem.grab` is told.
        fingers: 1 to 5, the thumb included from two on.
        top_mm: height of the highest finger.
        grip: from the side, or a claw from above with the fingertips around the totem.
        pull: pulls the totem out, toward the player; else holds it.
        hold_ms: how long a hand that does not pull stays.
        brush: touches lightly in passing: no push, no pull, gone within some 70 ms.
        scale: size of the hand.
        earthing: share of the signal left by the player's coupling to earth, 0.5 to 1.
        wet: 1 dry, up to 2 soaked.
        preload_ms: from contact to pull.
        misleading: pulls to somewhere else.
    """

    azimuth: Degrees
    at_ms: float
    fingers: int
    top_mm: float
    grip: Literal["side", "claw"] = "side"
    pull: bool = True
    hold_ms: float = 400.0
    brush: bool = False
    scale: float | None = None
    earthing: float | None = None
    wet: float = 1.0
    preload_ms: float | None = None
    misleading: bool | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.fingers <= 5:
            raise ValueError(f"{self.fingers} fingers on one hand; give 1 to 5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finger:
    """One finger: when it lands, and its full signal in counts as (line, counts) pairs."""

    on_us: int
    height_mm: float
    weights: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """One hand's whole visit, on the base's clock."""

    start_us: int
    first_us: int
    off_us: int
    gone_us: int
    fingers: tuple[Finger, ...]
    tau_us: float
    release_us: float
    approach_mm_per_us: float
    impact_n: float
    impact_us: float
    away_deg: float
    down: float
    pulls: bool
    pull_us: int
    ramp_n_per_us: float
    rise: float
    toward_deg: float
    height_mm: float

    def share(self, finger: Finger, t_us: int) -> float:
        """Return how much of the finger's full signal is there: proximity, growth, release."""
        since = t_us - finger.on_us
        if since < 0:
            return PHYSICS.near / (1 - since * self.approach_mm_per_us / PHYSICS.near_mm)
        grown = PHYSICS.near + (1 - PHYSICS.near) * (1 - math.exp(-since / self.tau_us))
        if t_us <= self.off_us:
            return grown
        return grown * math.exp(-3 * (t_us - self.off_us) / self.release_us)

    def push(self, t_us: int) -> tuple[float, float, float]:
        """Return what the seat feels: newtons downward, and the moment (newton millimetres) as (x, y) of where to."""
        up, x, y = self.pull(t_us)
        since = t_us - self.first_us
        if since >= self.impact_us:
            return -up, x, y
        blow = self.impact_n * math.sin(math.pi * since / self.impact_us)
        moment = blow * (1 - self.down) * PHYSICS.impact_lever_mm
        away = math.radians(self.away_deg)
        return blow * self.down - up, x + moment * math.cos(away), y + moment * math.sin(away)

    def pull(self, t_us: int) -> tuple[float, float, float]:
        """Return the pull: newtons upward, and the moment toward the player."""
        if not self.pulls or t_us <= self.pull_us:
            return 0.0, 0.0, 0.0
        force = min(PHYSICS.pull_most_n, self.ramp_n_per_us * (t_us - self.pull_us))
        moment = force * math.cos(self.rise) * self.height_mm
        toward = math.radians(self.toward_deg)
        return force * math.sin(self.rise), moment * math.cos(toward), moment * math.sin(toward)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Print:
    """Where one finger lies: `across` is its size along the height, `around` along the circumference."""

    height_mm: float
    azimuth_deg: float
    across_mm: float
    around_mm: float
    gain: float


def grip_of(hand: VirtualHand, luck: random.Random, *, now_us: int, crosstalk: float) -> Grip:
    """Draw one hand's visit; `crosstalk` belongs to the totem."""
    first_us = now_us + round(hand.at_ms * 1000)
    reach = hand.azimuth + luck.gauss(0, PHYSICS.reach_sd_deg)
    size = luck.uniform(*PHYSICS.hand_scale) if hand.scale is None else hand.scale
    earth = _earthing(luck) if hand.earthing is None else hand.earthing
    prints = _side(hand, luck, reach, size) if hand.grip == "side" else _claw(hand, luck, reach, size)
    spread = luck.uniform(*PHYSICS.spread_ms)
    lands = [abs(luck.gauss(0, spread)) for _ in prints]
    gain = earth * hand.wet * (PHYSICS.brush_gain if hand.brush else 1.0)
    leak = crosstalk * (PHYSICS.wet_bridge if hand.wet > 1 else 1.0)
    fingers = tuple(
        Finger(
            on_us=first_us + round((land - min(lands)) * 1000),
            height_mm=finger.height_mm,
            weights=_weights(finger, gain, leak),
        )
        for finger, land in zip(prints, lands, strict=True)
    )
    misleading = luck.random() < PHYSICS.misleading if hand.misleading is None else hand.misleading
    strayed = luck.uniform(0, 360)
    toward = strayed if misleading else reach + luck.gauss(0, PHYSICS.pull_sd_deg)
    preload = luck.uniform(*PHYSICS.preload_ms) if hand.preload_ms is None else hand.preload_ms
    pulls = hand.pull and not hand.brush
    held = luck.uniform(*PHYSICS.brush_hold_ms) if hand.brush else hand.hold_ms
    off_us = 1 << 62 if pulls else first_us + round(held * 1000)
    release_us = luck.uniform(*PHYSICS.release_ms) * 1000
    return Grip(
        start_us=max(now_us, first_us - round(PHYSICS.near_ms * 1000)),
        first_us=first_us,
        off_us=off_us,
        gone_us=off_us + round(3 * release_us),
        fingers=fingers,
        tau_us=luck.uniform(*PHYSICS.tau_ms) * 1000,
        release_us=release_us,
        approach_mm_per_us=luck.uniform(*PHYSICS.approach_mm_per_ms) / 1000,
        impact_n=0.0 if hand.brush else luck.uniform(*PHYSICS.impact_n),
        impact_us=luck.uniform(*PHYSICS.impact_ms) * 1000,
        away_deg=reach + 180.0 + luck.gauss(0, PHYSICS.pull_sd_deg),
        down=0.2 if hand.grip == "side" else 0.8,
        pulls=pulls,
        pull_us=first_us + round(preload * 1000),
        ramp_n_per_us=luck.uniform(*PHYSICS.ramp_n_per_s) * 1e-6,
        rise=math.radians(luck.uniform(*PHYSICS.pull_rise_deg)),
        toward_deg=toward,
        height_mm=sum(finger.height_mm for finger in prints) / len(prints),
    )


def _earthing(luck: random.Random) -> float:
    low, high = PHYSICS.earth_pf
    earth_pf = math.exp(luck.uniform(math.log(low), math.log(high)))
    return earth_pf / (earth_pf + PHYSICS.body_pf)


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


def _weights(finger: _Print, gain: float, leak: float) -> tuple[tuple[int, float], ...]:
    """Return the finger's full signal on every line it reaches, with what leaks to the neighbours."""
    half = PHYSICS.ring_pitch_mm / 2
    rings = [
        _overlap(finger.height_mm, finger.across_mm, PHYSICS.ring_first_mm + PHYSICS.ring_pitch_mm * i, 2 * half)
        for i in range(PHYSICS.rings)
    ]
    wide = 2 * math.pi * PHYSICS.radius_mm / PHYSICS.columns
    columns = [
        _overlap(0.0, finger.around_mm, _turned(360.0 / PHYSICS.columns * j - finger.azimuth_deg), wide)
        for j in range(PHYSICS.columns)
    ]
    counts = gain * finger.gain * PHYSICS.scale / PHYSICS.tip_mm2
    around, across = sum(columns), sum(rings)
    ring_counts = [counts * mm * around for mm in rings]
    column_counts = [counts * mm * across for mm in columns]
    padded = [0.0, *ring_counts, 0.0]
    full = [padded[i] + leak / 2 * (padded[i - 1] + padded[i + 1]) for i in range(1, len(padded) - 1)]
    ends = PHYSICS.columns
    full += [column_counts[j] + leak / 2 * (column_counts[j - 1] + column_counts[(j + 1) % ends]) for j in range(ends)]
    return tuple((line, value) for line, value in enumerate(full) if value > 0.01)


def _turned(deg: float) -> float:
    """Return an angle as millimetres along the circumference, the short way round."""
    return math.radians((deg + 180.0) % 360.0 - 180.0) * PHYSICS.radius_mm


def _overlap(centre: float, size: float, other: float, other_size: float) -> float:
    low = max(centre - size / 2, other - other_size / 2)
    return max(0.0, min(centre + size / 2, other + other_size / 2) - low)
