"""Hands that stay: a hold is a hold, and nothing is learnt from it."""

import pytest
from perroquet.drivers.sim.acts import DriftingForce, VirtualHand
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.firmware.shared import messages
from perroquet.kernel.units import Degrees

from tests.firmware.room import Room
from tests.firmware.wire import Wire


def holds(for_ms: float, *, at_ms: float = 50.0, azimuth: float = 90.0, top_mm: float = 110.0) -> VirtualHand:
    return VirtualHand(
        azimuth=Degrees(azimuth), at_ms=at_ms, fingers=4, top_mm=top_mm, earthing=0.9, pull=False, hold_ms=for_ms
    )


def touched(room: Room, hand: VirtualHand) -> set[int | bytes]:
    """Return the lines the base tells of while `hand` comes, holds and goes."""
    before = len(room.events("CONTACT"))
    room.bench.totem.grab([hand], room.now_us)
    room.run(1500)
    return {fields["line"] for fields in room.events("CONTACT")[before:]}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_hand_that_holds_for_a_minute_is_one_grab_and_leaves_everything_as_before(seed: str):
    fresh = touched(Room(seed), holds(400))
    room = Room(seed)
    room.bench.totem.grab([holds(60_000)], room.now_us)
    room.run(5_000)
    held = int(room.state["flags"])
    room.run(56_500)
    grabs = {fields["grab"] for fields in room.events("CONTACT")}

    assert held & messages.HELD
    assert grabs == {1}
    assert len(room.events("RELEASE")) == 1
    assert int(room.state["faulty"]) == 0
    assert not int(room.state["flags"]) & messages.HELD
    assert len(fresh ^ touched(room, holds(400))) <= 3


def test_another_hand_is_felt_while_one_stays():
    room = Room("guest")
    room.bench.totem.grab([holds(60_000, top_mm=60.0)], room.now_us)
    room.run(10_000)
    room.bench.totem.grab([holds(400, azimuth=270.0, top_mm=140.0)], room.now_us)
    room.run(2_000)

    assert {fields["grab"] for fields in room.events("CONTACT")} == {1, 2}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_hand_that_is_there_at_power_on_is_not_taken_for_the_totem_at_rest(seed: str):
    fresh = touched(Room(seed), holds(400))
    room = Room(seed)
    room.bench.totem.grab([holds(8_000, at_ms=0.0)], room.now_us)
    room.run(500)
    room.told.clear()
    room.bench.reboot(room.now_us)
    room.say(messages.HELLO, messages.MAJOR, messages.MINOR, 8)
    room.run(6_000)
    meanwhile, standing = room.events("CONTACT", "LANDED"), int(room.state["flags"]) & messages.STANDING
    room.run(3_000)

    assert (meanwhile, standing) == ([], 0)
    assert int(room.state["flags"]) & messages.STANDING
    assert int(room.state["faulty"]) == 0
    assert len(fresh ^ touched(room, holds(400))) <= 3


def test_a_totem_built_unlike_the_drawing_is_learnt_after_a_while_and_at_once_the_next_time():
    wire = Wire(hello=False)
    wire.scene.rest = [rest + 20 * (i in (3, 4, 15)) for i, rest in enumerate(wire.scene.rest)]
    wire.say(messages.HELLO, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7))
    wire.run(40_000_000)
    doubted = int(wire.heard("STATE")[-1][2]["faulty"])
    wire.scene.away(wire.scene.now + 100_000, wire.scene.now + 600_000)
    wire.run(1_500_000)

    assert doubted == 1 << 3 | 1 << 4 | 1 << 15
    assert int(wire.heard("STATE")[-1][2]["faulty"]) == 0


def test_one_line_alone_is_no_hand_and_two_are():
    wire = Wire()
    wire.ack()
    wire.scene.hand(400_000, 800_000, 40, [4])
    wire.run(1_000_000)
    alone = wire.story()
    wire.scene.hand(1_400_000, 1_800_000, 40, [4, 14])
    wire.run(1_000_000)

    assert alone == ["LANDED"]
    assert wire.story() == ["LANDED", "CONTACT", "RELEASE"]


def test_one_line_and_a_push_are_a_hand():
    wire = Wire()
    wire.ack()
    wire.scene.hand(400_000, 800_000, 40, [4])
    wire.scene.push(400_000, 800_000, 3)
    wire.run(1_000_000)

    assert [fields["line"] for name, fields in wire.events() if name == "CONTACT"] == [4]


def test_a_push_before_the_first_line_is_another_hand_that_no_line_feels():
    wire = Wire()
    wire.ack()
    wire.scene.push(400_000, 800_000, 3)
    wire.scene.hand(430_000, 800_000, 40, [4, 14])
    wire.run(1_000_000)

    contacts = [fields for name, fields in wire.events() if name == "CONTACT"]
    assert contacts[0]["line"] == messages.NO_LINE
    assert {fields["line"] for fields in contacts[1:]} == {4, 14}
    assert abs(int(contacts[0]["scan"]) - 1000) <= 6


def test_a_support_that_creeps_is_told():
    room = Room("creeps")
    room.bench.totem.disturb([DriftingForce(support=1, n_per_s=0.1)], room.now_us)
    room.run(30_000)

    assert int(room.state["faulty"]) == 1 << messages.SILENT_SUPPORT + 1


@pytest.mark.parametrize("seed", ["n1", "n4"])
def test_slow_noise_raises_the_threshold_until_it_touches_nothing(seed: str):
    room = Room(seed, SECOND_MODEL, attentive=True)
    room.run(20_000)

    assert room.events("CONTACT") == []
