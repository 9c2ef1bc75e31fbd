"""The host's console in a real browser."""

from collections.abc import Generator

import pytest
from perroquet.kernel.readings import Control, Gesture
from perroquet.table.events import Question
from perroquet.table.views import Situation
from playwright.sync_api import Browser, expect

from tests.web.browser import Tab, tab
from tests.web.device import Device
from tests.web.evening import HOST


@pytest.fixture(scope="module")
def console(browser: Browser, served: Device) -> Generator[Tab]:
    with tab(browser, f"{served.url}hote", cookie=served.join(host=True)) as opened:
        yield opened


@pytest.fixture
def host(console: Tab, device: Device) -> Tab:
    console.wait_for_event(device.evening.show())
    return console


@pytest.mark.parametrize(
    ("situation", "button", "press"),
    [
        (Situation.PLAYING, "pause", (Control.START, Gesture.LONG)),
        (Situation.PLAYING, "contester", (Control.MODE, Gesture.LONG)),
        (Situation.PLAYING, "finir la partie", (Control.START, Gesture.CHORD)),
        (Situation.QUESTION, "oui", (Control.START, Gesture.SHORT)),
        (Situation.QUESTION, "annuler", (Control.MODE, Gesture.LONG)),
        (Situation.PAUSED, "reprendre", (Control.START, Gesture.LONG)),
        (Situation.IDLE, "silence", (Control.HUSH, Gesture.SHORT)),
    ],
)
def test_the_console_presses_what_the_panel_would(
    host: Tab, device: Device, situation: Situation, button: str, press: tuple[Control, Gesture]
) -> None:
    host.wait_for_event(device.evening.show(situation=situation))
    host.page.locator(".press", has_text=button).click()

    assert device.notes.next() == [("press of", *press, None, 0)]


def test_a_contest_points_out_seats(host: Tab, device: Device) -> None:
    host.wait_for_event(device.evening.show(situation=Situation.QUESTION, asked=Question.CONTEST))
    host.page.locator(".seat-press", has_text="Tom").click()

    assert device.notes.next() == [("press of", Control.SEAT, Gesture.SHORT, 1, 0)]
    assert host.page.locator(".seat-presses .caption").inner_text() == "Désigner un siège"


def test_a_number_is_dialled_only_when_asked_for(host: Tab, device: Device) -> None:
    hidden = host.page.locator(".knob-row").is_hidden()
    host.wait_for_event(device.evening.show(dialling=True))
    host.page.get_by_role("button", name="Un de plus").click()

    assert hidden
    assert device.notes.next() == [("press of", Control.ENCODER, Gesture.TURN, None, 1)]


def test_the_table_s_word_goes_with_its_reason(host: Tab, device: Device) -> None:
    host.page.locator(".check", has_text="Aïcha").click()
    host.page.get_by_label("Pourquoi").fill("Sa main était dessous")
    host.page.get_by_role("button", name="Trancher ainsi").click()

    assert device.notes.next() == [("overrule", (2,), "Sa main était dessous")]


def test_without_a_ruling_there_is_no_form_to_overrule(host: Tab, device: Device) -> None:
    device.evening.show_host(stake=None)
    host.wait_for_event(device.evening.show())

    expect(host.page.locator(".table-word")).to_be_hidden()


def test_games_and_house_rules_are_chosen_between_games(host: Tab, device: Device) -> None:
    locked = host.page.locator("[name=game]").nth(1).is_disabled()
    device.evening.show_host(running=None, playing=())
    host.wait_for_event(device.evening.show(situation=Situation.IDLE, game=None))
    host.page.locator(".game-option", has_text="Orchidée").click()
    host.page.locator(".rules summary").click()
    host.page.get_by_label("Quand la partie finit-elle").select_option("first_out")
    host.page.get_by_label("Mains simultanées").fill("60")
    host.page.get_by_label("Mains simultanées").press("Enter")
    done = device.notes.next(3)
    host.page.locator(".rules summary").click()

    assert locked
    assert done == [
        ("offer", "orchidee"),
        ("rule", "jungle-speed", "end", "first_out"),
        ("rule", "jungle-speed", "tie_window_ms", 60),
    ]


def test_the_volume_is_set_in_per_cent(host: Tab, device: Device) -> None:
    host.page.get_by_role("slider", name="Volume").fill("65")

    assert device.notes.next() == [("volume", 65)]


def test_the_host_names_the_players(host: Tab, device: Device) -> None:
    field = host.page.get_by_role("textbox", name="Prénom, siège 2")
    field.fill("Tom Pouce")
    field.press("Enter")

    assert device.notes.next() == [("rename", 1, "Tom Pouce")]


def test_a_name_being_written_is_not_drawn_over(host: Tab, device: Device) -> None:
    field = host.page.locator(".host-seat [data-seat='0']")
    field.fill("Éléon")
    host.wait_for_event(device.evening.show(said="Autre chose."))

    assert field.input_value() == "Éléon"
    field.press("Enter")
    device.notes.next()


def test_the_code_is_said_again_and_changed(host: Tab, device: Device) -> None:
    before = device.guests.code
    host.page.get_by_role("button", name="Redire le code").click()
    again = device.notes.next()
    host.page.get_by_role("button", name="Changer le code").click()
    [(_, _, changed)] = device.notes.next()
    expect(host.page.locator(".code")).to_have_text(" ".join(device.guests.code))

    assert again == [("announce", device.url.removeprefix("http://").rstrip("/"), before)]
    assert changed == device.guests.code
    host.page.wait_for_function(
        "() => { const qr = document.querySelector('.qr'); return qr.complete && qr.naturalWidth > 0 }"
    )


def test_a_name_of_ten_thousand_characters_is_cut_before_the_table_sees_it(host: Tab, device: Device) -> None:
    field = host.page.locator(".host-seat [data-seat='0']")
    field.evaluate("(field) => { field.removeAttribute('maxlength'); field.value = 'é'.repeat(10_000); }")
    field.dispatch_event("change")

    [(_, seat, name)] = device.notes.next()
    assert isinstance(name, str)
    assert (seat, len(name) <= 10_000) == (0, True)
    assert HOST.wired == host.page.locator(".host-seat").count()


def test_the_evening_and_the_dispute_are_taken_home(host: Tab, device: Device) -> None:
    files: list[str] = []
    for name in ("La soirée en mots", "Le litige"):
        with host.page.expect_download() as coming:
            host.page.get_by_role("link", name=name).click()
        files.append(coming.value.suggested_filename)
    device.evening.show_host(stake=None)
    host.wait_for_event(device.evening.show())

    assert files == ["perroquet.txt", "perroquet-case.json"]
    expect(host.page.get_by_role("link", name="Le litige")).to_be_hidden()


def test_the_host_has_the_device_examined(host: Tab) -> None:
    host.page.get_by_role("button", name="Examiner").click()
    finding = host.page.locator(".findings li")

    expect(finding).to_have_count(2)
    expect(finding.nth(1)).to_contain_text("Branchez la base")
