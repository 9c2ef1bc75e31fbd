"""The seats on the expander chip: the contract of `ports.Buttons` for lines that are not on the Pi's own pins."""

import asyncio
import logging

import pytest
from perroquet.drivers.gpio import GpioButtons
from perroquet.drivers.i2c import Expander
from perroquet.kernel.errors import PartMissing
from perroquet.kernel.readings import Edge
from perroquet.kernel.units import NS_PER_MS, HostNs, Millis, after
from perroquet.table.gestures import Gestures

from tests.contracts.conftest import Rig, told

pytestmark = pytest.mark.anyio


def opened(rig: Rig) -> GpioButtons:
    return GpioButtons(rig.factory, rig.pins, rig.clock, expander=Expander(rig.panel.expander, rig.factory, rig.pins))


async def test_an_expanded_line_has_the_stamp_of_the_interrupt(rig: Rig):
    buttons, at = opened(rig), rig.clock.now()
    rig.panel.stick("seat_9")
    await rig.clock.sleep_until(after(at, Millis(700)))

    assert await told(buttons) == [Edge(line="seat_9", active=True, at=at)]


async def test_expanded_and_own_lines_are_told_by_name_and_in_one_stream(rig: Rig):
    buttons = opened(rig)
    for line in ("seat_10", "seat_8", "seat_9"):
        rig.panel.stick(line)
    rig.panel.free("seat_10")

    assert [(edge.line, edge.active) for edge in await told(buttons)] == [
        ("seat_10", True),
        ("seat_8", True),
        ("seat_9", True),
        ("seat_10", False),
    ]


@pytest.mark.parametrize("line", ["seat_9", "seat_10"])
async def test_simulated_fingers_press_an_expanded_seat_once(rig: Rig, line: str):
    buttons = opened(rig)
    gestures = Gestures(stuck=buttons.down())
    await rig.panel.tap(line)
    await rig.clock.sleep_until(after(rig.clock.now(), Millis(100)))
    for edge in await told(buttons):
        gestures.feed(edge)

    assert [press.seat for press in gestures.advance(rig.clock.now())] == [int(line[5:]) - 1]


async def test_what_changes_while_a_change_waits_to_be_read_is_told_at_the_reading(rig: Rig):
    """The chip notes the port once; the contact has opened again before anybody asked."""
    buttons, chip, at = opened(rig), rig.panel.expander, rig.clock.now()
    wire = rig.panel.factory.wire(rig.pins.others["expander_interrupt"])
    heard = wire.when_changed
    assert heard is not None
    wire.when_changed = None
    chip.contact(0, closed=True, at=at)
    chip.contact(0, closed=False, at=HostNs(at + NS_PER_MS))
    await rig.clock.sleep_until(after(at, Millis(3)))
    wire.when_changed = heard
    heard(at / 1e9, 0)

    assert await told(buttons) == [
        Edge(line="seat_9", active=True, at=at),
        Edge(line="seat_9", active=False, at=after(at, Millis(3))),
    ]


async def test_an_expanded_button_held_at_power_on_is_down(rig: Rig):
    rig.panel.stick("seat_9")
    first = opened(rig)  # only now does the chip pull its lines up
    rig.panel.free("seat_9")
    rig.panel.stick("seat_10")
    await told(first)
    buttons = opened(rig)

    assert buttons.down() == {"seat_10"}
    assert await told(buttons) == []


async def test_a_chip_that_does_not_answer_is_refused_and_its_pin_is_free_again(rig: Rig):
    rig.panel.expander.there = False
    with pytest.raises(PartMissing, match="nothing answers"):
        Expander(rig.panel.expander, rig.factory, rig.pins)

    rig.panel.expander.there = True
    assert await told(opened(rig)) == []


async def test_a_chip_that_falls_silent_costs_its_own_lines_only_and_is_logged_once(
    rig: Rig, caplog: pytest.LogCaptureFixture
):
    buttons = opened(rig)
    rig.panel.expander.there = False
    rig.panel.stick("seat_9")
    rig.panel.stick("seat_1")

    assert [edge.line for edge in await told(buttons)] == ["seat_1"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "seat_9, seat_10: nothing answers" in caplog.text


async def test_nothing_is_told_after_the_end(rig: Rig):
    buttons = opened(rig)
    await buttons.aclose()
    rig.panel.stick("seat_9")
    await asyncio.sleep(0)

    assert [edge async for edge in buttons.edges()] == []
    assert buttons.down() == frozenset()
