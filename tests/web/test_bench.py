"""The bench's panel and totem in a real browser: what hands do reaches the handles."""

import time

import pytest
from perroquet.bench.grabs import FAULTS, WET
from perroquet.drivers.sim.acts import Disturbance, VirtualHand
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Degrees
from perroquet.table.gestures import CHORD
from perroquet.table.views import PartView, Situation
from playwright.sync_api import Browser, expect

from tests.web.browser import LAPTOP, PHONE, Tab, tab
from tests.web.device import Device
from tests.web.evening import WINDOW


def test_a_held_button_stays_down_until_it_is_let_go(open_tab: Tab, device: Device) -> None:
    open_tab.page.locator("[data-line=start]").hover()
    open_tab.page.mouse.down()
    down = device.notes.next()
    open_tab.page.mouse.up()

    assert (down, device.notes.next()) == ([("press", "start")], [("release", "start")])


def test_a_button_slid_off_is_let_go_where_the_finger_leaves_the_glass(open_tab: Tab, device: Device) -> None:
    open_tab.page.locator("[data-line=mode]").hover()
    open_tab.page.mouse.down()
    open_tab.page.mouse.move(5, 5)
    open_tab.page.mouse.up()

    assert device.notes.next(2) == [("press", "mode"), ("release", "mode")]


@pytest.mark.parametrize(("key", "line"), [("s", "start"), ("m", "mode"), ("h", "hush"), ("3", "seat_3")])
def test_keys_are_buttons_and_can_be_held(open_tab: Tab, device: Device, key: str, line: str) -> None:
    open_tab.page.keyboard.down(key)
    open_tab.page.keyboard.down(key)  # what a held key repeats
    open_tab.page.keyboard.up(key)

    assert device.notes.next(2) == [("press", line), ("release", line)]


def test_the_digits_of_a_french_keyboard_are_seats_without_shift(open_tab: Tab, device: Device) -> None:
    key = """(kind) => document.body.dispatchEvent(
        new KeyboardEvent(kind, { code: "Digit2", key: "é", bubbles: true }))"""
    open_tab.page.evaluate(key, "keydown")
    pressed = device.notes.next()
    open_tab.page.evaluate(key, "keyup")

    assert (pressed, device.notes.next()) == ([("press", "seat_2")], [("release", "seat_2")])


def test_two_keys_make_a_chord(open_tab: Tab, device: Device) -> None:
    for act, key in (("down", "m"), ("down", "s"), ("up", "s"), ("up", "m")):
        getattr(open_tab.page.keyboard, act)(key)

    assert device.notes.next(4) == [("press", "mode"), ("press", "start"), ("release", "start"), ("release", "mode")]


def test_a_browser_that_drops_out_lets_go_of_everything(browser: Browser, device: Device) -> None:
    with tab(browser, f"{device.url}banc", cookie=device.join(host=True)) as opened:
        opened.page.keyboard.down("s")
        device.notes.next()
        opened.page.evaluate("window.socket.disconnect()")

        assert device.notes.next() == [("release", "start")]


def test_a_finger_on_glass_presses(browser: Browser, device: Device) -> None:
    with tab(browser, f"{device.url}banc", PHONE, cookie=device.join(host=True)) as phone:
        phone.page.locator("[data-line=seat_2]").tap()

        assert device.notes.next(2) == [("press", "seat_2"), ("release", "seat_2")]


def test_the_knob_turns_by_keys_and_buttons(open_tab: Tab, device: Device) -> None:
    open_tab.page.locator("[data-turn='1']").click()
    open_tab.page.keyboard.press("ArrowLeft")

    assert device.notes.next(2) == [("turn", 1), ("turn", -1)]


def test_the_ready_made_grab_is_twelve_milliseconds_four_fingers_to_three(open_tab: Tab, device: Device) -> None:
    open_tab.page.get_by_role("button", name="12 ms").click()

    assert device.notes.next() == [
        (
            "grab",
            VirtualHand(azimuth=Degrees(0.0), at_ms=0.0, fingers=4, top_mm=68.0),
            VirtualHand(azimuth=Degrees(90.0), at_ms=12.0, fingers=3, top_mm=126.0),
        )
    ]


def test_chosen_hands_survive_the_redrawing_of_the_page(open_tab: Tab, device: Device) -> None:
    form = open_tab.page.locator("form.grab")
    form.locator("[name=seat1]").select_option("3")
    form.locator("[name=seat2]").select_option("-1")
    form.locator("[name=fingers1][value='2']").check()
    form.locator("[name=top1]").fill("80")
    open_tab.wait_for_event(device.evening.show(said="Autre chose."))

    form.get_by_role("button", name="Saisir").click()

    assert device.notes.next() == [("grab", VirtualHand(azimuth=Degrees(270.0), at_ms=0.0, fingers=2, top_mm=80.0))]


