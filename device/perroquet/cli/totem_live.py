"""`perroquet totem record` and `practice`: a base in a terminal, without the rest of the device."""

import asyncio
import json
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from perroquet.cli.totem_analyse import analyse, as_line, hand_fields, seat_numbers, settings_of
from perroquet.drivers.captures import CaptureFolder
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.games.practice import PRACTICE
from perroquet.games.practice.rules import Stage, State, Timed
from perroquet.kernel.cues import Play, Say
from perroquet.kernel.game import Next, Setup, Stimulus, TimeUp
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import (
    BaseTurned,
    Contact,
    Grab,
    PartAiling,
    PartFound,
    PartLost,
    Recorded,
    TotemFell,
    TotemHeld,
    TotemStanding,
    Window,
)
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Degrees, HostNs, Millis, Seat, after
from perroquet.ports import Captures, Clock, Kept, Totem
from perroquet.table.recorder import Places, Recorder
from perroquet.totem import judge, read_networks
from perroquet.wiring.base import open_base

Tell = Callable[[str], None]
PRACTICE_FORMAT: Final = "perroquet-practice/1"
BELL: Final = "\a"
AS_USUAL: Final = settings_of(tie_window_ms=None, settle_ms=None, prior=None)
_REST: Final = Millis(2_500)
_REACTION_MS: Final = (180.0, 420.0)
_MANY: Final = 1_000_000
"""Recordings asked for by hand are never thrown away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A base that is open. `hands`: of a simulated one."""

    clock: Clock
    totem: Totem
    hands: "Hands | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """Where lines go.

    Attributes:
        tell: what people read.
        as_json: what programs read, a JSON object a line; None = nobody asked for it.
    """

    tell: Tell
    as_json: Tell | None = None


class Hands:
    """Hands that come to a simulated base by themselves, since nobody can reach it."""

    def __init__(self, base: VirtualBase, luck: random.Random) -> None:
        self._base = base
        self._luck = luck

    def come(self) -> None:
        """Let one hand, or two, grab the totem within half a second."""
        luck = self._luck
        at_ms = luck.uniform(*_REACTION_MS)
        hands = [self._hand(at_ms, luck.uniform(40, 80))]
        if luck.random() < 0.5:
            hands.append(self._hand(at_ms + luck.uniform(2, 40), luck.uniform(125, 137)))
        self._base.grab(hands)

    def put_back(self) -> None:
        """Put the totem back into its seat."""
        self._base.put_back()

    def _hand(self, at_ms: float, top_mm: float) -> VirtualHand:
        fingers = self._luck.choice((2, 3, 4, 4, 5))
        azimuth = Degrees(self._luck.uniform(0, 360))
        return VirtualHand(azimuth=azimuth, at_ms=at_ms, fingers=fingers, top_mm=top_mm)


def live(work: Callable[[Bench], Coroutine[None, None, None]], *, port: str | None, sim: bool) -> None:
    """Do `work` with a base, real or simulated, until it is done or interrupted."""

    async def opened() -> None:
        clock = MonotonicClock()
        async with AsyncExitStack() as stack:
            totem, base = await open_base(stack, clock, port, simulated=sim)
            hands = None if base is None else Hands(base, random.Random())
            await work(Bench(clock=clock, totem=totem, hands=hands))

    read_networks()  # from their file once, before a loop runs
    with suppress(KeyboardInterrupt):
        asyncio.run(opened())


async def record(bench: Bench, captures: Captures, *, count: int | None, places: Places, terminal: Terminal) -> None:
    """Keep the recording of each grab, and tell what was felt, until there are `count` (None = for ever)."""
    number = 0
    recordings: asyncio.Queue[tuple[Kept, Grab]] = asyncio.Queue()

    async def report() -> None:
        nonlocal number
        while number != count:
            recording, grab = await recordings.get()
            number += 1
            terminal.tell(f"{recording.name}: {grab.evidence}")
            if terminal.as_json is not None and (capture := await captures.fetch(recording)) is not None:
                analysed = analyse(capture, AS_USUAL)
                terminal.as_json(as_line(recording.name, analysed, AS_USUAL.house))
            if number != count and bench.hands is not None:
                bench.hands.put_back()

    recorder = Recorder(
        captures=captures,
        name=lambda: f"{number + 1:04d}",
        places=lambda: places,
        kept=lambda kept, grab: recordings.put_nowait((kept, grab)),
    )
    tasks = [
        asyncio.create_task(recorder.run(), name="recorder"),
        asyncio.create_task(_hear(bench, recorder, dict(places), terminal.tell), name="base"),
        asyncio.create_task(report(), name="report"),
    ]
    await _first_of(tasks)


async def _hear(bench: Bench, recorder: Recorder, places: dict[Seat, Degrees], tell: Tell) -> None:
    async for reading in bench.totem.readings():
        match reading:
            case Window():
                recorder.judged(reading, judge(reading, places, {}, None))
            case Recorded():
                recorder.recorded(reading.window)
            case PartLost():
                tell(reading.why)
                recorder.settle()
            case PartFound():
                tell(reading.what)
            case TotemStanding():
                if reading.standing:
                    recorder.settle()
                    tell("grab the totem")
                    if bench.hands is not None:
                        bench.hands.come()
            case TotemFell():
                tell("the totem fell")
            case TotemHeld():
                tell("let go of the totem")
            case PartAiling():
                tell(_doubts(reading))
            case Contact() | BaseTurned():
                pass
            case _:
                assert_never(reading)


async def practise(bench: Bench, luck: Luck, *, tries: int | None, language: Language, terminal: Terminal) -> None:
    """Play the practice in a terminal: a bell for the « top », then the time of the hand and its fingers."""
    trial = _Trials(bench, luck, language, terminal)
    tasks = [
        asyncio.create_task(trial.hear(), name="base"),
        asyncio.create_task(trial.play(tries), name="practice"),
    ]
    await _first_of(tasks)


def _doubts(reading: PartAiling) -> str:
    """Return what the base says of its sensors."""
    return f"the base does not believe: {reading.why}" if reading.why else "the base believes all its sensors again"


class _Trials:
    """The practice's own rules, told what the base feels; its sentences go to the terminal."""

    def __init__(self, bench: Bench, luck: Luck, language: Language, terminal: Terminal) -> None:
        self._bench = bench
        self._language = language
        self._tell = terminal.tell
        self._as_json = terminal.as_json
        self._state = PRACTICE.initial(Setup(seats=(), luck=luck, at=bench.clock.now()))
        self._standing = asyncio.Event()
        self._told = asyncio.Event()

    async def play(self, tries: int | None) -> None:
        """Give one « top » after the other."""
        clock, tried = self._bench.clock, 0
        while tries is None or tried < tries:
            await self._standing.wait()
            self._told.clear()
            self._take(Next(at=clock.now()))
            due = PRACTICE.wake(self._state)
            if due is not None and await self._undisturbed_until(due):
                self._take(TimeUp(at=due))
                if self._bench.hands is not None:
                    self._bench.hands.come()
            await self._told.wait()
            tried += 1
            await clock.sleep_until(after(clock.now(), _REST))
            if self._bench.hands is not None:
                self._bench.hands.put_back()

    async def hear(self) -> None:
        """Listen to the base."""
        async for reading in self._bench.totem.readings():
            match reading:
                case Window():
                    grab = judge(reading, {}, {}, None)
                    if self._take(grab) and self._as_json is not None:
                        self._as_json(_try_line(self._state, grab, reading))
                case TotemStanding():
                    self._stands(standing=reading.standing)
                case PartLost():
                    self._tell(reading.why)
                    self._stands(standing=False)
                case PartFound():
                    self._tell(reading.what)
                case PartAiling():
                    self._tell(_doubts(reading))
                case Contact() | Recorded() | TotemFell() | TotemHeld() | BaseTurned():
                    pass
                case _:
                    assert_never(reading)

    async def _undisturbed_until(self, at: HostNs) -> bool:
        """Wait until `at`; False when somebody grabbed before."""
        top = asyncio.create_task(self._bench.clock.sleep_until(at))
        jumped = asyncio.create_task(self._told.wait())
        await asyncio.wait({top, jumped}, return_when=asyncio.FIRST_COMPLETED)
        top.cancel()
        jumped.cancel()
        return not self._told.is_set()

    def _stands(self, *, standing: bool) -> None:
        if standing:
            self._standing.set()
        else:
            self._standing.clear()

    def _take(self, stimulus: Stimulus) -> bool:
        """Do what `stimulus` asks for; False when it means nothing now."""
        command = PRACTICE.hear(self._state, stimulus)
        if command is None:
            return False
        for event in PRACTICE.decide(self._state, command):
            self._state = PRACTICE.evolve(self._state, event)
            for cue in PRACTICE.cues(self._state, event):
                if isinstance(cue, Say):
                    bell = BELL if self._state.stage is Stage.GO else ""
                    self._tell(bell + PRACTICE.phrases.render(cue.sentence, self._language, str))
                else:
                    assert isinstance(cue, Play)  # noqa: S101 - practice has no ambience and no raid
        if self._state.stage is Stage.TOLD:
            self._told.set()
        return True


