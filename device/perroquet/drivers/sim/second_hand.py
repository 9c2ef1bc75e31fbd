"""A hand with joints and a palm: which patches of skin lie where on the totem, and when each lands."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.second_table import SECOND, Skewed
from perroquet.drivers.sim.shape import SHAPE

PALM = -1
_THUMB = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """One patch of skin on the film.

    Attributes:
        finger: 0 index to 3 little finger, 4 thumb, `PALM`.
        height_mm, azimuth_deg: of its middle.
        tall_mm, round_mm: along the height and around.
        late_ms: after the first of the hand.
        rise_ms: until its load is whole.
        bounce_ms: when it jumps off for 3 ms, after landing; None = it does not.
    """

    finger: int
    height_mm: float
    azimuth_deg: float
    tall_mm: float
    round_mm: float
    gain: float
    late_ms: float = 0.0
    rise_ms: float = 0.0
    bounce_ms: float | None = None


def pads_of(hand: VirtualHand, luck: random.Random, reach_deg: float) -> list[Pad]:
    """Draw where the skin of a hand lies that reaches in at `reach_deg`, and when, the first pad at 0 ms."""
    size = max(0.78, min(1.2, luck.gauss(*SECOND.hand_size))) if hand.scale is None else hand.scale
    turn = -1 if luck.random() < SECOND.left_handed else 1
    lay = _lay_of(hand, luck)
    pads = lay(hand, luck, reach_deg, size, turn)
    pads = _bandaged(_lowered(pads, hand.top_mm), luck)
    return _timed(pads, luck)


def drawn(luck: random.Random, skewed: Skewed) -> float:
    """Return a log-normal draw kept within its ends."""
    median, sigma, low, high = skewed
    return max(low, min(high, median * math.exp(luck.gauss(0, sigma))))


def _lay_of(hand: VirtualHand, luck: random.Random):  # noqa: ANN202 - one of the four below
    chance = luck.random()
    if hand.grip == "claw":
        return _overhand if chance < SECOND.overhand_p else _claw
    if hand.fingers in {2, 3} and chance < SECOND.pinch_p:
        return _pinch
    return _wrap


def _present(hand: VirtualHand, luck: random.Random) -> list[int]:
    """Return the fingers besides the thumb, from the index on."""
    k = max(1, hand.fingers - 1)
    return list(range(4 - k, 4)) if luck.random() < SECOND.ulnar_p else list(range(k))


def _wrap(hand: VirtualHand, luck: random.Random, reach: float, size: float, turn: int) -> list[Pad]:
    """Fingers around the far side, phalanx by phalanx; which of them touch depends on how far the joints bend."""
    knuckle = luck.gauss(*SECOND.knuckle_mm) * size
    wide = luck.gauss(*SECOND.pad_wide_mm) * size
    mcp, pip = luck.gauss(*SECOND.mcp_deg), luck.gauss(*SECOND.pip_deg)
    slope = math.tan(math.radians(luck.gauss(*SECOND.slant_deg)))
    down = -1 if luck.random() < SECOND.reversed_p else 1
    start = math.radians(luck.gauss(*SECOND.start_deg)) * SHAPE.radius_mm
    fingers = _present(hand, luck)
    pads: list[Pad] = []
    for finger in fingers:
        long = SECOND.finger_long[finger] * size
        along = start + luck.gauss(0, 3)
        bends = (mcp + luck.gauss(0, 7), pip + luck.gauss(0, 9), 90.0)  # a fingertip always touches
        for length, bend in zip(SECOND.phalanx_mm, bends, strict=True):
            middle = along + length * long / 2
            along += length * long
            if bend > SECOND.touch_deg:
                pads.append(
                    Pad(
                        finger=finger,
                        height_mm=-down * finger * knuckle - slope * (middle - start) + luck.gauss(0, 1),
                        azimuth_deg=reach - turn * math.degrees(middle / SHAPE.radius_mm),
                        tall_mm=wide * luck.uniform(0.88, 1.06) * (0.85 if finger == 3 else 1.0),
                        round_mm=length * long * luck.uniform(*SECOND.pad_share),
                        gain=luck.uniform(*SECOND.pad_gain),
                    )
                )
    if hand.fingers >= 2:
        pads.append(
            Pad(
                finger=_THUMB,
                height_mm=down * luck.gauss(2, 6) - fingers[0] * down * knuckle,
                azimuth_deg=reach + turn * luck.gauss(*SECOND.thumb_deg),
                tall_mm=wide * luck.uniform(1.05, 1.3),
                round_mm=luck.uniform(*SECOND.thumb_mm) * size,
                gain=luck.uniform(*SECOND.pad_gain),
            )
        )
    if hand.fingers >= 3 and luck.random() < SECOND.palm_p:
        tall, around = (luck.uniform(*side) * size for side in SECOND.palm_mm)
        pads.append(
            Pad(
                finger=PALM,
                height_mm=-down * knuckle * (fingers[0] + fingers[-1]) / 2 + luck.gauss(0, 6),
                azimuth_deg=reach + turn * luck.gauss(5, 12),
                tall_mm=min(tall, knuckle * len(fingers)),
                round_mm=around,
                gain=luck.uniform(*SECOND.pad_gain) * 0.8,
            )
        )
    return pads


def _tip(luck: random.Random, size: float, finger: int, height_mm: float, azimuth_deg: float) -> Pad:
    tall, around = (luck.uniform(*side) * size for side in SECOND.tip_mm)
    return Pad(
        finger=finger,
        height_mm=height_mm,
        azimuth_deg=azimuth_deg,
        tall_mm=tall,
        round_mm=around,
        gain=luck.uniform(*SECOND.pad_gain),
    )


def _pinch(hand: VirtualHand, luck: random.Random, reach: float, size: float, turn: int) -> list[Pad]:
    """The thumb against one or two fingertips, across the reach."""
    across = reach + turn * luck.gauss(85, 15)
    pads = [_tip(luck, size, _THUMB, luck.gauss(0, 3), across)]
    for k in range(hand.fingers - 1):
        height = -k * luck.gauss(14, 2) * size + luck.gauss(0, 2)
        pads.append(_tip(luck, size, k, height, across + 180 + luck.gauss(0, 9)))
    return pads


def _claw(hand: VirtualHand, luck: random.Random, reach: float, size: float, turn: int) -> list[Pad]:
    """Fingertips all around, from above."""
    step = luck.gauss(360 / max(4, hand.fingers + 0.6), 8)
    pads = [
        _tip(luck, size, finger, -luck.uniform(0, 15), reach + 180 - turn * (finger - 1.2) * step + luck.gauss(0, 9))
        for finger in _present(hand, luck)
    ]
    if hand.fingers >= 2:
        pads.append(_tip(luck, size, _THUMB, -luck.uniform(0, 12), reach + turn * luck.gauss(30, 15)))
    return pads


def _overhand(hand: VirtualHand, luck: random.Random, reach: float, size: float, turn: int) -> list[Pad]:
    """Fingers laid along the height, from above, the heel of the hand perhaps on the highest rings."""
    step = luck.gauss(*SECOND.fan_deg)
    wide = luck.gauss(*SECOND.pad_wide_mm) * size
    pads: list[Pad] = []
    for finger in _present(hand, luck):
        long = luck.uniform(*SECOND.overhand_mm) * SECOND.finger_long[finger] * size
        azimuth = reach + 180 - turn * (finger - 1.3) * step + luck.gauss(0, 6)
        drop = luck.uniform(0, 9)
        for share, middle in ((0.5, 0.25), (0.4, 0.78)):
            pads.append(
                Pad(
                    finger=finger,
                    height_mm=-drop - middle * long,
                    azimuth_deg=azimuth,
                    tall_mm=long * share,
                    round_mm=wide * luck.uniform(0.8, 1.0),
                    gain=luck.uniform(*SECOND.pad_gain),
                )
            )
    if hand.fingers >= 2:
        pads.append(_tip(luck, size * 1.2, _THUMB, -luck.uniform(4, 20), reach + turn * luck.gauss(25, 18)))
    if hand.fingers >= 4 and luck.random() < SECOND.palm_p:
        around = luck.uniform(*SECOND.palm_mm[1])
        pads.append(
            Pad(
                finger=PALM,
                height_mm=luck.uniform(-6, 4),
                azimuth_deg=reach + luck.gauss(0, 12),
                tall_mm=9.0,
                round_mm=around,
                gain=0.6,
            )
        )
    return pads


def _lowered(pads: Sequence[Pad], top_mm: float) -> list[Pad]:
    """Bring the highest finger to `top_mm`, but no skin into the base."""
    fingers = {pad.finger for pad in pads} - {PALM}
    means = [
        sum(pad.height_mm for pad in pads if pad.finger == finger) / sum(pad.finger == finger for pad in pads)
        for finger in fingers
    ]
    least = max(pad.tall_mm / 2 - pad.height_mm for pad in pads)
    lift = max(top_mm - max(means), least)
    return [replace(pad, height_mm=pad.height_mm + lift) for pad in pads]


def _bandaged(pads: list[Pad], luck: random.Random) -> list[Pad]:
    if luck.random() >= SECOND.bandaged_p:
        return pads
    fingers = sorted({pad.finger for pad in pads} - {PALM})
    worn = set(luck.sample(fingers, min(len(fingers), luck.choice((1, 2)))))
    weak = luck.uniform(*SECOND.bandage)
    return [replace(pad, gain=pad.gain * weak) if pad.finger in worn else pad for pad in pads]


def _timed(pads: Sequence[Pad], luck: random.Random) -> list[Pad]:
    """Let the fingers land in their order, the phalanges of each one after the other, either end first."""
    order = luck.choices((1, -1, 0), SECOND.order_p)[0]
    sweep = luck.uniform(*SECOND.sweep_ms)
    tips_first = luck.random() < 0.5
    at: dict[int, float] = {}
    for finger in sorted({pad.finger for pad in pads}):
        if finger == PALM:
            at[finger] = luck.uniform(*SECOND.palm_late_ms)
        elif finger == _THUMB:
            at[finger] = luck.gauss(*SECOND.thumb_late_ms)
        else:
            at[finger] = (finger if order > 0 else 3 - finger) * sweep * abs(order) + abs(
                luck.gauss(0, SECOND.jitter_ms)
            )
    timed: list[Pad] = []
    for pad in reversed(pads) if tips_first else pads:
        bounces = luck.random() < SECOND.bounce_p
        timed.append(
            replace(
                pad,
                late_ms=at[pad.finger],
                rise_ms=drawn(luck, SECOND.rise_ms),
                bounce_ms=luck.uniform(4, 9) if bounces else None,
            )
        )
        at[pad.finger] += luck.uniform(*SECOND.phalanx_late_ms)
    first = min(pad.late_ms for pad in timed)
    return [replace(pad, late_ms=pad.late_ms - first) for pad in timed]
