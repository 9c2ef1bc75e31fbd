"""The host's end over the evening: sessions come and go with the cable, readings come out. No I/O, no clock."""

import logging
from collections.abc import Sequence
from typing import assert_never

from perroquet.kernel.readings import (
    Ailment,
    BaseTurned,
    Cause,
    Contact,
    Part,
    PartAiling,
    PartFound,
    PartLost,
    Recorded,
    TotemFell,
    TotemHeld,
    TotemStanding,
)
from perroquet.kernel.units import Degrees, HostNs, McuUs
from perroquet.link.frames import (
    Fell,
    Info,
    Kept,
    Lamps,
    Landed,
    Levels,
    Lifted,
    Pull,
    Released,
    Rows,
    State,
    Touched,
    Turned,
)
from perroquet.link.grabs import OpenWindow, instant
from perroquet.link.records import Record
from perroquet.link.ring import sectors
from perroquet.link.session import Happening, Met, Parted, Session
from perroquet.ports.totem import SectorLight, TotemReading

_log = logging.getLogger(__name__)

_STANDS_IN_THE_WAY = frozenset({Cause.BUSY, Cause.FORBIDDEN, Cause.SILENT, Cause.FOREIGN})
"""News even of a base that is missing already: it was plugged in, and something else keeps it away."""

_EARLY = 160
"""Level frames kept for a contact that is late: 300 ms and what came before it."""


