"""Facts about the sounds that need no sound: keys, lengths, loudness at power-on. Light to import, on purpose."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import SAMPLE_RATE, Percent, Samples

RAID: Final = Sound.RAID

VOICE: Final = "voice"
"""What a spoken sentence is called in reports."""


def _ms(milliseconds: int) -> Samples:
    return Samples(milliseconds * SAMPLE_RATE // 1000)


LENGTH: Final[Mapping[str, Samples]] = MappingProxyType(
    {
        Sound.RAID: _ms(1900),
        Sound.WIN: _ms(900),
        Sound.FAULT: _ms(700),
        Sound.TICK: _ms(80),
        Sound.SIREN: _ms(2200),
        Sound.PARROT: _ms(1300),
        Sound.LAST_SECOND: _ms(120),
        Sound.CHANGE: _ms(420),
        Sound.TURN: _ms(350),
        Sound.FANFARE: _ms(1800),
        Sound.FALL: _ms(800),
    }
)
"""Every sound of the bank and exactly how long ours is; a table's own recording has its own length."""

SHOUT: Final = -16.0
SPEECH: Final = -18.0
"""LUFS at full volume, on both sides."""

EFFECT: Final = -19.0
"""LUFS of the loudest 400 ms of every other sound."""

SHORT_PEAK: Final = -6.0
"""dBFS of the peak of a spoken phrase shorter than a second, whose loudness is undefined."""

DUCKING: Final[Mapping[str, float]] = MappingProxyType(
    {
        Sound.RAID: 0.2,
        Sound.SIREN: 0.4,
        Sound.WIN: 0.35,
        Sound.FAULT: 0.35,
        Sound.PARROT: 0.35,
        Sound.FANFARE: 0.35,
        Sound.FALL: 0.35,
        VOICE: 0.45,
    }
)
"""Sounds under which the jungle steps back, and the gain it steps back to."""

POLITE: Final = Percent(35)
"""Master volume until somebody sets another."""

NIGHT: Final = Percent(15)
"""At this volume and under, others are asleep: the table still hears everything, nothing leaps out."""
