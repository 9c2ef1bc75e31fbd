"""The RGB lamp of the box."""

from typing import Protocol

from perroquet.kernel.cues import Pattern
from perroquet.kernel.units import Seq


class StatusLamp(Protocol):
    """One lamp that shows one pattern at a time, on its own clock."""

    def show(self, pattern: Pattern, cause: Seq) -> None:
        """Show `pattern` from its beginning, at once; the same pattern again goes on undisturbed.

        `cause` is the durable event behind it.
        """
        ...

    async def aclose(self) -> None:
        """Dark, and release the pins. Idempotent."""
        ...
