"""One contract over both mountings of the eyes: hands on virtual time, and the vision process over a drawn table."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.eyes import ProcessEyes
from perroquet.drivers.eyes_lines import (
    Alive,
    LayTable,
    NotALine,
    WatchSeats,
    read_order,
    read_told,
    write_order,
    write_told,
)
from perroquet.drivers.eyes_process import Eye
from perroquet.drivers.sim.eyes import SteppedEyes
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.errors import CameraLost
from perroquet.kernel.readings import (
    Ailment,
    ArmLikelihood,
    CardReading,
    Cause,
    Part,
    PartAiling,
    PartFound,
    PartLost,
    Sighting,
)
from perroquet.kernel.units import Degrees, HostNs, Millis, Probability, Seat
from perroquet.ports import EyeReading, Eyes, Frame
from perroquet.vision.book import our_book
from perroquet.vision.calibration import lens_text
from perroquet.vision.sight import FIRST_LENS
from perroquet.vision.watch import Watch

SEATS = {Seat(seat): Degrees(15.0 + 90.0 * seat) for seat in range(4)}
LAID = LayTable(cards=((Seat(0), Card("S03V")), (Seat(2), Card("IN1"))), arms=())
WANTED = {(0, "S03", "V"), (2, "IN", "")}
PATIENCE_S = 240.0
"""Until a process that starts, and draws full pictures, must have told."""


@dataclass
class Mounting:
    eyes: Eyes
    lay: Callable[[], None]
    lose: Callable[[], None]
    find: Callable[[], None]
    """Nothing to do where it comes back by itself."""


async def heard(eyes: Eyes, enough: Callable[[list[EyeReading]], bool]) -> list[EyeReading]:
    """Readings until there are enough of them."""
    told = list[EyeReading]()
    async with asyncio.timeout(PATIENCE_S):
        async for reading in eyes.readings():
            told.append(reading)
            if enough(told):
                break
    return told


def seen(told: list[EyeReading]) -> set[tuple[int, str, str]]:
    cards = [one for one in told if isinstance(one, CardReading) and one.sighting is Sighting.SEEN]
    return {(card.seat, card.face, card.colour) for card in cards}


@pytest.fixture(params=["stepped", "process"])
async def mounting(request: pytest.FixtureRequest) -> AsyncIterator[Mounting]:
    if request.param == "stepped":
        stepped = SteppedEyes(MonotonicClock())

        def lay() -> None:
            stepped.see(Seat(0), "S03", "V")
            stepped.see(Seat(2), "IN")

        yield Mounting(stepped, lay, stepped.unplug, stepped.plug)
        await stepped.aclose()
        return
    process = ProcessEyes(MonotonicClock(), camera="drawn")

    def kill() -> None:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)

    yield Mounting(process, lambda: process.lay(LAID), kill, lambda: None)
    await process.aclose()


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_cards_are_seen_and_a_lost_camera_is_told_and_that_it_is_back(mounting: Mounting):
    mounting.eyes.watch(SEATS)
    mounting.lay()
    told = await heard(mounting.eyes, lambda readings: seen(readings) >= WANTED)
    mounting.lose()
    lost = await heard(mounting.eyes, lambda readings: isinstance(readings[-1], PartLost))
    mounting.find()
    found = await heard(mounting.eyes, lambda readings: isinstance(readings[-1], PartFound | CardReading))

    assert seen(told) == WANTED
    assert isinstance(lost[-1], PartLost)
    assert lost[-1].part is Part.CAMERA
    assert isinstance(found[-1], PartFound)


@pytest.mark.anyio
async def test_closing_ends_the_readings_and_may_be_done_twice(mounting: Mounting):
    await mounting.eyes.aclose()
    await mounting.eyes.aclose()

    assert [reading async for reading in mounting.eyes.readings()] == []


@pytest.mark.anyio
async def test_a_recorded_folder_that_is_not_there_is_a_missing_camera():
    eyes = ProcessEyes(MonotonicClock(), camera="/nowhere/at/all", silence=Millis(10_000))
    eyes.watch(SEATS)
    (lost,) = await heard(eyes, lambda _: True)
    await eyes.aclose()

    assert isinstance(lost, PartLost)
    assert lost.cause is Cause.MISSING


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--book", "no deck"),
        ("--book", None),
        ("--lens", "{"),
        ("--lens", "\N{BYTE ORDER MARK}"),
        ("--lens", None),
        ("--lens", lens_text(replace(FIRST_LENS, size=(640, 480)))),
    ],
)
def test_what_was_learnt_and_cannot_be_read_is_told_and_never_tried_again(
    option: str, text: str | None, tmp_path: Path
):
    """A process that ended would be started again for ever."""
    file = tmp_path / "learnt"
    if text is not None:
        file.write_bytes(text.encode("utf-16" if text.startswith("\N{BYTE ORDER MARK}") else "utf-8"))
    command = [sys.executable, "-m", "perroquet.drivers.eyes_process", "--camera", "drawn", option, str(file)]
    ended = subprocess.run(
        command, input=write_order(WatchSeats(seats=tuple(SEATS.items()))), capture_output=True, check=False
    )
    told = [read_told(line) for line in ended.stdout.splitlines()]

    assert ended.returncode == 0
    (ailing,) = [one for one in told if not isinstance(one, Alive)]
    assert isinstance(ailing, PartAiling)
    assert ailing.ailment is Ailment.LEARNT
    assert str(file) in ailing.why


# --- the lines between the processes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [WatchSeats(seats=tuple(SEATS.items())), LAID])
def test_orders_come_back_as_they_were_written(order: WatchSeats | LayTable):
    assert read_order(write_order(order)) == order


@pytest.mark.parametrize(
    "told",
    [
        CardReading(seat=Seat(1), sighting=Sighting.SEEN, at=HostNs(3), face="S03", colour="V"),
        ArmLikelihood(arms=(((Seat(0), Probability(0.75)),),), at=HostNs(4)),
        PartAiling(part=Part.CAMERA, ailment=Ailment.DARK, why="dark", at=HostNs(5)),
        PartAiling(part=Part.CAMERA, ailment=None, why="", at=HostNs(5)),
        PartLost(part=Part.CAMERA, cause=Cause.MISSING, why="gone", at=HostNs(6)),
        PartFound(part=Part.CAMERA, what="camera", at=HostNs(7)),
        Alive(),
    ],
)
def test_readings_come_back_as_they_were_written(told: CardReading):
    assert read_told(write_told(told)) == told


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"type": "Alive"}', b"\xff\xfe", b"[" * 5000])
def test_what_is_no_line_is_quoted(line: bytes):
    with pytest.raises(NotALine):
        read_told(line)
    with pytest.raises(NotALine):
        read_order(line)


# --- one camera in the process ---------------------------------------------------------------------------------------


class Ribbon:
    """A camera that goes away and comes back."""

    def __init__(self) -> None:
        self.there = False
        self.locked = 0
        self.frame: Frame | None = None

    def open(self) -> "Ribbon":
        if not self.there:
            raise CameraLost(Cause.MISSING, "no ribbon")
        return self

    def take(self) -> Frame | None:
        if not self.there:
            raise CameraLost(Cause.UNPLUGGED, "ribbon pulled")
        return self.frame

    def lock(self) -> None:
        self.locked += 1

    def close(self) -> None:
        pass


def test_a_camera_that_is_opened_is_told():
    ribbon, told = Ribbon(), list[object]()
    ribbon.there = True
    Eye(ribbon.open, Watch(our_book(), FIRST_LENS), told.append, lambda: 0).look()

    assert told == [PartFound(part=Part.CAMERA, what="camera", at=HostNs(0))]


def test_a_missing_camera_is_told_once_and_tried_again_a_second_later():
    ribbon, told, now = Ribbon(), list[object](), [0]
    eye = Eye(ribbon.open, Watch(our_book(), FIRST_LENS), told.append, lambda: now[0])
    for now[0] in (0, 200_000_000, 999_000_000):
        assert not eye.look()
    ribbon.there = True
    assert not eye.look()
    assert [type(one) for one in told] == [PartLost]

    now[0] = 1_000_000_001
    eye.look()
    ribbon.there = False
    eye.look()
    assert [type(one) for one in told] == [PartLost, PartFound, PartLost]
    eye.close()


def test_exposure_is_locked_once_the_camera_has_settled():
    import numpy as np

    ribbon, told = Ribbon(), list[object]()
    ribbon.there = True
    ribbon.frame = Frame(y=np.full((64, 64), 5, np.uint8), at=HostNs(1))
    eye = Eye(ribbon.open, Watch(our_book(), FIRST_LENS), told.append, lambda: 0)
    for _ in range(40):
        assert eye.look()

    assert ribbon.locked == 1
    assert [one.ailment for one in told if isinstance(one, PartAiling)] == [Ailment.DARK]
