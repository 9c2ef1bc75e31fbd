"""Lamps show what is, not what was lit last: a power cut, a pause and a contest leave nothing behind."""

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Contact, Control, Gesture
from perroquet.kernel.units import HostNs, McuUs, Micros, Percent, Seat
from perroquet.table.context import House

from tests.games.hands import JUNGLE_SPEED, grab, hand
from tests.table.desk import Desk

ANA, BEN = Seat(0), Seat(1)


def table() -> Desk:
    """Return three players at Jungle Speed with real cards, two of them in a declared duel."""
    desk = Desk(House(seats=3, volume=Percent(40), rules={}), {"jungle-speed": JUNGLE_SPEED}).playing()
    desk.seat(ANA)
    desk.seat(BEN)
    return desk


def lamps(desk: Desk) -> tuple[Pattern, ...]:
    """Return what the box shows, then each seat."""
    return desk.view().lamp, *(seat.pattern for seat in desk.view().seats)


def test_a_contact_before_a_power_cut_does_not_shine_after_it() -> None:
    desk = table()
    desk.tell(Contact(grab=1, epoch=1, first=McuUs(1), at=HostNs(1), bound=Micros(0)))
    assert lamps(desk) == (Pattern.WAITING, Pattern.READY, Pattern.READY, Pattern.PLAYING)

    desk.power()
    desk.press(Control.START, Gesture.LONG)

    assert lamps(desk) == (Pattern.PLAYING,) * 4


def test_who_won_and_who_pays_shine_through_a_power_cut_until_play_goes_on() -> None:
    desk = table()
    desk.tell(grab(hand(ANA)))
    told = (Pattern.WINS, Pattern.PAYS)
    assert lamps(desk) == (Pattern.PLAYING, *told, Pattern.PLAYING)

    desk.power()
    assert lamps(desk) == (Pattern.PAUSED, *told, Pattern.PAUSED)
    desk.press(Control.START, Gesture.LONG)
    assert lamps(desk) == (Pattern.PLAYING, *told, Pattern.PLAYING)
    desk.start()

    assert lamps(desk) == (Pattern.PLAYING,) * 4


def test_after_a_contest_only_the_tables_ruling_shines() -> None:
    desk = table()
    desk.tell(grab(hand(ANA)))

    desk.press(Control.MODE, Gesture.LONG)
    desk.seat(BEN)
    desk.start()

    assert lamps(desk) == (Pattern.PLAYING, Pattern.PAYS, Pattern.WINS, Pattern.PLAYING)
