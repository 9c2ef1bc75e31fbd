"""From a view to hands: how many, and of each when it came, how many fingers, how low, and from where.

Networks look at the whole window and give distributions; another looks closely at the instant each hand came.
All see the window and its mirror image, since hands are left and right. What they were learnt from, and how well
they do on hands they never saw, is told in MEASURED.md; all of it is simulated.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.totem.network import BINS, HANDS, STEP_MS, near, said
from perroquet.totem.touch import Array
from perroquet.totem.view import Views, mirrored
from perroquet.totem.who import GRID

SURELY: Final = 0.5
_LEAST_THERE: Final = (0.0, 0.2, SURELY)
"""A hand less likely there is not reported. A second one is that may well not be there: what is ruled is a question
then."""
_TOO_SHORT_MS: Final = 8.0
"""Of a window torn off so soon, or of hands that have all let go, nothing is told but that somebody came."""
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


def held_in(view: Views) -> list[Held]:
    """Return the hands of the view of one grab, by first contact; at least one."""
    chances = {head: rows[0].astype(np.float64) for head, rows in said(view.whole()).items()}
    told_apart = float(view.lasts_ms[0]) >= _TOO_SHORT_MS and not view.left
    found: list[Held] = []
    for hand in range(HANDS):
        there = float(chances["hands"][hand:].sum())
        if there < _LEAST_THERE[hand] or (hand and not told_apart):
            break
        fingers_p = (_GONE if view.left else chances[f"fingers{hand}"]) * there
        fingers_p[0] += 1.0 - there
        found.append(
            Held(
                there=there,
                first_ms=_first_ms(view, chances, hand),
                fingers_p=fingers_p / fingers_p.sum(),
                lowest_p=chances[f"lowest{hand}"],
                azimuths=_azimuths(float(view.turn_deg[0]), chances[f"azimuth{hand}"]),
            )
        )
    return sorted(found, key=lambda held: held.first_ms)


def _first_ms(view: Views, chances: dict[str, Array], hand: int) -> float:
    """Return when a hand first touched: where the wide network saw it come, then closely."""
    about_ms = view.start_ms + (_arrival_ms(chances[f"arrival{hand}"]) if hand else 0.0)
    seen = view.near(about_ms, first=np.array([hand == 0]))
    return float(about_ms[0]) + float(near()(np.concatenate([seen, mirrored(seen)])).mean())


def _arrival_ms(chances: Array) -> float:
    """Return the middle of the highest peak."""
    peak = np.clip(int(chances.argmax()) + _PEAK, 0, len(chances) - 1)
    return float(chances[peak] @ peak / chances[peak].sum()) * STEP_MS


def _azimuths(turn_deg: float, chances: Array) -> Array:
    """Return (72,) the chances, from the first column on, on the table's own azimuths."""
    spot = (GRID - turn_deg) % 360.0 * BINS / 360.0
    low = spot.astype(int) % BINS
    share = spot % 1.0
    found = (1 - share) * chances[low] + share * chances[(low + 1) % BINS]
    return found / found.sum()
