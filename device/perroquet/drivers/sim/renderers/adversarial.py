"""Scenes that are hard on purpose, and whole games under one lamp, for renderers that take troubles.

The truth is the scene's, as ever: the top of a pile may be read or not read, never misread; what is no card of the deck
in play must not be taken for one; what lies far from every seat's place is nobody's.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from perroquet.drivers.sim.renderers.trouble import Trouble, Troubles
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Millimetres, Seat
from perroquet.vision.deck import DECK
from perroquet.vision.scene import Arm, Camera, Cloth, Lying, Pile, Scene, SeatAt, Thing, at_azimuth, ordinary_light
from perroquet.vision.sight import FIRST_LENS

_FRAME_NS: Final = 66_666_667
"""Fifteen pictures a second."""
_TURN_FRAMES: Final = 12
"""Pictures from one flip to the next: the hand comes, turns the card, goes."""
_KEPT: Final = 4
"""Cards of a pile that are drawn: those below are hidden anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hard:
    """A hard scene.

    Attributes:
        scene: with the truth.
        troubles: what to make the renderer with.
    """

    scene: Scene
    troubles: Troubles = frozenset()


Rng = np.random.Generator


def table(rng: Rng, seats: int = 6) -> Scene:
    """Return a table in ordinary light, a pile before each seat."""
    off = float(rng.uniform(0, 360 / seats))
    sitting = tuple(
        SeatAt(seat=Seat(seat), azimuth=Degrees(off + 360.0 * seat / seats), distance=Millimetres(280.0))
        for seat in range(seats)
    )
    return Scene(
        look=int(rng.integers(1 << 30)),
        seats=sitting,
        piles=tuple(Pile(seat=at.seat, lying=_pile(rng, at, int(rng.integers(1, 4)))) for at in sitting),
        cloth=tuple(Cloth)[int(rng.integers(len(Cloth)))],
        light=ordinary_light(rng, 0.5, 0.9),
        camera=Camera(
            lens=replace(FIRST_LENS, distortion=(float(rng.uniform(-0.06, 0.02)), 0.005, 0.0, 0.0, 0.0)),
            height=Millimetres(float(rng.uniform(620, 780))),
            tilt=(float(rng.uniform(-3, 3)), float(rng.uniform(-3, 3))),
        ),
    )


def _card(rng: Rng, at: SeatAt, depth: int, *, what: Card | Thing | None = None) -> Lying:
    x, y = at_azimuth(at.azimuth, at.distance)
    return Lying(
        what=what or DECK[int(rng.integers(len(DECK)))],
        x=Millimetres(x + float(rng.normal(0, 5))),
        y=Millimetres(y + float(rng.normal(0, 5))),
        turned=Degrees((at.azimuth + float(rng.normal(0, 15))) % 360.0),
        lifted=Millimetres(0.4 * depth),
    )


def _pile(rng: Rng, at: SeatAt, cards: int) -> tuple[Lying, ...]:
    return tuple(_card(rng, at, depth) for depth in range(cards))


def _tops(scene: Scene, change: Callable[[Lying], Lying]) -> Scene:
    piles = (replace(pile, lying=(*pile.lying[:-1], change(pile.lying[-1]))) for pile in scene.piles)
    return replace(scene, piles=tuple(piles))


def _hand_at(at: SeatAt, x: float, y: float, height: float = 25.0, blur: float = 0.0) -> Arm:
    return Arm(
        seat=at.seat,
        hand_x=Millimetres(x),
        hand_y=Millimetres(y),
        from_azimuth=Degrees(at.azimuth),
        height=Millimetres(height),
        blur=Millimetres(blur),
    )


def half_covered(rng: Rng) -> Hard:
    """Each player's hand lies over half of the card."""
    scene = table(rng)
    reaches = (at_azimuth(at.azimuth, at.distance + float(rng.uniform(45, 75))) for at in scene.seats)
    arms = tuple(_hand_at(at, *reach) for at, reach in zip(scene.seats, reaches, strict=True))
    return Hard(scene=replace(scene, arms=arms))


def overlapped(rng: Rng) -> Hard:
    """A neighbour's card slid half over each second pile: the lower card's truth is its own, if it can be told."""
    scene = table(rng)
    strays = list[Pile]()
    for pile in scene.piles:
        top = pile.lying[-1]
        if pile.seat % 2:
            below = scene.piles[pile.seat - 1].lying[-1]
            angle = float(rng.uniform(0, 2 * math.pi))
            x, y = below.x + 30 * math.cos(angle), below.y + 30 * math.sin(angle)
            top = replace(top, x=Millimetres(x), y=Millimetres(y), lifted=Millimetres(2.0))
        strays.append(replace(pile, lying=(top,)))
    return Hard(scene=replace(scene, piles=tuple(strays)))


def upside_down(rng: Rng) -> Hard:
    """Every card is turned any way at all, as by a player who does not care."""
    turned = _tops(table(rng), lambda top: replace(top, turned=Degrees(float(rng.uniform(0, 360)))))
    return Hard(scene=turned)


def out_of_place(rng: Rng) -> Hard:
    """Nothing lies before anybody; cards lie where nobody's place is: beside the base, at the table's far edge."""
    scene = table(rng)
    strays = list[Lying]()
    for pile, at in zip(scene.piles, scene.seats, strict=True):
        distance = float(rng.choice([175.0, 430.0]))
        x, y = at_azimuth(at.azimuth + 180.0 / len(scene.seats), distance)
        strays.append(replace(pile.lying[-1], x=x, y=y, turned=Degrees(float(rng.uniform(0, 360)))))
    piles = tuple(replace(pile, lying=()) for pile in scene.piles)
    return Hard(scene=replace(scene, piles=piles, strays=tuple(strays)))


