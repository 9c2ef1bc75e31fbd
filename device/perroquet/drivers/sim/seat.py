"""The totem's stays in its seat: who holds it, when it parts, and what the supports bear."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.model import Grip, Instants, Reals
from perroquet.drivers.sim.shakes import Shake
from perroquet.drivers.sim.shape import SHAPE

_PARTING_US = 3_000
_LANDING_US = 9_000
_LANDING_N = 6.0
_PATIENCE_US = 3_000_000
_SPAN_US = 60_000
_FINE_US = 100


@dataclass(slots=True, eq=False)
class Stay:
    """The totem's stay in its seat from `start_us`, and the hands on it; `lift_us` ends what can be felt.

    Attributes:
        late: of each line, when within the 3 ms of parting its contact opens, 0 to 1.
        fall_us: landing of the totem after its hands have lost it.
        follows: what the hands bring about: a turn, a landing.
        loose: lines whose contact is open all the while, since it stands crooked.
        lean: newtons and moment that a crooked stand adds.
    """

    start_us: int
    late: Reals
    grips: list[tuple[VirtualHand, Grip]] = field(default_factory=list[tuple[VirtualHand, Grip]])
    lift_us: int | None = None
    fall_us: int | None = None
    follows: list[Shake] = field(default_factory=list[Shake])
    loose: tuple[int, ...] = ()
    lean: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def felt(self, t_us: Instants) -> list[tuple[Grip, Reals]]:
        """Return the grips of which something is felt, and (n, 1) whether it is at each instant."""
        first_us, last_us = int(t_us[0]), int(t_us[-1])
        if self.lift_us is not None and first_us > self.lift_us + _PARTING_US:
            return []
        return [
            (grip, ((grip.start_us <= t_us) & (t_us <= grip.gone_us)).astype(np.float64)[:, None])
            for _, grip in self.grips
            if grip.start_us <= last_us and grip.gone_us >= first_us
        ]

    def bears(self, t_us: Instants) -> Reals:
        """Return (n,) how much of the totem still presses on the seat: 1, fading to 0 as it parts."""
        if self.lift_us is None:
            return np.ones(len(t_us))
        return 1.0 - np.clip((t_us - self.lift_us) / _PARTING_US, 0.0, 1.0)

    def open(self, t_us: Instants) -> NDArray[np.bool_]:
        """Return (n, 20): which contacts are open; the foot tilts out, so not all at once."""
        away = np.zeros((len(t_us), SHAPE.lines), dtype=bool)
        if self.lift_us is not None:
            away = t_us[:, None] >= self.lift_us + _PARTING_US * self.late
        away[:, list(self.loose)] = True
        return away

    def shove(self, t_us: Instants) -> Reals:
        """Return (n, 3): what hands, and the totem's own landing, do to the seat: newtons downward and the moment."""
        hands = sum((here * grip.push(t_us) for grip, here in self.felt(t_us)), np.zeros((len(t_us), 3)))
        hands[:, 0] += _LANDING_N * np.sin(np.pi * np.clip((t_us - self.start_us) / _LANDING_US, 0.0, 1.0))
        return hands * self.bears(t_us)[:, None]


def separation(grips: Sequence[Grip], now_us: int) -> int | None:
    """Return the instant the pulls of all hands together beat the force budget, or None."""
    pulls = [grip for grip in grips if grip.pull_us is not None]
    if not pulls:
        return None
    first = max(now_us, min(grip.pull_us or 0 for grip in pulls))
    for start_us in range(first, first + _PATIENCE_US, _SPAN_US):
        t_us = np.arange(start_us, start_us + _SPAN_US, _FINE_US, dtype=np.int64)
        apart = force_budget().separates(sum((grip.pull(t_us) for grip in pulls), np.zeros((len(t_us), 3))))
        if apart.any():
            return int(t_us[int(apart.argmax())])
    return None


def rocked(shove: Reals) -> Reals:
    """Return (n, 3): the totem rocks on its rim before the seat feels more moment than its hold."""
    budget = force_budget()
    most = np.maximum(budget.hold_n + shove[:, 0], 0.1 * budget.hold_n) * budget.foot_radius_mm
    share = np.minimum(1.0, most / np.maximum(np.hypot(shove[:, 1], shove[:, 2]), 1e-9))
    return shove * np.stack([np.ones(len(share)), share, share], axis=1)


def on_supports(load: Reals, force_deg: Sequence[float]) -> Reals:
    """Return (n, 3) newtons on each support under a load (n, 3: newtons downward besides the preload, moment).

    Supports push only: one that would pull leaves its share to the others.
    """
    budget = force_budget()
    turns = np.radians(force_deg)
    lever = 2 / (3 * budget.support_radius_mm)
    total = np.maximum(load[:, :1] + budget.preload_n, 0.0)
    each = total / 3 + load[:, 1:] @ np.stack([np.cos(turns), np.sin(turns)]) * lever
    pressed = np.maximum(each, 0.0)
    return pressed * total / np.maximum(pressed.sum(axis=1, keepdims=True), 1e-9)
