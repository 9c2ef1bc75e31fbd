"""Assemble the device: the one place that chooses real or simulated parts, opens them and closes them again."""

import asyncio
import logging
import random
import secrets
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from perroquet.assets import asset
from perroquet.bench.evening import Stage, on_its_own
from perroquet.bench.handles import BenchHandles
from perroquet.bench.pace import Pace
from perroquet.bench.reach import Reach
from perroquet.bench.tape import Tape
from perroquet.drivers.captures import CaptureFolder
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import GpioButtons, GpioLamp, PinMap, load_pins
from perroquet.drivers.i2c import Chip, Expander, Oled, OledChip
from perroquet.drivers.listening import listen
from perroquet.drivers.pi.factory import FactoryName, open_factory
from perroquet.drivers.pi.i2c import LgpioChip
from perroquet.drivers.pi.speaker import PiSpeaker
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.drivers.store import SqliteStore
from perroquet.drivers.witness import WitnessedTotem
from perroquet.games import GAMES
from perroquet.kernel.errors import PartUnavailable
from perroquet.kernel.game import AnyGame
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import ArmLikelihood, Grab, Part, PartLost, Window
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.ports import Clock, Totem
from perroquet.table.codec import codec
from perroquet.table.context import House
from perroquet.table.parts import Judge, Parts
from perroquet.table.session import Session
from perroquet.totem import JudgeSettings, azimuth_of, judge, read_networks
from perroquet.wiring.base import open_base
from perroquet.wiring.config import Configuration, DisplayChip
from perroquet.wiring.eyes import open_eyes
from perroquet.wiring.pins import check_pins
from perroquet.wiring.sounds import SOUNDS

if TYPE_CHECKING:
    from gpiozero.pins import Factory

    from perroquet.drivers.sim.base_live import LiveBase
    from perroquet.drivers.sim.panel import SimPanel

log = logging.getLogger(__name__)

