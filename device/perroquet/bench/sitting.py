"""Seat players by hands: each presses their button, then taps the totem when the device asks for it.

Nothing is told to the device behind its back: it learns the seats as it would from people, and names from its page.
"""

from collections.abc import Callable
from typing import Final

from perroquet.bench.fingers import Fingers
from perroquet.bench.grabs import tap_from
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Part
from perroquet.kernel.units import Degrees, Millis, Seat
from perroquet.table.views import EveningView, SeatView, Situation

NAMES: Final = ("Léa", "Tom", "Aïcha", "Hugo")
PLAYERS: Final = len(NAMES)
_PRESS: Final = Millis(120)
_TAPS: Final = 5
"""An unclear tap is asked again; after so many something else is wrong, and a person should look."""

_REACH_MS: Final = 400.0
"""From the question to the tap; the hand of a tap before is gone by then, or both would be one grab."""


class SitDown:
    """Seats the first four players, one after the other; tell it every view with `seen`.

    A seat that joined and never tapped gets up and sits down again, so that the device asks for the tap.
    """

    def __init__(self, fingers: Fingers, base: VirtualBase, rename: Callable[[Seat, str], None]) -> None:
        self._fingers = fingers
        self._base = base
        self._rename = rename
        self._coming: list[Seat] = []
        self._pressed: Seat | None = None
        self._taps = 0
        self._asked = 0

    def may_begin(self, view: EveningView) -> bool:
        """Tell whether anybody would come: nobody does while a game is played, or once all are known."""
        return view.situation is Situation.IDLE and view.lamp is not Pattern.OFF and bool(_missing(view))

    def begin(self, view: EveningView) -> None:
        """Let those of the four come whom the device does not know yet."""
        self._coming = _missing(view) if self.may_begin(view) else []
        self._pressed = None
        self._taps = 0
        self.seen(view)

    def seen(self, view: EveningView) -> None:
        """Do the next move that `view` asks for."""
        if view.situation is not Situation.IDLE:
            self._coming = []
        while self._coming:
            seat = self._coming[0]
            shown = next((one for one in view.seats if one.seat == seat and one.joined), None)
            if not self._moved(seat, shown, view):
                return
            self._coming = self._coming[1:]
            self._taps = 0
            if shown is not None and not shown.named:
                self._rename(seat, NAMES[seat])

    def _moved(self, seat: Seat, shown: SeatView | None, view: EveningView) -> bool:
        """Make the next move of `seat`; True when there is none left."""
        if shown is None:
            if self._pressed != seat:
                self._pressed = seat
                self._fingers.tap(f"seat_{seat + 1}", _PRESS)
            return False
        if view.tapping == seat:
            self._tap(seat, view)
            return False
        if shown.azimuth is not None or not _feels(view):
            return True
        if self._pressed != seat:
            self._pressed = seat
            self._fingers.tap_twice(f"seat_{seat + 1}", _PRESS)
        return False

    def _tap(self, seat: Seat, view: EveningView) -> None:
        if view.standing is False:
            self._base.put_back()
            return
        if self._taps > 0 and view.seq == self._asked:
            return
        if self._taps == _TAPS:
            self._coming = []
            return
        self._taps += 1
        self._asked = view.seq
        self._base.grab((tap_from(Degrees(360.0 * seat / PLAYERS + 20.0), _REACH_MS),))


def _feels(view: EveningView) -> bool:
    return all(part.present for part in view.parts if part.part is Part.TOTEM)


def _missing(view: EveningView) -> list[Seat]:
    """Return those of the four who are not seated, or whom the base could learn and does not know."""
    known = {seat.seat for seat in view.seats if seat.joined and (seat.azimuth is not None or not _feels(view))}
    return [Seat(number) for number in range(PLAYERS) if Seat(number) not in known]
