"""What an event of L'Orchidée makes the device do, as one table. Until the shout, nothing depends on the raid."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.rulings import loses
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, ArmRaid, Cue, DisarmRaid, Play, Say
from perroquet.kernel.sentences import say
from perroquet.kernel.sounds import Sound

Cues = tuple[Cue, ...]


def scene(state: State) -> Cues:
    """Return the sound that belongs to the state."""
    if state.phase is not Phase.PLAY:
        return ()
    arm = () if state.live is None else (ArmRaid(live=state.live),)
    return (*arm, Ambience(on=True, seed=state.luck.split("sound").split(state.number).seed))


def _round(state: State, event: ev.RaidDrawn) -> Cues:
    begins = say("round-begins", seats={"seat": event.dealer}, numbers={"number": event.number})
    return (*scene(state), Say(sentence=begins))


def _window(_state: State, _event: ev.WindowOpened) -> Cues:
    return (Ambience(on=False), Play(sound=Sound.TICK), Say(sentence=say("ten-seconds")))


def _locked_in(_state: State, event: ev.AccuserLockedIn) -> Cues:
    return (Play(sound=Sound.TICK), Say(sentence=say("accuses", seats={"seat": event.accuser})))


def _accused(_state: State, event: ev.Accused) -> Cues:
    return (Say(sentence=say("accuses-whom", seats={"seat": event.accuser, "accused": event.accused})),)


def _shown(_state: State, _event: ev.OrchidShown) -> Cues:
    return (Say(sentence=say("whose-hand")),)


def _not_shown(_state: State, _event: ev.OrchidNotShown) -> Cues:
    return (Say(sentence=say("go-on-looking")),)


def _closed(_state: State, _event: ev.WindowClosed) -> Cues:
    return (Play(sound=Sound.TICK), Say(sentence=say("time-is-up")))


SOUNDS: Final[Mapping[str, Sound]] = {
    "CAUGHT_IN_HAND": Sound.WIN,
    "CAUGHT_ACCUSED": Sound.WIN,
    "CAUGHT_BY_TABLE": Sound.WIN,
    "FALSE_ACCUSATION": Sound.FAULT,
}
"""Code of a ruling -> its sound; when nobody is caught there is none."""


def _ruled(_state: State, event: ev.Ruled) -> Cues:
    sound = SOUNDS.get(event.ruling.code)
    cost = () if event.loss is None else (Say(sentence=loses(event.loss, caught=event.closes)),)
    return (*(() if sound is None else (Play(sound=sound),)), Say(sentence=event.ruling.spoken), *cost)


def _tricks_ended(_state: State, _event: ev.TricksEnded) -> Cues:
    # The raid stays armed: without the jungle its clock stands still, and an undo finds it as it was.
    return (Ambience(on=False), Say(sentence=say("pilfer")))


def _pilfer(_state: State, _event: ev.PilferOpened) -> Cues:
    return (Say(sentence=say("pilfer-after-raid")),)


def _voided(_state: State, _event: ev.Voided) -> Cues:
    return (Say(sentence=say("voided")),)


def _ended(_state: State, _event: ev.Ended) -> Cues:
    return (DisarmRaid(), Say(sentence=say("count-yourselves")))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.RaidDrawn: _round,
    ev.WindowOpened: _window,
    ev.WindowClosed: _closed,
    ev.AccuserLockedIn: _locked_in,
    ev.Accused: _accused,
    ev.OrchidShown: _shown,
    ev.OrchidNotShown: _not_shown,
    ev.Ruled: _ruled,
    ev.TricksEnded: _tricks_ended,
    ev.PilferOpened: _pilfer,
    ev.Voided: _voided,
    ev.Ended: _ended,
}
"""Kind of event -> cues; what is absent is silent: the shout itself is in the air already."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))
