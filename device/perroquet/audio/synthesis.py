"""Voices of the jungle, one event each: luck -> (n,) float32, mono, peak at most 1.0, ends at rest."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

Mono = NDArray[np.float32]
"""(n,) float32 at 48 kHz."""

Dice = np.random.Generator

TAU: Final = 2.0 * np.pi

_COARSE: Final = 128  # 375 Hz is plenty for what changes in 10 ms
_BETWEEN: Final = np.arange(_COARSE, dtype=np.float32) / np.float32(_COARSE)


def dice(luck: Luck) -> Dice:
    """Return numpy's generator for one luck."""
    return np.random.default_rng(int(luck.split("dice").seed, 16))


def envelope(count: int, attack: int, release: int) -> Mono:
    """Return a raised-cosine rise over `attack` samples, a flat top, and a fall over `release` samples to rest."""
    shape = np.ones(count, np.float32)
    attack, release = min(attack, count // 2), min(release, count // 2)
    shape[:attack] = 0.5 - 0.5 * np.cos(np.pi * np.arange(attack, dtype=np.float32) / max(1, attack))
    shape[count - release :] = 0.5 + 0.5 * np.cos(np.pi * np.arange(1, release + 1, dtype=np.float32) / max(1, release))
    return shape


def wander(die: Dice, count: int, period: float, low: float, high: float) -> Mono:
    """Return a smooth control signal that meets a new random value between `low` and `high` every `period` seconds."""
    return glide(die.uniform(low, high, int(count / (period * SAMPLE_RATE)) + 2), count, period)


def glide(knots: NDArray[np.floating], count: int, period: float) -> Mono:
    """Return a smooth control signal that meets the next of `knots` every `period` seconds."""
    coarse = np.arange(0, count + 2 * _COARSE, _COARSE) / (period * SAMPLE_RATE)
    left = coarse.astype(np.intp).clip(max=len(knots) - 2)
    part = 0.5 - 0.5 * np.cos(np.pi * (coarse - left))
    values = (knots[left] * (1.0 - part) + knots[left + 1] * part).astype(np.float32)
    between = values[:-1, None] + np.diff(values)[:, None] * _BETWEEN
    return between.reshape(-1)[:count].astype(np.float32, copy=False)


def tone(frequency: NDArray[np.floating], overtones: tuple[float, ...] = (1.0,)) -> Mono:
    """Return a tone that follows `frequency` (Hz, a sample each); overtone k has amplitude `overtones[k - 1]`."""
    phase = np.cumsum(frequency, dtype=np.float64) * (TAU / SAMPLE_RATE)
    wave = np.zeros(len(phase), np.float32)
    for number, amplitude in enumerate(overtones, start=1):
        wave += amplitude * np.sin((number * phase % TAU).astype(np.float32))
    return wave


def noise(die: Dice, count: int, shape: Callable[[Mono], NDArray[np.floating]]) -> Mono:
    """Return noise whose amplitude spectrum is `shape(frequencies in Hz)`, at a level of 1.0 rms where shape is 1.0."""
    frequencies = np.fft.rfftfreq(count, 1.0 / SAMPLE_RATE).astype(np.float32)
    amplitude = shape(frequencies).astype(np.float32)
    heard = np.flatnonzero(amplitude > 1e-4)
    spectrum = np.zeros(len(frequencies), np.complex64)
    first, last = int(heard[0]), int(heard[-1]) + 1
    parts = die.standard_normal((last - first, 2), dtype=np.float32).view(np.complex64)[:, 0]
    spectrum[first:last] = parts * (amplitude[first:last] * np.float32(np.sqrt(count) / np.sqrt(2.0)))
    spectrum[0] = 0.0
    return np.fft.irfft(spectrum, count).astype(np.float32, copy=False)


def band(low: float, high: float, slope: float = 2.0) -> Callable[[Mono], NDArray[np.floating]]:
    """Return a band-pass shape for `noise` with `slope` orders on either side."""

    def shape(frequencies: Mono) -> NDArray[np.floating]:
        safe = np.maximum(frequencies, 1.0)
        return 1.0 / np.sqrt((1.0 + (low / safe) ** (2 * slope)) * (1.0 + (safe / high) ** (2 * slope)))

    return shape


def _rests(die: Dice, low: float, high: float) -> Mono:
    return np.zeros(int(die.uniform(low, high) * SAMPLE_RATE), np.float32)


def bird(die: Dice) -> Mono:
    """A phrase of two to seven syllables of one species: glide, arch, trill or two notes."""
    base, kind = die.uniform(1700.0, 4300.0), int(die.integers(4))
    ratio, rate, length = die.uniform(0.6, 1.6), die.uniform(18.0, 42.0), die.uniform(0.06, 0.2)
    phrase: list[Mono] = []
    for syllable in range(int(die.integers(2, 8))):
        count = int(length * die.uniform(0.8, 1.2) * SAMPLE_RATE)
        along = np.linspace(0.0, 1.0, count)
        match kind:
            case 0:
                pitch = base * (1.0 + 0.3 * np.sin(np.pi * along * ratio))
            case 1:
                pitch = base * ratio**along
            case 2:
                pitch = base * (1.0 + 0.07 * np.sin(TAU * rate * length * along))
            case _:
                pitch = np.full(count, base * (ratio if syllable % 2 else 1.0))
        phrase += [
            tone(pitch * die.uniform(0.98, 1.02), (0.8, 0.15)) * envelope(count, 600, 1400),
            _rests(die, 0.02, 0.12),
        ]
    return np.concatenate(phrase)


def whistle(die: Dice) -> Mono:
    """A long, falling whistle from far away, once or twice."""
    base, fall = die.uniform(1100.0, 2200.0), die.uniform(0.7, 0.95)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(1, 3))):
        count = int(die.uniform(0.45, 0.9) * SAMPLE_RATE)
        along = np.linspace(0.0, 1.0, count)
        pitch = base * fall ** (along**2) * (1.0 + 0.006 * np.sin(TAU * 6.0 * along))
        phrase += [tone(pitch, (0.6, 0.05)) * envelope(count, 5000, 14000), _rests(die, 0.2, 0.5)]
    return np.concatenate(phrase)


