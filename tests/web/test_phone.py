"""The phone without a browser lives as a browser does, and a browser that was away goes on where it was."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import PHONE, tab
from tests.web.device import Device
from tests.web.phone import PATIENCE_S, phone


@pytest.fixture
def impatient(device: Device, monkeypatch: pytest.MonkeyPatch) -> Device:
    """A device that hangs up after a fifth of a second of silence, as it does after many seconds."""
    from nicegui import core

    sio: Any = core.sio  # untyped there
    monkeypatch.setattr(sio.eio, "ping_interval", 0.1)
    monkeypatch.setattr(sio.eio, "ping_timeout", 0.1)
    return device


def test_a_phone_that_nobody_reads_keeps_its_socket(impatient: Device) -> None:
    with phone(impatient.url, "table", impatient.join()) as opened:
        asked = [opened.asked.acquire(timeout=PATIENCE_S) for _ in range(5)]
        opened.wait_for_event(impatient.evening.show())

        assert all(asked)


def test_a_browser_whose_socket_broke_goes_on_where_it_was(browser: Browser, device: Device) -> None:
    with tab(browser, device.url, PHONE, cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show())
        opened.page.evaluate("window.sameDocument = true; window.socket.io.engine.close()")
        opened.wait_for_event(device.evening.show(said="Tout va bien."))

        assert opened.text(".said") == "Tout va bien."
        assert opened.page.evaluate("window.sameDocument")
