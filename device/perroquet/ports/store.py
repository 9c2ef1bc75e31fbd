"""Where the journal lives."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from perroquet.kernel.journal import Record, Recovery


class Store(Protocol):
    """An append-only journal with one writer. `load` comes first."""

    async def load(self) -> tuple[Record, ...]:
        """Return the evening's records in order, to the last whole one.

        Raises:
            JournalTooNew: written by a newer Perroquet; untouched.
            JournalDamaged: damaged before its tail; untouched.
            JournalBusy: another Perroquet holds it.
            StateFolderUnwritable: there is no place to write to.
            JournalError: an event in it is of no known kind; untouched.
        """
        ...

    @property
    def recovered(self) -> Recovery | None:
        """What a damaged tail cost at `load`; None when nothing was wrong."""
        ...

    async def append(self, records: Sequence[Record]) -> None:
        """Return only when all `records` are durable, all or none of them. They follow the last one without a gap.

        Raises:
            JournalError: the disk refused, or a record does not follow; nothing of `records` is kept.
        """
        ...

    async def archive(self) -> Path:
        """Put the evening away under the name that is returned, and begin an empty one at event 1."""
        ...

    async def aclose(self) -> None:
        """Finish pending appends and close. Idempotent."""
        ...
