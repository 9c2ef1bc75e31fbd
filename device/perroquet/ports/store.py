"""Where the journal lives."""

from collections.abc import Sequence
from typing import Protocol

from perroquet.kernel.journal import Record


class Store(Protocol):
    """An append-only journal with one writer."""

    async def append(self, records: Sequence[Record]) -> None:
        """Return only when all `records` are durable, all or none of them.

        Raises:
            JournalError: the disk refused; nothing of `records` is kept.
        """
        ...

    async def load(self) -> tuple[Record, ...]:
        """Return the evening's records in order, to the last whole one.

        Raises:
            JournalTooNew: written by a newer Perroquet.
            JournalDamaged: damaged before its tail.
        """
        ...

    async def aclose(self) -> None:
        """Finish pending appends and close. Idempotent."""
        ...
