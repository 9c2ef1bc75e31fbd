"""A table as it lies under the camera: what a renderer draws, and the truth that readings are held against.

A scene says *what* is there: places, turns, reaches, in millimetres and degrees. It never says what that looks like:
paper, ink, cloth, skin, lamp, lens blur and noise are each renderer's own, drawn from `Scene.look`, so that a reader
tuned on one renderer meets things it has never seen in the others. What all share is geometry: `Camera`.

Axes: millimetres on the table, origin under the totem's middle, x to the right and y down when seen from above with the
base's cable side at the top. Azimuths are clockwise from the top, as everywhere (`Degrees`): the point at azimuth `a`
and distance `r` is (r sin a, -r cos a). Heights above the table are positive.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

import cv2
import numpy as np

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Millimetres, Millis, Seat
from perroquet.vision.sight import FIRST_LENS, Floats, Lens, Sight

if TYPE_CHECKING:
    from perroquet.ports.camera import Frame

BASE_RADIUS_MM: Final = Millimetres(75.0)
"""The round base on which the totem stands, seen from above."""
TOTEM_RADIUS_MM: Final = Millimetres(20.0)
TOTEM_TOP_MM: Final = Millimetres(190.0)
"""Height of the totem's top above the table."""

MARKER_MM: Final = Millimetres(24.0)
"""Side of the black square of each ArUco marker; 3 mm of white around it."""
MARKER_DICTIONARY: Final = cv2.aruco.DICT_4X4_50
MARKERS: Final = {number: (Degrees(45.0 + 90.0 * number), Millimetres(118.0)) for number in range(4)}
"""Marker -> where its middle lies with the base at rest: azimuth, distance.

They are printed on a mat fixed under the base, flat on the table, and turn with it. Each one's top points away from the
totem."""


