"""The camera behind its vision process: started, watched, and started again when it dies or hangs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Final

from typing_extensions import override

from perroquet.drivers.eyes_lines import Alive, LayTable, NotALine, Order, WatchSeats, read_told, write_order
from perroquet.drivers.kept import KeptProcess, Patience
from perroquet.kernel.readings import Cause, Part, PartLost
from perroquet.kernel.units import Degrees, Millis, Seat
from perroquet.ports import Clock, EyeReading, Eyes

log = logging.getLogger(__name__)

SILENCE: Final = Millis(10_000)
"""A process that tells nothing for so long hangs, and is ended."""
_BEGINNING: Final = Millis(60_000)
_FIRST_WAIT: Final = Millis(500)
_LONGEST_WAIT: Final = Millis(15_000)
_READINGS: Final = 256
"""Kept for a reader that is slow; then the oldest go."""


class ProcessEyes(Eyes):
    """Eyes whose camera is in `perroquet.drivers.eyes_process`. Make it inside a running loop.

    Args:
        clock: the real clock; the process's is the same.
        camera: `pi`, `drawn`, or a recorded folder.
        book: file of a learnt deck; empty = our own.
        lens: file of a calibrated lens; empty = as it left the factory.
        silence: see `SILENCE`.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        camera: str = "pi",
        book: str = "",
        lens: str = "",
        silence: Millis = SILENCE,
    ) -> None:
        self._clock = clock
        self._seats: tuple[tuple[Seat, Degrees], ...] = ()
        self._laid: LayTable | None = None
        self._news: asyncio.Queue[EyeReading | None] = asyncio.Queue(_READINGS)
        self._lost = False
        command = ("perroquet.drivers.eyes_process", "--camera", camera, "--book", book, "--lens", lens)
        self._process = KeptProcess(
            clock,
            "vision process",
            Patience(beginning=_BEGINNING, silence=silence, first_wait=_FIRST_WAIT, longest_wait=_LONGEST_WAIT),
            command=lambda: command,
            begun=self._begun,
            told=self._told,
            ended=self._ended,
            environment={"OPENBLAS_NUM_THREADS": "1"},
        )

    @property
    def pid(self) -> int | None:
        """Process id; None between two of them."""
        return self._process.pid

    @override
    async def readings(self) -> AsyncIterator[EyeReading]:
        while (news := await self._news.get()) is not None:
            yield news

    @override
    def watch(self, seats: Mapping[Seat, Degrees]) -> None:
        wanted = tuple(seats.items())
        if wanted != self._seats:
            self._seats = wanted
            self._send(WatchSeats(seats=wanted))

    def lay(self, table: LayTable) -> None:
        """Lay a drawn table; a real one heeds nobody."""
        self._laid = table
        self._send(table)

    @override
    async def aclose(self) -> None:
        await self._process.aclose()
        self._put(None)

    def _begun(self) -> None:
        self._send(WatchSeats(seats=self._seats))
        if self._laid is not None:
            self._send(self._laid)

    def _told(self, line: bytes) -> None:
        try:
            told = read_told(line)
        except NotALine as err:
            log.warning("%s", err)
            return
        if not isinstance(told, Alive):
            self._lost = isinstance(told, PartLost)
            self._put(told)

    def _ended(self, why: str) -> None:
        if not self._lost:
            self._lost = True
            log.warning("%s", why)
            self._put(PartLost(part=Part.CAMERA, cause=Cause.BROKEN, why=why, at=self._clock.now()))

    def _put(self, news: EyeReading | None) -> None:
        if self._news.full():
            self._news.get_nowait()
        self._news.put_nowait(news)

    def _send(self, order: Order) -> None:
        self._process.write(write_order(order))
