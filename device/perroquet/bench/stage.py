"""One device on the bench and the hands at its table: what the scripts of an evening are made of."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from perroquet.bench.pace import Pace
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.drivers.sim.panel import SimPanel
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, Degrees, HostNs, Millis
from perroquet.ports import Clock
from perroquet.table.session import Session
from perroquet.table.views import EveningView, Situation

PLAYERS: Final = ("Léa", "Tom", "Zoé")
AZIMUTHS: Final = (Degrees(40.0), Degrees(160.0), Degrees(280.0))
PATIENCE_S: Final = 1800.0
"""How long, in virtual seconds, the script waits for the device before it calls that a bug."""

LONG: Final = Millis(1200)
CHORD: Final = Millis(2200)
SPINNING: Final = Millis(300)
"""Two steps of the knob closer than this are one turn of the hand."""


class NothingCame(AssertionError):
    """The device did not do what the script waits for."""


@dataclass(kw_only=True)
class Stage:
    """A device on the bench, and what was told so far.

    Attributes:
        lines: the transcript; what hands do, and what the device says.
        pace: of the hands; never slower than people, who would be late for what the script waits for.
    """

    session: Session
    panel: SimPanel
    base: VirtualBase
    clock: Clock
    luck: Luck
    lines: list[str] = field(default_factory=list[str])
    pace: Pace = field(default_factory=Pace)
    _told: int = 0
    _dialled: int | None = None
    _turned: int = 0
    _turned_at: HostNs = HostNs(0)
    _start: HostNs = HostNs(0)

    async def listen(self) -> None:
        """Write down every sentence as it is said, until cancelled."""
        self._start = self.clock.now()
        async for _ in self.session.watch():
            news = [line for line in self.view().story if line.seq > self._told]
            for line in news:
                self._told = line.seq
                self._hear(line.text)

    def view(self) -> EveningView:
        """Return what everybody sees."""
        return self.session.view(None)

    def act(self, text: str) -> None:
        """Write down what hands do."""
        self._write(f"· {text}")

    def title(self, text: str) -> None:
        """Write down a heading."""
        self.lines += ["", f"== {text} =="] if self.lines else [f"== {text} =="]

    async def tap(self, *controls: str) -> None:
        """Tap buttons one after the other."""
        for line in controls:
            self.act(_names(line))
            await self.panel.tap(line)
            await self.wait(Millis(250))

    async def hold(self, lines: tuple[str, ...], hold: Millis) -> None:
        """Hold buttons together."""
        self.act(f"{' + '.join(_names(line) for line in lines)}, {hold / 1000:.0f} s")
        await self.panel.hold(lines, hold)
        await self.wait(Millis(250))

    async def wait(self, pause: Millis) -> None:
        """Let people take their time."""
        await self.settle(Millis(round(pause / max(1.0, self.pace.times))))

    async def settle(self, pause: Millis) -> None:
        """Let the base come to rest, or the device speak: nobody can hurry that."""
        await self.clock.sleep_until(HostNs(self.clock.now() + pause * NS_PER_MS))

    async def until(self, what: str, reached: Callable[[EveningView], bool]) -> EveningView:
        """Wait until the view is as wanted, and return it.

        Raises:
            NothingCame: it never was.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                async for _ in self.session.watch():
                    view = self.view()
                    if reached(view):
                        return view
        except TimeoutError:
            pass
        raise NothingCame(f"waited {PATIENCE_S:.0f} s for {what}; the device waits for: {self.view().awaits}")

    def _hear(self, text: str) -> None:
        """Write a sentence down; of what a spinning knob says, only where it comes to rest."""
        now, dialled = self.clock.now(), self.session.chronicle.evening.dialled
        turned = dialled is not None and dialled != self._dialled
        if turned and self._turned == len(self.lines) and now - self._turned_at < SPINNING * NS_PER_MS:
            self.lines.pop()
        self._write(f"« {text} »")
        self._dialled = dialled
        if turned:
            self._turned, self._turned_at = len(self.lines), now

    def _write(self, text: str) -> None:
        seconds = (self.clock.now() - self._start) / NS_PER_S
        self.lines.append(f"{int(seconds // 60):3d}:{seconds % 60:06.3f}  {text}")


def _names(line: str) -> str:
    kind, _, number = line.partition("_")
    return f"bouton du siège {number}" if kind == "seat" else line.upper()


async def begin(stage: Stage, game: str) -> None:
    """START, START: the offered game begins; MODE until it is `game`."""
    for _ in range(8):
        if stage.session.chronicle.evening.offered == game:
            break
        await stage.tap("mode")
    await stage.tap("start", "start")
    await stage.until("the game", lambda view: view.running == game)


async def end_game(stage: Stage) -> None:
    """MODE and START two seconds, then START: the game ends."""
    await stage.hold(("start", "mode"), CHORD)
    await stage.tap("start")
    await stage.until("the end of the game", lambda view: view.situation is Situation.IDLE)
