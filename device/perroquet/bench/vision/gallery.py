"""Hard scenes in one picture, with what was read in each beside the truth."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.bench.vision import scenes
from perroquet.bench.vision.measure import Bench, renderer_named
from perroquet.drivers.recordings import picture_of
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, Seat
from perroquet.vision.deck import INNER_MM
from perroquet.vision.scene import Cloth, Thing

HARD: Final[tuple[tuple[str, Card | Thing | None, Cloth, dict[str, float]], ...]] = (
    ("white cloth", Card("S03V"), Cloth.WHITE, {}),
    ("checked cloth", Card("S07G"), Cloth.CHECKED, {}),
    ("striped cloth", Card("S11O"), Cloth.STRIPED, {}),
    ("leaves and letters", Card("S15J"), Cloth.BUSY, {}),
    ("a reflection", Card("S12O"), Cloth.WOOD, {"glare": 0.8}),
    ("a weak lamp", Card("IN1"), Cloth.PLAIN, {"level": 0.3, "noise": 5.0}),
    ("out of focus", Card("OUT2"), Cloth.WOOD, {"blur_px": 1.5}),
    ("a card face down", Thing.CARD_BACK, Cloth.PLAIN, {}),
    ("another game's card", Thing.FOREIGN_CARD, Cloth.WOOD, {}),
    ("a phone", Thing.PHONE, Cloth.PLAIN, {}),
    ("a napkin", Thing.NAPKIN, Cloth.STRIPED, {}),
    ("a hand alone", None, Cloth.PLAIN, {}),
)
"""What it is, what lies there, on which cloth, and what is unusual about lamp or camera."""
_COLUMNS: Final = 4
_CAPTION: Final = 68
_LIGHT: Final = ("level", "noise", "blur_px")


def gallery(renderer: str, seed: int) -> NDArray[np.uint8]:
    """Return a picture of all hard scenes, BGR: each with its truth, what was read, and what the usual way read."""
    bench, rng = Bench(renderer_named(renderer)), np.random.default_rng(seed)
    cells = [_cell(bench, rng, *hard) for hard in HARD]
    rows = [np.hstack(cells[first : first + _COLUMNS]) for first in range(0, len(cells), _COLUMNS)]
    return np.vstack(rows)


def _cell(
    bench: Bench, rng: np.random.Generator, told: str, what: Card | Thing | None, cloth: Cloth, odd: dict[str, float]
) -> NDArray[np.uint8]:
    evening = scenes.evening(rng, cloth)
    light = replace(evening.light, **{name: value for name, value in odd.items() if name in _LIGHT})
    evening = replace(evening, light=light)
    at = scenes.place(rng, evening)
    shine = odd.get("glare", 0.0)
    lying = () if what is None else (replace(scenes.laid(rng, at, what, 0.0, 0.0), glare=shine),)
    arms = (replace(scenes.turning_hand(at, 10.0), seat=Seat(0), from_azimuth=Degrees(at.azimuth)),)
    frame = bench.renderer.render(scenes.scene(evening, at, lying, 0, () if lying else arms))
    look = bench.look(frame, at, colour=True)
    usual = bench.peer.read(frame.y, INNER_MM * at.camera.sight.scale(at.x, at.y))
    read = "no card" if look is None else f"{look.face}{look.colour}" if look.face else "not sure"
    truth = "no card of the deck" if what is None or isinstance(what, Thing) else what
    cell = np.full((scenes.CUT + _CAPTION, scenes.CUT, 3), 255, np.uint8)
    cell[: scenes.CUT] = picture_of(frame)
    for line, text in enumerate((told, f"there: {truth}", f"read: {read}", f"the usual way: {usual or 'nothing'}")):
        spot = (4, scenes.CUT + 14 + 16 * line)
        cv2.putText(cell, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    return cell