class TotemHost:
    """What a driver feeds with bytes and time, and drains after each call: `readings` first, then `take`.

    Args:
        number: any number that differs from start to start, so that a base's late answer to an earlier host is not
            taken for one to this.
    """

    def __init__(self, *, number: int = 0) -> None:
        self._number = number
        self._session: Session | None = None
        self._lights: tuple[SectorLight, ...] = ()
        self._present: bool | None = None
        self._told: Cause | None = None
        self._standing: bool | None = None
        self._window: OpenWindow | None = None
        self._early: list[Levels] = []
        self._contact: Contact | None = None
        self._lift: McuUs | None = None
        self._record: Record | None = None
        self._doubts = ""
        self._ailment: Ailment | None = None
        self._held = False
        self._lost_scans = 0
        self._readings: list[TotemReading] = []

    @property
    def board(self) -> bytes | None:
        """Unique number of the base's board, while it is known."""
        info = self._info
        return None if info is None else info.board

    def plugged(self, now: HostNs) -> None:
        """A port has been opened: say hello."""
        self._number += 1
        self._session = Session(number=self._number * 256, now=now)

    def unplugged(self, cause: Cause, why: str, now: HostNs) -> None:
        """The port has gone, or could not be opened."""
        self._session = None
        self._lost(cause, why, now)

    def show(self, lights: Sequence[SectorLight]) -> None:
        """Show this on the ring, now or when the base is there."""
        self._lights = tuple(lights)
        self._light()

    def receive(self, data: bytes, now: HostNs) -> None:
        """Take bytes that were read at `now`."""
        if self._session is not None:
            self._take_in(self._session.receive(data, now), now)

    def tick(self, now: HostNs) -> None:
        """Let time pass."""
        if self._session is not None:
            self._take_in(self._session.tick(now), now)
        if self._record is not None and self._window is None:  # a window being felt comes first
            self._pull(self._record, self._record.ask(now))

    def due(self) -> HostNs | None:
        """Return when `tick` wants to be called, or None while there is no port."""
        if self._session is None:
            return None
        due = self._session.due()
        return due if self._record is None or self._window is not None else min(due, self._record.due())

    def take(self) -> bytes:
        """Return the bytes to send now."""
        return b"" if self._session is None else self._session.take()

    def readings(self) -> list[TotemReading]:
        """Return what has been read since the last call."""
        readings, self._readings = self._readings, []
        return readings

    @property
    def _info(self) -> Info | None:
        return None if self._session is None else self._session.info

    def _take_in(self, happened: list[Happening], now: HostNs) -> None:
        for happening in happened:
            match happening:
                case Met():
                    self._found(happening.info, now)
                case Parted():
                    self._lost(happening.cause, happening.why, now)
                case State():
                    self._health(happening)
                    self._close_if_over(happening.scan)
                    self._stands(standing=happening.standing, scan=happening.scan)
                case Levels():
                    self._levels(happening)
                case Touched():
                    self._touched(happening)
                case Released():
                    self._close()
                case Lifted():
                    self._lifted(happening)
                    self._stands(standing=False, scan=happening.scan, unfelt=not happening.grab)
                case Landed():
                    self._stands(standing=True, scan=happening.scan)
                case Fell():
                    self._fell(happening, now)
                case Turned():
                    at = self._host_time(happening.scan)
                    self._readings.append(BaseTurned(by=Degrees(happening.by / 100), at=at))
                case Kept():
                    self._kept(happening, now)
                case Rows():
                    if self._record is not None:
                        more = self._record.take(happening, now)
                        self._pull(self._record, more if self._window is None else [])
                case _:
                    assert_never(happening)

    def _found(self, info: Info, now: HostNs) -> None:
        if self._present is not True:
            what = f"totem base {info.board.hex()}, firmware {info.firmware.hex()}, protocol {info.major}.{info.minor}"
            self._readings.append(PartFound(part=Part.TOTEM, what=what, at=now))
        self._present = True
        self._told = None
        self._standing = None
        self._early = []
        self._contact = None
        self._lost_scans = 0
        self._doubts = ""
        self._ailment = None
        self._held = False
        self._light()

    def _lost(self, cause: Cause, why: str, now: HostNs) -> None:
        """Say the loss once, and what stands in the way of a base that has come since."""
        if self._present is not False or (cause in _STANDS_IN_THE_WAY and cause is not self._told):
            _log.warning("the totem base is missing: %s", why)
            self._readings.append(PartLost(part=Part.TOTEM, cause=cause, why=why, at=now))
            self._told = cause
        self._present = False
        self._window = None
        self._record = None

    def _light(self) -> None:
        info = self._info
        if self._session is not None and info is not None and self._present:
            self._session.say(Lamps(sectors=sectors(self._lights, info.lamps)))

    def _host_time(self, scan: int) -> HostNs:
        session, info = self._session, self._info
        assert session is not None and info is not None  # noqa: S101, PT018 - happenings come from a base we have met
        return session.clock.to_host(instant(info, scan))[0]

    def _health(self, state: State) -> None:
        """Tell of a hand that stays, and of what the base doubts or has missed, when that changes."""
        at = self._host_time(state.scan)
        if state.held and not self._held:
            self._readings.append(TotemHeld(at=at))
        self._held = state.held
        doubts = state.doubts()
        if doubts != self._doubts:
            self._doubts = doubts
            if doubts:
                _log.warning("the base does not believe: %s; `perroquet totem selftest` says more", doubts)
            else:
                _log.info("the base believes all its sensors again")
        if state.ailment() != self._ailment:
            self._ailment = state.ailment()
            self._readings.append(PartAiling(part=Part.TOTEM, ailment=self._ailment, why=doubts, at=at))
        if state.lost_scans != self._lost_scans:
            _log.warning("the base has missed %d scans", state.lost_scans - self._lost_scans)
            self._lost_scans = state.lost_scans

    def _lifted(self, lifted: Lifted) -> None:
        info, contact = self._info, self._contact
        if info is not None and contact is not None and contact.grab == lifted.grab:
            self._lift = instant(info, lifted.scan, lifted.frac)
        self._close(lifted=lifted)

    def _fell(self, fell: Fell, now: HostNs) -> None:
        info, contact = self._info, self._contact
        known = contact is not None and contact.grab == fell.grab and self._lift is not None
        self._readings.append(TotemFell(grab=fell.grab if known else None, at=self._host_time(fell.scan)))
        if info is not None and self._record is not None and self._record.grab == fell.grab:
            self._record.fell(instant(info, fell.scan, fell.frac), now)

    def _kept(self, kept: Kept, now: HostNs) -> None:
        info, contact = self._info, self._contact
        if info is not None and contact is not None and contact.grab == kept.grab:
            self._record = Record(info, kept, contact, self._lift, now)

    def _pull(self, record: Record, asked: list[Pull]) -> None:
        """Ask for more of a record; tell it once it is whole, or let it go with the base."""
        for pull in asked:
            if self._session is not None:
                self._session.say(pull)
        if not record.over:
            return
        self._record = None
        window = record.window()
        if window is None:
            _log.warning("the base has not kept the record of grab %d; its photo finish will be coarse", record.grab)
        else:
            self._readings.append(Recorded(window=window))

    def _touched(self, touch: Touched) -> None:
        session, info = self._session, self._info
        if session is None or info is None:
            return
        first = instant(info, touch.scan, touch.frac)
        if self._contact is not None and self._contact.grab == touch.grab:  # a further line of the same grab
            if self._window is not None:
                self._window.touch(touch.line, first)
            return
        self._close()
        at, bound = session.clock.to_host(first)
        contact = Contact(grab=touch.grab, epoch=info.epoch, first=first, at=at, bound=bound)
        self._readings.append(contact)
        self._contact = contact
        self._lift = None
        self._window = OpenWindow(info, contact, held=self._held)
        self._window.touch(touch.line, first)
        early, self._early = self._early, []
        for levels in early:
            self._levels(levels)

    def _levels(self, levels: Levels) -> None:
        if self._window is not None and self._window.contact.grab == levels.grab:
            self._window.add(levels)
            self._close_if_over(levels.scan)
        else:  # its contact may have been lost on the way, and will be repeated
            self._early = [*self._early[1 - _EARLY :], levels]

    def _close_if_over(self, scan: int) -> None:
        if self._window is not None and self._window.over(scan):
            self._close()

    def _close(self, lifted: Lifted | None = None) -> None:
        window, info = self._window, self._info
        if window is None or info is None:
            return
        self._window = None
        if lifted is None or lifted.grab != window.contact.grab:
            self._readings.append(window.close())
        else:
            self._readings.append(window.close(instant(info, lifted.scan, lifted.frac)))

    def _stands(self, *, standing: bool, scan: int, unfelt: bool = False) -> None:
        session, info = self._session, self._info
        if standing == self._standing or session is None or info is None:
            return
        self._standing = standing
        at, _ = session.clock.to_host(instant(info, scan))
        self._readings.append(TotemStanding(standing=standing, at=at, unfelt=unfelt))
