"""Make a picture of every page as wide as a phone, a laptop and a television, in French and in English, to look at.

Run `python -m tests.web.gallery FOLDER [fr|en ...]` from the top of the checkout. The duel and its pages are a running
`perroquet run --sim`; the cards of games are drawn from whole games of bots.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Seat
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.web.browser import LAPTOP, PHONE, TELEVISION, chromium
from tests.web.device import serving
from tests.web.duel import PATIENCE_MS, begin_game, running
from tests.web.whole_games import Played, Views, views_of

WIDTHS: Final[tuple[ViewportSize, ...]] = (PHONE, LAPTOP, TELEVISION)
NAMES: Final = ("Léa", "Tom", "Aïcha", "Hugo")
PLACES: Final = {"table": "table", "host": "hote", "bench": "banc", "photos": "photos"}
STRANGERS: Final = {"door": "porte", "what": "quoi"}


def main(folder: Path, languages: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for language in languages:
            with tempfile.TemporaryDirectory() as state, running(Path(state), f'language = "{language}"\n') as link:
                evening(browser, link, folder, language)
        drawn = {language: tuple(games(Language(language))) for language in languages}
        with serving() as device:
            context = browser.new_context()
            for language in languages:
                for game, views in drawn[language]:
                    for place, seat in (("seat", 1), ("table", None), ("host", None)):
                        cookie = device.join(host=place == "host", seat=seat)
                        context.add_cookies([{"name": "perroquet", "value": cookie, "url": device.url}])
                        seq = device.evening.show_views(views)
                        path = "" if place == "seat" else PLACES[place]
                        sizes = WIDTHS if place == "seat" else (LAPTOP,)
                        take(context, f"{device.url}{path}", folder / f"{language}-{game}-{place}", seq, sizes)
            context.close()


def evening(browser: Browser, link: str, folder: Path, language: str) -> None:
    """Play up to a ruling on the real thing, and picture every page on the way."""
    base = link.partition("entrer")[0]
    stranger, host, player = (browser.new_context() for _ in range(3))
    for name, path in STRANGERS.items():
        take(stranger, f"{base}{path}", folder / f"{language}-{name}", None)
    bench = host.new_page()
    bench.goto(link)
    phone = player.new_page()
    phone.goto(link)
    phone.locator(".lobby-seat").first.wait_for()
    take(player, base, folder / f"{language}-lobby", 0)
    bench.locator(".bench-calls .main").click()
    for name in NAMES:
        expect(bench.locator("g.seat", has_text=name)).to_have_count(1, timeout=PATIENCE_MS)
    expect(bench.locator(".line", has_text=NAMES[-1])).not_to_have_count(0, timeout=PATIENCE_MS)
    phone.locator(".lobby-seat").first.click()
    phone.locator(".asked").wait_for()
    take(host, f"{base}hote", folder / f"{language}-host-claim", 0, (LAPTOP,))
    bench.keyboard.press("1", delay=80)
    phone.locator(".seat-head").wait_for()
    begin_game(bench)
    for seat in ("1", "2"):
        bench.keyboard.press(seat, delay=80)
    said = bench.locator(".said")
    expect(said).to_contain_text("Duel", timeout=PATIENCE_MS, ignore_case=True)
    bench.locator("[data-ready]").click()
    expect(said).not_to_contain_text("Duel", timeout=PATIENCE_MS, ignore_case=True)
    take(player, base, folder / f"{language}-seat-duel", 0)
    for name, path in PLACES.items():
        take(host, f"{base}{path}", folder / f"{language}-{name}", 0)
    for context in (stranger, host, player):
        context.close()


def games(language: Language) -> Iterator[tuple[str, Views]]:
    """Yield a moment in the middle of a game with many choices, for each game."""
    for game in ("jungle-speed", "orchidee", "amazonas"):
        house = {} if game == "amazonas" else {"cards": "virtual"}
        moments = views_of(Played(game=game, players=4, every=1, house=house, language=language))
        looked = [views for views, _ in zip(moments, range(90), strict=False)]
        yield game, max(looked[30:], key=lambda views: len(views[Seat(1)].known) + len(views[Seat(1)].choices))


def take(
    context: BrowserContext, url: str, path: Path, seq: int | None, sizes: tuple[ViewportSize, ...] = WIDTHS
) -> None:
    """Picture the whole page at `url` for each size, once it shows event `seq`; None = it is a page without events."""
    page: Page = context.new_page()
    page.goto(url)
    if seq is not None:
        page.wait_for_function("window.did_handshake === true")
        page.locator(f".perroquet[data-seq='{seq}']" if seq else ".perroquet[data-seq]").wait_for()
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate("Promise.all([...document.images].map((one) => one.decode().catch(() => 0)))")
        page.screenshot(path=path.with_name(f"{path.name}-{size['width']}.png"), full_page=True, animations="disabled")
    page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or tuple(Language))
