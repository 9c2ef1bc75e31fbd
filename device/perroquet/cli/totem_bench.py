"""`perroquet totem bench`: the table of goals, measured on the virtual totem."""

import json
import math
from collections.abc import Iterator

from perroquet.bench.totem import Measured, measure


def bench_lines(n: int, seed: int, *, as_json: bool) -> Iterator[str]:
    """Measure, and yield the lines of the report.

    Raises:
        CannotMeasure: no bench can be run with such numbers.
    """
    measured = measure(n, seed)
    if as_json:
        yield json.dumps(measured.json())
        return
    yield f"simulated, n={n}, seed={seed}; nobody has measured a real base yet"
    yield from _text(measured)


def _text(measured: Measured) -> Iterator[str]:
    shown = ""
    for column, row in measured.rows():
        if column != shown:
            shown = column
            yield f"\n{column}"
        figure = row.figure(measured.columns[column])
        if math.isnan(figure.value):
            continue
        goal = "" if row.goal is None else f"{row.goal.text:>10} {'met' if row.goal.met(figure.value) else 'MISSED'}"
        value = f"{figure.value:.3f} {row.unit} [{figure.low:.3f}, {figure.high:.3f}]"
        yield f"  {row.quantity:<78}{value:<34}{figure.n:>7} {goal}".rstrip()
