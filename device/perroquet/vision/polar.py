"""Pictures of symbols unrolled about their middle: turning one is shifting it, so one FFT matches all turns."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH: Final = 72
"""Side of a rectified card's inner square, pixels."""
_RINGS, _TURNS = 22, 128
_QUARTER: Final = _TURNS // 4
_REACH: Final = 0.96 * PATCH / 2

Ink = NDArray[np.float32]
"""(PATCH, PATCH) float32: 0 = paper, 1 = the darkest print of that card."""
Spectrum = NDArray[np.complex64]
"""(rings, frequencies) complex64, of length 1: an unrolled symbol."""

_WEIGHT: Final = np.sqrt((np.arange(_RINGS, dtype=np.float32) + 0.5) / _RINGS)
"""A ring counts by its length."""


def spectrum(ink: Ink) -> Spectrum:
    """Unroll a symbol. One without any print gives zeros."""
    middle = ((PATCH - 1) / 2, (PATCH - 1) / 2)
    unrolled = cv2.warpPolar(ink, (_RINGS, _TURNS), middle, _REACH, cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS)
    weighted = (
        unrolled - np.average(unrolled, axis=None, weights=np.broadcast_to(_WEIGHT**2, unrolled.shape))
    ) * _WEIGHT
    length = float(np.linalg.norm(weighted))
    if length < 1e-6:
        return np.zeros((_RINGS, _TURNS // 2 + 1), np.complex64)
    return np.fft.rfft((weighted / length).T, axis=1).astype(np.complex64)


def likeness(bank: NDArray[np.complex64], seen: Spectrum) -> NDArray[np.float32]:
    """Return how alike `seen` is to each of a bank in every turn.

    Args:
        bank: (n, rings, frequencies), templates.
        seen: what to compare.

    Returns:
        (n, turns) float32, -1 to 1; column k = the template turned clockwise by 360 k / turns degrees.
    """
    return np.fft.irfft(np.einsum("nrf,rf->nf", bank.conj(), seen), n=_TURNS, axis=1).astype(np.float32)


def square_on(turned: NDArray[np.float32], within: int) -> NDArray[np.float32]:
    """Return the best likeness of each template in each of the four turns of a square, give or take `within` steps.

    Returns:
        (n, 4) float32: column q = turned clockwise by q quarters.
    """
    steps = (np.arange(0, _TURNS, _QUARTER)[:, None] + np.arange(-within, within + 1)) % _TURNS
    return turned[:, steps].max(axis=2)
