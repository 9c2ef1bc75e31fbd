"""What the page needs of the session."""

from collections.abc import AsyncIterator
from typing import Protocol

from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import HostNs, Percent, Seat, Seq
from perroquet.table.views import EveningView, HostView


class Evening(Protocol):
    """The evening as it can be looked at."""

    def live(self, viewer: Seat | None) -> EveningView:
        """Return what `viewer` (None = the host's console) may know now, where the totem is and what time is left."""
        ...

    def host(self) -> HostView:
        """Return what the host's console shows besides."""
        ...

    def watch(self) -> AsyncIterator[Seq]:
        """Yield the newest event each time there are new ones, or the totem moved.

        Coalesced: a slow reader misses numbers, never the last one. Any number of readers.
        """
        ...

    async def photo_finish(self, seq: Seq) -> str | None:
        """Return the picture of the finish that a view names by `seq`, an SVG; None when it is gone."""
        ...

    async def story(self) -> str:
        """Return the whole evening in words."""
        ...

    def dispute(self) -> str | None:
        """Return the last ruling as the text of a case file; None when there is none to be kept."""
        ...

    def now(self) -> HostNs:
        """Return the host's clock."""
        ...


class Wishes(Protocol):
    """What a page asks of the evening; all of it may be refused, by the table and in words."""

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        """Give the command of choice `index` of the view that `viewer` saw at event `seq`.

        A choice that is no longer on the menu is refused by the session, never misread as another one.
        """
        ...

    def press(self, control: Control, gesture: Gesture, *, seat: Seat | None = None, steps: int = 0) -> None:
        """Press a button of the panel; it means what that button means now."""
        ...

    async def press_of(self, seat: Seat) -> HostNs:
        """Wait for the next press of that seat's own button on the box, and return its instant."""
        ...

    def rename(self, seat: Seat, name: str) -> None:
        """Ask that `seat` be called `name`, as typed; the session tidies and shortens it."""
        ...


class Settings(Protocol):
    """What the host's page sets beyond the panel."""

    def offer(self, game: str) -> None:
        """Choose the game that START begins."""
        ...

    def choose_rule(self, game: str, rule: str, value: HouseValue) -> None:
        """Choose a house rule for games that start from now on; one that does not exist is ignored."""
        ...

    def choose_volume(self, percent: Percent) -> None:
        """Set the volume."""
        ...

    def overrule(self, seats: tuple[Seat, ...], reason: str) -> None:
        """Give the table's word on the last ruling, and why."""
        ...

    def announce(self, address: str, code: str) -> None:
        """Say where the table's page is, and its code."""
        ...


class EveningLink(Evening, Wishes, Settings, Protocol):
    """The evening as a page sees it: views out, wishes in."""
