"""The 18 symbols, in six groups that look alike. Each is the same from at least four sides but for its turn. Pure."""

import math
from collections.abc import Callable, Mapping
from typing import Final

from perroquet.vision.deck.marks import PAPER, SYMBOL_MM, Mark, Points, around, circle, curve, polar, polygon, square

_R: Final = SYMBOL_MM
_LINE: Final = 2.6
Marks = tuple[Mark, ...]


def _line(points: Points, *, closed: bool = True) -> Mark:
    return Mark(points=points, width=_LINE, closed=closed)


def _within(radius: float, points: Points) -> Points:
    """Scale `points` so that the line around them stays inside `radius`."""
    reach = max(math.hypot(x, y) for x, y in points)
    scale = (radius - _LINE / 2) / reach
    return tuple((x * scale, y * scale) for x, y in points)


# --- rosettes: a rim of eight bows, and what is inside ---------------------------------------------------------------


def _rim(inside: Points) -> Marks:
    bows = curve([_R * (0.86 + 0.14 * math.cos(math.radians(8 * degrees))) for degrees in range(0, 360, 3)])
    return (_line(_within(_R, bows)), _line(inside))


def _rosette_ring() -> Marks:
    return _rim(circle(_R * 0.44))


def _rosette_square() -> Marks:
    return _rim(square(_R * 0.96))


def _rosette_star() -> Marks:
    star = curve([_R * (0.56 if corner % 2 == 0 else 0.24) for corner in range(8)])
    return _rim(star)


# --- nests: round in square in round ---------------------------------------------------------------------------------


def _nest_square() -> Marks:
    return (_line(_within(_R, square(_R))), _line(circle(_R * 0.44)), Mark(points=circle(_R * 0.15)))


def _nest_round() -> Marks:
    return (_line(_within(_R, circle(_R))), _line(square(_R * 0.98)), Mark(points=circle(_R * 0.15)))


def _nest_triangle() -> Marks:
    return (_line(_within(_R, circle(_R))), _line(polygon(3, _R * 0.78)), Mark(points=circle(_R * 0.15)))


# --- crosses: four arms, and how they end ----------------------------------------------------------------------------


def _cross(end: Points) -> Marks:
    arm = Mark(points=((-2.6, 0.0), (-2.6, -_R * 0.62), (2.6, -_R * 0.62), (2.6, 0.0)))
    return (*around(arm, 4), *around(Mark(points=end), 4), Mark(points=circle(_R * 0.15), paint=PAPER))


def _cross_hammer() -> Marks:
    low, high, half = -_R * 0.72, -_R * 0.97, _R * 0.42
    return _cross(((-half, low), (-half, high), (half, high), (half, low)))


def _cross_pointed() -> Marks:
    return _cross(((-7.2, -_R * 0.56), (0.0, -_R), (7.2, -_R * 0.56)))


def _cross_round() -> Marks:
    return _cross(circle(_R * 0.27, (0.0, -_R * 0.73)))


# --- whirls: four sickles, turning one way or the other ---------------------------------------------------------------


def _whirl(way: int) -> Marks:
    steps = [step / 24 for step in range(25)]
    front = [polar(_R * step, way * 78.0 * step) for step in steps]
    back = [polar(_R * step, way * (78.0 * step + 40.0 * math.sin(math.pi * step**0.8))) for step in reversed(steps)]
    return around(Mark(points=(*front, *back)), 4)


def _whirl_right() -> Marks:
    return _whirl(1)


def _whirl_left() -> Marks:
    return _whirl(-1)


def _whirl_eye() -> Marks:
    return (*_whirl(1), Mark(points=circle(_R * 0.44), paint=PAPER), _line(circle(_R * 0.27)))


# --- wheels: six spokes, and what they carry --------------------------------------------------------------------------


def _wheel(carried: Mark, reach: float) -> Marks:
    spoke = _line((polar(_R * 0.2, 0.0), polar(_R * reach, 0.0)), closed=False)
    return (*around(spoke, 6), *around(carried, 6), Mark(points=circle(_R * 0.2), paint=PAPER), _line(circle(_R * 0.2)))


def _wheel_discs() -> Marks:
    return _wheel(Mark(points=circle(_R * 0.2, (0.0, -_R * 0.8))), 0.7)


def _wheel_bars() -> Marks:
    return _wheel(_line(((-_R * 0.34, -_R * 0.9), (_R * 0.34, -_R * 0.9)), closed=False), 0.9)


def _wheel_forks() -> Marks:
    fork = ((-_R * 0.3, -_R * 0.88), (0.0, -_R * 0.5), (_R * 0.3, -_R * 0.88))
    return _wheel(_line(fork, closed=False), 0.5)


# --- flowers: six petals ---------------------------------------------------------------------------------------------


def _petals() -> Marks:
    steps = [step / 16 for step in range(17)]
    reach = _R - _LINE / 2
    side = [polar(reach * step, 25.0 * math.sin(math.pi * step)) for step in steps]
    return around(_line((*side, *((-x, y) for x, y in reversed(side[1:-1])))), 6)


def _flower() -> Marks:
    return _petals()


def _flower_eye() -> Marks:
    return (*_petals(), Mark(points=circle(_R * 0.5), paint=PAPER), Mark(points=circle(_R * 0.38)))


def _clover() -> Marks:
    leaf = circle(_R * 0.28, (0.0, -(_R * 0.72 - _LINE / 2)))
    return (*around(_line(leaf), 6), Mark(points=circle(_R * 0.15)))


SYMBOLS: Final[Mapping[int, tuple[str, Callable[[], Marks]]]] = {
    1: ("flowers", _flower_eye),
    2: ("flowers", _flower),
    3: ("rosettes", _rosette_ring),
    4: ("rosettes", _rosette_square),
    5: ("rosettes", _rosette_star),
    6: ("nests", _nest_square),
    7: ("nests", _nest_round),
    8: ("nests", _nest_triangle),
    9: ("crosses", _cross_hammer),
    10: ("crosses", _cross_pointed),
    11: ("crosses", _cross_round),
    12: ("whirls", _whirl_right),
    13: ("whirls", _whirl_left),
    14: ("whirls", _whirl_eye),
    15: ("wheels", _wheel_discs),
    16: ("wheels", _wheel_bars),
    17: ("wheels", _wheel_forks),
    18: ("flowers", _clover),
}
"""Number -> (group that looks alike, its drawing). 3 and 4 are the twins that the rules know."""
