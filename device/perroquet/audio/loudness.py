"""How loud a sound is to people: ITU-R BS.1770 loudness and true peak, as played.

Own code, since the library that measures it brings 100 MB of SciPy to the box; the tests compare the two. A mono sound
is measured as the engine plays it, the same on both sides, which is 3 LU more than one side alone.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.synthesis import smooth_size
from perroquet.kernel.units import SAMPLE_RATE

Wave = NDArray[np.floating]
"""(n,) or (n, 2), full scale 1.0, at 48 kHz."""

BLOCK: Final = 400 * SAMPLE_RATE // 1000
SHORT_TERM: Final = 3 * SAMPLE_RATE
NOTHING: Final = -70.0
"""LUFS under which a block is silence, and of silence itself."""

_HOP: Final = BLOCK // 4
_BELOW: Final = -10.0
_OVERSAMPLED: Final = 4

# BS.1770-5, tables 1 and 2, at 48 kHz: (b0, b1, b2), (a0, a1, a2).
_SHELF: Final = ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585))
_HIGH_PASS: Final = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))


def integrated(wave: Wave) -> float:
    """Return the gated loudness in LUFS; a sound shorter than a block is measured as one block."""
    powers = _powers(wave, BLOCK, _HOP)
    loud = powers[_lufs(powers) > NOTHING]
    if not len(loud):
        return NOTHING
    kept = loud[_lufs(loud) > float(_lufs(loud.mean())) + _BELOW]
    return float(_lufs(kept.mean()))


def short_term(wave: Wave) -> NDArray[np.float64]:
    """Return the loudness of the last 3 s, ten times a second, in LUFS; of a shorter sound, of all of it."""
    return np.asarray(_lufs(_powers(wave, SHORT_TERM, _HOP)))


def loudest(wave: Wave) -> float:
    """Return the loudness of the loudest 400 ms, in LUFS."""
    return float(_lufs(_powers(wave, BLOCK, _HOP)).max())


def true_peak(wave: Wave) -> float:
    """Return the highest peak between and at the samples, in dBTP (four times oversampled)."""
    highest = 1e-6
    for side in _sides(wave):
        for start in range(0, len(side), SAMPLE_RATE * 10):
            part = side[max(0, start - 64) : start + SAMPLE_RATE * 10 + 64]
            size = smooth_size(len(part) + 128)
            dense = np.fft.irfft(np.fft.rfft(part, size), size * _OVERSAMPLED) * _OVERSAMPLED
            highest = max(highest, float(np.abs(dense).max()))
    return 20.0 * math.log10(highest)


def decibels(gain: float) -> float:
    """Return a gain in dB."""
    return 20.0 * math.log10(max(gain, 1e-6))


def gain_of(change: float) -> float:
    """Return the gain of a change in dB or LU."""
    return 10.0 ** (change / 20.0)


def _sides(wave: Wave) -> tuple[Wave, ...]:
    return (wave,) if wave.ndim == 1 else tuple(wave.T)


def _lufs(power: NDArray[np.floating] | np.floating) -> NDArray[np.float64]:
    return -0.691 + 10.0 * np.log10(np.maximum(power, 1e-12))


def _powers(wave: Wave, length: int, hop: int) -> NDArray[np.float64]:
    """Return the K-weighted power of both sides together in each block of `length`."""
    length = min(length, max(BLOCK, len(wave)))
    wanted = max(length, len(wave))
    squares = np.zeros(wanted + 1)
    for side in _sides(wave):
        squares[1 : len(side) + 1] += _weighted(side) ** 2
    if wave.ndim == 1:
        squares *= 2.0
    summed = np.cumsum(squares)
    starts = np.arange(0, wanted - length + 1, hop)
    return (summed[starts + length] - summed[starts]) / length


def _weighted(side: Wave) -> NDArray[np.float64]:
    """Return `side` through the K filter, in the frequency domain; the filter rings for less than the added second."""
    size = smooth_size(len(side) + SAMPLE_RATE)
    return np.fft.irfft(np.fft.rfft(side, size) * _k_response(size), size)[: len(side)]


def _k_response(size: int) -> NDArray[np.complex128]:
    turn = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    response = np.ones(len(turn), np.complex128)
    for top, bottom in (_SHELF, _HIGH_PASS):
        response *= (top[0] + top[1] * turn + top[2] * turn**2) / (bottom[0] + bottom[1] * turn + bottom[2] * turn**2)
    return response
