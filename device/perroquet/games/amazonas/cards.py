"""The cards of Amazonas: species, events, incomes and chips. Numbers AM-n are those of RULES.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

Gold = NewType("Gold", int)
"""Gold coins, the unit of prices."""

Silver = NewType("Silver", int)
"""Money in silver coins, the unit of purses and incomes: three are one gold coin."""


class Species(StrEnum):
    """A field of research; rows of tiles are in this order."""

    ORCHID = "orchidee"
    FISH = "poisson"
    BUTTERFLY = "papillon"
    PARROT = "perroquet"
    IGUANA = "iguane"


SPECIES: Final = tuple(Species)
ROW: Final[Mapping[Species, int]] = {species: place for place, species in enumerate(SPECIES)}

Rows = tuple[int, int, int, int, int]
"""Tiles by species, in the order of `SPECIES`."""

NO_TILES: Final[Rows] = (0, 0, 0, 0, 0)


class Kind(StrEnum):
    """What an event card does (AM-30 to AM-36)."""

    JAGUAR = "jaguar"
    """Jungle paths are closed."""
    CROCODILE = "crocodile"
    """Waterways are closed."""
    FIRE = "incendie"
    """Half the income."""
    THEFT = "vol"
    """A monkey takes silver."""
    EXTRA = "extra"
    """Extra money for one species."""
    INDIO = "indio"
    """An Indio may be hired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCard:
    """One event card; only extra money has a species."""

    kind: Kind
    species: Species | None = None


DECK: Final[tuple[EventCard, ...]] = (
    *(EventCard(kind=Kind.JAGUAR),) * 2,
    *(EventCard(kind=Kind.CROCODILE),) * 2,
    *(EventCard(kind=Kind.FIRE),) * 3,
    *(EventCard(kind=Kind.THEFT),) * 2,
    *(EventCard(kind=Kind.EXTRA, species=species) for species in SPECIES),
    *(EventCard(kind=Kind.INDIO),) * 4,
)
"""As many cards as rounds: each is seen exactly once (AM-5)."""

ROUNDS: Final = len(DECK)

HAND: Final = (0, 1, 2, 3, 4, 5, 6)
"""The income cards of every player, by their number (AM-3)."""

LONGEST_ROW, INDIO_CARD = HAND[0], HAND[-1]

HUTS: Final = 12
NEUTRAL_HUTS: Final = 6
"""Of each of two players (AM-60)."""

INDIO_TILES: Final = 4
MISSION_CARDS: Final = 8
SILVER_A_GOLD: Final = 3
START_GOLD: Final = Gold(3)

PRICES: Final = (Gold(2), Gold(5))
"""Cheapest and dearest site of the printed board."""

CHIPS: Final[Mapping[int, tuple[int, ...]]] = {4: (5, 4, 3, 2), 3: (4, 3, 2), 2: (4, 2)}
"""Players -> chips for five species, in order of completion (AM-70)."""

ENOUGH: Final = 3
"""Tiles from which a row counts, and may lead (AM-71, AM-81)."""
