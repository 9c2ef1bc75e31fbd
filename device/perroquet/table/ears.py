"""Listen to the parts and tell the task that decides: presses, grabs, losses, sounds."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Final, assert_never

from perroquet.kernel.readings import (
    ArmLikelihood,
    BaseTurned,
    CardReading,
    Contact,
    Grab,
    PartAiling,
    PartFound,
    PartLost,
    Recorded,
    Sighting,
    TotemFell,
    TotemHeld,
    TotemStanding,
    Window,
)
from perroquet.kernel.units import NS_PER_MS, Degrees, HostNs, Millis, Probability, Seat, after
from perroquet.ports import Buttons, Captures, Eyes, Speaker, Totem
from perroquet.table.commands import Command, Recording, Stuck, Tapped
from perroquet.table.evening import Evening, Games
from perroquet.table.parts import FindTap, Judge, Parts
from perroquet.table.places import taught
from perroquet.table.presses import presses
from perroquet.table.recorder import Recorder
from perroquet.table.roll_call import RollCall

log = logging.getLogger(__name__)

_TUG: Final = Millis(2_000)
"""A hand that takes the totem was first felt no longer ago; what was felt before, as by a stuck line, was not it."""

_LANDING: Final = Millis(900)
"""A totem that was knocked over has been told to have landed by then."""

_REACH: Final = Millis(150)
"""How far a picture of arms may be from a first contact and still show whose hand it was."""
_PICTURES: Final = 30

_HELD: Final = "another hand was on the totem long before, so the lines do not tell whose grab this was"
_UNFELT: Final = "the totem left its seat and no hand was felt on it: a glove, a sleeve, or a bare wooden totem"


def reaching(pictures: Iterable[ArmLikelihood], at: HostNs) -> ArmLikelihood | None:
    """Return the arms of the picture nearest to a first contact; None = no picture that near shows any."""
    nearest = min(pictures, key=lambda arms: abs(arms.at - at), default=None)
    return nearest if nearest is not None and abs(nearest.at - at) <= _REACH * NS_PER_MS else None


class Ears:
    """The listeners of one device.

    Args:
        parts: what is listened to.
        games: for what a running game expects of a grab.
        judge: see `Judge`.
        find_tap: see `FindTap`.
        evening: returns the evening as it is now.
        submit: takes what was heard.
        roll_call: may take a press for itself.
        moved: called when the totem was lifted or stood up.

    Attributes:
        standing: what the base last said of the totem.
    """

    def __init__(
        self,
        *,
        parts: Parts,
        games: Games,
        judge: Judge,
        find_tap: FindTap,
        evening: Callable[[], Evening],
        submit: Callable[[Command], None],
        moved: Callable[[], None],
        roll_call: RollCall,
    ) -> None:
        self.standing: TotemStanding | None = None
        self._parts = parts
        self._games = games
        self._judge = judge
        self._find_tap = find_tap
        self._evening = evening
        self._submit = submit
        self._moved = moved
        self._roll_call = roll_call
        self._felt_at = HostNs(0)
        self._left: Grab | None = None
        self._taken = asyncio.Event()
        self._arms: deque[ArmLikelihood] = deque(maxlen=_PICTURES)
        self.cards: dict[Seat, CardReading] = {}
        """Cards that were seen and have meant nothing yet: they may as soon as play has gone on."""
        self._recorder = None if parts.captures is None else self._recording(parts.captures)

    def listeners(self) -> list[Coroutine[Any, Any, None]]:
        """Return what is to run, one for each part that is there; each ends when its part is closed."""
        parts = self._parts
        listeners: list[Coroutine[Any, Any, None]] = []
        if parts.buttons is not None:
            listeners.append(self._buttons(parts.buttons))
        if parts.totem is not None:
            listeners += [self._totem(parts.totem), self._ask_whose()]
        if parts.speaker is not None:
            listeners.append(self._speaker(parts.speaker))
        if self._recorder is not None:
            listeners.append(self._recorder.run())
        if parts.eyes is not None:
            listeners.append(self._eyes(parts.eyes))
        return listeners

    def look_after_seats(self) -> None:
        """Let the camera watch who plays; nobody while nobody does, or while a place is not known."""
        if self._parts.eyes is None:
            return
        running = self._evening().running
        places = dict(taught(self._evening()))
        known = running is not None and all(seat in places for seat in running.setup.seats)
        self._parts.eyes.watch(places if known else {})
        if not known:
            self.cards.clear()  # of another game, or of nobody

    def forget(self, reading: CardReading) -> None:
        """Forget a card that has meant something, unless another one was seen there since."""
        if self.cards.get(reading.seat) is reading:
            del self.cards[reading.seat]

    async def _eyes(self, eyes: Eyes) -> None:
        async for reading in eyes.readings():
            match reading:
                case ArmLikelihood():
                    self._arms.append(reading)
                case CardReading():
                    self.cards.pop(reading.seat, None)
                    if reading.sighting is Sighting.SEEN:
                        self.cards[reading.seat] = reading
                    self._submit(reading)
                case PartLost() | PartFound() | PartAiling():
                    self._submit(reading)
                case _:
                    assert_never(reading)

    async def _buttons(self, buttons: Buttons) -> None:
        async for news in presses(buttons, self._parts.clock):
            if isinstance(news, Stuck) or not self._roll_call.takes(news):
                self._submit(news)

    async def _speaker(self, speaker: Speaker) -> None:
        async for report in speaker.reports():
            self._submit(report)

    async def _totem(self, totem: Totem) -> None:
        async for reading in totem.readings():
            match reading:
                case TotemFell():
                    self._left = None
                    self._submit(reading)
                case Contact() | TotemHeld() | BaseTurned() | PartFound() | PartAiling():
                    self._submit(reading)
                case PartLost():
                    self._submit(reading)
                    self._settle_recordings()
                case TotemStanding():
                    self._stands(reading)
                case Recorded():
                    if self._recorder is not None:
                        self._recorder.recorded(reading.window)
                case Window():
                    await self._judge_window(reading)
                case _:
                    assert_never(reading)

    def _stands(self, reading: TotemStanding) -> None:
        self.standing = reading
        self._submit(reading)
        self._moved()
        if reading.standing:
            self._settle_recordings()
        elif self._listens() and (reading.unfelt or reading.at > after(self._felt_at, _TUG)):
            self._left = Grab(grab=0, epoch=0, at=reading.at, hands=(), evidence=_UNFELT)
            self._taken.set()

    async def _ask_whose(self) -> None:
        """Tell of a totem that left without a hand, unless it turns out that it fell: the fall is asked about then."""
        while True:
            await self._taken.wait()
            self._taken.clear()
            if self._left is not None:
                await self._parts.clock.sleep_until(after(self._left.at, _LANDING))
            if self._left is not None and not self._taken.is_set():
                self._submit(self._left)
                self._left = None

    def _listens(self) -> bool:
        evening = self._evening()
        return evening.running is not None and not evening.paused

    async def _judge_window(self, window: Window) -> None:
        self._felt_at = window.contact.at
        evening = self._evening()
        if evening.tapping is not None:
            self._submit(Tapped(azimuth=self._find_tap(window), at=window.contact.at))
        elif evening.running is not None and self._listens():
            running = evening.running
            azimuths = dict(taught(evening))
            if any(seat not in azimuths for seat in running.setup.seats):
                azimuths = {}  # a hand of somebody who never tapped would be given to a neighbour
            prior = self._games[running.game].prior(running.state)
            grab = await self._judged(window, azimuths, prior)
            self._submit(grab)
            if self._recorder is not None:
                self._recorder.judged(window, grab)

    def _recording(self, captures: Captures) -> Recorder:
        def name() -> str:
            evening = self._evening()
            return f"{evening.boot}-{evening.seq}"

        return Recorder(
            captures=captures,
            name=name,
            places=lambda: taught(self._evening()),
            kept=lambda kept, grab: self._submit(Recording(kept=kept, grab=grab, at=self._parts.clock.now())),
        )

    def _settle_recordings(self) -> None:
        """Scans still under way will not come: the base is gone, or has the next grab to think of."""
        if self._recorder is not None:
            self._recorder.settle()

    async def _judged(
        self, window: Window, azimuths: Mapping[Seat, Degrees], prior: Mapping[Seat, Probability]
    ) -> Grab:
        contact = window.contact
        if window.held:
            return Grab(grab=contact.grab, epoch=contact.epoch, at=contact.at, hands=(), evidence=_HELD)
        try:
            return await self._judge(window, azimuths, prior, reaching(self._arms, contact.at))
        except Exception:  # whatever the analysis trips over, the evening goes on and the table is asked
            log.exception("the grab %d of epoch %d could not be analysed", contact.grab, contact.epoch)
            return Grab(grab=contact.grab, epoch=contact.epoch, at=contact.at, hands=())
