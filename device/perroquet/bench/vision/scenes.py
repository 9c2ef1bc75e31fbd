"""Tables as people lay them, at random: cards, lamps, cloths, cameras, arms. The same for every renderer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, Millimetres, Seat
from perroquet.vision.deck import DECK, GROUPS, face_of
from perroquet.vision.scene import Arm, Camera, Cloth, Light, Lying, Pile, Scene, Thing, at_azimuth, ordinary_light
from perroquet.vision.sight import FIRST_LENS, first_lens

CUT: Final = 240
"""Side of the part of a picture around one seat, pixels."""
_CLOTHS: Final = (Cloth.PLAIN, Cloth.WOOD, Cloth.STRIPED, Cloth.BUSY)
"""Ordinary ones; white and checked ones are rows of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a seat's pile lies under a camera that delivers only its surroundings.

    Attributes:
        corner: first column and row of that part of the picture.
    """

    azimuth: float
    x: Millimetres
    y: Millimetres
    corner: tuple[int, int]
    camera: Camera


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What lasts a game: one lamp, one cloth, one camera, one printed deck."""

    look: int
    light: Light
    cloth: Cloth
    camera: Camera


def evening(rng: np.random.Generator, cloth: Cloth | None = None) -> Evening:
    """Draw a game's circumstances: ordinary light."""
    light = ordinary_light(rng, 0.45, 0.95)
    camera = Camera(
        lens=replace(FIRST_LENS, distortion=(float(rng.uniform(-0.06, 0.02)), 0.005, 0.0, 0.0, 0.0)),
        height=Millimetres(float(rng.uniform(620, 780))),
        x=Millimetres(float(rng.normal(0, 15))),
        y=Millimetres(float(rng.normal(0, 15))),
        turned=Degrees(float(rng.uniform(0, 6))),
        tilt=(float(rng.uniform(-3, 3)), float(rng.uniform(-3, 3))),
    )
    chosen = cloth or _CLOTHS[int(rng.integers(len(_CLOTHS)))]
    return Evening(look=int(rng.integers(1 << 30)), light=light, cloth=chosen, camera=camera)


def place(rng: np.random.Generator, of: Evening) -> Place:
    """Draw where one seat's pile lies, and cut the picture there."""
    return place_at(of, float(rng.uniform(0, 360)), float(rng.uniform(240, 320)))


