"""What renderer B chooses for a whole game: cloth, paper, ink, sensor."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from perroquet.vision.deck import CLASSIC, CLEAR, Colours
from perroquet.vision.deck.raster import bgr

Bgr = tuple[float, float, float]

_PAPERS: Final = ("#f4f1e6", "#efe6cf", "#f7f8fa", "#e9e7e1", "#e6dcc8", "#f1f4f6")
"""Ivory, cream, bleached, recycled, old, bluish."""
_FELTS: Final = ("#1f5a3a", "#23344f", "#6d2230", "#4c4f52", "#1d6a70", "#8a7a5c", "#3a2a24", "#7d8b92", "#b39a6a")
_MATS: Final = ("#c9c4b4", "#8fa39a", "#a9b4c4", "#6f6a66", "#dcd8cc")
_SKINS: Final = ("#f0cdb4", "#e3b08c", "#c98f68", "#a06a45", "#74492f", "#4a2f20")
_SLEEVES: Final = ("#22262d", "#5b1f24", "#2c4a6e", "#c9c4ba", "#7a7f4a", "#b5553c", "#e4e1dc", "#3d3d45", "#8c6a8f")


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """Drawn from a scene's `look` alone.

    Attributes:
        colours: of the deck, as printed.
        bolder_mm: what the printer adds to lines.
        gloss: of the cards: 0 = matt, 1 = laminated.
        curl_mm: how far cards of this deck bow.
        wear: 0 = new, 1 = played with for years.
        cloth: main colour, gamma 2.2.
        second: of patterns.
        skins: of the players, one a seat, in turn.
        sleeves: of the players, one a seat, in turn.
        mat: what the markers are printed on.
        wood_base: the base is of wood, else of dark plastic.
        round_table_mm: radius of the table; beyond it lies the floor.
        sharpen: how strong the camera's own sharpening is.
        jpeg: quality of the file; None = not packed.
    """

    colours: Colours
    bolder_mm: float
    gloss: float
    curl_mm: float
    wear: float
    cloth: Bgr
    second: Bgr
    skins: tuple[Bgr, ...]
    sleeves: tuple[Bgr, ...]
    wood_base: bool
    mat: Bgr
    round_table_mm: float
    sharpen: float
    jpeg: int | None


@lru_cache(maxsize=64)
def looks(look: int) -> Looks:
    """Choose them."""
    rng = np.random.default_rng([66, look])
    felt = _of(rng, _FELTS)
    return Looks(
        colours=_printed(rng),
        bolder_mm=float(rng.uniform(-0.25, 0.35)),
        gloss=float(rng.uniform(0.1, 0.9)),
        curl_mm=float(rng.uniform(0.0, 3.0)),
        wear=float(rng.uniform(0.0, 0.8)),
        cloth=felt,
        second=_of(rng, [each for each in _FELTS if bgr(each) != felt]),
        skins=tuple(_of(rng, _SKINS) for _ in range(5)),
        sleeves=tuple(_of(rng, _SLEEVES) for _ in range(5)),
        mat=_of(rng, _MATS),
        wood_base=bool(rng.random() < 0.6),
        round_table_mm=float(rng.uniform(560, 760)),
        sharpen=float(rng.uniform(0.2, 1.0)),
        jpeg=int(rng.integers(72, 96)) if rng.random() < 0.6 else None,
    )


def _of(rng: np.random.Generator, colours: tuple[str, ...] | list[str]) -> Bgr:
    return bgr(colours[int(rng.integers(len(colours)))])


def _printed(rng: np.random.Generator) -> Colours:
    """Return the deck's colours as a printer gives them on some paper: hues turned, inks thin or heavy."""
    palette = (CLASSIC, CLEAR)[int(rng.integers(2))]
    paper = np.array(bgr(_PAPERS[int(rng.integers(len(_PAPERS)))]), np.float32)
    turn, strength, weight = rng.normal(0, 4), rng.uniform(0.72, 1.1), rng.uniform(0.8, 1.15)
    printed = dict[str, str]()
    for name, colour in palette.colours.items():
        pixel = np.array(bgr(colour), np.float32).reshape(1, 1, 3) / 255.0
        hue, light, full = cv2.cvtColor(pixel, cv2.COLOR_BGR2HLS)[0, 0].tolist()
        lighter = 1.0 - (1.0 - light) * weight if name != "paper" else 1.0
        hls = ((hue + turn + rng.normal(0, 2)) % 360, np.clip(lighter, 0.09, 1), min(1, full * strength))
        inked = np.array(hls, np.float32).reshape(1, 1, 3)
        blue, green, red = (cv2.cvtColor(inked, cv2.COLOR_HLS2BGR)[0, 0] * paper).round().clip(0, 255).astype(int)
        printed[name] = f"#{red:02x}{green:02x}{blue:02x}"
    return printed
