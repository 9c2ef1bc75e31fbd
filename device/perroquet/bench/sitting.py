"""Seat players by hands: each presses their button, then taps the totem when the device asks for it.

Nothing is told to the device behind its back: it learns the seats as it would from people.
"""

from typing import Final

from perroquet.bench.fingers import Fingers
from perroquet.bench.grabs import tap_from
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.cues import Pattern
from perroquet.kernel.units import Degrees, Millis, Seat
from perroquet.table.views import EveningView, SeatView, Situation

PLAYERS: Final = 4
_PRESS: Final = Millis(120)
_TAPS: Final = 5
"""An unclear tap is asked again; after so many something else is wrong, and a person should look."""


class SitDown:
    """Seats the first four players, one after the other; tell it every view with `seen`."""

    def __init__(self, fingers: Fingers, base: VirtualBase) -> None:
        self._fingers = fingers
        self._base = base
        self._coming: list[Seat] = []
        self._pressed: Seat | None = None
        self._taps = 0
        self._asked = 0

    def begin(self, view: EveningView) -> None:
        """Let those of the four who are not seated yet come; nobody comes while a game is played."""
        seated = {seat.seat for seat in view.seats if seat.joined}
        idle = view.situation is Situation.IDLE
        self._coming = [Seat(number) for number in range(PLAYERS) if Seat(number) not in seated] if idle else []
        self._pressed = None
        self.seen(view)

    def seen(self, view: EveningView) -> None:
        """Do the next move that `view` asks for."""
        if view.situation is not Situation.IDLE:
            self._coming = []
        while self._coming:
            seat = self._coming[0]
            shown = next((one for one in view.seats if one.seat == seat and one.joined), None)
            if self._pressed != seat:
                self._pressed, self._taps = seat, 0
                self._fingers.tap(f"seat_{seat + 1}", _PRESS)
            if shown is None or self._taps_for(shown, view):
                return
            self._coming.pop(0)

    def _taps_for(self, shown: SeatView, view: EveningView) -> bool:
        """Tap if the device waits for one; True while it does."""
        if shown.pattern is not Pattern.WAITING:
            return False
        if self._taps == 0 or view.seq != self._asked:
            if self._taps == _TAPS:
                self._coming = []
                return True
            self._taps += 1
            self._asked = view.seq
            self._base.grab((tap_from(Degrees(360.0 * shown.seat / PLAYERS + 20.0)),))
        return True
