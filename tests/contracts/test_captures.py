"""What every keeper of recordings owes the table, on disk and in memory."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from perroquet.capture import Capture, digest, packed, text_of
from perroquet.drivers.captures import CaptureFolder
from perroquet.drivers.sim.captures import MemoryCaptures
from perroquet.kernel.errors import CaptureNotKept
from perroquet.kernel.units import Degrees, Micros, Millimetres
from perroquet.ports import Captures, Kept

pytestmark = pytest.mark.anyio

MOST = 5

CAPTURE = Capture(
    scan_us=Micros(400),
    scale=24.0,
    ring_mm=tuple(Millimetres(12.0 + 11.5 * ring) for ring in range(12)),
    column_deg=tuple(Degrees(45.0 * column) for column in range(8)),
    force_deg=(Degrees(60.0), Degrees(180.0), Degrees(300.0)),
    seats=(),
    t_us=np.arange(2, dtype=np.int64) * 400,
    lines=np.ones((2, 20), dtype=np.float32),
    forces=np.ones((2, 3), dtype=np.float32),
)


class Place:
    """Where recordings lie, and what may happen to them there."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.folder = folder
        self.memory = MemoryCaptures(most=MOST)

    def open(self) -> Captures:
        return CaptureFolder(self.folder, most=MOST) if self.kind == "disk" else self.memory

    def lose(self, name: str) -> None:
        if self.kind == "disk":
            (self.folder / name).unlink()
        else:
            del self.memory.files[name]

    def damage(self, name: str, left: bytes) -> None:
        if self.kind == "disk":
            (self.folder / name).write_bytes(left)
        else:
            self.memory.files[name] = left

    def bytes_of(self, name: str) -> bytes:
        return (self.folder / name).read_bytes() if self.kind == "disk" else self.memory.files[name]

    def names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()} if self.kind == "disk" else set(self.memory.files)

    def fill(self) -> None:
        """Leave no room for another one."""
        if self.kind == "disk":
            self.folder.parent.mkdir(exist_ok=True)
            self.folder.write_text("a file where the folder should be")
        else:
            self.memory.room = 0


@pytest.fixture(params=["disk", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Place(request.param, tmp_path / "state" / "captures")


@pytest.fixture
async def captures(place: Place) -> AsyncIterator[Captures]:
    opened = place.open()
    yield opened
    await opened.aclose()


async def test_what_is_kept_is_fetched(captures: Captures) -> None:
    kept = await captures.keep("7", CAPTURE)

    fetched = await captures.fetch(kept)

    assert fetched is not None
    assert text_of(fetched) == text_of(CAPTURE)


async def test_it_is_named_after_its_event_and_hashed(captures: Captures, place: Place) -> None:
    kept = await captures.keep("1-42", CAPTURE)

    assert kept.name == "1-42.csv.gz"
    assert kept.sha256 == digest(place.bytes_of(kept.name))


async def test_a_name_that_is_taken_gets_a_number(captures: Captures) -> None:
    other = replace(CAPTURE, scale=30.0)
    first, second, third = [await captures.keep("7", one) for one in (CAPTURE, other, CAPTURE)]

    assert [kept.name for kept in (first, second, third)] == ["7.csv.gz", "7-2.csv.gz", "7-3.csv.gz"]
    fetched = await captures.fetch(first)
    assert fetched is not None
    assert fetched.scale == 24.0


async def test_the_newest_stay(captures: Captures, place: Place) -> None:
    kept = [await captures.keep(str(number), CAPTURE) for number in range(MOST + 2)]

    assert place.names() == {one.name for one in kept[2:]}
    assert await captures.fetch(kept[1]) is None


async def test_one_that_is_gone_is_none(captures: Captures, place: Place) -> None:
    kept = await captures.keep("7", CAPTURE)

    place.lose(kept.name)

    assert await captures.fetch(kept) is None
    assert await captures.fetch(Kept(name="never.csv.gz", sha256="")) is None


@pytest.mark.parametrize("left", [b"something else", packed(text_of(replace(CAPTURE, scale=30.0)))])
async def test_one_that_is_no_longer_what_it_was_is_none(captures: Captures, place: Place, left: bytes) -> None:
    kept = await captures.keep("7", CAPTURE)

    place.damage(kept.name, left)

    assert await captures.fetch(kept) is None


async def test_a_full_disk_is_said_and_leaves_nothing(captures: Captures, place: Place) -> None:
    place.fill()

    with pytest.raises(CaptureNotKept, match="'7'"):
        await captures.keep("7", CAPTURE)


async def test_closing_twice_is_fine(captures: Captures) -> None:
    await captures.aclose()
    await captures.aclose()


async def test_what_a_power_cut_left_unfinished_goes(tmp_path: Path) -> None:
    half = tmp_path / "6.csv.gz.new"
    half.write_bytes(b"half")
    captures = CaptureFolder(tmp_path)

    await captures.keep("7", CAPTURE)
    await captures.aclose()

    assert not half.exists()