class Thing(StrEnum):
    """What may lie in a seat's place without being a card of the deck in play."""

    CARD_BACK = "card back"
    """A card of ours, face down (`deck.BACK`)."""
    FOREIGN_CARD = "foreign card"
    """A card of some other game, as large, with a frame or a picture."""
    PHONE = "phone"
    """Lit, dark glass around it; about 72 x 150 mm."""
    NAPKIN = "napkin"
    """White, crumpled, about a card's size or larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """One card or thing on the table.

    Attributes:
        what: a card of our deck, face up, or a thing.
        x: middle.
        y: middle.
        turned: clockwise, of the card's own top; a whole turn is possible.
        lifted: height of its middle above the table: a pile's, or a hand's.
        glare: 0 = none, 1 = a lamp's reflection hides up to a third of it.
    """

    what: Card | Thing
    x: Millimetres
    y: Millimetres
    turned: Degrees
    lifted: Millimetres = Millimetres(0.0)
    glare: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """What lies before a seat, bottom first. Only the topmost counts; the others show at its edges.

    Attributes:
        seat: whose place.
        lying: empty = nothing lies there.
    """

    seat: Seat
    lying: tuple[Lying, ...] = ()

    @property
    def top(self) -> Lying | None:
        """What the camera should read."""
        return self.lying[-1] if self.lying else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """An arm over the table, from its owner's edge of the table to its hand.

    Attributes:
        seat: whose.
        hand_x: middle of the knuckles.
        hand_y: middle of the knuckles.
        from_azimuth: where it comes over the table's edge: near the owner's seat, never exactly on it.
        bend: how far the elbow lies beside the straight line from edge to hand, clockwise side positive.
        width: of the forearm.
        height: above the table; its shadow falls accordingly.
        bare: no sleeve.
        blur: how far the hand moves in 10 ms: what a slower shutter smears.
    """

    seat: Seat
    hand_x: Millimetres
    hand_y: Millimetres
    from_azimuth: Degrees
    bend: Millimetres = Millimetres(0.0)
    width: Millimetres = Millimetres(70.0)
    height: Millimetres = Millimetres(60.0)
    bare: bool = False
    blur: Millimetres = Millimetres(0.0)


class Cloth(StrEnum):
    """What the table is covered with; its colours and texture are the renderer's."""

    PLAIN = "plain"
    WOOD = "wood"
    WHITE = "white"
    """As white as the paper of the cards."""
    CHECKED = "checked"
    """Squares about as large as cards."""
    STRIPED = "striped"
    BUSY = "busy"
    """A picture of leaves, letters and squares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """The lamp of a table. One lamp lasts a whole game.

    Attributes:
        level: brightness of white paper in the picture, 0 to 1; 0.6 to 0.9 is ordinary, 0.12 is too dark to play by.
        warmth: 0 = daylight as the camera balances it, 1 = the yellow of an old bulb, uncorrected.
        slope: share of brightness lost from one side of the table to the other.
        toward: azimuth of the brighter side.
        noise: standard deviation of a grey pixel at half brightness, in levels of 255; 1.5 to 4 is ordinary.
        blur_px: standard deviation of focus blur; 0.5 to 0.9 is ordinary.
        hard: 0 = soft shadows, 1 = those of one bare bulb.
    """

    level: float = 0.75
    warmth: float = 0.3
    slope: float = 0.2
    toward: Degrees = Degrees(0.0)
    noise: float = 2.5
    blur_px: float = 0.7
    hard: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """Where the camera hangs.

    Attributes:
        lens: what it looks through.
        height: of the lens above the table.
        x: of the lens; over the middle = 0.
        y: of the lens.
        turned: clockwise, of the picture's top seen from above; 0 = the top of the picture is the cable's side.
        tilt: (about the picture's x axis, about its y axis), degrees; (0, 0) = straight down.
    """

    lens: Lens = FIRST_LENS
    height: Millimetres = Millimetres(700.0)
    x: Millimetres = Millimetres(0.0)
    y: Millimetres = Millimetres(0.0)
    turned: Degrees = Degrees(0.0)
    tilt: tuple[float, float] = (0.0, 0.0)

    @property
    def sight(self) -> Sight:
        """The same as matrices."""
        turn, about_x, about_y = np.radians((self.turned, *self.tilt))
        level = np.array([[math.cos(turn), math.sin(turn), 0], [-math.sin(turn), math.cos(turn), 0], [0, 0, 1.0]])
        nod, _ = cv2.Rodrigues(np.array([about_x, 0.0, 0.0]))
        roll, _ = cv2.Rodrigues(np.array([0.0, about_y, 0.0]))
        rotation = roll @ nod @ level
        translation = rotation @ np.array([-self.x, -self.y, self.height])
        rows = rotation.tolist()
        return Sight(lens=self.lens, rotation=(rows[0], rows[1], rows[2]), translation=tuple(translation.tolist()))

    def project(self, points: Floats) -> Floats:
        """Return where points (n, 3) appear, mm: x, y and height above the table; (n, 2) pixels."""
        return self.sight.project(points)

    def on_table(self, pixels: Floats, height: Millimetres = Millimetres(0.0)) -> Floats:
        """Return which points at `height` above the table appear at `pixels` (n, 2): (n, 2) mm."""
        return self.sight.on_table(pixels, height)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAt:
    """Where somebody sits.

    Attributes:
        azimuth: of the person, from the totem.
        distance: from the totem to the middle of the place where this seat's pile lies.
    """

    seat: Seat
    azimuth: Degrees
    distance: Millimetres = Millimetres(280.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that one picture shows, and the truth about it.

    Attributes:
        look: seed of everything a renderer chooses by itself. Frames of one game share it: one cloth, one lamp, one
            deck as printed. What must differ from frame to frame (noise) is drawn from `look` and `moment` together.
        moment: number of the picture within its game.
        seats: who sits where.
        piles: what lies before them; one a seat at most.
        arms: over everything else, first the lowest.
        strays: what lies elsewhere on the table.
        cloth: under everything.
        light: of the whole game.
        camera: where it hangs; it stays there for a whole game unless somebody moves it.
        base_turned: clockwise, of the base and its markers since seats were learnt.
        totem: it stands in its place.
        exposure: how long each row is exposed.
        at: when the picture begins.
    """

    look: int
    moment: int = 0
    seats: tuple[SeatAt, ...] = ()
    piles: tuple[Pile, ...] = ()
    arms: tuple[Arm, ...] = ()
    strays: tuple[Lying, ...] = ()
    cloth: Cloth = Cloth.PLAIN
    light: Light = Light()
    camera: Camera = Camera()
    base_turned: Degrees = Degrees(0.0)
    totem: bool = True
    exposure: Millis = Millis(8)
    at: HostNs = HostNs(0)


class Renderer(Protocol):
    """Draws scenes. The same scene gives the same frame, to the byte.

    A frame has the size of `scene.camera.lens`, begins `at` the scene's instant, and has colour. Things are drawn in
    this order: cloth, base with markers, strays, piles, totem, arms. Lengths on the table are drawn true to half a
    pixel; what they look like is the renderer's own.
    """

    name: str
    """As benchmarks print it."""

    def render(self, scene: Scene) -> "Frame":
        """Return the picture."""
        ...


def ordinary_light(rng: np.random.Generator, dimmest: float, brightest: float) -> Light:
    """Draw a lamp as people play by, its level between two."""
    return Light(
        level=float(rng.uniform(dimmest, brightest)),
        warmth=float(rng.uniform(0.0, 0.8)),
        slope=float(rng.uniform(0.0, 0.5)),
        toward=Degrees(float(rng.uniform(0, 360))),
        noise=float(rng.uniform(1.5, 4.0)),
        blur_px=float(rng.uniform(0.5, 0.9)),
        hard=float(rng.uniform(0.0, 1.0)),
    )


def at_azimuth(azimuth: float, distance: float) -> tuple[Millimetres, Millimetres]:
    """Return (x, y) of the point `distance` mm from the totem at `azimuth`."""
    angle = math.radians(azimuth)
    return Millimetres(distance * math.sin(angle)), Millimetres(-distance * math.cos(angle))


def azimuth_of(x: float, y: float) -> Degrees:
    """Return the azimuth of a point of the table, in [0, 360)."""
    return Degrees(math.degrees(math.atan2(x, -y)) % 360.0)
