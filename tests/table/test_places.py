"""Where players sit: order of play, a base that turns, hands that come from elsewhere, a totem that is away."""

from dataclasses import replace

from perroquet.kernel.game import Stimulus
from perroquet.kernel.readings import BaseTurned, Control, Gesture, Grab, Hand, Heard, TotemStanding
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat
from perroquet.ports import Kept
from perroquet.table import events as ev
from perroquet.table.commands import Recording, Tapped
from perroquet.table.evening import Evening
from perroquet.table.views import Situation

from tests.table.desk import Desk
from tests.table.toy import BELL, AskIt, Command, Ring, State

KEPT = Kept(name="1-7.csv.gz", sha256="00")


def _hear(state: State, stimulus: Stimulus) -> Command | None:
    """Let whoever grabs ring; a grab of nobody known is asked about."""
    if not isinstance(stimulus, Grab):
        return BELL.hear(state, stimulus)
    seat = stimulus.hands[0].seat
    return AskIt(number=False) if seat is None else Ring(seat=seat)


GRABBING = replace(BELL, hear=_hear)


def hand(seat: int | None, azimuth: float, *, brush: bool = False) -> Hand:
    return Hand(
        first_us=Micros(0),
        seat=None if seat is None else Seat(seat),
        seat_posterior=(),
        fingers=Fingers(4),
        fingers_p=tuple(Probability(p) for p in (0.0, 0.0, 0.0, 0.0, 1.0, 0.0)),
        lowest_mm=Millimetres(35.0),
        azimuth_deg=Degrees(azimuth % 360),
        brush=brush,
    )


def grab(*hands: Hand) -> Grab:
    return Grab(grab=1, epoch=1, at=HostNs(0), hands=hands)


def seated(*azimuths: float) -> Desk:
    """Return a desk at which seats 0, 1, 2... have tapped."""
    desk = Desk(games={"bell": GRABBING, "chime": GRABBING}).power()
    for seat, azimuth in enumerate(azimuths):
        desk.seat(seat)
        desk.tell(Tapped(azimuth=Degrees(azimuth), at=HostNs(0)))
    return desk


def playing(*azimuths: float) -> Desk:
    desk = seated(*azimuths)
    desk.start()
    desk.start()
    assert desk.evening.running is not None
    return desk


def azimuth(evening: Evening, seat: int) -> float:
    place = evening.place(Seat(seat))
    assert place is not None
    assert place.azimuth is not None
    return place.azimuth


def sees(desk: Desk, seat: int, off: float) -> list[type]:
    """Let `seat` grab from `off` degrees beside its place, in a new round; return the table's events."""
    desk.chronicle = replace(desk.chronicle, evening=_fresh(desk.evening))
    told = desk.tell(grab(hand(seat, azimuth(desk.evening, seat) + off)))
    return [type(event) for source, event in told if source == ev.TABLE]


# --- order of play ---


def test_taps_in_the_order_of_the_buttons_need_no_question() -> None:
    desk = seated(200.0, 300.0, 20.0)  # who is first does not matter, only who follows whom

    desk.start()
    desk.start()

    running = desk.evening.running
    assert running is not None
    assert running.setup.seats == (2, 0, 1)


def crossed() -> Desk:
    desk = seated(0.0, 200.0, 100.0)
    desk.start()
    desk.start()
    return desk


def test_taps_in_another_order_than_the_buttons_are_asked_about() -> None:
    desk = crossed()

    assert desk.situation is Situation.QUESTION
    assert desk.said.startswith("Après Siège 1, les tapes disent Siège 3, les boutons Siège 2. START")


def test_start_plays_in_the_order_of_the_taps() -> None:
    desk = crossed()
    desk.start()

    running = desk.evening.running
    assert running is not None
    assert running.setup.seats == (0, 2, 1)


def test_mode_plays_in_the_order_of_the_buttons() -> None:
    desk = crossed()
    desk.press(Control.MODE)

    running = desk.evening.running
    assert running is not None
    assert running.setup.seats == (0, 1, 2)


def test_mode_held_leaves_the_question_without_a_game() -> None:
    desk = crossed()
    desk.press(Control.MODE, Gesture.LONG)

    assert desk.evening.running is None
    assert desk.situation is Situation.IDLE
    assert desk.said == "Pas de partie. MODE pour un autre jeu."


def test_two_players_have_one_order() -> None:
    desk = playing(200.0, 100.0)

    assert desk.situation is Situation.PLAYING


# --- a base that turns ---


def test_a_base_that_turns_turns_every_azimuth_the_other_way() -> None:
    desk = playing(10.0, 100.0)

    desk.tell(BaseTurned(by=Degrees(30.0), at=HostNs(1)))

    assert (azimuth(desk.evening, 0), azimuth(desk.evening, 1)) == (340.0, 70.0)
    assert desk.said == "La base a tourné. J’en tiens compte."


def test_a_little_turn_is_followed_without_a_word() -> None:
    desk = playing(10.0, 100.0)
    before = desk.said

    desk.tell(BaseTurned(by=Degrees(-3.0), at=HostNs(1)))

    assert azimuth(desk.evening, 0) == 13.0
    assert desk.said == before


def test_a_base_that_knows_nobody_turns_unnoticed() -> None:
    assert Desk().power().tell(BaseTurned(by=Degrees(30.0), at=HostNs(1))) == ()


