"""What lies on tables, as flat sheets: our cards as somebody's press printed them, and things that are no cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.letters import write
from perroquet.drivers.sim.renderers.lounge.tints import F32, WHITE, hued, linear_of, noise, tint
from perroquet.games.jungle_speed.cards import Card
from perroquet.vision.deck import BACK, CARD_MM, CLASSIC
from perroquet.vision.deck.raster import draw, outline
from perroquet.vision.scene import Thing
from perroquet.vision.sight import Floats

TEXELS: Final = 6
"""A millimetre."""
_LETTERS: Final = "AKQJRDV97WXZ"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """Something flat, upright, `TEXELS` a millimetre.

    Attributes:
        print: (h, w, 4) BGR reflectance times cover, and cover from 0 to 1.
        board: stiff: it can be bent, and lie on a pile.
        shines: (h, w) share of white paper's light that it sends out itself.
        coat: how much of a lamp it mirrors: 0 blotting paper, 1 varnish.
    """

    print: F32
    board: bool = True
    shines: F32 | None = None
    coat: float = 0.3

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return self.print.shape[1] / TEXELS, self.print.shape[0] / TEXELS


def sheet_of(what: Card | Thing, look: int) -> Sheet:
    """Return what lies there; cards of one look come from one press."""
    if isinstance(what, Thing) and what is not Thing.CARD_BACK:
        return _thing(what, look)
    return _card(Card(BACK) if isinstance(what, Thing) else what, look)


@lru_cache(maxsize=64)
def _thing(what: Thing, look: int) -> Sheet:
    return _THINGS[what](np.random.default_rng((look, 23)), look)


@lru_cache(maxsize=128)
def _card(card: Card, look: int) -> Sheet:
    press = np.random.default_rng((look, 21))
    inks = {name: _ink(press, told) for name, told in CLASSIC.colours.items()}
    side = round(CARD_MM * TEXELS)
    bolder = float(press.uniform(-0.1, 0.25))
    paper = tint(float(press.uniform(88, 96)), float(press.uniform(-1, 1)), float(press.uniform(-3, 8)))
    separations = np.clip(press.normal(0, 0.08, (3, 2)), -0.2, 0.2) * TEXELS
    coat = float(press.uniform(0.05, 0.8))
    worn = float(press.uniform(0.0, 0.25))
    one = np.random.default_rng((look, 22, *card.encode()))
    cut = np.clip(one.normal(0, 0.35, 2), -0.8, 0.8) * TEXELS
    inked = draw(card, side, inks | {"paper": "#ffffff"}, bolder_mm=bolder)
    # One separation a channel: cyan takes red away, magenta green, yellow blue.
    plates = [_moved(plate, off + cut) for plate, off in zip(cv2.split(inked), separations, strict=True)]
    reflectance = linear_of()[np.dstack(plates)]
    at = np.arange(side, dtype=np.float32)
    x, y = np.meshgrid(at, at)
    mottled = noise(x * np.float32(0.7), y * np.float32(0.7), look + sum(card.encode()), 0.6)
    reflectance += (np.float32(0.02) * mottled)[..., None] * (np.float32(1.0) - reflectance)
    rim = np.minimum(np.minimum(x, side - 1 - x), np.minimum(y, side - 1 - y)) / np.float32(TEXELS)
    handled = np.float32(1.0) - np.float32(worn) * np.exp(-rim / np.float32(0.7))
    mask = outline(side).astype(np.float32) / np.float32(255)
    return Sheet(print=_masked(np.asarray(reflectance * paper * handled[..., None], np.float32), mask), coat=coat)


def _ink(press: np.random.Generator, told: str) -> str:
    """Return a colour as a press that is a little off prints it: #rrggbb in and out."""
    colour = np.array([[[int(told[at : at + 2], 16) for at in (1, 3, 5)]]], np.float32) / np.float32(255)
    lightness, a, b = cv2.cvtColor(colour, cv2.COLOR_RGB2Lab)[0, 0].tolist()
    angle = np.arctan2(b, a) + np.radians(press.normal(0, 6.0 / 2))
    chroma = np.hypot(a, b) * press.uniform(0.8, 1.08)
    lab = np.array([[[lightness + press.uniform(-4, 6), chroma * np.cos(angle), chroma * np.sin(angle)]]], np.float32)
    inked = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2RGB)[0, 0] * 255, 0, 255).round().astype(int).tolist()
    return "#" + "".join(f"{level:02x}" for level in inked)


def _moved(plate: MatLike, off: Floats) -> NDArray[np.uint8]:
    matrix = np.array([[1.0, 0.0, off[0]], [0.0, 1.0, off[1]]])
    size = (plate.shape[1], plate.shape[0])
    return cv2.warpAffine(plate, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def _masked(reflectance: F32, mask: F32) -> F32:
    return np.dstack([reflectance * mask[..., None], mask]).astype(np.float32)


def _rounded(width: float, height: float, radius: float) -> F32:
    """Return the cover of a sheet with round corners, all in mm."""
    size = (round(height * TEXELS), round(width * TEXELS))
    mask, inset = np.zeros(size, np.uint8), round(radius * TEXELS)
    cv2.rectangle(mask, (inset, inset), (size[1] - 1 - inset, size[0] - 1 - inset), (255,), -1)
    if inset:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1, 2 * inset + 1))
        mask = cv2.dilate(mask, disc)
    return mask.astype(np.float32) / np.float32(255)


