"""What the contract tests run on: simulated pins always, a Pi's own with PERROQUET_HARDWARE=1, a sound server.

Time is virtual on both: real pins do not mind being asked quickly.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from perroquet.assets import asset
from perroquet.drivers.gpio import GpioButtons, GpioLamp, LampFrame, PinMap, load_pins
from perroquet.drivers.pi.factory import FactoryName, open_factory
from perroquet.drivers.sim.panel import SimPanel
from perroquet.kernel.readings import Edge
from perroquet.ports import Clock

from tests.contracts.pulse import Pulse

if TYPE_CHECKING:
    from gpiozero.pins import Factory

ON_HARDWARE = os.environ.get("PERROQUET_HARDWARE") == "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """Pins, and on the bench the hands and eyes at them."""

    factory: "Factory"
    pins: PinMap
    clock: Clock
    frames: list[LampFrame]
    hands: SimPanel | None = None

    @property
    def panel(self) -> SimPanel:
        if self.hands is None:
            pytest.skip("needs simulated hands: nobody presses a real button for a test")
        return self.hands

    def buttons(self) -> GpioButtons:
        return GpioButtons(self.factory, self.pins, self.clock)

    def lamp(self) -> GpioLamp:
        return GpioLamp(self.factory, self.pins, self.clock, witness=self.frames.append)


@pytest.fixture(scope="session")
def pins() -> PinMap:
    return load_pins(asset("hardware/pins.toml"))


@pytest.fixture(params=["sim", "pi"] if ON_HARDWARE else ["sim"])
async def rig(request: pytest.FixtureRequest, clock: Clock, pins: PinMap) -> AsyncIterator[Rig]:
    if request.param == "pi":
        factory = open_factory(FactoryName.LGPIO)
        yield Rig(factory=factory, pins=pins, clock=clock, frames=[])
        factory.close()
        return
    panel = SimPanel(clock, pins, seed="contract")
    yield Rig(factory=panel.factory, pins=pins, clock=clock, frames=[], hands=panel)
    panel.factory.close()


async def told(buttons: GpioButtons) -> list[Edge]:
    """Close the panel and return the edges it had kept."""
    await asyncio.sleep(0)
    await buttons.aclose()
    return [edge async for edge in buttons.edges()]


@pytest.fixture
def pulse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pulse]:
    if shutil.which("pulseaudio") is None or shutil.which("pactl") is None:
        pytest.skip("no PulseAudio on this system (`make deps` installs it on Debian)")
    server = Pulse(tmp_path)
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    try:
        server.wait()
        yield server
    finally:
        server.end()