def frog(die: Dice) -> Mono:
    """Two to six croaks: a tone broken into pulses, its pitch rising."""
    base, pulse = die.uniform(480.0, 1300.0), die.uniform(42.0, 70.0)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(2, 7))):
        count = int(die.uniform(0.08, 0.16) * SAMPLE_RATE)
        along = np.arange(count) / SAMPLE_RATE
        beat = (0.5 - 0.5 * np.cos(TAU * pulse * along)).astype(np.float32) ** 2
        croak = tone(base * (1.0 + 0.8 * along), (0.55, 0.3, 0.12))
        phrase += [croak * beat * envelope(count, 250, 1500), _rests(die, 0.1, 0.3)]
    return np.concatenate(phrase)


def drip(die: Dice) -> Mono:
    """A drop into still water: a short tone that rises as the bubble closes."""
    along = np.arange(int(0.12 * SAMPLE_RATE)) / SAMPLE_RATE
    pitch = die.uniform(700.0, 2000.0) * (1.0 + 5.0 * along)
    return tone(pitch, (0.6,)) * np.exp(-along * 45.0).astype(np.float32) * envelope(len(along), 80, 1200)


def rustle(die: Dice) -> Mono:
    """Something moves in dry leaves."""
    count = int(die.uniform(0.5, 1.4) * SAMPLE_RATE)
    crackle = wander(die, count, 0.03, 0.0, 1.0) ** 3
    return np.clip(
        noise(die, count, band(1500.0, 7000.0, 1.0)) * crackle * envelope(count, 4800, 14400) * 0.4, -1.0, 1.0
    )


VOICES: Final[Mapping[str, tuple[Callable[[Dice], Mono], float]]] = MappingProxyType(
    {
        "bird": (bird, 0.07),
        "whistle": (whistle, 0.06),
        "frog": (frog, 0.08),
        "drip": (drip, 0.06),
        "rustle": (rustle, 0.07),
    }
)
"""Layer of the score -> its voice and the loudest level it may have in the jungle; each event is somewhat further."""
