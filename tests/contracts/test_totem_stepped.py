"""The stepped mounting: the seed decides everything, and a worn cable loses no grab."""

import asyncio
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.drivers.sim.base_pipe import Cable, CableFaults
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.readings import Contact, PartLost, TotemStanding, Window
from perroquet.kernel.units import NS_PER_S, Degrees, HostNs
from perroquet.ports.totem import TotemReading

from tests.contracts.totem_script import Watch

HANDS = (
    VirtualHand(azimuth=Degrees(90), at_ms=60, fingers=4, top_mm=120),
    VirtualHand(azimuth=Degrees(200), at_ms=72, fingers=3, top_mm=60),
)


def grabs(seed: str, *, count: int, faults: CableFaults | None = None) -> tuple[list[TotemReading], SteppedBase]:
    """Grab and put back `count` times."""

    async def main(clock: VirtualClock) -> tuple[list[TotemReading], SteppedBase]:
        base = SteppedBase(clock, seed, faults=faults)
        totem = SteppedTotem(clock, base)
        watch = Watch(totem)
        await watch.standing(standing=True)
        for _ in range(count):
            base.grab(HANDS)
            await watch.standing(standing=False)
            base.put_back()
            await watch.standing(standing=True)
        await totem.aclose()
        return watch.told, base

    return run_stepped(main)


def words(told: list[TotemReading]) -> list[str]:
    return [
        f"{reading.contact} {reading.lines.tobytes().hex()} {reading.lift_us}"
        if isinstance(reading, Window)
        else repr(reading)
        for reading in told
    ]


def test_the_same_seed_gives_the_same_readings_to_the_last_bit():
    once, again, other = (words(grabs(seed, count=2)[0]) for seed in ("a", "a", "b"))

    assert once == again
    assert once != other


def test_a_cable_that_corrupts_a_byte_in_a_thousand_loses_no_grab():
    told, _ = grabs("worn", count=12, faults=CableFaults(corrupt=0.001, drop=0.0002))

    contacts = [reading.grab for reading in told if isinstance(reading, Contact)]
    windows = [reading.contact.grab for reading in told if isinstance(reading, Window)]
    assert contacts == windows == list(range(1, 13))
    assert not [reading for reading in told if isinstance(reading, PartLost)]


def test_minutes_of_nobody_touch_nothing():
    async def main(clock: VirtualClock) -> list[TotemReading]:
        base = SteppedBase(clock, "idle")
        totem = SteppedTotem(clock, base)
        watch = Watch(totem)
        await watch.standing(standing=True)
        await clock.sleep_until(HostNs(clock.now() + 300 * NS_PER_S))
        base.grab(HANDS[:1])
        await watch.standing(standing=False)
        await totem.aclose()
        return watch.told

    told = run_stepped(main)
    assert [type(reading).__name__ for reading in told] == [
        *("PartFound", "TotemStanding", "Contact", "Window", "TotemStanding")
    ]


def test_a_bump_of_the_cable_during_a_grab_is_one_loss_and_no_window():
    async def main(clock: VirtualClock) -> list[TotemReading]:
        base = SteppedBase(clock, "bump")
        totem = SteppedTotem(clock, base)
        watch = Watch(totem)
        await watch.standing(standing=True)
        base.grab(HANDS)
        await watch.until(Contact)
        base.unplug()
        await watch.until(PartLost)
        base.plug()
        await watch.until(TotemStanding)
        await asyncio.sleep(1)
        await totem.aclose()
        return watch.told + await watch.rest()

    told = run_stepped(main)
    assert not [reading for reading in told if isinstance(reading, Window)]
    assert len([reading for reading in told if isinstance(reading, PartLost)]) == 1


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 10_000_000), st.binary(min_size=1, max_size=20)), max_size=20), st.integers())
def test_a_sound_cable_keeps_every_byte_in_order(pushes: list[tuple[int, bytes]], seed: int):
    cable = Cable(random.Random(seed), CableFaults())
    now = 0
    for wait, data in pushes:
        now += wait
        cable.push(data, HostNs(now))
        at = cable.next()
        assert at is not None
        assert at >= 60_000

    assert cable.due(HostNs(now + NS_PER_S)) == b"".join(data for _, data in pushes)


def test_of_what_flies_through_a_cut_cable_half_arrives():
    cable = Cable(random.Random(1), CableFaults())
    cable.push(b"0123456789", HostNs(0))

    assert cable.cut() == b"01234"
    assert cable.due(HostNs(NS_PER_S)) == b""
