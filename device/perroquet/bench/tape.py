"""The last grab as the base told it: what the drawn totem plays in slow motion."""

import json
from collections.abc import Callable
from typing import Final

import numpy as np

from perroquet.kernel.readings import Window

FRAMES: Final = 60
"""Of a tape, at most."""

STEPS: Final = 9
"""Levels are whole numbers from 0 to this, where a fingertip's full contact is."""


class Tape:
    """Windows in, tapes out, to whoever watches."""

    def __init__(self) -> None:
        self.newest = ""
        self._watchers: list[Callable[[], None]] = []

    def take(self, window: Window) -> None:
        """Draw `window` up, and tell everybody."""
        self.newest = taped(window)
        for watcher in tuple(self._watchers):
            watcher()

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` at each new tape; call what is returned to end that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)


def taped(window: Window) -> str:
    """Return `window` as JSON: `ms` of each frame, `lines` as twenty digits a frame (rings from the lowest, then
    columns), and `lift` in ms or null.
    """
    count = len(window.t_us)
    chosen = np.unique(np.linspace(0, count - 1, min(FRAMES, count)).astype(int)) if count else np.zeros(0, int)
    levels = np.clip(np.round(window.lines[chosen] / window.scale * STEPS), 0, STEPS).astype(int)
    return json.dumps(
        {
            "ms": [round(int(t_us) / 1000, 1) for t_us in window.t_us[chosen]],
            "lines": ["".join(map(str, row)) for row in levels],
            "lift": None if window.lift_us is None else window.lift_us / 1000,
        }
    )
