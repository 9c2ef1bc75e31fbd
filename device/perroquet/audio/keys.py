"""Facts about the sounds that need no sound: keys, lengths, loudness at power-on. Light to import, on purpose."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import SAMPLE_RATE, Percent, Samples

RAID: Final = Sound.RAID
WIN: Final = Sound.WIN
FAULT: Final = Sound.FAULT
TICK: Final = Sound.TICK

LENGTH: Final[Mapping[str, Samples]] = MappingProxyType(
    {
        RAID: Samples(1900 * SAMPLE_RATE // 1000),
        WIN: Samples(900 * SAMPLE_RATE // 1000),
        FAULT: Samples(700 * SAMPLE_RATE // 1000),
        TICK: Samples(80 * SAMPLE_RATE // 1000),
    }
)
"""Every sound of the bank and exactly how long it is."""

DUCKING: Final = frozenset({RAID, WIN, FAULT})
"""Sounds under which the jungle steps back."""

POLITE: Final = Percent(35)
"""Master volume until somebody sets another."""