def test_a_seat_that_never_tapped_stays_unknown() -> None:
    desk = seated(10.0)
    desk.seat(1)

    desk.tell(BaseTurned(by=Degrees(30.0), at=HostNs(1)))

    place = desk.evening.place(Seat(1))
    assert place is not None
    assert place.azimuth is None


# --- hands that come from elsewhere ---


def test_a_confirmed_grab_corrects_the_azimuth_slowly() -> None:
    desk = playing(0.0, 100.0)

    told = sees(desk, 1, 10.0)

    assert told == [ev.SeatSighted]
    assert round(azimuth(desk.evening, 1), 6) == 101.0


def test_three_confirmed_grabs_off_in_the_same_sense_ask_for_a_tap() -> None:
    desk = playing(0.0, 100.0)

    told = [sees(desk, 1, 30.0) for _ in range(3)]

    assert told == [[ev.SeatSighted], [ev.SeatSighted], [ev.SeatSighted, ev.TapWanted]]
    said = "Siège 2, vos mains viennent d’à côté de votre siège. À la prochaine pause, une tape sur le totem."
    assert desk.said == said


def test_it_is_asked_once() -> None:
    desk = playing(0.0, 100.0)
    for _ in range(3):
        sees(desk, 1, 40.0)

    assert sees(desk, 1, 40.0) == [ev.SeatSighted]


def test_one_grab_on_the_other_side_begins_the_count_anew() -> None:
    desk = playing(0.0, 100.0)
    for off in (30.0, 30.0, -30.0, 30.0):
        assert sees(desk, 1, off) == [ev.SeatSighted]


def test_a_grab_close_by_begins_the_count_anew() -> None:
    desk = playing(0.0, 100.0)
    for off in (30.0, 30.0, 5.0, 30.0):
        assert sees(desk, 1, off) == [ev.SeatSighted]


def test_a_pull_that_misleads_moves_nothing() -> None:
    desk = playing(0.0, 100.0)

    assert sees(desk, 1, 150.0) == []
    assert azimuth(desk.evening, 1) == 100.0


def test_a_hand_nobody_ruled_on_moves_nothing() -> None:
    desk = playing(0.0, 100.0)

    desk.tell(grab(hand(None, 120.0)))

    assert azimuth(desk.evening, 1) == 100.0


def test_the_answer_says_whose_hand_the_recorded_one_was() -> None:
    desk = playing(0.0, 100.0)
    unknown = grab(hand(None, 120.0))
    desk.tell(unknown)
    desk.tell(Recording(kept=KEPT, grab=unknown, at=HostNs(0)))

    told = desk.seat(1)

    assert ev.SeatSighted(seat=Seat(1), off=Degrees(20.0)) in [event for _, event in told]
    assert desk.evening.unsettled is None


def test_a_recording_that_nothing_is_asked_about_waits_for_no_answer() -> None:
    desk = playing(0.0, 100.0)
    known = grab(hand(1, 100.0))
    desk.tell(known)
    desk.tell(Recording(kept=KEPT, grab=known, at=HostNs(0)))

    assert desk.evening.unsettled is None


def test_a_brush_beside_the_winner_moves_nobody() -> None:
    desk = playing(0.0, 100.0, 200.0)

    told = desk.tell(grab(hand(1, 110.0), hand(2, 230.0, brush=True)))

    assert [event.seat for _, event in told if isinstance(event, ev.SeatSighted)] == [1]


def test_of_two_hands_only_those_the_ruling_names_are_confirmed() -> None:
    desk = playing(0.0, 100.0, 200.0)

    told = desk.tell(grab(hand(1, 110.0), hand(2, 230.0)))

    assert [event.seat for _, event in told if isinstance(event, ev.SeatSighted)] == [1]


def test_a_tap_in_a_pause_teaches_the_seat_that_strayed() -> None:
    desk = playing(0.0, 100.0)
    for _ in range(3):
        sees(desk, 1, 40.0)
    assert desk.evening.tapping is None  # hands play now
    desk.press(Control.START, Gesture.LONG)

    assert desk.view().tapping == 1
    assert "Siège 2" in desk.view().awaits
    desk.tell(Tapped(azimuth=Degrees(150.0), at=HostNs(0)))

    assert azimuth(desk.evening, 1) == 150.0
    assert desk.evening.tapping is None
    assert desk.evening.paused


def _fresh(evening: Evening) -> Evening:
    """Return the evening with its game as at the start: the toy ends after three cards."""
    running = evening.running
    assert running is not None
    return replace(evening, running=replace(running, state=BELL.initial(running.setup)))


# --- a totem that is away ---


def test_a_totem_that_is_away_when_nobody_plays_is_asked_for() -> None:
    desk = Desk().power()
    desk.tell(TotemStanding(standing=False, at=HostNs(1)))

    assert desk.said == "Le totem n’est pas sur sa base. Posez-le bien droit, mains ôtées."


def test_a_totem_that_is_taken_in_play_is_play() -> None:
    assert playing(0.0, 100.0).tell(TotemStanding(standing=False, at=HostNs(1))) == ()


def test_a_recording_after_the_game_is_nobodys() -> None:
    desk = seated(0.0, 100.0)

    assert desk.tell(Recording(kept=KEPT, grab=grab(hand(0, 0.0)), at=HostNs(0))) == ()


def test_a_raid_confirms_no_hand() -> None:
    desk = playing(0.0, 100.0)

    told = desk.tell(Heard(key="x", onset=HostNs(0), end=HostNs(1)))

    assert [source for source, _ in told] == ["bell"]
