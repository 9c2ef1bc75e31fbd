"""Four players come and sit down, on the simulated parts themselves."""

import asyncio

import pytest
from perroquet.bench.fingers import Fingers
from perroquet.bench.sitting import NAMES, SitDown
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.table.views import Situation
from perroquet.wiring.stepped import stepped_device, stepped_pins

pytestmark = pytest.mark.anyio
PINS = stepped_pins()


async def seat_all(
    clock: VirtualClock, seed: str, *, in_game: bool = False, untaught: tuple[str, ...] = ()
) -> tuple[list[str], int, Situation]:
    """Return who sits, how many of those the base knows, and the situation; `untaught` pressed and never tapped."""
    async with stepped_device(clock, seed, PINS) as device:
        session = device.session
        evening = asyncio.create_task(session.run())
        await session.ready.wait()
        fingers = Fingers(device.panel)
        sitting = SitDown(fingers, device.base, session.rename)
        if in_game:
            for _ in range(2):
                await device.panel.tap("start")
                await clock.sleep_until(HostNs(clock.now() + NS_PER_S))

        for line in untaught:
            await device.panel.tap(line)
            await clock.sleep_until(HostNs(clock.now() + NS_PER_S))

        async def look() -> None:
            async for _ in session.watch():
                sitting.seen(session.live(None))

        looking = asyncio.create_task(look())
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        sitting.begin(session.live(None))
        await clock.sleep_until(HostNs(clock.now() + 20 * NS_PER_S))
        view = session.view(None)
        for task in (evening, looking):
            task.cancel()
        await asyncio.gather(evening, looking, return_exceptions=True)
        await fingers.aclose()
        joined = [seat for seat in view.seats if seat.joined]
        return sorted(seat.name for seat in joined), sum(seat.azimuth is not None for seat in joined), view.situation


@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
async def test_four_players_sit_down_and_the_base_knows_them(clock: VirtualClock, seed: str) -> None:
    assert await seat_all(clock, seed) == (sorted(NAMES), len(NAMES), Situation.IDLE)


async def test_who_joined_and_never_tapped_gets_up_and_taps(clock: VirtualClock) -> None:
    seated = await seat_all(clock, "1", untaught=("seat_2", "seat_1"))

    assert seated == (sorted(NAMES), len(NAMES), Situation.IDLE)


async def test_nobody_sits_down_in_mid_game(clock: VirtualClock) -> None:
    joined, _, situation = await seat_all(clock, "1", in_game=True)

    assert (joined, situation) == ([], Situation.PLAYING)
