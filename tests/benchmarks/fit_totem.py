"""Fit `totem/weights.json` to the virtual totem, from fixed seeds. Run it after a change of physics or of evidence:

    python tests/benchmarks/fit_totem.py

Fitting seeds start at 100000; tests and benchmarks use lower ones.
"""

import argparse
import json
import multiprocessing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.scenes import SCENES, Scene
from perroquet.kernel.readings import SETTLE
from perroquet.totem import weights
from perroquet.totem.fingers import expand, features
from perroquet.totem.forces import forces_of
from perroquet.totem.grips import held_by, partings
from perroquet.totem.touch import touch_of

Array = NDArray[np.float64]
Ways = tuple[list[tuple[float, ...]], int]
"""Evidence of each way to part a group, and which one is right (-1 = one hand)."""

FIRST_SEED = 100_000
PARTINGS = {"single": 1500, "stacked": 1000, "mingled": 0}
COUNTS = {"single": 3000, "stacked": 2600, "mingled": 400}
FINGER_WEIGHTS = (0.10, 0.14, 0.20, 0.28, 0.28)
_LEAST_OVERLAP_MS = 6.0


def _ruling_us(scene: Scene) -> int:
    return min(SETTLE * 1000, (scene.window.lift_us or SETTLE * 1000 + 1) - 1)


def _late_enough(scene: Scene) -> bool:
    last_ms = max(hand.at_ms for hand in scene.hands)
    return (_ruling_us(scene) / 1000) - last_ms > _LEAST_OVERLAP_MS and all(scene.fingers)


def parting_row(job: tuple[str, int]) -> Ways | None:
    """Return the ways to part the rings of one scene."""
    kind, seed = job
    scene = SCENES[kind](seed, FINGER_WEIGHTS)
    touch = touch_of(scene.window, _ruling_us(scene))
    group = tuple(int(ring) for ring in np.flatnonzero(touch.touched))
    if len(group) < 2 or not _late_enough(scene):
        return None
    ways = partings(touch, forces_of(scene.window, _ruling_us(scene)), group, [group])
    evidence = [way.evidence for way in ways]
    if len(scene.hands) == 1:
        return evidence, -1
    below, above = sorted(scene.hands, key=lambda hand: hand.top_mm)
    lowest_above = above.top_mm - 19.0 * max(0, above.fingers - 2)
    middle = (lowest_above + below.top_mm) / 2
    heights = scene.window.ring_mm
    edges = [abs((heights[way.lower[-1]] + heights[way.upper[0]]) / 2 - middle) for way in ways]
    return evidence, int(np.argmin(edges))


def count_rows(job: tuple[str, int]) -> list[tuple[Array, int]]:
    """Return (features, fingers) of the hands found in one scene, when as many were found as there were."""
    kind, seed = job
    scene = SCENES[kind](seed, FINGER_WEIGHTS)
    held = held_by(touch_of(scene.window, _ruling_us(scene)), forces_of(scene.window, _ruling_us(scene)))
    if len(held) != len(scene.hands) or not all(scene.fingers):
        return []
    return [
        (features(hand, scene.window.column_deg, alone=len(held) == 1), fingers)
        for hand, fingers in zip(held, scene.fingers, strict=True)
        if hand.clear
    ]


def fit_parting(rows: list[Ways]) -> Array:
    """Return the weights of the evidence, the bias last: one hand against each way to part."""
    longest, pieces = max(len(ways) for ways, _ in rows), len(rows[0][0][0])
    table = np.zeros((len(rows), longest, pieces + 1))
    there = np.zeros((len(rows), longest), dtype=bool)
    right = np.zeros((len(rows), longest))
    for i, (ways, answer) in enumerate(rows):
        table[i, : len(ways), :-1], table[i, : len(ways), -1], there[i, : len(ways)] = ways, 1.0, True
        if answer >= 0:
            right[i, answer] = 1.0
    found = np.zeros(pieces + 1)
    climb = Adam(found.shape, rate=0.03)
    for _ in range(3000):
        score = np.where(there, table @ found, -50.0)
        odds = np.exp(score)
        chance = odds / (1.0 + odds.sum(axis=1, keepdims=True))
        found = found - climb.step(np.einsum("ij,ijk->k", chance - right, table) / len(rows) + 1e-5 * found)
    return found


def fit_counts(wide: Array, fingers: NDArray[np.int64]) -> Array:
    """Return (features, 5) log odds."""
    truth = np.eye(5)[fingers - 1]
    found = np.zeros((wide.shape[1], 5))
    climb = Adam(found.shape, rate=0.02)
    for _ in range(1500):
        score = wide @ found
        odds = np.exp(score - score.max(axis=1, keepdims=True))
        chance = odds / odds.sum(axis=1, keepdims=True)
        found = found - climb.step(wide.T @ (chance - truth) / len(wide) + 5e-4 * found)
    return found


class Adam:
    """Steps down a noisy slope."""

    def __init__(self, shape: tuple[int, ...], *, rate: float) -> None:
        self._mean, self._square, self._rate = np.zeros(shape), np.zeros(shape), rate

    def step(self, slope: Array) -> Array:
        """Return how far to go."""
        self._mean = 0.9 * self._mean + 0.1 * slope
        self._square = 0.99 * self._square + 0.01 * slope**2
        return self._rate * self._mean / (np.sqrt(self._square) + 1e-8)


def _jobs(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return [(kind, FIRST_SEED + seed) for kind, size in sizes.items() for seed in range(size)]


def main() -> None:
    """Fit both models and write them where the analysis reads them."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    path = Path(weights.__file__).with_name("weights.json")
    made = {
        "made_by": "tests/benchmarks/fit_totem.py",
        "first_seed": FIRST_SEED,
        "scenes": {"parting": PARTINGS, "fingers": COUNTS},
        "physics": PHYSICS.digest(),
    }
    with multiprocessing.Pool() as pool:
        rows = [row for row in pool.imap(parting_row, _jobs(PARTINGS), chunksize=50) if row is not None]
    parting = fit_parting(rows)
    made |= {"parting_bias": round(float(parting[-1]), 3), "parting": parting[:-1].round(3).tolist()}
    old = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(old | made), encoding="utf-8")
    with multiprocessing.get_context("spawn").Pool() as pool:  # reads the new parting
        counted = [row for many in pool.imap(count_rows, _jobs(COUNTS), chunksize=50) for row in many]
    raw, fingers = np.array([row for row, _ in counted]), np.array([count for _, count in counted])
    mean, spread = raw.mean(axis=0).round(4), (raw.std(axis=0) + 1e-6).round(6)
    table = fit_counts(expand(raw, mean, spread), fingers)
    made |= {"mean": mean.tolist(), "spread": spread.tolist(), "fingers": table.round(3).tolist()}
    path.write_text(json.dumps(made) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
