"""What an evening remembers, refuses and gives back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Pattern
from perroquet.kernel.readings import Cause, Contact, Control, Gesture, Heard, Part, PartFound, PartLost
from perroquet.kernel.sentences import Language, say
from perroquet.kernel.units import Degrees, HostNs, McuUs, Micros, Percent, Samples, Seat, Seq
from perroquet.ports import Hush, SetVolume
from perroquet.table import events as ev
from perroquet.table.chronicle import Line, retell
from perroquet.table.commands import Chosen, Named, Stuck, Tapped
from perroquet.table.views import Situation

from tests.table.desk import GAMES, HOUSE, Desk
from tests.table.toy import CARDS, Rang, Replied, Ring, Voided

PRESSES = [
    (Control.START, Gesture.SHORT),
    (Control.START, Gesture.LONG),
    (Control.START, Gesture.CHORD),
    (Control.MODE, Gesture.SHORT),
    (Control.MODE, Gesture.LONG),
    (Control.HUSH, Gesture.SHORT),
]
Step = Callable[[Desk], object]


def pressing(press: tuple[Control, Gesture]) -> Step:
    return lambda desk: desk.press(*press)


def turning(steps: int) -> Step:
    return lambda desk: desk.press(Control.ENCODER, Gesture.TURN, steps=steps)


def sitting(seat: int) -> Step:
    return lambda desk: desk.seat(seat)


def ringing(desk: Desk) -> object:
    return desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))


def tapping(desk: Desk) -> object:
    return desk.tell(Tapped(azimuth=Degrees(90.0), at=HostNs(1)))


STEPS: st.SearchStrategy[Step] = st.one_of(
    st.sampled_from(PRESSES).map(pressing),
    st.integers(-3, 3).map(turning),
    st.integers(0, 3).map(sitting),
    st.sampled_from([ringing, tapping, Desk.power]),
)


@given(st.lists(STEPS, max_size=40))
def test_replaying_the_journal_gives_the_evening_back(steps: list[Step]) -> None:
    desk = Desk().power()
    for step in steps:
        step(desk)

    assert retell(desk.records, GAMES) == desk.chronicle
    assert [record.seq for record in desk.records] == list(range(1, len(desk.records) + 1))
    assert desk.view().awaits


def test_joining_asks_for_a_tap_and_the_tap_teaches_the_azimuth() -> None:
    desk = Desk().power()

    desk.seat(2)
    waiting = desk.view()
    desk.tell(Tapped(azimuth=Degrees(120.0), at=HostNs(1)))

    assert waiting.seats[0].pattern is Pattern.WAITING
    assert desk.view().seats[0].azimuth == 120.0
    assert desk.evening.joining is None


def test_an_unclear_tap_is_asked_again() -> None:
    desk = Desk().power()
    desk.seat(2)

    desk.tell(Tapped(azimuth=None, at=HostNs(1)))

    assert "Encore une" in desk.said
    assert desk.evening.joining == 2


def test_a_tap_nobody_waits_for_means_nothing() -> None:
    assert Desk().power().tell(Tapped(azimuth=Degrees(1.0), at=HostNs(1))) == ()


def test_joining_without_a_base_says_what_it_cannot_know() -> None:
    desk = Desk().power()
    desk.tell(PartLost(part=Part.TOTEM, cause=Cause.MISSING, why="no base", at=HostNs(1)))

    desk.seat(0)

    assert desk.evening.joining is None
    assert "Sans la base" in desk.said


def test_losing_the_base_while_a_tap_is_awaited_stops_waiting() -> None:
    desk = Desk().power()
    desk.seat(0)

    desk.tell(PartLost(part=Part.TOTEM, cause=Cause.UNPLUGGED, why="unplugged", at=HostNs(1)))

    assert desk.evening.joining is None
    assert desk.view().lamp is Pattern.ALARM


def test_a_seat_pressed_again_leaves() -> None:
    desk = Desk().power()

    desk.seat(0)
    desk.seat(0)

    assert desk.evening.places == ()


def test_players_play_clockwise_by_azimuth_when_every_tap_is_known() -> None:
    desk = Desk().power()
    for seat, azimuth in ((0, 200.0), (1, 20.0)):
        desk.seat(seat)
        desk.tell(Tapped(azimuth=Degrees(azimuth), at=HostNs(1)))

    desk.start()
    desk.start()

    assert desk.evening.running is not None
    assert desk.evening.running.setup.seats == (1, 0)


def test_too_few_players_are_told_how_many_it_takes() -> None:
    desk = Desk().power()
    desk.seat(0)

    desk.start()
    desk.start()

    assert desk.evening.running is None
    assert "de 2 à 4" in desk.said


def test_more_wired_seats_than_the_game_takes_asks_how_many() -> None:
    desk = Desk(replace(HOUSE, seats=8)).power()
    desk.start()
    desk.start()
    asked = desk.view().awaits
    desk.press(Control.ENCODER, Gesture.TURN, steps=-1)
    dialled = desk.said

    desk.start()

    assert "4" in asked
    assert dialled == "3."
    assert desk.evening.running is not None
    assert desk.evening.running.setup.seats == (0, 1, 2)


def test_the_encoder_stops_at_the_ends() -> None:
    desk = Desk(replace(HOUSE, seats=8)).power()
    desk.start()
    desk.start()

    desk.press(Control.ENCODER, Gesture.TURN, steps=9)

    assert desk.evening.dialled is None, "4 is the highest already"
    assert desk.press(Control.ENCODER, Gesture.TURN, steps=1) == ()


def test_a_box_with_fewer_seats_than_the_game_needs_says_so() -> None:
    desk = Desk(replace(HOUSE, seats=1)).power()

    desk.start()
    desk.start()

    assert desk.evening.running is None
    assert "1 siège câblé" in desk.said


def test_the_volume_turns_and_stops_at_silence() -> None:
    desk = Desk().power()

    desk.press(Control.ENCODER, Gesture.TURN, steps=-2)
    first = desk.effects
    desk.press(Control.ENCODER, Gesture.TURN, steps=-99)

    assert first[0] == SetVolume(percent=Percent(30))
    assert desk.evening.volume == 0


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


def test_names_outlive_the_power_and_the_seat() -> None:
    desk = Desk().power()
    desk.seat(0)
    desk.tell(Named(seat=Seat(0), name="Léa", at=HostNs(1)))
    desk.seat(0)
    desk.power()

    desk.seat(0)

    assert desk.view().seats[0].name == "Léa"


def test_a_button_that_is_held_down_at_power_on_is_named() -> None:
    desk = Desk().power()

    desk.tell(Stuck(lines=("seat_2",), at=HostNs(1)))

    assert "seat_2" in desk.said


def test_nothing_left_to_undo_is_said() -> None:
    desk = Desk().playing()
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    assert desk.evening.running is not None
    desk.chronicle = replace(
        desk.chronicle, evening=replace(desk.evening, running=replace(desk.evening.running, past=()))
    )

    desk.press(Control.MODE, Gesture.LONG)

    assert "revenir plus loin" in desk.said


def test_ending_a_game_is_asked_and_silences_the_jungle() -> None:
    desk = Desk().playing()

    desk.press(Control.START, Gesture.CHORD)
    asked = desk.situation
    desk.start()

    assert asked is Situation.QUESTION
    assert desk.evening.running is None
    assert desk.effects[:2] == [DisarmRaid(), Ambience(on=False)]


def test_start_puts_a_game_away_that_is_over() -> None:
    desk = Desk().playing()
    for _ in range(CARDS):
        desk.start()

    decided = desk.start()

    assert decided == (("table", ev.GameEnded(game="bell")),)
    assert desk.situation is Situation.IDLE


def test_a_sound_heard_in_the_moment_of_a_pause_counts() -> None:
    desk = Desk().playing()
    desk.press(Control.START, Gesture.LONG)

    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))
    desk.press(Control.START, Gesture.LONG)

    assert desk.situation is Situation.QUESTION


def test_a_seat_the_box_does_not_have_cannot_sit_down() -> None:
    desk = Desk().power()

    desk.seat(7)

    assert desk.evening.places == ()
    assert "pas ce siège" in desk.said


def test_a_seat_that_never_tapped_is_shown_and_said() -> None:
    desk = Desk().power()
    for seat in (0, 1):
        desk.seat(seat)
    desk.tell(Tapped(azimuth=Degrees(10.0), at=HostNs(1)))
    before = desk.view().seats

    desk.start()
    desk.start()

    assert [seat.pattern for seat in before] == [Pattern.WAITING, Pattern.READY]
    assert any("Sans la tape" in line.text for line in desk.view().story)


def test_shutting_down_is_asked_and_rests() -> None:
    desk = Desk().power()

    desk.press(Control.START, Gesture.CHORD)
    desk.start()

    assert desk.evening.off
    assert desk.view().lamp is Pattern.OFF


def test_there_is_no_pause_while_seconds_are_counted() -> None:
    desk = Desk().playing()
    desk.start()
    desk.start()

    desk.press(Control.START, Gesture.LONG)

    assert desk.situation is Situation.PLAYING
    assert "Pas de pause" in desk.said


def test_pause_silences_and_resume_brings_the_scene_back() -> None:
    desk = Desk().playing()

    desk.press(Control.START, Gesture.LONG)
    paused = desk.effects
    desk.press(Control.START, Gesture.LONG)

    assert paused[0] == Ambience(on=False)
    assert Ambience(on=True, seed="bell") in desk.effects
    assert not any(isinstance(effect, ArmRaid) for effect in desk.effects), "the engine kept the armed raid"


def test_power_back_pauses_voids_the_open_window_and_says_where_we_were() -> None:
    desk = Desk().playing()
    desk.tell(Heard(key="bell", onset=HostNs(1), end=HostNs(2)))

    desk.power()

    assert desk.situation is Situation.PAUSED
    assert desk.records[-1].event == Voided()
    assert [line.text for line in desk.view().story[-2:]] == [
        "Me revoilà. La cloche est en pause : START une seconde pour reprendre.".replace(" :", "\u00a0:"),
        "Fenêtre annulée.",
    ]
    assert Ambience(on=True) not in desk.effects, "the jungle waits too"
    assert ArmRaid(live=Samples(48_000)) in desk.effects


def test_power_on_is_polite_again() -> None:
    desk = Desk().power()
    desk.press(Control.ENCODER, Gesture.TURN, steps=9)
    desk.press(Control.HUSH)

    desk.power()

    assert desk.effects[:2] == [SetVolume(percent=HOUSE.volume), Hush(on=False)]


def test_the_language_outlives_the_power() -> None:
    desk = Desk().power()
    desk.press(Control.MODE, Gesture.LONG)

    desk.power()

    assert desk.evening.language is Language.EN
    assert desk.said.startswith("Good evening")


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


def test_a_refusal_is_said_in_the_games_words() -> None:
    desk = Desk().playing()
    desk.seat(1)

    desk.seat(1)

    assert desk.said == "La cloche a déjà sonné."


def test_a_seat_that_does_not_play_is_told_so() -> None:
    desk = Desk().power()
    for seat in (0, 1):
        desk.seat(seat)
    desk.start()
    desk.start()

    desk.seat(3)

    assert "ne joue pas" in desk.said


def test_a_choice_no_longer_on_the_menu_is_refused() -> None:
    desk = Desk().playing()
    choice = Chosen(viewer=None, command=Ring(seat=Seat(1)), seq=desk.evening.seq, at=HostNs(1))

    first = desk.tell(choice)
    second = desk.tell(choice)

    assert first == (("bell", Rang(seat=Seat(1))),)
    assert isinstance(second[0][1], ev.Refused)


def test_a_name_is_short_and_printable() -> None:
    desk = Desk().power()
    desk.seat(0)

    desk.tell(Named(seat=Seat(0), name="  Léa\n\x1b[31m" + "x" * 10_000, at=HostNs(1)))

    assert desk.view().seats[0].name == "Léa [31mxxxxxxxxxxxxxxxx"


def test_an_empty_name_or_an_empty_seat_changes_nothing() -> None:
    desk = Desk().power()
    desk.seat(0)

    unnamed = desk.tell(Named(seat=Seat(0), name="\n\t ", at=HostNs(1)))
    nobody = desk.tell(Named(seat=Seat(3), name="Tom", at=HostNs(1)))

    assert unnamed == nobody == ()


def test_a_part_lost_in_mid_game_is_an_alarm_on_the_lamp_and_the_game_goes_on() -> None:
    desk = Desk().playing()

    desk.tell(PartLost(part=Part.SPEAKER, cause=Cause.MISSING, why="no device", at=HostNs(1)))

    assert desk.view().lamp is Pattern.ALARM
    assert desk.situation is Situation.PLAYING


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("part", "cause"), [(part, cause) for part in Part for cause in Cause])
def test_a_lost_part_is_said_once_with_its_cause_and_shown_with_it(
    part: Part, cause: Cause, language: Language
) -> None:
    desk = Desk(replace(HOUSE, language=language)).power()

    desk.tell(PartLost(part=part, cause=cause, why="in English, for the log", at=HostNs(1)))

    shown = next(view for view in desk.view().parts if view.part is part)
    assert (shown.present, shown.words) == (False, desk.said)
    assert len({desk.words.text("table", say(f"lost-{part}-{each}"), desk.evening) for each in Cause}) == len(Cause)
    assert [line.text for line in desk.view().story].count(desk.said) == 1


def test_a_part_that_was_never_missing_is_not_announced() -> None:
    assert Desk().power().tell(PartFound(part=Part.TOTEM, what="a base", at=HostNs(1))) == ()


def test_a_part_that_comes_back_is_said_and_the_alarm_ends() -> None:
    desk = Desk().power()
    desk.tell(PartLost(part=Part.SPEAKER, cause=Cause.MISSING, why="no device", at=HostNs(1)))

    desk.tell(PartFound(part=Part.SPEAKER, what="pygame", at=HostNs(2)))

    assert desk.view().lamp is Pattern.READY
    assert desk.said == "Le haut-parleur est là."


def test_somebody_who_does_not_play_sees_what_everybody_sees() -> None:
    desk = Desk().power()
    for seat in (0, 1):
        desk.seat(seat)
    desk.start()
    desk.start()

    assert replace(desk.view(Seat(3)), choices=()) == replace(desk.view(None), choices=())
