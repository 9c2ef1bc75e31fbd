"""The page in a real browser: what it shows, what it sends, what it never does."""

import httpx
import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Cause, Part, PartLost
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Degrees, HostNs, Millis, Percent, Seat, Seq
from perroquet.table.views import ChoiceView, FinishView, SeatView, Situation, StoryLine
from playwright.sync_api import Browser, ViewportSize

from tests.table.desk import Desk
from tests.web.browser import LAPTOP, PHONE, TELEVISION, Tab, tab
from tests.web.device import Device
from tests.web.evening import RULING

HOSTILE = (
    "<script>window.stung = 1</script>",
    "<img src=x onerror='window.stung = 1'>",
    "</script><script>window.stung = 1</script>",
    "`${window.stung = 1}`",
    "&lt;b&gt; &amp; \\u003c {{ 7 * 7 }}",
    '" onclick="window.stung = 1',
)


def seats_named(*names: str) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(seat=Seat(nth), name=name, named=True, joined=True, azimuth=Degrees(45.0 * nth), pattern=Pattern.READY)
        for nth, name in enumerate(names)
    )


def test_the_page_says_what_was_ruled_and_what_is_awaited(open_tab: Tab) -> None:
    said, awaits = open_tab.text(".said"), open_tab.text(".awaits .what")

    assert (said, awaits) == (RULING.said, RULING.awaits)


def test_a_lamp_is_a_shape_and_a_word_not_only_a_colour(open_tab: Tab) -> None:
    seat = open_tab.page.locator("g.seat", has_text="Tom")

    assert seat.locator(".word").text_content() == "paie"
    assert seat.locator(".glyph").get_attribute("href") == "#glyph-pays"


def test_every_pattern_has_its_own_shape(open_tab: Tab) -> None:
    shapes = [
        open_tab.page.evaluate("(id) => document.getElementById(id)?.innerHTML ?? id", f"glyph-{pattern}")
        for pattern in Pattern
    ]

    assert len(set(shapes)) == len(Pattern)
    assert not set(shapes) & {f"glyph-{pattern}" for pattern in Pattern}


def test_a_new_event_reaches_every_open_page(browser: Browser, device: Device) -> None:
    with (
        tab(browser, f"{device.url}banc", cookie=device.join(host=True)) as laptop,
        tab(browser, device.url, PHONE, cookie=device.join(seat=1)) as phone,
    ):
        seq = device.evening.show(said="Égalité parfaite\u00a0: la main du dessous l’emporte.")
        laptop.wait_for_event(seq)
        phone.wait_for_event(seq)

        assert laptop.text(".said") == phone.text(".said") == "Égalité parfaite\u00a0: la main du dessous l’emporte."


def test_an_event_that_cannot_be_drawn_does_not_end_the_page(open_tab: Tab, device: Device) -> None:
    device.evening.show(lamp="no such lamp")
    assert httpx.get(device.url, cookies={"perroquet": device.join()}).status_code == 500

    open_tab.wait_for_event(device.evening.show(said="La suite."))

    assert open_tab.text(".said") == "La suite."


def test_a_ruling_that_is_no_longer_what_is_said_is_called_the_last_one(open_tab: Tab, device: Device) -> None:
    heading = open_tab.page.get_by_role("heading", name="Dernière décision")
    fresh = heading.count()
    open_tab.wait_for_event(device.evening.show(said="Duel de Tom et Aïcha.", ruled=False))

    assert (fresh, heading.count()) == (0, 1)
    assert open_tab.page.locator(".grounds.old li").all_inner_texts() == list(RULING.ruling)


def test_a_limited_time_runs_down_by_itself(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(left=Millis(9_400)))
    seconds = "Number(getComputedStyle(document.querySelector('.seconds')).getPropertyValue('--seconds'))"
    first = open_tab.page.evaluate(seconds)
    open_tab.page.wait_for_function(f"{seconds} < {first}")
    open_tab.wait_for_event(device.evening.show(left=None))

    assert first in {9, 10}
    assert open_tab.page.locator(".seconds").count() == 0


def test_names_are_shown_whole_where_there_is_room(open_tab: Tab, device: Device) -> None:
    one, _two, _three, four = seats_named("Léa", "Tom", "Aïcha", "Grand-père Anselme")
    open_tab.wait_for_event(device.evening.show(seats=(one, four)))

    assert "Grand-père Anselme" in open_tab.page.locator("g.seat .name").all_text_contents()


def test_those_who_are_not_in_the_duel_watch(open_tab: Tab, device: Device) -> None:
    ruled = sorted(open_tab.page.locator("g.seat .word").all_text_contents())
    open_tab.wait_for_event(device.evening.show(seats=seats_named("Léa"), game=None))

    assert ruled == ["gagne", "paie", "regarde", "regarde"]
    assert open_tab.page.locator("g.seat .word").all_text_contents() == ["à table"]


