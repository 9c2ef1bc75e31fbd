"""A Perroquet that is killed: the real session and store, simulated parts, and a seeded table that plays without end.

Run as a script by `tests.process.coroner`. Whatever a person could see or hear goes down standard output at once, one
JSON line each, so that the parent knows what was seen before the kill.
"""

import asyncio
import hashlib
import json
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from perroquet.assets import asset
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import GpioButtons, GpioLamp, LampFrame, load_pins
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.store import SqliteStore
from perroquet.games import GAMES
from perroquet.kernel.cues import ArmRaid, DisarmRaid
from perroquet.kernel.readings import (
    Contact,
    Control,
    Gesture,
    Grab,
    Hand,
    Heard,
    Press,
    TotemStanding,
    Window,
)
from perroquet.kernel.shapes import canonical, shape_of
from perroquet.kernel.units import (
    Degrees,
    Fingers,
    McuUs,
    Micros,
    Millimetres,
    Millis,
    Percent,
    Probability,
    Seat,
    Seq,
    after,
)
from perroquet.ports import SectorLight, SoundOrder, Speak, Speaker, Totem
from perroquet.ports.totem import TotemReading
from perroquet.table.codec import codec
from perroquet.table.context import House
from perroquet.table.parts import Parts
from perroquet.table.session import Session
from perroquet.table.views import EveningView, Situation

BY_NAME: Final = {game.name: game for game in GAMES}
SEATS: Final = 4
HOUSE: Final = House(seats=SEATS, volume=Percent(40), rules={})
PACE: Final = Millis(4)
"""Between two deeds of the table: fast enough that a kill falls between decisions, appends and publications alike."""

AT_COMMIT: Final = ("before-commit", "in-commit", "after-commit", "in-checkpoint")
AIMS: Final = ("random", *AT_COMMIT, "in-publish", "open-window")
"""Where to die; `random` is left to the parent."""


Deed = Literal["grab", "tap-start", "tap-seat"] | tuple[Control, Gesture]

DEEDS: Final[dict[Situation, dict[Deed, int]]] = {
    Situation.IDLE: {
        "tap-start": 60,
        "tap-seat": 10,
        (Control.MODE, Gesture.SHORT): 30,
        (Control.START, Gesture.CHORD): 1,
    },
    Situation.PLAYING: {
        "grab": 25,
        "tap-start": 10,
        (Control.START, Gesture.SHORT): 15,
        (Control.SEAT, Gesture.SHORT): 35,
        (Control.MODE, Gesture.LONG): 5,
        (Control.ENCODER, Gesture.TURN): 3,
        (Control.HUSH, Gesture.SHORT): 3,
        (Control.START, Gesture.LONG): 1,
        (Control.START, Gesture.CHORD): 3,
    },
    Situation.QUESTION: {
        (Control.START, Gesture.SHORT): 12,
        (Control.SEAT, Gesture.SHORT): 4,
        (Control.MODE, Gesture.SHORT): 3,
        (Control.MODE, Gesture.LONG): 1,
        (Control.ENCODER, Gesture.TURN): 3,  # a question may offer what cannot be: without the knob it stays for ever
        (Control.START, Gesture.CHORD): 1,
    },
    Situation.PAUSED: {
        (Control.START, Gesture.LONG): 9,
        (Control.START, Gesture.SHORT): 1,
    },
}
"""What the players do, and how often."""


def tell(**line: object) -> None:
    """Write one line to the parent, unbuffered."""
    os.write(1, (json.dumps(line) + "\n").encode())


def digest(view: EveningView) -> str:
    """Return what proves two views equal."""
    return hashlib.sha256(canonical(shape_of(EveningView).dump(view)).encode()).hexdigest()


def die() -> None:
    """Kill this process as power does: nothing more is run."""
    os.kill(os.getpid(), signal.SIGKILL)
    signal.pause()  # never gets here, nor any further


def die_within(luck: random.Random, longest_ms: float) -> None:
    """Die at a random instant of what the caller does next."""
    timer = threading.Timer(luck.uniform(0, longest_ms) / 1000, die)
    timer.daemon = True
    timer.start()


