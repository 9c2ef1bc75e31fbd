"""Serve the page in our own loop, on our own FastAPI application, with our own signals."""

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import Generator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Seat, Seq
from perroquet.web.bundle import spare
from perroquet.web.claims import Claims
from perroquet.web.door import addresses
from perroquet.web.gate import Gate
from perroquet.web.guests import Guest, Guests
from perroquet.web.link import EveningLink
from perroquet.web.porch import Porch
from perroquet.web.sockets import bind_sockets
from perroquet.web.visit import Visit
from perroquet.web.wording import Words, read_book, words_of

if TYPE_CHECKING:
    from fastapi import FastAPI
    from fastapi.responses import Response
    from nicegui import Client

    from perroquet.table.views import EveningView
    from perroquet.web.head import Place
    from perroquet.web.health import Examine
    from perroquet.web.screen import Corner, Screen

_log = logging.getLogger(__name__)

_HERE: Final = Path(__file__).parent
_LOOK_S: Final = 0.5
_FAREWELL_S: Final = 1
"""How long open pages may hold up the end."""
_HISTORY: Final = 200
"""Messages a browser may miss during a short loss of the network; beyond it reloads the page."""
AWAY_S: Final = 10.0
"""How long a browser may be out of reach and go on where it was: a door, a microwave, a locked screen."""
_TABS_S: Final = 60.0
"""NiceGUI would keep a store for each tab for a month; nothing of ours is in it."""

_LARGEST: Final = 64 * 1024
"""Bytes of one message of a browser."""

CONNECTIONS: Final = 160
"""Open at once from one address; a browser holds seven at most, and a system lets us have some thousand."""


class _Open:
    """One open page."""

    def __init__(self, client: "Client", screen: "Screen", visit: Visit) -> None:
        self.client, self.screen, self.visit = client, screen, visit


