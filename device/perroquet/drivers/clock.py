"""The host's real clock."""

import asyncio
import time

from typing_extensions import override

from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.ports import Clock


class MonotonicClock(Clock):
    """CLOCK_MONOTONIC, which the kernel also stamps edges with. Wakes up to about 1 ms late, never early."""

    @override
    def now(self) -> HostNs:
        return HostNs(time.monotonic_ns())

    @override
    async def sleep_until(self, at: HostNs) -> None:
        while True:  # a timer may fire within its resolution before its instant
            await asyncio.sleep(max(0, at - self.now()) / NS_PER_S)
            if self.now() >= at:
                return
