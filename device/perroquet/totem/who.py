"""Whose hand: Bayes over azimuths, then over seats.

The evidence is a distribution over azimuths: from the push as a hand lands (away from its player) and the pull (toward
the player), which hold for any hand, and from the networks, which know how hands lie on the lines; each is allowed to
be wrong. A seat is as likely as the azimuth it was taught; the rules' prior comes last, and never silences an outsider.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.kernel.readings import ArmLikelihood
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.totem.forces import Direction
from perroquet.totem.touch import Array

_STEP: Final = 5
GRID: Final = np.arange(0, 360, _STEP, dtype=np.float64)
"""Azimuths on the table, degrees clockwise."""

_LIE: Final = 0.05
"""Share of evenness in any evidence over azimuths: hands lie in ways that no model has thought of."""
_PUSH_SD, _PUSH_LIE = 20.0, 0.06
_PULL_SD, _PULL_LIE = 20.0, 0.13
_LEAST_PUSH_N: Final = 0.3
_LEAST_PULL_N: Final = 0.4
_LEAST_SHARPER: Final = 1.5
_NEVER: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """Who a hand may belong to.

    Attributes:
        posterior: of each seat, the rules' prior included; sums to 1, or empty without seats.
        odds: of the most probable seat over the best other by the evidence alone; 1 = it says nothing.
    """

    posterior: tuple[tuple[Seat, Probability], ...]
    odds: float

    @property
    def best(self) -> tuple[Seat, Probability] | None:
        """The most probable seat."""
        return max(self.posterior, key=lambda pair: pair[1], default=None)


def by_forces(push: Direction, pull: Direction) -> Array:
    """Return (72,) how likely each azimuth of `GRID` makes what the supports felt; sums to 1; flat = nothing felt."""
    found = np.ones_like(GRID)
    if push.newtons > _LEAST_PUSH_N and push.sharper > _LEAST_SHARPER:
        found = found * _toward(push.toward_deg + 180.0, _PUSH_SD, _PUSH_LIE)
    if pull.newtons > _LEAST_PULL_N and pull.sharper > _LEAST_SHARPER:
        found = found * _toward(pull.toward_deg, _PULL_SD, _PULL_LIE)
    return found / found.sum()


def pooled(by_forces: Array, by_lines: Array) -> Array:
    """Return both together; what is learnt of how hands lie counts half, since it holds for the hands learnt from."""
    found = by_forces * np.sqrt((1 - _LIE) * by_lines + _LIE / len(GRID))
    return found / found.sum()


def best_azimuth(found: Array) -> Degrees:
    """Return the azimuth the likelihood gathers around: the mean direction near its peak."""
    near = found * (np.abs(_turned(GRID - GRID[found.argmax()])) <= 30.0)
    east, north = near @ np.cos(np.radians(GRID)), near @ np.sin(np.radians(GRID))
    return Degrees(float(np.degrees(np.arctan2(north, east)) % 360.0))


def gathered(found: Array, azimuth: Degrees) -> float:
    """Return how much of the likelihood lies within 45 degrees of `azimuth`."""
    return float(found[np.abs(_turned(GRID - azimuth)) <= 45.0].sum())


def name(
    found: Array,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
) -> Naming:
    """Return who a hand may belong to; nobody without seats. An outsider keeps at least 1/(2n) of the prior."""
    if not seats:
        return Naming(posterior=(), odds=1.0)
    evidence = {seat: _at(found, azimuth) * _seen(seat, arms) for seat, azimuth in seats.items()}
    if not sum(evidence.values()):
        evidence = dict.fromkeys(seats, 1.0)
    entitled = sum(prior.get(seat, 0.0) for seat in seats)
    weights: dict[Seat, float] = {}
    for seat, fits in evidence.items():
        share = prior.get(seat, 0.0) / entitled if entitled > 0 else 1.0 / len(seats)
        weights[seat] = fits * (0.5 + 0.5 * share * len(seats)) / len(seats)
    total = sum(weights.values())
    posterior = tuple((seat, Probability(weight / total)) for seat, weight in weights.items())
    best = max(weights, key=weights.__getitem__)
    other = max((fits for seat, fits in evidence.items() if seat != best), default=None)
    odds = 1.0 if other is None else evidence[best] / max(other, _NEVER * evidence[best])
    return Naming(posterior=posterior, odds=odds)


def _seen(seat: Seat, arms: ArmLikelihood | None) -> float:
    if arms is None or not arms.by_seat:
        return 1.0
    return dict(arms.by_seat).get(seat, Probability(0.0))


def _at(found: Array, azimuth: Degrees) -> float:
    spot = azimuth % 360.0 / _STEP
    low, share = int(spot) % len(found), spot % 1.0
    likely = (1 - share) * found[low] + share * found[(low + 1) % len(found)]
    return float((1 - _LIE) * likely + _LIE / len(found))


def _toward(deg: float, sd: float, lie: float) -> Array:
    bell = np.exp(-0.5 * (_turned(GRID - deg) / sd) ** 2)
    return (1 - lie) * bell / bell.sum() + lie / len(GRID)


def _turned(deg: Array) -> Array:
    return (deg + 180.0) % 360.0 - 180.0
