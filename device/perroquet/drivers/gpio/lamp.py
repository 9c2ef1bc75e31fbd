"""The status lamp: patterns of `drivers.patterns` on the three pins of an RGB lamp, in time with our clock.

gpiozero's own `blink` is not used: it runs in a thread and on the real clock.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from perroquet.drivers.gpio.pins import PinMap
from perroquet.drivers.patterns import FLASHES, LOOKS, Colour, Look, Step
from perroquet.kernel.cues import Flash, Pattern
from perroquet.kernel.errors import PartUnavailable
from perroquet.kernel.units import HostNs, Seq, after
from perroquet.ports import Clock, StatusLamp

if TYPE_CHECKING:
    from gpiozero.pins import Factory, Pin


URGENT: Final = (Pattern.ALARM, Pattern.OFF)
"""Patterns that wait for no flash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LampFrame:
    """What the lamp began to show at one instant, and the event behind it."""

    pattern: Pattern | Flash
    colour: Colour
    cause: Seq
    at: HostNs


class GpioLamp(StatusLamp):
    """The lamp on a gpiozero factory. Build it inside the running loop.

    Args:
        factory: real or simulated.
        pins: where the lamp is.
        clock: what rhythms follow.
        witness: told of every frame, in the loop, after the pins have changed.

    Raises:
        PartUnavailable: a pin cannot be claimed; none is held then.
    """

    def __init__(
        self, factory: "Factory", pins: PinMap, clock: Clock, *, witness: Callable[[LampFrame], None] | None = None
    ) -> None:
        from gpiozero import RGBLED

        _claim(factory, pins.lamp)
        self._led = RGBLED(*pins.lamp, pin_factory=factory)
        self._clock = clock
        self._witness = witness
        self._pattern: Pattern | None = None
        self._flash: Flash | None = None
        self._flash_cause = Seq(0)
        self._cause = Seq(0)
        self._rhythm: asyncio.Task[None] | None = None
        self._closed = False

    @override
    def show(self, pattern: Pattern, cause: Seq) -> None:
        if self._closed:
            return
        self._cause = cause
        if pattern is self._pattern:
            return
        self._pattern = pattern
        if self._flash is None or pattern in URGENT:
            self._flash = None
            self._begin(pattern)

    @override
    def flash(self, flash: Flash, cause: Seq) -> None:
        if self._closed or flash is self._flash:
            return
        self._flash, self._flash_cause = flash, cause
        self._begin(flash)

    @override
    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        if rhythm := self._stop():
            with contextlib.suppress(asyncio.CancelledError):
                await rhythm
        self._led.close()  # which also lets it go dark

    def _begin(self, pattern: Pattern | Flash) -> None:
        self._stop()
        look = FLASHES[pattern] if isinstance(pattern, Flash) else LOOKS[pattern]
        self._light(pattern, look, look.rhythm[0])
        if len(look.rhythm) > 1:
            self._rhythm = asyncio.get_running_loop().create_task(self._keep_rhythm(pattern, look), name="lamp")

    def _stop(self) -> "asyncio.Task[None] | None":
        rhythm, self._rhythm = self._rhythm, None
        if rhythm:
            rhythm.cancel()
        return rhythm

    async def _keep_rhythm(self, pattern: Pattern | Flash, look: Look) -> None:
        """Go on from the first step, which is lit already; a flash ends with its rhythm."""
        at = after(self._clock.now(), look.rhythm[0].keep)
        rhythm = look.rhythm if isinstance(pattern, Flash) else cycle(look.rhythm)
        for step in islice(rhythm, 1, None):
            await self._clock.sleep_until(at)
            self._light(pattern, look, step)
            # Steps missed while the loop was held up are not made up for: that would be a flicker.
            at = max(after(at, step.keep), self._clock.now())
        await self._clock.sleep_until(at)
        self._flash, self._rhythm = None, None
        self._begin(Pattern.OFF if self._pattern is None else self._pattern)

    def _light(self, pattern: Pattern | Flash, look: Look, step: Step) -> None:
        red, green, blue = colour = look.shown(step)
        self._led.value = (red / 100, green / 100, blue / 100)
        if self._witness:
            cause = self._flash_cause if isinstance(pattern, Flash) else self._cause
            self._witness(LampFrame(pattern=pattern, colour=colour, cause=cause, at=self._clock.now()))


def _claim(factory: "Factory", numbers: tuple[int, ...]) -> None:
    """Claim all pins or none; gpiozero's own lamp would keep what it has when a later one is refused."""
    claimed: list[Pin] = []
    try:
        for number in numbers:
            claimed.append(factory.pin(number))  # noqa: PERF401 - what is claimed must be known when one is refused
    except PartUnavailable:
        for pin in claimed:
            pin.close()
        raise
