"""Keep the recording of every grab, beside the evening and never in its way."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from perroquet.capture import Capture
from perroquet.kernel.errors import CaptureNotKept
from perroquet.kernel.readings import Grab, Window
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.ports import Captures
from perroquet.table.commands import Command, Recording
from perroquet.table.evening import Evening

log = logging.getLogger(__name__)

_WAITING: Final = 4
"""Grabs whose scans may still be under way from the base."""
_LEAST_ROWS: Final = 2


class Recorder:
    """Gives each judged grab its recording: every scan when the base sends them, else the frames that were judged.

    Args:
        captures: where recordings go.
        evening: returns the evening as it is now.
        now: returns the host's time.
        submit: takes what was kept.
    """

    def __init__(
        self,
        *,
        captures: Captures,
        evening: Callable[[], Evening],
        now: Callable[[], HostNs],
        submit: Callable[[Command], None],
    ) -> None:
        self._captures = captures
        self._evening = evening
        self._now = now
        self._submit = submit
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
        """Keep recordings until cancelled; one that cannot be kept is logged, and the evening goes on."""
        while True:
            window, grab = await self._queue.get()
            if len(window.t_us) < _LEAST_ROWS:
                continue
            evening = self._evening()
            capture = Capture.of(window, _seats(evening))
            try:
                kept = await self._captures.keep(f"{evening.boot}-{evening.seq}", capture)
            except CaptureNotKept as error:
                log.warning("%s", error)
            else:
                self._submit(Recording(kept=kept, grab=grab, at=self._now()))


def _seats(evening: Evening) -> tuple[tuple[Seat, Degrees], ...]:
    return tuple((place.seat, place.azimuth) for place in evening.places if place.azimuth is not None)
