"""The page of a fake evening, served from a thread of its own."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from perroquet.bench.corner import BenchCorner
from perroquet.bench.handles import BenchHandles
from perroquet.web import Page, reserve

from tests.web.evening import FakeBase, FakeEvening, FakePanel, FakeSpeaker, Notes


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A served page.

    Attributes:
        notes: what the page did to the evening and the parts.
    """

    url: str
    evening: FakeEvening
    notes: Notes


@contextmanager
def serving(port: int = 0) -> Generator[Device]:
    """Serve a bench page until the block ends; once a process, since NiceGUI has one application."""
    came: list[Device] = []
    ready = threading.Event()
    end: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []

    async def main() -> None:
        notes = Notes()
        evening = FakeEvening(notes)
        handles = BenchHandles(panel=FakePanel(notes), base=FakeBase(notes), speaker=FakeSpeaker(notes))
        page = Page(evening, reserve("127.0.0.1", port), corner=BenchCorner(handles))
        serve = asyncio.create_task(page.serve())
        end.append((asyncio.get_running_loop(), serve))
        came.append(Device(url=page.url, evening=evening, notes=notes))
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
