"""The base that feels who grabs the totem."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import (
    BaseTurned,
    Contact,
    PartAiling,
    PartFound,
    PartLost,
    Recorded,
    TotemFell,
    TotemHeld,
    TotemStanding,
    Window,
)
from perroquet.kernel.units import Degrees, Seq

TotemReading = (
    Contact | Window | Recorded | TotemFell | TotemStanding | TotemHeld | BaseTurned | PartLost | PartFound | PartAiling
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorLight:
    """A pattern on the lamps nearest to one azimuth."""

    azimuth: Degrees
    pattern: Pattern


class Totem(Protocol):
    """The base, present or not. Connecting, reconnecting and clock conversion are the driver's business."""

    def readings(self) -> AsyncIterator[TotemReading]:
        """Yield readings until closed; one reader only.

        A `Contact` comes at once; its `Window` follows at separation or 150 ms after the contact, whichever is
        first, or never when the base is lost in between (then `PartLost`, said once). Windows of two epochs never
        mix. Once the hands are gone the base is asked for every scan of the window: `Recorded`. A base that is
        missing at the start gives `PartLost` first; one that comes (back) gives `PartFound` and then its
        `TotemStanding`. What ails a base that works on is told when it changes: `PartAiling`.
        """
        ...

    def show(self, sectors: Sequence[SectorLight], cause: Seq) -> None:
        """Show these patterns on the ring, replacing the last ones; kept and shown when a lost base comes back."""
        ...

    async def aclose(self) -> None:
        """Let the base go; `readings` ends. Idempotent."""
        ...
