"""What the page is told beyond the words: what is asked, what a ruling stands on, the totem, the time left."""

import asyncio
from dataclasses import replace

import pytest
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Prompt, View
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sentences import say
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, Degrees, HostNs, Millis, Seat
from perroquet.table.events import Question
from perroquet.wiring.stepped import stepped_device, stepped_pins

from tests.table.desk import GAMES, Desk
from tests.table.test_session import powered
from tests.table.toy import BELL

STEPPED_PINS = stepped_pins()
DEADLINE = HostNs(100 * NS_PER_S)


def test_an_open_question_of_the_table_is_named() -> None:
    desk = Desk().power()
    before = desk.view()
    desk.start()

    assert (before.asked, desk.view().asked, desk.view().dialling) == (None, Question.START_GAME, False)


def test_the_seat_whose_tap_is_awaited_is_named() -> None:
    desk = Desk().power()
    desk.seat(2)

    assert desk.view().tapping == Seat(2)


def test_a_ruling_is_said_until_something_else_is() -> None:
    def told(_state: object, _seat: Seat | None) -> View:
        return View(facts=(say("rang-first", seats={"seat": Seat(1)}), say("waits")))

    desk = Desk(games={BELL.name: replace(BELL, view=told)}).playing()
    desk.seat(1)
    ruled = desk.view()
    desk.press(Control.MODE, Gesture.LONG)
    contested = desk.view()

    assert (ruled.ruling, ruled.facts) == (("Siège 2 a sonné en premier.",), ("La cloche attend.",))
    assert (ruled.ruled, contested.ruled) == (True, False)
    assert contested.ruling == ruled.ruling


def test_of_the_steps_of_a_knob_the_story_keeps_the_last() -> None:
    desk = Desk().power()
    for steps in (1, 1, -3):
        desk.press(Control.ENCODER, Gesture.TURN, steps=steps)
    desk.press(Control.MODE)
    desk.press(Control.ENCODER, Gesture.TURN, steps=1)

    volumes = [line.text for line in desk.view().story if line.text.startswith("Volume")]
    assert volumes == ["Volume 35.", "Volume 40."]


def test_seats_are_dark_once_the_device_is_off() -> None:
    desk = Desk().power()
    desk.seat(0)
    desk.press(Control.START, Gesture.CHORD)
    desk.start()

    assert [seat.pattern for seat in desk.view().seats] == [Pattern.OFF]


@pytest.mark.anyio
async def test_a_live_view_counts_the_time_that_is_left(clock: VirtualClock) -> None:
    def hurries(_state: object) -> Prompt:
        return Prompt(sentence=say("waits"), until=DEADLINE)

    async with powered(clock, games={**GAMES, BELL.name: replace(BELL, prompt=hurries)}) as bench:
        idle = bench.session.live(None).left
        await bench.tap("start", "start")
        playing, now = bench.session.live(None).left, clock.now()
        await clock.sleep_until(DEADLINE)
        late = bench.session.live(None).left

    assert (idle, playing, late) == (None, Millis((DEADLINE - now) // NS_PER_MS), None)


@pytest.mark.anyio
async def test_watchers_are_told_when_the_totem_is_lifted_and_put_back(clock: VirtualClock) -> None:
    seen: list[bool | None] = []
    async with stepped_device(clock, "lifted", STEPPED_PINS) as device:

        async def look() -> None:
            async for _ in device.session.watch():
                where = device.session.live(None).standing
                if not seen or seen[-1] != where:
                    seen.append(where)

        tasks = [asyncio.create_task(device.session.run()), asyncio.create_task(look())]
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        device.base.grab((VirtualHand(azimuth=Degrees(0.0), at_ms=0.0, fingers=4, top_mm=80.0),))
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        device.base.put_back()
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        device.base.unplug()
        await clock.sleep_until(HostNs(clock.now() + 3 * NS_PER_S))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    assert seen == [None, True, False, True, None]
