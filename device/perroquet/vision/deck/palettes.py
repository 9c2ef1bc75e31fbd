"""Colours the deck is printed in. Colour is never the only sign: each has its number of dots in the corners."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Colours = Mapping[str, str]
"""What to paint with -> `#rrggbb`, sRGB."""

DOTS: Final[Mapping[str, int]] = {"V": 1, "G": 2, "O": 3, "J": 4}
"""Dots in each corner, by colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Colours of a printed deck.

    Attributes:
        colours: `V` violet, `G` green, `O` orange, `J` yellow, and `dark` and `paper`.
        contrast: least difference of two colours, in units of CIE Lab, that a colour-blind player must be left with.
    """

    name: str
    colours: Colours
    contrast: float = 0.0


CLASSIC: Final = Palette(
    name="classic",
    colours={"V": "#6a2a8c", "G": "#23803f", "O": "#d9541e", "J": "#d9a400", "dark": "#26262b", "paper": "#ffffff"},
)
"""The colours of the old box."""

CLEAR: Final = Palette(
    name="clear",
    colours={"V": "#5540b8", "G": "#0a8f86", "O": "#d4502a", "J": "#e0b000", "dark": "#26262b", "paper": "#ffffff"},
    contrast=25.0,
)
"""Colours that players who see no red, no green or no blue tell apart too."""

PALETTES: Final = (CLASSIC, CLEAR)
