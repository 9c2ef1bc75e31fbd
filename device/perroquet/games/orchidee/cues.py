"""What an event of L'Orchidée makes the device do, as one table. Until the shout, nothing depends on the raid."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, ArmRaid, Cue, DisarmRaid, Light, Pattern, Say
from perroquet.kernel.sentences import say

Cues = tuple[Cue, ...]


def scene(state: State) -> Cues:
    """Return the sound that belongs to the state."""
    if state.phase is not Phase.PLAY:
        return ()
    arm = () if state.live is None else (ArmRaid(live=state.live),)
    return (*arm, Ambience(on=True, seed=state.luck.split("sound").split(state.number).seed))


def _round(state: State, event: ev.RaidDrawn) -> Cues:
    dark = tuple(Light(pattern=Pattern.OFF, seat=seat) for seat in state.seats)
    begins = say("round-begins", seats={"seat": event.dealer}, numbers={"number": event.number})
    return (*dark, Light(pattern=Pattern.PLAYING), *scene(state), Say(sentence=begins))


def _raid(_state: State, _event: ev.RaidHeard) -> Cues:
    return (Light(pattern=Pattern.ALARM),)


def _window(_state: State, _event: ev.WindowOpened) -> Cues:
    return (Ambience(on=False), Say(sentence=say("ten-seconds")))


def _locked_in(_state: State, event: ev.AccuserLockedIn) -> Cues:
    return (
        Light(pattern=Pattern.READY, seat=event.accuser),
        Say(sentence=say("accuses", seats={"seat": event.accuser})),
    )


def _left(_state: State, event: ev.AccuserLeft) -> Cues:
    return (Light(pattern=Pattern.OFF, seat=event.accuser),)


def _accused(_state: State, event: ev.Accused) -> Cues:
    asked = say("accuses-whom", seats={"seat": event.accuser, "accused": event.accused})
    return (Light(pattern=Pattern.QUESTION), Say(sentence=asked))


def _shown(_state: State, _event: ev.OrchidShown) -> Cues:
    return (Light(pattern=Pattern.QUESTION), Say(sentence=say("whose-hand")))


def _not_shown(_state: State, _event: ev.OrchidNotShown) -> Cues:
    return (Light(pattern=Pattern.ALARM), Say(sentence=say("go-on-looking")))


def _closed(_state: State, _event: ev.WindowClosed) -> Cues:
    return (Say(sentence=say("time-is-up")),)


def _ruled(state: State, event: ev.Ruled) -> Cues:
    told = {
        **dict.fromkeys(state.seats, Pattern.OFF),
        **dict.fromkeys(event.ruling.who, Pattern.WINS),
        **dict.fromkeys(event.ruling.against, Pattern.PAYS),
    }
    status = Pattern.PLAYING if event.closes else Pattern.ALARM
    return (
        Light(pattern=status),
        *(Light(pattern=pattern, seat=seat) for seat, pattern in told.items()),
        Say(sentence=event.ruling.spoken),
        *(Say(sentence=sentence) for sentence in event.ruling.what),
    )


def _tricks_ended(_state: State, _event: ev.TricksEnded) -> Cues:
    # The raid stays armed: without the jungle its clock stands still, and an undo finds it as it was.
    return (Ambience(on=False), Light(pattern=Pattern.WAITING), Say(sentence=say("pilfer")))


def _pilfer(_state: State, _event: ev.PilferOpened) -> Cues:
    return (Light(pattern=Pattern.WAITING), Say(sentence=say("pilfer-after-raid")))


def _voided(state: State, _event: ev.Voided) -> Cues:
    return (*(Light(pattern=Pattern.OFF, seat=seat) for seat in state.seats), Say(sentence=say("voided")))


def _ended(_state: State, _event: ev.Ended) -> Cues:
    return (DisarmRaid(), Light(pattern=Pattern.READY), Say(sentence=say("count-yourselves")))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.RaidDrawn: _round,
    ev.RaidHeard: _raid,
    ev.WindowOpened: _window,
    ev.WindowClosed: _closed,
    ev.AccuserLockedIn: _locked_in,
    ev.AccuserLeft: _left,
    ev.Accused: _accused,
    ev.OrchidShown: _shown,
    ev.OrchidNotShown: _not_shown,
    ev.Ruled: _ruled,
    ev.TricksEnded: _tricks_ended,
    ev.PilferOpened: _pilfer,
    ev.Voided: _voided,
    ev.Ended: _ended,
}
"""Kind of event -> cues; every event has its row."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    return CUES[type(event)](state, cast("Any", event))
