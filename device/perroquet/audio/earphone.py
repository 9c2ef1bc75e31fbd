"""What is played, for those who listen in: raw samples on a local socket, for a machine without a speaker.

Frames are signed 16 bit, little-endian, left and right, at `SAMPLE_RATE`. A listener that is too slow misses some; it
never holds the sound up.
"""

import contextlib
import socket
from pathlib import Path
from typing import Final

from perroquet.audio.jungle import Stereo

_MOST: Final = 8
"""Listeners at once."""


class Earphone:
    """The socket at `path`, and whoever listens."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._door = socket.socket(socket.AF_UNIX)
        self._door.setblocking(False)
        path.unlink(missing_ok=True)
        self._door.bind(str(path))
        self._door.listen(_MOST)
        self._ears: list[socket.socket] = []

    def play(self, samples: Stereo) -> None:
        """Let everybody who listens hear `samples`, (n, 2)."""
        with contextlib.suppress(BlockingIOError):
            ear, _ = self._door.accept()
            ear.setblocking(False)
            self._ears.append(ear)
        if not self._ears:
            return
        frames = samples.astype("<i2").tobytes()
        for ear in tuple(self._ears[_MOST:]):
            self._hang_up(ear)
        for ear in tuple(self._ears):
            try:
                sent = ear.send(frames)
            except BlockingIOError:
                continue
            except OSError:
                self._hang_up(ear)
                continue
            if sent % 4:  # half a frame would swap left and right for ever
                self._hang_up(ear)

    def close(self) -> None:
        """Let nobody listen any more. Idempotent."""
        for ear in tuple(self._ears):
            self._hang_up(ear)
        self._door.close()
        self._path.unlink(missing_ok=True)

    def _hang_up(self, ear: socket.socket) -> None:
        self._ears.remove(ear)
        ear.close()
