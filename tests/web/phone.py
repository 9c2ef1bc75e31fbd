"""A phone without a browser: it loads a page, holds its socket, and keeps every byte it was sent."""

import json
import queue
import re
import threading
import uuid
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import urlencode, urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE_S: Final = 10.0
BROWSER: Final = httpx.Client(verify=False)  # noqa: S501 - nothing is encrypted here, and loading authorities takes long


class HungUp(AssertionError):
    """The device closed the socket of a page that wanted to read on."""


@dataclass
class Phone:
    """One page and its socket. It says that it lives when it is asked, whether or not anybody reads it.

    Attributes:
        client_id: of the page.
        elements: what the page shows, by element id, after the messages so far.
        received: everything that came, as it came: the page itself, then each message.
        asked: released each time the server asked whether we live.
    """

    client_id: str
    socket: ClientConnection
    elements: dict[str, dict[str, Any]]
    received: list[str] = field(default_factory=list[str])
    asked: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _came: "queue.SimpleQueue[str | None]" = field(default_factory=queue.SimpleQueue[str | None])

    def listen(self) -> None:
        """Hear every message, and answer those of engine.io, until the socket closes."""
        with suppress(ConnectionClosed):
            for message in self.socket:
                text = message if isinstance(message, str) else message.decode()
                if text == "2":  # it hangs up on whoever does not answer in seconds
                    self.socket.send("3")
                    self.asked.release()
                self._came.put(text)
        self._came.put(None)

    def read(self, timeout: float) -> str | None:
        """Take the next message; None when none comes.

        Raises:
            HungUp: nor will any.
        """
        try:
            text = self._came.get(timeout=timeout)
        except queue.Empty:
            return None
        if text is None:
            self._came.put(None)
            raise HungUp(f"the socket of page {self.client_id} is closed")
        self.received.append(text)
        if text.startswith("42"):
            self._take(*json.loads(text[2:]))
        return text

    def _take(self, name: str, content: Mapping[str, Any]) -> None:
        if name != "update":
            return
        for element_id, element in content.items():
            if element is None:
                self.elements.pop(element_id, None)
            elif isinstance(element, dict):
                self.elements.setdefault(element_id, {}).update(cast("dict[str, Any]", element))

    def shown_seq(self) -> int:
        """Return the event that the page shows."""
        found = [one["props"]["data-seq"] for one in self.elements.values() if "data-seq" in one.get("props", {})]
        return int(found[0]) if found else 0

    def wait_for_event(self, seq: int, *, settle: bool = True) -> None:
        """Read until the page shows event `seq`; then, to `settle`, whatever else has come."""
        while self.shown_seq() < seq:
            assert self.read(PATIENCE_S) is not None, f"event {seq} did not come; {self.shown_seq()} is shown"
        while settle and self.read(0.03) is not None:
            pass

    def text(self) -> str:
        """Return everything that was ever received."""
        return "\n".join(self.received)

    def emit(self, name: str, message: object) -> None:
        """Send a socket.io event."""
        self.socket.send("42" + json.dumps([name, message]))

    def tell(self, element_id: str, listener: Mapping[str, Any], *args: object, client_id: str = "") -> None:
        """Send an element's event, as our own script would; `client_id`: in the name of another page."""
        message = {
            "id": int(element_id),
            "client_id": client_id or self.client_id,
            "listener_id": listener["listener_id"],
            "args": [json.dumps(arg) for arg in args],
        }
        self.emit("event", message)

    def is_cut_off(self) -> bool:
        """Tell whether the other side hangs up."""
        try:
            while self.read(PATIENCE_S) is not None:
                pass
        except HungUp:
            return True
        return False


def load(url: str, path: str, cookie: str) -> tuple[str, str, dict[str, dict[str, Any]]]:
    """Load a page; return its text, its client id and its elements."""
    page = BROWSER.get(f"{url}{path}", headers={"Cookie": f"perroquet={cookie}"})
    assert page.status_code == 200, page.text
    elements = re.search(r"parseElements\(String\.raw`(.*?)`\)", page.text, re.DOTALL)
    client_id = re.search(r"'client_id': '([^']+)'|\"client_id\": ?\"([^\"]+)\"", page.text)
    assert elements is not None
    assert client_id is not None
    raw = elements[1]
    for sign, code in (("&lt;", "<"), ("&gt;", ">"), ("&#96;", "`"), ("&#36;", "$"), ("&amp;", "&")):
        raw = raw.replace(sign, code)
    return page.text, client_id[1] or client_id[2], json.loads(raw)


@contextmanager
def phone(url: str, path: str, cookie: str, *, origin: str | None = None, of: str | None = None) -> Generator[Phone]:
    """Open a page and its socket; `origin` and the page it is for (`of`) can be lies."""
    text, client_id, elements = load(url, path, cookie)
    place = urlsplit(url)
    asked = {
        "EIO": "4",
        "transport": "websocket",
        "client_id": of or client_id,
        "next_message_id": "0",
        "implicit_handshake": "true",
        "tab_id": str(uuid.uuid4()),
        "document_id": str(uuid.uuid4()),
    }
    with connect(
        f"ws://{place.netloc}/_nicegui_ws/socket.io/?{urlencode(asked)}",
        additional_headers={"Cookie": f"perroquet={cookie}"},
        origin=f"http://{place.netloc}" if origin is None else origin,  # pyright: ignore[reportArgumentType] its own type
        max_size=None,
        ping_interval=None,
    ) as socket:
        opened = Phone(client_id=client_id, socket=socket, elements=elements, received=[text])
        listening = threading.Thread(target=opened.listen, name="phone", daemon=True)
        listening.start()
        assert opened.read(PATIENCE_S)
        socket.send("40")
        assert opened.read(PATIENCE_S)
        yield opened
    listening.join(PATIENCE_S)
