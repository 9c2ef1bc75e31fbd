"""The journal on disk: one SQLite file, one writer, one thread of its own.

| file in the state folder | holds |
|---|---|
| `evening.db` (`-wal`, `-shm`) | the running evening |
| `evening.lock` | held while a Perroquet runs; until it closes cleanly, its process number and last event |
| `evening.new`, `evening.rebuilt` | a file in the making, and one that only waits to take its place |
| `evenings/0001.db` ... | finished evenings |
| `damaged-0001/` ... | damaged files as they were found |
"""

import asyncio
import errno
import fcntl
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

from perroquet.drivers.journal_file import Examined, build, examine, insert, is_there, log_of, sync
from perroquet.drivers.salvage import Row
from perroquet.kernel.errors import JournalBusy, JournalError, StateFolderUnwritable
from perroquet.kernel.journal import Codec, Record, Recovery
from perroquet.kernel.units import Seq
from perroquet.ports import Store

_log = logging.getLogger(__name__)

_FIELD = 20
"""Bytes of a number in `evening.lock`."""

_CHECKPOINT_PAGES = 200
"""A log of at most about 800 kB: read again at each power-on, so kept short."""

T = TypeVar("T")


def connect(path: Path) -> sqlite3.Connection:
    """Open `path` for writing; transactions are begun and ended by hand."""
    return sqlite3.connect(path, isolation_level=None)


