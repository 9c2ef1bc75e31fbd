"""Set two texts on 128 x 64 dots: what was said, as large as it fits, and below it, inverted, what is awaited."""

from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 128
HEIGHT: Final = 64
ROWS: Final = HEIGHT // 8

SIZES: Final = (16, 13, 12, 10)
"""Of letters, in dots, and from one line to the next; the largest with which everything fits is taken."""
SMALLER: Final = SIZES[1]
"""The largest of what is awaited."""
MARGIN: Final = 1
"""Dots of the bar around what is awaited."""
CUT: Final = "…"


def draw(said: str, awaits: str) -> list[bytes]:
    """Return the dots as such displays keep them: `ROWS` rows of `WIDTH` bytes, a byte being eight dots, the top one
    its lowest bit.
    """
    dots = np.asarray(picture(said, awaits), dtype=np.uint8)
    weights = (1 << np.arange(8, dtype=np.uint8))[:, None]
    return [bytes((block * weights).sum(axis=0, dtype=np.uint8)) for block in dots.reshape(ROWS, 8, WIDTH)]


def picture(said: str, awaits: str) -> Image.Image:
    """Return the same as a picture of black and white dots. What fits at no size is cut."""
    for size in SIZES:
        small = min(size, SMALLER)
        above, below = _lines(said, size), _lines(awaits, small)
        if len(above) * size + _bar(below, small) <= HEIGHT:
            break
    else:
        size = small = SIZES[-1]
        below = _cut(_lines(awaits, small), 2, small)
        above = _cut(_lines(said, size), (HEIGHT - _bar(below, small)) // size, size)
    paper = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(paper)
    pen.fontmode = "1"  # no greys: a dot is lit or dark
    _write(pen, above, top=0, size=size, fill=1)
    if below:
        top = HEIGHT - _bar(below, small)
        pen.rectangle((0, top, WIDTH, HEIGHT), fill=1)
        _write(pen, below, top=top + MARGIN, size=small, fill=0)
    return paper


def _write(pen: ImageDraw.ImageDraw, lines: list[str], *, top: int, size: int, fill: int) -> None:
    for number, line in enumerate(lines):
        pen.text((MARGIN, top + number * size), line, fill=fill, font=_font(size))


def _lines(text: str, size: int) -> list[str]:
    """Break `text` at its blanks; a word that is too long for a line stands alone and is cut by the edge."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and _fits(longer := f"{lines[-1]} {word}", size):
            lines[-1] = longer
        elif word:
            lines.append(word)
    return lines


def _fits(line: str, size: int) -> bool:
    return _font(size).getlength(line) <= WIDTH - 2 * MARGIN


def _cut(lines: list[str], room: int, size: int) -> list[str]:
    """Return what there is room for; what is left out is told by the last line's end."""
    if len(lines) <= room:
        return lines
    last = lines[room - 1]
    while not _fits(last + CUT, size):
        last = last[:-1]
    return [*lines[: room - 1], last.rstrip() + CUT]


def _bar(lines: list[str], size: int) -> int:
    return len(lines) * size + 2 * MARGIN if lines else 0


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the letters that the sound library brings along; Pillow's own lack accents."""
    home = cast("ModuleSpec", find_spec("pygame"))  # found, not imported: that would load all of SDL
    return ImageFont.truetype(Path(cast("str", home.origin)).with_name("freesansbold.ttf"), size)
