"""Learn `totem/weights.npz` from fixed seeds, and label it with what made it. Run it after a change of what is seen:

    python tests/benchmarks/fit_totem.py

Hands drawn wider than any generator (`totem_fit.scenes`) and the virtual totem's first generator (`totem_fit.virtual`)
are learnt from; the second generator never is. The wide network learns played grabs first, then both, so that it knows
the table's distributions well and its neighbourhood enough.
"""

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.totem.network import WEIGHTS, WHERE, WIDE, Network, softmax
from totem_fit.learning import Floats, begin, learn
from totem_fit.lessons import Halves, Lesson, near_rows, whole_rows
from totem_fit.scenes import drawn
from totem_fit.virtual import played

Rows = tuple[Halves, Halves]

DRAWN: Final = range(1_000_000, 1_300_000)
PLAYED: Final = range(10_000_000, 10_120_000)
DRAWN_NEAR: Final = range(3_000_000, 3_040_000)
PLAYED_AGAIN: Final = 2
"""Passes over played grabs for each one over drawn ones."""
HELD_OUT: Final = 8_000
"""Rows of played grabs that are not learnt from, to look at while fitting."""
WHOLE_HIDDEN: Final = (256, 128)
NEAR_HIDDEN: Final = (128, 64)
PLAYED_EPOCHS, MIXED_EPOCHS, NEAR_EPOCHS = 10, 3, 12
_RATE: Final = 2e-3
_MIXED_RATE: Final = 1.5e-3
_CLIP_MS: Final = 1.0


def drawn_whole(seed: int) -> Rows | None:
    """Return the rows of one drawn grab for the wide network."""
    return _rows(drawn(seed), whole_rows)


def played_whole(seed: int) -> Rows | None:
    """Return the rows of one played grab for the wide network."""
    return _rows(played(seed), whole_rows)


def drawn_near(seed: int) -> Rows | None:
    """Return the rows of one drawn grab for the close network."""
    return _rows(drawn(seed), lambda lesson: near_rows(lesson, np.random.default_rng(seed + 5)))


def played_near(seed: int) -> Rows | None:
    """Return the rows of one played grab for the close network."""
    return _rows(played(seed), lambda lesson: near_rows(lesson, np.random.default_rng(seed + 5)))


def _rows(lesson: Lesson | None, of: Callable[[Lesson], Rows | None]) -> Rows | None:
    return None if lesson is None else of(lesson)


def lessons(make: Callable[[int], Rows | None], seeds: range) -> Rows:
    """Return the rows of all seeds, in their order."""
    with multiprocessing.Pool() as pool:
        rows = [row for row in pool.imap(make, seeds, chunksize=200) if row is not None]
    return np.concatenate([seen for seen, _ in rows]), np.concatenate([wanted for _, wanted in rows])


def whole_slope(scores: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Return the slope of the heads' cross entropies, those left out where nothing was asked."""
    slopes, loss = np.zeros_like(scores), 0.0
    for where in WHERE.values():
        chances, asked = softmax(scores[:, where]), wanted[:, where].sum(axis=1, keepdims=True)
        slopes[:, where] = chances * asked - wanted[:, where]
        loss -= float((wanted[:, where] * np.log(chances + 1e-9)).sum())
    return (slopes / len(scores)).astype(np.float32), loss / len(scores)


def near_slope(scores: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Return the slope of the error, its size limited: few contacts cannot be timed at all."""
    off = scores - wanted
    return (np.clip(off, -_CLIP_MS, _CLIP_MS) / len(scores)).astype(np.float32), float(np.abs(off).mean())


def store(networks: dict[str, Network]) -> None:
    """Write weights and their label where the analysis reads them."""
    arrays: dict[str, Halves] = {}
    for name, network in networks.items():
        arrays |= {f"{name}_w{i}": weights.astype(np.float16) for i, (weights, _) in enumerate(network.layers)}
        arrays |= {f"{name}_b{i}": biases.astype(np.float16) for i, (_, biases) in enumerate(network.layers)}
    np.savez(WEIGHTS, allow_pickle=False, **arrays)
    label(WEIGHTS)


def label(path: Path) -> None:
    """Write beside the weights what made them, and their hash."""
    made: dict[str, object] = {
        "made_by": "tests/benchmarks/fit_totem.py",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "drawn_seeds": [DRAWN.start, DRAWN.stop],
        "played_seeds": [PLAYED.start, PLAYED.stop],
        "near_drawn_seeds": [DRAWN_NEAR.start, DRAWN_NEAR.stop],
        "physics": FIRST_MODEL.digest,
        "hidden": {"whole": list(WHOLE_HIDDEN), "near": list(NEAR_HIDDEN)},
        "epochs": {"whole played": PLAYED_EPOCHS, "whole mixed": MIXED_EPOCHS, "near": NEAR_EPOCHS},
    }
    path.with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Learn both networks and store them."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    few, more = lessons(played_whole, PLAYED), lessons(drawn_whole, DRAWN)
    whole = learn(
        begin((few[0].shape[1], *WHOLE_HIDDEN, WIDE), 1),
        few[0][:-HELD_OUT],
        few[1][:-HELD_OUT],
        whole_slope,
        epochs=PLAYED_EPOCHS,
        rate=_RATE,
        seed=2,
        say=_say,
    )
    seen, wanted = (np.concatenate([one, *[other] * PLAYED_AGAIN]) for one, other in zip(more, few, strict=True))
    whole = learn(whole, seen, wanted, whole_slope, epochs=MIXED_EPOCHS, rate=_MIXED_RATE, seed=12, say=_say)
    seen, wanted = (
        np.concatenate(both) for both in zip(lessons(played_near, PLAYED), lessons(drawn_near, DRAWN_NEAR), strict=True)
    )
    near = learn(
        begin((seen.shape[1], *NEAR_HIDDEN, 1), 3),
        seen,
        wanted,
        near_slope,
        epochs=NEAR_EPOCHS,
        rate=_RATE,
        seed=4,
        say=_say,
    )
    store({"whole": whole, "near": near})


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
