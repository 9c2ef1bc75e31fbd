"""A phone asks for a seat: the button of that seat answers, or the host does."""

import asyncio
from collections.abc import Callable
from typing import Final

from perroquet.kernel.units import Seat
from perroquet.web.guests import Guests
from perroquet.web.link import EveningLink

PATIENCE_S: Final = 60.0
"""How long a claim waits for its button."""


class Claims:
    """What phones ask for, until it is answered, withdrawn or too late. `on_change` is called each time."""

    def __init__(self, link: EveningLink, guests: Guests, on_change: Callable[[], None]) -> None:
        self._link = link
        self._guests = guests
        self._on_change = on_change
        self._waiting: dict[str, tuple[Seat, asyncio.Task[None]]] = {}

    def pending(self) -> dict[str, Seat]:
        """Return which guest waits for which seat."""
        return {guest_id: seat for guest_id, (seat, _) in self._waiting.items()}

    def ask(self, guest_id: str, seat: Seat) -> None:
        """Ask for `seat` in the name of a guest; an earlier claim of its own is withdrawn."""
        self.withdraw(guest_id)
        task = asyncio.get_running_loop().create_task(self._wait(guest_id, seat), name=f"claim of seat {seat}")
        self._waiting[guest_id] = (seat, task)
        self._on_change()

    def accept(self, guest_id: str) -> None:
        """Give a guest what it asked for: the host knows who it is."""
        if guest_id in self._waiting:
            seat, task = self._waiting.pop(guest_id)
            task.cancel()
            self._give(guest_id, seat)

    def withdraw(self, guest_id: str) -> None:
        """Forget what a guest asked for."""
        if guest_id in self._waiting:
            self._waiting.pop(guest_id)[1].cancel()
            self._on_change()

    async def aclose(self) -> None:
        """Withdraw everything. Idempotent."""
        tasks = [task for _, task in self._waiting.values()]
        self._waiting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, guest_id: str, seat: Seat) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._link.press_of(seat)
        except TimeoutError:
            self._waiting.pop(guest_id, None)
            self._on_change()
            return
        self._waiting.pop(guest_id, None)
        self._give(guest_id, seat)

    def _give(self, guest_id: str, seat: Seat) -> None:
        for other, (wanted, task) in tuple(self._waiting.items()):
            if wanted == seat:  # two phones, one button: the first in the book has it
                self._waiting.pop(other)
                task.cancel()
        self._guests.sit(guest_id, seat)
        self._on_change()
