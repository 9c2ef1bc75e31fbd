"""Virtual time: a clock, and an event loop that steps from one timer to the next without waiting.

Everything that asyncio times on this loop (`call_later`, `asyncio.sleep`, `asyncio.timeout`) follows the virtual clock,
so an evening of three hours runs in as long as its callbacks take, always in the same order.

- Work given to `loop.run_in_executor` (so also `asyncio.to_thread`) takes no virtual time: the clock stands still
  until its result is back. A driver with a thread of its own is deterministic when it is entered this way.
- Callbacks that other threads send with `call_soon_threadsafe`, and file descriptors, are served when they come, at
  whatever virtual time it is then. They break nothing, but their instant is luck and nobody waits for them: a stepped
  run should have none.
"""

import asyncio
import selectors
from asyncio.futures import Future
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, Unpack

from typing_extensions import override

from perroquet.kernel.errors import WaitsForEver
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.ports import Clock

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

START = HostNs(NS_PER_S)
"""Not zero, so that an instant nobody set is told from the beginning."""

PATIENCE = 12 * 3600
"""Longer than any evening, in virtual seconds."""

_ASYNCIO = str(Path(asyncio.__file__).parent)


class VirtualClock(Clock):
    """A clock that only moves when it is moved; the stepped loop moves it.

    Without a stepped loop `now` and `advance_to` are all there is: enough for pure code.
    """

    def __init__(self, start: HostNs = START) -> None:
        self._now = start

    @override
    def now(self) -> HostNs:
        return self._now

    def advance_to(self, at: HostNs) -> None:
        """Let the time be `at`; timers of the loop that are due by then fire late, as if something had blocked.

        Raises:
            ValueError: `at` is past.
        """
        if at < self._now:
            raise ValueError(f"{at} ns is before {self._now} ns; a monotonic clock never goes back")
        self._now = at

    @override
    async def sleep_until(self, at: HostNs) -> None:
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        while self._now < at:
            woken: Future[None] = loop.create_future()
            timer = loop.call_at(at / NS_PER_S, _wake, woken)
            try:
                await woken
            finally:
                timer.cancel()


def _wake(sleeper: "Future[None]") -> None:
    if not sleeper.done():
        sleeper.set_result(None)


class _Stepper(selectors.SelectSelector):
    """Moves the clock where another selector would wait."""

    def __init__(self, clock: VirtualClock, patience: int) -> None:
        super().__init__()
        self.clock = clock
        self.results_due = 0
        self._end = clock.now() + patience * NS_PER_S

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.results_due and timeout != 0:
            return super().select(None)
        happened = super().select(0)
        if happened or timeout == 0:
            return happened
        if timeout is None:
            raise WaitsForEver(_say_who_waits())
        self.clock.advance_to(HostNs(self.clock.now() + max(1, round(timeout * NS_PER_S))))
        if self.clock.now() > self._end:
            raise WaitsForEver(_say_who_waits())
        return []


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop on a virtual clock. See the module for what it promises.

    Raises `WaitsForEver` out of `run_until_complete` when nothing is ready, nothing is scheduled and no result is due;
    also after `patience` virtual seconds, since a blinking lamp alone would keep a run going.
    """

    def __init__(self, clock: VirtualClock, *, patience: int = PATIENCE) -> None:
        self.clock = clock
        self._stepper = _Stepper(clock, patience)
        super().__init__(self._stepper)

    @override
    def time(self) -> float:
        return self.clock.now() / NS_PER_S

    @override
    def run_in_executor(self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> "Future[T]":
        result = super().run_in_executor(executor, func, *args)
        self._stepper.results_due += 1
        result.add_done_callback(self._result_came)
        return result

    def _result_came(self, _result: "Future[Any]") -> None:
        self._stepper.results_due -= 1

    @override
    async def shutdown_default_executor(self, *args: float | None) -> None:
        self._stepper.results_due += 1
        try:
            await super().shutdown_default_executor(*args)
        finally:
            self._stepper.results_due -= 1


def stepped_loop() -> SteppedLoop:
    """Return a new stepped loop on a new clock, `loop.clock`; it fits wherever a `loop_factory` is wanted."""
    return SteppedLoop(VirtualClock())


def run_stepped(main: Callable[[VirtualClock], Coroutine[Any, Any, T]], *, patience: int = PATIENCE) -> T:
    """Run `main` on a new stepped loop and return its result; tasks it leaves behind are cancelled.

    Raises:
        WaitsForEver: nothing can happen any more and `main` has not ended, nor has it after `patience` virtual seconds.
    """
    clock = VirtualClock()
    with asyncio.Runner(loop_factory=lambda: SteppedLoop(clock, patience=patience)) as runner:
        return runner.run(main(clock))


def _say_who_waits() -> str:
    waiting = [f"{task.get_name()} at {_place(task)}" for task in asyncio.all_tasks()]
    return (
        f"nothing is ready, nothing is scheduled (or only for ever) and no result is due, yet these tasks wait: "
        f"{'; '.join(sorted(waiting)) or 'none'}; feed what they wait for, or end them"
    )


def _place(task: "asyncio.Task[Any]") -> str:
    """Return file and line where `task` is suspended, in the innermost coroutine that is not asyncio's own."""
    place = "its end"
    awaited: Any = task.get_coro()
    while (frame := getattr(awaited, "cr_frame", None) or getattr(awaited, "ag_frame", None)) is not None:
        if not frame.f_code.co_filename.startswith(_ASYNCIO):
            place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        awaited = getattr(awaited, "cr_await", None) or getattr(awaited, "ag_await", None)
    return place
