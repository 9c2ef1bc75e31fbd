"""The assembled device with real drivers and no parts: what a Pi does whose base is not plugged in."""

import asyncio
from pathlib import Path

from perroquet.drivers.pi.speaker import PiSpeaker
from perroquet.drivers.pi.totem import SerialTotem
from perroquet.kernel.readings import Part
from perroquet.table.views import EveningView
from perroquet.wiring.choice import simulated_parts
from perroquet.wiring.config import Configuration, parse
from perroquet.wiring.device import device

DEADLINE_S = 20.0
TOML = """
[totem]
port = "/dev/perroquet-base-that-is-not-there"
[speaker]
sink = "null"
"""


def on_a_pi(folder: Path) -> tuple[Configuration, tuple[Part, ...]]:
    config = parse(TOML, "pi.toml", state_dir=folder)
    return config, simulated_parts(config, on_pi=True, sim=False)


async def _evening(folder: Path) -> EveningView:
    async with device(*on_a_pi(folder)) as assembled:
        evening = asyncio.create_task(assembled.session.run())
        async with asyncio.timeout(DEADLINE_S):
            async for _ in assembled.session.watch():
                view = assembled.session.view(None)
                if not next(part for part in view.parts if part.part is Part.TOTEM).present:
                    break
        evening.cancel()
        await asyncio.gather(evening, return_exceptions=True)
        return assembled.session.view(None)


async def _parts(folder: Path) -> tuple[object, ...]:
    async with device(*on_a_pi(folder)) as assembled:
        parts = assembled.session.parts
        return assembled.handles, parts.buttons, parts.lamp, type(parts.totem), type(parts.speaker)


def test_on_a_pi_without_parts_no_simulated_driver_is_built(tmp_path: Path) -> None:
    built = asyncio.run(_parts(tmp_path))

    assert built == (None, None, None, SerialTotem, PiSpeaker)


def test_on_a_pi_without_parts_the_evening_begins_and_says_what_is_missing(tmp_path: Path) -> None:
    view = asyncio.run(_evening(tmp_path))

    present = {part.part: part.present for part in view.parts}
    assert present == {Part.TOTEM: False, Part.SPEAKER: True, Part.BUTTONS: False, Part.LAMPS: False}
    assert any("base du totem manque" in line.text for line in view.story)
