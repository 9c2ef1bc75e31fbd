"""A duel between two browsers on the real thing: each has a seat of its own, both see what was ruled, one contests."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PHONE, Tab, tab
from tests.web.duel import PATIENCE_MS, PLAYERS, begin_game, grab, running, sit_down


@pytest.fixture
def bench(browser: Browser, tmp_path: Path) -> Generator[Tab]:
    with running(tmp_path) as url, tab(browser, url) as opened:
        sit_down(opened.page)
        yield opened


def take_seat(phone: Page, bench: Page, seat: int) -> None:
    """Ask for a seat, and press its button on the bench."""
    phone.locator(".lobby-seat").nth(seat).click()
    expect(phone.locator(".asked")).to_be_visible(timeout=PATIENCE_MS)
    bench.keyboard.press(str(seat + 1), delay=80)
    expect(phone.locator(".seat-head .big")).to_have_text(PLAYERS[seat], timeout=PATIENCE_MS)


def rule(bench: Page) -> str:
    """Agree with the device should it doubt what it felt; return what it ruled."""
    if bench.locator(".perroquet").get_attribute("data-situation") == "question":
        asked = bench.locator(".said").inner_text()
        bench.keyboard.press("s", delay=80)
        expect(bench.locator(".said")).not_to_have_text(asked, timeout=PATIENCE_MS)
    return bench.locator(".said").inner_text()


def test_two_phones_duel_and_one_contests(browser: Browser, bench: Tab) -> None:
    with tab(browser, bench.url, PHONE) as lea, tab(browser, bench.url, PHONE) as tom:
        phones = (lea.page, tom.page)
        for seat, phone in enumerate(phones):
            take_seat(phone, bench.page, seat)
        begin_game(bench.page)
        for phone in phones:
            phone.locator(".own-button").click()
        grab(bench.page)
        ruling = rule(bench.page)
        for phone in phones:
            expect(phone.locator(".said")).to_have_text(ruling, timeout=PATIENCE_MS)
            expect(phone.locator(".last-photo img")).to_be_visible(timeout=PATIENCE_MS)
        photos = {phone.locator(".last-photo img").get_attribute("src") for phone in phones}
        tom.page.locator(".own-contest").click()
        for phone in phones:
            expect(phone.locator(".said")).to_contain_text("contestée", timeout=PATIENCE_MS)
        tom.page.locator(".own-button").click()
        bench.page.keyboard.press("s", delay=80)
        for phone in phones:
            expect(phone.locator(".line", has_text=ruling)).to_have_count(1, timeout=PATIENCE_MS)
            expect(phone.locator(".said")).not_to_contain_text("contestée", timeout=PATIENCE_MS)
            expect(phone.locator(".said")).to_contain_text("Tom", timeout=PATIENCE_MS)

    assert len(photos) == 1
    assert PLAYERS[0] in ruling
