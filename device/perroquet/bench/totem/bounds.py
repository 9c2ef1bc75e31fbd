"""A figure with its 95 % bounds."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

_Z: Final = 1.96


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measured value; `low` and `high` bound it with 95 %; nan where nothing was measured. `n` observations."""

    value: float
    low: float
    high: float
    n: int


Statistic = Callable[[Sequence[float]], Figure]

NOTHING: Final = Figure(value=math.nan, low=math.nan, high=math.nan, n=0)


def percent(marks: Sequence[float]) -> Figure:
    """Return the share of ones in percent, with Wilson's bounds."""
    n = len(marks)
    if not n:
        return NOTHING
    p = sum(marks) / n
    middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z * math.sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
    low, high = 100 * (middle - half), 100 * (middle + half)
    return Figure(value=100 * p, low=min(max(0.0, low), 100 * p), high=max(min(100.0, high), 100 * p), n=n)


def total(marks: Sequence[float]) -> Figure:
    """Return the sum of counts, with the bounds of a Poisson count (score method)."""
    if not marks:
        return NOTHING
    count = sum(marks)
    half = _Z * math.sqrt(count + _Z * _Z / 4)
    return Figure(value=count, low=max(0.0, count + _Z * _Z / 2 - half), high=count + _Z * _Z / 2 + half, n=len(marks))


def mean(values: Sequence[float]) -> Figure:
    """Return the mean, with normal bounds."""
    n = len(values)
    if n < 2:
        return NOTHING
    middle, half = statistics.fmean(values), _Z * statistics.stdev(values) / math.sqrt(n)
    return Figure(value=middle, low=middle - half, high=middle + half, n=n)


def sigma(values: Sequence[float]) -> Figure:
    """Return the standard deviation; its bounds know how heavy the tails are."""
    n = len(values)
    if n < 4:
        return NOTHING
    middle, spread = statistics.fmean(values), statistics.pstdev(values)
    if not spread:
        return Figure(value=0.0, low=0.0, high=0.0, n=n)
    kurtosis = statistics.fmean([((value - middle) / spread) ** 4 for value in values])
    half = _Z * spread * math.sqrt(max(0.0, kurtosis - 1) / (4 * n))
    return Figure(value=spread, low=max(0.0, spread - half), high=spread + half, n=n)


def p99(values: Sequence[float]) -> Figure:
    """Return the 99th percentile of the sizes, with bounds from order statistics."""
    sizes, n = sorted(abs(value) for value in values), len(values)
    if not n:
        return NOTHING
    half = _Z * math.sqrt(n * 0.99 * 0.01)
    low, at, high = (min(n - 1, max(0, math.ceil(n * 0.99 + off) - 1)) for off in (-half, 0.0, half))
    return Figure(value=sizes[at], low=sizes[low], high=sizes[high], n=n)
