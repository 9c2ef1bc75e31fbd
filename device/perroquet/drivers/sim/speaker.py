"""A speaker on any clock that makes no sound: it only counts, so minutes of virtual time cost nothing."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator
from typing import Final

from typing_extensions import override

from perroquet.audio.keys import LENGTH, RAID
from perroquet.audio.standing import Standing
from perroquet.audio.timeline import duration_ns
from perroquet.drivers.speaker import Performed, unheeded
from perroquet.kernel.readings import Cause, Heard, Part, PartFound, PartLost
from perroquet.kernel.units import NS_PER_MS, HostNs, Millis, Percent, Seq
from perroquet.ports import Clock, SoundOrder, Speaker

log = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
_NO_LATENCY: Final = Millis(0)


class SteppedSpeaker(Speaker):
    """The speaker of tests, demo and simulate. Make it inside a running loop.

    Args:
        clock: any; the raid is heard at its exact sample on it.
        output_latency: from the mix to the ear.
        on_performed: told of each order and its event.
        plugged: False = there is no sound device at the start.

    Attributes:
        performed: the newest orders and the events behind them.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        output_latency: Millis = _NO_LATENCY,
        on_performed: Performed = unheeded,
        plugged: bool = True,
    ) -> None:
        self.performed: deque[tuple[SoundOrder, Seq]] = deque(maxlen=_REMEMBERED)
        self._clock = clock
        self._latency_ns = output_latency * NS_PER_MS
        self._on_performed = on_performed
        self._standing = Standing(clock.now())
        self._news: asyncio.Queue[Heard | PartLost | PartFound | None] = asyncio.Queue()
        self._alarm: asyncio.Task[None] | None = None
        self._shout: asyncio.Task[None] | None = None
        self._closed = False
        if not plugged:
            self.unplug()

    @property
    def volume(self) -> Percent:
        """Master volume."""
        return self._standing.volume

    @property
    def hushed(self) -> bool:
        """True = silent for the moment."""
        return self._standing.hushed

    @property
    def ambience(self) -> bool:
        """True = the jungle plays, so play is live."""
        return self._standing.raid.live

    @override
    def perform(self, order: SoundOrder, cause: Seq) -> None:
        if self._closed:
            return
        self._standing.take(order, self._clock.now())
        self._set_alarm()
        self.performed.append((order, cause))
        self._on_performed(order, cause)

    @override
    async def reports(self) -> AsyncIterator[Heard | PartLost | PartFound]:
        while (news := await self._news.get()) is not None:
            yield news

    @override
    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        for task in (self._alarm, self._shout):
            if task is not None:
                task.cancel()
        self._news.put_nowait(None)

    def unplug(self) -> None:
        """Let the sound device go away."""
        if self._standing.raid.device:
            self._standing.until(self._clock.now())
            self._standing.raid.device = False
            self._set_alarm()
            why = "the simulated sound device is unplugged; plug it in on the bench"
            log.warning("the speaker is missing: %s", why)
            self._news.put_nowait(PartLost(part=Part.SPEAKER, cause=Cause.UNPLUGGED, why=why, at=self._clock.now()))

    def plug(self) -> None:
        """Let it come back; a raid that fell due meanwhile is struck now, if the ambience is on."""
        if not self._standing.raid.device:
            self._standing.until(self._clock.now())
            self._standing.raid.device = True
            self._set_alarm()
            self._news.put_nowait(PartFound(part=Part.SPEAKER, what="the simulated sound device", at=self._clock.now()))

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        due = self._standing.raid_due()
        self._alarm = None if due is None else asyncio.get_running_loop().create_task(self._strike(due), name="raid")

    async def _strike(self, onset: HostNs) -> None:
        heard = HostNs(onset + self._latency_ns)
        await self._clock.sleep_until(onset)
        self._standing.until(self._clock.now())
        self._standing.raid.strike()
        self._alarm, self._shout = None, self._alarm  # struck: no order can take it back any more
        await self._clock.sleep_until(heard)
        end = HostNs(heard + duration_ns(LENGTH[RAID]))
        self._news.put_nowait(Heard(key=RAID, onset=heard, end=end))
