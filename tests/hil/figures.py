"""What a level measured, beside what it should be."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of a level's table. `met` None: told, not judged."""

    what: str
    value: str
    goal: str = ""
    met: bool | None = None


def at_most(what: str, value: float, goal: float, unit: str) -> Figure:
    """Judge a figure that should be small."""
    return Figure(what=what, value=f"{value:g} {unit}", goal=f"<= {goal:g} {unit}", met=value <= goal)


def same(what: str, value: object, goal: object) -> Figure:
    """Judge a figure that should be exactly so."""
    return Figure(what=what, value=str(value), goal=str(goal), met=value == goal)


def told(what: str, value: object) -> Figure:
    """Tell without judging."""
    return Figure(what=what, value=str(value))


def table(figures: Iterable[Figure]) -> str:
    """Return the lines of a report; what was missed is marked."""
    rows = list(figures)
    wide = max(len(row.what) for row in rows)
    marks = {None: " ", True: "+", False: "!"}
    return "\n".join(
        f"{marks[row.met]} {row.what:<{wide}}  {row.value}{f'  (goal {row.goal})' if row.goal else ''}" for row in rows
    )
