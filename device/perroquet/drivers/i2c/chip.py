"""One chip on the two-wire bus."""

from typing import Final, Protocol

BLOCK: Final = 32
"""Bytes that go in one message, as SMBus has it."""


class Chip(Protocol):
    """A chip with numbered registers, read and written in rows of at most `BLOCK`. Any thread; calls block."""

    def read(self, register: int, count: int) -> bytes:
        """Return `count` registers from `register` on.

        Raises:
            PartUnavailable: the chip does not answer.
        """
        ...

    def write(self, register: int, data: bytes) -> None:
        """Write `data` to `register` and those after it. Raises as `read`."""
        ...

    def close(self) -> None:
        """Let the bus go. Idempotent."""
        ...
