"""What the table learns from the camera, and what the camera must know for that."""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol

from perroquet.kernel.readings import ArmLikelihood, CardReading, PartAiling, PartFound, PartLost
from perroquet.kernel.units import Degrees, Seat

EyeReading = CardReading | ArmLikelihood | PartAiling | PartLost | PartFound


class Eyes(Protocol):
    """The camera and what reads its pictures, in a process of their own."""

    def readings(self) -> AsyncIterator[EyeReading]:
        """Yield readings until closed; one reader only.

        A `CardReading` comes when what lies before a seat changes, and again for every seat after the seats changed or
        the process was started anew; an `ArmLikelihood` with every picture that shows an arm. A camera that is missing
        at the start gives `PartLost` first. Nothing is queued: while readings are not taken, pictures are dropped.
        """
        ...

    def watch(self, seats: Mapping[Seat, Degrees]) -> None:
        """Watch these seats, at these azimuths, from now on, and when a lost camera comes back; none = nothing."""
        ...

    async def aclose(self) -> None:
        """Let the camera go; `readings` ends. Idempotent."""
        ...
