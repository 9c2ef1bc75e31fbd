"""A process of ours behind its pipes: started, watched, fed lines, and started again when it ends or hangs."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from perroquet.kernel.units import Millis, after
from perroquet.ports import Clock

log = logging.getLogger(__name__)

_FAREWELL: Final = Millis(1_000)
_OVERSLEPT: Final = Millis(50)
_BACKLOG: Final = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a process is waited for.

    Attributes:
        beginning: one that tells nothing for so long after its start hangs, and is ended.
        silence: the same after its first line.
        first_wait: from its end to the next one's start; twice as long after each that did not live well.
        longest_wait: at most; who lives twice as long has lived well.
    """

    beginning: Millis
    silence: Millis
    first_wait: Millis
    longest_wait: Millis


class KeptProcess:
    """A module that is always run, line by line. Make it inside a running loop.

    It must end when its stdin does, so that it cannot outlive us.

    Args:
        clock: the real clock.
        name: as people read it in the log: "sound player".
        patience: how long it is waited for.
        command: module and arguments of the next process.
        begun: it was started; `write` reaches it.
        told: a line of its stdout.
        ended: it ended unasked, and why in words; another one is started.
        environment: of the process, beside ours.
        said: log level of what it writes to stderr.
    """

    def __init__(
        self,
        clock: Clock,
        name: str,
        patience: Patience,
        *,
        command: Callable[[], tuple[str, ...]],
        begun: Callable[[], None],
        told: Callable[[bytes], None],
        ended: Callable[[str], None],
        environment: Mapping[str, str],
        said: int = logging.WARNING,
    ) -> None:
        self._clock = clock
        self._name = name
        self._patience = patience
        self._command = command
        self._begun = begun
        self._told = told
        self._ended = ended
        self._environment = environment
        self._said = said
        self._process: Process | None = None
        self._closing = False
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name=name)

    @property
    def pid(self) -> int | None:
        """Process id; None between two of them."""
        return None if self._process is None else self._process.pid

    def write(self, line: bytes) -> bool:
        """Give it a line, newline included; return whether there is a process to take it."""
        stdin = None if self._process is None else self._process.stdin
        if stdin is None or stdin.is_closing():
            return False
        stdin.write(line)
        if stdin.transport.get_write_buffer_size() > _BACKLOG:
            log.warning("the %s does not read its orders; it is ended", self._name)
            self._kill()
        return True

    async def aclose(self) -> None:
        """End it. Idempotent."""
        if not self._closing:
            self._closing = True
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
                self._kill()
                await asyncio.wait([self._keeper], timeout=_FAREWELL / 1000)
            self._keeper.cancel()
        await asyncio.wait([self._keeper])

    async def _keep(self) -> None:
        """Have a process until closed."""
        wait = self._patience.first_wait
        while not self._closing:
            born = self._clock.now()
            try:
                why = await self._live()
            except OSError as err:
                why = f"it did not start: {err}"
            if self._closing:
                return
            self._ended(f"the {self._name} ended ({why}); it is started again")
            if self._clock.now() > after(born, Millis(2 * self._patience.longest_wait)):
                wait = self._patience.first_wait
            await self._clock.sleep_until(after(self._clock.now(), wait))
            wait = Millis(min(wait * 2, self._patience.longest_wait))

    async def _live(self) -> str:
        """Run one process to its end and return how it ended."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *self._command()),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, **self._environment},
        )
        self._process = process
        try:
            self._begun()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow(process))
                tasks.create_task(self._log_errors(process))
            return f"code {await process.wait()}"
        finally:
            self._kill()
            self._process = None
            await process.communicate()  # to the end of its pipes: nothing of it stays open

    async def _follow(self, process: Process) -> None:
        assert process.stdout is not None  # noqa: S101 - asked for as a pipe
        patience = self._patience.beginning
        while True:
            asked = self._clock.now()
            try:
                async with asyncio.timeout(patience / 1000):
                    line = await process.stdout.readline()
            except TimeoutError:
                if self._clock.now() > after(asked, Millis(patience + _OVERSLEPT)):
                    continue  # it is we who slept: what was said meanwhile is still to be read
                log.warning("the %s says nothing for %d ms; it is ended", self._name, patience)
                self._kill()
                return
            except ValueError:
                log.warning("the %s writes a line without an end; it is ended", self._name)
                self._kill()
                return
            if not line:
                return
            patience = self._patience.silence
            self._told(line)

    async def _log_errors(self, process: Process) -> None:
        assert process.stderr is not None  # noqa: S101 - asked for as a pipe
        while line := await process.stderr.readline():
            log.log(self._said, "%s: %s", self._name, line.decode(errors="replace").rstrip())

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
