"""`perroquet vision bench`: the table of goals, measured on drawn tables."""

import json
import math
from collections.abc import Iterator

from perroquet.bench.vision import ROWS, measure


def bench_lines(n: int, flips: int, seed: int, renderer: str, *, as_json: bool) -> Iterator[str]:
    """Measure, and yield the lines of the report."""
    measured = measure(n, flips, seed, renderer)
    if as_json:
        yield json.dumps(measured.json())
        return
    yield f"simulated, renderer {renderer}, n={n}, {flips} flips, seed={seed}, thresholds {measured.thresholds}"
    for row in ROWS:
        figure = row.figure(measured.marks)
        if math.isnan(figure.value):
            continue
        goal = "" if row.goal is None else f"{row.goal.text:>10} {'met' if row.goal.met(figure.value) else 'MISSED'}"
        value = f"{figure.value:.3f} {row.unit} [{figure.low:.3f}, {figure.high:.3f}]"
        yield f"{row.quantity:<58}{value:<32}{figure.n:>7} {goal}".rstrip()
