"""What every store owes the table, on disk and in memory."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from perroquet.drivers.sim.store import MemoryStore
from perroquet.drivers.store import SqliteStore
from perroquet.kernel.errors import JournalError
from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.units import HostNs, Seq
from perroquet.ports import Store

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    text: str


CODEC = Codec({"table": (Said,)})

Open = Callable[[], Store]
"""A store over what the one before it has kept."""


def said(seq: int, text: str = "bonjour") -> Record:
    return Record(seq=Seq(seq), at=HostNs(seq), boot=1, source="table", event=Said(text=text))


def evening(last: int) -> tuple[Record, ...]:
    return tuple(said(seq) for seq in range(1, last + 1))


@pytest.fixture(params=["disk", "memory"])
async def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Open]:
    opened: list[Store] = []
    kept: list[str] = []

    def make() -> Store:
        if request.param == "disk":
            store: Store = SqliteStore(tmp_path, CODEC)
        else:
            store = MemoryStore(CODEC, kept)
            store.lines = kept
        opened.append(store)
        return store

    yield make
    for store in opened:
        await store.aclose()


async def test_a_new_journal_is_empty(open_store: Open) -> None:
    store = open_store()

    assert await store.load() == ()
    assert store.recovered is None


async def test_what_was_appended_is_there_at_the_next_power_on(open_store: Open) -> None:
    store = open_store()
    await store.load()
    await store.append(evening(2))
    await store.append([said(3, "é\n\0")])
    await store.aclose()

    again = open_store()

    assert await again.load() == (*evening(2), said(3, "é\n\0"))
    assert again.recovered is None


async def test_an_append_goes_on_after_a_power_on(open_store: Open) -> None:
    store = open_store()
    await store.load()
    await store.append(evening(2))
    await store.aclose()
    again = open_store()
    await again.load()

    await again.append([said(3)])

    assert await again.load() == evening(3)


@pytest.mark.parametrize("numbers", [[1], [2], [4], [3, 5], [4, 3]])
async def test_events_that_do_not_follow_are_refused_whole(open_store: Open, numbers: list[int]) -> None:
    store = open_store()
    await store.load()
    await store.append(evening(2))

    with pytest.raises(JournalError, match="do not follow event 2"):
        await store.append([said(number) for number in numbers])
    assert await store.load() == evening(2)


async def test_an_event_that_cannot_be_written_takes_its_append_with_it(open_store: Open) -> None:
    store = open_store()
    await store.load()
    unknown = Record(seq=Seq(2), at=HostNs(2), boot=1, source="page", event=Said(text=""))

    with pytest.raises(JournalError, match="'page'"):
        await store.append([said(1), unknown])
    assert await store.load() == ()


async def test_an_archived_evening_leaves_an_empty_one(open_store: Open) -> None:
    store = open_store()
    await store.load()
    await store.append(evening(3))

    first = await store.archive()
    await store.append([said(1, "a new evening")])
    second = await store.archive()

    assert await store.load() == ()
    assert first != second


async def test_nothing_works_before_load(open_store: Open) -> None:
    store = open_store()

    with pytest.raises(JournalError, match="`load`"):
        await store.append(evening(1))


async def test_nothing_works_after_closing_and_closing_twice_is_fine(open_store: Open) -> None:
    store = open_store()
    await store.load()
    await store.aclose()
    await store.aclose()

    with pytest.raises(JournalError):
        await store.append(evening(1))
