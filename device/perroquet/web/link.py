"""What the page needs of the session."""

from collections.abc import AsyncIterator
from typing import Protocol

from perroquet.kernel.units import Seat, Seq
from perroquet.table.views import EveningView


class EveningLink(Protocol):
    """The evening as a page sees it: views out, choices in."""

    def live(self, viewer: Seat | None) -> EveningView:
        """Return what `viewer` (None = the host's console) may know now, where the totem is and what time is left."""
        ...

    def watch(self) -> AsyncIterator[Seq]:
        """Yield the newest event each time there are new ones, or the totem moved.

        Coalesced: a slow reader misses numbers, never the last one. Any number of readers.
        """
        ...

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        """Give the command of choice `index` of the view that `viewer` saw at event `seq`.

        A choice that is no longer on the menu is refused by the session, never misread as another one.
        """
        ...

    def rename(self, seat: Seat, name: str) -> None:
        """Ask that `seat` be called `name`, as typed; the session tidies and shortens it."""
        ...
