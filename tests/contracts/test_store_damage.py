"""What the store on disk answers to damage, planted byte by byte."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from perroquet.drivers.journal_file import examine
from perroquet.drivers.salvage import PAGE_SIZE
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.store import SqliteStore, connect
from perroquet.kernel.errors import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalTooNew,
    StateFolderUnwritable,
)
from perroquet.kernel.journal import VERSION, Codec, Record, Recovery
from perroquet.kernel.units import HostNs, Seq

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    text: str


CODEC = Codec({"table": (Said,)})


def said(seq: int) -> Record:
    """A record of about 300 bytes; each tenth is longer than a page."""
    text = f"event {seq}. " + "x" * (9000 if seq % 10 == 0 else 200)
    return Record(seq=Seq(seq), at=HostNs(seq), boot=1, source="table", event=Said(text=text))


def evening(last: int) -> tuple[Record, ...]:
    return tuple(said(seq) for seq in range(1, last + 1))


EVENTS = 150


@dataclass(frozen=True)
class Scene:
    """An evening of 150 events, each its own append, and its files.

    `closed`: all in evening.db. Not closed: as a kill -9 leaves it, most of it in the log.
    """

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "evening.db"

    @property
    def log(self) -> Path:
        return self.folder / "evening.db-wal"

    def content(self) -> tuple[bytes, ...]:
        return tuple(path.read_bytes() if path.exists() else b"" for path in (self.file, self.log))

    def flip(self, path: Path, needle: bytes, *, last: bool = True) -> None:
        """Flip one bit of the last (or of every) occurrence of `needle`."""
        content = bytearray(path.read_bytes())
        at = content.rfind(needle)
        assert at >= 0, needle
        while at >= 0:
            content[at] ^= 1
            at = -1 if last else content.rfind(needle)
        path.write_bytes(content)

    def zero(self, page: int) -> None:
        """Zero one page of evening.db, counted from 0; negative from its end."""
        content = bytearray(self.file.read_bytes())
        start = range(0, len(content), PAGE_SIZE)[page]
        content[start : start + PAGE_SIZE] = bytes(PAGE_SIZE)
        self.file.write_bytes(content)

    def page_of(self, needle: bytes) -> int:
        return self.file.read_bytes().index(needle) // PAGE_SIZE

    async def load(self) -> tuple[tuple[Record, ...], Recovery | None]:
        store = SqliteStore(self.folder, CODEC)
        try:
            return await store.load(), store.recovered
        finally:
            await store.aclose()

    async def recovered(self, kept: int) -> Recovery:
        """Load twice: the first time recovers `kept` events and keeps the files aside, the second finds all well."""
        before = self.content()
        records, recovery = await self.load()
        assert records == evening(kept)
        assert recovery is not None
        assert recovery.kept == kept
        assert recovery.aside is not None
        aside = Scene(recovery.aside)
        assert aside.content() == before
        assert recovery.why in (aside.folder / "why.txt").read_text()
        assert await self.load() == (evening(kept), None)
        return recovery

    async def refused(self) -> None:
        """Loading raises `JournalDamaged` and changes no byte."""
        before = self.content()
        with pytest.raises(JournalDamaged, match=r"nothing was changed.*move"):
            await self.load()
        assert self.content() == before


async def write(folder: Path) -> SqliteStore:
    store = SqliteStore(folder, CODEC)
    await store.load()
    for record in evening(EVENTS):
        await store.append([record])
    return store


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both scenes, made once: every append waits for the disk."""
    folder = tmp_path_factory.mktemp("written")

    async def make() -> None:
        store = await write(folder / "closed")
        shutil.copytree(folder / "closed", folder / "killed")
        await store.aclose()

    asyncio.run(make())
    return folder


@pytest.fixture
def closed(written: Path, tmp_path: Path) -> Scene:
    return Scene(Path(shutil.copytree(written / "closed", tmp_path / "closed")))


@pytest.fixture
def killed(written: Path, tmp_path: Path) -> Scene:
    return Scene(Path(shutil.copytree(written / "killed", tmp_path / "killed")))


async def test_a_kill_leaves_a_log_and_loses_nothing(killed: Scene) -> None:
    assert len(killed.content()[1]) > 10 * PAGE_SIZE

    assert await killed.load() == (evening(EVENTS), None)


async def test_a_damaged_last_event_is_dropped_and_said(closed: Scene) -> None:
    closed.flip(closed.file, b"event 149. ")
    closed.flip(closed.file, b'"event 150. ')

    recovery = await closed.recovered(148)

    assert recovery.dropped == 2
    assert "2 after event 148" in recovery.why


async def test_damage_before_whole_events_is_refused_untouched(closed: Scene) -> None:
    closed.flip(closed.file, b"event 50. ")

    await closed.refused()


