"""Seeded grabs on the virtual totem, with the truth beside the window."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.windows import window_of
from perroquet.kernel.readings import SETTLE, Window
from perroquet.kernel.units import Degrees

_START_US = 100_000
_SETTLE_US = SETTLE * 1000
_COUNTS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """One window and what really happened.

    Attributes:
        hands: by first contact.
        fingers: of each hand in contact at the ruling instant.
        window: as a faultless link would deliver it.
    """

    hands: tuple[VirtualHand, ...]
    fingers: tuple[int, ...]
    window: Window

    @property
    def gap_ms(self) -> float:
        """Of the first two hands."""
        return self.hands[1].at_ms - self.hands[0].at_ms


def scene_of(seed: str, hands: Sequence[VirtualHand], *, metal: bool = True) -> Scene:
    """Play `hands` on the totem of `seed`."""
    totem = VirtualTotem(seed)
    totem.grab(hands, _START_US)
    window = window_of(totem, _START_US - 20_000, metal=metal)
    if window is None:
        raise ValueError(f"nobody was felt in scene {seed!r}; give hands that touch the totem")
    ruling_us = min(_SETTLE_US, window.lift_us or _SETTLE_US) - 1
    return Scene(
        hands=tuple(sorted(hands, key=lambda hand: hand.at_ms)),
        fingers=totem.landed(window.contact.first + ruling_us),
        window=window,
    )


def duel(seed: int, *, lower_first: bool = True, azimuths: tuple[float, float] = (40.0, 160.0)) -> Scene:
    """Return the scripted scene of the bench: 4 fingers, then 3 fingers 12 ms later."""
    heights = (72.0, 128.0) if lower_first else (132.0, 55.0)
    return scene_of(
        str(seed),
        [
            VirtualHand(azimuth=Degrees(azimuths[0]), at_ms=0.0, fingers=4, top_mm=heights[0]),
            VirtualHand(azimuth=Degrees(azimuths[1]), at_ms=12.0, fingers=3, top_mm=heights[1]),
        ],
    )


def single(seed: int, weights: Sequence[float] = PHYSICS.finger_p) -> Scene:
    """Return one hand anywhere, seven in ten from the side."""
    luck = random.Random(f"single/{seed}")
    fingers = luck.choices(_COUNTS, weights)[0]
    azimuth = Degrees(luck.uniform(0, 360))
    if luck.random() < 0.7:
        hand = VirtualHand(azimuth=azimuth, at_ms=0.0, fingers=fingers, top_mm=luck.uniform(60, 135))
    else:
        hand = VirtualHand(azimuth=azimuth, at_ms=0.0, fingers=fingers, top_mm=luck.uniform(118, 138), grip="claw")
    return scene_of(f"single/{seed}", [hand])


def stacked(seed: int, weights: Sequence[float] = PHYSICS.finger_p) -> Scene:
    """Return two hands one above the other without touching, either first, up to 40 ms apart."""
    luck = random.Random(f"stacked/{seed}")
    below, above = luck.choices(_COUNTS, weights, k=2)
    tall_below, tall_above = 21.0 * max(0, below - 2), 21.0 * max(0, above - 2)
    room = max(0.0, 120.0 - tall_below - tall_above - 24.0)
    first_room = luck.uniform(0, room)
    top_below = 10.0 + tall_below + first_room / 2
    top_above = min(138.0, top_below + 24.0 + tall_above + luck.uniform(0, room - first_room))
    azimuth = luck.uniform(0, 360)
    other = (azimuth + luck.choice((-1, 1)) * luck.uniform(60, 180)) % 360
    late = luck.uniform(0, 40)
    order = (0.0, late) if luck.random() < 0.5 else (late, 0.0)
    return scene_of(
        f"stacked/{seed}",
        [
            VirtualHand(azimuth=Degrees(azimuth), at_ms=order[0], fingers=below, top_mm=top_below),
            VirtualHand(azimuth=Degrees(other), at_ms=order[1], fingers=above, top_mm=top_above),
        ],
    )


def mingled(seed: int, weights: Sequence[float] = PHYSICS.finger_p) -> Scene:
    """Return two hands whose fingers mostly lie between each other's."""
    luck = random.Random(f"mingled/{seed}")
    below, above = luck.choices(_COUNTS, weights, k=2)
    top = luck.uniform(55, 90)
    azimuth = luck.uniform(0, 360)
    other = (azimuth + luck.choice((-1, 1)) * luck.uniform(60, 180)) % 360
    late = luck.uniform(0, 40)
    order = (0.0, late) if luck.random() < 0.5 else (late, 0.0)
    return scene_of(
        f"mingled/{seed}",
        [
            VirtualHand(azimuth=Degrees(azimuth), at_ms=order[0], fingers=below, top_mm=top),
            VirtualHand(azimuth=Degrees(other), at_ms=order[1], fingers=above, top_mm=top + luck.uniform(15, 35)),
        ],
    )


SCENES: dict[str, Callable[[int, Sequence[float]], Scene]] = {
    "single": single,
    "stacked": stacked,
    "mingled": mingled,
}
