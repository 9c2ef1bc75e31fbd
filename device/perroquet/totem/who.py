"""Whose hand: Bayes over azimuths, then over seats.

Three witnesses, each allowed to be wrong: the columns (fingers curl around one side, the thumb around the other), the
push as the hand lands (away from its player) and the pull (toward the player). What they say is combined on a grid
of azimuths; a seat is as likely as the azimuths around it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from perroquet.kernel.readings import ArmLikelihood
from perroquet.kernel.units import Degrees, Probability, Seat
from perroquet.totem.forces import Direction
from perroquet.totem.touch import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Anatomy:
    """How a hand is believed to lie on the totem, and how far the witnesses err. Degrees; [guess] until measured.

    Attributes:
        fingers_deg, thumb_deg: where they curl, either side of the player's azimuth.
        fingers_wide, thumb_wide, tip_wide: arc covered.
        claw_step: between fingertips of a claw, centred across from the player.
        column_sd: error of one column's share of a hand.
        lie: chance that a witness says nothing true.
    """

    fingers_deg: float = 100.0
    fingers_sd: float = 14.0
    fingers_wide: float = 122.0
    thumb_deg: float = 69.0
    thumb_sd: float = 18.0
    thumb_wide: float = 69.0
    thumb_area: float = 0.65
    claw_step: float = 58.0
    claw_sd: float = 12.0
    tip_wide: float = 33.0
    claw_share: float = 0.3
    column_sd: float = 0.06
    column_lie: float = 0.05
    push_sd: float = 17.0
    push_lie: float = 0.06
    pull_sd: float = 18.0
    pull_lie: float = 0.13
    reach_sd: float = 9.0


ANATOMY: Final = Anatomy()
_STEP: Final = 5
GRID: Final = np.arange(0, 360, _STEP, dtype=np.float64)
_LEAST_PUSH_N: Final = 0.3
_LEAST_PULL_N: Final = 0.4
_LEAST_SHARPER: Final = 1.5


def azimuths(
    columns: Array, column_deg: tuple[Degrees, ...], fingers_p: Array, push: Direction, pull: Direction
) -> Array:
    """Return (72,) how likely each azimuth of `GRID` makes what was felt; sums to 1; flat = nothing felt."""
    found = _by_columns(columns, column_deg, fingers_p)
    if push.newtons > _LEAST_PUSH_N and push.sharper > _LEAST_SHARPER:
        found = found * _toward(push.toward_deg + 180.0, ANATOMY.push_sd, ANATOMY.push_lie)
    if pull.newtons > _LEAST_PULL_N and pull.sharper > _LEAST_SHARPER:
        found = found * _toward(pull.toward_deg, ANATOMY.pull_sd, ANATOMY.pull_lie)
    return found / found.sum()


def best_azimuth(found: Array) -> Degrees:
    """Return the azimuth the likelihood gathers around: the mean direction near its peak."""
    near = found * (np.abs(_turned(GRID - GRID[found.argmax()])) <= 30.0)
    east, north = near @ np.cos(np.radians(GRID)), near @ np.sin(np.radians(GRID))
    return Degrees(float(np.degrees(np.arctan2(north, east)) % 360.0))


def posterior(
    found: Array,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
) -> dict[Seat, Probability]:
    """Return the probability of each seat; empty without seats. An outsider keeps at least 1/(2n) of the prior."""
    if not seats:
        return {}
    entitled = sum(prior.get(seat, 0.0) for seat in seats)
    seen = dict(arms.by_seat) if arms is not None else {}
    weights: dict[Seat, float] = {}
    for seat, azimuth in seats.items():
        share = prior.get(seat, 0.0) / entitled if entitled > 0 else 1.0 / len(seats)
        floored = 0.5 / len(seats) + 0.5 * share
        reached = float(found @ _toward(azimuth, ANATOMY.reach_sd, 0.02))
        weights[seat] = floored * reached * seen.get(seat, 1.0 if not seen else 0.0)
    total = sum(weights.values())
    if total <= 0:
        return {seat: Probability(1.0 / len(seats)) for seat in seats}
    return {seat: Probability(weight / total) for seat, weight in weights.items()}


def _by_columns(columns: Array, column_deg: tuple[Degrees, ...], fingers_p: Array) -> Array:
    total = columns.sum()
    if total <= 0:
        return np.ones_like(GRID) / len(GRID)
    models = _models(column_deg)
    missed = np.sum((models - columns / total) ** 2, axis=-1) / ANATOMY.column_sd**2
    sides, claw = np.exp(-0.5 * missed[:, :2]).sum(axis=1) / 2, np.exp(-0.5 * missed[:, 2])
    each = (1 - ANATOMY.claw_share) * sides + ANATOMY.claw_share * claw
    counts = fingers_p[1:] / max(1e-9, fingers_p[1:].sum())
    likely = counts @ each
    if likely.sum() <= 0:
        return np.ones_like(GRID) / len(GRID)
    return (1 - ANATOMY.column_lie) * likely / likely.sum() + ANATOMY.column_lie / len(GRID)


@cache
def _models(column_deg: tuple[Degrees, ...]) -> Array:
    """Return (5, 3, 72, 8): shares of the columns for 1 to 5 fingers, by right, left and claw, at each azimuth."""
    offsets = np.arange(-180.0, 180.0, 1.0)
    right = _smear(offsets - ANATOMY.fingers_deg, ANATOMY.fingers_wide, ANATOMY.fingers_sd)
    thumb = _smear(offsets + ANATOMY.thumb_deg, ANATOMY.thumb_wide, ANATOMY.thumb_sd) * ANATOMY.thumb_area
    shapes: list[list[Array]] = []
    for fingers in range(1, 6):
        hand = right if fingers == 1 else (fingers - 1) * right + thumb
        across = [180.0 + (k - (fingers - 1) / 2) * ANATOMY.claw_step for k in range(fingers)]
        claw = np.sum([_smear(offsets - deg, ANATOMY.tip_wide, ANATOMY.claw_sd) for deg in across], axis=0)
        shapes.append([hand, np.roll(hand[::-1], 1), claw])
    half = 180.0 / len(column_deg)
    seen = np.abs(_turned(np.array(column_deg)[None, :, None] - GRID[:, None, None] - offsets)) <= half
    areas = np.einsum("nmo,aco->nmac", np.array(shapes), seen.astype(np.float64))
    return areas / areas.sum(axis=-1, keepdims=True)


def _smear(deg: Array, wide: float, sd: float) -> Array:
    """Return an arc of `wide` around 0, its place uncertain by `sd`; total area in proportion to `wide`."""
    places = np.arange(-3, 4) / 1.5
    weights = np.exp(-0.5 * places**2)
    return (
        sum(
            weight * (np.abs(_turned(deg - place * sd)) <= wide / 2)
            for place, weight in zip(places, weights, strict=True)
        )
        / weights.sum()
    )


def _toward(deg: float, sd: float, lie: float) -> Array:
    bell = np.exp(-0.5 * (_turned(GRID - deg) / sd) ** 2)
    return (1 - lie) * bell / bell.sum() + lie / len(GRID)


def _turned(deg: Array) -> Array:
    return (deg + 180.0) % 360.0 - 180.0
