"""Pulling the record of a grab, and what falls and turns of the base become."""

import random
import struct
from dataclasses import replace

import numpy as np
import pytest
from perroquet.firmware.history import History
from perroquet.firmware.shared import messages
from perroquet.kernel.readings import BaseTurned, Contact, Recorded, TotemFell, TotemStanding, Window
from perroquet.kernel.units import HostNs, McuUs, Micros
from perroquet.link.frames import Kept, Pull, Rows
from perroquet.link.records import AGAIN, FALLING, GIVE_UP, Record

from tests.link.far_end import INFO, ms
from tests.link.test_host import FIRST, Desk, kinds

ROWS = 100
ROW = struct.Struct("<" + messages.ROW)
CONTACT = Contact(grab=3, epoch=1, first=McuUs(1_000_000), at=HostNs(0), bound=Micros(1))
KEPT = Kept(event=5, grab=3, scan=2_400, frac=0, rows=ROWS)


def row(k: int) -> bytes:
    return ROW.pack(bytes([32 + k % 50] * 20), 300 + k, 310, 320, 128 + k % 64)


def chunk(number: int) -> bytes:
    first = number * messages.CHUNK
    return b"".join(row(k) for k in range(first, min(first + messages.CHUNK, ROWS)))


def record(lift: McuUs | None = None) -> Record:
    return Record(replace(INFO, capabilities=15), KEPT, CONTACT, lift, ms(0))


def asked(pulls: list[Pull]) -> list[int]:
    return [pull.chunk + k for pull in pulls for k in range(8) if pull.wanted >> k & 1]


def test_a_record_is_asked_for_eight_chunks_at_a_time_and_comes_whole():
    one, waiting, most, now = record(), asked(record().ask(ms(0))), 0, ms(0)
    one.ask(now)
    while waiting:
        most = max(most, len(waiting))
        number = waiting.pop(0)
        waiting += asked(one.take(Rows(grab=3, chunk=number, rows=chunk(number)), now))
    window = one.window()

    assert most == 8
    assert one.over
    assert window is not None
    assert window.t_us.tolist() == [(2_400 + k) * 400 - 1_000_000 for k in range(ROWS)]
    assert window.lines[:, 0].tolist() == [k % 50 for k in range(ROWS)]
    assert window.forces[7].tolist() == pytest.approx([3.07, 3.1, 3.2])
    assert window.imu is not None
    assert window.imu[:3].tolist() == [0.0, 1 / 64, 2 / 64]


@pytest.mark.parametrize("lost", [0.1, 0.5])
def test_a_wire_that_loses_frames_loses_no_row(lost: float):
    luck, one, now = random.Random("lost"), record(), ms(0)
    while not one.over:
        flying = asked(one.ask(now))
        while flying:
            number = flying.pop(0)
            if luck.random() >= lost:
                flying += asked(one.take(Rows(grab=3, chunk=number, rows=chunk(number)), now))
        now = HostNs(now + ms(AGAIN))

    assert one.window() is not None


def test_a_record_that_is_gone_or_never_comes_is_given_up():
    gone, silent, now = record(), record(), ms(0)
    gone.ask(now)
    gone.take(Rows(grab=3, chunk=0, rows=b""), now)
    askings = 0
    while not silent.over:
        askings += len(silent.ask(now))
        now = HostNs(now + ms(AGAIN))

    assert (gone.over, gone.window(), silent.window()) == (True, None, None)
    assert askings == GIVE_UP


def test_chunks_of_another_grab_twice_or_of_a_wrong_size_change_nothing():
    one = record()
    one.ask(ms(0))
    one.take(Rows(grab=3, chunk=0, rows=chunk(0)), ms(0))
    for rows in (
        Rows(grab=4, chunk=1, rows=chunk(1)),
        Rows(grab=3, chunk=0, rows=bytes(27 * 8)),
        Rows(grab=3, chunk=1, rows=chunk(1)[:-1]),
        Rows(grab=3, chunk=99, rows=chunk(1)),
    ):
        assert one.take(rows, ms(0)) == []

    assert 0 not in asked(one.ask(ms(AGAIN)))
    assert 1 in asked(record().ask(ms(0)))


