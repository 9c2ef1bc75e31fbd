"""Cards and editions of Jungle Speed: shapes in four colours, each pair once, and three kinds of arrow cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NewType

Card = NewType("Card", str)
"""`S03V` = shape 3 in violet; `IN1`, `OUT2`, `COL1` = arrow cards. Shapes 3 and 4 look alike."""

UNKNOWN: Final = Card("?")
"""A face-down card nobody has told us about."""


class Kind(StrEnum):
    """What a card is."""

    SYMBOL = "S"
    INWARD = "IN"
    OUTWARD = "OUT"
    COLOUR = "COL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What is in a box (JS-73).

    Attributes:
        colours: letters of the palette: V violet, G green, O orange, J yellow, R red, B blue.
        checked: False = the composition is a guess, from descriptions that contradict each other.
    """

    shapes: int = 18
    colours: str = "VGOJ"
    inward: int = 3
    outward: int = 3
    colour_arrows: int = 2
    checked: bool = True

    def deck(self) -> tuple[Card, ...]:
        """Return every card of the box."""
        arrows = ((Kind.INWARD, self.inward), (Kind.OUTWARD, self.outward), (Kind.COLOUR, self.colour_arrows))
        return (
            *(Card(f"S{shape:02}{colour}") for shape in range(1, self.shapes + 1) for colour in self.colours),
            *(Card(f"{kind.value}{number}") for kind, count in arrows for number in range(1, count + 1)),
        )


EDITIONS: Final[Mapping[str, Edition]] = {
    "seed_fr_80": Edition(),
    "en2015_80": Edition(colours="RBGO"),
    "recent_70": Edition(shapes=16, colours="JRGB", colour_arrows=0, checked=False),
    "custom": Edition(),
}
"""Boxes by name. `custom` is a deck of one's own: the house sheet says how many of each it has."""

TWINS: Final = ("S03", "S04")
"""Two shapes that look alike without being the same: what people grab at in error."""

SYMBOLS: Final = tuple(card for card in EDITIONS["seed_fr_80"].deck() if card.startswith("S"))
"""The 72 symbol cards of the old box."""


@cache
def kind(card: Card) -> Kind:
    """Return what `card` is; an unknown card counts as a symbol that matches none."""
    return next((each for each in (Kind.INWARD, Kind.OUTWARD, Kind.COLOUR) if card.startswith(each)), Kind.SYMBOL)


@cache
def shape(card: Card) -> str:
    """Return what two symbols must share to open a duel; an arrow shares it with no other card."""
    return card[:3] if kind(card) is Kind.SYMBOL else card


@cache
def colour(card: Card) -> str:
    """Return the colour of a symbol; an arrow card is of its own."""
    return card[3:] if kind(card) is Kind.SYMBOL else card