class Page:
    """The page of this process; one only, because NiceGUI keeps its application in a global."""

    def __init__(
        self,
        link: EveningLink,
        door: socket.socket,
        guests: Guests,
        *,
        corner: "Corner | None" = None,
        examine: "Examine | None" = None,
    ) -> None:
        """Load NiceGUI and lay out the page.

        Args:
            link: the evening.
            door: a listening socket, from `reserve`; the page closes it.
            guests: who joined.
            corner: what the bench adds.
            examine: examines the machine for the host; None = the page cannot.
        """
        import uvicorn
        from fastapi import FastAPI
        from fastapi.middleware.gzip import GZipMiddleware
        from nicegui import core, ui
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

        from perroquet.web.head import Place

        class Server(uvicorn.Server):
            @contextlib.contextmanager
            def capture_signals(self) -> Generator[None]:
                """Leave the signals to the program."""
                yield

            async def main_loop(self) -> None:
                """Look twice a second, not ten times, whether the end has come: a resting device should rest."""
                while not await self.on_tick(0):  # noqa: ASYNC110 - what is looked at is uvicorn's own flag
                    await asyncio.sleep(_LOOK_S)

        class Sparing(HttpToolsProtocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                """Hang up at once on an address that has too many."""
                super().connection_made(transport)
                hosts = Counter(one.client and one.client[0] for one in cast("set[Any]", self.connections))
                if self.client and hosts[self.client[0]] > CONNECTIONS:
                    transport.abort()

        self.where = addresses(door)
        self._link = link
        self._door = door
        self._guests = guests
        self._corner = corner
        self._examine = examine
        self._open: dict[str, _Open] = {}
        self._book = read_book(_HERE / "sentences.toml")
        self._claims = Claims(link, guests, self._redraw)
        guests.on_change.append(self._guest_changed)
        guests.changed.append(lambda _: self._redraw())
        style = _read("style.css") + _read("pages.css")
        corner_assets = corner.assets() if corner is not None else ""
        ui.add_head_html(f"<style>{style}</style><script>{_read('page.js')}</script>{corner_assets}", shared=True)
        ui.add_body_html(_read("glyphs.svg"), shared=True)
        for place in Place:
            self._serve_place(place)
        fastapi = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
        fastapi.add_middleware(GZipMiddleware)
        Porch(guests, self._words, link.now, self._home, style).open(fastapi, core.app)
        self._serve_files(fastapi)
        spare(fastapi)
        core.app.config.socket_io_js_transports = ["websocket"]
        core.app.storage.max_tab_storage_age = _TABS_S
        ui.run_with(  # pyright: ignore[reportUnknownMemberType] untyped there
            fastapi,
            title="Perroquet",
            favicon=_HERE / "favicon.svg",
            dark=True,
            language="fr",
            binding_refresh_interval=None,
            reconnect_timeout=AWAY_S,
            message_history_length=_HISTORY,
            tailwind=False,
            gzip_middleware_factory=None,
            show_welcome_message=False,
        )
        bind_sockets(guests)
        self._server = Server(
            uvicorn.Config(
                Gate(fastapi, guests),
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                http=Sparing,
                ws_max_size=_LARGEST,
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
            await self._claims.aclose()
            await asyncio.gather(watching, serving, return_exceptions=True)

    def _serve_place(self, place: "Place") -> None:
        from nicegui import Client, ui

        from perroquet.web.head import Place
        from perroquet.web.layouts import Site
        from perroquet.web.screen import Screen

        @ui.page(str(place))
        def page(client: Client) -> None:  # pyright: ignore[reportUnusedFunction] the decorator registers it
            guest = client.request.scope["guest"]
            allowed = guest.host or place not in {Place.HOST, Place.BENCH}
            shown = place if allowed and (place is not Place.BENCH or self._corner is not None) else Place.TABLE
            viewer = guest.seat if shown is Place.MINE else None
            visit = Visit(
                link=self._link,
                guests=self._guests,
                claims=self._claims,
                guest_id=guest.id,
                viewer=viewer,
                where=self.where,
            )
            screen = Screen(
                shown, self._book, Site(visit=visit, corner=self._corner, examine=self._examine).layout(shown)
            )
            screen.show(self._link.live(viewer))
            self._open[client.id] = _Open(client, screen, visit)
            self._count(guest.id, 1)
            client.on_delete(self._forget)  # pyright: ignore[reportUnknownMemberType] untyped there

    def _serve_files(self, app: "FastAPI") -> None:
        from fastapi import Request
        from fastapi.responses import Response, StreamingResponse

        async def qr(_request: Request) -> Response:
            import segno

            drawn = segno.make(f"{self.where.phone}entrer/{self._guests.code}", error="m")
            svg = drawn.svg_inline(scale=4, border=3, dark="#06170f", light="#f6f2e4", svgclass=None, lineclass=None)
            return Response(
                svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml"
            )

        async def sound(_request: Request) -> Response:
            heard = self._corner.listen() if self._corner is not None else None
            if heard is None:
                return Response(status_code=HTTPStatus.NOT_FOUND)
            return StreamingResponse(heard, media_type="audio/pcm")  # never compressed: it is not to wait

        async def photo(request: Request) -> Response:
            drawn = await self._link.photo_finish(Seq(int(request.path_params["seq"])))
            if drawn is None:
                return Response(status_code=HTTPStatus.NOT_FOUND)
            return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})

        async def told(_request: Request) -> Response:
            return _download(await self._link.story(), "text/plain; charset=utf-8", "perroquet.txt")

        async def dispute(_request: Request) -> Response:
            case = self._link.dispute()
            if case is None:
                return Response(self._words()[1]("no-dispute"), status_code=HTTPStatus.NOT_FOUND)
            return _download(case, "application/json", "perroquet-case.json")

        app.add_route("/soiree.txt", told, methods=["GET"])
        app.add_route("/litige.json", dispute, methods=["GET"])
        app.add_route("/photo/{seq:int}.svg", photo, methods=["GET"])
        app.add_route("/qr.svg", qr, methods=["GET"])
        app.add_route("/banc/son", sound, methods=["GET"])

    def _home(self, guest: Guest) -> str:
        from perroquet.web.head import Place

        if not guest.host or guest.seat is not None:
            return Place.MINE
        return Place.HOST if self._corner is None else Place.BENCH

    def _words(self) -> tuple[Language, Words]:
        language = self._link.live(None).language
        return language, words_of(self._book, language)

    def _forget(self, client: "Client") -> None:
        gone = self._open.pop(client.id, None)
        if gone is not None:
            self._count(gone.visit.guest_id, -1)

    def _count(self, guest_id: str, pages: int) -> None:
        self._guests.present[guest_id] += pages
        if self._guests.present[guest_id] <= 0:
            del self._guests.present[guest_id]
        self._redraw()

    def _guest_changed(self, guest_id: str) -> None:
        """Let the pages of a guest be built anew; what they show now may not be for it any more."""
        for open_page in tuple(self._open.values()):
            if open_page.visit.guest_id == guest_id:
                self._forget(open_page.client)
                open_page.client.run_javascript("location.reload()")

    def _redraw(self) -> None:
        """Draw anew what is no part of the evening."""
        self._show_all(anew=True)

    def _show_all(self, *, anew: bool = False) -> None:
        """Queue for every page what differs; each browser is sent its own queue by its own task."""
        seen: dict[Seat | None, EveningView] = {}  # ten pages of the table are one view
        for open_page in tuple(self._open.values()):
            viewer = open_page.visit.viewer
            try:
                view = seen[viewer] = seen.get(viewer) or self._link.live(viewer)
                with open_page.client:
                    open_page.screen.show(view, anew=anew)
            except Exception:  # noqa: BLE001 - the next event is drawn anew, and the evening does not wait for a page
                _log.exception("a page cannot be drawn")

    async def _watch(self) -> None:
        async for _ in self._link.watch():
            self._show_all()


def _download(text: str, kind: str, name: str) -> "Response":
    from fastapi.responses import Response

    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
