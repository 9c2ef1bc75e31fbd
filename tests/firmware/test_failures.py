"""What the firmware makes of a world that misbehaves."""

import pytest
from perroquet.drivers.sim.acts import BadSupply, Bump, DeadLine, DriftingForce, Knock, StuckLine, VirtualHand
from perroquet.firmware import touch
from perroquet.firmware.scene import DEAD
from perroquet.firmware.shared import messages
from perroquet.kernel.units import Degrees

from tests.firmware.room import Room
from tests.firmware.wire import Wire


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_bump_of_the_table_is_no_grab(seed: str):
    room = Room(seed)
    for hz in (8.0, 20.0, 40.0):
        room.bench.totem.disturb([Bump(at_ms=0, g=0.5, hz=hz)], room.now_us)
        room.run(800)

    assert room.events("CONTACT", "LIFT", "FALL") == []


def test_a_forearm_in_its_sleeve_opens_no_grab_while_the_totem_stands():
    room = Room("sleeve")
    room.bench.totem.disturb([Knock(at_ms=0, azimuth=Degrees(40))], room.now_us)
    room.run(800)

    assert room.events("LIFT") == []
    assert len({fields["grab"] for fields in room.events("CONTACT")}) <= 1


def test_a_glove_that_takes_the_totem_is_a_grab_without_lines():
    wire = Wire()
    wire.ack()
    wire.scene.push(400_000, 480_000, 3)
    wire.scene.away(480_000, 1_200_000)
    wire.run(1_400_000)

    assert wire.story() == ["LANDED", "CONTACT", "LIFT", "LANDED"]
    contact = wire.heard("CONTACT")[0][2]
    assert contact["line"] == messages.NO_LINE
    assert abs(int(contact["scan"]) - 1000) <= 6


def test_a_slap_of_a_glove_is_when_it_came_though_the_pull_is_short_and_later():
    wire = Wire()
    wire.ack()
    wire.scene.push(400_000, 410_000, 3)
    wire.scene.push(470_000, 476_000, -1)
    wire.scene.away(476_000, 1_200_000)
    wire.run(1_000_000)

    assert wire.story() == ["LANDED", "CONTACT", "LIFT"]
    contact = wire.heard("CONTACT")[0][2]
    assert contact["line"] == messages.NO_LINE
    assert abs(int(contact["scan"]) - 1000) <= 6
    assert int(wire.heard("LEVELS")[0][2]["scan"]) <= 1000  # what came before it is told too


def test_a_totem_knocked_out_at_once_is_nobodys_grab():
    wire = Wire()
    wire.ack()
    wire.scene.push(400_000, 414_000, 3)
    wire.scene.away(412_000, 1_200_000)
    wire.run(1_000_000)

    assert wire.story() == ["LANDED", "LIFT"]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_forearm_that_topples_the_totem_opens_no_grab(seed: str):
    room = Room(seed)
    room.bench.totem.disturb([Knock(at_ms=0, azimuth=Degrees(40), newtons=12.0, topples=True)], room.now_us)
    room.run(1500)

    assert room.events("CONTACT") == []
    assert [fields["grab"] for fields in room.events("LIFT")] == [0]
    assert len(room.events("FALL")) == 1


def test_a_push_that_shakes_the_base_takes_nothing():
    wire = Wire()
    wire.ack()
    wire.scene.push(400_000, 480_000, 3)
    wire.scene.burst(440_000)
    wire.scene.burst(460_000)
    wire.scene.away(480_000, 1_200_000)
    wire.run(1_000_000)

    assert wire.story() == ["LANDED", "LIFT"]


def test_a_bare_wooden_totem_is_felt_by_its_supports():
    wire = Wire()
    wire.scene.wooden = True
    wire.ack()
    wire.scene.away(400_000, 9_000_000)
    wire.run(1_500_000)
    standing = wire.heard("STATE")[-1][2]["flags"]
    wire.scene.push(1_900_000, 2_000_000, 3)
    wire.run(600_000)

    assert standing == messages.STANDING | messages.BARE
    assert wire.story()[-2:] == ["CONTACT", "RELEASE"]


def test_a_dead_line_is_told_and_the_hand_is_felt_by_the_others():
    wire = Wire(hello=False)
    wire.scene.broken = 1 << 3
    wire.say(messages.HELLO, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7))
    wire.run(200_000)
    wire.scene.hand(300_000, 500_000, 40, [2, 3, 14])
    wire.run(500_000)

    assert 2 * wire.scene.rest[3] < DEAD
    assert int(wire.heard("STATE")[-1][2]["faulty"]) == 1 << 3
    assert {fields["line"] for _, fields in wire.events() if "line" in fields} == {2, 14}


def test_a_line_stuck_by_itself_is_no_hand_and_is_soon_believed_no_more():
    room = Room("stuck")
    room.bench.totem.disturb([StuckLine(line=4)], room.now_us)
    room.run(touch.ALONE * 400 // 1000 + 500)
    stuck = room.events("CONTACT", "RELEASE")
    doubted = int(room.state["faulty"])
    room.grab()

    assert stuck == []
    assert doubted == 1 << 4
    assert len(room.events("LIFT")) == 1


def test_a_line_that_dies_while_the_totem_stands_takes_no_totem_away():
    room = Room("dies")
    room.bench.totem.disturb([DeadLine(line=6)], room.now_us)
    room.run(2000)
    quiet = room.events("LIFT", "CONTACT")
    room.grab()

    assert quiet == []
    assert len(room.events("LIFT")) == 1


def test_a_support_that_drifts_grabs_nothing():
    room = Room("drift")
    room.bench.totem.disturb([DriftingForce(support=1, n_per_s=0.05)], room.now_us)
    room.run(30_000)
    before = room.events("CONTACT", "LIFT")
    room.grab()

    assert before == []
    assert len(room.events("LIFT")) == 1


@pytest.mark.parametrize("hum", [0.3, 0.6])
def test_the_hum_of_a_bad_supply_grabs_nothing_and_hides_no_hand(hum: float):
    room = Room("hum")
    room.bench.totem.disturb([BadSupply(hum=hum)], room.now_us)
    room.run(3000)
    before = room.events("CONTACT")
    room.grab()

    assert before == []
    assert room.events("CONTACT")
    assert len(room.events("LIFT")) == 1


def test_a_totem_that_falls_is_told_with_its_grab_and_one_put_back_is_no_fall():
    room = Room("falls")
    room.grab(VirtualHand(azimuth=Degrees(90), at_ms=50, fingers=4, top_mm=110, drop_ms=20))
    room.run(1000)
    fallen = room.events("FALL")
    room.bench.totem.put_back(room.now_us)
    room.run(1500)
    room.grab()
    room.run(300)
    room.bench.totem.put_back(room.now_us)
    room.run(1500)

    assert [fields["grab"] for fields in fallen] == [1]
    assert len(room.events("FALL")) == 1
    assert len(room.events("LANDED")) == 3
