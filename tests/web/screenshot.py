"""Make the README's pictures on the real thing: a duel just ruled on the bench page, and its photo finish.

Run `python -m tests.web.screenshot device/perroquet/bench` from the top of the checkout.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize

from tests.web.browser import chromium, tab
from tests.web.duel import PATIENCE_MS, play_duel, running

FRAME = ViewportSize(width=1280, height=1096)

PLAIN = """
body { background: #0a1a14 !important; }
.panel { background: #10231b; box-shadow: none; }
.hero { background: #183529; }
.box { background: #202b26; }
"""
"""Wide gradients are dithered, and the README's picture would weigh twice as much."""


COLOURS = 160
"""Enough for flat grounds, rare tones of lamps included; the file is a third of what it would be."""

RULED = "Léa, 4 doigts à 3. Tom ramasse."
TRIES = 6
"""Measuring has its noise: a grab of four fingers is now and then read as five."""


def main(folder: Path) -> None:
    """Play the duel until it is read as it was scripted, and write `screenshot.png` and `photo_finish.png`."""
    with chromium() as browser:
        for _ in range(TRIES):
            with (
                tempfile.TemporaryDirectory() as state,
                running(Path(state)) as url,
                tab(browser, url, FRAME) as opened,
            ):
                play_duel(opened)
                if RULED in opened.text(".said"):
                    picture(opened.page, folder / "screenshot.png")
                    opened.page.goto(f"{url.split('entrer')[0]}photos")
                    opened.page.locator(".photo-frame .photo").wait_for(timeout=PATIENCE_MS)
                    opened.page.wait_for_function("document.querySelector('.photo-frame img').naturalWidth > 0")
                    picture(opened.page, folder / "photo_finish.png")
                    return
    raise AssertionError(f"{TRIES} duels, and none was read as {RULED!r}")


def picture(page: Page, path: Path) -> None:
    page.mouse.move(0, 0)
    page.add_style_tag(content=PLAIN)
    page.wait_for_function("document.querySelector('.totem-view[data-playing]') === null")
    drawn = Image.open(BytesIO(page.screenshot(animations="disabled")))
    drawn.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
