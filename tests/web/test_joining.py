"""Joining in a real browser: the door, a seat and its button, coming back, two tabs, giving the seat back."""

from perroquet.kernel.units import Seat
from perroquet.table.views import ChoiceView
from playwright.sync_api import Browser, expect

from tests.web.browser import PHONE, Tab, tab
from tests.web.device import Device


def seated(device: Device) -> list[int | None]:
    return [guest.seat for guest in device.guests.book.guests if guest.seat is not None]


def test_a_phone_joins_claims_a_seat_comes_back_and_gives_it_back(browser: Browser, device: Device) -> None:
    device.evening.show()
    device.join(host=True)  # whoever joins first would be the host, and see the bench
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(device.url)
    door = page.url
    page.get_by_label("Code de la table").fill(device.guests.code)
    page.get_by_role("button", name="Entrer").click()
    page.wait_for_function("window.did_handshake === true")
    page.locator(".lobby-seat").nth(4).click()
    expect(page.locator(".asked")).to_contain_text("bouton 5")
    device.evening.press_button(4)
    expect(page.locator(".seat-head")).to_be_visible()
    page.reload()
    expect(page.locator(".seat-head .big")).to_have_text("Siège 5")
    second = context.new_page()
    second.goto(device.url)
    expect(second.locator(".seat-head .big")).to_have_text("Siège 5")
    held = seated(device)
    second.get_by_role("button", name="Rendre mon siège").click()
    expect(page.locator(".lobby")).to_be_visible()
    expect(second.locator(".lobby")).to_be_visible()
    context.close()

    assert door.endswith("/porte")
    assert 4 in held
    assert 4 not in seated(device)


def test_the_host_accepts_a_phone_whose_player_is_known(open_tab: Tab, browser: Browser, device: Device) -> None:
    open_tab.page.goto(f"{device.url}hote")
    with tab(browser, device.url, PHONE, cookie=device.join()) as guest:
        guest.page.locator(".lobby-seat").nth(6).click()
        claim = open_tab.page.locator(".claim", has_text="siège 7")
        claim.get_by_role("button", name="Accepter").click()
        expect(guest.page.locator(".seat-head .big")).to_have_text("Siège 7")
        row = open_tab.page.locator(".host-seat").nth(6)
        expect(row.locator(".phone-of")).to_have_text("téléphone là")
        row.get_by_role("button", name="Libérer").click()
        expect(guest.page.locator(".lobby")).to_be_visible()
    open_tab.page.goto(f"{device.url}banc")
    open_tab.page.wait_for_function("window.did_handshake === true")

    assert 6 not in seated(device)


def test_two_tabs_of_one_seat_are_one_player(browser: Browser, device: Device) -> None:
    cookie = device.join(seat=1)
    seen = device.evening.show_seat(1, choices=(ChoiceView(index=0, label="Prendre"),), said="À vous, Tom.")
    with (
        tab(browser, device.url, PHONE, cookie=cookie) as first,
        tab(browser, device.url, PHONE, cookie=cookie) as second,
    ):
        for one in (first, second):
            one.wait_for_event(seen)
            expect(one.page.get_by_role("button", name="Prendre")).to_be_visible()
        device.notes.taken()
        first.page.get_by_role("button", name="Prendre").click()
        chosen = device.notes.next()
        after = device.evening.show_seat(1, choices=())
        second.wait_for_event(after)
        expect(second.page.get_by_role("button", name="Prendre")).to_have_count(0)
        guest = device.do(lambda: device.guests.known(cookie))
        assert guest is not None
        device.do(lambda: device.guests.sit(guest.id, None))
        for one in (first, second):
            expect(one.page.locator(".lobby")).to_be_visible()

        assert chosen == [("choose", Seat(1), 0, seen)]


def test_notes_stay_on_the_phone(browser: Browser, device: Device) -> None:
    sent: list[str] = []
    with tab(browser, device.url, PHONE, cookie=device.join(seat=3)) as opened:
        opened.page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
        opened.page.reload()
        opened.page.get_by_label("Mes notes").fill("Tom bluffe toujours")
        opened.page.reload()
        expect(opened.page.get_by_label("Mes notes")).to_have_value("Tom bluffe toujours")

    assert sent
    assert not any("bluffe" in frame for frame in sent)
