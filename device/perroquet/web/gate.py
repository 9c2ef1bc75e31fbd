"""What a request must be before anything of the page sees it: to us, from our own page, from somebody who joined.

Strangers reach the porch (`web.porch`) and nothing else: no asset, no socket.
"""

import ipaddress
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from perroquet.web.buckets import LOADS, MESSAGES, PICTURES, Bucket, Buckets
from perroquet.web.guests import COOKIE, MOST, Guests

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PORCH: Final = "/porte"
OPEN: Final = re.compile(r"/(porte|quoi|entrer(/[0-9]{4})?|favicon\.ico)")
"""Paths for everybody."""

ENTRANCE: Final = "/entrer"
"""The one path where something is posted, and all that is done with it."""

SOCKET: Final = "/_nicegui_ws/"
PHOTOS: Final = "/photo/"

_READ: Final = frozenset({"GET", "HEAD"})
_POSTED: Final = frozenset({"POST"})

_HOME: Final = (".local", ".lan", ".home", ".home.arpa", ".box", ".internal", ".localdomain")
"""Names that only a home's own router gives: a page of the internet cannot make its own name point to us."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""No request may leave the device; NiceGUI compiles its templates in the browser, hence `unsafe-eval`."""


def is_ours(host: str) -> bool:
    """Tell whether `host` (a Host header) can be a name of this device on its own network."""
    name = re.sub(r":[0-9]{1,5}$", "", host).lower().rstrip(".")
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return re.fullmatch(r"[a-z0-9_-]+", name) is not None or (
            name.endswith(_HOME) and re.fullmatch(r"[a-z0-9._-]+", name) is not None
        )
    return True


def is_from_us(origin: str | None, host: str, *, required: bool) -> bool:
    """Tell whether a request comes from a page of ours."""
    if origin is None:
        return not required
    return origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}


class Gate:
    """The ASGI application around all others. Puts `guest` (or None) into the scope."""

    def __init__(self, app: App, guests: Guests) -> None:
        self._app = app
        self._guests = guests
        self._loads = {allowance: Buckets(allowance, MOST) for allowance in (LOADS, PICTURES)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        socket = scope["type"] == "websocket"
        refusal = self._refusal(scope, headers, socket=socket)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif socket:
            await self._app(scope, _limited(receive, send), send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Mapping[str, str], *, socket: bool) -> tuple[int, str] | None:
        """Return status and text (or, for 303, where to go) of a refusal; None = welcome."""
        host = headers.get("host", "")
        if not is_ours(host):
            return 421, "This device answers to its own name or address only.\n"
        if not is_from_us(headers.get("origin"), host, required=socket):
            return 403, "This request comes from another page.\n"
        if not socket and scope["method"] not in (_POSTED if scope["path"] == ENTRANCE else _READ):
            return 405, "Nothing is done here by that method.\n"
        guest = scope["guest"] = self._guests.known(cookie_of(headers.get("cookie", "")))
        path = scope["path"]
        if guest is None:
            if not socket and OPEN.fullmatch(path):
                return None
            to_porch = scope.get("method") == "GET" and "text/html" in headers.get("accept", "")
            return (303, PORCH) if to_porch else (403, "Give the table's code first.\n")
        if not socket and path.startswith(SOCKET):
            return 403, "Only sockets are spoken here.\n"
        if socket or path.startswith("/_"):
            return None
        allowance = PICTURES if path.startswith(PHOTOS) else LOADS
        if not self._loads[allowance].take(guest.id, time.monotonic_ns()):
            return 429, "Too fast; wait a moment.\n"
        return None


def cookie_of(header: str) -> str | None:
    """Return our cookie out of a Cookie header."""
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value


async def _refuse(scope: Scope, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    where = [(b"location", text.encode())] if status == 303 else []
    body = b"" if where else text.encode()
    kind = (b"content-type", b"text/plain; charset=utf-8")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *where]})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    added = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return sending


def _limited(receive: Receive, send: Send) -> Receive:
    """Hang up on a socket that floods."""
    bucket = Bucket(MESSAGES)

    async def receiving() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive" and not bucket.take(time.monotonic_ns()):
            await send({"type": "websocket.close", "code": 1008})
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    return receiving
