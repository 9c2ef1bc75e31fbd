"""Play a duel of Jungle Speed on the bench page of a running `perroquet run --sim`, as a visitor would."""

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from perroquet.bench.sitting import NAMES as PLAYERS
from playwright.sync_api import Page, expect

from tests.web.browser import Tab

PATIENCE_MS: Final = 30_000


@contextmanager
def running(state: Path, house: str = "") -> Generator[str]:
    """Run `perroquet run --sim` on an empty state folder; give the address of its page. `house`: rules, as TOML."""
    config = state / "perroquet.toml"
    config.write_text(f'[device]\nstate_dir = "{state}"\n{house}', encoding="utf-8")
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
    """Let four players come, who press their buttons, tap the totem and are named."""
    page.get_by_role("button", name="Asseoir quatre joueurs").click()
    for player in PLAYERS:
        expect(page.locator("g.seat", has_text=player)).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator(".line", has_text=f"Enchanté, {PLAYERS[-1]}")).to_have_count(1, timeout=PATIENCE_MS)


def begin_game(page: Page) -> None:
    """Begin the offered game with START, START."""
    for situation in ("question", "playing"):
        page.keyboard.press("s", delay=80)
        expect(page.locator(".perroquet")).to_have_attribute("data-situation", situation, timeout=PATIENCE_MS)


def grab(page: Page) -> None:
    """Grab in the open duel, 12 ms apart, four fingers to three; wait for the answer."""
    expect(page.locator(".said")).to_contain_text("Duel", timeout=PATIENCE_MS)
    page.locator("form.grab").get_by_role("button", name="12 ms").click()
    expect(page.locator(".said")).not_to_contain_text("Duel", timeout=PATIENCE_MS)


def play_duel(tab: Tab) -> None:
    """From the greeting to the answer on a grab of the first two players."""
    page = tab.page
    sit_down(page)
    begin_game(page)
    for seat in ("1", "2"):
        page.keyboard.press(seat, delay=80)
    grab(page)
