"""Seat buttons whose next press answers somebody, and tells the game nothing: « press your button, if it is you »."""

import asyncio
from collections.abc import Callable

from perroquet.kernel.readings import Control, Press
from perroquet.kernel.units import HostNs, Seat


class RollCall:
    """Who waits for which button. `also_tell` says of a seat whether its press goes on to the table as well."""

    def __init__(self, also_tell: Callable[[Seat], bool]) -> None:
        self._also_tell = also_tell
        self._waiting: dict[Seat, list[asyncio.Future[HostNs]]] = {}

    async def press_of(self, seat: Seat) -> HostNs:
        """Wait for the next press of the button of `seat`, and return its instant."""
        heard: asyncio.Future[HostNs] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.setdefault(seat, [])
        waiting.append(heard)
        try:
            return await heard
        finally:
            if heard in waiting:
                waiting.remove(heard)

    def takes(self, press: Press) -> bool:
        """Answer those who wait for `press`; True when it means nothing else."""
        if press.control is not Control.SEAT or press.seat is None:
            return False
        waiting = self._waiting.pop(press.seat, [])
        for heard in waiting:
            if not heard.done():
                heard.set_result(press.at)
        return bool(waiting) and not self._also_tell(press.seat)
