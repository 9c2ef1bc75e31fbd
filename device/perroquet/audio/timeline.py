"""From the sound card's sample counter to the host's clock: the one place.

The player marks, ten times a second, which sample it is about to make, when, and how many made ones have not reached
the device's output yet. A mark is only ever late (the thread that took it had to wait for its turn), never early, so
among recent marks the earliest tells the truth; over the window the two crystals drift apart by microseconds.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from perroquet.kernel.units import NS_PER_MS, NS_PER_S, SAMPLE_RATE, HostNs, Millis, Samples

_WINDOW: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One look at both clocks.

    Attributes:
        sample: next sample the engine will make.
        at: host clock.
        queued: samples made but not yet at the device's output.
    """

    sample: Samples
    at: HostNs
    queued: Samples


def duration_ns(count: Samples) -> int:
    """Return how long `count` samples last, in nanoseconds, rounded up: never early."""
    return -(-count * NS_PER_S // SAMPLE_RATE)


def samples_in(span_ns: int) -> Samples:
    """Return how many whole samples pass in `span_ns` nanoseconds."""
    return Samples(span_ns * SAMPLE_RATE // NS_PER_S)


class Timeline:
    """Says when a sample is heard, from the newest marks."""

    def __init__(self, output_latency: Millis) -> None:
        """Start without marks; `output_latency` is what the amplifier and a radio link add after the device."""
        self._latency_ns = output_latency * NS_PER_MS
        self._zeros: deque[int] = deque(maxlen=_WINDOW)

    def mark(self, mark: Mark) -> None:
        """Take one mark in."""
        self._zeros.append(mark.at - duration_ns(Samples(mark.sample - mark.queued)))

    def restart(self) -> None:
        """Forget all marks: the device was opened anew, or has stood still."""
        self._zeros.clear()

    def heard_at(self, sample: Samples) -> HostNs | None:
        """Return when `sample` is heard; None before the first mark."""
        if not self._zeros:
            return None
        return HostNs(min(self._zeros) + duration_ns(sample) + self._latency_ns)