def test_a_hand_may_be_wet_or_lose_the_totem(open_tab: Tab, device: Device) -> None:
    form = open_tab.page.locator("form.grab")
    form.locator("[name=seat2]").select_option("-1")
    form.locator("[name=wet1]").check()
    form.locator("[name=drops1]").check()
    form.get_by_role("button", name="Saisir").click()

    [(_, hand)] = device.notes.next()
    assert isinstance(hand, VirtualHand)
    assert (hand.wet, hand.drop_ms) == (WET, 60.0)


def test_the_table_may_be_bumped_in_the_moment_of_a_grab(open_tab: Tab, device: Device) -> None:
    form = open_tab.page.locator("form.grab")
    form.locator("[name=seat2]").select_option("-1")
    form.locator("[name=bump]").check()
    form.get_by_role("button", name="Saisir").click()

    assert device.notes.next() == [("disturb", FAULTS["bump"])]
    assert device.notes.next() == [("grab", VirtualHand(azimuth=Degrees(0.0), at_ms=0.0, fingers=4, top_mm=68.0))]


def test_keys_pressed_in_a_rush_are_hands_as_far_apart_as_they_came(open_tab: Tab, device: Device) -> None:
    rush = """(codes) => codes.forEach((code) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key: "x", bubbles: true })))"""
    open_tab.page.evaluate(rush, ["KeyW", "KeyE"])

    [(_, *hands)] = device.notes.next()
    assert all(isinstance(hand, VirtualHand) for hand in hands)
    seats = [(hand.azimuth, hand.fingers) for hand in hands if isinstance(hand, VirtualHand)]
    assert seats == [(90.0, 4), (180.0, 3)]


def test_several_fingers_on_one_pad_are_fingers_of_one_hand(browser: Browser, device: Device) -> None:
    with tab(browser, f"{device.url}banc", PHONE, cookie=device.join(host=True)) as phone:
        phone.wait_for_event(device.evening.show())
        phone.page.locator("[data-pad='1']").evaluate(
            """(pad) => { for (const pointerId of [1, 2, 3])
                pad.dispatchEvent(new PointerEvent("pointerdown", { pointerId, button: 0, bubbles: true })); }"""
        )

        [(_, hand)] = device.notes.next()
        assert isinstance(hand, VirtualHand)
        assert (hand.azimuth, hand.fingers) == (90.0, 3)


@pytest.mark.parametrize(
    ("button", "fault"),
    [("Cogner", FAULTS["bump"]), ("Heurter", FAULTS["knock"]), ("ronfler", FAULTS["hum"])],
)
def test_blows_and_hum_are_one_press_each(open_tab: Tab, device: Device, button: str, fault: Disturbance) -> None:
    open_tab.page.locator(".faults").evaluate("(faults) => { faults.open = true }")
    open_tab.page.get_by_role("button", name=button).click()

    assert device.notes.next() == [("disturb", fault)]


def test_a_button_can_jam_and_come_free(open_tab: Tab, device: Device) -> None:
    open_tab.page.locator(".faults").evaluate("(faults) => { faults.open = true }")
    open_tab.page.get_by_role("button", name="Coincer").click()
    open_tab.page.get_by_role("button", name="Décoincer").click()

    assert device.notes.next(2) == [("stick", "seat_1"), ("free", "seat_1")]


def test_the_drawn_totem_plays_what_the_base_felt(open_tab: Tab, device: Device) -> None:
    device.do(lambda: device.tape.take(WINDOW))
    lit = "[...document.querySelectorAll('.felt')].filter((line) => line.style.getPropertyValue('--level') > .5).length"
    open_tab.page.wait_for_function(f"{lit} === 3")

    assert open_tab.page.locator(".tape-told").inner_text().endswith("ms")


def test_the_browser_hears_what_the_speaker_would_play(open_tab: Tab) -> None:
    button = open_tab.page.locator("[data-listen]")
    button.click()
    open_tab.page.wait_for_function("Number(document.querySelector('[data-listen]').dataset.heard) >= 4800")
    button.click()

    expect(button).to_have_text("Écouter ici")


def test_the_pace_of_robots_is_chosen_and_shown(open_tab: Tab) -> None:
    paces = open_tab.page.get_by_role("group", name="Allure").get_by_role("button")
    before = [one.get_attribute("aria-pressed") for one in paces.all()]
    paces.nth(3).click()
    expect(paces.nth(3)).to_have_attribute("aria-pressed", "true")
    after = [one.get_attribute("aria-pressed") for one in paces.all()]
    paces.nth(1).click()
    expect(paces.nth(1)).to_have_attribute("aria-pressed", "true")

    assert (before, after) == (["false", "true", "false", "false"], ["false", "false", "false", "true"])


def test_no_evening_is_offered_without_hands_for_it(open_tab: Tab) -> None:
    expect(open_tab.page.get_by_role("button", name="Jouer une soirée")).to_be_hidden()


def test_a_tap_is_one_hand_that_does_not_pull(open_tab: Tab, device: Device) -> None:
    open_tab.page.get_by_role("button", name="Une tape").click()

    [(_, hand)] = device.notes.next()
    assert isinstance(hand, VirtualHand)
    assert (hand.azimuth, hand.pull) == (0.0, False)


