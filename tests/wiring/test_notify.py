import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from perroquet.wiring.config import notify_address
from perroquet.wiring.notify import ServiceManager


@pytest.fixture(params=["path", "abstract"])
def listener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A socket where systemd would listen, by either kind of address, and what NOTIFY_SOCKET says of it."""
    path = str(tmp_path / "notify")
    said, bound = (path, path) if request.param == "path" else ("@perroquet" + path, "\0perroquet" + path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(bound)
        server.settimeout(5)
        yield said, server


@pytest.mark.parametrize(
    ("tell", "datagram"),
    [
        (ServiceManager.ready, b"READY=1"),
        (ServiceManager.alive, b"WATCHDOG=1"),
        (ServiceManager.stopping, b"STOPPING=1"),
    ],
)
def test_each_word_is_one_datagram(
    listener: tuple[str, socket.socket], tell: Callable[[ServiceManager], None], datagram: bytes
):
    address, server = listener
    tell(ServiceManager(address=address))

    assert server.recv(100) == datagram


def test_nobody_listening_is_no_fault():
    ServiceManager(address=None).ready()


def test_a_listener_that_went_away_is_logged_and_does_not_stop_the_evening(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        ServiceManager(address=str(tmp_path / "gone")).alive()

    assert "WATCHDOG=1" in caplog.text


@pytest.mark.parametrize(
    ("environ", "address"), [({}, None), ({"NOTIFY_SOCKET": ""}, None), ({"NOTIFY_SOCKET": "@x"}, "@x")]
)
def test_the_address_comes_from_the_environment(environ: dict[str, str], address: str | None):
    assert notify_address(environ) == address
