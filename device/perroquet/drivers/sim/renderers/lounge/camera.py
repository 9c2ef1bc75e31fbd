"""From light to a frame: lens, photons, what the camera's own processor makes of them, YUV 4:2:0."""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.lounge.tints import F32
from perroquet.drivers.sim.renderers.lounge.view import View
from perroquet.kernel.units import NS_PER_S
from perroquet.ports.camera import ROW_NS, Frame
from perroquet.vision.scene import Scene
from perroquet.vision.sight import FIRST_LENS

_COARSE: Final = 8
_READ: Final = 0.006
"""Light at which reading makes as much noise as photons, full scale = 1."""
_BRIGHT: Final = np.array([0.114, 0.587, 0.299], np.float32)
_TO_CHROMA: Final = np.array([[0.5, -0.331264, -0.168736], [-0.081312, -0.418688, 0.5]], np.float32)
"""BT.601, all levels, from BGR."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """One camera: what differs from piece to piece, and how it was set when the evening began."""

    tone: float
    soft: float
    worse_side: float
    colour_shift: float
    veil: float
    flicker: float
    phase: float
    off_white: tuple[float, float, float]
    saturation: float
    halo: float
    grain: float


@lru_cache(maxsize=64)
def _body(look: int) -> _Body:
    rng = np.random.default_rng((look, 61))
    blue, red = rng.normal(0, 0.02, 2).clip(-0.04, 0.04).tolist()
    return _Body(
        tone=float(rng.uniform(4.2, 5.6)),
        soft=float(rng.uniform(0.2, 0.8)),
        worse_side=float(rng.uniform(0, 2 * math.pi)),
        colour_shift=float(rng.uniform(-4e-4, 4e-4)),
        veil=float(rng.uniform(0.01, 0.04)),
        flicker=float(rng.uniform(0, 0.02)),
        phase=float(rng.uniform(0, 2 * math.pi)),
        off_white=(1.0 + blue, 1.0, 1.0 + red),
        saturation=float(rng.uniform(0.85, 1.15)),
        halo=float(rng.uniform(0.25, 0.8)),
        grain=float(rng.uniform(0.35, 0.6)),
    )


def taken(canvas: F32, view: View, scene: Scene) -> Frame:
    """Take the picture.

    Args:
        canvas: (h, w, 3) BGR light, 1 = white paper under the totem; changed.
        view: of the camera.
        scene: its light says how bright, warm, noisy and sharp.
    """
    body, light = _body(scene.look), scene.light
    rng = np.random.default_rng((scene.look, scene.moment, 62))
    slant, aside, rows = _off_axis(view)
    fall = np.minimum((1 + slant**2) ** 1.5, 3.5)
    corrected = 1 + 0.5 * (fall - 1)
    band = 1 + body.flicker * np.sin(_beat(scene, rows, view) + body.phase)
    white = light.level / (body.tone - (body.tone - 1) * light.level)
    canvas *= _wide((white * corrected / fall * band).astype(np.float32), view)[..., None]
    canvas *= _cast(light.warmth) * np.array(body.off_white, np.float32)
    canvas = _colour_edges(_focused(canvas, view, slant, aside, light.blur_px, body), view, body)
    canvas += np.float32(body.veil) * np.array(cv2.mean(canvas)[:3], np.float32)
    canvas = _saturated(canvas, body.saturation)
    tone = np.float32(body.tone)
    canvas = np.asarray(tone * canvas / (np.float32(1) + (tone - np.float32(1)) * canvas), np.float32)
    canvas *= np.float32(255)
    y = np.asarray(cv2.transform(canvas, _BRIGHT.reshape(1, 3)), np.float32)
    y += _halo(y, body.halo)
    lifted = _wide(np.sqrt(corrected).astype(np.float32), view)
    y += _luma_noise(y, light.noise, body, lifted, rng)
    # The middle of four pixels' colour, then the smoothing that the processor gives colours.
    half = (view.width // 2, view.height // 2)
    small = np.asarray(cv2.resize(canvas, half, interpolation=cv2.INTER_AREA), np.float32)
    planes = [
        _chroma(np.asarray(cv2.transform(small, row.reshape(1, 3)), np.float32), light.noise * body.grain, rng)
        for row in _TO_CHROMA
    ]
    return Frame(y=_levels(y), u=_levels(planes[0]), v=_levels(planes[1]), at=scene.at)


def _off_axis(view: View) -> tuple[F32, F32, F32]:
    """Return, for one pixel in eight each way: tangent off the axis, direction from it, and row of the picture."""
    lens = view.sight.lens
    across = (np.arange(-(-view.width // _COARSE) + 1) + 0.5) * _COARSE - 0.5 - lens.centre[0]
    down = (np.arange(-(-view.height // _COARSE) + 1) + 0.5) * _COARSE - 0.5 - lens.centre[1]
    right, low = (each.astype(np.float32) for each in np.meshgrid(across / lens.focal_px, down / lens.focal_px))
    slant, aside, rows = np.hypot(right, low), np.arctan2(low, right), low * np.float32(lens.focal_px)
    return np.asarray(slant, np.float32), np.asarray(aside, np.float32), np.asarray(rows, np.float32)


def _wide(coarse: F32, view: View) -> F32:
    size = (coarse.shape[1] * _COARSE, coarse.shape[0] * _COARSE)
    return np.asarray(cv2.resize(coarse, size)[: view.height, : view.width], np.float32)


def _beat(scene: Scene, rows: F32, view: View) -> F32:
    """Return the phase of a lamp on the mains, 100 times a second, when each row is exposed."""
    fine = FIRST_LENS.focal_px / view.sight.lens.focal_px
    started = 2 * math.pi * 100 * ((int(scene.at) % NS_PER_S) / NS_PER_S)
    return (rows * np.float32(fine * 2 * math.pi * 100 * ROW_NS / NS_PER_S) + np.float32(started)).astype(np.float32)


def _cast(warmth: float) -> F32:
    """Return what of a lamp's yellow the camera leaves: BGR, brightness 1."""
    colour = np.array([1 - 0.5 * warmth, 1 - 0.06 * warmth, 1 + 0.22 * warmth], np.float32)
    return np.asarray(colour / float(colour @ _BRIGHT), np.float32)


