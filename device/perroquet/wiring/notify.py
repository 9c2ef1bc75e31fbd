"""Tell systemd that the service is ready, alive or stopping (`sd_notify`, in eight lines instead of a package)."""

import logging
import socket
from dataclasses import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceManager:
    """The one who started us and may restart us.

    Attributes:
        address: `NOTIFY_SOCKET`, a path, or `@name` in Linux's abstract space; None = nobody listens, and nothing is
            sent.
    """

    address: str | None

    def ready(self) -> None:
        """Say that the device is at the table's service."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Feed the watchdog; due at least every `WatchdogSec`."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the end is wanted."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if self.address is None:
            return
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)  # the caller is the event loop
            try:
                out.sendto(state.encode(), address)
            except OSError as err:
                _log.warning("systemd does not hear %s at %s: %s", state, self.address, err)
