"""What the networks look at: level frames after the first rise of a line, each at first, then means of some.

Levels are in fingertips, forces in newtons above rest, and all is turned so that the most touched column comes first: a
totem has no front, so the turn loses nothing. Many grabs may be looked at together; the analysis looks at one, learning
at hundreds.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import Window
from perroquet.totem.touch import TOUCHED

Floats = NDArray[np.float32]
Reals = NDArray[np.floating[Any]]
Numbers = NDArray[np.integer[Any]]

RINGS: Final = 12
COLUMNS: Final = 8
LINES: Final = RINGS + COLUMNS
FELT: Final = LINES + 3
"""Values of a frame: lines, then the push toward the first column, a quarter turn clockwise of it, and down."""
FRAME_MS: Final = 2.0
SPANS: Final = (
    *((k, k + 1) for k in range(-4, 20)),
    *((k, k + 2) for k in range(20, 32, 2)),
    *((k, k + 4) for k in range(32, 64, 4)),
    (64, 78),
)
"""Frames, counted from the first touched one, that are looked at as one mean: single where hands land, more later."""
MOMENTS: Final = len(SPANS)
SETTLED: Final = MOMENTS * FELT
"""Where the settled levels begin in a row of `Views.whole`."""
WHOLE_SEEN: Final = SETTLED + 2 * LINES + 4
NEAR_MS: Final = np.arange(-10, 15, 2).astype(np.float64)
"""Around one instant that is looked at closely."""
NEAR_SEEN: Final = len(NEAR_MS) * FELT + 4
_REST_MS: Final = -3.0
_SETTLED_FRAMES: Final = 4
_LEAST: Final = 0.1
_EARLIEST_MS: Final = -4.0
"""What lines say before is noise, or a hand that comes near: a base does not filter at rest, and timed the contact."""
_LINE_UNIT: Final = 2.0
_FORCE_UNIT: Final = 4.0
_LEAST_PUSH_N: Final = 0.2

_IN_MIRROR: Final = np.array([*range(RINGS), RINGS, *range(LINES - 1, RINGS, -1)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Views:
    """Grabs up to their ruling instants; n of them.

    Attributes:
        frames: (n, T, 23), as `FELT` says; columns clockwise from the most touched one, rings from the lowest; zeros
            after the end.
        valid: (n,) frames up to the end.
        first: (n,) the first touched frame.
        settled: (n, 20) fingertips at the end.
        t0_ms: (n,) instant of the first frame, from the window's first contact.
        rose_ms: (n,) how long before the first touched frame a line first rose.
        end_ms: (n,) ruling instant, or the end of what was felt.
        turn_deg: (n,) azimuth of the first column.
    """

    frames: Reals
    valid: Numbers
    first: Numbers
    settled: Reals
    t0_ms: Reals
    rose_ms: Reals
    end_ms: Reals
    turn_deg: Reals

    @property
    def start_ms(self) -> Reals:
        """(n,) first rise of any line, from the window's first contact."""
        return self.t0_ms + FRAME_MS * self.first - self.rose_ms

    @property
    def lasts_ms(self) -> Floats:
        """(n,) from there to the ruling instant."""
        return (self.end_ms - self.start_ms).astype(np.float32)

    @property
    def most(self) -> float:
        """Fingertips on the line that was touched most."""
        return float(self.frames[..., :LINES].max())

    @property
    def left(self) -> bool:
        """Everybody has let go by the ruling instant; of a single grab."""
        return float(self.settled.max(initial=0.0)) < TOUCHED

    def whole(self) -> Floats:
        """Return (n, WHOLE_SEEN): all of each as one row."""
        n, lasts = len(self.valid), self.lasts_ms
        spans, settled = self._spans().astype(np.float32), self.settled.astype(np.float32)
        most = np.maximum(_LEAST, settled.max(axis=1))
        rose = self.rose_ms.astype(np.float32)
        return np.concatenate(
            [
                (spans[..., :LINES] / _LINE_UNIT).reshape(n, -1),
                (spans[..., LINES:] / _FORCE_UNIT).reshape(n, -1),
                settled / _LINE_UNIT,
                settled / most[:, None],
                np.stack([lasts / 50, np.log(np.maximum(4, lasts)) / 3, np.log(most), rose], axis=1),
            ],
            axis=1,
        ).astype(np.float32)

    def near(self, at_ms: Reals, *, first: NDArray[np.bool_]) -> Floats:
        """Return (n, NEAR_SEEN): what happens around one instant of each, sizes relative.

        Args:
            at_ms: (n,) where to look, from the window's first contact.
            first: (n,) whether that is the grab's first contact.
        """
        n, felt = len(self.valid), self._at(at_ms)
        felt = felt - felt[:, :1]
        most = np.maximum(_LEAST, felt[..., :LINES].max(axis=(1, 2)))
        pushed = np.maximum(_LEAST_PUSH_N, np.abs(felt[..., LINES:]).max(axis=(1, 2)))
        late = at_ms - self.start_ms > self.start_ms + self.lasts_ms - at_ms
        return np.concatenate(
            [
                (felt[..., :LINES] / most[:, None, None]).reshape(n, -1),
                (felt[..., LINES:] / pushed[:, None, None]).reshape(n, -1),
                np.stack([np.log(most), np.log(pushed), first, late], axis=1),
            ],
            axis=1,
        ).astype(np.float32)

    def _spans(self) -> Reals:
        """Return (n, MOMENTS, 23): means over `SPANS`; what comes after the end is as it was there."""
        n, long = len(self.frames), self.frames.shape[1]
        each: Numbers = np.arange(n)[:, None]
        sums = np.concatenate([np.zeros((n, 1, FELT)), np.cumsum(self.frames, axis=1)], axis=1)
        begin, end = (self.first[:, None] + np.array(SPANS).T[:, None]).astype(np.int64)
        low, high = (np.minimum(np.clip(edge, 0, long), self.valid[:, None]) for edge in (begin, end))
        means = (sums[each, high] - sums[each, low]) / np.maximum(1, high - low)[..., None]
        last = np.concatenate([self.settled, self.frames[np.arange(n), self.valid - 1, LINES:]], axis=1)
        after = (low == high) & (begin >= self.valid[:, None])
        return np.where(after[..., None], last[:, None], means)

    def _at(self, at_ms: Reals) -> Reals:
        """Return (n, 13, 23) at `NEAR_MS` around instants; as settled after the end, nothing before the beginning."""
        spot = (at_ms[:, None] + NEAR_MS - self.t0_ms[:, None]) / FRAME_MS
        last = self.valid[:, None] - 1
        low = np.clip(np.floor(spot), 0, np.maximum(0, last - 1)).astype(np.int64)
        share = np.clip(spot - low, 0, 1)[..., None]
        each: Numbers = np.arange(len(spot))[:, None]
        felt = (1 - share) * self.frames[each, low] + share * self.frames[each, np.minimum(low + 1, last)]
        felt[..., :LINES] = np.where((spot >= last)[..., None], self.settled[:, None], felt[..., :LINES])
        return np.where((spot < 0)[..., None], 0.0, felt)


