"""A tap from one's place teaches where that place is."""

from typing import Final

import numpy as np

from perroquet.kernel.readings import SETTLE, Window
from perroquet.kernel.units import Degrees
from perroquet.totem.fingers import UNKNOWN
from perroquet.totem.forces import forces_of
from perroquet.totem.grips import held_by
from perroquet.totem.touch import touch_of
from perroquet.totem.who import GRID, azimuths, best_azimuth

_SETTLE_US: Final = SETTLE * 1000
_GATHERED: Final = 0.6
"""Share of the likelihood that must lie within 45 degrees of the answer."""


def azimuth_of(window: Window) -> Degrees | None:
    """Return where a single tap came from, within some 20 degrees; None when two hands came or nobody could tell."""
    ruling_us = _SETTLE_US if window.lift_us is None else min(_SETTLE_US, window.lift_us - 1)
    forces = forces_of(window, ruling_us)
    held = held_by(touch_of(window, ruling_us), forces)
    if len(held) > 1 or (held and not held[0].clear):
        return None
    start_ms = held[0].first_us / 1000 if held else 0.0
    columns = held[0].columns if held else np.zeros(0)
    push = held[0].push if held else forces.push(0.0)
    found = azimuths(columns, window.column_deg, np.array(UNKNOWN), push, forces.pull(start_ms, np.inf))
    best = best_azimuth(found)
    near = np.abs((GRID - best + 180.0) % 360.0 - 180.0) <= 45.0
    return best if found[near].sum() >= _GATHERED else None
