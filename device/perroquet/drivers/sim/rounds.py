"""Grab after grab through the firmware and the link, the truth beside what the host was told."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_pipe import CableFaults
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import HandTruth, Model
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.readings import SETTLE, Recorded, TotemStanding, Window
from perroquet.kernel.units import NS_PER_MS, HostNs, Micros, Millis, after
from perroquet.ports.totem import TotemReading

_PATIENCE_S = 8.0
_BETWEEN = Millis(600)
R = TypeVar("R", bound=TotemReading)


class NothingTold(PerroquetError, TimeoutError):
    """The base did not tell what it should have felt."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Round:
    """One grab.

    Attributes:
        truth: what each hand did at the ruling instant, by first contact.
        lift_us: when the totem really parted, from the first true contact; None = nobody pulled it out.
        window: as the host was told.
        recording: every scan, as pulled afterwards.
        late_us: between the ruling instant and the window in the host's hands.
    """

    truth: tuple[HandTruth, ...]
    lift_us: Micros | None
    window: Window
    recording: Window
    late_us: Micros


def play_rounds(
    grabs: Iterable[Sequence[VirtualHand]],
    seed: str,
    *,
    model: Model = FIRST_MODEL,
    faults: CableFaults | None = None,
    stalls: float = 0.0,
) -> list[Round]:
    """Play each of `grabs` on one totem, put back in between, on the virtual clock.

    Args:
        grabs: hands whose `at_ms` counts from when they are let loose, 100 ms or more for their approach to be felt.
        seed: of the totem, the base and the cable.
        model: the generator.
        faults: of the cable.
        stalls: share of the turns of the firmware's main loop followed by 30 ms of collecting garbage.

    Raises:
        NothingTold: a grab brought no window, or the totem put back was not seen, within 8 s of virtual time.
    """

    async def main(clock: VirtualClock) -> list[Round]:
        base = SteppedBase(clock, seed, model=model, faults=faults, stalls=stalls)
        totem = SteppedTotem(clock, base)
        readings = totem.readings()
        try:
            await _next(readings, TotemStanding)
            return [await _round(clock, base, readings, hands) for hands in grabs]
        finally:
            await totem.aclose()

    return run_stepped(main)


async def _round(
    clock: VirtualClock, base: SteppedBase, readings: AsyncIterator[TotemReading], hands: Sequence[VirtualHand]
) -> Round:
    await clock.sleep_until(after(clock.now(), _BETWEEN))
    base.grab(hands)
    window = await _next(readings, Window)
    ruling_us = Micros(min(window.lift_us or SETTLE * 1000, SETTLE * 1000))
    late_ns = clock.now() - HostNs(window.contact.at + ruling_us * 1000)
    recording = await _next(readings, Recorded)
    lift_us = base.totem.lift_us()
    truth = base.totem.truth(int(window.contact.first) + ruling_us - 1)
    if lift_us is None:
        longest = max(hand.at_ms + hand.hold_ms for hand in hands)
        await clock.sleep_until(after(clock.now(), Millis(round(longest))))
    else:
        base.put_back()
        while not (await _next(readings, TotemStanding)).standing:
            pass
    return Round(
        truth=truth,
        lift_us=None if lift_us is None else Micros(lift_us - truth[0].first_us),
        window=window,
        recording=recording.window,
        late_us=Micros(late_ns * 1000 // NS_PER_MS),
    )


async def _next(readings: AsyncIterator[TotemReading], kind: type[R]) -> R:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            async for reading in readings:
                if isinstance(reading, kind):
                    return reading
    except TimeoutError:
        pass
    raise NothingTold(f"waited {_PATIENCE_S:g} s for a {kind.__name__}; give hands that touch the lines")
