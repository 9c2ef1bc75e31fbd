"""Make the README's picture: a duel just ruled on the bench page of the real thing.

Run `python -m tests.web.screenshot device/perroquet/bench/screenshot.png` from the top of the checkout.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.web.browser import chromium, tab
from tests.web.duel import play_duel, running

FRAME = ViewportSize(width=1280, height=1120)


def main(picture: Path) -> None:
    """Play the duel and write `picture`."""
    with (
        tempfile.TemporaryDirectory() as state,
        running(Path(state)) as url,
        chromium() as browser,
        tab(browser, url, FRAME) as opened,
    ):
        play_duel(opened)
        opened.page.mouse.move(0, 0)
        opened.page.screenshot(path=picture, animations="disabled")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
