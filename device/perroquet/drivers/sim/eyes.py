"""Eyes on any clock that look at nothing: hands tell them what they see, so minutes of virtual time cost nothing."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from typing_extensions import override

from perroquet.kernel.readings import (
    ArmLikelihood,
    CardReading,
    Cause,
    Part,
    PartFound,
    PartLost,
    Sighting,
)
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.ports import Clock, EyeReading, Eyes


class SteppedEyes(Eyes):
    """The camera of tests and demo. Make it inside a running loop."""

    def __init__(self, clock: Clock, *, plugged: bool = True) -> None:
        self.seats: Mapping[Seat, Degrees] = {}
        """Who is watched."""
        self._clock = clock
        self._news: asyncio.Queue[EyeReading | None] = asyncio.Queue()
        self._closed = False
        if not plugged:
            self.unplug()

    @override
    async def readings(self) -> AsyncIterator[EyeReading]:
        while (news := await self._news.get()) is not None:
            yield news

    @override
    def watch(self, seats: Mapping[Seat, Degrees]) -> None:
        self.seats = dict(seats)

    @override
    async def aclose(self) -> None:
        if not self._closed:
            self._closed = True
            self._news.put_nowait(None)

    def see(self, seat: Seat, face: str = "", colour: str = "", sighting: Sighting = Sighting.SEEN) -> None:
        """Let a card be seen before a seat, or whatever `sighting` says."""
        reading = CardReading(seat=seat, sighting=sighting, at=self._clock.now(), face=face, colour=colour)
        self._news.put_nowait(reading)

    def reach(self, *seats: Seat, sure: float = 0.9) -> None:
        """Let arms of these seats be seen over the base."""
        rest = (1.0 - sure) / max(1, len(self.seats) - 1)
        arms = tuple(
            tuple((seat, Probability(sure if seat == whose else rest)) for seat in self.seats) for whose in seats
        )
        self._news.put_nowait(ArmLikelihood(arms=arms, at=self._clock.now()))

    def unplug(self) -> None:
        """Pull the ribbon."""
        self._news.put_nowait(
            PartLost(part=Part.CAMERA, cause=Cause.MISSING, why="unplugged by a hand", at=self._clock.now())
        )

    def plug(self) -> None:
        """Put it back."""
        self._news.put_nowait(PartFound(part=Part.CAMERA, what="simulated camera", at=self._clock.now()))
