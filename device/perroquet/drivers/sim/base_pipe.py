"""A cable in memory: bytes go in, come out later, in order, and sometimes not whole."""

import random
from collections import deque
from dataclasses import dataclass

from perroquet.kernel.units import HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class CableFaults:
    """How bad a cable is.

    Attributes:
        least_us, mean_us: every delay is at least this, and this much more on average.
        outliers: share of deliveries that are late by up to `outlier_us` more.
        corrupt: share of bytes that change.
        drop: share of bytes that vanish.
    """

    least_us: int = 60
    mean_us: int = 120
    outliers: float = 0.06
    outlier_us: int = 5_000
    corrupt: float = 0.0
    drop: float = 0.0


USB = CableFaults(least_us=0, mean_us=900, outliers=0.01, outlier_us=12_000)
"""A busy USB: mostly 0 to 3 ms, now and then many more."""


class Cable:
    """One direction of a cable."""

    def __init__(self, luck: random.Random, faults: CableFaults) -> None:
        self._luck = luck
        self._faults = faults
        self._flying: deque[tuple[HostNs, bytes]] = deque()

    def push(self, data: bytes, now: HostNs) -> None:
        """Send `data` at `now`; it never overtakes what was sent before."""
        if not data:
            return
        luck, faults = self._luck, self._faults
        delay_us = faults.least_us + luck.expovariate(1 / faults.mean_us)
        if luck.random() < faults.outliers:
            delay_us += luck.uniform(0, faults.outlier_us)
        self._flying.append((HostNs(now + round(delay_us * 1000)), self._worn(data)))

    def due(self, now: HostNs) -> bytes:
        """Return what has arrived by `now`."""
        if not self._flying or self._flying[0][0] > now:
            return b""
        arrived = bytearray()
        while self._flying and self._flying[0][0] <= now:
            arrived += self._flying.popleft()[1]
        return bytes(arrived)

    def next(self) -> HostNs | None:
        """Return when something arrives next."""
        return self._flying[0][0] if self._flying else None

    def cut(self) -> bytes:
        """Lose what flies; return the half that still gets through."""
        rest = b"".join(data for _, data in self._flying)
        self._flying.clear()
        return rest[: len(rest) // 2]

    def _worn(self, data: bytes) -> bytes:
        faults, luck = self._faults, self._luck
        if not faults.corrupt and not faults.drop:
            return data
        kept = (byte for byte in data if luck.random() >= faults.drop)
        return bytes(byte ^ 1 << luck.randrange(8) if luck.random() < faults.corrupt else byte for byte in kept)
