"""The speaker behind its player process: started, watched, fed, and started again when it dies."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, assert_never

from typing_extensions import override

from perroquet.audio.keys import RAID
from perroquet.audio.orders import (
    Cable,
    Found,
    Lost,
    NotAnOrder,
    PlayerOrder,
    Quit,
    Refused,
    Report,
    Sounded,
    Strain,
    read_report,
    write_order,
)
from perroquet.audio.standing import Standing
from perroquet.audio.timeline import Mark, Timeline
from perroquet.kernel.cues import Ambience, Play
from perroquet.kernel.readings import Cause, Heard, Part, PartFound, PartLost
from perroquet.kernel.units import Millis, Seq, after
from perroquet.ports import Clock, SoundOrder, Speak, Speaker

log = logging.getLogger(__name__)

Performed = Callable[[SoundOrder, Seq], None]
"""Told of each order and the event behind it, when the order is handed to the player."""

SILENCE: Final = Millis(3000)
"""A player that reports nothing for so long hangs, and is ended."""

ENVIRONMENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "262144",
        "MALLOC_TRIM_THRESHOLD_": "131072",
    }
)
"""Of the player, beside ours. Long arrays go back to the system at once: 40 MB in place of 60 while jungle is made."""

_BEGINNING: Final = Millis(15_000)
_FAREWELL: Final = Millis(1000)
_FIRST_WAIT: Final = Millis(100)
_LONGEST_WAIT: Final = Millis(5000)
_LIVED_WELL: Final = Millis(10_000)
_OVERSLEPT: Final = Millis(50)
_BACKLOG: Final = 256 * 1024
_NO_LATENCY: Final = Millis(0)


def unheeded(_order: SoundOrder, _cause: Seq) -> None:
    """Tell nobody."""


class PlayerSpeaker(Speaker):
    """A speaker whose engine and sink run in `perroquet.audio.player`. Make it inside a running loop.

    Args:
        clock: the real clock; the player's is the same.
        sink: `auto`, `pygame`, `null` or `file`.
        device: name of the sound device, or the file.
        output_latency: what amplifier and radio add after the device.
        on_performed: see `Performed`.
        silence: see `SILENCE`.
        sounds: the folder of the bank and of the table's own recordings, if there is one.
        listen: a socket where `drivers.listening` hears what a machine without a speaker would play.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        sink: str = "auto",
        device: str = "",
        output_latency: Millis = _NO_LATENCY,
        on_performed: Performed = unheeded,
        silence: Millis = SILENCE,
        sounds: Path | None = None,
        listen: Path | None = None,
    ) -> None:
        self.strain: Strain | None = None
        self._clock = clock
        self._command = ("-m", "perroquet.audio.player", "--sink", sink, "--device", device)
        self._command += () if sounds is None else ("--sounds", str(sounds))
        self._command += () if listen is None else ("--listen", str(listen))
        self._timeline = Timeline(output_latency)
        self._on_performed = on_performed
        self._silence = silence
        self._standing = Standing(clock.now())
        self._plugged = True
        self._news: asyncio.Queue[Heard | PartLost | PartFound | None] = asyncio.Queue()
        self._process: Process | None = None
        self._lives = 0
        self._missing = self._closing = False
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name="sound player")

    @property
    def pid(self) -> int | None:
        """Process id of the player; None between two of them."""
        return None if self._process is None else self._process.pid

    @override
    def perform(self, order: SoundOrder, cause: Seq) -> None:
        self._standing.take(order, self._clock.now())
        self._send(order)
        self._on_performed(order, cause)

    @override
    async def reports(self) -> AsyncIterator[Heard | PartLost | PartFound]:
        while (news := await self._news.get()) is not None:
            yield news

    @override
    async def aclose(self) -> None:
        if not self._closing:
            self._closing = True
            self._send(Quit())
            if self._process is not None:
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
                self._kill()
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
            self._keeper.cancel()
            self._news.put_nowait(None)
        await asyncio.wait([self._keeper])

    def unplug(self) -> None:
        """Pull the cable of the null sink; any other has a real one."""
        self._plugged = False
        self._send(Cable(plugged=False))

    def plug(self) -> None:
        """Put the cable of the null sink back."""
        self._plugged = True
        self._send(Cable(plugged=True))

    # --- the process -------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Have a player until closed."""
        wait = _FIRST_WAIT
        while not self._closing:
            born, why = self._clock.now(), "it did not start"
            try:
                why = await self._live()
            except OSError as err:
                why = f"it did not start: {err}"
            if self._closing:
                return
            self._lose(Cause.BROKEN, f"the sound player ended ({why}); it is started again")
            wait = _FIRST_WAIT if self._clock.now() > after(born, _LIVED_WELL) else wait
            await self._clock.sleep_until(after(self._clock.now(), wait))
            wait = Millis(min(wait * 2, _LONGEST_WAIT))

    async def _live(self) -> str:
        """Run one player to its end and return how it ended."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            "--language",
            self._standing.language,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, **ENVIRONMENT},
        )
        self._process, self._lives = process, self._lives + 1
        self._timeline.restart()
        try:
            for order in self._standing.orders(self._clock.now()):
                self._send(order)
            if not self._plugged:
                self._send(Cable(plugged=False))
            if self._closing:
                self._send(Quit())
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
            asked = self._clock.now()
            try:
                async with asyncio.timeout(patience / 1000):
                    line = await process.stdout.readline()
            except TimeoutError:
                if self._clock.now() > after(asked, Millis(patience + _OVERSLEPT)):
                    continue  # it is we who slept: what was said meanwhile is still to be read
                log.warning("the sound player says nothing for %d ms; it is ended", patience)
                self._kill()
                return
            except ValueError:
                log.warning("the sound player writes a line without an end; it is ended")
                self._kill()
                return
            if not line:
                return
            patience = self._silence
            try:
                self._hear(read_report(line))
            except NotAnOrder as err:
                log.warning("%s", err)

    def _hear(self, report: Report) -> None:
        match report:
            case Mark():
                self._timeline.mark(report)
            case Sounded(key=key, onset=onset, end=end):
                if key == RAID:
                    self._standing.raid.strike()
                    began = self._timeline.heard_at(onset) or self._clock.now()
                    ended = self._timeline.heard_at(end) or self._clock.now()
                    self._news.put_nowait(Heard(key=key, onset=began, end=ended))
            case Lost(cause=cause, why=why):
                self._timeline.restart()
                self._lose(cause, why)
            case Found(what=what):
                self._timeline.restart()
                log.info("sound goes to %s", what)
                if self._missing:
                    self._missing = False
                    self._news.put_nowait(PartFound(part=Part.SPEAKER, what=what, at=self._clock.now()))
            case Refused(why=why):
                log.warning("the sound player refused: %s", why)
            case Strain():
                self.strain = report
            case _:
                assert_never(report)

    def _lose(self, cause: Cause, why: str) -> None:
        if not self._missing:
            self._missing = True
            log.warning("the speaker is missing: %s", why)
            self._news.put_nowait(PartLost(part=Part.SPEAKER, cause=cause, why=why, at=self._clock.now()))

    def _send(self, order: PlayerOrder) -> None:
        if self._process is None or self._process.stdin is None or self._process.stdin.is_closing():
            if isinstance(order, Play | Speak):
                log.debug("not heard, there is no player now: %s", order)
            return  # what lasts is told to the next player
        if isinstance(order, Ambience) and self._lives > 1:
            order = replace(order, seed=f"{order.seed}/{self._lives}")  # a new player: not the same jungle again
        self._process.stdin.write(write_order(order))
        if self._process.stdin.transport.get_write_buffer_size() > _BACKLOG:
            log.warning("the sound player does not read its orders; it is ended")
            self._kill()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


async def _log_errors(process: Process) -> None:
    assert process.stderr is not None  # noqa: S101 - asked for as a pipe
    while line := await process.stderr.readline():
        log.debug("sound player: %s", line.decode(errors="replace").rstrip())
