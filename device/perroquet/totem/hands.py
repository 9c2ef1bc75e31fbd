"""From a view to hands: how many, and of each when it came, how many fingers, how low, and from where.

A network looks at the whole window and gives distributions; a second one looks closely at the instant each hand came.
Both see the window and its mirror image, since hands are left and right. What they were learnt from, and how well
they do on hands they never saw, is told in MEASURED.md; all of it is simulated.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.totem.network import BINS, HANDS, STEP_MS, Floats, distributions, near, whole
from perroquet.totem.touch import Array
from perroquet.totem.view import View
from perroquet.totem.who import GRID

_LEAST_THERE: Final = 0.5
"""A hand that is more likely not there is not reported."""
_TOO_SHORT_MS: Final = 8.0
"""Of a window torn off so soon nothing is told but that somebody came."""
_PEAK: Final = np.arange(-3, 4)
_GONE: Final = np.array([0.95, 0.01, 0.01, 0.01, 0.01, 0.01])
"""Fingers of a hand when no line is touched any more."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """One hand's visit as felt.

    Attributes:
        there: probability that there is such a hand.
        first_ms: first contact, from the window's.
        fingers_p: (6,) 0 to 5 fingers in contact at the ruling instant, absence included.
        lowest_p: (12,) its lowest ring.
        azimuths: (72,) where its player is, on `GRID`; sums to 1.
    """

    there: float
    first_ms: float
    fingers_p: Array
    lowest_p: Array
    azimuths: Array


def held_in(view: View) -> list[Held]:
    """Return the hands of a view by first contact; at least one."""
    views = (view, view.mirrored())
    said = distributions(whole()(np.stack([each.whole() for each in views])))
    each = said["hands"].mean(axis=0)
    found: list[Held] = []
    for hand in range(HANDS):
        there = float(each[hand:].sum())
        if hand and (there < _LEAST_THERE or view.end_ms - view.start_ms < _TOO_SHORT_MS):
            break
        counted = _GONE if view.left else said[f"fingers{hand}"].mean(axis=0).astype(np.float64)
        fingers_p = counted * there
        fingers_p[0] += 1.0 - there
        found.append(
            Held(
                there=there,
                first_ms=_first_ms(views, said, hand),
                fingers_p=fingers_p / fingers_p.sum(),
                lowest_p=said[f"lowest{hand}"].mean(axis=0).astype(np.float64),
                azimuths=_azimuths(views, said[f"azimuth{hand}"]),
            )
        )
    return sorted(found, key=lambda held: held.first_ms)


def _first_ms(views: tuple[View, View], said: dict[str, Floats], hand: int) -> float:
    """Return when a hand first touched: where the wide network saw it come, then closely."""
    start_ms = views[0].start_ms
    about_ms = start_ms + _arrival_ms(said[f"arrival{hand}"].mean(axis=0)) if hand else start_ms
    closely = near()(np.stack([view.near(about_ms, first=hand == 0) for view in views]))
    return about_ms + float(closely.mean())


def _arrival_ms(chances: Floats) -> float:
    """Return the middle of the highest peak."""
    peak = np.clip(int(chances.argmax()) + _PEAK, 0, len(chances) - 1)
    return float(chances[peak] @ peak / chances[peak].sum()) * STEP_MS


def _azimuths(views: tuple[View, View], chances: Floats) -> Array:
    """Return (72,) both views' chances on the table's own azimuths."""
    total = np.zeros(len(GRID))
    for view, bins in zip(views, chances, strict=True):
        spot = view.handed * (GRID - view.turn_deg) % 360.0 * BINS / 360.0
        low = spot.astype(int) % BINS
        share = spot % 1.0
        total += (1 - share) * bins[low] + share * bins[(low + 1) % BINS]
    return total / total.sum()
