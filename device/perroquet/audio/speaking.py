"""Sentences on their way from text to samples, in a thread of their own: nobody waits for a synthesis."""

import threading
from collections import deque
from typing import Final

from perroquet.audio.effects import Pcm
from perroquet.audio.shelf import Shelf
from perroquet.ports.speaker import Speak

_WAITING: Final = 16


class Speaking:
    """Makes sentences in the order they are asked for; what a newer one replaces is not made at all.

    Of too many, the newest is left to the page. Attributes:
        mute: sentences that could not be made since the beginning.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.mute = 0
        self._shelf = shelf
        self._asked: deque[Speak] = deque()
        self._made: deque[tuple[Speak, Pcm]] = deque()
        self._making = self._closed = False
        self._news = threading.Condition()
        threading.Thread(target=self._work, name="voice", daemon=True).start()

    @property
    def busy(self) -> bool:
        """True while a sentence is being made, or made and not yet taken."""
        with self._news:
            return self._making or bool(self._asked or self._made)

    def ask(self, order: Speak) -> None:
        """Ask for a sentence."""
        with self._news:
            self._asked = deque(waiting for waiting in self._asked if not order.replaces(waiting))
            if len(self._asked) < _WAITING:
                self._asked.append(order)
                self._news.notify()

    def next(self) -> tuple[Speak, Pcm] | None:
        """Return the next sentence that is ready, and what was asked for."""
        with self._news:
            return self._made.popleft() if self._made else None

    def close(self) -> None:
        """Make no more. Idempotent."""
        with self._news:
            self._closed = True
            self._news.notify()

    def _work(self) -> None:
        while (order := self._take()) is not None:
            pcm = self._shelf.sentence(order.text, order.language, order.key)
            with self._news:
                self._making = False
                if pcm is None:
                    self.mute += 1
                elif not any(later.replaces(order) for later in self._asked):
                    self._made.append((order, pcm))

    def _take(self) -> Speak | None:
        """Wait for the next order; None = there are no more."""
        with self._news:
            self._news.wait_for(lambda: self._asked or self._closed)
            if self._closed:
                return None
            self._making = True
            return self._asked.popleft()
