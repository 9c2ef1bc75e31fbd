"""The strips of the picture: lines over time as ribbons, forces as curves, and the marks across them all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import Grab, Window
from perroquet.photo_finish.ink import (
    FAINT,
    GRID,
    HANDS,
    MINGLED,
    TEXT,
    UNOWNED,
    Ink,
    Point,
    box,
    curve,
    line,
    shape,
    text,
)

Array = NDArray[np.float64]

LEFT: Final = 116.0
RIGHT: Final = 660.0
_STEP_MS: Final = 1.0
_DRAWN: Final = 0.12
"""Fingertips from which a contact is drawn."""
_CONTACT: Final = 0.25
"""Fingertips it must reach to be one; hum, crosstalk and what a hand gives by being near stay below."""
_NEARS_MS: Final = 8.0
"""A hand that comes near is felt so long before it touches; what a line told sooner is not its doing."""
_FULL: Final = 1.4
"""Fingertips that fill a row."""
LIFT_DASH: Final = "9 4 2 4"
_DASHES: Final = ("", "7 4", "2 3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The time shown, milliseconds from the first contact."""

    first: float
    last: float

    def x(self, at_ms: float) -> float:
        """Return where an instant lies."""
        return LEFT + (RIGHT - LEFT) * (min(max(at_ms, self.first), self.last) - self.first) / (self.last - self.first)

    def ticks(self) -> Iterator[int]:
        """Yield round instants."""
        step = 20 if self.last - self.first <= 200 else 50
        yield from range(0, int(self.last) + 1, step)


def sampled(t_us: NDArray[np.int64], values: Array, span: Span) -> tuple[Array, Array]:
    """Return one value a millisecond of `span`: the largest in it, so that nothing short is missed.

    Args:
        t_us: (n,) instants.
        values: (n, k).
        span: the time shown.

    Returns:
        (m,) milliseconds and (m, k) values.
    """
    t_ms = t_us / 1000.0
    shown = (t_ms >= span.first) & (t_ms <= span.last)
    if not shown.any():
        return np.zeros(0), np.zeros((0, values.shape[1]))
    slot = np.floor((t_ms[shown] - span.first) / _STEP_MS).astype(np.int64)
    starts = np.flatnonzero(np.diff(slot, prepend=-1))
    t_ms = span.first + (slot[starts].astype(np.float64) + 0.5) * _STEP_MS
    most: Array = np.maximum.reduceat(values[shown], starts, axis=0)
    return t_ms, most


def owners(window: Window, grab: Grab) -> tuple[Ink | None, ...]:
    """Return whose each ring is: a hand owns the rings from its lowest up to the next hand's lowest."""
    heights = np.array(window.ring_mm)
    lowest = [
        (int(np.abs(heights - hand.lowest_mm).argmin()), index)
        for index, hand in enumerate(grab.hands[: len(HANDS)])
        if hand.lowest_mm > 0
    ]
    owned: list[Ink | None] = []
    for ring in range(len(heights)):
        nearest = max((low for low, _ in lowest if low <= ring), default=None)
        level = [index for low, index in lowest if low == nearest]
        owned.append(None if not level else HANDS[level[0]] if len(level) == 1 else MINGLED)
    return tuple(owned)


def arrivals(grab: Grab) -> dict[Ink, float]:
    """Return when the hand, or the first of the hands, that an ink stands for came, milliseconds."""
    came = {ink: hand.first_us / 1000 for ink, hand in zip(HANDS, grab.hands, strict=False)}
    return came | {MINGLED: min(came.values(), default=0.0)}