def mirrored(seen: Floats) -> Floats:
    """Return rows of `Views.whole` or `Views.near` as the same hands would have given them in a mirror."""
    order, sign = _MIRRORS[seen.shape[1]]
    return seen[:, order] * sign


def _mirror(moments: int, rest: int, settled: int) -> tuple[Numbers, Floats]:
    forces = moments * LINES + np.arange(3 * moments)
    lines = [LINES * k + _IN_MIRROR for k in range(moments)]
    levels = [moments * FELT + LINES * k + _IN_MIRROR for k in range(settled)]
    others = np.arange(moments * FELT + LINES * settled, moments * FELT + LINES * settled + rest)
    sign = np.ones(moments * FELT + LINES * settled + rest, dtype=np.float32)
    sign[forces[1::3]] = -1.0
    return np.concatenate([*lines, forces, *levels, others]), sign


_MIRRORS: Final = {WHOLE_SEEN: _mirror(MOMENTS, 4, 2), NEAR_SEEN: _mirror(len(NEAR_MS), 4, 0)}


def views_of(
    lines: Reals, forces: Reals, valid: Numbers, t0_ms: Reals, end_ms: Reals, column_deg: Reals, force_deg: Reals
) -> Views:
    """Return the views of grabs.

    Args:
        lines: (n, T, 20) fingertips, a frame every 2 ms: rings from the lowest, then columns clockwise.
        forces: (n, T, 3) newtons.
        valid: (n,) frames that count; at least 1.
        t0_ms: (n,) instant of the first frame.
        end_ms: (n,) ruling instant.
        column_deg: (8,) azimuths, ascending.
        force_deg: (3,) azimuths of the supports.
    """
    n = len(lines)
    each: Numbers = np.arange(n)
    steps: Numbers = np.arange(int(lines.shape[1]))
    counts: NDArray[np.bool_] = steps < valid[:, None]
    lines = np.where(counts[..., None], lines, 0.0)
    over = lines > TOUCHED
    first: Numbers = over.any(axis=2).argmax(axis=1)
    at, before = lines[each, first], lines[each, np.maximum(first - 1, 0)]
    share = np.where(first[:, None] > 0, (TOUCHED - before) / np.maximum(at - before, 1e-6), 1.0)
    crossed = np.clip(1.0 - np.where(at > TOUCHED, share, 1.0).min(axis=1), 0.0, 1.0)
    rose_ms = crossed * FRAME_MS
    start_ms = t0_ms + FRAME_MS * first - rose_ms
    back = valid[:, None] - 1 - np.arange(_SETTLED_FRAMES)
    kept = back >= first[:, None]
    kept[:, 0] = True
    settled = (lines[each[:, None], np.maximum(back, 0)] * kept[..., None]).sum(axis=1) / kept.sum(axis=1)[:, None]
    held: Reals = settled[:, RINGS:]
    most: Reals = lines[:, :, RINGS:].max(axis=1)
    strongest: Reals = np.where(held.max(axis=1, keepdims=True) > TOUCHED, held, most)
    turn: Numbers = strongest.argmax(axis=1)
    around = RINGS + (np.arange(COLUMNS) + turn[:, None]) % COLUMNS
    order = np.concatenate([np.broadcast_to(np.arange(RINGS), (n, RINGS)), around], axis=1)
    calm = counts & (t0_ms[:, None] + FRAME_MS * steps <= start_ms[:, None] + _REST_MS)
    calm[:, 0] |= ~calm.any(axis=1)
    rest: Reals = (forces * calm[..., None]).sum(axis=1) / np.maximum(1, calm.sum(axis=1))[:, None]
    turn_deg = column_deg[turn]
    out = np.radians(force_deg - turn_deg[:, None])
    felt: Reals = forces - rest[:, None]
    sideways = ((felt * turned(out)[:, None]).sum(axis=2) * 2 / 3 for turned in (np.cos, np.sin))
    push = np.stack([*sideways, felt.sum(axis=2)], axis=2)
    frames = np.concatenate([np.take_along_axis(lines, order[:, None], axis=2), push], axis=2)
    return Views(
        frames=np.where(counts[..., None], frames, 0.0),
        valid=valid,
        first=first,
        settled=np.take_along_axis(settled, order, axis=1),
        t0_ms=t0_ms,
        rose_ms=rose_ms,
        end_ms=end_ms,
        turn_deg=turn_deg,
    )


