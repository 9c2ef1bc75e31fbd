"""Where recordings of grabs are kept."""

from dataclasses import dataclass
from typing import Final, Protocol

from perroquet.capture import Capture

MOST_KEPT: Final = 500
"""Recordings that are kept; the oldest goes for the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A recording that was kept.

    Attributes:
        name: of its file.
        sha256: of its bytes, in hex.
    """

    name: str
    sha256: str


class Captures(Protocol):
    """Recordings, the newest `MOST_KEPT`. They are evidence, never state: an evening goes on without any of them."""

    async def keep(self, event: str, capture: Capture) -> Kept:
        """Keep `capture`, named after `event` (letters, digits and dashes), or after it and a number if that is taken.

        Raises:
            CaptureNotKept: the disk refused; nothing of it is there.
        """
        ...

    async def fetch(self, kept: Kept) -> Capture | None:
        """Return what was kept; None when it is gone, or is no longer what it was."""
        ...

    async def aclose(self) -> None:
        """Finish what is being kept. Idempotent."""
        ...
