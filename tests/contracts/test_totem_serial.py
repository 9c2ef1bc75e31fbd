"""The serial driver on bad ports and bad cables: a pseudo-terminal plays what goes wrong."""

import asyncio
import errno
import os
import tty
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from blockbuster import blockbuster_ctx
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.pi.totem import SerialTotem, explain, find_port
from perroquet.firmware.shared import messages
from perroquet.kernel.errors import PartBusy, PartForbidden, PartMissing, PartUnavailable
from perroquet.kernel.readings import Cause, Contact, PartFound, PartLost, TotemStanding
from perroquet.kernel.units import HostNs
from serial import Serial

from tests.contracts.totem_script import DEADLINE_S, Watch
from tests.link.far_end import FarEnd


class Cable:
    """A base by script behind a pseudo-terminal, under a path of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.base = FarEnd()
        self.epoch = 0
        self.major = messages.MAJOR
        self._clock = MonotonicClock()
        self._start = self._clock.now()
        self._ends: tuple[int, int] | None = None

    def plug(self, first: bytes = b"") -> None:
        self.epoch += 1
        far, near = os.openpty()
        tty.setraw(near)
        os.set_blocking(far, False)
        self._ends = (far, near)
        self.path.symlink_to(os.ttyname(near))
        asyncio.get_running_loop().add_reader(far, self._answer)
        self._greeting = first

    def unplug(self) -> None:
        if self._ends is None:
            return
        far, near = self._ends
        asyncio.get_running_loop().remove_reader(far)
        self.path.unlink()
        os.close(far)
        os.close(near)
        self._ends = None

    def send(self, data: bytes) -> None:
        assert self._ends is not None
        os.write(self._ends[0], data)

    def contact(self, event: int) -> bytes:
        return self.base.frame(messages.CONTACT, event=event, grab=event + 1, scan=10_000 + event)

    def _answer(self) -> None:
        assert self._ends is not None
        data = os.read(self._ends[0], 4096)
        since = HostNs(self._clock.now() - self._start)
        greeting, self._greeting = self._greeting, b""
        self.send(greeting + self.base.answer(data, since, epoch=self.epoch, major=self.major))


Script = Callable[[Watch], Coroutine[Any, Any, None]]


def run(cable: Cable, script: Script) -> list[str]:
    """Run `script` against the driver; return the kinds of all readings, in order."""

    async def main() -> list[str]:
        with blockbuster_ctx("perroquet"):
            totem = SerialTotem(MonotonicClock(), str(cable.path))
            watch = Watch(totem)
            try:
                await script(watch)
            finally:
                await totem.aclose()
                cable.unplug()
            return [type(reading).__name__ for reading in watch.told]

    return asyncio.run(main())


@pytest.fixture
def cable(tmp_path: Path) -> Cable:
    return Cable(tmp_path / "tty")


def test_a_missing_port_is_named_and_found_when_it_comes(cable: Cable):
    async def script(watch: Watch) -> None:
        lost = await watch.until(PartLost)
        assert f"{cable.path} is not there; plug the base in" in lost.why
        cable.plug()
        await watch.until(TotemStanding)

    assert run(cable, script) == ["PartLost", "PartFound", "TotemStanding"]


def test_a_busy_port_is_named_and_found_when_it_is_free(cable: Cable):
    async def main() -> tuple[str, list[str]]:
        cable.plug()
        with Serial(str(cable.path), exclusive=True):
            totem = SerialTotem(MonotonicClock(), str(cable.path))
            watch = Watch(totem)
            lost = await watch.until(PartLost)
        await watch.until(TotemStanding)
        await totem.aclose()
        cable.unplug()
        return lost.why, [type(reading).__name__ for reading in watch.told]

    why, kinds = asyncio.run(main())
    assert f"{cable.path} is in use by another program" in why
    assert kinds == ["PartLost", "PartFound", "TotemStanding"]


class BrokenClock(MonotonicClock):
    async def sleep_until(self, at: HostNs) -> None:
        raise ZeroDivisionError(f"planted at {at}")


def test_a_driver_that_breaks_says_so_and_can_still_be_closed(cable: Cable):
    async def main() -> list[Cause]:
        totem = SerialTotem(BrokenClock(), str(cable.path))
        watch = Watch(totem)
        causes = [(await watch.until(PartLost)).cause for _ in range(2)]
        await totem.aclose()
        return causes

    assert sorted(asyncio.run(main())) == [Cause.BROKEN, Cause.MISSING]


def test_a_boot_banner_garbage_and_half_a_frame_before_the_answer_cost_nothing(cable: Cable):
    async def script(watch: Watch) -> None:
        half = cable.base.levels(grab=1, scan=3)[9:]
        cable.plug(first=b"MPY: soft reboot\r\n" + bytes(range(256)) * 4 + half + cable.contact(0)[:11] + b"\0")
        await watch.until(TotemStanding)

    kinds = run(cable, script)
    assert kinds[-2:] == ["PartFound", "TotemStanding"]
    assert "Contact" not in kinds


def test_a_cable_pulled_in_mid_frame_and_plugged_again_starts_a_new_epoch(cable: Cable):
    async def script(watch: Watch) -> None:
        cable.plug()
        await watch.until(TotemStanding)
        cable.send(cable.contact(0) + cable.contact(1)[:9])
        await watch.until(Contact)
        cable.unplug()
        lost = await watch.until(PartLost)
        assert (lost.cause, "was unplugged" in lost.why) == (Cause.UNPLUGGED, True)
        cable.plug(first=cable.contact(1)[9:])
        await watch.until(TotemStanding)
        cable.send(cable.contact(0))
        again = await watch.until(Contact)
        assert again.epoch == 2

    kinds = run(cable, script)
    assert [kind for kind in kinds if kind in ("PartFound", "Contact", "PartLost")][-5:] == [
        *("PartFound", "Contact", "PartLost", "PartFound", "Contact")
    ]


def test_a_base_of_another_major_is_refused_with_the_way_out(cable: Cable):
    cable.major = messages.MAJOR + 1

    async def script(watch: Watch) -> None:
        cable.plug()
        async with asyncio.timeout(DEADLINE_S):
            while "protocol 2.0, this Perroquet 1.0; update Perroquet" not in (await watch.until(PartLost)).why:
                pass  # "not there", when the driver looked before the cable was in

    assert "PartFound" not in run(cable, script)


@pytest.mark.parametrize(
    ("number", "kind", "says"),
    [
        (errno.EACCES, PartForbidden, "sudo adduser"),
        (errno.EAGAIN, PartBusy, "in use by another program"),
        (errno.EBUSY, PartBusy, "in use by another program"),
        (errno.ENOENT, PartMissing, "is not there"),
        (errno.ENXIO, PartMissing, "is not there"),
        (errno.EIO, PartUnavailable, "plug it in again"),
    ],
)
def test_a_port_that_cannot_be_opened_is_explained(number: int, kind: type[Exception], says: str):
    error = explain("/dev/ttyACM0", OSError(number, os.strerror(number)))

    assert type(error) is kind
    assert "/dev/ttyACM0" in str(error)
    assert says in str(error)


def test_the_base_is_found_by_its_usb_name_and_met_again_by_its_board(tmp_path: Path):
    for name in ("usb-Printer_1-if00", "usb-MicroPython_Board_in_FS_mode_aa11-if00", "usb-Perroquet_base_BB22-if00"):
        (tmp_path / name).touch()

    assert find_port(None, by_id=tmp_path).endswith("aa11-if00")
    assert find_port(None, bytes.fromhex("bb22"), by_id=tmp_path).endswith("BB22-if00")


def test_no_base_among_the_ports_names_what_was_looked_at(tmp_path: Path):
    (tmp_path / "usb-Printer_1-if00").touch()

    with pytest.raises(PartMissing, match=r"usb-Printer_1-if00.*plug it in"):
        find_port(None, by_id=tmp_path)


def test_readings_of_a_found_base_name_its_board(cable: Cable):
    async def script(watch: Watch) -> None:
        cable.plug()
        found = await watch.until(PartFound)
        assert b"boardnum".hex() in found.what

    run(cable, script)
