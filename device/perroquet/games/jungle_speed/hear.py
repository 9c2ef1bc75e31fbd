"""What a press or a reading means in Jungle Speed, as one table; what is absent means nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.game import Answer, Next, SeatPressed, Stimulus, TimeUp, TotemBack, Touched
from perroquet.kernel.readings import Grab


def _go_on(_heard: Next) -> cmd.Command:
    return cmd.GoOn()


def _join(heard: SeatPressed) -> cmd.Command:
    return cmd.JoinDuel(seat=heard.seat)


def _claim(heard: SeatPressed) -> cmd.Command:
    return cmd.Claim(seat=heard.seat)


def _answer(heard: Answer) -> cmd.Command:
    return cmd.Accept() if heard.yes else cmd.Refuse()


def _touch(heard: Touched) -> cmd.Command:
    return cmd.Touch(at=heard.at)


def _judge(heard: Grab) -> cmd.Command:
    return cmd.Judge(grab=heard)


def _back(_heard: TotemBack) -> cmd.Command:
    return cmd.TotemReturned()


def _give_up(_heard: TimeUp) -> cmd.Command:
    return cmd.GiveUpContact()


_Meaning = Callable[[Any], cmd.Command]

_FREE = (Stage.IDLE, Stage.ARMED, Stage.RESET)
_ALWAYS = tuple(Stage)


def _rows(stages: Iterable[Stage], stimulus: type[Stimulus], meaning: _Meaning) -> dict[tuple[Stage, type], _Meaning]:
    return {(stage, stimulus): meaning for stage in stages}


HEARD: Final[Mapping[tuple[Stage, type], _Meaning]] = {
    **_rows((*_FREE, Stage.RULED), Next, _go_on),
    **_rows(_FREE, SeatPressed, _join),
    **_rows((Stage.SETTLE,), SeatPressed, _claim),
    **_rows((Stage.SETTLE,), Answer, _answer),
    **_rows(_FREE, Touched, _touch),
    **_rows((*_FREE, Stage.CONTACT), Grab, _judge),
    **_rows(_ALWAYS, TotemBack, _back),
    **_rows((Stage.CONTACT,), TimeUp, _give_up),
}
"""(stage, stimulus) -> command."""


def hear(state: State, stimulus: Stimulus) -> cmd.Command | None:
    """Return the command that `stimulus` means now."""
    meaning = HEARD.get((state.stage, type(stimulus)))
    return None if meaning is None or state.over else meaning(stimulus)
