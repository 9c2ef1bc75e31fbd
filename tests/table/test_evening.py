"""What an evening remembers, refuses and gives back."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Cause, Control, Gesture, Heard, Part, PartLost
from perroquet.kernel.units import Degrees, HostNs, Percent, Seat
from perroquet.ports import SetVolume
from perroquet.table import events as ev
from perroquet.table.chronicle import retell
from perroquet.table.commands import Chosen, Named, Tapped

from tests.table.desk import GAMES, HOUSE, Desk
from tests.table.toy import Rang, Ring

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


def test_somebody_who_does_not_play_sees_what_everybody_sees() -> None:
    desk = Desk().power()
    for seat in (0, 1):
        desk.seat(seat)
    desk.start()
    desk.start()

    assert replace(desk.view(Seat(3)), choices=()) == replace(desk.view(None), choices=())
