"""Makes the jungle ahead of the mixer, in a process of low priority: `python -m perroquet.audio.maker`.

A process and not a thread: a thread of low priority that is put aside while it holds the interpreter makes the sound
card's thread wait as long. Measured on 2 cores with two busy threads in another process and other work besides, on
SDL's dummy device, buffers of 512 (10.7 ms), 25 s each; longest gap between two buffers, and how many took longer than
two:

================================  ====================  ==========================
jungle made in                    ordinary scheduling   real-time (`priority`)
================================  ====================  ==========================
a thread of low priority          18 ms, 0 of 2312      176 ms, 21 of 2231
a thread of the same priority     70 ms, 9 of 2264      -
a process of low priority         63 ms, 8 of 2248      11.6 ms, 0 of 2349
================================  ====================  ==========================

The process asks for the next piece in a line, `[seed, scene]`, and answers with its samples.
"""

import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from typing import Final

import numpy as np
from typing_extensions import override

from perroquet.audio.engine import Bed
from perroquet.audio.jungle import PIECE, Stereo, pieces
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene

_AHEAD: Final = 3
_LOW_PRIORITY: Final = 5
_BYTES: Final = PIECE * 4
_COMMAND: Final = (sys.executable, "-m", "perroquet.audio.maker")


class OnDemand(Bed):
    """A bed that makes each piece when it is asked for: for files and tests, never for a sound card."""

    def __init__(self) -> None:
        self._pieces: Iterator[Stereo] = iter(())

    @override
    def choose(self, seed: str, scene: Scene | None) -> None:
        self._pieces = pieces(Luck(seed), scene)

    @override
    def next(self) -> Stereo | None:
        return next(self._pieces, None)


class Maker(Bed):
    """A bed that is made in another process. `choose` and `next` may be called by the thread of the sound card."""

    def __init__(self) -> None:
        self._wish: tuple[str, Scene | None] | None = None
        self._ready: deque[Stereo] = deque()
        self._wanted = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._lives = 0
        self._closed = False
        threading.Thread(target=self._work, name="jungle", daemon=True).start()

    @override
    def choose(self, seed: str, scene: Scene | None) -> None:
        self._ready = deque()  # a piece still in the making goes to the old one, which nobody reads any more
        self._wish = (seed, scene)
        self._wanted.set()

    @override
    def next(self) -> Stereo | None:
        piece = self._ready.popleft() if self._ready else None
        self._wanted.set()
        return piece

    def close(self) -> None:
        """End the process. Idempotent."""
        self._closed = True
        if self._child is not None:
            self._child.kill()

    def _work(self) -> None:
        while self._wanted.wait():
            self._wanted.clear()
            ready, wish = self._ready, self._wish
            while wish is not None and ready is self._ready and len(ready) < _AHEAD and not self._closed:
                piece = self._ask(*wish)
                if piece is not None:
                    ready.append(piece)

    def _ask(self, seed: str, scene: Scene | None) -> Stereo | None:
        """Return the next piece; None when the process ended, and another one is to be asked."""
        if self._child is None:
            self._child = subprocess.Popen(_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - ours
            self._lives += 1
        assert self._child.stdin is not None  # noqa: S101 - asked for as pipes
        assert self._child.stdout is not None  # noqa: S101
        # Another process does not know how far the last one was: it makes another jungle, never the same again.
        wish = [seed if self._lives == 1 else f"{seed}/{self._lives}", scene]
        try:
            self._child.stdin.write(json.dumps(wish).encode() + b"\n")
            self._child.stdin.flush()
            made = self._child.stdout.read(_BYTES)
        except OSError:
            made = b""
        if len(made) == _BYTES:
            return np.frombuffer(made, np.int16).reshape(-1, 2)
        self._child.kill()
        self._child.communicate()
        self._child = None
        return None


def main() -> None:
    """Answer until there are no more lines."""
    if hasattr(os, "nice"):
        os.nice(_LOW_PRIORITY)
    wish: list[str | None] = []
    row: Iterator[Stereo] = iter(())
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        if asked != wish:
            wish, row = asked, pieces(Luck(asked[0]), asked[1] and Scene(asked[1]))
        sys.stdout.buffer.write(next(row).tobytes())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
