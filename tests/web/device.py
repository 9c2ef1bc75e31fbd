"""The page of a fake evening, served from a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from perroquet.bench.corner import BenchCorner
from perroquet.bench.handles import BenchHandles
from perroquet.bench.tape import Tape
from perroquet.kernel.units import Seat
from perroquet.web import GuestBook, Guests, Page, reserve

from tests.web.evening import FakeBase, FakeEvening, FakePanel, FakeSpeaker, Notes, silence

if TYPE_CHECKING:
    from perroquet.web.health import Finding

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A served page.

    Attributes:
        notes: what the page did to the evening and the parts.
        guests: who joined; look at it, and change it through `do`.
        tape: what the bench's totem plays; change it through `do`.
    """

    url: str
    evening: FakeEvening
    notes: Notes
    guests: Guests
    tape: Tape
    loop: asyncio.AbstractEventLoop

    def do(self, act: Callable[[], T]) -> T:
        """Call `act` in the page's own loop."""

        async def called() -> T:
            return act()

        return asyncio.run_coroutine_threadsafe(called(), self.loop).result(10)

    def join(self, *, host: bool = False, seat: int | None = None) -> str:
        """Let somebody in without the door, to a seat that nobody else has then; return the cookie."""

        def admitted() -> str:
            guest = self.guests.admit()
            left = [one for one in self.guests.book.guests if one.id != guest.id]
            others = tuple(replace(one, seat=None) if one.seat == seat else one for one in left)
            guest = replace(guest, host=host, seat=None if seat is None else Seat(seat))
            self.guests.book = replace(self.guests.book, guests=(*others, guest))
            return self.guests.cookie(guest)

        return self.do(admitted)

    def empty(self) -> None:
        """Let nobody have joined; the host's page tells who was here a moment ago."""

        def emptied() -> None:
            self.guests.book = replace(self.guests.book, guests=())

        self.do(emptied)


async def examined(_language: str) -> "tuple[Finding, ...]":
    from perroquet.web.health import Finding

    return (
        Finding(part="storage", state="ok", found="12 GB free", mend=""),
        Finding(part="totem", state="missing", found="", mend="Branchez la base."),
    )


@contextmanager
def serving(port: int = 0) -> Generator[Device]:
    """Serve a bench page until the block ends; once a process, since NiceGUI has one application."""
    came: list[Device] = []
    ready = threading.Event()
    end: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []

    async def main() -> None:
        notes = Notes()
        evening = FakeEvening(notes)
        tape = Tape()
        handles = BenchHandles(
            panel=FakePanel(notes), base=FakeBase(notes), speaker=FakeSpeaker(notes), tape=tape, listen=silence
        )
        guests = Guests(book=GuestBook.new(0.0))
        page = Page(evening, reserve("127.0.0.1", port), guests, corner=BenchCorner(handles, evening), examine=examined)
        serve = asyncio.create_task(page.serve())
        loop = asyncio.get_running_loop()
        end.append((loop, serve))
        came.append(Device(url=page.where.here, evening=evening, notes=notes, guests=guests, tape=tape, loop=loop))
        ready.set()
        await asyncio.wait({serve})

    thread = threading.Thread(target=lambda: asyncio.run(main()), name="page", daemon=True)
    thread.start()
    assert ready.wait(15), "the page did not come up"
    try:
        yield came[0]
    finally:
        loop, serve = end[0]
        loop.call_soon_threadsafe(serve.cancel)
        thread.join(10)
        assert not thread.is_alive(), "the page did not end"
