"""What the networks should say of grabs whose truth is known."""

from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from perroquet.totem.network import BINS, HANDS, STEP_MS, STEPS, WHERE, WIDE
from totem_fit.drawing import Drawn
from totem_fit.lines import ON_NONE

Floats = NDArray[np.float32]

LEAST_SEEN_MS: Final = 4.0
"""A hand that comes later than this before the ruling instant is not asked for: nothing of it can be seen."""
_NEAR_SD_MS: Final = 1.5
"""How far the wide network misses a later hand's arrival."""
_FARTHEST_MS: Final = 8.0


def answers(drawn: Drawn) -> Floats:
    """Return (n, WIDE): each head of a wide network a distribution, or zeros where nothing is asked."""
    truth, seen = drawn.truth, drawn.seen
    n = len(truth.first_ms)
    wanted, each = np.zeros((n, WIDE), np.float32), np.arange(n)
    there = _there(drawn)
    count = there.sum(1)
    some = count > 0
    wanted[each[some], WHERE["hands"].start + count[some] - 1] = 1
    for hand in range(HANDS):
        rows = each[there[:, hand]]
        wanted[rows, WHERE[f"fingers{hand}"].start + truth.fingers[rows, hand]] = 1
        lies = rows[truth.lowest[rows, hand] != ON_NONE]
        wanted[lies, WHERE[f"lowest{hand}"].start + truth.lowest[lies, hand]] = 1
        spot = (truth.azimuth[:, hand] - seen.turn_deg) % 360 * BINS / 360
        low, share, begin = spot.astype(int) % BINS, spot % 1, WHERE[f"azimuth{hand}"].start
        wanted[rows, begin + low[rows]] += 1 - share[rows]
        wanted[rows, begin + (low[rows] + 1) % BINS] += share[rows]
        if hand:
            step = np.round((truth.first_ms[:, hand] - seen.start_ms) / STEP_MS)
            step = np.clip(step, 0, STEPS - 1).astype(int)
            wanted[rows, WHERE[f"arrival{hand}"].start + step[rows]] = 1
    wanted[:, WHERE["usual"].start + drawn.usual] = 1
    return wanted


def near_lesson(drawn: Drawn, luck: Generator) -> tuple[Floats, Floats]:
    """Return what the close network sees of one hand of each grab, and (m, 1) how much later it came, ms."""
    seen, first_ms = drawn.seen, drawn.truth.first_ms
    n, there = len(first_ms), _there(drawn)
    which = (luck.random(n) * np.maximum(1, there.sum(1))).astype(int)
    came_ms = first_ms[np.arange(n), which]
    about_ms = np.where(which == 0, seen.start_ms, came_ms + luck.normal(0, _NEAR_SD_MS, n))
    late_ms = came_ms - about_ms
    asked = (np.abs(late_ms) <= _FARTHEST_MS) & there[:, 0]
    rows = seen.near(about_ms, first=which == 0)
    return rows[asked], late_ms[asked].astype(np.float32)[:, None]


def _there(drawn: Drawn) -> NDArray[np.bool_]:
    return drawn.truth.first_ms < drawn.seen.end_ms[:, None] - LEAST_SEEN_MS
