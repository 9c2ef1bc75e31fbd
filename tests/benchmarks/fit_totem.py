"""Learn `totem/weights.npz` from fixed seeds, and label it with what made it. Run it after a change of what is seen:

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/fit_totem.py --kept /tmp/lessons

Hands drawn wider than any generator (`totem_fit.scenes`) and the virtual totem's first generator (`totem_fit.virtual`)
are learnt from, mixed; the second generator never is. Lessons cost more than learning: those found in the folder
`--kept` are not made again. The last played ones are not learnt from but set how sharp the answers are.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.totem.network import (
    COLUMN_REACH,
    COLUMNS,
    LINES,
    MOMENTS,
    PER_LINE,
    RING_REACH,
    RINGS,
    SETTLED,
    WEIGHTS,
    WHERE,
    WIDE,
    Network,
    softmax,
)
from totem_fit.learning import Floats, Halves, Weights, begin, learn, network_of, plain_slopes, whole_of, whole_slopes
from totem_fit.lessons import Lesson, near_rows, whole_rows
from totem_fit.scenes import drawn
from totem_fit.virtual import played

Lessons = Mapping[str, Halves]
"""`whole_seen`, `whole_wanted`, `near_seen`, `near_wanted`: rows; a window and its mirror image follow each other."""

CHUNK: Final = 2_000
PLAYED: Final = range(10_000_000, 10_046_000, CHUNK)
DRAWN: Final = range(1_000_000, 1_058_000, CHUNK)
HELD_OUT: Final = 2
"""The last chunks of played grabs."""
_NEAR_EVERY: Final = {"played": 1, "drawn": 4}
"""One grab in so many teaches the close network."""
_MAKE: Final[Mapping[str, Callable[[int], Lesson | None]]] = {"played": played, "drawn": drawn}

FOUND_ON_RING, FOUND_ON_COLUMN = (40, 24), (32, 16)
REST_HIDDEN: Final = (256, 192)
NEAR_HIDDEN: Final = (128, 64)
WHOLE_EPOCHS, NEAR_EPOCHS = 16, 6
_RATE: Final = 2e-3
_CLIP_MS: Final = 1.0
_GAIN_SD, _NOISE = 0.04, 0.01
"""Of what each pass over the lessons changes in them: the gain of each line, noise of each instant."""
_SHARPENED: Final = ("hands", *(f"{name}{hand}" for hand in range(3) for name in ("fingers", "lowest")))
_TEMPERATURES: Final = np.exp(np.linspace(-0.7, 0.7, 57)).astype(np.float32)


def lessons(kind: str, start: int, kept: Path) -> Lessons:
    """Return the rows of `CHUNK` grabs from seed `start` on, made unless `kept` has them."""
    path = kept / f"{kind}-{start}.npz"
    if not path.exists():
        with path.with_suffix(".part").open("wb") as part:
            np.savez(part, allow_pickle=False, **_made(kind, range(start, start + CHUNK)))
        path.with_suffix(".part").rename(path)
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def _made(kind: str, seeds: range) -> dict[str, Halves]:
    whole: list[tuple[Halves, Halves]] = []
    near: list[tuple[Halves, Halves]] = []
    for seed in seeds:
        lesson = _MAKE[kind](seed)
        rows = None if lesson is None else whole_rows(lesson)
        if lesson is None or rows is None:
            continue
        whole.append(rows)
        closely = near_rows(lesson, np.random.default_rng(seed + 5)) if seed % _NEAR_EVERY[kind] == 0 else None
        if closely is not None:
            near.append(closely)
    return {
        f"{name}_{what}": np.concatenate([row[which] for row in rows])
        for name, rows in (("whole", whole), ("near", near))
        for which, what in enumerate(("seen", "wanted"))
    }


def whole_slope(scores: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Return the slope of the heads' cross entropies, those left out where nothing was asked."""
    slopes, loss = np.zeros_like(scores), 0.0
    for where in WHERE.values():
        chances, asked = softmax(scores[:, where]), wanted[:, where].sum(axis=1, keepdims=True)
        slopes[:, where] = chances * asked - wanted[:, where]
        loss -= float((wanted[:, where] * np.log(chances + 1e-9)).sum())
    return (slopes / len(scores)).astype(np.float32), loss / len(scores)


def worn(seen: Floats, luck: np.random.Generator) -> Floats:
    """Return rows of the wide network as lines of other gains and other noise would have given them."""
    gains = np.exp(luck.normal(0, _GAIN_SD, (len(seen), LINES))).astype(np.float32)
    lines, settled = slice(MOMENTS * LINES), slice(SETTLED, SETTLED + 2 * LINES)
    seen[:, lines] *= np.tile(gains, MOMENTS)
    seen[:, lines] += _NOISE * luck.standard_normal((len(seen), MOMENTS * LINES), dtype=np.float32)
    seen[:, settled] *= np.tile(gains, 2)
    return seen


