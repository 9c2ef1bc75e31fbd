"""What a browser may ask of the virtual totem, checked at the edge."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from perroquet.drivers.sim.acts import BadSupply, Bump, Disturbance, Knock, VirtualHand
from perroquet.kernel.units import Degrees, Seat

SEATS: Final = 8
GAP_MS: Final = (0, 150)
LATEST_MS: Final = 1000
"""A hand of a rush comes this long after the first at most."""
FINGERS: Final = (1, 5)
TOP_MM: Final = (35, 140)
HANDS: Final = 8
WET: Final = 1.8
"""How much more a wet hand signals."""
HUM: Final = 0.5
"""Of a bad power supply, in fingertips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWish:
    """One hand as wished.

    Attributes:
        top_mm: height of its highest finger.
        at_ms: first contact after that of the first hand.
        wet: with wet fingers.
        drops: it loses the totem, which falls.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    seat: Annotated[int, Field(strict=True, ge=0, lt=SEATS)]
    fingers: Annotated[int, Field(strict=True, ge=FINGERS[0], le=FINGERS[1])]
    top_mm: Annotated[int, Field(strict=True, ge=TOP_MM[0], le=TOP_MM[1])]
    at_ms: Annotated[int, Field(strict=True, ge=0, le=LATEST_MS)] = 0
    wet: Annotated[bool, Field(strict=True)] = False
    drops: Annotated[bool, Field(strict=True)] = False

    def scripted(self, azimuth: Degrees) -> VirtualHand:
        """Return the hand as the virtual totem wants it."""
        return VirtualHand(
            azimuth=azimuth,
            at_ms=float(self.at_ms),
            fingers=self.fingers,
            top_mm=float(self.top_mm),
            wet=WET if self.wet else 1.0,
            drop_ms=60.0 if self.drops else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabWish:
    """Hands that come together.

    Attributes:
        tap: the first player only taps the totem.
        bump: somebody bumps the table at that moment.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    hands: Annotated[tuple[HandWish, ...], Field(min_length=1, max_length=HANDS)]
    tap: Annotated[bool, Field(strict=True)] = False
    bump: Annotated[bool, Field(strict=True)] = False

    def scripted(self, azimuth: Callable[[Seat], Degrees]) -> tuple[VirtualHand, ...]:
        """Return the hands as the virtual totem wants them; `azimuth` says where a seat is."""
        if self.tap:
            return (tap_from(azimuth(Seat(self.hands[0].seat))),)
        return tuple(hand.scripted(azimuth(Seat(hand.seat))) for hand in self.hands)


_WISHES: Final = TypeAdapter(GrabWish)

Fault = Literal["bump", "knock", "hum"]
FAULTS: Final[dict[Fault, Disturbance]] = {
    "bump": Bump(at_ms=0.0, g=0.6),
    "knock": Knock(at_ms=0.0, azimuth=Degrees(200.0)),
    "hum": BadSupply(hum=HUM),
}
"""Blows and faults of the bench, by name."""


def tap_from(azimuth: Degrees, at_ms: float = 0.0) -> VirtualHand:
    """Return a firm tap with three fingers, high where it pushes most: it tells the base where its player sits."""
    return VirtualHand(azimuth=azimuth, at_ms=at_ms, fingers=3, top_mm=120.0, pull=False, hold_ms=150.0)


def read_wish(message: object) -> GrabWish | None:
    """Return what a browser asks for, or None for a message our own page would never send."""
    try:
        return _WISHES.validate_python(message)
    except ValidationError:
        return None
