"""Serve the page in our own loop, on our own FastAPI application, with our own signals."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from perroquet.web.door import address
from perroquet.web.link import EveningLink
from perroquet.web.wording import read_book

if TYPE_CHECKING:
    from nicegui import Client

    from perroquet.web.screen import Corner

_log = logging.getLogger(__name__)

_HERE: Final = Path(__file__).parent
_LOOK_S: Final = 0.5
_FAREWELL_S: Final = 1
"""How long open pages may hold up the end."""
_HISTORY: Final = 200
"""Messages a browser may miss during a short loss of the network; beyond it reloads the page."""


class Page:
    """The page of this process; one only, because NiceGUI keeps its application in a global."""

    def __init__(self, link: EveningLink, door: socket.socket, *, corner: "Corner | None" = None) -> None:
        """Load NiceGUI and lay out the page.

        Args:
            link: the evening.
            door: a listening socket, from `reserve`; the page closes it.
            corner: what the bench adds.
        """
        import uvicorn
        from fastapi import FastAPI
        from nicegui import Client, ui

        from perroquet.web.screen import Screen

        class Server(uvicorn.Server):
            @contextlib.contextmanager
            def capture_signals(self) -> Generator[None]:
                """Leave the signals to the program."""
                yield

            async def main_loop(self) -> None:
                """Look twice a second, not ten times, whether the end has come: a resting device should rest."""
                while not await self.on_tick(0):  # noqa: ASYNC110 - what is looked at is uvicorn's own flag
                    await asyncio.sleep(_LOOK_S)

        self.url = address(door)
        self._link = link
        self._door = door
        self._screens: dict[str, Screen] = {}
        book = read_book(_HERE / "sentences.toml")
        ui.add_head_html(f"<style>{_read('style.css')}</style>{corner.assets() if corner else ''}", shared=True)
        ui.add_body_html(_read("glyphs.svg"), shared=True)

        @ui.page("/")
        def console(client: Client) -> None:  # pyright: ignore[reportUnusedFunction] the decorator registers it
            screen = Screen(link, None, book, corner)
            screen.show(link.live(None))
            self._screens[client.id] = screen
            client.on_delete(self._forget)  # pyright: ignore[reportUnknownMemberType] untyped there

        fastapi = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
        ui.run_with(  # pyright: ignore[reportUnknownMemberType] untyped there
            fastapi,
            title="Perroquet",
            favicon=_HERE / "favicon.svg",
            dark=True,
            language="fr",
            binding_refresh_interval=None,
            message_history_length=_HISTORY,
            tailwind=False,
            show_welcome_message=False,
        )
        self._server = Server(
            uvicorn.Config(
                fastapi,
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_FAREWELL_S,
            )
        )

    async def serve(self) -> None:
        """Serve until cancelled, or until the evening's `watch` ends; afterwards the port is free.

        Open pages see the connection close and try again by themselves.
        """
        watching = asyncio.create_task(self._watch(), name="page watch")
        serving = asyncio.create_task(self._server.serve(sockets=[self._door]), name="page server")
        try:
            done, _ = await asyncio.wait({watching, serving}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            watching.cancel()
            self._server.should_exit = True
            await asyncio.gather(watching, serving, return_exceptions=True)

    def _forget(self, client: "Client") -> None:
        self._screens.pop(client.id, None)

    async def _watch(self) -> None:
        async for seq in self._link.watch():
            try:
                view = self._link.live(None)
                for screen in tuple(self._screens.values()):
                    screen.show(view)  # queues what differs; each browser is sent its own queue by its own task
            except Exception:  # noqa: BLE001 - the next event is drawn anew, and the evening does not wait for a page
                _log.exception("event %d cannot be drawn", seq)


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
