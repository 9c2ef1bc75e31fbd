"""Practice: « top », a grab, a time. Numbers ES-n are those of RULES.md."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import NS_PER_MS, Fingers, HostNs, Millis, Seat, after

DELAY_MS: Final = (1_000, 4_000)
"""Shortest and longest wait for the « top » (ES-1)."""


class Stage(StrEnum):
    """Where a try is."""

    START = "start"
    READY = "ready"
    """The « top » is coming."""
    GO = "go"
    TOLD = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Make ready for a try."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTop:
    """The drawn instant has come."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """Tell about this grab."""

    grab: Grab


Command = Begin | GiveTop | Time


@dataclass(frozen=True, slots=True, kw_only=True)
class Readied:
    """The `trial`-th try begins; the « top » comes at `top`, which nobody may know."""

    trial: int
    top: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class TopGiven:
    """« Top ! »."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """Somebody grabbed `took` after the « top ». `fingers` 0 = not counted."""

    took: Millis
    fingers: Fingers
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpedStart:
    """Somebody grabbed before the « top »."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The power went away during a try."""


Event = Readied | TopGiven | Timed | JumpedStart | Voided


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Practice, between and during tries. `result`: of the last one."""

    seats: tuple[Seat, ...]
    luck: Luck
    stage: Stage = Stage.START
    trial: int = 0
    top: HostNs | None = None
    result: Timed | JumpedStart | None = None


def initial(setup: Setup) -> State:
    """Return practice before the first try."""
    return State(seats=setup.seats, luck=setup.luck)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return what follows from `command`.

    Raises:
        IllegalCommand: no « top » is due, or there is nothing to time.
    """
    match command:
        case Begin():
            trial = state.trial + 1
            delay = state.luck.split("top").stream(trial).randint(*DELAY_MS)
            return (Readied(trial=trial, top=after(command.at, Millis(delay))),)
        case GiveTop():
            if state.stage is not Stage.READY:
                raise IllegalCommand("not-now", f"no top is due in stage {state.stage.value!r}; begin a try")
            return (TopGiven(),)
        case Time():
            return _time(state, command.grab)
        case _:
            assert_never(command)


def _time(state: State, grab: Grab) -> tuple[Event, ...]:
    if state.top is None:
        raise IllegalCommand("not-now", f"nothing to time in stage {state.stage.value!r}; begin a try")
    # ES-5: hands come by first contact
    seat = grab.hands[0].seat if grab.hands else None
    if grab.at < state.top:
        return (JumpedStart(seat=seat),)
    fingers = grab.hands[0].fingers if grab.hands else Fingers(0)
    took = Millis(round((grab.at - state.top) / NS_PER_MS))
    # A grab right after the « top » may be told before the wake that gives it.
    top: tuple[Event, ...] = (TopGiven(),) if state.stage is Stage.READY else ()
    return (*top, Timed(took=took, fingers=fingers, seat=seat))


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    match event:
        case Readied():
            return replace(state, stage=Stage.READY, trial=event.trial, top=event.top, result=None)
        case TopGiven():
            return replace(state, stage=Stage.GO)
        case Timed() | JumpedStart():
            return replace(state, stage=Stage.TOLD, top=None, result=event)
        case Voided():
            return replace(state, stage=Stage.START, top=None)
        case _:
            assert_never(event)


def overrule(_state: State, seats: tuple[Seat, ...]) -> tuple[Event, ...]:
    """Refuse: there is nothing to overrule."""
    raise IllegalCommand("no-ruling", f"practice gives no ruling that seats {list(seats)} could change")


def interrupt(state: State) -> tuple[Event, ...]:
    """Void a try that was under way (ES-8)."""
    return () if state.top is None else (Voided(),)


def wake(state: State) -> HostNs | None:
    """Return when the « top » is due."""
    return state.top if state.stage is Stage.READY else None
