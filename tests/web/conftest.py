"""One served page for all tests of the page, and a browser for each module of them.

Playwright's synchronous interface keeps a loop running in this thread, where no other asyncio test can run meanwhile:
so a browser ends with its module.
"""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Tab, chromium, tab
from tests.web.device import Device, serving


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def served() -> Generator[Device]:
    with serving() as device:
        yield device


@pytest.fixture(scope="module")
def laptop(browser: Browser, served: Device) -> Generator[Tab]:
    with tab(browser, f"{served.url}banc", cookie=served.join(host=True)) as opened:
        yield opened


@pytest.fixture
def device(served: Device) -> Device:
    """The served page, showing the ruling, with nothing noted yet."""
    served.evening.show_host()
    served.evening.show()
    served.notes.taken()
    return served


@pytest.fixture
def open_tab(laptop: Tab, device: Device) -> Generator[Tab]:
    """The host's bench page, showing the ruling, its form as at first."""
    laptop.wait_for_event(device.evening.show())
    laptop.page.evaluate("document.querySelector('form.grab').reset(); document.activeElement.blur()")
    yield laptop
    laptop.must_be_content()
