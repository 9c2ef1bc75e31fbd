"""What the supports feel of hands, and when they part the totem from its seat."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from perroquet.totem.network import HANDS
from totem_fit.casts import NEVER_MS, Cast, Flags, Luck, Reals
from totem_fit.lines import FRAMES, Visit
from totem_fit.skin import Skin

SUPPORT_DEG: Final = (60.0, 180.0, 300.0)
_SUPPORTS: Final = np.radians(SUPPORT_DEG).astype(np.float32)
_HOLD_N, _FOOT_MM, _PRELOAD_N, _WEIGHT_N = 4.01, 20.0, 8.0, 2.75
"""As in `hardware/forces.toml`."""
_LEVER_MM: Final = 6.0
_SUPPORT_RADIUS_MM: Final = 24.0
_MOST_N: Final = 60.0
_UNIT_N: Final = 0.1
_USUAL_N: Final = 3.6
_LAG_MS: Final = 0.4
"""Forces of a frame are the mean of its scans."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Borne:
    """Forces (n, FRAMES, 3), newtons, as a base sends them; and (n,) when the totem parts, or `NEVER_MS`."""

    forces: Reals
    lift_ms: Reals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Pulls:
    """All are (n, HANDS): when hands pull, how fast that grows, whether smoothly; and (n, HANDS, 3) up and moment."""

    from_ms: Reals
    ramp: Reals
    smooth: Flags
    toward: Reals
    wide: bool

    def at(self, t_ms: Reals) -> Reals:
        """Return (n, t, 3): newtons upward, and the moment's two parts in newton millimetres."""
        since = np.maximum(0, t_ms[:, :, None] - self.from_ms[:, None, :])
        force = np.minimum(_MOST_N, self.ramp[:, None] * since)
        if self.wide:
            smoothly = np.minimum(_MOST_N, self.ramp[:, None] * np.float32(0.02) * since * since)
            force = np.where(self.smooth[:, None], smoothly, force)
        return force.astype(np.float32) @ self.toward


def borne(luck: Luck, who: Cast, patches: Skin, stay: Visit, t_ms: Reals) -> Borne:
    """Draw pushes and pulls, one in ten misleading, and what the supports make of them."""
    wide = luck.wide
    misled = luck.chance(0.1, HANDS)
    strayed = luck.uniform(0, 360, HANDS)
    toward_deg = np.where(misled, strayed, who.reach + luck.normal(0, 17 if wide else 15, HANDS))
    hard = np.exp(luck.uniform(np.log(3), np.log(42), HANDS)) if wide else luck.uniform(5, 40, HANDS)
    impact_n, impact_ms = np.where(stay.brushes, 0, hard), luck.either((5, 15), (4, 18), HANDS)
    away = np.radians(who.reach + 180 + luck.normal(0, 19 if wide else 15, HANDS))
    down = np.where(who.claw, 0.8, 0.2)
    if wide:
        down = np.clip(down + luck.normal(0, 0.07, HANDS), 0.05, 0.95)
    pulls = _pulls(luck, who, patches, stay, toward_deg)
    steps = np.broadcast_to(np.arange(0, 240, 1.5, dtype=np.float32), (luck.many, 160))
    pulled = pulls.at(steps)
    apart = (pulled[..., 0] > _HOLD_N) | (pulled[..., 1] ** 2 + pulled[..., 2] ** 2 > (_HOLD_N * _FOOT_MM) ** 2)
    parted = apart.argmax(1).astype(np.float32) * 1.5 - luck.generator.uniform(0, 1.5, luck.many)
    lift_ms = np.where(apart.any(1), parted, NEVER_MS)
    t_ms = t_ms - _LAG_MS
    since = t_ms[:, :, None] - who.at_ms[:, None, :]
    blow = _blows(luck, since, impact_n, impact_ms, pulls.smooth)
    push = np.where(who.here[:, None], blow * (1 - down)[:, None] * _LEVER_MM, 0)
    blow = np.where(who.here[:, None], blow, 0)
    sideways = ((push * turned(away)[:, None]).sum(2) for turned in (np.cos, np.sin))
    shove = np.stack([(blow * down[:, None]).sum(2), *sideways], -1)
    pulled = pulls.at(t_ms)
    shove[..., 0] -= pulled[..., 0]
    shove[..., 1:] += pulled[..., 1:]
    if wide:
        where, size = luck.uniform(0, 360, HANDS), luck.uniform(0, 20, HANDS) * luck.chance(0.5, HANDS) * who.here
        squeezed, where = np.clip(since / 20, 0, 1), np.radians(where)
        shove[..., 1] += (squeezed * (size * np.cos(where))[:, None]).sum(2)
        shove[..., 2] += (squeezed * (size * np.sin(where))[:, None]).sum(2)
    return Borne(forces=_on_supports(luck, shove), lift_ms=lift_ms)