def _focused(canvas: F32, view: View, slant: F32, aside: F32, blur_px: float, body: _Body) -> F32:
    """Blur as the lens does: least in the middle, more toward one side."""
    wider = body.soft * (slant / np.float32(1.2)) ** 2 * (1 + 0.3 * np.cos(aside - np.float32(body.worse_side)))
    low, high = float(wider.min()), float(wider.max())
    if high - low < 0.12:
        return np.asarray(cv2.GaussianBlur(canvas, (0, 0), blur_px * (1 + (low + high) / 2)), np.float32)
    sharp = np.asarray(cv2.GaussianBlur(canvas, (0, 0), blur_px * (1 + low)), np.float32)
    more = blur_px * math.sqrt((1 + high) ** 2 - (1 + low) ** 2)
    softer = np.asarray(cv2.GaussianBlur(sharp, (0, 0), more), np.float32)
    share = _wide(((wider - low) / (high - low)).astype(np.float32), view)
    softer -= sharp
    softer *= share[..., None]
    sharp += softer
    return sharp


def _colour_edges(canvas: F32, view: View, body: _Body) -> F32:
    """Draw blue and red a little larger and smaller than green."""
    cx, cy = view.sight.lens.centre
    planes = list(cv2.split(canvas))
    for channel, sign in ((0, 1.0), (2, -1.0)):
        grown = 1 + sign * body.colour_shift
        matrix = np.array([[grown, 0.0, cx * (1 - grown)], [0.0, grown, cy * (1 - grown)]])
        size = (view.width, view.height)
        planes[channel] = cv2.warpAffine(planes[channel], matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.merge(planes), np.float32)


def _saturated(canvas: F32, saturation: float) -> F32:
    """Spread colours as a correction matrix that does not quite fit, and clip what is too bright or no light at all."""
    matrix = np.float32(saturation) * np.eye(3, dtype=np.float32) + np.float32(1 - saturation) * _BRIGHT
    mixed = np.asarray(cv2.transform(canvas, matrix), np.float32)
    return np.asarray(np.clip(mixed, 0.0, 1.0), np.float32)


def _halo(y: F32, strength: float) -> F32:
    """Return what sharpening adds: nothing to what is flat, at most 24 levels at edges."""
    edge = y - cv2.GaussianBlur(y, (0, 0), 1.1)
    cored = edge - np.clip(edge, -1.5, 1.5)
    return np.clip(cored * np.float32(strength), -24.0, 24.0).astype(np.float32)


def _luma_noise(y: F32, deviation: float, body: _Body, lifted: F32, rng: np.random.Generator) -> F32:
    """Return noise that has this deviation at half brightness, as it is after denoising and sharpening."""
    tone = body.tone
    told = np.linspace(0.0, 1.0, 256)
    light = told / (tone - (tone - 1) * told)
    steep = tone / (1 + (tone - 1) * light) ** 2
    strength = steep * np.sqrt(light + _READ)
    strength *= deviation / strength[128]
    grain = cv2.filter2D(rng.standard_normal(y.shape, np.float32), -1, _grain_kernel())
    loud = np.asarray(cv2.LUT(_levels(y), strength.astype(np.float32).reshape(1, 256)), np.float32)
    return np.asarray(loud * grain * lifted, np.float32)


@cache
def _grain_kernel() -> F32:
    """Return (7, 7): smoothed by half a pixel, then sharpened; keeps the deviation of white noise."""
    one, other = cv2.getGaussianKernel(7, 0.5), cv2.getGaussianKernel(7, 1.2)
    kernel = 1.5 * one @ one.T - 0.5 * other @ other.T
    return (kernel / np.sqrt((kernel**2).sum())).astype(np.float32)


def _chroma(plane: F32, deviation: float, rng: np.random.Generator) -> F32:
    """Return a colour plane: blurred by the processor, its noise in blots."""
    blots = cv2.GaussianBlur(rng.standard_normal(plane.shape, np.float32), (0, 0), 1.2)
    # A blur of 1.2 leaves 1 / (2 sqrt(pi) 1.2) of the deviation.
    loud = np.float32(deviation * 2 * math.sqrt(math.pi) * 1.2)
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), 0.6) + loud * blots + np.float32(128), np.float32)


def _levels(plane: F32) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.clip(np.rint(plane), 0, 255).astype(np.uint8)