class SqliteStore(Store):
    """The journal in `folder/evening.db`."""

    def __init__(self, folder: Path, codec: Codec, *, connect: Callable[[Path], sqlite3.Connection] = connect) -> None:
        self._folder = folder
        self._codec = codec
        self._connect = connect
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._db: sqlite3.Connection | None = None
        self._home: os.stat_result | None = None
        self._lock: int | None = None
        self._last = 0
        self._recovered: Recovery | None = None
        self._closed = False

    @property
    @override
    def recovered(self) -> Recovery | None:
        return self._recovered

    @override
    async def load(self) -> tuple[Record, ...]:
        return await self._do(self._load)

    @override
    async def append(self, records: Sequence[Record]) -> None:
        await self._do(lambda: self._append(records))

    @override
    async def archive(self) -> Path:
        return await self._do(self._archive)

    @override
    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise JournalError(f"the journal in {self._folder} is closed; make a new store to open it again")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    @property
    def _path(self) -> Path:
        return self._folder / "evening.db"

    def _opened(self) -> sqlite3.Connection:
        if self._db is None:
            raise JournalError(f"the journal in {self._folder} is not open; await `load` before anything else")
        return self._db

    # What follows runs in the store's own thread.

    def _load(self) -> tuple[Record, ...]:
        if self._db is not None:
            lines = self._db.execute("SELECT line FROM records ORDER BY seq")
            return tuple(self._codec.decode(line) for (line,) in lines)
        try:
            unclean = self._take_lock()
            noted = self._noted()
            self._finish_rebuild()
            examined = _compared(self._examine(unclean=unclean), noted)
            self._last = len(examined.records)
            self._open()
        except (OSError, sqlite3.Error) as err:
            self._close()
            raise _refusal(self._folder, err) from err
        except JournalError:
            self._close()
            raise
        self._recovered = examined.recovery
        return examined.records

    def _take_lock(self) -> bool:
        """Hold the folder until closing or death; return whether the last holder died."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self._folder / "evening.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        holder = os.pread(self._lock, _FIELD, 0).decode(errors="replace").strip()
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as err:
            raise JournalBusy(
                f"the journal in {self._folder} is in use by another Perroquet (process {holder or 'starting'}); "
                "stop that one, or give this one another state folder"
            ) from err
        return bool(holder)

    def _examine(self, *, unclean: bool) -> Examined:
        # Looked at first: making and reading the file leave an empty log.
        gone = [path.name for path in (self._path, log_of(self._path)) if unclean and not path.exists()]
        if not is_there(self._path):
            build(self._path, ())
        examined = examine(self._path, self._codec, live=False)
        if examined.recovery is not None:
            return self._rebuild(examined, examined.recovery)
        if not gone:
            return examined
        why = f"the last run did not close, and {' and '.join(gone)} went away since, with the latest events"
        _log.warning("%s: %s", self._folder, why)
        kept = Seq(len(examined.records))
        return replace(examined, recovery=Recovery(kept=kept, dropped=0, why=why, aside=None))

    def _rebuild(self, examined: Examined, recovery: Recovery) -> Examined:
        """Keep the damaged files aside and begin again from the whole events.

        Dying anywhere in here loses nothing: until `evening.rebuilt` exists the damaged files are still in place, and
        from then on `_finish_rebuild` goes on.
        """
        aside = _next(self._folder, "damaged-{:04d}")
        aside.mkdir()
        for name in (self._path, log_of(self._path)):
            if name.exists():
                shutil.copy2(name, aside / name.name)
                sync(aside / name.name)
        (aside / "why.txt").write_text(f"{recovery.why}\n", encoding="utf-8")
        sync(aside / "why.txt")
        sync(aside)
        build(self._folder / "evening.rebuilt", examined.rows)
        self._finish_rebuild()
        _log.warning("%s: %s; the damaged files are in %s", self._path, recovery.why, aside)
        return replace(examined, recovery=replace(recovery, aside=aside))

    def _finish_rebuild(self) -> None:
        rebuilt = self._folder / "evening.rebuilt"
        if not rebuilt.exists():
            return
        for suffix in ("-wal", "-shm"):
            # The log of the damaged file would be taken for the new one's.
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        rebuilt.replace(self._path)
        sync(self._folder)

    def _open(self) -> None:
        self._db = self._connect(self._path)
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        # From this write on there is a log until a clean close, so that a missing log can be told from none.
        self._db.execute("INSERT INTO openings DEFAULT VALUES")
        self._home = self._path.stat()
        if self._lock is not None:
            os.pwrite(self._lock, f"{os.getpid():<{_FIELD}}".encode(), 0)
        self._note()

    def _note(self) -> None:
        """Write down how far the journal goes, so that a log that was cut short since can be told from a shorter one.

        It comes after the event is durable and may itself be lost: what it says was true, and may be too little.
        """
        if self._lock is not None:
            os.pwrite(self._lock, f"{self._last:<{_FIELD}}".encode(), _FIELD)

    def _noted(self) -> int:
        text = os.pread(self._lock, _FIELD, _FIELD) if self._lock is not None else b""
        return int(text) if text.strip().isdigit() else 0

    def _append(self, records: Sequence[Record]) -> None:
        db = self._opened()
        first = self._last + 1
        numbers = [record.seq for record in records]
        if numbers != list(range(first, first + len(numbers))):
            raise JournalError(f"events {numbers} do not follow event {self._last}; append each event once, in order")
        if not self._at_home():
            raise JournalError(
                f"events {numbers} cannot be kept: {self._path} is not there any more, it was moved or removed while "
                "Perroquet used it; put it back, or start again for a new evening"
            )
        rows = [Row(record.seq, first, self._codec.encode(record)) for record in records]
        try:
            insert(db, rows)
        except sqlite3.Error as err:
            raise JournalError(
                f"events {numbers} cannot be kept in {self._path}: {err}; none of them happened; "
                "make room on the disk, then try again"
            ) from err
        self._last += len(rows)
        self._note()

    def _at_home(self) -> bool:
        try:
            return self._home is not None and os.path.samestat(self._home, self._path.stat())
        except OSError:
            return False

    def _archive(self) -> Path:
        self._opened().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._close_file()
        evenings = self._folder / "evenings"
        evenings.mkdir(exist_ok=True)
        kept = _next(evenings, "{:04d}.db")
        self._path.replace(kept)
        sync(evenings)
        build(self._path, ())
        self._last = 0
        self._open()
        return kept

    def _close_file(self) -> None:
        if self._lock is not None and self._db is not None:
            # Before the log goes: dying between the two must not look like a log that was lost.
            os.ftruncate(self._lock, 0)
        if self._db is not None:
            self._db.close()
        self._db = None

    def _close(self) -> None:
        self._close_file()
        if self._lock is not None:
            os.close(self._lock)
        self._lock = None


def _compared(examined: Examined, noted: int) -> Examined:
    """Return what was read, with what is missing of it: the last run knew of `noted` events at least."""
    kept, recovery = len(examined.records), examined.recovery
    if kept >= noted:
        return examined
    if recovery is not None:
        return replace(examined, recovery=replace(recovery, dropped=max(recovery.dropped, noted - kept)))
    why = f"the last run kept {noted} events, and only {kept} are there: the journal was cut short since"
    _log.warning("%s", why)
    return replace(examined, recovery=Recovery(kept=Seq(kept), dropped=noted - kept, why=why, aside=None))


def _next(folder: Path, pattern: str) -> Path:
    """Return the first name of `pattern` that is free in `folder`."""
    return next(path for number in count(1) if not (path := folder / pattern.format(number)).exists())


def _refusal(folder: Path, err: OSError | sqlite3.Error) -> JournalError:
    if isinstance(err, JournalError):
        return err
    disk_full = err.errno == errno.ENOSPC if isinstance(err, OSError) else err.sqlite_errorcode == sqlite3.SQLITE_FULL
    if disk_full:
        return JournalError(f"the disk of the state folder {folder} is full: {err}; make room, then start again")
    return StateFolderUnwritable(
        f"the state folder {folder} cannot be written: {err}; give its owner the right to write, "
        "or name another folder in the configuration"
    )
