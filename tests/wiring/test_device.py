"""The assembled device with real drivers and no parts: what a Pi does whose base is not plugged in."""

import asyncio
from pathlib import Path

import pytest
from gpiozero.pins import Factory
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.pi.factory import FactoryName
from perroquet.drivers.pi.speaker import PiSpeaker
from perroquet.drivers.pi.totem import SerialTotem
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
