"""The contract of `ports.Clock`, and the promises of the stepped loop."""

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from blockbuster import BlockingError
from hypothesis import given
from hypothesis import strategies as st
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.sim.clock import START, VirtualClock, run_stepped
from perroquet.kernel.errors import WaitsForEver
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Millis, after
from perroquet.ports import Clock

DAY = 86_400

Runner = Callable[[Callable[[Clock], Coroutine[Any, Any, Any]]], Any]


def run_real(main: Callable[[Clock], Coroutine[Any, Any, Any]]) -> object:
    return asyncio.run(main(MonotonicClock()))


@pytest.fixture(params=[run_stepped, run_real], ids=["sim", "real"])
def run(request: pytest.FixtureRequest) -> Runner:
    return request.param


def test_sleep_until_never_returns_early(run: Runner):
    async def main(clock: Clock) -> list[int]:
        late: list[int] = []
        for wait in (1, 2, 3):
            at = after(clock.now(), Millis(wait))
            await clock.sleep_until(at)
            late.append(clock.now() - at)
        return late

    assert all(late >= 0 for late in run(main))


def test_sleeping_until_the_past_yields_once_and_returns(run: Runner):
    async def main(clock: Clock) -> tuple[str, ...]:
        seen: list[str] = []
        asyncio.get_running_loop().call_soon(seen.append, "another had its turn")
        await clock.sleep_until(HostNs(clock.now() - 1))
        return tuple(seen)

    assert run(main) == ("another had its turn",)


def test_a_cancelled_sleep_leaves_the_clock_usable(run: Runner):
    async def main(clock: Clock) -> bool:
        sleeper = asyncio.create_task(clock.sleep_until(HostNs(clock.now() + 3600 * NS_PER_S)))
        await asyncio.sleep(0)
        sleeper.cancel()
        await clock.sleep_until(after(clock.now(), Millis(1)))
        return sleeper.cancelled()

    assert run(main)


@given(waits=st.lists(st.integers(min_value=0, max_value=30 * DAY * NS_PER_S), min_size=1, max_size=20))
def test_sleepers_wake_at_their_very_nanosecond_in_order(waits: list[int]):
    async def main(clock: VirtualClock) -> list[int]:
        woken: list[int] = []

        async def sleep(wait: int) -> None:
            await clock.sleep_until(HostNs(START + wait))
            woken.append(clock.now() - START)

        async with asyncio.TaskGroup() as group:
            for wait in waits:
                group.create_task(sleep(wait))
        return woken

    assert run_stepped(main, patience=31 * DAY) == sorted(waits)


def test_asyncio_timers_follow_the_virtual_clock():
    async def main(clock: VirtualClock) -> tuple[int, bool]:
        try:
            async with asyncio.timeout(2):
                await asyncio.sleep(3600)
        except TimeoutError:
            return clock.now() - START, True
        return 0, False

    assert run_stepped(main) == (2 * NS_PER_S, True)


def test_three_virtual_hours_take_no_real_time():
    async def main(clock: VirtualClock) -> None:
        for _ in range(3 * 3600):
            await clock.sleep_until(after(clock.now(), Millis(1000)))

    began = time.monotonic()
    run_stepped(main)

    assert time.monotonic() - began < 5


def test_a_run_that_can_only_wait_for_ever_says_who_waits():
    async def listens_to_nobody() -> None:
        await asyncio.Event().wait()

    async def main(_clock: VirtualClock) -> None:
        await asyncio.create_task(listens_to_nobody(), name="reader")

    with pytest.raises(WaitsForEver, match=r"reader at .*test_clock\.py:\d+"):
        run_stepped(main)


def test_a_run_that_only_ticks_ends_after_its_patience():
    async def main(clock: VirtualClock) -> None:
        for minute in itertools.count():
            await clock.sleep_until(HostNs(START + minute * 60 * NS_PER_S))

    with pytest.raises(WaitsForEver):
        run_stepped(main, patience=DAY)


def test_work_in_an_executor_takes_no_virtual_time():
    async def main(clock: VirtualClock) -> tuple[str, int]:
        release = threading.Event()
        asyncio.get_running_loop().call_soon(release.set)
        ticking = asyncio.create_task(asyncio.sleep(0.001))

        def work() -> str:
            release.wait()
            return "done"

        result = await asyncio.to_thread(work)
        passed = clock.now() - START
        await ticking
        return result, passed

    assert run_stepped(main) == ("done", 0)


def test_a_clock_never_goes_back():
    clock = VirtualClock()

    with pytest.raises(ValueError, match="never goes back"):
        clock.advance_to(HostNs(START - 1))


@pytest.mark.anyio
async def test_anyio_tests_run_on_virtual_time(clock: VirtualClock):
    await asyncio.sleep(3600)

    assert clock.now() == START + 3600 * NS_PER_S


@pytest.mark.anyio
async def test_blocking_calls_of_perroquet_are_caught_in_the_loop():
    blocking = compile("import time; time.sleep(0)", MonotonicClock.sleep_until.__code__.co_filename, "exec")

    with pytest.raises(BlockingError):
        exec(blocking)  # noqa: S102 - the one way to stand in a file of Perroquet that blocks


@pytest.mark.anyio
async def test_a_jump_by_hand_makes_timers_late_not_lost(clock: VirtualClock):
    timer = asyncio.create_task(asyncio.sleep(0.010))
    await asyncio.sleep(0)
    clock.advance_to(after(clock.now(), Millis(500)))
    await timer

    assert clock.now() == START + 500 * NS_PER_MS