def view_of(window: Window, ruling_us: int) -> Views | None:
    """Return the view of one window, frames after `ruling_us` left out; None when no line was touched.

    Frames that were lost on the way are filled in between their neighbours.
    """
    kept = window.t_us <= ruling_us
    lines: Reals = window.lines[kept].astype(np.float64) / window.scale
    if not len(lines) or float(lines.max()) <= TOUCHED:
        return None
    came_ms = window.t_us[kept] / 1000.0
    t_ms = np.arange(came_ms[0], came_ms[-1] + FRAME_MS / 2, FRAME_MS)
    around = np.argsort(np.array(window.column_deg))
    order: list[int] = [*np.argsort(window.ring_mm).tolist(), *(len(window.ring_mm) + around).tolist()]
    lines[came_ms < _EARLIEST_MS] = np.minimum(lines[came_ms < _EARLIEST_MS], _LEAST)
    ordered: Reals = lines[:, order]
    felt: Reals = np.concatenate([ordered, window.forces[kept].astype(np.float64)], axis=1)
    if len(t_ms) != len(felt):
        felt = np.stack([np.interp(t_ms, came_ms, felt[:, k]) for k in range(int(felt.shape[1]))], axis=1)
    return views_of(
        felt[None, :, :LINES],
        felt[None, :, LINES:],
        np.array([len(t_ms)]),
        t_ms[:1],
        np.array([min(ruling_us / 1000.0, float(t_ms[-1]) + FRAME_MS)]),
        np.array(window.column_deg, dtype=np.float64)[around],
        np.array(window.force_deg, dtype=np.float64),
    )
