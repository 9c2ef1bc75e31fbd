"""axe-core finds nothing serious on any page, and everything can be reached and pressed with the keyboard alone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] it has none
from perroquet.kernel.cues import Pattern, Weight
from perroquet.kernel.units import Seq
from perroquet.table.views import ChoiceView, FinishView
from playwright.sync_api import Browser, Page

from tests.web.browser import LAPTOP, PHONE, TELEVISION, tab
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


LIVE = """(words) => [...document.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live]")]
    .filter((one) => one.getAttribute("aria-live") !== "off" && one.checkVisibility())
    .filter((one) => one.textContent.includes(words)).length"""


@pytest.mark.parametrize("path", ["", "table", "hote", "banc"])
def test_a_ruling_is_told_to_a_screen_reader_once_and_a_turning_knob_not_at_all(
    browser: Browser, device: Device, path: str
) -> None:
    ruled = "Léa, quatre doigts à trois. Tom ramasse."
    with tab(browser, f"{device.url}{path}", LAPTOP, cookie=device.join(host=True, seat=1)) as opened:
        opened.wait_for_event(device.evening.show(said=ruled, weight=Weight.RULING, left=10_000))
        told = opened.page.evaluate(LIVE, ruled)
        opened.wait_for_event(device.evening.show(said="Dix-sept.", weight=Weight.PASSING))

        assert told == 1
        assert opened.page.evaluate(LIVE, "Dix-sept.") == 0
        assert opened.page.evaluate(LIVE, "10") == 0


def test_the_keyboard_stays_where_it_was_when_its_button_goes_away(browser: Browser, device: Device) -> None:
    with tab(browser, device.url, LAPTOP, cookie=device.join(seat=1)) as opened:
        choices = (ChoiceView(index=0, label="Prendre"), ChoiceView(index=1, label="Laisser"))
        opened.wait_for_event(device.evening.show_seat(1, choices=choices))
        opened.page.get_by_role("button", name="Laisser").focus()
        opened.wait_for_event(device.evening.show_seat(1, choices=()))
        opened.page.wait_for_function("document.activeElement !== document.body")
        opened.page.keyboard.press("Tab")

        assert opened.page.evaluate("document.activeElement.closest('.my-moves') !== null")


@pytest.mark.parametrize("path", ["", "table", "hote", "banc", "photos"])
def test_nothing_blinks_for_who_asked_for_calm(browser: Browser, device: Device, path: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": "perroquet", "value": device.join(host=True, seat=1), "url": device.url}])
    page = context.new_page()
    page.goto(f"{device.url}{path}")
    seq = device.evening.show(lamp=Pattern.ALARM, finishes=FINISHES)
    page.locator(f".perroquet[data-seq='{seq}']").wait_for()
    running = page.evaluate("document.getAnimations().map((one) => one.animationName).filter(Boolean)")
    context.close()

    assert running == []


@pytest.mark.parametrize("path", ["", "table", "hote", "banc", "photos"])
def test_nothing_moves_while_a_page_loads(browser: Browser, device: Device, path: str) -> None:
    device.evening.show(finishes=FINISHES)
    for size in (PHONE, LAPTOP, TELEVISION):
        with tab(browser, f"{device.url}{path}", size, cookie=device.join(host=True, seat=1)) as opened:
            opened.page.wait_for_function("[...document.images].every((one) => one.complete)")
            shift = opened.page.evaluate(
                """new Promise((done) => new PerformanceObserver((list) =>
                    done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
                    .observe({ type: "layout-shift", buffered: true }) || requestAnimationFrame(
                    () => requestAnimationFrame(() => done(0))))"""
            )

            assert shift < 0.02


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