def test_the_totem_goes_back_and_cables_come_out_and_in(open_tab: Tab, device: Device) -> None:
    open_tab.page.locator(".faults").evaluate("(faults) => { faults.open = true }")
    open_tab.page.get_by_role("button", name="Remettre").click()
    open_tab.page.get_by_role("button", name="Débrancher la base").click()
    open_tab.page.get_by_role("button", name="Débrancher le haut-parleur").click()
    pulled = device.notes.next(3)
    lost = tuple(PartView(part=part, present=False, words="") for part in (Part.TOTEM, Part.SPEAKER))
    open_tab.wait_for_event(device.evening.show(parts=lost))
    open_tab.page.get_by_role("button", name="Rebrancher la base").click()
    open_tab.page.get_by_role("button", name="Rebrancher le haut-parleur").click()

    assert [what for (what,) in (*pulled, *device.notes.next(2))] == [
        "put back",
        "unplug base",
        "unplug speaker",
        "plug base",
        "plug speaker",
    ]


def test_a_totem_that_is_away_is_drawn_away_and_a_grab_says_so(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(standing=False))
    open_tab.page.get_by_role("button", name="12 ms").click()
    open_tab.page.get_by_role("button", name="Remettre").click()

    assert device.notes.next() == [("put back",)]
    assert open_tab.text(".note") == "Le totem n’est pas sur sa base\u00a0: remettez-le."
    assert open_tab.page.locator(".totem.away").text_content() == "totem retiré" * 2  # its title and its label
    assert open_tab.page.locator(".button.main", has_text="Remettre").count() == 1
    open_tab.wait_for_event(device.evening.show())
    assert open_tab.text(".note") == ""


def test_one_click_holds_start_and_mode_for_two_seconds(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(situation=Situation.PLAYING))
    began = time.monotonic()
    open_tab.page.get_by_role("button", name="START + MODE, 2 s : finir la partie").click()
    held = device.notes.next(2)
    let_go = device.notes.next(2)

    assert (held, let_go) == ([("press", "start"), ("press", "mode")], [("release", "start"), ("release", "mode")])
    assert time.monotonic() - began > CHORD / 1000


def test_hands_and_the_verdict_are_seen_together(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(situation=Situation.IDLE, game=None, seats=()))
    boxes = [
        open_tab.page.locator(".said").bounding_box(),
        *(open_tab.page.get_by_role("button", name=name).bounding_box() for name in ("Asseoir", "12 ms", "Remettre")),
    ]

    assert all(box is not None and box["y"] + box["height"] <= LAPTOP["height"] for box in boxes)


def test_chosen_hands_survive_a_change_of_language(open_tab: Tab, device: Device) -> None:
    form = open_tab.page.locator("form.grab")
    form.locator("[name=seat2]").select_option("-1")
    form.locator("[name=fingers1][value='2']").check()
    open_tab.wait_for_event(device.evening.show(language=Language.EN))

    form.get_by_role("button", name="Grab").click()

    assert device.notes.next() == [("grab", VirtualHand(azimuth=Degrees(0.0), at_ms=0.0, fingers=2, top_mm=68.0))]


def test_one_move_stays_one_move_after_a_change_of_language(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(language=Language.EN))
    open_tab.wait_for_event(device.evening.show(language=Language.FR))

    open_tab.page.get_by_role("button", name="Une tape").click()
    for key in ("ArrowRight", "ArrowLeft"):
        open_tab.page.keyboard.press(key)

    assert [what for what, *_ in device.notes.next(3)] == ["grab", "turn", "turn"]


def test_the_panel_says_what_a_press_means_now(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(situation=Situation.PLAYING))
    playing = open_tab.page.locator(".key-slot", has_text="START").locator(".hint").all_inner_texts()

    assert playing == ["bref\u00a0: suite", "1 s\u00a0: pause"]


@pytest.mark.parametrize(
    "forged",
    [
        ("bench_press", "encoder_a"),
        ("bench_press", {"line": "start"}),
        ("bench_turn", 100_000),
        ("bench_grab", {"hands": [], "tap": False}),
        ("bench_grab", {"hands": [{"seat": 0, "fingers": 50, "top_mm": 80}], "tap": False}),
        ("bench_grab", {"hands": [{"seat": 0, "fingers": 5, "top_mm": 80}] * 9, "tap": False}),
        ("bench_grab", {"hands": [{"seat": 0, "fingers": 5, "top_mm": 80, "at_ms": -1}], "tap": False}),
        ("bench_grab", None),
    ],
)
def test_forged_wishes_are_refused(open_tab: Tab, device: Device, forged: tuple[str, object]) -> None:
    open_tab.page.evaluate(
        "([name, detail]) => document.querySelector('.bench').dispatchEvent(new CustomEvent(name, { detail }))",
        list(forged),
    )
    open_tab.page.keyboard.press("ArrowRight")  # arrives after it

    assert device.notes.next() == [("turn", 1)]