def by_candle(rng: Rng) -> Hard:
    """A candle on the table is the only lamp."""
    scene = table(rng)
    light = replace(scene.light, level=float(rng.uniform(0.25, 0.5)), warmth=1.0, hard=1.0, noise=6.0)
    return Hard(scene=replace(scene, light=light), troubles=frozenset({Trouble.CANDLE}))


def sleeved(rng: Rng) -> Hard:
    """Every card is in a glossy sleeve, and lamps are mirrored in them."""
    glossy = _tops(table(rng), lambda top: replace(top, glare=float(rng.uniform(0.0, 0.7))))
    return Hard(scene=glossy, troubles=frozenset({Trouble.SLEEVES}))


def _instead(rng: Rng, thing: Thing, troubles: Troubles = frozenset()) -> Hard:
    scene = table(rng)
    piles = tuple(
        Pile(seat=at.seat, lying=(_card(rng, at, 0, what=thing),)) if at.seat % 2 else pile
        for at, pile in zip(scene.seats, scene.piles, strict=True)
    )
    return Hard(scene=replace(scene, piles=piles), troubles=troubles)


def another_deck(rng: Rng) -> Hard:
    """Before every second seat lies a card of some other game."""
    return _instead(rng, Thing.FOREIGN_CARD)


def drawings(rng: Rng) -> Hard:
    """Before every second seat lies a sheet with signs drawn by hand."""
    return _instead(rng, Thing.FOREIGN_CARD, frozenset({Trouble.DRAWINGS}))


def nudged(rng: Rng) -> Hard:
    """Somebody knocked against the camera: it hangs otherwise than `table` says for this `rng`, and a little askew."""
    scene = table(rng)
    camera = replace(
        scene.camera,
        x=Millimetres(scene.camera.x + float(rng.choice([-1, 1]) * rng.uniform(12, 40))),
        turned=Degrees(scene.camera.turned + float(rng.uniform(2, 9))),
        tilt=(scene.camera.tilt[0] + float(rng.normal(0, 2)), scene.camera.tilt[1] + float(rng.normal(0, 2))),
    )
    return Hard(scene=replace(scene, camera=camera, moment=1))


def lit_by_phone(rng: Rng) -> Hard:
    """Somebody lights the table with a phone; another phone, lit, lies in a place."""
    return replace(_instead(rng, Thing.PHONE), troubles=frozenset({Trouble.TORCH}))


def arms_like_cloth(rng: Rng) -> Hard:
    """Two reach for the totem in sleeves of the cloth's own colour."""
    scene = table(rng)
    whose = rng.choice(len(scene.seats), 2, replace=False)
    arms = tuple(_reaching(rng, scene.seats[int(seat)]) for seat in whose)
    return Hard(scene=replace(scene, arms=arms), troubles=frozenset({Trouble.CAMOUFLAGE}))


def _reaching(rng: Rng, at: SeatAt) -> Arm:
    x, y = at_azimuth(at.azimuth + float(rng.normal(0, 20)), float(rng.uniform(20, 55)))
    return _hand_at(at, x, y, height=70.0, blur=float(rng.uniform(0, 10)))


def by_television(rng: Rng) -> Hard:
    """The room is lit by a television, and the lamp flickers."""
    scene = table(rng)
    dim = replace(scene.light, level=float(rng.uniform(0.4, 0.6)), noise=5.0)
    return Hard(scene=replace(scene, light=dim), troubles=frozenset({Trouble.TELEVISION, Trouble.FLICKER}))


ADVERSARIAL: Final[Mapping[str, Callable[[Rng], Hard]]] = {
    "hand half over the card": half_covered,
    "two cards overlapped": overlapped,
    "card turned any way": upside_down,
    "card out of its place": out_of_place,
    "candle light": by_candle,
    "glossy sleeves": sleeved,
    "card of another deck": another_deck,
    "sheet with drawings": drawings,
    "camera nudged": nudged,
    "a phone's light": lit_by_phone,
    "sleeves like the cloth": arms_like_cloth,
    "television": by_television,
}
"""Name -> a scene of that kind; the same `rng` gives the same scene."""


def game(rng: Rng, turns: int, seats: int = 6) -> Iterator[Scene]:
    """Yield a whole game, picture by picture: one look, one lamp, one camera; seat after seat turns a card.

    A hand comes with the new card, lays it, and goes; the pile's top is the new card from the moment it lies. Now and
    then somebody reaches for the totem.
    """
    scene = table(rng, seats)
    piles = {at.seat: tuple[Lying, ...]() for at in scene.seats}
    moment = 0
    for turn in range(turns):
        at = scene.seats[turn % seats]
        new = _card(rng, at, min(len(piles[at.seat]), _KEPT))
        reacher = scene.seats[int(rng.integers(seats))] if rng.random() < 0.15 else None
        for frame in range(_TURN_FRAMES):
            away = abs(frame - 4) * 45.0
            if frame == 4:
                piles[at.seat] = (*piles[at.seat], new)[-_KEPT:]
            arms = [] if away > 220 else [_hand_at(at, *at_azimuth(at.azimuth, at.distance + 20.0 + away), blur=7.0)]
            if reacher is not None and frame >= _TURN_FRAMES - 4:
                arms.append(_reaching(rng, reacher))
            yield replace(
                scene,
                moment=moment,
                at=HostNs(moment * _FRAME_NS),
                piles=tuple(Pile(seat=seat, lying=lying) for seat, lying in piles.items()),
                arms=tuple(arms),
            )
            moment += 1
