"""Asking a base on a serial port what it measures."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.pi.totem import explain, find_port
from perroquet.kernel.errors import PartMissing, PartUnavailable
from perroquet.kernel.units import HostNs, McuUs, Millis, after
from perroquet.link.frames import State, Test
from perroquet.link.selftest import Finding, judged
from perroquet.link.session import Met, Parted, Session

if TYPE_CHECKING:
    from serial import Serial

_LISTEN: Final = Millis(2500)
"""Long enough for ten pings and a look at every line."""
_DEADLINE: Final = Millis(8000)


def selftest(wanted: str | None, *, now: Callable[[], int] = time.monotonic_ns) -> tuple[Finding, ...]:
    """Return what the base at `wanted` (None = find it) says of itself, the totem standing and nobody near.

    Takes some seconds. The device itself must not be running: it holds the port.

    Raises:
        PartMissing: no base, no such port, or no answer.
        PartUnavailable: the port cannot be opened, or the base speaks another protocol.
    """
    from serial import Serial

    port = find_port(wanted)
    try:
        with Serial(port, timeout=0.01, exclusive=True) as wire:
            return _asked(wire, port, now)
    except PartUnavailable:
        raise
    except OSError as err:
        raise explain(port, err) from err


def _asked(wire: "Serial", port: str, now: Callable[[], int]) -> tuple[Finding, ...]:
    start = HostNs(now())
    session, met_at, state = Session(number=start & 0xFFFF, now=start), None, None
    while (at := HostNs(now())) < after(start, _DEADLINE):
        wire.write(session.take())
        happened = session.tick(at) + session.receive(wire.read(4096), HostNs(now()))
        for happening in happened:
            match happening:
                case Met():
                    met_at = at
                    session.say(Test(nonce=1))
                case Parted():
                    raise PartUnavailable(f"{port}: {happening.why}")
                case State():
                    state = happening
                case _:
                    pass
        info, report = session.info, session.report
        if met_at is not None and at > after(met_at, _LISTEN) and info and report and state:
            _, bound = session.clock.to_host(McuUs(state.scan * info.scan_us))
            return judged(info, state, report, bound, firmware_id())
        if met_at is not None and report is None and at > after(met_at, Millis(500)):
            session.say(Test(nonce=2))
    raise PartMissing(f"nothing at {port} answered as a totem base; unplug it, plug it in, or `perroquet totem flash`")
