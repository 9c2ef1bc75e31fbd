"""The device on virtual time: every part simulated, in one process, without a thread; the demo and the tests run it."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from perroquet.assets import asset
from perroquet.audio.keys import POLITE
from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.gpio import GpioButtons, GpioLamp, PinMap, load_pins
from perroquet.drivers.sim.captures import MemoryCaptures
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.sim.speaker import SteppedSpeaker
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import ArmLikelihood, Grab, Window
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.ports import Clock, Store
from perroquet.table.codec import codec
from perroquet.table.context import House
from perroquet.table.parts import Parts
from perroquet.table.session import Session
from perroquet.totem import azimuth_of, judge, read_networks
from perroquet.wiring.device import GAMES_BY_NAME

HOUSE = House(seats=8, volume=POLITE, rules={})


@dataclass(frozen=True, slots=True, kw_only=True)
class SteppedDevice:
    """An assembled device on virtual time, and what hands can do to it. The session is not running yet."""

    session: Session
    store: Store
    panel: SimPanel
    base: SteppedBase
    speaker: SteppedSpeaker
    captures: MemoryCaptures
    luck: Luck


def stepped_pins() -> PinMap:
    """Read what lies in files (pin map, firmware's identity, what was learnt of hands): never while a loop runs."""
    firmware_id()
    read_networks()
    return load_pins(asset("hardware/pins.toml"))


@asynccontextmanager
async def stepped_device(
    clock: Clock, seed: str, pins: PinMap, *, store: Store | None = None, house: House = HOUSE
) -> AsyncGenerator[SteppedDevice]:
    """Assemble a device whose luck, noise and games all come from `seed`; close its parts at the end.

    Args:
        clock: virtual.
        seed: of everything.
        pins: from `stepped_pins`.
        store: of an earlier evening, to power on again; None = a new evening.
        house: settings of the table.
    """
    luck = Luck(seed)
    seeds = _seeds(luck.split("games"))
    async with AsyncExitStack() as stack:
        panel = SimPanel(clock, pins, seed=luck.split("panel").seed)
        buttons = GpioButtons(panel.factory, pins, clock)
        stack.push_async_callback(buttons.aclose)
        lamp = GpioLamp(panel.factory, pins, clock, witness=panel.lamp_showed)
        stack.push_async_callback(lamp.aclose)
        base = SteppedBase(clock, luck.split("base").seed)
        totem = SteppedTotem(clock, base)
        stack.push_async_callback(totem.aclose)
        speaker = SteppedSpeaker(clock)
        stack.push_async_callback(speaker.aclose)
        captures = MemoryCaptures()
        kept = store or MemoryStore(codec(GAMES_BY_NAME))
        session = Session(
            parts=Parts(
                clock=clock,
                store=kept,
                buttons=buttons,
                lamp=lamp,
                totem=totem,
                speaker=speaker,
                captures=captures,
            ),
            games=GAMES_BY_NAME,
            house=house,
            judge=_at_once,
            find_tap=azimuth_of,
            fresh_seed=lambda: next(seeds),
        )
        yield SteppedDevice(
            session=session, store=kept, panel=panel, base=base, speaker=speaker, captures=captures, luck=luck
        )


async def _at_once(
    window: Window, seats: Mapping[Seat, Degrees], prior: Mapping[Seat, Probability], arms: ArmLikelihood | None
) -> Grab:
    return judge(window, seats, prior, arms)


def _seeds(luck: Luck) -> Iterator[str]:
    number = 0
    while True:
        yield luck.split(number).seed
        number += 1
