"""Learn `totem/weights.npz` from fixed seeds, and label it with what made it. Run it after a change of what is seen:

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/fit_totem.py

Grabs are drawn as it goes (`totem_fit.drawing`): no grab is learnt from for long, so nothing can be learnt by heart.
Half follow the first generator's table, the usual hands; half vary more. One network learns from all of them, and which
of both they are; another goes on from there with usual hands alone. What the virtual totem itself shows is not learnt
from: some grabs of its first generator set how sharp the answers are. Nothing is ever fitted to another generator.
"""

import argparse
import hashlib
import json
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.totem.network import (
    COLUMN_REACH,
    HANDS,
    LAID,
    MIRRORED,
    PER_LINE,
    RING_REACH,
    WEIGHTS,
    WHERE,
    WIDE,
    Network,
    Whole,
    near,
    softmax,
    usual,
    whole,
)
from perroquet.totem.view import COLUMNS, LINES, MOMENTS, NEAR_SEEN, RINGS, WHOLE_SEEN, mirrored
from totem_fit.drawing import draw
from totem_fit.learning import Floats, NearLearner, WholeLearner, begin, slowed, weights_of
from totem_fit.lessons import answers, near_lesson
from totem_fit.virtual import HELD_OUT, held_out

DRAWN, KEPT, FEWEST = 512, 400, 40
"""Grabs drawn at once; draws that are learnt from at a time, and at the beginning."""
AHEAD: Final = 8
"""Draws that another process makes before they are learnt from."""
MIXED, OF_EACH = 4, 128
"""Draws that a step takes grabs from, and how many."""
HEAD_WEIGHTS: Final = {
    "hands": 1.5,
    **{f"fingers{hand}": 1.5 for hand in range(HANDS)},
    **{f"azimuth{hand}": 0.5 for hand in range(HANDS)},
    **{f"arrival{hand}": 0.5 for hand in range(1, HANDS)},
}
FOUND_ON_RING, FOUND_ON_COLUMN = (48, 24), (32, 16)
REST_HIDDEN: Final = (384, 256)
NEAR_HIDDEN: Final = (128, 64)
_SHARPENED: Final = ("hands", *LAID)
_RULED: Final = 0.9
"""What the counts are sharpened by beyond that: those of two hands err together, so a ruling is right more often than
counts taken one by one say. How often rulings are then right, by how sure they are, is told in MEASURED.md."""
_TEMPERATURES: Final = np.exp(np.linspace(-0.7, 0.7, 57)).astype(np.float32)

