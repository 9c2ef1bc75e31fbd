"""The small display of the box, for loud rooms and for who does not hear."""

from typing import Protocol

from perroquet.kernel.units import Seq


class Display(Protocol):
    """What was said last, and what is awaited."""

    def show(self, said: str, awaits: str, cause: Seq) -> None:
        """Show both as soon as possible, in place of what was shown; never blocks, never raises for a lost display.

        `cause` is the durable event behind it. Of two that come quickly only the newer may be seen. A display that is
        back after it was lost shows the next.
        """
        ...

    async def aclose(self) -> None:
        """Dark. Idempotent."""
        ...
