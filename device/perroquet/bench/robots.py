"""Players who are not there: robots on seats without a phone, and a whole evening that plays itself."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from perroquet.bench.pace import Pace
from perroquet.bench.reach import Reach
from perroquet.kernel.units import Seat, Seq
from perroquet.table.views import EveningView

_log = logging.getLogger(__name__)

_THINKS_S: Final = (0.9, 2.0)
"""How long a robot thinks, seconds, at the pace of people."""

_GRABS_S: Final = (2.5, 3.5)
"""How long it keeps still after a grab, which the base must feel and the device judge."""

_FOR_PEOPLE: Final = frozenset({"label-tell", "label-claim", "label-leave"})
"""Choices by which people correct the device, or go home: a robot that took them at random would only disturb."""


class Table(Protocol):
    """What robots need of the evening."""

    def live(self, viewer: Seat | None) -> EveningView:
        """Return what a seat may know."""
        ...

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        """Give a command from a seat's menu."""
        ...


class Robots:
    """Robots choose from the menu of their seat, as a phone would, and grab the virtual totem.

    Args:
        table: the evening.
        has_phone: tells whether somebody plays a seat.
        evening: plays an evening with the hands of the bench, at a pace; None when some of its parts are real.
        reach: their hands; None without a virtual totem.

    Attributes:
        pace: theirs, and the evening's.
    """

    def __init__(
        self,
        table: Table,
        has_phone: Callable[[Seat], bool],
        evening: Callable[[Pace], Awaitable[None]] | None,
        reach: Reach | None = None,
    ) -> None:
        self._table = table
        self._has_phone = has_phone
        self._evening = evening
        self._reach = reach
        self.pace = Pace()
        self._chance = random.Random()
        self._seats_task: asyncio.Task[None] | None = None
        self._evening_task: asyncio.Task[None] | None = None

    @property
    def seats_play(self) -> bool:
        """Robots play the seats without a phone."""
        return self._seats_task is not None and not self._seats_task.done()

    @property
    def has_evening(self) -> bool:
        """There are hands for an evening that plays itself."""
        return self._evening is not None

    @property
    def evening_plays(self) -> bool:
        """The evening plays itself."""
        return self._evening_task is not None and not self._evening_task.done()

    def toggle_seats(self) -> None:
        """Let robots play, or stop them."""
        if self.seats_play and self._seats_task is not None:
            self._seats_task.cancel()
            self._seats_task = None
        else:
            self._seats_task = asyncio.get_running_loop().create_task(self._play_seats(), name="robots")
            self._seats_task.add_done_callback(_told)

    def toggle_evening(self) -> None:
        """Let the evening play itself, or stop it where it is."""
        if self.evening_plays and self._evening_task is not None:
            self._evening_task.cancel()
            self._evening_task = None
        elif self._evening is not None:
            self._evening_task = asyncio.ensure_future(self._evening(self.pace))
            self._evening_task.add_done_callback(_told)

    async def aclose(self) -> None:
        """Send everybody home. Idempotent."""
        tasks = [task for task in (self._seats_task, self._evening_task) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def grab(self) -> bool:
        """Let the robots grab that see something to take; False when no hand moved."""
        return self._reach is not None and self._reach.move(self._table.live(None), self._free())

    def move(self) -> bool:
        """Let one robot choose, if any can; a table of robots alone agrees with the device. False when nobody chose."""
        free = self._free()
        self._chance.shuffle(free)
        for seat in free:
            view = self._table.live(seat)
            wishes = [choice for choice in view.choices if choice.sentence.key not in _FOR_PEOPLE]
            if wishes:
                self._table.choose(seat, self._chance.choice(wishes).index, view.seq)
                return True
        everybody = self._table.live(None)
        if len(free) < len(everybody.seats) or everybody.asked is not None or not everybody.choices:
            return False
        self._table.choose(None, everybody.choices[0].index, everybody.seq)
        return True

    def _free(self) -> list[Seat]:
        return [seat.seat for seat in self._table.live(None).seats if not self._has_phone(seat.seat)]

    async def _play_seats(self) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(*_THINKS_S) / self.pace.times)
            if self.grab():
                await asyncio.sleep(self._chance.uniform(*_GRABS_S))
            else:
                self.move()


def _told(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.warning("what plays by itself stopped: %s", error)
