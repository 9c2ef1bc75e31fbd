"""Where the skin of hands lies on the totem, and when each patch of it lands.

Of each hand the first five patches are fingers: four that lie one under the other, or around the totem of a hand from
above, and the thumb or a fifth. Wider than the first generator's hands there may be a palm, and a second patch of a
finger: fingers have joints. Also pinching hands, plasters, thumbs elsewhere, fingers that land one by one.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from perroquet.totem.network import HANDS
from totem_fit.casts import NEVER_MS, Cast, Flags, Luck, Numbers, Reals

FINGERS: Final = 5
PALM: Final = 5
PATCHES: Final = {False: 5, True: 11}
"""Of each hand, drawn as the first generator does, or wider."""
RADIUS_MM: Final = 20.0
_NOBODYS: Final = 1e9
_WHOSE: Final = np.array([0, 1, 2, 3, 4, -1, 0, 1, 2, 3, 4])
"""Finger of each patch; a palm is none."""
_STACK: Final[Reals] = np.arange(4, dtype=np.float64)
_AROUND: Final[Reals] = np.arange(FINGERS, dtype=np.float64)
_SECOND: Final = slice(6, 11)


@dataclass(slots=True, kw_only=True, eq=False)
class Skin:
    """Patches; all are (n, HANDS, patches).

    Attributes:
        there: there is such a patch.
        finger: of which finger it is part; -1 = of none.
        high_mm, azimuth: of its middle; across_mm and around_mm its size along the height and around.
        gain: of what it is felt by.
        on_ms: when it lands, from the grab's first contact.
        tau_ms: of its growth; `power` of the exponential law's time, `bend` that of the law of a rising load.
        loaded: it grows by that law.
    """

    there: Flags
    finger: Numbers
    high_mm: Reals
    azimuth: Reals
    across_mm: Reals
    around_mm: Reals
    gain: Reals
    on_ms: Reals
    tau_ms: Reals
    power: Reals
    bend: Reals
    loaded: Flags

    @property
    def fingers(self) -> Flags:
        """Which patches are of a finger."""
        return self.there & (self.finger >= 0)


def skin(luck: Luck, who: Cast) -> Skin:
    """Draw the patches of all hands."""
    shape = (luck.many, HANDS, PATCHES[luck.wide])
    pitch, width, turn, top = _lie(luck, who)
    patches = Skin(
        there=np.zeros(shape, bool),
        finger=np.tile(_WHOSE[: shape[2]], (luck.many, HANDS, 1)),
        high_mm=np.zeros(shape, np.float32),
        azimuth=np.zeros(shape, np.float32),
        across_mm=np.ones(shape, np.float32),
        around_mm=np.ones(shape, np.float32),
        gain=_gains(luck, shape[2]),
        on_ms=np.zeros(shape, np.float32),
        tau_ms=np.ones(shape, np.float32),
        power=np.ones(shape, np.float32),
        bend=np.zeros(shape, np.float32),
        loaded=np.zeros(shape, bool),
    )
    _stack(luck, who, patches, pitch, width, turn, top)
    _thumb(luck, who, patches, pitch, width, turn, top)
    _claw(luck, who, patches)
    spread = luck.either((6, 8), (3, 10), HANDS, 1)
    patches.on_ms = np.abs(luck.generator.normal(0, 1, shape).astype(np.float32)) * spread
    patches.tau_ms = luck.uniform(2, 10, HANDS, 1) * np.ones((1, 1, shape[2]), np.float32)
    if luck.wide:
        pinched = _pinch(luck, who, patches, turn, top)
        _joints(luck, who, patches, turn, pinched)
        _palm(luck, who, patches, pinched)
        _landing(luck, patches)
        _growth(luck, patches)
        weak = luck.chance(0.05, HANDS, 1) & luck.chance(0.4, *shape[1:])
        patches.gain = np.where(weak, patches.gain * luck.uniform(0.2, 0.6, *shape[1:]), patches.gain)
    patches.there &= who.here[..., None]
    first = np.where(patches.there, patches.on_ms, _NOBODYS).min(2, keepdims=True)
    patches.on_ms = np.where(patches.there, patches.on_ms - first + who.at_ms[..., None], NEVER_MS)
    return patches


def _lie(luck: Luck, who: Cast) -> tuple[Reals, Reals, Numbers, Reals]:
    """Return, of each hand: pitch and width of its fingers, which way it turns, and where its highest finger lies."""
    sd = 1.6 if luck.wide else 1.2
    pitch, width = luck.normal(19, sd, HANDS) * who.size, luck.normal(13.5, sd, HANDS) * who.size
    turn = np.where(luck.chance(0.5, HANDS), 1, -1)
    stacked = np.maximum(1, who.fingers - 1)
    return pitch, width, turn, np.maximum(who.top_mm, (stacked - 1) * pitch + width / 2 + 2)


def _gains(luck: Luck, patches: int) -> Reals:
    if not luck.wide:
        return luck.uniform(0.6, 1.1, HANDS, patches)
    unlike = luck.chance(0.7, HANDS, 1)
    return np.where(unlike, luck.uniform(0.55, 1.15, HANDS, patches), luck.uniform(0.75, 1.0, HANDS, patches))


def _stack(luck: Luck, who: Cast, patches: Skin, pitch: Reals, width: Reals, turn: Numbers, top: Reals) -> None:
    """Lay fingers one under the other around one side."""
    four = slice(0, 4)
    patches.high_mm[:, :, four] = top[..., None] - _STACK * pitch[..., None] + luck.normal(0, 1.2, HANDS, 4)
    fan: Reals = np.zeros(1)
    if luck.wide:
        fan = np.where(luck.chance(0.3, HANDS), luck.normal(0, 8, HANDS), 0.0)[..., None] * _STACK
    patches.azimuth[:, :, four] = who.reach[..., None] + turn[..., None] * (luck.normal(100, 11, HANDS, 4) + fan)
    if luck.wide:
        patches.azimuth[:, :, four] += (turn * luck.normal(0, 12, HANDS))[..., None]
    patches.across_mm[:, :, four] = width[..., None] * luck.uniform(0.9, 1.05, HANDS, 4)
    if luck.wide:
        patches.across_mm[:, :, 3] *= np.where(luck.chance(0.5, HANDS), luck.uniform(0.8, 1, HANDS), 1)
        some = luck.chance(0.25, HANDS, 1)
        patches.around_mm[:, :, four] = np.where(some, luck.uniform(18, 70, HANDS, 4), luck.uniform(28, 57, HANDS, 4))
    else:
        patches.around_mm[:, :, four] = luck.uniform(30, 55, HANDS, 4)
    patches.there[:, :, four] = np.maximum(1, who.fingers - 1)[..., None] > _STACK


def _thumb(luck: Luck, who: Cast, patches: Skin, pitch: Reals, width: Reals, turn: Numbers, top: Reals) -> None:
    """Lay the thumb around the other side: near the index, or of a hand turned over at its other end, or anywhere."""
    high = np.maximum(width / 2, top + luck.normal(-4, 5, HANDS))
    if luck.wide:
        way, tall = luck.generator.random((luck.many, HANDS)), np.maximum(1, who.fingers - 1) * pitch
        over = np.where(way < 0.87, top - tall + luck.normal(6, 6, HANDS), top + luck.uniform(-60, 20, HANDS))
        high = np.maximum(width / 2, np.where(way < 0.75, high, over))
    patches.high_mm[:, :, 4] = high
    patches.azimuth[:, :, 4] = who.reach - turn * luck.normal(69, 17 if luck.wide else 14, HANDS)
    patches.across_mm[:, :, 4] = width * (luck.uniform(1, 1.3, HANDS) if luck.wide else 1.15)
    patches.around_mm[:, :, 4] = luck.either((18, 30), (14, 33), HANDS)
    patches.there[:, :, 4] = who.fingers >= 2


def _claw(luck: Luck, who: Cast, patches: Skin) -> None:
    """Lay fingertips around the totem where a hand comes from above, lengthwise."""
    five, claw = slice(0, FINGERS), who.claw[..., None]
    if luck.wide:
        even, step = luck.chance(0.3, HANDS), 360 / np.maximum(4, who.fingers + luck.uniform(-0.2, 1, HANDS))
        step = np.where(even, step, luck.normal(56, 9, HANDS))
    else:
        step = luck.normal(58, 7, HANDS)
    places = (_AROUND - ((who.fingers - 1) / 2)[..., None]) * step[..., None]
    azimuth = who.reach[..., None] + 180 + places + luck.normal(0, 8 if luck.wide else 7, HANDS, FINGERS)
    drop = luck.either((0, 14), (0, 18), HANDS, FINGERS)
    patches.high_mm[:, :, five] = np.where(claw, who.top_mm[..., None] - drop, patches.high_mm[:, :, five])
    patches.azimuth[:, :, five] = np.where(claw, azimuth, patches.azimuth[:, :, five])
    long = _claw_lengths(luck) * who.size[..., None]
    patches.across_mm[:, :, five] = np.where(claw, long, patches.across_mm[:, :, five])
    narrow = luck.either((9, 14), (8, 16), HANDS, FINGERS) * who.size[..., None]
    patches.around_mm[:, :, five] = np.where(claw, narrow, patches.around_mm[:, :, five])
    patches.there[:, :, five] = np.where(claw, who.fingers[..., None] > _AROUND, patches.there[:, :, five])


def _claw_lengths(luck: Luck) -> Reals:
    if not luck.wide:
        return luck.uniform(20, 30, HANDS, FINGERS)
    tips, tip = luck.chance(0.4, HANDS, 1), luck.uniform(11, 24, HANDS, FINGERS)
    usual, long = luck.chance(0.5, HANDS, 1), luck.uniform(20, 32, HANDS, FINGERS)
    return np.where(tips, tip, np.where(usual, long, luck.uniform(26, 46, HANDS, FINGERS)))


def _pinch(luck: Luck, who: Cast, patches: Skin, turn: Numbers, top: Reals) -> Flags:
    """Lay one or two fingertips against the thumb; return which hands do."""
    four = slice(0, 4)
    pinched = luck.chance(0.3, HANDS) & ~who.claw & (who.fingers <= 3) & (who.fingers >= 2)
    each, across = pinched[..., None], who.reach + turn * luck.normal(85, 17, HANDS)
    high = top[..., None] - _STACK * (luck.normal(14.5, 2.5, HANDS) * who.size)[..., None]
    patches.high_mm[:, :, four] = np.where(each, high, patches.high_mm[:, :, four])
    opposite = across[..., None] + 180 + luck.normal(0, 10, HANDS, 4)
    patches.azimuth[:, :, four] = np.where(each, opposite, patches.azimuth[:, :, four])
    tall = luck.uniform(10, 18, HANDS, 4) * who.size[..., None]
    patches.across_mm[:, :, four] = np.where(each, tall, patches.across_mm[:, :, four])
    patches.around_mm[:, :, four] = np.where(each, luck.uniform(8, 16, HANDS, 4), patches.around_mm[:, :, four])
    patches.high_mm[:, :, 4] = np.where(pinched, top + luck.normal(-2, 4, HANDS), patches.high_mm[:, :, 4])
    patches.azimuth[:, :, 4] = np.where(pinched, across, patches.azimuth[:, :, 4])
    patches.across_mm[:, :, 4] = np.where(pinched, luck.uniform(10, 19, HANDS), patches.across_mm[:, :, 4])
    patches.around_mm[:, :, 4] = np.where(pinched, luck.uniform(8, 16, HANDS), patches.around_mm[:, :, 4])
    return pinched


def _joints(luck: Luck, who: Cast, patches: Skin, turn: Numbers, pinched: Flags) -> None:
    """Let fingers of some hands press with two patches: further around, or further down of a hand from above."""
    five, beside = slice(0, FINGERS), ~who.claw[..., None]
    bent = (luck.chance(0.35, HANDS) & ~pinched)[..., None] & patches.there[:, :, five] & luck.chance(0.85, HANDS, 5)
    patches.there[:, :, _SECOND] = bent
    slope = luck.normal(0, 5, HANDS)[..., None]
    apart = luck.uniform(16, 30, HANDS, FINGERS)
    high, across = patches.high_mm[:, :, five], patches.across_mm[:, :, five]
    azimuth = patches.azimuth[:, :, five]
    patches.high_mm[:, :, _SECOND] = np.where(beside, high + slope, high - across * 0.75)
    further = azimuth + turn[..., None] * np.degrees(apart / RADIUS_MM)
    patches.azimuth[:, :, _SECOND] = np.where(beside, further, azimuth + luck.normal(0, 4, HANDS, FINGERS))
    patches.across_mm[:, :, _SECOND] = across * np.where(beside, 1, 0.6)
    around = patches.around_mm[:, :, five]
    patches.around_mm[:, :, _SECOND] = np.where(beside, luck.uniform(10, 24, HANDS, FINGERS), around)
    patches.around_mm[:, :, five] = np.where(bent & beside, luck.uniform(10, 28, HANDS, FINGERS), around)
    patches.across_mm[:, :, five] *= np.where(bent & ~beside, 0.6, 1)
    patches.gain[:, :, _SECOND] *= luck.uniform(0.6, 1.1, HANDS, FINGERS)


def _palm(luck: Luck, who: Cast, patches: Skin, pinched: Flags) -> None:
    """Lay the ball of the hand on the side of its player, or on the top under a hand from above."""
    four = patches.there[:, :, :4]
    patches.there[:, :, PALM] = luck.chance(0.3, HANDS) & ~pinched & ((who.fingers >= 3) | luck.chance(0.3, HANDS))
    low = np.where(four, patches.high_mm[:, :, :4], _NOBODYS).min(2)
    high = np.where(four, patches.high_mm[:, :, :4], -_NOBODYS).max(2)
    over = high + luck.uniform(0, 14, HANDS)
    patches.high_mm[:, :, PALM] = np.where(who.claw, over, low + luck.uniform(0, 1, HANDS) * (high - low))
    patches.azimuth[:, :, PALM] = who.reach + luck.normal(0, 22, HANDS)
    flat = luck.uniform(6, 14, HANDS)
    patches.across_mm[:, :, PALM] = np.where(who.claw, flat, luck.uniform(12, 45, HANDS))
    patches.around_mm[:, :, PALM] = luck.uniform(6, 32, HANDS)


def _landing(luck: Luck, patches: Skin) -> None:
    """Let fingers land at random, one by one from either end, or all at once with a straggler."""
    many = int(patches.on_ms.shape[2])
    way = luck.generator.random((luck.many, HANDS, 1))
    rolled: Reals = (np.arange(float(many)) % 6) * luck.uniform(0, 7, HANDS, 1) + luck.normal(0, 1.5, HANDS, many)
    rolled = np.where(luck.chance(0.5, HANDS, 1), rolled, rolled.max(2, keepdims=True) - rolled)
    at_once = luck.uniform(0, 3, HANDS, many)
    at_once = at_once + luck.chance(0.15, HANDS, many) * luck.generator.exponential(8, (luck.many, HANDS, many))
    on_ms = np.where(way < 0.55, patches.on_ms, np.where(way < 0.85, rolled, at_once))
    on_ms[:, :, _SECOND] = on_ms[:, :, :FINGERS] + luck.uniform(-7, 7, HANDS, FINGERS)
    on_ms[:, :, PALM] = on_ms[:, :, :FINGERS].mean(2) + luck.uniform(-8, 28, HANDS)
    patches.on_ms = on_ms


def _growth(luck: Luck, patches: Skin) -> None:
    shape = patches.on_ms.shape
    unlike = luck.uniform(2, 10, HANDS, 1) * np.exp(
        luck.generator.normal(0, 1, shape) * np.where(luck.chance(0.5, HANDS, 1), 0, 0.35)
    )
    plain, power = luck.chance(0.5, HANDS, 1), np.exp(luck.normal(0, 0.3, HANDS, 1))
    patches.tau_ms = unlike
    patches.power = np.clip(np.where(plain, 1, power) * np.ones((1, 1, shape[2])), 0.5, 1.8)
    patches.loaded = np.broadcast_to(luck.chance(0.35, HANDS, 1), shape)
    patches.bend = luck.uniform(0.5, 1.1, HANDS, 1) * np.ones((1, 1, shape[2]))
