"""A whole table under one camera for a whole game: one lamp, one cloth, one printed deck.

Drawing all of a picture takes half a second. So the table is drawn once, and afterwards only the surroundings of seats
where something happens, each time with noise of its own; the rest stays as it was last drawn.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.bench.vision import scenes
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.scene import Lying, Renderer, Scene, SeatAt

_FRAME_NS: Final = 66_666_667
"""Pictures are read fifteen times a second."""
_GRID: Final = 2
"""Colour is half as fine."""
_SHOWN: Final = 2
"""Cards of a pile that are drawn: its last ones."""

Planes = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]


class Overhead:
    """Draws the pictures of one game; cards are laid and taken away between them.

    Attributes:
        azimuths: of the seats.
        lens: of the camera, as calibration would know it.
    """

    def __init__(self, rng: np.random.Generator, renderer: Renderer, seats: int) -> None:
        self.azimuths: Mapping[Seat, Degrees] = scenes.around(rng, seats)
        self._rng = rng
        self._renderer = renderer
        self._evening = scenes.evening(rng)
        self.lens = self._evening.camera.lens
        self._places = {seat: self._place(azimuth) for seat, azimuth in self.azimuths.items()}
        self._piles = {seat: list[Lying]() for seat in self.azimuths}
        self._moment = 0
        sitting = tuple(SeatAt(seat=seat, azimuth=azimuth) for seat, azimuth in self.azimuths.items())
        of = self._evening
        whole = Scene(look=of.look, seats=sitting, cloth=of.cloth, light=of.light, camera=of.camera)
        frame = renderer.render(whole)
        assert frame.u is not None  # noqa: S101 - drawn pictures have colour
        assert frame.v is not None  # noqa: S101
        self._planes: Planes = frame.y.copy(), frame.u.copy(), frame.v.copy()

    def lay(self, seat: Seat, card: Card, glare: float = 0.08) -> None:
        """Lay a card on a seat's pile; at times a lamp is reflected in it, as long as it lies there."""
        pile = self._piles[seat]
        height = 0.3 * len(pile)
        pile.append(scenes.laid(self._rng, self._places[seat], card, height, glare))

    def show(self, seat: Seat) -> None:
        """Lay a seat's last card anew, where no lamp is reflected in it: it is being shown."""
        last = self._piles[seat].pop()
        self.lay(seat, Card(str(last.what)), glare=0.0)

    def take_back(self, seat: Seat) -> None:
        """Take a seat's last card away."""
        self._piles[seat].pop()
        self._draw(seat, None)

    def clear(self, seat: Seat) -> None:
        """Take a seat's pile away."""
        self._piles[seat].clear()
        self._draw(seat, None)

    def picture(self, seats: tuple[Seat, ...], away: float | None) -> Frame:
        """Return the next picture; something happens before `seats`, their hands `away` mm from the cards, or gone."""
        self._moment += 1
        for seat in seats:
            self._draw(seat, away)
        y, u, v = self._planes
        return Frame(y=y.copy(), u=u.copy(), v=v.copy(), at=HostNs(self._moment * _FRAME_NS))

    def _place(self, azimuth: float) -> scenes.Place:
        return scenes.place_at(self._evening, azimuth, float(self._rng.uniform(250, 310)), _GRID)

    def _draw(self, seat: Seat, away: float | None) -> None:
        place = self._places[seat]
        arms = () if away is None else (scenes.turning_hand(place, away),)
        drawn = scenes.scene(self._evening, place, tuple(self._piles[seat][-_SHOWN:]), self._moment, arms)
        frame = self._renderer.render(drawn)
        left, top = place.corner
        for plane, part, scale in zip(self._planes, (frame.y, frame.u, frame.v), (1, 2, 2), strict=True):
            assert part is not None  # noqa: S101 - drawn pictures have colour
            rows, columns = part.shape
            plane[top // scale : top // scale + rows, left // scale : left // scale + columns] = part
