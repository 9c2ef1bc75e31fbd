"""The page's port, taken before anything heavy is loaded or any part is opened."""

import errno
import socket
from typing import Final

from perroquet.kernel.errors import PartBusy

PORT: Final = 8080
_PRIVILEGED: Final = 1024
_HIGHEST: Final = 65535
_WAITING: Final = 64
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


def address(door: socket.socket) -> str:
    """Return the address to type into a browser of this machine."""
    host, port = door.getsockname()[:2]
    return f"http://{'localhost' if host in {'0.0.0.0', '127.0.0.1', '::'} else host}:{port}/"  # noqa: S104 a comparison
