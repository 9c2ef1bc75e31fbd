"""What is printed on each card. Pure."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NewType

from perroquet.games.jungle_speed.cards import EDITIONS, Card, Kind, colour, kind, shape
from perroquet.vision.deck.marks import (
    CARD_MM,
    DARK,
    INNER_MM,
    MARGIN_MM,
    PAPER,
    SYMBOL_MM,
    Mark,
    Paint,
    around,
    circle,
    polar,
    polygon,
    square,
)
from perroquet.vision.deck.palettes import DOTS
from perroquet.vision.deck.symbols import SYMBOLS

Face = NewType("Face", str)
"""What a camera tells a card by, colour aside: `S03`, `IN`, `OUT`, `COL`. Arrow cards of a kind look the same."""

DECK: Final = EDITIONS["seed_fr_80"].deck()
"""Every card of ours."""

BACK: Final = Card("BACK")
"""The back of every card: no frame, and nothing white inside."""

_FRAME_CORNER_MM: Final = 4.0
_DOT_INSET_MM: Final = 2.2


def face_of(card: Card) -> Face:
    """Return what `card` looks like, colour aside."""
    return Face(shape(card) if kind(card) is Kind.SYMBOL else kind(card).value)


def faces() -> tuple[Face, ...]:
    """Return every face of the deck, symbols first."""
    return tuple(dict.fromkeys(face_of(card) for card in DECK))


GROUPS: Final[Mapping[Face, str]] = {
    **{Face(f"S{number:02}"): group for number, (group, _) in SYMBOLS.items()},
    **{Face(arrow): "arrows" for arrow in (Kind.INWARD, Kind.OUTWARD, Kind.COLOUR)},
}
"""Which faces look alike."""


@cache
def marks_of(card: Card) -> tuple[Mark, ...]:
    """Return the marks of `card` (or `BACK`), frame included, for `ink` of its own colour."""
    if card == BACK:
        return _back()
    of = kind(card)
    if of is Kind.SYMBOL:
        _, draw = SYMBOLS[int(card[1:3])]
        return (*_frame(DOTS[colour(card)]), *draw())
    return (*_frame(0), *_ARROWS[of]())


def ink_of(card: Card) -> Paint:
    """Return the letter of the palette that `ink` stands for on `card`."""
    return colour(card) if kind(card) is Kind.SYMBOL and card != BACK else DARK


def _frame(dots: int) -> tuple[Mark, ...]:
    """A dark frame; dots in each corner inside it tell the colour to who cannot see it.

    Nothing white may lie in the frame: a card is found by it.
    """
    corner = INNER_MM / 2 - _DOT_INSET_MM
    spots = [Mark(points=circle(0.8, (corner - 2.5 * place, -corner)), paint=DARK) for place in range(dots)]
    return (
        Mark(points=square(CARD_MM - 2 * MARGIN_MM, _FRAME_CORNER_MM), paint=DARK),
        Mark(points=square(INNER_MM, 0.6), paint=PAPER),
        *(mark for spot in spots for mark in around(spot, 4)),
    )


def _back() -> tuple[Mark, ...]:
    """A green lattice of leaves up to the edge."""
    leaf = ((0.0, -3.4), (1.5, 0.0), (0.0, 3.4), (-1.5, 0.0))
    side = square(CARD_MM - 2 * MARGIN_MM, _FRAME_CORNER_MM)
    step = 6.5
    leaves = [
        Mark(points=tuple((x + step * column, y + step * row) for x, y in _tilted(leaf, column + row)), paint="J")
        for column in range(-3, 4)
        for row in range(-3, 4)
    ]
    return (Mark(points=side, paint="G"), *leaves)


def _tilted(points: tuple[tuple[float, float], ...], place: int) -> tuple[tuple[float, float], ...]:
    return points if place % 2 else tuple((y, x) for x, y in points)


# --- arrows ----------------------------------------------------------------------------------------------------------


def _arrow(tail: float, tip: float, paint: Paint) -> tuple[Mark, ...]:
    """An arrow along the radius to the top, from `tail` to `tip` mm from the middle."""
    way = 1.0 if tip > tail else -1.0
    neck = tip - way * 7.0
    shaft = Mark(points=((-2.2, -tail), (2.2, -tail), (2.2, -neck), (-2.2, -neck)), paint=paint)
    head = Mark(points=((-6.2, -neck), (0.0, -tip), (6.2, -neck)), paint=paint)
    return (shaft, head)


def _inward() -> tuple[Mark, ...]:
    return tuple(mark for part in _arrow(27.0, 6.0, DARK) for mark in around(part, 4, 45.0))


def _outward() -> tuple[Mark, ...]:
    return tuple(mark for part in _arrow(5.0, 27.0, DARK) for mark in around(part, 4, 45.0))


def _colour() -> tuple[Mark, ...]:
    """Four wedges in the four colours, four dots between them."""
    wedges = [Mark(points=_wedge(90.0 * place), paint=paint) for place, paint in enumerate(DOTS)]
    dots = around(Mark(points=circle(3.2, polar(SYMBOL_MM * 0.9, 45.0)), paint=DARK), 4)
    return (*wedges, *dots, Mark(points=polygon(4, 5.0), paint=DARK))


def _wedge(turn: float) -> tuple[tuple[float, float], ...]:
    return (polar(7.0, turn), polar(SYMBOL_MM, turn - 24.0), polar(SYMBOL_MM, turn + 24.0))


_ARROWS: Final = {Kind.INWARD: _inward, Kind.OUTWARD: _outward, Kind.COLOUR: _colour}
