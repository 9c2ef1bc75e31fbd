"""What sounds are made of: tones, noises, shapes. All mono float32 at 48 kHz."""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

Mono = NDArray[np.float32]
"""(n,) float32 at 48 kHz."""

Dice = np.random.Generator

Shape: TypeAlias = Callable[[Mono], NDArray[np.floating]]
"""Frequencies in Hz -> amplitude at each."""

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


def noise(die: Dice, count: int, shape: Shape) -> Mono:
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


def band(low: float, high: float, slope: float = 2.0) -> Shape:
    """Return a band-pass shape for `noise` with `slope` orders on either side."""

    def shape(frequencies: Mono) -> NDArray[np.floating]:
        safe = np.maximum(frequencies, 1.0)
        return 1.0 / np.sqrt((1.0 + (low / safe) ** (2 * slope)) * (1.0 + (safe / high) ** (2 * slope)))

    return shape


def formants(*peaks: tuple[float, float, float]) -> Shape:
    """Return the shape of a throat: resonances of (centre in Hz, half width in Hz, gain)."""

    def shape(frequencies: Mono) -> NDArray[np.floating]:
        return np.sum([gain / (1.0 + ((frequencies - centre) / width) ** 2) for centre, width, gain in peaks], axis=0)

    return shape


def colour(wave: NDArray[np.floating], shape: Shape) -> Mono:
    """Return `wave` with its spectrum multiplied by `shape`; it does not ring beyond the wave's own end."""
    size = smooth_size(len(wave) + SAMPLE_RATE // 20)
    spectrum = np.fft.rfft(wave, size)
    spectrum *= shape(np.fft.rfftfreq(size, 1.0 / SAMPLE_RATE).astype(np.float32))
    return np.fft.irfft(spectrum, size)[: len(wave)].astype(np.float32)


def smooth_size(least: int) -> int:
    """Return a length of at least `least` that a Fourier transform is quick at: 2**n, or three quarters of it."""
    whole = 1 << (least - 1).bit_length()
    return whole * 3 // 4 if whole * 3 // 4 >= least else whole


def rest(die: Dice, low: float, high: float) -> Mono:
    """Return silence of `low` to `high` seconds."""
    return np.zeros(int(die.uniform(low, high) * SAMPLE_RATE), np.float32)


def seconds(count: int) -> NDArray[np.float64]:
    """Return the time of each of `count` samples, in seconds."""
    return np.arange(count) / SAMPLE_RATE


def full(wave: NDArray[np.floating]) -> Mono:
    """Return `wave` with its peak at 1.0."""
    return (wave / max(1e-9, float(np.abs(wave).max()))).astype(np.float32)
