"""A tap from one's place teaches where that place is."""

from typing import Final

import numpy as np

from perroquet.kernel.readings import Window
from perroquet.kernel.units import Degrees
from perroquet.totem.forces import forces_of
from perroquet.totem.hands import SURELY, held_in
from perroquet.totem.judge import ruling_of
from perroquet.totem.view import view_of
from perroquet.totem.who import best_azimuth, by_forces, gathered, pooled

_GATHERED: Final = 0.6
"""Share of the likelihood that must lie within 45 degrees of the answer."""


def azimuth_of(window: Window) -> Degrees | None:
    """Return where a single tap came from, within some 20 degrees; None when two hands came or nobody could tell."""
    ruling_us = ruling_of(window)
    forces, view = forces_of(window, ruling_us), view_of(window, ruling_us)
    held = [one for one in held_in(view) if one.there > SURELY] if view is not None else []
    if len(held) > 1:
        return None
    start_ms = held[0].first_ms if held else 0.0
    found = by_forces(forces.push(start_ms), forces.pull(start_ms, np.inf))
    if held:
        found = pooled(found, held[0].azimuths)
    best = best_azimuth(found)
    return best if gathered(found, best) >= _GATHERED else None
