"""A real sound server loses its only output in the middle of a raid, and gets it back."""

import asyncio

from perroquet.audio.keys import RAID
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.kernel.cues import Ambience, ArmRaid
from perroquet.kernel.readings import Heard, Part, PartFound, PartLost
from perroquet.kernel.units import NS_PER_MS, Millis, Percent, Samples, Seq, after
from perroquet.ports import SetVolume, SoundOrder

from tests.contracts.pulse import DEADLINE_S, Pulse


def do(speaker: PlayerSpeaker, *orders: SoundOrder) -> None:
    for order in orders:
        speaker.perform(order, Seq(1))


def test_a_raid_that_meets_a_lost_device_is_heard_when_it_is_back(pulse: Pulse) -> None:
    async def main() -> tuple[list[object], int]:
        clock = MonotonicClock()
        speaker = PlayerSpeaker(clock, sink="pygame")
        do(speaker, SetVolume(percent=Percent(60)), Ambience(on=True, seed="s"))
        try:
            async with asyncio.timeout(DEADLINE_S):
                while not pulse.control("list", "short", "sink-inputs"):
                    await clock.sleep_until(after(clock.now(), Millis(20)))
                do(speaker, ArmRaid(live=Samples(24_000)))
                await asyncio.to_thread(pulse.pull)
                reports = aiter(speaker.reports())
                told: list[object] = [await anext(reports)]
                await clock.sleep_until(after(clock.now(), Millis(700)))  # the raid falls due, and nobody can hear it
                put_back = clock.now()
                await asyncio.to_thread(pulse.put_back)
                while not isinstance(told[-1], Heard):  # a slow server may be lost and found again on the way
                    told.append(await anext(reports))
                return told, put_back
        finally:
            await speaker.aclose()

    (lost, *between, heard), put_back = asyncio.run(main())

    assert isinstance(lost, PartLost)
    assert lost.part is Part.SPEAKER
    assert any(isinstance(one, PartFound) for one in between)
    assert isinstance(heard, Heard)
    assert heard.key == RAID
    assert heard.onset > put_back - 50 * NS_PER_MS