def test_a_lifted_totem_has_time_to_fall_before_its_record_is_told():
    one = record(lift=McuUs(1_090_000))
    early = one.ask(ms(FALLING - 1))
    one.fell(McuUs(1_500_000), ms(FALLING - 1))

    assert early == []
    assert asked(one.ask(ms(FALLING - 1))) == list(range(8))


def test_the_history_gives_the_chunks_of_what_was_frozen_and_no_more():
    history = History()
    for index in range(2_000):
        at = index % 1_280 * 27
        history.kept[at : at + 27] = row(index)
    history.freeze(7, 1_500, 1_599)
    rows = b"".join(history.chunk(k) for k in range(history.chunks()))

    assert (history.grab, history.first, history.rows, history.begin) == (7, 1_499, 100, 1_600)
    assert rows == b"".join(row(index) for index in range(1_500, 1_600))
    assert history.chunk(history.chunks()) == b""


def test_further_lines_of_a_grab_are_onsets_of_its_window_and_no_new_contact():
    desk = Desk()
    further = desk.base.frame(messages.CONTACT, event=1, grab=1, scan=FIRST + 10, frac=0, line=14)
    told = desk.hear(desk.touch(), further, desk.levels(FIRST + 1), desk.lift(event=2, scan=FIRST + 90))

    assert kinds(told) == ["Contact", "Window", "TotemStanding"]
    window = told[1]
    assert isinstance(window, Window)
    assert window.onsets == ((2, 0), (14, 3_800))


def test_a_fall_is_told_with_its_grab_when_a_hand_had_lifted_the_totem():
    desk = Desk()
    desk.hear(desk.touch(), desk.lift(scan=FIRST + 90))
    (fell,) = desk.hear(desk.base.frame(messages.FALL, event=2, grab=1, scan=FIRST + 1_000))
    knocked = Desk()
    knocked.hear(knocked.lift(event=0, grab=0, scan=FIRST))
    (alone,) = knocked.hear(knocked.base.frame(messages.FALL, event=1, grab=0, scan=FIRST + 1_000))

    assert isinstance(fell, TotemFell)
    assert isinstance(alone, TotemFell)
    assert (fell.grab, alone.grab) == (1, None)
    assert abs(fell.at - ms(2_400)) < ms(2)


@pytest.mark.parametrize("by", [3_012, -550])
def test_a_turn_of_the_base_is_told_in_degrees(by: int):
    desk = Desk()
    (turned,) = desk.hear(desk.base.frame(messages.TURN, event=0, scan=FIRST, by=by))

    assert isinstance(turned, BaseTurned)
    assert turned.by == pytest.approx(by / 100)


def test_the_host_pulls_a_record_and_tells_it_once():
    desk = Desk()
    desk.hear(desk.touch(), desk.base.frame(messages.RELEASE, event=1, grab=1, scan=FIRST + 500))
    desk.hear(desk.base.frame(messages.RECORD, event=2, grab=1, scan=FIRST - 20, rows=10))
    desk.run(2)
    pulled = desk.sent.count("PULL")
    told = desk.hear(
        *(
            desk.base.frame(messages.ROWS, grab=1, chunk=k, rows=b"".join(map(row, range(many))))
            for k, many in ((0, 8), (1, 2))
        )
    )

    assert pulled == 1
    assert kinds(told) == ["Recorded"]
    recorded = told[0]
    assert isinstance(recorded, Recorded)
    assert recorded.window.contact.grab == 1
    assert np.all(np.diff(recorded.window.t_us) == 400)


def test_what_the_base_doubts_and_misses_is_logged_once(caplog: pytest.LogCaptureFixture):
    desk = Desk()
    for _ in range(3):
        desk.hear(desk.base.state(scan=FIRST, faulty=1 << 4 | 1 << 21 | 1 << 23, lost_scans=9))

    said = [entry.message for entry in caplog.records]
    assert said == [
        "the base does not believe: line 4, support 1, IMU; `perroquet totem selftest` says more",
        "the base has missed 9 scans",
    ]
    assert not [reading for reading in desk.told if isinstance(reading, TotemStanding)][1:]


def test_a_base_that_doubts_no_more_is_said_to(caplog: pytest.LogCaptureFixture):
    desk = Desk()
    caplog.set_level("INFO")
    desk.hear(desk.base.state(scan=FIRST, faulty=1 << 4))
    desk.hear(desk.base.state(scan=FIRST, faulty=0))

    assert caplog.records[-1].message == "the base believes all its sensors again"
