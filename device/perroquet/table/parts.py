"""What an evening is made of: the parts of the device, and the two ways to read a window of the base."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from perroquet.kernel.readings import Grab, PartLost, Window
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.ports import Buttons, Clock, Speaker, StatusLamp, Store, Totem

Judge = Callable[[Window, Mapping[Seat, Degrees], Mapping[Seat, Probability]], Awaitable[Grab]]
"""Turn a window into a grab: `totem.judge`, in a worker when time is real."""

FindTap = Callable[[Window], Degrees | None]
"""Tell where a single tap came from: `totem.azimuth_of`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of this device; None = not there, and `missing` says why."""

    clock: Clock
    store: Store
    buttons: Buttons | None
    lamp: StatusLamp | None
    totem: Totem | None
    speaker: Speaker | None
    missing: tuple[PartLost, ...] = ()
