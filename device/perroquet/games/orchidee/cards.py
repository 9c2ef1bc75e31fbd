"""Cards of L'Orchidée: insects I1 to I20, nuggets P1 to P20, one orchid O."""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)

ORCHID: Final = Card("O")
DECK: Final = (*(Card(f"{kind}{n}") for kind in ("I", "P") for n in range(1, 21)), ORCHID)


def highest_card(cards: Iterable[Card]) -> Card | None:
    """Return the highest card of any kind; of an equal insect and nugget, the nugget; None of none (OR-9)."""
    return max(cards, key=lambda card: (int(card[1:]), card[0]), default=None)


def highest_nugget(cards: Iterable[Card]) -> Card | None:
    """Return the highest nugget; None when there is none (OR-12)."""
    return highest_card(card for card in cards if card[0] == "P")
