"""What a generator of virtual grabs must give; there are two, and they share no law and no number of hands.

Instants are microseconds of the scene, arrays of them int64 and ascending. Azimuths are those of the base. The moment
that acts on the seat is given as (x, y) of where to it tilts, x toward azimuth 0, y toward 90, newton millimetres.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.acts import VirtualHand

Instants = NDArray[np.int64]
Reals = NDArray[np.floating[Any]]
Counts = NDArray[np.int64]


class Grip(Protocol):
    """One hand's whole visit."""

    @property
    def start_us(self) -> int:
        """When it first may be felt; proximity comes before contact."""
        ...

    @property
    def first_us(self) -> int:
        """First contact of skin and film."""
        ...

    @property
    def gone_us(self) -> int:
        """When nothing of it is felt any more; far away for a hand that pulls."""
        ...

    @property
    def pull_us(self) -> int | None:
        """When it begins to pull, or None."""
        ...

    def lines(self, t_us: Instants) -> Reals:
        """Return (n, 20): counts it adds to each line."""
        ...

    def push(self, t_us: Instants) -> Reals:
        """Return (n, 3): what the seat feels of it, newtons downward and the moment."""
        ...

    def pull(self, t_us: Instants) -> Reals:
        """Return (n, 3): its pull alone, newtons upward and the moment."""
        ...

    def fingers(self, t_us: int) -> int:
        """Return how many fingers are in contact."""
        ...

    def lowest_ring(self, t_us: int) -> int | None:
        """Return the lowest ring it lies on at `t_us` by 3 mm or more, None when it lies on none."""
        ...


class Electrics(Protocol):
    """The lines of one totem when nobody is near."""

    @property
    def rest(self) -> Reals:
        """(20,) counts in the seat, untouched."""
        ...

    def stray(self, t_us: Instants) -> Reals:
        """Return (n, 20): noise, hum and drift, counts."""
        ...

    @property
    def leak(self) -> float:
        """Crosstalk of a line to its neighbour."""
        ...

    def calm(self, first_us: int, last_us: int) -> bool:
        """Return False when interference in a span is out of the ordinary."""
        ...


class Supports(Protocol):
    """The three force sensors of one base."""

    def newtons(self, loads: Reals, t_us: Instants) -> Reals:
        """Return (n, 3): what the sensors make of the loads on them (n, 3), noise included."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What happens around the hands, as ranges of uniform draws; each generator's table has its own.

    Attributes:
        yaw_deg: how far a grab that pulls turns the base, either way.
        yaw_knock_p: chance that putting the totem back turns it by `yaw_knock_deg`, either way.
        fall_ms: from losing the totem to its landing.
        landing_g: what the base feels of a fall; `settling_g` of the totem put into its seat.
        ring_hz, ring_ms: of a table that rings, and how fast that decays.
        blow_ms: of a forearm.
        sleeve: what a line feels of it at most, through the sleeve, in fingertips.
        bump_g, knock_n, nudge_deg: of what happens at a table where nobody grabs; log-uniform, either way.
        crooked: lines whose contact stays open when the totem stands crooked.
        motion_g, motion_deg_s: noise of the IMU.
    """

    yaw_deg: tuple[float, float]
    yaw_knock_p: float
    yaw_knock_deg: tuple[float, float]
    fall_ms: tuple[float, float]
    landing_g: tuple[float, float]
    settling_g: tuple[float, float]
    ring_hz: tuple[float, float]
    ring_ms: tuple[float, float]
    blow_ms: tuple[float, float]
    sleeve: tuple[float, float]
    bump_g: tuple[float, float]
    knock_n: tuple[float, float]
    nudge_deg: tuple[float, float]
    crooked: tuple[int, int]
    motion_g: float
    motion_deg_s: float


class Grips(Protocol):
    """How a generator draws a hand's visit."""

    def __call__(self, hand: VirtualHand, luck: random.Random, *, azimuth: float, now_us: int, leak: float) -> Grip:
        """Draw it; `azimuth` is the player's as the base stands now, `leak` the crosstalk of the totem's lines."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A generator.

    Attributes:
        name: one word.
        digest: first 12 hex digits of the SHA-256 of its table of distributions, and of the totem as built.
        finger_p: chance of 1 to 5 fingers.
        claw_p: chance that a hand comes from above.
        around: what happens around the hands.
        electrics, supports: draw a totem's lines, a base's force sensors.
        grip: draws one hand's visit.
        blow: shape of a short blow over (microseconds since it began, its length): 0 before and well after, peak 1.
    """

    name: str
    digest: str
    finger_p: tuple[float, ...]
    claw_p: float
    around: Surroundings
    electrics: Callable[[random.Random], Electrics]
    supports: Callable[[random.Random], Supports]
    grip: Grips
    blow: Callable[[Reals, float], Reals]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTruth:
    """What one hand really did; by first contact, like the hands of a grab.

    Attributes:
        azimuth: its player's, on the table.
        first_us: first contact, scene time.
        fingers: in contact at the instant asked for.
        lowest_ring: that it lies on at that instant, or None.
    """

    azimuth: float
    first_us: int
    fingers: int
    lowest_ring: int | None


def moments(azimuth_deg: float | Reals, size: Reals) -> tuple[Reals, Reals]:
    """Return (x, y) of a moment of `size` that tilts toward an azimuth."""
    turn = np.radians(azimuth_deg)
    return size * np.cos(turn), size * np.sin(turn)


def columns(*parts: Reals | Sequence[float]) -> Reals:
    """Return (n, k) from k columns of n."""
    return np.stack([np.asarray(part, dtype=np.float64) for part in parts], axis=1)
