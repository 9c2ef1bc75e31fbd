"""Small tables for tests: one seat in a cut picture, or a whole one."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
from perroquet.drivers.sim.renderers.tuning import TuningRenderer
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Millimetres, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.scene import Arm, Camera, Cloth, Light, Lying, Pile, Scene, SeatAt, Thing, at_azimuth

RENDERER = TuningRenderer()
ABOVE = Camera()
LAMP = Light()
PLACE = at_azimuth(60.0, 280.0)
HALF = 100


class Marks:
    """What a bench noted, by row."""

    def __init__(self) -> None:
        self.noted = defaultdict[str, list[bool]](list)

    def mark(self, row: str, happened: bool) -> None:  # noqa: FBT001 - a mark is a truth value
        self.noted[row].append(happened)


def over(camera: Camera = ABOVE, half: int = HALF) -> Camera:
    """A camera that delivers only what lies around PLACE."""
    x, y = camera.project(np.array([[*PLACE, 0.0]]))[0].round().astype(int).tolist()
    return replace(camera, lens=camera.lens.cut(x - half, y - half, (2 * half, 2 * half)))


def lying(what: Card | Thing, turned: float = 20.0, **also: float) -> Lying:
    return Lying(what=what, x=PLACE[0], y=PLACE[1], turned=Degrees(turned), **also)  # pyright: ignore[reportArgumentType]


def one(what: Card | Thing | None, *, look: int = 1, light: Light = LAMP, cloth: Cloth = Cloth.PLAIN) -> Frame:
    """One card before the camera, alone."""
    things = () if what is None else (lying(what),)
    piles = (Pile(seat=Seat(0), lying=things),)
    return RENDERER.render(Scene(look=look, piles=piles, cloth=cloth, light=light, camera=over()))


def table(
    cards: dict[int, Card | None],
    azimuths: dict[Seat, Degrees],
    *,
    arms: tuple[int, ...] = (),
    camera: Camera = ABOVE,
    light: Light = LAMP,
    moment: int = 0,
    at: int = 0,
) -> Scene:
    """Cards before seats, 280 mm from the totem, and arms over the base."""
    piles = list[Pile]()
    for seat, card in cards.items():
        x, y = at_azimuth(azimuths[Seat(seat)], 280.0)
        things = () if card is None else (Lying(what=card, x=x, y=y, turned=Degrees(azimuths[Seat(seat)] + 7.0)),)
        piles.append(Pile(seat=Seat(seat), lying=things))
    reaching = tuple(
        Arm(
            seat=Seat(seat),
            hand_x=at_azimuth(azimuths[Seat(seat)], 30.0)[0],
            hand_y=at_azimuth(azimuths[Seat(seat)], 30.0)[1],
            from_azimuth=Degrees(azimuths[Seat(seat)] + 9.0),
            width=Millimetres(70.0),
        )
        for seat in arms
    )
    seats = tuple(SeatAt(seat=seat, azimuth=azimuth) for seat, azimuth in azimuths.items())
    return Scene(
        look=4,
        moment=moment,
        seats=seats,
        piles=tuple(piles),
        arms=reaching,
        camera=camera,
        light=light,
        at=HostNs(at),
    )
