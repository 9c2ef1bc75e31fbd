"""From touched lines to hands: which rings belong to whom, and each hand's own columns.

Fingers of one hand lie one under the other without an empty ring between, land within some milliseconds, and come
with one push. A second hand shows as a valley between two groups of rings, a later landing and a push of its own.
A hand whose fingers lie between another's cannot be parted by rings: it is reported `clear=False`, so that nobody
counts its fingers.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from perroquet.totem.forces import NOTHING_FELT, Direction, Forces
from perroquet.totem.touch import Array, Touch, onset_us
from perroquet.totem.weights import WEIGHTS

_PARTED: Final = 0.8
"""Probability of two hands from which a group of rings is parted."""
_PARTED_AGAIN: Final = 0.97
"""The same for a third hand and more: rarer, so better proof."""
_DOUBTFUL: Final = 0.35
"""From here on nobody may count the fingers of a group that was not parted."""
_MOST_HANDS: Final = 4
_LEAST_STEP_MS: Final = 2.0
_LATE_MS: Final = 0.5
_INTERLEAVED_SHARPER: Final = 12.0
_INTERLEAVED_NEWTONS: Final = 0.6
_INTERLEAVED_MS: Final = (5, 20)
_RELEASED: Final = 0.3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """One hand's part of the lines, in fingertips.

    Attributes:
        first_us: first contact, from the window's.
        age_ms: from there to the ruling instant.
        rings: (12,) settled; 0 where the ring is another's.
        columns: (8,) settled share of this hand; sums to about the sum of `rings`.
        lowest: index of the lowest ring touched.
        clear: False when another hand's fingers lie on the same rings, so that sums are of both.
        apart: how empty the rings next to this hand's are; 1 = an empty ring, or no other hand there.
        released: gone again at the ruling instant.
        push: as it landed.
    """

    first_us: float
    age_ms: float
    rings: Array
    columns: Array
    lowest: int
    clear: bool
    apart: float
    released: bool
    push: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """A way to part one group of rings into two hands, and the evidence for it."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    evidence: tuple[float, ...]

    @property
    def odds(self) -> float:
        """Of this parting against one hand."""
        return math.exp(WEIGHTS.parting_bias + sum(w * e for w, e in zip(WEIGHTS.parting, self.evidence, strict=True)))


def held_by(touch: Touch, forces: Forces) -> list[Held]:
    """Return the hands on the lines by first contact; empty when no ring was touched."""
    touched = tuple(int(ring) for ring in np.flatnonzero(touch.touched))
    if not touched:
        return []
    groups, doubtful = [touched], set[tuple[int, ...]]()
    while len(groups) < _MOST_HANDS:
        ways = {group: partings(touch, forces, group, groups) for group in groups}
        two = {group: _two_hands(ways[group]) for group in groups}
        doubtful = {group for group in groups if two[group] > _DOUBTFUL}
        widest = max(groups, key=two.__getitem__)
        if two[widest] < (_PARTED if len(groups) == 1 else _PARTED_AGAIN):
            break
        best = max(ways[widest], key=lambda parting: parting.odds)
        groups[groups.index(widest) : groups.index(widest) + 1] = [best.lower, best.upper]
    groups.sort(key=lambda group: _first_us(touch, group))
    hands = [
        replace(hand, clear=group not in doubtful)
        for hand, group in zip(_with_columns(touch, forces, groups), groups, strict=True)
    ]
    hands.sort(key=lambda hand: hand.first_us)
    return _interleaved(touch, forces, hands[0]) if len(hands) == 1 else hands


def _two_hands(ways: list[Parting]) -> float:
    odds = sum(parting.odds for parting in ways)
    return odds / (1.0 + odds)


def partings(touch: Touch, forces: Forces, group: tuple[int, ...], groups: list[tuple[int, ...]]) -> list[Parting]:
    """Return every way to part `group` at a height, with the evidence for two hands."""
    elsewhere = tuple(_first_us(touch, other) / 1000 for other in groups if other != group)
    pushes: dict[float, Direction] = {}
    found: list[Parting] = []
    for low, high in pairwise(group):
        lower = tuple(ring for ring in group if ring <= low)
        upper = tuple(ring for ring in group if ring >= high)
        first_ms, second_ms = sorted((_first_us(touch, lower) / 1000, _first_us(touch, upper) / 1000))
        if second_ms not in pushes:
            pushes[second_ms] = (
                forces.push(second_ms - _LATE_MS, others=(first_ms, *elsewhere))
                if second_ms - first_ms > _LEAST_STEP_MS
                else NOTHING_FELT
            )
        found.append(Parting(lower=lower, upper=upper, evidence=_evidence(touch, lower, upper, pushes[second_ms])))
    return found


