"""What a press, a number or a sound means in L'Orchidée, as tables; what is absent means nothing."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import scores
from perroquet.games.orchidee.customs import GUARD_NS
from perroquet.games.orchidee.rules import wake
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.game import Answer, Next, Number, SeatPressed, Stimulus, TimeUp
from perroquet.kernel.readings import Heard
from perroquet.kernel.sounds import Sound


def _in_play(state: State, heard: SeatPressed) -> cmd.Command | None:
    """While tricks are played, a button is an agent's shout, or « j'ai pris ce pli »."""
    if state.house.agent:
        return cmd.Shout(by=heard.seat, at=heard.at)
    return None if state.house.virtual else cmd.TakeTrick(winner=heard.seat, at=heard.at)


def _in_raid(state: State, heard: SeatPressed) -> cmd.Command | None:
    """The first button locks the accuser in, the second names the accused; two at once are two accusers (OR-20)."""
    raid = state.round.raid
    if raid is not None and heard.at < raid.onset:
        return _in_play(state, heard)  # told late: it came before the shout
    if raid is not None and raid.locks and heard.at - raid.locks[-1].at >= GUARD_NS:
        return cmd.Point(accused=heard.seat)
    return cmd.LockIn(accuser=heard.seat, at=heard.at)


def _in_shout(state: State, heard: SeatPressed) -> cmd.Command | None:
    """The second button names the accused; one just after the first is another agent's (OR-39)."""
    raid = state.round.raid
    if raid is not None and heard.at - raid.onset < GUARD_NS:
        return cmd.Shout(by=heard.seat, at=heard.at)
    return cmd.Point(accused=heard.seat)


def _holder(_state: State, heard: SeatPressed) -> cmd.Command | None:
    return cmd.Point(accused=heard.seat)


def _pilfers(state: State, heard: SeatPressed) -> cmd.Command | None:
    return None if state.house.virtual else cmd.Pilfer(seat=heard.seat)


def _robbed(state: State, heard: SeatPressed) -> cmd.Command | None:
    """With real cards, whoever's turn it is presses the button of whom they rob."""
    thief = state.thefts.turn
    return None if state.house.virtual or thief is None else cmd.Steal(thief=thief, target=heard.seat)


SEAT: Final[Mapping[Phase, Callable[[State, SeatPressed], cmd.Command | None]]] = {
    Phase.PLAY: _in_play,
    Phase.RAID: _in_raid,
    Phase.WINDOW: _in_raid,
    Phase.SHOUT: _in_shout,
    Phase.HOLDER: _holder,
    Phase.PILFER: _pilfers,
    Phase.THEFTS: _robbed,
}
"""Phase -> what a seat button means."""


def _seat(state: State, heard: SeatPressed) -> cmd.Command | None:
    meaning = SEAT.get(state.phase)
    return None if meaning is None else meaning(state, heard)


def _answer(state: State, heard: Answer) -> cmd.Command | None:
    theft, turn = state.thefts.open, state.thefts.turn
    if state.phase is Phase.THEFTS:
        return cmd.PassTheft(seat=turn) if turn is not None and not heard.yes else None
    if state.phase is Phase.DEFENCE and theft is not None:
        return cmd.Defend(seat=theft.answers) if heard.yes else cmd.Yield(seat=theft.answers)
    return cmd.Answered(yes=heard.yes)


def _number(state: State, heard: Number) -> cmd.Command | None:
    seat = scores.asked(state)
    return None if seat is None else cmd.Count(seat=seat, points=heard.value)


def _raid(_state: State, heard: Heard) -> cmd.Command | None:
    return cmd.HearRaid(onset=heard.onset, end=heard.end) if heard.key == Sound.RAID else None


def _time_up(state: State, heard: TimeUp) -> cmd.Command | None:
    """Nothing, when a press that came in between left nothing to do: nobody asked, so nobody is refused."""
    due = wake(state)
    return None if due is None or heard.at < due else cmd.Strike(at=heard.at)


HEARD: Final[Mapping[type, Callable[[State, Any], cmd.Command | None]]] = {
    Next: lambda _state, heard: cmd.GoOn(at=heard.at),
    SeatPressed: _seat,
    Answer: _answer,
    Number: _number,
    TimeUp: _time_up,
    Heard: _raid,
}
"""Stimulus -> command; whether it may be now is for the rules to say."""


def hear(state: State, stimulus: Stimulus) -> cmd.Command | None:
    """Return the command that `stimulus` means now."""
    meaning = HEARD.get(type(stimulus))
    return None if meaning is None else meaning(state, cast("Any", stimulus))
