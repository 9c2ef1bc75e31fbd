"""The panel: buttons and the encoder."""

from collections.abc import AsyncIterator
from typing import Protocol

from perroquet.kernel.readings import Edge


class Buttons(Protocol):
    """Every edge of every line of the panel, in the order the driver learnt of them.

    Edges are raw: contacts bounce, and two lines may be told out of order although each `at` is right. Debouncing
    and gestures are `table.gestures`.
    """

    def edges(self) -> AsyncIterator[Edge]:
        """Yield edges until closed; one reader only.

        The buffer is bounded; when the reader is too slow the oldest edges go and the loss is logged once.
        """
        ...

    def down(self) -> frozenset[str]:
        """Return the lines that are active now: after power-on, a held button is a stuck button."""
        ...

    async def aclose(self) -> None:
        """Release the pins; `edges` ends. Idempotent."""
        ...
