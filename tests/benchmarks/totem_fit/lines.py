"""What the lines measure of patches of skin: their weights, how contacts grow, noise, and what a base takes off."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from perroquet.totem.network import HANDS
from perroquet.totem.view import COLUMNS, FRAME_MS, LINES, RINGS
from totem_fit.casts import Cast, Flags, Luck, Numbers, Reals
from totem_fit.skin import RADIUS_MM, Skin

FRAMES: Final = 82
RING_MM: Final = (12.0 + 11.5 * np.arange(RINGS)).astype(np.float32)
COLUMN_DEG: Final = (45.0 * np.arange(COLUMNS)).astype(np.float32)
ON_NONE: Final = 99
"""Lowest ring of what lies on none."""
_RING_TALL_MM: Final = 11.5
_TIP_MM2: Final = 150.0
_LIES_MM: Final = 3.0
"""A finger lies on a ring that it covers this high."""
_BEFORE_MS: Final = 12.0
_COUNTS: Final = 24
"""Of a fingertip."""
_UNTOUCHED: Final = 0.2
_MOST_OFF: Final = 0.208
_SCANS: Final = 5
"""Of a frame; in each a base goes one twentieth a line of the way to what the untouched lines do together."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Visit:
    """How long hands stay; all are (n, HANDS).

    Attributes:
        brushes: touches in passing.
        lets_go: stays for a while and does not pull.
        off_ms: when it lets go; release_ms how long that takes.
    """

    brushes: Flags
    lets_go: Flags
    off_ms: Reals
    release_ms: Reals


