"""A board is data: villages with their prices, links by path and water, missions, and the species on income cards.

Sets of villages are bit masks: bit k stands for the k-th village of the file, which players know as number k + 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NewType

from perroquet.games.amazonas.cards import ROW, Gold, Silver, Species
from perroquet.games.amazonas.money import silver

Villages = NewType("Villages", int)
"""A set of villages as a bit mask."""

NOWHERE: Final = Villages(0)
EVERYWHERE: Final = Villages(-1)
"""Every village of every board."""

NO_SITE: Final = Silver(10**6)
"""What a hut costs in a village that is full: more than any purse."""


class Link(StrEnum):
    """How two villages are linked."""

    PATH = "sentier"
    WATER = "eau"


ALL_LINKS: Final = tuple(Link)


@dataclass(frozen=True, slots=True, kw_only=True)
class Village:
    """One village.

    Attributes:
        slots: price of the first hut, of the second and so on.
        at: where to draw it, (0, 0) top left to (1, 1) bottom right; None = nowhere in particular.
    """

    id: str
    name: str
    species: Species
    slots: tuple[Gold, ...]
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One mission card: four villages."""

    id: str
    villages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """A board and the cards printed for it; the same board only if it is the same object.

    Attributes:
        links: each once, as the file gives them.
        income: species on income card 0 to 6; None = no species of its own (the longest row, the Indio).
        numbers: printed numbers of income card 0 to 6 by player, for tables that break ties with them; empty = none.
        tiles: research tiles of each species in the box.
        place: id -> bit of a village.
        called: name -> bit of a village.
        near: links that are open -> neighbours of each village; for all links, and for those of each kind alone.
        costs: price of each village's next hut by the huts it has; `NO_SITE` when it is full.
        rows: place of each village's species in `SPECIES`.
        wanted: villages of each mission.
        cheapest: price of the cheapest site.
    """

    id: str
    title: str
    licence: str
    villages: tuple[Village, ...]
    links: tuple[tuple[str, str, Link], ...]
    missions: tuple[Mission, ...]
    income: tuple[Species | None, ...]
    numbers: tuple[tuple[int, ...], ...]
    tiles: int
    place: Mapping[str, int]
    called: Mapping[str, int]
    near: Mapping[tuple[Link, ...], tuple[Villages, ...]]
    costs: tuple[tuple[Silver, ...], ...]
    rows: tuple[int, ...]
    wanted: tuple[Villages, ...]
    cheapest: Silver

    def mask(self, ids: tuple[str, ...]) -> Villages:
        """Return the set of these villages."""
        return _mask(self.place, ids)

    def mission_names(self, mission: int) -> tuple[str, ...]:
        """Return the names of the villages of a mission card."""
        return tuple(self.villages[self.place[one]].name for one in self.missions[mission].villages)

    def around(self, villages: Villages, links: tuple[Link, ...]) -> Villages:
        """Return every village one link away from one of `villages`, other than themselves."""
        found, neighbours = 0, self.near[links]
        for bit in bits(villages):
            found |= neighbours[bit]
        return Villages(found & ~villages)


def _mask(place: Mapping[str, int], ids: tuple[str, ...]) -> Villages:
    return Villages(sum(1 << place[one] for one in ids))


def made(
    *,
    id: str,  # noqa: A002 - what the file calls it
    title: str,
    licence: str,
    villages: tuple[Village, ...],
    links: tuple[tuple[str, str, Link], ...],
    missions: tuple[Mission, ...],
    income: tuple[Species | None, ...],
    numbers: tuple[tuple[int, ...], ...],
    tiles: int,
) -> Board:
    """Return the board of these parts; ids of links and missions must exist."""
    place = {village.id: bit for bit, village in enumerate(villages)}
    near = {open_links: [0] * len(villages) for open_links in (ALL_LINKS, *((kind,) for kind in Link))}
    for a, b, kind in links:
        for open_links in (ALL_LINKS, (kind,)):
            near[open_links][place[a]] |= 1 << place[b]
            near[open_links][place[b]] |= 1 << place[a]
    return Board(
        id=id,
        title=title,
        licence=licence,
        villages=villages,
        links=links,
        missions=missions,
        income=income,
        numbers=numbers,
        tiles=tiles,
        place=place,
        called={village.name: bit for bit, village in enumerate(villages)},
        near={open_links: tuple(map(Villages, masks)) for open_links, masks in near.items()},
        costs=tuple((*map(silver, village.slots), NO_SITE) for village in villages),
        rows=tuple(ROW[village.species] for village in villages),
        wanted=tuple(_mask(place, mission.villages) for mission in missions),
        cheapest=silver(min(village.slots[0] for village in villages)),
    )


@lru_cache(maxsize=4096)
def bits(villages: Villages) -> tuple[int, ...]:
    """Return the bits of a set, lowest first. The same few sets are asked about all the time."""
    return tuple(bit for bit in range(villages.bit_length()) if villages >> bit & 1)


PLAIN_INCOME: Final[tuple[Species | None, ...]] = (
    None,
    Species.ORCHID,
    Species.BUTTERFLY,
    Species.IGUANA,
    Species.PARROT,
    Species.FISH,
    None,
)
"""Species on the income cards when no board says. Only 3 = iguana is sourced; the others stand in for printed cards."""
