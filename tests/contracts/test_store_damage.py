"""What the store on disk answers to damage, planted byte by byte."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from perroquet.drivers.salvage import PAGE_SIZE
from perroquet.drivers.store import SqliteStore
from perroquet.kernel.errors import (
    JournalDamaged,
    JournalError,
    JournalTooNew,
)
from perroquet.kernel.journal import VERSION, Codec

from tests.contracts.evenings import EVENTS, Scene, evening, write

pytestmark = pytest.mark.anyio


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


@pytest.mark.parametrize("content", [b"", b"not a journal", bytes(3 * PAGE_SIZE), b"noise" * PAGE_SIZE])
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


@pytest.mark.parametrize("left", [0, 32, 10 * (24 + PAGE_SIZE) + 32])
async def test_a_log_cut_short_is_noticed(killed: Scene, left: int) -> None:
    os.truncate(killed.log, left)

    records, recovery = await killed.load()

    assert records == evening(len(records))
    assert recovery is not None
    assert (recovery.kept, recovery.dropped) == (len(records), EVENTS - len(records))


async def test_a_log_of_zeros_is_noticed(killed: Scene) -> None:
    killed.log.write_bytes(bytes(killed.log.stat().st_size))

    records, recovery = await killed.load()

    assert recovery is not None
    assert recovery.dropped == EVENTS - len(records) > 0


async def test_what_was_noticed_once_is_not_said_again(killed: Scene) -> None:
    os.truncate(killed.log, 0)
    kept, _ = await killed.load()

    assert await killed.load() == (kept, None)


async def test_a_note_that_power_left_unreadable_says_nothing(killed: Scene) -> None:
    (killed.folder / "evening.lock").write_bytes(bytes(40))

    assert await killed.load() == (evening(EVENTS), None)


async def test_a_deleted_log_is_noticed(killed: Scene) -> None:
    killed.log.unlink()

    records, recovery = await killed.load()

    assert records == evening(len(records))
    assert len(records) < EVENTS
    assert recovery is not None
    assert (recovery.kept, recovery.dropped) == (len(records), EVENTS - len(records))
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


async def test_a_damage_that_sqlite_words_in_no_utf_8_is_mended_like_any_other(closed: Scene) -> None:
    content = closed.file.read_bytes()
    closed.file.write_bytes(content.replace(b"CREATE TABLE", b"CREATE TABL\xe3", 1))

    recovery = await closed.recovered(EVENTS)
    assert "UTF-8" in recovery.why


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
