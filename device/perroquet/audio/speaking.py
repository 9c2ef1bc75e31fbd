"""Sentences on their way from text to samples, in a thread of their own: nobody waits for a synthesis."""

import queue
import threading
from collections import deque
from typing import Final

from perroquet.audio.effects import Pcm
from perroquet.audio.shelf import Shelf
from perroquet.ports.speaker import Speak

_WAITING: Final = 16


class Speaking:
    """Makes sentences in the order they are asked for; of too many, the newest is left to the page.

    Attributes:
        mute: sentences that could not be made since the beginning.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.mute = 0
        self._shelf = shelf
        self._asked: queue.Queue[Speak | None] = queue.Queue()
        self._made: deque[Pcm] = deque()
        threading.Thread(target=self._work, name="voice", daemon=True).start()

    @property
    def busy(self) -> bool:
        """True while a sentence is being made, or made and not yet taken."""
        return self._asked.unfinished_tasks > 0 or bool(self._made)

    def ask(self, order: Speak) -> None:
        """Ask for a sentence."""
        if self._asked.qsize() < _WAITING:
            self._asked.put(order)

    def next(self) -> Pcm | None:
        """Return the next sentence that is ready."""
        return self._made.popleft() if self._made else None

    def close(self) -> None:
        """Make no more. Idempotent."""
        self._asked.put(None)

    def _work(self) -> None:
        while (order := self._asked.get()) is not None:
            pcm = self._shelf.sentence(order.text, order.language, order.key)
            if pcm is None:
                self.mute += 1
            else:
                self._made.append(pcm)
            self._asked.task_done()
