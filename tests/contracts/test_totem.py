"""The contract of `ports.Totem`: the same evening through both mountings, and what each owes."""

from itertools import pairwise

import pytest
from perroquet.kernel.readings import Contact, PartFound, PartLost, Recorded, TotemStanding, Window
from perroquet.kernel.units import Degrees

from tests.contracts.totem_script import HIGH, LOW, MOUNTINGS, Bench, Evening, evening, onset_us

GAP_MS = 12
CLOCKS_NS = 5_000_000
"""Times measured on two clocks may cross by as much as the bound, which is widest right after a base was met."""
ONSET_MS = 3.0
"""Level frames come every 2 ms, and a finger takes a while to press."""


@pytest.fixture(params=list(MOUNTINGS))
def mounting(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def told(mounting: str) -> Evening:
    return evening(mounting)


def test_the_evening_is_told_in_this_order(told: Evening):
    assert told.kinds() == [
        *("PartFound", "standing"),
        *("Contact", "window with lift", "away", "standing"),
        *("Contact", "window"),
        *("Contact", "PartLost", "PartFound", "standing"),
        *("Contact", "window with lift", "away", "standing"),
        *("PartLost", "PartFound", "standing"),
    ]


def test_both_mountings_tell_the_same():
    stepped, live = evening("stepped"), evening("live")

    assert stepped.kinds() == live.kinds()
    assert [contact.grab for contact in stepped.of(Contact)] == [contact.grab for contact in live.of(Contact)]
    for one, other in zip(stepped.of(Window), live.of(Window), strict=True):
        assert abs(len(one.t_us) - len(other.t_us)) <= 2
        assert abs(one.lines.max() - other.lines.max()) <= 8
        assert (one.ring_mm, one.column_deg, one.force_deg) == (other.ring_mm, other.column_deg, other.force_deg)


def test_two_hands_12_ms_apart_are_one_contact_and_one_window_with_both(told: Evening):
    window = told.of(Window)[0]

    gap = (onset_us(window, slice(0, 4)) - onset_us(window, slice(8, 12))) / 1000
    assert window.contact is told.of(Contact)[0]
    assert abs(gap - GAP_MS) <= ONSET_MS


def test_a_window_begins_before_its_contact_and_ends_at_the_separation(told: Evening):
    window = told.of(Window)[0]

    assert window.lift_us is not None
    assert window.t_us[0] <= -4_000
    assert window.lift_us - 4_000 <= window.t_us[-1] < window.lift_us
    assert window.lines[0].max() < window.scale / 4


def test_a_window_without_separation_ends_after_150_ms(told: Evening):
    window = told.of(Window)[1]

    assert window.lift_us is None
    assert 145_000 <= window.t_us[-1] < 150_000


def test_windows_and_contacts_of_two_epochs_never_mix(told: Evening):
    contacts = told.of(Contact)
    epochs = [contact.epoch for contact in contacts]

    assert epochs == [epochs[0]] * 3 + [epochs[3]]
    assert epochs[3] != epochs[0]
    assert [contacts.index(window.contact) for window in told.of(Window)] == [0, 1, 3]


def test_host_times_are_in_order_and_their_bound_is_published(told: Evening):
    times = [reading.at for reading in told.told if isinstance(reading, Contact | TotemStanding | PartLost)]

    bounds = [contact.bound for contact in told.of(Contact)]
    assert min(bounds) > 0
    assert all(later - earlier > -max(CLOCKS_NS, 1000 * max(bounds)) for earlier, later in pairwise(times))


def test_the_base_says_who_it_is(told: Evening):
    names = {found.what for found in told.of(PartFound)}

    assert len(names) == 1
    assert "protocol 1.0" in names.pop()


def test_a_pulled_cable_says_how_to_mend_it(told: Evening):
    assert "plug it in" in told.of(PartLost)[0].why


def test_the_ring_shows_the_lamps_nearest_the_azimuth(told: Evening):
    lit = [lamp for lamp in range(24) if any(told.ring[3 * lamp : 3 * lamp + 3])]

    assert lit == [6, 7]
    assert lit[0] * 15 <= Degrees(90) <= lit[1] * 15


def test_a_base_missing_at_the_start_is_lost_first(mounting: str):
    async def script(bench: Bench) -> list[str]:
        await bench.watch.until(PartLost)
        bench.base.plug()
        await bench.watch.until(TotemStanding)
        return [type(reading).__name__ for reading in bench.watch.told]

    assert MOUNTINGS[mounting](script, plugged=False) == ["PartLost", "PartFound", "TotemStanding"]


def test_closing_ends_the_readings_and_may_be_repeated(mounting: str):
    async def script(bench: Bench) -> bool:
        await bench.totem.aclose()
        await bench.totem.aclose()
        await bench.watch.rest()
        return True

    assert MOUNTINGS[mounting](script)


def test_every_scan_of_a_grab_is_pulled_afterwards(mounting: str):
    async def script(bench: Bench) -> Recorded:
        while True:  # a machine too busy for the real clock may lose the base, and the record with it
            await bench.watch.standing(standing=True)
            bench.base.grab([HIGH, LOW])
            await bench.watch.standing(standing=False)
            told = await bench.watch.until(Recorded, PartLost)
            if isinstance(told, Recorded):
                return told
            bench.base.put_back()

    recorded = MOUNTINGS[mounting](script)
    assert isinstance(recorded, Recorded)
    window = recorded.window

    assert window.lift_us is not None
    assert window.t_us[0] <= -40_000
    assert window.lift_us + 80_000 <= window.t_us[-1] <= 362_000
    assert {int(later - earlier) for earlier, later in pairwise(window.t_us)} == {400}
    assert window.lines.shape == (len(window.t_us), 20)
    assert window.imu is not None