def test_the_story_grows_at_its_head(open_tab: Tab, device: Device) -> None:
    line = StoryLine(seq=Seq(99), text="Tom retourne une carte.")
    open_tab.wait_for_event(device.evening.show(story=(*RULING.story, line)))

    assert open_tab.page.locator(".line").all_inner_texts()[:2] == [line.text, RULING.story[-1].text]


def test_a_choice_goes_back_with_the_event_it_was_seen_at(open_tab: Tab, device: Device) -> None:
    seq = device.evening.show(choices=(ChoiceView(index=3, label="Tom ramasse"), ChoiceView(index=7, label="Rejouer")))
    open_tab.wait_for_event(seq)

    open_tab.page.get_by_role("button", name="Rejouer").click()

    assert device.notes.next() == [("choose", None, 7, seq)]


def test_a_missing_part_is_named_with_its_mend(open_tab: Tab, device: Device) -> None:
    desk = Desk().power()
    desk.tell(PartLost(part=Part.TOTEM, cause=Cause.BUSY, why="in use by another program", at=HostNs(1)))
    open_tab.wait_for_event(device.evening.show(parts=desk.view().parts))

    mend = "Un autre programme tient la base du totem : fermez-le. Le reste fonctionne."
    assert open_tab.text(".part.missing").split() == ["Base", "du", "totem", "manque", *mend.split()]
    assert open_tab.page.locator(".base.lost").count() == 1


def test_the_volume_and_the_hush_are_in_words(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(volume=Percent(65), hushed=True))

    assert open_tab.page.locator(".volume").get_attribute("aria-label") == "Silence (volume 65 %)"


def test_the_page_speaks_the_evening_s_language(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(device.evening.show(language=Language.EN, said="Léa, four fingers to three."))
    outside = open_tab.page.locator("#popup span").first.text_content(), open_tab.text(".percent")
    english = open_tab.text(".hero h2"), open_tab.page.locator(".perroquet").get_attribute("lang")
    open_tab.wait_for_event(device.evening.show())
    french = open_tab.text(".hero h2"), open_tab.page.locator(".perroquet").get_attribute("lang")

    assert outside == ("Connection lost.", "40%")
    assert english == ("The parrot says", "en")
    assert french == ("Le perroquet dit", "fr")


def test_hostile_names_are_text_on_a_page_already_open(open_tab: Tab, device: Device) -> None:
    open_tab.wait_for_event(show_hostile(device))

    assert_only_text(open_tab)


def test_hostile_names_are_text_on_a_page_being_opened(browser: Browser, device: Device) -> None:
    seq = show_hostile(device)
    with tab(browser, f"{device.url}banc", cookie=device.join(host=True)) as opened:
        opened.wait_for_event(seq)

        assert_only_text(opened)


def show_hostile(device: Device) -> Seq:
    return device.evening.show(
        seats=seats_named(*HOSTILE),
        said=HOSTILE[0],
        ruling=HOSTILE,
        facts=HOSTILE,
        awaits=HOSTILE[2],
        choices=tuple(ChoiceView(index=nth, label=text) for nth, text in enumerate(HOSTILE)),
        story=tuple(StoryLine(seq=Seq(nth), text=text) for nth, text in enumerate(HOSTILE)),
    )


def assert_only_text(opened: Tab) -> None:
    opened.page.evaluate("new Promise(requestAnimationFrame)")
    assert opened.page.evaluate("window.stung") is None
    assert opened.text(".said") == HOSTILE[0]
    assert opened.page.locator(".facts li").all_text_contents() == [*HOSTILE, *HOSTILE]
    assert opened.page.locator(".choices button").all_text_contents() == list(HOSTILE)
    assert opened.page.locator("g.seat title").first.text_content() == f"{HOSTILE[0]}, siège 1\u00a0: en lice"


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP, TELEVISION], ids=["phone", "laptop", "television"])
def test_nothing_sticks_out_sideways(browser: Browser, device: Device, viewport: ViewportSize) -> None:
    long = "Jean-Christophe-Alexandre-Maximilien" * 40
    with tab(browser, f"{device.url}banc", viewport, cookie=device.join(host=True)) as opened:
        opened.wait_for_event(
            device.evening.show(said=long, awaits=long, facts=(long,), seats=seats_named(*[long] * 8))
        )

        assert opened.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("path", ["porte", "quoi", "", "table", "hote", "photos"])
