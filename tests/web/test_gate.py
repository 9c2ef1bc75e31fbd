"""What strangers, other pages and other guests cannot do; spoken over the wire, without a browser."""

import json
import logging
import socket
import time
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import httpx
import pytest
from perroquet.kernel.cues import Pattern
from perroquet.kernel.units import Seat
from perroquet.table.views import ChoiceView
from perroquet.web.buckets import LOADS, MESSAGES
from perroquet.web.gate import is_from_us, is_ours
from perroquet.web.lockout import FREE
from perroquet.web.server import CONNECTIONS
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.device import Device
from tests.web.phone import BROWSER, PATIENCE_S, Phone, load, phone

HTML = {"Accept": "text/html"}


def get(device: Device, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    return BROWSER.get(f"{device.url}{path}", headers=headers)


def post(device: Device, body: str) -> httpx.Response:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return BROWSER.post(f"{device.url}entrer", content=body, headers=form)


def shown(cookie: str) -> dict[str, str]:
    return {"Cookie": f"perroquet={cookie}"}


@pytest.mark.parametrize("path", ["", "table", "hote", "banc", "photos", "qr.svg"])
def test_strangers_are_sent_to_the_door(device: Device, path: str) -> None:
    answer = get(device, path, headers=HTML)

    assert (answer.status_code, answer.headers["location"]) == (303, "/porte")


@pytest.mark.parametrize("path", ["_nicegui/3.18.0/static/nicegui.js", "_nicegui_ws/socket.io/?EIO=4", "_nicegui/x"])
def test_strangers_get_no_asset_and_no_socket(device: Device, path: str) -> None:
    assert get(device, path).status_code == 403


def test_strangers_may_ask_what_this_is_and_nothing_else_is_there(device: Device) -> None:
    door, what = get(device, "porte"), get(device, "quoi")

    assert "Qu’est-ce que c’est" in door.text
    assert "Rien ne part sur internet" in what.text
    for page in (door, what):
        assert "<script" not in page.text
        shown_text = page.text.partition("<main>")[2]
        assert not any(word in shown_text for word in ("Léa", "Tom", "Jungle", device.guests.code))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8080", True),
        ("192.168.1.20", True),
        ("[fe80::1]:8080", True),
        ("perroquet.local", True),
        ("perroquet", True),
        ("PERROQUET.LAN:8080", True),
        ("perroquet.fritz.box", True),
        ("evil.example", False),
        ("perroquet.local.evil.example", False),
        ("", False),
        ("a b.local", False),
        ("192.168.1.20.evil.example", False),
    ],
)
def test_only_names_of_a_home_network_are_ours(host: str, *, ours: bool) -> None:
    assert is_ours(host) is ours


@pytest.mark.parametrize(
    ("origin", "required", "welcome"),
    [
        (None, False, True),
        (None, True, False),
        ("http://perroquet.local", True, True),
        ("http://evil.example", False, False),
        ("null", False, False),
        ("http://perroquet.local:81", True, False),
    ],
)
def test_only_our_own_pages_may_speak(origin: str | None, *, required: bool, welcome: bool) -> None:
    assert is_from_us(origin, "perroquet.local", required=required) is welcome


def test_a_foreign_name_and_a_foreign_page_are_refused(device: Device) -> None:
    cookie = shown(device.join())

    assert get(device, "", {**cookie, "Host": "evil.example"}).status_code == 421
    assert get(device, "", {**cookie, "Origin": "http://evil.example"}).status_code == 403


def test_a_socket_from_a_foreign_page_or_without_a_cookie_is_refused(device: Device) -> None:
    cookie = device.join()
    with pytest.raises(InvalidStatus), phone(device.url, "", cookie, origin="http://evil.example"):
        pass
    _, client_id, _ = load(device.url, "", cookie)
    with pytest.raises(InvalidStatus):
        _socket_without_cookie(device, client_id)


def _socket_without_cookie(device: Device, client_id: str) -> None:
    from websockets.sync.client import connect

    place = device.url.removeprefix("http://")
    asked = f"EIO=4&transport=websocket&client_id={client_id}&implicit_handshake=true"
    connect(f"ws://{place}_nicegui_ws/socket.io/?{asked}", origin=device.url.rstrip("/")).close()  # pyright: ignore[reportArgumentType] its own type


def test_who_goes_astray_finds_the_way_back_and_has_no_page_built(device: Device) -> None:
    cookie = device.join()
    before = device.do(pages_built)
    answer = get(device, "hots", shown(cookie))

    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    assert "Rien ici" in answer.text
    assert device.do(pages_built) <= before


def test_nothing_is_spoken_but_sockets(device: Device) -> None:
    cookie = shown(device.join())

    assert get(device, "_nicegui_ws/socket.io/?EIO=4&transport=polling", cookie).status_code == 403


