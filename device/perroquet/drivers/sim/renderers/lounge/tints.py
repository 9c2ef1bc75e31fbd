"""Colours as reflectance, and noise that repeats without a seam: what all surfaces here are made of."""

from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
Reals = NDArray[np.floating[Any]]
"""What arithmetic on `F32` may be, as far as types tell."""
WHITE: Final = 0.86
"""Reflectance of the white paper that a scene's brightness is told of; surfaces are told in shares of it."""
_BANK: Final = 512


def tint(lightness: float, a: float, b: float) -> F32:
    """Return a colour of CIELAB as (3,) BGR reflectance, 1 = white paper."""
    lab = np.array([[[lightness, a, b]]], np.float32)
    return np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2LBGR)[0, 0], 0.012, 1.0).astype(np.float32) / np.float32(WHITE)


def hued(lightness: float, chroma: float, hue: float) -> F32:
    """Return a colour of so much chroma; hue in degrees of CIELAB: 0 red, 90 yellow, 180 green, 270 blue."""
    angle = np.radians(hue)
    return tint(lightness, chroma * float(np.cos(angle)), chroma * float(np.sin(angle)))


@cache
def linear_of() -> F32:
    """Return (256,) reflectance of each level of an sRGB picture, not yet as a share of `WHITE`."""
    level = np.arange(256) / 255.0
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)


@cache
def _bank(slope: float) -> F32:
    """Return periodic noise (512, 512), deviation 1, whose amplitude falls with frequency to the power `slope`."""
    rng = np.random.default_rng(round(1000 * slope) + 77)
    waves = np.fft.rfft2(rng.standard_normal((_BANK, _BANK)))
    down, across = np.meshgrid(np.fft.fftfreq(_BANK), np.fft.rfftfreq(_BANK), indexing="ij")
    steep = np.maximum(np.hypot(down, across), 1.0 / _BANK) ** -slope
    steep[0, 0] = 0.0
    drawn = np.fft.irfft2(waves * steep, (_BANK, _BANK))
    # One texel more than a period, so that interpolation never meets a border.
    return np.pad((drawn / drawn.std()).astype(np.float32), (0, 1), mode="wrap")


def noise(x: Reals, y: Reals, look: int, slope: float = 1.2) -> F32:
    """Return noise at places told in texels of a bank of 512, deviation about 1.

    Args:
        x: any shape.
        y: as `x`.
        look: another look reads another part of the bank.
        slope: 0 = each texel for itself, 1.2 = cloudy, 2 = smooth hills.
    """
    off_x, off_y = (look * 0.618034) % 1.0 * _BANK, (look * 0.414214) % 1.0 * _BANK
    across, down = _within(x, off_x), _within(y, off_y)
    return np.asarray(
        cv2.remap(_bank(slope), across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32
    )


def clouds(x: Reals, y: Reals, look: int, slope: float = 2.0) -> F32:
    """Return `noise` whose blots are many pixels wide: worked out for one pixel in sixteen; (h, w) both."""
    few = noise(x[::4, ::4], y[::4, ::4], look, slope)
    return np.asarray(cv2.resize(few, x.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _within(place: Reals, off: float) -> F32:
    moved = np.asarray(place + np.float32(off), np.float32)
    moved -= np.float32(_BANK) * np.floor(moved * np.float32(1 / _BANK))
    return moved