@pytest.mark.parametrize("width", [320, 360, 640], ids=["tiny", "phone", "a laptop at 200 %"])
def test_every_page_fits_whatever_the_width(browser: Browser, device: Device, path: str, width: int) -> None:
    finishes = (FinishView(seq=Seq(7), words="Léa, quatre doigts à trois.", contested=True),)
    device.evening.show(finishes=finishes)
    context = browser.new_context(viewport={"width": width, "height": 700})
    if path not in {"porte", "quoi"}:
        context.add_cookies([{"name": "perroquet", "value": device.join(host=True, seat=1), "url": device.url}])
    page = context.new_page()
    page.goto(f"{device.url}{path}")
    page.locator(".panel, .porch").first.wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()

    assert wide <= width


@pytest.mark.parametrize("path", ["", "hote", "banc"])
def test_touch_targets_are_large_enough(browser: Browser, device: Device, path: str) -> None:
    with tab(browser, f"{device.url}{path}", PHONE, cookie=device.join(host=True, seat=1)) as phone:
        phone.wait_for_event(device.evening.show())
        smallest = phone.page.evaluate(
            """Math.min(...[...document.querySelectorAll(".perroquet :is(button, a, select, input, summary)")]
                .filter((one) => one.checkVisibility() && !one.matches("[type=radio], [type=checkbox], [type=range]"))
                .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)))"""
        )

        assert smallest >= 40


def test_a_phone_loads_vue_a_socket_and_no_component_library(browser: Browser, device: Device) -> None:
    with tab(browser, f"{device.url}table", PHONE, cookie=device.join()) as phone:
        loaded = phone.page.evaluate(
            "performance.getEntriesByType('resource').map((one) => [one.name.split('/').pop(), one.decodedBodySize])"
        )
        library = phone.page.evaluate("typeof Quasar")

    heavy = {name for name, size in loaded if size > 1024 and not name.startswith("qr.svg")}
    assert heavy == {"vue.esm-browser.prod.js", "socket.io.min.js", "nicegui.js", "nicegui.css"}
    assert library == "undefined"


def test_all_situations_have_words(open_tab: Tab, device: Device) -> None:
    shown: list[str] = []
    for situation in Situation:
        open_tab.wait_for_event(device.evening.show(situation=situation))
        shown.append(open_tab.text(".situation"))

    assert shown == ["Au repos", "En jeu", "Une réponse, s’il vous plaît", "En pause"]


@pytest.mark.parametrize("forged", ["[99, 'x']", "['0', 'x']", "[0, {}]", "[]", "null"])
def test_forged_choices_are_refused(open_tab: Tab, device: Device, forged: str) -> None:
    for selector, event in ((".choices button", "click"),):
        node = open_tab.page.locator(selector).first
        open_tab.page.evaluate(
            f"""([id, event]) => {{
                const listener = mounted_app.elements[id].events.find((known) => known.type === event);
                const args = {forged};
                window.socket.emit("event", {{ id, client_id: window.clientId, listener_id: listener.listener_id,
                    args: (args ?? [null]).map((value) => JSON.stringify(value)) }});
            }}""",
            [int((node.get_attribute("id") or "c0")[1:]), event],
        )
    open_tab.page.keyboard.press("ArrowRight")  # arrives after them

    assert device.notes.next() == [("turn", 1)]


def test_a_photo_finish_is_shown_zoomed_and_taken_home(browser: Browser, device: Device) -> None:
    finishes = (FinishView(seq=Seq(7), words="Léa, quatre doigts à trois.", contested=True),)
    with tab(browser, f"{device.url}photos", cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show(finishes=finishes))
        width = "document.querySelector('.photo-frame img').getBoundingClientRect().width"
        before = opened.page.evaluate(width)
        opened.page.get_by_role("button", name="Agrandir").click()
        zoomed = opened.page.evaluate(width)
        with opened.page.expect_download() as coming:
            opened.page.get_by_role("link", name="Télécharger").click()

        assert zoomed == pytest.approx(1.5 * before, rel=0.05)
        assert coming.value.suggested_filename == "perroquet-7.svg"
        assert opened.page.locator(".thumb").count() == 1


@pytest.mark.parametrize(("game", "shown"), [("jungle-speed", True), (None, True), ("orchidee", False)])
def test_the_last_photo_keeps_out_of_games_without_a_totem(
    browser: Browser, device: Device, game: str | None, *, shown: bool
) -> None:
    finishes = (FinishView(seq=Seq(7), words="Léa.", contested=True),)
    with tab(browser, device.url, PHONE, cookie=device.join(seat=1)) as opened:
        opened.wait_for_event(device.evening.show(finishes=finishes, running=game))

        assert opened.page.locator(".last-photo").is_visible() is shown


def test_a_photo_that_is_gone_is_not_found(device: Device) -> None:
    answers = [
        httpx.get(f"{device.url}photo/{seq}.svg", headers={"Cookie": f"perroquet={device.join()}"}) for seq in (7, 8)
    ]

    assert [answer.status_code for answer in answers] == [200, 404]
    assert answers[0].headers["content-type"] == "image/svg+xml"
