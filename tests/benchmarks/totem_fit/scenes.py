"""Windows of drawn hands, with the truth."""

from typing import Final

import numpy as np
from numpy.random import Generator
from perroquet.kernel.readings import SETTLE, Contact, Window
from perroquet.kernel.units import Degrees, HostNs, McuUs, Micros, Millimetres
from perroquet.totem.network import HANDS
from perroquet.totem.touch import TOUCHED
from totem_fit.drawing import COLUMN_DEG, RING_MM, Array, DrawnHand, hand
from totem_fit.lessons import LEAST_FRAMES, LEAST_SEEN_MS, Lesson, Truth

HANDS_P: Final = (0.42, 0.50, 0.08)
SCALE: Final = 24.0
SUPPORT_DEG: Final = np.array([60.0, 180.0, 300.0])
_HOLD_N, _FOOT_MM = 5.2, 20.0
_SCAN_MS = 0.4


def drawn(seed: int) -> Lesson | None:
    """Draw one grab; None when nobody was felt in time."""
    luck = np.random.default_rng(seed)
    crosstalk = luck.uniform(0.02, 0.10)
    hands = _hands(luck, crosstalk)
    scale = SCALE * luck.uniform(0.9, 1.1)
    sigma = luck.uniform(0.7, 1.0) / luck.uniform(14, 42)
    lift_ms = _separation(hands)
    scans = np.arange(-2.0, 40.0, _SCAN_MS)
    fine = _lines(hands, scans) + _noise(luck, sigma, scans)
    threshold = luck.uniform(0.18, 0.28)
    over = (fine[:-1] > threshold) & (fine[1:] > threshold)
    if not over.any():
        return None
    zero_ms = float(scans[over.any(axis=1).argmax()]) - luck.uniform(0, 1.5)
    end_ms = min(zero_ms + SETTLE, lift_ms)
    first = zero_ms - 10.0 - luck.uniform(0, 2)
    t_ms = np.arange(first, end_ms - 0.01, 2.0)
    lines = _lines(hands, t_ms) + _noise(luck, sigma, t_ms)
    lines *= np.exp(luck.normal(0, luck.choice((0.0, 0.05)), 20))
    if luck.random() < 0.03:
        lines[:, luck.integers(20)] = 0.0
    lines -= _common(luck, lines)
    lines = np.clip(np.round(lines * scale), 0, 255)
    window = Window(
        contact=Contact(grab=1, epoch=1, first=McuUs(0), at=HostNs(0), bound=Micros(0)),
        t_us=np.round((t_ms - zero_ms) * 1000).astype(np.int64),
        lines=lines.astype(np.float32),
        forces=_forces(luck, hands, t_ms).astype(np.float32),
        scale=SCALE,
        ring_mm=tuple(Millimetres(float(mm)) for mm in RING_MM),
        column_deg=tuple(Degrees(float(deg)) for deg in COLUMN_DEG),
        force_deg=tuple(Degrees(float(deg)) for deg in SUPPORT_DEG),
        lift_us=Micros(round((lift_ms - zero_ms) * 1000)) if lift_ms < zero_ms + SETTLE else None,
    )
    seen = tuple(_truth(one, zero_ms, end_ms) for one in hands if one.on_ms.min() < end_ms - LEAST_SEEN_MS)
    return Lesson(window=window, hands=seen) if seen and len(t_ms) >= LEAST_FRAMES else None


def _truth(one: DrawnHand, zero_ms: float, end_ms: float) -> Truth:
    there = one.on_ms[: one.fingers] <= end_ms if one.off_ms > end_ms else np.zeros(one.fingers, dtype=bool)
    lowest = one.lowest[: one.fingers]
    return Truth(
        azimuth=one.azimuth,
        first_ms=float(one.on_ms.min()) - zero_ms,
        fingers=int(there.sum()),
        lowest=int((lowest[there] if there.any() else lowest).min()),
    )


