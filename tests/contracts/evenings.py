"""Evenings on disk for the store's tests: made, damaged, and loaded again."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from perroquet.drivers.salvage import PAGE_SIZE
from perroquet.drivers.store import SqliteStore
from perroquet.kernel.errors import JournalDamaged
from perroquet.kernel.journal import Codec, Record, Recovery
from perroquet.kernel.units import HostNs, Seq


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
