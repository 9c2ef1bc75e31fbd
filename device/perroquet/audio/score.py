"""What the jungle will do and when: luck -> timed events. Pure; knows no sound.

Each layer is a Poisson process, drawn window by window with that window's own luck, so the score can be read from any
point and no layer shifts another. Two events never share the luck of their voice: nothing is heard twice.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from perroquet.audio.scenes import Layer
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE, Samples


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One voice of the jungle, once.

    Attributes:
        at: first sample, from the beginning of the ambience.
        layer: name of its voice.
        luck: decides everything about how it sounds.
    """

    at: Samples
    layer: str
    luck: Luck


def window(luck: Luck, layers: Mapping[str, Layer], index: int, length: Samples) -> tuple[Event, ...]:
    """Return the events that begin in window `index`, `[index * length, (index + 1) * length)`, by time."""
    events: list[Event] = []
    for name, layer in layers.items():
        own = luck.split(name).split(index)
        stream = own.stream("times")
        mean = layer.per_minute * length / (60 * SAMPLE_RATE)
        gap = -math.log(1.0 - stream.random())
        while gap < mean:  # unit-rate arrivals on [0, mean) are the Poisson process, stretched
            at = Samples(index * length + int(gap / mean * length))
            events.append(Event(at=at, layer=name, luck=own.split(len(events))))
            gap += -math.log(1.0 - stream.random())
    return tuple(sorted(events, key=lambda event: (event.at, event.layer)))
