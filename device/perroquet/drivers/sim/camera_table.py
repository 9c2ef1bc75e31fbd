"""A drawn table that can be laid from outside: the camera of `run --sim`, and of tests of the whole vision process."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from perroquet.drivers.eyes_lines import LayTable
from perroquet.drivers.sim.camera import RenderedCamera
from perroquet.drivers.sim.renderers.tuning import TuningRenderer
from perroquet.kernel.units import Degrees, HostNs, Millimetres, Seat
from perroquet.vision.scene import Arm, Cloth, Lying, Pile, Scene, SeatAt, at_azimuth

_DISTANCE = Millimetres(280.0)


class DrawnTable:
    """What lies on a simulated table; seats sit where the game taught them."""

    def __init__(self, now: Callable[[], int], *, look: int = 1) -> None:
        self._now = now
        self._scene = Scene(look=look, cloth=Cloth.PLAIN)
        self._azimuths = dict[Seat, Degrees]()

    def sit(self, seats: tuple[tuple[Seat, Degrees], ...]) -> None:
        """Seat people at these azimuths."""
        self._azimuths = dict(seats)

    def lay(self, order: LayTable) -> None:
        """Lay these cards, and let these people reach for the totem."""
        rng = np.random.default_rng(self._scene.look)
        seats = tuple(SeatAt(seat=seat, azimuth=azimuth) for seat, azimuth in self._azimuths.items())
        piles = list[Pile]()
        for seat, card in order.cards:
            if seat in self._azimuths:
                x, y = at_azimuth(self._azimuths[seat], _DISTANCE)
                turned = Degrees(self._azimuths[seat] + float(rng.normal(0.0, 8.0)))
                piles.append(Pile(seat=seat, lying=(Lying(what=card, x=x, y=y, turned=turned),)))
        arms = tuple(
            Arm(
                seat=seat,
                hand_x=at_azimuth(self._azimuths[seat], 30.0)[0],
                hand_y=at_azimuth(self._azimuths[seat], 30.0)[1],
                from_azimuth=Degrees(self._azimuths[seat] + 12.0),
            )
            for seat in order.arms
            if seat in self._azimuths
        )
        self._scene = replace(self._scene, seats=seats, piles=tuple(piles), arms=arms)

    def camera(self) -> RenderedCamera:
        """Return a camera above it."""
        return RenderedCamera(TuningRenderer(), self._next, self._now)

    def _next(self, at: HostNs) -> Scene:
        self._scene = replace(self._scene, moment=self._scene.moment + 1, at=at)
        return self._scene
