"""Nobody's page is ever sent what another seat alone may know: whole games, every byte to every client."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from perroquet.kernel.units import Seat

from tests.web.device import Device
from tests.web.phone import phone
from tests.web.whole_games import Played, Views, others_changed, secrets_of, shown_by, views_of

GAMES = (
    Played(game="jungle-speed", players=3, every=20, house={"cards": "virtual"}),
    Played(game="orchidee", players=3, every=8, house={"cards": "virtual"}),
    Played(game="amazonas", players=4, every=11),
)
PAGES: tuple[tuple[str, Seat | None, bool], ...] = (
    ("", Seat(0), False),
    ("", Seat(1), False),
    ("table", None, False),
    ("hote", None, True),
)
"""Path, seat and whether it is the host's, of the clients that watch."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_no_page_is_sent_what_another_seat_alone_may_know(device: Device, game: Played) -> None:
    secret = 0
    with ExitStack() as stack:
        clients = [
            (viewer, stack.enter_context(phone(device.url, path, device.join(host=host, seat=viewer))))
            for path, viewer, host in PAGES
        ]
        for views in views_of(game):
            seq = device.evening.show_views(views)
            for viewer, client in clients:
                before = len(client.received)
                client.wait_for_event(seq, settle=False)
                sent = "\n".join(client.received[before:])
                forbidden = secrets_of(views, viewer)
                secret += len(forbidden)

                assert [text for text in forbidden if text in sent] == []

    assert secret > 0 or game.game == "jungle-speed"  # there nothing is for one seat alone


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.game)
@pytest.mark.parametrize(("path", "viewer"), [("", Seat(0)), ("hote", None)], ids=["seat", "host"])
def test_a_page_does_not_depend_on_what_others_alone_may_know(
    device: Device, game: Played, path: str, viewer: Seat | None
) -> None:
    games = list(views_of(replace(game, every=2 * game.every)))
    true, other = (
        drawn(device, path, viewer, shown) for shown in (games, [others_changed(views, viewer) for views in games])
    )

    assert len(true) == len(games)
    assert true == other


def drawn(device: Device, path: str, viewer: Seat | None, games: list[Views]) -> list[Mapping[str, Mapping[str, Any]]]:
    """Return what a page shows after each step; another seat's page is open beside it."""
    device.evening.restart()
    device.empty()
    cookies = device.join(host=path == "hote", seat=viewer), device.join(seat=1)
    shown: list[Mapping[str, Mapping[str, Any]]] = []
    with phone(device.url, path, cookies[0]) as client, phone(device.url, "", cookies[1]) as beside:
        for views in games:
            seq = device.evening.show_views(views)
            client.wait_for_event(seq, settle=False)
            beside.wait_for_event(seq, settle=False)
            shown.append({key: dict(one) for key, one in shown_by(client.elements).items()})
    return shown
