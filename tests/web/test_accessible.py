"""axe-core finds nothing serious on any page, and everything can be reached and pressed with the keyboard alone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] it has none
from perroquet.kernel.units import Seq
from perroquet.table.views import FinishView
from playwright.sync_api import Browser, Page

from tests.web.browser import LAPTOP, PHONE, tab
from tests.web.device import Device
from tests.web.whole_games import Played, views_of

FINISHES = (FinishView(seq=Seq(7), words="Léa, quatre doigts à trois.", contested=True),)


def serious(page: Page) -> list[str]:
    axe: Any = Axe()
    found: list[dict[str, Any]] = axe.run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", ["porte", "quoi"])
def test_the_door_is_accessible(browser: Browser, device: Device, path: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{device.url}{path}")
    found = serious(page)
    context.close()

    assert found == []


@pytest.mark.parametrize(
    ("path", "seat"), [("", None), ("", 1), ("table", None), ("hote", None), ("banc", None), ("photos", None)]
)
def test_every_page_is_accessible(browser: Browser, device: Device, path: str, seat: int | None) -> None:
    with tab(browser, f"{device.url}{path}", LAPTOP, cookie=device.join(host=True, seat=seat)) as opened:
        opened.wait_for_event(device.evening.show(finishes=FINISHES))
        opened.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

        assert serious(opened.page) == []


@pytest.mark.parametrize("game", ["orchidee", "amazonas", "jungle-speed"])
def test_the_cards_of_games_are_accessible(browser: Browser, device: Device, game: str) -> None:
    house = {} if game == "amazonas" else {"cards": "virtual"}
    views = next(
        views for views in views_of(Played(game=game, players=3, every=1, house=house)) if len(views[None].known) > 3
    )
    with tab(browser, device.url, PHONE, cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show_views(views))

        assert opened.page.locator(".face").count() > 0
        assert serious(opened.page) == []


def test_the_keyboard_reaches_everything_on_a_seat_s_page(browser: Browser, device: Device) -> None:
    with tab(browser, device.url, LAPTOP, cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show_seat(1))
        wanted = opened.page.locator(".perroquet :is(a, button:enabled, input, textarea)").count()
        reached: set[str] = set()
        for _ in range(wanted + 3):
            opened.page.keyboard.press("Tab")
            reached.add(opened.page.evaluate("document.activeElement.id"))
        opened.page.locator(".own-button").focus()
        opened.page.keyboard.press("Enter")

        assert len(reached - {""}) >= wanted
        assert device.notes.next()[0][0] == "press of"


def test_nothing_moves_when_a_new_event_comes(browser: Browser, device: Device) -> None:
    with tab(browser, device.url, PHONE, cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show())
        opened.page.evaluate(
            """() => { window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
                if (!one.hadRecentInput) window.shift += one.value; })).observe({ type: "layout-shift" }); }"""
        )
        for pattern in ("playing", "question", "wins"):
            opened.wait_for_event(device.evening.show(lamp=pattern))
        for _ in range(3):
            opened.page.evaluate("new Promise(requestAnimationFrame)")

        assert opened.page.evaluate("window.shift") < 0.02