def _hands(luck: Generator, crosstalk: float) -> tuple[DrawnHand, ...]:
    count = int(luck.choice(HANDS, p=HANDS_P)) + 1
    azimuth = luck.uniform(0, 360)
    azimuths = [azimuth, *((azimuth + luck.uniform(25, 335) * (luck.random() > 0.08)) % 360 for _ in range(count - 1))]
    later = [luck.uniform(0, 45) if luck.random() < 0.75 else luck.uniform(45, 140) for _ in range(count - 1)]
    hands = [hand(luck, at, where, crosstalk=crosstalk) for at, where in zip((0.0, *later), azimuths, strict=True)]
    return tuple(sorted(hands, key=lambda one: float(one.on_ms.min())))


def _lines(hands: tuple[DrawnHand, ...], t_ms: Array) -> Array:
    total = np.zeros((len(t_ms), 20))
    for one in hands:
        total += one.shares(t_ms) @ one.weights
    return total


def _noise(luck: Generator, sigma: float, t_ms: Array) -> Array:
    """Return (t, 20): white as a rule, else redder; hum that not all lines share alike, and sparks."""
    noise = luck.normal(0, sigma, (len(t_ms), 20))
    if luck.random() < 0.4:
        tone = np.fft.rfft(noise, axis=0)
        shape = np.arange(1, len(tone) + 1) ** -luck.uniform(0.2, 0.6)
        noise = np.fft.irfft(tone * (shape / np.sqrt((shape**2).mean()))[:, None], n=len(t_ms), axis=0)
    if luck.random() < 0.4:
        turn = 2 * np.pi * luck.choice((0.05, 0.15, 0.25)) * t_ms + luck.uniform(0, 2 * np.pi)
        noise += np.outer(np.sin(turn), luck.normal(0, luck.uniform(0, 0.04), 20))
    if luck.random() < 0.1:
        noise += np.where(luck.random(noise.shape) < 0.003, luck.normal(0, 0.3, noise.shape), 0.0)
    return noise


def _common(luck: Generator, lines: Array) -> Array:
    """Return what the base takes for common to all lines: the middle of those it holds for untouched."""
    limit = TOUCHED * luck.uniform(0.75, 1.1)
    fewest = int(luck.choice((3, 7)))
    untouched = np.sum(lines < limit, axis=1)
    ranks = np.sort(lines, axis=1)
    middle = ranks[np.arange(len(lines)), np.maximum(0, untouched - 1) // 2]
    return np.where(untouched >= fewest, middle, 0.0)[:, None]


def _separation(hands: tuple[DrawnHand, ...]) -> float:
    t_ms = np.arange(0.0, 400.0, 0.5)
    total = sum((np.where(one.pull_ms < 1e8, 1.0, 0.0) * _pull(one, t_ms) for one in hands), np.zeros((len(t_ms), 3)))
    gone = (total[:, 0] > _HOLD_N) | (np.hypot(total[:, 1], total[:, 2]) > _HOLD_N * _FOOT_MM)
    return float(t_ms[gone.argmax()]) if gone.any() else 1e9


def _pull(one: DrawnHand, t_ms: Array) -> Array:
    pull = np.minimum(60.0, one.ramp * np.maximum(0.0, t_ms - one.pull_ms))
    toward = np.radians(one.toward_deg)
    flat = pull * np.cos(one.rise) * one.height_mm
    return np.stack([pull * np.sin(one.rise), flat * np.cos(toward), flat * np.sin(toward)], axis=1)


def _forces(luck: Generator, hands: tuple[DrawnHand, ...], t_ms: Array) -> Array:
    felt = sum((one.moments(t_ms - 0.4) for one in hands), np.zeros((len(t_ms), 3)))
    out = np.radians(SUPPORT_DEG)
    lever = 2 / (3 * 24.0)
    load = 10.75 / 3 + felt[:, :1] / 3 + lever * (felt[:, 1:2] * np.cos(out) + felt[:, 2:] * np.sin(out))
    load = load * luck.normal(1, luck.uniform(0.03, 0.12), 3) + luck.normal(0, luck.uniform(0.01, 0.05), load.shape)
    return np.clip(np.round(load / 0.1), 0, 255) * 0.1
