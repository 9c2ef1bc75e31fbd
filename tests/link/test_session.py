"""The conversation with one base: handshake, heartbeat, order, silence."""

import pytest
from perroquet.firmware.shared import messages
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs
from perroquet.link.frames import Event, Levels, State, Touched
from perroquet.link.session import Happening, Met, Parted, Session

from tests.link.far_end import FarEnd, ms


class Talk:
    """A session and a base, in step."""

    def __init__(self, *, meet: bool = True) -> None:
        self.now = ms(1000)
        self.base = FarEnd()
        self.session = Session(number=256, now=self.now)
        self.news: list[Happening] = []
        if meet:
            self.run(500)
            assert isinstance(self.news[0], Met)
            self.news.clear()

    def hear(self, data: bytes) -> list[Happening]:
        happened = self.session.receive(data, self.now)
        self.news += happened
        return happened

    def run(self, for_ms: int, *, alive: bool = True) -> None:
        """Let time pass in milliseconds; `alive` = the base answers."""
        end = self.now + ms(for_ms)
        while self.now < end:
            self.now = HostNs(self.now + ms(1))
            self.news += self.session.tick(self.now)
            sent = self.session.take()
            if alive and sent:
                self.hear(self.base.answer(sent, self.now))

    def said(self) -> list[str]:
        return [name for name, _ in self.base.heard(self.session.take())]

    def contact(self, event: int, *, scan: int = 5000) -> bytes:
        return self.base.frame(messages.CONTACT, event=event, grab=(event + 1) & 0xFFFF, scan=scan)

    def events(self) -> list[int]:
        return [item.event for item in self.news if isinstance(item, Event)]


def test_a_base_is_met_once_it_has_named_itself_and_answered_a_ping():
    talk = Talk(meet=False)
    talk.run(50)

    met, state = talk.news
    assert isinstance(met, Met)
    assert met.info.board == b"boardnum"
    assert isinstance(state, State)
    assert talk.session.clock.ready


def test_pings_come_about_four_times_a_second():
    talk = Talk()
    talk.run(10_000)

    talk.session.take()
    pings = 0
    for _ in range(10_000):
        talk.now = HostNs(talk.now + ms(1))
        talk.session.tick(talk.now)
        sent = talk.session.take()
        pings += [name for name, _ in talk.base.heard(sent)].count("PING")
        talk.hear(talk.base.state())
    assert 40 <= pings <= 44


def test_half_a_frame_and_a_boot_banner_before_the_answer_cost_nothing():
    talk = Talk(meet=False)
    talk.hear(talk.base.state()[4:] + b"MPY: soft reboot\r\nMicroPython v1.28.0; Raspberry Pi Pico\r\n\0")
    talk.run(50)

    assert isinstance(talk.news[0], Met)


def test_an_answer_to_an_earlier_host_is_not_taken_for_ours():
    talk = Talk(meet=False)
    talk.hear(talk.base.info(255) + talk.base.state())

    assert talk.session.info is None


def test_an_event_is_given_once_and_acknowledged_each_time():
    talk = Talk()
    talk.session.take()
    talk.hear(talk.contact(0))
    talk.hear(talk.contact(0))

    assert talk.events() == [0]
    assert talk.said() == ["ACK", "ACK"]


def test_events_are_given_in_order_when_one_was_lost_on_the_way():
    talk = Talk()
    talk.session.take()
    for event in (1, 2, 0, 1, 2):
        talk.hear(talk.contact(event))

    assert talk.events() == [0, 1, 2]
    assert talk.said() == ["ACK"] * 3


def test_event_numbers_wrap():
    talk = Talk(meet=False)
    talk.now = HostNs(talk.now + ms(1))
    talk.session.tick(talk.now)
    for _ in range(3):
        talk.hear(talk.base.answer(talk.session.take(), talk.now, event=0xFFFF))
    for event in (0xFFFF, 0, 1, 0xFFFF):
        talk.hear(talk.contact(event))

    assert talk.events() == [0xFFFF, 0, 1]


