"""Four players come and sit down, on the simulated parts themselves."""

import asyncio

import pytest
from perroquet.bench.fingers import Fingers
from perroquet.bench.sitting import PLAYERS, SitDown
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.table.views import Situation
from perroquet.wiring.stepped import stepped_device, stepped_pins

pytestmark = pytest.mark.anyio
PINS = stepped_pins()


async def seat_all(clock: VirtualClock, seed: str, *, in_game: bool = False) -> tuple[int, int, Situation]:
    """Return how many joined, how many of those the base knows, and the situation."""
    async with stepped_device(clock, seed, PINS) as device:
        session = device.session
        evening = asyncio.create_task(session.run())
        await session.ready.wait()
        fingers = Fingers(device.panel)
        sitting = SitDown(fingers, device.base)
        if in_game:
            for _ in range(2):
                await device.panel.tap("start")
                await clock.sleep_until(HostNs(clock.now() + NS_PER_S))

        async def look() -> None:
            async for _ in session.watch():
                sitting.seen(session.view(None))

        looking = asyncio.create_task(look())
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        sitting.begin(session.view(None))
        await clock.sleep_until(HostNs(clock.now() + 20 * NS_PER_S))
        view = session.view(None)
        for task in (evening, looking):
            task.cancel()
        await asyncio.gather(evening, looking, return_exceptions=True)
        await fingers.aclose()
        joined = [seat for seat in view.seats if seat.joined]
        return len(joined), sum(seat.azimuth is not None for seat in joined), view.situation


@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
async def test_four_players_sit_down_and_the_base_knows_them(clock: VirtualClock, seed: str) -> None:
    assert await seat_all(clock, seed) == (PLAYERS, PLAYERS, Situation.IDLE)


async def test_nobody_sits_down_in_mid_game(clock: VirtualClock) -> None:
    joined, _, situation = await seat_all(clock, "1", in_game=True)

    assert (joined, situation) == (0, Situation.PLAYING)
