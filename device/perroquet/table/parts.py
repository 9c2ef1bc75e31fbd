"""What an evening is made of: the parts of the device, and the two ways to read a window of the base."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from perroquet.kernel.readings import ArmLikelihood, Grab, PartLost, Window
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.ports import Buttons, Captures, Clock, Display, Eyes, Speaker, StatusLamp, Store, Totem

Judge = Callable[[Window, Mapping[Seat, Degrees], Mapping[Seat, Probability], ArmLikelihood | None], Awaitable[Grab]]
"""Turn a window, and the arms a camera saw then, into a grab: `totem.judge`, in a worker when time is real."""

FindTap = Callable[[Window], Degrees | None]
"""Tell where a single tap came from: `totem.azimuth_of`."""


InWorker = Callable[[Callable[[], str]], Awaitable[str]]
"""Compute something long beside the loop."""


async def at_once(work: Callable[[], str]) -> str:
    """Compute in the loop itself: for virtual time, in which nothing takes long."""
    return work()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of this device; None = not there, and `missing` says why; without `captures` no grab is recorded,
    without `eyes` nobody looks, and a `display` is an option that nobody misses.
    """

    clock: Clock
    store: Store
    buttons: Buttons | None
    lamp: StatusLamp | None
    totem: Totem | None
    speaker: Speaker | None
    captures: Captures | None = None
    eyes: Eyes | None = None
    display: Display | None = None
    missing: tuple[PartLost, ...] = ()
