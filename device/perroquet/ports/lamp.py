"""The RGB lamp of the box."""

from typing import Protocol

from perroquet.kernel.cues import Flash, Pattern
from perroquet.kernel.units import Seq


class StatusLamp(Protocol):
    """One lamp that shows one pattern at a time, on its own clock, and flashes another over it."""

    def show(self, pattern: Pattern, cause: Seq) -> None:
        """Show `pattern` from its beginning, at once; the same pattern again goes on undisturbed.

        `cause` is the durable event behind it.
        """
        ...

    def flash(self, flash: Flash, cause: Seq) -> None:
        """Show `flash` once, at once, then what is shown otherwise.

        A pattern shown meanwhile waits for its end, unless it is `ALARM` or `OFF`; the same flash goes on undisturbed.
        """
        ...

    async def aclose(self) -> None:
        """Dark, and release the pins. Idempotent."""
        ...
