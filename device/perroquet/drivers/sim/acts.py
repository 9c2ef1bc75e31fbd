"""What may happen to a virtual totem: hands that come, blows, a base that turns, parts that fail."""

from dataclasses import dataclass
from typing import Literal

from perroquet.kernel.units import Degrees

GripStyle = Literal["side", "claw"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtualHand:
    """A hand by script. What is None is drawn from the totem's seed.

    Attributes:
        azimuth: where its player sits, on the table: a base that has turned does not take the players with it.
        at_ms: first contact, from the instant `VirtualTotem.grab` is told.
        fingers: 1 to 5, the thumb included from two on.
        top_mm: height of the highest finger.
        grip: from the side, or from above with the fingers around the totem.
        pull: pulls the totem out, toward the player; else holds it.
        hold_ms: how long a hand that does not pull stays.
        brush: touches lightly in passing: no push, no pull, gone within some 70 ms.
        scale: size of the hand.
        earthing: share of the signal left by the player's coupling to earth, 0.5 to 1.
        wet: 1 dry, up to 2 soaked; a wet hand bridges the lines it lies on. None: dry, or in one grab in ten wet.
        preload_ms: from contact to pull.
        misleading: pulls to somewhere else.
        gloved: a glove or a sleeve between skin and film: force, and hardly any signal.
        drop_ms: the hand loses the totem that long after separation, and it falls; None = it keeps it.
    """

    azimuth: Degrees
    at_ms: float
    fingers: int
    top_mm: float
    grip: GripStyle = "side"
    pull: bool = True
    hold_ms: float = 400.0
    brush: bool = False
    scale: float | None = None
    earthing: float | None = None
    wet: float | None = 1.0
    preload_ms: float | None = None
    misleading: bool | None = None
    gloved: bool = False
    drop_ms: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.fingers <= 5:
            raise ValueError(f"{self.fingers} fingers on one hand; give 1 to 5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """Somebody knocks the table: it rings, and the totem's weight swings on the supports.

    Attributes:
        g: peak acceleration of the base.
        hz: of the ringing, 8 to 40; None = drawn.
    """

    at_ms: float
    g: float = 0.3
    hz: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """A forearm in its sleeve hits the totem without grabbing: a blow on the supports, the lines all but quiet.

    Attributes:
        topples: the totem tilts out and falls.
    """

    at_ms: float
    azimuth: Degrees
    newtons: float = 15.0
    topples: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The base turns on the table, clockwise, and stays so."""

    at_ms: float
    by: Degrees
    over_ms: float = 80.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLine:
    """A line's wire breaks: it reads as if nothing hung on it, totem there or not."""

    line: int
    at_ms: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StuckLine:
    """A line is as if touched, for ever: water in its groove, or a chip in the film."""

    line: int
    at_ms: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftingForce:
    """A force sensor creeps."""

    support: int
    n_per_s: float = 0.05
    at_ms: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BadSupply:
    """A bad power supply hums: 50 and 100 Hz on all lines, nearly alike; amplitude in fingertips."""

    hum: float = 0.5
    at_ms: float = 0.0


Disturbance = Bump | Knock | Turn | DeadLine | StuckLine | DriftingForce | BadSupply
"""What happens besides hands; `at_ms` counts from the instant it is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    """Somebody puts the totem into its seat; crooked, some of its contacts stay open."""

    at_ms: float
    crooked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAway:
    """The totem is gone without a hand on its lines."""

    at_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplug:
    """The cable is pulled."""

    at_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plug:
    """The cable is plugged in."""

    at_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reboot:
    """The firmware crashes and boots again."""

    at_ms: float


Act = VirtualHand | Disturbance | PutBack | TakeAway | Unplug | Plug | Reboot
"""Anything a scene script can say."""
