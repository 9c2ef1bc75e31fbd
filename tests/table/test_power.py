"""What an evening survives: power, pauses, parts that go and come, the end of a game."""

from dataclasses import replace

import pytest
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Pattern
from perroquet.kernel.readings import Cause, Control, Gesture, Heard, Part, PartFound, PartLost
from perroquet.kernel.sentences import Language, say
from perroquet.kernel.units import HostNs, Samples, Seat
from perroquet.ports import Hush, SetVolume
from perroquet.table import events as ev
from perroquet.table.commands import Named, Stuck
from perroquet.table.views import Situation

from tests.table.desk import HOUSE, Desk
from tests.table.toy import CARDS, Voided


def test_losing_the_base_while_a_tap_is_awaited_stops_waiting() -> None:
    desk = Desk().power()
    desk.seat(0)

    desk.tell(PartLost(part=Part.TOTEM, cause=Cause.UNPLUGGED, why="unplugged", at=HostNs(1)))

    assert desk.evening.joining is None
    assert desk.view().lamp is Pattern.ALARM


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

    assert "siège 2" in desk.said


def test_of_stuck_buttons_only_what_changes_is_news() -> None:
    desk = Desk().power()
    desk.tell(Stuck(lines=("mode", "seat_2"), at=HostNs(1)))

    again = desk.tell(Stuck(lines=("mode", "seat_2"), at=HostNs(2)))
    more = desk.tell(Stuck(lines=("hush", "mode", "seat_2"), at=HostNs(3)))
    fewer = desk.tell(Stuck(lines=("hush",), at=HostNs(4)))

    assert again == ()
    assert more == (("table", ev.ButtonsStuck(lines=("hush",))),)
    assert fewer == (("table", ev.ButtonsFreed(lines=("mode", "seat_2"))),)
    assert desk.evening.stuck == ("hush",)


def test_power_that_comes_back_finds_out_anew_which_buttons_are_stuck() -> None:
    desk = Desk().power()
    desk.tell(Stuck(lines=("mode",), at=HostNs(1)))

    desk.power()

    assert desk.evening.stuck == ()


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
