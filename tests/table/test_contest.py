"""Second thoughts: contests, undo, numbers, and what MODE says again."""

from dataclasses import replace

import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Contact, Control, Gesture, Heard
from perroquet.kernel.units import HostNs, McuUs, Micros, Seat, Seq
from perroquet.table import events as ev
from perroquet.table.views import Situation
from perroquet.table.words import Line

from tests.table.desk import Desk
from tests.table.toy import Rang, Replied


def test_the_encoder_without_a_number_turns_the_volume_in_a_question_too() -> None:
    desk = Desk().power()
    desk.start()

    desk.press(Control.ENCODER, Gesture.TURN, steps=1)

    assert desk.evening.volume == 45


def test_a_contest_overrules_with_the_seats_pointed_out() -> None:
    desk = Desk().playing()
    desk.seat(0)
    ruled = desk.evening.seq

    desk.press(Control.MODE, Gesture.LONG)
    desk.seat(1)
    decided = desk.start()

    assert decided == (
        ("table", ev.Overruled(ruling=ruled, seats=(Seat(1),))),
        ("bell", Rang(seat=Seat(1))),
    )
    assert desk.view().seats[1].pattern is Pattern.WINS
    assert desk.view().seats[0].pattern is Pattern.PLAYING, "the first ruling no longer counts"
    assert any(record.event == Rang(seat=Seat(0)) for record in desk.records), "but it is not erased"


def test_a_seat_pointed_out_twice_is_no_longer_pointed_out() -> None:
    desk = Desk().playing()
    desk.seat(0)
    desk.press(Control.MODE, Gesture.LONG)

    desk.seat(1)
    desk.seat(1)
    decided = desk.start()

    assert [type(event) for _, event in decided] == [ev.Refused]
    assert "gagnant" in desk.said


def test_a_contest_about_who_pays_asks_for_who_pays_and_nobody_is_an_answer() -> None:
    desk = Desk().playing()
    desk.start()
    desk.seat(0)

    desk.press(Control.MODE, Gesture.LONG)
    asked = desk.said
    desk.seat(1)
    pointed_out = desk.said
    desk.seat(1)
    decided = desk.start()

    assert "Qui doit payer" in asked
    assert "doit payer" in pointed_out
    assert [event for source, event in decided if source == "table"] == [ev.Overruled(ruling=Seq(5), seats=())]


def test_undo_goes_back_past_a_first_contact() -> None:
    desk = Desk().playing()
    assert desk.evening.running is not None
    before = desk.evening.running.state
    desk.tell(Contact(grab=1, epoch=1, first=McuUs(1), at=HostNs(1), bound=Micros(1)))
    desk.tell(SEEN)

    desk.press(Control.MODE, Gesture.LONG)

    assert desk.evening.running.state == before


def test_a_contest_can_be_left() -> None:
    desk = Desk().playing()
    desk.seat(0)
    desk.press(Control.MODE, Gesture.LONG)

    desk.press(Control.MODE)

    assert desk.situation is Situation.PLAYING
    assert desk.view().seats[0].pattern is Pattern.WINS


def test_without_a_ruling_there_is_nothing_to_contest() -> None:
    desk = Desk().playing()

    desk.press(Control.MODE, Gesture.LONG)

    assert "pas de décision" in desk.said


def test_undo_goes_back_before_the_last_decision() -> None:
    desk = Desk().playing()
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    assert desk.situation is Situation.QUESTION

    desk.press(Control.MODE, Gesture.LONG)

    assert desk.situation is Situation.PLAYING
    assert desk.said == "C’est annulé."


def test_undo_stops_at_what_was_revealed() -> None:
    desk = Desk().playing()
    desk.seat(0)
    desk.start()
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    desk.press(Control.MODE, Gesture.LONG)
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    assert desk.evening.running is not None
    before = desk.evening.running.state

    desk.press(Control.MODE, Gesture.LONG)
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))

    assert desk.evening.running.state == before, "the card stays dealt"


