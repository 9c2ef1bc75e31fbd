"""From the base's clock to the host's: the one conversion place.

Every ping brackets one instant of the base between two of the host. The quarter with the smallest round trips of the
last 30 s is fitted with a line (least squares): queues only ever make a round trip longer, so the short ones lie least.
The published bound is honest, not typical: it covers half the round trips that were used, what they miss the line by,
and 50 ppm of crystal for the time since the newest of them.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from perroquet.kernel.units import NS_PER_S, HostNs, McuUs, Micros

_WINDOW_NS: Final = 30 * NS_PER_S
_FEWEST: Final = 4
_SPAN_NS: Final = 5 * NS_PER_S
_CRYSTAL: Final = 50e-6
_SKEW_MOST: Final = 200e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sample:
    middle_ns: int
    mcu_us: int
    trip_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """host = host0 + (mcu - mcu0) * ns_per_us, within `bound_ns` at `newest_us`."""

    host0: int
    mcu0: int
    ns_per_us: float
    bound_ns: float
    newest_us: int


class ClockSync:
    """Clock pairs of one epoch of the base; make a new one for the next."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque()
        self._line: _Line | None = None

    @property
    def ready(self) -> bool:
        """At least one round trip is known."""
        return bool(self._samples)

    def add(self, *, sent: HostNs, mcu: McuUs, received: HostNs) -> None:
        """Take one round trip; `received` is never before `sent`."""
        trip = received - sent
        self._samples.append(_Sample(middle_ns=sent + trip // 2, mcu_us=mcu, trip_ns=trip))
        while self._samples[0].middle_ns < received - _WINDOW_NS and len(self._samples) > _FEWEST:
            self._samples.popleft()
        self._line = None

    def to_host(self, mcu: McuUs) -> tuple[HostNs, Micros]:
        """Return the host's instant of `mcu`, and how far off it may be.

        Raises:
            LookupError: no round trip yet; see `ready`.
        """
        if self._line is None:
            self._line = self._fit()
        line = self._line
        host = line.host0 + round((mcu - line.mcu0) * line.ns_per_us)
        away_us = abs(mcu - line.newest_us)
        return HostNs(host), Micros(round((line.bound_ns + away_us * 1000 * _CRYSTAL) / 1000) + 1)

    def _fit(self) -> _Line:
        if not self._samples:
            raise LookupError("no answered ping yet, so the base's clock means nothing; wait until `ready`")
        best = sorted(self._samples, key=lambda sample: sample.trip_ns)
        best = best[: max(_FEWEST, len(best) // 4)]
        host0, mcu0 = best[0].middle_ns, best[0].mcu_us
        pairs = [(sample.mcu_us - mcu0, sample.middle_ns - host0) for sample in best]
        slope, offset = _least_squares(pairs)
        worst = max(
            sample.trip_ns / 2 + abs(y - slope * x - offset) for sample, (x, y) in zip(best, pairs, strict=True)
        )
        newest = max(sample.mcu_us for sample in best)
        return _Line(host0=host0 + round(offset), mcu0=mcu0, ns_per_us=slope, bound_ns=worst, newest_us=newest)


def _least_squares(pairs: list[tuple[int, int]]) -> tuple[float, float]:
    """Return slope (ns per us) and offset (ns); the nominal slope while the pairs span too little time to tell."""
    n = len(pairs)
    mean_x = sum(x for x, _ in pairs) / n
    mean_y = sum(y for _, y in pairs) / n
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    span_ns = 1000 * (max(x for x, _ in pairs) - min(x for x, _ in pairs))
    if n < _FEWEST or span_ns < _SPAN_NS:
        # one short round trip says more than the mean of a few
        return 1000.0, float(pairs[0][1] - 1000 * pairs[0][0])
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread
    slope = min(max(slope, 1000 * (1 - _SKEW_MOST)), 1000 * (1 + _SKEW_MOST))
    return slope, mean_y - slope * mean_x