Lesson = tuple[NDArray[np.float16], NDArray[np.float16]]
NearLesson = tuple[Floats, Floats]
Temperatures = dict[str, dict[str, float]]
"""Of each wide network, by head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A course of lessons.

    Attributes:
        rings: what stands on a spring swings back when it is struck.
        falls_for: steps in which the rate falls to nothing; the last of them would move next to nothing.
        usual: of usual hands alone, for the network that knows them.
        each: steps between two draws. The fewer, the less is learnt by heart; three keep two cores busy.
    """

    seed: int
    steps: int
    rate: float
    falls_for: int
    rings: bool
    usual: bool = False
    each: int = 5

    @property
    def draws(self) -> int:
        """Times that grabs are drawn: the first ones are only kept."""
        return -(-self.steps // self.each) + FEWEST - 1


COURSES: Final = (
    Course(seed=1, steps=20_150, rate=2e-3, falls_for=21_000, rings=False),
    Course(seed=2, steps=7_500, rate=6e-4, falls_for=7_500, rings=True),
    Course(seed=3, steps=2_500, rate=7e-4, falls_for=2_500, rings=True),
    Course(seed=4, steps=9_000, rate=1.5e-3, falls_for=9_000, rings=True, usual=True),
    Course(seed=5, steps=54_000, rate=1e-3, falls_for=54_000, rings=True, usual=True, each=3),
    Course(seed=6, steps=36_000, rate=8e-4, falls_for=36_000, rings=True, usual=True, each=3),
    Course(seed=7, steps=30_000, rate=8e-4, falls_for=30_000, rings=True, usual=True, each=3),
)
"""Each begins with what those before have stored; the one of usual hands with what was learnt of any."""


def beginners(luck: np.random.Generator) -> tuple[WholeLearner, NearLearner]:
    """Return a wide and the close network before they have learnt anything."""
    found = RINGS * FOUND_ON_RING[-1] + COLUMNS * FOUND_ON_COLUMN[-1]
    sizes = (
        (PER_LINE * (2 * RING_REACH + 1), *FOUND_ON_RING),
        (PER_LINE * (2 * COLUMN_REACH + 1), *FOUND_ON_COLUMN),
        (found + WHOLE_SEEN - MOMENTS * LINES, *REST_HIDDEN, WIDE),
    )
    return WholeLearner([begin(each, luck) for each in sizes]), NearLearner(begin((NEAR_SEEN, *NEAR_HIDDEN, 1), luck))


def stored(known: Whole) -> tuple[WholeLearner, NearLearner]:
    """Return a wide and the close network as they are stored, to go on learning."""
    wide = WholeLearner([weights_of(each) for each in (known.rings, known.columns, known.rest)])
    return wide, NearLearner(weights_of(near()))


def teach(wide: WholeLearner, close: NearLearner, course: Course, luck: np.random.Generator) -> None:
    """Give one course; the close network does not change in one of usual hands."""
    kept: list[Lesson] = []
    losses: list[float] = []
    step = 0
    for drawn, (lesson, on_contacts) in enumerate(lessons(course), start=1):
        if len(kept) < KEPT:
            kept.append(lesson)
        else:
            kept[luck.integers(KEPT)] = lesson
        if len(kept) < FEWEST:
            continue
        for _ in range(course.each):
            step += 1
            losses.append(wide.learn(*_mixed(kept, luck), slowed(course.rate, step, course.falls_for), HEAD_WEIGHTS))
        if not course.usual:
            seen, late_ms = on_contacts
            turned = luck.random(len(seen)) < 0.5
            seen = np.where(turned[:, None], mirrored(seen), seen)
            close.learn(seen, late_ms, slowed(course.rate, step, course.falls_for))
        if drawn % 100 == 0:
            _say(f"step {step} of {course.steps}: loss {np.mean(losses[-500:]):.3f}")


def lessons(course: Course) -> Iterator[tuple[Lesson, NearLesson]]:
    """Yield as many lessons as the course takes, each drawn from a seed of its own."""
    ahead = deque[Future[tuple[Lesson, NearLesson]]]()
    with ProcessPoolExecutor(1) as drawer:
        for number in range(course.draws):
            ahead.append(drawer.submit(_lesson, course, number))
            if len(ahead) > AHEAD:
                yield ahead.popleft().result()
        for coming in ahead:
            yield coming.result()


def _lesson(course: Course, number: int) -> tuple[Lesson, NearLesson]:
    luck = np.random.default_rng((course.seed, number))
    grabs = draw(luck, DRAWN, wide=not course.usual and number % 2 == 1, rings=course.rings)
    return (grabs.seen.whole().astype(np.float16), answers(grabs).astype(np.float16)), near_lesson(grabs, luck)


def _mixed(kept: list[Lesson], luck: np.random.Generator) -> tuple[Floats, Floats]:
    """Return rows of some lessons, each as it was or in a mirror."""
    seen: list[Floats] = []
    wanted: list[Floats] = []
    for which in luck.integers(len(kept), size=MIXED):
        rows = luck.integers(DRAWN, size=OF_EACH)
        lesson = kept[int(which)]
        one, other = lesson[0][rows].astype(np.float32), lesson[1][rows].astype(np.float32)
        if luck.random() < 0.5:
            one, other = mirrored(one), other[:, MIRRORED]
        seen.append(one)
        wanted.append(other)
    return np.concatenate(seen), np.concatenate(wanted)


def sharpen(network: Whole, weights: list[Floats]) -> dict[str, float]:
    """Divide the scores of each head by the temperature that fits grabs not learnt from; return the temperatures."""
    seen, wanted = held_out()
    scores = network(np.concatenate([seen, mirrored(seen)]))
    both = np.stack([scores[: len(seen)], scores[len(seen) :][:, MIRRORED]])
    chosen: dict[str, float] = {}
    for head in _SHARPENED:
        where = WHERE[head]
        asked = wanted[:, where].sum(axis=1) > 0
        truth = wanted[asked][:, where]
        if not len(truth):
            continue
        missed = [_missed(both[:, asked, where] / heat, truth) for heat in _TEMPERATURES]
        chosen[head] = round(float(_TEMPERATURES[int(np.argmin(missed))]), 3)
        chosen[head] *= _RULED if head.startswith("fingers") else 1.0
        for part in weights[-2:]:
            part[..., where] /= chosen[head]
        right = (_together(both[:, asked, where]).argmax(axis=1) == truth.argmax(axis=1)).mean()
        _say(f"{head}: temperature {chosen[head]:.2f}, loss {min(missed):.3f}, right {100 * right:.1f} %")
    return chosen


def _missed(scores: Floats, truth: Floats) -> float:
    return -float((truth * np.log(_together(scores) + 1e-9)).sum()) / len(truth)


def _together(scores: Floats) -> Floats:
    """Return what windows and their mirror images (2, n, k) say together."""
    return np.asarray((softmax(scores[0]) + softmax(scores[1])) / 2, dtype=np.float32)


def store(networks: Mapping[str, Network], temperatures: Temperatures, given: int) -> None:
    """Write weights and their label where the analysis reads them; `given` courses have made them."""
    arrays: dict[str, NDArray[np.float16]] = {}
    for name, network in networks.items():
        arrays |= {f"{name}_w{i}": weights.astype(np.float16) for i, (weights, _) in enumerate(network.layers)}
        arrays |= {f"{name}_b{i}": biases.astype(np.float16) for i, (_, biases) in enumerate(network.layers)}
    np.savez(WEIGHTS, allow_pickle=False, **arrays)
    courses = COURSES[:given]
    made: dict[str, object] = {
        "made_by": "tests/benchmarks/fit_totem.py",
        "sha256": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
        "seeds": [course.seed for course in courses],
        "steps": [course.steps for course in courses],
        "grabs": sum(course.draws * DRAWN for course in courses),
        "held_out_seeds": [HELD_OUT.start, HELD_OUT.stop],
        "physics": FIRST_MODEL.digest,
        "temperatures": temperatures,
    }
    WEIGHTS.with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Learn all networks, course by course, and store them after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--course", type=int, choices=range(len(COURSES)), help="this one alone, from what is stored")
    only = parser.parse_args().course
    for number, course in enumerate(COURSES):
        if only in (None, number):
            give(number, course)


def give(number: int, course: Course) -> None:
    """Give one course to the network that it is for, and store all; what any hands teach, both wide ones know."""
    luck = np.random.default_rng(course.seed)
    for read in (whole, usual, near):
        read.cache_clear()
    wide, close = beginners(luck) if number == 0 else stored(usual() if course.usual else whole())
    teach(wide, close, course, luck)
    heats = sharpen(wide.network, wide.weights[-1])
    known, temperatures = (whole(), _told()) if course.usual else (wide.network, {"any": heats})
    networks = {**_parts("", known), **_parts("usual_", wide.network), "near": close.network}
    store(networks, {**temperatures, "usual": heats}, number + 1)


def _parts(name: str, known: Whole) -> dict[str, Network]:
    return {f"{name}rings": known.rings, f"{name}columns": known.columns, f"{name}rest": known.rest}


def _told() -> Temperatures:
    """Return the temperatures that the label tells."""
    return json.loads(WEIGHTS.with_suffix(".json").read_text(encoding="utf-8"))["temperatures"]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
