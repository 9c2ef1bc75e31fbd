"""The host's side of the wire: frames, session, clocks, and the readings they become. No I/O, no clock."""

from perroquet.link.clocksync import ClockSync
from perroquet.link.host import TotemHost
from perroquet.link.ring import sectors
from perroquet.link.session import Session

__all__ = ["ClockSync", "Session", "TotemHost", "sectors"]
