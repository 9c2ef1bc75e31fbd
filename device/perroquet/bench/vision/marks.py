"""What was measured: marks by quantity, 1.0 where it happened, 0.0 where it did not. They are kept, and added to."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from perroquet.bench.vision.table import ROWS
from perroquet.kernel.errors import PerroquetError

Marks = Mapping[str, list[float]]

FORMAT: Final = "perroquet-vision-marks/1"


class CannotAdd(PerroquetError, ValueError):
    """Marks that must not be put together; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of the bench; the same again gives the same marks, but for times.

    Attributes:
        n: scenes a row.
        flips: cards turned.
        parts: what was measured.
    """

    seed: int
    n: int
    flips: int
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one run measured, or several.

    Attributes:
        thresholds: hash of the thresholds it was measured with.
    """

    renderer: str
    thresholds: str
    runs: tuple[Run, ...]
    marks: Marks

    def joined(self, earlier: Self) -> Self:
        """Return both together.

        Raises:
            CannotAdd: another renderer, other thresholds, or the same scenes twice.
        """
        if (earlier.renderer, earlier.thresholds) != (self.renderer, self.thresholds):
            was, now = (f"renderer {one.renderer}, thresholds {one.thresholds}" for one in (earlier, self))
            raise CannotAdd(f"the file was measured with {was}, and this with {now}; take another file")
        twice = [
            (run.seed, part)
            for run in self.runs
            for part in run.parts
            if any(run.seed == known.seed and part in known.parts for known in earlier.runs)
        ]
        if twice:
            seed, part = twice[0]
            raise CannotAdd(f"{part} of seed {seed} are in the file already; take a seed that is not")
        marks = defaultdict[str, list[float]](list)
        for name, values in (*earlier.marks.items(), *self.marks.items()):
            marks[name] += values
        return type(self)(
            renderer=self.renderer, thresholds=self.thresholds, runs=(*earlier.runs, *self.runs), marks=dict(marks)
        )

    def json(self) -> dict[str, Any]:
        """Return the report as one JSON object."""
        rows = [row.told(self.marks) for row in ROWS if self.marks.get(row.marks)]
        told = {"renderer": self.renderer, "thresholds": self.thresholds, "runs": [asdict(run) for run in self.runs]}
        return {"format": "perroquet-vision-bench/1", **told, "rows": rows}

    def text(self) -> str:
        """Return the marks as the text of a file."""
        told = {"renderer": self.renderer, "thresholds": self.thresholds, "runs": [asdict(run) for run in self.runs]}
        return json.dumps({"format": FORMAT, **told, "marks": dict(self.marks)}) + "\n"


def parse(text: str) -> Measured:
    """Return the marks of a file.

    Raises:
        CannotAdd: the text is none.
    """
    try:
        told: Any = json.loads(text)
        if (said := told["format"]) != FORMAT:
            raise ValueError(f"format {said!r}, not {FORMAT!r}")  # noqa: TRY301 - refused like all else that is wrong
        runs = tuple(Run(**(run | {"parts": tuple(run["parts"])})) for run in told["runs"])
        marks = {str(name): [float(value) for value in values] for name, values in told["marks"].items()}
        return Measured(renderer=told["renderer"], thresholds=told["thresholds"], runs=runs, marks=marks)
    except (ValueError, TypeError, KeyError, AttributeError) as err:
        raise CannotAdd(f"no marks of the bench: {err}; take another file") from err
