"""Parts of a base that fail: what a broken wire, water, a creeping sensor or a bad supply make of a measurement."""

import math

import numpy as np

from perroquet.drivers.sim.acts import BadSupply, DeadLine, DriftingForce, StuckLine
from perroquet.drivers.sim.model import Instants, Reals
from perroquet.drivers.sim.shape import SHAPE

Fault = DeadLine | StuckLine | DriftingForce | BadSupply

_ALONE = 0.15
"""Share of its rest that a line reads with nothing on it, not even the wire."""
_STUCK = 1.2
"""What a stuck line reads above its rest, in fingertips."""
_CREPT_N = 4.0
_CHANGE_US = 400_000
_UNLIKE = 0.06
"""How much the lines differ in how they feel a bad supply."""


class Faults:
    """The faults of one base, each from its own instant on."""

    def __init__(self, phase: float) -> None:
        self._phase = phase
        self._since: list[tuple[int, Fault]] = []
        self._gain = 1 + _UNLIKE * np.cos(2.4 * np.arange(SHAPE.lines) + phase)

    def add(self, fault: Fault, now_us: int) -> None:
        """Let `fault` begin; its `at_ms` counts from `now_us`."""
        self._since.append((now_us + round(fault.at_ms * 1000), fault))

    def calm(self, first_us: int, last_us: int) -> bool:
        """Return False when a fault makes lines move in a span."""
        for at_us, fault in self._since:
            match fault:
                case BadSupply() if last_us >= at_us:
                    return False
                case DeadLine() | StuckLine() if at_us <= last_us and first_us < at_us + _CHANGE_US:
                    return False
                case _:
                    pass
        return True

    def lines(self, counts: Reals, rest: Reals, t_us: Instants) -> Reals:
        """Return counts (n, 20) as the faulty lines read them."""
        for at_us, fault in self._since:
            on = t_us >= at_us
            match fault:
                case DeadLine():
                    counts[on, fault.line] = _ALONE * rest[fault.line]
                case StuckLine():
                    counts[on, fault.line] = rest[fault.line] + _STUCK * SHAPE.scale
                case BadSupply():
                    turn = 2 * math.pi * 50e-6 * t_us + self._phase
                    hum = fault.hum * SHAPE.scale * (np.sin(turn) + 0.6 * np.sin(2 * turn)) * on
                    counts += np.outer(hum, self._gain)
                case DriftingForce():
                    pass
        return np.maximum(counts, 0.0)

    def forces(self, newtons: Reals, t_us: Instants) -> Reals:
        """Return newtons (n, 3) as the faulty sensors read them."""
        for at_us, fault in self._since:
            if isinstance(fault, DriftingForce):
                crept = np.clip(fault.n_per_s * (t_us - at_us) * 1e-6, -_CREPT_N, _CREPT_N) * (t_us >= at_us)
                newtons[:, fault.support] += crept
        return newtons
