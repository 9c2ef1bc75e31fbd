"""The table of goals: which marks each row is made of, how, and what it should come to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from perroquet.bench.totem.bounds import Figure, Statistic, mean, p99, percent, sigma, total
from perroquet.bench.totem.grabs import CLASSES, TABLES, Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A limit: `text` as in the table, `met` of a value."""

    text: str
    met: Callable[[float], bool]


def most(limit: float, unit: str) -> Goal:
    """Return a limit from above."""
    return Goal(text=f"<= {limit:g} {unit}", met=lambda value: value <= limit)


def least(limit: float) -> Goal:
    """Return a share to be reached, in percent."""
    return Goal(text=f">= {limit:g} %", met=lambda value: value >= limit)


NEVER: Final = Goal(text="0", met=lambda value: value == 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: the statistic of the marks of a quantity, in `unit`; `goal` None = only reported."""

    quantity: str
    marks: str
    of: Statistic = percent
    unit: str = "%"
    goal: Goal | None = None

    def figure(self, marks: Marks) -> Figure:
        """Return what was measured."""
        return self.of(marks.get(self.marks, ()))


_GOAL_UP_TO: Final = 6
"""Seats; beyond, figures are only reported."""


def _who(seats: int) -> tuple[Row, ...]:
    return (
        Row(
            quantity=f"who, no camera, no prior, {seats} seats: right of decided",
            marks=f"who {seats}",
            goal=least(97) if seats <= _GOAL_UP_TO else None,
        ),
        Row(quantity=f"who, no camera, no prior, {seats} seats: asked", marks=f"who {seats} asked"),
    )


def _duel(seats: int) -> tuple[Row, ...]:
    return (
        Row(
            quantity=f"who, duel prior, {seats} seats: legal right of decided",
            marks=f"duel {seats} legal",
            goal=least(98) if seats <= _GOAL_UP_TO else None,
        ),
        Row(
            quantity=f"who, duel prior, {seats} seats: illegal decided right",
            marks=f"duel {seats} illegal",
            goal=least(95) if seats <= _GOAL_UP_TO else None,
        ),
        Row(
            quantity=f"who, duel prior, {seats} seats: asked",
            marks=f"duel {seats} asked",
            goal=most(20, "%") if seats == 5 else None,
        ),
        Row(
            quantity=f"who, duel prior, {seats} seats: outsider named 10 to 1 by evidence",
            marks=f"duel {seats} outsider named 10 to 1",
        ),
        Row(
            quantity=f"who, duel prior, {seats} seats: outsider so named is the right one",
            marks=f"duel {seats} outsider named rightly",
        ),
    )


ROWS: Final = (
    Row(quantity="contact time error, sigma", marks="contact", of=sigma, unit="ms", goal=most(0.5, "ms")),
    Row(quantity="contact time error, p99", marks="contact", of=p99, unit="ms", goal=most(1.5, "ms")),
    Row(quantity="contact time error, mean", marks="contact", of=mean, unit="ms"),
    Row(quantity="gap error, sigma", marks="gap", of=sigma, unit="ms"),
    Row(quantity="gap error, p99", marks="gap", of=p99, unit="ms"),
    Row(quantity="together, gap up to 40 ms", marks="together", goal=least(99.9)),
    Row(quantity="first come, gap from 50 ms", marks="first come", goal=least(99.9)),
    Row(quantity="order of two hands 5 ms apart or more: wrong", marks="order wrong", goal=most(0.1, "%")),
    Row(
        quantity="order of two hands under 2 ms apart: claimed wrongly",
        marks="order under 2 ms claimed wrongly",
        of=total,
        unit="",
        goal=NEVER,
    ),
    Row(quantity="fingers, one hand: exact", marks="fingers exact", goal=least(95)),
    Row(quantity="fingers, one hand: within one", marks="fingers within one", goal=least(99.5)),
    Row(quantity="one hand found as one", marks="one hand found"),
    Row(quantity="two hands found as two", marks="two hands found"),
    Row(quantity="a third hand invented beside two", marks="a third hand invented"),
    Row(
        quantity="second hand in the last 5 ms before separation: noticed",
        marks="second hand at the last moment noticed",
    ),
    Row(quantity="anti-meute winner right of decided, 2 fingers or more", marks="anti-meute 2", goal=least(99)),
    Row(quantity="anti-meute winner right of decided, 1 finger", marks="anti-meute 1", goal=least(92)),
    Row(quantity="anti-meute winner right of decided, lower hand", marks="anti-meute 0", goal=least(97)),
    Row(quantity="anti-meute asked", marks="anti-meute asked", goal=most(30, "%")),
    Row(quantity="anti-meute winner right of decided, stacked hands", marks="anti-meute stacked"),
    Row(quantity="anti-meute winner right of decided, mingled hands", marks="anti-meute mingled"),
    Row(quantity="anti-meute winner right of decided, hands anyhow", marks="anti-meute anyhow"),
    *(row for seats in TABLES for row in _who(seats)),
    *(row for seats in TABLES for row in _duel(seats)),
    Row(
        quantity="false grabs from knocks and bumps (80 an hour, 10 hours from n = 800 on)",
        marks="false grabs",
        of=total,
        unit="",
        goal=NEVER,
    ),
    Row(quantity="knocks and bumps that lines felt", marks="knocks felt as a contact"),
    Row(
        quantity="window after separation through firmware and link, p99",
        marks="window after separation",
        of=p99,
        unit="ms",
        goal=most(370, "ms"),
    ),
    Row(
        quantity="the same with 30 ms stalls and the delays of a busy USB, p99",
        marks="window after separation, stalls",
        of=p99,
        unit="ms",
        goal=most(370, "ms"),
    ),
    Row(quantity="windows lost in such stalls", marks="windows lost in stalls", of=total, unit="", goal=NEVER),
    Row(quantity="first contacts moved by such stalls, p99", marks="moved by stalls", of=p99, unit="ms"),
    Row(quantity="hands changed by such stalls", marks="hands changed by stalls"),
    Row(quantity="grabs whose events pauses of 30 ms change", marks="events changed", of=total, unit="", goal=NEVER),
    Row(quantity="first contact told later for such pauses, p99", marks="delay", of=p99, unit="ms"),
    Row(quantity="scans lost in stalls of 60 ms", marks="scans lost", of=total, unit="", goal=NEVER),
    Row(quantity="instants moved by stalls of 60 ms, p99", marks="moved", of=p99, unit="ms"),
    Row(quantity="frames sent over a wire that spoils one byte in 1000", marks="frames sent", of=total, unit=""),
    Row(
        quantity="frames taken for others on it, or on a worse one", marks="frames wrong", of=total, unit="", goal=NEVER
    ),
    Row(quantity="events lost, doubled or misplaced on either", marks="events lost", of=total, unit="", goal=NEVER),
    Row(quantity="level frames that arrive", marks="delivered", of=mean),
    Row(quantity="level frames that arrive when one byte in 100 is spoilt", marks="delivered badly", of=mean),
    Row(
        quantity="computing a verdict, p99 of processor time", marks="computing", of=p99, unit="ms", goal=most(30, "ms")
    ),
)

CALIBRATION: Final = tuple(
    Row(quantity=f"calibration of {of}: right where {100 * low:.0f} to {100 * min(high, 1.0):.0f} % sure", marks=marks)
    for of, name in (("ruling", "ruling"), ("finger counts", "count"), ("seats", "seat"))
    for low, high in CLASSES
    for marks in (f"calibration {name} {low:.2f}",)
)
"""Of the claims made with such a confidence, how many were right."""
