"""Windows straight from the virtual totem: the firmware and the host's end of the link, without a cable or a clock.

For fitting, benches and tests of the analysis, which want thousands of windows and the truth beside each. It is the
firmware itself that feels the hand and the link itself that makes the window; only bytes travel in no time, and time
leaps from step to step. A stepped or live base shows the same with a cable, a clock and their faults.
"""

from dataclasses import replace
from typing import Final, TypeVar

from perroquet.drivers.sim.base_board import VirtualBoard
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.firmware.base import IDLE_STEP_US, STEP_US, Base
from perroquet.kernel.readings import Recorded, Window
from perroquet.kernel.units import HostNs, McuUs
from perroquet.link import TotemHost
from perroquet.ports.totem import TotemReading

_RESTS_US: Final = 1_000_000
"""How long the base is left alone with the totem before anybody comes: it learns what the lines are at rest."""
_ATTENTIVE_US: Final = 150_000
"""And how long it decodes every scan before, as it does when a hand comes near: so much of what was is kept."""
_WHOLE_US: Final = 250_000
"""A window is whole that long after its contact, the base's own steps included."""
_PULLED_US: Final = 2_500_000
"""And its record is pulled by then: a totem that was lifted may still fall."""
R = TypeVar("R", bound=TotemReading)


class _Direct:
    """A base booted at `boot_us` of a totem's clock, and the host it talks to."""

    def __init__(self, totem: VirtualTotem, boot_us: int) -> None:
        self._board = VirtualBoard(totem, board=bytes(8), epoch=1, boot_us=boot_us, attentive=False)
        self._base = Base(self._board)
        self._host = TotemHost()
        self._since_us = 0
        self._boot_us = boot_us
        self._host.plugged(HostNs(0))

    def first(self, kind: type[R], until_us: int) -> R | None:
        """Let time pass until `until_us` of the totem's clock, or a reading of `kind`; return that."""
        while self._boot_us + self._since_us < until_us:
            found = [reading for reading in self._step() if isinstance(reading, kind)]
            if found:
                return found[0]
        return None

    def _step(self) -> list[TotemReading]:
        self._board.attentive = self._since_us >= _RESTS_US - _ATTENTIVE_US
        self._board.received += self._host.take()
        self._since_us += IDLE_STEP_US if self._base.touch.idle() else STEP_US
        self._base.step(self._since_us)
        now = HostNs(self._since_us * 1000)
        self._host.receive(bytes(self._board.sent), now)
        self._board.sent.clear()
        self._host.tick(now)
        return self._host.readings()

    def on_totem(self, window: Window) -> Window:
        """Return `window` with its contact on the totem's clock."""
        first = McuUs(window.contact.first + self._boot_us)
        return replace(window, contact=replace(window.contact, first=first, at=HostNs(first * 1000)))


def window_of(totem: VirtualTotem, start_us: int, *, within_us: int = 2_000_000) -> Window | None:
    """Return the window of the first contact after `start_us` (base clock), or None when the base makes none.

    Args:
        totem: untouched for a second before `start_us`.
        start_us: where to look from.
        within_us: how far to look for a contact.
    """
    direct = _Direct(totem, start_us - _RESTS_US)
    window = direct.first(Window, start_us + within_us + _WHOLE_US)
    return None if window is None else direct.on_totem(window)


def recording_of(totem: VirtualTotem, start_us: int) -> Window | None:
    """Return every scan around the first grab after `start_us`, as pulled from the base afterwards: from 150 ms before
    the contact until 100 ms after the separation, or 300 ms after the contact when there is none.
    """
    direct = _Direct(totem, start_us - _RESTS_US)
    recorded = direct.first(Recorded, start_us + _PULLED_US)
    return None if recorded is None else direct.on_totem(recorded.window)