HOW_MANY = Heard(key="how many", onset=HostNs(1), end=HostNs(2))
SEEN = Heard(key="bell", onset=HostNs(1), end=HostNs(2))


def test_a_game_may_ask_for_a_number() -> None:
    desk = Desk().playing()
    desk.tell(HOW_MANY)
    asked = desk.view().awaits
    desk.press(Control.ENCODER, Gesture.TURN, steps=2)

    decided = desk.start()

    assert "3" in asked
    assert decided == (("bell", Replied(value=5)),)


def test_a_number_dialled_for_one_question_is_not_the_answer_to_the_next() -> None:
    desk = Desk().playing()
    desk.tell(HOW_MANY)
    desk.press(Control.ENCODER, Gesture.TURN, steps=2)
    desk.start()
    desk.tell(SEEN)

    decided = desk.start()

    assert decided == (("bell", Replied(value=1)),)


def test_a_mistake_can_be_undone_where_there_is_no_ruling_to_contest() -> None:
    desk = Desk().playing()
    desk.tell(SEEN)
    desk.start()

    desk.press(Control.MODE, Gesture.LONG)
    asked = desk.said
    desk.start()

    assert "Annuler" in asked
    assert desk.records[-1].event == ev.Undone(to=desk.records[-3].seq)
    assert desk.situation is Situation.QUESTION, "the question is open again"


def test_a_contest_can_end_in_undoing_the_ruling() -> None:
    desk = Desk().playing()
    desk.seat(0)
    desk.press(Control.MODE, Gesture.LONG)

    desk.press(Control.MODE, Gesture.LONG)

    assert isinstance(desk.records[-1].event, ev.Undone)
    assert desk.situation is Situation.PLAYING
    assert desk.view().seats[0].pattern is Pattern.PLAYING


def test_undo_in_another_question_of_the_table_only_leaves_it() -> None:
    desk = Desk().power()
    desk.start()

    desk.press(Control.MODE, Gesture.LONG)

    assert desk.records[-1].event == ev.Dropped(question=ev.Question.START_GAME)


def test_nothing_left_to_undo_is_said() -> None:
    desk = Desk().playing()
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    assert desk.evening.running is not None
    desk.chronicle = replace(
        desk.chronicle, evening=replace(desk.evening, running=replace(desk.evening.running, past=()))
    )

    desk.press(Control.MODE, Gesture.LONG)

    assert "revenir plus loin" in desk.said


def spoken(desk: Desk) -> list[str]:
    return [desk.words.line(effect, desk.evening) for effect in desk.effects if isinstance(effect, Line)]


def test_mode_says_the_last_ruling_again_at_length_and_what_is_waited_for() -> None:
    desk = Desk().playing()
    desk.seat(1)
    story = desk.view().story

    desk.press(Control.MODE)

    assert spoken(desk) == ["Siège 2 sonne.", "Siège 2 a sonné en premier.", "La cloche attend."]
    assert desk.said == "Siège 2 sonne."
    assert desk.view().story == story, "a repetition is not news"


def test_mode_says_only_what_is_waited_for_when_that_was_the_last_sentence() -> None:
    desk = Desk().playing()
    desk.press(Control.START, Gesture.LONG)
    desk.press(Control.START, Gesture.LONG)

    desk.press(Control.MODE)

    assert spoken(desk) == ["On reprend.", "La cloche attend."]


@pytest.mark.parametrize("gesture", [Gesture.LONG, Gesture.CHORD])
def test_a_change_of_state_says_what_is_waited_for(gesture: Gesture) -> None:
    desk = Desk().playing()
    assert spoken(desk)[-1] == "La cloche attend."

    desk.press(Control.START, gesture)
    desk.press(Control.START, Gesture.LONG if gesture is Gesture.LONG else Gesture.SHORT)

    assert spoken(desk)[-1] == desk.view().awaits