def _try_line(state: State, grab: Grab, window: Window) -> str:
    """Return a try as one line of JSON: its time, None of a false start, and its hands as in an analysis."""
    took = state.result.took if isinstance(state.result, Timed) else None
    hands = [hand_fields(hand, 0, window.ring_mm) for hand in grab.hands]
    fields = {"format": PRACTICE_FORMAT, "try": state.trial, "took_ms": took, "early": took is None, "hands": hands}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


async def _first_of(tasks: Sequence["asyncio.Task[object]"]) -> None:
    """Run tasks until one ends, cancel the others, and raise what broke."""
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def places_of(text: str) -> Places:
    """Return who sits where, from `SEAT=DEGREES,...`.

    Raises:
        WrongUse: it is not of that form.
    """
    azimuths = seat_numbers("--seats", text, most=360.0, such_as="0=40,1=160")
    return tuple((seat, Degrees(azimuth % 360.0)) for seat, azimuth in azimuths.items())


def record_into(
    folder: Path, *, port: str | None, sim: bool, count: int | None, places: Places, terminal: Terminal
) -> None:
    """Record grabs into `folder`."""

    async def work(bench: Bench) -> None:
        captures = CaptureFolder(folder, most=_MANY)
        try:
            await record(bench, captures, count=count, places=places, terminal=terminal)
        finally:
            await captures.aclose()

    live(work, port=port, sim=sim)


def practise_with(*, port: str | None, sim: bool, tries: int | None, language: Language, terminal: Terminal) -> None:
    """Practise with a base."""

    async def work(bench: Bench) -> None:
        luck = Luck(str(random.SystemRandom().random()))
        await practise(bench, luck, tries=tries, language=language, terminal=terminal)

    live(work, port=port, sim=sim)
