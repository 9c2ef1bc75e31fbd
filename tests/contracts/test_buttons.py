"""The contract of `ports.Buttons`, on simulated pins and on a Pi's; and what the simulated hands do to them."""

import asyncio
import gc
import logging
from collections.abc import Coroutine
from typing import Any

import pytest
from perroquet.drivers.gpio.buttons import BUFFER
from perroquet.kernel.errors import PartBusy
from perroquet.kernel.readings import Cause, Control, Edge, Gesture
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Millis, after
from perroquet.table.gestures import Gestures

from tests.contracts.conftest import Rig, told

pytestmark = pytest.mark.anyio


async def test_an_edge_has_the_stamp_of_its_instant_not_of_its_reading(rig: Rig):
    panel, buttons = rig.panel, rig.buttons()
    at = rig.clock.now()
    panel.stick("seat_3")
    await rig.clock.sleep_until(after(at, Millis(700)))

    assert await told(buttons) == [Edge(line="seat_3", active=True, at=at)]


async def test_every_line_of_the_pin_map_is_told_by_its_name(rig: Rig):
    panel, buttons = rig.panel, rig.buttons()
    for line in rig.pins.lines:
        panel.stick(line)

    assert [edge.line for edge in await told(buttons)] == list(rig.pins.lines)


async def test_an_edge_of_another_thread_wakes_the_reader(rig: Rig):
    asyncio.get_running_loop().set_debug(enabled=True)  # then asyncio refuses what is not safe between threads
    wire = rig.panel.factory.wire(rig.pins.lines["start"])
    buttons, at = rig.buttons(), rig.clock.now()

    async def read() -> Edge:
        return await anext(aiter(buttons.edges()))

    reader = asyncio.create_task(read())
    await asyncio.sleep(0)
    await asyncio.to_thread(lambda: wire.contact(closed=True, at=at))

    assert await reader == Edge(line="start", active=True, at=at)
    await buttons.aclose()


async def test_callbacks_outlive_the_garbage_collector(rig: Rig):
    panel, buttons = rig.panel, rig.buttons()
    gc.collect()
    panel.stick("mode")

    assert len(await told(buttons)) == 1


async def test_a_stamp_of_another_clock_is_replaced_and_logged_once(rig: Rig, caplog: pytest.LogCaptureFixture):
    wire = rig.panel.factory.wire(rig.pins.lines["hush"])
    buttons = rig.buttons()
    for closed in (True, False):
        wire.contact(closed=closed, at=HostNs(1_700_000_000 * NS_PER_S))

    assert [edge.at for edge in await told(buttons)] == [rig.clock.now()] * 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_a_held_button_is_down_from_the_first_moment(rig: Rig):
    rig.panel.stick("seat_2")
    buttons = rig.buttons()

    assert buttons.down() == {"seat_2"}
    assert await told(buttons) == []


async def test_nothing_is_down_when_nobody_touches_the_panel(rig: Rig):
    buttons = rig.buttons()
    down = buttons.down()
    await buttons.aclose()

    assert down == frozenset()


async def test_a_slow_reader_loses_the_oldest_edges_and_it_is_logged_once(rig: Rig, caplog: pytest.LogCaptureFixture):
    wire = rig.panel.factory.wire(rig.pins.lines["start"])
    buttons = rig.buttons()
    for n in range(BUFFER + 5):
        wire.contact(closed=n % 2 == 0, at=HostNs(rig.clock.now() + n))
    edges = await told(buttons)

    assert [edge.at - rig.clock.now() for edge in edges] == list(range(5, BUFFER + 5))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_closing_ends_a_waiting_reader_and_may_be_repeated(rig: Rig):
    buttons = rig.buttons()

    async def read() -> list[Edge]:
        return [edge async for edge in buttons.edges()]

    reader = asyncio.create_task(read())
    await asyncio.sleep(0)
    await buttons.aclose()
    await buttons.aclose()

    assert await reader == []
    assert buttons.down() == frozenset()


