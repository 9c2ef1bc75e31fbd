"""Where the readings of a totem driver come out, real or simulated."""

import asyncio
import logging
from collections.abc import AsyncIterator

from perroquet.kernel.readings import Cause, Part, PartLost
from perroquet.ports import Clock
from perroquet.ports.totem import TotemReading

_log = logging.getLogger(__name__)


class TotemOutlet:
    """Readings in order, until closed; a loss when the driver's own task breaks."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._queue: asyncio.Queue[TotemReading | None] = asyncio.Queue()

    def tell(self, reading: TotemReading) -> None:
        """Queue a reading."""
        self._queue.put_nowait(reading)

    async def readings(self) -> AsyncIterator[TotemReading]:
        """Yield what is told; see `Totem.readings`."""
        while (reading := await self._queue.get()) is not None:
            yield reading

    def close(self) -> None:
        """End `readings` after what is queued."""
        self._queue.put_nowait(None)

    def mind(self, task: "asyncio.Task[None]") -> None:
        """Say that the base is gone when `task` breaks: nobody would notice its silence any more."""
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("the %s has broken", task.get_name(), exc_info=error)
            why = f"the driver of the base has broken ({error}); start again, and report the log"
            self.tell(PartLost(part=Part.TOTEM, cause=Cause.BROKEN, why=why, at=self._clock.now()))
