"""What the bench says a press means now."""

from dataclasses import replace

import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Control, Gesture
from perroquet.table.events import Question
from perroquet.table.panel import Action
from perroquet.table.views import Situation
from perroquet.web.meaning import POINT_OUT, meaning

from tests.web.evening import RULING

SEAT, KNOB, MODE_HELD = (
    (Control.SEAT, Gesture.SHORT),
    (Control.ENCODER, Gesture.TURN),
    (Control.MODE, Gesture.LONG),
)


@pytest.mark.parametrize(
    ("asked", "dialling", "seat", "knob", "held"),
    [
        (None, False, POINT_OUT, Action.VOLUME, Action.UNDO),
        (None, True, POINT_OUT, Action.NUMBER, Action.UNDO),
        (Question.CONTEST, False, POINT_OUT, Action.VOLUME, Action.UNDO),
        (Question.END_GAME, False, None, Action.VOLUME, None),
        (Question.HOW_MANY, True, None, Action.NUMBER, None),
    ],
)
def test_a_question_promises_only_what_it_takes(
    asked: Question | None, *, dialling: bool, seat: str | None, knob: str, held: str | None
) -> None:
    view = replace(RULING, situation=Situation.QUESTION, asked=asked, dialling=dialling)

    assert [meaning(*press, view) for press in (SEAT, KNOB, MODE_HELD)] == [seat, knob, held]


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [(None, [Action.PAUSE, Action.END_GAME]), (Question.CONTEST, [None, None]), (Question.END_GAME, [None, None])],
)
def test_a_games_question_can_be_put_off_and_the_tables_own_cannot(
    asked: Question | None, wanted: list[Action | None]
) -> None:
    view = replace(RULING, situation=Situation.QUESTION, asked=asked)

    assert [meaning(Control.START, held, view) for held in (Gesture.LONG, Gesture.CHORD)] == wanted


def test_a_device_that_is_off_promises_nothing() -> None:
    view = replace(RULING, situation=Situation.IDLE, lamp=Pattern.OFF)

    assert [meaning(*press, view) for press in (SEAT, KNOB, MODE_HELD)] == [None, None, None]
