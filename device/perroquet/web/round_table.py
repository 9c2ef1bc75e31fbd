"""The table seen from above: seats, their lamps, the totem. Importing this module imports NiceGUI."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Part
from perroquet.kernel.units import Degrees, Seat
from perroquet.table.views import EveningView, SeatView
from perroquet.web.nodes import Glyph, Node
from perroquet.web.seating import places
from perroquet.web.wording import Words

_RIM: Final = 132
_RING: Final = 42
_DISC: Final = 25
_SECTOR: Final = 19.0
_HALF: Final = 230.0
_AWAY: Final = 88.0
_CHARACTER: Final = 9.6
_ABOVE: Final = -52
_BELOW: Final = 47
"""Width of a character of a name, and its line above and below a seat; a cut name is whole in its seat's title."""


def _point(azimuth: Degrees | float, radius: float) -> tuple[float, float]:
    """Return x, y on the drawing; azimuth 0 (the cable's side) is up, clockwise as seen from above."""
    angle = math.radians(azimuth)
    return round(radius * math.sin(angle), 1), round(-radius * math.cos(angle), 1)


def _is_above(azimuth: Degrees) -> bool:
    return math.cos(math.radians(azimuth)) > 0.3


def _longest(azimuth: Degrees, others: Iterable[Degrees]) -> int:
    """Return how many characters of a name have room at `azimuth`, up to the drawing's edge, other discs and names."""
    x, y = _point(azimuth, _RIM)
    line = y + (_ABOVE if _is_above(azimuth) else _BELOW)
    half = _HALF - abs(x)
    for other in others:
        their_x, their_y = _point(other, _RIM)
        if abs(their_y - line) < _DISC + 12:
            half = min(half, abs(their_x - x) - _DISC - 4)
        if abs(their_y + (_ABOVE if _is_above(other) else _BELOW) - line) < 36:
            half = min(half, abs(their_x - x) / 2)
    return max(3, int(2 * half / _CHARACTER))


def _widest_gap(azimuths: Sequence[Degrees]) -> float:
    """Return the middle of the widest gap between seats."""
    taken = sorted(azimuths) or [Degrees(0.0)]
    gaps = [(following - here, here) for here, following in zip(taken, [*taken[1:], taken[0] + 360.0], strict=True)]
    width, here = max(gaps)
    return here + width / 2


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


_SINGLED_OUT: Final = frozenset({Pattern.READY, Pattern.WINS, Pattern.PAYS})
"""In a game: beside a seat that shows one of these, those that only play watch."""


def _word(seat: SeatView, view: EveningView) -> str:
    """Return the key of what a seat's lamps say of its player."""
    if view.game is None and seat.pattern is Pattern.READY:
        return "seat-seated"
    if seat.pattern is Pattern.PLAYING and any(other.pattern in _SINGLED_OUT for other in view.seats):
        return "seat-watches"
    return f"seat-{seat.pattern}"


class _Place:
    """One seat: its disc, name and word, its sector of the base's ring, and its way to the totem."""

    def __init__(self) -> None:
        self._beam = Node("line", "beam")
        self._sector = Node("path", "sector")
        with Node("g", "seat", role="img") as self._seat:
            self._title = Node("title")
            self._halo = Node("circle", "halo", r=_DISC + 6)
            self._disc = Node("circle", "disc", r=_DISC)
            self._glyph = Glyph(x=-14, y=-14, width=28, height=28)
            self._name = Node("text", "name")
            self._word = Node("text", "word")

    def show(self, seat: SeatView, azimuth: Degrees, words: Words, *, longest: int, word: str) -> None:
        tone = f"p-{seat.pattern}"
        x, y = _point(azimuth, _RIM)
        inner, outer = _point(azimuth, _RING + 12), _point(azimuth, _RIM - _DISC - 8)
        left, right = _point(azimuth - _SECTOR, _RING), _point(azimuth + _SECTOR, _RING)
        label = words("seat", name=seat.name, number=seat.seat + 1, pattern=word)
        above = _is_above(azimuth)
        self._beam.put(x1=outer[0], y1=outer[1], x2=inner[0], y2=inner[1]).wear(f"beam {tone}")
        self._sector.put(d=f"M{left[0]} {left[1]}A{_RING} {_RING} 0 0 1 {right[0]} {right[1]}").wear(f"sector {tone}")
        self._seat.put(transform=f"translate({x} {y})", aria_label=label).wear(f"seat {tone}")
        self._title.write(label)
        self._glyph.show(seat.pattern)
        self._name.put(y=_ABOVE if above else _BELOW).write(_short(seat.name, longest))
        self._word.put(y=-34 if above else 65).write("" if seat.pattern == "off" else word)

    def delete(self) -> None:
        for node in (self._beam, self._sector, self._seat):
            node.delete()


class RoundTable:
    """The drawing; `show` changes only what differs."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._places: dict[Seat, _Place] = {}
        with Node("svg", "round-table", viewBox="-230 -206 460 412", role="group", aria_label=words("table")):
            Node("circle", "wood", r=_RIM)
            Node("circle", "grain", r=_RIM - 22)
            Node("circle", "grain", r=_RIM - 50)
            with Node("g", "base") as self._base:
                Node("path", "cable", d="M0 -30C-14 -62 14 -84 0 -112S-6 -150 0 -206")
                Node("circle", "ring", r=_RING)
                Node("circle", "plinth", r=_RING - 10)
            self._seats = Node("g")
            with Node("g", "totem", role="img") as self._totem:
                self._totem_title = Node("title")
                Node("circle", "trunk", r=23)
                Node("circle", "trunk-top", r=16)
                Node("path", "carving", d="M-8 -4a4 4 0 0 1 7 0M1 -4a4 4 0 0 1 7 0M-7 5Q0 11 7 5M0 -1v4")
                self._where = Node("text", "where", y=40)
            self._empty = Node("text", "nobody", y=82)

    def show(self, view: EveningView) -> None:
        """Draw the seats, and whether the base is there."""
        azimuths = places(view.seats)
        for gone in self._places.keys() - azimuths.keys():
            self._places.pop(gone).delete()
        for seat in view.seats:
            if seat.seat not in self._places:
                with self._seats:
                    self._places[seat.seat] = _Place()
            here = azimuths[seat.seat]
            longest = _longest(here, (azimuth for other, azimuth in azimuths.items() if other != seat.seat))
            self._places[seat.seat].show(seat, here, self._words, longest=longest, word=self._words(_word(seat, view)))
        self._empty.write("" if azimuths else self._words("table-empty"))
        lost = any(part.part is Part.TOTEM and not part.present for part in view.parts)
        away = view.standing is False
        self._base.wear("base lost" if lost else "base bare" if away else "base")
        x, y = _point(_widest_gap(tuple(azimuths.values())), _AWAY) if away else (0, 0)
        self._totem.put(transform=f"translate({x} {y})").wear("totem away" if away else "totem")
        self._totem_title.write(self._words("totem-away" if away else "totem-standing"))
        self._where.write(self._words("totem-away") if away else "")