def test_no_answer_may_be_framed_sniffed_or_ask_elsewhere(device: Device) -> None:
    headers = get(device, "", shown(device.join())).headers

    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_all_but_the_sound_is_compressed(device: Device) -> None:
    cookie = device.join(host=True)
    packed = [get(device, path, shown(cookie)).headers.get("content-encoding") for path in ("porte", "table")]
    with BROWSER.stream("GET", f"{device.url}banc/son", headers=shown(cookie)) as sound:
        as_it_is = sound.headers.get("content-encoding")

    assert (packed, as_it_is) == (["gzip", "gzip"], None)


def test_the_right_code_opens_and_a_wrong_one_is_slowed_down(device: Device) -> None:
    wrong = "0000" if device.guests.code != "0000" else "1111"
    tries = [post(device, f"code={wrong}").status_code for _ in range(FREE + 2)]
    locked = post(device, f"code={device.guests.code}")
    waits = int(locked.headers["retry-after"])
    deadline = time.monotonic() + 10
    while (opened := get(device, f"entrer/{device.guests.code}")).status_code == 429:
        assert time.monotonic() < deadline

    assert tries == [403, 403, 403, 429]
    assert (locked.status_code, waits) == (429, 2)
    assert opened.status_code == 303
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert "samesite=lax" in opened.headers["set-cookie"].lower()


def test_a_code_written_with_blanks_is_the_code(device: Device) -> None:
    spaced = "+".join(device.guests.code)

    assert post(device, f"code={spaced}").status_code == 303


@pytest.mark.parametrize("body", ["code=" + "9" * 100_000, "code=%ff%00", "", "code=<script>"])
def test_a_monstrous_code_is_only_wrong(device: Device, body: str) -> None:
    answer = httpx.post(
        f"{device.url}entrer", content=body, headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    post(device, f"code={device.guests.code}")

    assert answer.status_code in {403, 413}
    assert "<script>" not in answer.text


def test_another_guest_s_host_page_is_the_table(device: Device) -> None:
    guest, host = (load(device.url, "hote", device.join(host=host))[0] for host in (False, True))

    assert ("Redire le code" in guest, "Redire le code" in host) == (False, True)


def listener_of(opened: Phone, text: str) -> tuple[str, dict[str, object]]:
    """Return the listener of the one button that says `text`."""
    for key, one in opened.elements.items():
        if one.get("events") and text in (one.get("text") or "").split("|"):
            return key, one["events"][0]
    raise AssertionError(f"no button {text!r}")


def test_a_forged_command_of_another_page_is_not_heard(device: Device) -> None:
    choices = (ChoiceView(index=0, label="Piller"),)
    with phone(device.url, "", device.join(seat=1)) as victim, phone(device.url, "", device.join(seat=2)) as thief:
        victim.wait_for_event(device.evening.show_seat(1, choices=choices))
        key, listener = listener_of(victim, "Piller")
        device.notes.taken()
        thief.tell(key, listener, 0, 1, client_id=victim.client_id)
        victim.tell(key, listener, 0, 7)

        assert device.notes.next() == [("choose", Seat(1), 0, 7)]
        assert device.notes.taken() == []


def test_a_socket_cannot_be_opened_for_another_guest_s_page(device: Device) -> None:
    _, client_id, _ = load(device.url, "", device.join(seat=1))
    secret = device.evening.show_seat(1, said="le trésor")
    with phone(device.url, "", device.join(seat=2), of=client_id) as thief:
        device.evening.show_seat(1, said="le trésor de Tom")
        while thief.read(0.3) is not None:
            pass

        assert secret
        assert "trésor" not in thief.text()


def test_who_lost_the_seat_commands_nothing_any_more(device: Device) -> None:
    cookie = device.join(seat=1)
    with phone(device.url, "", cookie) as opened:
        opened.wait_for_event(device.evening.show_seat(1, choices=(ChoiceView(index=0, label="Piller"),)))
        key, listener = listener_of(opened, "Piller")
        guest = device.do(lambda: device.guests.known(cookie))
        assert guest is not None
        device.do(lambda: device.guests.sit(guest.id, None))
        device.notes.taken()
        opened.tell(key, listener, 0, 1)
        device.evening.show_seat(1, said="le trésor")
        while opened.read(0.3) is not None:
            pass

        assert device.notes.taken() == []
        assert "trésor" not in opened.text()
        assert "location.reload()" in opened.text()


def test_a_flood_is_hung_up_on_and_nobody_else_notices(device: Device) -> None:
    with phone(device.url, "", device.join(seat=1)) as other, phone(device.url, "", device.join(seat=2)) as flooder:
        with suppress(OSError, ConnectionClosed):
            for _ in range(3 * MESSAGES.burst):
                flooder.emit("event", {"client_id": flooder.client_id, "id": 4, "listener_id": "x", "args": []})
        cut_off = flooder.is_cut_off()
        other.wait_for_event(device.evening.show())

        assert cut_off


def test_pages_are_not_built_without_end(device: Device) -> None:
    cookie = device.join()
    answers = (get(device, "table", shown(cookie)).status_code for _ in range(20 * LOADS.burst))

    assert next(answers) == 200
    assert 429 in answers  # how many pages fit before it depends on how fast they are built


def test_a_gallery_is_more_than_a_few_pages(device: Device) -> None:
    cookie = device.join()
    answers = [get(device, "photo/7.svg", shown(cookie)).status_code for _ in range(3 * LOADS.burst)]

    assert set(answers) == {200}


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "entrer"), ("TRACE", "porte"), ("POST", "porte"), ("DELETE", "quoi"), ("GET", "entrer"), ("POST", "")],
)
def test_strangers_have_no_page_built_for_them(device: Device, method: str, path: str) -> None:
    before = device.do(pages_built)
    answer = BROWSER.request(method, f"{device.url}{path}", headers={"Origin": device.url.rstrip("/")})

    assert answer.status_code in {403, 405}
    assert "<html" not in answer.text
    assert device.do(pages_built) <= before  # pages of earlier tests may be forgotten meanwhile


