"""The simulated panel: buttons that bounce, an encoder that turns, a lamp that can be looked at."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from perroquet.kernel.cues import Pattern
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_MS, HostNs, Millis, Percent, after
from perroquet.ports import Clock

if TYPE_CHECKING:
    from perroquet.drivers.gpio import LampFrame, PinMap
    from perroquet.drivers.patterns import Colour

LONGEST_BOUNCE: Final = Millis(5)
"""Bursts are shorter than this."""

TAP: Final = Millis(120)
"""How long a finger stays on a button when nothing else is meant."""

ENCODER_BOUNCE: Final = Millis(2)
QUARTER: Final = Millis(5)
"""Between two edges of the encoder: a detent takes 20 ms."""

CLOCKWISE: Final = (("encoder_a", True), ("encoder_b", True), ("encoder_a", False), ("encoder_b", False))
COUNTERCLOCKWISE: Final = (("encoder_b", True), ("encoder_a", True), ("encoder_b", False), ("encoder_a", False))


class SimPanel:
    """The hands and eyes at the panel. Hand `factory` to the drivers, and `lamp_showed` to the lamp as its witness.

    Args:
        clock: the drivers' clock.
        pins: where the lines are.
        seed: of the bounce.
    """

    def __init__(self, clock: Clock, pins: "PinMap", *, seed: str = "bench") -> None:
        from perroquet.drivers.sim.chips import SimExpander
        from perroquet.drivers.sim.pins import SimFactory

        self.factory = SimFactory(clock)
        self.expander = SimExpander(self.factory.wire(pins.others["expander_interrupt"]), clock)
        self.frame: LampFrame | None = None
        self._clock = clock
        self._pins = pins
        self._luck = Luck(seed).stream("bounce")
        self._moves: Counter[str] = Counter()
        self._stuck: set[str] = set()
        self._watchers: list[Callable[[LampFrame], None]] = []

    async def press(self, line: str) -> None:
        """Close the contact of `line`; the first edge is now, the return when it has done bouncing.

        Raises:
            KeyError: no such line in the pin map.
        """
        await self._move(line, closed=True, longest=LONGEST_BOUNCE)

    async def release(self, line: str) -> None:
        """Open the contact of `line`, bouncing as well."""
        await self._move(line, closed=False, longest=LONGEST_BOUNCE)

    async def tap(self, line: str, hold: Millis = TAP) -> None:
        """Press, and release `hold` after the first edge."""
        await self.hold((line,), hold)

    async def hold(self, lines: tuple[str, ...], hold: Millis) -> None:
        """Press `lines` together, and release them together after `hold`."""
        until = after(self._clock.now(), hold)
        await asyncio.gather(*(self.press(line) for line in lines))
        await self._clock.sleep_until(until)
        await asyncio.gather(*(self.release(line) for line in lines))

    async def turn(self, steps: int) -> None:
        """Turn the encoder by `steps` detents, clockwise positive."""
        quarters = CLOCKWISE if steps > 0 else COUNTERCLOCKWISE
        at = self._clock.now()
        for line, closed in quarters * abs(steps):
            at = after(at, QUARTER)
            await self._move(line, closed=closed, longest=ENCODER_BOUNCE)
            await self._clock.sleep_until(at)

    def stick(self, line: str) -> None:
        """Let `line` be stuck down: closed, whatever is pressed or released, until `free`. Before power-on as well."""
        self._contact(line, closed=True, at=self._clock.now())
        self._stuck.add(line)

    def free(self, line: str) -> None:
        """Let a stuck line spring back."""
        self._stuck.discard(line)
        self._contact(line, closed=False, at=self._clock.now())

    def colour(self) -> "Colour":
        """Return the lamp's colour as its pins have it now."""
        red, green, blue = (Percent(round(100 * self.factory.wire(number).state)) for number in self._pins.lamp)
        return red, green, blue

    def lamp_showed(self, frame: "LampFrame") -> None:
        """Keep and pass on what the lamp driver says it shows."""
        self.frame = frame
        for watcher in tuple(self._watchers):
            watcher(frame)

    def watch(self, watcher: "Callable[[LampFrame], None]") -> Callable[[], None]:
        """Tell `watcher` of each frame from now on; call what is returned to end that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    async def lamp_shows(self, pattern: Pattern) -> "LampFrame":
        """Wait until the lamp shows `pattern`, and return the frame."""
        if self.frame and self.frame.pattern is pattern:
            return self.frame
        seen: asyncio.Future[LampFrame] = asyncio.get_running_loop().create_future()

        def look(frame: "LampFrame") -> None:
            if frame.pattern is pattern and not seen.done():
                seen.set_result(frame)

        stop = self.watch(look)
        try:
            return await seen
        finally:
            stop()

    async def _move(self, line: str, *, closed: bool, longest: Millis) -> None:
        """Move one contact, bouncing for less than `longest`. A newer move of the same line ends an older one."""
        self._moves[line] += 1
        move = self._moves[line]
        start = self._clock.now()
        self._contact(line, closed=closed, at=start)
        for bounce, moment in enumerate(self._burst(longest)):
            at = HostNs(start + moment)
            await self._clock.sleep_until(at)
            if self._moves[line] != move:
                return
            # Stamped as planned: the kernel would not have been late, even when our loop is.
            self._contact(line, closed=closed == bool(bounce % 2), at=at)

    def _burst(self, longest: Millis) -> list[int]:
        """Return an even number of instants, in nanoseconds after the first edge, rising."""
        end = self._luck.randrange(1, longest * NS_PER_MS)
        return sorted(self._luck.sample(range(1, end + 8), 2 * self._luck.randrange(4)))

    def _contact(self, line: str, *, closed: bool, at: HostNs) -> None:
        if line in self._stuck:
            return
        if (bit := self._pins.expander.lines.get(line)) is not None:
            self.expander.contact(bit, closed=closed, at=at)
        else:
            self.factory.wire(self._pins.lines[line]).contact(closed=closed, at=at)
