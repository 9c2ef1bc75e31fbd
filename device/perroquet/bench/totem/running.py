"""The bench of the totem: many grabs, on as many processes as there are processors, into one table."""

import math
import multiprocessing
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from perroquet.bench.totem.grabs import Analyse, Marks, one_hand, two_hands
from perroquet.bench.totem.knocks import AN_HOUR, knocked
from perroquet.bench.totem.linked import linked
from perroquet.bench.totem.table import CALIBRATION, ROWS, Row
from perroquet.bench.totem.usual import judge_as_usual
from perroquet.bench.totem.wires import held_up, worn
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.third_model import THIRD_MODEL
from perroquet.kernel.errors import WrongUse
from perroquet.totem import judge

HOURS: Final = 10
MOST: Final[Mapping[str, int]] = {"knock": HOURS * AN_HOUR, "linked": 200, "wire": 100, "stall": 100}
"""Scenes of a kind, when fewer than n."""
ANY_HANDS: Final = ("wire", "stall")
"""Scenes that say nothing of a generator: they are played once, in the first one's column."""
_FIRST_SEED: Final = 20_000_000
"""Far from the seeds the networks were learnt from, and from those of the tests."""
_SEEDS_EACH: Final = 1_000_000
_CHUNK: Final = 50

SCENES: Final[Mapping[str, Callable[[int, Model, Analyse], Marks]]] = {
    "one": one_hand,
    "two": two_hands,
    "knock": knocked,
    "linked": linked,
    "wire": worn,
    "stall": held_up,
}
GENERATORS: Final[Mapping[str, Model]] = {
    "first generator": FIRST_MODEL,
    "second generator": SECOND_MODEL,
    "third generator": THIRD_MODEL,
}
OURS: Final = ""
WAYS: Final[Mapping[str, Analyse]] = {OURS: judge, ", usual way": judge_as_usual}
GRABS: Final = ("one", "two", "knock")
"""Scenes that both ways are tried on; the firmware and the link are ours."""


class CannotMeasure(WrongUse):
    """A number of grabs, or a seed, that no bench can be run with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A stretch of seeds of one kind of scene and one generator; every way of analysing gets each grab."""

    scene: str
    generator: str
    seeds: range

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways that are tried on it."""
        return tuple(WAYS) if self.scene in GRABS else (OURS,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The bench's result.

    Attributes:
        n, seed: what was asked for.
        columns: marks by generator and way, such as `first generator, usual way`.
    """

    n: int
    seed: int
    columns: Mapping[str, Marks]

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield every column with every row of its table; what only our way claims is left out of the other."""
        for column in self.columns:
            usual = column.endswith(", usual way")
            yield from ((column, row) for row in ROWS)
            if not usual:
                yield from ((column, row) for row in CALIBRATION)

    def json(self) -> dict[str, Any]:
        """Return `{"n","seed","rows":[{"quantity","value","low95","high95","goal","met"}]}`."""
        return {
            "format": "perroquet-totem-bench/1",
            "n": self.n,
            "seed": self.seed,
            "simulated": {name: model.digest for name, model in GENERATORS.items()},
            "rows": [self._row(column, row) for column, row in self.rows()],
        }

    def _row(self, column: str, row: Row) -> dict[str, Any]:
        figure = row.figure(self.columns[column])
        value, low, high = (None if math.isnan(x) else round(x, 4) for x in (figure.value, figure.low, figure.high))
        return {
            "quantity": f"{column}: {row.quantity}",
            "value": value,
            "low95": low,
            "high95": high,
            "goal": None if row.goal is None else row.goal.text,
            "met": None if row.goal is None or value is None else row.goal.met(figure.value),
            "unit": row.unit,
            "observations": figure.n,
        }


def measure(n: int, seed: int, *, processes: int | None = None) -> Measured:
    """Measure `n` grabs of each kind on every generator, and the same ones in a maker's usual way.

    Args:
        n: grabs with one hand, and as many with two; knocks and bumps up to those of ten hours.
        seed: n and seed alone decide the result, but for processor times.
        processes: None = one a processor.

    Raises:
        CannotMeasure: no grab at all, or a seed out of range.
    """
    if not 1 <= n <= _SEEDS_EACH:
        raise CannotMeasure(f"{n} grabs; give 1 to {_SEEDS_EACH}")
    if not 0 <= seed <= 1000:
        raise CannotMeasure(f"seed {seed}; give 0 to 1000")
    jobs = list(_jobs(n, _FIRST_SEED + seed * _SEEDS_EACH))
    columns: dict[str, Marks] = defaultdict(lambda: defaultdict(list))
    for found in _work(jobs, processes):
        for column, marks in found.items():
            for quantity, values in marks.items():
                columns[column][quantity] += values
    return Measured(n=n, seed=seed, columns=columns)


def _jobs(n: int, first: int) -> Iterator[Job]:
    for generator in GENERATORS:
        for scene in SCENES:
            if scene in ANY_HANDS and GENERATORS[generator] is not FIRST_MODEL:
                continue
            many = min(n, MOST.get(scene, n))
            for start in range(0, many, _CHUNK):
                seeds = range(first + start, first + min(many, start + _CHUNK))
                yield Job(scene=scene, generator=generator, seeds=seeds)


def _work(jobs: list[Job], processes: int | None) -> Iterable[dict[str, Marks]]:
    if processes == 1:
        return map(done, jobs)
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(done, jobs))


def done(job: Job) -> dict[str, Marks]:
    """Return the marks of one job by column."""
    columns: dict[str, Marks] = {f"{job.generator}{way}": defaultdict(list) for way in job.ways}
    for seed in job.seeds:
        for way in job.ways:
            marks = columns[f"{job.generator}{way}"]
            for quantity, values in SCENES[job.scene](seed, GENERATORS[job.generator], WAYS[way]).items():
                marks[quantity] += values
    return {column: dict(marks) for column, marks in columns.items()}
