"""The table of goals: which marks each row is made of, and what it should come to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from perroquet.bench.totem.bounds import Figure, Statistic, mean, percent
from perroquet.bench.totem.table import Goal, least, most
from perroquet.vision.scene import Cloth, Thing

COVERED: Final = (("white cloth: ", Cloth.WHITE), ("checked cloth: ", Cloth.CHECKED))
STRANGE: Final[Mapping[str, Thing | None]] = {**{thing.value: thing for thing in Thing}, "hand alone": None}
"""What is no card of the deck; None = nothing but a hand."""
TABLES: Final = (4, 6, 8, 10)
"""Seats."""
ARMS: Final = tuple((seats, arms) for seats in TABLES for arms in (1, 2))
BASE: Final = "base alone"
CAMERA: Final = "camera alone"
BOTH: Final = "both"
ONE: Final = "one hand"
DUELLIST: Final = "one of two duellists"
OUTSIDER: Final = "an outsider in a duel"
TWO: Final = "two hands"
WHO: Final = ((ONE, (BASE, CAMERA, BOTH)), (DUELLIST, (BASE, BOTH)), (OUTSIDER, (BASE, BOTH)), (TWO, (BASE, BOTH)))
"""Who grabbed, and by what it is told: a camera alone knows neither who may grab nor which of two hands was first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: the statistic of the marks of a quantity; `goal` None = only reported."""

    quantity: str
    marks: str
    goal: Goal | None = None
    of: Statistic = percent
    unit: str = "%"

    def figure(self, marks: Mapping[str, list[float]]) -> Figure:
        """Return what was measured."""
        return self.of(marks.get(self.marks, ()))

    def told(self, marks: Mapping[str, list[float]]) -> dict[str, Any]:
        """Return the row for JSON."""
        figure = self.figure(marks)
        goal = None if self.goal is None else self.goal.text
        met = None if self.goal is None else self.goal.met(figure.value)
        told = {"quantity": self.quantity, "value": round(figure.value, 4), "n": figure.n, "unit": self.unit}
        return told | {"low95": round(figure.low, 4), "high95": round(figure.high, 4), "goal": goal, "met": met}


def _cloth(row: str) -> tuple[Row, ...]:
    return (
        Row(quantity=f"{row}card found", marks=f"{row}found"),
        Row(quantity=f"{row}answered", marks=f"{row}answered"),
        Row(quantity=f"{row}wrong", marks=f"{row}wrong"),
        Row(quantity=f"{row}the usual way answered", marks=f"{row}peer answered"),
        Row(quantity=f"{row}the usual way wrong", marks=f"{row}peer wrong"),
    )


def _arms(seats: int, arms: int) -> tuple[Row, ...]:
    few = seats <= 6
    return (
        Row(
            quantity=f"arms, {seats} seats, {arms} reaching: answered",
            marks=f"arms {seats} {arms} answered",
            goal=least(90 if arms == 1 else 75) if few else None,
        ),
        Row(
            quantity=f"arms, {seats} seats, {arms} reaching: wrong of answered",
            marks=f"arms {seats} {arms} wrong",
            goal=most(1, "%") if few else None,
        ),
    )


def _who(seats: int) -> Iterator[Row]:
    for what, ways in WHO:
        for way in ways:
            row, told = f"who {seats} {what} {way}", f"who grabbed, {seats} seats, {what}, {way}"
            yield Row(quantity=f"{told}: asked", marks=f"{row} asked")
            yield Row(quantity=f"{told}: wrong of named", marks=f"{row} wrong")


ROWS: Final = (
    Row(quantity="card found", marks="found", goal=least(97)),
    Row(quantity="one look: answered", marks="answered", goal=least(90)),
    Row(quantity="one look: wrong", marks="wrong", goal=most(0.2, "%")),
    Row(quantity="the usual way, one look: answered", marks="peer answered"),
    Row(quantity="the usual way, one look: wrong", marks="peer wrong"),
    Row(quantity="colour, one look: answered", marks="colour answered"),
    Row(quantity="colour, one look: wrong", marks="colour wrong"),
    Row(quantity="after voting: decided 0.5 s after the hand left", marks="decided", goal=least(99)),
    Row(quantity="after voting: wrong", marks="voted wrong", goal=most(0.02, "%")),
    Row(quantity="colour after voting: answered", marks="voted colour answered"),
    Row(quantity="colour after voting: wrong", marks="voted colour wrong", goal=most(0.5, "%")),
    Row(quantity="duel: false, a flip", marks="duel false", goal=most(0.01, "%")),
    Row(quantity="duel: missed", marks="duel missed", goal=most(2, "%")),
    *(row for cloth, _ in COVERED for row in _cloth(cloth)),
    *(Row(quantity=f"{thing}: taken for a card", marks=f"{thing} answered") for thing in STRANGE),
    *(Row(quantity=f"{thing}: taken for a card, the usual way", marks=f"{thing} peer answered") for thing in STRANGE),
    *(row for seats, arms in ARMS for row in _arms(seats, arms)),
    *(row for seats in TABLES for row in _who(seats)),
    Row(quantity="whole games: flip told by itself", marks="games told at once"),
    Row(quantity="whole games: card asked to be shown", marks="games asked to be shown"),
    Row(quantity="whole games: flip missed, and nothing asked", marks="games missed in silence"),
    Row(quantity="whole games: never read, told by a press", marks="games never read"),
    Row(quantity="whole games: read wrong, corrected by a press", marks="games read wrong"),
    Row(quantity="whole games: broken off, of games", marks="games broken off"),
    Row(quantity="whole games: duel false, a flip", marks="games duel false", goal=most(0.01, "%")),
    Row(quantity="whole games: duel missed", marks="games duel missed", goal=most(2, "%")),
    Row(quantity="six seats and arms, a pass", marks="pass", of=mean, unit="ms", goal=most(12, "ms")),
    Row(quantity="six empty seats and arms, a pass", marks="empty pass", of=mean, unit="ms", goal=most(12, "ms")),
    Row(quantity="arms, a pass", marks="arms pass", of=mean, unit="ms", goal=most(15, "ms")),
)