def _evidence(touch: Touch, lower: tuple[int, ...], upper: tuple[int, ...], push: Direction) -> tuple[float, ...]:
    rings = touch.rings.max(axis=0)
    between = rings[lower[-1] : upper[0] + 1].min()
    weaker = min(rings[list(lower)].max(), rings[list(upper)].max())
    smaller = min(rings[list(lower)].sum(), rings[list(upper)].sum())
    step_ms = abs(_first_us(touch, lower) - _first_us(touch, upper)) / 1000
    return (
        math.log(push.sharper),
        math.log(0.1 + push.newtons),
        min(1.0, between / weaker),
        min(step_ms, 25.0) / 10,
        math.log(smaller),
        (upper[-1] - lower[0] + 1) / 6,
    )


def _first_us(touch: Touch, group: tuple[int, ...]) -> float:
    return float(touch.rise_us[list(group)].min())


def _with_columns(touch: Touch, forces: Forces, groups: list[tuple[int, ...]]) -> list[Held]:
    """Give each group its columns: those that rose and fell with its rings (least squares over the window)."""
    share: Array = np.stack([touch.rings[:, list(group)].sum(axis=1) for group in groups], axis=1)
    ridge = 1e-3 * np.trace(share.T @ share) / len(groups)
    even: Array = touch.settled_columns / max(1e-6, float(touch.settled_columns.sum()))
    square: Array = share.T @ share + ridge * np.eye(len(groups), dtype=np.float64)
    together: Array = share.T @ touch.columns + ridge * even
    profile: Array = np.maximum(0.0, np.linalg.solve(square, together))
    starts = [_first_us(touch, group) for group in groups]
    hands: list[Held] = []
    for k, group in enumerate(groups):
        rings = np.zeros_like(touch.settled_rings)
        rings[list(group)] = touch.settled_rings[list(group)]
        others = tuple(start / 1000 for start in starts[:k] + starts[k + 1 :])
        hands.append(
            Held(
                first_us=min(onset_us(touch.t_us, touch.rings[:, ring]) for ring in group),
                age_ms=(touch.t_us[-1] - starts[k]) / 1000,
                rings=rings,
                columns=profile[k] * share[-1, k],
                lowest=group[0],
                clear=True,
                apart=_apart(touch, group, groups),
                released=bool(share[-3:, k].mean() < _RELEASED * share[:, k].max()),
                push=forces.push(starts[k] / 1000 - _LATE_MS, others=others),
            )
        )
    return hands


def _apart(touch: Touch, group: tuple[int, ...], groups: list[tuple[int, ...]]) -> float:
    rings = touch.settled_rings
    edges = [min(low[-1], high[0]) for low, high in _neighbours(group, groups)]
    levels = [float(rings[edge : edge + 2].min()) for edge in edges]
    return 1.0 - min(1.0, max(levels, default=0.0) / max(1e-3, float(rings[list(group)].max())))


def _neighbours(group: tuple[int, ...], groups: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    by_height = sorted(groups)
    return [(low, high) for low, high in pairwise(by_height) if group in (low, high)]


def _interleaved(touch: Touch, forces: Forces, hand: Held) -> list[Held]:
    """Look for a second push before any pull can be: a second hand whose fingers lie between the first's."""
    first_ms = hand.first_us / 1000
    best_ms, best = first_ms, NOTHING_FELT
    for wait in range(*_INTERLEAVED_MS):
        push = forces.push(first_ms + wait, others=(first_ms,))
        if push.sharper > best.sharper and push.newtons > _INTERLEAVED_NEWTONS:
            best_ms, best = first_ms + wait, push
    if best.sharper < _INTERLEAVED_SHARPER:
        return [hand]
    then = int(np.searchsorted(touch.t_us, best_ms * 1000))
    before = touch.columns[max(0, then - 1)]
    return [
        replace(hand, columns=before, clear=False),
        replace(
            hand,
            first_us=best_ms * 1000,
            age_ms=hand.age_ms - (best_ms - first_ms),
            columns=np.clip(touch.settled_columns - before, 0.0, None),
            clear=False,
            push=best,
        ),
    ]
