"""From bytes to readings, over an evening of cables."""

import pytest
from perroquet.firmware.shared import messages
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Cause, Contact, PartFound, PartLost, TotemStanding, Window
from perroquet.kernel.units import Degrees, HostNs
from perroquet.link import TotemHost, sectors
from perroquet.ports.totem import SectorLight, TotemReading

from tests.link.far_end import FarEnd, ms

FIRST = 5000
"""Scan of a first contact: 2 s on the base's clock."""


class Desk:
    """A host and a base in step, their clocks equal."""

    def __init__(self, *, plugged: bool = True) -> None:
        self.now = ms(1000)
        self.base = FarEnd()
        self.host = TotemHost(number=3)
        self.told: list[TotemReading] = []
        self.sent: list[str] = []
        if plugged:
            self.plug()

    def plug(self) -> None:
        self.host.plugged(self.now)
        self.run(300)

    def run(self, for_ms: int, *, alive: bool = True) -> None:
        end = self.now + ms(for_ms)
        while self.now < end:
            self.now = HostNs(self.now + ms(1))
            self.host.tick(self.now)
            sent = self.host.take()
            self.sent += [name for name, _ in FarEnd().heard(sent)]
            if alive and sent:
                self.host.receive(self.base.answer(sent, self.now), self.now)
            self.told += self.host.readings()

    def hear(self, *frames: bytes) -> list[TotemReading]:
        self.host.receive(b"".join(frames), self.now)
        readings = self.host.readings()
        self.told += readings
        return readings

    def touch(self, *, event: int = 0, grab: int = 1) -> bytes:
        return self.base.frame(messages.CONTACT, event=event, grab=grab, scan=FIRST, frac=128, line=2)

    def lift(self, *, scan: int, event: int = 1, grab: int = 1) -> bytes:
        return self.base.frame(messages.LIFT, event=event, grab=grab, scan=scan)

    def levels(self, *scans: int, grab: int = 1) -> bytes:
        return b"".join(self.base.levels(grab=grab, scan=scan, level=9) for scan in scans)


def kinds(readings: list[TotemReading]) -> list[str]:
    return [type(reading).__name__ for reading in readings]


def test_a_base_is_found_and_says_how_its_totem_stands():
    desk = Desk()

    assert kinds(desk.told) == ["PartFound", "TotemStanding"]


def test_a_contact_is_told_at_once_on_both_clocks():
    desk = Desk()
    (contact,) = desk.hear(desk.touch())

    assert isinstance(contact, Contact)
    assert (contact.grab, contact.epoch, contact.first) == (1, 1, 2_000_200)
    assert abs(contact.at - 2_000_200_000) <= contact.bound * 1000


def test_the_window_follows_at_separation():
    desk = Desk()
    frames = desk.levels(*range(FIRST - 24, FIRST + 100, 5))
    contact, window, standing = desk.hear(desk.touch(), frames, desk.lift(scan=FIRST + 90))

    assert isinstance(window, Window)
    assert window.contact is contact
    assert window.lift_us == 90 * 400 - 200
    assert window.t_us.tolist() == [(scan - FIRST) * 400 - 200 for scan in range(FIRST - 24, FIRST + 90, 5)]
    assert window.lines.shape == (len(window.t_us), 20)
    assert set(window.lines.flat) == {9.0}
    assert window.forces[0].tolist() == pytest.approx([3.6, 3.6, 3.6])
    assert (window.ring_mm[0], window.ring_mm[11]) == (12.0, 138.5)
    assert window.column_deg == (0, 45, 90, 135, 180, 225, 270, 315)
    assert window.force_deg == (60, 180, 300)
    assert isinstance(standing, TotemStanding)
    assert not standing.standing


def test_the_window_follows_150_ms_after_the_contact_when_nothing_separates():
    desk = Desk()
    desk.hear(desk.touch())
    before = desk.hear(desk.levels(*range(FIRST - 24, FIRST + 375, 5)))
    (window,) = desk.hear(desk.levels(FIRST + 376))

    assert before == []
    assert isinstance(window, Window)
    assert window.lift_us is None
    assert window.t_us[-1] < 150_000


def test_a_window_closes_although_its_last_frames_were_lost():
    desk = Desk()
    desk.hear(desk.touch(), desk.levels(FIRST + 1))

    assert kinds(desk.hear(desk.base.state(scan=FIRST + 400))) == ["Window"]


def test_levels_of_another_grab_stay_out_of_the_window():
    desk = Desk()
    desk.hear(desk.touch(grab=2))
    window = desk.hear(
        desk.levels(FIRST + 1, grab=1), desk.levels(FIRST + 6, grab=2), desk.lift(scan=FIRST + 10, grab=2)
    )[0]

    assert isinstance(window, Window)
    assert len(window.t_us) == 1


def test_level_frames_that_overtook_their_contact_are_in_its_window():
    desk = Desk()
    desk.hear(desk.levels(FIRST - 4, FIRST + 1))
    desk.hear(desk.touch(), desk.levels(FIRST + 6))
    window = desk.hear(desk.lift(scan=FIRST + 9))[0]

    assert isinstance(window, Window)
    assert len(window.t_us) == 3


