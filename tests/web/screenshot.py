"""Make the README's picture: a duel just ruled on the bench page of the real thing.

Run `python -m tests.web.screenshot device/perroquet/bench/screenshot.png` from the top of the checkout.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.web.browser import chromium, tab
from tests.web.duel import play_duel, running

FRAME = ViewportSize(width=1280, height=1088)

PLAIN = """
body { background: #0a1a14 !important; }
.panel { background: #10231b; box-shadow: none; }
.hero { background: #183529; }
.box { background: #202b26; }
"""
"""Wide gradients are dithered, and the README's picture would weigh twice as much."""


RULED = "Léa, 4 doigts à 3. Tom ramasse."
TRIES = 6
"""Measuring has its noise: a grab of four fingers is now and then read as five."""


def main(picture: Path) -> None:
    """Play the duel until it is read as it was scripted, and write `picture`."""
    with chromium() as browser:
        for _ in range(TRIES):
            with (
                tempfile.TemporaryDirectory() as state,
                running(Path(state)) as url,
                tab(browser, url, FRAME) as opened,
            ):
                play_duel(opened)
                if RULED in opened.text(".said"):
                    opened.page.mouse.move(0, 0)
                    opened.page.add_style_tag(content=PLAIN)
                    opened.page.screenshot(path=picture, animations="disabled")
                    return
    raise AssertionError(f"{TRIES} duels, and none was read as {RULED!r}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
