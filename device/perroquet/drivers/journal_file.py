"""The SQLite file of one evening: made, read, and judged when it is damaged."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from perroquet.drivers.salvage import PAGE_SIZE, Row, Survey, survey_bytes, survey_rows
from perroquet.kernel.errors import JournalBusy, JournalDamaged, JournalError, JournalTooNew
from perroquet.kernel.journal import VERSION, Codec, Record, Recovery, too_new
from perroquet.kernel.units import Seq

_SCHEMA = f"""
PRAGMA page_size = {PAGE_SIZE};
PRAGMA synchronous = FULL;
BEGIN;
CREATE TABLE records (seq INTEGER PRIMARY KEY, first INTEGER NOT NULL, line TEXT NOT NULL, digest BLOB NOT NULL);
CREATE TABLE openings (number INTEGER PRIMARY KEY);
PRAGMA user_version = {VERSION};
COMMIT;
PRAGMA journal_mode = WAL;
"""

_NOT_ALLOWED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite writes beside a file even to read it; where it may not, the file is read without it."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A journal as it could be read.

    Attributes:
        records: its events, to the last whole one.
        rows: the same as they are stored.
        recovery: what a damaged tail cost, or None.
    """

    records: tuple[Record, ...]
    rows: tuple[Row, ...]
    recovery: Recovery | None


def log_of(path: Path) -> Path:
    """Return the write-ahead log of the file `path`."""
    return path.with_name(path.name + "-wal")


def is_there(path: Path) -> bool:
    """Say whether anything of a journal is at `path`; a log without its file is something."""
    return path.exists() or log_of(path).exists()


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Write `rows` in one transaction: all or none.

    Raises:
        sqlite3.Error: none is kept.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(
            "INSERT INTO records (seq, first, line, digest) VALUES (?, ?, ?, ?)",
            [(row.seq, row.first, row.line, row.digest()) for row in rows],
        )
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def build(path: Path, rows: Sequence[Row]) -> None:
    """Make the file `path` hold `rows`: at any instant it is either not there or complete and durable."""
    making = path.with_name("evening.new")
    for leftover in (making, log_of(making)):
        leftover.unlink(missing_ok=True)
    with closing(sqlite3.connect(making, isolation_level=None)) as db:
        db.executescript(_SCHEMA)
        insert(db, rows)
    making.replace(path)
    sync(path.parent)


def examine(path: Path, codec: Codec, *, live: bool) -> Examined:
    """Read the journal in `path` without changing it.

    With `live`, another process may be writing it: what is half written is not called broken.

    Raises:
        JournalError: there is no such file, it cannot be read, or an event is of no known kind.
        JournalTooNew: a newer Perroquet wrote it.
        JournalDamaged: damaged before its tail.
        JournalBusy: it is being repaired by another process.
    """
    if not is_there(path):
        raise JournalError(f"there is no journal {str(path)!r}; name an evening.db, or a file of the folder evenings")
    seen, trouble = _ask_sqlite(path)
    _refuse_newer(path, seen)
    found = seen
    if trouble or _size(log_of(path)):
        # SQLite passes in silence over all frames of the log behind a broken one; whole events may be there.
        deep = survey_bytes(_bytes(path), _bytes(log_of(path)))
        _refuse_newer(path, deep)
        found = seen.merged(Survey(deep.whole, frozenset()) if live and not trouble else deep)
    rows = _whole_from_the_start(path, found, trouble)
    records = tuple(codec.decode(row.line) for row in rows)
    return Examined(records, rows, _cost(seen, found, len(rows), trouble))


def _ask_sqlite(path: Path) -> tuple[Survey, str]:
    """Return what SQLite can read, and what it complains of."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as db:
            db.text_factory = bytes  # a damaged line need not be UTF-8
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                return Survey({}, frozenset(), version), ""
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            rows = db.execute("SELECT seq, first, line, digest FROM records ORDER BY seq").fetchall()
            return survey_rows(rows, version), "" if verdict == b"ok" else verdict.decode(errors="replace")
    except sqlite3.DatabaseError as err:
        primary = err.sqlite_errorcode & 0xFF
        if primary in _NOT_ALLOWED and path.exists():
            return survey_bytes(_bytes(path), _bytes(log_of(path))), ""
        if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalBusy(f"{path} is locked by another process: {err}; let it finish, then try again") from err
        return Survey({}, frozenset()), str(err)
    except UnicodeDecodeError as err:  # SQLite quotes the damaged text in its complaint
        return Survey({}, frozenset()), f"the file's structure is not UTF-8 ({err.reason})"


def _refuse_newer(path: Path, survey: Survey) -> None:
    if survey.version > VERSION:
        raise JournalTooNew(f"{path}: {too_new(survey.version)}")


def _whole_from_the_start(path: Path, found: Survey, trouble: str) -> tuple[Row, ...]:
    rows: list[Row] = []
    while (seq := len(rows) + 1) in found.whole:
        rows.append(found.whole[seq])
    # Of an append that was being written when power went, one page may be whole and an earlier one not. Events of a
    # later append are another matter: something that was durable has been damaged.
    later = sorted(row.seq for row in found.whole.values() if row.first > len(rows) + 1)
    if later:
        raise JournalDamaged(
            f"{path} is damaged at event {len(rows) + 1}, and {len(later)} whole events follow it (up to {later[-1]}); "
            "nothing was changed, because going on would lose them; copy the file to safety, then move it away to "
            "begin a new evening"
        )
    if trouble and not rows:
        raise JournalDamaged(
            f"no whole event can be found in {path} ({trouble}); nothing was changed; move the file away to begin a "
            "new evening"
        )
    return tuple(rows)


def _cost(seen: Survey, found: Survey, kept: int, trouble: str) -> Recovery | None:
    beyond = {seq for seq in found.broken | found.whole.keys() if seq > kept}
    if not trouble and not beyond and len(seen.whole) == kept:
        return None
    lost = f"{len(beyond)} after event {kept} could not be saved" if beyond else "all of them were found"
    why = f"the journal's file was damaged ({trouble or 'events that are not whole'}): {lost}"
    return Recovery(kept=Seq(kept), dropped=len(beyond), why=why, aside=None)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as err:
        raise JournalError(
            f"{path} cannot be read: {err.strerror}; give this user the right to read it, or move it away to begin a "
            "new evening"
        ) from err
