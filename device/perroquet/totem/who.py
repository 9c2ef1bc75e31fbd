"""Whose hands: Bayes over azimuths, then over seats, of all hands of a grab together.

The evidence of one hand is a distribution over azimuths: from the push as a hand lands (away from its player) and the
pull (toward the player), which hold for any hand, and from the networks, which know how hands lie on the lines; each is
allowed to be wrong. A seat is as likely as the azimuth it was taught. Two hands are seldom one player's, and an arm in
a picture is one hand's or nobody's; so every way to give the hands to seats, and the arms to hands, is weighed, and a
hand's seat is what they come to. The rules' prior comes last, and never silences an outsider.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
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
_BOTH: Final = 0.45
"""How often a second hand is of a player who has one on the totem already, over any other's: seldom, but a breach of
the rules that must be seen, so this only tips what is open."""
_PICTURED: Final = 0.8
"""How often the arm of a hand is found in the picture: others hide it, or it is not there yet."""
_STRAY: Final = 0.2
"""How often a picture shows an arm whose hand was not felt."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Felt:
    """One hand as the base felt it.

    Attributes:
        azimuths: (72,) how likely each azimuth of `GRID` is its player's; sums to 1.
        there: probability that there is such a hand.
    """

    azimuths: Array
    there: float = 1.0


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


def names(
    hands: Sequence[Felt],
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
) -> tuple[Naming, ...]:
    """Return who each hand may belong to; nobody without seats. An outsider keeps at least 1/(2n) of the prior."""
    if not seats:
        return tuple(Naming(posterior=(), odds=1.0) for _ in hands)
    entitled = sum(prior.get(seat, 0.0) for seat in seats)
    share = [prior.get(seat, 0.0) / entitled if entitled > 0 else 1.0 / len(seats) for seat in seats]
    rules = (0.5 + 0.5 * np.array(share) * len(seats)) / len(seats)
    felt = [np.array([_at(hand.azimuths, azimuth) for azimuth in seats.values()]) for hand in hands]
    there = [hand.there for hand in hands]
    together = _apart(there, len(seats)) * _pictured(there, tuple(seats), arms)
    evidence = _by_hand(felt, together)
    weights = _by_hand([each * rules for each in felt], together)
    return tuple(_naming(tuple(seats), *each) for each in zip(weights, evidence, strict=True))


def _naming(seats: tuple[Seat, ...], weights: Array, evidence: Array) -> Naming:
    shares = (Probability(float(share)) for share in weights / weights.sum())
    best = int(weights.argmax())
    fits, other = float(evidence[best]), float(np.delete(evidence, best).max(initial=0.0))
    return Naming(
        posterior=tuple(zip(seats, shares, strict=True)),
        odds=1.0 if len(seats) == 1 else fits / max(other, _NEVER * fits),
    )


def _by_hand(felt: Sequence[Array], together: Array) -> list[Array]:
    """Return (n,) the weight of each seat for each hand, whoever the others are."""
    hands = range(len(felt))
    for hand in hands:
        together = together * _along(felt[hand], len(felt), hand)
    return [together.sum(axis=tuple(other for other in hands if other != hand)) for hand in hands]


def _apart(there: Sequence[float], seats: int) -> Array:
    """Return (n,) * hands: how likely it is beforehand that the hands are these seats'.

    One that may not be there at all keeps no other from its seat as far as it is not.
    """
    likely = np.ones((seats,) * len(there))
    for one, other in combinations(range(len(there)), 2):
        alike = _along(np.eye(seats), len(there), one, other)
        likely = likely * (1.0 - alike * there[one] * there[other] * (1.0 - _BOTH))
    return likely


def _pictured(there: Sequence[float], seats: tuple[Seat, ...], arms: ArmLikelihood | None) -> Array:
    """Return (n,) * hands: how well it explains a picture that the hands are these seats'."""
    count = len(there)
    ways: dict[frozenset[int], Array] = {frozenset(): np.ones((len(seats),) * count)}
    """The hands whose arm is one of those looked at so far -> the weight of all ways in which it is."""
    for said in () if arms is None else map(dict, arms.arms):
        fits = len(seats) * np.array([said.get(seat, 0.0) for seat in seats])
        given = {hands: _STRAY * weight for hands, weight in ways.items()}
        for hands, weight in ways.items():
            for hand in set(range(count)) - hands:
                more = weight * _along(fits, count, hand) * there[hand] * _PICTURED
                given[hands | {hand}] = given.get(hands | {hand}, 0.0) + more
        ways = given
    hidden = {hands: [1.0 - there[hand] * _PICTURED for hand in range(count) if hand not in hands] for hands in ways}
    return np.asarray(sum(weight * np.prod(hidden[hands]) for hands, weight in ways.items()), np.float64)


def _along(values: Array, hands: int, *axes: int) -> Array:
    """Lay values of seats along the axes of some of the hands."""
    return values.reshape([len(values) if hand in axes else 1 for hand in range(hands)])


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
