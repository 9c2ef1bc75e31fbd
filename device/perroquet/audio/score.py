"""What the jungle will do and when: luck -> timed events. Pure; knows no sound.

Each layer is a Poisson process, drawn window by window with that window's own luck, so the score can be read from any
point and no layer shifts another. Two events never share the luck of their voice: nothing is heard twice.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE, Samples

PER_MINUTE: Final[Mapping[str, float]] = MappingProxyType(
    {"bird": 13.0, "frog": 5.0, "drip": 16.0, "rustle": 4.0, "whistle": 3.0}
)
"""Layer -> mean events a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One voice of the jungle, once.

    Attributes:
        at: first sample, from the beginning of the ambience.
        layer: a key of `PER_MINUTE`.
        luck: decides everything about how it sounds.
    """

    at: Samples
    layer: str
    luck: Luck


def window(luck: Luck, index: int, length: Samples) -> tuple[Event, ...]:
    """Return the events that begin in window `index`, `[index * length, (index + 1) * length)`, by time."""
    events: list[Event] = []
    for layer, per_minute in PER_MINUTE.items():
        own = luck.split(layer).split(index)
        stream = own.stream("times")
        mean = per_minute * length / (60 * SAMPLE_RATE)
        gap = -math.log(1.0 - stream.random())
        while gap < mean:  # unit-rate arrivals on [0, mean) are the Poisson process, stretched
            events.append(
                Event(at=Samples(index * length + int(gap / mean * length)), layer=layer, luck=own.split(len(events)))
            )
            gap += -math.log(1.0 - stream.random())
    return tuple(sorted(events, key=lambda event: (event.at, event.layer)))
