"""Keep the recording of every grab, beside whatever is played and never in its way."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from perroquet.capture import Capture
from perroquet.kernel.errors import CaptureNotKept
from perroquet.kernel.readings import Grab, Window
from perroquet.kernel.units import Degrees, Seat
from perroquet.ports import Captures, Kept

log = logging.getLogger(__name__)

_WAITING: Final = 4
"""Grabs whose scans may still be under way from the base."""
_LEAST_ROWS: Final = 2

Places = tuple[tuple[Seat, Degrees], ...]


class Recorder:
    """Gives each judged grab its recording: every scan when the base sends them, else the frames that were judged.

    Args:
        captures: where recordings go.
        name: returns what the next one is named after.
        places: returns who sits where.
        kept: takes what was kept.
    """

    def __init__(
        self,
        *,
        captures: Captures,
        name: Callable[[], str],
        places: Callable[[], Places],
        kept: Callable[[Kept, Grab], None],
    ) -> None:
        self._captures = captures
        self._name = name
        self._places = places
        self._kept = kept
        self._waiting: OrderedDict[tuple[int, int], tuple[Window, Grab]] = OrderedDict()
        self._queue: asyncio.Queue[tuple[Window, Grab]] = asyncio.Queue()

    def judged(self, window: Window, grab: Grab) -> None:
        """Take a window that was judged; its scans may follow."""
        self._waiting[grab.epoch, grab.grab] = (window, grab)
        if len(self._waiting) > _WAITING:
            self._queue.put_nowait(self._waiting.popitem(last=False)[1])

    def recorded(self, scans: Window) -> None:
        """Take every scan of a grab; of one that nobody judged, as a tap, nothing is kept."""
        judged = self._waiting.pop((scans.contact.epoch, scans.contact.grab), None)
        if judged is not None:
            self._queue.put_nowait((scans, judged[1]))

    def settle(self) -> None:
        """Keep what was judged as it is: its scans will not come any more."""
        while self._waiting:
            self._queue.put_nowait(self._waiting.popitem(last=False)[1])

    async def run(self) -> None:
        """Keep recordings until cancelled; one that cannot be kept is logged, and play goes on."""
        while True:
            window, grab = await self._queue.get()
            if len(window.t_us) < _LEAST_ROWS:
                continue
            try:
                kept = await self._captures.keep(self._name(), Capture.of(window, self._places()))
            except CaptureNotKept as error:
                log.warning("%s", error)
            else:
                self._kept(kept, grab)
