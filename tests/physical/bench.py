"""A whole device on virtual time, its real firmware on a virtual base, and hands to try it with."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from perroquet.bench.evening import sit_down
from perroquet.bench.stage import AZIMUTHS, PLAYERS, Stage, begin
from perroquet.drivers.sim.acts import Disturbance
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.store import MemoryStore
from perroquet.kernel.journal import Record
from perroquet.kernel.units import Degrees, Millis
from perroquet.table.codec import codec
from perroquet.wiring.device import GAMES_BY_NAME
from perroquet.wiring.stepped import SteppedDevice, stepped_device, stepped_pins

PINS = stepped_pins()  # read from files once, before a loop runs
REACT = Millis(900)
"""More than a grab, its verdict, its scans and their recording take."""


@dataclass(kw_only=True)
class Table:
    """The device, and what can be done to it."""

    device: SteppedDevice
    stage: Stage

    @property
    def records(self) -> list[Record]:
        reader = codec(GAMES_BY_NAME)
        store = self.device.store
        assert isinstance(store, MemoryStore)
        return [reader.decode(line) for line in store.lines]

    def events(self, kind: type[Any]) -> list[Any]:
        return [record.event for record in self.records if isinstance(record.event, kind)]

    @property
    def said(self) -> list[str]:
        return [line.text for line in self.stage.view().story]

    async def grab(self, *hands: VirtualHand, wait: Millis = REACT) -> list[str]:
        """Let hands come, and return what was said since."""
        told = len(self.said)
        self.device.base.grab(hands)
        await self.stage.wait(wait)
        return self.said[told:]

    async def put_back(self) -> list[str]:
        told = len(self.said)
        self.device.base.put_back()
        await self.stage.wait(Millis(2500))
        return self.said[told:]


def hand(seat: int, at_ms: float = 100.0, *, fingers: int = 4, top_mm: float = 95.0, **more: Any) -> VirtualHand:
    """Return a hand of one of the three players."""
    return VirtualHand(azimuth=Degrees(AZIMUTHS[seat]), at_ms=at_ms, fingers=fingers, top_mm=top_mm, **more)


@asynccontextmanager
async def table(
    clock: VirtualClock,
    seed: str,
    *,
    game: str | None = None,
    seated: bool = True,
    away: bool = False,
    acts: Sequence[Disturbance] = (),
) -> AsyncGenerator[Table]:
    """Switch a device on, seat three players who tap, and begin `game`; `away` = the totem is not on its base."""
    async with stepped_device(clock, seed, PINS) as device:
        stage = Stage(
            session=device.session,
            panel=device.panel,
            base=device.base,
            clock=clock,
            luck=device.luck.split("hands"),
        )
        device.base.disturb(acts)
        if away:
            device.base.take_away()
        running = asyncio.create_task(device.session.run(), name="evening")
        try:
            await device.session.ready.wait()
            await stage.wait(Millis(1500))
            if seated:
                await sit_down(stage)
            if game is not None:
                await begin(stage, game)
            yield Table(device=device, stage=stage)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


__all__ = ["PLAYERS", "REACT", "Table", "hand", "table"]
