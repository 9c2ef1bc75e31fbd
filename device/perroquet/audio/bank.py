"""The sounds of `keys`, all made by our own code."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.keys import FAULT, LENGTH, RAID, TICK, WIN
from perroquet.audio.synthesis import TAU, Mono, dice, envelope, noise, tone
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

Pcm = NDArray[np.int16]
"""(n,) int16 mono at 48 kHz."""


def _bell(count: int, pitch: float, decay: float) -> Mono:
    along = np.arange(count) / SAMPLE_RATE
    ring = tone(np.full(count, pitch), (0.6, 0.22, 0.12, 0.05))
    return ring * np.exp(-along / decay).astype(np.float32) * envelope(count, 96, 960)


def _notes(count: int, pitches: tuple[float, ...], decay: float) -> Mono:
    """Return bell notes evenly over `count`, each ringing to the end."""
    wave = np.zeros(count, np.float32)
    for place, pitch in enumerate(pitches):
        start = place * count // (len(pitches) + 1)
        wave[start:] += _bell(count - start, pitch, decay)
    return wave / np.float32(max(1.0, float(np.abs(wave).max())))


def _win(count: int) -> Mono:
    return _notes(count, (523.25, 659.25, 783.99), 0.25) * np.float32(0.7)


def _fault(count: int) -> Mono:
    return _notes(count, (311.13, 233.08), 0.2) * np.float32(0.8)


def _tick(count: int) -> Mono:
    return _bell(count, 1760.0, 0.012) * np.float32(0.6)


def _bark(count: int) -> Mono:
    """One open vowel, shouted: a buzz of voice pitch through the formants of "a", rough and falling at the end."""
    along = np.linspace(0.0, 1.0, count)
    pitch = 300.0 * (1.0 + 0.25 * np.sin(np.pi * np.minimum(1.0, along * 1.6)) - 0.2 * along)
    rough = 1.0 + 0.02 * np.sin(TAU * 62.0 * along * count / SAMPLE_RATE)
    harmonics = np.arange(1, 15) * 330.0
    formants = ((820.0, 130.0, 1.0), (1300.0, 160.0, 0.8), (2700.0, 250.0, 0.5), (3500.0, 350.0, 0.3))
    throat = sum(gain / (1.0 + ((harmonics - centre) / width) ** 2) for centre, width, gain in formants)
    wave = tone(pitch * rough, tuple(float(gain) for gain in np.asarray(throat)))
    breath = noise(dice(Luck("bark")), count, lambda hertz: 0.12 * np.exp(-(((hertz - 2200.0) / 1500.0) ** 2)))
    return np.tanh(np.float32(1.6) * (wave + breath)) * envelope(count, 700, 5000)


def _pea_whistle(count: int) -> Mono:
    """A customs officer's whistle with a pea in it."""
    along = np.arange(count) / SAMPLE_RATE
    flutter = np.sin(TAU * 38.0 * along)
    wave = tone(2750.0 + 130.0 * flutter, (0.75, 0.12, 0.06)) * (0.72 + 0.28 * flutter).astype(np.float32)
    wave += tone(2310.0 + 90.0 * flutter, (0.3,))
    hiss = noise(dice(Luck("pea")), count, lambda hertz: 0.08 * np.exp(-(((hertz - 3500.0) / 2000.0) ** 2)))
    return (wave + hiss) * envelope(count, 240, 1900)


def _raid(count: int) -> Mono:
    """Stop, all of you: whistle, two barks, whistle. Nothing in the jungle sounds like it."""
    wave = np.zeros(count, np.float32)
    for start, length, make, level in (
        (0.0, 0.34, _pea_whistle, 0.55),
        (0.40, 0.34, _bark, 0.8),
        (0.80, 0.48, _bark, 0.9),
        (1.34, 0.46, _pea_whistle, 0.55),
    ):
        first, size = int(start * SAMPLE_RATE), int(length * SAMPLE_RATE)
        wave[first : first + size] += make(size) * np.float32(level)
    for delay, level in ((1440, 0.22), (3120, 0.14), (5520, 0.08)):  # walls, so that it stands in the room
        wave[delay:] += wave[:-delay] * np.float32(level)
    wave *= envelope(count, 48, 2400)
    return wave * np.float32(0.42 / float(np.abs(wave).max()))


_MAKERS: Final[Mapping[str, Callable[[int], Mono]]] = MappingProxyType(
    {RAID: _raid, WIN: _win, FAULT: _fault, TICK: _tick}
)
"""Key -> length in samples -> the sound, peak at most 1.0."""


def render() -> Mapping[str, Pcm]:
    """Make every sound of the bank."""
    return {key: (_MAKERS[key](length) * np.float32(32767.0)).astype(np.int16) for key, length in LENGTH.items()}
