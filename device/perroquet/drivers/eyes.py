"""The camera behind its vision process: started, watched, and started again when it dies or hangs."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from typing import Final

from typing_extensions import override

from perroquet.drivers.eyes_lines import Alive, LayTable, NotALine, Order, WatchSeats, read_told, write_order
from perroquet.kernel.readings import Cause, Part, PartLost
from perroquet.kernel.units import Degrees, Millis, Seat, after
from perroquet.ports import Clock, EyeReading, Eyes

log = logging.getLogger(__name__)

SILENCE: Final = Millis(10_000)
"""A process that tells nothing for so long hangs, and is ended."""
_BEGINNING: Final = Millis(60_000)
_FAREWELL: Final = Millis(1_000)
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
        self.alive: Alive | None = None
        self._clock = clock
        self._command = ("-m", "perroquet.drivers.eyes_process", "--camera", camera, "--book", book, "--lens", lens)
        self._silence = silence
        self._seats: tuple[tuple[Seat, Degrees], ...] = ()
        self._laid: LayTable | None = None
        self._news: asyncio.Queue[EyeReading | None] = asyncio.Queue(_READINGS)
        self._process: Process | None = None
        self._closing = False
        self._lost = False
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name="vision")

    @property
    def pid(self) -> int | None:
        """Process id; None between two of them."""
        return None if self._process is None else self._process.pid

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
        if not self._closing:
            self._closing = True
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
                self._kill()
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
            self._keeper.cancel()
            self._put(None)
        await asyncio.wait([self._keeper])

    async def _keep(self) -> None:
        """Have a process until closed."""
        wait = _FIRST_WAIT
        while not self._closing:
            born = self._clock.now()
            try:
                why = await self._live()
            except OSError as err:
                why = f"it did not start: {err}"
            if self._closing:
                return
            if not self._lost:
                self._lost = True
                why = f"the vision process ended ({why}); it is started again"
                log.warning("%s", why)
                self._put(PartLost(part=Part.CAMERA, cause=Cause.BROKEN, why=why, at=self._clock.now()))
            wait = _FIRST_WAIT if self._clock.now() > after(born, _LONGEST_WAIT) else wait
            await self._clock.sleep_until(after(self._clock.now(), wait))
            wait = Millis(min(wait * 2, _LONGEST_WAIT))

    async def _live(self) -> str:
        """Run one process to its end and return how it ended."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        self._process = process
        try:
            self._send(WatchSeats(seats=self._seats))
            if self._laid is not None:
                self._send(self._laid)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow(process))
                tasks.create_task(_log_errors(process))
            return f"code {await process.wait()}"
        finally:
            self._kill()
            self._process = None
            await process.communicate()  # to the end of its pipes: nothing of it stays open

    async def _follow(self, process: Process) -> None:
        assert process.stdout is not None  # noqa: S101 - asked for as a pipe
        patience = _BEGINNING
        while True:
            try:
                async with asyncio.timeout(patience / 1000):
                    line = await process.stdout.readline()
            except (TimeoutError, ValueError):
                log.warning("the vision process tells nothing for %d ms; it is ended", patience)
                self._kill()
                return
            if not line:
                return
            patience = self._silence
            try:
                told = read_told(line)
            except NotALine as err:
                log.warning("%s", err)
                continue
            if isinstance(told, Alive):
                self.alive = told
            else:
                self._lost = isinstance(told, PartLost)
                self._put(told)

    def _put(self, news: EyeReading | None) -> None:
        if self._news.full():
            self._news.get_nowait()
        self._news.put_nowait(news)

    def _send(self, order: Order) -> None:
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(write_order(order))

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


async def _log_errors(process: Process) -> None:
    assert process.stderr is not None  # noqa: S101 - asked for as a pipe
    while line := await process.stderr.readline():
        log.warning("vision: %s", line.decode(errors="replace").rstrip())