def window_is_open(session: Session) -> bool:
    """Tell whether a power cut now would void something that is announced; a raid drawn anew is not."""
    running = session.chronicle.evening.running
    if running is None:
        return False
    game = BY_NAME[running.game]
    return not all(game.secret(event) for event in game.interrupt(running.state))


class AimedConnection(sqlite3.Connection):
    """Dies around the commit of one append, or in the checkpoint after it."""

    def __init__(self, path: Path, aim: str, countdown: int, luck: random.Random) -> None:
        super().__init__(path, isolation_level=None)
        self.aim = aim
        self.countdown = countdown
        self.luck = luck

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql != "COMMIT" or self.aim not in AT_COMMIT:
            return super().execute(sql, *values)
        self.countdown -= 1
        if self.countdown != 0:
            return super().execute(sql)
        tell(aimed=self.aim)
        if self.aim == "before-commit":
            die()
        if self.aim == "in-commit":
            die_within(self.luck, 0.8)
        done = super().execute(sql)
        if self.aim == "after-commit":
            die()
        if self.aim == "in-checkpoint":
            die_within(self.luck, 4)
            super().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if self.aim in ("in-commit", "in-checkpoint"):
            tell(outlived=self.aim)
            die()
        return done


class SeenSpeaker(Speaker):
    """Tells each order; an armed raid strikes soon after."""

    def __init__(self, clock: MonotonicClock, seen: Callable[[], None]) -> None:
        self._clock = clock
        self._seen = seen
        self._armed = asyncio.Event()

    def perform(self, order: SoundOrder, cause: Seq) -> None:
        # Which decision a sentence belongs to is not in the journal, where the coroner reads what must be.
        told = replace(order, turn=Seq(0)) if isinstance(order, Speak) else order
        tell(sound=repr(told), cause=cause)
        match order:
            case ArmRaid():
                self._armed.set()
            case DisarmRaid():
                self._armed.clear()
            case _:
                pass
        self._seen()

    async def reports(self) -> AsyncIterator[Heard]:
        while True:
            await self._armed.wait()
            self._armed.clear()
            onset = after(self._clock.now(), Millis(30))
            await self._clock.sleep_until(onset)
            yield Heard(key="raid", onset=onset, end=after(onset, Millis(1)))

    async def aclose(self) -> None:
        pass


class SeenTotem(Totem):
    """Tells what the ring shows; hands are put on it with `put`."""

    def __init__(self, seen: Callable[[], None]) -> None:
        self._seen = seen
        self._felt: asyncio.Queue[TotemReading] = asyncio.Queue()

    def put(self, reading: TotemReading) -> None:
        self._felt.put_nowait(reading)

    async def readings(self) -> AsyncIterator[TotemReading]:
        while True:
            yield await self._felt.get()

    def show(self, sectors: Sequence[SectorLight], cause: Seq) -> None:
        tell(ring=repr(tuple(sectors)), cause=cause)
        self._seen()

    async def aclose(self) -> None:
        pass


