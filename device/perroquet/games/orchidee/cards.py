"""Cards of L'Orchidée: insects I1 to I20, nuggets P1 to P20, one orchid O."""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)

INSECT: Final = "I"
NUGGET: Final = "P"
ORCHID: Final = Card("O")
DECK: Final = (*(Card(f"{kind}{n}") for kind in (INSECT, NUGGET) for n in range(1, 21)), ORCHID)


def kind(card: Card) -> str:
    """Return `INSECT`, `NUGGET`, or the orchid's own letter."""
    return card[0]


def value(card: Card) -> int:
    """Return the number on an insect or a nugget."""
    return int(card[1:])


def insects(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the insects among `cards`, lowest first."""
    return tuple(sorted((card for card in cards if kind(card) == INSECT), key=value))


def nuggets(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the nuggets among `cards`, lowest first."""
    return tuple(sorted((card for card in cards if kind(card) == NUGGET), key=value))


def highest(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the highest cards of any kind: none, one, or an insect and a nugget of one value, the nugget last."""
    several = tuple(cards)
    top = max((value(card) for card in several), default=0)
    return tuple(sorted(card for card in several if value(card) == top))
