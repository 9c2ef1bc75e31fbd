"""Play a duel of Jungle Speed on the bench page of a running `perroquet run --sim`, as a visitor would."""

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.web.browser import Tab

PATIENCE_MS: Final = 15_000
_TAPS: Final = 5
"""One tap in thirty is unclear to the base, and the device asks again."""

PLAYERS: Final = ("Léa", "Tom", "Aïcha", "Hugo")


@contextmanager
def running(state: Path) -> Generator[str]:
    """Run `perroquet run --sim` on an empty state folder; give the address of its page."""
    config = state / "perroquet.toml"
    config.write_text(f'[device]\nstate_dir = "{state}"\n', encoding="utf-8")
    command = [sys.executable, "-m", "perroquet", "run", "--sim", "--port", "0", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        told: list[str] = []
        try:
            assert process.stdout is not None
            for line in process.stdout:
                told.append(line)
                if address := re.search(r"http://\S+", line):
                    yield address[0]
                    break
            else:
                raise AssertionError(f"no page: {''.join(told)}")
        finally:
            process.terminate()


def sit_down(page: Page) -> None:
    """Seat and name the players: each presses a seat button, then taps the totem."""
    form = page.locator("form.grab")
    for seat, name in enumerate(PLAYERS):
        page.keyboard.press(str(seat + 1), delay=80)
        expect(page.locator("g.seat")).to_have_count(seat + 1, timeout=PATIENCE_MS)
        form.locator("[name=seat1]").select_option(str(seat))
        _tap_until_taught(page)
        page.locator(".names").evaluate("(names) => { names.open = true }")
        field = page.locator(f"[data-seat='{seat}']")
        field.fill(name)
        field.press("Enter")
        expect(page.locator("g.seat").nth(seat)).to_contain_text(name, timeout=PATIENCE_MS)
        field.blur()
    page.locator(".names").evaluate("(names) => { names.open = false }")
    page.locator("form.grab").evaluate("(form) => form.reset()")


def _tap_until_taught(page: Page) -> None:
    for _ in range(_TAPS):
        seq = page.locator(".perroquet").get_attribute("data-seq") or ""
        page.locator("form.grab").get_by_role("button", name="Une tape").click()
        expect(page.locator(".perroquet")).not_to_have_attribute("data-seq", seq, timeout=PATIENCE_MS)
        if "tape" not in page.locator(".awaits .what").inner_text():
            return
    raise AssertionError(f"{_TAPS} taps were all unclear: {page.locator('.said').inner_text()}")


def play_duel(tab: Tab) -> None:
    """From the greeting to the answer on a grab of the first two players, 12 ms apart, four fingers to three."""
    page = tab.page
    sit_down(page)
    page.keyboard.press("s", delay=80)
    expect(page.locator(".perroquet")).to_have_attribute("data-situation", "question", timeout=PATIENCE_MS)
    page.keyboard.press("s", delay=80)
    expect(page.locator(".perroquet")).to_have_attribute("data-situation", "playing", timeout=PATIENCE_MS)
    for seat in ("1", "2"):
        page.keyboard.press(seat, delay=80)
    expect(page.locator(".said")).to_contain_text("Duel", timeout=PATIENCE_MS)
    page.locator("form.grab").get_by_role("button", name="12 ms").click()
    expect(page.locator(".said")).not_to_contain_text("Duel", timeout=PATIENCE_MS)
