"""An evening on the real thing: `perroquet run --sim`, one host on the bench and four phones."""

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PHONE, Tab, tab
from tests.web.duel import PATIENCE_MS, running, sit_down

HOUSE = """
[house.orchidee]
cards = "virtual"
raid_grace_s = 0
raid_mean_s = 1
"""


@dataclass
class Party:
    """The host's bench page, and a phone in each of four seats."""

    bench: Tab
    phones: list[Page]

    def choose_game(self, title: str) -> None:
        """Offer a game and begin it."""
        host = self.bench.page
        host.goto(f"{self.bench.url.split('entrer')[0]}hote")
        host.locator(".game-option", has_text=title).click()
        expect(host.locator(".game-option", has_text=title).locator("input")).to_be_checked(timeout=PATIENCE_MS)
        host.locator(".press", has_text="commencer").click()
        host.locator(".press", has_text="oui").click()
        expect(host.locator(".game")).to_have_text(title, timeout=PATIENCE_MS)

    def end_game(self) -> None:
        """Ask for the end of the game, and confirm."""
        host = self.bench.page
        host.locator(".press", has_text="finir la partie").click()
        host.locator(".press", has_text="oui").click()
        expect(host.locator(".game")).to_have_text("aucune partie", timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def party(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Generator[Party]:
    state: Path = tmp_path_factory.mktemp("evening")
    with running(state, HOUSE) as url, ExitStack() as stack:
        bench = stack.enter_context(tab(browser, url))
        sit_down(bench.page)
        phones = [stack.enter_context(tab(browser, url, PHONE)).page for _ in range(4)]
        for seat, phone in enumerate(phones):
            phone.locator(".lobby-seat").nth(seat).click()
            expect(phone.locator(".asked")).to_be_visible(timeout=PATIENCE_MS)
            bench.page.keyboard.press(str(seat + 1), delay=80)
            expect(phone.locator(".seat-head")).to_be_visible(timeout=PATIENCE_MS)
        yield Party(bench=bench, phones=phones)


def test_four_phones_play_a_round_of_amazonas(party: Party) -> None:
    party.choose_game("Amazonas")
    host = party.bench.page
    host.locator(".press", has_text="oui").click()  # missions are on phones
    for _ in range(4):  # the first huts, in order of seats
        turn = until_one(party.phones, ".face.village[aria-disabled=false]")
        turn.locator(".face.village[aria-disabled=false]").first.click()
        expect(turn.locator(".face.village[aria-disabled=false]")).to_have_count(0, timeout=PATIENCE_MS)
    for phone in party.phones:
        expect(phone.locator(".income[aria-disabled=false]").first).to_be_visible(timeout=PATIENCE_MS)
    values = [phone.locator(".income .face-note").first.inner_text() for phone in party.phones]
    boards = [phone.locator(".plan img") for phone in party.phones]
    drawn = [board.evaluate_all("all => all.map(one => one.naturalWidth > 0 && one.clientWidth)") for board in boards]
    for phone in party.phones:
        phone.locator(".income[aria-disabled=false]").first.click()
    expect(host.locator(".said")).not_to_have_text("", timeout=PATIENCE_MS)
    for phone in party.phones:
        expect(phone.locator(".income[aria-disabled=false]")).to_have_count(0, timeout=PATIENCE_MS)
    for _ in range(16):  # everybody collects, takes what comes, and builds nothing
        turn = until_one(party.phones, ".choices .button, .income[aria-disabled=false]")
        if turn.locator(".income[aria-disabled=false]").count():
            break
        seq = turn.locator(".perroquet").get_attribute("data-seq")
        turn.locator(".choices .button").last.click()
        expect(turn.locator(".perroquet")).not_to_have_attribute("data-seq", seq or "", timeout=PATIENCE_MS)
    expect(party.phones[0].locator(".income[aria-disabled=false]").first).to_be_visible(timeout=PATIENCE_MS)
    party.end_game()

    assert all("argent" in value for value in values)
    assert all(len(layers) == 2 and layers[0] == layers[1] > 0 for layers in drawn)


def until_one(phones: list[Page], selector: str) -> Page:
    """Return the phone that shows `selector`, once one does."""
    for _ in range(1500):
        for phone in phones:
            if phone.locator(selector).count():
                return phone
        phones[0].evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError(f"no phone shows {selector}")


def test_a_raid_is_heard_and_phones_accuse(party: Party) -> None:
    party.choose_game("L’Orchidée")
    hands = [phone.locator(".face.insect, .face.nugget").count() for phone in party.phones]
    accuse = "J’accuse"
    for phone in party.phones:
        expect(phone.locator(".choices .button", has_text=accuse).first).to_be_visible(timeout=2 * PATIENCE_MS)
    first = party.phones[0].locator(".choices .button", has_text=accuse).first
    accused = first.inner_text().removeprefix(accuse).strip()
    first.click()
    story = party.bench.page.locator(".line", has_text=accused)
    expect(story.first).to_be_visible(timeout=PATIENCE_MS)
    party.bench.page.reload()

    assert all(count > 0 for count in hands)


def test_a_phone_that_was_away_has_its_seat_again(party: Party) -> None:
    phone = party.phones[3]
    phone.context.set_offline(True)
    phone.context.set_offline(False)
    phone.reload()

    expect(phone.locator(".seat-head .big")).to_have_text("Hugo", timeout=PATIENCE_MS)