def pages_built() -> int:
    from nicegui import Client

    return len(Client.instances)


def test_one_address_has_only_so_many_connections(device: Device) -> None:
    place = urlsplit(device.url)
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection((place.hostname, place.port), timeout=10))
            for _ in range(CONNECTIONS + 1)
        ]
        hung_up = is_hung_up(opened[-1])

    assert hung_up
    assert get(device, "porte").status_code == 200


def is_hung_up(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("where", ["a message", "its parts"])
def test_a_giant_message_is_hung_up_on_and_nobody_else_notices(device: Device, where: str) -> None:
    giant = "x" * (1 << 20)
    with phone(device.url, "", device.join(seat=1)) as other, phone(device.url, "", device.join(seat=2)) as clown:
        with suppress(OSError, ConnectionClosed):
            clown.socket.send(giant if where == "a message" else [giant[:32_000]] * 32)
        cut_off = clown.is_cut_off()
        other.wait_for_event(device.evening.show())

        assert cut_off


def test_a_message_sent_twice_is_two_wishes_of_what_was_seen_then(device: Device) -> None:
    seen = device.evening.show_seat(1, choices=(ChoiceView(index=0, label="Prendre"),))
    with phone(device.url, "", device.join(seat=1)) as opened:
        opened.wait_for_event(seen)
        element, listener = listener_of(opened, "Prendre")
        device.notes.taken()
        device.evening.show()
        for _ in range(2):
            opened.tell(element, listener, 0, int(seen))

        assert device.notes.next(2) == [("choose", Seat(1), 0, seen)] * 2


@pytest.mark.parametrize("forged", [{}, {"tab_id": None}, {"tab_id": "x", "document_id": 5, "next_message_id": "NaN"}])
def test_a_forged_handshake_of_one_s_own_page_is_refused_in_a_word(
    device: Device, caplog: pytest.LogCaptureFixture, forged: dict[str, object]
) -> None:
    with phone(device.url, "", device.join(seat=2)) as clown:
        clown.socket.send("421" + json.dumps(["handshake", {"client_id": clown.client_id, **forged}]))
        heard: list[str | None] = []
        deadline = time.monotonic() + PATIENCE_S
        while "431[false]" not in heard and time.monotonic() < deadline:
            heard.append(clown.read(0.2))

    assert "431[false]" in heard
    assert [one.message for one in caplog.records if one.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "junk",
    [
        "42[]",
        "42{}",
        '42["event"]',
        '42["event",null]',
        '42["event",{"client_id":[]}]',
        '42["javascript_response",{"client_id":"x"}]',
        '42["handshake",{"client_id":"x","tab_id":1,"document_id":2}]',
        "42" + "[" * 5000,
        "99",
    ],
)
def test_junk_on_the_wire_hurts_nobody(device: Device, junk: str) -> None:
    with phone(device.url, "", device.join(seat=1)) as other:
        with phone(device.url, "", device.join(seat=2)) as clown:
            clown.socket.send(junk)
            own = f'"client_id":"{clown.client_id}"'
            clown.socket.send('42["event",{' + own + ',"id":"x","listener_id":5,"args":["{"]}]')
            clown.socket.send('42["ack",{' + own + ',"next_message_id":"x"}]')
            clown.read(0.2)
        other.wait_for_event(device.evening.show(lamp=Pattern.WINS))