def _pulls(luck: Luck, who: Cast, patches: Skin, stay: Visit, toward_deg: Reals) -> _Pulls:
    does = ~stay.brushes & ~stay.lets_go & who.here
    if luck.wide:
        does &= luck.chance(0.93, HANDS)
    closing = np.exp(luck.uniform(np.log(14), np.log(110), HANDS)) if luck.wide else luck.uniform(20, 60, HANDS)
    from_ms = np.where(does, who.at_ms + closing, NEVER_MS)
    ramp = luck.uniform(0.02, 0.2, HANDS)
    rise = np.radians(luck.either((20, 60), (15, 70), HANDS))
    fingers = patches.fingers
    height = (patches.high_mm * fingers).sum(2) / np.maximum(1, fingers.sum(2))
    smooth = luck.chance(0.4, HANDS)
    toward, flat = np.radians(toward_deg), np.cos(rise) * height
    return _Pulls(
        from_ms=from_ms.astype(np.float32),
        ramp=ramp.astype(np.float32),
        smooth=smooth,
        toward=np.stack([np.sin(rise), flat * np.cos(toward), flat * np.sin(toward)], -1).astype(np.float32),
        wide=luck.wide,
    )


def _blows(luck: Luck, since: Reals, impact_n: Reals, impact_ms: Reals, smooth: Flags) -> Reals:
    """Return (n, FRAMES, HANDS) newtons of hands that land: half sines, or steeper ones; some land twice, or ring."""
    blow = impact_n[:, None] * np.sin(np.pi * np.clip(since / impact_ms[:, None], 0, 1))
    if not luck.wide:
        return blow
    steep = np.sin(np.pi * np.clip(np.maximum(since, 0) / impact_ms[:, None], 0, 1) ** 0.7)
    blow = np.where(smooth[:, None], impact_n[:, None] * np.maximum(0, steep) ** 1.5, blow)
    again, late = luck.chance(0.3, HANDS), luck.uniform(8, 25, HANDS)
    second = np.sin(np.pi * np.clip((since - late[:, None]) / impact_ms[:, None], 0, 1))
    blow += np.where(again, 0.5, 0)[:, None] * impact_n[:, None] * second
    return blow + _swings(luck, since, impact_n, impact_ms) if luck.rings else blow


def _swings(luck: Luck, since: Reals, impact_n: Reals, impact_ms: Reals) -> Reals:
    """Return (n, FRAMES, HANDS) newtons of a seat on its spring that swings back from a blow, and forth again."""
    share = np.where(luck.chance(0.6, HANDS), luck.uniform(0, 0.5, HANDS), 0)
    long_ms = impact_ms * np.exp(luck.uniform(np.log(0.5), np.log(2), HANDS))
    swings = np.zeros_like(since)
    for turn in (1, 2):
        begun = impact_ms + (turn - 1) * long_ms
        swing = np.sin(np.pi * np.clip((since - begun[:, None]) / long_ms[:, None], 0, 1))
        swings += ((-share) ** turn * impact_n)[:, None] * swing
    return swings


def _on_supports(luck: Luck, shove: Reals) -> Reals:
    """Return (n, FRAMES, 3): the totem rocks on its rim first; supports push only, and differ in gain and scale."""
    most = np.maximum(_HOLD_N + shove[..., 0], 0.1 * _HOLD_N) * _FOOT_MM
    share = np.minimum(1, most / np.maximum(np.hypot(shove[..., 1], shove[..., 2]), 1e-9))
    shove[..., 1:] *= share[..., None]
    total = np.maximum(shove[..., :1] + _WEIGHT_N + _PRELOAD_N, 0)
    lever = 2 / (3 * _SUPPORT_RADIUS_MM)
    each = np.maximum(total / 3 + shove[..., 1:] @ np.stack([np.cos(_SUPPORTS), np.sin(_SUPPORTS)]) * lever, 0)
    each = each * total / np.maximum(each.sum(-1, keepdims=True), 1e-9)
    gain = luck.normal(1, 0.07 if luck.wide else 0.05, 1, 3)
    noise = luck.generator.standard_normal((luck.many, FRAMES, 3), dtype=np.float32)
    forces = each * gain + np.float32(0.03 / np.sqrt(5)) * noise
    if luck.wide:
        forces = _USUAL_N * (np.maximum(forces, 0) / _USUAL_N) ** luck.uniform(0.9, 1.06, 1, 3)
    return (np.clip(np.floor(forces / _UNIT_N), 0, 255) * _UNIT_N).astype(np.float32)