def _foreign(rng: np.random.Generator, look: int) -> Sheet:
    """Print another game's card: a coloured frame, a picture of soft blots, a few large letters or pips."""
    mask = _rounded(CARD_MM, CARD_MM, 3.0)
    side = mask.shape[0]
    face = np.empty((side, side, 3), np.float32)
    face[:] = tint(float(rng.uniform(80, 95)), 0.0, float(rng.uniform(0, 10)))
    frame = hued(float(rng.uniform(20, 60)), float(rng.uniform(10, 60)), float(rng.uniform(0, 360)))
    edge, thick = round(float(rng.uniform(2, 5)) * TEXELS), round(float(rng.uniform(0.8, 4)) * TEXELS)
    if rng.random() < 0.5:
        at = np.arange(side, dtype=np.float32)
        x, y = np.meshgrid(at, at)
        blots = [noise(x * np.float32(0.35), y * np.float32(0.35), look + 31 * part, 1.9) for part in range(3)]
        picture = np.clip(np.float32(0.35) + np.float32(0.22) * np.dstack(blots), 0.03, 1.0)
        face[edge : side - edge, edge : side - edge] = picture[edge : side - edge, edge : side - edge]
    cv2.rectangle(face, (edge, edge), (side - 1 - edge, side - 1 - edge), frame.tolist(), thick)
    dye = hued(float(rng.uniform(10, 50)), float(rng.uniform(0, 60)), float(rng.uniform(0, 360))).tolist()
    for _ in range(int(rng.integers(1, 5))):
        spot = rng.integers(side // 4, 3 * side // 4, 2).tolist()
        if rng.random() < 0.5:
            letter = _LETTERS[int(rng.integers(len(_LETTERS)))]
            corner = spot[0] - 40, spot[1] + 40
            write(face, letter, corner, cv2.FONT_HERSHEY_TRIPLEX, rng.uniform(2, 4), dye, 10)
        else:
            cv2.circle(face, (spot[0], spot[1]), int(rng.integers(12, 45)), dye, -1)
    return Sheet(print=_masked(face, mask), coat=float(rng.uniform(0.1, 0.9)))


def _phone(rng: np.random.Generator, _look: int) -> Sheet:
    """Show a lit page on dark glass: a bar, lines of text, perhaps a picture."""
    mask = _rounded(72.0, 150.0, 9.0)
    height, width = mask.shape
    page = np.zeros((height, width), np.uint8)
    rim = 3 * TEXELS
    ground = int(rng.uniform(30, 235))
    ink = 20 if ground > 128 else 230
    cv2.rectangle(page, (rim, 2 * rim), (width - rim, height - 2 * rim), (ground,), -1)
    cv2.rectangle(page, (rim, 2 * rim), (width - rim, 5 * rim), ((ground + ink) // 2,), -1)
    for line in range(6 * rim, height - 4 * rim, 5 * TEXELS):
        long = int(rng.uniform(0.3, 0.92) * (width - 3 * rim))
        cv2.rectangle(page, (2 * rim, line), (2 * rim + long, line + 2 * TEXELS), (ink,), -1)
    if rng.random() < 0.6:
        top = int(rng.uniform(0.2, 0.6) * height)
        cv2.rectangle(page, (2 * rim, top), (width - 2 * rim, top + 30 * TEXELS), (int(rng.uniform(60, 200)),), -1)
    lit = cv2.GaussianBlur(page, (0, 0), 2.0).astype(np.float32) / np.float32(255)
    glass = np.full((height, width, 3), 0.02 / WHITE, np.float32)
    return Sheet(
        print=_masked(glass, mask), board=False, shines=lit * mask * np.float32(rng.uniform(0.5, 1.2)), coat=1.0
    )


def _napkin(rng: np.random.Generator, look: int) -> Sheet:
    """Crumple white tissue: its outline wanders, and its creases are soft ridges in the light."""
    wide = float(rng.uniform(62, 105))
    side = round(wide * TEXELS)
    turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    round_off = 0.42 * side / np.maximum(np.abs(np.cos(turns)), np.abs(np.sin(turns))) ** 0.7
    far = round_off * (1 + 0.06 * np.interp(turns, np.linspace(0, 2 * np.pi, 13), rng.standard_normal(13), period=6.3))
    rim = np.column_stack([side / 2 + far * np.cos(turns), side / 2 + far * np.sin(turns)])
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [rim.round().astype(np.int32)], (255,), cv2.LINE_AA)
    at = np.arange(side, dtype=np.float32)
    x, y = np.meshgrid(at, at)
    folds = np.abs(noise(x * np.float32(0.12), y * np.float32(0.12), look + 3, 2.0))
    folds += np.float32(0.5) * np.abs(noise(x * np.float32(0.3), y * np.float32(0.3), look + 8, 2.0))
    white = tint(float(rng.uniform(92, 97)), 0.0, float(rng.uniform(-2, 2)))
    tissue = white * np.clip(np.float32(1.02) - np.float32(0.14) * folds, 0.6, 1.05)[..., None]
    return Sheet(
        print=_masked(tissue.astype(np.float32), mask.astype(np.float32) / np.float32(255)), board=False, coat=0.0
    )


_THINGS: Final[Mapping[Thing, Callable[[np.random.Generator, int], Sheet]]] = {
    Thing.FOREIGN_CARD: _foreign,
    Thing.PHONE: _phone,
    Thing.NAPKIN: _napkin,
}
