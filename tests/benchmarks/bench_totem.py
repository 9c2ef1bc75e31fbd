"""Measure the analysis on every generator beside a maker's usual way, and write the table that ships with it:

    python tests/benchmarks/bench_totem.py --n 10000 --write

The same figures as `perroquet totem bench`; simulated, nobody has measured a real base yet.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import perroquet.totem
from perroquet.bench.totem import Measured, measure
from perroquet.bench.totem.table import CALIBRATION, ROWS, Row

COLUMNS = (
    "first generator",
    "second generator",
    "third generator",
    "first generator, usual way",
    "second generator, usual way",
    "third generator, usual way",
)
OURS = 3
"""Columns of our own way."""
COUNTS = range(6)


def cell(measured: Measured, column: str, row: Row) -> str:
    """Return value, bounds and, where there is a goal for our own way, whether it is met."""
    figure = row.figure(measured.columns[column])
    if math.isnan(figure.value):
        return "-"
    digits = 0 if row.unit == "" else 2
    text = f"{figure.value:.{digits}f} [{figure.low:.{digits}f}, {figure.high:.{digits}f}]"
    if row.goal is None or column.endswith("usual way"):
        return text
    return f"{text} {'met' if row.goal.met(figure.value) else '**missed**'}"


def table(measured: Measured, rows: tuple[Row, ...], columns: tuple[str, ...]) -> Iterator[str]:
    """Yield a Markdown table, a column a generator and way; `n` are the observations of the first."""
    yield "| quantity | goal | n | " + " | ".join(columns) + " |"
    yield "|---|---|---|" + "---|" * len(columns)
    for row in rows:
        goal = "" if row.goal is None else row.goal.text
        cells = " | ".join(cell(measured, column, row) for column in columns)
        unit = f", {row.unit}" if row.unit else ""
        yield f"| {row.quantity}{unit} | {goal} | {row.figure(measured.columns[columns[0]]).n} | {cells} |"


def confusion(measured: Measured, column: str) -> Iterator[str]:
    """Yield how often each true count of one hand was called what, in percent."""
    marks = measured.columns[column]
    yield "| really | " + " | ".join(f"called {count}" for count in COUNTS) + " | n |"
    yield "|---|" + "---|" * (len(COUNTS) + 1)
    for truth in COUNTS[1:]:
        called = [len(marks.get(f"confusion {truth}>{count}", ())) for count in COUNTS]
        total = max(1, sum(called))
        yield f"| {truth} | " + " | ".join(f"{100 * many / total:.1f}" for many in called) + f" | {sum(called)} |"


def report(measured: Measured) -> Iterator[str]:
    """Yield the whole document."""
    told = measured.json()
    yield "# What the analysis of grabs measures"
    yield ""
    yield "**Every figure is simulated**: nobody has run this on a real base. Made by"
    yield ""
    yield f"    python tests/benchmarks/bench_totem.py --n {measured.n} --seed {measured.seed} --write"
    yield ""
    yield f"n={measured.n} grabs of one hand and as many of two, seed {measured.seed}, on tables of distributions"
    yield ", ".join(f"{name} `{digest}`" for name, digest in told["simulated"].items()) + "."
    yield "Windows are made by the firmware and the link themselves. Brackets are 95 % bounds; n is the number of"
    yield "observations on the first generator."
    yield ""
    yield "The networks learnt from grabs drawn as the first generator draws them and from grabs drawn wider"
    yield "(`tests/benchmarks/totem_fit`); grabs of the first generator set how sharp they are. Nothing was fitted to"
    yield "the second and third. The second is not unseen all the same: whoever drew the wider grabs had read it, and"
    yield "earlier figures on it led to choices. The third was written when the lessons were fixed, and led to nothing."
    yield "The seat of the second swings back from a blow, which the first course of lessons did not know: what swung"
    yield "was taken for another hand. From the second course on all that is struck swings, by up to a half and for"
    yield "any while. One network knows any hands, another went on from there with hands as the first generator draws"
    yield "them; of how fingers lie each is believed as far as the first takes the hands for such ones."
    yield "The weights are those of `OPENBLAS_NUM_THREADS=1 python tests/benchmarks/fit_totem.py`, except that the"
    yield "first two courses were given before a network was asked how usual hands look, and from fewer lessons at a"
    yield "time, and that up to the fourth each draw took its luck from the one before. The first four took some"
    yield "forty minutes of one core, the last three 48, 43 and 28 minutes of two cores that others used too."
    yield ""
    yield "*Usual way*: the same captures through a fixed threshold, polled at 125 Hz, and a count of peaks."
    yield ""
    yield from table(measured, ROWS, COLUMNS)
    yield ""
    yield "## Calibration: of the claims made with such a confidence, how many were right"
    yield ""
    yield from table(measured, CALIBRATION, COLUMNS[:OURS])
    for column in COLUMNS[: OURS + 1]:
        yield ""
        yield f"## Fingers of one hand, {column}, percent"
        yield ""
        yield from confusion(measured, column)


def main() -> None:
    """Measure and print; with --write, into MEASURED.md beside the analysis."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--n", type=int, default=300, help="grabs of each kind on each generator")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=None, help="changes nothing but the time it takes")
    options.add_argument("--write", action="store_true", help="write totem/MEASURED.md")
    given = options.parse_args()
    text = "\n".join(report(measure(given.n, given.seed, processes=given.processes))) + "\n"
    if given.write:
        Path(perroquet.totem.__file__).with_name("MEASURED.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
