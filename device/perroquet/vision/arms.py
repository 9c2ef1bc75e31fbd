"""Whose arm is over the base? Rings around the totem against what they look like when nobody reaches.

A spot is an arm's when it is brighter or much darker than before, of another colour, or when the cloth's pattern is
gone; a shadow does none of that, and all is held against the camera's noise. From the base outward the spots of an arm
are followed ring by ring to where it came from: near its owner's seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import ArmLikelihood
from perroquet.kernel.units import Degrees, HostNs, Probability, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.sight import Sight
from perroquet.vision.thresholds import THRESHOLDS, Thresholds

_TURNS: Final = 180
_RINGS_MM: Final = np.arange(110.0, 440.0, 10.0)
_INNER: Final = 5
"""Rings that a hand must cover to be on its way to the totem: up to 150 mm."""
_NARROWEST_MM: Final = 28.0
_GAP: Final = 3
"""Rings an arm may be lost in: a bracelet, a pattern like the cloth."""
_HEIGHT_MM: Final = 60.0
"""Of an arm above the table, at which rings are looked at."""
_SOURCE: Final = 4
"""The picture is looked at four times as coarse,"""
_SOURCE_COLOUR: Final = 8
"""and its colour, in which noise is strongest, eight times."""
_BLACK: Final = 10.0
"""Added to brightness, levels: what is black has no colour."""
_SURE: Final = 3.0
"""How many times what most spots change by is beyond noise."""
_PATCH: Final = 5
"""Spots across the surroundings in which a pattern is looked for."""
_LEARN: Final = 0.05
_STILL: Final = 0.02

Span = tuple[int, int]
"""First and after the last."""
Polar = NDArray[np.float32]
"""(rings, turns) float32."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """An arm that reaches for the totem.

    Attributes:
        azimuth: where it comes from, degrees.
        reach_mm: how far out it could be followed.
        width_mm: at the base.
    """

    azimuth: float
    reach_mm: float
    width_mm: float


class ArmWatch:
    """Follows arms from frame to frame; it must see the table without arms once, or for a while."""

    def __init__(self, sight: Sight, thresholds: Thresholds = THRESHOLDS) -> None:
        angles = np.radians(np.arange(_TURNS) * 360.0 / _TURNS)
        x, y = _RINGS_MM[:, None] * np.sin(angles), -_RINGS_MM[:, None] * np.cos(angles)
        points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, _HEIGHT_MM)])
        pixels = sight.project(points).reshape(*x.shape, 2)
        width, height = sight.lens.size
        inside = np.logical_and(pixels > 2, pixels < (width - 3, height - 3))
        self._inside: NDArray[np.bool_] = np.asarray(inside.all(axis=2), np.bool_)
        self._part, corner = _part(pixels[self._inside])
        self._pixels = (pixels - corner).astype(np.float32)
        self._at = thresholds
        self._quiet: tuple[Polar, ...] | None = None
        self._last: tuple[Polar, ...] | None = None
        self._over: NDArray[np.uint8] | None = None

    def look(self, frame: Frame) -> tuple[Arm, ...]:
        """Return the arms over the base's mat, and learn what is still."""
        planes = self._planes(frame)
        if self._quiet is None:
            self._quiet = self._last = planes
            return ()
        self._over = self._covered(planes)
        self._learn(planes, self._over)
        return self._followed(self._over)

    def covers(self, seat_azimuth: float, half: float) -> bool:
        """Tell whether, in the last frame, something that is not the table lay over a seat's part of it."""
        if self._over is None:
            return False
        off = np.abs((np.arange(_TURNS) * 360.0 / _TURNS - seat_azimuth + 180.0) % 360.0 - 180.0)
        part = self._over[7:, off < max(half, 4.0)]
        return bool(part.mean() > 0.25)

    def _planes(self, frame: Frame) -> tuple[Polar, ...]:
        """Return brightness, and blue and red over brightness, on the rings."""
        y = self._unrolled(frame.y, 1, _SOURCE) + _BLACK
        if frame.u is None or frame.v is None:
            return (y,)
        colours = (self._unrolled(plane, 2, _SOURCE_COLOUR) - 128.0 for plane in (frame.u, frame.v))
        return (y, *(_smooth(colour) / y for colour in colours))

    def _unrolled(self, plane: NDArray[np.uint8], fine: int, coarse: int) -> Polar:
        """Return a plane, which is `fine` times as coarse as the picture, on the rings, `coarse` times as coarse."""
        (left, right), (top, bottom) = self._part
        part = plane[top // fine : bottom // fine, left // fine : right // fine]
        size = ((right - left) // coarse, (bottom - top) // coarse)
        places = (self._pixels + 0.5) / coarse - 0.5
        return cv2.remap(
            cv2.resize(part, size, interpolation=cv2.INTER_AREA), places[..., 0], places[..., 1], cv2.INTER_LINEAR
        ).astype(np.float32)

    def _covered(self, planes: tuple[Polar, ...]) -> NDArray[np.uint8]:
        """Return the spots that neither noise nor a shadow makes what they are."""
        quiet = self._quiet or planes
        y, ratio = planes[0], planes[0] / quiet[0]
        doubt = _SURE * self._noise(y - quiet[0]) / y
        there = np.logical_or(ratio < self._at.arm_dark - doubt, ratio > self._at.arm_bright + doubt)
        if len(planes) == len(quiet) == 3:
            off = np.hypot(planes[1] - quiet[1], planes[2] - quiet[2])
            there |= off > self._at.arm_chroma + _SURE * self._noise(off * y) / y
        there |= self._hidden(y, quiet[0])
        spots = (there & self._inside).astype(np.uint8)
        wide = cv2.copyMakeBorder(spots, 0, 0, 6, 6, cv2.BORDER_WRAP)
        wide = cv2.morphologyEx(wide, cv2.MORPH_OPEN, np.ones((1, 3), np.uint8))
        wide = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones((3, 5), np.uint8))
        return np.asarray(wide[:, 6:-6], np.uint8)

    def _hidden(self, now: Polar, before: Polar) -> NDArray[np.bool_]:
        """Return the spots whose pattern is gone: a shadow dims stripes, an arm covers them."""
        change, pattern = _fine(np.log(now / before)), _fine(np.log(before))
        strength = _smooth(pattern * pattern, _PATCH)
        gone = -_smooth(change * pattern, _PATCH) / np.maximum(strength, 1e-6)
        noise = _SURE * self._noise(now - before) / before
        return np.asarray((gone > self._at.arm_hides) & (strength > noise * noise), np.bool_)

    def _noise(self, change: Polar) -> float:
        """Return what most spots change by, levels: they are the table's, so it is the camera's noise."""
        seen = np.abs(change[self._inside])
        return float(np.median(seen)) if seen.size else 0.0

    def _followed(self, covered: NDArray[np.uint8]) -> tuple[Arm, ...]:
        rings = [_arcs(row) for row in covered]
        found = list[Arm]()
        for start, (middle, width) in _hands(rings):
            at, seen, lost = middle, [(middle, _RINGS_MM[start])], 0
            for ring in range(start + 1, len(rings)):
                near = [(abs(_off(arc, at)), arc) for arc, _ in rings[ring] if abs(_off(arc, at)) < 16.0]
                if near:
                    at, lost = min(near)[1], 0
                    seen.append((at, float(_RINGS_MM[ring])))
                elif not self._inside[ring, round(at * _TURNS / 360.0) % _TURNS]:
                    break
                else:
                    lost += 1
                    if lost > _GAP:
                        break
            found.append(_arm(seen, width))
        return tuple(found)

    def _learn(self, planes: tuple[Polar, ...], covered: NDArray[np.uint8]) -> None:
        last, quiet = self._last or planes, self._quiet or planes
        still = np.abs(planes[0] / last[0] - 1.0) < 0.06
        # What moved in and stays (a card, a glass) becomes the table in some seconds; what was never covered, sooner.
        rate = np.where(covered > 0, np.where(still, _STILL, 0.0), _LEARN).astype(np.float32)
        self._quiet = tuple(
            np.asarray(before + rate * (now - before), np.float32) for before, now in zip(quiet, planes, strict=True)
        )
        self._last = planes


def likelihood(
    arms: tuple[Arm, ...], seats: Mapping[Seat, Degrees], at: HostNs, thresholds: Thresholds = THRESHOLDS
) -> ArmLikelihood | None:
    """Return whose each arm may be; None = no arm, which says nothing."""
    if not arms or not seats:
        return None
    return ArmLikelihood(arms=tuple(_whose(arm, seats, thresholds) for arm in arms), at=at)


def _whose(arm: Arm, seats: Mapping[Seat, Degrees], thresholds: Thresholds) -> tuple[tuple[Seat, Probability], ...]:
    # Of an arm that is lost near the base little more is seen than a hand, which points anywhere.
    spread = thresholds.arm_sd * (1.0 + max(0.0, 270.0 - arm.reach_mm) / 100.0)
    near = {seat: float(np.exp(-0.5 * (_off(azimuth, arm.azimuth) / spread) ** 2)) for seat, azimuth in seats.items()}
    total, lie, count = sum(near.values()), thresholds.arm_lie, len(seats)
    shares = {seat: weight / total if total > 1e-9 else 1.0 / count for seat, weight in near.items()}
    return tuple((seat, Probability((1 - lie) * share + lie / count)) for seat, share in shares.items())


def _hands(rings: list[list[tuple[float, float]]]) -> list[tuple[int, tuple[float, float]]]:
    """Return (ring, arc) of each hand over the mat, at the outermost of the inner rings in which it shows."""
    hands = list[tuple[int, tuple[float, float]]]()
    for ring in range(_INNER - 1, 0, -1):
        for middle, width in rings[ring]:
            wide = np.radians(width) * _RINGS_MM[ring]
            if wide < _NARROWEST_MM or width > 200.0:
                continue
            if all(abs(_off(middle, known)) > (width + other) / 2 + 6.0 for _, (known, other) in hands):
                hands.append((ring, (middle, width)))
    return hands


def _arcs(row: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Return (middle, width) in degrees of each run of a ring."""
    if not row.any() or row.all():
        return []
    first = int(np.argmin(row))
    turned = np.roll(row, -first).astype(np.int8)
    ends = np.flatnonzero(np.diff(np.concatenate([[0], turned, [0]])))
    step = 360.0 / _TURNS
    return [
        (float((first + (begin + end - 1) / 2) * step % 360.0), float((end - begin) * step))
        for begin, end in zip(ends[::2], ends[1::2], strict=True)
    ]


def _arm(seen: list[tuple[float, float]], width: float) -> Arm:
    """Return where an arm comes from: the line through its outer part, drawn on to where people sit."""
    angles = np.unwrap(np.radians([azimuth for azimuth, _ in seen]))
    radii = np.array([radius for _, radius in seen])
    outer = radii >= radii.max() - 150.0
    x, y = radii[outer] * np.sin(angles[outer]), -radii[outer] * np.cos(angles[outer])
    azimuth = float(angles[outer].mean())
    if outer.sum() >= 6:
        way_x, way_y, _, _ = cv2.fitLine(
            np.column_stack([x, y]).astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01
        ).ravel()
        if way_x * x[-1] + way_y * y[-1] < 0:
            way_x, way_y = -way_x, -way_y
        here = float(np.hypot(x[-1], y[-1]))
        farther = max(0.0, 430.0 - here) * 0.6
        azimuth = float(np.arctan2(x[-1] + way_x * farther, -(y[-1] + way_y * farther)))
    return Arm(
        azimuth=float(np.degrees(azimuth) % 360.0),
        reach_mm=float(radii.max()),
        width_mm=float(np.radians(width) * radii.min()),
    )


def _part(pixels: NDArray[np.float64]) -> tuple[tuple[Span, Span], tuple[int, int]]:
    """Return the columns and rows of the picture that hold these pixels, and their first ones."""
    if not len(pixels):
        return ((0, _SOURCE_COLOUR), (0, _SOURCE_COLOUR)), (0, 0)
    low = (pixels.min(axis=0) // _SOURCE_COLOUR * _SOURCE_COLOUR).astype(int).tolist()
    high = (-(-pixels.max(axis=0) // _SOURCE_COLOUR) * _SOURCE_COLOUR).astype(int).tolist()
    return ((low[0], high[0]), (low[1], high[1])), (low[0], low[1])


def _smooth(plane: Polar, side: int = 3) -> Polar:
    """Return the mean of each spot's surroundings."""
    edge = side // 2
    wide = cv2.copyMakeBorder(plane, 0, 0, edge, edge, cv2.BORDER_WRAP)
    return np.asarray(cv2.blur(wide, (side, side))[:, edge:-edge], np.float32)


def _fine(plane: Polar) -> Polar:
    """Return what is not the same all over a spot's surroundings."""
    return np.asarray(plane - _smooth(plane, _PATCH), np.float32)


def _off(one: float, other: float) -> float:
    return (one - other + 180.0) % 360.0 - 180.0
