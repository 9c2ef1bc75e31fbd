"""The base on a serial port: pyserial in one reader thread, everything else in the event loop."""

import asyncio
import contextlib
import errno
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVarTuple, Unpack

from typing_extensions import override

from perroquet.drivers.totem_outlet import TotemOutlet
from perroquet.kernel.errors import PartBusy, PartForbidden, PartMissing, PartUnavailable
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs, Millis, Seq, after
from perroquet.link import TotemHost
from perroquet.ports import Clock, SectorLight, Totem
from perroquet.ports.totem import TotemReading

if TYPE_CHECKING:
    from serial import Serial

Ts = TypeVarTuple("Ts")

_log = logging.getLogger(__name__)

BY_ID = Path("/dev/serial/by-id")
_KNOWN = ("perroquet", "micropython", "pico")
_RETRY_S = 0.25
_READ_S = 0.5
_REST = Millis(250)
_OVERSLEPT = Millis(50)


def find_port(wanted: str | None, board: bytes | None = None, by_id: Path = BY_ID) -> str:
    """Return the path of the base's port.

    Args:
        wanted: path from the configuration, or None to look among the USB serial ports.
        board: the base met before, preferred over others.
        by_id: where udev names ports after what is plugged in.

    Raises:
        PartMissing: nothing there.
    """
    if wanted is not None:
        if not Path(wanted).exists():
            raise PartMissing(f"serial port {wanted} is not there; plug the base in, or correct the port")
        return wanted
    names = sorted(path.name for path in by_id.glob("*")) if by_id.is_dir() else []
    found = [name for name in names if any(word in name.lower() for word in _KNOWN)]
    if not found:
        raise PartMissing(f"no totem base among {names or 'no'} ports in {by_id}; plug it in, or name its port")
    mine = [name for name in found if board is not None and board.hex() in name.lower()]
    return str(by_id / (mine or found)[0])


def explain(port: str, error: OSError) -> PartUnavailable:
    """Return what a failed opening means, and the way out."""
    match error.errno:
        case errno.EAGAIN | errno.EBUSY:
            return PartBusy(f"serial port {port} is in use by another program; close it (`fuser {port}` names it)")
        case errno.EACCES | errno.EPERM:
            return PartForbidden(
                f"no permission to open {port}; add this user to the group: `sudo adduser $USER dialout`"
            )
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return PartMissing(f"serial port {port} is not there; plug the base in, or correct the port")
        case _:
            return PartUnavailable(
                f"serial port {port} cannot be opened ({error}); unplug the base and plug it in again"
            )


class SerialTotem(Totem):
    """The driver for a base on a serial port, real or pseudo. Make it in a running loop.

    Args:
        clock: of the host.
        port: path, or None to find the base by its USB name; it is looked for anew whenever it is lost.
    """

    def __init__(self, clock: Clock, port: str | None = None) -> None:
        from serial import Serial

        self._make: Callable[[str], Serial] = lambda path: Serial(path, timeout=_READ_S, exclusive=True)
        self._clock = clock
        self._wanted = port
        self._host = TotemHost(number=int.from_bytes(os.urandom(1), "little"))
        self._board: bytes | None = None
        self._port: Serial | None = None
        self._outlet = TotemOutlet(clock)
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, name="serial totem", daemon=True)
        self._thread.start()
        self._task = self._loop.create_task(self._beat(), name="serial totem")
        self._outlet.mind(self._task)

    @override
    def readings(self) -> AsyncIterator[TotemReading]:
        return self._outlet.readings()

    @override
    def show(self, sectors: Sequence[SectorLight], cause: Seq) -> None:
        self._host.show(sectors)
        self._drain()

    @override
    async def aclose(self) -> None:
        self._closing.set()
        self._task.cancel()
        await asyncio.wait([self._task])  # one that has broken was told of when it did
        await asyncio.to_thread(self._end_reader, self._port)
        if self._port is not None:
            self._port.close()
            self._port = None
        self._outlet.close()

    def _end_reader(self, port: "Serial | None") -> None:
        if port is not None:
            port.cancel_read()
        self._thread.join()

    # In the loop.

    async def _beat(self) -> None:
        while True:
            due = self._host.due() or after(self._clock.now(), _REST)
            await self._clock.sleep_until(due)
            if self._clock.now() > after(due, _OVERSLEPT):  # listen to what has come meanwhile before judging silence
                await self._clock.sleep_until(after(self._clock.now(), _OVERSLEPT))
            self._host.tick(self._clock.now())
            self._drain()

    def _opened(self, port: "Serial", now: HostNs) -> None:
        self._port = port
        self._host.plugged(now)
        self._drain()

    def _arrived(self, port: "Serial", data: bytes, now: HostNs) -> None:
        if port is self._port:
            self._host.receive(data, now)
            self._board = self._host.board or self._board
            self._drain()

    def _failed(self, cause: Cause, why: str, now: HostNs) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
        self._host.unplugged(cause, why, now)
        self._drain()

    def _drain(self) -> None:
        for reading in self._host.readings():
            self._outlet.tell(reading)
        data = self._host.take()
        if data and self._port is not None:
            # What does not fit, or meets a cable just pulled, is lost: the link repeats what matters, and the reader
            # finds out about the cable.
            with contextlib.suppress(OSError):
                os.write(self._port.fileno(), data)

    # In the reader thread.

    def _read(self) -> None:
        while not self._closing.is_set():
            path = self._wanted or str(BY_ID)
            try:
                path = find_port(self._wanted, self._board)
                port = self._make(path)
            except OSError as err:
                told = err if isinstance(err, PartUnavailable) else explain(path, err)
                self._post(self._failed, told.cause, str(told), self._clock.now())
            else:
                self._post(self._opened, port, self._clock.now())
                try:
                    self._listen(port)
                except OSError as err:
                    why = f"the base was unplugged from {path} ({err}); plug it in again"
                    self._post(self._failed, Cause.UNPLUGGED, why, self._clock.now())
            self._closing.wait(_RETRY_S)

    def _listen(self, port: "Serial") -> None:
        while not self._closing.is_set():
            data = port.read(1)
            if data:
                data += port.read(port.in_waiting)  # the rest of the frame has come with its first byte
                self._post(self._arrived, port, data, self._clock.now())

    def _post(self, call: Callable[[Unpack[Ts]], None], *args: *Ts) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed before us; nobody is left to tell
            self._loop.call_soon_threadsafe(call, *args)
