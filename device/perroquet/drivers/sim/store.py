"""A journal in memory, for stepped runs. A process that dies takes it along."""

from collections.abc import Sequence
from pathlib import Path

from typing_extensions import override

from perroquet.kernel.errors import JournalError
from perroquet.kernel.journal import Codec, Record, Recovery
from perroquet.ports import Store


class MemoryStore(Store):
    """Keeps the same lines as the real one, through the same codec.

    Attributes:
        lines: what is durable; give it to the next store to power on again.
        room: appends to come before the disk is full; None = no end.
        evenings: the lines of archived evenings, by name.
    """

    def __init__(self, codec: Codec, lines: Sequence[str] = ()) -> None:
        self.lines = list(lines)
        self.room: int | None = None
        self.evenings: dict[Path, tuple[str, ...]] = {}
        self._codec = codec
        self._open = False

    @property
    @override
    def recovered(self) -> Recovery | None:
        return None

    @override
    async def load(self) -> tuple[Record, ...]:
        self._open = True
        return tuple(self._codec.decode(line) for line in self.lines)

    @override
    async def append(self, records: Sequence[Record]) -> None:
        last = len(self.lines)
        self._check_open()
        if [record.seq for record in records] != list(range(last + 1, last + 1 + len(records))):
            raise JournalError(f"{records} do not follow event {last}; append each event once, in order")
        if self.room is not None:
            if self.room == 0:
                raise JournalError("the simulated disk is full; set `room`, then try again")
            self.room -= 1
        self.lines += [self._codec.encode(record) for record in records]

    @override
    async def archive(self) -> Path:
        self._check_open()
        kept = Path(f"{len(self.evenings) + 1:04d}.db")
        self.evenings[kept] = tuple(self.lines)
        self.lines.clear()
        return kept

    @override
    async def aclose(self) -> None:
        self._open = False

    def _check_open(self) -> None:
        if not self._open:
            raise JournalError("this journal is not open; await `load` first, or make a new store")
