"""Cards of Jungle Speed: eighteen shapes in four colours, each pair once. Arrow cards come with their own rules."""

from typing import Final, NewType

Card = NewType("Card", str)
"""`S03V` = shape 3 in violet; colours V (violet), G (vert), O (orange), J (jaune). Shapes 3 and 4 look alike."""

UNKNOWN: Final = Card("?")
"""A face-down card nobody has told us about."""

SHAPES: Final = tuple(f"S{number:02}" for number in range(1, 19))
COLOURS: Final = ("V", "G", "O", "J")

SYMBOLS: Final = tuple(Card(shape + colour) for shape in SHAPES for colour in COLOURS)
"""All 72 symbol cards."""

ARROWS: Final = tuple(Card(code) for code in ("IN1", "IN2", "IN3", "OUT1", "OUT2", "OUT3", "COL1", "COL2"))


def shape(card: Card) -> str:
    """Return what two cards must share to open a duel; an arrow shares it with no other card."""
    return card[:3] if card in _SYMBOLS else card


def colour(card: Card) -> str:
    """Return the colour of a symbol; an arrow card is of its own."""
    return card[3:] if card in _SYMBOLS else card


_SYMBOLS: Final = frozenset(SYMBOLS)