async def test_a_zeroed_page_of_the_last_events_is_a_damaged_tail(closed: Scene) -> None:
    page = closed.page_of(b"event 149. ")
    first = min(seq for seq in range(1, EVENTS) if closed.page_of(b'"event %d. ' % seq) == page)
    closed.zero(page)
    closed.flip(closed.file, b'"event 150. ')

    await closed.recovered(first - 1)


async def test_a_zeroed_page_of_earlier_events_is_refused_untouched(closed: Scene) -> None:
    closed.zero(closed.page_of(b"event 50. "))

    await closed.refused()


@pytest.mark.parametrize("page", [0, 1])
async def test_a_zeroed_page_without_events_loses_none(closed: Scene, page: int) -> None:
    closed.zero(page)

    recovery = await closed.recovered(EVENTS)

    assert recovery.dropped == 0
    assert "all of them were found" in recovery.why


async def test_a_zeroed_page_of_a_long_event_is_damage_like_any_other(closed: Scene) -> None:
    closed.zero(closed.file.read_bytes().rindex(b"x" * (PAGE_SIZE - 4)) // PAGE_SIZE)

    await closed.recovered(EVENTS - 1)


async def test_a_truncated_file_keeps_what_comes_before(closed: Scene) -> None:
    os.truncate(closed.file, closed.page_of(b"event 60. ") * PAGE_SIZE)
    left = closed.file.read_bytes()

    await closed.recovered(next(seq for seq in range(1, EVENTS) if b'"event %d. ' % (seq + 1) not in left))


@pytest.mark.parametrize("content", [b"", b"not a journal", bytes(3 * PAGE_SIZE)])
async def test_a_file_without_any_event_is_refused_untouched(closed: Scene, content: bytes) -> None:
    closed.file.write_bytes(content)

    await closed.refused()


async def test_the_last_event_damaged_in_the_log_is_dropped_and_said(killed: Scene) -> None:
    killed.flip(killed.log, b'"event 149. ', last=False)
    killed.flip(killed.log, b'"event 150. ', last=False)

    recovery = await killed.recovered(148)

    assert recovery.dropped == 2


async def test_a_broken_frame_loses_nothing_that_a_later_one_repeats(killed: Scene) -> None:
    content = bytearray(killed.log.read_bytes())
    middle = content.index(b'"event 145. ')
    content[middle : middle + 1] = b"!"
    killed.log.write_bytes(content)

    recovery = await killed.recovered(EVENTS)

    assert recovery.dropped == 0


async def test_damage_in_the_log_before_whole_events_is_refused_untouched(killed: Scene) -> None:
    killed.flip(killed.log, b'"event 145. ', last=False)

    await killed.refused()


async def test_a_broken_head_of_the_log_loses_nothing(killed: Scene) -> None:
    content = bytearray(killed.log.read_bytes())
    content[:32] = bytes(32)
    killed.log.write_bytes(content)

    await killed.recovered(EVENTS)


async def test_a_commit_that_was_being_written_is_not_damage(killed: Scene) -> None:
    log = killed.log.read_bytes()
    salt_of_the_last_commit = log.rindex(log[16:24])
    os.truncate(killed.log, salt_of_the_last_commit + PAGE_SIZE // 2)

    records, _ = await killed.load()

    assert records == evening(EVENTS - 1)


async def test_a_deleted_log_is_noticed(killed: Scene) -> None:
    killed.log.unlink()

    records, recovery = await killed.load()

    assert records == evening(len(records))
    assert len(records) < EVENTS
    assert recovery is not None
    assert recovery.kept == len(records)
    assert "evening.db-wal" in recovery.why


async def test_a_deleted_file_leaves_the_events_of_its_log(killed: Scene) -> None:
    killed.file.unlink()

    await killed.refused()


async def test_files_that_both_went_away_are_noticed(killed: Scene) -> None:
    killed.file.unlink()
    killed.log.unlink()

    records, recovery = await killed.load()

    assert records == ()
    assert recovery is not None
    assert "evening.db and evening.db-wal" in recovery.why


async def test_a_newer_journal_is_refused_untouched(closed: Scene) -> None:
    with sqlite3.connect(closed.file) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    before = closed.content()

    with pytest.raises(JournalTooNew, match=f"perroquet-journal/{VERSION + 1}"):
        await closed.load()
    assert closed.content()[0] == before[0]


async def test_an_event_of_no_known_kind_is_refused_untouched(closed: Scene) -> None:
    before = closed.content()
    store = SqliteStore(closed.folder, Codec({"table": ()}))

    with pytest.raises(JournalError, match="'Said'"):
        await store.load()
    assert closed.content()[0] == before[0]
    await store.aclose()


async def test_dying_in_the_middle_of_a_repair_loses_nothing(closed: Scene, tmp_path: Path) -> None:
    closed.flip(closed.file, b'"event 150. ')
    died = Scene(tmp_path / "died")
    shutil.copytree(closed.folder, died.folder)
    await closed.load()
    # Repaired, but the damaged file and its log are still in place.
    shutil.copy(closed.file, died.folder / "evening.rebuilt")
    died.log.write_bytes(b"the log of the damaged file")

    assert await died.load() == (evening(EVENTS - 1), None)


async def test_two_stores_on_one_folder_are_refused_until_the_first_closes(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path, CODEC)
    await first.load()
    second = SqliteStore(tmp_path, CODEC)

    with pytest.raises(JournalBusy, match=f"process {os.getpid()}"):
        await second.load()
    await first.aclose()

    assert await second.load() == ()
    await second.aclose()


HOLD = """
import asyncio, pathlib, sys
from perroquet.drivers.store import SqliteStore
from perroquet.kernel.journal import Codec

async def hold():
    await SqliteStore(pathlib.Path(sys.argv[1]), Codec({})).load()
    print("held", flush=True)
    sys.stdin.read()

asyncio.run(hold())
"""


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(JournalBusy, match=f"process {holder.pid}"):
            asyncio.run(Scene(tmp_path).load())

        holder.kill()

    assert asyncio.run(Scene(tmp_path).load()) == ((), None)


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    """A folder its owner may not write to; a test run by root does it as nobody."""
    folder = tmp_path / "state"
    folder.mkdir(mode=0o500)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield folder
    os.seteuid(user)


async def test_a_folder_without_write_permission_is_named(unwritable: Path) -> None:
    store = SqliteStore(unwritable, CODEC)

    with pytest.raises(StateFolderUnwritable, match=r"state.*owner.*another folder"):
        await store.load()
    await store.aclose()


async def test_a_folder_below_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = SqliteStore(tmp_path / "file" / "state", CODEC)

    with pytest.raises(StateFolderUnwritable, match="file/state"):
        await store.load()
    await store.aclose()


def small_disk(path: Path) -> sqlite3.Connection:
    db = connect(path)
    db.execute("PRAGMA max_page_count = 4")
    return db


async def test_a_full_disk_keeps_nothing_of_the_append_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, CODEC, connect=small_disk)
    await store.load()
    await store.append(evening(7))

    with pytest.raises(JournalError, match=r"\[8, 9, 10\].*full.*none of them happened.*make room"):
        await store.append([said(8), said(9), said(10)])
    assert await store.load() == evening(7)
    await store.append([said(8)])
    await store.aclose()

    roomy = SqliteStore(tmp_path, CODEC)
    await roomy.load()
    await roomy.append([said(9), said(10)])
    assert await roomy.load() == evening(10)
    await roomy.aclose()


class FirstCommitFails(sqlite3.Connection):
    """A disk that refuses one commit, after the statements went well."""

    failed = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT" and not self.failed:
            self.failed = True
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


async def test_a_commit_that_fails_keeps_nothing_of_the_append(tmp_path: Path) -> None:
    store = SqliteStore(
        tmp_path,
        CODEC,
        connect=lambda path: sqlite3.connect(path, isolation_level=None, factory=FirstCommitFails),
    )
    await store.load()

    with pytest.raises(JournalError, match="disk I/O error"):
        await store.append(evening(2))
    assert await store.load() == ()
    await store.append(evening(1))
    await store.aclose()


async def test_a_full_simulated_disk_says_so() -> None:
    store = MemoryStore(CODEC)
    await store.load()
    store.room = 1
    await store.append(evening(1))

    with pytest.raises(JournalError, match="full"):
        await store.append([said(2)])
    assert store.lines == [CODEC.encode(said(1))]


async def test_an_archived_evening_is_a_journal_of_its_own(tmp_path: Path) -> None:
    store = await write(tmp_path)

    kept = await store.archive()

    examined = await asyncio.to_thread(examine, kept, CODEC, live=False)
    assert kept == tmp_path / "evenings" / "0001.db"
    assert examined.records == evening(EVENTS)
    await store.aclose()


def test_a_journal_in_use_can_be_read(tmp_path: Path) -> None:
    # In another process: SQLite's locks on a file go when any descriptor of it is closed in the same process.
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()

        examined = examine(tmp_path / "evening.db", CODEC, live=True)
        holder.kill()

    assert examined.recovery is None


def test_a_journal_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no journal .*evening\.db"):
        examine(tmp_path / "evening.db", CODEC, live=False)


NEEDLES: list[Callable[[Scene], Path]] = [lambda scene: scene.file, lambda scene: scene.log]


@pytest.mark.parametrize("which", NEEDLES)
@pytest.mark.parametrize("seed", range(6))
async def test_any_bad_byte_loses_nothing_in_silence(killed: Scene, which: Callable[[Scene], Path], seed: int) -> None:
    path = which(killed)
    content = bytearray(path.read_bytes())
    content[(seed * 7919 * 13 + 4321) % len(content)] ^= 0xFF
    path.write_bytes(content)

    try:
        records, recovery = await killed.load()
    except JournalDamaged:
        return

    assert records == evening(len(records))
    assert len(records) == EVENTS or recovery is not None
