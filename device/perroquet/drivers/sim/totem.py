"""Stepped mounting: the firmware in-process on the injected clock, its bytes over a cable in memory."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence

from typing_extensions import override

from perroquet.drivers.sim.acts import Disturbance
from perroquet.drivers.sim.base_board import REST_US, Bench
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.drivers.sim.base_pipe import Cable, CableFaults
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.totem_outlet import TotemOutlet
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs, Seq
from perroquet.link import TotemHost
from perroquet.ports import Clock, SectorLight, Totem
from perroquet.ports.totem import TotemReading

_SKEW_PPM = 30.0
_STALL_US = 30_000


class SteppedBase(VirtualBase):
    """A virtual base that only lives when it is stepped: `SteppedTotem` does that.

    Args:
        clock: of the host; the base's own clock starts with it and runs up to 30 ppm off.
        seed: of the totem, the cable and the crystal.
        faults: of the cable.
        plugged: False = the evening starts without a base.
        model: the generator of hands and lines.
        attentive: every scan is decoded, those that can only hold noise too.
        stalls: share of the turns of the main loop after which MicroPython collects garbage, 30 ms.

    Attributes:
        totem: its physics, and the truth.
    """

    def __init__(
        self,
        clock: Clock,
        seed: str,
        *,
        faults: CableFaults | None = None,
        plugged: bool = True,
        model: Model = FIRST_MODEL,
        attentive: bool = False,
        stalls: float = 0.0,
    ) -> None:
        faults = faults or CableFaults()
        self.plugged = plugged
        self.up = Cable(random.Random(f"{seed}/cable up"), faults)
        self.down = Cable(random.Random(f"{seed}/cable down"), faults)
        self._clock = clock
        self._start = clock.now()
        self._rate = 1 + random.Random(f"{seed}/crystal").uniform(-_SKEW_PPM, _SKEW_PPM) * 1e-6
        self._bench = Bench(seed, model, attentive=attentive)
        self.totem = self._bench.totem
        self._stalls = stalls
        self._luck = random.Random(f"{seed}/stalls")

    @override
    def grab(self, hands: Sequence[VirtualHand]) -> None:
        self._bench.totem.grab(hands, self._now_us())

    @override
    def disturb(self, acts: Sequence[Disturbance]) -> None:
        self._bench.totem.disturb(acts, self._now_us())

    @override
    def put_back(self, *, crooked: bool = False) -> None:
        self._bench.totem.put_back(self._now_us(), crooked=crooked)

    @override
    def take_away(self) -> None:
        self._bench.totem.take_away(self._now_us())

    @override
    def unplug(self) -> None:
        self.plugged = False

    @override
    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self.reboot()

    @override
    def reboot(self) -> None:
        self._bench.reboot(self._now_us())

    @override
    def ring(self) -> bytes:
        return self._bench.board.ring if self.plugged else bytes(len(self._bench.board.ring))

    def step(self, at: HostNs) -> HostNs:
        """Run the firmware once at `at`, never going back; return when it wants to run again."""
        at_us = self._base_us(at)
        board = self._bench.board
        board.received += self.up.due(at)
        self._bench.step(at_us)
        self.down.push(bytes(board.sent), at)
        board.sent.clear()
        stalled = self._luck.random() < self._stalls
        return HostNs(at + (_STALL_US if stalled else self._bench.nap_us(at_us)) * 1000)

    def _now_us(self) -> int:
        return self._base_us(self._clock.now())

    def _base_us(self, at: HostNs) -> int:
        return int((at - self._start) / 1000 * self._rate)


class SteppedTotem(Totem):
    """The driver for a `SteppedBase`: one task, no thread. Make it in a running loop.

    It wakes when the firmware does, every 50 ms at rest and every 2 ms near a hand, and then lets everything that
    fell due since its last waking happen in order, each thing at its own instant.
    """

    def __init__(self, clock: Clock, base: SteppedBase) -> None:
        self._clock = clock
        self._base = base
        self._host = TotemHost()
        self._outlet = TotemOutlet(clock)
        self._plugged: bool | None = None
        self._step_at = clock.now()
        self._task = asyncio.create_task(self._run(), name="stepped totem")
        self._outlet.mind(self._task)

    @override
    def readings(self) -> AsyncIterator[TotemReading]:
        return self._outlet.readings()

    @override
    def show(self, sectors: Sequence[SectorLight], cause: Seq) -> None:
        self._host.show(sectors)
        self._base.up.push(self._host.take(), self._clock.now())

    @override
    async def aclose(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._outlet.close()

    async def _run(self) -> None:
        while True:
            now = self._clock.now()
            self._notice_cable(now)
            if self._base.plugged:
                self._catch_up(now)
            else:
                self._step_at = HostNs(now + REST_US * 1000)
            for reading in self._host.readings():
                self._outlet.tell(reading)
            await self._clock.sleep_until(self._step_at)

    def _catch_up(self, now: HostNs) -> None:
        """Let happen what is due by `now`, in order."""
        host, base = self._host, self._base
        up, down = base.up, base.down
        while True:
            due = host.due()
            times = (self._step_at, up.next(), down.next(), due)
            at = min([time for time in times if time is not None])
            if at > now:
                return
            if at == times[2]:
                host.receive(down.due(at), at)
            if at == due:
                host.tick(at)
            if at in times[:2]:
                self._step_at = base.step(at)
            up.push(host.take(), at)

    def _notice_cable(self, now: HostNs) -> None:
        base = self._base
        if base.plugged == self._plugged:
            return
        self._plugged = base.plugged
        self._host.receive(base.down.cut(), now)
        base.up.cut()
        if base.plugged:
            self._step_at = now
            self._host.plugged(now)
            base.up.push(self._host.take(), now)
        else:
            self._host.unplugged(Cause.UNPLUGGED, "the virtual base is unplugged; plug it in on the bench", now)
