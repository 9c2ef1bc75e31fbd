"""How practice hears, shows and sounds: tables over its events and stages."""

from collections.abc import Mapping
from typing import Final, assert_never

from perroquet.games.practice.rules import (
    Begin,
    Command,
    Event,
    GiveTop,
    JumpedStart,
    Readied,
    Stage,
    State,
    Time,
    Timed,
    TopGiven,
    Voided,
)
from perroquet.kernel.cues import Cue, Pattern, Play, Say, Weight
from perroquet.kernel.game import Next, Prompt, Stimulus, TimeUp, View
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import HostNs, Seat

PROMPTS: Final[Mapping[Stage, str]] = {
    Stage.START: "prompt-start",
    Stage.READY: "prompt-wait",
    Stage.GO: "prompt-grab",
    Stage.TOLD: "prompt-again",
}


def hear(state: State, stimulus: Stimulus) -> Command | None:
    """Return the command that `stimulus` means now."""
    match stimulus:
        case Next():
            return Begin(at=stimulus.at)
        case TimeUp() if state.stage is Stage.READY:
            return GiveTop(at=stimulus.at)
        case Grab() if state.top is not None:
            return Time(grab=stimulus)
        case _:
            return None


def prompt(state: State) -> Prompt:
    """Return what practice waits for."""
    return Prompt(sentence=say(PROMPTS[state.stage]))


def view(state: State, _seat: Seat | None) -> View:
    """Return what anybody may know: never when the « top » comes."""
    return View(facts=() if state.result is None else (told(state.result),))


def told(result: Timed | JumpedStart) -> Sentence:
    """Return the result of a try in words (ES-3)."""
    seats = {} if result.seat is None else {"seat": result.seat}
    match result:
        case JumpedStart():
            return say("jumped-seat" if seats else "jumped", seats=seats)
        case Timed():
            numbers = {"ms": result.took, "fingers": result.fingers}
            if not result.fingers:
                return say("timed-alone", numbers={"ms": result.took})
            return say("timed-seat" if seats else "timed", seats=seats, numbers=numbers)
        case _:
            assert_never(result)


def cues(_state: State, event: Event) -> tuple[Cue, ...]:
    """Return what `event` makes the device do."""
    match event:
        case Readied():
            return (Say(sentence=say("ready")),)
        case TopGiven():
            return (Play(sound=Sound.TICK), Say(sentence=say("go")))
        case Timed():
            return (Say(sentence=told(event), weight=Weight.RULING),)
        case JumpedStart():
            return (Play(sound=Sound.FAULT), Say(sentence=told(event), weight=Weight.RULING))
        case Voided():
            return (Say(sentence=say("voided")),)
        case _:
            assert_never(event)


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what the lamp of the box shows: wait, grab, or how the try went."""
    match state.result:
        case Timed():
            return {None: Pattern.WINS}
        case JumpedStart():
            return {None: Pattern.PAYS}
        case None:
            return {None: Pattern.WAITING} if state.stage is Stage.READY else {}
        case _:
            assert_never(state.result)


def menu(_state: State, seat: Seat | None) -> tuple[Command, ...]:
    """Return nothing: a try begins with START, whose instant counts."""
    del seat
    return ()


def bot(state: State, luck: Luck) -> Command | None:
    """Return what a player does next, a quarter of a second after whatever was due."""
    chance = luck.stream("bot")
    if state.top is None:
        return Begin(at=HostNs(0))
    reaction = chance.randrange(-50_000_000, 600_000_000)
    return Time(grab=Grab(grab=state.trial, epoch=1, at=HostNs(state.top + reaction), hands=()))
