"""A long night at a table where nobody grabs: people bump it, lean on it, and push the base about."""

import asyncio
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from perroquet.drivers.sim.acts import Bump, Disturbance, Knock, Turn
from perroquet.drivers.sim.clock import VirtualClock, run_stepped
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.readings import BaseTurned, Contact, TotemFell, TotemStanding
from perroquet.kernel.units import Degrees, Millis, after
from perroquet.ports.totem import TotemReading

_EVERY_S = 10.0
_LEAST_S = 0.3
_KINDS = (("bump", 0.55), ("knock", 0.35), ("turn", 0.10))


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What the base said of a night without a grab.

    Attributes:
        hours: simulated.
        disturbances: that happened.
        contacts: grabs it felt; every one is false.
        lifts, falls: of a totem that stood all night; every one is false.
        turns: of the base, told.
    """

    hours: float
    disturbances: int
    contacts: int
    lifts: int
    falls: int
    turns: int


def disturbances(seed: str, hours: float, model: Model = FIRST_MODEL) -> Iterator[tuple[float, Disturbance]]:
    """Yield seconds since the beginning, ascending, and what happens then; some ten seconds apart, often in a row."""
    luck = random.Random(f"{seed}/night/{model.name}")
    around = model.around
    now_s = 5.0
    while now_s < 3600 * hours:
        kind = luck.choices([name for name, _ in _KINDS], [share for _, share in _KINDS])[0]
        match kind:
            case "bump":
                yield now_s, Bump(at_ms=0.0, g=_log_uniform(luck, around.bump_g))
            case "knock":
                azimuth = Degrees(luck.uniform(0, 360))
                yield now_s, Knock(at_ms=0.0, azimuth=azimuth, newtons=_log_uniform(luck, around.knock_n))
            case _:
                by = luck.choice((-1, 1)) * _log_uniform(luck, around.nudge_deg)
                yield now_s, Turn(at_ms=0.0, by=Degrees(by), over_ms=luck.uniform(60, 400))
        now_s += _LEAST_S + luck.expovariate(1 / (_EVERY_S - _LEAST_S))


def spend_night(seed: str, hours: float, model: Model = FIRST_MODEL, *, attentive: bool = False) -> Night:
    """Live through it with the real firmware behind the real link, on the virtual clock, every second of it.

    Scans that can only hold noise are left out of the decoder, which makes a night ten times cheaper and says nothing
    of touches by noise alone; `attentive` decodes those too.
    """

    async def main(clock: VirtualClock) -> tuple[int, list[TotemReading]]:
        happened = 0
        base = SteppedBase(clock, seed, model=model, attentive=attentive)
        totem = SteppedTotem(clock, base)
        listening = asyncio.create_task(_heard(totem), name="a night's ears")
        start = clock.now()
        for at_s, act in disturbances(seed, hours, model):
            await clock.sleep_until(after(start, Millis(round(at_s * 1000))))
            base.disturb([act])
            happened += 1
        await clock.sleep_until(after(start, Millis(math.ceil(3_600_000 * hours) + 5000)))
        await totem.aclose()
        return happened, await listening

    happened, told = run_stepped(main)
    return Night(
        hours=hours,
        disturbances=happened,
        contacts=sum(isinstance(reading, Contact) for reading in told),
        lifts=sum(isinstance(reading, TotemStanding) and not reading.standing for reading in told),
        falls=sum(isinstance(reading, TotemFell) for reading in told),
        turns=sum(isinstance(reading, BaseTurned) for reading in told),
    )


async def _heard(totem: SteppedTotem) -> list[TotemReading]:
    return [reading async for reading in totem.readings()]


def _log_uniform(luck: random.Random, ends: tuple[float, float]) -> float:
    return math.exp(luck.uniform(math.log(ends[0]), math.log(ends[1])))
