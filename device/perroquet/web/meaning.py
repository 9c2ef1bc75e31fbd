"""What a press means now, in one word: the table of the panel, less what would be promised and not kept."""

from typing import Final

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Control, Gesture
from perroquet.table.events import Question
from perroquet.table.panel import PANEL, Action
from perroquet.table.views import EveningView, Situation

POINT_OUT: Final = "point-out"
"""Pressing a seat in a question that seats answer: it claims, accuses, or names the winner."""


def meaning(control: Control, gesture: Gesture, view: EveningView) -> str | None:
    """Return the name of what a press asks for, or None when it would do nothing worth a word."""
    action = None if view.lamp is Pattern.OFF else PANEL[control, gesture].get(view.situation)
    # The table's own questions want yes or no, or a number; only a contest wants a seat, and can go back.
    plain = view.asked is not None and view.asked is not Question.CONTEST
    match action:
        case Action.NUMBER if not view.dialling:
            return Action.VOLUME
        case Action.UNDO | Action.SEAT if plain:
            return None
        case Action.PAUSE | Action.END_GAME if view.asked is not None:
            return None
        case Action.SEAT if view.situation is Situation.QUESTION:
            return POINT_OUT
        case _:
            return action
