"""The grab form: what a browser may ask of the virtual totem, checked at the edge."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from perroquet.drivers.sim.hands import VirtualHand
from perroquet.kernel.units import Degrees, Seat

SEATS: Final = 8
GAP_MS: Final = (0, 150)
FINGERS: Final = (1, 5)
TOP_MM: Final = (35, 140)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWish:
    """One hand as wished. `top_mm` is the height of its highest finger."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    seat: Annotated[int, Field(strict=True, ge=0, lt=SEATS)]
    fingers: Annotated[int, Field(strict=True, ge=FINGERS[0], le=FINGERS[1])]
    top_mm: Annotated[int, Field(strict=True, ge=TOP_MM[0], le=TOP_MM[1])]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabWish:
    """One or two hands; the second comes `gap_ms` after the first. `tap`: the first player only taps the totem."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    hands: Annotated[tuple[HandWish, ...], Field(min_length=1, max_length=2)]
    gap_ms: Annotated[int, Field(strict=True, ge=GAP_MS[0], le=GAP_MS[1])]
    tap: Annotated[bool, Field(strict=True)] = False

    def scripted(self, azimuth: Callable[[Seat], Degrees]) -> tuple[VirtualHand, ...]:
        """Return the hands as the virtual totem wants them; `azimuth` says where a seat is."""
        if self.tap:
            return (tap_from(azimuth(Seat(self.hands[0].seat))),)
        return tuple(
            VirtualHand(
                azimuth=azimuth(Seat(hand.seat)),
                at_ms=float(nth * self.gap_ms),
                fingers=hand.fingers,
                top_mm=float(hand.top_mm),
            )
            for nth, hand in enumerate(self.hands)
        )


_WISHES: Final = TypeAdapter(GrabWish)


def tap_from(azimuth: Degrees) -> VirtualHand:
    """Return a firm tap with three fingers, high where it pushes most: it tells the base where its player sits."""
    return VirtualHand(azimuth=azimuth, at_ms=0.0, fingers=3, top_mm=120.0, pull=False, hold_ms=150.0)


def read_wish(message: object) -> GrabWish | None:
    """Return what a browser asks for, or None for a message our own page would never send."""
    try:
        return _WISHES.validate_python(message)
    except ValidationError:
        return None