GAMES_BY_NAME: Mapping[str, AnyGame] = {game.name: game for game in GAMES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """An assembled device.

    Attributes:
        session: its evening; not running yet.
        clock: its time.
        handles: what a person can do to the simulated parts; None when every part is real.
    """

    session: Session
    clock: Clock
    handles: BenchHandles | None


@asynccontextmanager
async def device(
    config: Configuration,
    simulated: tuple[Part, ...],
    *,
    open_pins: "Callable[[FactoryName], Factory]" = open_factory,
    open_chip: Callable[[int], Chip] = LgpioChip,
) -> AsyncGenerator[Device]:
    """Open the parts of a device, real but for `simulated`; close them at the end.

    A real part that cannot be opened is missing: the evening starts without it and says so. `open_pins` opens the
    Pi's own pins, `open_chip` a chip on its two-wire bus by its address.

    Raises:
        ConfigurationError: the pin map and the configuration contradict each other.
    """
    pins = load_pins(asset("hardware/pins.toml"))
    check_pins(pins, seats=config.seats.count)
    clock = MonotonicClock()
    await asyncio.to_thread(read_networks)
    async with AsyncExitStack() as stack:
        store = SqliteStore(config.device.state_dir, codec(GAMES_BY_NAME))
        stack.push_async_callback(store.aclose)
        opening = _Opening(
            config=config,
            simulated=simulated,
            clock=clock,
            pins=pins,
            stack=stack,
            open_pins=open_pins,
            open_chip=open_chip,
        )
        totem, base = await opening.totem()
        buttons, lamp = opening.buttons(), opening.lamp()
        speaker = opening.speaker()
        captures = CaptureFolder(config.device.state_dir / "captures")
        stack.push_async_callback(captures.aclose)
        parts = Parts(
            clock=clock,
            store=store,
            buttons=buttons,
            lamp=lamp,
            totem=totem,
            speaker=speaker,
            captures=captures,
            eyes=open_eyes(stack, clock, config),
            display=opening.display(),
            missing=tuple(opening.missing),
        )
        session = Session(
            parts=parts,
            games=GAMES_BY_NAME,
            house=house(config),
            judge=_in_worker(config),
            find_tap=azimuth_of,
            fresh_seed=lambda: secrets.token_hex(32),
            in_worker=asyncio.to_thread,
        )
        handles = BenchHandles(
            panel=opening.panel,
            base=base,
            speaker=speaker if Part.SPEAKER in simulated else None,
            tape=opening.tape,
            evening=opening.evening(session, base),
            reach=None if base is None else Reach(partial(_game_state, session), base, random.Random()),
            listen=opening.listen,
        )
        yield Device(session=session, clock=clock, handles=handles if simulated else None)


def _game_state(session: Session) -> object:
    running = session.chronicle.evening.running
    return None if running is None else running.state


def house(config: Configuration) -> House:
    """Return what the configuration says about the table."""
    return House(
        seats=config.seats.count,
        volume=config.device.volume,
        language=config.device.language,
        rules=config.house,
    )


def _in_worker(config: Configuration) -> Judge:
    """Judge windows in a thread, so that the loop stays free."""
    settings = JudgeSettings(count_settle_ms=config.totem.count_settle_ms)

    async def judged(
        window: Window,
        seats: Mapping[Seat, Degrees],
        prior: Mapping[Seat, Probability],
        arms: ArmLikelihood | None,
    ) -> Grab:
        return await asyncio.to_thread(judge, window, seats, prior, arms, settings)

    return judged


@dataclass(kw_only=True)
class _Opening:
    """Opens parts one by one; what is opened is closed by `stack`, what cannot be opened is in `missing`."""

    config: Configuration
    simulated: tuple[Part, ...]
    clock: Clock
    pins: PinMap
    stack: AsyncExitStack
    open_pins: "Callable[[FactoryName], Factory]"
    open_chip: Callable[[int], Chip]
    missing: list[PartLost] = field(default_factory=list[PartLost])
    panel: "SimPanel | None" = None
    tape: Tape | None = None
    listen: Callable[[], AsyncIterator[bytes]] | None = None
    _pi: "Factory | None" = None

    def buttons(self) -> GpioButtons | None:
        try:
            factory = self._factory(Part.BUTTONS)
            buttons = GpioButtons(factory, self.pins, self.clock, expander=self._expander(factory))
        except PartUnavailable as err:
            self._miss(Part.BUTTONS, err)
            return None
        self.stack.push_async_callback(buttons.aclose)
        return buttons

    def _expander(self, factory: "Factory") -> Expander | None:
        """Return the seats that are not on the Pi's own pins; without them the other buttons still serve."""
        if not {f"seat_{number + 1}" for number in range(self.config.seats.count)} - self.pins.lines.keys():
            return None
        try:
            simulated = self.panel if Part.BUTTONS in self.simulated else None
            chip = self.open_chip(self.pins.expander.address) if simulated is None else simulated.expander
            return Expander(chip, factory, self.pins)
        except PartUnavailable as err:
            log.warning("%s: %s", ", ".join(self.pins.expander.lines), err)
            return None

    def display(self) -> Oled | None:
        """Return the small display, if the configuration names one; nobody needs it."""
        if self.config.display.chip is DisplayChip.OFF:
            return None
        from perroquet.drivers.sim.chips import SimOled

        try:
            chip = SimOled() if Part.LAMPS in self.simulated else self.open_chip(self.pins.display)
        except PartUnavailable as err:
            log.warning("the display: %s", err)
            return None
        display = Oled(chip, OledChip(self.config.display.chip))
        self.stack.push_async_callback(display.aclose)
        return display

    def lamp(self) -> GpioLamp | None:
        try:
            factory = self._factory(Part.LAMPS)
            witness = self.panel.lamp_showed if self.panel is not None and Part.LAMPS in self.simulated else None
            lamp = GpioLamp(factory, self.pins, self.clock, witness=witness)
        except PartUnavailable as err:
            self._miss(Part.LAMPS, err)
            return None
        self.stack.push_async_callback(lamp.aclose)
        return lamp

    async def totem(self) -> "tuple[Totem, LiveBase | None]":
        port = None if self.config.totem.port == "auto" else self.config.totem.port
        simulated = Part.TOTEM in self.simulated
        totem, base = await open_base(self.stack, self.clock, port, simulated=simulated)
        if base is not None:
            self.tape = Tape()
            totem = WitnessedTotem(totem, self.tape.take)
        return totem, base

    def speaker(self) -> PlayerSpeaker:
        settings = self.config.speaker
        kind: Callable[..., PlayerSpeaker] = PiSpeaker
        if Part.SPEAKER in self.simulated:
            folder = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="perroquet-sound-"))
            ear = Path(folder) / "ear"  # the state folder's own path may be too long for a socket
            self.listen = partial(listen, ear)
            kind = partial(PlayerSpeaker, listen=ear)
        speaker = kind(
            self.clock,
            sink=settings.sink,
            device=settings.device,
            output_latency=settings.output_latency_ms,
            sounds=self.config.device.state_dir / SOUNDS,
        )
        self.stack.push_async_callback(speaker.aclose)
        return speaker

    def evening(self, session: Session, base: "LiveBase | None") -> Callable[[Pace], Awaitable[None]] | None:
        """Return what plays a scripted evening on the simulated parts, at a pace; None when some of them are real."""
        panel = self.panel
        if panel is None or base is None or Part.BUTTONS not in self.simulated:
            return None

        def play(pace: Pace) -> Awaitable[None]:
            luck = Luck(secrets.token_hex(8))
            return on_its_own(Stage(session=session, panel=panel, base=base, clock=self.clock, luck=luck, pace=pace))

        return play

    def _factory(self, part: Part) -> "Factory":
        """Return the pins of `part`: the simulated panel's, or the Pi's.

        Raises:
            PartUnavailable: the Pi's cannot be opened.
        """
        if part in self.simulated:
            if self.panel is None:
                from perroquet.drivers.sim.panel import SimPanel

                self.panel = SimPanel(self.clock, self.pins)
            return self.panel.factory
        if self._pi is None:
            self._pi = self.open_pins(FactoryName(self.config.gpio.factory))
            self.stack.callback(self._pi.close)
        return self._pi

    def _miss(self, part: Part, error: PartUnavailable) -> None:
        log.warning("the %s: %s", part, error)
        self.missing.append(PartLost(part=part, cause=error.cause, why=str(error), at=self.clock.now()))
