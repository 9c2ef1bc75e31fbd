"""Fingers on the simulated panel that nobody waits for: what a page's event handler needs."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from perroquet.bench.handles import PanelHandle
from perroquet.kernel.units import Millis

_log = logging.getLogger(__name__)


class Fingers:
    """Hands on a panel. Moves begin in the order they are told, each in a task of its own."""

    def __init__(self, panel: PanelHandle) -> None:
        self._panel = panel
        self._moves: set[asyncio.Task[None]] = set()

    def press(self, line: str) -> None:
        """Begin to press."""
        self._begin(self._panel.press(line))

    def release(self, line: str) -> None:
        """Begin to let go."""
        self._begin(self._panel.release(line))

    def tap(self, line: str, hold: Millis) -> None:
        """Begin to press, and let go after `hold`."""
        self._begin(self._panel.tap(line, hold))

    def tap_twice(self, line: str, hold: Millis) -> None:
        """Begin to tap, rest as long, and tap again."""
        self._begin(self._twice(line, hold))

    def turn(self, steps: int) -> None:
        """Begin to turn."""
        self._begin(self._panel.turn(steps))

    async def aclose(self) -> None:
        """Take every finger away, in the middle of a move if need be. Idempotent."""
        for move in self._moves:
            move.cancel()
        await asyncio.gather(*self._moves, return_exceptions=True)

    async def _twice(self, line: str, hold: Millis) -> None:
        await self._panel.tap(line, hold)
        await asyncio.sleep(hold / 1000)
        await self._panel.tap(line, hold)

    def _begin(self, move: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(move)
        self._moves.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._moves.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a finger slipped on the simulated panel", exc_info=error)
