"""What strangers see: the door, where the table's code is given, and "what is this". Plain HTML, no script.

Whoever goes astray is shown the way back here too.
"""

import html
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from perroquet.kernel.sentences import Language
from perroquet.web.guests import COOKIE, FRESH_S, Guest, Guests
from perroquet.web.lockout import Lockout
from perroquet.web.wording import Words

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

from perroquet.kernel.units import HostNs

_PAGE: Final = Path(__file__).with_name("porch.html")
_LONGEST: Final = 64
"""Bytes of a form that are read."""


class Porch:
    """The routes for strangers.

    Args:
        guests: whoever gives the code becomes one of them.
        words: returns the evening's language and the page's words in it.
        now: the host's clock.
        home: returns where a guest who came in goes first.
        style: style sheet of the whole page.
    """

    def __init__(
        self,
        guests: Guests,
        words: Callable[[], tuple[Language, Words]],
        now: Callable[[], HostNs],
        home: Callable[[Guest], str],
        style: str,
    ) -> None:
        self._guests = guests
        self._words = words
        self._now = now
        self._home = home
        self._lockout = Lockout()
        self._page = _PAGE.read_text(encoding="utf-8").replace("/*style*/", style)

    def open(self, app: "FastAPI", pages: "FastAPI") -> None:
        """Add the routes to `app`, and to `pages`, which has all others, an answer for those it has not."""
        from fastapi import Request
        from fastapi.responses import HTMLResponse, Response

        async def door(request: Request) -> Response:
            return HTMLResponse(self._door(_address(request)))

        async def nowhere(_request: Request, _error: Exception) -> Response:
            return HTMLResponse(self._nowhere(), status_code=HTTPStatus.NOT_FOUND)

        async def what(_request: Request) -> Response:
            return HTMLResponse(self._what())

        async def code_given(request: Request) -> Response:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > _LONGEST:
                    return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            given = parse_qs(body.decode("utf-8", "replace")).get("code", [""])[0]
            return self._enter(request, "".join(given.split()))

        async def code_in_link(request: Request) -> Response:
            return self._enter(request, str(request.path_params["code"]))

        pages.add_exception_handler(HTTPStatus.NOT_FOUND, nowhere)
        app.add_route("/porte", door, methods=["GET"])
        app.add_route("/quoi", what, methods=["GET"])
        app.add_route("/entrer", code_given, methods=["POST"])
        app.add_route("/entrer/{code}", code_in_link, methods=["GET"])

    def _enter(self, request: "Request", code: str) -> "Response":
        from fastapi.responses import HTMLResponse, RedirectResponse

        joined: Guest | None = request.scope.get("guest")
        if joined is not None:  # a link followed twice is no second browser
            return RedirectResponse(self._home(joined), status_code=HTTPStatus.SEE_OTHER)
        address = _address(request)
        waits = self._lockout.waits(address, self._now())
        if waits:
            page = self._door(address)
            return HTMLResponse(page, status_code=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(waits)})
        if not self._guests.knows_code(code):
            if self._lockout.failed(address, self._now()):
                self._guests.renew_code()
            return HTMLResponse(self._door(address, wrong=True), status_code=HTTPStatus.FORBIDDEN)
        self._lockout.succeeded(address)
        guest = self._guests.admit()
        cookie = self._guests.cookie(guest)
        welcome = RedirectResponse(self._home(guest), status_code=HTTPStatus.SEE_OTHER)
        welcome.set_cookie(COOKIE, cookie, max_age=FRESH_S, httponly=True, samesite="lax", path="/")
        return welcome

    def _door(self, address: str, *, wrong: bool = False) -> str:
        language, words = self._words()
        waits = self._lockout.waits(address, self._now())
        told = words("porch-wait", seconds=waits) if waits else words("porch-wrong") if wrong else ""
        form = (
            f'<p class="lead">{_text(words("porch-ask"))}</p>'
            f'<form method="post" action="/entrer"><label for="code">{_text(words("porch-code"))}</label>'
            f'<input id="code" name="code" inputmode="numeric" autocomplete="off" pattern="[0-9 ]*" maxlength="7" '
            f'required autofocus aria-describedby="told">'
            f'<button class="button main">{_text(words("porch-enter"))}</button></form>'
            f'<p class="told" id="told" role="alert">{_text(told)}</p>'
            f'<p><a href="/quoi">{_text(words("porch-what"))}</a></p>'
        )
        return self._whole(language, words("porch-title"), form)

    def _what(self) -> str:
        language, words = self._words()
        told = "".join(f"<p>{_text(words(f'what-{nth}'))}</p>" for nth in range(1, 5))
        back = f'<p><a href="/">{_text(words("porch-back"))}</a></p>'
        return self._whole(language, words("porch-what"), told + back)

    def _nowhere(self) -> str:
        language, words = self._words()
        return self._whole(language, words("porch-nowhere"), f'<p><a href="/">{_text(words("porch-back"))}</a></p>')

    def _whole(self, language: Language, title: str, inside: str) -> str:
        page = self._page.replace("<!--lang-->", language).replace("<!--title-->", _text(title))
        return page.replace("<!--inside-->", inside)


def _text(text: str) -> str:
    return html.escape(text)


def _address(request: "Request") -> str:
    return request.client.host if request.client is not None else ""
