"""Pulling the record of a grab: every scan around it, chunk by chunk, over a wire that loses some."""

import struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.firmware.shared import messages
from perroquet.kernel.readings import Contact, Window
from perroquet.kernel.units import HostNs, McuUs, Micros, Millis, after
from perroquet.link.frames import Info, Kept, Pull, Rows
from perroquet.link.grabs import Geometry, instant

AHEAD: Final = messages.AT_ONCE
"""Chunks asked for and not yet here, at most."""
AGAIN: Final = Millis(60)
"""Silence after which what is missing is asked for again."""
_FRAME: Final = 5
"""Scans between two level frames; a record begins so that every fifth row of it is one."""
GIVE_UP: Final = 20
"""Askings in a row that brought nothing."""
FALLING: Final = Millis(900)
"""How long a lifted totem may still fall: the record waits, so that its window says so."""

_ROW: Final = struct.Struct("<" + messages.ROW)


class Record:
    """A record being pulled.

    Attributes:
        over: nothing more will come: it is whole, or the base has let it go.
    """

    def __init__(self, info: Info, kept: Kept, contact: Contact, lift: McuUs | None, now: HostNs) -> None:
        self.grab = kept.grab
        self.over = False
        self._info = info
        self._kept = kept
        self._contact = contact
        self._lift = lift
        self._fall: McuUs | None = None
        self._chunks: list[bytes | None] = [None] * -(-kept.rows // messages.CHUNK)
        self._asked = 0  # chunks below this one have been asked for
        self._fruitless = 0
        self._next = now if lift is None else after(now, FALLING)

    def due(self) -> HostNs:
        """Return when `ask` wants to be called."""
        return self._next

    def fell(self, at: McuUs, now: HostNs) -> None:
        """Take the fall that ended the grab: nothing more is to be waited for."""
        self._fall = at
        self._next = min(self._next, now)

    def ask(self, now: HostNs) -> list[Pull]:
        """Return what to ask for at `now`: the first chunks that are missing."""
        if now < self._next or self.over:
            return []
        self._fruitless += 1
        if self._fruitless > GIVE_UP:
            self.over = True
            return []
        self._next = after(now, AGAIN)
        first = self._first_missing()
        self._asked = min(first + AHEAD, len(self._chunks))
        wanted = sum(1 << k for k, chunk in enumerate(self._chunks[first : self._asked]) if chunk is None)
        return [Pull(grab=self.grab, chunk=first, wanted=wanted)]

    def take(self, rows: Rows, now: HostNs) -> list[Pull]:
        """Take a chunk; return what to ask for next, so that as many as may be are always on their way."""
        if rows.grab != self.grab or self.over or rows.chunk >= len(self._chunks):
            return []
        if not rows.rows:
            self.over = True
            return []
        if self._chunks[rows.chunk] is not None or len(rows.rows) != self._size(rows.chunk):
            return []
        self._chunks[rows.chunk] = rows.rows
        self._fruitless = 0
        self._next = after(now, AGAIN)
        first = self._first_missing()
        self.over = first == len(self._chunks)
        until = min(first + AHEAD, len(self._chunks))
        fresh = range(max(self._asked, first), until)
        self._asked = max(self._asked, until)
        return [Pull(grab=self.grab, chunk=fresh.start, wanted=(1 << len(fresh)) - 1)] if fresh else []

    def window(self) -> Window | None:
        """Return the whole record; None while chunks are missing."""
        chunks = [chunk for chunk in self._chunks if chunk is not None]
        if len(chunks) < len(self._chunks):
            return None
        info, geometry = self._info, Geometry.of(self._info)
        skipped = -self._kept.scan % _FRAME
        rows = list(_ROW.iter_unpack(b"".join(chunks)))[skipped:]
        lines = np.frombuffer(b"".join(row[0] for row in rows), dtype=np.uint8).reshape(len(rows), -1)
        rest: NDArray[np.float32] = np.array([row[1:] for row in rows], dtype=np.float32)
        first = self._contact.first
        times = [instant(info, self._kept.scan + skipped + row) - first for row in range(len(rows))]
        return Window(
            contact=self._contact,
            t_us=np.array(times, dtype=np.int64),
            lines=(lines.astype(np.float32) - messages.UNTOUCHED) * np.float32(info.level_counts),
            forces=rest[:, :3] * np.float32(info.code_mn / 1000),
            scale=float(info.scale),
            ring_mm=geometry.ring_mm,
            column_deg=geometry.column_deg,
            force_deg=geometry.force_deg,
            lift_us=None if self._lift is None else Micros(self._lift - first),
            fall_us=None if self._fall is None else Micros(self._fall - first),
            imu=(rest[:, 3] - messages.RESTING) / np.float32(64) if info.capabilities & messages.CAN_IMU else None,
        )

    def _size(self, chunk: int) -> int:
        rows = min(messages.CHUNK, self._kept.rows - chunk * messages.CHUNK)
        return rows * _ROW.size

    def _first_missing(self) -> int:
        return next((k for k, chunk in enumerate(self._chunks) if chunk is None), len(self._chunks))
