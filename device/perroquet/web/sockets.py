"""Whose socket may speak for which page. Importing this module imports nothing of NiceGUI's; calling it does."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from perroquet.web.gate import cookie_of
from perroquet.web.guests import Guests

_log = logging.getLogger(__name__)

_FORGED: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What NiceGUI trips over when a message has not the shape its own script gives it."""


def bind_sockets(guests: Guests) -> None:
    """Let a socket speak for the pages of its own guest alone: NiceGUI itself asks only for a page's id."""
    from nicegui import Client, core

    sio: Any = core.sio  # untyped there
    handlers: dict[str, Any] = sio.handlers["/"]
    connect, handshake = handlers["connect"], handlers["handshake"]

    def owns(environ: Mapping[str, Any], client_id: object) -> bool:
        client = Client.instances.get(client_id) if isinstance(client_id, str) else None
        guest = guests.known(cookie_of(str(environ.get("HTTP_COOKIE", ""))))
        return client is not None and guest is not None and client.request.scope["guest"].id == guest.id

    async def connect_own(sid: str, environ: dict[str, Any], auth: object = None) -> object:
        asked = parse_qs(str(environ.get("QUERY_STRING", ""))).get("client_id", [""])[0]
        return await connect(sid, environ, auth) if owns(environ, asked) else False

    async def handshake_own(sid: str, message: object) -> bool:
        match message:
            case {"client_id": str(client_id)} if owns(sio.get_environ(sid) or {}, client_id):
                try:
                    return bool(await handshake(sid, message))
                except _FORGED as err:
                    _log.info("refused a handshake that our page never makes: %r", err)
                    return False
            case _:
                return False

    def for_own_page(handle: Callable[[str, Any], None]) -> Callable[[str, Any], None]:
        def handle_own(sid: str, message: object) -> None:
            match message:
                case {"client_id": str(client_id)} if client_id in sio.rooms(sid):
                    try:
                        handle(sid, message)
                    except _FORGED as err:
                        _log.info("refused a message that our page never sends: %r", err)
                case _:
                    _log.info("refused a message for another page")

        return handle_own

    handlers["connect"] = connect_own
    handlers["handshake"] = handshake_own
    for name in ("event", "javascript_response", "ack", "log"):
        handlers[name] = for_own_page(handlers[name])
