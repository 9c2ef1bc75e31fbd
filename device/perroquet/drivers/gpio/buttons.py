"""Edges of the panel's lines, with the kernel's own stamps.

Pin-level callbacks of gpiozero are used, because `Button.when_pressed` loses the stamp. They come in a thread of
lgpio's on a Pi and in the driving thread on the bench; either way the edge goes through `call_soon_threadsafe`.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from perroquet.drivers.gpio.pins import PinMap
from perroquet.kernel.errors import PartBusy, PartUnavailable
from perroquet.kernel.readings import Edge
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.ports import Buttons, Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero.pins import Factory

    from perroquet.drivers.i2c import Expander

log = logging.getLogger(__name__)

BUFFER: Final = 1024
"""Edges kept for a slow reader: several seconds of an encoder spun fast."""

BELIEVABLE: Final = 10 * NS_PER_S
"""A stamp further than this from our clock, in nanoseconds, was made by another clock."""


class GpioButtons(Buttons):
    """The panel on a gpiozero factory. Build it inside the running loop.

    `expander` has the lines of seats that are not on the Pi's own pins; it is closed with the driver.
    With the `rpigpio` factory the stamp is taken in the callback, since that library hides the kernel's.

    Raises:
        PartUnavailable: a pin cannot be claimed; none is held then.
    """

    def __init__(self, factory: "Factory", pins: PinMap, clock: Clock, *, expander: "Expander | None" = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._stamps = _Stamps(clock)
        self._buffer: deque[Edge] = deque()
        self._more = asyncio.Event()
        self._read = self._closed = self._overflowed = False
        # gpiozero only keeps weak references to callbacks: these must live as long as the driver.
        self._lines: list[_Line] = []
        self._expander = expander
        try:
            for line, number in pins.lines.items():
                self._lines.append(_Line(factory, line, number, self._changed))
        except PartUnavailable:
            for claimed in self._lines:
                claimed.close()
            raise
        if expander is not None:
            expander.listen(self._changed)

    @override
    async def edges(self) -> AsyncIterator[Edge]:
        if self._read:
            raise PartBusy("the panel's edges have a reader already; one reader only")
        self._read = True
        while True:
            while self._buffer:
                yield self._buffer.popleft()
            if self._closed:
                return
            self._more.clear()
            await self._more.wait()

    @override
    def down(self) -> frozenset[str]:
        if self._closed:
            return frozenset()
        expanded: frozenset[str] = frozenset() if self._expander is None else self._expander.down()
        return expanded | {line.name for line in self._lines if line.active()}

    @override
    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        for line in self._lines:
            line.close()
        if self._expander is not None:
            self._expander.close()
        self._more.set()

    def _changed(self, line: str, ticks: float, active: bool) -> None:  # noqa: FBT001 - a level, as pins have it
        """Send an edge to the loop; any thread."""
        edge = Edge(line=line, active=active, at=self._stamps.host_ns(ticks))
        with contextlib.suppress(RuntimeError):  # the loop is closed: the program ends, nobody is left to tell
            self._loop.call_soon_threadsafe(self._keep, edge)

    def _keep(self, edge: Edge) -> None:
        if self._closed:
            return
        if len(self._buffer) == BUFFER:
            self._buffer.popleft()
            if not self._overflowed:
                self._overflowed = True
                log.warning("edges of the panel are lost: %d wait to be read, the oldest go (said once)", BUFFER)
        self._buffer.append(edge)
        self._more.set()


class _Line:
    """One line of the panel: an input pulled up, whose contact pulls it to ground."""

    def __init__(self, factory: "Factory", name: str, number: int, changed: "Callable[..., None]") -> None:
        self.name = name
        self._tell = changed
        self._pin = factory.pin(number)
        self._pin.input_with_pull("up")
        self._pin.edges = "both"
        self._pin.when_changed = self._changed

    def _changed(self, ticks: float, state: float) -> None:
        self._tell(self.name, ticks, not state)

    def active(self) -> bool:
        return not self._pin.state

    def close(self) -> None:
        self._pin.when_changed = None
        self._pin.close()


class _Stamps:
    """The one place where ticks of gpiozero become host time.

    Ticks are seconds as a float: lgpio's are the kernel's monotonic nanoseconds divided by 1e9, exact to the
    nanosecond for 100 days of uptime. A kernel older than 5.7 stamps with the wall clock instead; such a stamp is
    replaced by the time of the callback, and that is logged once.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._doubted = False

    def host_ns(self, ticks: float) -> HostNs:
        at, now = HostNs(round(ticks * NS_PER_S)), self._clock.now()
        if abs(now - at) <= BELIEVABLE:
            return at
        if not self._doubted:
            self._doubted = True
            log.warning(
                "edges are stamped %.1f s away from our clock; using the time of arrival", (now - at) / NS_PER_S
            )
        return now
