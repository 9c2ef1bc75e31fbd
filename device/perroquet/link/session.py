"""The conversation with one base on one open port: bytes and time in, frames and bytes out. No I/O.

Handshake until the base has said who it is and answered one ping; then heartbeat, events in order and once, silence.
A lost base is asked again by the same session for as long as the port is open; nothing of the time before is believed.
"""

import logging
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from perroquet.firmware.shared import codec, messages
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs, McuUs, Millis, after
from perroquet.link.clocksync import ClockSync
from perroquet.link.frames import (
    Ack,
    Busy,
    Event,
    Fell,
    ForeignInfo,
    FromBase,
    FromHost,
    Hello,
    Info,
    Kept,
    Landed,
    Levels,
    Lifted,
    Ping,
    Pong,
    Released,
    Report,
    Rows,
    State,
    Touched,
    Turned,
    from_base,
    payload_of,
)

_log = logging.getLogger(__name__)

SILENCE: Final = Millis(600)
SILENCE_IN_CONTACT: Final = Millis(300)
ANSWER: Final = Millis(2000)
"""How long a base may take to say who it is: it may be booting."""
HELLO_EVERY: Final = Millis(97)
PING_EVERY: Final = Millis(237)
"""About 4 Hz; odd, so that pings do not fall into step with anything."""
PING_FIRST: Final = Millis(23)
FIRST_PINGS: Final = 8
GUIDE: Final = "`perroquet totem flash`"
"""Where messages about the firmware lead."""


