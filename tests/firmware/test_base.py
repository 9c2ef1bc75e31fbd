"""The main loop: what the base says, when, and until when."""

from itertools import pairwise

import pytest
from perroquet.firmware import ring, touch
from perroquet.firmware.outbox import Outbox
from perroquet.firmware.shared import messages

from tests.firmware.wire import Wire

LIGHT = bytes((2, 2, 0, 255, 0)) + b"\xff\xff\xff\xff"


def test_two_hands_and_a_lift_are_one_grab():
    wire = Wire()
    wire.ack()
    wire.scene.hand(400_000, 650_000, 40, [2, 3, 14])
    wire.scene.hand(412_000, 650_000, 30, [6, 7, 17])
    wire.scene.away(480_000, 1_000_000)
    wire.run(1_200_000)

    assert wire.story() == ["LANDED", "CONTACT", "LIFT", "LANDED"]
    contact, lift = wire.heard("CONTACT")[0][2], wire.heard("LIFT")[0][2]
    assert abs(int(contact["scan"]) - 1000) <= 1
    assert abs(int(lift["scan"]) - 1200) <= 1


def test_levels_come_every_two_milliseconds_and_begin_before_the_contact():
    wire = Wire()
    wire.scene.hand(400_000, 900_000, 40, [2, 14])
    wire.run(1_000_000)

    scans = [int(fields["scan"]) for _, _, fields in wire.heard("LEVELS")]
    assert {b - a for a, b in pairwise(scans)} == {touch.LEVEL}
    assert scans[0] <= 1000 - 10
    assert 1000 + touch.LEVELS_FOR - 2 * touch.LEVEL < scans[-1] <= 1000 + touch.LEVELS_FOR


def test_a_level_frame_is_counts_above_baseline_and_tenths_of_newtons():
    wire = Wire()
    wire.scene.hand(400_000, 900_000, 40, [2, 14])
    wire.run(400_000)

    last = wire.heard("LEVELS")[-1][2]
    lines, forces = last["lines"], last["forces"]
    assert isinstance(lines, bytes)
    assert isinstance(forces, bytes)
    assert all(abs(level - (40 if line in (2, 14) else 0)) <= 2 for line, level in enumerate(lines))
    assert list(forces) == [36, 36, 36]


def test_a_brush_is_released_no_sooner_than_160_ms_after_its_contact():
    wire = Wire()
    wire.scene.hand(400_000, 430_000, 40, [2, 14])
    wire.run(600_000)

    assert wire.story() == ["LANDED", "CONTACT", "RELEASE"]
    contact, release = wire.heard("CONTACT")[0][2], wire.heard("RELEASE")[0][2]
    assert int(release["scan"]) - int(contact["scan"]) >= touch.SHORTEST


@pytest.mark.parametrize("slice_us", [400, 2_000, 50_000])
def test_how_often_the_loop_runs_changes_no_instant(slice_us: int):
    wire = Wire(slice_us=slice_us)
    wire.scene.hand(410_000, 700_000, 40, [2, 14])
    wire.scene.away(500_000, 900_000)
    wire.run(1_000_000)

    contact, lift = wire.heard("CONTACT")[0][2], wire.heard("LIFT")[0][2]
    assert lift["scan"] == 1250
    assert abs(int(contact["scan"]) * 256 + int(contact["frac"]) - (1023 * 256 + 200)) <= 128  # half a scan


def test_a_base_that_has_fallen_behind_still_answers_and_loses_nothing():
    wire = Wire()
    wire.scene.hand(400_000, 900_000, 40, [2, 14])
    wire.run(210_000)
    wire.scene.now += 90_000
    wire.say(messages.PING, messages.pack(messages.PING, 99))
    wire.run(2_000, ping=False)
    answered = wire.heard("PONG")[-1][2]["nonce"]
    behind = wire.base.touch.behind
    wire.run(100_000)

    assert answered == 99
    assert behind
    assert not wire.base.touch.behind
    assert wire.heard("STATE")[-1][2]["lost_scans"] == 0


def test_a_stall_longer_than_the_ring_loses_scans_and_says_how_many():
    wire = Wire()
    wire.scene.now += 300_000
    wire.run(200_000)

    lost = [int(fields["lost_scans"]) for _, _, fields in wire.heard("STATE")]
    assert lost[0] == 0
    assert 450 <= lost[-1] <= 550


