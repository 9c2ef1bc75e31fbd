"""The page's port, taken before anything heavy is loaded or any part is opened."""

import errno
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from perroquet.kernel.errors import PartBusy

PORT: Final = 8080
_PRIVILEGED: Final = 1024
_HIGHEST: Final = 65535
_WAITING: Final = 64
_WEB: Final = 80
_AVAHI: Final = Path("/run/avahi-daemon/socket")
_OTHER_ADDRESS: Final = "listen on an address of this machine, or on 0.0.0.0 for all of them"


def reserve(host: str, port: int) -> socket.socket:
    """Take `port` and listen on it; browsers that come before the page is served wait a moment.

    Args:
        host: `0.0.0.0` for the whole local network, `127.0.0.1` for this machine only.
        port: 0 lets the system choose.

    Raises:
        PartBusy: another program uses the port, or this user may not have it.
    """
    door = socket.socket()
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(_WAITING)
    except OSError as err:
        door.close()
        raise PartBusy(f"{_what(err, host, port)}; {_way_out(err, port)}") from err
    except (TypeError, ValueError) as err:  # it cannot even be looked up
        door.close()
        raise PartBusy(f"the page cannot listen on {host!r}, which is no address; {_OTHER_ADDRESS}") from err
    return door


def _what(err: OSError, host: str, port: int) -> str:
    match err.errno:
        case errno.EADDRINUSE:
            return f"port {port} is already used by another program, and the page wants it"
        case errno.EACCES:
            return f"port {port} is not for ordinary users, and the page wants it"
        case _:
            return f"the page cannot listen on {host!r}, port {port} ({err.strerror})"


def _way_out(err: OSError, port: int) -> str:
    match err.errno:
        case errno.EADDRINUSE:
            free = port + 1 if _PRIVILEGED <= port < _HIGHEST else PORT
            return f"end that program, or choose another port, such as `perroquet run --port {free}`"
        case errno.EACCES:
            return f"choose a port from {_PRIVILEGED} up, such as `perroquet run --port {PORT}`"
        case _:
            return _OTHER_ADDRESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """How the page is reached.

    Attributes:
        here: from a browser of this machine, with its scheme.
        phone: from a phone on the same network, with its scheme; what the QR code holds.
        spoken: short enough to be said and typed.
    """

    here: str
    phone: str
    spoken: str


def addresses(door: socket.socket, *, named: bool | None = None) -> Addresses:
    """Return how the page behind `door` is reached.

    Args:
        door: from `reserve`.
        named: whether this network knows us by name, `hostname.local`; None = look whether Avahi runs here.
    """
    host, port = door.getsockname()[:2]
    shown = "" if port == _WEB else f":{port}"
    here = f"http://{'localhost' if host in {'0.0.0.0', '127.0.0.1', '::'} else host}:{port}/"  # noqa: S104 a comparison
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 a comparison
        return Addresses(here=here, phone=here, spoken=here.removeprefix("http://").rstrip("/"))
    numbers = _number_on_the_network() or "localhost"
    name = f"{socket.gethostname().split('.')[0]}.local" if (_AVAHI.exists() if named is None else named) else numbers
    return Addresses(here=here, phone=f"http://{numbers}{shown}/", spoken=f"{name}{shown}")


def _number_on_the_network() -> str | None:
    """Return the address that this machine has toward others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of the documentation: a route is looked up, no more
        except OSError:
            return None
        return probe.getsockname()[0]
