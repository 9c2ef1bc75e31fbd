"""A window on a fixed grid: what the networks look at.

Whatever the link delivered is laid on the same instants after the first rise of a line, in fingertips and newtons above
rest, and turned so that the most touched column comes first. A totem has no front, so the turn loses nothing.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import Window
from perroquet.totem.touch import TOUCHED, Array, crossing_us

Floats = NDArray[np.float32]

GRID_MS: Final = np.concatenate([np.arange(-6, 31, 2), np.arange(34, 63, 4), np.arange(70, 151, 10)]).astype(np.float64)
"""After the first rise; finer where hands land."""
NEAR_MS: Final = np.arange(-10, 15, 2).astype(np.float64)
"""Around one instant that is looked at closely."""
_REST_MS: Final = -3.0
_FRAME_MS: Final = 2.0
_SETTLED_FRAMES: Final = 4
_LINE_UNIT: Final = 2.0
_FORCE_UNIT: Final = 4.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class View:
    """One window up to its ruling instant.

    Attributes:
        t_ms: (n,) from the window's first contact.
        lines: (n, 20) fingertips; 12 rings, then 8 columns from the most touched one on, clockwise.
        push: (n, 3) newtons above rest: toward the first column, a quarter turn clockwise of it, and down.
        settled: (20,) fingertips at the ruling instant.
        start_ms: first rise of any line.
        end_ms: ruling instant, or the end of what was felt.
        turn_deg: azimuth of the first column.
        handed: 1, or -1 when seen in a mirror.
    """

    t_ms: Array
    lines: Array
    push: Array
    settled: Array
    start_ms: float
    end_ms: float
    turn_deg: float
    handed: int = 1

    @property
    def left(self) -> bool:
        """Everybody has let go by the ruling instant."""
        return float(self.settled.max(initial=0.0)) < TOUCHED

    def mirrored(self) -> "View":
        """Return what the same hands would have given in a mirror: left hands for right ones."""
        order = [*range(12), 12, *range(19, 12, -1)]
        return replace(
            self,
            lines=self.lines[:, order],
            push=self.push * (1.0, -1.0, 1.0),
            settled=self.settled[order],
            handed=-self.handed,
        )

    def azimuth(self, degrees: Array) -> Array:
        """Return azimuths on the table for angles clockwise from the first column, as this view sees them."""
        return (self.turn_deg + self.handed * degrees) % 360.0

    def whole(self) -> Floats:
        """Return all of it as one vector."""
        lines, push = self._at(self.start_ms + GRID_MS)
        most = max(0.1, float(self.settled.max(initial=0.0)))
        lasts = self.end_ms - self.start_ms
        return np.concatenate(
            [
                (lines / _LINE_UNIT).ravel(),
                (push / _FORCE_UNIT).ravel(),
                self.settled / _LINE_UNIT,
                self.settled / most,
                (lasts / 50.0, np.log(max(4.0, lasts)) / 3.0, np.log(most)),
            ]
        ).astype(np.float32)

    def near(self, at_ms: float, *, first: bool) -> Floats:
        """Return what happens around one instant as one vector, sizes relative; `first` = the grab's first contact."""
        lines, push = self._at(at_ms + NEAR_MS)
        lines = lines - lines[0]
        most = max(0.1, float(lines.max()))
        pushed = max(0.2, float(np.abs(push - push[0]).max()))
        return np.concatenate(
            [
                (lines / most).ravel(),
                ((push - push[0]) / pushed).ravel(),
                (np.log(most), np.log(pushed), float(first), at_ms - self.start_ms > self.end_ms - at_ms),
            ]
        ).astype(np.float32)

    def _at(self, t_ms: Array) -> tuple[Array, Array]:
        """Return lines and push at these instants; as settled after the end, nothing before the beginning."""
        last = len(self.t_ms) - 1
        after = np.clip(np.searchsorted(self.t_ms, t_ms), 1, max(1, last))
        before = np.minimum(after - 1, last)
        after = np.minimum(after, last)
        share = np.clip((t_ms - self.t_ms[before]) / np.maximum(1e-9, self.t_ms[after] - self.t_ms[before]), 0, 1)[
            :, None
        ]
        lines = (1 - share) * self.lines[before] + share * self.lines[after]
        push = (1 - share) * self.push[before] + share * self.push[after]
        lines[t_ms >= self.t_ms[-1]] = self.settled
        lines[t_ms < self.t_ms[0]] = 0.0
        push[t_ms < self.t_ms[0]] = 0.0
        return lines, push


def view_of(window: Window, ruling_us: int) -> View | None:
    """Return the view of a window, frames after `ruling_us` left out; None when no line was touched."""
    kept = window.t_us <= ruling_us
    lines = window.lines[kept].astype(np.float64) / window.scale
    if not len(lines) or float(lines.max()) <= TOUCHED:
        return None
    t_ms = window.t_us[kept] / 1000.0
    start_ms = min(crossing_us(t_ms, lines[:, line], TOUCHED) for line in range(lines.shape[1]))
    touched = lines[t_ms >= start_ms - _FRAME_MS]
    settled = np.median(touched[-_SETTLED_FRAMES:], axis=0)
    rings = len(window.ring_mm)
    turn = int((settled if settled[rings:].max() > TOUCHED else lines.max(axis=0))[rings:].argmax())
    turn_deg = float(window.column_deg[turn])
    around = np.argsort((np.array(window.column_deg) - turn_deg) % 360.0)
    order = [*np.argsort(window.ring_mm), *(rings + around)]
    return View(
        t_ms=t_ms,
        lines=lines[:, order],
        push=_push(window, kept, start_ms, turn_deg),
        settled=settled[order],
        start_ms=start_ms,
        end_ms=min(ruling_us / 1000.0, float(t_ms[-1]) + _FRAME_MS),
        turn_deg=turn_deg,
    )


def _push(window: Window, kept: NDArray[np.bool_], start_ms: float, turn_deg: float) -> Array:
    forces = window.forces[kept].astype(np.float64)
    calm = window.t_us[kept] / 1000.0 <= start_ms + _REST_MS
    felt = forces - (forces[calm].mean(axis=0) if calm.any() else forces[0])
    out = np.radians(np.array(window.force_deg, dtype=np.float64) - turn_deg)
    return felt @ np.stack([np.cos(out) * 2 / 3, np.sin(out) * 2 / 3, np.ones(3)], axis=1)