class _Phase(Enum):
    ASKING = "asking"
    """HELLO sent, nothing heard."""
    MEETING = "meeting"
    """INFO heard; waiting for the first PONG, without which its clock means nothing."""
    TALKING = "talking"
    REFUSED = "refused"
    """Another major: nothing more is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """The base is known and its clock is too; what follows is of this epoch."""

    info: Info


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """The base does not answer (any more), or may not be talked to."""

    cause: Cause
    why: str


Happening = Met | Parted | State | Event | Levels | Rows


class Session:
    """One open port.

    Attributes:
        info: of the base, while it is known.
        clock: of its present epoch.
        report: the base's last answer to a `Test`.
    """

    def __init__(self, *, number: int, now: HostNs) -> None:
        self.info: Info | None = None
        self.report: Report | None = None
        self.clock = ClockSync()
        self._decoder = codec.Decoder()
        self._seq = 0
        self._out = bytearray(b"\0")  # ends whatever the base has half read
        self._number = number & 0xFFFF
        self._phase = _Phase.ASKING
        self._said_parted = False
        self._first_state: State | None = None
        self._pings: dict[int, HostNs] = {}
        self._pinged = 0
        self._expected = 0
        self._holding = False
        self._lost_events = 0
        self._deadline = after(now, ANSWER)
        self._heard = now
        self._next = now
        self.tick(now)

    def take(self) -> bytes:
        """Return the bytes to send now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def say(self, message: FromHost) -> None:
        """Queue a message."""
        kind, payload = payload_of(message)
        self._out += codec.encode(kind, self._seq, payload)
        self._seq = (self._seq + 1) & 0xFF

    def due(self) -> HostNs:
        """Return when `tick` wants to be called next."""
        return min(self._next, self._deadline)

    def tick(self, now: HostNs) -> list[Happening]:
        """Do what time asks for: hello, ping, or noticing silence."""
        happened: list[Happening] = []
        if now >= self._deadline:
            happened = self._part(now)
        if now < self._next:
            return happened
        match self._phase:
            case _Phase.ASKING:
                self.say(Hello(major=messages.MAJOR, minor=messages.MINOR, session=self._number))
                self._next = after(now, HELLO_EVERY)
            case _Phase.MEETING | _Phase.TALKING:
                self._pinged = (self._pinged + 1) & 0xFFFF
                self._pings[self._pinged] = now
                if len(self._pings) > FIRST_PINGS:
                    del self._pings[min(self._pings)]
                self.say(Ping(nonce=self._pinged))
                self._next = after(now, PING_FIRST if self._pinged < FIRST_PINGS else PING_EVERY)
            case _Phase.REFUSED:
                self._next = self._deadline = after(now, Millis(3_600_000))
        return happened

    def receive(self, data: bytes, now: HostNs) -> list[Happening]:
        """Take bytes read at `now`, in pieces of any size; return what they say that is news."""
        happened: list[Happening] = []
        for kind, seq, payload in self._decoder.feed(data):
            message = from_base(kind, payload)
            if message is None:
                _log.debug("passed over: %s", messages.text(kind, seq, payload))
                continue
            happened += self._hear(message, now)
        return happened

    def _hear(self, message: FromBase, now: HostNs) -> list[Happening]:
        match message:
            case ForeignInfo():
                return self._refuse(message, now)
            case Info():
                if self._phase is _Phase.ASKING and message.session == self._number:
                    self._meet(message, now)
                elif self._phase is _Phase.TALKING and message.session == self._number:
                    self._skip_to(message.event)
                return []
            case Pong():
                return self._pong(message, now)
            case Busy():
                if self._phase is _Phase.TALKING:
                    self._deadline = after(now, Millis(message.silence_ms + SILENCE))
                return []
            case Report():
                self.report = message
                return []
            case State() if self._phase is _Phase.MEETING:
                self._first_state = message
                return []
            case (
                State() | Levels() | Rows() | Touched() | Released() | Lifted() | Fell() | Landed() | Turned() | Kept()
            ):
                if self._phase is not _Phase.TALKING:
                    return []
                news = self._news(message)
                self._alive(now)
                return news
            case _:
                assert_never(message)

    def _meet(self, info: Info, now: HostNs) -> None:
        self.info = info
        self.clock = ClockSync()
        self._phase = _Phase.MEETING
        self._expected = info.event
        self._first_state = None
        self._pings.clear()
        self._pinged = 0
        self._holding = False
        self._lost_events = 0
        self._next = now
        self._alive(now)
        self.tick(now)

    def _skip_to(self, event: int) -> None:
        """Stop waiting for events the base has given up; never go back."""
        if (event - self._expected) & 0xFFFF < 0x8000:
            self._expected = event

    def _pong(self, pong: Pong, now: HostNs) -> list[Happening]:
        sent = self._pings.pop(pong.nonce, None)
        if sent is None or self.info is None:
            return []
        self.clock.add(sent=sent, mcu=McuUs(pong.at_us), received=now)
        self._alive(now)
        if self._phase is not _Phase.MEETING:
            return []
        self._phase = _Phase.TALKING
        self._said_parted = False
        met: list[Happening] = [Met(info=self.info)]
        if self._first_state is not None:
            met += self._news(self._first_state)
        return met

    def _news(self, message: State | Levels | Rows | Event) -> list[Happening]:
        match message:
            case State():
                self._holding = message.holding
                if message.lost_events != self._lost_events:
                    _log.warning("the base gave up %d events", message.lost_events - self._lost_events)
                    self._lost_events = message.lost_events
                    self.say(Hello(major=messages.MAJOR, minor=messages.MINOR, session=self._number))
                return [message]
            case Levels() | Rows():
                return [message]
            case Touched() | Released() | Lifted() | Fell() | Landed() | Turned() | Kept():
                return self._event(message)
            case _:
                assert_never(message)

    def _event(self, event: Event) -> list[Happening]:
        """Give events in the order of their numbers, each once; what comes too early comes again."""
        early = (event.event - self._expected) & 0xFFFF
        if 0 < early < 0x8000:
            return []
        self.say(Ack(event=event.event))
        if early:  # given before: only its acknowledgement was lost
            return []
        self._expected = (event.event + 1) & 0xFFFF
        if isinstance(event, Touched | Released | Lifted):
            self._holding = isinstance(event, Touched)
        # A record begins before the contact it is of, and is told when it is whole.
        told = event.scan + event.rows if isinstance(event, Kept) else event.scan
        if self.info is not None and told < self.info.scan:
            _log.debug("felt before we met: %s", event)
            return []
        return [event]

    def _alive(self, now: HostNs) -> None:
        self._deadline = after(now, SILENCE_IN_CONTACT if self._holding else SILENCE)
        self._heard = now

    def _part(self, now: HostNs) -> list[Happening]:
        """Notice that the base is gone, once, and begin to ask anew."""
        met = self._phase is _Phase.TALKING
        silent = (now - self._heard) // 1_000_000
        self.info = None
        self._phase = _Phase.ASKING
        self._number = (self._number + 1) & 0xFFFF
        self._next = now
        self._heard = now
        self._deadline = after(now, ANSWER)
        if self._said_parted:
            return []
        self._said_parted = True
        if met:
            return [Parted(cause=Cause.SILENT, why=f"the base has been silent for {silent} ms; check its cable")]
        return [
            Parted(
                cause=Cause.SILENT,
                why=f"something is plugged in but did not answer as a totem base within {silent} ms; "
                f"check the port in the configuration, or install the firmware: {GUIDE}",
            )
        ]

    def _refuse(self, info: ForeignInfo, now: HostNs) -> list[Happening]:
        if self._phase is _Phase.REFUSED:
            return []
        self._phase = _Phase.REFUSED
        self.info = None
        self._next = self._deadline = after(now, Millis(3_600_000))
        mend = f"update the base: {GUIDE}" if info.major < messages.MAJOR else "update Perroquet"
        spoken, ours = f"{info.major}.{info.minor}", f"{messages.MAJOR}.{messages.MINOR}"
        return [Parted(cause=Cause.FOREIGN, why=f"the base speaks protocol {spoken}, this Perroquet {ours}; {mend}")]
