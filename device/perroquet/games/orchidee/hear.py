"""What a press or a sound means in L'Orchidée, as one table; what is absent means nothing."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.game import Answer, Next, SeatPressed, Stimulus, TimeUp
from perroquet.kernel.readings import Heard
from perroquet.kernel.sounds import Sound


def _go_on(_state: State, heard: Next) -> ev.Command:
    return ev.GoOn(at=heard.at)


def _seat(state: State, heard: SeatPressed) -> ev.Command:
    """The first button locks the accuser in, the second names the accused (OR-11)."""
    if state.phase is Phase.HOLDER or state.pending is not None:
        return ev.Point(accused=heard.seat)
    return ev.LockIn(accuser=heard.seat, at=heard.at)


def _answer(_state: State, heard: Answer) -> ev.Command:
    return ev.Answered(yes=heard.yes)


def _time_up(_state: State, heard: TimeUp) -> ev.Command:
    return ev.Strike(at=heard.at)


def _raid(_state: State, heard: Heard) -> ev.Command | None:
    return ev.HearRaid(onset=heard.onset, end=heard.end) if heard.key == Sound.RAID else None


HEARD: Final[Mapping[type, Callable[[State, Any], ev.Command | None]]] = {
    Next: _go_on,
    SeatPressed: _seat,
    Answer: _answer,
    TimeUp: _time_up,
    Heard: _raid,
}
"""Stimulus -> command; whether it may be now is for the rules to say."""


def hear(state: State, stimulus: Stimulus) -> ev.Command | None:
    """Return the command that `stimulus` means now."""
    meaning = HEARD.get(type(stimulus))
    return None if meaning is None else meaning(state, cast("Any", stimulus))
