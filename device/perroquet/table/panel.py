"""The panel: what each press means, as one table. The lines are those of the product's design; tests walk it."""

from enum import StrEnum

from perroquet.kernel.game import Awaits
from perroquet.kernel.readings import Control, Gesture
from perroquet.table.evening import Evening, Games
from perroquet.table.views import Situation


class Action(StrEnum):
    """What a press asks for."""

    BEGIN = "begin"
    NEXT = "next"
    YES = "yes"
    PAUSE = "pause"
    RESUME = "resume"
    REMIND = "remind"
    NEXT_GAME = "next-game"
    REPEAT = "repeat"
    NO = "no"
    LANGUAGE = "language"
    CONTEST = "contest"
    UNDO = "undo"
    SHUT_DOWN = "shut-down"
    END_GAME = "end-game"
    HUSH = "hush"
    VOLUME = "volume"
    NUMBER = "number"
    JOIN = "join"
    SEAT = "seat"


_I, _P, _Q, _Z = Situation.IDLE, Situation.PLAYING, Situation.QUESTION, Situation.PAUSED

PANEL: dict[tuple[Control, Gesture], dict[Situation, Action]] = {
    (Control.START, Gesture.SHORT): {_I: Action.BEGIN, _P: Action.NEXT, _Q: Action.YES, _Z: Action.REMIND},
    (Control.START, Gesture.LONG): {_P: Action.PAUSE, _Q: Action.PAUSE, _Z: Action.RESUME},
    (Control.MODE, Gesture.SHORT): {_I: Action.NEXT_GAME, _P: Action.REPEAT, _Q: Action.NO, _Z: Action.REPEAT},
    (Control.MODE, Gesture.LONG): {_I: Action.LANGUAGE, _P: Action.CONTEST, _Q: Action.UNDO, _Z: Action.CONTEST},
    (Control.START, Gesture.CHORD): {
        _I: Action.SHUT_DOWN,
        _P: Action.END_GAME,
        _Q: Action.END_GAME,
        _Z: Action.END_GAME,
    },
    (Control.HUSH, Gesture.SHORT): {_I: Action.HUSH, _P: Action.HUSH, _Q: Action.HUSH, _Z: Action.HUSH},
    (Control.ENCODER, Gesture.TURN): {_I: Action.VOLUME, _P: Action.VOLUME, _Q: Action.NUMBER, _Z: Action.VOLUME},
    (Control.SEAT, Gesture.SHORT): {_I: Action.JOIN, _P: Action.SEAT, _Q: Action.SEAT, _Z: Action.REMIND},
}
"""(control, gesture) -> situation -> action; a situation that is absent ignores the press.

A game's question can be put off by a pause, or left with the game; the table's own is answered first.
"""


def situation(evening: Evening, games: Games) -> Situation:
    """Return the column of the table that applies."""
    if evening.question is not None:
        return Situation.QUESTION
    if evening.running is None:
        return Situation.IDLE
    if evening.paused:
        return Situation.PAUSED
    prompt = games[evening.running.game].prompt(evening.running.state)
    return Situation.QUESTION if prompt.awaits is Awaits.QUESTION else Situation.PLAYING
