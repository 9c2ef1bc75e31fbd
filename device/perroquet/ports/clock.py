"""Time of the host."""

from typing import Protocol

from perroquet.kernel.units import HostNs


class Clock(Protocol):
    """The one source of time; nothing above the kernel asks the machine itself."""

    def now(self) -> HostNs:
        """Return the monotonic time; never decreases."""
        ...

    async def sleep_until(self, at: HostNs) -> None:
        """Return once `now() >= at`; at once (but after yielding) when `at` is past. Cancelling is safe."""
        ...
