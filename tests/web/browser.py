"""The system's Chromium, and what the tests watch in it."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize, sync_playwright

CHROMIUM: Final = Path("/usr/bin/chromium")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
LAPTOP: Final = ViewportSize(width=1280, height=800)
PHONE: Final = ViewportSize(width=360, height=740)
TELEVISION: Final = ViewportSize(width=1920, height=1080)


@contextmanager
def chromium() -> Generator[Browser]:
    """Run the system's Chromium."""
    if not CHROMIUM.exists():
        pytest.fail(f"no browser at {CHROMIUM}; `make deps` installs it, or: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Tab:
    """One page of one browser context, and every complaint and foreign address it gave.

    Attributes:
        complaints: console errors and warnings, uncaught exceptions, failed requests.
        foreign: addresses asked for that are not the device's.
    """

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list[str])
    foreign: list[str] = field(default_factory=list[str])

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def on_request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc and not request.url.startswith("data:"):
            self.foreign.append(request.url)

    def on_failure(self, request: Request) -> None:
        if not request.url.endswith("/banc/son"):  # it never ends but by hanging up
            self.complaints.append(f"failed: {request.url}")

    def must_be_content(self) -> None:
        """Fail when the page complained, or asked somebody who is not the device."""
        assert self.complaints == []
        assert self.foreign == []

    def text(self, selector: str) -> str:
        """Return the text of one element."""
        return self.page.locator(selector).inner_text()

    def wait_for_event(self, seq: int) -> None:
        """Wait until the page shows event `seq`."""
        self.page.locator(f".perroquet[data-seq='{seq}']").wait_for(timeout=5_000)


@contextmanager
def tab(browser: Browser, url: str, viewport: ViewportSize = LAPTOP, *, cookie: str | None = None) -> Generator[Tab]:
    """Open `url` in a context of its own; at the end nothing must have complained and nobody else been asked.

    `cookie`: of somebody who joined; without one `url` is a link that joins.
    """
    context = browser.new_context(viewport=viewport, has_touch=viewport is PHONE)
    if cookie is not None:
        context.add_cookies([{"name": "perroquet", "value": cookie, "url": url}])
    opened = Tab(page=context.new_page(), url=url)
    opened.page.on("console", opened.on_console)
    opened.page.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.page.on("requestfailed", opened.on_failure)
    context.on("request", opened.on_request)
    opened.page.goto(url)
    opened.page.wait_for_function("window.did_handshake === true")
    yield opened
    opened.must_be_content()
    context.close()
