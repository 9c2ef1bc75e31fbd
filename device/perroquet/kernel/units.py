"""Units as types: a number that crosses a boundary says what it counts.

Time has three kinds that never mix: the host's monotonic clock (`HostNs`), the base's microcontroller clock
(`McuUs`), and the sound card's sample counter (`Samples`). Each conversion lives in exactly one place:
`link.clocksync` (base to host) and `audio.timeline` (samples to host).
"""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""Place at the table, 0-based; players hear and read it 1-based, or by name."""

HostNs = NewType("HostNs", int)
"""Host monotonic clock, nanoseconds. Means nothing after a reboot."""

McuUs = NewType("McuUs", int)
"""Clock of the base, microseconds since it booted. The order of grabs is decided in this time only."""

Samples = NewType("Samples", int)
"""Index or count of audio samples at 48 kHz."""

Millis = NewType("Millis", int)
Micros = NewType("Micros", int)
Degrees = NewType("Degrees", float)
"""Azimuth seen from above, clockwise, 0 = the side of the USB cable, in [0, 360)."""

Millimetres = NewType("Millimetres", float)
Fingers = NewType("Fingers", int)
Percent = NewType("Percent", int)
Probability = NewType("Probability", float)
Seq = NewType("Seq", int)
"""Number of an event in the evening's journal, from 1, without gaps."""

SAMPLE_RATE: Final = 48_000
NS_PER_US: Final = 1_000
NS_PER_MS: Final = 1_000_000
NS_PER_S: Final = 1_000_000_000


def after(start: HostNs, wait: Millis) -> HostNs:
    """Return the host instant `wait` after `start`."""
    return HostNs(start + wait * NS_PER_MS)
