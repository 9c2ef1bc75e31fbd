"""The page's hardening tests, spoken over the wire to an installed service: those that need nothing but the wire.

`PAGE=http://ADDRESS:PORT/ CODE=1234 pytest tests/hil/installed_page.py`, as the ladder does.
"""

import os
import time
from dataclasses import dataclass, field
from typing import Final

import pytest

from tests.web.phone import BROWSER
from tests.web.test_gate import (
    post,
    test_a_code_written_with_blanks_is_the_code,
    test_a_foreign_name_and_a_foreign_page_are_refused,
    test_a_monstrous_code_is_only_wrong,
    test_a_socket_from_a_foreign_page_or_without_a_cookie_is_refused,
    test_no_answer_may_be_framed_sniffed_or_ask_elsewhere,
    test_nothing_is_spoken_but_sockets,
    test_one_address_has_only_so_many_connections,
    test_pages_are_not_built_without_end,
    test_strangers_are_sent_to_the_door,
    test_strangers_get_no_asset_and_no_socket,
    test_strangers_may_ask_what_this_is_and_nothing_else_is_there,
)

__all__ = [
    "test_a_code_written_with_blanks_is_the_code",
    "test_a_foreign_name_and_a_foreign_page_are_refused",
    "test_a_monstrous_code_is_only_wrong",
    "test_a_socket_from_a_foreign_page_or_without_a_cookie_is_refused",
    "test_no_answer_may_be_framed_sniffed_or_ask_elsewhere",
    "test_nothing_is_spoken_but_sockets",
    "test_one_address_has_only_so_many_connections",
    "test_pages_are_not_built_without_end",
    "test_strangers_are_sent_to_the_door",
    "test_strangers_get_no_asset_and_no_socket",
    "test_strangers_may_ask_what_this_is_and_nothing_else_is_there",
]

PATIENCE_S: Final = 120.0
MOST_WRONG: Final = 8


@dataclass
class Door:
    """What who stands before it knows."""

    code: str


@dataclass
class InstalledDevice:
    """As much of `tests.web.device.Device` as there is from outside."""

    url: str
    guests: Door
    _cookies: list[str] = field(default_factory=list[str])

    def join(self) -> str:
        """Enter by the door, once; after wrong codes that takes a while."""
        limit = time.monotonic() + PATIENCE_S
        while not self._cookies:
            answer = post(self, f"code={self.guests.code}")  # pyright: ignore[reportArgumentType] - it asks for the url alone
            assert answer.status_code in {303, 429}, answer.text
            assert time.monotonic() < limit, "the door stayed shut"
            if answer.status_code == 303:
                self._cookies.append(answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
            BROWSER.cookies.clear()
        return self._cookies[0]


@pytest.fixture(scope="session")
def installed() -> InstalledDevice:
    return InstalledDevice(url=os.environ["PAGE"], guests=Door(os.environ["CODE"]))


@pytest.fixture
def device(installed: InstalledDevice) -> InstalledDevice:
    """Everybody is inside the door, so that wrong codes of one test do not hold up the next."""
    installed.join()
    BROWSER.cookies.clear()  # each test begins as a stranger
    return installed


def test_a_wrong_code_is_slowed_down_and_the_right_one_opens(device: InstalledDevice) -> None:
    """The machine may be too slow for the first waits: the code is wrong until one is felt."""
    wrong = "0000" if device.guests.code != "0000" else "1111"
    answers = [post(device, f"code={wrong}").status_code]  # pyright: ignore[reportArgumentType]
    while answers[-1] != 429:
        assert answers[-1] == 403
        assert len(answers) < MOST_WRONG
        answers.append(post(device, f"code={wrong}").status_code)  # pyright: ignore[reportArgumentType]
    again = InstalledDevice(url=device.url, guests=device.guests)

    assert again.join()
