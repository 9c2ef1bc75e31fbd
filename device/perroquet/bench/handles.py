"""What a hand can do to the simulated parts: press, unplug. `drivers.sim` fulfils these; the base's is its own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from perroquet.bench.pace import Pace
from perroquet.bench.reach import Reach
from perroquet.bench.tape import Tape
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.units import Millis


class PanelHandle(Protocol):
    """The panel's buttons and encoder, by line names of `hardware/pins.toml`."""

    async def press(self, line: str) -> None:
        """Push a button down; returns when it has done bouncing."""
        ...

    async def release(self, line: str) -> None:
        """Let it go, bouncing as well."""
        ...

    async def tap(self, line: str, hold: Millis = ...) -> None:
        """Press and let go after `hold`."""
        ...

    async def turn(self, steps: int) -> None:
        """Turn the encoder by detents, clockwise positive."""
        ...

    def stick(self, line: str) -> None:
        """Let a button be stuck down."""
        ...

    def free(self, line: str) -> None:
        """Let it spring back."""
        ...


class SpeakerHandle(Protocol):
    """The speaker's cable."""

    def unplug(self) -> None:
        """Pull it."""
        ...

    def plug(self) -> None:
        """Plug it in again."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchHandles:
    """The simulated parts that a person may touch; None where the part is real.

    Attributes:
        tape: the last grab as the base told it.
        evening: plays a scripted evening with the hands of the bench, at a pace; None when some of its parts are real.
        reach: hands of robots for the virtual totem; None when the totem is real.
        listen: yields what the speaker plays, 48 kHz stereo signed 16 bit; None when the machine sounds by itself.
    """

    panel: PanelHandle | None = None
    base: VirtualBase | None = None
    speaker: SpeakerHandle | None = None
    tape: Tape | None = None
    evening: Callable[[Pace], Awaitable[None]] | None = None
    reach: Reach | None = None
    listen: Callable[[], AsyncIterator[bytes]] | None = None
