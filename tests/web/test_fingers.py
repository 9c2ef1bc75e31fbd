"""Fingers that nobody waits for."""

import asyncio

import pytest
from perroquet.assets import asset
from perroquet.bench.fingers import Fingers
from perroquet.bench.holds import Holds
from perroquet.drivers.gpio import GpioButtons, load_pins
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.panel import LONGEST_BOUNCE, SimPanel
from perroquet.kernel.units import after

from tests.web.evening import FakePanel, Notes

PINS = load_pins(asset("hardware/pins.toml"))


@pytest.mark.anyio
async def test_a_press_begins_at_once_and_ends_closed(clock: VirtualClock) -> None:
    panel = SimPanel(clock, PINS)
    buttons = GpioButtons(panel.factory, PINS, clock)
    up = buttons.down()

    Fingers(panel).press("start")
    await clock.sleep_until(after(clock.now(), LONGEST_BOUNCE))

    assert (up, buttons.down()) == (frozenset(), {"start"})
    await buttons.aclose()


@pytest.mark.anyio
async def test_fingers_taken_away_stop_moving(clock: VirtualClock) -> None:
    fingers = Fingers(SimPanel(clock, PINS))

    fingers.turn(1000)
    await asyncio.sleep(0)
    started = clock.now()
    await fingers.aclose()

    assert clock.now() == started


@pytest.mark.anyio
async def test_a_button_is_down_while_anybody_holds_it() -> None:
    notes = Notes()
    holds = Holds(Fingers(FakePanel(notes)))

    holds.press("Léa", "start")
    holds.press("Tom", "start")
    holds.release("Léa", "start")
    holds.release("Zoé", "start")
    holds.let_go("Tom")
    await asyncio.sleep(0)

    assert notes.taken() == [("press", "start"), ("release", "start")]
