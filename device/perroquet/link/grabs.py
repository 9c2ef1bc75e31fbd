"""From one grab's frames to its `Contact` and `Window`."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.firmware.shared import messages
from perroquet.kernel.readings import SETTLE, Contact, Window
from perroquet.kernel.units import Degrees, McuUs, Micros, Millimetres
from perroquet.link.frames import Info, Levels

WINDOW_US: Final = SETTLE * 1000
"""A window is whole at separation, or this long after first contact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """How the base is built, in the kernel's units, as it said itself."""

    ring_mm: tuple[Millimetres, ...]
    column_deg: tuple[Degrees, ...]
    force_deg: tuple[Degrees, ...]

    @classmethod
    def of(cls, info: Info) -> "Geometry":
        """Unfold the geometry of an INFO."""
        return cls(
            ring_mm=tuple(Millimetres((info.ring_low + info.ring_pitch * i) / 10) for i in range(info.rings)),
            column_deg=_around(info.columns, info.column_first),
            force_deg=_around(info.supports, info.support_first),
        )


def _around(count: int, first: int) -> tuple[Degrees, ...]:
    return tuple(Degrees((first / 10 + 360.0 * i / count) % 360.0) for i in range(count))


def instant(info: Info, scan: int, frac: int = 0) -> McuUs:
    """Return when scan `scan` + `frac`/256 was, on the base's clock."""
    return McuUs((scan * 256 + frac) * info.scan_us // 256)


class OpenWindow:
    """A window being filled. It closes once."""

    def __init__(self, info: Info, contact: Contact, *, held: bool) -> None:
        self.contact = contact
        self._held = held
        self._info = info
        self._rows: list[tuple[int, bytes]] = []
        self._touches: list[tuple[int, Micros]] = []

    def touch(self, line: int, at: McuUs) -> None:
        """Take the onset of one line."""
        if line != messages.NO_LINE:
            self._touches.append((line, Micros(at - self.contact.first)))

    def add(self, levels: Levels) -> None:
        """Take one level frame of this grab."""
        self._rows.append((self._since(levels.scan), levels.lines + levels.forces))

    def over(self, scan: int) -> bool:
        """Return True when a frame of scan `scan` shows that 150 ms have passed."""
        return self._since(scan) >= WINDOW_US

    def close(self, lift: McuUs | None = None) -> Window:
        """Return the window; `lift` is the separation when that closed it."""
        info, geometry = self._info, Geometry.of(self._info)
        lift_us = None if lift is None else Micros(lift - self.contact.first)
        end = WINDOW_US if lift_us is None else lift_us - 1
        rows = [row for row in self._rows if row[0] <= end]
        levels = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.uint8)
        lines = info.rings + info.columns
        levels = levels.reshape(len(rows), lines + info.supports).astype(np.float32)
        return Window(
            contact=self.contact,
            t_us=np.array([row[0] for row in rows], dtype=np.int64),
            lines=levels[:, :lines] * np.float32(info.level_counts),
            forces=levels[:, lines:] * np.float32(info.level_mn / 1000),
            scale=float(info.scale),
            ring_mm=geometry.ring_mm,
            column_deg=geometry.column_deg,
            force_deg=geometry.force_deg,
            lift_us=lift_us,
            onsets=tuple(touch for touch in self._touches if touch[1] <= end),
            held=self._held,
        )

    def _since(self, scan: int) -> int:
        return instant(self._info, scan) - self.contact.first
