"""A window, the truth behind it, and what the networks should say of it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.kernel.readings import Window
from perroquet.totem.judge import ruling_of
from perroquet.totem.network import BINS, COUNTS, HANDS, STEP_MS, STEPS, WHERE, WIDE
from perroquet.totem.view import View, view_of

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]

LEAST_SEEN_MS: Final = 4.0
"""A hand that comes later than this before the ruling instant is not asked for: nothing of it can be seen."""
LEAST_FRAMES: Final = 8
NEAR_SD_MS: Final = 1.5
"""How far the wide network misses a later hand's arrival."""
_FARTHEST_MS: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """One hand; `first_ms` from the window's first contact, `lowest` ring it lies on, or None."""

    azimuth: float
    first_ms: float
    fingers: int
    lowest: int | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """Hands by first contact."""

    window: Window
    hands: tuple[Truth, ...]


def whole_rows(lesson: Lesson) -> tuple[Halves, Halves] | None:
    """Return what the wide network sees and should say, the mirror image as a second row."""
    view = view_of(lesson.window, ruling_of(lesson.window))
    if view is None:
        return None
    views = (view, view.mirrored())
    return (
        np.stack([each.whole() for each in views]).astype(np.float16),
        np.stack([_answers(lesson, each) for each in views]).astype(np.float16),
    )


def near_rows(lesson: Lesson, luck: np.random.Generator) -> tuple[Halves, Halves] | None:
    """Return what the close network sees of each hand, and how much later than looked for it came, in ms."""
    view = view_of(lesson.window, ruling_of(lesson.window))
    if view is None:
        return None
    seen: list[Floats] = []
    late: list[float] = []
    for number, hand in enumerate(lesson.hands[:HANDS]):
        about_ms = hand.first_ms + luck.normal(0, NEAR_SD_MS) if number else view.start_ms
        if abs(hand.first_ms - about_ms) <= _FARTHEST_MS:
            seen += [each.near(about_ms, first=number == 0) for each in (view, view.mirrored())]
            late += [hand.first_ms - about_ms] * 2
    return (np.stack(seen).astype(np.float16), np.array(late, dtype=np.float16)[:, None]) if seen else None


def _answers(lesson: Lesson, view: View) -> Floats:
    """Return (WIDE,): each head a distribution, or zeros where nothing is asked."""
    wanted = np.zeros(WIDE, dtype=np.float32)
    hands = lesson.hands[:HANDS]
    wanted[WHERE["hands"].start + len(hands) - 1] = 1.0
    for k, hand in enumerate(hands):
        wanted[WHERE[f"fingers{k}"].start + min(COUNTS - 1, hand.fingers)] = 1.0
        if hand.lowest is not None:
            wanted[WHERE[f"lowest{k}"].start + hand.lowest] = 1.0
        spot = view.handed * (hand.azimuth - view.turn_deg) % 360 * BINS / 360
        wanted[WHERE[f"azimuth{k}"].start + int(spot) % BINS] += 1 - spot % 1
        wanted[WHERE[f"azimuth{k}"].start + (int(spot) + 1) % BINS] += spot % 1
        if k:
            step = round((hand.first_ms - view.start_ms) / STEP_MS)
            wanted[WHERE[f"arrival{k}"].start + min(STEPS - 1, max(0, step))] = 1.0
    return wanted
