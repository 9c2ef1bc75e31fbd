"""`perroquet vision bench`: the table of goals, measured on drawn tables."""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from perroquet.bench.vision import ROWS, CannotAdd, Measured, measure, parse, planned
from perroquet.cli.deck import write


def bench_lines(
    n: int, flips: int, seed: int, renderer: str, parts: Sequence[str], into: Path | None, *, as_json: bool
) -> Iterator[str]:
    """Measure, and yield the lines of the report; with `into`, of all that was ever measured into that file."""
    plan = planned(n, flips, seed, renderer, parts)
    earlier = None if into is None or not into.exists() else _earlier(into)
    if earlier is not None:
        plan.joined(earlier)  # refused before it takes hours
    measured = measure(plan)
    if earlier is not None:
        measured = measured.joined(earlier)
    if into is not None:
        write(into, measured.text().encode())
    if as_json:
        yield json.dumps(measured.json())
        return
    for run in measured.runs:
        told = f"renderer {renderer}, n={run.n}, {run.flips} flips, seed={run.seed}"
        yield f"simulated, {told}, thresholds {measured.thresholds}: {', '.join(run.parts)}"
    for row in ROWS:
        figure = row.figure(measured.marks)
        if math.isnan(figure.value):
            continue
        goal = "" if row.goal is None else f"{row.goal.text:>10} {'met' if row.goal.met(figure.value) else 'MISSED'}"
        value = f"{figure.value:.3f} {row.unit} [{figure.low:.3f}, {figure.high:.3f}]"
        yield f"{row.quantity:<78}{value:<32}{figure.n:>7} {goal}".rstrip()


def _earlier(file: Path) -> Measured:
    try:
        return parse(file.read_text("utf-8"))
    except OSError as err:
        raise CannotAdd(f"{file} cannot be read ({err.strerror}); take another file") from err