def visit(luck: Luck, who: Cast) -> Visit:
    """Draw how long hands stay: the first generator's pull the totem out as a rule, wider ones may not."""
    brushes = luck.chance(0.04 if luck.wide else 0.0, HANDS)
    lets_go = luck.chance(0.05 if luck.wide else 0.0, HANDS)
    held = np.where(brushes, luck.uniform(25, 70, HANDS), np.where(lets_go, luck.uniform(60, 160, HANDS), 1e6))
    return Visit(
        brushes=brushes,
        lets_go=lets_go,
        off_ms=np.where(who.here, who.at_ms, 0) + held,
        release_ms=luck.either((3, 8), (3, 12), HANDS),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Felt:
    """Level frames.

    Attributes:
        t_ms: (n, FRAMES) from the grab's first contact.
        lines: (n, FRAMES, 20) fingertips, as a base sends them.
        lowest: (n, HANDS, patches) ring that each patch lies on lowest, or `ON_NONE`.
    """

    t_ms: Reals
    lines: Reals
    lowest: Numbers


def felt(luck: Luck, who: Cast, patches: Skin, stay: Visit) -> Felt:
    """Draw what is felt of hands."""
    weights, lowest = _weights(luck, who, patches, stay)
    start = -_BEFORE_MS - luck.generator.uniform(0, FRAME_MS, (luck.many, 1))
    t_ms = (start + FRAME_MS * np.arange(FRAMES)).astype(np.float32)
    lines = _clean(luck, who, patches, stay, t_ms, weights)
    lines = lines + _noise(luck) + _hum(luck, t_ms)
    lines += luck.generator.normal(0, 0.008, (luck.many, 1, LINES)).astype(np.float32)
    if luck.wide:
        unlike = luck.generator.normal(0, 1, (luck.many, 1, LINES))
        lines *= np.exp(unlike * np.where(luck.chance(0.5), 0.05, 0)[:, None, None])
    _take_off(lines)
    if luck.wide:
        dead = luck.chance(0.03)
        lines[dead, :, luck.generator.integers(LINES)] = 0
    lines = np.clip(np.round(lines * _COUNTS), 0, 255) / _COUNTS
    return Felt(t_ms=t_ms, lines=lines.astype(np.float32), lowest=lowest)


def _weights(luck: Luck, who: Cast, patches: Skin, stay: Visit) -> tuple[Reals, Numbers]:
    """Return (n, HANDS * patches, 20) fingertips of each patch in full contact, leaks included; and its lowest ring."""
    leak = luck.either((0.03, 0.08), (0.02, 0.10))
    strength = (who.coupled * who.wet * np.where(stay.brushes, 0.5, 1))[..., None] * patches.gain / _TIP_MM2
    tall, around = patches.across_mm, patches.around_mm
    if luck.wide:
        fringe = (luck.chance(0.4) * luck.uniform(0, 5))[:, None, None]
        rings = _overlap(RING_MM - patches.high_mm[..., None], (tall + fringe)[..., None], _RING_TALL_MM)
        rings = rings * (tall / (tall + fringe))[..., None]
        columns = _overlap(_away_mm(patches.azimuth), (around + fringe)[..., None], _column_mm())
        columns = columns * (around / (around + fringe))[..., None]
    else:
        rings = _overlap(RING_MM - patches.high_mm[..., None], tall[..., None], _RING_TALL_MM)
        columns = _overlap(_away_mm(patches.azimuth), around[..., None], _column_mm())
    each = (strength * patches.there)[..., None]
    on_rings = each * rings * columns.sum(-1, keepdims=True)
    on_columns = each * columns * rings.sum(-1, keepdims=True)
    near = (leak[:, None] / 2 * np.where(who.soaked, 2.5, 1))[..., None, None]
    far = np.where(who.soaked, 0.06 * (who.wet - 1), 0)[..., None, None]
    if luck.wide:
        near = near * np.where(luck.chance(0.4), 2, 1)[:, None, None, None]
        far = far + near * near
    out_rings, out_columns = on_rings.copy(), on_columns.copy()
    for step, share in ((1, near), (2, far)):
        out_rings[..., step:] += share * on_rings[..., :-step]
        out_rings[..., :-step] += share * on_rings[..., step:]
        out_columns += share * (np.roll(on_columns, step, -1) + np.roll(on_columns, -step, -1))
    weights = np.concatenate([out_rings, out_columns], -1).reshape(luck.many, -1, LINES).astype(np.float32)
    lies = rings >= _LIES_MM
    return weights, np.where(lies.any(-1), lies.argmax(-1), ON_NONE)


def _away_mm(azimuth: Reals) -> Reals:
    return np.radians((COLUMN_DEG - azimuth[..., None] + 180) % 360 - 180) * RADIUS_MM


def _column_mm() -> float:
    return 2 * np.pi * RADIUS_MM / COLUMNS


def _overlap(away: Reals, size: Reals, width: float) -> Reals:
    return np.clip(np.minimum(away + width / 2, size / 2) - np.maximum(away - width / 2, -size / 2), 0, None)


def _clean(luck: Luck, who: Cast, patches: Skin, stay: Visit, t_ms: Reals, weights: Reals) -> Reals:
    """Return (n, FRAMES, 20) without noise: proximity, growth, release, each patch its own."""
    many, count = luck.many, patches.there.shape[2]
    there = patches.there.reshape(many, -1)
    kept = np.argsort(~there, 1, kind="stable")[:, : int(there.sum(1).max())]

    def of_patches(values: Reals | Flags) -> Reals:
        """Return (n, 1, k): `values` of the patches that are there, which come first."""
        flat = np.broadcast_to(values, (many, HANDS, count)).reshape(many, -1)
        return np.take_along_axis(flat, kept, 1)[:, None].astype(np.float32)

    weights, each = np.take_along_axis(weights, kept[:, :, None], 1), of_patches(patches.there)[:, 0]
    ones = np.ones((1, 1, count), np.float32)
    since = t_ms[:, :, None] - of_patches(patches.on_ms)
    grown_for = np.maximum(since, 0) / of_patches(patches.tau_ms)
    if luck.wide:
        powers, loaded, bends = (
            of_patches(patches.power),
            of_patches(patches.loaded) > 0,
            of_patches(patches.bend),
        )
        grown = np.where(loaded, np.minimum(1, grown_for / 2.5) ** bends, 1 - np.exp(-(grown_for**powers)))
        near, reach_ms = (of_patches(luck.uniform(*ends, HANDS, 1) * ones) for ends in ((0, 0.1), (0.8, 6)))
        law = np.where(luck.chance(0.3), 2, 1).astype(np.float32)[:, None, None]
        coming = near / (1 + np.maximum(-since, 0) / reach_ms) ** law
        creep = np.where(luck.chance(0.4), luck.uniform(0, 0.002), 0)[:, None, None]
        grown = grown * (1 + creep * np.maximum(since, 0))
    else:
        grown = 1 - np.exp(-grown_for)
        near, speed = of_patches((0.06 / who.wet)[..., None] * ones), of_patches(luck.uniform(1, 4, HANDS, 1) * ones)
        coming = near / (1 + np.maximum(-since, 0) * speed / 4)
    share = (coming + (1 - near) * grown * (since > 0)).astype(np.float32)
    if not luck.wide:
        return share @ weights
    after = np.maximum(0, t_ms[:, :, None] - of_patches(stay.off_ms[..., None] * ones))
    share *= np.exp(-3 * after / of_patches(stay.release_ms[..., None] * ones))
    clean = share @ weights
    body = np.where(luck.chance(0.3), luck.uniform(0, 0.4), 0)[:, None, None].astype(np.float32)
    return clean / (1 + body * (share @ each[:, :, None]) / each.sum(1)[:, None, None])


def _noise(luck: Luck) -> Reals:
    """Return (n, FRAMES, 20): white noise of medians of three, or redder."""
    shape = (luck.many, FRAMES, LINES)
    sigma = 1 / luck.either((15, 40), (12, 42))
    noise = luck.generator.standard_normal(shape, dtype=np.float32) * (0.68 * sigma)[:, None, None].astype(np.float32)
    if luck.wide:
        red = luck.chance(0.35)
        if red.any():
            noise[red] = _reddened(luck, int(red.sum())) * (0.8 * sigma[red])[:, None, None]
        unlike = (luck.chance(0.5) * luck.uniform(0, 0.05))[:, None, None]
        noise += unlike * luck.generator.standard_normal((luck.many, 1, LINES), dtype=np.float32)
    return noise


def _hum(luck: Luck, t_ms: Reals) -> Reals:
    """Return (n, FRAMES, 20): hum that lines share nearly alike."""
    size, each = luck.uniform(0.01, 0.10), luck.either((0.8, 1.2), (0.7, 1.3), LINES)
    turn = 2 * np.pi * 0.05 * t_ms + luck.generator.uniform(0, 2 * np.pi, (luck.many, 1))
    hum = (size[:, None] * (np.sin(turn) + 0.3 * np.sin(3 * turn))).astype(np.float32)
    return hum[..., None] * each[:, None, :]


def _reddened(luck: Luck, many: int) -> Reals:
    tone = np.fft.rfft(luck.generator.standard_normal((many, FRAMES, LINES), dtype=np.float32), axis=1)
    steps: Reals = np.arange(1, tone.shape[1] + 1, dtype=np.float64)[None, :, None]
    shape: Reals = steps ** -luck.generator.uniform(0.2, 0.6, (many, 1, 1))
    shape /= np.sqrt((shape**2).mean(1, keepdims=True))
    return np.fft.irfft(tone * shape, FRAMES, axis=1)


def _take_off(lines: Reals) -> None:
    """Take off what untouched lines do together, as a base does scan by scan."""
    common = np.zeros(len(lines), np.float32)
    for frame in range(FRAMES):
        off = lines[:, frame] - common[:, None]
        untouched = off < _UNTOUCHED
        many = untouched.sum(1)
        total = np.where(untouched, np.clip(off, -_MOST_OFF, _MOST_OFF), 0).sum(1)
        step = np.where(many > 0, total / np.maximum(many, 1), 0)
        common = common + step * (1 - (1 - many / LINES) ** _SCANS)
        lines[:, frame] -= common[:, None]
