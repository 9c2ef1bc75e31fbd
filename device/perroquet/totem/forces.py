"""What the three supports say: each hand's push as it lands, and its pull.

A hand that arrives pushes the totem away from its player for some milliseconds, then pulls it toward the player. The
supports feel moments, not weights: only directions and instants are used.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import Window

Array = NDArray[np.float64]

_PUSH_MS: Final = (5.0, 6.5, 8.0, 10.0, 12.0, 14.5)
_BEFORE_MS: Final = 4.0
_AFTER_MS: Final = 12.0
_PULLS_FROM_MS: Final = 20.0
_HINGES_MS: Final = (20.0, 29.0, 38.0, 47.0, 56.0)
_PULL_STARTS_MS: Final = (20.0, 26.0, 32.0, 38.0, 44.0, 50.0, 56.0, 62.0)
_LEAST_PULL_MS: Final = 6.0
_CALM_FRAMES: Final = 5
_BEFORE_CONTACT_MS: Final = -3.0
"""Frames up to here have nothing in them of a hand that touches at 0."""
_MOVED_N: Final = 0.4
_REST_FRAMES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A horizontal direction the supports felt.

    Attributes:
        toward_deg: azimuth.
        newtons: how strong, at the supports; 0 = nothing felt.
        sharper: how much better the forces are explained with it than without, as a ratio of squared errors.
    """

    toward_deg: float
    newtons: float
    sharper: float


NOTHING_FELT: Final = Direction(toward_deg=0.0, newtons=0.0, sharper=1.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forces:
    """Forces of one window up to its ruling instant: `t_ms` (n,), `newtons` (n, 3), `out` (3, 2) unit vectors."""

    t_ms: Array
    newtons: Array
    out: Array

    def left(self) -> float:
        """Return the newtons that the end differs from the beginning by, on the support that differs most."""
        if len(self.t_ms) < 2 * _CALM_FRAMES:
            return float("inf")
        change = np.median(self.newtons[-_CALM_FRAMES:], axis=0) - np.median(self.newtons[:_CALM_FRAMES], axis=0)
        return float(np.abs(change).max())

    def before(self) -> float | None:
        """Return when a support moved before the first contact, ms; None = all were at rest."""
        early = self.t_ms <= _BEFORE_CONTACT_MS
        felt = self.newtons[early]
        if len(felt) <= _REST_FRAMES:
            return None
        moved = np.abs(felt - felt[:_REST_FRAMES].mean(axis=0)).max(axis=1) > _MOVED_N
        return float(self.t_ms[early][moved.argmax()]) if moved.any() else None

    def push(self, at_ms: float, *, others: tuple[float, ...] = ()) -> Direction:
        """Return the push that begins at `at_ms`, told apart from the nearest of those that begin at `others`."""
        near = tuple(sorted((start for start in others if abs(start - at_ms) < 30.0), key=lambda s: abs(s - at_ms)))[:1]
        kept = (self.t_ms >= min((*near, at_ms - 12.0)) - _BEFORE_MS) & (self.t_ms <= at_ms + _AFTER_MS)
        t_ms, felt = self.t_ms[kept], self.newtons[kept]
        if len(t_ms) < 5:
            return NOTHING_FELT
        first = min((*others, at_ms))
        hinges = [first + start for start in _HINGES_MS if first + start < t_ms[-1]] or [t_ms[-1]]
        ramps: Array = np.maximum(0.0, t_ms - np.array(hinges)[:, None])
        shapes = [np.ones((1, len(t_ms))), ramps, *(_half_sines(t_ms, start) for start in (*near, at_ms))]
        with_push, without = _fits(_combined(shapes), felt), _fits(_combined(shapes[:-1]), felt)
        best = int(with_push.error.argmin())
        return self._direction(with_push.weights[best, -1], float(without.error.min()), float(with_push.error[best]))

    def pull(self, from_ms: float, until_ms: float) -> Direction:
        """Return the pull of a hand that landed at `from_ms`, from frames before `until_ms` (another hand, the end)."""
        calm = (self.t_ms >= from_ms + _PULLS_FROM_MS - 4.0) & (self.t_ms < until_ms)
        t_ms, felt = self.t_ms[calm], self.newtons[calm]
        if len(t_ms) < 5 or t_ms[-1] - t_ms[0] < _LEAST_PULL_MS:
            return NOTHING_FELT
        starts = [from_ms + start for start in _PULL_STARTS_MS if from_ms + start < t_ms[-1] - 2.0]
        if not starts:
            return NOTHING_FELT
        bases = np.array([np.stack([np.ones_like(t_ms), np.maximum(0.0, t_ms - start)], axis=1) for start in starts])
        ramps, flat = _fits(bases, felt), _fits(bases[:1, :, :1], felt)
        best = int(ramps.error.argmin())
        most = float(max(0.0, t_ms[-1] - starts[best]))
        return self._direction(ramps.weights[best, -1] * most, float(flat.error[0]), float(ramps.error[best]))

    def _direction(self, supports: Array, without: float, with_it: float) -> Direction:
        x, y = supports @ self.out
        strength = float(np.hypot(x, y))
        return Direction(
            toward_deg=float(np.degrees(np.arctan2(y, x)) % 360.0),
            newtons=strength,
            sharper=without / with_it,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """Least squares of many bases: `weights` (m, k, 3), `error` (m,) with a floor of the supports' own noise."""

    weights: Array
    error: Array


def _fits(bases: Array, felt: Array) -> _Fits:
    square = np.swapaxes(bases, 1, 2) @ bases
    square += 1e-6 * np.eye(square.shape[1])
    weights: Array = np.asarray(np.linalg.solve(square, np.swapaxes(bases, 1, 2) @ felt), dtype=np.float64)
    missed = felt - bases @ weights
    noise = 0.003 * missed[0].size
    return _Fits(weights=weights, error=np.sum(missed**2, axis=(1, 2)) + noise)


def _combined(shapes: list[Array]) -> Array:
    """Return (m, n, k): every choice of one shape from each of the k lists, as the columns of a basis."""
    choices = np.indices([len(shape) for shape in shapes]).reshape(len(shapes), -1)
    return np.stack([shape[choice] for shape, choice in zip(shapes, choices, strict=True)], axis=-1)


def _half_sines(t_ms: Array, start_ms: float) -> Array:
    """Return (6, n): a push that begins at `start_ms`, for each length it may have."""
    since: Array = (t_ms - start_ms) / np.array(_PUSH_MS)[:, None]
    return np.where((since > 0) & (since < 1), np.sin(np.pi * np.clip(since, 0, 1)), 0.0)


def forces_of(window: Window, ruling_us: int) -> Forces:
    """Return the forces of a window, frames after `ruling_us` left out."""
    kept = window.t_us <= ruling_us
    azimuth = np.radians(np.array(window.force_deg, dtype=np.float64))
    return Forces(
        t_ms=window.t_us[kept] / 1000.0,
        newtons=window.forces[kept].astype(np.float64),
        out=np.stack([np.cos(azimuth), np.sin(azimuth)], axis=1),
    )