def test_what_was_felt_before_we_met_is_history():
    talk = Talk()
    talk.hear(talk.contact(0, scan=499))
    talk.hear(talk.contact(1, scan=500))

    assert talk.events() == [1]


def test_a_record_that_began_before_we_met_and_was_whole_after_is_told():
    talk = Talk()
    talk.hear(talk.base.frame(messages.RECORD, event=0, grab=1, scan=133, rows=574))

    assert talk.events() == [0]


def test_when_the_base_gave_up_events_the_later_ones_still_come():
    talk = Talk()
    talk.hear(talk.base.state(lost_events=3))
    sent = talk.session.take()
    talk.hear(talk.base.answer(sent, talk.now, event=3))
    talk.hear(talk.contact(3))

    assert talk.events() == [3]


def test_a_second_answer_to_the_same_hello_repeats_no_event():
    talk = Talk()
    talk.hear(talk.contact(0))
    talk.hear(talk.base.info(256, event=0) + talk.contact(0))

    assert talk.events() == [0]


@pytest.mark.parametrize(("holding", "limit"), [(False, 600), (True, 300)])
def test_silence_is_a_lost_base_said_once(*, holding: bool, limit: int):
    talk = Talk()
    talk.hear(talk.contact(0) if holding else talk.base.state())
    talk.run(limit - 1, alive=False)
    early = [item for item in talk.news if isinstance(item, Parted)]
    talk.run(5000, alive=False)

    assert early == []
    assert [item.why for item in talk.news if isinstance(item, Parted)] == [
        f"the base has been silent for {limit} ms; check its cable"
    ]


def test_a_base_that_announced_silence_is_not_lost():
    talk = Talk()
    talk.hear(talk.base.frame(messages.BUSY, silence_ms=2000))
    talk.run(2500, alive=False)
    patient = list(talk.news)
    talk.run(200, alive=False)

    assert patient == []
    assert isinstance(talk.news[0], Parted)


def test_a_lost_base_is_asked_again_and_met_in_its_new_epoch():
    talk = Talk()
    talk.run(700, alive=False)
    talk.hear(talk.contact(5) + talk.base.levels(grab=6, scan=5001))  # still from before
    talk.run(300)

    assert [type(item) for item in talk.news] == [Parted, Met, State]


def test_something_that_is_no_base_is_said_once():
    talk = Talk(meet=False)
    for _ in range(60):
        talk.run(100, alive=False)
        talk.hear(b"AT+GMM\r\nOK\r\n\0")

    (parted,) = talk.news
    assert isinstance(parted, Parted)
    assert parted.cause is Cause.SILENT
    assert "did not answer as a totem base" in parted.why
    assert "perroquet totem flash" in parted.why


@pytest.mark.parametrize(("major", "way"), [(0, "update the base: `perroquet totem flash`"), (2, "update Perroquet")])
def test_another_major_is_refused_once_with_the_way_out(major: int, way: str):
    talk = Talk(meet=False)
    for _ in range(5):
        talk.hear(talk.base.info(256, major=major, minor=4))
        talk.run(5000, alive=False)

    (parted,) = talk.news
    assert isinstance(parted, Parted)
    assert parted.cause is Cause.FOREIGN
    assert f"protocol {major}.4, this Perroquet 1.0" in parted.why
    assert way in parted.why


def test_levels_pass_through_unacknowledged():
    talk = Talk()
    talk.session.take()
    (levels,) = talk.hear(talk.base.levels(grab=1, scan=6000, level=3))

    assert isinstance(levels, Levels)
    assert talk.said() == []


def test_a_touch_says_when_and_where():
    talk = Talk()
    (touch,) = talk.hear(talk.base.frame(messages.CONTACT, event=0, grab=1, scan=5000, frac=7, line=4))

    assert touch == Touched(event=0, grab=1, scan=5000, frac=7, line=4)
