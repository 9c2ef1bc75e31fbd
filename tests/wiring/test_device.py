"""The assembled device with real drivers and no parts: what a Pi does whose base is not plugged in."""

import asyncio
from pathlib import Path

import pytest
from gpiozero.pins import Factory
from perroquet.assets import asset
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import load_pins
from perroquet.drivers.i2c import Chip
from perroquet.drivers.i2c.paper import draw
from perroquet.drivers.pi.factory import FactoryName
from perroquet.drivers.pi.speaker import PiSpeaker
from perroquet.drivers.pi.totem import SerialTotem
from perroquet.drivers.sim.chips import SimOled
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.sim.pins import SimFactory
from perroquet.kernel.errors import PartMissing
from perroquet.kernel.readings import Cause, Part
from perroquet.table.session import Parts
from perroquet.table.views import EveningView
from perroquet.wiring.choice import simulated_parts
from perroquet.wiring.config import Configuration, parse
from perroquet.wiring.device import device

DEADLINE_S = 20.0
TOML = """
[totem]
port = "/dev/perroquet-base-that-is-not-there"
[speaker]
device = "a speaker that is not there"
"""
START = 17
SEAT_8 = 15
LAMP_BLUE = 16


def on_a_pi(folder: Path) -> tuple[Configuration, tuple[Part, ...]]:
    config = parse(TOML, "pi.toml", state_dir=folder)
    return config, simulated_parts(config, on_pi=True, sim=False)


def no_pins(_name: FactoryName) -> Factory:
    raise PartMissing("this is no Pi")


async def _evening(folder: Path) -> EveningView:
    async with device(*on_a_pi(folder), open_pins=no_pins) as assembled:
        evening = asyncio.create_task(assembled.session.run())
        async with asyncio.timeout(DEADLINE_S):
            async for _ in assembled.session.watch():
                if not any(part.present for part in assembled.session.view(None).parts):
                    break
        evening.cancel()
        await asyncio.gather(evening, return_exceptions=True)
        return assembled.session.view(None)


async def _parts(folder: Path) -> tuple[object, ...]:
    async with device(*on_a_pi(folder), open_pins=no_pins) as assembled:
        parts = assembled.session.parts
        return assembled.handles, parts.buttons, parts.lamp, type(parts.totem), type(parts.speaker)


def test_on_a_pi_without_parts_no_simulated_driver_is_built(tmp_path: Path) -> None:
    built = asyncio.run(_parts(tmp_path))

    assert built == (None, None, None, SerialTotem, PiSpeaker)


def test_on_a_pi_without_parts_the_evening_begins_and_says_what_is_missing(tmp_path: Path) -> None:
    view = asyncio.run(_evening(tmp_path))

    assert {part.words for part in view.parts} <= {line.text for line in view.story}
    assert next(part.words for part in view.parts if part.part is Part.TOTEM).startswith("La base du totem manque")


@pytest.mark.parametrize(
    ("held", "there"), [(START, [False, True]), (SEAT_8, [False, True]), (LAMP_BLUE, [True, False])]
)
def test_a_pin_another_program_holds_costs_its_part_and_no_other(
    held: int, there: list[bool], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pins = SimFactory(MonotonicClock())
    pins.hold(held)

    async def parts() -> Parts:
        async with device(*on_a_pi(tmp_path), open_pins=lambda _name: pins) as assembled:
            return assembled.session.parts

    opened = asyncio.run(parts())

    assert [opened.buttons is not None, opened.lamp is not None] == there
    assert [lost.cause for lost in opened.missing] == [Cause.BUSY]
    assert [record.levelname for record in caplog.records if f"GPIO{held}" in record.message] == ["WARNING"]


OPTIONS = TOML + '[seats]\ncount = 10\n[display]\nchip = "ssd1306"'


def no_chip(address: int) -> Chip:
    raise PartMissing(f"nothing answers at {address:#04x}")


def test_chips_that_do_not_answer_cost_their_own_seats_and_display_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = parse(OPTIONS, "pi.toml", state_dir=tmp_path)

    async def parts() -> Parts:
        pins = SimFactory(MonotonicClock())
        async with device(config, (), open_pins=lambda _name: pins, open_chip=no_chip) as assembled:
            return assembled.session.parts

    opened = asyncio.run(parts())

    assert opened.buttons is not None
    assert (opened.display, opened.missing) == (None, ())
    assert {"seat_9, seat_10: nothing answers at 0x20", "the display: nothing answers at 0x3c"} <= {
        record.message for record in caplog.records
    }


def test_seat_ten_joins_and_the_display_shows_what_was_said_and_what_is_awaited(tmp_path: Path) -> None:
    config = parse(OPTIONS, "pi.toml", state_dir=tmp_path)
    glass, clock = SimOled(), MonotonicClock()

    async def play() -> tuple[bool, list[bytes], EveningView]:
        panel = SimPanel(clock, load_pins(asset("hardware/pins.toml")))
        chips: dict[int, Chip] = {0x20: panel.expander, 0x3C: glass}
        async with (
            device(config, (), open_pins=lambda _name: panel.factory, open_chip=chips.__getitem__) as assembled,
            asyncio.timeout(DEADLINE_S),
        ):
            session = assembled.session
            evening = asyncio.create_task(session.run())
            await session.ready.wait()
            await panel.tap("seat_10")
            async for _ in session.watch():
                if any(seat.seat == 9 and seat.joined for seat in session.view(None).seats):
                    break
            view = session.view(None)
            while glass.rows() != (shown := draw(view.said, view.awaits)):
                await asyncio.sleep(0.01)
                view = session.view(None)
            evening.cancel()
            await asyncio.gather(evening, return_exceptions=True)
            return glass.lit, shown, view

    lit, shown, view = asyncio.run(play())

    assert (lit, glass.lit) == (True, False)
    assert any(any(row) for row in shown)
    assert view.said
    assert view.awaits