def place_at(of: Evening, azimuth: float, distance: float, grid: int = 1) -> Place:
    """Cut the picture around one seat's pile, at a column and row that are multiples of `grid`."""
    x, y = at_azimuth(azimuth, distance)
    column, row = (of.camera.project(np.array([[x, y, 0.0]]))[0] / grid).round().astype(int).tolist()
    corner = (grid * column - CUT // 2, grid * row - CUT // 2)
    camera = replace(of.camera, lens=of.camera.lens.cut(*corner, (CUT, CUT)))
    return Place(azimuth=azimuth, x=x, y=y, corner=corner, camera=camera)


def laid(rng: np.random.Generator, at: Place, what: Card | Thing, height: float = 0.0, glare: float = 0.08) -> Lying:
    """Draw how a card comes to lie on a pile."""
    return Lying(
        what=what,
        x=Millimetres(at.x + float(rng.normal(0, 5))),
        y=Millimetres(at.y + float(rng.normal(0, 5))),
        turned=Degrees((at.azimuth + float(rng.normal(0, 15))) % 360.0),
        lifted=Millimetres(height),
        glare=float(rng.uniform(0.3, 0.9)) if rng.random() < glare else 0.0,
    )


def any_card(rng: np.random.Generator) -> Card:
    """Draw a card of the deck."""
    return DECK[int(rng.integers(len(DECK)))]


def rival(rng: np.random.Generator, card: Card) -> Card:
    """Draw a card that looks like `card` without having its face."""
    alike = [each for each in DECK if GROUPS[face_of(each)] == GROUPS[face_of(card)] and face_of(each) != face_of(card)]
    return alike[int(rng.integers(len(alike)))]


def one_card(rng: np.random.Generator, cloth: Cloth | None = None, what: Thing | None = None) -> tuple[Scene, Place]:
    """Draw a pile before one seat; its topmost is `what`, or a card."""
    of = evening(rng, cloth)
    at = place(rng, of)
    below = [laid(rng, at, any_card(rng), 0.3 * depth, 0.0) for depth in range(int(rng.integers(0, 4)))]
    top = laid(rng, at, what or any_card(rng), float(rng.uniform(0, 10)), 0.0 if what else 0.08)
    lying = (top,) if what else (*below, top)
    return scene(of, at, lying), at


def hand_alone(rng: np.random.Generator) -> tuple[Scene, Place]:
    """Draw a hand over a place where nothing lies."""
    of = evening(rng)
    at = place(rng, of)
    return scene(of, at, (), arms=(turning_hand(at, float(rng.uniform(-20, 40))),)), at


def scene(of: Evening, at: Place, lying: tuple[Lying, ...], moment: int = 0, arms: tuple[Arm, ...] = ()) -> Scene:
    """Return the picture of one seat."""
    return Scene(
        look=of.look,
        moment=moment,
        piles=(Pile(seat=Seat(0), lying=lying),),
        arms=arms,
        cloth=of.cloth,
        light=of.light,
        camera=at.camera,
    )


def turning_hand(at: Place, away: float) -> Arm:
    """Return the hand that turns a card, `away` mm from it on its way back to its owner."""
    x, y = at_azimuth(at.azimuth, float(np.hypot(at.x, at.y)) + away)
    return Arm(seat=Seat(0), hand_x=x, hand_y=y, from_azimuth=Degrees(at.azimuth), height=Millimetres(30.0))


ARM_LENS: Final = first_lens((1152, 648))
"""Half as fine: arms are looked at four times as coarse anyway."""


def around(rng: np.random.Generator, seats: int) -> dict[Seat, Degrees]:
    """Draw where people sit: evenly around the table."""
    off = float(rng.uniform(0, 360))
    return {Seat(seat): Degrees((360.0 * seat / seats + off) % 360.0) for seat in range(seats)}


def cleared(of: Evening) -> Scene:
    """Return the whole table at rest, as finely as arms are looked at."""
    return Scene(
        look=of.look,
        cloth=of.cloth,
        light=of.light,
        camera=replace(of.camera, lens=replace(ARM_LENS, distortion=of.camera.lens.distortion)),
    )


def reaching(
    rng: np.random.Generator, seats: int, arms: int
) -> Iterator[tuple[Scene, Scene, dict[Seat, Degrees], set[Seat]]]:
    """Yield, for ever: a table at rest, the same with arms over the base, where people sit, whose arms they are."""
    while True:
        azimuths = around(rng, seats)
        rest = cleared(evening(rng))
        whose = {Seat(int(seat)) for seat in rng.choice(seats, arms, replace=False)}
        drawn = tuple(grasping(rng, seat, azimuths[seat]) for seat in sorted(whose))
        yield rest, replace(rest, arms=drawn, moment=1), azimuths, whose


def grasping(rng: np.random.Generator, seat: Seat, azimuth: float) -> Arm:
    """Draw an arm whose hand is on the totem, or nearly."""
    x, y = at_azimuth(azimuth + float(rng.normal(0, 25)), float(rng.uniform(15, 60)))
    return Arm(
        seat=seat,
        hand_x=x,
        hand_y=y,
        from_azimuth=Degrees((azimuth + float(rng.normal(0, 9))) % 360.0),
        bend=Millimetres(float(rng.normal(0, 35))),
        width=Millimetres(float(rng.uniform(55, 85))),
        bare=bool(rng.random() < 0.3),
        blur=Millimetres(float(rng.uniform(0, 10))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """A hand that comes for the totem, and leaves when the totem does.

    Attributes:
        arm: when it touches.
        touches_ms: when that is, after the first contact.
        lift_ms: when the totem is lifted, after the first contact; None = never.
        speed: of the hand on its way, mm a millisecond, or metres a second.
    """

    arm: Arm
    touches_ms: float
    lift_ms: float | None
    speed: float

    def at(self, ms: float) -> Arm:
        """Return the arm `ms` after the first contact: back on the way it comes, or already leaving."""
        leaving = 0.0 if self.lift_ms is None else max(0.0, ms - self.lift_ms)
        away = self.speed * max(self.touches_ms - ms, leaving, 0.0)
        x, y = at_azimuth(self.arm.from_azimuth, away)
        blur = Millimetres(10.0 * self.speed) if away else self.arm.blur
        return replace(
            self.arm, hand_x=Millimetres(self.arm.hand_x + x), hand_y=Millimetres(self.arm.hand_y + y), blur=blur
        )
