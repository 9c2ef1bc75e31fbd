"""The page on the real thing: `perroquet run --sim`, played as a visitor would."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser import tab
from tests.web.duel import PLAYERS, play_duel, running


def test_a_visitor_plays_a_duel_on_the_bench(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as url, tab(browser, url) as opened:
        play_duel(opened)

        answer = opened.text(".said")
        assert opened.page.locator(".line").first.inner_text() == answer
        assert any(player in answer for player in PLAYERS[:2]) or "À vous" in answer