class Players:
    """Presses and grabs without end, by one seed."""

    def __init__(self, panel: SimPanel, totem: SeenTotem, seed: str) -> None:
        self._panel = panel
        self._totem = totem
        self._luck = random.Random(seed)
        self._clock = MonotonicClock()
        self._grabs = 0

    async def play(self, session: Session) -> None:
        while True:
            await self._one_deed(session)
            await self._clock.sleep_until(after(self._clock.now(), PACE))

    async def _one_deed(self, session: Session) -> None:
        deeds = DEEDS[session.view(None).situation]
        (deed,) = self._luck.choices(list(deeds), list(deeds.values()))
        match deed:
            case "grab":
                await self._grab()
            case "tap-start":
                await self._panel.tap("start", Millis(15))
            case "tap-seat":
                await self._panel.tap(f"seat_{self._luck.randint(1, SEATS)}", Millis(15))
            case _:
                control, gesture = deed
                seat = Seat(self._luck.randrange(SEATS)) if control is Control.SEAT else None
                steps = self._luck.choice((-1, 1)) if control is Control.ENCODER else 0
                session.submit(Press(control=control, gesture=gesture, at=self._clock.now(), seat=seat, steps=steps))

    async def _grab(self) -> None:
        """Touch the totem; mostly its window follows, and mostly the totem comes back."""
        self._grabs += 1
        now = self._clock.now()
        contact = Contact(grab=self._grabs, epoch=1, first=McuUs(0), at=now, bound=Micros(500))
        self._totem.put(contact)
        await self._clock.sleep_until(after(now, PACE))
        if self._luck.random() < 0.8:
            self._totem.put(_window(contact))
            await self._clock.sleep_until(after(now, Millis(2 * PACE)))
        if self._luck.random() < 0.8:
            self._totem.put(TotemStanding(standing=True, at=self._clock.now()))

    async def judge(self, window: Window, _seats: object, _prior: object, _arms: object) -> Grab:
        """See one or two hands, of any seat."""
        hands = tuple(
            Hand(
                first_us=Micros(12_000 * place),
                seat=Seat(seat),
                seat_posterior=((Seat(seat), Probability(1.0)),),
                fingers=Fingers(self._luck.randint(1, 5)),
                fingers_p=(),
                lowest_mm=Millimetres(20.0 * (place + 1)),
                azimuth_deg=Degrees(90.0 * seat),
            )
            for place, seat in enumerate(self._luck.sample(range(SEATS), self._luck.randint(1, 2)))
        )
        return Grab(grab=window.contact.grab, epoch=1, at=window.contact.at, hands=hands, lift_us=Micros(90_000))


def _window(contact: Contact) -> Window:
    nothing = np.zeros((0, 20), np.float32)
    return Window(
        contact=contact,
        t_us=np.zeros(0, np.int64),
        lines=nothing,
        forces=nothing[:, :3],
        scale=1.0,
        ring_mm=(),
        column_deg=(),
        force_deg=(),
    )


async def show_views(session: Session) -> None:
    """Tell what each player's page shows, whenever something was published."""
    async for seq in session.watch():
        running = session.chronicle.evening.running
        for viewer in (None, *(running.setup.seats if running is not None else ())):
            tell(view=viewer, digest=digest(session.view(viewer)), cause=seq)


async def referee(session: Session) -> None:
    """Referee until killed; an evening that was shut down ends in the power going."""
    await session.run()
    tell(off=True)
    die()


async def live(folder: Path, seed: str, aim: str, countdown: int) -> None:
    """Take up the evening in `folder`, say so, and play until killed."""
    luck, clock = random.Random(f"{seed}/aim"), MonotonicClock()
    left = countdown

    def seen() -> None:
        nonlocal left
        if aim == "in-publish" or (aim == "open-window" and window_is_open(session)):
            left -= 1
            if left == 0:
                tell(aimed=aim)
                die()

    def showed(frame: LampFrame) -> None:
        tell(lamp=frame.pattern, cause=frame.cause)
        seen()

    pins = load_pins(asset("hardware/pins.toml"))
    panel = SimPanel(clock, pins, seed=seed)
    totem = SeenTotem(seen)
    connect = partial(AimedConnection, aim=aim, countdown=countdown, luck=luck)
    players = Players(panel, totem, seed)
    session = Session(
        parts=Parts(
            clock=clock,
            store=SqliteStore(folder, codec(BY_NAME), connect=connect),
            buttons=GpioButtons(panel.factory, pins, clock),
            lamp=GpioLamp(panel.factory, pins, clock, witness=showed),
            totem=totem,
            speaker=SeenSpeaker(clock, seen),
        ),
        games=BY_NAME,
        house=HOUSE,
        judge=players.judge,
        find_tap=lambda window: Degrees(float(window.contact.grab * 37 % 360)),
        fresh_seed=lambda: f"{seed}/{time.monotonic_ns()}",
    )
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(referee(session))
        await session.ready.wait()
        view = session.view(None)
        tell(ready=view.situation, digest=digest(view), cause=view.seq)
        tasks.create_task(show_views(session))
        tasks.create_task(players.play(session))


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])))
