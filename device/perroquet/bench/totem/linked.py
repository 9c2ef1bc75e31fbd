"""One grab through the real firmware and link, twice: on a calm cable, and with stalls and the delays of a busy USB."""

import random
from collections.abc import AsyncIterator
from typing import Final

from perroquet.bench.totem.grabs import Analyse, Marks
from perroquet.drivers.sim.base_pipe import USB, CableFaults
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.scenes import hand_from
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.readings import Grab, TotemStanding, Window
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs
from perroquet.ports.totem import TotemReading

_CALM: Final = CableFaults(least_us=0, mean_us=1, outliers=0.0)
_STALLS: Final = 0.02
"""Share of turns of the firmware's loop after which it stands still for 30 ms; the loop turns some 500 times a grab."""
_SAME_MS: Final = 2.0
_COMES_MS: Final = 60.0
_STARTS_S: Final = 1.5


def linked(seed: int, model: Model, analyse: Analyse) -> Marks:
    """Return how long a verdict's window takes to come, and whether stalls and delays change what it says."""
    calm, calm_ms = _played(seed, model, _CALM, stalls=0.0)
    hard, hard_ms = _played(seed, model, USB, stalls=_STALLS)
    marks: Marks = {"windows lost in stalls": [float(calm is not None and hard is None)]}
    if calm is None or hard is None:
        return marks
    once, again = (_instants(analyse(window, {}, {}, None), window) for window in (calm, hard))
    moved = [abs(a - b) for a, b in zip(once, again, strict=False)]
    marks["hands changed by stalls"] = [float(len(once) != len(again) or max(moved, default=0.0) > _SAME_MS)]
    marks["moved by stalls"] = moved
    if calm.lift_us is not None and hard.lift_us is not None:
        marks["window after separation"] = [calm_ms]
        marks["window after separation, stalls"] = [hard_ms]
    return marks


def _instants(grab: Grab, window: Window) -> list[float]:
    """Return the first contact of each hand on the base's clock, in ms."""
    return [(int(window.contact.first) + hand.first_us) / 1000 for hand in grab.hands]


def _played(seed: int, model: Model, faults: CableFaults, *, stalls: float) -> tuple[Window | None, float]:
    """Return the window of one rush, and how long after the separation (or the end) it came, in ms."""
    luck = random.Random(f"bench/linked/{seed}")
    azimuth = luck.uniform(0, 360)
    hands = [
        hand_from(luck, azimuth, _COMES_MS, model=model),
        hand_from(luck, azimuth + luck.uniform(60, 300), _COMES_MS + luck.uniform(0, 40), model=model),
    ]

    async def main(clock: VirtualClock) -> tuple[Window | None, float]:
        base = SteppedBase(clock, f"linked/{seed}", faults=faults, model=model, stalls=stalls)
        totem = SteppedTotem(clock, base)
        readings = totem.readings()
        await _standing(readings)
        await clock.sleep_until(HostNs(round(_STARTS_S * NS_PER_S)))
        base.grab(hands)
        window = await _window(readings)
        told = clock.now()
        await totem.aclose()
        if window is None:
            return None, 0.0
        ended = window.contact.at + 1000 * (int(window.t_us[-1]) if window.lift_us is None else window.lift_us)
        return window, (told - ended) / NS_PER_MS

    return run_stepped(main)


async def _standing(readings: AsyncIterator[TotemReading]) -> None:
    async for reading in readings:
        if isinstance(reading, TotemStanding) and reading.standing:
            return


async def _window(readings: AsyncIterator[TotemReading]) -> Window | None:
    async for reading in readings:
        if isinstance(reading, Window):
            return reading
    return None