async def test_edges_have_one_reader(rig: Rig):
    buttons = rig.buttons()
    await told(buttons)

    with pytest.raises(PartBusy, match="one reader only"):
        await anext(aiter(buttons.edges()))


async def test_a_closed_panel_may_be_opened_again(rig: Rig):
    await rig.buttons().aclose()
    buttons = rig.buttons()
    rig.panel.stick("seat_8")

    assert len(await told(buttons)) == 1


async def test_a_pin_another_program_holds_is_refused_and_none_is_kept(rig: Rig):
    rig.panel.factory.hold(rig.pins.lines["seat_8"])

    with pytest.raises(PartBusy, match=r"GPIO15 cannot be claimed") as refused:
        rig.buttons()
    claimed = [rig.panel.factory.wire(rig.pins.lines[line]) for line in ("start", "seat_7")]
    assert (refused.value.cause, [wire.when_changed for wire in claimed]) == (Cause.BUSY, [None, None])


async def test_a_simulated_press_bounces_for_less_than_five_milliseconds_and_ends_closed(rig: Rig):
    panel, bursts = rig.panel, list[list[Edge]]()
    for _ in range(50):
        buttons = rig.buttons()
        await panel.press("start")
        bursts.append(await told(buttons))
        await panel.release("start")

    assert all(burst[-1].active for burst in bursts)
    assert max(burst[-1].at - burst[0].at for burst in bursts) < 5 * NS_PER_MS
    assert {len(burst) for burst in bursts} == {1, 3, 5, 7}


async def test_releasing_while_the_press_still_bounces_leaves_the_contact_open(rig: Rig):
    panel, buttons = rig.panel, rig.buttons()
    for _ in range(50):
        pressing = asyncio.create_task(panel.press("start"))
        await asyncio.sleep(0.001)
        await panel.release("start")
        await pressing

        assert buttons.down() == frozenset()
    await buttons.aclose()


async def test_a_stuck_button_neither_opens_nor_bounces_until_it_is_freed(rig: Rig):
    panel, buttons = rig.panel, rig.buttons()
    panel.stick("seat_1")
    await panel.tap("seat_1")
    panel.free("seat_1")

    assert [edge.active for edge in await told(buttons)] == [True, False]


async def gestures_of(rig: Rig, act: Coroutine[Any, Any, None]) -> list[tuple[Control, Gesture, int]]:
    """Return what `act` at the simulated panel becomes through driver and gestures."""
    buttons = rig.buttons()
    gestures = Gestures(stuck=buttons.down())
    await act
    await rig.clock.sleep_until(after(rig.clock.now(), Millis(100)))
    for edge in await told(buttons):
        gestures.feed(edge)
    return [(press.control, press.gesture, press.steps) for press in gestures.advance(rig.clock.now())]


@pytest.mark.parametrize(
    ("lines", "hold", "wanted"),
    [
        (("start",), 150, (Control.START, Gesture.SHORT)),
        (("mode",), 1200, (Control.MODE, Gesture.LONG)),
        (("mode", "start"), 2100, (Control.START, Gesture.CHORD)),
        (("hush",), 1200, (Control.HUSH, Gesture.SHORT)),
        (("seat_5",), 60, (Control.SEAT, Gesture.SHORT)),
    ],
)
async def test_simulated_fingers_make_each_gesture_once(
    rig: Rig, lines: tuple[str, ...], hold: int, wanted: tuple[Control, Gesture]
):
    assert await gestures_of(rig, rig.panel.hold(lines, Millis(hold))) == [(*wanted, 0)]


@pytest.mark.parametrize("steps", [-30, -1, 1, 30])
async def test_the_simulated_encoder_turns_as_many_detents_as_it_is_told(rig: Rig, steps: int):
    direction = 1 if steps > 0 else -1

    assert await gestures_of(rig, rig.panel.turn(steps)) == [(Control.ENCODER, Gesture.TURN, direction)] * abs(steps)
