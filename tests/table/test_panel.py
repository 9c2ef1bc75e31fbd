"""The panel table of the product's design, walked press by press."""

import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Control, Gesture, Heard
from perroquet.kernel.units import HostNs
from perroquet.table.panel import PANEL, Action
from perroquet.table.views import Situation

from tests.table.desk import Desk
from tests.table.toy import Dealt, Rang, Replied

# Copied by hand from the product's design, not from the code: press -> (nothing running, playing, question, paused).
# The design leaves holding START, and the chord, open in a question. Turns that are all questions (Amazonas) must pause
# and end as well, and MODE held, which undoes there, stays out of it.
DESIGN = {
    (Control.START, Gesture.SHORT): ("begin", "next", "yes", "remind"),
    (Control.START, Gesture.LONG): (None, "pause", "pause", "resume"),
    (Control.MODE, Gesture.SHORT): ("next-game", "repeat", "no", "repeat"),
    (Control.MODE, Gesture.LONG): ("language", "contest", "undo", "contest"),
    (Control.START, Gesture.CHORD): ("shut-down", "end-game", "end-game", "end-game"),
    (Control.HUSH, Gesture.SHORT): ("hush", "hush", "hush", "hush"),
    (Control.ENCODER, Gesture.TURN): ("volume", "volume", "number", "volume"),
    (Control.SEAT, Gesture.SHORT): ("join", "seat", "seat", "remind"),
}
COLUMNS = (Situation.IDLE, Situation.PLAYING, Situation.QUESTION, Situation.PAUSED)


def test_the_table_is_the_design() -> None:
    wanted = {
        press: {column: Action(name) for column, name in zip(COLUMNS, names, strict=True) if name is not None}
        for press, names in DESIGN.items()
    }

    assert wanted == PANEL


def in_situation(situation: Situation) -> Desk:
    match situation:
        case Situation.IDLE:
            return Desk().power()
        case Situation.PLAYING:
            return Desk().playing()
        case Situation.QUESTION:
            desk = Desk().playing()
            desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
            return desk
        case Situation.PAUSED:
            desk = Desk().playing()
            desk.press(Control.START, Gesture.LONG)
            return desk


@pytest.mark.parametrize("situation", COLUMNS)
@pytest.mark.parametrize("press", DESIGN, ids=lambda press: f"{press[0]}-{press[1]}")
def test_every_press_in_every_situation_is_answered_or_ignored(
    press: tuple[Control, Gesture], situation: Situation
) -> None:
    desk = in_situation(situation)
    assert desk.situation is situation

    decided = desk.press(*press, seat=0 if press[0] is Control.SEAT else None, steps=1)

    assert bool(decided) is not (PANEL[press].get(situation) is None)
    assert desk.view().awaits, "every state says what it waits for"


def test_start_then_start_plays_with_every_wired_seat() -> None:
    desk = Desk().power()

    desk.start()
    asked = desk.said
    desk.start()

    assert "La cloche" in asked
    assert desk.situation is Situation.PLAYING
    assert desk.evening.running is not None
    assert len(desk.evening.running.setup.seats) == 4


def test_mode_offers_the_next_game_and_comes_round() -> None:
    desk = Desk().power()

    offered = [desk.evening.offered]
    for _ in range(2):
        desk.press(Control.MODE)
        offered.append(desk.evening.offered)

    assert offered == ["bell", "chime", "bell"]


def test_start_while_playing_is_next_and_a_seat_is_a_claim() -> None:
    desk = Desk().playing()

    dealt = desk.start()
    rang = desk.seat(2)

    assert [type(event) for _, event in dealt] == [Dealt]
    assert [type(event) for _, event in rang] == [Rang]


def test_yes_and_no_answer_the_games_question() -> None:
    answers: list[object] = []
    for control in (Control.START, Control.MODE):
        desk = in_situation(Situation.QUESTION)
        answers += [event for _, event in desk.press(control)]

    assert answers == [Replied(value=1), Replied(value=0)]


def test_a_question_waits_while_the_table_pauses() -> None:
    desk = in_situation(Situation.QUESTION)

    desk.press(Control.START, Gesture.LONG)
    paused = desk.situation
    unheard = desk.press(Control.MODE)
    desk.press(Control.START, Gesture.LONG)

    assert paused is Situation.PAUSED
    assert Replied(value=0) not in [event for _, event in unheard]
    assert desk.situation is Situation.QUESTION
    assert [event for _, event in desk.start()] == [Replied(value=1)]


def test_a_game_can_be_ended_while_it_asks() -> None:
    desk = in_situation(Situation.QUESTION)

    desk.press(Control.START, Gesture.CHORD)
    desk.press(Control.MODE)
    asks_again = desk.situation
    desk.press(Control.START, Gesture.CHORD)
    desk.start()

    assert asks_again is Situation.QUESTION
    assert desk.situation is Situation.IDLE


@pytest.mark.parametrize("gesture", [Gesture.LONG, Gesture.CHORD])
def test_a_question_of_the_table_is_answered_before_anything_pauses_or_ends(gesture: Gesture) -> None:
    starting, ending = Desk().power(), Desk().playing()
    starting.start()
    ending.press(Control.START, Gesture.CHORD)

    assert starting.press(Control.START, gesture) == ()
    assert ending.press(Control.START, gesture) == ()


def test_hush_is_silence_and_again_is_sound() -> None:
    desk = Desk().power()

    hushed: list[bool] = []
    for _ in range(2):
        desk.press(Control.HUSH)
        hushed.append(desk.evening.hushed)

    assert hushed == [True, False]


def test_the_lamp_tells_the_situations_apart() -> None:
    lamps = {situation: in_situation(situation).view().lamp for situation in COLUMNS}

    assert lamps == {
        Situation.IDLE: Pattern.READY,
        Situation.PLAYING: Pattern.PLAYING,
        Situation.QUESTION: Pattern.QUESTION,
        Situation.PAUSED: Pattern.PAUSED,
    }
