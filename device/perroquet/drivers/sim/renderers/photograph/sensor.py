"""The sensor and signal processor of renderer B: from light to the camera's YUV."""

import math
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.photograph.lamp import Lamp
from perroquet.drivers.sim.renderers.photograph.looks import looks
from perroquet.drivers.sim.renderers.photograph.plate import Plate
from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.kernel.units import NS_PER_S
from perroquet.ports.camera import ROW_NS, Frame
from perroquet.vision.scene import Scene

_WHITE: Final = 16384.0
"""Reflectance 1 under light 1, in counts of the working image."""
_LINEAR: Final = np.rint(_WHITE * (np.arange(256) / 255.0) ** 2.2).astype(np.uint16)
_SITES: Final = ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0))
"""(row, column, channel of BGR) of a colour filter's four sites."""
_FULL: Final = 4095.0
_TONES: Final = np.rint(255.0 * (np.arange(4096) / _FULL) ** (1 / 2.2)).astype(np.uint8)
_PURE: Final = np.array([[1.25, -0.2, -0.05], [-0.1, 1.25, -0.15], [-0.05, -0.22, 1.27]], np.float32)
"""What separates the filters' overlapping colours, BGR."""
_MIXED: Final = np.linalg.inv(_PURE.astype(np.float64)).astype(np.float32)


@cache
def _grains() -> NDArray[np.float32]:
    """Return normal noise, enough for a picture; each picture begins elsewhere in it."""
    return np.random.default_rng(76).standard_normal(1 << 22, np.float32)


def develop(plate: Plate, scene: Scene, lamp: Lamp, troubles: Troubles) -> Frame:
    """Return the picture."""
    rng = np.random.default_rng([77, scene.look, scene.moment])
    chosen = looks(scene.look)
    raw = _counted(plate, scene, lamp, troubles, rng)
    colour = cv2.cvtColor(raw, cv2.COLOR_BayerRGGB2BGR)
    pure = cv2.transform(colour, _PURE)
    tones = _TONES[np.minimum(pure, np.uint16(_FULL))]
    ycrcb = cv2.cvtColor(tones, cv2.COLOR_BGR2YCrCb)
    y, cr, cb = (np.asarray(plane, np.uint8) for plane in cv2.split(ycrcb))
    soft = cv2.GaussianBlur(y, (5, 5), 1.1)
    y = np.asarray(cv2.addWeighted(y, 1.0 + chosen.sharpen, soft, -chosen.sharpen, 0.0), np.uint8)
    half = (y.shape[1] // 2, y.shape[0] // 2)
    halves = (cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in (cb, cr))
    u, v = (np.asarray(cv2.GaussianBlur(plane, (3, 3), 0), np.uint8) for plane in halves)
    if chosen.jpeg is not None:
        y, u, v = _packed(y, chosen.jpeg), _packed(u, chosen.jpeg - 10), _packed(v, chosen.jpeg - 10)
    return Frame(y=y, u=u, v=v, at=scene.at)


def _counted(
    plate: Plate, scene: Scene, lamp: Lamp, troubles: Troubles, rng: np.random.Generator
) -> NDArray[np.uint16]:
    """Return the raw picture, white-balanced: (h, w) under red, green, green and blue filters."""
    linear = cv2.LUT(plate.coded, _LINEAR)
    if scene.light.blur_px > 0.2:
        reach = 2 * math.ceil(2.2 * scene.light.blur_px) + 1
        linear = cv2.GaussianBlur(linear, (reach, reach), scene.light.blur_px)
    light = plate.light * np.float32(lamp.level * _FULL / _WHITE)
    if Trouble.FLICKER in troubles:
        light = light * _bands(scene, rng, len(light))[:, None]
    raw = np.empty(light.shape, np.float32)
    # Photons: variance grows with light. Chosen so that grey at half brightness has the scene's noise after tones.
    half = _FULL * 0.5**2.2
    spread = scene.light.noise / 255.0 * _FULL * 2.2 * 0.5**1.2
    grains = _grains()
    glow = plate.glow * (_FULL * lamp.level * np.array(lamp.colour, np.float32)) if plate.glowing else None
    mixed = _MIXED * np.array(lamp.colour, np.float32)
    for row, column, channel in _SITES:
        site = linear[row::2, column::2]
        filtered = np.asarray(cv2.transform(site, mixed[channel : channel + 1]), np.float32)
        seen = filtered * light[row::2, column::2]
        if glow is not None:
            seen += glow[row::2, column::2, channel]
        start = int(rng.integers(0, len(grains) - seen.size)) if seen.size < len(grains) else 0
        grain = grains[start : start + seen.size].reshape(seen.shape)
        seen += grain * np.sqrt(np.maximum(seen, 0.0) * np.float32(spread**2 / half) + np.float32((0.25 * spread) ** 2))
        raw[row::2, column::2] = seen
    return np.clip(raw, 0, _FULL).astype(np.uint16)


def _bands(scene: Scene, rng: np.random.Generator, rows: int) -> NDArray[np.float32]:
    """Return the light of each row under a lamp that goes out a hundred times a second."""
    start = rng.uniform(0, 2 * math.pi)
    turns = 2 * math.pi * 100.0 * ROW_NS / NS_PER_S * np.arange(rows) + start
    exposed = scene.exposure / 1000.0
    left = 0.5 * abs(np.sinc(100.0 * exposed))
    return (1.0 + left * np.sin(turns)).astype(np.float32)


def _packed(plane: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    _, packed = cv2.imencode(".jpg", plane, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