def test_a_window_whose_frames_were_all_lost_is_empty():
    desk = Desk()
    desk.hear(desk.touch())
    window = desk.hear(desk.lift(scan=FIRST + 9))[0]

    assert isinstance(window, Window)
    assert window.lines.shape == (0, 20)
    assert window.forces.shape == (0, 3)


def test_a_totem_knocked_off_without_a_hand_is_told_without_a_window():
    desk = Desk()

    assert kinds(desk.hear(desk.lift(event=0, grab=0, scan=FIRST))) == ["TotemStanding"]


def test_standing_is_told_when_it_changes_not_ten_times_a_second():
    desk = Desk()
    for _ in range(20):
        desk.hear(desk.base.state(scan=FIRST))
    gone = desk.hear(desk.base.state(scan=FIRST + 1, flags=0))

    assert kinds(desk.told) == ["PartFound", "TotemStanding", "TotemStanding"]
    assert kinds(gone) == ["TotemStanding"]


def test_a_cable_pulled_in_a_grab_gives_the_loss_once_and_no_window():
    desk = Desk()
    desk.hear(desk.touch(), desk.levels(FIRST + 1))
    desk.host.unplugged(Cause.UNPLUGGED, "pulled", desk.now)
    desk.host.unplugged(Cause.MISSING, "still not there", desk.now)
    desk.plug()
    late = desk.hear(desk.levels(FIRST + 600))

    assert kinds(desk.told) == [
        *("PartFound", "TotemStanding", "Contact"),
        *("PartLost", "PartFound", "TotemStanding"),
    ]
    assert late == []


def test_a_base_that_reboots_in_a_grab_never_mixes_its_epochs():
    desk = Desk()
    desk.hear(desk.touch(), desk.levels(FIRST + 1))
    desk.run(400, alive=False)
    desk.run(300)
    desk.hear(desk.levels(FIRST + 2), desk.touch(event=0, grab=1), desk.levels(FIRST + 3), desk.lift(scan=FIRST + 9))

    windows = [reading for reading in desk.told if isinstance(reading, Window)]
    assert [window.t_us.tolist() for window in windows] == [[600, 1000]]
    assert [type(r) for r in desk.told if isinstance(r, PartLost | PartFound)] == [PartFound, PartLost, PartFound]


def test_a_base_missing_at_the_start_is_said_first_and_once():
    desk = Desk(plugged=False)
    desk.host.unplugged(Cause.MISSING, "not there", desk.now)
    desk.host.unplugged(Cause.MISSING, "not there", desk.now)
    desk.told += desk.host.readings()
    desk.plug()

    assert kinds(desk.told) == ["PartLost", "PartFound", "TotemStanding"]


def test_a_missing_base_that_comes_with_a_foreign_firmware_is_told_as_such_once():
    desk = Desk(plugged=False)
    for _ in range(3):
        desk.host.unplugged(Cause.MISSING, "not there", desk.now)
        desk.host.plugged(desk.now)
        desk.hear(desk.base.info(4 * 256, major=messages.MAJOR + 1))
    desk.told += desk.host.readings()

    assert [reading.why[:24] for reading in desk.told if isinstance(reading, PartLost)] == [
        *("not there", "the base speaks protocol")
    ]


def test_what_keeps_a_plugged_base_away_is_news_once_and_logged_once(caplog: pytest.LogCaptureFixture):
    desk = Desk(plugged=False)
    for cause in (Cause.MISSING, Cause.BUSY, Cause.BUSY, Cause.MISSING, Cause.UNPLUGGED, Cause.BUSY, Cause.FORBIDDEN):
        desk.host.unplugged(cause, cause, desk.now)
    desk.told += desk.host.readings()

    told = [reading.cause for reading in desk.told if isinstance(reading, PartLost)]
    assert told == [Cause.MISSING, Cause.BUSY, Cause.FORBIDDEN]
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", f"the totem base is missing: {cause}") for cause in told
    ]


def test_the_lamps_are_shown_again_to_a_base_that_comes_back():
    desk = Desk(plugged=False)
    desk.host.show([SectorLight(azimuth=Degrees(90.0), pattern=Pattern.WINS)])
    desk.plug()
    desk.host.unplugged(Cause.UNPLUGGED, "pulled", desk.now)
    desk.plug()

    assert desk.sent.count("LAMPS") == 2


def test_seats_an_eighth_of_the_table_apart_never_light_neighbours():
    lights = [SectorLight(azimuth=Degrees(45.0 * k + 7), pattern=Pattern.PLAYING) for k in range(8)]
    data = sectors(lights, 24)
    lit = sorted((data[at] + k) % 24 for at in range(0, len(data), 9) for k in range(data[at + 1]))

    assert len(lit) == 16
    assert lit == sorted(set(lit))
    assert all((lamp + 1) % 24 not in lit or (lamp + 2) % 24 not in lit for lamp in lit)


@pytest.mark.parametrize(
    ("seats", "azimuth", "lamps"), [(1, 0.0, [0, 1]), (1, 50.0, [3, 4]), (1, 359.0, [23, 0]), (9, 50.0, [3])]
)
def test_a_seat_owns_the_lamps_nearest_its_azimuth(seats: int, azimuth: float, lamps: list[int]):
    data = sectors([SectorLight(azimuth=Degrees(azimuth), pattern=Pattern.PLAYING)] * seats, 24)

    assert [(data[0] + k) % 24 for k in range(data[1])] == lamps
