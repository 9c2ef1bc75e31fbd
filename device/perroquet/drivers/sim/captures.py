"""Recordings in memory, for stepped runs."""

from itertools import chain, count

from typing_extensions import override

from perroquet.capture import Capture, digest, packed, read, text_of
from perroquet.kernel.errors import CaptureNotKept
from perroquet.ports import Captures, Kept
from perroquet.ports.captures import MOST_KEPT


class MemoryCaptures(Captures):
    """Keeps the same bytes as the real one.

    Attributes:
        files: what is kept, oldest first; remove one, and it is gone as from a disk.
        room: recordings to come before the disk is full; None = no end.
    """

    def __init__(self, *, most: int = MOST_KEPT) -> None:
        self.files: dict[str, bytes] = {}
        self.room: int | None = None
        self._most = most

    @override
    async def keep(self, event: str, capture: Capture) -> Kept:
        if self.room is not None:
            if self.room == 0:
                raise CaptureNotKept(f"the recording {event!r} cannot be kept: the simulated disk is full; set `room`")
            self.room -= 1
        numbered = chain([event], (f"{event}-{number}" for number in count(2)))
        name = next(name for stem in numbered if (name := f"{stem}.csv.gz") not in self.files)
        data = packed(text_of(capture))
        self.files[name] = data
        for old in list(self.files)[: max(0, len(self.files) - self._most)]:
            del self.files[old]
        return Kept(name=name, sha256=digest(data))

    @override
    async def fetch(self, kept: Kept) -> Capture | None:
        data = self.files.get(kept.name)
        return read(data) if data is not None and digest(data) == kept.sha256 else None

    @override
    async def aclose(self) -> None:
        pass
