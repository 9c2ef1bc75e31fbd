"""What the store on disk answers to its folder: in use, not writable, full; and to archives."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from perroquet.drivers.journal_file import examine
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.store import SqliteStore, connect
from perroquet.kernel.errors import (
    JournalBusy,
    JournalError,
    StateFolderUnwritable,
)

from tests.contracts.evenings import CODEC, EVENTS, Scene, evening, said, write

pytestmark = pytest.mark.anyio


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


async def test_a_folder_that_goes_away_under_it_is_noticed_at_the_next_event(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    store = SqliteStore(folder, CODEC)
    await store.load()
    await store.append(evening(1))
    folder.rename(tmp_path / "elsewhere")

    with pytest.raises(JournalError, match=r"\[2\].*evening\.db is not there any more.*put it back"):
        await store.append([said(2)])
    await store.aclose()
    assert await Scene(tmp_path / "elsewhere").load() == (evening(1), None)


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


@pytest.mark.parametrize("killed", [False, True])
async def test_a_journal_can_be_read_where_sqlite_may_not_write_beside_it(tmp_path: Path, *, killed: bool) -> None:
    store = await write(tmp_path / "written")
    if not killed:
        await store.aclose()
    copy = Path(shutil.copytree(tmp_path / "written", tmp_path / "copy", ignore=shutil.ignore_patterns("*-shm")))
    await store.aclose()
    (copy / "evening.db-shm").mkdir()  # a folder without the right to write would not stop root

    examined = await asyncio.to_thread(examine, copy / "evening.db", CODEC, live=True)

    assert (examined.records, examined.recovery) == (evening(EVENTS), None)


def test_a_journal_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "evening.db").mkdir()

    with pytest.raises(JournalError, match=r"evening\.db cannot be read: Is a directory; .*right to read"):
        examine(tmp_path / "evening.db", CODEC, live=True)


def test_a_journal_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no journal .*evening\.db"):
        examine(tmp_path / "evening.db", CODEC, live=False)
