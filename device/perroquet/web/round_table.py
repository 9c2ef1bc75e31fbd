"""The table seen from above: seats, their lamps, the totem. Importing this module imports NiceGUI."""

import math
from typing import Final

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
_NAME: Final = 13
_NAME_IN_A_CROWD: Final = 9
_CROWD: Final = 6
"""Characters of a name that fit, and beside how many seats fewer do; the whole name is in the seat's title."""


def _point(azimuth: Degrees | float, radius: float) -> tuple[float, float]:
    """Return x, y on the drawing; azimuth 0 (the cable's side) is up, clockwise as seen from above."""
    angle = math.radians(azimuth)
    return round(radius * math.sin(angle), 1), round(-radius * math.cos(angle), 1)


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


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

    def show(self, seat: SeatView, azimuth: Degrees, words: Words, *, longest: int) -> None:
        tone = f"p-{seat.pattern}"
        word = words(f"pattern-{seat.pattern}")
        x, y = _point(azimuth, _RIM)
        inner, outer = _point(azimuth, _RING + 12), _point(azimuth, _RIM - _DISC - 8)
        left, right = _point(azimuth - _SECTOR, _RING), _point(azimuth + _SECTOR, _RING)
        label = words("seat", name=seat.name, number=seat.seat + 1, pattern=word)
        above = math.cos(math.radians(azimuth)) > 0.3
        self._beam.put(x1=outer[0], y1=outer[1], x2=inner[0], y2=inner[1]).wear(f"beam {tone}")
        self._sector.put(d=f"M{left[0]} {left[1]}A{_RING} {_RING} 0 0 1 {right[0]} {right[1]}").wear(f"sector {tone}")
        self._seat.put(transform=f"translate({x} {y})", aria_label=label).wear(f"seat {tone}")
        self._title.write(label)
        self._glyph.show(seat.pattern)
        self._name.put(y=-52 if above else 47).write(_short(seat.name, longest))
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
            with Node("g", "totem", aria_hidden="true"):
                Node("circle", "trunk", r=23)
                Node("circle", "trunk-top", r=16)
                Node("path", "carving", d="M-8 -4a4 4 0 0 1 7 0M1 -4a4 4 0 0 1 7 0M-7 5Q0 11 7 5M0 -1v4")
            self._empty = Node("text", "nobody", y=82)

    def show(self, view: EveningView) -> None:
        """Draw the seats, and whether the base is there."""
        azimuths = places(view.seats)
        longest = _NAME if len(view.seats) <= _CROWD else _NAME_IN_A_CROWD
        for gone in self._places.keys() - azimuths.keys():
            self._places.pop(gone).delete()
        for seat in view.seats:
            if seat.seat not in self._places:
                with self._seats:
                    self._places[seat.seat] = _Place()
            self._places[seat.seat].show(seat, azimuths[seat.seat], self._words, longest=longest)
        self._empty.write("" if azimuths else self._words("table-empty"))
        lost = any(part.part is Part.TOTEM and not part.present for part in view.parts)
        self._base.wear("base lost" if lost else "base")