def ribbons(
    t_ms: Array,
    levels: Array,
    inks: tuple[Ink | None, ...],
    came_ms: Mapping[Ink, float],
    span: Span,
    top: float,
    row: float,
) -> Iterator[str]:
    """Yield one row a line, the first lowest: as thick as the contact is strong, and lettered where it began.

    What began before the hand came that owns the row is nobody's.
    """
    for index in range(levels.shape[1]):
        middle = top + row * (levels.shape[1] - index - 0.5)
        yield line((LEFT, middle), (RIGHT, middle), colour=GRID, width=0.6)
        for first, last in _contacts(levels[:, index]):
            ink = inks[index]
            if ink is not None and t_ms[first] < came_ms[ink] - _NEARS_MS:
                ink = None
            half = np.minimum(levels[first:last, index], _FULL) / _FULL * row * 0.48
            xs = [span.x(at) for at in t_ms[first:last]]
            upper = [(x, middle - h) for x, h in zip(xs, half, strict=True)]
            lower = [(x, middle + h) for x, h in zip(xs, half, strict=True)]
            yield shape([*upper, *reversed(lower)], fill=UNOWNED if ink is None else ink.fill)
            if ink is not None:
                yield text((xs[0] - 4, middle + 5), ink.letter, size=13, anchor="end", weight=700)


def _contacts(level: Array) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], level > _DRAWN, [False]]).astype(np.int8)))
    runs = [(int(first), int(after)) for first, after in edges.reshape(-1, 2) if after - first > 1]
    return [(first, after) for first, after in runs if level[first:after].max() >= _CONTACT]


def force_curves(
    t_ms: Array, newtons: Array, azimuths: tuple[float, ...], span: Span, top: float, high: float
) -> Iterator[str]:
    """Yield the three supports, each with its own dash and its azimuth at the end of its line."""
    if not len(t_ms):
        return
    low, most = min(0.0, float(newtons.min())), max(6.0, float(newtons.max()))

    def y(value: float) -> float:
        return top + high * (1.0 - (value - low) / (most - low))

    for value in (0.0, most):
        yield line((LEFT, y(value)), (RIGHT, y(value)), colour=GRID)
        yield text((LEFT - 8, y(value) + 5), f"{value:.0f}", size=13, anchor="end", colour=FAINT)
    ends = _apart([y(float(newtons[-1, support])) for support in range(newtons.shape[1])])
    for support, dash in enumerate(_DASHES):
        points: list[Point] = [(span.x(at), y(v)) for at, v in zip(t_ms, newtons[:, support], strict=True)]
        yield curve(points, colour=TEXT, dash=dash)
        yield line((RIGHT + 4, ends[support]), (RIGHT + 20, ends[support]), colour=TEXT, dash=dash, width=2.0)
        yield text((RIGHT + 24, ends[support] + 4), f"{azimuths[support]:.0f}°", size=12)


def _apart(heights: list[float], least: float = 13.0) -> list[float]:
    """Return heights moved down where labels would lie on each other."""
    placed = list(heights)
    last = -1e9
    for index in sorted(range(len(heights)), key=heights.__getitem__):
        last = placed[index] = max(heights[index], last + least)
    return placed


def marks(window: Window, grab: Grab, span: Span, top: float, bottom: float) -> Iterator[str]:
    """Yield a line at each first contact: a triangle with the hand's letter on top."""
    for ink, hand in zip(HANDS, grab.hands, strict=False):
        x = span.x(hand.first_us / 1000)
        yield line((x, top - 4), (x, bottom), colour=TEXT, width=1.6)
        yield shape([(x - 6, top - 14), (x + 6, top - 14), (x, top - 3)], fill=ink.fill)
        yield text((x + 8, top - 5), ink.letter, size=14, weight=700)
    if window.lift_us is not None:
        x = span.x(window.lift_us / 1000)
        yield line((x, top - 4), (x, bottom), colour=TEXT, width=2.2, dash=LIFT_DASH)


def band(span: Span, width_ms: float, top: float, bottom: float, fill: str) -> Iterator[str]:
    """Yield the time in which two hands count as simultaneous."""
    left, right = span.x(0.0), span.x(width_ms)
    yield box((left, top), (right - left, bottom - top), fill=fill)
    yield line((right, top), (right, bottom), colour=FAINT, dash="1 3", width=1.5)
