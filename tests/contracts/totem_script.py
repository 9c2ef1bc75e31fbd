"""One evening of a virtual base, told through either mounting."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np
from blockbuster import blockbuster_ctx
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.pi.totem import SerialTotem
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.drivers.sim.base_live import LiveBase
from perroquet.drivers.sim.clock import run_stepped
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import BaseTurned, Contact, PartLost, Recorded, TotemStanding, Window
from perroquet.kernel.units import Degrees, Millis, Seq, after
from perroquet.ports import Clock, SectorLight, Totem
from perroquet.ports.totem import TotemReading

SEED = "contract"
DEADLINE_S = 20.0
HIGH = VirtualHand(azimuth=Degrees(90), at_ms=60, fingers=2, top_mm=135, earthing=0.9, misleading=False, preload_ms=40)
LOW = VirtualHand(azimuth=Degrees(250), at_ms=72, fingers=2, top_mm=30, earthing=0.9, misleading=False, preload_ms=45)
BRUSH = VirtualHand(azimuth=Degrees(10), at_ms=60, fingers=3, top_mm=80, brush=True, earthing=1.0)

R = TypeVar("R", bound=TotemReading)


class Watch:
    """Reads a totem and keeps everything it was told."""

    def __init__(self, totem: Totem) -> None:
        self.told: list[TotemReading] = []
        self._readings: AsyncIterator[TotemReading] = totem.readings()

    async def until(self, *kinds: type[R]) -> R:
        """Return the next reading of one of `kinds`; fail when none comes within the deadline (the loop's time)."""
        async with asyncio.timeout(DEADLINE_S):
            async for reading in self._readings:
                self.told.append(reading)
                if isinstance(reading, kinds):
                    return reading
        raise AssertionError(f"readings ended before any of {kinds}; told {self.told}")

    async def standing(self, *, standing: bool) -> TotemStanding:
        while (reading := await self.until(TotemStanding)).standing != standing:
            pass
        return reading

    async def rest(self) -> list[TotemReading]:
        return [reading async for reading in self._readings]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A mounting, ready."""

    clock: Clock
    base: VirtualBase
    totem: Totem
    watch: Watch

    async def ring_shows(self, condition: Callable[[bytes], bool]) -> bytes:
        """Return the lamps once they look as wanted."""
        async with asyncio.timeout(DEADLINE_S):
            while not condition(self.base.ring()):
                await self.clock.sleep_until(after(self.clock.now(), Millis(20)))
        return self.base.ring()


Script = Callable[[Bench], Coroutine[Any, Any, Any]]
Run = Callable[..., Any]


def stepped(script: Script, *, plugged: bool = True) -> object:
    """Run `script` on the stepped mounting."""

    async def main(clock: Clock) -> object:
        base = SteppedBase(clock, SEED, plugged=plugged)
        totem = SteppedTotem(clock, base)
        try:
            return await script(Bench(clock=clock, base=base, totem=totem, watch=Watch(totem)))
        finally:
            await totem.aclose()

    return run_stepped(main)


def live(script: Script, *, plugged: bool = True) -> object:
    """Run `script` on the live mounting: child process, pseudo-terminal, pyserial, real clock."""

    async def main() -> object:
        base = await LiveBase.start(SEED)
        try:
            if not plugged:
                base.unplug()
                await base.settled()
            with blockbuster_ctx("perroquet"):
                totem = SerialTotem(clock := MonotonicClock(), base.port)
                try:
                    return await script(Bench(clock=clock, base=base, totem=totem, watch=Watch(totem)))
                finally:
                    await totem.aclose()
        finally:
            await base.aclose()

    return asyncio.run(main())


MOUNTINGS: dict[str, Run] = {"stepped": stepped, "live": live}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What the script told."""

    told: tuple[TotemReading, ...]
    ring: bytes

    def kinds(self) -> list[str]:
        """Return the readings in order, in words that mean the same in every mounting.

        Records are pulled when there is time for it, so their place in the order says nothing.
        """
        return [_word(reading) for reading in self.told if not isinstance(reading, Recorded | BaseTurned)]

    def of(self, kind: type[R]) -> list[R]:
        return [reading for reading in self.told if isinstance(reading, kind)]


def _word(reading: TotemReading) -> str:
    match reading:
        case Window():
            return "window" if reading.lift_us is None else "window with lift"
        case TotemStanding():
            return "standing" if reading.standing else "away"
        case _:
            return type(reading).__name__


@cache
def evening(mounting: str) -> Evening:
    """Play the evening through `mounting`, once a test run: grab, put back, brush, unplug in a grab, reboot."""

    async def script(bench: Bench) -> Evening:
        base, watch = bench.base, bench.watch
        await watch.standing(standing=True)
        bench.totem.show([SectorLight(azimuth=Degrees(90), pattern=Pattern.PLAYING)], Seq(1))
        ring = await bench.ring_shows(lambda ring: any(ring[18:21]))
        base.grab([HIGH, LOW])
        await watch.standing(standing=False)
        base.put_back()
        await watch.standing(standing=True)
        base.grab([BRUSH])
        await watch.until(Window)
        base.grab([HIGH])
        await watch.until(Contact)
        base.unplug()
        await watch.until(PartLost)
        base.put_back()
        base.plug()
        await watch.standing(standing=True)
        base.grab([LOW])
        await watch.standing(standing=False)
        base.put_back()
        await watch.standing(standing=True)
        base.reboot()
        await watch.until(PartLost)
        await watch.standing(standing=True)
        return Evening(told=tuple(watch.told), ring=ring)

    result = MOUNTINGS[mounting](script)
    assert isinstance(result, Evening)
    return result


def onset_us(window: Window, rings: slice) -> int:
    """Return when one of `rings` first rose over a quarter of a fingertip."""
    risen = window.lines[:, rings].max(axis=1) > window.scale / 4
    return int(window.t_us[int(np.argmax(risen))])
