"""Seeded grabs on the virtual totem, with the truth beside the window; from either generator."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import HandTruth, Model
from perroquet.drivers.sim.windows import recording_of, window_of
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.readings import SETTLE, Window
from perroquet.kernel.units import Degrees

_START_US = 100_000
_LOOK_FROM_US = _START_US - 20_000
_SETTLE_US = SETTLE * 1000
_COUNTS = (1, 2, 3, 4, 5)


class NobodyFelt(PerroquetError, ValueError):
    """A scene without a contact."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """One window and what really happened.

    Attributes:
        hands: as scripted, by first contact.
        truth: what each of them did, at the ruling instant.
        window: as a faultless link would deliver it.
        totem: what was played; its clock is that of the window's contact.
    """

    hands: tuple[VirtualHand, ...]
    truth: tuple[HandTruth, ...]
    window: Window
    totem: VirtualTotem

    @property
    def fingers(self) -> tuple[int, ...]:
        """Of each hand, in contact at the ruling instant."""
        return tuple(hand.fingers for hand in self.truth)

    @property
    def gap_ms(self) -> float:
        """Of the first two hands."""
        return self.hands[1].at_ms - self.hands[0].at_ms

    @property
    def late_us(self) -> int:
        """Of the window's contact, after the true one of the first hand."""
        return int(self.window.contact.first) - self.truth[0].first_us

    def recording(self) -> Window:
        """Return every scan, as pulled from the base afterwards."""
        window = recording_of(self.totem, _LOOK_FROM_US)
        assert window is not None  # noqa: S101 - narrows; what has a window has a record
        return window


def scene_of(seed: str, hands: Sequence[VirtualHand], *, model: Model = FIRST_MODEL) -> Scene:
    """Play `hands` on the totem of `seed`.

    Raises:
        NobodyFelt: the base made no window of them: nobody touched, or only in a glove and let the totem be.
    """
    totem = VirtualTotem(seed, model)
    totem.grab(hands, _START_US)
    window = window_of(totem, _LOOK_FROM_US)
    if window is None:
        raise NobodyFelt(f"nobody was felt in scene {seed!r}; give hands that touch the totem")
    ruling_us = min(_SETTLE_US, window.lift_us or _SETTLE_US) - 1
    return Scene(
        hands=tuple(sorted(hands, key=lambda hand: hand.at_ms)),
        truth=totem.truth(window.contact.first + ruling_us),
        window=window,
        totem=totem,
    )


def duel(
    seed: int,
    *,
    lower_first: bool = True,
    azimuths: tuple[float, float] = (40.0, 160.0),
    model: Model = FIRST_MODEL,
) -> Scene:
    """Return the scripted scene of the bench: 4 fingers, then 3 fingers 12 ms later."""
    heights = (72.0, 128.0) if lower_first else (132.0, 55.0)
    return scene_of(
        str(seed),
        [
            VirtualHand(azimuth=Degrees(azimuths[0]), at_ms=0.0, fingers=4, top_mm=heights[0]),
            VirtualHand(azimuth=Degrees(azimuths[1]), at_ms=12.0, fingers=3, top_mm=heights[1]),
        ],
        model=model,
    )


def hand_from(
    luck: random.Random, azimuth: float, at_ms: float, *, model: Model = FIRST_MODEL, fingers: int | None = None
) -> VirtualHand:
    """Draw a hand as the model has them: fingers, from the side or above, at any height it can reach, wet at times."""
    count = luck.choices(_COUNTS, model.finger_p)[0] if fingers is None else fingers
    claw = luck.random() < model.claw_p
    return VirtualHand(
        azimuth=Degrees(azimuth % 360),
        at_ms=at_ms,
        fingers=count,
        top_mm=luck.uniform(118, 138) if claw else luck.uniform(60, 135),
        grip="claw" if claw else "side",
        wet=None,
    )


def single(seed: int, weights: Sequence[float] | None = None, *, model: Model = FIRST_MODEL) -> Scene:
    """Return one hand anywhere."""
    luck = random.Random(f"single/{seed}")
    fingers = luck.choices(_COUNTS, weights or model.finger_p)[0]
    hand = hand_from(luck, luck.uniform(0, 360), 0.0, model=model, fingers=fingers)
    return scene_of(f"single/{seed}", [hand], model=model)


def stacked(seed: int, weights: Sequence[float] | None = None, *, model: Model = FIRST_MODEL) -> Scene:
    """Return two hands one above the other without touching, either first, up to 40 ms apart."""
    luck = random.Random(f"stacked/{seed}")
    below, above = luck.choices(_COUNTS, weights or model.finger_p, k=2)
    tall_below, tall_above = 21.0 * max(0, below - 2), 21.0 * max(0, above - 2)
    room = max(0.0, 120.0 - tall_below - tall_above - 24.0)
    first_room = luck.uniform(0, room)
    top_below = 10.0 + tall_below + first_room / 2
    top_above = min(138.0, top_below + 24.0 + tall_above + luck.uniform(0, room - first_room))
    return _pair(f"stacked/{seed}", luck, (below, top_below), (above, top_above), model)


def mingled(seed: int, weights: Sequence[float] | None = None, *, model: Model = FIRST_MODEL) -> Scene:
    """Return two hands whose fingers mostly lie between each other's."""
    luck = random.Random(f"mingled/{seed}")
    below, above = luck.choices(_COUNTS, weights or model.finger_p, k=2)
    top = luck.uniform(55, 90)
    return _pair(f"mingled/{seed}", luck, (below, top), (above, top + luck.uniform(15, 35)), model)


def rush(
    seed: int,
    azimuths: Sequence[float],
    *,
    gaps_ms: Sequence[float] | None = None,
    model: Model = FIRST_MODEL,
) -> Scene:
    """Return one hand from each of `azimuths`, any grip at any height, each so many ms after the first contact.

    Args:
        seed: of everything else.
        azimuths: one or more, where the players sit.
        gaps_ms: one number a hand; None = drawn within 80 ms, one of them 0.
        model: the generator.
    """
    luck = random.Random(f"rush/{seed}")
    drawn = [luck.uniform(0, 80) for _ in azimuths]
    late = [gap - min(drawn) for gap in drawn] if gaps_ms is None else gaps_ms
    hands = [hand_from(luck, azimuth, at_ms, model=model) for azimuth, at_ms in zip(azimuths, late, strict=True)]
    return scene_of(f"rush/{seed}", hands, model=model)


def _pair(seed: str, luck: random.Random, below: tuple[int, float], above: tuple[int, float], model: Model) -> Scene:
    """Return two hands (fingers, height of the highest) at least 60 degrees apart, either first."""
    azimuth = luck.uniform(0, 360)
    other = (azimuth + luck.choice((-1, 1)) * luck.uniform(60, 180)) % 360
    late = luck.uniform(0, 40)
    order = (0.0, late) if luck.random() < 0.5 else (late, 0.0)
    hands = [
        VirtualHand(azimuth=Degrees(place), at_ms=at_ms, fingers=fingers, top_mm=top, wet=None)
        for place, at_ms, (fingers, top) in zip((azimuth, other), order, (below, above), strict=True)
    ]
    return scene_of(seed, hands, model=model)


SCENES: dict[str, Callable[..., Scene]] = {"single": single, "stacked": stacked, "mingled": mingled}
"""By name: `(seed, weights=None, *, model=FIRST_MODEL)`."""
