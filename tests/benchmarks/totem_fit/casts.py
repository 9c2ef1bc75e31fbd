"""Who comes to the totem: many grabs at once, drawn like the first generator's scenes, or wider than any."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from perroquet.totem.network import HANDS

Reals = NDArray[np.floating[Any]]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.integer[Any]]

SINGLE, STACKED, MINGLED, TWO, THREE = range(5)
KIND_P: Final = (0.36, 0.14, 0.20, 0.25, 0.05)
FINGER_P: Final = {False: (0.06, 0.10, 0.20, 0.32, 0.32), True: (0.08, 0.14, 0.22, 0.28, 0.28)}
NEVER_MS: Final = 1e6


class Luck:
    """Draws for `many` grabs at once, float32.

    Attributes:
        wide: wider than the first generator's table.
        rings: what stands on a spring swings back when it is struck.
    """

    def __init__(self, generator: Generator, many: int, *, wide: bool, rings: bool) -> None:
        self.generator, self.many, self.wide, self.rings = generator, many, wide, rings

    def uniform(self, low: float, high: float, *shape: int) -> Reals:
        return self.generator.uniform(low, high, (self.many, *shape)).astype(np.float32)

    def normal(self, mean: float, sd: float, *shape: int) -> Reals:
        return self.generator.normal(mean, sd, (self.many, *shape)).astype(np.float32)

    def chance(self, p: float, *shape: int) -> Flags:
        return self.generator.random((self.many, *shape)) < p

    def either(self, narrow: tuple[float, float], wide: tuple[float, float], *shape: int) -> Reals:
        """Draw uniformly from the range that is asked for."""
        return self.uniform(*(wide if self.wide else narrow), *shape)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cast:
    """Hands of many grabs; all are (n, HANDS).

    Attributes:
        here: there is such a hand.
        azimuth: its player's; `reach` is where from it really comes.
        claw: it comes from above.
        top_mm: height of its highest finger, as far as its reach lets it.
        at_ms: first contact, from the grab's.
        size: of the hand.
        coupled: share of the signal that the player's earthing leaves.
        soaked, wet: whether it is wet, and how much.
    """

    here: Flags
    fingers: Numbers
    azimuth: Reals
    reach: Reals
    claw: Flags
    top_mm: Reals
    at_ms: Reals
    size: Reals
    coupled: Reals
    soaked: Flags
    wet: Reals


def cast(luck: Luck) -> Cast:
    """Draw who comes."""
    n, wide = luck.many, luck.wide
    kind = luck.generator.choice(len(KIND_P), n, p=KIND_P)
    count = np.where(kind == SINGLE, 1, np.where(kind == THREE, 3, 2))
    paired = (kind == STACKED) | (kind == MINGLED)
    fingers = luck.generator.choice(np.arange(1, 6), (n, HANDS), p=FINGER_P[wide])
    azimuth = _azimuths(luck, paired)
    claw = luck.chance(0.38 if wide else 0.3, HANDS)
    claw[paired] = False
    top_mm = _tops(luck, kind, fingers, claw)
    at_ms = _arrivals(luck, paired, count)
    earth_pf = np.exp(luck.generator.uniform(np.log(1), np.log(2e4), (n, HANDS)))
    coupled = 0.5 + 0.5 * earth_pf / (earth_pf + 15)
    if wide:
        coupled = np.where(luck.chance(0.5, HANDS), coupled, luck.uniform(0.45, 1, HANDS))
    soaked = luck.chance(0.1, HANDS)
    return Cast(
        here=np.arange(HANDS) < count[:, None],
        fingers=fingers,
        azimuth=azimuth,
        claw=claw,
        top_mm=top_mm,
        at_ms=at_ms,
        coupled=coupled,
        soaked=soaked,
        wet=np.where(soaked, luck.uniform(1.3, 2, HANDS), 1.0),
        size=luck.either((0.8, 1.15), (0.74, 1.22), HANDS),
        reach=azimuth + luck.normal(0, 10 if wide else 9, HANDS),
    )


def _azimuths(luck: Luck, paired: Flags) -> Reals:
    one = luck.uniform(0, 360)
    side = np.where(luck.chance(0.5), 1, -1)
    other = one + np.where(paired, side * luck.uniform(60, 180), luck.uniform(25, 335))
    azimuth = np.stack([one, other, one + luck.uniform(150, 330)], 1)
    if luck.wide:  # two hands of one player
        azimuth[:, 1] = np.where(luck.chance(0.05), one + luck.normal(0, 15), azimuth[:, 1])
    return azimuth % 360


def _tops(luck: Luck, kind: Numbers, fingers: Numbers, claw: Flags) -> Reals:
    """Draw heights: anywhere; stacked hands do not touch, mingled ones have their fingers between each other's."""
    above = luck.either((118, 138), (100, 140), HANDS)
    top_mm = np.where(claw, above, luck.either((60, 135), (30, 140), HANDS))
    tall = 21.0 * np.maximum(0, fingers - 2)
    room = np.maximum(0, 120 - tall[:, 0] - tall[:, 1] - 24)
    below = luck.uniform(0, 1) * room
    lower = 10 + tall[:, 0] + below / 2
    upper = np.minimum(138, lower + 24 + tall[:, 1] + luck.uniform(0, 1) * (room - below))
    first = luck.uniform(55, 90)
    second = first + luck.uniform(15, 35)
    top_mm[:, 0] = np.where(kind == STACKED, lower, np.where(kind == MINGLED, first, top_mm[:, 0]))
    top_mm[:, 1] = np.where(kind == STACKED, upper, np.where(kind == MINGLED, second, top_mm[:, 1]))
    return top_mm


def _arrivals(luck: Luck, paired: Flags, count: Numbers) -> Reals:
    close = luck.uniform(0, 40)
    late = np.where(paired, close, np.where(luck.chance(0.75), luck.uniform(0, 45), luck.uniform(45, 140)))
    swapped = luck.chance(0.5) & paired
    at_ms = np.stack([np.where(swapped, late, 0), np.where(swapped, 0, late), luck.uniform(0, 80)], 1)
    at_ms[:, 1:] = np.where(np.arange(1, HANDS) < count[:, None], at_ms[:, 1:], NEVER_MS)
    return at_ms - at_ms.min(1, keepdims=True)
