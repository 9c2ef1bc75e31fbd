"""Recordings on disk: one gzipped file each in a folder, written by a thread of its own."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Final

from typing_extensions import override

from perroquet.capture import Capture, MalformedCapture, digest, packed, read, text_of
from perroquet.kernel.errors import CaptureNotKept
from perroquet.ports import Captures, Kept
from perroquet.ports.captures import MOST_KEPT

_SUFFIX: Final = ".csv.gz"
_UNFINISHED: Final = ".new"


class CaptureFolder(Captures):
    """Recordings in `folder`, which is made when the first one comes.

    Args:
        folder: where.
        most: how many stay.
    """

    def __init__(self, folder: Path, *, most: int = MOST_KEPT) -> None:
        self._folder = folder
        self._most = most
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="captures")

    @override
    async def keep(self, event: str, capture: Capture) -> Kept:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._keep, event, capture)

    @override
    async def fetch(self, kept: Kept) -> Capture | None:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._fetch, kept)

    @override
    async def aclose(self) -> None:
        # In a thread: what is being written is finished, and the loop goes on meanwhile.
        await asyncio.to_thread(self._thread.shutdown)

    # What follows runs in the thread.

    def _keep(self, event: str, capture: Capture) -> Kept:
        data = packed(text_of(capture))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = next(path for path in _names(self._folder, event) if not path.exists())
            unfinished = path.with_name(path.name + _UNFINISHED)
            with unfinished.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
            self._forget(path)
        except OSError as err:
            raise CaptureNotKept(
                f"the recording {event!r} cannot be kept in {self._folder}: {err}; make room there, or let it be"
            ) from err
        return Kept(name=path.name, sha256=digest(data))

    def _forget(self, newest: Path) -> None:
        """Remove the oldest recordings beyond the most, and what a power cut left unfinished.

        A Pi has no clock of its own and may come back in the past: the one just written stays whatever its stamp says.
        """
        for left in self._folder.glob(f"*{_UNFINISHED}"):
            left.unlink(missing_ok=True)
        older = (path for path in self._folder.glob(f"*{_SUFFIX}") if path != newest)
        aged = sorted(older, key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in aged[: max(0, len(aged) + 1 - self._most)]:
            path.unlink(missing_ok=True)

    def _fetch(self, kept: Kept) -> Capture | None:
        try:
            data = (self._folder / Path(kept.name).name).read_bytes()
            return read(data) if digest(data) == kept.sha256 else None
        except (OSError, MalformedCapture):
            return None


def _names(folder: Path, event: str) -> Iterator[Path]:
    yield folder / f"{event}{_SUFFIX}"
    for number in count(2):
        yield folder / f"{event}-{number}{_SUFFIX}"
