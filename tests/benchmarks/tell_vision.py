"""The tables of vision/MEASURED.md, as Markdown, of files that `perroquet vision bench --into` wrote.

python tests/benchmarks/tell_vision.py a.json b.json c.json d.json

Files of one renderer are put together; all must be of the same thresholds.
"""

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from perroquet.bench.totem.bounds import Figure
from perroquet.bench.vision import ROWS, CannotAdd, Measured, parse
from perroquet.bench.vision.table import TABLES, WHO, Row

GAMES, GRABBED = "whole games", "who grabbed"

ByRenderer = Mapping[str, Measured]


def read(files: Sequence[Path]) -> ByRenderer:
    """Return what was measured on each renderer.

    Raises:
        CannotAdd: a file is none, or does not belong to the others.
    """
    measured = dict[str, Measured]()
    for file in files:
        one = parse(file.read_text("utf-8"))
        known = measured.get(one.renderer)
        measured[one.renderer] = one if known is None else one.joined(known)
    if len({one.thresholds for one in measured.values()}) > 1:
        raise CannotAdd("these files were measured with several thresholds; take those of one")
    return dict(sorted(measured.items()))


def runs(measured: ByRenderer) -> Iterator[str]:
    """Yield what was run."""
    for renderer, one in measured.items():
        told = "; ".join(f"{' '.join(run.parts)} seed {run.seed} n {run.n} flips {run.flips}" for run in one.runs)
        yield f"- {renderer.upper()}: {told}"


def table(rows: Sequence[Row], measured: ByRenderer) -> Iterator[str]:
    """Yield a table of goals: a column a renderer."""
    yield f"| quantity, % unless told | goal | {' | '.join(each.upper() for each in measured)} |"
    yield f"|---|---|{'---|' * len(measured)}"
    for row in rows:
        figures = [row.figure(one.marks) for one in measured.values()]
        if all(math.isnan(figure.value) for figure in figures):
            continue
        unit = "" if row.unit == "%" else f", {row.unit}"
        cells = " | ".join(cell(row, figure) for figure in figures)
        yield f"| {row.quantity}{unit} | {'' if row.goal is None else row.goal.text} | {cells} |"


def cell(row: Row, figure: Figure) -> str:
    """Return a figure, its bounds, of how many, and whether it meets the goal."""
    if math.isnan(figure.value):
        return "-"
    met = "" if row.goal is None else " met" if row.goal.met(figure.value) else " **missed**"
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}] of {figure.n}{met}"


def grabbed(measured: ByRenderer) -> Iterator[str]:
    """Yield the table of who grabbed: asked, and wrong of those named."""
    by_marks = {row.marks: row for row in ROWS}
    yield f"| who grabbed | by | seats | {' | '.join(each.upper() for each in measured)} |"
    yield f"|---|---|---|{'---|' * len(measured)}"
    for what, ways in WHO:
        for seats in TABLES:
            for way in ways:
                row = f"who {seats} {what} {way}"
                cells = list[str]()
                for one in measured.values():
                    asked, wrong = (by_marks[f"{row} {each}"].figure(one.marks) for each in ("asked", "wrong"))
                    cells.append(f"{short(asked)}; {short(wrong)}")
                yield f"| {what} | {way} | {seats} | {' | '.join(cells)} |"


def short(figure: Figure) -> str:
    """Return a figure in whole percent."""
    if math.isnan(figure.value):
        return "-"
    return f"{figure.value:.0f} [{figure.low:.0f}, {figure.high:.0f}] of {figure.n}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    measured = read(parser.parse_args().files)
    goals = [row for row in ROWS if not row.quantity.startswith((GAMES, GRABBED))]
    games = [row for row in ROWS if row.quantity.startswith(GAMES)]
    for part in (runs(measured), table(goals, measured), table(games, measured), grabbed(measured)):
        print("\n".join(part), end="\n\n")


if __name__ == "__main__":
    main()
