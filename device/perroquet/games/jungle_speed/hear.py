"""What a press or a reading means in Jungle Speed, as one table; what is absent means nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import falls
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.seen import meaning
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.game import Answer, Fallen, Next, SeatPressed, Stimulus, TimeUp, TotemBack, Touched
from perroquet.kernel.readings import CardReading, Grab


def _go_on(_state: State, _heard: Next) -> cmd.Command:
    return cmd.GoOn()


def _press(state: State, heard: SeatPressed) -> cmd.Command:
    """Return what a seat button means: « c'est moi qui l'ai », or while cards are unknown a duel being declared."""
    declaring = state.cards is None and not state.meeting.open
    return cmd.JoinDuel(seat=heard.seat) if declaring else cmd.Tell(seat=heard.seat)


def _claim(_state: State, heard: SeatPressed) -> cmd.Command:
    return cmd.Claim(seat=heard.seat)


def _answer(_state: State, heard: Answer) -> cmd.Command:
    return cmd.Accept() if heard.yes else cmd.Refuse()


def _touch(_state: State, heard: Touched) -> cmd.Command:
    return cmd.Touch(at=heard.at)


def _judge(_state: State, heard: Grab) -> cmd.Command:
    return cmd.Judge(grab=heard)


def _fell(state: State, heard: Fallen) -> cmd.Command | None:
    """Return the fall; one that ends a grab that was ruled already must take that ruling back, or means nothing."""
    return cmd.Fell(grab=heard.grab, at=heard.at) if falls.counts(state, heard.grab, heard.at) else None


def _back(_state: State, _heard: TotemBack) -> cmd.Command:
    return cmd.TotemReturned()


def _give_up(_state: State, _heard: TimeUp) -> cmd.Command:
    return cmd.GiveUpContact()


_Meaning = Callable[[State, Any], cmd.Command | None]

_FREE = (Stage.IDLE, Stage.ARMED, Stage.RESET)
_ALWAYS = tuple(Stage)


def _rows(stages: Iterable[Stage], stimulus: type[Stimulus], meaning: _Meaning) -> dict[tuple[Stage, type], _Meaning]:
    return {(stage, stimulus): meaning for stage in stages}


HEARD: Final[Mapping[tuple[Stage, type], _Meaning]] = {
    **_rows((*_FREE, Stage.RULED), Next, _go_on),
    **_rows(_FREE, SeatPressed, _press),
    **_rows((Stage.SETTLE,), SeatPressed, _claim),
    **_rows((Stage.SETTLE,), Answer, _answer),
    **_rows(_FREE, CardReading, meaning),
    **_rows(_FREE, Touched, _touch),
    **_rows((*_FREE, Stage.CONTACT), Grab, _judge),
    **_rows(_ALWAYS, Fallen, _fell),
    **_rows(_ALWAYS, TotemBack, _back),
    **_rows((Stage.CONTACT,), TimeUp, _give_up),
}
"""(stage, stimulus) -> command."""


def hear(state: State, stimulus: Stimulus) -> cmd.Command | None:
    """Return the command that `stimulus` means now. After the end only a fall is heard: it may undo it (JS-61)."""
    if state.over and not isinstance(stimulus, Fallen):
        return None
    meaning = HEARD.get((state.stage, type(stimulus)))
    return None if meaning is None else meaning(state, stimulus)