def near_slope(scores: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Return the slope of the error, its size limited: few contacts cannot be timed at all."""
    off = scores - wanted
    return (np.clip(off, -_CLIP_MS, _CLIP_MS) / len(scores)).astype(np.float32), float(np.abs(off).mean())


def sharpen(weights: list[Weights], held_out: Lessons) -> dict[str, float]:
    """Divide the scores of each head by the temperature that fits grabs not learnt from; return the temperatures."""
    seen, wanted = (held_out[f"whole_{what}"].astype(np.float32) for what in ("seen", "wanted"))
    scores = whole_of(weights)(seen)
    chosen: dict[str, float] = {}
    for head in _SHARPENED:
        where = WHERE[head]
        truth = wanted[::2, where]
        misses = [_missed(scores[:, where] / heat, truth) for heat in _TEMPERATURES]
        chosen[head] = float(_TEMPERATURES[int(np.argmin(misses))])
        for part in weights[-1][-2:]:
            part[..., where] /= chosen[head]
        count = truth.sum()
        right = (_both(scores[:, where]).argmax(axis=1) == truth.argmax(axis=1))[truth.sum(axis=1) > 0].mean()
        _say(f"{head}: temperature {chosen[head]:.2f}, loss {min(misses) / count:.3f}, right {100 * right:.1f} %")
    return chosen


def _missed(scores: Floats, truth: Floats) -> float:
    return -float((truth * np.log(_both(scores) + 1e-9)).sum())


def _both(scores: Floats) -> Floats:
    """Return what a window and its mirror image say together."""
    chances = softmax(scores)
    return np.asarray((chances[::2] + chances[1::2]) / 2, dtype=np.float32)


def store(networks: Mapping[str, Network], temperatures: Mapping[str, float]) -> None:
    """Write weights and their label where the analysis reads them."""
    arrays: dict[str, Halves] = {}
    for name, network in networks.items():
        arrays |= {f"{name}_w{i}": weights.astype(np.float16) for i, (weights, _) in enumerate(network.layers)}
        arrays |= {f"{name}_b{i}": biases.astype(np.float16) for i, (_, biases) in enumerate(network.layers)}
    np.savez(WEIGHTS, allow_pickle=False, **arrays)
    made: dict[str, object] = {
        "made_by": "tests/benchmarks/fit_totem.py",
        "sha256": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
        "played_seeds": [PLAYED.start, PLAYED.stop],
        "drawn_seeds": [DRAWN.start, DRAWN.stop],
        "held_out_seeds": [PLAYED[-HELD_OUT], PLAYED.stop],
        "physics": FIRST_MODEL.digest,
        "epochs": {"whole": WHOLE_EPOCHS, "near": NEAR_EPOCHS},
        "temperatures": {head: round(heat, 3) for head, heat in temperatures.items()},
    }
    WEIGHTS.with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def _rows(chunks: list[Lessons], what: str) -> tuple[Halves, Halves]:
    seen, wanted = (np.concatenate([each[f"{what}_{side}"] for each in chunks]) for side in ("seen", "wanted"))
    _say(f"{what}: {len(seen)} rows")
    return seen, wanted


def main() -> None:
    """Learn both networks and store them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kept", type=Path, help="folder of lessons made before")
    with tempfile.TemporaryDirectory() as folder:
        kept = parser.parse_args().kept or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        chunks = [lessons("drawn", start, kept) for start in DRAWN]
        chunks += [lessons("played", start, kept) for start in PLAYED]
    luck = np.random.default_rng(1)
    found = RINGS * FOUND_ON_RING[-1] + COLUMNS * FOUND_ON_COLUMN[-1]
    whole = [
        begin((PER_LINE * (2 * RING_REACH + 1), *FOUND_ON_RING), luck),
        begin((PER_LINE * (2 * COLUMN_REACH + 1), *FOUND_ON_COLUMN), luck),
        begin((found + chunks[0]["whole_seen"].shape[1] - MOMENTS * LINES, *REST_HIDDEN, WIDE), luck),
    ]
    seen, wanted = _rows(chunks, "near")
    near = [begin((seen.shape[1], *NEAR_HIDDEN, 1), luck)]
    learn(near, seen, wanted, plain_slopes(near_slope), epochs=NEAR_EPOCHS, rate=_RATE, seed=4, say=_say)
    seen, wanted = _rows(chunks[:-HELD_OUT], "whole")
    learn(whole, seen, wanted, whole_slopes(whole_slope), epochs=WHOLE_EPOCHS, rate=_RATE, seed=2, worn=worn, say=_say)
    temperatures = sharpen(
        whole,
        {
            f"whole_{side}": rows
            for side, rows in zip(("seen", "wanted"), _rows(chunks[-HELD_OUT:], "whole"), strict=True)
        },
    )
    rings, columns, rest = (network_of(each) for each in whole)
    store({"rings": rings, "columns": columns, "rest": rest, "near": network_of(near[0])}, temperatures)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