def test_a_totem_taken_in_a_stall_is_missed_no_longer_than_a_look_at_drift():
    wire = Wire()
    wire.ack()
    wire.scene.away(450_000, 5_000_000)
    wire.scene.now += 300_000
    wire.run(400_000)

    assert wire.story() == ["LANDED", "LIFT"]


def test_an_event_is_repeated_until_it_is_acknowledged():
    wire = Wire()
    before = len(wire.heard("LANDED"))
    wire.ack()
    wire.run(500_000)
    after = len(wire.heard("LANDED"))

    assert before > 1
    assert after == before


def test_the_base_is_silent_until_it_is_greeted():
    wire = Wire(hello=False)
    wire.run(2_000_000)

    assert wire.bursts == []


def test_the_state_is_told_ten_times_a_second():
    wire = Wire()
    wire.run(2_000_000)

    assert 19 <= len([at for at, _, _ in wire.heard("STATE") if at > 200_000]) <= 21


def test_another_major_is_told_who_we_are_and_nothing_more():
    wire = Wire(hello=False)
    wire.say(messages.HELLO, bytes((messages.MAJOR + 1, 0, 9, 0, 77, 78)))
    wire.run(1_000_000)

    assert [name for _, name, _ in wire.frames] == ["INFO"]


def test_a_silent_host_is_shown_on_the_ring_and_recording_goes_on():
    wire = Wire()
    wire.say(messages.LAMPS, LIGHT)
    wire.run(100_000)
    lit = wire.scene.ring
    wire.run(4_000_000, ping=False)
    alone = wire.scene.ring
    wire.scene.hand(4_400_000, 4_500_000, 40, [2, 14])
    wire.run(500_000, ping=False)
    wire.run(500_000)

    assert lit[6:12] == bytes((0, 255, 0)) * 2
    assert alone[6:12] == bytes(6)
    assert wire.story()[-1] in ("CONTACT", "RELEASE")


def test_the_ring_is_not_refreshed_while_a_hand_holds():
    wire = Wire()
    wire.scene.hand(400_000, 900_000, 40, [2, 14])
    wire.run(300_000)
    wire.say(messages.LAMPS, LIGHT)
    before = wire.scene.ring
    wire.run(200_000)
    during = wire.scene.ring
    wire.run(400_000)

    assert during == before
    assert wire.scene.ring[6:9] == bytes((0, 255, 0))


def test_a_ring_of_full_white_is_held_under_300_milliamperes():
    lamps = ring.Ring(24)
    lamps.want(bytes((0, 24, 255, 255, 255)) + b"\xff\xff\xff\xff")
    colours = lamps.fresh(0, alone=False)

    assert colours is not None
    assert sum(colours) * 20 / 255 <= 300
    assert min(colours) > 40


def test_no_burst_is_a_multiple_of_64_bytes():
    sizes: set[int] = set()
    for payload in range(1, 200):
        outbox = Outbox()
        outbox.frame(messages.LAMPS, bytes(payload))
        sizes.add(len(outbox.take()))

    assert not [size for size in sizes if size % 64 == 0]
    assert {65, 129, 193} <= sizes


def test_a_board_that_cannot_tell_quiet_still_follows_drift():
    wire = Wire()
    wire.ack()
    wire.scene.hand(300_000, 6_000_000, 1, list(range(20)))
    wire.scene.hand(2_000_000, 6_000_000, 2, list(range(20)))
    wire.scene.hand(4_000_000, 6_000_000, 2, list(range(20)))
    wire.run(5_000_000)

    assert not wire.base.touch.detector.stirred()
    assert wire.story() == ["LANDED"]


def test_a_base_about_to_write_its_flash_says_so_at_once():
    wire = Wire()
    wire.base.busy(800)
    wire.run(2_000)

    assert wire.heard("BUSY")[0][2] == {"silence_ms": 800}


def test_more_events_than_can_be_kept_are_given_up_oldest_first_and_counted():
    wire = Wire()
    for k in range(25):
        wire.scene.hand(400_000 + k * 300_000, 430_000 + k * 300_000, 40, [2, 14])
    wire.run(8_200_000)

    state = wire.heard("STATE")[-1][2]
    assert state["lost_events"] == 1 + 4 * 25 - 64
